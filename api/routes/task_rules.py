"""Task rules: the routes."""

from api.http.routing import Route
from core.base.paging import Page
from core.work import task_rules
from core.work.task_rules import TaskRuleCreate, TaskRuleUpdate

ROUTES = (
    Route("GET", "/task-rules", task_rules.list_rules, query=Page),
    Route("POST", "/task-rules", task_rules.create_rule, body=TaskRuleCreate),
    Route("GET", "/task-rules/{ruleId}", task_rules.get_rule),
    Route("PATCH", "/task-rules/{ruleId}", task_rules.update_rule, body=TaskRuleUpdate),
    Route("DELETE", "/task-rules/{ruleId}", task_rules.end_rule),
)

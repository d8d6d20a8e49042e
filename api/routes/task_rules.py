"""Task rules: the routes."""

from api.http.routing import Route
from core.work import task_rules

ROUTES = (
    Route("GET", "/task-rules", task_rules.list_rules),
    Route("POST", "/task-rules", task_rules.create_rule),
    Route("GET", "/task-rules/{ruleId}", task_rules.get_rule),
    Route("PATCH", "/task-rules/{ruleId}", task_rules.update_rule),
    Route("DELETE", "/task-rules/{ruleId}", task_rules.end_rule),
)

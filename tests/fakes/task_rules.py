"""Task rules in memory."""

from collections.abc import Sequence
from datetime import date

import msgspec

from core.base.model import TaskStatus
from core.base.paging import WHOLE, Page
from core.records.people import Actor
from core.records.work import RuleState, TaskRule
from core.work.task_rules import visible
from tests.fakes.state import Repository, next_id


class TaskRules(Repository):
    """`core.ports.TaskRuleRepository`."""

    async def get(self, rule_id: int) -> TaskRule | None:
        return self.state.task_rules.get(rule_id)

    async def list(self, viewer: Actor, page: Page = WHOLE) -> Sequence[TaskRule]:
        lasting = [rule for rule in self.state.task_rules.values() if rule.state is not RuleState.ENDED]
        return [rule for rule in lasting if rule.id > page.after and visible(viewer, rule)][: page.most]

    async def of_task(self, task_id: int) -> TaskRule | None:
        return self.state.task_rules.get(self.state.rule_tasks.get(task_id, 0))

    async def due(self, on: date) -> Sequence[TaskRule]:
        lasting = (RuleState.ACTIVE, RuleState.WAITING)
        due = [rule for rule in self.state.task_rules.values() if rule.state in lasting and rule.last_on <= on]
        return sorted(due, key=lambda rule: (rule.last_on, rule.id))

    async def count_open(self, rule_id: int) -> int:
        tasks = [self.state.tasks[task] for task, rule in self.state.rule_tasks.items() if rule == rule_id]
        return sum(task.is_active and task.estatus is not TaskStatus.CERRADA for task in tasks)

    async def add(self, rule: TaskRule) -> TaskRule:
        added = msgspec.structs.replace(rule, id=next_id(self.state.task_rules))
        await self.update(added)
        return added

    async def update(self, rule: TaskRule) -> None:
        self.state.task_rules[rule.id] = rule
        self.state.rule_tasks[rule.task_id] = rule.id

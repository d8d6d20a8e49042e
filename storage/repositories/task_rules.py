"""Rules that make tasks. Who sees which rule follows from core's table of permissions, in SQL as in Python."""

from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import asdict

from core.application.access import Operation, Relation, may
from core.base.paging import WHOLE, Page
from core.ports.work import TaskRuleRepository
from core.records.people import Actor
from core.records.work import RuleState, TaskRule
from storage.repositories.tasks import responsibles_from_list
from storage.repositories.viewers import VIEWER, Viewer, sufficient
from storage.schema.work import OPEN, task_rule_responsibles, task_rule_tasks, task_rules, tasks
from storage.sql.executor import Repository, every, one, only, parameters_of
from storage.sql.expressions import columns_for, fields, insert, page
from storage.sql.statements import Change, Query

WRITTEN = fields(TaskRule, "id")
RULE_ID = sa.bindparam("rule_id", type_=sa.Integer)
THIS = task_rules.c.id == RULE_ID


def rule(rule_id: int, *rest: Any) -> TaskRule:
    written = dict(zip(WRITTEN, rest, strict=True))
    listed = {name: msgspec.json.decode(written[name]) for name in ("weekdays", "responsible_user_ids")}
    return TaskRule(id=rule_id, **(written | listed))


def is_visible(viewer: Viewer = VIEWER) -> sa.ColumnElement[bool]:
    works = sa.exists().where(task_rule_responsibles.c.rule_id == task_rules.c.id)
    works = works.correlate_except(task_rule_responsibles)
    by_relation: dict[Relation, list[sa.ColumnElement[bool]]] = {
        Relation.CREATOR: [task_rules.c.created_by_user_id == viewer.id],
        Relation.RESPONSIBLE: [works.where(task_rule_responsibles.c.user_id == viewer.id)],
        Relation.LEADER: [
            task_rules.c.leader_user_id == viewer.id,
            works.where(viewer.leads(task_rule_responsibles.c.user_id)),
        ],
    }
    return sa.or_(*sufficient(Operation.RULE_READ, by_relation))


RULES = sa.select(*columns_for(task_rules, TaskRule))
LASTING = task_rules.c.state != RuleState.ENDED
IS_DUE = sa.and_(
    sa.or_(*(task_rules.c.state == state for state in (RuleState.ACTIVE, RuleState.WAITING))),
    task_rules.c.last_on <= sa.bindparam("on", type_=sa.Date),
)
OF_RULE = sa.select(task_rule_tasks.c.task_id).where(task_rule_tasks.c.rule_id == RULE_ID)
OF_TASK = sa.select(task_rule_tasks.c.rule_id).where(task_rule_tasks.c.task_id == sa.bindparam("task_id"))


class TaskRules(Repository, TaskRuleRepository):
    get = one(RULES.where(THIS), rule)

    EVERY = Query(page(RULES.where(LASTING), task_rules.c.id), rule)
    VISIBLE = Query(page(RULES.where(LASTING, is_visible()), task_rules.c.id), rule)

    async def list(self, viewer: Actor, page: Page = WHOLE) -> Sequence[TaskRule]:
        form = self.EVERY if may(viewer, Operation.RULE_READ) else self.VISIBLE
        return await self._db.all(form, **parameters_of(viewer), **parameters_of(page))

    of_task = one(RULES.where(task_rules.c.id.in_(OF_TASK)), rule)
    due = every(RULES.where(IS_DUE).order_by(task_rules.c.last_on, task_rules.c.id), rule)
    count_open = only(sa.select(sa.func.count()).select_from(tasks).where(tasks.c.id.in_(OF_RULE), OPEN), int)

    ADD = Query(sa.insert(task_rules).returning(task_rules.c.id), int, WRITTEN)

    async def add(self, rule: TaskRule) -> TaskRule:
        rule_id = await self._db.only(self.ADD, **asdict(rule))
        added = msgspec.structs.replace(rule, id=rule_id)
        await self.write_children(added)
        return added

    UPDATE = Change(sa.update(task_rules).where(THIS), WRITTEN)
    DROP_RESPONSIBLES = Change(sa.delete(task_rule_responsibles).where(task_rule_responsibles.c.rule_id == RULE_ID))

    async def update(self, rule: TaskRule) -> None:
        await self._db.run(self.UPDATE, rule_id=rule.id, **asdict(rule))
        await self._db.run(self.DROP_RESPONSIBLES, rule_id=rule.id)
        await self.write_children(rule)

    ADD_RESPONSIBLES = Change(responsibles_from_list(task_rule_responsibles))
    ADD_TASK = Change(insert(task_rule_tasks).on_conflict_do_nothing(), ["rule_id", "task_id"])

    async def write_children(self, rule: TaskRule) -> None:
        await self._db.run(self.ADD_RESPONSIBLES, rule_id=rule.id, ids=rule.responsible_user_ids)
        await self._db.run(self.ADD_TASK, rule_id=rule.id, task_id=rule.task_id)

"""Statements of the lists of tasks: a page by id, and one of those for which some conditions hold, in an order.

Each list has few statements, which are kept compiled: a condition that is not asked for holds for every row. What a
statement begins with is what is asked for that an index finds fewest by; the rest is looked at row by row.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum, auto
from functools import cache
from typing import Any

import sqlalchemy as sa

from core.base.model import TaskStatus
from core.records.work import Task, TaskComment, TaskConditions
from storage.repositories.search import Matching
from storage.repositories.task_filter import TASKS, is_visible, task, visible_ids, works_on
from storage.schema.work import BY_OPEN, OPEN, daily_log_items, task_comments, task_responsibles, tasks
from storage.sql.expressions import Spelled, by_no_index, page, within, within_reach
from storage.sql.ordered import Sees, equals, given, one_of, ordered, unless_given
from storage.sql.statements import Query


def task_list(*, everything: bool) -> Query[Task]:
    listed = TASKS.where(tasks.c.is_active)
    if not everything:
        listed = listed.where(within(tasks.c.id, visible_ids()))
    return Query(page(listed, tasks.c.id), task, passed_on=True)


def near_visible() -> Query[Task]:
    """A page of the tasks that the viewer may read, up to the id `reach`."""
    near = TASKS.where(tasks.c.is_active, within_reach(tasks.c.id), is_visible())
    return Query(page(near, tasks.c.id), task, passed_on=True)


def first_visible() -> Query[Task]:
    """A page of the tasks that the viewer may read: the first by each relation of their own, and all of their team.

    On PostgreSQL all by each relation: its planner would look for the first of a person among everybody's.
    """
    firsts, everything = (
        page(TASKS.where(tasks.c.is_active, within(tasks.c.id, ids)), tasks.c.id)
        for ids in (visible_ids(first), visible_ids())
    )
    return Query(firsts, task, postgresql=everything, passed_on=True)


def first(found: sa.Select[Any]) -> sa.Select[Any]:
    """The first ids of a select that are of active tasks, a page of them."""
    key = found.selected_columns[0]
    active = tasks.c.is_active if key is tasks.c.id else sa.and_(tasks.c.id == key, tasks.c.is_active)
    return sa.select(page(found.where(active), key).subquery().c[0])


class TasksBy(Enum):
    """The conditions by which the tasks of a list are found."""

    WORDS = auto()
    EXTERNAL = auto()
    RESPONSIBLE = auto()
    CREATOR = auto()
    LEADER = auto()
    CHANGED = auto()
    OPEN = auto()
    DUE = auto()
    NOTHING = auto()
    """The order alone."""

    @property
    def finds_few(self) -> bool:
        """True where it finds so few tasks that each may be looked at."""
        return self in {TasksBy.WORDS, TasksBy.RESPONSIBLE, TasksBy.CREATOR, TasksBy.LEADER}


SORTED_BY: Mapping[str, sa.ColumnElement[Any]] = {
    "id": tasks.c.id,
    "fecha_cumplir": tasks.c.fecha_cumplir,
    "updated_at": tasks.c.updated_at,
}


def begin_with(conditions: TaskConditions) -> TasksBy:
    """The condition that finds fewest, as a rule, of those that are given."""
    dated = conditions.due_from is not None or conditions.due_to is not None
    asked = {
        TasksBy.WORDS: bool(conditions.words),
        TasksBy.EXTERNAL: conditions.external.external_source is not None,
        TasksBy.RESPONSIBLE: conditions.responsible is not None,
        TasksBy.CREATOR: conditions.creator is not None,
        TasksBy.LEADER: conditions.leader is not None,
        TasksBy.CHANGED: conditions.changed_since is not None,
        TasksBy.OPEN: TaskStatus.CERRADA not in conditions.states,
        TasksBy.DUE: dated,
    }
    return next((each for each, is_asked in asked.items() if is_asked), TasksBy.NOTHING)


def with_words() -> sa.ColumnElement[bool]:
    """The condition that a task's description has the terms of a search, the parameter `terms`."""
    terms, ids = sa.bindparam("terms", type_=Matching), sa.column("rowid", sa.BigInteger)
    by_engine = (
        sa.text(f"SELECT rowid FROM search_tasks WHERE {matching}").bindparams(terms).columns(ids)  # noqa: S608 our own
        for matching in ("search_tasks MATCH :terms", "words @@ CAST(:terms AS tsquery)")
    )
    return Spelled(*(tasks.c.id.in_(sa.select(each.subquery().c[0])) for each in by_engine))


WORKS = (
    sa.exists()
    .where(task_responsibles.c.task_id == tasks.c.id, task_responsibles.c.user_id == given("responsible"))
    .correlate(tasks)
)
LIGHT = (
    sa.select(daily_log_items.c.semaforo)
    .where(daily_log_items.c.task_id == tasks.c.id)
    .order_by(daily_log_items.c.id.desc())
    .limit(1)
    .correlate(tasks)
    .scalar_subquery()
)
DUE_WITHIN = sa.bindparam("due_from", type_=sa.Date), sa.bindparam("due_to", type_=sa.Date)
SINCE = sa.bindparam("since", type_=tasks.c.updated_at.type)
BEGINNINGS = {
    TasksBy.WORDS: with_words(),
    TasksBy.EXTERNAL: sa.and_(
        tasks.c.external_source == sa.bindparam("source", type_=sa.Text), tasks.c.external_id.is_not(None)
    ),
    TasksBy.RESPONSIBLE: within(
        tasks.c.id, works_on(task_responsibles.c.user_id == sa.bindparam("responsible", type_=sa.Integer))
    ),
    TasksBy.CREATOR: tasks.c.created_by_user_id == sa.bindparam("creator", type_=sa.Integer),
    TasksBy.LEADER: tasks.c.leader_user_id == sa.bindparam("leader", type_=sa.Integer),
    TasksBy.CHANGED: tasks.c.updated_at >= SINCE,
    TasksBy.OPEN: sa.and_(OPEN, tasks.c.fecha_cumplir.between(*DUE_WITHIN)),
    TasksBy.DUE: tasks.c.fecha_cumplir.between(*DUE_WITHIN),
    TasksBy.NOTHING: sa.true(),
}
REST: Sequence[tuple[TasksBy | None, sa.ColumnElement[bool]]] = (
    (None, tasks.c.is_active),
    (TasksBy.EXTERNAL, unless_given("source", tasks.c.external_source == given("source", sa.Text), sa.Text)),
    (None, unless_given("id_there", tasks.c.external_id == given("id_there", sa.Text), sa.Text)),
    (TasksBy.CREATOR, equals(tasks.c.created_by_user_id, "creator")),
    (TasksBy.LEADER, equals(tasks.c.leader_user_id, "leader")),
    (TasksBy.DUE, by_no_index(tasks.c.fecha_cumplir).between(*DUE_WITHIN)),
    (None, one_of(tasks.c.estatus, "states")),
    (None, one_of(tasks.c.prioridad, "priorities")),
    (
        None,
        sa.or_(
            given("not_late_on", sa.Date).is_(None),
            tasks.c.estatus == TaskStatus.CERRADA,
            by_no_index(tasks.c.fecha_cumplir) >= given("not_late_on", sa.Date),
        ),
    ),
    (TasksBy.CHANGED, unless_given("since", tasks.c.updated_at >= SINCE, tasks.c.updated_at.type)),
    (TasksBy.RESPONSIBLE, unless_given("responsible", WORKS)),
    (None, unless_given("lights", one_of(LIGHT, "lights"), sa.Text)),
)
"""The conditions but on words, each after the way to begin that makes it needless; one not asked for always holds."""


@cache
def ordered_tasks(begin: TasksBy, sees: Sees, field: str, *, descends: bool) -> Query[Task]:
    """A page in an order of the tasks for which the conditions hold; with the parameters of `parameters_for`."""
    listed = ordered(
        TASKS,
        tasks.c.id,
        SORTED_BY[field],
        BEGINNINGS[begin],
        *(condition for needless_with, condition in REST if needless_with is not begin),
        descends=descends,
        readable=(sees, is_visible(), visible_ids()),
        hint=BY_OPEN if begin is TasksBy.OPEN else "",
    )
    return Query(listed, task, passed_on=True)


def parameters_for(conditions: TaskConditions) -> dict[str, Any]:
    """The parameters of `ordered_tasks` without the page, the viewer and `terms`."""
    return {
        "responsible": conditions.responsible,
        "creator": conditions.creator,
        "leader": conditions.leader,
        "due_from": conditions.due_from or date.min,
        "due_to": conditions.due_to or date.max,
        "states": " ".join(conditions.states),
        "priorities": " ".join(conditions.priorities),
        "lights": None if conditions.lights is None else " ".join(conditions.lights),
        "not_late_on": conditions.not_late_on,
        "since": conditions.changed_since,
        "source": conditions.external.external_source,
        "id_there": conditions.external.external_id,
    }


def ordered_comments(whole: sa.Select[Any], *, descends: bool) -> Query[TaskComment]:
    """Return the page of a task's comments for which conditions hold, by id; with the fields of `CommentConditions`."""
    made, changed = task_comments.c.created_at, task_comments.c.updated_at
    listed = ordered(
        whole,
        task_comments.c.id,
        task_comments.c.id,
        equals(task_comments.c.created_by_user_id, "author"),
        unless_given("start", made >= given("start", made.type), made.type),
        unless_given("end", made < given("end", made.type), made.type),
        unless_given("changed_since", changed >= given("changed_since", changed.type), changed.type),
        descends=descends,
        readable=(Sees.ALL, sa.true(), whole),
    )
    return Query(listed, TaskComment, passed_on=True)

"""A task as it is read, and which tasks a viewer sees, in SQL from core's table of permissions."""

from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.access import Operation, Relation
from core.application.use_case import identity
from core.records.work import Task
from storage.repositories.viewers import VIEWER, Viewer, sufficient
from storage.schema.work import red_helpers, reds, task_followers, task_responsibles, tasks
from storage.sql.expressions import among, fields, looked_up

WRITTEN = fields(Task, "id", "responsible_user_id")
IDS = msgspec.json.Decoder(list[int])


def task_columns() -> list[Any]:
    """A task's columns as `task` takes them."""
    return [tasks.c.id, *(tasks.c[name] for name in WRITTEN)]


def task(task_id: int, descripcion: str, leader: int | None, responsibles: str, *rest: Any) -> Task:
    ids = IDS.decode(responsibles)
    return Task(task_id, descripcion, leader, ids[0], ids, *rest)


def works_on(people: sa.ColumnElement[bool]) -> sa.Select[Any]:
    return sa.select(task_responsibles.c.task_id).where(people)


TASKS = sa.select(*task_columns())


def visible_ids(own: Callable[[sa.Select[Any]], sa.Select[Any]] = identity) -> sa.CompoundSelect[Any]:
    """Ids of the tasks that the viewer may read, found by an index for each relation that suffices.

    `own` narrows what is found by the viewer's own id, not by their team. Ids may repeat: removing duplicates would
    cost more than the rest.
    """
    viewer = sa.bindparam("viewer", type_=sa.Integer)
    by_relation: dict[Relation, list[sa.Select[Any]]] = {
        Relation.CREATOR: [own(sa.select(tasks.c.id).where(tasks.c.created_by_user_id == viewer))],
        Relation.RESPONSIBLE: [own(works_on(task_responsibles.c.user_id == viewer))],
        Relation.LEADER: [
            own(sa.select(tasks.c.id).where(tasks.c.leader_user_id == viewer)),
            works_on(among(task_responsibles.c.user_id, "team")),
        ],
        Relation.CREATOR_LEADER: [sa.select(tasks.c.id).where(among(tasks.c.created_by_user_id, "team"))],
        Relation.HELPER: [helped_with().where(red_helpers.c.user_id == viewer)],
        Relation.FOLLOWER: [own(sa.select(task_followers.c.task_id).where(task_followers.c.user_id == viewer))],
    }
    return sa.union_all(*sufficient(Operation.TASK_READ, by_relation))


def helped_with() -> sa.Select[Any]:
    """Ids of the tasks with a red that lasts and has helpers."""
    return sa.select(reds.c.task_id).join_from(red_helpers, reds).where(reds.c.ended_at.is_(None))


def is_visible(viewer: Viewer = VIEWER) -> sa.ColumnElement[bool]:
    """The condition that the viewer may read a task, for selects of few tasks: `visible_ids` would find thousands."""

    def on_task(table: sa.Table, people: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
        return looked_up(sa.select(1).where(table.c.task_id == tasks.c.id, people).correlate_except(table))

    works, follows = task_responsibles.c.user_id, task_followers.c.user_id
    by_relation: dict[Relation, list[sa.ColumnElement[bool]]] = {
        Relation.CREATOR: [tasks.c.created_by_user_id == viewer.id],
        Relation.RESPONSIBLE: [on_task(task_responsibles, works == viewer.id)],
        Relation.LEADER: [tasks.c.leader_user_id == viewer.id, on_task(task_responsibles, viewer.leads(works))],
        Relation.CREATOR_LEADER: [viewer.leads(tasks.c.created_by_user_id)],
        Relation.HELPER: [tasks.c.id.in_(helped_with().where(red_helpers.c.user_id == viewer.id))],
        Relation.FOLLOWER: [on_task(task_followers, follows == viewer.id)],
    }
    return sa.or_(*sufficient(Operation.TASK_READ, by_relation))

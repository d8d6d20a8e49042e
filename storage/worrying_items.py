"""The select behind what is red: from people to their latest log, to the items in it that have such a light.

Each step is by an index and small, where looking for red items first would read every day that a team has lived.
"""

from datetime import date
from typing import Any

import sqlalchemy as sa

from core.red import WorryingItem
from core.traffic_light import WORRYING
from storage.dialect import SqliteDialect
from storage.tables import daily_log_items, daily_logs, task_comments, task_responsibles, tasks, users

items, logs = daily_log_items, daily_logs
DESDE, HASTA = sa.bindparam("desde", type_=sa.Date), sa.bindparam("hasta", type_=sa.Date)
UNFINISHED = sa.and_(tasks.c.is_active, tasks.c.estatus != "CERRADA")
LEADER = sa.bindparam("task_leader", type_=sa.Integer)
MINE = task_responsibles.alias("mine")
LED = sa.and_(
    tasks.c.leader_user_id == LEADER, ~sa.exists().where(MINE.c.task_id == tasks.c.id, MINE.c.user_id == LEADER)
)
"""Led by somebody who does not work on it."""


def worrying_items(sql: SqliteDialect) -> sa.Select[Any]:
    """A row an item, as `WorryingItem`."""
    person = seen_people(sql)
    last = task_comments.alias("last")
    told = {
        **logs.c,
        **tasks.c,
        **items.c,
        "item_id": items.c.id.label("item_id"),
        "since": light_since().label("since"),
        "comentario": last.c.comentario.label("comentario"),
        "comment_by_user_id": last.c.created_by_user_id.label("comment_by_user_id"),
        "commented_at": last.c.created_at.label("commented_at"),
    }
    still_theirs = task_responsibles.c.task_id == tasks.c.id, task_responsibles.c.user_id == person.c.user_id
    return (
        sa.select(*(told[name] for name in WorryingItem.__struct_fields__))
        .select_from(person)
        .join(users, sa.and_(users.c.id == person.c.user_id, users.c.is_active))
        .join(logs, sa.and_(logs.c.user_id == person.c.user_id, logs.c.fecha == latest_day(person)))
        .join(items, items.c.log_id == logs.c.id)
        .join(tasks, sa.and_(tasks.c.id == items.c.task_id, UNFINISHED))
        .outerjoin(last, last.c.id == last_comment_id())
        .where(
            sa.or_(*(items.c.semaforo == light for light in sorted(WORRYING))),
            sa.exists().where(*still_theirs),
            sa.or_(person.c.user_id.in_(sql.listed("people")), LED),
        )
    )


def seen_people(sql: SqliteDialect) -> sa.Subquery:
    """Some people, and those who work on the open tasks of a leader who does not."""
    given = sql.listed("people").subquery("given")
    workers = sa.select(task_responsibles.c.user_id).join_from(tasks, task_responsibles).where(LED, UNFINISHED)
    return sa.union(sa.select(given.c.value.label("user_id")), workers).subquery("person")


def latest_day(person: sa.Subquery) -> sa.ScalarSelect[Any]:
    """The date of a person's latest log."""
    each = logs.alias("each")
    latest = sa.select(sa.func.max(each.c.fecha)).where(each.c.user_id == person.c.user_id)
    return latest.where(each.c.fecha.between(DESDE, HASTA)).correlate(person).scalar_subquery()


def light_since() -> sa.ScalarSelect[Any]:
    """The first day, after the last on which it was another, of an item's light."""
    past, day = items.alias("past"), logs.alias("day")
    theirs = (day.c.user_id + 0) == logs.c.user_id  # not by its index: a task has fewer items than a person has days
    other = sa.case((past.c.semaforo != items.c.semaforo, day.c.fecha))
    lived = (
        sa.select(day.c.fecha, sa.func.max(other).over().label("changed"))
        .join_from(past, day, day.c.id == past.c.log_id)
        .where(past.c.task_id == items.c.task_id, theirs, day.c.fecha.between(DESDE, logs.c.fecha))
        .correlate(items, logs)
        .subquery("lived")
    )
    never = sa.literal(date.min, sa.Date)
    since = sa.select(sa.func.min(lived.c.fecha)).where(lived.c.fecha > sa.func.coalesce(lived.c.changed, never))
    return since.scalar_subquery()


def last_comment_id() -> sa.ScalarSelect[Any]:
    """The id of a task's last comment."""
    newest = task_comments.alias("newest")
    return sa.select(sa.func.max(newest.c.id)).where(newest.c.task_id == tasks.c.id).correlate(tasks).scalar_subquery()

"""The select behind what is red: from people to their open tasks, to their latest log, to the item in it.

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


def worrying_items(sql: SqliteDialect) -> sa.Select[Any]:
    """A row an item, as `WorryingItem`."""
    works = work(sql)
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
    return (
        sa.select(*(told[name] for name in WorryingItem.__struct_fields__))
        .select_from(works)
        .join(tasks, tasks.c.id == works.c.task_id)
        .join(users, users.c.id == works.c.user_id)
        .join(logs, sa.and_(logs.c.user_id == works.c.user_id, logs.c.fecha == latest_day(works)))
        .join(items, sa.and_(items.c.log_id == logs.c.id, items.c.task_id == works.c.task_id))
        .outerjoin(last, last.c.id == last_comment_id())
        .where(UNFINISHED, users.c.is_active, sa.or_(*(items.c.semaforo == light for light in sorted(WORRYING))))
    )


def work(sql: SqliteDialect) -> sa.Subquery:
    """(person, task) of who works on what, among some people and on the tasks of a leader who does not."""
    leader = sa.bindparam("task_leader", type_=sa.Integer)
    mine = task_responsibles.alias("mine")
    works_too = sa.exists().where(mine.c.task_id == tasks.c.id, mine.c.user_id == leader)
    columns = (task_responsibles.c.user_id, task_responsibles.c.task_id)
    theirs = sa.select(*columns).where(task_responsibles.c.user_id.in_(sql.listed("people")))
    of_led = sa.select(*columns).join_from(tasks, task_responsibles)
    return sa.union(theirs, of_led.where(tasks.c.leader_user_id == leader, UNFINISHED, ~works_too)).subquery("works")


def latest_day(works: sa.Subquery) -> sa.ScalarSelect[Any]:
    """The date of a person's latest log."""
    each = logs.alias("each")
    latest = sa.select(sa.func.max(each.c.fecha)).where(each.c.user_id == works.c.user_id)
    return latest.where(each.c.fecha.between(DESDE, HASTA)).correlate(works).scalar_subquery()


def light_since() -> sa.ScalarSelect[Any]:
    """The first day, after the last on which it was another, of an item's light."""
    past, day = items.alias("past"), logs.alias("day")
    other, other_day = items.alias("other"), logs.alias("other_day")
    changed = (
        sa.select(sa.func.max(other_day.c.fecha))
        .join_from(other, other_day, other_day.c.id == other.c.log_id)
        .where(
            other.c.task_id == items.c.task_id,
            other_day.c.user_id == logs.c.user_id,
            other_day.c.fecha < logs.c.fecha,
            other.c.semaforo != items.c.semaforo,
        )
        .correlate(items, logs)
        .scalar_subquery()
    )
    return (
        sa.select(sa.func.min(day.c.fecha))
        .join_from(past, day, day.c.id == past.c.log_id)
        .where(
            past.c.task_id == items.c.task_id,
            day.c.user_id == logs.c.user_id,
            day.c.fecha.between(DESDE, logs.c.fecha),
            day.c.fecha > sa.func.coalesce(changed, sa.literal(date.min, sa.Date)),
        )
        .correlate(items, logs)
        .scalar_subquery()
    )


def last_comment_id() -> sa.ScalarSelect[Any]:
    """The id of a task's last comment."""
    newest = task_comments.alias("newest")
    return sa.select(sa.func.max(newest.c.id)).where(newest.c.task_id == tasks.c.id).correlate(tasks).scalar_subquery()

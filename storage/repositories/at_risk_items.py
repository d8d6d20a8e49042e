"""The select of items at risk: from people to their latest log and its few items, and from a leader's open tasks.

Each step is a small index search; searching for red items first would read every log of the team's history.
"""

from datetime import date
from typing import Any

import sqlalchemy as sa

from core.base.model import Semaforo
from core.records.work import AtRiskItem, ItemNow
from core.work.traffic_light import AT_RISK
from storage.schema.people import users
from storage.schema.work import OF_LOG, OPEN, daily_log_items, daily_logs, task_responsibles, tasks
from storage.sql.expressions import among

items, logs = daily_log_items, daily_logs
DESDE, HASTA = sa.bindparam("desde", type_=sa.Date), sa.bindparam("hasta", type_=sa.Date)
DAY_BEFORE = sa.bindparam("day_before", type_=sa.Date)
TOLD: dict[str, Any] = {**logs.c, **tasks.c, **items.c, "item_id": items.c.id.label("item_id")}
"""The columns of an item, its log and its task, by name of the field that shows them."""


def at_risk_items() -> sa.CompoundSelect[Any]:
    """Items of some people, and items of others on the tasks of a leader who does not work on them; as `AtRiskItem`.

    `day_before` is the day before `desde`.
    """
    works, leader = task_responsibles, sa.bindparam("task_leader", type_=sa.Integer)
    mine = task_responsibles.alias("mine")
    works_too = sa.exists().where(mine.c.task_id == tasks.c.id, mine.c.user_id == leader)
    since = sa.case((items.c.semaforo == Semaforo.ROJO, within_dates())).label("since")
    told = TOLD | {"since": since}
    at_risk = (
        sa.select(*(told[name] for name in AtRiskItem.__struct_fields__))
        .with_hint(items, OF_LOG, "sqlite")
        .select_from(users)
        .join(logs, sa.and_(logs.c.user_id == users.c.id, logs.c.fecha == latest_day()))
        .join(items, items.c.log_id == logs.c.id)
        .join(tasks, tasks.c.id == items.c.task_id)
        .join(works, sa.and_(works.c.task_id == tasks.c.id, works.c.user_id == users.c.id))
        .where(OPEN, users.c.is_active, sa.or_(*(items.c.semaforo == light for light in sorted(AT_RISK))))
    )
    theirs = among(users.c.id, "people")
    return sa.union_all(at_risk.where(theirs), at_risk.where(tasks.c.leader_user_id == leader, ~theirs, ~works_too))


def within_dates() -> sa.ColumnElement[date]:
    """Return the first day for which an item is red, but not one before `desde`."""
    return sa.case((items.c.red_since >= DESDE, items.c.red_since), else_=light_since())


def since_kept() -> sa.Update:
    """Updates `red_since` of some tasks in a log and in its person's later logs.

    Later ones too, since a log may be opened ahead and a closed one reopened. `desde` and `day_before` are before all
    logs.
    """
    changed = logs.alias("changed")
    of_log = changed.c.id == sa.bindparam("log_id")
    return (
        sa.update(items)
        .values(red_since=sa.case((items.c.semaforo == Semaforo.ROJO, light_since())))
        .where(
            items.c.log_id == logs.c.id,
            logs.c.user_id == sa.select(changed.c.user_id).where(of_log).scalar_subquery(),
            logs.c.fecha >= sa.select(changed.c.fecha).where(of_log).scalar_subquery(),
            among(items.c.task_id, "task_ids"),
        )
    )


def items_now() -> sa.Select[Any]:
    return (
        sa.select(*(TOLD[name] for name in ItemNow.__struct_fields__))
        .join_from(items, logs, logs.c.id == items.c.log_id)
        .join(tasks, tasks.c.id == items.c.task_id)
        .where(among(items.c.id, "item_ids"))
    )


def latest_day() -> sa.ScalarSelect[Any]:
    """The date of a person's latest log within the dates."""
    each = logs.alias("each")
    latest = sa.select(sa.func.max(each.c.fecha)).where(each.c.user_id == users.c.id)
    return latest.where(each.c.fecha.between(DESDE, HASTA)).correlate(users).scalar_subquery()


def light_since() -> sa.ScalarSelect[Any]:
    """The first day of an item's present light: back to the last day of another light, then one log forward.

    The start is a single bound: given two, SQLite would seek by one and check the other day by day.
    """
    past, day = items.alias("past"), logs.alias("day")
    other, other_day = items.alias("other"), logs.alias("other_day")
    changed = (
        sa.select(other_day.c.fecha)
        .join_from(other_day, other, of_that_task(other, other_day))
        .where(
            other_day.c.user_id == logs.c.user_id,
            other_day.c.fecha >= DESDE,
            other_day.c.fecha < logs.c.fecha,
            other.c.semaforo != items.c.semaforo,
        )
        .order_by(other_day.c.fecha.desc())
        .limit(1)
        .correlate(items, logs)
        .scalar_subquery()
    )
    return (
        sa.select(day.c.fecha)
        .join_from(day, past, of_that_task(past, day))
        .where(
            day.c.user_id == logs.c.user_id,
            day.c.fecha > sa.func.coalesce(changed, DAY_BEFORE),
            day.c.fecha <= logs.c.fecha,
        )
        .order_by(day.c.fecha)
        .limit(1)
        .correlate(items, logs)
        .scalar_subquery()
    )


def of_that_task(item: sa.FromClause, log: sa.FromClause) -> sa.ColumnElement[bool]:
    """Joins the task's item in a log."""
    return sa.and_(item.c.log_id == log.c.id, item.c.task_id == items.c.task_id)

"""The selects behind a log's items: what an item shows, what a leader sees, where a person left a task."""

from typing import Any

import sqlalchemy as sa

from core.daily_logs import DailyLogItem, PreviousItem, TeamRow
from core.overview import LightSum
from storage.dialect import SqliteDialect, columns_for
from storage.tables import daily_log_items, daily_logs, task_responsibles, tasks, users

items = daily_log_items
FROZEN = "frozen_"
"""Prefix of the columns that keep a task as it stood when its log was closed. `frozen_descripcion` says if they do."""


def frozen_fields() -> dict[str, sa.Column[Any]]:
    """What the closing of a log writes beside each item: a column's name and where its value comes from."""
    kept = (column.key for column in items.c if column.key.startswith(FROZEN))
    return {key: tasks.c[key.removeprefix(FROZEN)] for key in kept}


def as_shown() -> dict[str, sa.Label[Any]]:
    """A task's fields as frozen, else as they are, by name."""
    live = items.c.frozen_descripcion.is_(None)
    shown = {source.key: sa.case((live, source), else_=items.c[key]) for key, source in frozen_fields().items()}
    return {name: value.label(name) for name, value in shown.items()}


def item_columns() -> list[Any]:
    """The columns of a `DailyLogItem`, in its order."""
    sources = {**items.c, **as_shown()}
    return [sources[name] for name in DailyLogItem.__struct_fields__]


def team_row_columns() -> list[Any]:
    """The columns of a `TeamRow`, in its order."""
    sources = {
        **daily_logs.c,
        **items.c,
        **as_shown(),
        "daily_log_id": items.c.log_id.label("daily_log_id"),
        "item_id": items.c.id.label("item_id"),
        "responsible_user_id": daily_logs.c.user_id.label("responsible_user_id"),
        "created_by_user_id": tasks.c.created_by_user_id,
    }
    return [sources[name] for name in TeamRow.__struct_fields__]


def team_rows(sql: SqliteDialect | None = None, *, with_left: bool = True) -> sa.Select[Any]:
    """Every item within the dates; with a dialect, only those that the viewer leads and never their own.

    `with_left`: of deactivated people too.
    """
    within = daily_logs.c.fecha.between(sa.bindparam("desde"), sa.bindparam("hasta"))
    rows = sa.select(*team_row_columns()).join_from(items, tasks).join(daily_logs).where(within)
    if sql is not None:
        led = sa.union_all(items_of_team(sql, within, with_left=with_left), items_of_led_tasks(within))
        rows = rows.where(items.c.id.in_(led), daily_logs.c.user_id != sa.bindparam("viewer"))
    if not with_left:
        rows = rows.join(users, users.c.id == daily_logs.c.user_id).where(users.c.is_active)
    return rows.order_by(daily_logs.c.fecha, daily_logs.c.user_id, items.c.orden)


def light_sums(rows: sa.Select[Any]) -> sa.Select[Any]:
    """The same items summed up as `LightSum`."""
    sources = {
        **daily_logs.c,
        "semaforo": items.c.semaforo,
        "items": sa.func.count().label("items"),
        "porcentaje": sa.func.sum(items.c.porcentaje).label("porcentaje"),
    }
    by = (daily_logs.c.fecha, daily_logs.c.user_id, items.c.semaforo)
    summed = rows.with_only_columns(*(sources[name] for name in LightSum.__struct_fields__))
    return summed.group_by(*by).order_by(None).order_by(*by)


def own_items() -> sa.Select[Any]:
    """A person's items within the dates."""
    within = daily_logs.c.fecha.between(sa.bindparam("desde"), sa.bindparam("hasta"))
    return (
        sa.select(items.c.id)
        .join_from(daily_logs, items)
        .where(daily_logs.c.user_id == sa.bindparam("user_id"), within)
    )


def items_of_team(sql: SqliteDialect, within: Any, *, with_left: bool) -> sa.Select[Any]:
    """Items of the viewer's team, and of the deactivated people whose leader the viewer is."""
    people: Any = sql.listed("team")
    if with_left:
        left = sa.select(users.c.id).where(users.c.leader_user_id == sa.bindparam("viewer"), ~users.c.is_active)
        people = sa.union_all(people, left)
    return sa.select(items.c.id).join_from(daily_logs, items).where(within, daily_logs.c.user_id.in_(people))


def items_of_led_tasks(within: Any) -> sa.Select[Any]:
    """Items of tasks whose leader the viewer is without being one of their responsibles."""
    viewer = sa.bindparam("viewer", type_=sa.Integer)
    works = sa.exists().where(task_responsibles.c.task_id == tasks.c.id, task_responsibles.c.user_id == viewer)
    led = sa.select(items.c.id).join_from(tasks, items).join(daily_logs)
    return led.where(tasks.c.leader_user_id == viewer, ~works, within)


def latest_items(sql: SqliteDialect) -> sa.Select[Any]:
    """Of each of some tasks, a person's item in their latest log before a date."""
    newest_first = sa.func.row_number().over(partition_by=items.c.task_id, order_by=daily_logs.c.fecha.desc())
    ranked = (
        sa.select(*columns_for(items, PreviousItem), newest_first.label("age"))
        .join_from(items, daily_logs)
        .where(
            items.c.task_id.in_(sql.listed("task_ids")),
            daily_logs.c.user_id == sa.bindparam("user_id"),
            daily_logs.c.fecha < sa.bindparam("before"),
        )
        .subquery("ranked")
    )
    wanted = [ranked.c[name] for name in PreviousItem.__struct_fields__]
    return sa.select(*wanted).where(ranked.c.age == 1).order_by(ranked.c.task_id)

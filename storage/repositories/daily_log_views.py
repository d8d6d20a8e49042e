"""The selects behind a log's items: what an item shows, what a leader sees, where a person left a task."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from core.records.work import DailyLogItem, DaySum, DayTotal, LeftItem, PreviousItem, RedOfDay, TeamRow
from storage.repositories.viewers import VIEWER
from storage.schema.people import users
from storage.schema.work import (
    BY_ID,
    IS_RED,
    LIGHTS,
    OF_LOG,
    RED_OF_LOG,
    daily_log_items,
    daily_logs,
    task_leads,
    task_responsibles,
    tasks,
)
from storage.sql.expressions import IdList, Spelled, aggregated, among, columns_for, insert, within

items = daily_log_items
FROZEN = "frozen_"
"""Prefix of the columns that keep a task as it stood when its log was closed: filled where `frozen_descripcion` is."""


def frozen_fields() -> dict[str, sa.Column[Any]]:
    """Return the columns of an item that closing its log fills, each with the task's column that it copies."""
    kept = (column.key for column in items.c if column.key.startswith(FROZEN))
    return {key: tasks.c[key.removeprefix(FROZEN)] for key in kept}


def as_shown() -> dict[str, sa.Label[Any]]:
    """A task's fields by name: as frozen, else as they are."""
    live = items.c.frozen_descripcion.is_(None)
    shown = {source.key: sa.case((live, source), else_=items.c[key]) for key, source in frozen_fields().items()}
    return {name: value.label(name) for name, value in shown.items()}


def owned() -> sa.ColumnElement[bool]:
    """The condition that a task is active and not split, and a log's owner works on it."""
    works = sa.exists().where(
        task_responsibles.c.task_id == tasks.c.id, task_responsibles.c.user_id == daily_logs.c.user_id
    )
    return sa.and_(tasks.c.is_active, tasks.c.split_into.is_(None), works.correlate(tasks, daily_logs))


def in_log() -> sa.ColumnElement[bool]:
    """The condition that a log shows an item: as it was when the log was closed, or `owned` while it is open."""
    return sa.or_(items.c.frozen_descripcion.is_not(None), sa.and_(daily_logs.c.closed_at.is_(None), owned()))


def item_columns() -> list[Any]:
    sources = {**items.c, **as_shown()}
    return [sources[name] for name in DailyLogItem.__struct_fields__]


def team_row_columns(shape: type[TeamRow | RedOfDay]) -> list[Any]:
    sources = {
        **daily_logs.c,
        **items.c,
        **as_shown(),
        "daily_log_id": items.c.log_id.label("daily_log_id"),
        "item_id": items.c.id.label("item_id"),
        "responsible_user_id": daily_logs.c.user_id.label("responsible_user_id"),
        "created_by_user_id": tasks.c.created_by_user_id,
    }
    return [sources[name] for name in shape.__struct_fields__]


def team_rows(
    *,
    led: bool = False,
    with_left: bool = True,
    of_person: bool = False,
    shape: type[TeamRow | RedOfDay] = TeamRow,
    way: str = OF_LOG,
) -> sa.Select[Any]:
    """Every item within the dates, in a shape.

    `led`: only those that the viewer leads, never their own. `with_left`: of deactivated people too. `of_person`: only
    of one person. `way` is the index of items that SQLite uses.
    """
    columns = team_row_columns(shape)
    rows = of_dates(*columns, way=way).join(tasks, tasks.c.id == items.c.task_id).with_hint(tasks, BY_ID, "sqlite")
    rows = rows.where(in_log())
    if led:
        rows = rows.where(of_somebody_led(), sa.or_(in_team(daily_logs.c.user_id, with_left=with_left), leads_task()))
        rows = rows.where(NOT_OWN)
    if not with_left:
        rows = rows.join(users, users.c.id == daily_logs.c.user_id).where(users.c.is_active)
    if of_person:
        rows = rows.where(daily_logs.c.user_id == sa.bindparam("user_id"))
    return rows.order_by(daily_logs.c.fecha, daily_logs.c.user_id, items.c.orden)


def reds_of_days(*, led: bool = False) -> sa.Select[Any]:
    """Select the rows of `team_rows` that are ROJO, from the logs that count some."""
    return team_rows(led=led, shape=RedOfDay, way=RED_OF_LOG).where(daily_logs.c.rojo > 0, IS_RED)


def days_of() -> sa.Select[Any]:
    return day_sums().where(among(daily_logs.c.user_id, "user_ids"))


def day_totals(way: str) -> sa.Select[Any]:
    """Logs of some people, added up by date as `DayTotal`. `way` is the index that SQLite uses."""
    sources = {
        "fecha": daily_logs.c.fecha,
        "opened": aggregated(daily_logs.c.user_id),
        # PostgreSQL's sum of such integers is a decimal number.
        "items": sa.cast(sa.func.sum(ITEMS), sa.BigInteger),
        "porcentaje": sa.cast(sa.func.sum(daily_logs.c.porcentaje), sa.BigInteger),
        **{light: sa.func.count(sa.case((is_worst, 1))) for light, is_worst in worst_lights().items()},
    }
    columns = [sources[name].label(name) for name in DayTotal.__struct_fields__]
    of_people = sa.select(*columns).where(WITHIN, among(daily_logs.c.user_id, "user_ids"))
    return of_people.with_hint(daily_logs, way, "sqlite").group_by(daily_logs.c.fecha).order_by(daily_logs.c.fecha)


def worst_lights() -> Mapping[str, sa.ColumnElement[bool]]:
    """Return for each light the condition that it is the worst one of a log."""
    counts = [daily_logs.c[light] for light in LIGHTS]
    worse = [[count == 0 for count in counts[place + 1 :]] for place in range(len(counts))]
    return {light: sa.and_(counts[place] > 0, *worse[place]) for place, light in enumerate(LIGHTS)}


def others_days() -> sa.CompoundSelect[Any]:
    """All items of those who left the viewer's team; of others, the items of tasks that the viewer leads."""
    of_left = day_sums().where(within(daily_logs.c.user_id, deactivated_team()), ITEMS > 0)
    closed = sa.func.max(daily_logs.c.closed_at).is_not(None)
    by_task = of_dates(*summed({"closed": closed, **counted()})).join(tasks, tasks.c.id == items.c.task_id)
    of_others = by_task.with_hint(tasks, BY_ID, "sqlite").where(leads_task(), of_some_others(), in_log())
    return sa.union_all(of_left, of_others.group_by(*BY_OWNER))


def all_others_days() -> sa.Select[Any]:
    """All items of everybody else."""
    others = sa.select(users.c.id).where(users.c.id.not_in(sa.select(IdList("team").c.value)))
    return day_sums().where(within(daily_logs.c.user_id, others), ITEMS > 0)


def first_days() -> sa.Select[Any]:
    """Each person's earliest log that was opened in time, as `FirstDay`: in the order of the index, until there is one.

    The day after is in time still: dates are compared in UTC, where a day of any zone ends by then.
    """
    of_person = sa.select(daily_logs.c.fecha).where(daily_logs.c.user_id == users.c.id, opened_in_time())
    first = of_person.order_by(daily_logs.c.fecha).limit(1).correlate(users).scalar_subquery()
    people = sa.select(users.c.id.label("user_id"), first.label("fecha")).where(among(users.c.id, "user_ids"))
    found = people.subquery("found")
    return sa.select(found.c.user_id, found.c.fecha).where(found.c.fecha.is_not(None)).order_by(found.c.user_id)


def opened_in_time() -> sa.ColumnElement[bool]:
    """The condition that a log was opened by the end of the day after its date, in UTC. SQLite compares texts."""
    opened, fecha = daily_logs.c.opened_at, daily_logs.c.fecha
    as_text = sa.type_coerce(opened, sa.Text) < sa.func.date(fecha, "+2 days", type_=sa.Text)
    return Spelled(as_text, sa.func.timezone("UTC", opened) < fecha + sa.literal_column("2", sa.Integer))


def day_sums() -> sa.Select[Any]:
    """Logs within the dates as `DaySum`, from the sums that each log keeps."""
    closed = daily_logs.c.closed_at.is_not(None)
    return sa.select(*summed({**daily_logs.c, "closed": closed})).where(WITHIN)


def summed(sums: Mapping[str, Any]) -> list[Any]:
    """The columns of a `DaySum`, in its order."""
    sources = {**sums, "user_id": daily_logs.c.user_id, "fecha": daily_logs.c.fecha}
    return [sources[name].label(name) for name in DaySum.__struct_fields__]


def counted() -> dict[str, sa.ColumnElement[int]]:
    """The sums that a log keeps, counted from items. Lights are literals, so that GROUP BY sees equal expressions."""
    lights: dict[str, sa.ColumnElement[str]] = {name: sa.literal_column(f"'{light}'") for name, light in LIGHTS.items()}
    counts = {name: sa.func.count(sa.case((items.c.semaforo == light, 1))) for name, light in lights.items()}
    return {**counts, "porcentaje": sa.func.coalesce(sa.func.sum(items.c.porcentaje), 0)}


def add_task_leads(which: sa.ColumnElement[bool]) -> Any:
    """Insert the leaders of the tasks of some items, unless stored already."""
    led = sa.select(tasks.c.leader_user_id, daily_logs.c.user_id).distinct().join_from(items, daily_logs)
    found = led.join(tasks, tasks.c.id == items.c.task_id).where(which, tasks.c.leader_user_id.is_not(None))
    return insert(task_leads).from_select(["leader_user_id", "user_id"], found).on_conflict_do_nothing()


def sums() -> tuple[sa.ColumnElement[Any], sa.ScalarSelect[Any]]:
    """The sums that a log keeps, as a row of columns, and what they should be, counted at once."""
    of_log = sa.select(*counted().values()).join_from(items, tasks).where(items.c.log_id == daily_logs.c.id, in_log())
    return sa.tuple_(*(daily_logs.c[name] for name in counted())), of_log.correlate(daily_logs).scalar_subquery()


WITHIN = daily_logs.c.fecha.between(sa.bindparam("desde"), sa.bindparam("hasta"))


def of_dates(*columns: Any, way: str = OF_LOG) -> sa.Select[Any]:
    """Select from the logs within the dates to their items; never from a task to its items, which are of all time."""
    return sa.select(*columns).with_hint(items, way, "sqlite").join_from(daily_logs, items).where(WITHIN)


ITEMS: sa.ColumnElement[int] = reduce(add, (daily_logs.c[light] for light in LIGHTS))
BY_OWNER = (daily_logs.c.user_id, daily_logs.c.fecha)
NOT_OWN = daily_logs.c.user_id != VIEWER.id


def of_some_others() -> sa.ColumnElement[bool]:
    """The condition that a log's owner, not the viewer or of the team, may have had a task that the viewer leads."""
    led = by_task().where(task_leads.c.user_id != VIEWER.id, ~in_team(task_leads.c.user_id, with_left=True))
    return daily_logs.c.user_id.in_(led)


def of_somebody_led() -> sa.ColumnElement[bool]:
    """The condition that the viewer may lead items of a log's owner, checked on logs before their items are read."""
    return daily_logs.c.user_id.in_(sa.union_all(sa.select(IdList("team").c.value), deactivated_team(), by_task()))


def by_task() -> sa.Select[Any]:
    """Select the people who may have had a task that the viewer leads."""
    return sa.select(task_leads.c.user_id).where(task_leads.c.leader_user_id == VIEWER.id)


def in_team(person: sa.ColumnElement[int], *, with_left: bool) -> sa.ColumnElement[bool]:
    """The condition that a person is in the viewer's team or, `with_left`, deactivated and led by the viewer."""
    people: Any = sa.select(IdList("team").c.value)
    return person.in_(sa.union_all(people, deactivated_team()) if with_left else people)


def deactivated_team() -> sa.Select[Any]:
    return sa.select(users.c.id).where(users.c.leader_user_id == VIEWER.id, ~users.c.is_active)


def leads_task() -> sa.ColumnElement[bool]:
    """The condition that the viewer leads an item's task without being one of its responsibles."""
    works = sa.exists().where(task_responsibles.c.task_id == tasks.c.id, task_responsibles.c.user_id == VIEWER.id)
    return sa.and_(tasks.c.leader_user_id == VIEWER.id, ~works.correlate(tasks))


def of_item_and_log(kind: type[Struct]) -> Sequence[sa.ColumnElement[Any]]:
    """The columns for a Struct's fields, in their order: an item's, or its log's if the item has none of that name."""
    columns = {**daily_logs.c, **items.c}
    return [columns[name] for name in kind.__struct_fields__]


def left_items() -> sa.Select[Any]:
    """Each task's latest item of somebody who is not responsible for it any more; as `LeftItem`."""
    works = sa.exists().where(
        task_responsibles.c.task_id == items.c.task_id, task_responsibles.c.user_id == daily_logs.c.user_id
    )
    latest = sa.func.row_number().over(
        partition_by=items.c.task_id, order_by=(daily_logs.c.fecha.desc(), items.c.id.desc())
    )
    ranked = (
        sa.select(*of_item_and_log(LeftItem), latest.label("age"))
        .join_from(items, daily_logs)
        .where(among(items.c.task_id, "task_ids"), ~works.correlate(items, daily_logs))
        .subquery("ranked")
    )
    return sa.select(*columns_for(ranked, LeftItem)).where(ranked.c.age == 1).order_by(ranked.c.task_id)


def latest_items() -> sa.Select[Any]:
    """Each task's item in a person's latest log before a date."""
    newest_first = sa.func.row_number().over(partition_by=items.c.task_id, order_by=daily_logs.c.fecha.desc())
    ranked = (
        sa.select(*of_item_and_log(PreviousItem), newest_first.label("age"))
        .join_from(items, daily_logs)
        .where(
            among(items.c.task_id, "task_ids"),
            daily_logs.c.user_id == sa.bindparam("user_id"),
            daily_logs.c.fecha < sa.bindparam("before"),
        )
        .subquery("ranked")
    )
    return sa.select(*columns_for(ranked, PreviousItem)).where(ranked.c.age == 1).order_by(ranked.c.task_id)

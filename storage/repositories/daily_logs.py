"""Daily logs and their items. Until its log is closed an item shows its task as it is, then as it was."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

import msgspec
import sqlalchemy as sa

from core.base.calendar_time import ONE_DAY
from core.records.people import Actor
from core.records.work import (
    AtRiskItem,
    DailyLog,
    DailyLogItem,
    DailyLogState,
    DaySum,
    DayTotal,
    FirstDay,
    ItemNow,
    ItemState,
    NewItem,
    PreviousItem,
    TeamRow,
)
from core.work.daily_logs import COMPLETE
from storage.repositories.at_risk_items import at_risk_items, items_now, since_kept
from storage.repositories.daily_log_views import (
    add_task_leads,
    all_others_days,
    day_totals,
    days_of,
    first_days,
    frozen_fields,
    item_columns,
    latest_items,
    others_days,
    sums,
    team_rows,
)
from storage.schema.people import users
from storage.schema.work import BY_DATE, BY_PERSON, daily_log_items, daily_logs, tasks
from storage.sql.dialect import Dialect, columns_for, fields
from storage.sql.executor import DatabaseConnection

PEOPLE_TO_ONE = 8
"""How many people's logs are passed over by date in the time that one person's take by the index of people."""


class DailyLogStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        self._compile_logs(sql)
        self._compile_items(sql)
        self._compile_views(sql)

    def _compile_logs(self, sql: Dialect) -> None:
        columns = columns_for(daily_logs, DailyLogState)
        whole, row = sa.select(*columns), DailyLogState
        of_person = daily_logs.c.user_id == sa.bindparam("user_id")
        on_day = daily_logs.c.fecha == sa.bindparam("fecha")
        within = daily_logs.c.fecha.between(sa.bindparam("desde"), sa.bindparam("hasta"))
        one = daily_logs.c.id == sa.bindparam("log_id")
        self.state = sql.query(whole.where(one), row)
        self.find = sql.query(whole.where(of_person, on_day), row)
        self.history = sql.query(whole.where(of_person, within).order_by(daily_logs.c.fecha), row)
        of_people = sql.among(daily_logs.c.user_id, "user_ids")
        by_day = (daily_logs.c.fecha, daily_logs.c.user_id)
        self.team_states = sql.query(whole.where(of_people, within).order_by(*by_day), row)
        opened = sql.insert(daily_logs).on_conflict_do_nothing().returning(*columns)
        self.open = sql.query(opened, row, ["user_id", "fecha", "opened_at"])
        self.set_avance = sql.change(sa.update(daily_logs).where(one), ["avance_at"])
        self.set_closed = sql.change(sa.update(daily_logs).where(one), ["closed_at"])

    def _compile_items(self, sql: Dialect) -> None:
        items = daily_log_items
        whole = sa.select(*columns_for(items, ItemState))
        of_log = items.c.log_id == sa.bindparam("of_log")
        self.item = sql.query(whole.where(items.c.id == sa.bindparam("item_id")), ItemState)
        self.items = sql.query(whole.where(of_log).order_by(items.c.orden), ItemState)
        self.add_item = sql.change(sql.insert(items), ["log_id", *fields(NewItem)])
        written = sa.update(items).where(items.c.id == sa.bindparam("item_id"))
        self.update_item = sql.change(written, ["semaforo", "porcentaje", "resume_porcentaje", "task_reopened"])
        self.sum_up = sql.change(sa.update(daily_logs).where(daily_logs.c.id == sa.bindparam("of_log")).values(sums()))
        self.lead = sql.change(add_task_leads(sql, of_log))
        frozen = frozen_fields()
        self.freeze = sql.change(sa.update(items).values(frozen).where(of_log, tasks.c.id == items.c.task_id))
        self.thaw = sql.change(sa.update(items).values(dict.fromkeys(frozen, sa.null())).where(of_log))
        complete = (items.c.task_id == sa.bindparam("of_task"), items.c.porcentaje == COMPLETE)
        self.task_reopened = sql.change(sa.update(items).where(*complete).values(task_reopened=sa.true()))

    def _compile_views(self, sql: Dialect) -> None:
        items = daily_log_items
        columns = item_columns()
        shown = sa.select(*columns).join_from(items, tasks)
        self.shown = sql.query(
            shown.where(items.c.log_id == sa.bindparam("log_id")).order_by(items.c.orden), DailyLogItem
        )
        of_person = (
            daily_logs.c.user_id == sa.bindparam("user_id"),
            daily_logs.c.fecha.between(sa.bindparam("desde"), sa.bindparam("hasta")),
        )
        history = sa.select(items.c.log_id, *columns).join_from(items, tasks).join(daily_logs)
        by_day = (daily_logs.c.fecha, items.c.orden)
        self.history_items = sql.query(history.where(*of_person).order_by(*by_day), log_and_item)
        self.previous = sql.query(latest_items(sql), PreviousItem)
        self.all_rows = sql.query(team_rows(), TeamRow)
        self.any_persons_rows = sql.query(team_rows(of_person=True), TeamRow)
        self.persons_rows = sql.query(team_rows(sql, with_left=False, of_person=True), TeamRow)
        self.team_rows = {left: sql.query(team_rows(sql, with_left=left), TeamRow) for left in (False, True)}
        self.days_of = sql.query(days_of(sql), DaySum)
        self.day_totals = {way: sql.query(day_totals(sql, way), DayTotal) for way in (BY_DATE, BY_PERSON)}
        self.others_days = sql.query(others_days(sql), DaySum)
        self.all_others_days = sql.query(all_others_days(sql), DaySum)
        self.people = sql.query(sa.select(sa.func.count().label("count")).select_from(users), int)
        self.first_days = sql.query(first_days(sql), FirstDay)
        self.at_risk = sql.query(at_risk_items(sql), AtRiskItem)
        self.since_kept = sql.change(since_kept(sql))
        self.items_now = sql.query(items_now(sql), ItemNow)


class DailyLogs:
    """`core.ports.DailyLogRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: DailyLogStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def state(self, log_id: int) -> DailyLogState | None:
        """A log's own columns."""
        return await self._connection.one(self._sql.state, log_id=log_id)

    async def find(self, user_id: int, fecha: date) -> DailyLogState | None:
        """The one log of a person and date."""
        return await self._connection.one(self._sql.find, user_id=user_id, fecha=fecha)

    async def item(self, item_id: int) -> ItemState | None:
        """An item's own columns."""
        return await self._connection.one(self._sql.item, item_id=item_id)

    async def items(self, log_id: int) -> Sequence[ItemState]:
        """A log's items, by orden."""
        return await self._connection.all(self._sql.items, of_log=log_id)

    async def read(self, log_id: int) -> DailyLog:
        """A log as the contract shows it: task fields live, or as frozen at its closing."""
        log = await self._connection.only(self._sql.state, log_id=log_id)
        return shown(log, await self._connection.all(self._sql.shown, log_id=log_id))

    async def history(self, user_id: int, desde: date, hasta: date) -> Sequence[DailyLog]:
        """A person's logs within the dates, both included, by fecha."""
        bounds = {"user_id": user_id, "desde": desde, "hasta": hasta}
        rows = groupby(await self._connection.all(self._sql.history_items, **bounds), key=lambda row: row[0])
        items = {log_id: [item for _, item in of_log] for log_id, of_log in rows}
        return [shown(log, items.get(log.id, [])) for log in await self._connection.all(self._sql.history, **bounds)]

    async def team_rows(self, viewer: Actor, desde: date, hasta: date, *, inactive: bool) -> Sequence[TeamRow]:
        """Items that the viewer leads, by fecha, owner and orden; of deactivated people only if `inactive`."""
        statement = self._sql.all_rows if viewer.sees_all else self._sql.team_rows[inactive]
        return await self._connection.all(statement, viewer=viewer.id, team=viewer.team, desde=desde, hasta=hasta)

    async def persons_rows(self, viewer: Actor, user_id: int, fecha: date) -> Sequence[TeamRow]:
        """Those of one active person and date; to who sees all, of anybody."""
        statement = self._sql.any_persons_rows if viewer.sees_all else self._sql.persons_rows
        asked = {"viewer": viewer.id, "team": viewer.team, "user_id": user_id, "desde": fecha, "hasta": fecha}
        return await self._connection.all(statement, **asked)

    async def days_of(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        """These people's logs within the dates, both included, in no order."""
        return await self._connection.all(self._sql.days_of, user_ids=user_ids, desde=desde, hasta=hasta)

    async def day_totals(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DayTotal]:
        """Their logs added up by date, of the dates on which there are any, by fecha."""
        everybody = await self._connection.only(self._sql.people)
        way = BY_DATE if len(user_ids) * PEOPLE_TO_ONE >= everybody else BY_PERSON
        return await self._connection.all(self._sql.day_totals[way], user_ids=user_ids, desde=desde, hasta=hasta)

    async def others_days(self, viewer: Actor, members: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        """Of who is not among the members of the viewer's team, the logs with items that the viewer leads; in no order.

        Of who has left the team that is all of a log, of others the items of tasks that the viewer leads without being
        one of the responsibles. To who sees all, everything of everybody else.
        """
        statement = self._sql.all_others_days if viewer.sees_all else self._sql.others_days
        return await self._connection.all(statement, viewer=viewer.id, team=members, desde=desde, hasta=hasta)

    async def first_days(self, user_ids: Collection[int]) -> Sequence[FirstDay]:
        """The earliest log of each of these people who has one, by owner."""
        return await self._connection.all(self._sql.first_days, user_ids=user_ids)

    async def at_risk(
        self, people: Collection[int], task_leader: int, desde: date, hasta: date
    ) -> Sequence[AtRiskItem]:
        """Worrying items of these people and of those who work for that task leader, as they stand within the dates."""
        bounds = {"desde": desde, "day_before": desde - ONE_DAY, "hasta": hasta}
        return await self._connection.all(self._sql.at_risk, people=people, task_leader=task_leader, **bounds)

    async def items_now(self, item_ids: Collection[int]) -> Sequence[ItemNow]:
        """These items, in no order."""
        return await self._connection.all(self._sql.items_now, item_ids=item_ids)

    async def team_states(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DailyLogState]:
        """The logs of these people within the dates, both included, by fecha and owner."""
        return await self._connection.all(self._sql.team_states, user_ids=user_ids, desde=desde, hasta=hasta)

    async def open(self, user_id: int, fecha: date, at: datetime) -> DailyLogState:
        """The log of that person and date, made now unless it exists."""
        opened = await self._connection.one(self._sql.open, user_id=user_id, fecha=fecha, opened_at=at)
        if opened is not None:
            return opened
        return await self._connection.only(self._sql.find, user_id=user_id, fecha=fecha)

    async def previous(self, user_id: int, task_ids: Collection[int], before: date) -> Sequence[PreviousItem]:
        """Of each task, this person's item in the latest log dated before that date."""
        return await self._connection.all(self._sql.previous, user_id=user_id, task_ids=task_ids, before=before)

    async def add_items(self, log_id: int, items: Sequence[NewItem]) -> None:
        """Append items."""
        rows = [msgspec.structs.asdict(item) | {"log_id": log_id} for item in items]
        await self._connection.run_many(self._sql.add_item, rows)
        await self._connection.run(self._sql.lead, of_log=log_id)
        await self._settle(log_id, [item.task_id for item in items])

    async def update_item(self, item: ItemState) -> None:
        """Write semaforo, porcentaje and resumePorcentaje."""
        await self._connection.run(
            self._sql.update_item,
            item_id=item.id,
            semaforo=item.semaforo,
            porcentaje=item.porcentaje,
            resume_porcentaje=item.resume_porcentaje,
            task_reopened=False,
        )
        await self._settle(item.log_id, [item.task_id])

    async def _settle(self, log_id: int, task_ids: Collection[int]) -> None:
        """Keep what follows from items of these tasks that have changed."""
        await self._connection.run(self._sql.sum_up, of_log=log_id)
        ever = {"desde": date.min, "day_before": date.min}
        await self._connection.run(self._sql.since_kept, of_log=log_id, task_ids=task_ids, **ever)

    async def set_avance(self, log_id: int, at: datetime) -> None:
        """Write avanceAt."""
        await self._connection.run(self._sql.set_avance, log_id=log_id, avance_at=at)

    async def close(self, log_id: int, at: datetime) -> None:
        """Write closedAt, and beside each item its task's fields as they stand."""
        await self._connection.run(self._sql.set_closed, log_id=log_id, closed_at=at)
        await self._connection.run(self._sql.freeze, of_log=log_id)

    async def reopen(self, log_id: int) -> None:
        """Clear closedAt and the frozen fields."""
        await self._connection.run(self._sql.set_closed, log_id=log_id, closed_at=None)
        await self._connection.run(self._sql.thaw, of_log=log_id)

    async def task_reopened(self, task_id: int) -> None:
        """Remember on every item of this task at 100 that the task was taken up again."""
        await self._connection.run(self._sql.task_reopened, of_task=task_id)


def shown(log: DailyLogState, items: Sequence[DailyLogItem]) -> DailyLog:
    """A log in the contract's shape."""
    return DailyLog(log.id, log.fecha, log.opened_at, log.avance_at, log.closed_at, items)


def log_and_item(log_id: int, *item: Any) -> tuple[int, DailyLogItem]:
    """A row as an item and the log it is in."""
    return log_id, DailyLogItem(*item)

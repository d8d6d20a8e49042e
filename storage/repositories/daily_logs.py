"""Daily logs and their items. An item of an open log shows its task as it is, of a closed log as it was then."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any, ClassVar

import sqlalchemy as sa
from msgspec.structs import asdict

from core.base.calendar_time import ONE_DAY
from core.ports.work import DailyLogRepository
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
    LeftItem,
    NewItem,
    PreviousItem,
    RedOfDay,
    TeamRow,
)
from core.work.day_items import COMPLETE
from storage.repositories import daily_log_views as views
from storage.repositories.at_risk_items import at_risk_items, items_now, since_kept
from storage.schema.people import users
from storage.schema.work import BY_DATE, BY_PERSON, daily_log_items, daily_logs, tasks
from storage.sql.executor import Repository, change, changes, every, one
from storage.sql.expressions import among, columns_for, fields, insert
from storage.sql.statements import Change, Query

PEOPLE_TO_ONE = 8
"""Reading by date is faster than by person if at least one in this many people is asked about."""

STATES = sa.select(*columns_for(daily_logs, DailyLogState))
ITEM_STATES = sa.select(*columns_for(daily_log_items, ItemState))
THIS = daily_logs.c.id == sa.bindparam("log_id")
OF_PERSON = daily_logs.c.user_id == sa.bindparam("user_id")
THIS_ITEM = daily_log_items.c.id == sa.bindparam("item_id")
OF_LOG = daily_log_items.c.log_id == sa.bindparam("log_id")


def shown(log: DailyLogState, items: Sequence[DailyLogItem]) -> DailyLog:
    return DailyLog(log.id, log.fecha, log.opened_at, log.avance_at, log.closed_at, items)


def log_and_item(log_id: int, *item: Any) -> tuple[int, DailyLogItem]:
    return log_id, DailyLogItem(*item)


class DailyLogs(Repository, DailyLogRepository):
    state = one(STATES.where(THIS), DailyLogState)
    find = one(STATES.where(OF_PERSON, daily_logs.c.fecha == sa.bindparam("fecha")), DailyLogState)
    item = one(ITEM_STATES.where(THIS_ITEM), ItemState)
    items = every(ITEM_STATES.where(OF_LOG).order_by(daily_log_items.c.orden), ItemState)

    SHOWN = Query(
        sa.select(*views.item_columns())
        .join_from(daily_log_items, tasks)
        .join(daily_logs)
        .where(OF_LOG, views.in_log())
        .order_by(daily_log_items.c.orden),
        DailyLogItem,
    )

    async def read(self, log_id: int) -> DailyLog:
        log = await self._db.only(self.state.statement, log_id=log_id)
        return shown(log, await self._db.all(self.SHOWN, log_id=log_id))

    HISTORY = Query(STATES.where(OF_PERSON, views.WITHIN).order_by(daily_logs.c.fecha), DailyLogState)
    HISTORY_ITEMS = Query(
        sa.select(daily_log_items.c.log_id, *views.item_columns())
        .join_from(daily_log_items, tasks)
        .join(daily_logs)
        .where(OF_PERSON, views.WITHIN, views.in_log())
        .order_by(daily_logs.c.fecha, daily_log_items.c.orden),
        log_and_item,
    )

    async def history(self, user_id: int, desde: date, hasta: date) -> Sequence[DailyLog]:
        bounds = {"user_id": user_id, "desde": desde, "hasta": hasta}
        rows = groupby(await self._db.all(self.HISTORY_ITEMS, **bounds), key=lambda row: row[0])
        items = {log_id: [item for _, item in of_log] for log_id, of_log in rows}
        return [shown(log, items.get(log.id, [])) for log in await self._db.all(self.HISTORY, **bounds)]

    TEAM_ROWS: ClassVar = {
        (led, inactive, one): Query(views.team_rows(led=led, with_left=inactive, of_person=one), TeamRow)
        for led, inactive in ((False, True), (True, True), (True, False))
        for one in (False, True)
    }

    async def team_rows(
        self, viewer: Actor, desde: date, hasta: date, *, inactive: bool, user_id: int | None = None
    ) -> Sequence[TeamRow]:
        statement = self.TEAM_ROWS[not viewer.sees_all, viewer.sees_all or inactive, user_id is not None]
        asked = {"viewer": viewer.id, "team": viewer.team, "user_id": user_id, "desde": desde, "hasta": hasta}
        return await self._db.all(statement, **asked)

    ALL_REDS_OF_DAYS = Query(views.reds_of_days(), RedOfDay)
    REDS_OF_DAYS = Query(views.reds_of_days(led=True), RedOfDay)

    async def reds_of_days(self, viewer: Actor, desde: date, hasta: date) -> Sequence[RedOfDay]:
        statement = self.ALL_REDS_OF_DAYS if viewer.sees_all else self.REDS_OF_DAYS
        return await self._db.all(statement, viewer=viewer.id, team=viewer.team, desde=desde, hasta=hasta)

    days_of = every(views.days_of(), DaySum)

    PEOPLE = Query(sa.select(sa.func.count().label("count")).select_from(users), int)
    DAY_TOTALS: ClassVar = {way: Query(views.day_totals(way), DayTotal) for way in (BY_DATE, BY_PERSON)}

    async def day_totals(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DayTotal]:
        everybody = await self._db.only(self.PEOPLE)
        way = BY_DATE if len(user_ids) * PEOPLE_TO_ONE >= everybody else BY_PERSON
        return await self._db.all(self.DAY_TOTALS[way], user_ids=user_ids, desde=desde, hasta=hasta)

    OTHERS_DAYS = Query(views.others_days(), DaySum)
    ALL_OTHERS_DAYS = Query(views.all_others_days(), DaySum)

    async def others_days(self, viewer: Actor, members: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        statement = self.ALL_OTHERS_DAYS if viewer.sees_all else self.OTHERS_DAYS
        return await self._db.all(statement, viewer=viewer.id, team=members, desde=desde, hasta=hasta)

    first_days = every(views.first_days(), FirstDay)

    AT_RISK = Query(at_risk_items(), AtRiskItem)

    async def at_risk(
        self, people: Collection[int], task_leader: int, desde: date, hasta: date
    ) -> Sequence[AtRiskItem]:
        bounds = {"desde": desde, "day_before": desde - ONE_DAY, "hasta": hasta}
        return await self._db.all(self.AT_RISK, people=people, task_leader=task_leader, **bounds)

    items_now = every(items_now(), ItemNow)
    team_states = every(
        STATES.where(among(daily_logs.c.user_id, "user_ids"), views.WITHIN).order_by(
            daily_logs.c.fecha, daily_logs.c.user_id
        ),
        DailyLogState,
    )

    OPEN = Query(
        insert(daily_logs).on_conflict_do_nothing().returning(*columns_for(daily_logs, DailyLogState)),
        DailyLogState,
        ["user_id", "fecha", "opened_at"],
    )

    async def open(self, user_id: int, fecha: date, at: datetime) -> DailyLogState:
        opened = await self._db.one(self.OPEN, user_id=user_id, fecha=fecha, opened_at=at)
        if opened is not None:
            return opened
        return await self._db.only(self.find.statement, user_id=user_id, fecha=fecha)

    previous = every(views.latest_items(), PreviousItem)
    left_by_others = every(views.left_items(), LeftItem)

    ADD_ITEM = Change(sa.insert(daily_log_items), ["log_id", *fields(NewItem)])
    LEAD = Change(views.add_task_leads(OF_LOG))

    async def add_items(self, log_id: int, items: Sequence[NewItem]) -> None:
        rows = [asdict(item) | {"log_id": log_id} for item in items]
        await self._db.run_many(self.ADD_ITEM, rows)
        await self._db.run(self.LEAD, log_id=log_id)
        await self._settle(log_id, [item.task_id for item in items])

    UPDATE_ITEM = Change(
        sa.update(daily_log_items).where(THIS_ITEM).values(task_reopened=sa.false()),
        ["semaforo", "porcentaje", "resume_porcentaje"],
    )

    async def update_item(self, item: ItemState) -> None:
        await self._db.run(self.UPDATE_ITEM, item_id=item.id, **asdict(item))
        await self._settle(item.log_id, [item.task_id])

    SUM_UP = Change(sa.update(daily_logs).where(daily_logs.c.id == sa.bindparam("log_id")).values(dict([views.sums()])))
    SINCE_KEPT = Change(since_kept())

    async def _settle(self, log_id: int, task_ids: Collection[int]) -> None:
        await self._db.run(self.SUM_UP, log_id=log_id)
        ever = {"desde": date.min, "day_before": date.min}
        await self._db.run(self.SINCE_KEPT, log_id=log_id, task_ids=task_ids, **ever)

    set_avance = change(sa.update(daily_logs).where(THIS).values(avance_at=sa.bindparam("at")))

    close = changes(
        Change(sa.update(daily_logs).where(THIS).values(closed_at=sa.bindparam("at"))),
        Change(
            sa.update(daily_log_items)
            .values(views.frozen_fields())
            .where(OF_LOG, tasks.c.id == daily_log_items.c.task_id, daily_logs.c.id == daily_log_items.c.log_id)
            .where(views.owned())
        ),
    )
    reopen = changes(
        Change(sa.update(daily_logs).where(THIS).values(closed_at=sa.null())),
        Change(sa.update(daily_log_items).values(dict.fromkeys(views.frozen_fields(), sa.null())).where(OF_LOG)),
        SUM_UP,
    )
    task_moved = change(
        sa.update(daily_logs)
        .where(
            daily_logs.c.closed_at.is_(None),
            daily_logs.c.id.in_(
                sa.select(daily_log_items.c.log_id).where(daily_log_items.c.task_id == sa.bindparam("task_id"))
            ),
        )
        .values(dict([views.sums()]))
    )
    task_reopened = change(
        sa.update(daily_log_items)
        .where(daily_log_items.c.task_id == sa.bindparam("task_id"), daily_log_items.c.porcentaje == COMPLETE)
        .values(task_reopened=sa.true())
    )

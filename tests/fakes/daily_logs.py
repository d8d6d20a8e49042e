"""Daily logs in memory."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, date, datetime

import msgspec

from core.base.calendar_time import ONE_DAY
from core.base.model import Semaforo, TaskStatus
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
    Task,
    TeamRow,
)
from core.work.daily_logs import COMPLETE, leads_task
from core.work.traffic_light import AT_RISK
from tests.fakes.state import State, StoredItem, next_id


class DailyLogs:
    """`core.ports.DailyLogRepository`."""

    def __init__(self, state: State) -> None:
        self.store = state

    async def state(self, log_id: int) -> DailyLogState | None:
        return self.store.logs.get(log_id)

    async def find(self, user_id: int, fecha: date) -> DailyLogState | None:
        logs = self.store.logs.values()
        return next((log for log in logs if log.user_id == user_id and log.fecha == fecha), None)

    async def item(self, item_id: int) -> ItemState | None:
        stored = self.store.items.get(item_id)
        return stored.item if stored else None

    async def items(self, log_id: int) -> Sequence[ItemState]:
        return [stored.item for stored in self.stored(log_id)]

    async def read(self, log_id: int) -> DailyLog:
        return self.shown(self.store.logs[log_id])

    async def history(self, user_id: int, desde: date, hasta: date) -> Sequence[DailyLog]:
        return [self.shown(log) for log in self.dated(desde, hasta) if log.user_id == user_id]

    async def team_rows(self, viewer: Actor, desde: date, hasta: date, *, inactive: bool) -> Sequence[TeamRow]:
        return [
            self.team_row(log, stored)
            for log in self.dated(desde, hasta)
            for stored in self.in_log(log)
            if self.led_by(viewer, log, self.store.tasks[stored.item.task_id], inactive=inactive)
        ]

    async def red_rows(self, viewer: Actor, desde: date, hasta: date) -> Sequence[TeamRow]:
        rows = await self.team_rows(viewer, desde, hasta, inactive=True)
        return [row for row in rows if row.semaforo is Semaforo.ROJO]

    async def persons_rows(self, viewer: Actor, user_id: int, fecha: date) -> Sequence[TeamRow]:
        rows = await self.team_rows(viewer, fecha, fecha, inactive=False)
        return [row for row in rows if row.responsible_user_id == user_id]

    async def days_of(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        return [
            summed_up(log, [(stored.item.semaforo, stored.item.porcentaje) for stored in self.in_log(log)])
            for log in self.dated(desde, hasta)
            if log.user_id in user_ids
        ]

    async def day_totals(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DayTotal]:
        days = defaultdict(list)
        for one in await self.days_of(user_ids, desde, hasta):
            days[one.fecha].append(one)
        return [
            DayTotal(
                fecha,
                [one.user_id for one in found],
                sum(one.items for one in found),
                sum(one.porcentaje for one in found),
                *([one.worst for one in found].count(light) for light in Semaforo),
            )
            for fecha, found in sorted(days.items())
        ]

    async def others_days(self, viewer: Actor, members: Collection[int], desde: date, hasta: date) -> Sequence[DaySum]:
        lights = defaultdict(list)
        for row in await self.team_rows(viewer, desde, hasta, inactive=True):
            lights[row.daily_log_id].append((row.semaforo, row.porcentaje))
        logs = [log for log in self.dated(desde, hasta) if log.id in lights and log.user_id not in members]
        return [summed_up(log, lights[log.id]) for log in logs]

    async def first_days(self, user_ids: Collection[int]) -> Sequence[FirstDay]:
        dates = [
            (log.user_id, log.fecha)
            for log in self.store.logs.values()
            if log.user_id in user_ids and log.opened_at.astimezone(UTC).date() <= log.fecha + ONE_DAY
        ]
        return [FirstDay(person, min(day for who, day in dates if who == person)) for person in sorted(dict(dates))]

    async def team_states(self, user_ids: Collection[int], desde: date, hasta: date) -> Sequence[DailyLogState]:
        return [log for log in self.dated(desde, hasta) if log.user_id in user_ids]

    async def at_risk(
        self, people: Collection[int], task_leader: int, desde: date, hasta: date
    ) -> Sequence[AtRiskItem]:
        return [
            AtRiskItem(stored.item.id, person.id, task.id, task.fecha_cumplir, self.red_since(log, stored, desde))
            for person in self.store.users.values()
            if person.is_active
            for log in [log for log in self.dated(desde, hasta) if log.user_id == person.id][-1:]
            for stored in self.stored(log.id)
            for task in [self.store.tasks[stored.item.task_id]]
            if person.id in people or (task.leader_user_id == task_leader not in task.responsible_user_ids)
            if task.is_active and task.estatus is not TaskStatus.CERRADA and person.id in task.responsible_user_ids
            if stored.item.semaforo in AT_RISK
        ]

    async def items_now(self, item_ids: Collection[int]) -> Sequence[ItemNow]:
        return [self.item_now(stored) for stored in self.store.items.values() if stored.item.id in item_ids]

    async def open(self, user_id: int, fecha: date, at: datetime) -> DailyLogState:
        log = await self.find(user_id, fecha)
        if log is None:
            log = DailyLogState(next_id(self.store.logs), user_id, fecha, at, None, None)
            self.store.logs[log.id] = log
        return log

    async def previous(self, user_id: int, task_ids: Collection[int], before: date) -> Sequence[PreviousItem]:
        latest = {}
        for log in self.dated(date.min, before):
            if log.user_id == user_id and log.fecha < before:
                latest |= {stored.item.task_id: stored for stored in self.stored(log.id)}
        return [
            PreviousItem(task_id, item.semaforo, item.porcentaje, item.resume_porcentaje, stored.task_reopened)
            for task_id, stored in sorted(latest.items())
            if task_id in task_ids
            for item in (stored.item,)
        ]

    async def add_items(self, log_id: int, items: Sequence[NewItem]) -> None:
        for new in items:
            key = next_id(self.store.items)
            self.store.items[key] = StoredItem(ItemState(id=key, log_id=log_id, **msgspec.structs.asdict(new)))

    async def update_item(self, item: ItemState) -> None:
        stored = self.store.items[item.id]
        changed = msgspec.structs.replace(
            stored.item, semaforo=item.semaforo, porcentaje=item.porcentaje, resume_porcentaje=item.resume_porcentaje
        )
        self.store.items[item.id] = stored.but(item=changed, task_reopened=False)

    async def set_avance(self, log_id: int, at: datetime) -> None:
        self.change_log(log_id, avance_at=at)

    async def close(self, log_id: int, at: datetime) -> None:
        shown = self.in_log(self.store.logs[log_id])
        self.change_log(log_id, closed_at=at)
        for stored in shown:
            self.store.items[stored.item.id] = stored.but(frozen=self.store.tasks[stored.item.task_id])

    async def reopen(self, log_id: int) -> None:
        self.change_log(log_id, closed_at=None)
        for stored in self.stored(log_id):
            self.store.items[stored.item.id] = stored.but(frozen=None)

    async def task_moved(self, task_id: int) -> None:
        """Nothing is summed up here before it is asked for."""

    async def task_reopened(self, task_id: int) -> None:
        for key, stored in self.store.items.items():
            if stored.item.task_id == task_id and stored.item.porcentaje == COMPLETE:
                self.store.items[key] = stored.but(task_reopened=True)

    def red_since(self, log: DailyLogState, stored: StoredItem, desde: date) -> date | None:
        """Since when an item is red, if it is."""
        if stored.item.semaforo is not Semaforo.ROJO:
            return None
        since = log.fecha
        for day in reversed([day for day in self.dated(desde, log.fecha) if day.user_id == log.user_id]):
            lights = [each.item.semaforo for each in self.stored(day.id) if each.item.task_id == stored.item.task_id]
            if lights and lights != [stored.item.semaforo]:
                break
            since = day.fecha if lights else since
        return since

    def item_now(self, stored: StoredItem) -> ItemNow:
        """An item with its task."""
        item, task, log = stored.item, self.store.tasks[stored.item.task_id], self.store.logs[stored.item.log_id]
        return ItemNow(
            user_id=log.user_id,
            fecha=log.fecha,
            item_id=item.id,
            task_id=task.id,
            descripcion=task.descripcion,
            fecha_cumplir=task.fecha_cumplir,
            estatus=task.estatus,
            semaforo=item.semaforo,
            porcentaje=item.porcentaje,
        )

    def stored(self, log_id: int) -> list[StoredItem]:
        """A log's items, by orden."""
        of_log = [stored for stored in self.store.items.values() if stored.item.log_id == log_id]
        return sorted(of_log, key=lambda stored: stored.item.orden)

    def in_log(self, log: DailyLogState) -> list[StoredItem]:
        """The items that a log shows."""

        def owned(task: Task) -> bool:
            return task.is_active and log.user_id in task.responsible_user_ids

        live = log.closed_at is None
        of_log = self.stored(log.id)
        return [each for each in of_log if each.frozen or (live and owned(self.store.tasks[each.item.task_id]))]

    def dated(self, desde: date, hasta: date) -> list[DailyLogState]:
        """Logs within the dates, by fecha and owner."""
        within = [log for log in self.store.logs.values() if desde <= log.fecha <= hasta]
        return sorted(within, key=lambda log: (log.fecha, log.user_id))

    def change_log(self, log_id: int, **changes: datetime | None) -> None:
        """Write some of a log's columns."""
        self.store.logs[log_id] = msgspec.structs.replace(self.store.logs[log_id], **changes)

    def task_shown(self, stored: StoredItem) -> Task:
        """An item's task as frozen, else as it is."""
        return stored.frozen or self.store.tasks[stored.item.task_id]

    def shown(self, log: DailyLogState) -> DailyLog:
        """A log in the contract's shape."""
        items = [self.shown_item(stored) for stored in self.in_log(log)]
        return DailyLog(log.id, log.fecha, log.opened_at, log.avance_at, log.closed_at, items)

    def shown_item(self, stored: StoredItem) -> DailyLogItem:
        """An item in the contract's shape."""
        item, task = stored.item, self.task_shown(stored)
        return DailyLogItem(
            id=item.id,
            task_id=item.task_id,
            descripcion=task.descripcion,
            fecha_solicitud=task.fecha_solicitud,
            fecha_cumplir=task.fecha_cumplir,
            estatus=task.estatus,
            semaforo=item.semaforo,
            porcentaje=item.porcentaje,
            orden=item.orden,
        )

    def team_row(self, log: DailyLogState, stored: StoredItem) -> TeamRow:
        """An item in the contract's shape for leaders."""
        item, task = stored.item, self.task_shown(stored)
        return TeamRow(
            daily_log_id=log.id,
            responsible_user_id=log.user_id,
            leader_user_id=task.leader_user_id,
            item_id=item.id,
            task_id=item.task_id,
            porcentaje=item.porcentaje,
            created_by_user_id=task.created_by_user_id,
            fecha=log.fecha,
            fecha_solicitud=task.fecha_solicitud,
            fecha_cumplir=task.fecha_cumplir,
            opened_at=log.opened_at,
            avance_at=log.avance_at,
            closed_at=log.closed_at,
            descripcion=task.descripcion,
            estatus=task.estatus,
            prioridad=task.prioridad,
            semaforo=item.semaforo,
        )

    def led_by(self, viewer: Actor, log: DailyLogState, task: Task, *, inactive: bool) -> bool:
        """Whether the viewer leads an item: its owner, or its task without working on it; never their own."""
        if viewer.sees_all:
            return True
        owner = self.store.users[log.user_id]
        if owner.id == viewer.id or not (owner.is_active or inactive):
            return False
        return self.of_team(viewer, log) or leads_task(viewer, task)

    def of_team(self, viewer: Actor, log: DailyLogState) -> bool:
        """Whether the viewer leads its owner, or did until they left."""
        owner = self.store.users[log.user_id]
        left = not owner.is_active and owner.leader_user_id == viewer.id
        return viewer.sees_all or owner.id in viewer.team or left


def summed_up(log: DailyLogState, items: Sequence[tuple[Semaforo, int]]) -> DaySum:
    """A log with some of its items, each a light and a percentage."""
    lights = Counter(light for light, _ in items)
    counts = (lights[light] for light in Semaforo)
    return DaySum(log.user_id, log.fecha, log.closed_at is not None, *counts, sum(percent for _, percent in items))

"""The cast at work in one office, in short words: every step runs through the pipeline."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta

from core.application.requests import build
from core.application.use_case import Caller, IdempotencyKey, Pipeline, Precondition
from core.base.model import ParticipationStatus
from core.base.paging import Page
from core.base.settings import Settings
from core.calendar import event_types, events, participants, responses, series
from core.calendar.event_filter import EventQuery
from core.calendar.event_types import EventTypeUpdate
from core.calendar.events import EventCreate, EventReplace, EventUpdate
from core.calendar.participants import ParticipantRequest
from core.calendar.responses import ResponseRequest
from core.calendar.series import SeriesCreate, SeriesResult, SeriesUpdate
from core.delivery import sending
from core.delivery.leases import acquire_lease
from core.delivery.sending import Claimed
from core.jobs import pruning
from core.people import absences, schedules, users
from core.people.absences import AbsenceCreate
from core.people.schedules import ScheduleRequest
from core.ports import Store
from core.records.calendar import (
    Event,
    NewParticipant,
    NewReminder,
    NewVisibilityRecord,
    Participant,
    ParticipantResponse,
)
from core.records.jobs import Lease
from core.records.journal import Via
from core.records.messages import MessageKind, NewMessage, Outcome, Params
from core.records.people import Absence, User
from core.records.work import DailyLog, DailyLogItem, Red, Task, TaskComment, TeamRow
from core.work import daily_logs, red_help, tasks
from core.work.daily_logs import (
    DateRange,
    DateRequest,
    PercentageRequest,
    SemaforoRequest,
    TeamItemsDate,
    TeamItemsRange,
)
from core.work.red_help import RedReason
from core.work.tasks import CommentRequest, TaskCreate, TaskRange, TaskUpdate
from storage.sqlite.engine import drive
from tests.cast import LUCIA, OPERATOR, ROOT
from tests.clock import FakeClock
from tests.journaled import assert_says_all
from tests.memory_store import MemoryStore

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
TODAY = date(2026, 11, 20)
STRANGER_ID = 999

BIRTHDAY, REUNION, VISITA, OTRO = 1, 2, 3, 4
"""The event types that are there from the start; events of the first are for jobs to make."""

MEETING = {
    "eventTypeId": REUNION,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:30",
    "statusId": 1,
}
WEEKLY = MEETING | {"recurrenceType": "WEEKLY", "occurrenceCount": 3}


def day(offset: int = 0) -> date:
    """Today and the days around it."""
    return TODAY + timedelta(days=offset)


class World:
    """A store, a clock, and the cast at work in it."""

    def __init__(self, settings: Settings | None = None, store: Store | None = None) -> None:
        self.store = store or MemoryStore(cast=True, runs_twice=True)
        self.clock = FakeClock(NOW)
        self.pipeline = Pipeline(self.store, self.clock, settings or Settings())

    async def run(
        self,
        who: int,
        use_case,
        *args,
        idempotency_key: IdempotencyKey | None = None,
        precondition: Precondition | None = None,
        **named,
    ):
        """Run a use case as somebody, who is looked up anew as front ends do."""
        actor = users.OPERATOR
        if who != OPERATOR:
            actor = await self.pipeline.run(Caller(users.OPERATOR), users.actor, int(who))
        caller = Caller(actor, idempotency_key, precondition, via=Via.REST if who != OPERATOR else Via.JOB)
        return await self.pipeline.run(caller, use_case, *args, **named)

    async def rounds(self, number: int) -> None:
        """Let `number` hours pass, a round of housekeeping beginning at the end of each."""
        for _ in range(number):
            self.clock.advance(hours=1)
            assert await self.run(OPERATOR, pruning.begin_round)

    async def directory(self, username: str, **fields) -> User:
        """Change somebody in the directory."""
        return await self.run(OPERATOR, users.set_user, username, build(users.UserUpdate, fields))

    async def link(self, *people: int) -> None:
        """Give people Telegram accounts, a thousand and their id, of which nobody is told."""
        for who in people:
            code = await self.run(OPERATOR, users.invite, self.store.state.users[who].username)
            await self.run(OPERATOR, users.link, code, 1000 + who)
        if self.told(MessageKind.JOINED):
            self.store.execute("DELETE FROM outbox WHERE kind = 'joined'")
            self.store.execute("DELETE FROM sqlite_sequence WHERE name = 'outbox'")

    async def week(self, who: int, *days: tuple[int, str, str]) -> None:
        """Somebody's own working week: (weekday, from, until) of each day."""
        week = [{"weekday": weekday, "starts": starts, "ends": ends} for weekday, starts, ends in days]
        await self.run(who, schedules.set_schedule, int(who), build(ScheduleRequest, {"days": week}))

    async def away(self, who: int, first: date | str, last: date | str) -> Absence:
        """An absence of somebody's, noted by their leader if they have one, of which nobody is told."""
        request = build(AbsenceCreate, {"firstDay": first, "lastDay": last, "userId": who})
        leader = (await self.store.read(lambda uow: uow.users.get(who))).leader_user_id
        absence = (await self.run(leader or who, absences.declare_absence, request)).absence
        self.store.execute("DELETE FROM outbox WHERE kind IN ('absence_changed', 'own_absence_changed')")
        self.store.execute("DELETE FROM sqlite_sequence WHERE name = 'outbox'")
        return absence

    async def task(self, who: int, **fields) -> Task:
        """A new task, due in ten days unless said otherwise; its leader is set by an admin, who may name anybody."""
        leader = {"leaderUserId": fields.pop("leaderUserId")} if fields.get("leaderUserId") else {}
        task = await self.create_task(who, **fields)
        return await self.edit(ROOT, task, **leader) if leader else task

    async def create_task(self, who: int, **fields) -> Task:
        """A new task, all of whose fields the person sets."""
        request = build(TaskCreate, {"descripcion": "Task", "fechaCumplir": day(10)} | fields)
        return await self.run(who, tasks.create_task, request)

    async def get(self, who: int, task: Task | int) -> Task:
        return await self.run(who, tasks.get_task, task if isinstance(task, int) else task.id)

    async def edit(self, who: int, task: Task, **fields) -> Task:
        """PATCH a task: descripcion and fechaCumplir as they were unless given."""
        return await self.run(who, tasks.update_task, task.id, change(task, fields))

    async def team_edit(self, who: int, task: Task, **fields) -> Task:
        """The leader's PATCH."""
        return await self.run(who, tasks.team_edit_task, task.id, change(task, fields))

    async def delete(self, who: int, task: Task) -> Task:
        return await self.run(who, tasks.delete_task, task.id)

    async def listed(self, who: int) -> list[int]:
        """Ids of the tasks somebody lists."""
        return [task.id for task in await self.run(who, tasks.list_tasks)]

    async def ranged(self, who: int, start: date, end: date) -> list[int]:
        """Ids of the tasks somebody finds due between two dates."""
        found = await self.run(who, tasks.list_range, build(TaskRange, {"start": start, "end": end}))
        return [task.id for task in found]

    async def comment(self, who: int, task: Task | int, text: str = "Comment") -> TaskComment:
        task_id = task if isinstance(task, int) else task.id
        return await self.run(who, tasks.add_comment, task_id, build(CommentRequest, {"comentario": text}))

    async def edit_comment(self, who: int, task_id: int, comment_id: int, text: str = "Edited") -> TaskComment:
        request = build(CommentRequest, {"comentario": text})
        return await self.run(who, tasks.update_comment, task_id, comment_id, request)

    async def open(self, who: int, fecha: date = TODAY) -> DailyLog:
        return await self.run(who, daily_logs.open_log, dated(fecha))

    async def log(self, who: int, fecha: date = TODAY) -> DailyLog:
        return await self.run(who, daily_logs.my_log, dated(fecha))

    async def avance(self, who: int, log: DailyLog | int, fecha: date = TODAY) -> DailyLog:
        log_id = log if isinstance(log, int) else log.id
        return await self.run(who, daily_logs.send_avance, log_id, dated(fecha))

    async def close(self, who: int, log: DailyLog | int, fecha: date = TODAY) -> DailyLog:
        log_id = log if isinstance(log, int) else log.id
        return await self.run(who, daily_logs.close_log, log_id, dated(fecha))

    async def why_red(self, who: int, task: Task, motivo: str | None = "Why", helpers: Sequence[int] = ()) -> Red:
        """Say why one's item is ROJO, and name helpers."""
        fields = {"motivo": motivo, "desbloqueaUserIds": list(helpers)}
        return await self.run(who, red_help.explain, task.id, build(RedReason, fields))

    async def light(self, who: int, item_id: int, light: str, fecha: date = TODAY, **why) -> DailyLog:
        request = build(SemaforoRequest, {"fecha": fecha, "semaforo": light} | why)
        return await self.run(who, daily_logs.set_semaforo, item_id, request)

    async def percent(self, who: int, item_id: int, value: int, fecha: date = TODAY) -> DailyLog:
        request = build(PercentageRequest, {"fecha": fecha, "porcentaje": value})
        return await self.run(who, daily_logs.set_porcentaje, item_id, request)

    async def reopen(self, who: int, item_id: int, fecha: date = TODAY) -> DailyLog:
        return await self.run(who, daily_logs.reopen_item, item_id, dated(fecha))

    async def item(self, who: int, fecha: date = TODAY, task: Task | None = None) -> DailyLogItem:
        """The only item of somebody's log of a date, or that of a task; the log is opened if need be."""
        items = (await self.open(who, fecha)).items
        (item,) = items if task is None else [each for each in items if each.task_id == task.id]
        return item

    async def history(self, who: int, desde: date, hasta: date) -> list[DailyLog]:
        return await self.run(who, daily_logs.my_history, between(desde, hasta))

    async def team_log(self, who: int, fecha: date = TODAY) -> list[TeamRow]:
        return await self.run(who, daily_logs.team_log, TeamItemsDate(fecha=fecha))

    async def event(self, who: int, **fields) -> Event:
        """A new event: on Monday from ten to half past eleven in Mexico City, unless said otherwise."""
        return await self.run(who, events.create_event, build(EventCreate, MEETING | fields))

    async def get_event(self, who: int, event: Event | int) -> Event:
        return await self.run(who, events.get_event, event if isinstance(event, int) else event.id)

    async def edit_event(self, who: int, event: Event | int, **fields) -> Event:
        """PATCH an event."""
        event_id = event if isinstance(event, int) else event.id
        return await self.run(who, events.update_event, event_id, build(EventUpdate, fields))

    async def put_event(self, who: int, event: Event | int, **fields) -> Event:
        """PUT an event: a public meeting unless said otherwise, without what may be left out."""
        event_id = event if isinstance(event, int) else event.id
        whole = MEETING | {"isVirtual": False, "isPublic": True, "isActive": True} | fields
        return await self.run(who, events.replace_event, event_id, build(EventReplace, whole))

    async def delete_event(self, who: int, event: Event | int) -> object:
        return await self.run(who, events.delete_event, event if isinstance(event, int) else event.id)

    async def events(self, who: int, **dates) -> list[int]:
        """Ids of the events somebody lists."""
        return [event.id for event in await self.run(who, events.list_events, build(EventQuery, dates))]

    async def invite(self, event: Event, who: int, by: int = LUCIA) -> Participant:
        """Have somebody take part in an event, as whoever may change it does."""
        request = build(ParticipantRequest, {"eventId": event.id, "userId": int(who)})
        return await self.run(by, participants.create_participant, request)

    async def respond(
        self, who: int, event: Event, response: str = ParticipationStatus.ACCEPTED, **options
    ) -> ParticipantResponse:
        request = build(ResponseRequest, {"response": response})
        return await self.run(who, responses.set_response, event.id, request, **options)

    async def answers(self, event: Event, who: int = ROOT, **page) -> list[tuple[int, ParticipationStatus]]:
        """(person, answer) of everybody who takes part in an event."""
        found = await self.run(who, responses.list_responses, event.id, Page(**page))
        return [(each.user_id, each.response) for each in found]

    async def deactivate_type(self, type_id: int) -> None:
        request = build(EventTypeUpdate, {"isActive": False})
        await self.run(ROOT, event_types.update_event_type, type_id, request)

    async def series(self, who: int, **fields) -> SeriesResult:
        """A new series: on three Mondays unless said otherwise."""
        return await self.run(who, series.create_series, build(SeriesCreate, WEEKLY | fields))

    async def edit_series(self, who: int, series_id: int, **fields) -> int:
        """PATCH a series."""
        return await self.run(who, series.update_series, series_id, build(SeriesUpdate, fields))

    async def delete_series(self, who: int, series_id: int) -> int:
        return await self.run(who, series.delete_series, series_id)

    async def of_series(self, series_id: int) -> list[Event]:
        """A series' events as an admin finds them."""
        return [event for event in await self.run(ROOT, events.list_events) if event.series_id == series_id]

    def attached(self) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """(event, person) of each live participant, and of each live record that shows an event."""
        participants = [(row.event_id, row.user_id) for row in self.store.state.participants.values()]
        records = [row for row in self.store.state.visibility.values() if row.is_visible]
        return participants, [(row.event_id, row.user_id) for row in records]

    def joins(self, who: int | None, event: Event, customer_id: int | None = None) -> int:
        """Have somebody take part in an event, as it is stored; the participation's id."""
        new = NewParticipant(event_id=event.id, user_id=who, customer_id=customer_id, created_at=NOW, updated_at=NOW)
        return self.store.put(lambda uow: uow.participants.add(new)).id

    def shows(self, who: int, event: Event, *, visible: bool = True) -> None:
        """Keep a record that shows or hides an event, as it is stored."""
        new = NewVisibilityRecord(event_id=event.id, user_id=who, is_visible=visible, created_at=NOW, updated_at=NOW)
        self.store.put(lambda uow: uow.visibility.add(new))

    def reminds(self, event: Event, at: datetime = NOW, *, sent: bool = False) -> int:
        """Keep a reminder of an event, as it is stored; its id."""
        new = NewReminder(event_id=event.id, remind_at=at, sent=sent, created_at=NOW, updated_at=NOW)
        return self.store.put(lambda uow: uow.reminders.add(new)).id

    def told(self, kind: MessageKind) -> list[tuple[int, Params]]:
        """To whom messages of a kind are, in order, and what they are about."""
        return [(each.user_id, each.params) for each in self.store.state.outbox.values() if each.kind is kind]

    async def team_history(self, who: int, desde: date, hasta: date) -> list[TeamRow]:
        return await self.run(who, daily_logs.team_history, TeamItemsRange(desde=desde, hasta=hasta))

    def leave(self, *messages: NewMessage) -> None:
        """Keep messages in the outbox."""
        self.store.put(lambda uow: uow.outbox.add(messages))

    async def claim(self, holder: str = "one") -> tuple[Lease, Sequence[Claimed]]:
        """Claim what is to be sent now, as the holder of the lease."""
        lease = await self.run(OPERATOR, acquire_lease, holder)
        return lease, await self.run(OPERATOR, sending.claim_due, lease, 20)

    async def claimed(self) -> list[int]:
        return [each.message.id for each in (await self.claim())[1]]


@contextmanager
def fresh_world() -> Iterator[World]:
    """The cast, with no tasks and no logs yet; in the end the journal says all of it."""
    made = World()
    yield made
    if not made.store.closed:
        drive(assert_says_all(made.store))
    made.store.end()


def arrive(world: World) -> None:
    """Every waiting message is sent."""
    for each in world.store.put(lambda uow: uow.outbox.all_waiting(1000)):
        world.store.put(lambda uow, each=each: uow.outbox.settle(each.id, Outcome.SENT, None, NOW))


async def world_with(**settings) -> World:
    """The cast in an office with other settings."""
    return World(Settings(**settings))


def dated(fecha: date) -> DateRequest:
    return build(DateRequest, {"fecha": fecha})


def between(desde: date, hasta: date) -> DateRange:
    return build(DateRange, {"desde": desde, "hasta": hasta})


def change(task: Task, fields: dict[str, object]) -> TaskUpdate:
    required = {"descripcion": task.descripcion, "fechaCumplir": task.fecha_cumplir}
    return build(TaskUpdate, required | fields)

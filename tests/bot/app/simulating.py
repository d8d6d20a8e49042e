"""A team on a store of its own, its service rehearsed over a copy, or lived through tick by tick."""

from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import storage
from bot.app.scheduler import Scheduler
from bot.app.simulation import NullClient, Simulation, no_token, unpaced
from bot.chat.memory import Memory
from bot.chat.sender import Sender
from bot.process.lease_keeper import LeaseKeeper
from core.application.requests import build
from core.application.use_case import Caller, Pipeline
from core.base.settings import Settings
from core.calendar import events, reminders
from core.calendar.events import EventCreate
from core.calendar.reminders import ReminderRequest
from core.jobs import upcoming
from core.people import absences, schedules, users
from core.people.absences import AbsenceCreate
from core.people.schedules import ScheduleRequest
from core.people.users import OPERATOR, OPERATOR_CALLER, UserCreate
from core.records.jobs import Lease, LeaseName
from core.records.messages import Message, Outcome
from core.records.people import User
from core.records.work import Task
from core.work import tasks
from core.work.tasks import TaskCreate
from tests.clock import FakeClock

EVERY_DAY = [{"weekday": number, "starts": "09:00", "ends": "18:00"} for number in range(1, 8)]


class Fate(NamedTuple):
    """The fate of a message: when by the business zone's clock, whose, what, how, and why or until when."""

    at: str
    who: str
    kind: str
    outcome: str
    why: str = ""


class Leader(LeaseKeeper):
    """A lease keeper that leads for as long as a comparison takes, without renewing anything."""

    async def renew(self):
        return self.lease


class Office:
    """People, a clock and a store; everybody has a phone but Root, an admin, of whose messages nobody asks."""

    def __init__(self, store: storage.SqlStore, url: str, settings: Settings, now: datetime) -> None:
        self.store = store
        self.url = url
        self.settings = settings
        self.clock = FakeClock(now)
        self.chat = store.chat()
        self.pipeline = Pipeline(store, self.clock, settings)
        self.people: dict[str, User] = {}

    async def operate(self, use_case, *args):
        return await self.pipeline.run(Caller(OPERATOR), use_case, *args)

    async def act(self, who: str, use_case, *args):
        actor = await self.operate(users.actor, self.people[who].id)
        return await self.pipeline.run(Caller(actor), use_case, *args)

    async def joins(self, who: str, *, linked: bool = True, **fields) -> User:
        """A new person."""
        request = build(UserCreate, {"username": who, "name": who.title()} | fields)
        self.people[who] = await self.operate(users.add_user, request)
        if linked:
            code = await self.operate(users.invite, who)
            self.people[who] = await self.operate(users.link, code, 7000 + self.people[who].id)
        return self.people[who]

    async def works(self, who: str, days) -> None:
        await self.act(who, schedules.set_schedule, self.people[who].id, build(ScheduleRequest, {"days": days}))

    async def is_away(self, who: str, first: str, last: str) -> None:
        await self.act(who, absences.declare_absence, build(AbsenceCreate, {"firstDay": first, "lastDay": last}))

    async def task(self, who: str, due: str, asked: str = "2026-01-05", *others: str) -> Task:
        """A task of these people; what others than who made it have is news to them."""
        ids = [self.people[each].id for each in dict.fromkeys((who, *others))]
        fields = {"descripcion": "Revisar", "fechaSolicitud": asked, "fechaCumplir": due, "responsibleUserIds": ids}
        return await self.act("root" if others else who, tasks.create_task, build(TaskCreate, fields))

    async def reminder(self, who: str, at: datetime) -> None:
        """An event of somebody's and its reminder."""
        span = {"startDatetime": "2027-06-01T10:00", "endDatetime": "2027-06-01T11:00"}
        event = await self.act(
            who, events.create_event, build(EventCreate, {"eventTypeId": 2, "title": "Junta", "statusId": 1} | span)
        )
        asked = {"eventId": event.id, "remindAt": at.astimezone(UTC).isoformat().replace("+00:00", "Z")}
        await self.act(who, reminders.create_reminder, build(ReminderRequest, asked))

    async def foretold(self, until: datetime) -> list[Fate]:
        """Return what a rehearsal over a copy says will become of everybody's messages until a time."""
        ids = self.asked_of()
        async with AsyncExitStack() as stack:
            copy = await stack.enter_async_context(storage.scratch_copy(self.url))
            opening = storage.open_store(copy, synchronous="NORMAL")
            store = await stack.enter_async_context(opening)
            simulation = Simulation(store, store.chat(), self.settings, self.clock.now())
            decided = [each async for each in simulation.run(ids, until)]
            return [self.fate(each) for each in decided if isinstance(each, Message)]

    async def happened(self, ticks) -> list[Fate]:
        """Return what became of everybody's messages, with a service that looks at these times."""
        ids, fates = self.asked_of(), []
        scheduler = Scheduler(self.pipeline, self.chat)
        sender = Sender(self.pipeline, no_token, Memory(self.chat, self.pipeline), NullClient(), unpaced())
        keeper = scheduler.lease_keeper = Leader(self.pipeline, scheduler.lease_keeper.holder, LeaseName.JOBS)
        keeper.lease = Lease(keeper.holder, 1, self.clock.now() + timedelta(days=99))
        await self.store.write(lambda uow: uow.leases.put(LeaseName.JOBS, keeper.lease))
        for at in ticks:
            self.clock.set(at)
            await scheduler.work(at)
            while await sender.send_due(keeper.lease):
                pass
            decided = await self.pipeline.run(OPERATOR_CALLER, upcoming.decided_messages, ids)
            fates += [self.fate(message) for message in decided]
        await scheduler.stop()
        return fates

    def asked_of(self) -> list[int]:
        return [user.id for name, user in self.people.items() if name != "root"]

    def fate(self, message: Message) -> Fate:
        names = {user.id: name for name, user in self.people.items()}
        why = message.reason or ""
        if message.outcome is Outcome.WAITING:
            why = f"{why} {self.local(message.due_at)}"
        return Fate(self.local(message.outcome_at), names[message.user_id], message.kind, message.outcome, why)

    def local(self, at: datetime) -> str:
        return f"{at.astimezone(self.settings.zone):%m-%d %H:%M}"

    def at(self, text: str) -> datetime:
        """An instant by the business zone's clock."""
        return datetime.fromisoformat(text).replace(tzinfo=self.settings.zone).astimezone(UTC)


@asynccontextmanager
async def opened(path, now: str, zone: str = "America/Mexico_City", **settings):
    """An office whose clock stands at a time of its zone, its service having done what was due before."""
    rules = Settings(zone=ZoneInfo(zone), **settings)
    url = f"sqlite+aiosqlite:///{path}"
    async with storage.open_store(url, synchronous="NORMAL") as store:
        office = Office(store, url, rules, datetime.fromisoformat(now).replace(tzinfo=rules.zone).astimezone(UTC))
        office.people = {user.username: user for user in await office.operate(users.list_users)}
        if "root" not in office.people:
            await office.joins("root", linked=False, role="admin")
            await office.happened([office.clock.now()])
        yield office

"""Living through days on which the clocks are changed: each daily job and prompt once a local day, at its time."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.app.scheduler import Scheduler
from core.application.requests import build
from core.application.use_case import Pipeline
from core.base.settings import Settings
from core.calendar import reminders
from core.calendar.reminders import ReminderRequest
from core.jobs.timetable import TIMETABLE, Daily
from core.people import users
from core.people.users import UserUpdate
from core.records.messages import MessageKind

CHANGES = {
    "America/New_York": (date(2026, 3, 8), date(2026, 11, 1)),
    "Europe/Madrid": (date(2026, 3, 29), date(2026, 10, 25)),
    "America/Mexico_City": (date(2026, 4, 5), date(2026, 10, 25)),
}
"""Mexico has given them up: on the days that would be its own, nothing may happen."""

ZONES = {"ana": "", "luis": "America/New_York", "lucia": "Europe/Madrid", "pablo": "America/Mexico_City"}
"""The zones of people; Ana is in the business zone."""

DAILY = {job: planned.plan for job, planned in TIMETABLE.items() if isinstance(planned.plan, Daily)}
PROMPTS = {MessageKind.OPEN_PROMPT: time(9), MessageKind.AVANCE_PROMPT: time(14)}
ONE_DAY = timedelta(days=1)


class Span:
    """Three local days, the clocks of a zone changed on the second, through which a service lives step by step."""

    def __init__(self, office, zone: str, day: date, step: timedelta) -> None:
        self.office = office
        self.zone = ZoneInfo(zone)
        self.step = step
        self.day = day
        self.begins, self.ends = (
            instant(day - ONE_DAY, time(), self.zone),
            instant(day + 2 * ONE_DAY, time(), self.zone),
        )
        settings = Settings(zone=self.zone, working_days=tuple(range(1, 8)), country="")
        office.pipeline = Pipeline(office.store, office.clock, settings)

    async def prepare(self) -> None:
        """People in their zones, and an event with a reminder each half hour of the night."""
        self.office.clock.set(self.begins - ONE_DAY)
        await self.office.link(*ZONES)
        for who, zone in ZONES.items():
            if zone:
                await self.office.operate(users.set_user, who, build(UserUpdate, {"timezone": zone}))
        event = await self.office.event("ana", title="Guardia")
        midnight = instant(self.day, time(), self.zone)
        for half_hours in range(10):
            at = midnight + half_hours * timedelta(minutes=30)
            fields = {"eventId": event.id, "remindAt": at.strftime("%Y-%m-%dT%H:%M:%SZ")}
            await self.office.act("ana", reminders.create_reminder, build(ReminderRequest, fields))

    async def live(self) -> None:
        """Tick from the beginning to the end."""
        scheduler = Scheduler(self.office.pipeline, self.office.chat)
        self.office.clock.set(self.begins)
        while self.office.clock.now() < self.ends:
            await scheduler.work(self.office.clock.now())
            self.office.clock.set(self.office.clock.now() + self.step)

    def days(self, at: time, zone: ZoneInfo) -> Iterator[tuple[date, datetime]]:
        """The dates of a zone on which a time of day falls within it, and when."""
        days = (self.day + number * ONE_DAY for number in range(-3, 4))
        instants = ((day, instant(day, at, zone)) for day in days)
        return ((day, when) for day, when in instants if self.begins <= when < self.ends)

    def rows(self, statement: str, *values: object) -> list[tuple]:
        """Return rows of the database, times as instants."""
        found = self.office.store.execute(statement, values).fetchall()
        return [(name, datetime.fromisoformat(at)) for name, at in found]

    def in_time(self, expected: list[tuple[object, datetime]], found: list[tuple[object, datetime]]) -> bool:
        """Return whether exactly what was expected happened, each within a step of its time."""
        assert [name for name, _ in found] == [name for name, _ in expected]
        late = [at - due for (_, due), (_, at) in zip(expected, found, strict=True)]
        return all(timedelta() <= by < self.step for by in late)


def instant(day: date, at: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, at, zone).astimezone(UTC)


def each_daily_job_once_a_local_day(span: Span) -> None:
    runs = "SELECT nominal, started_at FROM job_runs WHERE job = ? AND started_at >= ? AND nominal >= ? ORDER BY id"
    for job, plan in DAILY.items():
        days = [(day, at) for day, at in span.days(plan.at, span.zone) if day.isoweekday() in plan.weekdays]
        first = (span.day - ONE_DAY).isoformat()
        assert span.in_time(
            [(day.isoformat(), at) for day, at in days], span.rows(runs, job, span.begins.isoformat(), first)
        )


def each_prompt_once_a_day_of_its_persons_at_their_own_time(span: Span) -> None:
    written = "SELECT kind, created_at FROM outbox WHERE user_id = ? AND kind = ? ORDER BY id"
    for who, zone in ZONES.items():
        for kind, at in PROMPTS.items():
            expected = [(kind, when) for _, when in span.days(at, ZoneInfo(zone) if zone else span.zone)]
            assert span.in_time(expected, span.rows(written, span.office.users[who].id, kind))


def every_reminder_at_its_instant(span: Span) -> None:
    due = span.rows("SELECT id, remind_at FROM event_reminders ORDER BY id")
    assert len(due) == 10
    told = "SELECT json_extract(params, '$.reminder_id'), created_at FROM outbox WHERE kind = 'reminder' ORDER BY id"
    assert span.in_time(due, span.rows(told))


@pytest.mark.parametrize("minutes", [30, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("zone", "day"), [(zone, day) for zone, days in CHANGES.items() for day in days])
async def test_every_job_prompt_and_reminder_keeps_its_time_while_clocks_change(office, zone, day, minutes, measured):
    span = Span(office, zone, day, timedelta(minutes=minutes))
    await span.prepare()
    await span.live()
    each_daily_job_once_a_local_day(span)
    each_prompt_once_a_day_of_its_persons_at_their_own_time(span)
    every_reminder_at_its_instant(span)
    measured(f"{int((span.ends - span.begins) / span.step)} minutes of {zone} around {day}: all in time")

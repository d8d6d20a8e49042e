"""Simulations of messages to come: across changes of the clocks, absences and weekends."""

import random
import shutil
import tempfile
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from core.application.requests import build
from core.calendar.events import list_events
from core.delivery import sending, snoozes
from core.delivery.leases import acquire_lease
from core.people import users
from core.people.users import UserUpdate
from core.records.messages import MessageKind, Outcome
from core.work import daily_logs
from core.work.daily_logs import DateRequest
from storage.sqlite.connecting import connect
from tests.bot.app.simulating import EVERY_DAY, Fate, opened

OPEN, REPORT, ASSIGNED = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.TASK_ASSIGNED
DIGEST, SURVEY, REMINDER = MessageKind.OVERDUE_DIGEST, MessageKind.OVERDUE_SURVEY, MessageKind.REMINDER
SENT, WITHHELD, WAITING = Outcome.SENT, Outcome.WITHHELD, Outcome.WAITING
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def file(empty_database, tmp_path):
    return Path(shutil.copy(empty_database, tmp_path / "semaforo.db"))


def of(kind, fates):
    return [(fate.at, fate.outcome, fate.why) for fate in fates if fate.kind == kind]


def rows(file):
    """Everything that a database holds."""
    with closing(connect(file)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall()
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for (name,) in tables}


@pytest.mark.parametrize("before", ["2027-03-27", "2026-10-24"])
async def test_when_the_clocks_change_all_comes_at_its_hour_once_a_day_and_reminders_at_their_instant(file, before):
    """The day before the change is a Saturday."""
    async with opened(file, f"{before}T00:00", "Europe/Madrid", country="") as office:
        await office.joins("ana")
        await office.works("ana", EVERY_DAY)
        await office.task("ana", due="2026-01-10")
        days = [datetime.fromisoformat(before) + number * DAY for number in range(3)]
        instants = [office.clock.now() + timedelta(hours=hours, minutes=30) for hours in range(24, 29)]
        for instant in instants:
            await office.reminder("ana", instant)
        found = await office.foretold(office.at(f"{days[-1] + DAY}"))
    names = [f"{day:%m-%d}" for day in days]
    assert of(OPEN, found) == [(f"{day} 09:00", SENT, "") for day in names]
    assert of(REPORT, found) == [(f"{day} 14:00", SENT, "") for day in names]
    digests = [(f"{names[0]} 10:00", WITHHELD, "asked"), (f"{names[2]} 10:00", SENT, "")]
    assert of(DIGEST, found) == digests
    assert of(SURVEY, found) == [(f"{names[0]} 09:01", SENT, "")]
    assert of(REMINDER, found) == [(office.local(instant), SENT, "") for instant in instants]


async def test_who_is_away_is_left_alone_and_asked_on_return_and_colleagues_are_not(file):
    async with opened(file, "2026-11-23T06:00") as office:
        for who in ("ana", "luis"):
            await office.joins(who)
        await office.is_away("ana", "2026-11-24", "2026-11-25")
        for who in ("ana", "luis"):
            await office.task(who, due="2026-11-23")
        found = await office.foretold(office.at("2026-11-27"))
    ana, luis = ([fate for fate in found if fate.who == who] for who in ("ana", "luis"))
    assert [at for at, *_ in of(OPEN, luis)] == [f"11-{day} 09:00" for day in (23, 24, 25, 26)]
    assert [at for at, *_ in of(OPEN, ana)] == ["11-23 09:00", "11-26 09:00"]
    assert of(SURVEY, luis) == [("11-24 09:01", SENT, "")]
    assert of(SURVEY, ana) == [("11-24 09:00", WAITING, "absence 11-26 07:00"), ("11-26 07:00", SENT, "")]
    assert of(DIGEST, ana) == [
        ("11-24 10:00", WITHHELD, "absence"),
        ("11-25 10:00", WITHHELD, "absence"),
        ("11-26 10:00", WITHHELD, "asked"),
    ]


async def test_a_snooze_comes_when_it_was_asked_for_and_who_cannot_be_written_to_is_named(file):
    async with opened(file, "2026-11-23T08:00") as office:
        await office.joins("ana")
        await office.joins("nora", linked=False)
        await office.task("nora", due="2026-11-20")
        await office.reminder("ana", office.at("2026-11-20T08:00"))
        (event,) = await office.act("ana", list_events)
        await office.act("ana", snoozes.snooze, event.id, snoozes.Delay.HOUR)
        office.clock.advance(minutes=1)
        found = await office.foretold(office.at("2026-11-23T09:05"))
    assert found == [
        Fate("11-23 08:01", "ana", REMINDER, WITHHELD, "late"),
        Fate("11-23 09:00", "ana", REMINDER, SENT),
        Fate("11-23 09:00", "nora", SURVEY, WITHHELD, "not_linked"),
        Fate("11-23 09:00", "ana", OPEN, SENT, "together"),
    ]


async def test_nothing_of_the_database_is_changed_while_it_is_in_use_and_no_copy_is_left(file, tmp_path, monkeypatch):
    """The writer has the file open, with what it wrote last still in its log."""
    room = tmp_path / "room"
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    async with opened(file, "2026-11-23T08:00") as office:
        await office.joins("ana")
        await office.task("ana", due="2026-11-20")
        before = rows(file)
        assert await office.foretold(office.at("2026-11-25"))
        assert rows(file) == before
    untouched = file.read_bytes(), rows(file)
    async with opened(file, "2026-11-23T08:00") as again:
        assert await again.foretold(again.at("2026-11-25"))
    assert (file.read_bytes(), rows(file)) == untouched
    assert list(room.iterdir()) == []


async def test_it_foretells_while_the_service_leads_and_has_a_message_in_hand(file):
    async with opened(file, "2026-11-23T08:00") as office:
        await office.joins("ana")
        await office.task("ana", "2026-12-01", "2026-11-02", "root")
        lead = await office.operate(acquire_lease, "the service")
        assert [each.message.kind for each in await office.operate(sending.claim_due, lead, 20)] == [ASSIGNED]
        assert await office.foretold(office.at("2026-11-23T08:30")) == [Fate("11-23 08:01", "ana", ASSIGNED, SENT)]


async def filled(office, chance, zones):
    """A random team: who leads whom, hours, absences, tasks late and to come, reminders, days begun or ended."""
    names = ["ana", "luis", "lucia", "pablo", "nora"]
    for number, who in enumerate(names):
        leader = chance.choice([None, *names[:number]]) if number else None
        birthday = f"1990-11-{chance.randint(20, 26)}"
        await office.joins(who, linked=chance.random() < 0.9, leader=leader, birthday=birthday)
        if zones and chance.random() < 0.5:
            await office.operate(users.set_user, who, build(UserUpdate, {"timezone": chance.choice(zones)}))
        if chance.random() < 0.3:
            await office.works(who, EVERY_DAY)
        if chance.random() < 0.4:
            first = chance.randint(20, 24)
            await office.is_away(who, f"2026-11-{first}", f"2026-11-{first + chance.randint(0, 2)}")
        await given_work(office, chance, who, names[: number + 1])


async def given_work(office, chance, who, leaders):
    """Random tasks and reminders of a person, and perhaps a day begun, or ended too."""
    for _ in range(chance.randint(0, 3)):
        asked, due = chance.randint(1, 23), chance.randint(17, 28)
        await office.task(who, f"2026-11-{max(asked, due):02}", f"2026-11-{asked:02}", chance.choice(leaders))
    for _ in range(chance.randint(0, 2)):
        hour, minute = chance.choice([(7, 3), (9, 0), (18, 2), (23, 58), (14, 4)])
        seconds = chance.choice([0, 20])
        await office.reminder(who, office.at(f"2026-11-{chance.randint(20, 23)}T{hour:02}:{minute:02}:{seconds:02}"))
    if chance.random() < 0.5:
        log = await office.act(who, daily_logs.open_log, DateRequest(fecha=date(2026, 11, 20)))
        if chance.random() < 0.5:
            await office.act(who, daily_logs.close_log, log.id, DateRequest(fecha=log.fecha))


async def compared(office, hours, ticks):
    """Return what was foretold and what happened, in order of time; within one minute in any order."""
    start = office.clock.now()
    until = start + timedelta(hours=hours)
    foretold = await office.foretold(until)
    happened = await office.happened(start + number * MINUTE for number in ticks if start + number * MINUTE < until)
    return sorted(foretold), sorted(happened)


def about_the_hours(hours):
    """Minutes from six in the morning of a day at which an office's clock has something to do, and a few around.

    The second is when leaders hear of the absences that were noted at the beginning.
    """
    busy = {0, 1, 5, 7, 9, 10, 14, 18, 24}
    minutes = {hour * 60 + minute for hour in busy for minute in range(-3, 6)} | {30, 18 * 60 + 30, 18 * 60 + 31}
    return sorted(
        {0, 2, *((minute - 6 * 60) + day * 1440 for day in range(hours // 24 + 2) for minute in minutes)}
        - {*range(-400, 0)}
    )


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
async def test_what_is_foretold_is_what_then_happens(file, seed):
    async with opened(file, "2026-11-20T06:00") as office:
        await filled(office, random.Random(seed), [])
        foretold, happened = await compared(office, 76, about_the_hours(76))
        assert foretold == happened
        assert {fate.kind for fate in foretold} > {OPEN, DIGEST, SURVEY, REMINDER}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
async def test_and_so_it_is_minute_by_minute_for_people_of_many_zones(file, seed):
    async with opened(file, "2026-11-20T06:00") as office:
        await filled(office, random.Random(seed), ["Asia/Tokyo", "Europe/Madrid", "Asia/Kolkata", "America/Tijuana"])
        foretold, happened = await compared(office, 76, range(76 * 60))
        assert foretold == happened

"""The reader: what is due is read, kept as busy times and said to nobody; what fails is tried again."""

import asyncio
import logging
from datetime import date, timedelta
from functools import partial

import pytest

from bot.calendars import parser_process
from bot.calendars.client import Fetched
from bot.calendars.frames import EventsJob, ParseJob
from bot.calendars.parser_process import ParserProcess
from bot.calendars.parsing import events_in, parse
from bot.calendars.reader import CalendarReader
from bot.process.background_tasks import cancel
from core.application.requests import build
from core.calendar import availability, outside_calendars
from core.calendar.availability import AvailabilityRequest
from core.records.outside_calendars import CalendarFault, UnreadableEvent
from tests.bot.calendars.files import FakeClient, InProcess, at_ten, calendar, event
from tests.bot.world import write_nothing
from tests.cast import ANA, LUIS, OPERATOR
from tests.core.calendar.test_outside_calendars import URL, add, own
from tests.core.world import World
from tests.waiting import until

FILE = calendar(at_ten("SUMMARY:secret"))
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _memory(memory):
    """Worlds are in memory."""


@pytest.fixture
def world():
    made = World()
    yield made
    made.store.end()


def reading(world, answer):
    return CalendarReader(world.pipeline, FakeClient(answer), InProcess())


async def titles(world, start, end):
    fields = {"startDatetime": start.isoformat(), "endDatetime": end.isoformat(), "userIds": [LUIS]}
    rows = await world.run(ANA, availability.find_conflicts, build(AvailabilityRequest, fields))
    return [row.conflicting_event_title for row in rows]


async def asked(world, who=LUIS):
    fields = {"startDatetime": "2026-11-24T00:00Z", "endDatetime": "2026-11-25T00:00Z", "userIds": [who]}
    rows = await world.run(ANA, availability.find_conflicts, build(AvailabilityRequest, fields))
    return [(row.conflicting_event_title, f"{row.start_datetime:%H:%M}") for row in rows]


async def test_what_was_added_is_read_and_counts_without_its_title(world):
    await add(world, LUIS)
    assert await asked(world) == [("No se sabe", "00:00")]
    await reading(world, Fetched(FILE, False, '"a"', "then")).look()
    assert await asked(world) == [("Ocupado", "10:00")]
    assert await asked(world, ANA) == []
    (calendar,) = await own(world, LUIS)
    assert (calendar.read_at, calendar.fault) == (world.clock.now(), None)


async def test_it_is_asked_for_again_when_it_is_due_by_what_it_came_with(world):
    await add(world, LUIS)
    reader = reading(world, Fetched(FILE, False, '"a"', "then"))
    for minutes in (0, 29, 1):
        world.clock.advance(minutes=minutes)
        await reader.look()
    assert reader.client.asked == [(URL, None, None), (URL, '"a"', "then")]
    reader.client.answer = Fetched(None)
    world.clock.advance(minutes=30)
    await reader.look()
    assert await asked(world) == [("Ocupado", "10:00")]


async def test_once_a_day_it_is_read_whole_since_the_days_that_are_known_move_on(world):
    await add(world, LUIS)
    reader = reading(world, Fetched(FILE, False, '"a"'))
    for _ in range(3):
        await reader.look()
        world.clock.advance(days=1)
    assert reader.client.asked == [(URL, None, None)] * 3
    world.clock.advance(days=-1)
    known = world.clock.now() + outside_calendars.KNOWN_AHEAD
    assert await titles(world, known - HOUR, known) == []
    assert await titles(world, known, known + HOUR) == ["No se sabe"]


async def test_a_file_that_changes_changes_what_counts(world):
    await add(world, LUIS)
    reader = reading(world, Fetched(FILE))
    await reader.look()
    reader.client.answer = Fetched(calendar(event(":20261124T150000Z", ":20261124T160000Z")))
    world.clock.advance(minutes=30)
    await reader.look()
    assert await asked(world) == [("Ocupado", "15:00")]


async def test_what_of_it_cannot_be_read_is_unknown_and_told_to_its_person(world):
    await add(world, LUIS)
    bad = event(":20261124T150000Z", ":20261124T160000Z", "RRULE:FREQ=NEVER", "SUMMARY:Clase")
    reader = reading(world, Fetched(calendar(at_ten(), bad)))
    await reader.look()
    assert await asked(world) == [("Ocupado", "10:00"), ("No se sabe", "15:00")]
    (told,) = await own(world, LUIS)
    assert (told.unreadable_count, *told.unreadable) == (1, UnreadableEvent("Clase", date(2026, 11, 24)))
    for answer in (Fetched(None), CalendarFault.STATUS):
        reader.client.answer = answer
        world.clock.advance(minutes=30)
        await reader.look()
        assert (await own(world, LUIS))[0].unreadable == told.unreadable
    reader.client.answer = Fetched(FILE)
    world.clock.advance(minutes=30)
    await reader.look()
    assert (await own(world, LUIS))[0].unreadable_count == 0
    assert await asked(world) == [("Ocupado", "10:00")]


async def test_an_owner_is_known_by_the_calendars_address(world):
    declined = at_ten("ATTENDEE;PARTSTAT=DECLINED:mailto:Luis@example.com")
    host = "https://calendar.google.com/calendar/ical"
    for number, owner in enumerate(("luis%40example.com", "ana%40example.com")):
        made = await add(world, LUIS, f"{host}/{owner}/private-1/basic.ics")
        await reading(world, Fetched(calendar(declined))).look()
        assert await asked(world) == [("Ocupado", "10:00")] * number
        await world.run(LUIS, outside_calendars.remove_outside_calendar, made.id)


async def test_a_file_that_cannot_be_read_leaves_what_is_known_for_a_day(world):
    await add(world, LUIS)
    reader = reading(world, Fetched(FILE))
    await reader.look()
    for answer in (Fetched(b"<html>"), CalendarFault.STATUS):
        reader.client.answer = answer
        world.clock.advance(hours=12)
        await reader.look()
        assert await asked(world) == [("Ocupado", "10:00")]
    world.clock.advance(minutes=30)
    assert await asked(world) == [("No se sabe", "00:00"), ("Ocupado", "10:00")]


async def test_nothing_of_a_calendar_is_in_a_line_of_the_log(world, caplog, monkeypatch):
    monkeypatch.setattr("bot.calendars.reader.FAULT_SECONDS", 0)
    caplog.set_level(logging.DEBUG)
    await add(world, LUIS)
    for answer in (RuntimeError(f"{URL} secret"), CalendarFault.UNREACHABLE, Fetched(FILE)):
        await reading(world, answer).look()
        world.clock.advance(hours=1)
    assert "RuntimeError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_process_of_its_own_reads_files_and_another_does_after_it_died(world, monkeypatch):
    now = world.clock.now()
    job = ParseJob(FILE, False, "UTC", now, now + DAY, None)
    parser = ParserProcess()
    monkeypatch.setattr(parser_process, "PROGRAM", "bot.calendars.frames")  # which ends at once
    assert await parser.parse(job) is CalendarFault.TOO_MUCH
    monkeypatch.undo()
    assert await parser.parse(job) == parse(job)
    first = parser.process
    html = ParseJob(b"<html>", False, "UTC", now, now + DAY, None)
    assert await parser.parse(html) is CalendarFault.NOT_A_CALENDAR
    sent = EventsJob(FILE, "UTC", now, now + DAY)
    assert await parser.events(sent) == events_in(sent)
    assert parser.process is first
    await parser.aclose()
    assert first.returncode is not None


async def test_a_calendar_that_was_removed_while_it_was_read_is_not_kept(world):
    made = await add(world, LUIS)
    reader = reading(world, Fetched(FILE))
    (due,) = await world.run(OPERATOR, outside_calendars.calendars_to_read)
    await world.run(LUIS, outside_calendars.remove_outside_calendar, made.id)
    await reader.read(due)
    assert await asked(world) == []


async def test_a_calendar_that_ends_each_process_is_too_much_and_others_are_read(world, caplog):
    await add(world, LUIS)
    await add(world, ANA, "https://other.example/ana.ics")
    begun = []

    class Harmful(FakeClient):
        async def fetch(self, url, etag, last_modified):
            if url == URL:
                begun.append(url)
                await asyncio.Event().wait()
            return await super().fetch(url, etag, last_modified)

    for times in (1, 2, 3):
        world.clock.advance(minutes=30)
        reader = CalendarReader(world.pipeline, Harmful(Fetched(FILE)), InProcess())
        looking = asyncio.create_task(reader.look())
        await until(lambda times=times: len(begun) == times)
        await until(partial(is_read, world, ANA))
        reader.careful.run = write_nothing
        await cancel([looking])
    reader = CalendarReader(world.pipeline, Harmful(Fetched(FILE)), InProcess())
    await reader.look()
    (calendar,) = await own(world, LUIS)
    assert (len(begun), calendar.fault) == (3, CalendarFault.TOO_MUCH)
    assert f"calendar {calendar.id} is put aside" in caplog.text
    assert await asked(world, ANA) == [("Ocupado", "10:00")]
    assert await asked(world) == [("No se sabe", "00:00")]


async def is_read(world, who):
    (calendar,) = await own(world, who)
    return calendar.read_at == world.clock.now()


async def test_a_reader_that_is_asked_to_end_is_not_the_fault_of_what_it_was_reading(world):
    await add(world, LUIS)

    class Slow(FakeClient):
        async def fetch(self, *_):
            await asyncio.Event().wait()

    for _ in range(4):
        reader = CalendarReader(world.pipeline, Slow(None), InProcess())
        looking = asyncio.create_task(reader.look())
        await until(lambda reader=reader: reader.careful.alone is not None)
        await asyncio.sleep(0.01)
        await cancel([looking])
    await reading(world, Fetched(FILE)).look()
    assert await asked(world) == [("Ocupado", "10:00")]

"""One event for each active person's next birthday, kept true to the directory."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest

from core.application.requests import build
from core.base.settings import Settings
from core.calendar import events
from core.jobs.birthday_sync import sync_birthdays
from core.people.birthdays import next_occurrence
from tests.cast import ANA, PABLO, ROBOT, ROOT
from tests.core.job_steps import run, told
from tests.core.refusals import forbidden
from tests.core.world import BIRTHDAY, NOW, World
from tests.tables import each_row

NEW_YORK = Settings(zone=ZoneInfo("America/New_York"))
NOTHING = {"created": 0, "changed": 0, "deleted": 0}


@pytest.fixture
async def birthday(world):
    """Ana's, in the calendar."""
    await world.directory("ana", birthday="1990-11-25")
    await run(world, sync_birthdays)
    return only(await calendar(world))


async def calendar(world, who=PABLO):
    return list(await world.run(who, events.list_events))


def only(rows):
    (row,) = rows
    return row


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


async def office(settings, now, **birthdays):
    """A world of other rules at an instant, with birthdays."""
    world = World(settings)
    world.clock.set(utc(now))
    for username, day in birthdays.items():
        await world.directory(username, birthday=day)
    return world


@each_row(
    [
        ("1990-11-20", "2026-11-20", "2026-11-20"),
        ("1990-11-21", "2026-11-20", "2026-11-21"),
        ("1990-11-19", "2026-11-20", "2027-11-19"),
        ("2000-02-29", "2027-02-28", "2027-02-28"),
        ("2000-02-29", "2027-03-01", "2028-02-29"),
        ("2000-02-29", "2028-02-29", "2028-02-29"),
        ("2000-02-29", "2028-03-01", "2029-02-28"),
    ]
)
def test_the_next_occurrence_is_on_or_after_today(born, today, next_one):
    found = next_occurrence(date.fromisoformat(born), date.fromisoformat(today))
    assert found == date.fromisoformat(next_one)


async def test_it_is_a_public_all_day_event_of_nobody(world):
    await world.directory("ana", birthday="1990-11-25")
    assert await run(world, sync_birthdays) == {"created": 1, "changed": 0, "deleted": 0}
    assert msgspec.structs.asdict(only(await calendar(world))) == {
        "id": 1,
        "event_type_id": 1,
        "title": "Cumpleaños de Ana",
        "description": None,
        "start_datetime": utc("2026-11-25T06:00:00"),
        "end_datetime": utc("2026-11-26T06:00:00"),
        "location": None,
        "is_virtual": False,
        "is_public": True,
        "status_id": 1,
        "customer_id": None,
        "supplier_id": None,
        "created_by_user_id": None,
        "created_at": NOW,
        "updated_at": NOW,
        "is_active": True,
        "series_id": None,
    }
    assert told(world) == []


@each_row(
    [
        ("2026-03-08T04:59:59", "2026-03-08T05:00:00", "2026-03-09T04:00:00"),
        ("2026-03-09T03:59:59", "2026-03-08T05:00:00", "2026-03-09T04:00:00"),
        ("2026-03-09T04:00:00", "2027-03-08T05:00:00", "2027-03-09T05:00:00"),
    ]
)
async def test_its_midnights_and_today_are_the_business_zones_across_a_clock_change(now, start, end):
    world = await office(NEW_YORK, now, ana="1990-03-08")
    await run(world, sync_birthdays)
    event = only(await calendar(world))
    assert (event.start_datetime, event.end_datetime) == (utc(start), utc(end))


async def test_its_reminders_move_along(world, birthday):
    key = world.reminds(birthday, birthday.start_datetime - timedelta(hours=15), sent=True)
    await world.directory("ana", birthday="1990-11-27")
    await run(world, sync_birthdays)
    moved = world.store.state.reminders[key]
    assert (moved.remind_at, moved.sent) == (birthday.start_datetime + timedelta(hours=33), False)


async def test_it_stays_on_its_day_and_moves_on_after(world, birthday):
    world.clock.set(utc("2026-11-26T05:59:59"))
    assert await run(world, sync_birthdays) == NOTHING
    world.clock.set(utc("2026-11-26T06:00:00"))
    assert await run(world, sync_birthdays) == {"created": 0, "changed": 1, "deleted": 0}
    assert only(await calendar(world)) == msgspec.structs.replace(
        birthday,
        start_datetime=utc("2027-11-25T06:00:00"),
        end_datetime=utc("2027-11-26T06:00:00"),
        updated_at=world.clock.now(),
    )


async def test_it_follows_the_directory(world, birthday):
    await world.directory("ana", name="Ana María", birthday="1991-12-01")
    assert (await run(world, sync_birthdays))["changed"] == 1
    event = only(await calendar(world))
    assert (event.id, event.title, event.start_datetime) == (
        birthday.id,
        "Cumpleaños de Ana María",
        utc("2026-12-01T06:00:00"),
    )


async def test_only_what_is_seen_of_a_birthday_matters(world, birthday):
    await world.directory("ana", birthday="1970-11-25", language="en")
    assert await run(world, sync_birthdays) == NOTHING


@pytest.mark.parametrize("change", [{"isActive": False}, {"birthday": None}])
async def test_it_goes_with_its_reason_and_comes_back_with_it(world, birthday, change):
    await world.directory("ana", **change)
    assert await run(world, sync_birthdays) == {"created": 0, "changed": 0, "deleted": 1}
    assert await calendar(world) == []
    assert await run(world, sync_birthdays) == NOTHING
    await world.directory("ana", isActive=True, birthday="1990-11-25")
    assert (await run(world, sync_birthdays))["created"] == 1
    assert len(await calendar(world)) == 1


async def test_one_that_an_admin_deleted_is_made_again(world, birthday):
    await world.run(ROOT, events.delete_event, birthday.id)
    assert (await run(world, sync_birthdays))["created"] == 1
    again = only(await calendar(world))
    assert again == msgspec.structs.replace(birthday, id=again.id)
    assert await run(world, sync_birthdays) == NOTHING


async def test_one_that_an_admin_deleted_of_somebody_who_left_is_not_made_again(world, birthday):
    await world.run(ROOT, events.delete_event, birthday.id)
    await world.directory("ana", isActive=False)
    assert await run(world, sync_birthdays) == NOTHING


async def test_what_else_an_admin_edits_stays(world, birthday):
    edits = {
        "description": "Pastel a las 12",
        "location": "Comedor",
        "isPublic": False,
        "isVirtual": True,
        "statusId": 3,
        "isActive": False,
        "customerId": 5,
    }
    edited = await world.edit_event(ROOT, birthday, **edits)
    assert await run(world, sync_birthdays) == NOTHING
    await world.directory("ana", name="Ana María")
    await run(world, sync_birthdays)
    assert await calendar(world, ROOT) == [msgspec.structs.replace(edited, title="Cumpleaños de Ana María")]


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Fiesta"},
        {"endDatetime": "2026-11-27T00:00"},
        {"eventTypeId": 2},
        {"startDatetime": "2026-11-24T00:00"},
    ],
)
async def test_its_title_its_times_and_its_type_are_put_right(world, birthday, change):
    await world.edit_event(ROOT, birthday, **change)
    assert (await run(world, sync_birthdays))["changed"] == 1
    assert await calendar(world) == [birthday]


async def test_without_its_event_type_nothing_is_done_but_the_run_is_recorded(world, birthday):
    world.store.set("event_types", BIRTHDAY, is_deleted=True)
    await world.directory("luis", birthday="1990-11-26")
    assert await run(world, sync_birthdays) == {"without_type": 1}
    assert await calendar(world) == [birthday]


async def test_its_type_is_found_by_its_code(world):
    world.store.set("event_types", BIRTHDAY, id=9)
    await world.directory("ana", birthday="1990-11-25")
    await run(world, sync_birthdays)
    assert only(await calendar(world)).event_type_id == 9


async def test_everybody_sees_it_and_members_leave_it_alone(world, birthday):
    for who in (ANA, PABLO, ROBOT):
        assert await calendar(world, who) == [birthday]
    with forbidden():
        await world.run(ANA, events.update_event, birthday.id, build(events.EventUpdate, {"title": "x"}))

"""Messages held back are decided anew when the reason changes: absences, hours, zone, and the settings."""

from datetime import UTC, datetime, time, timedelta

import pytest

from core.application.use_case import Pipeline
from core.base.settings import Settings
from core.delivery.leases import LEASE_TERM, acquire_lease
from core.people import absences, schedules, users
from core.people.absences import AbsenceCreate
from core.records.messages import MessageKind, NewMessage, Reason
from tests.cast import ANA, LUIS, OPERATOR
from tests.core.world import NOW, TODAY, day

NIGHT = datetime(2026, 11, 20, 5, tzinfo=UTC)
"""Eleven in the evening of the 19th in Mexico City, two in the afternoon of the 20th in Tokyo."""
SATURDAY = NOW + timedelta(days=1)
TUESDAY = datetime(2026, 11, 24, 13, tzinfo=UTC)
MONDAY = TUESDAY - timedelta(days=1)
SURVEY, TASK = MessageKind.OVERDUE_SURVEY, MessageKind.TASK_ASSIGNED


@pytest.fixture
async def linked(world):
    """Ana and Luis have Telegram; whoever leads does so until the end."""
    await world.link(ANA, LUIS)
    return world


async def held(world, kind=SURVEY, at=NOW, who=ANA):
    """A message that is held back at a time."""
    world.clock.instant = at
    world.leave(NewMessage(who, kind, {"task_id": 1}, f"{kind}:{who}", at, at))
    assert await claimed(world) == []


async def claimed(world):
    return [each.message.user_id for each in (await world.claim())[1]]


def until(world, who=ANA):
    """Until when somebody's message waits, and why."""
    (found,) = [each for each in world.store.state.outbox.values() if each.user_id == who]
    return found.due_at, found.reason


async def away(world, who=ANA, first=TODAY, last=None):
    return await world.run(who, absences.declare_absence, AbsenceCreate(first_day=first, last_day=last or day(3)))


async def test_who_comes_back_earlier_is_asked_now(linked):
    declared = await away(linked)
    await held(linked)
    assert until(linked) == (TUESDAY, Reason.ABSENCE)
    await linked.run(ANA, absences.cancel_absence, declared.absence.id)
    assert await claimed(linked) == [ANA]


async def test_who_came_back_after_some_days_is_too(linked):
    declared = await away(linked, last=day(10))
    await held(linked, at=MONDAY + timedelta(hours=3))
    await linked.run(ANA, absences.cancel_absence, declared.absence.id)
    assert await claimed(linked) == [ANA]


@pytest.mark.parametrize("joined", [False, True])
async def test_who_stays_away_for_longer_is_asked_later(linked, joined):
    if joined:
        await away(linked)
    await held(linked, at=NOW if joined else SATURDAY)
    assert until(linked)[0] == (TUESDAY if joined else MONDAY)
    await away(linked, first=day(1) if joined else day(2), last=day(4))
    assert await claimed(linked) == []
    assert until(linked) == (TUESDAY + timedelta(days=1), Reason.ABSENCE if joined else Reason.DAY_OFF)


async def test_others_go_on_waiting(linked):
    declared = await away(linked)
    await away(linked, LUIS)
    await held(linked)
    await held(linked, who=LUIS)
    before = until(linked, LUIS)
    await linked.run(ANA, absences.cancel_absence, declared.absence.id)
    assert until(linked, LUIS) == before
    assert await claimed(linked) == [ANA]


@pytest.mark.parametrize("reset", [False, True])
async def test_who_works_on_other_days_from_now_on_is_asked_on_those(linked, reset):
    if reset:
        await linked.week(ANA, (6, "09:00", "18:00"))
    await held(linked, at=NOW if reset else SATURDAY)
    if reset:
        await linked.run(ANA, schedules.reset_schedule, ANA)
    else:
        await linked.week(ANA, (6, "09:00", "18:00"))
    assert await claimed(linked) == [ANA]


@pytest.mark.parametrize("own", [True, False])
async def test_who_moves_to_another_zone_hears_by_its_clock(linked, own):
    await held(linked, TASK, NIGHT)
    assert until(linked)[1] is Reason.QUIET_HOURS
    if own:
        await linked.run(ANA, users.set_timezone, "Asia/Tokyo")
    else:
        await linked.directory("ana", timezone="Asia/Tokyo")
    assert await claimed(linked) == [ANA]


@pytest.mark.parametrize("own", [True, False])
async def test_who_has_other_holidays_hears_by_them(linked, own):
    await held(linked, SURVEY, datetime(2026, 11, 16, 16, tzinfo=UTC))
    assert until(linked)[1] is Reason.HOLIDAY
    if own:
        await linked.run(ANA, users.set_holidays, "US")
    else:
        await linked.directory("ana", holidays="US")
    assert await claimed(linked) == [ANA]


async def test_another_change_of_a_person_leaves_it_waiting(linked):
    await held(linked, TASK, NIGHT)
    before = until(linked)
    await linked.directory("ana", name="Ana María")
    assert until(linked) == before


@pytest.mark.parametrize(
    ("kind", "at", "settings"),
    [
        (TASK, NIGHT, Settings(quiet_starts=time(23, 30))),
        (SURVEY, datetime(2026, 11, 16, 16, tzinfo=UTC), Settings(country="US")),
    ],
)
async def test_who_leads_with_other_settings_decides_by_those(linked, kind, at, settings):
    await held(linked, kind, at)
    linked.clock.advance(seconds=LEASE_TERM.total_seconds())
    linked.pipeline = Pipeline(linked.store, linked.clock, settings)
    assert await claimed(linked) == [ANA]


async def test_who_goes_on_leading_looks_at_nothing_again(linked):
    await held(linked, TASK, NIGHT)
    before = until(linked)
    await linked.run(OPERATOR, acquire_lease, "one")
    assert until(linked) == before

"""Drafts where the clocks are changed: the time that was offered is the one that the card shows and that is saved."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from core.application.requests import build
from core.base.calendar_time import Interval
from core.calendar import slot_search
from core.calendar.free_slots import Grid, HoursOfDay, free_slots
from core.calendar.slot_search import SlotRequest
from core.drafts import drafts, event_drafts
from core.people import schedules, users
from core.people.schedules import ScheduleRequest
from core.people.working_time import WorkCalendar
from core.records.drafts import DraftBody, EventDraft
from core.records.people import DayHours
from tests.cast import ANA
from tests.core.drafts.test_event_drafts import HOUR, MONDAY, START, WHOLE, changed, said
from tests.core.world import REUNION, fresh_world
from tests.tables import each_row

TWICE = datetime(2027, 10, 31, 1, 30, tzinfo=UTC)
SECOND = event_drafts.at_instant(changed(zone="Europe/Madrid"), TWICE)


def test_a_time_that_was_chosen_in_the_second_of_two_equal_hours_is_in_the_second():
    assert (SECOND.starts, SECOND.time.start, SECOND.skipped) == (time(2, 30), TWICE, False)
    assert event_drafts.at_instant(SECOND, TWICE - HOUR).time.start == TWICE - HOUR
    question = event_drafts.as_search(SECOND)
    assert event_drafts.restore_search(event_drafts.at_instant(question, START)).time.start == TWICE
    assert event_drafts.restore_search(event_drafts.at_instant(event_drafts.as_search(WHOLE), TWICE)).fold == 0


@each_row(
    [
        event_drafts.at_hour(SECOND, time(2, 30)),
        said(SECOND, "mejor a las 2:30 am"),
        said(said(SECOND, "en la noche"), "a las 2:30 am"),
        event_drafts.on_day(event_drafts.on_day(SECOND, MONDAY), date(2027, 10, 31)),
    ]
)
def test_an_hour_or_day_that_is_said_anew_is_the_first_of_the_two(another):
    assert (another.starts, another.time.start) == (time(2, 30), TWICE - HOUR)


def test_a_draft_without_its_hour_is_in_neither_of_the_two():
    assert said(SECOND, "en la noche").fold == 0


def test_the_same_day_said_again_and_all_else_leave_it_in_the_second():
    for same in (event_drafts.on_day(SECOND, SECOND.day), said(SECOND, "2 h"), event_drafts.with_title(SECOND, "Otra")):
        assert same.time.start == TWICE


# Over any change of the clocks

CHANGES = {
    "Europe/Berlin": (datetime(2027, 3, 28, 1, tzinfo=UTC), datetime(2027, 10, 31, 1, tzinfo=UTC)),
    "America/Tijuana": (datetime(2027, 3, 14, 10, tzinfo=UTC), datetime(2027, 11, 7, 9, tzinfo=UTC)),
    "Australia/Lord_Howe": (datetime(2027, 10, 2, 15, 30, tzinfo=UTC), datetime(2027, 4, 3, 15, tzinfo=UTC)),
}
"""The instants at which a zone's clocks are set forward and back."""

ENDS = ("startDatetime", "endDatetime")

zones = st.sampled_from(sorted(CHANGES)).map(ZoneInfo)
clocks = st.integers(0, 95).map(lambda quarters: time(quarters // 4, quarters % 4 * 15))
early = st.integers(0, 20).map(lambda quarters: time(quarters // 4, quarters % 4 * 15))


def stored(draft):
    return msgspec.json.decode(msgspec.json.encode(draft), type=DraftBody)


@given(
    zone=zones,
    grid=zones,
    back=st.booleans(),
    starts=early,
    ends=clocks,
    sought=st.tuples(early, clocks),
    length=st.sampled_from([15, 30, 45, 60, 90]),
    step=st.sampled_from([15, 30, 60]),
    ahead=st.integers(0, 24),
)
def test_every_slot_around_a_change_of_the_clocks_is_drafted_at_the_instant_at_which_it_was_offered(
    *, zone, grid, back, starts, ends, sought, length, step, ahead
):
    assume(starts < ends)
    change = CHANGES[zone.key][back]
    within = Interval(change - ahead * timedelta(minutes=15), change + timedelta(hours=30))
    week = {weekday: DayHours(weekday, starts, ends) for weekday in range(1, 8)}
    calendar = WorkCalendar(zone, week, lambda _: None)
    slots = free_slots(
        [calendar.working(within), HoursOfDay(zone, *sought).during(within)],
        [],
        within=within,
        length=timedelta(minutes=length),
        grid=Grid(grid, timedelta(minutes=step)),
        most=12,
    )
    blank = EventDraft(zone=zone.key, event_type_id=REUNION, minutes=length)
    for slot in slots:
        draft = stored(event_drafts.at_instant(blank, slot.start))
        assert (draft.time, draft.skipped) == (slot, False)
        assert Interval(*(datetime.fromisoformat(event_drafts.fields(draft, change)[each]) for each in ENDS)) == slot


@each_row(product([False, True], sorted(CHANGES)), world=fresh_world)
async def test_what_is_offered_around_a_change_of_the_clocks_is_what_is_saved(world, back, zone):
    change = CHANGES[zone][back]
    world.clock.set(change - timedelta(days=2))
    await world.run(ANA, users.set_timezone, zone)
    nights = [{"weekday": weekday, "starts": "00:00", "ends": "23:30"} for weekday in range(1, 8)]
    await world.run(ANA, schedules.set_schedule, int(ANA), build(ScheduleRequest, {"days": nights}))
    since = event_drafts.wire_instant(change - HOUR)
    asked = build(SlotRequest, {"userIds": [int(ANA)], "startDatetime": since, "minutes": 30})
    offered = (await world.run(ANA, slot_search.find_slots, asked)).slots
    assert [slot.start for slot in offered] == [change + n * HOUR / 2 for n in (-2, -1, 0)]
    question = event_drafts.as_search(EventDraft(zone=zone, event_type_id=REUNION, title="Junta", minutes=30))
    for slot in offered:
        draft = await world.run(ANA, drafts.begin_draft, question)
        await world.run(ANA, drafts.change_draft, draft.id, event_drafts.at_instant(question, slot.start))
        saved = await world.run(ANA, drafts.save_draft, draft.id)
        event = world.store.state.events[saved.id]
        assert (event.start_datetime, event.end_datetime) == slot

"""Changes of an event from its card: one event or what is left of its series, whoever may, and what is refused."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

import pytest

from core.application.requests import build
from core.base.calendar_time import Interval
from core.base.date_times import whole_days
from core.base.errors import Code, FieldCode
from core.calendar import event_edits
from core.calendar.event_edits import EventMove, EventPerson, EventReminders, EventScope, EventTexts
from core.records.messages import MessageKind
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import BIRTHDAY, world_with

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def told(world, kind):
    return [who for who, _ in world.told(kind)]


async def move(world, who, event, by=HOUR, minutes=60, *, was=None, series=False):
    wire = {"start": event.start_datetime + by, "was": was or event.start_datetime}
    instants = {name: instant.isoformat() for name, instant in wire.items()}
    request = build(EventMove, instants | {"minutes": minutes, "wholeSeries": series})
    return await world.run(who, event_edits.move_event, event.id, request)


async def edit(world, who, event, *, series=False, **fields):
    request = build(EventTexts, fields | {"wholeSeries": series})
    return await world.run(who, event_edits.edit_texts, event.id, request)


async def cancel(world, who, event, *, series=False):
    return await world.run(who, event_edits.cancel_event, event.id, build(EventScope, {"wholeSeries": series}))


async def person(world, who, event, whom, takes_part=True, *, series=False):
    fields = {"userId": int(whom), "takesPart": takes_part, "wholeSeries": series}
    return await world.run(who, event_edits.set_person, event.id, build(EventPerson, fields))


async def set_lead(world, who, event, minutes=None, *, series=False):
    request = build(EventReminders, {"minutes": minutes, "wholeSeries": series})
    return await world.run(who, event_edits.set_reminders, event.id, request)


def reminders(world, event):
    rows = [row for row in world.store.state.reminders.values() if row and row.event_id == event.id]
    return [(event.start_datetime - row.remind_at, row.sent) for row in rows]


@pytest.fixture
async def event(world):
    made = await world.event(LUCIA, location="Sala 1")
    await world.invite(made, ANA)
    return made


@pytest.fixture
async def series(world):
    """Three Mondays of Lucía's with Ana, of which the first is over."""
    made = await world.series(LUCIA, participantUserIds=[int(ANA)])
    events = await world.of_series(made.series_id)
    world.clock.set(events[0].end_datetime)
    return events


class TestWho:
    @pytest.mark.parametrize("change", [move, edit, cancel, set_lead])
    async def test_the_creator_and_admins_may_and_who_only_takes_part_may_not(self, world, event, change):
        with forbidden():
            await change(world, ANA, event)
        with not_found(Code.EVENT_NOT_FOUND):
            await change(world, PABLO, event)
        await change(world, ROOT, event)

    @pytest.mark.parametrize("change", [move, edit, cancel, set_lead])
    async def test_what_is_over_or_cancelled_is_left_alone(self, world, event, change):
        await world.edit_event(LUCIA, event, statusId=3)
        with conflict(Code.EVENT_CALLED_OFF):
            await change(world, LUCIA, event)
        await world.edit_event(LUCIA, event, statusId=1)
        world.clock.set(event.end_datetime)
        with conflict(Code.EVENT_OVER):
            await change(world, LUCIA, event)

    async def test_events_that_jobs_make_are_not_for_members(self, world, event):
        world.store.set("events", event.id, event_type_id=BIRTHDAY)
        with forbidden():
            await move(world, LUCIA, event)

    async def test_what_may_be_changed_with_how_many_are_left(self, world, event, series):
        found = await world.run(LUCIA, event_edits.editable_event, series[1].id)
        assert (found.event, list(found.user_ids), found.left) == (series[1], [ANA], 2)
        with conflict(Code.EVENT_OVER):
            await world.run(LUCIA, event_edits.editable_event, series[0].id)


class TestMove:
    async def test_to_another_time_and_length_with_its_reminders_and_its_people_told(self, world, event):
        world.reminds(event, event.start_datetime - HOUR)
        world.reminds(event, event.start_datetime - DAY * 5, sent=True)
        assert await move(world, LUCIA, event, DAY, 30) == 1
        now = await world.get_event(LUCIA, event)
        assert (now.start_datetime - event.start_datetime, now.end_datetime - now.start_datetime) == (DAY, HOUR / 2)
        assert reminders(world, now) == [(HOUR, False), (DAY * 5, True)]
        assert told(world, MessageKind.EVENT_CHANGED) == [ANA]

    async def test_a_reminder_that_is_to_come_again_is_armed_again(self, world, event):
        world.reminds(event, event.start_datetime - DAY * 4, sent=True)
        await move(world, LUCIA, event, DAY * 2)
        assert reminders(world, await world.get_event(LUCIA, event)) == [(DAY * 4, False)]

    async def test_of_two_who_move_it_the_second_is_refused_and_nothing_is_moved(self, world, event):
        await move(world, LUCIA, event)
        with conflict(Code.EVENT_MOVED_SINCE):
            await move(world, ROOT, event, DAY)
        assert (await world.get_event(LUCIA, event)).start_datetime == event.start_datetime + HOUR

    async def test_of_a_series_only_this_one_or_all_that_are_left_as_far_each(self, world, series):
        first, second, third = series
        assert await move(world, LUCIA, second, DAY) == 1
        assert [event.start_datetime for event in await world.of_series(first.series_id)] == [
            first.start_datetime, second.start_datetime + DAY, third.start_datetime,
        ]  # fmt: skip
        second = await world.get_event(LUCIA, second)
        world.clock.advance(minutes=1)
        assert await move(world, LUCIA, second, HOUR - DAY, 30, series=True) == 2
        assert [(event.start_datetime, event.end_datetime) for event in await world.of_series(first.series_id)] == [
            (first.start_datetime, first.end_datetime),
            (second.start_datetime + HOUR - DAY, second.start_datetime + HOUR * 1.5 - DAY),
            (third.start_datetime + HOUR - DAY, third.start_datetime + HOUR * 1.5 - DAY),
        ]
        assert told(world, MessageKind.EVENT_CHANGED) == [ANA, ANA]


class TestTexts:
    async def test_a_title_a_place_a_note_of_one_or_of_all_that_are_left(self, world, series):
        first, second, _ = series
        assert await edit(world, LUCIA, second, title="Other") == 1
        assert await edit(world, LUCIA, second, location="Sala 2", series=True) == 2
        assert await edit(world, LUCIA, second, description="Note") == 1
        shown = [(event.title, event.location, event.description) for event in await world.of_series(first.series_id)]
        assert shown == [("Junta", None, None), ("Other", "Sala 2", "Note"), ("Junta", "Sala 2", None)]

    @pytest.mark.parametrize(("field", "code"), [("title", FieldCode.TOO_LONG), ("location", FieldCode.TOO_LONG)])
    async def test_what_is_too_long_is_refused(self, world, event, field, code):
        with invalid((field, code)):
            await edit(world, LUCIA, event, **{field: "x" * 256})

    async def test_a_title_is_not_empty(self, world, event):
        with invalid(("title", FieldCode.EMPTY)):
            await edit(world, LUCIA, event, title="")


class TestCancel:
    async def test_one_stays_readable_and_its_people_are_told(self, world, event):
        assert await cancel(world, LUCIA, event) == 1
        assert (await world.get_event(ANA, event)).status_id == 3
        assert told(world, MessageKind.EVENT_CANCELLED) == [ANA]

    async def test_of_a_series_all_that_are_left_by_one_message(self, world, series):
        assert await cancel(world, LUCIA, series[1], series=True) == 2
        assert [event.status_id for event in await world.of_series(series[0].series_id)] == [1, 3, 3]
        assert told(world, MessageKind.EVENT_CANCELLED) == [ANA]


class TestPeople:
    async def taking_part(self, world, event):
        return [who for who, _ in await world.answers(event)]

    async def test_somebody_is_added_invited_and_taken_out(self, world, event):
        assert await person(world, LUCIA, event, LUIS) == 1
        assert await person(world, LUCIA, event, LUIS) == 0
        assert await self.taking_part(world, event) == [ANA, LUIS]
        assert told(world, MessageKind.EVENT_INVITED) == [ANA, LUIS]
        assert await person(world, LUCIA, event, ANA, takes_part=False) == 1
        assert await self.taking_part(world, event) == [LUIS]
        assert told(world, MessageKind.EVENT_LEFT) == [ANA]

    async def test_of_a_series_all_that_are_left_by_one_invitation(self, world, series):
        await person(world, LUCIA, series[2], LUIS)
        before = told(world, MessageKind.SERIES_INVITED)
        assert await person(world, LUCIA, series[1], LUIS, series=True) == 1
        assert [await self.taking_part(world, event) for event in series] == [[ANA], [ANA, LUIS], [ANA, LUIS]]
        assert told(world, MessageKind.SERIES_INVITED) == [*before, LUIS]
        assert await person(world, LUCIA, series[1], ANA, takes_part=False, series=True) == 2
        assert [await self.taking_part(world, event) for event in series] == [[ANA], [LUIS], [LUIS]]
        assert told(world, MessageKind.EVENT_LEFT) == [ANA]

    async def test_who_has_left_is_not_added(self, world, event):
        with invalid(("participantUserIds", FieldCode.INACTIVE_USER)):
            await person(world, LUCIA, event, INES)


class TestNotice:
    async def test_one_takes_the_place_of_those_to_come_or_none_does(self, world, event):
        world.reminds(event, event.start_datetime - HOUR)
        world.reminds(event, event.start_datetime - DAY * 4, sent=True)
        await set_lead(world, LUCIA, event, 10)
        assert reminders(world, event) == [(DAY * 4, True), (HOUR / 6, False)]
        await set_lead(world, LUCIA, event)
        assert reminders(world, event) == [(DAY * 4, True)]

    async def test_what_has_passed_is_refused(self, world, event):
        world.reminds(event, event.start_datetime - HOUR)
        with invalid(("remindMinutes", FieldCode.PAST)):
            await set_lead(world, LUCIA, event, 60 * 24 * 30)
        assert reminders(world, event) == [(HOUR, False)]

    async def test_of_a_series_all_that_are_left(self, world, series):
        await set_lead(world, LUCIA, series[1], 60, series=True)
        assert [reminders(world, event) for event in series] == [[], [(HOUR, False)], [(HOUR, False)]]


async def test_whole_days_of_a_series_stay_whole_over_changes_of_the_clocks():
    world = await world_with(zone=ZoneInfo("Europe/Madrid"))
    days = {"startDatetime": "2027-03-19T00:00", "endDatetime": "2027-03-20T00:00", "occurrenceCount": 2}
    made = await world.series(LUCIA, **days)
    first, _ = await world.of_series(made.series_id)
    assert await move(world, LUCIA, first, by=2 * DAY, minutes=2 * 24 * 60, series=True) == 2
    madrid = world.pipeline.settings.zone
    assert [
        whole_days(Interval(each.start_datetime, each.end_datetime), madrid)
        for each in await world.of_series(made.series_id)
    ] == [(date(2027, 3, 21), date(2027, 3, 22)), (date(2027, 3, 28), date(2027, 3, 29))]

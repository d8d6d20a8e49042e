"""Series that drafts become: their rule by the business zone's clock, their end, and what is left out."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.calendar import participants
from core.calendar.participants import ParticipantRequest
from core.calendar.recurrence import MAX_OCCURRENCES
from core.drafts import drafts, series_drafts
from core.language.phrases.model import Repeats
from core.people.working_time import Off
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, PABLO
from tests.core.drafts.test_event_drafts import MEXICO, WHOLE
from tests.core.refusals import conflict, invalid
from tests.tables import each_row

MADRID = "Europe/Madrid"


def weekly(*weekdays, **end):
    return Repeats(Recurrence(recurrence_type=RecurrenceType.WEEKLY, weekdays=weekdays, **end))


def monthly(day=None, **end):
    return Repeats(Recurrence(recurrence_type=RecurrenceType.MONTHLY, day_of_month=day, **end))


def plan(repeats, **fields):
    return series_drafts.plan_of(replace(WHOLE, repeats=repeats, **fields))


def days(found):
    return [f"{each.start:%m-%d}" for each in found.times]


def test_a_draft_without_a_rule_or_a_time_is_not_a_series():
    assert plan(None) is None
    assert plan(weekly(1), day=None) is None
    assert plan(weekly(1), starts=None) is None


def test_it_ends_as_was_said_or_after_three_months_or_a_year():
    assert days(plan(weekly(1, occurrence_count=3))) == ["11-23", "11-30", "12-07"]
    assert days(plan(weekly(1, ends_on=date(2026, 12, 1)))) == ["11-23", "11-30"]
    found = plan(weekly(1))
    assert (found.assumed, found.said.ends_on, len(found.times)) == (3, date(2027, 2, 23), 14)
    found = plan(monthly())
    assert (found.assumed, found.said.day_of_month, len(found.times)) == (12, 23, 13)


@each_row(
    [
        (weekly(1, occurrence_count=60), False),
        (weekly(1, occurrence_count=61), True),
        (weekly(1, ends_on=date(2028, 1, 10)), False),
        (weekly(1, ends_on=date(2028, 1, 17)), True),
        (weekly(1, 2, 3, 4, 5), True),
    ]
)
def test_it_has_sixty_dates_at_most_and_says_where_more_were_said(repeats, cut):
    found = plan(repeats)
    assert (len(found.times), found.cut) == (MAX_OCCURRENCES, cut)


def test_sundays_are_dates_too_and_an_end_before_the_beginning_leaves_nothing():
    found = plan(weekly(6, 7, occurrence_count=3), day=date(2026, 11, 28))
    assert (days(found), found.rule.rrule) == (["11-28", "11-29", "12-05"], "FREQ=WEEKLY;BYDAY=SA,SU")
    assert plan(weekly(1, ends_on=date(2026, 11, 1))).times == []


def test_the_rule_is_by_the_business_zones_clock():
    tokyo = {"zone": "Asia/Tokyo", "team_zone": MEXICO}
    found = plan(weekly(2, occurrence_count=2), day=date(2026, 11, 24), **tokyo)
    assert (found.said.weekdays, found.rule.weekdays) == ((2,), (1,))
    assert [each.start.astimezone(ZoneInfo("Asia/Tokyo")).weekday() for each in found.times] == [1, 1]
    found = plan(monthly(25, occurrence_count=2), day=date(2026, 11, 25), **tokyo)
    assert (found.rule.day_of_month, days(found)) == (24, ["11-25", "12-25"])
    found = plan(monthly(31, occurrence_count=2), day=date(2026, 11, 30), **tokyo)
    assert (found.said.day_of_month, found.rule.day_of_month, days(found)) == (30, 29, ["11-30", "12-30"])
    sundays = plan(weekly(1, occurrence_count=2), **tokyo)
    assert (sundays.said.weekdays, sundays.rule.rrule, days(sundays)) == (
        (1,), "FREQ=WEEKLY;BYDAY=SU", ["11-23", "11-30"]
    )  # fmt: skip
    fortnight = replace(weekly(1, occurrence_count=2), inexact=True, rrule="FREQ=WEEKLY;INTERVAL=2;BYDAY=MO")
    found = plan(fortnight, **tokyo)
    assert (found.rule.rrule, days(found)) == ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU", ["11-23", "12-07"])
    last = replace(monthly(27, occurrence_count=2), inexact=True, rrule="FREQ=MONTHLY;BYDAY=-1FR")
    found = plan(last, day=date(2026, 11, 27), **tokyo)
    assert (found.said.rrule, found.rule.day_of_month) == (None, 26)


def test_an_hour_that_the_clocks_skip_is_later_on_that_date_alone():
    madrid = {"zone": MADRID, "team_zone": MADRID, "starts": time(2, 30)}
    for first in (date(2027, 2, 28), date(2027, 3, 28)):
        found = plan(monthly(28, occurrence_count=3), day=first, **madrid)
        assert [each.start for each in found.later] == [datetime(2027, 3, 28, 1, 30, tzinfo=UTC)]


# What conflicts with it, and saving it


async def save(world, body, **named):
    draft = await world.run(ANA, drafts.begin_draft, body)
    return await world.run(ANA, drafts.save_draft, draft.id, **named)


BODY = replace(WHOLE, team_zone=MEXICO, repeats=weekly(1, occurrence_count=3), remind_minutes=10)


async def test_its_dates_are_looked_at_one_by_one(world):
    await world.away(LUIS, "2026-11-30", "2026-12-04")
    for day, start, end in ((24, 10, 11), (30, 9, 10), (30, 11, 12), (37, 10, 12), (37, 9, 10)):
        on = date(2026, 11, 1) + timedelta(days=day - 1)
        busy = await world.event(PABLO, startDatetime=f"{on}T{start:02}:00", endDatetime=f"{on}T{end:02}:00")
        request = build(ParticipantRequest, {"eventId": busy.id, "userId": int(LUIS)})
        await world.run(PABLO, participants.create_participant, request)
    outlook = await world.run(ANA, series_drafts.series_outlook, BODY)
    (away,) = outlook.not_at_work
    assert (away[0], away[1].user_id, away[1].why_off.off) == (outlook.plan.times[1], LUIS, Off.ABSENCE)
    (busy,) = outlook.taken
    assert (busy.user_id, busy.start_datetime) == (LUIS, datetime(2026, 12, 7, 16, tzinfo=UTC))
    with conflict(Code.EVENT_CONFLICTS):
        await save(world, BODY)
    assert await world.events(ANA) == []


async def test_it_is_made_whole_with_its_people_and_reminders_and_one_message_each(world):
    saved = await save(world, BODY)
    assert (await world.events(LUIS))[0] == saved.id
    events = [event for event in world.store.state.events.values() if event]
    assert [event.start_datetime for event in events] == [each.start for each in series_drafts.plan_of(BODY).times]
    assert len({event.series_id for event in events}) == 1
    told = [(row.kind, row.user_id) for row in world.store.state.outbox.values()]
    assert told == [(MessageKind.SERIES_INVITED, LUIS)]
    assert len(world.store.state.reminders) == len(events)
    assert (await save(world, replace(BODY, user_ids=(LUCIA,)), anyway=True)).before is False


async def test_reminders_that_would_be_too_late_are_left_out_of_it_alone(world):
    world.clock.advance(days=2, hours=23)
    await save(world, replace(BODY, remind_minutes=7 * 24 * 60), anyway=True)
    assert len(world.store.state.reminders) == 2


async def test_a_series_without_dates_or_with_somebody_who_left_is_refused_whole(world):
    with invalid(("endsOn", FieldCode.NO_OCCURRENCES)):
        await save(world, replace(BODY, repeats=weekly(1, ends_on=date(2026, 11, 1))), anyway=True)
    await world.directory("luis", isActive=False)
    with invalid(("participantUserIds[1]", FieldCode.INACTIVE_USER)):
        await save(world, BODY, anyway=True)
    assert await world.events(ANA) == []

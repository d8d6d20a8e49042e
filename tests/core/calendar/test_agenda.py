"""The agenda: what a day holds for whom, in which order; which days have something; what an event's card says."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from core.application.use_case import Caller
from core.base.calendar_time import Days
from core.base.errors import Code
from core.calendar import agenda
from core.people import groups, users
from tests.cast import ANA, INES, LUCIA, LUIS, PABLO, ROOT
from tests.core.refusals import forbidden, not_found
from tests.core.world import BIRTHDAY, NOW, fresh_world, world_with
from tests.tables import each_row

MONDAY, TUESDAY = date(2026, 11, 23), date(2026, 11, 24)


async def listed(world, who, fecha=MONDAY):
    """(id, own) of a day's events."""
    found = await world.run(who, agenda.day_agenda, fecha)
    assert found.fecha == fecha
    return [(entry.event.id, entry.own) for entry in found.entries]


async def marked(world, who, first=date(2026, 11, 1), last=date(2026, 11, 30)):
    return sorted(await world.run(who, agenda.days_with_events, first, last))


async def details(world, who, event):
    return await world.run(who, agenda.event_details, event if isinstance(event, int) else event.id)


async def test_ones_own_events_are_those_one_made_and_those_one_takes_part_in(world):
    made, joined = await world.event(ANA), await world.event(LUIS)
    world.joins(ANA, joined)
    assert await listed(world, ANA) == [(made.id, True), (joined.id, True)]
    assert await listed(world, LUIS) == [(joined.id, True)]
    assert await listed(world, PABLO) == []


async def test_public_ones_and_those_shown_to_one_come_after_ones_own_and_hidden_ones_not_at_all(world):
    public = await world.event(LUIS, isPublic=True, startDatetime="2026-11-23T08:00")
    shown = await world.event(LUIS)
    world.shows(ANA, shown)
    hidden = await world.event(LUIS, isPublic=True)
    world.shows(ANA, hidden, visible=False)
    own = await world.event(ANA)
    assert await listed(world, ANA) == [(own.id, True), (public.id, False), (shown.id, False)]


async def test_a_group_reads_events_of_its_whole_team_and_leader_and_no_other(world):
    days = Days(MONDAY, TUESDAY)
    whole = await world.event(LUCIA, startDatetime="2026-11-23T18:00", endDatetime="2026-11-23T19:00")
    partly = await world.event(LUCIA, startDatetime="2026-11-23T20:00", endDatetime="2026-11-23T21:00")
    without_leader = await world.event(ANA, startDatetime="2026-11-23T22:00", endDatetime="2026-11-23T23:00")
    for person, event in ((ANA, whole), (LUIS, whole), (ANA, partly), (LUIS, without_leader)):
        world.joins(person, event)
    lucia = await world.run(ROOT, users.actor, LUCIA)
    group = Caller(groups.viewer(lucia.user, frozenset({ANA, LUIS})))
    (found,) = await world.pipeline.run(group, agenda.events_of_all, days, LUCIA)
    assert (found.event.id, sorted(found.people)) == (whole.id, ["Ana", "Luis"])
    with forbidden(Code.FORBIDDEN):
        await world.run(LUCIA, agenda.events_of_all, days, LUCIA)


async def test_an_admins_agenda_is_not_everybodys(world):
    private, public, own = await world.event(ANA), await world.event(ANA, isPublic=True), await world.event(ROOT)
    assert await listed(world, ROOT) == [(own.id, True), (public.id, False)]
    assert private.id in await world.events(ROOT)
    assert await marked(world, ROOT) == [MONDAY]
    assert (await details(world, ROOT, private)).event == private


async def test_those_of_the_whole_day_come_first_then_by_when_they_begin(world):
    theirs = await world.event(LUIS, startDatetime="2026-11-23T00:00", endDatetime="2026-11-24T00:00", isPublic=True)
    late = await world.event(ANA, startDatetime="2026-11-23T10:30")
    early = await world.event(ANA)
    whole = await world.event(ANA, startDatetime="2026-11-23T00:00", endDatetime="2026-11-24T00:00")
    since_sunday = await world.event(ANA, startDatetime="2026-11-22T20:00")
    assert [key for key, _ in await listed(world, ANA)] == [whole.id, since_sunday.id, early.id, late.id, theirs.id]


@each_row(
    [
        ("2026-11-23T00:00", "2026-11-24T00:00", True),
        ("2026-11-22T00:00", "2026-11-25T00:00", True),
        ("2026-11-23T00:00", "2026-11-23T23:59", False),
        ("2026-11-23T00:01", "2026-11-24T00:00", False),
        ("2026-11-23T00:00Z", "2026-11-24T00:00Z", False),
    ],
    world=fresh_world,
)
async def test_the_whole_day_is_the_business_zones(world, start, end, all_day):
    event = await world.event(ANA, startDatetime=start, endDatetime=end)
    (entry,) = (await world.run(ANA, agenda.day_agenda, MONDAY)).entries
    assert (entry.event.id, entry.all_day) == (event.id, all_day)
    assert (await details(world, ANA, event)).all_day is all_day


async def test_a_day_on_which_the_clocks_change_is_whole_too():
    world = await world_with(zone=ZoneInfo("America/New_York"))
    event = await world.event(ANA, startDatetime="2026-11-01T00:00", endDatetime="2026-11-02T00:00")
    assert event.end_datetime - event.start_datetime == timedelta(hours=25)
    (entry,) = (await world.run(ANA, agenda.day_agenda, date(2026, 11, 1))).entries
    assert entry.all_day
    assert await marked(world, ANA) == [date(2026, 11, 1)]


async def test_what_is_cancelled_inactive_or_deleted_takes_no_place(world):
    await world.event(ANA, statusId=3)
    inactive, deleted = await world.event(ANA), await world.event(ANA)
    await world.edit_event(ANA, inactive, isActive=False)
    await world.delete_event(ANA, deleted)
    assert await listed(world, ANA) == []
    assert await marked(world, ANA) == []


async def test_which_statuses_are_a_cancellation_is_the_installations():
    world = await world_with(cancelled_status_ids=frozenset({1}))
    event = await world.event(ANA)
    assert await listed(world, ANA) == []
    assert (await details(world, ANA, event)).cancelled


@each_row(
    [
        ("2026-11-23T23:59", "2026-11-24T00:00", [MONDAY]),
        ("2026-11-23T23:00", "2026-11-24T00:01", [MONDAY, TUESDAY]),
        ("2026-11-24T05:59Z", "2026-11-24T06:00Z", [MONDAY]),
        ("2026-11-24T06:00Z", "2026-11-24T06:01Z", [TUESDAY]),
        ("2026-10-01T00:00", "2026-11-02T00:00", [date(2026, 11, 1)]),
        ("2026-11-30T23:00", "2027-01-01T00:00", [date(2026, 11, 30)]),
    ],
    world=fresh_world,
)
async def test_an_event_is_of_every_date_that_it_touches(world, start, end, days):
    event = await world.event(ANA, startDatetime=start, endDatetime=end)
    assert await marked(world, ANA) == days
    assert [day for day in days if await listed(world, ANA, day) == [(event.id, True)]] == days
    assert await marked(world, PABLO) == []


async def test_a_card_has_names_for_ids(world):
    event = await world.event(ANA, location="Sala 2", description="Traer la póliza")
    for who in (LUIS, ANA, INES):
        world.joins(who, event)
    world.joins(None, event, customer_id=7)
    card = await details(world, LUIS, event)
    assert (card.event, card.event_type.name, card.creator) == (event, "Reunión", "Ana")
    assert (card.people, card.customers) == (["Luis", "Ana", "Inés"], [7])
    assert not card.cancelled


async def test_a_card_of_a_jobs_event_has_no_creator(world):
    event = await world.event(ROOT, isPublic=True)
    world.store.set("events", event.id, created_by_user_id=None, event_type_id=BIRTHDAY)
    card = await details(world, PABLO, event)
    assert (card.creator, card.event_type.code, card.people) == (None, "BIRTHDAY", [])


async def test_whom_records_show_an_event_to_is_told_to_who_keeps_them(world):
    event = await world.event(ANA)
    world.joins(LUIS, event)
    for who, visible in ((LUIS, False), (PABLO, True), (LUCIA, False)):
        world.shows(who, event, visible=visible)
    for who in (ANA, ROOT):
        card = await details(world, who, event)
        assert (card.shown_to, card.hidden_from) == (["Pablo"], ["Lucía"]), (
            "a participant sees it whatever a record says"
        )
    for who in (LUIS, PABLO):
        card = await details(world, who, event)
        assert (card.shown_to, card.hidden_from) == ([], [])


async def test_a_card_tells_who_sees_the_event_the_reminders_still_to_come(world):
    event = await world.event(ANA)
    world.joins(LUIS, event)
    later, sooner = NOW + timedelta(hours=2), NOW + timedelta(hours=1)
    for at in (later, NOW, sooner):
        world.reminds(event, at)
    world.reminds(event, sooner, sent=True)
    for who in (ANA, LUIS, ROOT):
        assert (await details(world, who, event)).reminders == [sooner, later]
    with not_found(Code.EVENT_NOT_FOUND, id=event.id):
        await details(world, PABLO, event)


async def test_nobody_is_reminded_of_what_does_not_take_place(world):
    cancelled, inactive = await world.event(ANA, statusId=3), await world.event(ANA)
    await world.edit_event(ANA, inactive, isActive=False)
    for event in (cancelled, inactive):
        world.reminds(event, NOW + timedelta(hours=1))
        card = await details(world, ANA, event)
        assert (card.reminders, card.cancelled) == ((), True)


async def test_a_card_counts_the_dates_of_its_series_that_are_left_for_its_reader(world):
    made = await world.series(LUCIA, isPublic=True)
    first, second, third = await world.of_series(made.series_id)
    world.shows(ANA, third, visible=False)
    assert [(await details(world, who, second)).series_left for who in (LUCIA, ANA)] == [3, 2]
    world.clock.advance(days=4)
    assert (await details(world, LUCIA, second)).series_left == 2
    assert (await details(world, LUCIA, await world.event(LUCIA))).series_left == 0
    assert first.end_datetime < world.clock.now()

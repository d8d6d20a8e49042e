"""The entries of each kind of calendar link: whose it shows, and what it does not."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
from msgspec.structs import replace

from core.base.errors import Code, Unauthenticated
from core.base.settings import Settings
from core.calendar import calendar_feed
from core.calendar.calendar_text import calendar_text
from core.records.calendar_links import CalendarKind, CalendarLink
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PABLO, PEDRO, ROOT
from tests.core.refusals import refused
from tests.core.world import BIRTHDAY, NOW, TODAY, World, day, fresh_world
from tests.tables import each_row

MINE, BUSY, TEAM, TASKS = CalendarKind


async def feed(world, who, kind=MINE):
    found = await world.run(OPERATOR, calendar_feed.read_feed, CalendarLink(1, int(who), kind, NOW))
    return found.calendar


async def summaries(world, who, kind=MINE):
    return [each.summary for each in (await feed(world, who, kind)).entries]


async def test_mine_has_what_one_made_or_takes_part_in_and_nothing_else(world):
    await world.event(ANA, title="made")
    joined = await world.event(LUIS, title="joined")
    world.joins(ANA, joined)
    await world.event(LUIS, title="public", isPublic=True)
    world.shows(ANA, await world.event(LUIS, title="shown"))
    assert await summaries(world, ANA) == ["made", "joined"]
    assert await summaries(world, PABLO) == []


async def test_an_admins_own_calendar_is_not_everybodys(world):
    await world.event(ANA)
    assert await summaries(world, ROOT) == []
    assert await summaries(world, ROOT, TEAM) == ["Junta"]


async def test_what_one_declined_is_not_ones_own(world):
    event = await world.event(LUIS)
    world.joins(ANA, event)
    world.joins(PABLO, event)
    await world.respond(ANA, event, "DECLINED")
    await world.respond(PABLO, event, "TENTATIVE")
    assert (await summaries(world, ANA), await summaries(world, ANA, BUSY)) == ([], [])
    (entry,) = (await feed(world, PABLO)).entries
    assert [(each.name, each.response) for each in entry.invited] == [("Ana", "DECLINED"), ("Pablo", "TENTATIVE")]
    assert entry.organizer.name == "Luis"


async def test_what_one_may_come_to_is_tentative_in_ones_own_calendar_only(world):
    event = await world.event(LUIS, isPublic=True)
    world.joins(ANA, event)
    world.joins(PABLO, event)
    await world.respond(PABLO, event, "TENTATIVE")
    entries = {who: list((await feed(world, who)).entries) for who in (LUIS, ANA, PABLO)}
    assert [each.tentative for own in entries.values() for each in own] == [False, False, True]
    for who, kind in ((PABLO, BUSY), (LUIS, TEAM)):
        assert [each.tentative for each in (await feed(world, who, kind)).entries] == [False]


async def test_who_has_not_answered_is_not_listed_as_having(world):
    event = await world.event(LUIS)
    world.joins(ANA, event)
    (entry,) = (await feed(world, ANA)).entries
    assert entry.invited == []


async def test_thirty_days_back_and_a_year_ahead(world):
    starts = {
        offset: datetime(2026, 11, 20, 18, tzinfo=UTC) + timedelta(days=offset) for offset in (-31, -30, 365, 366)
    }
    for offset, start in starts.items():
        end = start + timedelta(hours=1)
        await world.event(ANA, title=str(offset), startDatetime=start.isoformat(), endDatetime=end.isoformat())
    assert await summaries(world, ANA) == ["-30", "365"]


@each_row(["America/New_York", "Europe/Madrid", "America/Mexico_City"])
async def test_every_occurrence_is_at_the_instants_of_rest_over_both_changes_of_the_clocks(zone):
    world = World(Settings(zone=ZoneInfo(zone)))
    await world.series(ANA, occurrenceCount=52)
    text = calendar_text(await feed(world, ANA))
    read = {
        event["UID"]: (event.decoded("DTSTART"), event.decoded("DTEND"))
        for event in icalendar.Calendar.from_ical(text).walk("VEVENT")
    }
    rest = [await world.get_event(ANA, event_id) for event_id in await world.events(ANA)]
    assert read == {f"event-{each.id}@semaforo": (each.start_datetime, each.end_datetime) for each in rest}
    assert len({each.start_datetime.hour for each in rest}) == (1 if "Mexico" in zone else 2)
    world.store.end()


async def test_whole_days_are_dates_and_take_time(world):
    await world.event(ANA, startDatetime="2026-11-23T00:00", endDatetime="2026-11-25T00:00")
    (entry,) = (await feed(world, ANA)).entries
    assert (entry.start, entry.end, entry.free) == (date(2026, 11, 23), date(2026, 11, 25), False)


@each_row([{"statusId": 3}, {"isActive": False}], world=fresh_world)
async def test_a_cancelled_one_is_said_to_be_for_thirty_days(world, change):
    event = await world.event(ANA)
    world.clock.advance(minutes=5)
    await world.edit_event(ANA, event, **change)
    (entry,) = (await feed(world, ANA)).entries
    assert (entry.cancelled, entry.free, entry.revision) == (True, True, 300)
    assert entry.summary == "Cancelado: Junta"
    assert await summaries(world, ANA, BUSY) == []
    world.clock.advance(days=30)
    assert await summaries(world, ANA) == []


async def test_a_deleted_one_is_not_there(world, event):
    await world.delete_event(ANA, event)
    assert await summaries(world, ANA) == []


async def test_a_change_raises_the_sequence_and_keeps_the_uid(world, event):
    (before,) = (await feed(world, ANA)).entries
    world.clock.advance(minutes=1)
    edited = await world.edit_event(ANA, event, title="Otra")
    (after,) = (await feed(world, ANA)).entries
    assert (after.uid, after.summary, after.written_at) == (before.uid, "Otra", edited.updated_at)
    assert (before.revision, after.revision) == (0, 60)


async def test_due_tasks_are_days_of_who_is_responsible(world):
    await world.task(ANA, descripcion="Propuesta", fechaCumplir=day(3))
    for kind in (MINE, TASKS):
        (entry,) = (await feed(world, ANA, kind)).entries
        assert (entry.summary, entry.start, entry.end, entry.free) == ("Vence: Propuesta", day(3), day(4), True)
    for who, kind in ((ANA, BUSY), (ANA, TEAM), (LUCIA, TASKS)):
        assert await summaries(world, who, kind) == []


async def test_a_closed_task_is_no_longer_due_and_tasks_have_no_events(world, event):
    task = await world.task(ANA)
    assert len(await summaries(world, ANA, TASKS)) == 1
    await world.edit(ANA, task, estatus="CERRADA")
    assert await summaries(world, ANA, TASKS) == []


async def test_ones_absences_have_their_reason_and_a_teams_have_none(world):
    absence = await world.away(ANA, day(1), day(2))
    world.store.execute("UPDATE absences SET reason = 'médico'")
    (own,) = (await feed(world, ANA)).entries
    assert (own.summary, own.description, own.free) == ("Ausencia", "médico", True)
    assert (own.start, own.end) == (absence.first_day, absence.last_day + timedelta(days=1))
    (theirs,) = (await feed(world, LUCIA, TEAM)).entries
    assert (theirs.summary, theirs.description) == ("Ausente: Ana", None)
    assert await summaries(world, LUIS, TEAM) == []
    assert await summaries(world, LUCIA) == []


async def test_a_busy_link_says_when_and_nothing_else(world):
    event = await world.event(LUIS, title="Secreto", description="x", location="y")
    world.joins(ANA, event)
    await world.respond(ANA, event, "ACCEPTED")
    await world.away(ANA, day(1), day(2))
    await world.task(ANA)
    entries = list((await feed(world, ANA, BUSY)).entries)
    bare = [replace(each, uid="", start=TODAY, end=TODAY, written_at=NOW, revision=0) for each in entries]
    assert bare[0] == bare[1]
    assert (bare[0].summary, bare[0].description, bare[0].location) == ("Ocupado", None, None)
    assert (bare[0].organizer, bare[0].invited, bare[0].free) == (None, (), False)
    assert [each.start for each in entries] == [event.start_datetime, day(1)]


async def test_a_team_link_has_the_teams_events_that_its_person_may_see(world):
    await world.event(ANA, title="private")
    await world.event(ANA, title="public", isPublic=True)
    hidden = await world.event(ANA, title="hidden", isPublic=True)
    world.shows(LUCIA, hidden, visible=False)
    await world.event(PEDRO, title="of another team", isPublic=True)
    with_luis = await world.event(PEDRO, title="with Luis", isPublic=True)
    world.joins(LUIS, with_luis)
    assert await summaries(world, LUCIA, TEAM) == ["public", "with Luis"]
    assert await summaries(world, LUIS, TEAM) == ["public", "hidden", "with Luis"]
    assert await summaries(world, PABLO, TEAM) == []
    await world.respond(LUIS, with_luis, "DECLINED")
    assert await summaries(world, LUCIA, TEAM) == ["public"]


async def test_birthdays_are_of_the_team_and_come_once(world):
    await world.directory("ana", birthday=date(1990, 11, 25))
    await world.directory("pedro", birthday=date(1990, 11, 25))
    event = await world.event(ROOT, title="Cumpleaños de Ana", isPublic=True)
    world.joins(ANA, event)
    world.store.execute(f"UPDATE events SET created_by_user_id = NULL, event_type_id = {BIRTHDAY}")
    for who in (LUCIA, ANA, LUIS):
        entries = (await feed(world, who, TEAM)).entries
        assert [(each.summary, each.start, each.free) for each in entries] == [
            ("Cumpleaños de Ana", date(2026, 11, 25), True)
        ]
    assert await summaries(world, ROOT, TEAM) == ["Cumpleaños de Ana", "Cumpleaños de Pedro"]


async def test_a_birthday_in_the_last_thirty_days_comes_twice(world):
    await world.directory("ana", birthday=date(1990, 11, 1))
    found = [each.start for each in (await feed(world, ANA, TEAM)).entries]
    assert found == [date(2026, 11, 1), date(2027, 11, 1)]


async def test_it_is_in_the_persons_language_and_has_their_name(world):
    assert (await feed(world, ANA)).name == "Semáforo: Ana"
    assert (await feed(world, LUCIA, TEAM)).name == "Semáforo: equipo de Lucía"
    await world.directory("ana", language="en")
    await world.event(ANA)
    assert ((await feed(world, ANA, BUSY)).name, await summaries(world, ANA, BUSY)) == ("Busy: Ana", ["Busy"])


async def test_more_events_than_a_page_are_all_there(world, monkeypatch):
    monkeypatch.setattr(calendar_feed, "MOST", 2)
    for number in range(5):
        await world.event(ANA, title=str(number))
    assert await summaries(world, ANA) == ["0", "1", "2", "3", "4"]


async def test_who_is_inactive_shows_nothing(world):
    await world.directory("ana", isActive=False)
    with refused(Unauthenticated, Code.UNAUTHENTICATED):
        await feed(world, ANA)


async def test_events_become_entries_only_as_they_are_written(world, event, monkeypatch):
    """Events do not become entries on the event loop, which ten thousand would hold."""
    made = []
    monkeypatch.setattr(calendar_feed, "event_entry", lambda *about: made.append(about[1].id))
    found = await feed(world, ANA)
    assert made == []
    assert (list(found.entries), made) == ([None], [event.id])

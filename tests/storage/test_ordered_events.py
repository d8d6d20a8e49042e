"""Lists of events by conditions and in an order: what a filter written in Python finds, on each engine."""

import random
from datetime import timedelta
from itertools import product
from operator import attrgetter

import pytest

from core.base.calendar_time import Interval
from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import Role
from core.base.paging import SortOrder
from core.calendar.event_filter import EventQuery, EventSort
from core.records.calendar import EventConditions
from core.records.people import Actor
from storage.repositories.event_lists import SORTED_BY, EventsBy, ordered_events
from storage.sql.ordered import Sees
from storage.sqlite.executor import COMPILED
from tests.storage.ordered_pages import all_pages_of, page_of
from tests.storage.rows import NOW, OTRO, REUNION, add_participant, add_users, as_actor, delete_events, new_event
from tests.storage.test_statements import plan

EVENTS = 40
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def named_there(number):
    """The id of every third single event in another system, of two."""
    named = number < EVENTS and not number % 3
    return ExternalId(("jira", "asana")[number % 2], f"E-{number}") if named else NO_EXTERNAL_ID


@pytest.fixture
async def calendar(store):
    """The people, of whom the last is an admin; the events that are not deleted, and who takes part in each."""
    people = await add_users(store, "ana", "leo", "eva")
    people += await add_users(store, "root", role=Role.ADMIN)
    chance = random.Random(5)

    def any_event():
        return new_event(
            event_type_id=chance.choice([REUNION, OTRO]),
            start_datetime=NOW + chance.randrange(9) * HOUR,
            end_datetime=NOW + chance.choice([10, 40, 800]) * HOUR,
            is_public=chance.random() < 0.3,
            created_by_user_id=chance.choice(people),
            updated_at=NOW + chance.randrange(9) * HOUR,
        )

    async def write(uow):
        for number in range(EVENTS):
            await uow.events.add(any_event(), named_there(number))
        for days in (1, 7):
            times = [Interval(NOW + on * DAY, NOW + on * DAY + HOUR) for on in range(0, 8 * days, days)]
            there = ExternalId("outlook", f"S-{days}")
            await uow.series.add(any_event(), times, participants=[], visible_to=[], external_id=there)
        return await uow.events.list(Actor(await uow.users.get(people[-1])))

    events = await store.write(write)
    takes_part = {event.id: set(chance.sample(people[:3], chance.randrange(3))) for event in events}
    for event_id, members in takes_part.items():
        for person in members:
            await add_participant(store, event_id, person)
    await delete_events(store, *(event.id for event in events[::9]))
    return people, [event for place, event in enumerate(events) if place % 9], takes_part


def fits(event, sought, takes_part):
    """Return whether an event is one of those sought."""
    return (
        sought.series in (None, event.series_id)
        and sought.participant in (None, *takes_part[event.id])
        and sought.creator in (None, event.created_by_user_id)
        and sought.event_type in (None, event.event_type_id)
        and sought.external.external_source in (None, named_there(event.id - 1).external_source)
        and sought.external.external_id in (None, named_there(event.id - 1).external_id)
        and sought.of_series.external_source in (None, event.series_id and "outlook")
        and sought.of_series.external_id in (None, event.series_id and f"S-{(1, 7)[event.series_id - 1]}")
        and (sought.start is None or event.end_datetime > sought.start)
        and (sought.end is None or event.start_datetime < sought.end)
        and (sought.changed_since is None or event.updated_at >= sought.changed_since)
    )


def sought_in(people, events):
    """Every condition by itself, none, and some at once for each that a statement may begin with."""
    series = next(event.series_id for event in events if event.series_id)
    alone = {
        "series": series,
        "participant": people[1],
        "creator": people[1],
        "event_type": OTRO,
        "start": NOW + 12 * HOUR,
        "end": NOW + 4 * HOUR,
        "changed_since": NOW + 4 * HOUR,
        "external": ExternalId("asana"),
        "of_series": ExternalId("outlook"),
    }
    names = [*alone]
    yield EventConditions()
    yield EventConditions(external=ExternalId("asana", "E-3"))
    yield EventConditions(external=ExternalId("jira", "E-3"))
    yield EventConditions(of_series=ExternalId("outlook", "S-7"))
    yield EventConditions(of_series=ExternalId("jira", "S-7"))
    yield EventConditions(series=series, of_series=ExternalId("outlook", "S-7"))
    for first, name in enumerate(names):
        yield EventConditions(**{name: alone[name]})
        yield EventConditions(**{each: alone[each] for each in (name, *names[first + 1 : first + 3])})


def right_ids(calendar, viewer, sought, page):
    """The ids of a list as Python finds and orders it."""
    _, events, takes_part = calendar
    sees_all = viewer.user.role is Role.ADMIN

    def may_read(event):
        mine = viewer.id == event.created_by_user_id or viewer.id in takes_part[event.id]
        return sees_all or event.is_public or mine

    found = [event for event in events if may_read(event) and fits(event, sought, takes_part)]
    found.sort(key=attrgetter(page.SORTS[page.sort_key][0], "id"), reverse=page.descends)
    return [event.id for event in found]


async def test_each_condition_finds_what_it_says(store, calendar):
    people, events, _ = calendar
    page = EventQuery(sort=EventSort.UPDATED)
    for person in people:
        viewer = await as_actor(store, person)
        for sought in sought_in(people, events):
            found, _ = await page_of(store, "events", viewer, sought, page)
            assert found == right_ids(calendar, viewer, sought, page), (person, sought)


async def test_pages_in_each_order_are_together_the_list(store, calendar):
    people, *_ = calendar
    for person, sort, order in product(people[1:], EventSort, SortOrder):
        viewer = await as_actor(store, person)
        for sought in (EventConditions(), EventConditions(creator=people[1])):
            first = EventQuery(sort=sort, order=order, limit=7)
            found = await all_pages_of(store, "events", viewer, sought, first)
            assert found == right_ids(calendar, viewer, sought, first), (person, first)


@pytest.mark.parametrize("begin", EventsBy)
def test_what_is_found_is_found_by_its_index_or_by_that_of_the_order(connection, begin):
    nothing = begin is EventsBy.NOTHING
    orders = [field for field in SORTED_BY if not nothing or field != "start_datetime"]
    for sees, field, descends in product((Sees.ALL, Sees.NEAR if nothing else Sees.EACH), orders, (False, True)):
        steps = plan(connection, COMPILED[ordered_events(begin, sees, field, descends=descends)])
        scans = [step for step in steps if step.startswith("SCAN events")]
        in_order = "SCAN events" if field == "id" else f"SCAN events USING INDEX ix_events_{field}"
        assert scans == ([in_order] if scans and nothing else []), steps

"""Lists of events and of what is attached to them hold exactly what the rules' own predicates say, over random ones."""

import random
from collections import defaultdict
from datetime import timedelta

import pytest

from core.base.model import Role
from core.base.paging import Page
from core.calendar.events import visible
from core.calendar.visibility import readable
from core.records.calendar import NewParticipant, NewReminder, NewVisibilityRecord, SeenEvent
from storage.repositories import events
from tests.storage.rows import NOW, as_actor, new_event, new_user

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 16))]
PEOPLE, EVENTS, PARTICIPANTS, RECORDS, REMINDERS = 8, 40, 60, 90, 80
HOUR = timedelta(hours=1)
CALENDAR_SIZES = events.CALENDAR, 0
"""Few events of a person in a time, and many."""
WINDOWS = (
    (None, None),
    (NOW, None),
    (None, NOW),
    (NOW - 9 * HOUR, NOW + 5 * HOUR),
    (NOW + 24 * HOUR, NOW + 25 * HOUR),
    (NOW + 32 * 24 * HOUR, NOW + 32 * 24 * HOUR + HOUR),
)
TIMES = {"created_at": NOW, "updated_at": NOW}


class Calendar:
    """The live contents of a store, by id."""

    def __init__(self, chance):
        self.chance = chance
        self.events, self.participants, self.records, self.reminders = {}, {}, {}, {}

    async def fill(self, uow):
        """People, events of some of them and of nobody, and what is attached; then some of each are deleted."""
        for number in range(PEOPLE):
            role = self.chance.choice([Role.MEMBER] * 6 + [Role.ADMIN, Role.SERVICE])
            await uow.users.add(new_user(f"u{number}", role=role))
        public = self.chance.choice((0.1, 0.5, 0.9))
        for _ in range(EVENTS):
            event = await uow.events.add(self.some_event(public))
            self.events[event.id] = event
        for _ in range(PARTICIPANTS):
            self.keep(self.participants, await uow.participants.add(self.some_participant()))
        for _ in range(RECORDS):
            self.keep(self.records, await uow.visibility.add(self.some_record()))
        for _ in range(REMINDERS):
            self.keep(self.reminders, await uow.reminders.add(self.some_reminder()))
        await self.delete(uow.participants, self.participants)
        await self.delete(uow.visibility, self.records)
        await self.delete(uow.reminders, self.reminders)
        await self.delete_events(uow)
        self.look_through()

    async def delete_events(self, uow):
        """Some events, and with each what is attached to it."""
        gone = {event_id for event_id in self.events if self.chance.random() < 0.15}
        await uow.events.delete(gone, NOW)
        for event_id in gone:
            del self.events[event_id]
        for attached in (self.participants, self.records, self.reminders):
            for row in [row for row in attached.values() if row.event_id in gone]:
                del attached[row.id]

    def look_through(self):
        """Know of every event who participates, and what the records about it say to whom."""
        self.participating, self.shown = defaultdict(set), defaultdict(dict)
        for row in self.participants.values():
            self.participating[row.event_id].add(row.user_id)
        for row in self.records.values():
            self.shown[row.event_id][row.user_id] = row.is_visible

    def some_event(self, public):
        start = NOW + self.chance.randint(-20, 20) * HOUR
        return new_event(
            created_by_user_id=self.chance.choice([None, *range(1, PEOPLE + 1)]),
            is_public=self.chance.random() < public,
            is_active=self.chance.random() < 0.8,
            start_datetime=start,
            end_datetime=start + self.chance.choice([1, 4, 12, 24, 25, 32 * 24, 32 * 24 + 1]) * HOUR,
        )

    def some_participant(self):
        event_id, user_id = self.chance.choice(list(self.events)), self.chance.choice([None, *range(1, PEOPLE + 1)])
        customer_id = self.chance.choice([None, 1, 2, 3]) if user_id else 4
        return NewParticipant(event_id=event_id, user_id=user_id, customer_id=customer_id, **TIMES)

    def some_record(self):
        event_id, user_id = self.chance.choice(list(self.events)), self.chance.randint(1, PEOPLE)
        shows = self.chance.random() < 0.5
        return NewVisibilityRecord(event_id=event_id, user_id=user_id, is_visible=shows, **TIMES)

    def some_reminder(self):
        at = NOW + self.chance.randint(-20, 20) * HOUR
        event_id, sent = self.chance.choice(list(self.events)), self.chance.random() < 0.5
        return NewReminder(event_id=event_id, remind_at=at, sent=sent, **TIMES)

    def keep(self, rows, row):
        if row:
            rows[row.id] = row

    async def delete(self, repository, rows):
        for row_id in [row_id for row_id in rows if self.chance.random() < 0.3]:
            await repository.delete(row_id, NOW)
            del rows[row_id]

    def sees(self, viewer, event):
        """Return what the predicate says of somebody and an event."""
        participates = viewer.id in self.participating[event.id]
        return visible(viewer, SeenEvent(event, participates, self.shown[event.id].get(viewer.id)))

    def events_for(self, viewer, start, end):
        return [
            event
            for event in self.events.values()
            if self.sees(viewer, event)
            and (end is None or event.start_datetime < end)
            and (start is None or event.end_datetime > start)
        ]

    def reminders_for(self, viewer, start, end):
        return [
            row
            for row in self.reminders.values()
            if self.sees(viewer, self.events[row.event_id])
            and (start is None or row.remind_at >= start)
            and (end is None or row.remind_at < end)
        ]

    def participants_for(self, viewer, user_id):
        return [
            row
            for row in self.participants.values()
            if user_id in (None, row.user_id) and self.sees(viewer, self.events[row.event_id])
        ]

    def records_for(self, viewer, event_id):
        return [
            row
            for row in self.records.values()
            if event_id in (None, row.event_id) and readable(viewer, row, self.events[row.event_id].created_by_user_id)
        ]


async def listed(store, repository, viewer, **asked):
    """A list as it is asked for whole, having made sure that its pages are the same."""
    whole = await page(store, repository, viewer, **asked)
    paged, after = [], 0
    while found := await page(store, repository, viewer, page=Page(after_id=after, limit=7), **asked):
        paged += found
        after = found[-1].id
    assert paged == whole
    return whole


async def page(store, repository, viewer, **asked):
    return await store.read(lambda uow: getattr(uow, repository).list(viewer, **asked))


@pytest.mark.parametrize("seed", SEEDS)
async def test_every_list_holds_exactly_what_its_viewer_may_see(store, seed, monkeypatch):
    chance = random.Random(seed)
    calendar, everybody = Calendar(chance), range(1, PEOPLE + 1)
    await store.write(calendar.fill)
    for viewer in [await as_actor(store, user_id) for user_id in everybody]:
        for start, end in WINDOWS:
            window = {"start": start, "end": end}
            wanted = calendar.events_for(viewer, start, end)
            for size in CALENDAR_SIZES:
                monkeypatch.setattr(events, "CALENDAR", size)
                assert await listed(store, "events", viewer, **window) == wanted
            assert await listed(store, "reminders", viewer, **window) == calendar.reminders_for(viewer, start, end)
        for user_id in (None, *chance.sample(everybody, 3)):
            wanted = calendar.participants_for(viewer, user_id)
            assert await listed(store, "participants", viewer, user_id=user_id) == wanted
        for event_id in (None, *chance.sample(sorted(calendar.events), 8)):
            wanted = calendar.records_for(viewer, event_id)
            assert await listed(store, "visibility", viewer, event_id=event_id) == wanted
        for event in calendar.events.values():
            seen = await store.read(lambda uow, e=event, v=viewer: uow.events.seen(e.id, v.id))
            assert seen.event == event
            assert visible(viewer, seen) is calendar.sees(viewer, event)

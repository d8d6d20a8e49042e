"""Jobs run in the world, what is put before them, and what they leave: runs, messages, events."""

from datetime import datetime, timedelta

from core import events
from core.participants import Participant
from core.reminders import Reminder
from core.requests import build
from tests.core.world import ALMA, LUCIA, NOW
from tests.fakes.state import next_id


async def run(world, job, who=ALMA) -> dict[str, int]:
    """Run a job; the counts that were recorded."""
    await world.run(who, job)
    return runs(world)[-1].counts


def runs(world) -> list:
    return list(world.store.state.job_runs.values())


def told(world) -> list[tuple[int, str, dict]]:
    """(whom, what, about what) of every message, in order."""
    return [(each.user_id, each.kind, each.params) for each in world.store.state.outbox.values()]


def told_since(world, earlier: list) -> list[tuple[int, str, dict]]:
    return told(world)[len(earlier) :]


async def add_event(world, who=LUCIA, **fields) -> events.Event:
    """An event tomorrow, by somebody."""
    defaults = {
        "eventTypeId": 2,
        "title": "Junta",
        "startDatetime": "2026-11-21T10:00",
        "endDatetime": "2026-11-21T11:00",
        "statusId": 1,
    }
    return await world.run(who, events.create_event, build(events.EventCreate, defaults | fields))


async def patch_event(world, event, who=LUCIA, **fields) -> events.Event:
    return await world.run(who, events.update_event, event.id, build(events.EventUpdate, fields))


def stamps() -> dict[str, object]:
    return {"is_deleted": False, "deleted_at": None, "created_at": NOW, "updated_at": NOW}


def add_reminder(world, event, at: datetime = NOW, *, sent: bool = False) -> int:
    """A reminder of an event; its id."""
    table = world.store.state.reminders
    key = next_id(table)
    table[key] = Reminder(id=key, event_id=event.id, remind_at=at, sent=sent, **stamps())
    return key


def add_participant(world, event, user_id: int | None = None, customer_id: int | None = None) -> int:
    """Somebody who takes part in an event; the record's id."""
    table = world.store.state.participants
    key = next_id(table)
    table[key] = Participant(id=key, event_id=event.id, user_id=user_id, customer_id=customer_id, **stamps())
    return key


def late(**by: float) -> datetime:
    """An instant before now."""
    return NOW - timedelta(**by)

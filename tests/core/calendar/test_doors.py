"""The consequences of each write of an event, by whichever way it comes: REST, the chat, a series or undo.

`TABLE` has the writes by their names, each with its doors and what follows: who is told what, the answers to the
invitation, and how long before the event its reminders are and whether they were sent.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta

import msgspec
import pytest
from msgspec import Struct

from core.application.requests import build
from core.calendar import event_edits, invitations, participants, reminders
from core.calendar.event_edits import EventMove, EventPerson, EventReminders, EventScope, EventTexts
from core.calendar.participants import ParticipantRequest
from core.calendar.reminders import ReminderRequest
from core.calendar.responses import ResponseRequest
from core.records.calendar import Event
from core.records.messages import MessageKind
from core.work import undo
from tests.cast import ANA, LUCIA, LUIS
from tests.core.world import MEETING, World
from tests.journaled import rows_of_journal

HOUR, TEN_MINUTES = timedelta(hours=1), timedelta(minutes=10)
ACCEPTED, NEEDS_ACTION, DECLINED = "ACCEPTED", "NEEDS-ACTION", "DECLINED"
LATER = {"startDatetime": "2026-11-23T11:00", "endDatetime": "2026-11-23T12:30"}
Door = Callable[[World, Event], Awaitable[object]]


class Follows(Struct, frozen=True):
    """`told`: (who, what) of each message; `reminders`: (how long before, whether it was sent)."""

    told: Sequence[tuple[int, MessageKind]] = ()
    answers: Sequence[tuple[int, str]] = ((ANA, ACCEPTED),)
    reminders: Sequence[tuple[timedelta, bool]] = ((TEN_MINUTES, False), (24 * HOUR, True))


class Write(Struct, frozen=True):
    doors: Mapping[str, Door]
    follows: Follows


# The doors of REST


def patch(**fields) -> Door:
    return lambda world, event: world.edit_event(LUCIA, event, **fields)


def put(**fields) -> Door:
    return lambda world, event: world.put_event(LUCIA, event, **{"isPublic": False, "location": "Sala 1"} | fields)


def patch_series(**fields) -> Door:
    return lambda world, event: world.edit_series(LUCIA, event.series_id, **fields)


async def delete(world, event):
    await world.delete_event(LUCIA, event)


async def delete_series(world, event):
    await world.delete_series(LUCIA, event.series_id)


async def post_participant(world, event):
    await world.invite(event, LUIS)


async def put_participant(world, event, whom=LUIS):
    """Luis in place of Ana."""
    request = build(ParticipantRequest, {"eventId": event.id, "userId": int(whom)})
    await world.run(LUCIA, participants.replace_participant, await participation(world, event), request)


async def delete_participant(world, event):
    await world.run(LUCIA, participants.delete_participant, await participation(world, event))


async def participation(world, event) -> int:
    (found,) = await world.store.read(lambda uow: uow.participants.of_events([event.id]))
    return found.id


async def put_response(world, event):
    await world.respond(ANA, event, DECLINED)


async def put_reminders(world, event):
    """The one that is to come, an hour before."""
    at = (event.start_datetime - HOUR).isoformat()
    row = next(each for each in await rows(world, event) if not each.sent)
    request = build(ReminderRequest, {"eventId": event.id, "remindAt": at})
    await world.run(LUCIA, reminders.replace_reminder, row.id, request)


async def replace_reminders(world, event):
    """Another instead of the one that is to come."""
    at = (event.start_datetime - HOUR).isoformat()
    row = next(each for each in await rows(world, event) if not each.sent)
    await world.run(LUCIA, reminders.delete_reminder, row.id)
    request = build(ReminderRequest, {"eventId": event.id, "remindAt": at})
    await world.run(LUCIA, reminders.create_reminder, request)


async def rows(world, event):
    return await world.store.read(lambda uow: uow.reminders.of_event(event.id))


# The doors of the chat


def move(*, series=False, back=False) -> Door:
    async def moved(world, event):
        now = await world.get_event(LUCIA, event)
        to = event.start_datetime if back else event.start_datetime + HOUR
        wire = {"start": to.isoformat(), "was": now.start_datetime.isoformat(), "minutes": 90, "wholeSeries": series}
        await world.run(LUCIA, event_edits.move_event, event.id, build(EventMove, wire))

    return moved


def texts(*, series=False, **fields) -> Door:
    request = build(EventTexts, fields | {"wholeSeries": series})
    return lambda world, event: world.run(LUCIA, event_edits.edit_texts, event.id, request)


def cancel(*, series=False) -> Door:
    request = build(EventScope, {"wholeSeries": series})
    return lambda world, event: world.run(LUCIA, event_edits.cancel_event, event.id, request)


def person(whom, *, takes_part, series=False) -> Door:
    request = build(EventPerson, {"userId": int(whom), "takesPart": takes_part, "wholeSeries": series})
    return lambda world, event: world.run(LUCIA, event_edits.set_person, event.id, request)


async def set_reminders(world, event):
    await world.run(LUCIA, event_edits.set_reminders, event.id, build(EventReminders, {"minutes": 60}))


async def answer_as_shown(world, event):
    request = build(ResponseRequest, {"response": DECLINED})
    await world.run(ANA, invitations.answer_as_shown, event.id, request, event.start_datetime)


async def answer_series(world, event):
    await world.run(ANA, invitations.answer_series, event.series_id, build(ResponseRequest, {"response": DECLINED}))


# After another write


def after(first: Door, then: Door) -> Door:
    """The second of two writes, a minute after the first; what followed the first is not counted."""

    async def both(world, event):
        await first(world, event)
        world.store.execute("DELETE FROM outbox")
        world.clock.advance(minutes=1)
        await then(world, event)

    return both


async def take_back(world, event):
    """Undo of the latest change."""
    (*_, latest) = await rows_of_journal(world.store)
    await world.run(LUCIA, undo.undo_change, latest.seq)


MOVED = Follows(((ANA, MessageKind.EVENT_CHANGED),), ((ANA, NEEDS_ACTION),))
ELSEWHERE = Follows(((ANA, MessageKind.EVENT_CHANGED),))
CANCELLED = Follows(((ANA, MessageKind.EVENT_CANCELLED),))
RENAMED = Follows()
INVITED = Follows(((LUIS, MessageKind.EVENT_INVITED),), ((ANA, ACCEPTED), (LUIS, NEEDS_ACTION)))
TABLE = {
    "moved": Write(
        {
            "PATCH": patch(**LATER),
            "PUT": put(**LATER),
            "chat": move(),
            "chat, of a series": move(series=True),
        },
        MOVED,
    ),
    "moved back": Write(
        {
            "PATCH": after(patch(**LATER), patch(**{key: MEETING[key] for key in LATER})),
            "chat": after(move(), move(back=True)),
        },
        MOVED,
    ),
    "moved back by undo": Write(
        {
            "after PATCH": after(patch(**LATER), take_back),
            "after PUT": after(put(**LATER), take_back),
            "after the chat": after(move(), take_back),
        },
        ELSEWHERE,
    ),
    "given another place": Write(
        {
            "PATCH": patch(location="Sala 2"),
            "PUT": put(location="Sala 2"),
            "PATCH of its series": patch_series(location="Sala 2"),
            "chat": texts(location="Sala 2"),
            "chat, of a series": texts(location="Sala 2", series=True),
            "undo": after(patch(location="Sala 2"), take_back),
        },
        ELSEWHERE,
    ),
    "given another title": Write(
        {
            "PATCH": patch(title="Otra"),
            "PUT": put(title="Otra"),
            "PATCH of its series": patch_series(title="Otra"),
            "chat": texts(title="Otra"),
            "chat, of a series": texts(title="Otra", series=True),
            "undo": after(patch(title="Otra"), take_back),
        },
        RENAMED,
    ),
    "cancelled": Write(
        {
            "PATCH of its status": patch(statusId=3),
            "PATCH of isActive": patch(isActive=False),
            "PUT": put(statusId=3),
            "chat": cancel(),
            "chat, of a series": cancel(series=True),
        },
        CANCELLED,
    ),
    "deleted": Write(
        {"DELETE": delete, "DELETE of its series": delete_series},
        msgspec.structs.replace(CANCELLED, answers=(), reminders=()),
    ),
    "with one person more": Write(
        {
            "POST": post_participant,
            "chat": person(LUIS, takes_part=True),
            "undo": after(after(post_participant, person(LUIS, takes_part=False)), take_back),
        },
        INVITED,
    ),
    "without a person": Write(
        {
            "DELETE": delete_participant,
            "chat": person(ANA, takes_part=False),
            "chat, of a series": person(ANA, takes_part=False, series=True),
        },
        Follows(((ANA, MessageKind.EVENT_LEFT),), ()),
    ),
    "with another person instead": Write(
        {
            "PUT": put_participant,
            "DELETE and POST": lambda world, event: both(world, event, delete_participant, post_participant),
            "chat": lambda world, event: both(
                world, event, person(ANA, takes_part=False), person(LUIS, takes_part=True)
            ),
        },
        Follows(((ANA, MessageKind.EVENT_LEFT), (LUIS, MessageKind.EVENT_INVITED)), ((LUIS, NEEDS_ACTION),)),
    ),
    "declined": Write(
        {"PUT": put_response, "chat": answer_as_shown, "chat, of a series": answer_series},
        Follows(((LUCIA, MessageKind.EVENT_DECLINED),), ((ANA, DECLINED),)),
    ),
    "reminded of earlier": Write(
        {"PUT": put_reminders, "DELETE and POST": replace_reminders, "chat": set_reminders},
        Follows(reminders=((HOUR, False), (24 * HOUR, True))),
    ),
}
"""Each write of one event of Lucía's, alone in its series, in which Ana takes part who has accepted."""


async def both(world, event, *doors):
    for door in doors:
        await door(world, event)


@pytest.fixture
async def event(world):
    first = {"occurrenceCount": 1, "location": "Sala 1", "participantUserIds": [int(ANA)]}
    (made,) = await world.of_series((await world.series(LUCIA, **first)).series_id)
    await world.respond(ANA, made)
    world.reminds(made, made.start_datetime - TEN_MINUTES)
    world.reminds(made, made.start_datetime - 24 * HOUR, sent=True)
    world.clock.set(made.start_datetime - 3 * HOUR)
    world.store.execute("DELETE FROM outbox")
    return made


async def what_followed(world, event) -> Follows:
    seen = await world.store.read(lambda uow: uow.events.seen(event.id, LUCIA))
    starts = (seen.event if seen else event).start_datetime
    told = [(each.user_id, each.kind) for each in world.store.state.outbox.values()]
    answers = await world.store.read(lambda uow: uow.participants.responses([event.id]))
    left = sorted((starts - row.remind_at, row.sent) for row in await rows(world, event))
    return Follows(tuple(sorted(told)), tuple(sorted((each.user_id, each.response) for each in answers)), tuple(left))


@pytest.mark.parametrize(
    ("write", "door"), [(write, door) for write in TABLE for door in TABLE[write].doors], ids=lambda each: each
)
async def test_what_follows_a_write_is_the_same_by_each_of_its_doors(world, event, write, door):
    await TABLE[write].doors[door](world, event)
    assert await what_followed(world, event) == TABLE[write].follows

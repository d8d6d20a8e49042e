"""Snoozes: a person asks to be reminded of an event once more, or to be asked something again, later; nobody else is.

A snooze is a message of the outbox, not a reminder: reminders belong to the event, and go to everybody it concerns. A
person has one snooze for an event at a time, and a new one moves it, even while the earlier one is being sent: then it
is sent again.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from msgspec import Struct

from core.application.use_case import Context, command, query
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import instant_at
from core.base.errors import Code, Conflict, NotFound
from core.calendar.agenda import EventDetails, event_details
from core.calendar.event_state import takes_place
from core.calendar.events import visible_event
from core.calendar.own_reminders import own_reminder_ever, postpone_own_reminder
from core.messages.outbox import new_message
from core.people.schedules import zone_of
from core.records.messages import Message, MessageKind, Reason

KEY_BYTES = 8
"""Random bytes in a dedupe key, which make every snooze an occasion of its own: the previous one may be being sent."""


class Delay(StrEnum):
    MINUTES = "10"
    HOUR = "60"
    TOMORROW = "t"


class EventReminder(Struct, frozen=True):
    """An event, until when the caller's snooze of it lasts, and the delays after which it has not begun."""

    details: EventDetails
    snoozed_until: datetime | None
    delays: Sequence[Delay]


@command
async def snooze(ctx: Context, event_id: int, delay: Delay) -> datetime:
    """Be reminded of an event again. Returns when. Raises `Conflict` if it is cancelled, or will have begun by then."""
    seen = await visible_event(ctx, event_id)
    if not takes_place(ctx, seen.event):
        raise Conflict(Code.EVENT_CALLED_OFF, id=event_id)
    until = later(ctx, delay)
    if until > seen.event.start_datetime:
        raise Conflict(Code.SNOOZE_TOO_LATE, id=event_id)
    if waiting := await snoozed(ctx, event_id):
        await ctx.uow.outbox.postpone(waiting.id, until, Reason.SNOOZED, ctx.now)
        return until
    occasion = f"again:{event_id}:{secrets.token_hex(KEY_BYTES)}"
    message = new_message(
        ctx, MessageKind.REMINDER, ctx.actor.id, occasion, {"event_id": event_id}, due_at=until, reason=Reason.SNOOZED
    )
    await ctx.uow.outbox.add([message])
    return until


@command
async def put_off(ctx: Context, message_id: int, until: datetime) -> datetime:
    """Be sent a message once more, as it reads then. Returns when. Raises `NotFound` unless it is the caller's.

    Asked for again, the time is moved. A prompt about a day that is over by then is not sent: the next day has its own.
    """
    message = await ctx.uow.outbox.get(message_id)
    if message is None or message.user_id != ctx.actor.id:
        raise NotFound(Code.MESSAGE_NOT_FOUND, id=message_id)
    if message.kind is MessageKind.OWN_REMINDER:
        return await postpone_own_reminder(ctx, int(str(message.params["reminder_id"])), until)
    day = message.params.get("day")
    if day is not None and day != local_date(until, ctx.settings.zone).toordinal():
        return until
    for each in await ctx.uow.outbox.waiting(ctx.actor.id):
        if (each.kind, each.params, each.reason) == (message.kind, message.params, Reason.SNOOZED):
            await ctx.uow.outbox.postpone(each.id, until, Reason.SNOOZED, ctx.now)
            return until
    occasion = f"again:{message_id}:{secrets.token_hex(KEY_BYTES)}"
    again = new_message(ctx, message.kind, ctx.actor.id, occasion, message.params, due_at=until, reason=Reason.SNOOZED)
    await ctx.uow.outbox.add([again])
    return until


@command
async def snooze_own_reminder(ctx: Context, reminder_id: int, delay: Delay) -> datetime:
    """Put off one of the caller's own reminders: from now, or from its time if that is to come. Returns when.

    Tomorrow is at its hour, where it is still to come.
    """
    reminder = await own_reminder_ever(ctx, reminder_id)
    ahead = reminder.remind_at if reminder.recurrence_type is None else None
    if ahead is None or ahead <= ctx.now:
        return await postpone_own_reminder(ctx, reminder_id, later(ctx, delay))
    wait = ONE_DAY if delay is Delay.TOMORROW else timedelta(minutes=int(delay))
    return await postpone_own_reminder(ctx, reminder_id, ahead + wait)


@query
async def event_reminder(ctx: Context, event_id: int) -> EventReminder:
    """Return an event with the caller's snooze of it, and the delays left. Raises `NotFound` unless they may see it."""
    details = await event_details(ctx, event_id)
    waiting = await snoozed(ctx, event_id)
    return EventReminder(
        details,
        snoozed_until=waiting.due_at if waiting and waiting.due_at > ctx.now else None,
        delays=[delay for delay in Delay if later(ctx, delay) <= details.event.start_datetime],
    )


async def snoozed(ctx: Context, event_id: int) -> Message | None:
    for message in await ctx.uow.outbox.waiting(ctx.actor.id):
        asked = message.kind is MessageKind.REMINDER and message.reason is Reason.SNOOZED
        if asked and message.params["event_id"] == event_id:
            return message
    return None


def later(ctx: Context, delay: Delay) -> datetime:
    """The instant of a delay; tomorrow means when the office opens, by the person's own clock."""
    if delay is not Delay.TOMORROW:
        return ctx.now + timedelta(minutes=int(delay))
    zone = zone_of(ctx.actor.user, ctx.settings)
    tomorrow = local_date(ctx.now, zone) + ONE_DAY
    return instant_at(tomorrow, ctx.settings.day_starts, zone)

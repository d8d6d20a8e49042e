"""Reminders of events: when an event's people are reminded of it.

Those who see an event see its reminders; those who may change it may change them. A reminder may lie in the past; one
that is moved to a later time will be sent again.
"""

from collections.abc import Sequence
from datetime import date, datetime

import msgspec

from core.application.use_case import Context, command, needs, query
from core.base.date_times import DateTime
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Int32, Nothing, Request
from core.base.paging import ALL_DATES, WHOLE, DatedPage, Page
from core.calendar.event_filter import bounds
from core.calendar.events import find_visible, require_attachable, require_move, require_write
from core.records.calendar import NewReminder, Reminder, SeenEvent
from core.records.tokens import Scope


class ReminderRequest(Request, frozen=True, kw_only=True):
    """All fields of a reminder. If `sent` is null, it is absent."""

    event_id: Int32
    remind_at: DateTime
    sent: bool | None = None


async def visible_reminder(ctx: Context, reminder_id: int) -> tuple[Reminder, SeenEvent]:
    reminder = await ctx.uow.reminders.get(reminder_id)
    seen = await find_visible(ctx, reminder.event_id) if reminder else None
    if reminder is None or seen is None:
        raise NotFound(Code.REMINDER_NOT_FOUND, id=reminder_id)
    return reminder, seen


@query
async def get_reminder(ctx: Context, reminder_id: int) -> Reminder:
    """Get one reminder."""
    reminder, _ = await visible_reminder(ctx, reminder_id)
    return reminder


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_reminders(ctx: Context, page: DatedPage = ALL_DATES) -> Sequence[Reminder]:
    """List the reminders of visible events, by id; `from` and `to` limit remindAt's date in the business zone."""
    start, end = bounds(ctx, *page.dates())
    return await ctx.uow.reminders.list(ctx.actor, page, start=start, end=end)


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_due(ctx: Context, due: date, page: Page = WHOLE) -> Sequence[Reminder]:
    """List the reminders of visible events that are due on a date in the business zone, sent or not."""
    start, end = bounds(ctx, due, due)
    return await ctx.uow.reminders.list(ctx.actor, page, start=start, end=end)


@query
async def still_due(ctx: Context, event_id: int, reminder_id: int, at: datetime) -> bool:
    """Return whether a reminder, or another of its event, is still for the time at which its message became due."""
    rows = await ctx.uow.reminders.of_event(event_id)
    return any(row.remind_at == at or (row.id == reminder_id and row.remind_at <= ctx.now) for row in rows)


@needs(Scope.EVENTS_WRITE)
@command
async def create_reminder(ctx: Context, request: ReminderRequest) -> Reminder:
    """Create a reminder, still to be sent unless the request says otherwise."""
    await require_attachable(ctx, request.event_id)
    if request.sent is not True:
        await require_room(ctx, request.event_id)
    return await ctx.uow.reminders.add(
        NewReminder(
            event_id=request.event_id,
            remind_at=instant(ctx, request),
            sent=request.sent is True,
            created_at=ctx.now,
            updated_at=ctx.now,
        )
    )


@needs(Scope.EVENTS_WRITE)
@command
async def replace_reminder(ctx: Context, reminder_id: int, request: ReminderRequest) -> Reminder:
    """Replace a reminder, perhaps for another event. If nothing changes, updatedAt stays."""
    reminder, seen = await visible_reminder(ctx, reminder_id)
    await require_move(ctx, seen, request.event_id)
    remind_at = instant(ctx, request)
    kept = reminder.sent and remind_at <= reminder.remind_at
    sent = kept if request.sent is None else request.sent
    changed = msgspec.structs.replace(reminder, event_id=request.event_id, remind_at=remind_at, sent=sent)
    if changed == reminder:
        return reminder
    if not sent and (reminder.sent or reminder.event_id != request.event_id):
        await require_room(ctx, request.event_id)
    saved = msgspec.structs.replace(changed, updated_at=ctx.now)
    await ctx.uow.reminders.update(saved)
    return saved


@needs(Scope.EVENTS_WRITE)
@command
async def delete_reminder(ctx: Context, reminder_id: int) -> Nothing:
    """Delete a reminder."""
    reminder, seen = await visible_reminder(ctx, reminder_id)
    require_write(ctx.actor, seen)
    await ctx.uow.reminders.delete(reminder.id, ctx.now)
    return Nothing()


async def require_room(ctx: Context, event_id: int) -> None:
    """Raise `Conflict` if an event has as many reminders to be sent as it may have."""
    unsent = sum(not reminder.sent for reminder in await ctx.uow.reminders.of_event(event_id))
    if unsent >= ctx.settings.max_reminders:
        raise Conflict(Code.TOO_MANY_REMINDERS, limit=ctx.settings.max_reminders)


def instant(ctx: Context, request: ReminderRequest) -> datetime:
    return request.remind_at.instant("remindAt", ctx.settings.zone)

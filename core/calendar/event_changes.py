"""Changes of events, however they came: the events are written, their people told, their reminders moved."""

from collections.abc import Collection, Sequence
from datetime import timedelta

import msgspec

from core.application.use_case import Context
from core.base.calendar_time import moved
from core.calendar.event_news import tell_changed
from core.records.calendar import Event


async def save_changed(
    ctx: Context, pairs: Sequence[tuple[Event, Event]], *, told: Collection[int] = ()
) -> Sequence[Event]:
    """Write the events that change, each as it was and as it is to be. Returns all of them as they are now.

    `told`: people whom another message tells what becomes of them.
    """
    stamped = [
        (before, after if before == after else msgspec.structs.replace(after, updated_at=ctx.now))
        for before, after in pairs
    ]
    changed = [(before, after) for before, after in stamped if before != after]
    if changed:
        await ctx.uow.series.update([after for _, after in changed])
        await tell_changed(ctx, changed, but=told)
    for before, after in changed:
        await move_reminders(ctx, before.id, after.start_datetime - before.start_datetime)
    return [after for _, after in stamped]


async def move_reminders(ctx: Context, event_id: int, by: timedelta) -> None:
    """Keep reminders as long before the event as they were; those that are to come again are sent again."""
    for reminder in await ctx.uow.reminders.of_event(event_id) if by else ():
        at = moved(reminder.remind_at, by)
        after = msgspec.structs.replace(
            reminder, remind_at=at, sent=reminder.sent and at <= ctx.now, updated_at=ctx.now
        )
        await ctx.uow.reminders.update(after)

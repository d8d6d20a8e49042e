"""Reminders at their time.

Due: unsent reminders with remindAt now or earlier, of events that are active and not cancelled. Changed: sent, in the
transaction of the messages. Sent: to the event's creator and its active participants of the directory, each once,
however many reminders an event has at one moment. A reminder that is too late (the service was down), or whose event is
over, is marked as sent and withheld, for the ledger alone.

A person's own reminder (`own_reminders`) is sent to that person alone; one that repeats gets its next time.
"""

from datetime import timedelta

from msgspec.structs import replace

from core.application.use_case import Context
from core.calendar.own_reminders import next_time
from core.jobs.running import job
from core.messages.outbox import new_message, withheld
from core.people.schedules import zone_of
from core.records.calendar import DueReminder
from core.records.jobs import Counts, Job
from core.records.messages import MessageKind, NewMessage, Reason


@job(Job.REMINDERS)
async def send_reminders(ctx: Context, _run_id: int) -> Counts:
    """Send the reminders that are due, unless they are too late, and mark them as sent."""
    due = await ctx.uow.due_reminders.due(ctx.now, but_of=ctx.settings.cancelled_status_ids)
    if due:
        await ctx.uow.due_reminders.mark_sent([reminder.id for reminder in due], ctx.now)
    reasons = [(reminder, why_not(ctx, reminder)) for reminder in due]
    in_time = [reminder for reminder, reason in reasons if reason is None]
    sent = await ctx.uow.outbox.add([message for reminder in in_time for message in messages(ctx, reminder)])
    missed = [
        withheld(message, reason)
        for reminder, reason in reasons
        if reason is not None
        for message in messages(ctx, reminder)
    ]
    await ctx.uow.outbox.add(missed)
    own, own_late = await send_own_reminders(ctx)
    late = len(due) - len(in_time) + own_late
    return {"reminded": len(in_time) + own, "too_late": late, "messages": sent + own}


async def send_own_reminders(ctx: Context) -> tuple[int, int]:
    """Send people's own reminders that are due; end those of people who have left.

    Returns how many were sent, and how many were withheld because they were too late.
    """
    due = await ctx.uow.own_reminders.due(ctx.now)
    people = {user.id: user for user in await ctx.uow.users.by_ids({each.user_id for each in due})} if due else {}
    found = []
    for each in due:
        at, person = each.remind_at or ctx.now, people[each.user_id]
        if not person.is_active:
            await ctx.uow.own_reminders.update(replace(each, updated_at=ctx.now, ended_at=ctx.now))
            continue
        late = ctx.now - at > timedelta(hours=ctx.settings.reminder_late_hours)
        occasion, about = f"{each.id}@{at.isoformat()}", {"reminder_id": each.id}
        message = new_message(ctx, MessageKind.OWN_REMINDER, each.user_id, occasion, about, due_at=at)
        found.append(withheld(message, Reason.LATE) if late else message)
        following = next_time(each, zone_of(person, ctx.settings), ctx.now)
        await ctx.uow.own_reminders.update(replace(each, remind_at=following, updated_at=ctx.now))
    await ctx.uow.outbox.add(found)
    missed = sum(each.reason is Reason.LATE for each in found)
    return len(found) - missed, missed


def why_not(ctx: Context, reminder: DueReminder) -> Reason | None:
    """Return why a reminder is not sent any more, if so."""
    if ctx.now - reminder.remind_at > timedelta(hours=ctx.settings.reminder_late_hours):
        return Reason.LATE
    return Reason.OVER if reminder.event_ends_at <= ctx.now else None


def messages(ctx: Context, reminder: DueReminder) -> list[NewMessage]:
    """Make a message to each recipient; an event that is reminded of at another time is another occasion."""
    about = {"reminder_id": reminder.id, "event_id": reminder.event_id}
    occasion = f"{reminder.event_id}@{reminder.remind_at.isoformat()}"
    return [
        new_message(ctx, MessageKind.REMINDER, person, occasion, about, due_at=reminder.remind_at)
        for person in reminder.recipient_ids
    ]

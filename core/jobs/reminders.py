"""Reminders at their time.

Due: unsent reminders with remindAt now or earlier, of events that are active and not cancelled. Changed: sent, in the
transaction of the messages. Sent: to the event's creator and its active participants of the directory, each once,
however many reminders an event has at one moment. A reminder that is too late (the service was down), or whose event is
over, is marked as sent and withheld, for the ledger alone.
"""

from datetime import timedelta

from core.application.use_case import Context
from core.jobs.running import job
from core.messages.outbox import new_message, withheld
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
    return {"reminded": len(in_time), "too_late": len(due) - len(in_time), "messages": sent}


def why_not(ctx: Context, reminder: DueReminder) -> Reason | None:
    """Why a reminder is not sent any more, if so."""
    if ctx.now - reminder.remind_at > timedelta(hours=ctx.settings.reminder_late_hours):
        return Reason.LATE
    return Reason.OVER if reminder.event_ends_at <= ctx.now else None


def messages(ctx: Context, reminder: DueReminder) -> list[NewMessage]:
    """One to each recipient; an event that is reminded of at another time is another occasion."""
    about = {"reminder_id": reminder.id, "event_id": reminder.event_id}
    occasion = f"{reminder.event_id}@{reminder.remind_at.isoformat()}"
    return [
        new_message(ctx, MessageKind.REMINDER, person, occasion, about, due_at=reminder.remind_at)
        for person in reminder.recipient_ids
    ]

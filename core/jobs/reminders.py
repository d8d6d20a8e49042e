"""Reminders at their time.

Due: unsent reminders with remindAt now or earlier, of events that are active and not cancelled. Changed: sent, in the
transaction of the messages. Sent: to the event's creator and its active participants of the directory, each once. A
reminder that is too late (the service was down) is marked as sent and withheld, for the ledger alone.
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
    in_time = [reminder for reminder in due if not too_late(ctx, reminder)]
    missed = [reminder for reminder in due if too_late(ctx, reminder)]
    sent = await ctx.uow.outbox.add([message for reminder in in_time for message in messages(ctx, reminder)])
    late = [withheld(message, Reason.LATE) for reminder in missed for message in messages(ctx, reminder)]
    await ctx.uow.outbox.add(late)
    return {"reminded": len(in_time), "too_late": len(missed), "messages": sent}


def too_late(ctx: Context, reminder: DueReminder) -> bool:
    return ctx.now - reminder.remind_at > timedelta(hours=ctx.settings.reminder_late_hours)


def messages(ctx: Context, reminder: DueReminder) -> list[NewMessage]:
    """One to each recipient; a reminder moved to another time is another occasion."""
    about = {"reminder_id": reminder.id, "event_id": reminder.event_id}
    occasion = f"{reminder.id}:{reminder.remind_at.isoformat()}"
    return [
        new_message(ctx, MessageKind.REMINDER, person, occasion, about, due_at=reminder.remind_at)
        for person in reminder.recipient_ids
    ]

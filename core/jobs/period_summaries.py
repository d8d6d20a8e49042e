"""The summary of the last week or month for leaders.

Due: on the first of a month that month before, on another Monday the week before, for each active person who leads
somebody and can be written to. Changed: nothing. Sent: once for each period; who is off waits for it until they are
back, unless there is a newer one by then.
"""

from collections.abc import Sequence

from core.application.use_case import Context
from core.jobs.day_prompts import reachable_people
from core.jobs.running import message_job
from core.messages.outbox import new_message
from core.people.users import active_people
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage
from core.work.period_summaries import period_told_on


@message_job(Job.PERIOD_SUMMARIES)
async def send_period_summaries(ctx: Context) -> Sequence[NewMessage]:
    """Send leaders the summary of the week or the month that has ended."""
    days = period_told_on(ctx.today)
    if days is None:
        return []
    everybody = (await active_people(ctx)).values()
    leaders = {person.leader_user_id for person in everybody}
    occasion = f"{days.first.isoformat()}:{days.last.isoformat()}"
    about = {"first": days.first.toordinal(), "last": days.last.toordinal()}
    return [
        new_message(ctx, MessageKind.PERIOD_SUMMARY, person.id, occasion, about)
        for person in reachable_people(everybody)
        if person.id in leaders
    ]

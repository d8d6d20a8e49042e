"""A question about each late task: it is done, going on, or blocked.

Due: active tasks that are not CERRADA and past fechaCumplir. Changed: nothing. Sent: to each active responsible, once
for each task and fechaCumplir: if the date is moved and missed again, the question is sent again.
"""

from core.application.use_case import Context
from core.jobs.running import job
from core.messages.outbox import new_message
from core.people.users import active_people
from core.records.jobs import Counts, Job
from core.records.messages import MessageKind
from core.work.tasks import survey_occasion


@job(Job.OVERDUE_SURVEY)
async def survey_overdue(ctx: Context, _run_id: int) -> Counts:
    """Ask the responsibles of late tasks how these are going, once for each task and due date."""
    overdue = await ctx.uow.tasks.overdue(ctx.today)
    people = await active_people(ctx)
    asked = [
        new_message(ctx, MessageKind.OVERDUE_SURVEY, person, survey_occasion(task), {"task_id": task.id})
        for task in overdue
        for person in task.responsible_user_ids
        if person in people
    ]
    return {"overdue": len(overdue), "messages": await ctx.uow.outbox.add(asked)}

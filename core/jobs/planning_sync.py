"""Planned tasks become pending, PLANEACION becomes PENDIENTE on the fechaSolicitud; rules make their next tasks.

Due: active PLANEACION tasks with fechaSolicitud today or earlier, and task rules whose day has come. Changed: the
tasks' state, as an edit would change it; new tasks. Sent: to each active responsible, once a run, which of their tasks
are pending now; and as for any task that somebody is made responsible for.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from core.application.use_case import Context
from core.base.model import TaskStatus
from core.jobs.running import job
from core.messages.outbox import new_message
from core.people.users import active_people
from core.records.jobs import Counts, Job
from core.records.messages import MessageKind, NewMessage
from core.records.work import Task
from core.work.rule_making import make_tasks
from core.work.tasks import save_change, with_status


@job(Job.PLANNING_SYNC)
async def sync_planning(ctx: Context, run_id: int) -> Counts:
    """Make planned tasks pending on their fechaSolicitud, and the next tasks of rules; tell their responsibles."""
    due = await ctx.uow.tasks.planned(ctx.today)
    for task in due:
        await save_change(ctx, task, with_status(ctx, task, TaskStatus.PENDIENTE))
    told = messages(ctx, run_id, due, await active_people(ctx))
    return {"promoted": len(due), "made": await make_tasks(ctx), "messages": await ctx.uow.outbox.add(told)}


def messages(ctx: Context, run_id: int, promoted: Sequence[Task], people: Collection[int]) -> list[NewMessage]:
    theirs: dict[int, list[int]] = defaultdict(list)
    for task in promoted:
        for person in task.responsible_user_ids:
            if person in people:
                theirs[person].append(task.id)
    return [
        new_message(ctx, MessageKind.PLANNING_PROMOTED, person, str(run_id), {"task_ids": task_ids})
        for person, task_ids in theirs.items()
    ]

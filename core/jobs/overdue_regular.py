"""A digest of late tasks, once a day.

Due: active tasks that are not CERRADA and past fechaCumplir. Changed: nothing. Sent: to each active responsible and
leader, in one message, their own tasks and those of their people: tasks of responsibles whom they lead in the
directory, and tasks of which they are the leader. One's own tasks are not listed again as one's people's.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from core.application.use_case import Context
from core.jobs.running import job
from core.messages.outbox import new_message
from core.people.users import active_people
from core.records.jobs import Counts, Job
from core.records.messages import MessageKind
from core.records.people import User
from core.records.work import Task


class Digest(Struct):
    own: list[int] = field(default_factory=list)
    team: list[int] = field(default_factory=list)


@job(Job.OVERDUE_REGULAR)
async def send_digests(ctx: Context, _run_id: int) -> Counts:
    """Send the daily digest of late tasks to everybody who has not had it today."""
    overdue = await ctx.uow.tasks.overdue(ctx.today)
    digests = digests_of(overdue, await active_people(ctx))
    told = [
        new_message(
            ctx,
            MessageKind.OVERDUE_DIGEST,
            person,
            ctx.today.isoformat(),
            {"day": ctx.today.toordinal(), "own_task_ids": digest.own, "team_task_ids": digest.team},
        )
        for person, digest in digests.items()
    ]
    return {"overdue": len(overdue), "messages": await ctx.uow.outbox.add(told)}


def digests_of(tasks: Sequence[Task], people: Mapping[int, User]) -> dict[int, Digest]:
    digests: dict[int, Digest] = {}
    for task in tasks:
        responsibles = [person for person in task.responsible_user_ids if person in people]
        leaders = {people[person].leader_user_id for person in responsibles} | {task.leader_user_id}
        for person in responsibles:
            digests.setdefault(person, Digest()).own.append(task.id)
        for leader in people.keys() & leaders - set(responsibles):
            digests.setdefault(leader, Digest()).team.append(task.id)
    return digests

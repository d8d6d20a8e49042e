"""The progress of each person of a task, for those who may see it: themselves and their leaders."""

from collections.abc import Sequence

from msgspec import Struct

from core.application.access import Operation, Relation, may, relations_that_hold
from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY
from core.base.model import Semaforo
from core.work.daily_logs import leads_task
from core.work.tasks import get_task


class Progress(Struct, frozen=True):
    """A person's percentage and light of a task, as they left it in their latest day."""

    user_id: int
    porcentaje: int
    semaforo: Semaforo


@query
async def progress_of(ctx: Context, task_id: int) -> Sequence[Progress]:
    """Return how far the responsibles of a visible task are whose days the caller may see, as they left it last."""
    task = await get_task(ctx, task_id)
    found = []
    for person in task.responsible_user_ids:
        relations = relations_that_hold(
            {
                Relation.OWNER: person == ctx.actor.id,
                Relation.LEADER: person in ctx.actor.team or leads_task(ctx.actor, task),
            }
        )
        if may(ctx.actor, Operation.ITEMS_READ, relations):
            left = await ctx.uow.daily_logs.previous(person, [task.id], ctx.today + ONE_DAY)
            found += [Progress(person, each.porcentaje, each.semaforo) for each in left if not each.task_reopened]
    return found

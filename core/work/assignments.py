"""Assignment of tasks: whom one may make responsible for a task, and who leads it then."""

from collections.abc import Collection

from core.application.access import Operation, may
from core.application.use_case import Context
from core.records.people import Actor


def may_assign(actor: Actor, responsibles: Collection[int]) -> bool:
    return actor.people.issuperset(responsibles) or may(actor, Operation.TASK_ASSIGN_ANYONE)


async def default_leader(ctx: Context, first_responsible: int) -> int:
    user = await ctx.uow.users.get(first_responsible)
    return user.leader_user_id if user and user.leader_user_id else ctx.actor.id

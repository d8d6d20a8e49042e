"""Tasks of a colleague or of one's team, as far as one may read them."""

from collections.abc import Sequence
from datetime import date

from core.application.use_case import Context, query
from core.base.model import TaskStatus
from core.people.users import team
from core.records.work import Task

MOST = 200
"""The most tasks that a list has."""


@query
async def tasks_of(
    ctx: Context, user_id: int, estatus: TaskStatus | None, since: date = date.min, until: date = date.max
) -> Sequence[Task]:
    """Active tasks of a person that the caller may read: unclosed ones by due date, or of that estatus.

    Between two dates are those that are due then; closed ones, those that were closed then.
    """
    return await ctx.uow.tasks.of_people(ctx.actor, [user_id], estatus=estatus, since=since, until=until, most=MOST)


@query
async def tasks_of_team(
    ctx: Context, estatus: TaskStatus | None, since: date = date.min, until: date = date.max
) -> Sequence[Task]:
    """Active tasks, as by `tasks_of`, of the people whom the caller leads; of everybody for those who see all."""
    people = [user.id for user in await team(ctx)] if ctx.actor.sees_all else sorted(ctx.actor.team)
    return await ctx.uow.tasks.of_people(ctx.actor, people, estatus=estatus, since=since, until=until, most=MOST)

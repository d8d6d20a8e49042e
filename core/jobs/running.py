"""Jobs by hand: who may run one, and that every run is recorded, also one that found nothing to do.

A run is one transaction: the record, the changes and the messages are there together or not at all. Writes are one at
a time over all processes (the store's promise to `Store.write`), so of one job there is one run at a time; a second one
finds what the first has done, and has nothing left to do.
"""

from collections.abc import Awaitable, Callable
from enum import StrEnum

from core.access import Operation, require
from core.model import Nothing
from core.use_case import Context, UseCase
from core.users import OPERATOR, User

Counts = dict[str, int]
"""What a run found and did, by name."""


class Job(StrEnum):
    """Every job, as its trigger names it."""

    PLANNING_SYNC = "task-planeacion-sync"
    REMINDERS = "reminders"
    OVERDUE_SURVEY = "overdue-survey"
    OVERDUE_REGULAR = "overdue-regular"
    BIRTHDAY_SYNC = "birthday-sync"


Work = Callable[[Context, int], Awaitable[Counts]]


def job(name: Job) -> Callable[[Work], UseCase[[], Nothing]]:
    """The use case of a job, whose work takes the run's id and returns its counts."""

    def use_case(work: Work) -> UseCase[[], Nothing]:
        async def run(ctx: Context) -> Nothing:
            require(ctx.actor, Operation.RUN_JOBS)
            asked_by = None if ctx.actor.id == OPERATOR.id else ctx.actor.id
            run_id = await ctx.uow.job_runs.start(name, ctx.now, asked_by)
            counts = await work(ctx, run_id)
            await ctx.uow.job_runs.finish(run_id, ctx.now, counts)
            return Nothing()

        run.__doc__ = work.__doc__
        return UseCase(f"jobs.{name}", run, writes=True, outcome=Nothing)

    return use_case


async def active_people(ctx: Context) -> dict[int, User]:
    """The active people of the directory, by id: whom a job may have something to tell."""
    return {user.id: user for user in await ctx.uow.users.list() if user.is_active}

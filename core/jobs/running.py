"""Runs of jobs: who may start one. Every run is recorded, even if it found nothing to do.

A run is one transaction: the record, the changes and the messages exist together or not at all. Writes are serialised
over all processes (`Store.write`), so a job has one run at a time; a second one finds the first one's results and has
nothing left to do.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from core.application.access import Operation, require
from core.application.use_case import Context, UseCase
from core.people.users import OPERATOR
from core.records.jobs import Counts, Job, JobRun
from core.records.messages import NewMessage, Outcome
from core.records.tokens import Scope

Work = Callable[[Context, int], Awaitable[Counts]]
"""The work of a job, given its run's id; returns its counts."""

Find = Callable[[Context], Awaitable[Sequence[NewMessage]]]
"""Finds the messages of a job by reading alone."""


@dataclass(frozen=True, slots=True)
class JobUseCase(UseCase[[], JobRun]):
    """A job started by hand; `work` is what any run does, `find` the messages of a job that only sends messages."""

    work: Work
    find: Find | None = None


def job(name: Job) -> Callable[[Work], JobUseCase]:
    """Make a job's work its use case."""

    def use_case(work: Work) -> JobUseCase:
        async def run(ctx: Context) -> JobRun:
            require(ctx.actor, Operation.RUN_JOBS)
            asked_by = None if ctx.actor.id == OPERATOR.id else ctx.actor.id
            run_id = await ctx.uow.job_runs.start(name, ctx.now, asked_by)
            return JobRun(run_id, name, None, asked_by, ctx.now, ctx.now, await do_work(ctx, work, run_id))

        run.__doc__ = work.__doc__
        scopes = frozenset({Scope.JOBS_RUN})
        return JobUseCase(f"jobs.{name}", run, writes=True, outcome=JobRun, scopes=scopes, work=work)

    return use_case


def message_job(name: Job) -> Callable[[Find], JobUseCase]:
    """Make a job that only sends messages its use case: its messages can be found before the run."""

    def use_case(find: Find) -> JobUseCase:
        async def work(ctx: Context, run_id: int) -> Counts:
            return await storing(await find(ctx))(ctx, run_id)

        work.__doc__ = find.__doc__
        return replace(job(name)(work), find=find)

    return use_case


def storing(messages: Sequence[NewMessage]) -> Work:
    """The work of storing these messages, withheld ones too."""
    to_send = [each for each in messages if each.outcome is Outcome.WAITING]
    to_keep = [each for each in messages if each.outcome is not Outcome.WAITING]

    async def work(ctx: Context, _run_id: int) -> Counts:
        sent, withheld = [await ctx.uow.outbox.add(each) if each else 0 for each in (to_send, to_keep)]
        return {"messages": sent, "withheld": withheld}

    return work


async def do_work(ctx: Context, work: Work, run_id: int) -> Counts:
    counts = await work(ctx, run_id)
    await ctx.uow.job_runs.finish(run_id, ctx.now, counts)
    return counts

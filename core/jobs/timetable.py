"""The timetable: when each job is due by the clock of the business zone, and which runs are still to be started.

A daily job's run is named by its local date, so there is one a day however the clocks change; a time in a gap moves
forward by the gap, a time that occurs twice is the first. After an outage only the latest run is made up for, and only
while it is less than a day old: what a job finds does not depend on how often it was missed.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from core.application.access import Operation, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import ONE_DAY
from core.base.date_times import instant_at
from core.base.model import Model
from core.delivery.leases import require_lease
from core.jobs.birthday_sync import sync_birthdays
from core.jobs.day_prompts import prompt_days
from core.jobs.expiring_tokens import tell_expiring_tokens
from core.jobs.overdue_regular import send_digests
from core.jobs.overdue_survey import survey_overdue
from core.jobs.period_summaries import send_period_summaries
from core.jobs.planning_sync import sync_planning
from core.jobs.reminders import send_reminders
from core.jobs.running import JobUseCase, do_work, storing
from core.records.jobs import Job, JobRun, Lease
from core.records.messages import NewMessage

CAUGHT_UP = timedelta(hours=24)
"""The age from which a missed run is no longer made up for."""
ALL_WEEK = frozenset(range(1, 8))
MONDAY_TO_SATURDAY = frozenset(range(1, 7))


class Daily(Struct, frozen=True):
    """A job's plan: at a time of day on some weekdays (ISO: 1 is Monday)."""

    at: time
    weekdays: frozenset[int] = ALL_WEEK


class EveryMinute(Struct, frozen=True): ...


class Planned(Struct, frozen=True):
    """A job, its plan, and whether integrations may trigger it too."""

    use_case: JobUseCase
    plan: Daily | EveryMinute
    triggered: bool = True


class ScheduledRun(Struct, frozen=True):
    """A run that no process has started yet; `nominal`, its local date or time, is its name."""

    job: Job
    nominal: str


class JobStanding(Model, frozen=True):
    job: Job
    last_run: JobRun | None
    next_turn: datetime


TIMETABLE: Mapping[Job, Planned] = {
    Job.PLANNING_SYNC: Planned(sync_planning, Daily(time(0, 5))),
    Job.BIRTHDAY_SYNC: Planned(sync_birthdays, Daily(time(0, 30))),
    Job.REMINDERS: Planned(send_reminders, EveryMinute()),
    Job.OVERDUE_SURVEY: Planned(survey_overdue, Daily(time(9), MONDAY_TO_SATURDAY)),
    Job.OVERDUE_REGULAR: Planned(send_digests, Daily(time(10), MONDAY_TO_SATURDAY)),
    Job.DAY_PROMPTS: Planned(prompt_days, EveryMinute(), triggered=False),
    Job.PERIOD_SUMMARIES: Planned(send_period_summaries, Daily(time(9)), triggered=False),
    Job.EXPIRING_TOKENS: Planned(tell_expiring_tokens, Daily(time(9)), triggered=False),
}


@query
async def due_runs(ctx: Context) -> Sequence[ScheduledRun]:
    """The runs to be started now, at most one for each job, in the order of the timetable."""
    require(ctx.actor, Operation.RUN_JOBS)
    due = []
    for job, planned in TIMETABLE.items():
        nominal, at = latest(planned.plan, ctx.now, ctx.settings.zone)
        taken = await ctx.uow.job_runs.last_scheduled(job, nominal)
        if ctx.now - at < CAUGHT_UP and taken != nominal:
            due.append(ScheduledRun(job, nominal))
    return due


@query
async def last_minute_run(ctx: Context) -> datetime | None:
    """Return when the day prompts ran last: nobody runs them by hand, and they run only while the clock is trusted."""
    require(ctx.actor, Operation.RUN_JOBS)
    last = await ctx.uow.job_runs.last(Job.DAY_PROMPTS)
    return last.started_at if last else None


@query
async def find_messages(ctx: Context, scheduled: ScheduledRun) -> Sequence[NewMessage] | None:
    """Find the messages of a run before it starts, so that it does not block other writes; None if only the run can."""
    require(ctx.actor, Operation.RUN_JOBS)
    find = TIMETABLE[scheduled.job].use_case.find
    return None if find is None else await find(ctx)


@command
async def run_scheduled(
    ctx: Context, scheduled: ScheduledRun, lease: Lease, found: Sequence[NewMessage] | None = None
) -> JobRun | None:
    """Run a job; None if another process was faster. `found`: its messages. Raises `Conflict` if the lease is lost."""
    require(ctx.actor, Operation.RUN_JOBS)
    await require_lease(ctx, lease)
    run_id = await ctx.uow.job_runs.start_scheduled(scheduled.job, ctx.now, scheduled.nominal)
    if run_id is None:
        return None
    work = TIMETABLE[scheduled.job].use_case.work if found is None else storing(found)
    counts = await do_work(ctx, work, run_id)
    return JobRun(run_id, scheduled.job, scheduled.nominal, None, ctx.now, ctx.now, counts)


@query
async def list_jobs(ctx: Context) -> Sequence[JobStanding]:
    """Every job with its last run and when its next one is due."""
    require(ctx.actor, Operation.RUN_JOBS)
    return [
        JobStanding(job, await ctx.uow.job_runs.last(job), following(planned.plan, ctx.now, ctx.settings.zone))
        for job, planned in TIMETABLE.items()
    ]


def latest(plan: Daily | EveryMinute, now: datetime, zone: ZoneInfo) -> tuple[str, datetime]:
    """The name and the instant of the latest run that is due; names sort by time."""
    if isinstance(plan, EveryMinute):
        at = now.replace(second=0, microsecond=0)
        return at.isoformat(), at
    day = now.astimezone(zone).date()
    while day.isoweekday() not in plan.weekdays or instant_at(day, plan.at, zone) > now:
        day -= ONE_DAY
    return day.isoformat(), instant_at(day, plan.at, zone)


def following(plan: Daily | EveryMinute, now: datetime, zone: ZoneInfo) -> datetime:
    """Return when the next run after now is due."""
    if isinstance(plan, EveryMinute):
        return now.replace(second=0, microsecond=0) + timedelta(minutes=1)
    day = now.astimezone(zone).date()
    while day.isoweekday() not in plan.weekdays or instant_at(day, plan.at, zone) <= now:
        day += ONE_DAY
    return instant_at(day, plan.at, zone)

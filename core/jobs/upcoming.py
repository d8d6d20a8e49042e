"""Instants at which something may be due next, and what became of it, for a simulation of the coming days.

A simulation that moves its clock from one of these moments to the next, and at each runs the jobs and sends what is
due, does what the service would do, since nothing happens in between. People are assumed to do nothing meanwhile.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, timedelta

from msgspec import Struct

from core.application.access import Operation, require
from core.application.use_case import Context, query
from core.jobs import day_prompts, timetable
from core.people.schedules import days_off
from core.people.users import active_people
from core.people.working_time import WhyOff
from core.records.messages import Message
from core.records.work import TaskRule

MINUTE = timedelta(minutes=1)


class UnaskedDay(Struct, frozen=True):
    user_id: int
    on: date
    why: WhyOff


@query
async def due_moments(ctx: Context, until: datetime) -> list[datetime]:
    """The instants after now, up to a time, at which a job may find something: full minutes, in order."""
    require(ctx.actor, Operation.RUN_JOBS)
    reminders = await ctx.uow.due_reminders.due(until, but_of=ctx.settings.cancelled_status_ids)
    at = {reminder.remind_at for reminder in reminders} | await day_prompts.prompt_moments(ctx, until)
    minutes = {full_minute(each) for each in at} | set(daily_turns(ctx, until))
    return sorted(each for each in minutes if ctx.now < each <= until)


def daily_turns(ctx: Context, until: datetime) -> Iterator[datetime]:
    for planned in timetable.TIMETABLE.values():
        if isinstance(planned.plan, timetable.Daily):
            at = timetable.following(planned.plan, ctx.now, ctx.settings.zone)
            while at <= until:
                yield at
                at = timetable.following(planned.plan, at, ctx.settings.zone)


def full_minute(at: datetime) -> datetime:
    minute = at.replace(second=0, microsecond=0)
    return minute if minute == at else minute + MINUTE


@query
async def next_due(ctx: Context) -> datetime | None:
    """Find when the next message is due of those that wait until later."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.next_due(ctx.now)


@query
async def decided_rules(ctx: Context) -> Sequence[TaskRule]:
    """The rules that made a task at this very instant, or came to wait for one, or were paused."""
    require(ctx.actor, Operation.RUN_JOBS)
    rules = await ctx.uow.task_rules.list(ctx.actor)
    return [rule for rule in rules if rule.updated_at == ctx.now > rule.created_at]


@query
async def decided_messages(ctx: Context, user_ids: Collection[int]) -> Sequence[Message]:
    """These people's messages that were sent, put off or withheld at this very instant."""
    require(ctx.actor, Operation.RUN_JOBS)
    return await ctx.uow.outbox.decided(user_ids, ctx.now)


@query
async def unasked_days(ctx: Context, user_ids: Collection[int], first: date, last: date) -> Sequence[UnaskedDay]:
    """The dates on which those of these people who can be written to are not prompted."""
    require(ctx.actor, Operation.RUN_JOBS)
    if not ctx.settings.day_prompts:
        return []
    everybody = day_prompts.reachable_people((await active_people(ctx)).values())
    people = [person for person in everybody if person.id in user_ids]
    off = await days_off(ctx, people, first, last)
    return [UnaskedDay(user_id, on, days[on]) for user_id, days in off.items() for on in sorted(days)]

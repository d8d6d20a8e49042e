"""The prompts of the day: open it, report on it, close it; how it went; whose birthday it is.

Due: of each active person who can be written to, by their own clock, on a day on which they work (`day_times`); on any
day, birthdays at the hour at which the office opens. Changed: nothing. Said: what is not done yet, once a person and
day of the business zone, and on that day only; what was missed by more than an hour is not said any more.
"""

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, timedelta

from core.calendar_time import local_date
from core.colleagues import born_today
from core.daily_logs import DailyLogState
from core.date_times import instant_of
from core.jobs.day_times import day_times
from core.jobs.running import Job, active_people, telling_job
from core.model import Role
from core.nudges import Step, asked_now
from core.outbox import MessageKind, NewMessage, key_of, new_message
from core.schedules import work_calendars
from core.use_case import Context
from core.working_time import WorkCalendar

MISSED = timedelta(hours=1)
ONE_DAY = timedelta(days=1)
STEPS = {
    MessageKind.OPEN_PROMPT: Step.OPEN,
    MessageKind.AVANCE_PROMPT: Step.AVANCE,
    MessageKind.CLOSE_PROMPT: Step.CLOSE,
}


@telling_job(Job.DAY_PROMPTS)
async def prompt_days(ctx: Context) -> Sequence[NewMessage]:
    """Tell everybody whose time it is, once a day of each."""
    everybody = (await active_people(ctx)).values()
    people = [each for each in everybody if each.telegram_user_id is not None and each.role is not Role.SERVICE]
    calendars = await work_calendars(ctx, people, ctx.today - ONE_DAY, ctx.today + ONE_DAY)
    birthday = any(born_today(ctx, person) for person in everybody)
    now = [
        (person.id, kind, at)
        for person in people
        for kind, at in times(ctx, calendars[person.id], birthday=birthday)
        if ctx.now - MISSED < at <= ctx.now and local_date(at, ctx.settings.zone) == ctx.today
    ]
    return await told(ctx, now, leaders={person.leader_user_id for person in everybody}) if now else []


async def told(
    ctx: Context, now: Sequence[tuple[int, MessageKind, datetime]], leaders: Collection[int | None]
) -> Sequence[NewMessage]:
    """Of what is to be told now what was not told yet, and is still to be done."""
    day, ids = ctx.today.isoformat(), {person for person, _, _ in now}
    logs = {log.user_id: log for log in await ctx.uow.daily_logs.team_states(ids, ctx.today, ctx.today)}
    before = {kind: await ctx.uow.outbox.told(key_of(kind, day), ids) for kind in {kind for _, kind, _ in now}}
    return [
        new_message(ctx, kind, person, day, {"day": ctx.today.toordinal()}, due_at=at)
        for person, kind, at in now
        if person not in before[kind]
        and not done(kind, logs.get(person))
        and (kind is not MessageKind.TEAM_SUMMARY or person in leaders)
    ]


def times(ctx: Context, calendar: WorkCalendar, *, birthday: bool) -> Iterator[tuple[MessageKind, datetime]]:
    """Of what a person is told on the dates that it was for them within the last hour, when."""
    for on in sorted({local_date(ctx.now - MISSED, calendar.zone), local_date(ctx.now, calendar.zone)}):
        if birthday:
            yield MessageKind.BIRTHDAYS, instant_of(datetime.combine(on, ctx.settings.day_starts), calendar.zone)
        hours = calendar.hours(on) if ctx.settings.day_prompts else None
        if hours is not None:
            report = instant_of(datetime.combine(on, ctx.settings.report_at), calendar.zone)
            yield from day_times(hours, report, ctx.settings.zone)


def done(kind: MessageKind, log: DailyLogState | None) -> bool:
    """Whether a message is a question about a step of which there is nothing to ask any more."""
    return kind in STEPS and asked_now(STEPS[kind], log) is None

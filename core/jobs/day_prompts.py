"""The prompts of the day: open it, report on it, close it; how it went; whose birthday it is.

Due: of each active person who can be written to, by their own clock, on a day on which they work: opening when their
hours begin, the report at a time of day within them, closing when they end, and for leaders how it went a little later;
on any day, birthdays at the hour at which the office opens. Changed: nothing. Said: what is not done yet, once a person
and day; what was missed by more than an hour is not said any more.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from msgspec import Struct

from core.calendar_time import local_date
from core.colleagues import born_today
from core.daily_logs import DailyLogState
from core.date_times import instant_of
from core.jobs.running import Counts, Job, active_people, job
from core.model import Role
from core.nudges import Step, asked_now
from core.outbox import MessageKind, NewMessage, new_message
from core.schedules import work_calendars
from core.use_case import Context
from core.users import User
from core.working_time import WorkCalendar

MISSED = timedelta(hours=1)
SUMMED_UP = timedelta(minutes=30)
ONE_DAY = timedelta(days=1)
STEPS = {
    MessageKind.OPEN_PROMPT: Step.OPEN,
    MessageKind.AVANCE_PROMPT: Step.AVANCE,
    MessageKind.CLOSE_PROMPT: Step.CLOSE,
}


class Today(Struct, frozen=True):
    """What decides who is told what: who leads somebody, the logs of today by person, and whether it is a birthday."""

    leaders: Collection[int]
    logs: Mapping[int, DailyLogState]
    birthday: bool


@job(Job.DAY_PROMPTS)
async def prompt_days(ctx: Context, _run_id: int) -> Counts:
    """Tell everybody whose time it is, once a day of each."""
    everybody = (await active_people(ctx)).values()
    people = [person for person in everybody if person.telegram_user_id is not None and person.role is not Role.SERVICE]
    calendars = await work_calendars(ctx, people, ctx.today - ONE_DAY, ctx.today + ONE_DAY)
    logs = await ctx.uow.daily_logs.team_states([person.id for person in people], ctx.today, ctx.today)
    today = Today(
        {person.leader_user_id for person in everybody if person.leader_user_id is not None},
        {log.user_id: log for log in logs},
        any(born_today(ctx, person) for person in everybody),
    )
    told = [message for person in people for message in messages(ctx, person, calendars[person.id], today)]
    return {"messages": await ctx.uow.outbox.add(told)}


def messages(ctx: Context, person: User, calendar: WorkCalendar, today: Today) -> Sequence[NewMessage]:
    """What a person is to be told now."""
    return [
        new_message(ctx, kind, person.id, ctx.today.isoformat(), {"day": ctx.today.toordinal()}, due_at=at)
        for kind, at in times(ctx, person, calendar, today)
        if ctx.now - MISSED < at <= ctx.now and not done(kind, today.logs.get(person.id))
    ]


def times(ctx: Context, person: User, calendar: WorkCalendar, today: Today) -> Iterator[tuple[MessageKind, datetime]]:
    """Of what a person is told on the date that it is for them, when."""
    on = local_date(ctx.now, calendar.zone)
    if today.birthday:
        yield MessageKind.BIRTHDAYS, instant_of(datetime.combine(on, ctx.settings.day_starts), calendar.zone)
    hours = calendar.hours(on)
    if hours is None or not ctx.settings.day_prompts:
        return
    yield MessageKind.OPEN_PROMPT, hours.start
    report = instant_of(datetime.combine(on, ctx.settings.report_at), calendar.zone)
    if hours.start < report < hours.end:
        yield MessageKind.AVANCE_PROMPT, report
    yield MessageKind.CLOSE_PROMPT, hours.end
    if person.id in today.leaders:
        yield MessageKind.TEAM_SUMMARY, hours.end + SUMMED_UP


def done(kind: MessageKind, log: DailyLogState | None) -> bool:
    """Whether a message is a question about a step of which there is nothing to ask any more."""
    return kind in STEPS and asked_now(STEPS[kind], log) is None

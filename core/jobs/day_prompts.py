"""The prompts of the day: open it, report on it, close it; the team's summary; birthdays.

Due: for each active person who can be written to, by their own clock, on a day on which they work (`day_times`);
birthdays on any day, when the office opens; groups as `group_summaries` says. Changed: nothing. Sent: what is not done
yet, once for each person and day of the business zone, and on that day only; what is done already is withheld, for the
ledger. Prompts missed by more than an hour are not made up for.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.base.date_times import instant_at
from core.base.model import Role
from core.delivery.ledger import PROMPT_GRACE
from core.delivery.nudges import DayStep, step_asked_about
from core.jobs.day_times import day_times
from core.jobs.group_summaries import group_summaries, group_summary_moments
from core.jobs.running import message_job
from core.messages.outbox import key_of, new_message, withheld
from core.people.colleagues import born_today
from core.people.schedules import each_date, work_calendars
from core.people.users import active_people
from core.people.working_time import WorkCalendar
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage, Reason
from core.records.people import ChosenNotices, User
from core.records.work import DailyLogState

STEPS = {
    MessageKind.OPEN_PROMPT: DayStep.OPEN,
    MessageKind.AVANCE_PROMPT: DayStep.AVANCE,
    MessageKind.CLOSE_PROMPT: DayStep.CLOSE,
}


@message_job(Job.DAY_PROMPTS)
async def prompt_days(ctx: Context) -> Sequence[NewMessage]:
    """Prompt everybody who is due, once a day each."""
    everybody = (await active_people(ctx)).values()
    people = reachable_people(everybody)
    calendars = await work_calendars(ctx, people, ctx.today - ONE_DAY, ctx.today + ONE_DAY)
    chosen = await ctx.uow.notices.of_people(calendars.keys())
    birthday = any(born_today(ctx, person) for person in everybody)
    since = ctx.now - PROMPT_GRACE
    now = [
        (person, kind, at)
        for person, calendar in calendars.items()
        for kind, at in times(ctx, calendar, chosen.get(person), since, ctx.now, birthday=birthday)
        if since < at <= ctx.now and local_date(at, ctx.settings.zone) == ctx.today
    ]
    leaders = {person.leader_user_id for person in everybody}
    return [*(await prompts_due(ctx, now, leaders) if now else ()), *await group_summaries(ctx)]


async def prompts_due(
    ctx: Context, now: Sequence[tuple[int, MessageKind, datetime]], leaders: Collection[int | None]
) -> Sequence[NewMessage]:
    day, ids = ctx.today.isoformat(), {person for person, _, _ in now}
    logs = {log.user_id: log for log in await ctx.uow.daily_logs.team_states(ids, ctx.today, ctx.today)}
    before = {kind: await ctx.uow.outbox.recipients_of(key_of(kind, day), ids) for kind in {kind for _, kind, _ in now}}
    return [
        withheld(message, Reason.DONE) if is_step_done(kind, logs.get(person)) else message
        for person, kind, at in now
        if person not in before[kind]
        and (person in logs or not is_step_done(kind, None))
        and (kind is not MessageKind.TEAM_SUMMARY or person in leaders)
        for message in [new_message(ctx, kind, person, day, {"day": ctx.today.toordinal()}, due_at=at)]
    ]


async def prompt_moments(ctx: Context, until: datetime) -> set[datetime]:
    """Find the instants after now, up to a time, at which somebody may be due; whether they are is decided then."""
    people = reachable_people((await active_people(ctx)).values())
    calendars = await work_calendars(ctx, people, ctx.today - ONE_DAY, local_date(until, ctx.settings.zone) + ONE_DAY)
    chosen = await ctx.uow.notices.of_people(calendars.keys())
    found = (
        times(ctx, calendar, chosen.get(person), ctx.now - ONE_DAY, until, birthday=True)
        for person, calendar in calendars.items()
    )
    of_people = {at for each in found for _, at in each if ctx.now < at <= until}
    return of_people | await group_summary_moments(ctx, until)


def reachable_people(people: Iterable[User]) -> Sequence[User]:
    return [person for person in people if person.telegram_user_id is not None and person.role is not Role.SERVICE]


def times(
    ctx: Context,
    calendar: WorkCalendar,
    chosen: ChosenNotices | None,
    since: datetime,
    until: datetime,
    *,
    birthday: bool,
) -> Iterator[tuple[MessageKind, datetime]]:
    """Yield the kinds of messages that a person is sent on their dates from `since` to `until`, each with its time."""
    for on in each_date(local_date(since, calendar.zone), local_date(until, calendar.zone)):
        if birthday:
            yield MessageKind.BIRTHDAYS, instant_at(on, ctx.settings.day_starts, calendar.zone)
        hours = calendar.hours(on) if ctx.settings.day_prompts else None
        if hours is not None:
            own = chosen or ChosenNotices()
            report = instant_at(on, own.avance_at or ctx.settings.report_at, calendar.zone)
            yield from day_times(hours, report, ctx.settings.zone, asked_within(own, hours, on, calendar.zone))


def asked_within(own: ChosenNotices, hours: Interval, on: date, zone: ZoneInfo) -> Interval:
    """Return the time from being asked to open a day to being asked to close it: a person's own, else their hours.

    On a day whose hours do not fit the one time that they have chosen, the hours count.
    """
    opens = instant_at(on, own.open_at, zone) if own.open_at else hours.start
    closes = instant_at(on, own.close_at, zone) if own.close_at else hours.end
    return Interval(opens, closes) if opens < closes else hours


def is_step_done(kind: MessageKind, log: DailyLogState | None) -> bool:
    """Return whether a message asks about a step that needs no asking any more."""
    return kind in STEPS and step_asked_about(STEPS[kind], log) is None

"""Drafts of events that repeat: the series they become, its dates, and what conflicts with them."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from msgspec import Struct
from msgspec.structs import replace

from core.application.use_case import Context, query
from core.base.calendar_time import Interval, local_date
from core.base.date_times import WrittenDateTime
from core.base.errors import Invalid
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence, anchored, matching, moved_weekdays, wire_fields
from core.base.rrules import Rrule, read_rrule, weekly
from core.base.rrules import moved as moved_rrule
from core.calendar.recurrence import MAX_OCCURRENCES, SUNDAY, occurrences
from core.calendar.series_moves import SHORTEST_MONTH
from core.calendar.slot_search import NotAtWork, not_at_work_on, taken_at
from core.drafts import event_drafts
from core.language.phrases.arithmetic import later
from core.language.phrases.model import Repeats
from core.records.calendar import AvailabilityConflict
from core.records.drafts import EventDraft

MONTHS_ASSUMED = {RecurrenceType.WEEKLY: 3, RecurrenceType.MONTHLY: 12}
"""The months for which a series goes on if no end is said."""


class SeriesPlan(Struct, frozen=True):
    """The series that a draft becomes. `said` is its rule by the draft's clock, `rule` by the business zone's.

    `times` is empty if it would end before it begins. `assumed`: its end was not said, and is assumed after this number
    of months. `cut`: it would have more dates than a series has. `later` are times that the clocks skip.
    """

    said: Recurrence
    rule: Recurrence
    start: WrittenDateTime
    end: WrittenDateTime
    times: Sequence[Interval]
    assumed: int | None
    cut: bool
    later: Sequence[Interval]


class SeriesOutlook(Struct, frozen=True):
    """The conflicts with the dates of a series: the events that people are in, and who is not at work on each date."""

    plan: SeriesPlan
    taken: Sequence[AvailabilityConflict]
    not_at_work: Sequence[tuple[Interval, NotAtWork]]

    @property
    def anything(self) -> bool:
        return bool(self.taken or self.not_at_work)


def plan_of(draft: EventDraft) -> SeriesPlan | None:
    """The series that a draft becomes; None while it does not repeat, or has no day or hour."""
    when = draft.time
    if draft.repeats is None or draft.day is None or when is None:
        return None
    team = ZoneInfo(draft.team_zone or draft.zone)
    start, end = written(draft, when, team)
    begins = start.wall_clock(team)
    moved = begins.date() - draft.day
    said, there = rules_of(draft.repeats, draft.day, begins.date())
    assumed = None if said.ends_on or said.occurrence_count else MONTHS_ASSUMED[said.recurrence_type]
    if assumed:
        said = replace(said, ends_on=later(draft.day, assumed, "month"))
    rule = replace(
        there,
        occurrence_count=min(said.occurrence_count or MAX_OCCURRENCES, MAX_OCCURRENCES),
        ends_on=said.ends_on and said.ends_on + moved,
    )
    times = times_of(rule, start, end, team)
    return SeriesPlan(
        said,
        rule,
        start,
        end,
        times,
        assumed,
        cut=goes_on(said, rule, begins.date(), local_date(times[-1].start, team))
        if len(times) == MAX_OCCURRENCES
        else False,
        later=[each for each in times if each.start.astimezone(team).time() != begins.time()],
    )


def rules_of(repeats: Repeats, day: date, begins: date) -> tuple[Recurrence, Recurrence]:
    """The rule as it was said of a first `day`, and by the clock by which that `begins`; their ends are as said."""
    said = anchored(repeats.exact, day)
    if said.rrule is not None:
        there = shifted(read_rrule(said.rrule), day, begins)
        if there is not None:
            return said, replace(said, rrule=str(there))
        said = anchored(repeats.rule, day)
    if begins == day:
        return said, said
    if said.day_of_month:  # by two clocks there is no last day of each month
        return replace(said, day_of_month=day.day), replace(said, day_of_month=begins.day)
    weekdays = moved_weekdays(said.weekdays, (begins - day).days)
    return said, replace(said, weekdays=weekdays) if SUNDAY not in weekdays else replace(
        said, weekdays=(), rrule=str(weekly(weekdays))
    )


def shifted(rule: Rrule, day: date, begins: date) -> Rrule | None:
    """Move a rule from the date `day` of one clock to the date `begins` of another; None if no rule says that.

    Monthly on the 29th to 31st, it is on the last day of a shorter month.
    """
    if rule.frequency is RecurrenceType.MONTHLY and not (rule.days or rule.month_days):
        last = begins.day > SHORTEST_MONTH
        days = tuple(range(SHORTEST_MONTH, begins.day + 1)) if last else (begins.day,)
        return replace(rule, month_days=days, positions=(-1,) if last else ())
    return moved_rrule(rule, (begins - day).days) if begins != day else rule


def written(draft: EventDraft, when: Interval, team: ZoneInfo) -> tuple[WrittenDateTime, WrittenDateTime]:
    """The first event's times: as the clock of the business zone shows them, if that is the draft's."""
    if draft.all_day or draft.fold or draft.zone != team.key or not draft.day or not draft.starts:
        return WrittenDateTime(when.start), WrittenDateTime(when.end)
    start = datetime.combine(draft.day, draft.starts)
    return WrittenDateTime(start), WrittenDateTime(start + timedelta(minutes=draft.minutes))


def times_of(rule: Recurrence, start: WrittenDateTime, end: WrittenDateTime, team: ZoneInfo) -> Sequence[Interval]:
    try:
        return [Interval(*each) for each in occurrences(rule, start, end, team)]
    except Invalid:
        return []


def goes_on(said: Recurrence, rule: Recurrence, begins: date, last: date) -> bool:
    """Return whether what was said has dates after the last one that a series can have."""
    if said.occurrence_count and said.occurrence_count <= MAX_OCCURRENCES:
        return False
    within = takewhile(lambda day: rule.ends_on is None or day <= rule.ends_on, matching(rule, begins))
    return any(day > last for day in within)


@query
async def series_outlook(ctx: Context, body: EventDraft) -> SeriesOutlook | None:
    """Find what conflicts with a draft's series, as far as the caller may see it; None if the draft is of no series."""
    plan = plan_of(body)
    if plan is None:
        return None
    if not plan.times:
        return SeriesOutlook(plan, (), ())
    busy = await taken_at(ctx, body.user_ids, plan.times) if body.user_ids else ()
    return SeriesOutlook(plan, busy, await not_at_work_on(ctx, body.user_ids, plan.times))


def fields(draft: EventDraft, plan: SeriesPlan, now: datetime) -> dict[str, object]:
    """Return the fields of a `MeetingSeriesCreate`, by their wire names."""
    return event_drafts.fields(draft, now) | {
        "startDatetime": event_drafts.wire_instant(plan.start.written),
        "endDatetime": event_drafts.wire_instant(plan.end.written),
        "remindMinutes": draft.remind_minutes,
        **wire_fields(plan.rule),
    }

"""A draft of a series on its card: how it repeats, its dates, and what conflicts with each."""

from collections.abc import Iterable, Mapping, Sequence
from zoneinfo import ZoneInfo

from bot.chat.panels.components import Scene, and_more, escape, listed
from bot.chat.panels.conflicts import LINES_SHOWN, TITLE_UNITS, grouped, person_html, reason_text
from bot.chat.panels.recurrence import days_text, repeats_text
from core.base.calendar_time import Interval, local_date
from core.calendar.availability import HIDDEN_TITLE, UNKNOWN_TITLE
from core.calendar.recurrence import MAX_OCCURRENCES
from core.drafts.series_drafts import SeriesOutlook, SeriesPlan
from core.people.working_time import Off

DATES_SHOWN = 5


def rule_lines(scene: Scene, plan: SeriesPlan, clock: ZoneInfo) -> list[str]:
    """Say how a series repeats, and the first of its dates."""
    repeats = f"🔁 {escape(repeats_text(scene, plan.said))}"
    if not plan.times:
        return [repeats]
    count = scene.say("series_dates", count=len(plan.times))
    return [f"{repeats} · {count}", f"📅 {dates_text(scene, plan.times, clock)}"]


def hint_lines(scene: Scene, plan: SeriesPlan, clock: ZoneInfo, *, inexact: bool) -> list[str]:
    """Say what a series cannot do that words ask for, and what was assumed."""
    lines = [scene.say("series_nearest", rule=escape(days_text(scene, plan.said)))] if inexact else []
    if not plan.times:
        return [*lines, scene.say("series_no_dates")]
    last = scene.short(local_date(plan.times[-1].start, clock))
    lines += [scene.say("series_end_assumed", count=plan.assumed)] if plan.assumed else []
    lines += [scene.say("series_cut", count=MAX_OCCURRENCES, date=last)] if plan.cut else []
    lines += [scene.say("series_skipped", dates=dates_text(scene, plan.later, clock))] if plan.later else []
    others = at_other_hours(plan.times, clock) if clock != scene.zone else []
    lines += [scene.say("series_other_hour", dates=dates_text(scene, others, clock))] if others else []
    return lines


def at_other_hours(times: Sequence[Interval], clock: ZoneInfo) -> list[Interval]:
    """Return the times at which a clock shows another hour than at the first."""
    usual = times[0].start.astimezone(clock).time()
    return [each for each in times if each.start.astimezone(clock).time() != usual]


def obstacle_lines(scene: Scene, outlook: SeriesOutlook, names: Mapping[int, str], clock: ZoneInfo) -> list[str]:
    """At most `LINES_SHOWN` lines, each a reason not to work or an event that takes somebody, with the dates."""
    off = grouped(
        ((reason_text(scene, missing, clock, local_date(when.start, clock)), missing.user_id), when)
        for when, missing in outlook.not_at_work
    )
    alike = grouped(((reason, tuple(times)), person) for (reason, person), times in off.items())
    lines = []
    for (why, off_times), people in alike.items():
        dates = dates_of(scene, outlook, off_times, clock)
        lines.append(scene.say("series_off", names=names_of(scene, names, people), why=why, dates=dates))
    busy = grouped(
        ((row.user_id, row.conflicting_event_title), each)
        for row in outlook.taken
        for each in outlook.plan.times
        if row.start_datetime < each.end and each.start < row.end_datetime
    )
    for (person, title), times in busy.items():
        name, dates = person_html(scene, names, person), dates_of(scene, outlook, times, clock)
        if title == UNKNOWN_TITLE:
            lines.append(scene.say("series_unknown", name=name, dates=dates))
        elif title == HIDDEN_TITLE:
            lines.append(scene.say("series_busy", name=name, dates=dates))
        else:
            words = scene.user_text(title, TITLE_UNITS)
            lines.append(scene.say("series_taken", name=name, title=words, dates=dates))
    holidays = {when for when, each in outlook.not_at_work if each.why_off and each.why_off.off is Off.HOLIDAY}
    heading = [scene.say("series_all_holidays")] if holidays == {*outlook.plan.times} != set() else []
    return [*heading, *lines[:LINES_SHOWN], *and_more(scene, len(lines), LINES_SHOWN)]


def names_of(scene: Scene, names: Mapping[int, str], people: Iterable[int]) -> str:
    order = {person: place for place, person in enumerate(names)}
    ordered = sorted(people, key=lambda person: order.get(person, len(order)))
    return listed([person_html(scene, names, person) for person in ordered], DATES_SHOWN, scene)


def dates_of(scene: Scene, outlook: SeriesOutlook, times: Sequence[Interval], clock: ZoneInfo) -> str:
    """These dates of the series, or that it is all of them."""
    dates = list(dict.fromkeys(times))
    if len(dates) == len(outlook.plan.times) > 1:
        return scene.say("series_all_dates")
    return dates_text(scene, dates, clock)


def dates_text(scene: Scene, times: Sequence[Interval], clock: ZoneInfo) -> str:
    dates = [local_date(each.start, clock) for each in times]
    return listed([escape(scene.days(day, day)) for day in dates], DATES_SHOWN, scene)

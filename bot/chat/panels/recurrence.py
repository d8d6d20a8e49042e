"""Rules of recurrence in words: «cada lunes y miércoles hasta el vie, 15 ene»."""

from collections.abc import Sequence
from datetime import date

from bot.chat.panels.components import Scene
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.base.rrules import NthWeekday, Rrule, read_rrule
from core.language.i18n import full_weekday_name, listing
from core.records.work import RuleState, Task
from core.work.rule_dates import RuleDate
from core.work.task_rules import RuleView

ALL_WEEK, WORKDAYS = tuple(range(1, 8)), tuple(range(1, 6))
LONGEST_MONTH = 31


def repeats_text(scene: Scene, rule: Recurrence) -> str:
    """Say how a rule repeats; one without weekdays or a day is of each week or month."""
    last = "" if rule.ends_on is None else " " + scene.say("repeats_until", date=scene.short(rule.ends_on))
    count = "" if rule.occurrence_count is None else ", " + scene.say("repeats_times", count=rule.occurrence_count)
    return days_text(scene, rule) + last + count


def days_text(scene: Scene, rule: Recurrence) -> str:
    if rule.rrule is not None:
        return rrule_text(scene, read_rrule(rule.rrule))
    if not (rule.weekdays or rule.day_of_month):
        return scene.say("repeats_monthly" if rule.recurrence_type is RecurrenceType.MONTHLY else "repeats_weekly")
    if rule.recurrence_type is RecurrenceType.MONTHLY:
        last = rule.day_of_month == LONGEST_MONTH
        return scene.say("repeats_month_end") if last else scene.say("repeats_month_day", day=rule.day_of_month)
    return weekdays_text(scene, tuple(sorted(set(rule.weekdays))))


def weekdays_text(scene: Scene, weekdays: tuple[int, ...]) -> str:
    if weekdays in (ALL_WEEK, WORKDAYS):
        return scene.say("repeats_daily" if weekdays == ALL_WEEK else "repeats_workdays")
    return scene.say("repeats_weekdays", names=weekday_names(scene, weekdays))


def weekday_names(scene: Scene, weekdays: Sequence[int]) -> str:
    return listing(scene.language, [weekday(scene, day) for day in weekdays])


def rrule_text(scene: Scene, rule: Rrule) -> str:
    """A rule as iCalendar writes it, in words: «cada 2 semanas: lunes», «el último viernes de cada mes»."""
    if rule.frequency is RecurrenceType.WEEKLY:
        weekdays = tuple(each.weekday for each in rule.days)
        if rule.interval == 1 and weekdays:
            return weekdays_text(scene, weekdays)
        on = {"names": weekday_names(scene, weekdays)} if weekdays else {}
        return scene.say("repeats_weeks_on" if on else "repeats_weeks", count=rule.interval, **on)
    if not (rule.days or rule.month_days):
        return scene.say("repeats_months", count=rule.interval)
    days = [nth_text(scene, each) for each in rule.days] + [month_day_text(scene, each) for each in rule.month_days]
    if rule.positions:
        workday = scene.say("repeats_workday")
        days = [nth_of(scene, each, workday) if rule.days else month_day_text(scene, each) for each in rule.positions]
    often = "repeats_months_on" if rule.interval > 1 else "repeats_each_month"
    return scene.say(often, days=listing(scene.language, days), count=rule.interval)


def nth_text(scene: Scene, day: NthWeekday) -> str:
    return nth_of(scene, day.nth, weekday(scene, day.weekday))


def nth_of(scene: Scene, nth: int, day: str) -> str:
    return scene.say(
        "repeats_nth", nth=scene.say("repeats_nth_last" if nth < 0 else f"repeats_nth_{nth or 1}"), weekday=day
    )


def month_day_text(scene: Scene, day: int) -> str:
    return str(day) if day > 0 else scene.say("repeats_last_day")


def date_text(scene: Scene, found: RuleDate) -> str:
    """Say when a task of a rule is due, and on which date of the rule's if that is another."""
    due = scene.short(found.due)
    return due if found.due == found.on else scene.say("repeats_moved", due=due, date=scene.short(found.on))


def rule_lines(scene: Scene, view: RuleView, task: Task) -> list[str]:
    """Say how a task repeats and what comes next, for its card."""
    rule = view.rule
    for_another = task.id == rule.task_id and task.fecha_cumplir != rule.last_on
    moved = [scene.say("rule_moved", date=scene.short(rule.last_on))] if for_another else []
    return [f"🔁 {rule_text(scene, view)}", *moved]


def rule_text(scene: Scene, view: RuleView) -> str:
    """Say how something repeats, and when the next one is due or what keeps it from being made."""
    rule = view.rule
    if rule.state is not RuleState.ACTIVE:
        state = scene.say(f"rule_state_{rule.state}")
    elif view.following:
        state = scene.say("rule_next", date=date_text(scene, view.following))
    else:
        state = scene.say("rule_last")
    return f"{scene.say('repeats', often=repeats_text(scene, rule.recurrence))} · {state}"


def weekday(scene: Scene, iso: int) -> str:
    return full_weekday_name(scene.language, date.fromisocalendar(scene.today.year, 2, iso))

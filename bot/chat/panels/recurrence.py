"""How something repeats, in words: «cada lunes y miércoles hasta el vie, 15 ene»."""

from datetime import date

from bot.chat.panels.components import Scene
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.language.i18n import full_weekday_name, listing
from core.records.work import RuleState, Task
from core.work.rule_dates import RuleDate
from core.work.task_rules import RuleView

ALL_WEEK, WORKDAYS = tuple(range(1, 8)), tuple(range(1, 6))
LONGEST_MONTH = 31


def repeats_text(scene: Scene, rule: Recurrence) -> str:
    """How a rule repeats, in words; one without weekdays or a day is of each week or month."""
    last = "" if rule.ends_on is None else " " + scene.say("repeats_until", date=scene.short(rule.ends_on))
    count = "" if rule.occurrence_count is None else ", " + scene.say("repeats_times", count=rule.occurrence_count)
    return days_text(scene, rule) + last + count


def days_text(scene: Scene, rule: Recurrence) -> str:
    if not (rule.weekdays or rule.day_of_month):
        return scene.say("repeats_monthly" if rule.recurrence_type is RecurrenceType.MONTHLY else "repeats_weekly")
    if rule.recurrence_type is RecurrenceType.MONTHLY:
        last = rule.day_of_month == LONGEST_MONTH
        return scene.say("repeats_month_end") if last else scene.say("repeats_month_day", day=rule.day_of_month)
    weekdays = tuple(sorted(set(rule.weekdays)))
    if weekdays in (ALL_WEEK, WORKDAYS):
        return scene.say("repeats_daily" if weekdays == ALL_WEEK else "repeats_workdays")
    return scene.say("repeats_weekdays", names=listing(scene.language, [weekday(scene, day) for day in weekdays]))


def date_text(scene: Scene, found: RuleDate) -> str:
    """When a task of a rule is due, and on which date of the rule's if that is another."""
    due = scene.short(found.due)
    return due if found.due == found.on else scene.say("repeats_moved", due=due, date=scene.short(found.on))


def rule_lines(scene: Scene, view: RuleView, task: Task) -> list[str]:
    """How a task repeats and what comes next, for its card."""
    rule = view.rule
    for_another = task.id == rule.task_id and task.fecha_cumplir != rule.last_on
    moved = [scene.say("rule_moved", date=scene.short(rule.last_on))] if for_another else []
    return [f"🔁 {rule_text(scene, view)}", *moved]


def rule_text(scene: Scene, view: RuleView) -> str:
    """How something repeats, and when the next one is due or what keeps it from being made."""
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

"""How something repeats, in words: «cada lunes y miércoles hasta el vie, 15 ene»."""

from datetime import date

from bot.chat.panels.components import Scene
from core.base.model import RecurrenceType
from core.base.recurrence import Recurrence
from core.language.i18n import full_weekday_name, listing

ALL_WEEK, WORKDAYS = tuple(range(1, 8)), tuple(range(1, 6))
LONGEST_MONTH = 31


def repeats_text(scene: Scene, rule: Recurrence) -> str:
    """Of a rule that names its weekdays or its day of the month."""
    last = "" if rule.ends_on is None else " " + scene.say("repeats_until", date=scene.short(rule.ends_on))
    count = "" if rule.occurrence_count is None else ", " + scene.say("repeats_times", count=rule.occurrence_count)
    return days_text(scene, rule) + last + count


def days_text(scene: Scene, rule: Recurrence) -> str:
    if rule.recurrence_type is RecurrenceType.MONTHLY:
        last = rule.day_of_month == LONGEST_MONTH
        return scene.say("repeats_month_end") if last else scene.say("repeats_month_day", day=rule.day_of_month)
    weekdays = tuple(sorted(set(rule.weekdays)))
    if weekdays in (ALL_WEEK, WORKDAYS):
        return scene.say("repeats_daily" if weekdays == ALL_WEEK else "repeats_workdays")
    return scene.say("repeats_weekdays", names=listing(scene.language, [weekday(scene, day) for day in weekdays]))


def weekday(scene: Scene, iso: int) -> str:
    return full_weekday_name(scene.language, date.fromisocalendar(scene.today.year, 2, iso))

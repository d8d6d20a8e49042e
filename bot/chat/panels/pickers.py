"""Choices that several panels offer: a due date, people, a priority."""

from calendar import FRIDAY
from collections.abc import Callable, Collection, Sequence
from datetime import date, timedelta

from bot.chat.callbacks.callback_data import Callback
from bot.chat.panels.components import Button, Row, Scene, in_rows, label, pages
from bot.chat.panels.month import month_rows
from core.base.calendar_time import ONE_DAY
from core.base.model import Priority
from core.language.i18n import day_of_month
from core.people.colleagues import Colleague

PEOPLE_A_PAGE, PEOPLE_A_ROW, PRIORITIES_A_ROW = 8, 2, 2
WEEK = timedelta(days=7)


def due_rows(
    scene: Scene,
    month: date,
    on_day: Callable[[date], Callback],
    on_month: Callable[[date], Callback],
    first: date,
    present: date | None,
) -> list[Row]:
    """The most usual days and a month with all others from `first` on; `present` is marked."""
    usual = [Button(day_label(scene, day), on_day(day)) for day in usual_days(scene.today) if day >= first]
    marks = () if present is None else (present,)
    return [usual, *month_rows(scene, month, on_day, on_month, marks=marks, first=first)]


def usual_days(today: date) -> list[date]:
    """Today, tomorrow, the next Friday after those, and in a week."""
    after = today + timedelta(days=2)
    friday = after + timedelta(days=(FRIDAY - after.weekday()) % 7)
    return sorted({today, today + ONE_DAY, friday, today + WEEK})


def day_label(scene: Scene, day: date) -> str:
    if day == scene.today:
        return scene.say("button_today")
    return scene.say("button_tomorrow") if day == scene.today + ONE_DAY else day_of_month(scene.language, day)


def people_rows(
    people: Sequence[Colleague],
    chosen: Collection[int],
    page: int,
    on_person: Callable[[int, bool, int], Callback],
    on_page: Callable[[int], Callback],
) -> list[Row]:
    """A page of people, those chosen ticked; `on_person` gets an id, whether to choose it, and the page."""
    page, shown, turning = pages(people, page, PEOPLE_A_PAGE, on_page)
    buttons = [
        Button(f"{'✓ ' if person.id in chosen else ''}{label(person.display_name)}", on_person(person.id, on, page))
        for person in shown
        for on in [person.id not in chosen]
    ]
    return [*in_rows(buttons, PEOPLE_A_ROW), turning]


def priority_rows(scene: Scene, present: Priority, on_person: Callable[[Priority], Callback]) -> list[Row]:
    buttons = [
        Button(f"{'✓ ' if level is present else ''}{scene.say(f'priority_button_{level}')}", on_person(level))
        for level in Priority
    ]
    return in_rows(buttons, PRIORITIES_A_ROW)

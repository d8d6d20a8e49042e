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
    place_of_day: Callable[[date], Callback],
    place_of_month: Callable[[date], Callback],
    first: date,
    present: date | None,
) -> list[Row]:
    """The days most often meant, and a month to choose any other from, none before the `first`; `present` is marked."""
    usual = [Button(day_label(scene, day), place_of_day(day)) for day in usual_days(scene.today) if day >= first]
    marks = () if present is None else (present,)
    return [usual, *month_rows(scene, month, place_of_day, place_of_month, marks=marks, first=first)]


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
    place_of: Callable[[int, bool, int], Callback],
    place_of_page: Callable[[int], Callback],
) -> list[Row]:
    """A page of people, those chosen ticked; `place_of` gets a person, whether they are to be chosen, and the page."""
    page, shown, turning = pages(people, page, PEOPLE_A_PAGE, place_of_page)
    buttons = [
        Button(f"{'✓ ' if person.id in chosen else ''}{label(person.display_name)}", place_of(person.id, on, page))
        for person in shown
        for on in [person.id not in chosen]
    ]
    return [*in_rows(buttons, PEOPLE_A_ROW), turning]


def priority_rows(scene: Scene, present: Priority, place_of: Callable[[Priority], Callback]) -> list[Row]:
    buttons = [
        Button(f"{'✓ ' if level is present else ''}{scene.say(f'priority_button_{level}')}", place_of(level))
        for level in Priority
    ]
    return in_rows(buttons, PRIORITIES_A_ROW)

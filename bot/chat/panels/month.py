"""A month as buttons, a row a week."""

from calendar import Calendar
from collections.abc import Callable, Collection
from datetime import date, timedelta

from bot.chat.callbacks.callback_data import Callback, NoAction
from bot.chat.panels.components import Button, Row, Scene
from core.base.calendar_time import FIRST_DAY, LAST_DAY, ONE_DAY
from core.language.i18n import first_weekday, month_and_year, weekday_name

NO_DAY = "·"


def month_rows(
    scene: Scene,
    month: date,
    on_day: Callable[[date], Callback],
    on_month: Callable[[date], Callback],
    *,
    marks: Collection[date] = (),
    first: date | None = None,
    last: date | None = None,
) -> list[Row]:
    """The month of a date: its name between buttons to its neighbours, the weekdays, and a row a week.

    Today is in brackets, a marked day has a dot. Days outside `first` to `last` are not buttons, and weeks and months
    without a day in that range are left out. `on_day` and `on_month` make callbacks of a day and a month's first day.
    """
    first, last = max(first or FIRST_DAY, FIRST_DAY), min(last or LAST_DAY, LAST_DAY)
    weeks = Calendar(first_weekday(scene.language)).monthdatescalendar(month.year, month.month)

    def leads_on(day: date) -> bool:
        return day.month == month.month and first <= day <= last

    def cell(day: date) -> Button:
        if not leads_on(day):
            return Button(NO_DAY, NoAction())
        number = f"[{day.day}]" if day == scene.today else str(day.day)
        return Button(f"{number}•" if day in marks else number, on_day(day))

    return [
        heading_row(scene, month.replace(day=1), on_month, first, last),
        [Button(weekday_name(scene.language, day), NoAction()) for day in weeks[0]],
        *([cell(day) for day in week] for week in weeks if any(map(leads_on, week))),
    ]


def heading_row(scene: Scene, month: date, on_month: Callable[[date], Callback], first: date, last: date) -> Row:
    before, after = month - ONE_DAY, (month + timedelta(days=31)).replace(day=1)
    earlier, later = Button("‹", on_month(before.replace(day=1))), Button("›", on_month(after))
    return [
        earlier if before >= first else Button(NO_DAY, NoAction()),
        Button(month_and_year(scene.language, month), NoAction()),
        later if after <= last else Button(NO_DAY, NoAction()),
    ]

"""Choices that several panels offer: a month as buttons, a due date, people, a priority."""

from calendar import FRIDAY, Calendar
from collections.abc import Callable, Collection, Mapping
from datetime import date, time, timedelta

from msgspec.structs import replace

from bot.chat.callbacks.absences import TaskOfAbsence
from bot.chat.callbacks.callback_data import Callback, NoAction, day_numbered
from bot.chat.callbacks.drafts import DraftCard
from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import Button, Row, Scene, in_rows, label, pages
from bot.chat.panels.times import DAY, HOUR, clock_time
from core.base.calendar_time import FIRST_DAY, LAST_DAY, ONE_DAY
from core.base.model import Priority
from core.language.i18n import day_of_month, first_weekday, month_and_year, weekday_name
from core.language.phrases.model import TimeWindow

PEOPLE_A_PAGE, PEOPLE_A_ROW, PRIORITIES_A_ROW, HOURS_A_ROW = 8, 2, 2, 4
DAYTIME = TimeWindow(time(8), time(20))
HALF_HOUR = 30
WEEK = timedelta(days=7)


def due_rows(
    scene: Scene,
    screen: TaskCard | DraftCard,
    on_day: Callable[[date], Callback],
    present: date | None,
    first: date,
) -> list[Row]:
    """The most usual days and a month with all others from `first` on; `present` is marked."""
    usual = [Button(day_label(scene, day), on_day(day)) for day in usual_days(scene.today) if day >= first]
    month = max(present or first, scene.today)
    return [usual, *day_choice(scene, screen, on_day, present, first=first, month=month)]


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
    people: Mapping[int, str],
    chosen: Collection[int],
    screen: TaskCard | DraftCard | EventEdit,
    on_person: Callable[[int, bool, int], Callback],
) -> list[Row]:
    """A page of people (names by id), those chosen ticked; `on_person` gets an id, whether to choose it, the page."""
    page, shown, turning = pages(list(people), screen, PEOPLE_A_PAGE, "at")
    buttons = [
        Button(
            f"{'✓ ' if person in chosen else ''}{label(people[person])}", on_person(person, person not in chosen, page)
        )
        for person in shown
    ]
    return [*in_rows(buttons, PEOPLE_A_ROW), turning]


def priority_rows(scene: Scene, present: Priority, on_level: Callable[[Priority], Callback]) -> list[Row]:
    buttons = [
        Button(f"{'✓ ' if level is present else ''}{scene.say(f'priority_button_{level}')}", on_level(level))
        for level in Priority
    ]
    return in_rows(buttons, PRIORITIES_A_ROW)


def half_hour_rows(scene: Scene, within: TimeWindow, on_hour: Callable[[time], Callback]) -> list[Row]:
    """The half hours from the window's start to its end, which is midnight if that is not later."""
    first, last = minute_of_day(within.start), minute_of_day(within.end) or DAY
    hours = [time(*divmod(minute, HOUR)) for minute in range(first, last, HALF_HOUR)]
    return in_rows([Button(clock_time(scene, hour), on_hour(hour)) for hour in hours], HOURS_A_ROW)


def minute_of_day(at: time) -> int:
    return at.hour * HOUR + at.minute


NO_DAY = "·"


def day_choice(
    scene: Scene,
    screen: TaskCard | DraftCard | TaskOfAbsence | EventEdit,
    on_day: Callable[[date], Callback],
    present: date | None,
    *,
    first: date,
    last: date = LAST_DAY,
    month: date | None = None,
) -> list[Row]:
    """The choice of a day from `first` to `last`, `present` marked: the month that `at` of the screen has come to.

    It begins at `month`, else at that of the present day, else at the first.
    """
    shown = day_numbered(screen.at) or month or present or first
    return month_rows(
        scene,
        min(max(shown, first), last),
        on_day,
        lambda turned: replace(screen, at=turned.toordinal()),
        marks=[present] if present else (),
        first=first,
        last=last,
    )


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

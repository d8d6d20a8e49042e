"""Several days as a picture with a caption: a team's week or month, one's own weeks."""

from calendar import monthrange
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date, timedelta
from functools import cache

from msgspec import Struct

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Today
from bot.chat.callbacks.team import History, Person, Team, TeamMonth, TeamRange, TeamWeek
from bot.chat.panels.components import (
    CAPTION_UNITS,
    LIGHTS,
    NO_BREAK,
    UNOPENED,
    Button,
    Row,
    Scene,
    and_more,
    escape,
    in_rows,
    label,
    name_html,
    pages,
    percentage,
    units_of,
)
from bot.chat.panels.day import lights_text
from bot.chat.pictures.sheet import Sheet, SheetCell, SheetColumn, SheetRow, State, Trend
from core.base.calendar_time import ONE_DAY, week_of
from core.base.model import Language, Semaforo
from core.language.i18n import date_range, day_and_month, month_and_year, text, weekday_initial, weekday_name
from core.people.working_time import Off
from core.work.overview import DayCell, OwnDays, PeriodTotals, PersonDays, TeamDays

WEEK, WEEKEND = 7, 5
HISTORY_WEEKS = 4
IN_A_ROW = 2
NAME_UNITS, NAMES = 24, 10
HEADING_UNITS = 200
"""The room that a caption leaves for a sentence above it, in UTF-16 units."""
MISSING, NOT_WORKED = "–", "×"
MARKS = {State.UNOPENED: MISSING, State.OFF: NOT_WORKED}


def is_weekend(day: date) -> bool:
    return day.weekday() >= WEEKEND


class Overview(Struct, frozen=True):
    """A picture to be painted, and what stands under it."""

    sheet: Sheet
    caption: str
    rows: Sequence[Row]


def month_of(fecha: date) -> tuple[date, date]:
    return fecha.replace(day=1), fecha.replace(day=monthrange(fecha.year, fecha.month)[1])


def weeks_until(fecha: date) -> tuple[date, date]:
    monday, sunday = week_of(fecha)
    return monday - timedelta(weeks=HISTORY_WEEKS - 1), sunday


TeamPeriod = TeamWeek | TeamMonth | TeamRange
BOUNDS: Mapping[type[TeamWeek | TeamMonth], Callable[[date], tuple[date, date]]] = {
    TeamWeek: week_of,
    TeamMonth: month_of,
}
"""First and last day of a date's period."""
PEOPLE_A_WEEK, PEOPLE_A_MONTH = 10, 8
LONGEST_RANGE = 31
"""Days that a picture holds."""


def team_overview(scene: Scene, team: TeamDays, screen: TeamPeriod) -> Overview:
    """Some days of the people one leads: a page of them in the picture, all of them in the numbers."""
    weekly = is_weekly(screen)
    _, _, turning = pages(team.people, screen, people_a_page(screen))
    name = period_name(scene, screen, year=True)
    ticks = [weekday_name(scene.language, day) if weekly else on_monday(day, str(day.day)) for day in team.dates]
    sheet = Sheet(
        title=scene.say("team_title"),
        subtitle=f"{name} · {turning[1].label}" if turning else name,
        columns=[day_column(scene, day, weekly=weekly, idle=day in team.idle) for day in team.dates],
        lines=[person_line(scene, person, figures=weekly) for person in team.shown],
        legend=legend(scene),
        trend=Trend(scene.say("overview_trend"), team.totals.means, ticks),
        strips=not weekly,
    )
    day = day_within(scene, bounds_of(screen))
    of_month = isinstance(screen, TeamMonth)
    other = scene.button("week", TeamWeek(day)) if of_month else scene.button("month", TeamMonth(day))
    back = [other, scene.back("team_title", Team(day))]
    rows = [*person_buttons(scene, team.shown), turning, moving_row(scene, screen), back]
    return Overview(sheet, team_caption(scene, name, team), rows)


def bounds_of(screen: TeamPeriod) -> tuple[date, date]:
    return (screen.first, screen.last) if isinstance(screen, TeamRange) else BOUNDS[type(screen)](screen.fecha)


def is_weekly(screen: TeamPeriod) -> bool:
    """Return whether its picture has room for a week's large cells."""
    first, last = bounds_of(screen)
    return (last - first).days < WEEK


def people_a_page(screen: TeamPeriod) -> int:
    return PEOPLE_A_WEEK if is_weekly(screen) else PEOPLE_A_MONTH


def period_name(scene: Scene, screen: TeamPeriod, *, year: bool) -> str:
    if isinstance(screen, TeamMonth):
        return month_and_year(scene.language, screen.fecha)
    return date_range(scene.language, *bounds_of(screen)) if year else scene.days(*bounds_of(screen))


def moving_row(scene: Scene, screen: TeamPeriod) -> Row:
    """The periods before and after, and the one with today."""
    first, last = bounds_of(screen)
    more = last - first

    def around(day: date) -> TeamPeriod:
        """The period of a day; of a range, as many days from the day after it on, else up to that day."""
        if not isinstance(screen, TeamRange):
            return type(screen)(day)
        return TeamRange(day, day + more) if day == last + ONE_DAY else TeamRange(day - more, day)

    return period_row(
        scene, around, (first, last), last + ONE_DAY, lambda day: period_name(scene, around(day), year=False)
    )


def own_history(scene: Scene, mine: OwnDays, screen: History) -> Overview:
    bounds = weeks_until(screen.fecha)
    period = date_range(scene.language, *bounds)
    days = mine.person.days
    ticks = [on_monday(cell.fecha, day_and_month(scene.language, cell.fecha)) for cell in days]
    weeks = [days[start : start + WEEK] for start in range(0, len(days), WEEK)]
    sheet = Sheet(
        title=scene.say("history_title"),
        subtitle=period,
        columns=[
            SheetColumn(weekday_name(scene.language, cell.fecha), "", is_weekend(cell.fecha)) for cell in weeks[0]
        ],
        lines=[week_line(scene, week) for week in weeks],
        legend=legend(scene),
        trend=Trend(scene.say("history_trend"), mine.totals.means, ticks),
    )
    forward = min(bounds[1] + timedelta(weeks=HISTORY_WEEKS), scene.today)
    moving = period_row(scene, History, bounds, forward, lambda day: scene.days(*weeks_until(day)))
    return Overview(sheet, own_caption(scene, period, mine), [moving, [scene.button("my_day", Today())]])


# What is painted


def day_column(scene: Scene, day: date, *, weekly: bool, idle: bool) -> SheetColumn:
    """A day of a team; in a month, a weekend is narrow if nobody worked or had to."""
    above = weekday_name(scene.language, day) if weekly else weekday_initial(scene.language, day)
    weekend = is_weekend(day)
    return SheetColumn(above, str(day.day), weekend, day == scene.today, weekend and idle and not weekly)


def on_monday(day: date, words: str) -> str:
    """Return the words under a Monday's point; "" under those of other days."""
    return words if day.weekday() == 0 else ""


def person_line(scene: Scene, person: PersonDays, *, figures: bool) -> SheetRow:
    cells = [painted_cell(scene, cell, expected=person.whole, figures=figures) for cell in person.days]
    return SheetRow(person.user.display_name, f"@{person.user.username}", cells)


def week_line(scene: Scene, week: Sequence[DayCell]) -> SheetRow:
    words = date_range(scene.language, week[0].fecha, week[-1].fecha, year=False)
    return SheetRow(words, words, [painted_cell(scene, cell, expected=True, figures=True) for cell in week])


def painted_cell(scene: Scene, cell: DayCell, *, expected: bool, figures: bool) -> SheetCell:
    state = state_of(scene, cell, expected=expected)
    letter = letters(scene.language)[cell.worst] if cell.worst else MARKS.get(state, "")
    figure = str(cell.mean) if figures and cell.mean is not None else ""
    return SheetCell(state, cell.worst, letter, figure, cell.fecha == scene.today)


@cache
def letters(language: Language) -> Mapping[Semaforo, str]:
    return {light: text(language, f"chat.letter_{light}") for light in Semaforo}


def state_of(scene: Scene, cell: DayCell, *, expected: bool) -> State:
    """Return the state of a day; it is unopened only if one is expected, not off, ahead or before one's first day."""
    if cell.before:
        return State.AHEAD
    if cell.closed is not None:
        return State.CLOSED if cell.closed else State.OPEN
    if cell.off:
        return State.AHEAD if cell.off.off is Off.DAY_OFF and is_weekend(cell.fecha) else State.OFF
    return State.UNOPENED if expected and cell.fecha <= scene.today else State.AHEAD


def legend(scene: Scene) -> Sequence[Sequence[tuple[SheetCell, str]]]:
    of_lights = [
        (SheetCell(State.CLOSED, light, letter), scene.say(f"light_{light}"))
        for light, letter in letters(scene.language).items()
    ]
    of_states = [
        (SheetCell(State.CLOSED), scene.say("legend_closed")),
        (SheetCell(State.OPEN), scene.say("legend_open")),
        (SheetCell(State.UNOPENED, None, MISSING), scene.say("legend_unopened")),
        (SheetCell(State.OFF, None, NOT_WORKED), scene.say("legend_off")),
    ]
    return [of_lights, of_states]


# What is written


def team_caption(scene: Scene, period: str, team: TeamDays) -> str:
    """The numbers, and who has not opened which days, as many names as fit."""
    missing = team.unopened
    head = numbers_text(scene, scene.say("team_title"), period, team.totals)
    if not missing:
        return head
    for count in range(min(len(missing), NAMES), 0, -1):
        names = [
            f"{name_html(each.user.display_name, NAME_UNITS)} ({unopened_text(scene, each.dates)})"
            for each in missing[:count]
        ]
        text = ", ".join([*names, *and_more(scene, len(missing), count)])
        caption = f"{head}\n{UNOPENED} {scene.say('overview_unopened', names=text)}"
        if units_of(caption) <= CAPTION_UNITS - HEADING_UNITS:
            break
    return caption


def own_caption(scene: Scene, period: str, mine: OwnDays) -> str:
    missing = mine.unopened
    head = numbers_text(scene, scene.say("history_title"), period, mine.totals)
    return (
        f"{head}\n{UNOPENED} {scene.say('overview_unopened', names=unopened_text(scene, missing))}" if missing else head
    )


def numbers_text(scene: Scene, title: str, period: str, notes: PeriodTotals) -> str:
    head = f"<b>{title}</b> · {escape(period)}"
    if notes.mean is None:
        return f"{head}\n{scene.say('overview_empty')}"
    mean = percentage(scene.language, notes.mean)
    summary = scene.say("overview_lights", lights=lights_text(notes.worst), mean=mean)
    return "\n".join([head, summary, *trend_lines(scene, notes.means)])


def trend_lines(scene: Scene, means: Sequence[int | None]) -> list[str]:
    """The mean percentage at the first and the last point of the picture's curve."""
    values = [mean for mean in means if mean is not None]
    if len(values) <= 1:
        return []
    first, last = values[0], values[-1]
    key = "overview_up" if last > first else "overview_down" if last < first else "overview_even"
    return [scene.say(key, first=percentage(scene.language, first), last=percentage(scene.language, last))]


def unopened_text(scene: Scene, missing: Collection[date]) -> str:
    today = scene.today in missing
    if today and len(missing) == 1:
        return scene.say("unopened_today")
    counted = scene.say("unopened_days", count=len(missing))
    return f"{counted}, {scene.say('unopened_today')}" if today else counted


# What is pressed


def period_row(
    scene: Scene,
    callback: Callable[[date], Screen],
    bounds: tuple[date, date],
    after: date,
    name_of: Callable[[date], str],
) -> Row:
    """The period before, the one with today if this is another, and the one of `after` where that has begun."""
    first, last = bounds
    before = first - ONE_DAY
    here = first <= scene.today <= last
    return [
        Button(f"◀ {name_of(before)}".replace(" ", NO_BREAK), callback(before)),
        *([] if here else [scene.button("today", callback(scene.today))]),
        *([Button(f"{name_of(after)} ▶".replace(" ", NO_BREAK), callback(after))] if last < scene.today else []),
    ]


def day_within(scene: Scene, bounds: tuple[date, date]) -> date:
    """Today if the period has it, else its last day."""
    first, last = bounds
    return scene.today if first <= scene.today <= last else last


def person_buttons(scene: Scene, shown: Sequence[PersonDays]) -> list[Row]:
    buttons = [person_button(scene, person) for person in shown if person.user.is_active]
    return in_rows(buttons, IN_A_ROW)


def person_button(scene: Scene, person: PersonDays) -> Button:
    last = max(person.opened, default=None)
    fecha = last or day_within(scene, (person.dates[0], person.dates[-1]))
    worst = person.opened[last].worst if last else None
    return Button(
        f"{LIGHTS[worst] if worst else UNOPENED} {label(person.user.display_name, NAME_UNITS)}",
        Person(fecha, person.user.id),
    )

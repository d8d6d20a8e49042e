"""The summary of some days in one message, and the rows behind each of its numbers. Nobody is ranked."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.callbacks.team import (
    History,
    PeriodSummaryOf,
    Person,
    SummaryPart,
    SummaryRows,
    TeamMonth,
    TeamRange,
    TeamWeek,
)
from bot.chat.panels.components import (
    UNOPENED,
    Panel,
    Row,
    Scene,
    and_more,
    escape,
    listed,
    name_html,
    name_of,
    pages,
    percentage,
    task_button,
)
from bot.chat.panels.day import lights_text
from bot.chat.panels.overview import BOUNDS, LONGEST_RANGE
from core.base.calendar_time import ONE_DAY, Days
from core.base.model import Semaforo
from core.language.i18n import date_range
from core.work.daily_logs import DateRange
from core.work.period_summaries import (
    LightDays,
    MovedTask,
    PeriodSummary,
    RedDays,
    SummaryRow,
    UnopenedDays,
    days_before,
    has_lights,
)

ROWS_A_PAGE = 8
DATES_SHOWN, NAMES_SHOWN, NAME_UNITS, TASK_UNITS, WHY_UNITS = 4, 3, 24, 60, 160
REDS_SHOWN = 4
MOST_REDS = 200
"""The most days in red of which the summary names the first ones; its button leads to them all."""


def period_panel(scene: Scene, found: PeriodSummary, screen: PeriodSummaryOf, name: str = "") -> Panel:
    """The numbers with the first reds, and a button from each number to its rows; `name` is that of its person."""
    one = screen.own or bool(screen.user)
    key = "period_summary_title_own" if screen.own else "period_summary_title"
    heading = scene.say("period_summary_title_of", name=name_html(name)) if screen.user else scene.say(key)
    lines = [f"<b>{heading}</b> · {period(scene, found.desde, found.hasta)}"]
    if found.is_empty:
        return Panel("\n".join([*lines, scene.say("period_summary_empty")]), [other_row(scene, screen)])
    lines += [*light_lines(scene, found)]
    if found.expected:
        lines.append(scene.say("period_summary_opened", opened=found.opened, expected=found.expected))
    if found.lights.rojo:
        lines += ["", scene.say("period_summary_red", count=found.lights.rojo)]
        lines += [red_line(scene, row, own=one) for row in found.reds[:REDS_SHOWN]]
        lines += and_more(scene, len(found.reds), REDS_SHOWN)
    if found.moved:
        lines += ["", scene.say("period_summary_moved", count=len(found.moved))]
    return Panel("\n".join(lines), [*number_rows(scene, found, screen), other_row(scene, screen)])


def light_lines(scene: Scene, found: PeriodSummary) -> list[str]:
    before = days_before(DateRange(desde=found.desde, hasta=found.hasta))
    then = period(scene, before.desde, before.hasta)
    now_line = (
        scene.say("period_summary_lights", **lights_of(scene, found.lights))
        if has_lights(found.lights)
        else scene.say("period_summary_no_lights")
    )
    before_line = (
        scene.say("period_summary_before", period=then, **lights_of(scene, found.lights_before))
        if has_lights(found.lights_before)
        else scene.say("period_summary_nothing_before", period=then)
    )
    return [now_line, before_line]


def lights_of(scene: Scene, days: LightDays) -> Mapping[str, str]:
    counts = dict(zip(Semaforo, (days.verde, days.amarillo, days.naranja, days.rojo), strict=True))
    return {"lights": lights_text(counts), "mean": percentage(scene.language, days.porcentaje or 0)}


def number_rows(scene: Scene, found: PeriodSummary, screen: PeriodSummaryOf) -> Sequence[Row]:
    def rows(part: SummaryPart) -> SummaryRows:
        return SummaryRows(screen.first, screen.last, part, screen.own, user=screen.user)

    unopened = sum(len(each.fechas) for each in found.unopened)
    buttons = [scene.button("period_days", days_screen(screen))]
    if unopened:
        buttons.append(scene.button("period_unopened", rows(SummaryPart.UNOPENED), count=unopened))
    more = []
    if found.lights.rojo:
        more.append(scene.button("period_reds", rows(SummaryPart.REDS), count=found.lights.rojo))
    if found.moved:
        more.append(scene.button("period_moved", rows(SummaryPart.MOVED), count=len(found.moved)))
    return [buttons, more]


def days_screen(screen: PeriodSummaryOf) -> Screen:
    """The picture of the days: of a team, or one's own weeks; of one person, the last of the days."""
    if screen.own:
        return History(screen.last)
    if screen.user:
        return Person(screen.last, screen.user)
    for kind, bounds in BOUNDS.items():
        if bounds(screen.first) == (screen.first, screen.last):
            return TeamWeek(screen.first) if kind is TeamWeek else TeamMonth(screen.first)
    return TeamRange(screen.first, min(screen.last, screen.first + (LONGEST_RANGE - 1) * ONE_DAY))


def other_row(scene: Scene, screen: PeriodSummaryOf) -> Row:
    """A leader's way to their own summary."""
    return (
        []
        if screen.own or screen.user
        else [scene.button("own_summary", PeriodSummaryOf(screen.first, screen.last, own=True))]
    )


def rows_panel(scene: Scene, rows: Sequence[SummaryRow], names: Mapping[int, str], screen: SummaryRows) -> Panel:
    """The rows behind a number, with a button to the task of each; `names` are those of moved tasks' people."""
    one = screen.own or bool(screen.user)
    _, shown, turning = pages(rows, screen, ROWS_A_PAGE)
    lines = [row_line(scene, row, names, own=one) for row in shown] or [scene.say("period_no_rows")]
    title, where = scene.say(f"period_{screen.part.name.lower()}_title"), period(scene, screen.first, screen.last)
    tasks = {row.task_id: row.descripcion for row in shown if not isinstance(row, UnopenedDays)}
    buttons = [[task_button(task_id, words, TaskCard(task_id))] for task_id, words in tasks.items()]
    back = [scene.button("back_to_summary", PeriodSummaryOf(screen.first, screen.last, screen.own, screen.user))]
    return Panel("\n\n".join([f"<b>{title}</b> · {where}", *lines]), [*buttons, turning, back])


def row_line(scene: Scene, row: SummaryRow, names: Mapping[int, str], *, own: bool) -> str:
    match row:
        case RedDays():
            return red_line(scene, row, own=own)
        case MovedTask():
            return moved_line(scene, row, names)
        case UnopenedDays():
            return unopened_line(scene, row)


def red_line(scene: Scene, row: RedDays, *, own: bool) -> str:
    who = "" if own else f"<b>{name_html(row.display_name, NAME_UNITS)}</b> · "
    count = len(row.fechas)
    days = scene.say("period_red_days", dates=dates_text(scene, row.fechas), count=count)
    line = f"{who}#{row.task_id} {scene.user_text(row.descripcion, TASK_UNITS)} · {days}"
    reason = f"💬 {scene.user_text(row.motivo, WHY_UNITS)}" if row.motivo else scene.say("red_no_reason")
    return f"{line}\n{reason}"


def moved_line(scene: Scene, row: MovedTask, names: Mapping[int, str]) -> str:
    who = listed([name_html(name_of(names, each), NAME_UNITS) for each in row.responsible_user_ids], NAMES_SHOWN)
    moves = scene.say(
        "period_moved_times", count=row.times, first=scene.short(row.first_due), now=scene.short(row.fecha_cumplir)
    )
    return f"<b>#{row.task_id}</b> {scene.user_text(row.descripcion, TASK_UNITS)}\n{who} · {moves}"


def unopened_line(scene: Scene, row: UnopenedDays) -> str:
    name = name_html(row.display_name, NAME_UNITS)
    return f"{UNOPENED} <b>{name}</b> · {dates_text(scene, row.fechas)}"


def dates_text(scene: Scene, dates: Sequence[date]) -> str:
    """Dates, those that follow each other as one."""
    runs: list[Days] = []
    for day in dates:
        follows = runs and runs[-1].last + ONE_DAY == day
        runs[-1:] = [Days(runs[-1].first, day)] if follows else [*runs[-1:], Days(day, day)]
    words = [scene.short(run.first) if run.first == run.last else scene.days(*run) for run in runs]
    return listed(words, DATES_SHOWN)


def period(scene: Scene, first: date, last: date) -> str:
    return escape(date_range(scene.language, first, last))

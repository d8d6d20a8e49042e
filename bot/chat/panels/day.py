"""A person's day, as a list of its items, and one of these."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from msgspec import Struct

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import (
    CloseDay,
    Day,
    GoOn,
    Item,
    OpenDay,
    Reopen,
    ReopenDay,
    ReportEnd,
    SendAndClose,
    SendAvance,
    SetLight,
    SetPercent,
    StartReport,
    Walk,
)
from bot.chat.callbacks.history import CardHistory, HistoryOf
from bot.chat.callbacks.red import WhyRed, WithdrawRed
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import (
    LIGHT_STYLES,
    LIGHTS,
    NOT_WORKED,
    UNOPENED,
    Button,
    Panel,
    Row,
    Scene,
    day_row,
    due,
    escape,
    in_rows,
    name_html,
    name_of,
    off_text,
    pages,
    percentage,
    progress_bar,
    same_clock,
    status_and_due,
)
from core.base.calendar_time import local_date
from core.base.model import Semaforo, TaskStatus
from core.language.i18n import listing, zone_city
from core.records.work import DailyLog, DailyLogItem, DailyLogState, Red, RedHelper, TeamRow, on_it
from core.work.daily_logs import DayGaps, DayView
from core.work.day_items import COMPLETE
from core.work.handover import LeftBehind
from core.work.traffic_light import is_red_by_date

ITEMS_A_PAGE, BUTTONS_A_ROW, UNSTARTED_SHOWN = 10, 2, 4


def day_panel(scene: Scene, day: DayView, screen: Day) -> Panel:
    head = scene.long(day.fecha)
    log = day.log
    if log is None:
        lines = [head, f"{UNOPENED} {state_of_day(scene, None)}", *outlook_lines(scene, day)]
        return Panel("\n".join(lines), [open_row(scene, day), day_row(scene, day.fecha, Day)])
    _, shown, turning = pages(log.items, screen, ITEMS_A_PAGE)
    lines = [head, state_of_day(scene, log), *zone_lines(scene, log), *summary_lines(scene, log.items), ""]
    lines += [item_block(scene, item, log.fecha, new=item.id in day.new) for item in shown] or [scene.say("day_empty")]
    rows = in_rows([item_button(scene, item, log.fecha) for item in shown], BUTTONS_A_ROW)
    return Panel("\n".join(lines), [*rows, turning, *action_rows(scene, log), day_row(scene, day.fecha, Day)])


def report_end_panel(scene: Scene, gaps: DayGaps, screen: ReportEnd) -> Panel:
    """Show what is reported or closed now, with what it leaves unsaid: to be said now, or left so."""
    lines = [f"<b>{scene.long(screen.fecha)}</b>", *summary_lines(scene, gaps.log.items)]
    if gaps.unexplained:
        lines += ["", scene.say("gaps_red", count=len(gaps.unexplained))]
        lines += [f"{gap_line(scene, item)}{by_due(scene, item, screen.fecha)}" for item in gaps.unexplained]
    if gaps.unstarted:
        lines += ["", scene.say("gaps_unstarted", count=len(gaps.unstarted))]
        lines += [gap_line(scene, item) for item in gaps.unstarted]
    if gaps.untouched:
        lines += ["", scene.say("gaps_untouched")]
    done = [
        [scene.button("close_as_it_is", CloseDay(screen.fecha, scene.today, screen.log, sure=True))]
        if screen.closing
        else [scene.button("send", SendAvance(screen.fecha, scene.today, screen.log, sure=True))],
        [] if screen.closing else [scene.button("send_close", SendAndClose(screen.fecha, scene.today, screen.log))],
    ]
    back = [scene.button("back_to_day", Day(screen.fecha))]
    due = [Button(f"✏️ #{item.task_id}", Item(screen.fecha, item.id)) for item in gaps.unstarted[:UNSTARTED_SHOWN]]
    return Panel("\n".join(lines), [missing_row(scene, gaps, screen.fecha), due, *done, back], chooses=True)


def gap_line(scene: Scene, item: DailyLogItem) -> str:
    return f"{LIGHTS[item.semaforo]} <b>#{item.task_id}</b> {scene.user_text(item.descripcion)}"


def by_due(scene: Scene, item: DailyLogItem, fecha: date) -> str:
    """Say that a late item is red by its date in any case; "" of others."""
    return f" · {scene.say('gaps_by_due')}" if item.fecha_cumplir < fecha else ""


def missing_row(scene: Scene, gaps: DayGaps, fecha: date) -> Row:
    """Return the button to say what is missing: why the first item is red, or how all are going."""
    if gaps.unexplained:
        first = gaps.unexplained[0]
        return [scene.button("complete", WhyRed(first.task_id, fecha.toordinal(), first.id, Walk.THERE))]
    return [scene.button("report", StartReport(fecha, scene.today))] if gaps.untouched else []


def state_of_day(scene: Scene, log: DailyLog | DailyLogState | None) -> str:
    """`abierto 9:05 · avance 13:10 · cerrado 18:02`, with the date of a step on another day; or that it is not open."""
    if log is None:
        return scene.say("day_unopened")
    steps = (("day_opened", log.opened_at), ("day_avance", log.avance_at), ("day_closed", log.closed_at))
    return " · ".join(scene.say(key, time=step_time(scene, log.fecha, at)) for key, at in steps if at)


def zone_lines(scene: Scene, log: DailyLog | DailyLogState) -> list[str]:
    """The zone of a day's times, which is the business zone, where the reader's own clock shows another time."""
    if scene.shared or scene.own_zone is None or same_clock(scene, scene.own_zone, log.opened_at):
        return []
    return [scene.say("agenda_clock", city=escape(zone_city(scene.language, scene.zone.key)))]


def step_time(scene: Scene, fecha: date, at: datetime) -> str:
    on, time = local_date(at, scene.zone), scene.instant(at, scene.time(at, scene.zone))
    return time if on == fecha else f"{scene.short(on)}, {time}"


def outlook_lines(scene: Scene, day: DayView) -> list[str]:
    """Why one is off that day, how many tasks it would open with, and when it can be opened if that is not now."""
    lines = off_lines(scene, day)
    if day.opened_until:
        return [*lines, scene.say("day_opened_until", date=scene.short(day.opened_until))]
    lines.append(waiting_text(scene, day))
    return [*lines, *([scene.say("day_opens_from", date=scene.short(day.opens_from))] if day.opens_from else [])]


def off_lines(scene: Scene, day: DayView) -> list[str]:
    """Why one does not work that day."""
    return [f"{NOT_WORKED} {off_text(scene, day.off, 'own_day', day.fecha)}"] if day.off else []


def waiting_text(scene: Scene, day: DayView) -> str:
    return scene.say("day_waiting", count=day.waiting) if day.waiting else scene.say("day_waiting_none")


def summary_lines(scene: Scene, items: Sequence[DailyLogItem | TeamRow]) -> list[str]:
    if not items:
        return []
    mean = sum(item.porcentaje for item in items) // len(items)
    done = sum(item.porcentaje == COMPLETE for item in items)
    counts = lights_text(item.semaforo for item in items)
    return [f"{counts} · {scene.say('day_mean', mean=mean, done=done, all=len(items))}"]


def lights_text(of: Iterable[Semaforo] | Mapping[Semaforo, int]) -> str:
    """`🟢 2 🟡 1`, those that there are; of lights, or of how many there are of each."""
    counts = Counter(of)
    return " ".join(f"{LIGHTS[light]} {counts[light]}" for light in Semaforo if counts[light])


def item_block(scene: Scene, item: DailyLogItem, fecha: date, *, new: bool) -> str:
    """An item of a day, marked where it is `new` in it."""
    words, mark = scene.user_text(item.descripcion), f"{scene.say('item_new')} " if new else ""
    return f"{LIGHTS[item.semaforo]} {mark}<b>#{item.task_id} {words}</b>\n{progress_line(scene, item, fecha)}"


def progress_line(scene: Scene, item: DailyLogItem | TeamRow, fecha: date) -> str:
    return f"{progress_bar(item.porcentaje, scene.language)} · {due(scene, item, fecha)}"


def item_button(scene: Scene, item: DailyLogItem, fecha: date) -> Button:
    figures = f"{LIGHTS[item.semaforo]} #{item.task_id} · {percentage(scene.language, item.porcentaje)}"
    return Button(figures, Item(fecha, item.id))


def open_row(scene: Scene, day: DayView) -> Row:
    if day.opens_from or day.opened_until:
        return []
    if day.off:
        return [scene.button("open_anyway", OpenDay(day.fecha, scene.today, anyway=True))]
    return [scene.button("open", OpenDay(day.fecha, scene.today))]


def action_rows(scene: Scene, log: DailyLog) -> list[Row]:
    history = Button("🕘", CardHistory(HistoryOf.DAY, log.id))
    if log.closed_at is not None:
        return [[scene.button("reopen_day", ReopenDay(log.fecha, scene.today, log.id)), history]]
    report = [scene.button("report", StartReport(log.fecha, scene.today))] if log.items else []
    return [
        [*report, scene.button("avance", SendAvance(log.fecha, scene.today, log.id))],
        [scene.button("refresh", OpenDay(log.fecha, scene.today, anyway=True)), history],
        [scene.button("close", CloseDay(log.fecha, scene.today, log.id))],
    ]


DESCRIPTION_UNITS, WHY_UNITS = 1500, 500
QUARTERS = (0, 25, 50, 75, 100)
STEP = 10


class RedLine(Struct, frozen=True):
    """One's red of an item, if one has set it, and the names of those who are on it."""

    red: Red | None = None
    names: Mapping[int, str] = {}


NO_RED = RedLine()


def item_panel(
    scene: Scene,
    log: DailyLog,
    item: DailyLogItem,
    screen: Item,
    red: RedLine = NO_RED,
    left: LeftBehind | None = None,
) -> Panel:
    light, ask = f"{LIGHTS[item.semaforo]} {scene.say(f'light_{item.semaforo}')}", screen.ask
    lines = [
        f"<b>{scene.user_block(item.descripcion, DESCRIPTION_UNITS)}</b>",
        "",
        walk_place(scene, log, item) if screen.walk else scene.long(log.fecha),
        f"{light} · {progress_bar(item.porcentaje, scene.language)}",
        f"{scene.say('task_number', id=item.task_id)} · {status_and_due(scene, item, log.fecha)}",
        *red_lines(scene, item, red),
        *left_lines(scene, left),
        "",
        typing_hint(scene, log, item, ask),
    ]
    back = scene.button("back_to_day", Day(log.fecha, page_of(item)))
    why = WhyRed(item.task_id, log.fecha.toordinal(), item.id, screen.walk)
    help_row = withdraw_row(scene, why, item.fecha_cumplir, red.red)
    rows = [*setting_rows(scene, log, item, screen), about_row(scene, log, item, screen), help_row]
    return Panel("\n".join(lines), [*rows, walk_row(scene, log, item, screen), [back]])


def walk_place(scene: Scene, log: DailyLog, item: DailyLogItem) -> str:
    return scene.say("report_place", place=log.items.index(item) + 1, count=len(log.items))


def walk_row(scene: Scene, log: DailyLog, item: DailyLogItem, screen: Item) -> Row:
    """In a report, the buttons to the previous and the next item."""
    if not screen.walk:
        return []
    words = "no_change" if screen.walk is Walk.THERE else "next_item"
    back = (
        [scene.button("item_before", GoOn(log.fecha, scene.today, item.id, back=True))] if log.items[0] != item else []
    )
    return [*back, scene.button(words, GoOn(log.fecha, scene.today, item.id))]


def red_lines(scene: Scene, item: DailyLogItem, of: RedLine) -> list[str]:
    """Why the item is ROJO, which may be by its due date alone, and who is on it or asked to be."""
    if item.semaforo is not Semaforo.ROJO:
        return []
    if of.red is None:
        return [by_due_line(scene, item.fecha_cumplir)]
    motivo = of.red.motivo
    reason = scene.say("red_no_reason") if motivo is None else f"💬 {scene.user_block(motivo, WHY_UNITS)}"
    return [reason, *helper_lines(scene, of.red.helpers, of.names)]


def withdraw_row(scene: Scene, screen: WhyRed, due_on: date, own: Red | None) -> Row:
    """For a late task, whose light stays red, the button that withdraws the request for help."""
    if own is None or not is_red_by_date(due_on, scene.today):
        return []
    return [scene.button("red_withdraw", WithdrawRed(screen.task, screen.day, screen.item, own.id, screen.walk))]


def by_due_line(scene: Scene, fecha_cumplir: date) -> str:
    """Why an item is ROJO that its person has not set so: its due date has passed."""
    if fecha_cumplir >= scene.today:
        return scene.say("red_no_reason")
    return scene.say("red_by_due", date=scene.short(fecha_cumplir))


def helper_lines(scene: Scene, helpers: Sequence[RedHelper], names: Mapping[int, str]) -> list[str]:
    """Say which helpers of a red are on it, and which others than the reader have not answered yet."""

    def line(key: str, people: Sequence[int]) -> str:
        shown = [name_html(name_of(names, each)) for each in people]
        return scene.say(key, names=listing(scene.language, shown), count=len(people))

    waiting = [helper.user_id for helper in helpers if helper.answer is None and helper.user_id != scene.reader]
    return [line(key, people) for key, people in (("red_on_it", on_it(helpers)), ("red_asked", waiting)) if people]


def left_lines(scene: Scene, left: LeftBehind | None) -> list[str]:
    """Say how far somebody got with a task that they had before, and why it was red."""
    if left is None:
        return []
    lines = [scene.say("left_at", name=name_html(left.name), percent=left.porcentaje)]
    return [*lines, scene.say("left_red", why=scene.user_block(left.motivo, WHY_UNITS))] if left.motivo else lines


def page_of(item: DailyLogItem) -> int:
    return (item.orden - 1) // ITEMS_A_PAGE


def takes_changes(log: DailyLog, item: DailyLogItem) -> bool:
    """Return whether buttons that change the item make sense; the core has the last word."""
    return log.closed_at is None and item.porcentaje != COMPLETE and item.estatus is not TaskStatus.CERRADA


def typing_hint(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> str:
    if ask is AskFor.WHY:
        return scene.say("ask_why", light=LIGHTS[item.semaforo])
    if ask is AskFor.COMMENT:
        return scene.say("ask_comment")
    if log.closed_at is not None:
        return scene.say("item_of_closed_day")
    return scene.say("ask_percent") if takes_changes(log, item) else scene.say("item_complete")


def setting_rows(scene: Scene, log: DailyLog, item: DailyLogItem, screen: Item) -> list[Row]:
    if not takes_changes(log, item):
        return []
    chosen = [
        Button(
            f"{mark} ✓" if light is item.semaforo else mark,
            SetLight(log.fecha, scene.today, item.id, light, screen.walk),
            LIGHT_STYLES.get(light),
        )
        for light, mark in LIGHTS.items()
    ]
    steps = [
        percent_button(scene, screen, max(item.porcentaje - STEP, 0), f"−{STEP}"),
        percent_button(scene, screen, min(item.porcentaje + STEP, COMPLETE), f"+{STEP}"),
    ]
    return [chosen, percent_row(scene, screen), steps]


def percent_row(scene: Scene, screen: Item) -> Row:
    return [percent_button(scene, screen, value, str(value)) for value in QUARTERS]


def percent_button(scene: Scene, screen: Item, value: int, words: str) -> Button:
    return Button(words, SetPercent(screen.fecha, scene.today, screen.item, value, screen.ask, screen.walk))


def about_row(scene: Scene, log: DailyLog, item: DailyLogItem, screen: Item) -> Row:
    """Comment (or not, while it is asked for), reopen where something is complete or closed, and the task."""
    if screen.ask is AskFor.NOTHING:
        comment = scene.button("comment", Item(log.fecha, item.id, AskFor.COMMENT, screen.walk))
    else:
        comment = scene.button("not_now", Item(log.fecha, item.id, walk=screen.walk))
    reopen = scene.button("reopen", Reopen(log.fecha, scene.today, item.id))
    task = scene.button("task", TaskCard(item.task_id, page=page_of(item), day=log.fecha.toordinal()))
    if not takes_changes(log, item):
        return [comment, reopen, task]
    if item.semaforo is not Semaforo.ROJO:
        return [comment, task]
    why = WhyRed(item.task_id, log.fecha.toordinal(), item.id, screen.walk)
    return [scene.button("why_red", why), comment, task]

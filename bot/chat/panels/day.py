"""A person's day, as a list of its items."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from bot.chat.callbacks.day import CloseDay, Day, OpenDay, ReopenDay, SendAvance
from bot.chat.callbacks.items import Item
from bot.chat.panels.components import (
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
    label,
    pages,
    percentage,
    progress_bar,
)
from core.base.calendar_time import local_date
from core.base.model import Semaforo
from core.people.working_time import WhyOff
from core.records.work import DailyLog, DailyLogItem, DailyLogState, TeamRow
from core.work.daily_logs import COMPLETE, DayView

ITEMS_A_PAGE = 10
NAME_UNITS = 28


def day_panel(scene: Scene, day: DayView, page: int = 0) -> Panel:
    head = f"<b>{scene.long(day.fecha)}</b>"
    log = day.log
    if log is None:
        lines = [head, f"{UNOPENED} {state_of_day(scene, None)}", *outlook_lines(scene, day)]
        return Panel("\n".join(lines), [open_row(scene, day), day_row(scene, day.fecha, Day)])
    page, shown, turning = pages(log.items, page, ITEMS_A_PAGE, lambda number: Day(day.fecha, number))
    lines = [head, state_of_day(scene, log), *summary_lines(scene, log.items), ""]
    lines += [item_block(scene, item, log.fecha) for item in shown] or [scene.say("day_empty")]
    rows: list[Row] = [[item_button(scene, item, log.fecha)] for item in shown]
    return Panel("\n".join(lines), [*rows, turning, *action_rows(scene, log), day_row(scene, day.fecha, Day)])


def state_of_day(scene: Scene, log: DailyLog | DailyLogState | None) -> str:
    """`abierto 9:05 · avance 13:10 · cerrado 18:02`, with the date of a step on another day; or that it is not open."""
    if log is None:
        return scene.say("day_unopened")
    steps = (("day_opened", log.opened_at), ("day_avance", log.avance_at), ("day_closed", log.closed_at))
    return " · ".join(scene.say(key, time=step_time(scene, log.fecha, at)) for key, at in steps if at)


def step_time(scene: Scene, fecha: date, at: datetime) -> str:
    on, time = local_date(at, scene.zone), scene.time(at, scene.zone)
    return time if on == fecha else f"{scene.short(on)}, {time}"


def outlook_lines(scene: Scene, day: DayView) -> list[str]:
    """Why one is off that day, how many tasks it would open with, and when it can be opened if that is not now."""
    lines = [f"{NOT_WORKED} {day_off_text(scene, day.off)}"] if day.off else []
    if day.opened_until:
        return [*lines, scene.say("day_opened_until", date=scene.short(day.opened_until))]
    lines.append(scene.say("day_waiting", count=day.waiting) if day.waiting else scene.say("day_waiting_none"))
    return [*lines, *([scene.say("day_opens_from", date=scene.short(day.opens_from))] if day.opens_from else [])]


def day_off_text(scene: Scene, why: WhyOff) -> str:
    """That somebody is away and until when, that it is their day off, or which holiday it is; as HTML."""
    if why.until:
        return scene.say("off_absence", date=scene.short(why.until))
    if why.holiday:
        return scene.say("off_holiday", name=escape(why.holiday.names[scene.language]))
    return scene.say("off_day_off")


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


def item_block(scene: Scene, item: DailyLogItem, fecha: date) -> str:
    words = scene.user_text(item.descripcion)
    return f"{LIGHTS[item.semaforo]} {item.orden}. {words}\n{progress_line(scene, item, fecha)}"


def progress_line(scene: Scene, item: DailyLogItem | TeamRow, fecha: date) -> str:
    return f"{progress_bar(item.porcentaje, scene.language)} · {due(scene, item, fecha)}"


def item_button(scene: Scene, item: DailyLogItem, fecha: date) -> Button:
    figures = f"{LIGHTS[item.semaforo]} {item.orden} · {percentage(scene.language, item.porcentaje)}"
    return Button(f"{figures} · {label(item.descripcion, NAME_UNITS)}", Item(fecha, item.id))


def open_row(scene: Scene, day: DayView) -> Row:
    if day.opens_from or day.opened_until:
        return []
    if day.off:
        return [scene.button("open_anyway", OpenDay(day.fecha, scene.today, anyway=True))]
    return [scene.button("open", OpenDay(day.fecha, scene.today))]


def action_rows(scene: Scene, log: DailyLog) -> list[Row]:
    if log.closed_at is not None:
        return [[scene.button("reopen_day", ReopenDay(log.fecha, scene.today, log.id))]]
    refresh = OpenDay(log.fecha, scene.today, anyway=True)
    return [
        [
            scene.button("avance", SendAvance(log.fecha, scene.today, log.id)),
            scene.button("close", CloseDay(log.fecha, scene.today, log.id)),
        ],
        [scene.button("refresh", refresh)],
    ]

"""A person's day and one of its items."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from bot.chat.callbacks.day import CloseDay, Day, OpenDay, SendAvance
from bot.chat.callbacks.items import Item
from bot.chat.panels.components import (
    LIGHTS,
    UNOPENED,
    Button,
    Panel,
    Row,
    Scene,
    day_row,
    due,
    label,
    pages,
    percentage,
    progress_bar,
)
from core.base.model import Semaforo
from core.records.work import DailyLog, DailyLogItem, TeamRow
from core.work.daily_logs import COMPLETE, DayView

ITEMS_A_PAGE = 10
NAME_UNITS = 28


def day_panel(scene: Scene, day: DayView, page: int = 0) -> Panel:
    head = f"<b>{scene.long(day.fecha)}</b>"
    log = day.log
    if log is None:
        lines = [head, f"{UNOPENED} {state_of_day(scene, None, None, None)}", *outlook_lines(scene, day)]
        return Panel("\n".join(lines), [open_row(scene, day), day_row(scene, day.fecha, Day)])
    page, shown, turning = pages(log.items, page, ITEMS_A_PAGE, lambda number: Day(day.fecha, number))
    lines = [
        head,
        state_of_day(scene, log.opened_at, log.avance_at, log.closed_at),
        *summary_lines(scene, log.items),
        "",
    ]
    lines += [item_block(scene, item, log.fecha) for item in shown] or [scene.say("day_empty")]
    rows: list[Row] = [[item_button(scene, item, log.fecha)] for item in shown]
    return Panel("\n".join(lines), [*rows, turning, *action_rows(scene, log), day_row(scene, day.fecha, Day)])


def state_of_day(
    scene: Scene, opened_at: datetime | None, avance_at: datetime | None, closed_at: datetime | None
) -> str:
    """`abierto 9:05 · avance 13:10 · cerrado 18:02`, or that it is not open."""
    steps = (("day_opened", opened_at), ("day_avance", avance_at), ("day_closed", closed_at))
    done = [scene.say(key, time=scene.time(at, scene.zone)) for key, at in steps if at]
    return " · ".join(done) or scene.say("day_unopened")


def outlook_lines(scene: Scene, day: DayView) -> list[str]:
    waiting = scene.say("day_waiting", count=day.waiting) if day.waiting else scene.say("day_waiting_none")
    later = [scene.say("day_opens_from", date=scene.short(day.opens_from))] if day.opens_from else []
    return [waiting, *later]


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
    return [] if day.opens_from else [scene.button("open", OpenDay(day.fecha, scene.today))]


def action_rows(scene: Scene, log: DailyLog) -> list[Row]:
    if log.closed_at is not None:
        return []
    return [
        [
            scene.button("avance", SendAvance(log.fecha, scene.today, log.id)),
            scene.button("close", CloseDay(log.fecha, scene.today, log.id)),
        ],
        [scene.button("refresh", OpenDay(log.fecha, scene.today))],
    ]

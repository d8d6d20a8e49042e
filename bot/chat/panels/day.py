"""A person's day and one of its items."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime

from bot.chat.callbacks.day import AskFor, CloseDay, Day, Item, OpenDay, Reopen, SendAvance, SetLight, SetPercent
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import (
    LIGHTS,
    UNOPENED,
    Button,
    Panel,
    Row,
    Scene,
    around,
    bar,
    due,
    escape,
    label,
    pages,
    percentage,
    status_and_due,
    user_block,
    user_text,
)
from core.base.model import Semaforo, TaskStatus
from core.language.i18n import long_date, time_of_day
from core.records.work import DailyLog, DailyLogItem, TeamRow
from core.work.daily_logs import COMPLETE, DayView

ITEMS_A_PAGE = 10
DESCRIPTION_UNITS = 1500
QUARTERS = (0, 25, 50, 75, 100)
STEP = 10
NAME_UNITS = 28


def day_panel(scene: Scene, day: DayView, page: int = 0) -> Panel:
    """The date, the state of the day, a block an item, and what can be done."""
    head = f"<b>{escape(long_date(scene.language, day.fecha))}</b>"
    log = day.log
    if log is None:
        lines = [head, f"{UNOPENED} {state_of_day(scene, None, None, None)}", *outlook(scene, day)]
        return Panel("\n".join(lines), [opening(scene, day), around(scene, day.fecha, Day)])
    page, shown, turning = pages(log.items, page, ITEMS_A_PAGE, lambda number: Day(day.fecha, number))
    lines = [head, state_of_day(scene, log.opened_at, log.avance_at, log.closed_at), *summary(scene, log.items), ""]
    lines += [item_block(scene, item, log.fecha) for item in shown] or [scene.say("day_empty")]
    rows: list[Row] = [[item_button(scene, item, log.fecha)] for item in shown]
    return Panel("\n".join(lines), [*rows, turning, *doing(scene, log), around(scene, day.fecha, Day)])


def state_of_day(
    scene: Scene, opened_at: datetime | None, avance_at: datetime | None, closed_at: datetime | None
) -> str:
    """`abierto 9:05 · avance 13:10 · cerrado 18:02`, or that it is not open."""
    steps = (("day_opened", opened_at), ("day_avance", avance_at), ("day_closed", closed_at))
    done = [scene.say(key, time=time_of_day(scene.language, at, scene.zone)) for key, at in steps if at]
    return " · ".join(done) or scene.say("day_unopened")


def outlook(scene: Scene, day: DayView) -> list[str]:
    """How many tasks the day would open with, and when it can be opened if that is not now."""
    waiting = scene.say("day_waiting", count=day.waiting) if day.waiting else scene.say("day_waiting_none")
    later = [scene.say("day_opens_from", date=scene.short(day.opens_from))] if day.opens_from else []
    return [waiting, *later]


def summary(scene: Scene, items: Sequence[DailyLogItem | TeamRow]) -> list[str]:
    """Counts by light and the mean percentage; nothing for a day without items."""
    if not items:
        return []
    mean = sum(item.porcentaje for item in items) // len(items)
    done = sum(item.porcentaje == COMPLETE for item in items)
    return [
        f"{lights([item.semaforo for item in items])} · {scene.say('day_mean', mean=mean, done=done, all=len(items))}"
    ]


def lights(of: Iterable[Semaforo] | Mapping[Semaforo, int]) -> str:
    """`🟢 2 🟡 1`, those that there are; of lights, or of how many there are of each."""
    counts = Counter(of)
    return " ".join(f"{LIGHTS[light]} {counts[light]}" for light in Semaforo if counts[light])


def item_block(scene: Scene, item: DailyLogItem, fecha: date) -> str:
    """Two lines: the light, the number and the task; the bar and the due date."""
    words = user_text(item.descripcion, language=scene.language)
    return f"{LIGHTS[item.semaforo]} {item.orden}. {words}\n{progress(scene, item, fecha)}"


def progress(scene: Scene, item: DailyLogItem | TeamRow, fecha: date) -> str:
    """The bar and the due date."""
    return f"{bar(item.porcentaje, scene.language)} · {due(scene, item, fecha)}"


def item_button(scene: Scene, item: DailyLogItem, fecha: date) -> Button:
    """Goes to an item."""
    figures = f"{LIGHTS[item.semaforo]} {item.orden} · {percentage(scene.language, item.porcentaje)}"
    return Button(f"{figures} · {label(item.descripcion, NAME_UNITS)}", Item(fecha, item.id))


def opening(scene: Scene, day: DayView) -> Row:
    """Opens the day, if it can be."""
    return [] if day.opens_from else [Button(scene.say("button_open"), OpenDay(day.fecha, scene.today))]


def doing(scene: Scene, log: DailyLog) -> list[Row]:
    """What an open day takes; nothing for a closed one."""
    if log.closed_at is not None:
        return []
    return [
        [
            Button(scene.say("button_avance"), SendAvance(log.fecha, scene.today, log.id)),
            Button(scene.say("button_close"), CloseDay(log.fecha, scene.today, log.id)),
        ],
        [Button(scene.say("button_refresh"), OpenDay(log.fecha, scene.today))],
    ]


def item_panel(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor = AskFor.NOTHING) -> Panel:
    """An item, what it takes as it stands, and the question put about it."""
    lines = [
        user_block(item.descripcion, DESCRIPTION_UNITS, language=scene.language),
        "",
        f"<b>{escape(long_date(scene.language, log.fecha))}</b>",
        f"{LIGHTS[item.semaforo]} {scene.say(f'light_{item.semaforo}')} · {bar(item.porcentaje, scene.language)}",
        f"{scene.say('task_number', id=item.task_id)} · {status_and_due(scene, item, log.fecha)}",
        "",
        hint(scene, log, item, ask),
    ]
    back = Button(scene.say("button_back_to_day"), Day(log.fecha, page_of(item)))
    return Panel("\n".join(lines), [*setting(scene, log, item, ask), about(scene, log, item, ask), [back]])


def page_of(item: DailyLogItem) -> int:
    """The page of the day that an item is on."""
    return (item.orden - 1) // ITEMS_A_PAGE


def takes_changes(log: DailyLog, item: DailyLogItem) -> bool:
    """Whether buttons that change the item make sense; the core has the last word."""
    return log.closed_at is None and item.porcentaje != COMPLETE and item.estatus is not TaskStatus.CERRADA


def hint(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> str:
    """What typing does now."""
    if ask is AskFor.WHY:
        return scene.say("ask_why", light=LIGHTS[item.semaforo])
    if ask is AskFor.COMMENT:
        return scene.say("ask_comment")
    if log.closed_at is not None:
        return scene.say("item_of_closed_day")
    return scene.say("ask_percent") if takes_changes(log, item) else scene.say("item_complete")


def setting(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> list[Row]:
    """Four lights, five percentages and two steps, each an absolute target."""
    if not takes_changes(log, item):
        return []

    def percent(value: int, words: str) -> Button:
        return Button(words, SetPercent(log.fecha, scene.today, item.id, value, ask))

    chosen = [
        Button(f"{mark} ✓" if light is item.semaforo else mark, SetLight(log.fecha, scene.today, item.id, light))
        for light, mark in LIGHTS.items()
    ]
    steps = [
        percent(max(item.porcentaje - STEP, 0), f"−{STEP}"),
        percent(min(item.porcentaje + STEP, COMPLETE), f"+{STEP}"),
    ]
    return [chosen, [percent(value, str(value)) for value in QUARTERS], steps]


def about(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> Row:
    """Comment (or not, while it is asked for), reopen where something is complete or closed, and the task."""
    if ask is AskFor.NOTHING:
        comment = Button(scene.say("button_comment"), Item(log.fecha, item.id, AskFor.COMMENT))
    else:
        comment = Button(scene.say("button_not_now"), Item(log.fecha, item.id))
    reopen = Button(scene.say("button_reopen"), Reopen(log.fecha, scene.today, item.id))
    task = Button(scene.say("button_task"), TaskCard(item.task_id, page=page_of(item), day=log.fecha.toordinal()))
    return [comment, task] if takes_changes(log, item) else [comment, reopen, task]

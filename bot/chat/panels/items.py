"""One item of one's own day."""

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import Day
from bot.chat.callbacks.items import Item, Reopen, SetLight, SetPercent
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import LIGHTS, Button, Panel, Row, Scene, progress_bar, status_and_due
from bot.chat.panels.day import ITEMS_A_PAGE
from core.base.model import TaskStatus
from core.records.work import DailyLog, DailyLogItem
from core.work.daily_logs import COMPLETE

DESCRIPTION_UNITS = 1500


QUARTERS = (0, 25, 50, 75, 100)


STEP = 10


def item_panel(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor = AskFor.NOTHING) -> Panel:
    light = f"{LIGHTS[item.semaforo]} {scene.say(f'light_{item.semaforo}')}"
    lines = [
        scene.user_block(item.descripcion, DESCRIPTION_UNITS),
        "",
        f"<b>{scene.long(log.fecha)}</b>",
        f"{light} · {progress_bar(item.porcentaje, scene.language)}",
        f"{scene.say('task_number', id=item.task_id)} · {status_and_due(scene, item, log.fecha)}",
        "",
        typing_hint(scene, log, item, ask),
    ]
    back = scene.button("back_to_day", Day(log.fecha, page_of(item)))
    return Panel("\n".join(lines), [*setting_rows(scene, log, item, ask), about_row(scene, log, item, ask), [back]])


def page_of(item: DailyLogItem) -> int:
    return (item.orden - 1) // ITEMS_A_PAGE


def takes_changes(log: DailyLog, item: DailyLogItem) -> bool:
    """Whether buttons that change the item make sense; the core has the last word."""
    return log.closed_at is None and item.porcentaje != COMPLETE and item.estatus is not TaskStatus.CERRADA


def typing_hint(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> str:
    if ask is AskFor.WHY:
        return scene.say("ask_why", light=LIGHTS[item.semaforo])
    if ask is AskFor.COMMENT:
        return scene.say("ask_comment")
    if log.closed_at is not None:
        return scene.say("item_of_closed_day")
    return scene.say("ask_percent") if takes_changes(log, item) else scene.say("item_complete")


def setting_rows(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> list[Row]:
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


def about_row(scene: Scene, log: DailyLog, item: DailyLogItem, ask: AskFor) -> Row:
    """Comment (or not, while it is asked for), reopen where something is complete or closed, and the task."""
    if ask is AskFor.NOTHING:
        comment = scene.button("comment", Item(log.fecha, item.id, AskFor.COMMENT))
    else:
        comment = scene.button("not_now", Item(log.fecha, item.id))
    reopen = scene.button("reopen", Reopen(log.fecha, scene.today, item.id))
    task = scene.button("task", TaskCard(item.task_id, page=page_of(item), day=log.fecha.toordinal()))
    return [comment, task] if takes_changes(log, item) else [comment, reopen, task]

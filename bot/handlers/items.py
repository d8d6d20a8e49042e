"""One's own items: lights, percentages by button or by typing, the reason for a bad light, comments, reopening."""

import re

from bot.handlers.day import on
from bot.panels.day import item_panel
from bot.panels.form import LIGHTS, Panel
from bot.places.day import Ask, Item, Reopen, SetLight, SetPercent, day_meant
from bot.turn import Handlers, Reply, Shown, Turn, Typed
from core import daily_logs, tasks
from core.daily_logs import DailyLog, DailyLogItem, PercentageRequest, SemaforoRequest
from core.model import INT32_MAX
from core.requests import build
from core.tasks import CommentRequest
from core.traffic_light import WORRYING

NUMBER = re.compile(r"\s*(-?[0-9]+)\s*%?\s*")
LIKE_A_NUMBER = re.compile(r"\s*[-+]?[0-9]+([.,][0-9]+)?\s*%?\s*")


async def draw_item(turn: Turn, view: Item) -> Panel:
    """An item as it stands."""
    log = await turn.run(daily_logs.log_of_item, view.item)
    return item_panel(turn.scene, log, item_of(log, view.item), view.ask)


def item_of(log: DailyLog, item_id: int) -> DailyLogItem:
    """One item of a log that has it."""
    return next(item for item in log.items if item.id == item_id)


async def press_light(turn: Turn, press: SetLight) -> Reply:
    """Set the light; a bad one offers to say why."""
    fecha = press.meant(turn.today)
    await turn.run(
        daily_logs.set_semaforo, press.item, build(SemaforoRequest, {"fecha": fecha, "semaforo": press.light})
    )
    return Reply(Item(fecha, press.item, Ask.WHY if press.light in WORRYING else Ask.NOTHING))


async def press_percent(turn: Turn, press: SetPercent) -> Reply:
    """Set the percentage that the button carries."""
    fecha = press.meant(turn.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": press.percent})
    log = await turn.run(daily_logs.set_porcentaje, press.item, request)
    return Reply(Item(fecha, press.item, still_asked(press.ask, item_of(log, press.item))))


def still_asked(ask: Ask, item: DailyLogItem) -> Ask:
    """What is still to be answered once the percentage has changed: nobody asks why of a good light."""
    return Ask.NOTHING if ask is Ask.WHY and item.semaforo not in WORRYING else ask


async def press_reopen(turn: Turn, press: Reopen) -> Reply:
    """Take the item up again."""
    fecha = press.meant(turn.today)
    await turn.run(daily_logs.reopen_item, press.item, on(fecha))
    return Reply(Item(fecha, press.item), turn.say("said_reopened"))


async def typed_on_item(turn: Turn, view: Item, typed: Typed) -> Reply:
    """A number is the percentage, unless a comment was asked for; other words answer a question or a reply."""
    if view.ask is not Ask.COMMENT:
        if number := NUMBER.fullmatch(typed.words):
            return await type_percent(turn, view, typed, int(number[1][:12]))
        if LIKE_A_NUMBER.fullmatch(typed.words):
            return Reply(words=turn.say("percent_whole"), about=view)
    if view.ask is Ask.NOTHING and not typed.replied:
        return Reply(words=turn.say("hint_item"), about=view)
    return await type_comment(turn, view, typed)


async def type_percent(turn: Turn, view: Item, typed: Typed, percent: int) -> Reply:
    """Set the percentage as typed; the question why stays open."""
    fecha = day_meant(view.fecha, typed.to.drawn, turn.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": min(percent, INT32_MAX)})
    log = await turn.run(daily_logs.set_porcentaje, view.item, request)
    item = item_of(log, view.item)
    done = Item(view.fecha, view.item, still_asked(view.ask, item))
    return Reply(
        words=turn.say("said_percent", light=LIGHTS[item.semaforo], percent=percent),
        about=done,
        redraw=Shown(typed.to.message_id, done),
    )


async def type_comment(turn: Turn, view: Item, typed: Typed) -> Reply:
    """Keep the words as a comment on the item's task."""
    log = await turn.run(daily_logs.log_of_item, view.item)
    task_id = item_of(log, view.item).task_id
    await turn.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": typed.words}))
    done = Item(view.fecha, view.item)
    return Reply(words=turn.say("said_comment", id=task_id), about=done, redraw=Shown(typed.to.message_id, done))


async def cancel(_: Turn, view: Item) -> Item | None:
    """The item without its question."""
    return Item(view.fecha, view.item) if view.ask is not Ask.NOTHING else None


HANDLERS = Handlers(
    views={Item: draw_item},
    presses={SetLight: press_light, SetPercent: press_percent, Reopen: press_reopen},
    answers={Item: typed_on_item},
    cancels={Item: cancel},
)

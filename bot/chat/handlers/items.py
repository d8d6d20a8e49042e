"""Items of one's own day: light, percentage, the reason for a bad light, comments, reopening."""

import re

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import day_meant
from bot.chat.callbacks.items import Item, Reopen, SetLight, SetPercent
from bot.chat.context import ChatContext, Handlers, Reply, Shown, Typed
from bot.chat.handlers.day import date_request
from bot.chat.panels.components import LIGHTS, Panel
from bot.chat.panels.items import item_panel
from core.application.requests import build
from core.base.model import INT32_MAX
from core.records.work import DailyLog, DailyLogItem
from core.work import daily_logs, tasks
from core.work.daily_logs import PercentageRequest, SemaforoRequest
from core.work.tasks import CommentRequest
from core.work.traffic_light import AT_RISK

NUMBER = re.compile(r"\s*(-?[0-9]+)\s*%?\s*")
LIKE_A_NUMBER = re.compile(r"\s*[-+]?[0-9]+([.,][0-9]+)?\s*%?\s*")


async def draw_item(ctx: ChatContext, screen: Item) -> Panel:
    log = await ctx.run(daily_logs.log_of_item, screen.item)
    return item_panel(ctx.scene, log, item_of(log, screen.item), screen.ask)


def item_of(log: DailyLog, item_id: int) -> DailyLogItem:
    return next(item for item in log.items if item.id == item_id)


async def press_light(ctx: ChatContext, action: SetLight) -> Reply:
    """Set the light; a bad one offers to say why."""
    fecha = action.meant(ctx.today)
    await ctx.run(
        daily_logs.set_semaforo, action.item, build(SemaforoRequest, {"fecha": fecha, "semaforo": action.light})
    )
    return Reply(Item(fecha, action.item, AskFor.WHY if action.light in AT_RISK else AskFor.NOTHING))


async def press_percent(ctx: ChatContext, action: SetPercent) -> Reply:
    fecha = action.meant(ctx.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": action.percent})
    log = await ctx.run(daily_logs.set_porcentaje, action.item, request)
    return Reply(Item(fecha, action.item, still_asked(action.ask, item_of(log, action.item))))


def still_asked(ask: AskFor, item: DailyLogItem) -> AskFor:
    """What is still to be answered once the percentage has changed: nobody asks why of a good light."""
    return AskFor.NOTHING if ask is AskFor.WHY and item.semaforo not in AT_RISK else ask


async def press_reopen(ctx: ChatContext, action: Reopen) -> Reply:
    fecha = action.meant(ctx.today)
    await ctx.run(daily_logs.reopen_item, action.item, date_request(fecha))
    return Reply(Item(fecha, action.item), ctx.say("said_reopened"))


async def typed_on_item(ctx: ChatContext, screen: Item, typed: Typed) -> Reply:
    """A number is the percentage, unless a comment was asked for; other words answer a question or a reply."""
    if screen.ask is not AskFor.COMMENT:
        if number := NUMBER.fullmatch(typed.words):
            return await set_typed_percent(ctx, screen, typed, int(number[1][:12]))
        if LIKE_A_NUMBER.fullmatch(typed.words):
            return Reply(words=ctx.say("percent_whole"), about=screen)
    if screen.ask is AskFor.NOTHING and not typed.replied:
        return Reply(words=ctx.say("hint_item"), about=screen)
    return await add_typed_comment(ctx, screen, typed)


async def set_typed_percent(ctx: ChatContext, screen: Item, typed: Typed, percent: int) -> Reply:
    fecha = day_meant(screen.fecha, typed.to.drawn, ctx.today)
    request = build(PercentageRequest, {"fecha": fecha, "porcentaje": min(percent, INT32_MAX)})
    log = await ctx.run(daily_logs.set_porcentaje, screen.item, request)
    item = item_of(log, screen.item)
    done = Item(screen.fecha, screen.item, still_asked(screen.ask, item))
    return Reply(
        words=ctx.say("said_percent", light=LIGHTS[item.semaforo], percent=percent),
        about=done,
        redraw=Shown(typed.to.message_id, done),
    )


async def add_typed_comment(ctx: ChatContext, screen: Item, typed: Typed) -> Reply:
    log = await ctx.run(daily_logs.log_of_item, screen.item)
    task_id = item_of(log, screen.item).task_id
    await ctx.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": typed.words}))
    done = Item(screen.fecha, screen.item)
    return Reply(words=ctx.say("said_comment", id=task_id), about=done, redraw=Shown(typed.to.message_id, done))


HANDLERS = Handlers(
    screens={Item: draw_item},
    actions={SetLight: press_light, SetPercent: press_percent, Reopen: press_reopen},
    answers={Item: typed_on_item},
)

"""Reminders of events, and snoozing them."""

from bot.chat.callbacks.reminders import ReminderCard, Snooze
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels.components import Panel
from bot.chat.panels.reminders import reminder_panel
from core.calendar import agenda
from core.delivery import snoozes


async def draw_reminder(ctx: ChatContext, screen: ReminderCard) -> Panel:
    details = await ctx.run(agenda.event_details, screen.event)
    again_at = await ctx.run(snoozes.snoozed_until, screen.event)
    delays = await ctx.run(snoozes.delays_before, details.event.start_datetime)
    return reminder_panel(ctx.scene, details, ctx.own_zone, again_at, delays)


async def press_snooze(ctx: ChatContext, action: Snooze) -> Reply:
    at = await ctx.run(snoozes.snooze, action.event, action.delay)
    return Reply(action.screen(), ctx.say("said_snoozed", when=ctx.scene.when(at, ctx.own_zone)))


HANDLERS = Handlers(screens={ReminderCard: draw_reminder}, actions={Snooze: press_snooze})

"""`/avisos`: what one is told by itself, as one has chosen it."""

from bot.chat.callbacks.notices import NoticesCard, SetDefaultReminder
from bot.chat.context import ChatContext, Handlers, Reply, shows
from bot.chat.panels.components import Panel
from bot.chat.panels.notices import notices_panel
from core.application.requests import build
from core.people import notices
from core.people.notices import NoticesRequest


async def draw_notices(ctx: ChatContext, _: NoticesCard) -> Panel:
    return notices_panel(ctx.scene, await ctx.run(notices.own_notices))


async def press_default_reminder(ctx: ChatContext, action: SetDefaultReminder) -> Reply:
    request = build(NoticesRequest, {"defaultReminderMinutes": action.minutes})
    await ctx.run(notices.set_notices, request)
    return Reply(action.screen(), ctx.say("said_notices"))


HANDLERS = Handlers(
    screens={NoticesCard: draw_notices},
    actions={SetDefaultReminder: press_default_reminder},
    commands={"avisos": shows(NoticesCard())},
)

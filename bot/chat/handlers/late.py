"""Late tasks, to which the daily digest and the summaries lead."""

from bot.chat.callbacks.late import Late
from bot.chat.context import ChatContext, Handlers
from bot.chat.panels.components import Panel
from bot.chat.panels.late import late_panel
from core.work.late_tasks import late_tasks


async def draw_late(ctx: ChatContext, screen: Late) -> Panel:
    return late_panel(ctx.scene, await ctx.run(late_tasks), screen, leads=ctx.leads)


HANDLERS = Handlers(screens={Late: draw_late})

"""Late tasks, to which the daily digest and the summaries lead."""

from bot.chat.callbacks.team import Late
from bot.chat.context import ChatContext, Handlers
from bot.chat.panels.components import Panel
from bot.chat.panels.late import late_panel
from bot.chat.panels.red import Unattended, unattended_part
from core.delivery import surveys
from core.work import red_help
from core.work.late_tasks import late_tasks


async def draw_late(ctx: ChatContext, screen: Late) -> Panel:
    late = await ctx.run(surveys.unasked_late_tasks if screen.unasked else late_tasks)
    return late_panel(ctx.scene, late, screen, leads=ctx.leads, above=await unattended_reds(ctx))


async def unattended_reds(ctx: ChatContext) -> Unattended:
    if not ctx.leads:
        return Unattended()
    reds = await ctx.run(red_help.unattended)
    names = await ctx.names_of(red.user_id for red, _ in reds)
    return unattended_part(ctx.scene, reds, names)


HANDLERS = Handlers(screens={Late: draw_late})

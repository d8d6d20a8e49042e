"""How today goes, in one message: `/resumen`, of the people one leads, or of one's own day."""

from bot.chat.callbacks.team import Summary
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.late import unattended_reds
from bot.chat.panels.components import Panel
from bot.chat.panels.summary import own_summary_panel, team_summary_panel
from core.base.errors import Code, Forbidden
from core.work import summaries


async def draw_summary(ctx: ChatContext, screen: Summary) -> Panel:
    """Today so far. Raises `Forbidden` for a team's summary if the caller leads nobody."""
    if screen.own:
        return own_summary_panel(ctx.scene, await ctx.run(summaries.own_summary))
    model = await ctx.run(summaries.team_summary)
    if not model.people and not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    return team_summary_panel(ctx.scene, model, await unattended_reds(ctx))


async def summary_typed(ctx: ChatContext, _: str) -> Reply:
    return Reply(Summary(own=not ctx.leads))


HANDLERS = Handlers(screens={Summary: draw_summary}, commands={"resumen": summary_typed})

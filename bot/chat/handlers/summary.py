"""How today goes, in one message: `/resumen`; how some days went: `/resumen semana`, `/resumen octubre`."""

from bot.chat.callbacks.team import PeriodSummaryOf, Summary, SummaryRows
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.late import unattended_reds
from bot.chat.handlers.overview import range_request
from bot.chat.panels.components import Panel
from bot.chat.panels.period_summary import period_panel, rows_panel
from bot.chat.panels.summary import own_summary_panel, team_summary_panel
from core.base.errors import Code, Forbidden
from core.language.phrases.past_days import past_days
from core.people import users
from core.work import period_summaries, summaries
from core.work.period_summaries import PeriodSummary


async def draw_summary(ctx: ChatContext, screen: Summary) -> Panel:
    """Today so far. Raises `Forbidden` for a team's summary if the caller leads nobody."""
    if screen.own:
        return own_summary_panel(ctx.scene, await ctx.run(summaries.own_summary))
    model = await ctx.run(summaries.team_summary)
    if not model.people and not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    return team_summary_panel(ctx.scene, model, await unattended_reds(ctx))


async def read_period(ctx: ChatContext, screen: PeriodSummaryOf | SummaryRows) -> PeriodSummary:
    """Raises `Forbidden` for a team's summary if the caller leads nobody, for a person's if they do not lead them."""
    bounds = range_request((screen.first, screen.last))
    if screen.user:
        return await ctx.run(period_summaries.person_period, screen.user, bounds)
    if not (screen.own or ctx.leads):
        raise Forbidden(Code.FORBIDDEN)
    return await ctx.run(period_summaries.own_period if screen.own else period_summaries.team_period, bounds)


async def draw_period(ctx: ChatContext, screen: PeriodSummaryOf) -> Panel:
    found = await read_period(ctx, screen)
    name = (await ctx.run(users.display_names, [screen.user]))[screen.user] if screen.user else ""
    return period_panel(ctx.scene, found, screen, name)


async def draw_rows(ctx: ChatContext, screen: SummaryRows) -> Panel:
    found = await read_period(ctx, screen)
    people = sorted({person for task in found.moved for person in task.responsible_user_ids})
    names = await ctx.run(users.display_names, people) if people else {}
    return rows_panel(ctx.scene, found, names, screen)


async def summary_typed(ctx: ChatContext, words: str) -> Reply:
    own = not ctx.leads
    days = past_days(words, ctx.language, ctx.today) if words.strip() else None
    if days is None:
        return Reply(Summary(own=own))
    screen = PeriodSummaryOf(days.first, days.last, own)
    return Reply(screen, panel=await draw_period(ctx, screen))


HANDLERS = Handlers(
    screens={Summary: draw_summary, PeriodSummaryOf: draw_period, SummaryRows: draw_rows},
    commands={"resumen": summary_typed},
)

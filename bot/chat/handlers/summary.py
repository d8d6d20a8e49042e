"""The summary of today in one message, `/resumen`, and of some days: `/resumen semana`, `/resumen octubre`."""

from collections.abc import Mapping, Sequence

from bot.chat.callbacks.team import PeriodSummaryOf, Summary, SummaryPart, SummaryRows
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.late import unattended_reds
from bot.chat.handlers.overview import range_request
from bot.chat.handlers.pushing import display_name
from bot.chat.panels.components import Panel
from bot.chat.panels.period_summary import MOST_REDS, period_panel, rows_panel
from bot.chat.panels.summary import own_summary_panel, team_summary_panel
from core.application.use_case import UseCase
from core.base.errors import Code, Forbidden
from core.language.phrases.past_days import past_days
from core.work import period_summaries, summaries
from core.work.daily_logs import DateRange
from core.work.period_summaries import MovedTask, PeriodSummary, SummaryRow


async def draw_summary(ctx: ChatContext, screen: Summary) -> Panel:
    """Today so far. Raises `Forbidden` for a team's summary if the caller leads nobody."""
    if screen.own:
        return own_summary_panel(ctx.scene, await ctx.run(summaries.own_summary))
    model = await ctx.run(summaries.team_summary)
    if not model.people and not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    return team_summary_panel(ctx.scene, model, await unattended_reds(ctx))


ROWS: Mapping[SummaryPart, UseCase[[DateRange, int | None], Sequence[SummaryRow]]] = {
    SummaryPart.REDS: period_summaries.red_rows,
    SummaryPart.MOVED: period_summaries.moved_rows,
    SummaryPart.UNOPENED: period_summaries.unopened_rows,
}


def person_of(ctx: ChatContext, screen: PeriodSummaryOf | SummaryRows) -> int | None:
    """Return the person whose days are shown, None for the team; that raises `Forbidden` if the caller leads nobody."""
    if screen.own or screen.user:
        return screen.user or ctx.actor.id
    if not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    return None


async def read_period(ctx: ChatContext, screen: PeriodSummaryOf) -> PeriodSummary:
    """The summary of a period. Raises `Forbidden` for the team of a caller who leads nobody, or a person not led."""
    bounds, user_id = range_request((screen.first, screen.last)), person_of(ctx, screen)
    if user_id is None:
        return await ctx.run(period_summaries.brief_team_period, bounds, MOST_REDS)
    return await ctx.run(period_summaries.person_period, user_id, bounds)


async def draw_period(ctx: ChatContext, screen: PeriodSummaryOf) -> Panel:
    found = await read_period(ctx, screen)
    name = await display_name(ctx, screen.user) if screen.user else ""
    return period_panel(ctx.scene, found, screen, name)


async def draw_rows(ctx: ChatContext, screen: SummaryRows) -> Panel:
    """The rows of a part of the summary. Raises as `read_period` does."""
    rows = await ctx.run(ROWS[screen.part], range_request((screen.first, screen.last)), person_of(ctx, screen))
    people = sorted({person for row in rows if isinstance(row, MovedTask) for person in row.responsible_user_ids})
    names = await ctx.names_of(people)
    return rows_panel(ctx.scene, rows, names, screen)


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

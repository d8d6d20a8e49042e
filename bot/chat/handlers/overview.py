"""Several days at a glance: `/equipo semana`, `/equipo mes` and, of one's own weeks, `/historial`."""

from datetime import date

from msgspec import Struct

from bot.chat.callbacks.overview import History, TeamMonth, TeamWeek
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.day import parse_date
from bot.chat.panels.components import Panel
from bot.chat.panels.overview import (
    PEOPLE_A_MONTH,
    PEOPLE_A_WEEK,
    Overview,
    month_of,
    own_history,
    team_month,
    team_week,
    week_of,
    weeks_until,
)
from bot.chat.pictures import painted
from core.application.requests import build
from core.base.calendar_time import ONE_DAY
from core.base.errors import Code, Forbidden
from core.base.paging import NumberedPage
from core.language import phrases
from core.work import overview
from core.work.daily_logs import DateRange
from core.work.overview import TeamDays

PERIODS: dict[str, type[TeamWeek | TeamMonth]] = {
    "semana": TeamWeek,
    "week": TeamWeek,
    "mes": TeamMonth,
    "month": TeamMonth,
}
THIS = frozenset({"esta", "este", "actual", "this", "la", "el", "the"})
LAST = frozenset({"pasada", "pasado", "anterior", "ultima", "ultimo", "last", "previous"})


class Period(Struct, frozen=True):
    """A week or a month asked for: this one, the last one, or the one of a date still in words."""

    kind: type[TeamWeek | TeamMonth]
    last: bool
    words: str


def range_request(bounds: tuple[date, date]) -> DateRange:
    return build(DateRange, {"desde": bounds[0], "hasta": bounds[1]})


async def load_team(ctx: ChatContext, bounds: tuple[date, date], part: NumberedPage) -> TeamDays:
    """The days of everybody one leads. Raises `Forbidden` for who leads nobody."""
    team = await ctx.run(overview.team_days, range_request(bounds), part)
    if not team.people:
        raise Forbidden(Code.FORBIDDEN)
    return team


async def paint_panel(drawn: Overview) -> Panel:
    return drawn.panel(await painted(drawn.sheet))


async def draw_team_week(ctx: ChatContext, screen: TeamWeek) -> Panel:
    team = await load_team(ctx, week_of(screen.fecha), NumberedPage(screen.page, PEOPLE_A_WEEK))
    return await paint_panel(team_week(ctx.scene, team, screen))


async def draw_team_month(ctx: ChatContext, screen: TeamMonth) -> Panel:
    team = await load_team(ctx, month_of(screen.fecha), NumberedPage(screen.page, PEOPLE_A_MONTH))
    return await paint_panel(team_month(ctx.scene, team, screen))


async def draw_history(ctx: ChatContext, screen: History) -> Panel:
    mine = await ctx.run(overview.my_days, range_request(weeks_until(screen.fecha)))
    return await paint_panel(own_history(ctx.scene, mine, screen))


def parse_period(typed: str) -> Period | None:
    """The period that words begin with, perhaps after «esta» or "last"; None where they are something else."""
    said = phrases.without_accents(typed).split()
    first = 1 if said and said[0] in THIS | LAST else 0
    if len(said) <= first or said[first] not in PERIODS:
        return None
    others = [word for word in said if word not in THIS]
    last = bool(LAST.intersection(others))
    rest = [word for word in others if word not in LAST and word != said[first]]
    return Period(PERIODS[said[first]], last, " ".join(rest))


async def show_period(ctx: ChatContext, period: Period) -> Reply:
    """`/equipo semana`, `/equipo mes pasado`, `/equipo semana 2026-11-04`."""
    fecha = await parse_date(ctx, period.words)
    if fecha is None:
        return Reply(words=ctx.say("date_not_understood", words=period.words))
    if period.last:
        bounds = week_of(fecha) if period.kind is TeamWeek else month_of(fecha)
        fecha = bounds[0] - ONE_DAY
    screen = period.kind(fecha)
    try:
        return Reply(screen, panel=await HANDLERS.screens[period.kind](ctx, screen))
    except Forbidden:
        return Reply(words=ctx.say("team_leaders_only"))


async def history_typed(ctx: ChatContext, typed: str) -> Reply:
    fecha = await parse_date(ctx, typed)
    if fecha is None:
        return Reply(words=ctx.say("date_not_understood", words=typed.strip()))
    return Reply(History(fecha))


HANDLERS = Handlers(
    screens={TeamWeek: draw_team_week, TeamMonth: draw_team_month, History: draw_history},
    commands={"historial": history_typed},
)

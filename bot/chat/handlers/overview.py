"""Pictures of several days: `/equipo semana`, `/equipo mes`, and one's own weeks by `/historial`."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import TypeVar

from msgspec import Struct

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.team import History, TeamMonth, TeamWeek
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.day import on_typed_date
from bot.chat.panels.components import Panel
from bot.chat.panels.overview import PERIODS, Overview, own_history, team_overview, weeks_until
from bot.chat.pictures import painted
from core.application.requests import build
from core.base.calendar_time import ONE_DAY
from core.base.errors import Code, Forbidden
from core.base.paging import NumberedPage
from core.language.accents import without_accents
from core.work import overview
from core.work.daily_logs import DateRange

KINDS: dict[str, type[TeamWeek | TeamMonth]] = {
    "semana": TeamWeek,
    "week": TeamWeek,
    "mes": TeamMonth,
    "month": TeamMonth,
}
S = TypeVar("S", bound=Screen)
THIS = frozenset({"esta", "este", "actual", "this", "la", "el", "the"})
LAST = frozenset({"pasada", "pasado", "anterior", "ultima", "ultimo", "last", "previous"})


class Period(Struct, frozen=True):
    """A week or a month asked for: this one, the last one, or the one of a date still in words."""

    kind: type[TeamWeek | TeamMonth]
    last: bool
    words: str


def range_request(bounds: tuple[date, date]) -> DateRange:
    return build(DateRange, {"desde": bounds[0], "hasta": bounds[1]})


async def draw_team_period(ctx: ChatContext, screen: TeamWeek | TeamMonth) -> Panel:
    """A week or a month of all the people whom the caller leads. Raises `Forbidden` if there are none."""
    bounds, people_a_page = PERIODS[type(screen)]
    page = NumberedPage(screen.page, people_a_page)
    team = await ctx.run(overview.team_days, range_request(bounds(screen.fecha)), page)
    if not team.people:
        raise Forbidden(Code.FORBIDDEN)
    return await paint_panel(team_overview(ctx.scene, team, screen))


async def paint_panel(drawn: Overview) -> Panel:
    return Panel(drawn.caption, drawn.rows, await painted(drawn.sheet))


async def draw_history(ctx: ChatContext, screen: History) -> Panel:
    mine = await ctx.run(overview.my_days, range_request(weeks_until(screen.fecha)))
    return await paint_panel(own_history(ctx.scene, mine, screen))


def parse_period(typed: str) -> Period | None:
    """The period that words begin with, perhaps after «esta» or "last"; None where they are something else."""
    words = without_accents(typed).split()
    first = 1 if words and words[0] in THIS | LAST else 0
    if len(words) <= first or words[first] not in KINDS:
        return None
    others = [word for word in words if word not in THIS]
    last = bool(LAST.intersection(others))
    rest = [word for word in others if word not in LAST and word != words[first]]
    return Period(KINDS[words[first]], last, " ".join(rest))


async def show_period(ctx: ChatContext, period: Period) -> Reply:
    """`/equipo semana`, `/equipo mes pasado`, `/equipo semana 2026-11-04`."""

    async def show(ctx: ChatContext, fecha: date) -> Reply:
        bounds, _ = PERIODS[period.kind]
        screen = period.kind(bounds(fecha)[0] - ONE_DAY if period.last else fecha)
        return await or_leaders_only(ctx, screen, draw_team_period)

    return await on_typed_date(show)(ctx, period.words)


async def or_leaders_only(ctx: ChatContext, screen: S, draw: Callable[[ChatContext, S], Awaitable[Panel]]) -> Reply:
    """A screen of a leader, or that it is for leaders only."""
    try:
        return Reply(screen, panel=await draw(ctx, screen))
    except Forbidden:
        return Reply(words=ctx.say("team_leaders_only"))


async def show_history(_: ChatContext, fecha: date) -> Reply:
    return Reply(History(fecha))


HANDLERS = Handlers(
    screens={TeamWeek: draw_team_period, TeamMonth: draw_team_period, History: draw_history},
    commands={"historial": on_typed_date(show_history)},
)

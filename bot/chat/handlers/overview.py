"""Pictures of several days: `/equipo semana`, `/equipo octubre`, `/equipo del 1 al 15`, one's own by `/historial`."""

from collections.abc import Awaitable, Callable
from datetime import date
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.team import History, TeamMonth, TeamRange, TeamWeek
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.day import on_typed_date
from bot.chat.panels.components import Panel
from bot.chat.panels.overview import (
    BOUNDS,
    LONGEST_RANGE,
    Overview,
    TeamPeriod,
    bounds_of,
    own_history,
    people_a_page,
    team_overview,
    weeks_until,
)
from bot.chat.pictures import painted
from core.application.requests import build
from core.base.calendar_time import ONE_DAY, Days
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


async def draw_team_period(ctx: ChatContext, screen: TeamPeriod) -> Panel:
    """Some days of all the people whom the caller leads. Raises `Forbidden` if there are none."""
    page = NumberedPage(screen.page, people_a_page(screen))
    team = await ctx.run(overview.team_days, range_request(bounds_of(screen)), page)
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
        screen = period.kind(BOUNDS[period.kind](fecha)[0] - ONE_DAY if period.last else fecha)
        return await or_leaders_only(ctx, screen, draw_team_period)

    return await on_typed_date(show)(ctx, period.words)


async def show_days(ctx: ChatContext, days: Days) -> Reply:
    """`/equipo octubre`, `/equipo del 1 al 15`; the first days of a range that is too long for a picture."""
    first, last = days
    for kind, bounds in BOUNDS.items():
        if bounds(first) == (first, last):
            return await or_leaders_only(ctx, kind(first), draw_team_period)
    shown = TeamRange(first, min(last, first + (LONGEST_RANGE - 1) * ONE_DAY))
    reply = await or_leaders_only(ctx, shown, draw_team_period)
    cut = reply.screen is not None and shown.last < last
    return replace(reply, words=ctx.say("agenda_range_cut", count=LONGEST_RANGE)) if cut else reply


async def or_leaders_only(ctx: ChatContext, screen: S, draw: Callable[[ChatContext, S], Awaitable[Panel]]) -> Reply:
    """A screen of a leader, or that it is for leaders only."""
    try:
        return Reply(screen, panel=await draw(ctx, screen))
    except Forbidden:
        return Reply(words=ctx.say("team_leaders_only"))


async def show_history(_: ChatContext, fecha: date) -> Reply:
    return Reply(History(fecha))


HANDLERS = Handlers(
    screens={
        TeamWeek: draw_team_period,
        TeamMonth: draw_team_period,
        TeamRange: draw_team_period,
        History: draw_history,
    },
    commands={"historial": on_typed_date(show_history)},
)

"""The team's day: `/equipo [fecha]`, a person's items, reopening one, reminding a person."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.chat.callbacks.team import HandOverAll, HandoverOf, Nudge, NudgeFromPerson, Person, ReopenTheirs, Team
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.day import date_request, on_typed_date
from bot.chat.handlers.overview import or_leaders_only, parse_period, show_days, show_period
from bot.chat.handlers.pushing import display_name
from bot.chat.panels.components import Panel
from bot.chat.panels.handover import handover_panel
from bot.chat.panels.team import people_on_page, person_panel, team_panel
from core.application.access import Operation, may, relations_to_person
from core.application.requests import build
from core.base.errors import Code, Forbidden
from core.delivery import nudges
from core.language.phrases.past_days import past_days
from core.people import users
from core.work import daily_logs, day_overview, handover, task_lists
from core.work.handover import HandoverRequest


async def draw_team(ctx: ChatContext, screen: Team) -> Panel:
    """The day of all the people whom the caller leads. Raises `Forbidden` if there are none."""
    people = await ctx.run(day_overview.team_day, date_request(screen.fecha))
    if not people and not ctx.leads:
        raise Forbidden(Code.FORBIDDEN)
    shown = [person.user.id for person in people_on_page(people, screen)]
    return team_panel(ctx.scene, people, screen, await nudgeable(ctx, screen.fecha, shown))


async def draw_person(ctx: ChatContext, screen: Person) -> Panel:
    person = await ctx.run(day_overview.person_day, date_request(screen.fecha), screen.user)
    nudging = await nudgeable(ctx, screen.fecha, [screen.user])
    passes_on = may(ctx.actor, Operation.HANDOVER, relations_to_person(ctx.actor, screen.user))
    empty = not person.rows and screen.fecha >= ctx.today
    open_tasks = await ctx.run(task_lists.tasks_of, screen.user, None) if empty else ()
    return person_panel(ctx.scene, person, screen, nudging, open_tasks, passes_on=passes_on)


async def draw_handover(ctx: ChatContext, screen: HandoverOf) -> Panel:
    heard = await ctx.run(users.names_within_reach, [screen.to] if screen.to else [])
    return handover_panel(ctx.scene, await ctx.run(handover.view_handover, screen.user), screen, heard=bool(heard))


async def press_hand_over(ctx: ChatContext, action: HandOverAll) -> Reply:
    await ctx.run(handover.hand_over_all, action.user, build(HandoverRequest, {"toUserId": action.to}))
    words = ctx.say("said_handed_over_all", to=await display_name(ctx, action.to))
    return Reply(HandoverOf(action.user), words)


async def nudgeable(ctx: ChatContext, fecha: date, people: Sequence[int]) -> Mapping[int, bool]:
    """Return whom of some people one may remind of a day, and whether a group would read it: of today only."""
    return await ctx.run(nudges.nudgeable, people) if fecha == ctx.today and ctx.leads else {}


async def press_nudge(ctx: ChatContext, action: Nudge) -> Reply:
    nudged = await ctx.run(nudges.nudge, action.user, date_request(action.fecha))
    words = ctx.say(f"said_nudged_{nudged.step}")
    return Reply(action.screen(), f"{words} {ctx.say('said_nudged_in_group')}" if nudged.in_group else words)


async def press_reopen(ctx: ChatContext, action: ReopenTheirs) -> Reply:
    await ctx.run(daily_logs.reopen_item, action.item, date_request(action.meant(ctx.today)))
    return Reply(action.screen(), ctx.say("said_reopened"))


async def team_typed(ctx: ChatContext, typed: str) -> Reply:
    """`/equipo`, `/equipo ayer`, `/equipo semana`, `/equipo mes pasado`, `/equipo octubre`, `/equipo del 1 al 15`."""
    if period := parse_period(typed):
        return await show_period(ctx, period)
    days = past_days(typed, ctx.language, ctx.today)
    return await (show_days(ctx, days) if days else show_team(ctx, typed))


@on_typed_date
async def show_team(ctx: ChatContext, fecha: date) -> Reply:
    return await or_leaders_only(ctx, Team(fecha), draw_team)


HANDLERS = Handlers(
    screens={Team: draw_team, Person: draw_person, HandoverOf: draw_handover},
    actions={
        HandOverAll: press_hand_over,
        ReopenTheirs: press_reopen,
        Nudge: press_nudge,
        NudgeFromPerson: press_nudge,
    },
    commands={"equipo": team_typed},
)

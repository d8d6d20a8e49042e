"""The team's day: `/equipo [fecha]`, a person's items, reopening one of them; of a week or month, its picture."""

from collections.abc import Mapping, Sequence
from datetime import date

from bot.handlers.day import date_typed, on
from bot.handlers.overview import period_typed, show_period
from bot.panels.form import Panel
from bot.panels.team import page_of, person_panel, team_panel
from bot.places.pushes import Nudge, NudgeFromPerson
from bot.places.team import Person, ReopenTheirs, Team
from bot.turn import Handlers, Reply, Turn
from core import daily_logs, day_overview, nudges
from core.errors import Code, Forbidden


async def draw_team(turn: Turn, view: Team) -> Panel:
    """The day of everybody one leads. Raises `Forbidden` for who leads nobody."""
    people = await turn.run(day_overview.team_day, on(view.fecha))
    if not people and not turn.leads:
        raise Forbidden(Code.FORBIDDEN)
    shown = [person.user.id for person in page_of(people, view)]
    return team_panel(turn.scene, people, view, await nudgeable(turn, view.fecha, shown))


async def draw_person(turn: Turn, view: Person) -> Panel:
    """One person's items. Raises `NotFound` where they are not of those one leads."""
    person = await turn.run(day_overview.person_day, on(view.fecha), view.user)
    return person_panel(turn.scene, person, view, await nudgeable(turn, view.fecha, [view.user]))


async def nudgeable(turn: Turn, fecha: date, people: Sequence[int]) -> Mapping[int, bool]:
    """Whom of some people one may remind of a day, and whether a group would read it: of today only."""
    return await turn.run(nudges.nudgeable, people) if fecha == turn.today and turn.leads else {}


async def press_nudge(turn: Turn, press: Nudge) -> Reply:
    """Remind a person of what is still to be done."""
    nudged = await turn.run(nudges.nudge, press.user, on(press.fecha))
    said = turn.say(f"said_nudged_{nudged.step}")
    return Reply(press.place(), f"{said} {turn.say('said_nudged_in_group')}" if nudged.in_group else said)


async def press_reopen(turn: Turn, press: ReopenTheirs) -> Reply:
    """Take an item of theirs up again."""
    await turn.run(daily_logs.reopen_item, press.item, on(press.meant(turn.today)))
    return Reply(press.place(), turn.say("said_reopened"))


async def show_team(turn: Turn, typed: str) -> Reply:
    """`/equipo`, `/equipo ayer`, `/equipo 2026-11-20`; `/equipo semana`, `/equipo mes pasado`."""
    if period := period_typed(typed):
        return await show_period(turn, period)
    fecha = await date_typed(turn, typed)
    if fecha is None:
        return Reply(words=turn.say("date_not_understood", words=typed.strip()))
    try:
        return Reply(Team(fecha), panel=await draw_team(turn, Team(fecha)))
    except Forbidden:
        return Reply(words=turn.say("team_leaders_only"))


HANDLERS = Handlers(
    views={Team: draw_team, Person: draw_person},
    presses={ReopenTheirs: press_reopen, Nudge: press_nudge, NudgeFromPerson: press_nudge},
    commands={"equipo": show_team},
)

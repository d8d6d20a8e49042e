"""One's own time zone: `/zona`, by name, by a list or by sharing where one is."""

import asyncio

from bot.panels import zone as panels
from bot.panels.form import LINE_UNITS, Panel, shorten
from bot.places.account import SetZone, Zones
from bot.turn import Handlers, Reply, Shown, Turn, Typed
from bot.updates import Location
from core import users, zones
from core.i18n import zone_city
from core.users import User


async def draw_zones(turn: Turn, view: Zones) -> Panel:
    """One's zone as it is by now."""
    turn = await turn.anew()
    now = turn.pipeline.clock.now()
    others = zones.likely(turn.zone, now) if view.asking else ()
    return panels.zone_panel(turn.scene, turn.actor.user.timezone, now, others)


async def press_zone(turn: Turn, press: SetZone) -> Reply:
    """Live by a zone from now on."""
    user = await turn.run(users.set_timezone, press.zone or None)
    return Reply(Zones(), said(turn, user))


def said(turn: Turn, user: User) -> str:
    """Which zone it is now."""
    zone, now = user.timezone or turn.zone.key, turn.pipeline.clock.now()
    return turn.say("said_zone", city=zone_city(turn.language, zone), time=panels.time_in(turn.scene, zone, now))


async def zone_typed(turn: Turn, words: str) -> Reply:
    """`/zona`, or at once `/zona Tijuana`."""
    return await by_name(turn, words, None) if words.strip() else Reply(Zones(asking=True))


async def typed_on_zones(turn: Turn, _: Zones, typed: Typed) -> Reply:
    """The name of a zone."""
    return await by_name(turn, typed.words, typed)


async def by_name(turn: Turn, words: str, typed: Typed | None) -> Reply:
    """Live by the one zone that a name stands for; of several, or of some that are only like it, one is chosen."""
    now = turn.pipeline.clock.now()
    found = await asyncio.to_thread(zones.named, words, now)
    if len(found) == 1:
        return await settle(turn, found[0], typed)
    shown = shorten(" ".join(words.split()), LINE_UNITS)
    heading = turn.say("zone_which") if found else turn.say("zone_which_like", words=shown)
    found = found or await asyncio.to_thread(zones.like, words)
    if not found:
        return Reply(words=turn.say("zone_not_known", words=shown), about=typed.to.view if typed else None)
    present = turn.actor.user.timezone or turn.zone.key
    return Reply(Zones(asking=True), panel=panels.which_panel(turn.scene, heading, present, now, found))


async def settle(turn: Turn, zone: str, typed: Typed | None) -> Reply:
    """Live by a zone; the message that asked shows it too."""
    user = await turn.run(users.set_timezone, zone)
    if typed is None:
        return Reply(Zones())
    return Reply(words=said(turn, user), about=Zones(), redraw=Shown(typed.to.message_id, Zones()))


async def located(turn: Turn, location: Location, typed: Typed | None) -> Reply:
    """The zone of where somebody is: it is theirs where a zone was asked for, else it is offered."""
    zone = zones.at(location.latitude, location.longitude)
    if zone is None:
        return Reply(words=turn.say("zone_nowhere"))
    if typed is not None and isinstance(typed.to.view, Zones):
        return await settle(turn, zone, typed)
    return Reply(Zones(), panel=panels.here_panel(turn.scene, zone, turn.pipeline.clock.now()))


async def cancel(_: Turn, view: Zones) -> Zones | None:
    """The zone as it is, without the question."""
    return Zones() if view.asking else None


HANDLERS = Handlers(
    views={Zones: draw_zones},
    presses={SetZone: press_zone},
    commands={"zona": zone_typed},
    answers={Zones: typed_on_zones},
    cancels={Zones: cancel},
)

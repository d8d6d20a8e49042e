"""One's own time zone: `/zona` by name, from a list, or by sharing one's location."""

import asyncio

from bot.chat.callbacks.account import SetZone, Zones
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.panels import zone as panels
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from bot.telegram.updates import Location
from core.language import zones
from core.language.i18n import zone_city
from core.people import users
from core.people.public_holidays import calendar_of
from core.people.schedules import offered_calendar
from core.records.people import User


async def draw_zones(ctx: ChatContext, screen: Zones) -> Panel:
    ctx = await ctx.reloaded()
    now = ctx.pipeline.clock.now()
    others = zones.suggested_zones(ctx.zone, now) if screen.ask else ()
    own = panels.LivedIn(
        ctx.actor.user.timezone,
        calendar_of(ctx.actor.user, ctx.pipeline.settings),
        offered_calendar(ctx.actor.user, ctx.pipeline.settings),
    )
    return panels.zone_panel(ctx.scene, own, now, others)


async def press_zone(ctx: ChatContext, action: SetZone) -> Reply:
    user = await ctx.run(users.set_timezone, action.zone or None)
    return Reply(Zones(), zone_words(ctx, user))


def zone_words(ctx: ChatContext, user: User) -> str:
    zone, now = user.timezone or ctx.zone.key, ctx.pipeline.clock.now()
    return ctx.say("said_zone", city=zone_city(ctx.language, zone), time=panels.time_in_zone(ctx.scene, zone, now))


async def zone_typed(ctx: ChatContext, words: str, typed: Typed | None = None) -> Reply:
    """Live by the one zone that a name stands for; of several, or of some that are only like it, one is chosen."""
    if not words.strip():
        return Reply(Zones(ask=True))
    now = ctx.pipeline.clock.now()
    found = await asyncio.to_thread(zones.zones_named, words, now)
    if len(found) == 1:
        return await set_zone(ctx, found[0], typed)
    shown = shorten(" ".join(words.split()), LINE_UNITS)
    heading = ctx.say("zone_which") if found else ctx.say("zone_which_like", words=shown)
    found = found or await asyncio.to_thread(zones.similar_zones, words)
    if not found:
        return Reply(words=ctx.say("zone_not_known", words=shown), about=typed.to.screen if typed else None)
    present = ctx.actor.user.timezone or ctx.zone.key
    return Reply(Zones(ask=True), panel=panels.which_panel(ctx.scene, heading, present, now, found))


async def set_zone(ctx: ChatContext, zone: str, typed: Typed | None) -> Reply:
    await ctx.run(users.set_timezone, zone)
    return typed.taken("", Zones()) if typed else Reply(Zones())


async def location_shared(ctx: ChatContext, location: Location, typed: Typed | None) -> Reply:
    """The zone of where somebody is: it is theirs where a zone was asked for, else it is offered."""
    zone = zones.zone_at(location.latitude, location.longitude)
    if zone is None:
        return Reply(words=ctx.say("zone_nowhere"))
    if typed is not None and isinstance(typed.to.screen, Zones):
        return await set_zone(ctx, zone, typed)
    return Reply(Zones(), panel=panels.here_panel(ctx.scene, zone, ctx.pipeline.clock.now()))


HANDLERS = Handlers(
    screens={Zones: draw_zones},
    actions={SetZone: press_zone},
    commands={"zona": zone_typed},
    answers={Zones: lambda ctx, _, typed: zone_typed(ctx, typed.words, typed)},
)

"""The people who work on some days and those who do not: one person, several, or those one works with."""

from collections.abc import Collection

from bot.chat.callbacks.absences import AbsenceList
from bot.chat.callbacks.presence import PresenceOf
from bot.chat.context import ChatContext, Handlers
from bot.chat.panels.components import Panel, day_row
from bot.chat.panels.presence import presence_text
from core.application.access import Operation
from core.base.calendar_time import ONE_DAY, Days
from core.calendar.agenda_range import MOST_DAYS
from core.people.presence import who_works


async def draw_presence(ctx: ChatContext, screen: PresenceOf) -> Panel:
    return await presence_panel(ctx, screen, [screen.user] if screen.user else [])


async def presence_panel(ctx: ChatContext, screen: PresenceOf, people: Collection[int]) -> Panel:
    """The panel; for a single day with buttons to the days beside it, for a leader with one to a person's absences."""
    last = min(screen.last, screen.first + (MOST_DAYS - 1) * ONE_DAY)
    found = await ctx.run(who_works, people, Days(screen.first, last))
    led = screen.user and screen.user != ctx.actor.id and ctx.may(Operation.ABSENCE_READ, screen.user)
    theirs = [ctx.scene.button("their_absences", AbsenceList(screen.user))] if led else []
    if screen.first != screen.last or (people and not screen.user):
        return Panel(presence_text(ctx.scene, found), [theirs])
    beside = day_row(ctx.scene, screen.first, lambda day: PresenceOf(day, day, screen.user))
    return Panel(presence_text(ctx.scene, found), [theirs, beside])


HANDLERS = Handlers(screens={PresenceOf: draw_presence})

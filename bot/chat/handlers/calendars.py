"""`/calendario`: one's own links by which other calendars subscribe, and the outside calendars that count as busy.

An address is in one message to its person and nowhere else; see `tokens`. Where the update that made it comes again,
the address is not known any more, and the person is told to renew the link.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.chat.callbacks.calendars import (
    CalendarShown,
    EndCalendar,
    NewCalendar,
    OwnCalendars,
    RemoveCalendar,
    RenewCalendar,
)
from bot.chat.context import ChatContext, Handlers, Reply, draws
from bot.chat.panels import calendars as panels
from bot.chat.panels.components import Panel
from core.application.requests import build
from core.application.use_case import UseCase
from core.base.secrets import hash_of, new_secret
from core.calendar import calendar_links, outside_calendars
from core.calendar.calendar_links import CalendarLinkRequest, addressed
from core.calendar.outside_calendars import OutsideCalendarRequest
from core.records.calendar_links import CalendarKind, CalendarLinkGrant

SUBSCRIBED, FETCHED = "webcal://", "https://"
"""A scheme that addresses of calendars are often written with, and the one that it stands for."""


async def calendars_typed(ctx: ChatContext, words: str) -> Reply:
    """`/calendario`; with an address, that calendar counts as busy from now on."""
    address = words.strip()
    if "://" not in address:
        return Reply(OwnCalendars())
    if address.lower().startswith(SUBSCRIBED):
        address = FETCHED + address[len(SUBSCRIBED) :]
    calendar = await ctx.run(outside_calendars.add_outside_calendar, build(OutsideCalendarRequest, {"url": address}))
    return Reply(OwnCalendars(), ctx.say("said_calendar_added", host=calendar.host))


async def draw_calendars(ctx: ChatContext, _: OwnCalendars) -> Panel:
    elsewhere = await ctx.run(outside_calendars.own_outside_calendars)
    if not ctx.pipeline.settings.public_url:
        return panels.calendars_panel(ctx.scene, None, [], elsewhere)
    links = await ctx.run(calendar_links.own_links)
    return panels.calendars_panel(ctx.scene, links, kinds(ctx), elsewhere)


def kinds(ctx: ChatContext) -> Sequence[CalendarKind]:
    """Return the kinds of links to offer: a team's only to its leader and to those in it."""
    in_team = ctx.leads or ctx.actor.user.leader_user_id is not None
    return [each for each in CalendarKind if each is not CalendarKind.TEAM or in_team]


async def press_new(ctx: ChatContext, action: NewCalendar) -> Reply:
    return await shown(ctx, calendar_links.make_link, build(CalendarLinkRequest, {"kind": action.kind}))


async def press_renew(ctx: ChatContext, action: RenewCalendar) -> Reply:
    reply = await shown(ctx, calendar_links.renew_link, action.link)
    return replace(reply, panel=reply.panel and reply.panel.under(ctx.say("said_calendar_renewed")))


async def shown(ctx: ChatContext, use_case: UseCase[..., CalendarLinkGrant], about: object) -> Reply:
    """Show a link with its addresses; the memory of the message has only that there was one."""
    secret = new_secret()
    grant = await ctx.run(use_case, about, hash_of(secret))
    link = addressed(grant, secret, ctx.pipeline.settings.public_url)
    return Reply(CalendarShown(), panel=panels.link_panel(ctx.scene, link))


async def press_end(ctx: ChatContext, action: EndCalendar) -> Reply:
    """End a link; pressed again, say that there is none."""
    link = await ctx.run(calendar_links.end_link, action.link)
    return Reply(OwnCalendars(), ctx.say("said_calendar_ended", kind=panels.kind_text(ctx.scene, link.kind)))


async def press_remove(ctx: ChatContext, action: RemoveCalendar) -> Reply:
    calendar = await ctx.run(outside_calendars.remove_outside_calendar, action.calendar)
    return Reply(OwnCalendars(), ctx.say("said_calendar_removed", host=calendar.host))


HANDLERS = Handlers(
    screens={OwnCalendars: draw_calendars, CalendarShown: draws(panels.hidden_panel)},
    actions={NewCalendar: press_new, RenewCalendar: press_renew, EndCalendar: press_end, RemoveCalendar: press_remove},
    commands={"calendario": calendars_typed},
)

"""One's own links by which other calendars subscribe to what one sees. What a link shows: `calendar_feed`.

Whoever has a link's secret reads what it shows, so only its SHA-256 is kept, and whoever asks for a link is shown the
secret once. It lasts until its person ends or renews it, or is inactive.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec

from core.application.access import Operation, Relation, require
from core.application.scopes import InsufficientScope
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Nothing, Request
from core.base.secrets import hash_of
from core.records.calendar_links import (
    CalendarKind,
    CalendarLink,
    CalendarLinkGrant,
    Fetch,
    NewCalendarLink,
)
from core.records.tokens import Scope

FOLDER, SUFFIX = "/calendar/", ".ics"
"""The path of a link is FOLDER, the secret, and SUFFIX."""

SHOWN: Mapping[CalendarKind, frozenset[Scope]] = {
    CalendarKind.MINE: frozenset({Scope.EVENTS_READ, Scope.TASKS_READ, Scope.PEOPLE_READ}),
    CalendarKind.MINE_BUSY: frozenset({Scope.EVENTS_READ, Scope.PEOPLE_READ}),
    CalendarKind.TEAM: frozenset({Scope.EVENTS_READ, Scope.PEOPLE_READ}),
    CalendarKind.TASKS: frozenset({Scope.TASKS_READ}),
}
"""The scopes that a token needs to read by itself what a link shows."""


class CalendarLinkRequest(Request, frozen=True, kw_only=True):
    """A new calendar link, by the kind of calendar that it is to show."""

    kind: CalendarKind


@needs(Scope.PEOPLE_READ)
@query
async def own_links(ctx: Context) -> Sequence[CalendarLink]:
    """List one's own calendar links, the oldest first; their addresses are shown only when they are new."""
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    return await ctx.uow.calendar_links.of_person(ctx.actor.id)


@needs(Scope.PEOPLE_WRITE)
@command
async def make_link(ctx: Context, request: CalendarLinkRequest, secret_hash: bytes) -> CalendarLinkGrant:
    """Make a calendar link of one's own. Its addresses are in this answer and never told again.

    A token needs the scopes to read all that the link shows, too.
    """
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    require_shown(ctx, request.kind)
    most = ctx.settings.calendar_links_per_person
    if len(await ctx.uow.calendar_links.of_person(ctx.actor.id)) >= most:
        raise Conflict(Code.TOO_MANY_CALENDAR_LINKS, limit=most)
    link = await ctx.uow.calendar_links.add(ctx.actor.id, request.kind, secret_hash, ctx.now)
    return opened(ctx, link, secret_hash)


@needs(Scope.PEOPLE_WRITE)
@command
async def renew_link(ctx: Context, link_id: int, secret_hash: bytes) -> CalendarLinkGrant:
    """Give one of one's own calendar links new addresses, told in this answer alone. The former ones show nothing."""
    link = await own_link(ctx, link_id)
    require_shown(ctx, link.kind)
    await ctx.uow.calendar_links.renew(link_id, secret_hash)
    renewed = msgspec.structs.replace(link, last_fetched_at=None, last_fetched_by=None)
    return opened(ctx, renewed, secret_hash)


def opened(ctx: Context, link: CalendarLink, secret_hash: bytes) -> CalendarLinkGrant:
    ctx.audit(f"calendar link opened id={link.id} user={link.user_id} kind={link.kind}")
    return CalendarLinkGrant(link, secret_hash)


@needs(Scope.PEOPLE_WRITE)
@command
async def end_link(ctx: Context, link_id: int) -> CalendarLink:
    """End one of one's own calendar links: its addresses show nothing any more."""
    link = await own_link(ctx, link_id)
    await ctx.uow.calendar_links.end(link_id, ctx.now)
    ctx.audit(f"calendar link ended id={link.id} user={link.user_id}")
    return link


@query
async def open_link(ctx: Context, secret_hash: bytes) -> CalendarLink:
    """The link with a secret, which is all that identifies the caller. Raises `NotFound` if none, or it has ended."""
    link = await ctx.uow.calendar_links.by_secret(secret_hash)
    if link is None:
        raise NotFound(Code.CALENDAR_LINK_NOT_FOUND)
    return link


@command
async def note_fetches(ctx: Context, fetches: Collection[Fetch]) -> Nothing:
    """Note that links were fetched now."""
    require(ctx.actor, Operation.RUN_JOBS)
    for fetch in fetches:
        await ctx.uow.calendar_links.note_fetch(fetch.link_id, fetch.by, ctx.now)
    return Nothing()


async def own_link(ctx: Context, link_id: int) -> CalendarLink:
    require(ctx.actor, Operation.OWN_CALENDARS, {Relation.OWNER})
    link = await ctx.uow.calendar_links.get(link_id)
    if link is None or link.user_id != ctx.actor.id:
        raise NotFound(Code.CALENDAR_LINK_NOT_FOUND)
    return link


def require_shown(ctx: Context, kind: CalendarKind) -> None:
    """Raise `InsufficientScope` where a link would show more than the caller's token does."""
    if ctx.scopes is not None and (lacking := SHOWN[kind] - ctx.scopes):
        raise InsufficientScope(lacking)


def addressed(grant: CalendarLinkGrant, secret: str, base_url: str) -> NewCalendarLink:
    """A link with its addresses; without, if its secret is another one: a repeated request gets the first grant."""
    url = webcal = None
    if hash_of(secret) == grant.secret_hash:
        url = f"{base_url.rstrip('/')}{FOLDER}{secret}{SUFFIX}"
        webcal = f"webcal://{url.partition('://')[2]}"
    return NewCalendarLink(**msgspec.structs.asdict(grant.link), url=url, webcal_url=webcal)

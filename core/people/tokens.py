"""One's own tokens of the API, and everybody's for whoever runs the service.

Each token has a row with its name, so that it can be ended alone. Its scopes are in the token itself, signed.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from core.application.access import Operation, Relation, may, relations_to_person, require
from core.application.scopes import InsufficientScope, with_reads
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import local_date
from core.base.date_times import DateTime, start_of
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound
from core.base.model import Nothing, Request, Role
from core.people.users import active_user, actor, as_actor, by_username, own_row
from core.records.journal import NOBODY
from core.records.people import Actor, User
from core.records.tokens import Scope, Token, TokenGrant

ROW_PREFIX, ID_BYTES = "t_", 8
"""The prefix of the ids of tokens that have a row; older tokens have hexadecimal ids. An id fits on a button."""


class TokenRequest(Request, frozen=True, kw_only=True):
    """A name to know the token by, and what it is limited to.

    `scopes`: absent or null, it may all that the token with which one asks may. `expiresAt`: at most
    `jwt.max_token_days` (400) from now and no later than the token with which one asks; absent or null, in
    `jwt.chat_token_days` (30) or when that one does.
    """

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    scopes: Annotated[list[Scope], Meta(min_length=1)] | None = None
    expires_at: DateTime | None = None


class Bearer(Struct, frozen=True):
    """A person as an actor; for the id of each of their valid tokens, whether its use today is noted."""

    actor: Actor
    used: dict[str, bool]


@query
async def bearer(ctx: Context, user_id: int) -> Bearer:
    """The person of a token. Raises `Unauthenticated` unless they are known and active."""
    return await as_bearer(ctx, await actor(ctx, user_id))


@query
async def bearer_by_username(ctx: Context, username: str) -> Bearer:
    """The person of another issuer's token, which names them by username; else as `bearer`."""
    return await as_bearer(ctx, await as_actor(ctx, await ctx.uow.users.by_username(username)))


@query
async def bearer_by_external_id(ctx: Context, external_id: str) -> Bearer:
    """The person of another issuer's token, which names them by an id of its own; else as `bearer`."""
    return await as_bearer(ctx, await as_actor(ctx, await ctx.uow.users.by_external_id(external_id)))


async def as_bearer(ctx: Context, found: Actor) -> Bearer:
    return bearer_with(ctx, found, await ctx.uow.tokens.valid([found.id], ctx.now))


def bearer_with(ctx: Context, found: Actor, tokens: Iterable[Token]) -> Bearer:
    return Bearer(found, {token.id: token.last_used_on == ctx.today for token in tokens})


@query
async def bearers(ctx: Context, user_ids: Collection[int]) -> Mapping[int, Bearer]:
    """Several people as `bearer` gives one, by id; those who are unknown or inactive are left out."""
    people = [user for user in await ctx.uow.users.by_ids(user_ids) if user.is_active]
    teams: defaultdict[int, set[int]] = defaultdict(set)
    for leader, person in await ctx.uow.users.teams(user_ids):
        teams[leader].add(person)
    tokens: defaultdict[int, list[Token]] = defaultdict(list)
    for token in await ctx.uow.tokens.valid(user_ids, ctx.now):
        tokens[token.user_id].append(token)
    return {each.id: bearer_with(ctx, Actor(each, frozenset(teams[each.id])), tokens[each.id]) for each in people}


@command
async def note_use(ctx: Context, token_ids: Collection[str]) -> Nothing:
    """Note that tokens were used today."""
    require(ctx.actor, Operation.RUN_JOBS)
    await ctx.uow.tokens.note_use(token_ids, ctx.today)
    return Nothing()


@needs(Scope.PEOPLE_READ)
@query
async def own_tokens(ctx: Context) -> Sequence[Token]:
    """List one's own tokens that are valid, the oldest first."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    return await ctx.uow.tokens.valid([ctx.actor.id], ctx.now)


@query
async def own_tokens_of_today(ctx: Context) -> Sequence[Token]:
    """One's own valid tokens, and those that ended today."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    shown = await ctx.uow.tokens.of_person(ctx.actor.id)
    midnight = start_of(ctx.today, ctx.settings.zone)
    return [token for token in shown if token.is_valid_at(ctx.now) or (token.ended_at and token.ended_at >= midnight)]


@needs(Scope.PEOPLE_WRITE)
@command
async def issue_own_token(ctx: Context, request: TokenRequest) -> TokenGrant:
    """Issue a token of one's own. Its secret, `token`, is in this answer and never told again."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    return await grant(ctx, await own_row(ctx), request)


@command
async def issue_first_token(ctx: Context, request: TokenRequest) -> TokenGrant | None:
    """Issue a token as `issue_own_token` does, to a caller who has no valid one; None for others."""
    return None if await own_tokens(ctx) else await issue_own_token(ctx, request)


@command
async def issue_token(ctx: Context, username: str, request: TokenRequest) -> TokenGrant:
    """Issue a token for any active person. Raises `Conflict` where they have as many as they may."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    return await grant(ctx, await active_user(ctx, username), request)


async def grant(ctx: Context, user: User, request: TokenRequest) -> TokenGrant:
    await require_room(ctx, user.id)
    token = Token(
        ROW_PREFIX + secrets.token_urlsafe(ID_BYTES),
        user.id,
        request.name,
        granted_scopes(ctx, request.scopes),
        ctx.now,
        expiry(ctx, request.expires_at),
    )
    await ctx.uow.tokens.add(token)
    scopes = "all" if token.scopes is None else ",".join(token.scopes)
    ctx.audit(f"token issued id={token.id} user={user.id} scopes={scopes} until={token.expires_at.isoformat()}")
    return TokenGrant(token, user.token_version)


async def require_room(ctx: Context, user_id: int) -> None:
    """Raise `Conflict` where somebody has as many tokens as they may."""
    most = ctx.settings.tokens_per_person
    if len(await ctx.uow.tokens.valid([user_id], ctx.now)) >= most:
        raise Conflict(Code.TOO_MANY_TOKENS, limit=most)


def has_row(token_id: str) -> bool:
    """Return whether a token of ours has a row, and stands only while that does."""
    return token_id.startswith(ROW_PREFIX)


def granted_scopes(ctx: Context, asked: Collection[Scope] | None) -> Sequence[Scope] | None:
    """The scopes asked for, by default those of the caller's token. Raises `InsufficientScope` for any beyond those."""
    if asked is None:
        asked = ctx.scopes
    elif ctx.scopes is not None and (beyond := with_reads(asked) - ctx.scopes):
        raise InsufficientScope(beyond & frozenset(asked) or beyond)
    return None if asked is None else [scope for scope in Scope if scope in asked]


def expiry(ctx: Context, asked: DateTime | None) -> datetime:
    """Return when a new token expires, on a whole second as in its `exp`. Raises `Invalid` for a time out of bounds."""
    now, settings = ctx.now.replace(microsecond=0), ctx.settings
    latest = now + timedelta(days=settings.max_token_days)
    if ctx.token:
        latest = min(latest, ctx.token.expires_at.replace(microsecond=0))
    if asked is None:
        return min(now + timedelta(days=settings.chat_token_days), latest)
    at = asked.instant("expiresAt", settings.zone).replace(microsecond=0)
    if at <= ctx.now:
        raise Invalid.at("expiresAt", FieldCode.PAST)
    if at > latest:
        raise Invalid.at("expiresAt", FieldCode.TOO_FAR_AHEAD, fecha=local_date(latest, settings.zone))
    return at


@needs(Scope.PEOPLE_WRITE)
@command
async def end_own_token(ctx: Context, token_id: str) -> Token:
    """End one of one's own tokens, perhaps the one with which one asks. Raises `NotFound` unless it is valid."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    token = await ctx.uow.tokens.get(token_id)
    if token is None or token.user_id != ctx.actor.id or not token.is_valid_at(ctx.now):
        raise NotFound(Code.TOKEN_NOT_FOUND)
    return await end(ctx, token)


@command
async def end_token(ctx: Context, token_id: str) -> Token:
    """End anybody's token; ending it again changes nothing. Raises `NotFound` if there is none."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    token = await ctx.uow.tokens.get(token_id)
    if token is None:
        raise NotFound(Code.TOKEN_NOT_FOUND)
    return await end(ctx, token)


async def end(ctx: Context, token: Token) -> Token:
    await ctx.uow.tokens.end(token.id, ctx.now)
    ctx.audit(f"token ended id={token.id} user={token.user_id}")
    return msgspec.structs.replace(token, ended_at=token.ended_at or ctx.now)


@query
async def list_tokens(ctx: Context, username: str | None = None) -> Sequence[Token]:
    """Everybody's tokens, or one person's; ended and expired ones too, for as long as they are kept."""
    require(ctx.actor, Operation.DIRECTORY_WRITE)
    if username is None:
        return await ctx.uow.tokens.list()
    return await ctx.uow.tokens.of_person((await by_username(ctx, username)).id)


class TokenOfPerson(Struct, frozen=True):
    token: Token
    person: User


@query
async def expiring_token(ctx: Context, token_id: str) -> TokenOfPerson:
    """A token of the caller's own, or of an integration that they look after. Raises `NotFound` unless it is valid."""
    token = await ctx.uow.tokens.get(token_id)
    person = await ctx.uow.users.get(token.user_id) if token else None
    if token is None or person is None or not token.is_valid_at(ctx.now) or not looks_after(ctx.actor, person):
        raise NotFound(Code.TOKEN_NOT_FOUND)
    return TokenOfPerson(token, person)


def caretakers(owner: User, people: Mapping[int, User]) -> Collection[int]:
    """Find those of these active people who get the messages about somebody's tokens."""
    if owner.role is not Role.SERVICE:
        return [owner.id]
    if leader := people.get(owner.leader_user_id or NOBODY):
        return [leader.id]
    return [person.id for person in people.values() if person.role is Role.ADMIN]


def looks_after(actor: Actor, person: User) -> bool:
    """Return whether the actor gets the messages about a person's tokens; an integration reads none itself."""
    if person.role is not Role.SERVICE:
        return actor.id == person.id
    return may(actor, Operation.INTEGRATION_TOKENS, relations_to_person(actor, person.id))

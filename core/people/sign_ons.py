"""Sign-on of assistants by OAuth: a page in the browser, a question in the chat, and a token as `tokens` has them.

The page shows a code, with which its person opens the question in the chat; once they have permitted it there, the chat
shows a number, which they type into the page. So a person who is tricked into permitting somebody else's page gives
nothing away unless they tell the number, too.
"""

import base64
import secrets
from datetime import timedelta
from hmac import compare_digest
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from core.application.access import Operation, Relation, require
from core.application.requests import build
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict, NotFound
from core.base.model import Nothing
from core.base.secrets import hash_of
from core.people.tokens import TokenRequest, end, grant, require_room
from core.people.users import actor, own_row
from core.records.people import Actor
from core.records.sign_ons import AuthorizationRequest, SignOn, SignOnStage
from core.records.tokens import Scope, TokenGrant

ASKED_FOR = timedelta(minutes=10)
CODED_FOR = timedelta(minutes=1)
REMEMBERED_FOR = timedelta(days=1)
"""The time after a sign-on's expiry within which a second use of its code still ends the token that was made of it."""

MOST_UNOPENED = 1000
"""The most sign-ons that nobody has opened in the chat; of more, the oldest of the site with the most goes."""

TRIES = 5
DIGITS = 6
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

GRANTED = frozenset(
    {
        *(Scope.TASKS_READ, Scope.TASKS_WRITE, Scope.EVENTS_READ, Scope.EVENTS_WRITE, Scope.LOGS_READ),
        *(Scope.LOGS_WRITE, Scope.PEOPLE_READ, Scope.REPORTS_READ),
    }
)
"""The scopes that assistants' tools need. Any other is in a token that its person makes and hands over themselves."""


class Redemption(Struct, frozen=True):
    """The proof that a client shows with its code; `challenge` is the hash of its verifier."""

    client_id: str
    redirect_uri: str | None
    challenge: str


@command
async def begin_sign_on(
    ctx: Context, request: AuthorizationRequest, page_hash: bytes, chat_hash: bytes, site: str = ""
) -> Nothing:
    """Note that a page was opened, from which site; by whom is not known yet."""
    if await ctx.uow.sign_ons.unopened(ctx.now) >= MOST_UNOPENED:
        await ctx.uow.sign_ons.drop_unopened(ctx.now)
    await ctx.uow.sign_ons.add(request, page_hash, chat_hash, site, ctx.now + ASKED_FOR)
    return Nothing()


@command
async def open_sign_on(ctx: Context, chat_hash: bytes) -> int:
    """Make the sign-on with a chat code the caller's. Returns its id. Raises `NotFound` unless it is open."""
    require(ctx.actor, Operation.OWN_TOKENS, {Relation.OWNER})
    found = await ctx.uow.sign_ons.by_chat(chat_hash)
    if found is None or not found.is_at(SignOnStage.ASKED, ctx.now) or found.user_id not in (None, ctx.actor.id):
        raise NotFound(Code.SIGN_ON_EXPIRED)
    await ctx.uow.sign_ons.save(replace(found, user_id=ctx.actor.id))
    return found.id


@query
async def view_sign_on(ctx: Context, sign_on_id: int) -> SignOn:
    """A sign-on of the caller's. Raises `NotFound` if there is none."""
    found = await ctx.uow.sign_ons.get(sign_on_id)
    if found is None or found.user_id != ctx.actor.id:
        raise NotFound(Code.SIGN_ON_EXPIRED)
    return found


@command
async def answer_sign_on(ctx: Context, sign_on_id: int, *, permitted: bool) -> Nothing:
    """Permit a sign-on, or refuse it.

    Raises `Conflict` if it was answered, `NotFound` if it is too old or not the caller's own.
    """
    found = await view_sign_on(ctx, sign_on_id)
    if found.stage is not SignOnStage.ASKED:
        raise Conflict(Code.SIGN_ON_ANSWERED)
    if ctx.now >= found.expires_at:
        raise NotFound(Code.SIGN_ON_EXPIRED)
    if permitted:
        await require_room(ctx, ctx.actor.id)
        number = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        await ctx.uow.sign_ons.save(replace(found, stage=SignOnStage.PERMITTED, number=number))
        ctx.audit(f"sign-on permitted id={found.id} user={ctx.actor.id}")
    else:
        await ctx.uow.sign_ons.save(replace(found, stage=SignOnStage.REFUSED))
    return Nothing()


@query
async def sign_on_of_page(ctx: Context, page_hash: bytes) -> SignOn:
    """The sign-on of a page. Raises `NotFound` unless the page may still be used."""
    found = await ctx.uow.sign_ons.by_page(page_hash)
    open_stages = SignOnStage.ASKED, SignOnStage.PERMITTED, SignOnStage.REFUSED
    if found is None or found.stage not in open_stages or ctx.now >= found.expires_at:
        raise NotFound(Code.SIGN_ON_EXPIRED)
    return found


@command
async def continue_sign_on(ctx: Context, page_hash: bytes, number: str | None, code_hash: bytes) -> SignOn:
    """Check the number that a page returns; None: it gives up. With the right one, the client may have its code.

    A wrong number is counted; the last try that fails refuses it. Raises `NotFound` unless the page may be used.
    """
    found = await sign_on_of_page(ctx, page_hash)
    if found.stage is SignOnStage.PERMITTED and number is not None:
        if compare_digest(number.encode(), (found.number or "").encode()):
            found = replace(found, stage=SignOnStage.CODED, expires_at=ctx.now + CODED_FOR)
            await ctx.uow.sign_ons.put_code(found.id, code_hash)
        else:
            found = replace(found, tries=found.tries + 1)
    if number is None or found.tries >= TRIES:
        found = replace(found, stage=SignOnStage.REFUSED)
    await ctx.uow.sign_ons.save(found)
    return found


@query
async def holder_of_code(ctx: Context, code_hash: bytes) -> Actor:
    """Return the person whose code it is. Raises `NotFound`, or `Unauthenticated` unless they are active."""
    found = await ctx.uow.sign_ons.by_code(code_hash)
    if found is None or found.user_id is None:
        raise NotFound(Code.SIGN_ON_EXPIRED)
    return await actor(ctx, found.user_id)


@command
async def redeem_code(ctx: Context, code_hash: bytes, shown: Redemption) -> TokenGrant | None:
    """Exchange a code for a token; None if refused. A code that was used already ends its token (RFC 6749, 4.1.2)."""
    found = await ctx.uow.sign_ons.by_code(code_hash)
    if found is None or found.user_id != ctx.actor.id:
        return None
    if found.stage is SignOnStage.REDEEMED:
        token = await ctx.uow.tokens.get(found.token_id or "")
        if token and token.is_valid_at(ctx.now):
            await end(ctx, token)
        return None
    matches = (
        found.is_at(SignOnStage.CODED, ctx.now)
        and shown.client_id == found.client_id
        and shown.redirect_uri in (None, found.redirect_uri)
        and compare_digest(shown.challenge, found.challenge)
    )
    if not matches:
        return None
    request = build(TokenRequest, {"name": found.client_name, "scopes": found.scopes.split()})
    granted = await grant(ctx, await own_row(ctx), request)
    await ctx.uow.sign_ons.save(replace(found, stage=SignOnStage.REDEEMED, token_id=granted.token.id))
    return granted


def chat_code_of(page_secret: str) -> str:
    """Return the code that a page shows and its link carries: 40 bits in base 32, which do not reveal the secret."""
    return base64.b32encode(hash_of(f"semaforo sign-on {page_secret}")[:5]).decode().lower()


def host_of_redirect(redirect_uri: str) -> str:
    """The host of a redirect, or an app's own scheme with a colon; "" for a program on the person's own machine."""
    parts = urlsplit(redirect_uri)
    if parts.scheme not in ("http", "https"):
        return f"{parts.scheme}:"
    return "" if parts.hostname in LOOPBACK else parts.hostname or ""

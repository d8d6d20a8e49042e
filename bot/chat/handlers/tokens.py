"""`/token`: one's own tokens of the API.

A token is in one message to its person and nowhere else: neither in the log nor in the chat's memory. The stored
outcome of `/token` is the grant, which the service's key turns into the same token if the update comes again.
`bot.telegram.inbox` stores no copy of the message when its buttons are pressed or it is replied to.
"""

from collections.abc import Sequence

from bot.chat.callbacks.tokens import EndingTokens, EndToken, EndTokens, NewToken, OwnTokens, TokensEnded, TokenShown
from bot.chat.context import ChatContext, Handlers, Reply, draws, draws_text
from bot.chat.handlers.pushing import Push
from bot.chat.panels import tokens as panels
from bot.chat.panels.components import Panel
from core.application.requests import build
from core.language.accents import without_accents
from core.language.i18n import date_range
from core.people import tokens, users
from core.people.tokens import TokenRequest
from core.records.messages import Message
from core.records.tokens import Scope, TokenGrant

REVOKE = frozenset({"revocar", "revoke"})


async def token_typed(ctx: ChatContext, words: str) -> Reply:
    """`/token`: a first token, else the list; with words, a token with that name, limited to the scopes in them."""
    if without_accents(words).strip() in REVOKE:
        return Reply(EndingTokens())
    request = new_token(ctx, words.split())
    if words.strip():
        return shown(ctx, await ctx.run(tokens.issue_own_token, request))
    first = await ctx.run(tokens.issue_first_token, request)
    return shown(ctx, first) if first else Reply(OwnTokens())


def new_token(ctx: ChatContext, words: Sequence[str] = ()) -> TokenRequest:
    """The request in some words: those with a colon are scopes, the others the name, by default today's date."""
    scopes = [word.lower() for word in words if ":" in word or word == Scope.ADMIN]
    name = " ".join(word for word in words if word.lower() not in scopes)
    usual = ctx.say("token_name", date=date_range(ctx.language, ctx.today, ctx.today, year=False))
    return build(TokenRequest, {"name": name or usual, "scopes": scopes or None})


def shown(ctx: ChatContext, grant: TokenGrant) -> Reply:
    """Show a new token; the memory of the message has only that there was one."""
    return Reply(TokenShown(), panel=panels.token_panel(ctx.scene, ctx.issue_token(grant)))


async def draw_tokens(ctx: ChatContext, screen: OwnTokens) -> Panel:
    return panels.tokens_panel(ctx.scene, await ctx.run(tokens.own_tokens_of_today), screen)


async def press_new_token(ctx: ChatContext, _: NewToken) -> Reply:
    return shown(ctx, await ctx.run(tokens.issue_own_token, new_token(ctx)))


async def press_end_token(ctx: ChatContext, action: EndToken) -> Reply:
    """End a token; pressed again, say that there is none."""
    token = await ctx.run(tokens.end_own_token, action.token)
    return Reply(action.screen(), ctx.say("said_token_ended", name=token.name))


async def draw_ending_tokens(ctx: ChatContext, _: EndingTokens) -> Panel:
    return panels.ending_tokens_panel(ctx.scene, EndTokens(ctx.actor.user.token_version))


async def press_end_tokens(ctx: ChatContext, action: EndTokens) -> Reply:
    """End all tokens; pressed again, end none made since."""
    ended = await ctx.run(users.end_own_tokens, action.version)
    return Reply(TokensEnded(), "" if ended else ctx.say("said_tokens_ended_before"))


async def draw_expiring(ctx: ChatContext, message: Message) -> Push:
    found = await ctx.run(tokens.expiring_token, str(message.params["token_id"]))
    return Push(OwnTokens(), panels.expiring_panel(ctx.scene, found))


HANDLERS = Handlers(
    screens={
        OwnTokens: draw_tokens,
        TokenShown: draws(panels.token_hidden_panel),
        EndingTokens: draw_ending_tokens,
        TokensEnded: draws_text("tokens_ended"),
    },
    actions={NewToken: press_new_token, EndToken: press_end_token, EndTokens: press_end_tokens},
    commands={"token": token_typed},
)

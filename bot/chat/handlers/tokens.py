"""One's own API tokens: `/token`, shown once, and `/token revocar`.

A token is in one message to its person and nowhere else: neither in the log nor in the chat's memory. The stored
outcome of the command is the grant, which the service's key turns into the same token if the update comes again.
`bot.telegram.inbox` stores no copy of the message when its buttons are pressed or it is replied to.
"""

import logging

from bot.chat.callbacks.tokens import EndingTokens, EndTokens, TokensEnded, TokenShown
from bot.chat.context import ChatContext, Handlers, Reply, draws_text
from bot.chat.panels import tokens as panels
from bot.chat.panels.components import Panel
from core.language.accents import without_accents
from core.people import users

logger = logging.getLogger("semaforo.audit")

REVOKE = frozenset({"revocar", "revoke"})


async def token_typed(ctx: ChatContext, words: str) -> Reply:
    wanted = without_accents(words).strip()
    if not wanted:
        return await grant_token(ctx)
    return Reply(EndingTokens()) if wanted in REVOKE else Reply(words=ctx.say("usage_token"))


async def grant_token(ctx: ChatContext) -> Reply:
    """A new token. What is remembered of the message is that there was one."""
    grant = await ctx.run(users.grant_own_token)
    issued = ctx.issue_token(grant)
    logger.info("token issued in chat user=%s id=%s until=%s", grant.user.id, grant.token_id, issued.expires_at)
    return Reply(TokenShown(), panel=panels.token_panel(ctx.scene, issued))


async def draw_token_shown(ctx: ChatContext, _: TokenShown) -> Panel:
    return panels.token_hidden_panel(ctx.scene)


async def draw_ending_tokens(ctx: ChatContext, _: EndingTokens) -> Panel:
    return panels.ending_panel(ctx.scene, EndTokens(ctx.actor.user.token_version))


async def press_end_tokens(ctx: ChatContext, action: EndTokens) -> Reply:
    """End them; pressed again it ends nothing made since."""
    if not await ctx.run(users.end_own_tokens, action.version):
        return Reply(TokensEnded(), ctx.say("said_tokens_ended_before"))
    logger.info("tokens ended in chat user=%s", ctx.actor.id)
    return Reply(TokensEnded())


HANDLERS = Handlers(
    screens={TokenShown: draw_token_shown, EndingTokens: draw_ending_tokens, TokensEnded: draws_text("tokens_ended")},
    actions={EndTokens: press_end_tokens},
    commands={"token": token_typed},
)

"""Tokens of the API for oneself: `/token`, told once, and `/token revocar`.

A token is in one message to its person and nowhere else: not in the log, not in what the chat remembers of the message,
not among the outcomes of commands, where the grant stands that only our key turns into it (so an update that comes
again tells the same token). `bot.inbox` keeps no copy of the message when its buttons are pressed or it is replied to.
"""

import logging

from bot.panels import tokens as panels
from bot.panels.form import Panel
from bot.places.account import EndingTokens, EndTokens, TokensEnded, TokenTold
from bot.turn import Handlers, Reply, Turn
from core import users
from core.phrases import without_accents

logger = logging.getLogger("semaforo.audit")

REVOKE = frozenset({"revocar", "revoke"})


async def token_typed(turn: Turn, words: str) -> Reply:
    """`/token`, `/token revocar`."""
    wanted = without_accents(words).strip()
    if not wanted:
        return await tell_token(turn)
    return Reply(EndingTokens()) if wanted in REVOKE else Reply(words=turn.say("usage_token"))


async def tell_token(turn: Turn) -> Reply:
    """A new token. What is remembered of the message is that there was one."""
    grant = await turn.run(users.grant_own_token)
    issued = turn.issue_token(grant)
    logger.info("token issued in chat user=%s id=%s until=%s", grant.user.id, grant.token_id, issued.expires_at)
    return Reply(TokenTold(), panel=panels.token_panel(turn.scene, issued))


async def draw_told(turn: Turn, _: TokenTold) -> Panel:
    """What is left of a token told once."""
    return panels.told_panel(turn.scene)


async def draw_ending(turn: Turn, _: EndingTokens) -> Panel:
    """The question whether to end one's tokens as they are now."""
    return panels.ending_panel(turn.scene, EndTokens(turn.actor.user.token_version))


async def press_end(turn: Turn, press: EndTokens) -> Reply:
    """End them; pressed again it ends nothing made since."""
    if not await turn.run(users.end_own_tokens, press.version):
        return Reply(TokensEnded(), turn.say("said_tokens_ended_before"))
    logger.info("tokens ended in chat user=%s", turn.actor.id)
    return Reply(TokensEnded())


async def draw_ended(turn: Turn, _: TokensEnded) -> Panel:
    """They have ended."""
    return Panel(turn.scene.say("tokens_ended"))


HANDLERS = Handlers(
    views={TokenTold: draw_told, EndingTokens: draw_ending, TokensEnded: draw_ended},
    presses={EndTokens: press_end},
    commands={"token": token_typed},
)

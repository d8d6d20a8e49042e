"""Sends what waits in the outbox, in the one process that leads.

A round claims a few messages (`core.sending`), a person's one at a time, draws each as its person reads it now, sends
it, and says what became of it. A message that may have arrived (no answer came) is sent again: none is lost. Once a
claim is about to run out nothing is sent under it any more: a process that was frozen repeats nobody's messages.
"""

import asyncio
import logging
import random
from collections.abc import Sequence
from datetime import timedelta

from msgspec import Struct
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError

from bot.connection import ANSWER_SECONDS, CONNECT_SECONDS, TooFast
from bot.handlers.pushes import Push, push
from bot.memory import Memory
from bot.outgoing import NOT_WRITABLE, Outgoing, parts
from bot.pacing import Pacing
from bot.panels.form import Panel
from bot.ports import IssueToken
from bot.turn import Turn, turn_of
from core import sending
from core.errors import Unavailable
from core.jobs.leading import Lead
from core.outbox import Outcome, Reason
from core.sending import Claimed
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)

AT_ONCE = 20
GRACE_SECONDS = 5.0
"""For what is being sent when this process is to stop: what was sent should not be sent once more by the next."""

A_SECOND = 29.0
"""A little less than the 30 that Telegram takes."""

SAID_WITHIN = timedelta(seconds=CONNECT_SECONDS + ANSWER_SECONDS + 5)
"""After this what became of a call is known and written down."""

SENDER = Caller(OPERATOR)
NO_UPDATE = 0


Ended = tuple[Outcome, Reason | None]


class Again(Struct, frozen=True):
    """The message is to be sent after so many seconds."""

    seconds: float


class ClaimRanOut(Exception):
    """Too late to send a message under its claim: this process was held up."""


class Sender:
    """The bot's voice where nobody asked."""

    def __init__(
        self, pipeline: Pipeline, issue_token: IssueToken, memory: Memory, outgoing: Outgoing, pacing: Pacing
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.pacing = pacing

    async def send_due(self, lead: Lead) -> int:
        """Send a few of the messages that are due; how many were claimed. Raises `Conflict` for who leads no more."""
        claimed = [] if self.pacing.paused() else await self.next_ones(lead)
        await to_its_end([asyncio.create_task(self.see_to(lead, each)) for each in claimed])
        return len(claimed)

    async def next_ones(self, lead: Lead) -> Sequence[Claimed]:
        """A few messages that are due, behind however many that are held back now."""
        resting = self.pacing.resting()
        while await self.pipeline.run(SENDER, sending.anything_due, resting):
            if claimed := await self.pipeline.run(SENDER, sending.claim, lead, AT_ONCE, resting):
                return claimed
        return ()

    async def see_to(self, lead: Lead, claimed: Claimed) -> None:
        """Send one message and say what became of it; without the database its claim runs out, and it is sent anew."""
        message_id = claimed.message.id
        try:
            ended = await self.tried(claimed)
            if isinstance(ended, Again):
                await self.pipeline.run(SENDER, sending.try_again, lead, message_id, ended.seconds)
            else:
                await self.pipeline.run(SENDER, sending.settle, lead, message_id, *ended)
        except Unavailable:
            logger.warning("the database is away: message %d is left to its claim", message_id)

    async def tried(self, claimed: Claimed) -> Ended | Again:
        """What came of an attempt; what is our own fault leaves the other messages alone."""
        message = claimed.message
        try:
            return await self.send(claimed)
        except TooFast as fault:
            self.pacing.pause(fault.seconds)
            return Again(fault.seconds)
        except ClaimRanOut:
            return Again(0.0)
        except (NetworkError, InvalidToken) as fault:
            wait = sending.retry_seconds(claimed.attempts) * random.uniform(1.0, 1.5)  # noqa: S311 not for secrets
            logger.info("message %d: %s; again in %.0f s", message.id, fault, wait)
            return Again(wait)
        except Unavailable:
            raise
        except Exception:
            logger.exception("message %d to user %d was not sent", message.id, message.user_id)
            return Outcome.FAILED, None

    async def send(self, claimed: Claimed) -> Ended:
        """What comes of a message. Raises what else than the person keeps it from being sent."""
        turn = await self.turn(claimed)
        if turn.actor.id != claimed.message.user_id:
            return Outcome.WITHHELD, Reason.NOT_LINKED
        told = await push(turn, claimed.message)
        if not isinstance(told, Push):
            return Outcome.WITHHELD, told
        try:
            await self.deliver(turn, claimed, told)
        except (Forbidden, BadRequest) as fault:
            if isinstance(fault, BadRequest) and not any(known in fault.message.lower() for known in NOT_WRITABLE):
                logger.exception("message %d to user %d was refused", claimed.message.id, claimed.recipient.id)
                return Outcome.FAILED, None
            logger.info("user %d cannot be written to: %s", claimed.recipient.id, fault)
            return Outcome.BLOCKED, None
        return Outcome.SENT, None

    async def turn(self, claimed: Claimed) -> Turn:
        """A turn of the recipient's, in their own chat; it answers no update."""
        account = claimed.recipient.telegram_user_id
        assert account is not None  # noqa: S101 `core.sending` claims none for who has no account
        return await turn_of(self.pipeline, self.issue_token, NO_UPDATE, account, account, "")

    async def deliver(self, turn: Turn, claimed: Claimed, told: Push) -> None:
        """Send it, remembering what its last part shows."""
        *first, last = parts(told.panel)
        for part in first:
            await self.turn_to_send(claimed)
            await self.outgoing.new_message(turn.chat_id, Panel(part), None)
        await self.turn_to_send(claimed)
        sent = await self.outgoing.new_message(turn.chat_id, Panel(last, told.panel.rows, told.panel.picture), None)
        logger.debug("message %d sent as %d", claimed.message.id, sent.message_id)
        await self.memory.note(turn, sent.message_id, told.view)

    async def turn_to_send(self, claimed: Claimed) -> None:
        """Wait for it. Raises `ClaimRanOut` where another may have the message before what becomes of it is said."""
        await self.pacing.turn()
        if self.pipeline.clock.now() + SAID_WITHIN > claimed.until:
            raise ClaimRanOut
        self.pacing.written_to(claimed.recipient.id)


async def to_its_end(sending: Sequence[asyncio.Task[None]]) -> None:
    """Wait for some messages that are being sent, for a little while even where that is not wanted any more."""
    if not sending:
        return
    try:
        await asyncio.wait(sending)
    except asyncio.CancelledError:
        _, late = await asyncio.wait(sending, timeout=GRACE_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        raise
    await asyncio.gather(*sending)

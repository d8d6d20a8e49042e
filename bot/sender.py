"""Sends what waits in the outbox, in the one process that leads.

It claims a few messages (`core.sending`), one to each chat at a time, draws each as it reads now to its person or its
group, sends it, and says what became of it; meanwhile it claims others, so that one without an answer holds up none. A
message that may have arrived (no answer came) is sent again: none is lost. Of a long one what is out is not sent again
while it reads the same. Once a claim is about to run out nothing is sent under it any more: a process that was frozen
repeats nobody's messages. What is out is written down as soon as the database is there for it, however long that takes.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Protocol, TypeVar

import telegram
from msgspec import Struct
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError

from bot.connection import ANSWER_SECONDS, CONNECT_SECONDS, NotReached, TooFast
from bot.handlers.pushes import Push, push
from bot.memory import Memory
from bot.outgoing import GONE, NOT_WRITABLE, parts
from bot.pacing import Pacing
from bot.panels.form import Panel
from bot.ports import IssueToken
from bot.turn import Turn, turn_of
from core import groups, sending
from core.errors import Conflict, NotFound, Unavailable
from core.jobs.leading import Lead
from core.outbox import Outcome, Reason, why_withheld
from core.sending import Claimed
from core.use_case import Caller, Pipeline
from core.users import OPERATOR

logger = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE = 20
LOOK_SECONDS = 0.5
"""Between two looks for what is due while something is being sent, and at first for a database that is away."""

LONGEST_LOOK_SECONDS = 2.0
"""Between two looks for it at last: less than the grace that there is for writing down what was sent."""

GRACE_SECONDS = 5.0
"""For what is being sent when this process is to stop: what was sent should not be sent once more by the next."""

SAID_WITHIN = timedelta(seconds=CONNECT_SECONDS + ANSWER_SECONDS + 5)
"""After this what became of a call is known and written down."""

SENDER = Caller(OPERATOR)
NO_UPDATE, NOBODY = 0, 0


class Ended(Struct, frozen=True):
    """What became of a message."""

    outcome: Outcome
    reason: Reason | None = None
    fault: str | None = None


class ShutOut(Struct, frozen=True):
    """The chat is closed to us, to this message and any other."""

    chat_id: int
    fault: str


class Again(Struct, frozen=True):
    """The message is to be sent after so many seconds; `refused`: it is known not to have arrived."""

    seconds: float
    refused: bool = True


class ClaimRanOut(Exception):
    """Too late to send a message under its claim: this process was held up."""


class Mouth(Protocol):
    """What calls Telegram; `bot.outgoing` does."""

    async def new_message(self, chat_id: int, panel: Panel, topic: int | None) -> telegram.Message:
        """Send a panel as one message. Raises `TelegramError`."""


class Sender:
    """The bot's voice where nobody asked."""

    def __init__(
        self, pipeline: Pipeline, issue_token: IssueToken, memory: Memory, outgoing: Mouth, pacing: Pacing
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.pacing = pacing

    async def send_due(self, lead: Lead) -> int:
        """Send what is due until nothing is; how many were claimed. Raises `Conflict` for who leads no more."""
        going: dict[asyncio.Task[None], int] = {}
        claimed = 0
        try:
            while True:
                if len(going) <= AT_ONCE // 2 and not self.pacing.paused():
                    more = await self.more(lead, going.values())
                    going |= {asyncio.create_task(self.see_to(lead, each)): each.message.goes_to for each in more}
                    claimed += len(more)
                if not going:
                    return claimed
                ended, _ = await asyncio.wait(going, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                for task in ended:
                    going.pop(task)
                    task.result()
        finally:
            await to_its_end(going)

    async def more(self, lead: Lead, going: Collection[int]) -> Sequence[Claimed]:
        """A few more messages beside those that are being sent; without the database none, while these wait for it."""
        try:
            return await self.next_ones(lead, AT_ONCE - len(going), going)
        except Unavailable:
            if not going:
                raise
            return ()

    async def next_ones(self, lead: Lead, most: int, but_to: Collection[int]) -> Sequence[Claimed]:
        """A few messages that are due, behind however many that are held back now."""
        others = [*self.pacing.resting(), *but_to]
        while await self.pipeline.run(SENDER, sending.anything_due, others):
            if claimed := await self.pipeline.run(SENDER, sending.claim, lead, most, others):
                return claimed
        return ()

    async def see_to(self, lead: Lead, claimed: Claimed) -> None:
        """Send one message and say what became of it; where it cannot be read, its claim runs out."""
        try:
            ended = await self.tried(lead, claimed)
        except Unavailable:
            logger.warning("the database is away: message %d is left to its claim", claimed.message.id)
            return
        await self.insist(partial(self.say, lead, claimed, ended))

    async def say(self, lead: Lead, claimed: Claimed, ended: Ended | ShutOut | Again) -> None:
        """Write down what became of a message, where it is still ours."""
        run, message_id = self.pipeline.run, claimed.message.id
        if isinstance(ended, Again):
            refused = ended.refused and claimed.send_started_at is None
            await run(SENDER, sending.try_again, lead, message_id, ended.seconds, refused=refused)
        elif isinstance(ended, ShutOut):
            await run(SENDER, sending.shut_out, lead, message_id, ended.chat_id, ended.fault)
        else:
            await run(SENDER, sending.settle, lead, message_id, ended.outcome, ended.reason, ended.fault)

    async def insist(self, write: Callable[[], Awaitable[T]]) -> T:
        """What a write gives, once the database takes it: what is out must not be sent again for want of it."""
        wait = LOOK_SECONDS
        while True:
            try:
                return await write()
            except Unavailable:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_LOOK_SECONDS)

    async def tried(self, lead: Lead, claimed: Claimed) -> Ended | ShutOut | Again:
        """What came of an attempt; what is our own fault leaves the other messages alone."""
        message = claimed.message
        try:
            return await self.send(lead, claimed)
        except TooFast as fault:
            self.pacing.pause(fault.seconds)
            return Again(fault.seconds)
        except ClaimRanOut:
            return Again(0.0)
        except (NetworkError, InvalidToken) as fault:
            wait = sending.retry_seconds(claimed.attempts) * random.uniform(1.0, 1.5)  # noqa: S311 not for secrets
            logger.info("message %d: %s; again in %.0f s", message.id, fault, wait)
            return Again(wait, refused=isinstance(fault, NotReached | InvalidToken))
        except Unavailable:
            raise
        except Exception as fault:
            logger.exception("message %d to %d was not sent", message.id, message.goes_to)
            return Ended(Outcome.FAILED, fault=f"{type(fault).__name__}: {fault}")

    async def send(self, lead: Lead, claimed: Claimed) -> Ended | ShutOut:
        """What comes of a message. Raises what else than its recipient keeps it from being sent."""
        drawn = await self.drawn(claimed)
        if isinstance(drawn, Reason):
            return Ended(Outcome.WITHHELD, why_withheld(drawn, claimed.send_started_at))
        turn, told = drawn
        if claimed.send_started_at:
            logger.warning("message %d may come twice: nobody said what became of it", claimed.message.id)
        try:
            await self.deliver(lead, turn, claimed, told)
        except (Forbidden, BadRequest) as fault:
            said = fault.message.lower()
            if isinstance(fault, Forbidden) or any(known in said for known in GONE):
                logger.info("chat %d is closed to us: %s", turn.chat_id, fault)
                return ShutOut(turn.chat_id, fault.message)
            if not any(known in said for known in NOT_WRITABLE):
                logger.exception("message %d to %d was refused", claimed.message.id, claimed.message.goes_to)
            return Ended(Outcome.FAILED, fault=fault.message)
        return Ended(Outcome.SENT)

    async def drawn(self, claimed: Claimed) -> tuple[Turn, Push] | Reason:
        """A message as it reads now, in the chat that is written to; or why it is not told any more."""
        turn = await self.turn(claimed)
        if isinstance(turn, Reason):
            return turn
        told = await push(turn, claimed.message)
        return (turn, told) if isinstance(told, Push) else told

    async def turn(self, claimed: Claimed) -> Turn | Reason:
        """A turn in the chat that is written to, which answers no update; or why there is none any more."""
        message, person = claimed.message, claimed.person
        if message.group_chat_id is not None:
            return await self.turn_in_group(message.group_chat_id)
        account = person.telegram_user_id
        assert account is not None  # noqa: S101 `core.sending` claims none for who has no account
        turn = await turn_of(self.pipeline, self.issue_token, NO_UPDATE, account, account, "")
        return turn if turn.actor.id == person.id else Reason.NOT_LINKED

    async def turn_in_group(self, chat_id: int) -> Turn | Reason:
        """A turn with a group's eyes, in the chat that it is by now."""
        try:
            sight = await self.pipeline.run(SENDER, groups.shown, chat_id)
        except (NotFound, Conflict):
            return Reason.GROUP_GONE
        group = sight.group
        return Turn(self.pipeline, NO_UPDATE, group.chat_id, NOBODY, "", sight.eyes, group.language, self.issue_token)

    async def deliver(self, lead: Lead, turn: Turn, claimed: Claimed, told: Push) -> None:
        """Send what is not out of it; in private, remember what its last part shows."""
        every = parts(told.panel)
        out = already(every, claimed.said)
        for number, part in enumerate(every[out:], out + 1):
            last = number == len(every)
            panel = Panel(part, told.panel.rows, told.panel.picture) if last else Panel(part)
            await self.turn_to_send(lead, claimed)
            sent, turn = await self.new_message(turn, panel)
            if last:
                await self.remember(turn, claimed, sent, told)
            elif not await self.insist(partial(self.note_said, lead, claimed, digest(every[:number]))):
                raise ClaimRanOut

    async def note_said(self, lead: Lead, claimed: Claimed, said: str) -> bool:
        """Write down how much of a message is out; whether it is still ours."""
        return await self.pipeline.run(SENDER, sending.note_said, lead, claimed.message.id, said)

    async def remember(self, turn: Turn, claimed: Claimed, sent: telegram.Message, told: Push) -> None:
        """Remember what a message shows that went to a person."""
        logger.debug("message %d sent as %d", claimed.message.id, sent.message_id)
        if claimed.message.group_chat_id is None:
            await self.insist(partial(self.memory.note, turn, sent.message_id, told.view))

    async def new_message(self, turn: Turn, panel: Panel) -> tuple[telegram.Message, Turn]:
        """Send a message, to the supergroup that a group may have become; the turn from now on."""
        try:
            return await self.outgoing.new_message(turn.chat_id, panel, None), turn
        except ChatMigrated as fault:
            logger.info("group %d is %d now", turn.chat_id, fault.new_chat_id)
            await self.pipeline.run(SENDER, groups.follow_group, turn.chat_id, fault.new_chat_id)
            turn = replace(turn, chat_id=fault.new_chat_id)
            return await self.outgoing.new_message(turn.chat_id, panel, None), turn

    async def turn_to_send(self, lead: Lead, claimed: Claimed) -> None:
        """Wait for it. Raises `ClaimRanOut` where another has the message, or may before what came of it is said."""
        recipient = claimed.message.goes_to
        if not await self.pipeline.run(SENDER, sending.begin, lead, claimed.message.id):
            raise ClaimRanOut
        await self.pacing.turn(recipient)
        if self.pipeline.clock.now() + SAID_WITHIN > claimed.until:
            raise ClaimRanOut
        self.pacing.written_to(recipient)


def already(every: Sequence[str], said: str | None) -> int:
    """How many of a message's parts are out; none, where it does not begin any more as what is out."""
    return next((number for number in range(len(every)) if said == digest(every[:number])), 0)


def digest(parts: Sequence[str]) -> str:
    """What tells some parts of a message from others."""
    return sha256("\0".join(parts).encode()).hexdigest()


async def to_its_end(going: Collection[asyncio.Task[None]]) -> None:
    """Wait for what is being sent when no more is to be, for a little while."""
    if not going:
        return
    _, late = await asyncio.wait(going, timeout=GRACE_SECONDS)
    for task in late:
        task.cancel()
    await asyncio.gather(*going, return_exceptions=True)

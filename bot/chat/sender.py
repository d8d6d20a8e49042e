"""Sends the messages of the outbox, in the one process that holds the lease.

It claims a few messages (`core.delivery.sending`) of each chat, draws each with what holds now, sends those of a chat
as one as far as that is possible (`bot.chat.joining`) and stores the outcomes; meanwhile it claims others, so that a
call without an answer delays no other chat.

- A message that may have arrived (no answer came) is sent again: none is lost. The parts of a long message that were
  sent are not repeated while its text is the same.
- Nothing is sent under a claim that is about to expire, so a process that was suspended repeats no messages.
- The outcome of a call is stored as soon as the database is available, however long that takes.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace as replace_struct
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, NetworkError

from bot.chat.context import ChatContext, context_of
from bot.chat.handlers.pushes import draw_push
from bot.chat.handlers.pushing import Push
from bot.chat.joining import Drawn, choose, in_one
from bot.chat.memory import Memory
from bot.chat.outgoing import is_gone, is_of_chat, is_of_topic, is_unchanged, parts
from bot.chat.panels.components import Panel
from bot.process.background_tasks import finish
from bot.process.careful import Careful
from bot.telegram.connection import ANSWER_SECONDS, CONNECT_SECONDS, NotSent, UnknownMethod
from bot.telegram.pacing import Pacing
from bot.telegram.rests import RateLimited
from core.application.use_case import Pipeline
from core.base.errors import Conflict, NotFound, Unavailable
from core.base.metrics import PROMPT_LATENESS
from core.base.state_log import StateLog
from core.delivery import sending
from core.delivery.sending import Claimed
from core.messages.outbox import withheld_reason
from core.people import groups
from core.people.users import OPERATOR_CALLER
from core.ports.tokens import IssueToken
from core.records.jobs import Lease, WorkKind
from core.records.messages import Message, Outcome, Reason

logger = logging.getLogger(__name__)
T = TypeVar("T")

AT_ONCE = 20
LOOK_SECONDS = 0.5
"""The pause between queries for what is due while something is sent, and the first of an unavailable database."""

LONGEST_LOOK_SECONDS = 2.0
"""The longest pause of an unavailable database: less than the grace for storing outcomes."""

GRACE_SECONDS = 5.0
"""The time for messages being sent when the process stops: without its outcome stored, one is sent twice."""

SETTLED_WITHIN = timedelta(seconds=CONNECT_SECONDS + ANSWER_SECONDS + 5)
"""The longest time until the outcome of a call is known and stored."""

MOST_UNKNOWN = 10
"""The most tries to send a message if the server does not have the method; they last about half an hour."""

NO_UPDATE, NOBODY = 0, 0
BEFORE_IT_IS_CLAIMED = 1
"""The number of draws counted for a message that another sender left: it was drawn once, perhaps."""


class Settled(Struct, frozen=True):
    outcome: Outcome
    reason: Reason | None = None
    fault: str | None = None
    sent_as: int | None = None


class PutAside(Struct, frozen=True):
    """The message is not drawn any more: it ended each process that did."""


class ChatClosed(Struct, frozen=True):
    """The chat takes neither this message nor any other."""

    chat_id: int
    fault: str


class GroupSilent(Settled, frozen=True):
    """A group did not take the message, though the bot is in it."""


class Retry(Struct, frozen=True):
    """The message is to be sent after `seconds`; `refused` if it is known not to have arrived."""

    seconds: float
    refused: bool = True


class NotTaken(Settled, frozen=True):
    """Telegram did not take what a message says; its chat is not to blame."""


class Later(Struct, frozen=True):
    """The message was not tried; it is sent after `seconds`."""

    seconds: float


Result = Settled | PutAside | ChatClosed | Retry | Later


class ClaimExpired(Exception):
    """Raised where a message comes too late for its claim, as after the process was suspended."""


class MessageClient(Protocol):
    """A client that calls Telegram, as `bot.chat.outgoing` does."""

    async def new_message(self, chat_id: int, panel: Panel, topic: int | None) -> int:
        """Send a panel as one message, and return its id. Raises `TelegramError`."""

    async def change_message(self, chat_id: int, message_id: int, panel: Panel) -> None:
        """Make a message show a panel. Raises `TelegramError`."""


class Sender:
    """Sends what is due. Every write goes under the lease, so that a process without it changes nothing."""

    def __init__(
        self, pipeline: Pipeline, issue_token: IssueToken, memory: Memory, outgoing: MessageClient, pacing: Pacing
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.pacing = pacing
        self.careful = Careful(pipeline, WorkKind.MESSAGE, earlier=BEFORE_IT_IS_CLAIMED)
        self.refused: dict[int, int] = {}
        self.states = StateLog(logger)

    async def send_due(self, lease: Lease, may_claim: Callable[[], bool] = lambda: True) -> int:
        """Send what is due until nothing is. Returns the number claimed. Raises `Conflict` without the lease."""
        in_flight: dict[asyncio.Task[None], int] = {}
        claimed = 0
        try:
            while True:
                if len(in_flight) <= AT_ONCE // 2 and not self.pacing.paused() and may_claim():
                    more = await self.claim_more(lease, in_flight.values())
                    in_flight |= {
                        asyncio.create_task(self.deliver_one(lease, each)): each.message.recipient for each in more
                    }
                    claimed += len(more)
                if not in_flight:
                    return claimed
                result, _ = await asyncio.wait(in_flight, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                for task in result:
                    in_flight.pop(task)
                    task.result()
        finally:
            await finish(in_flight, GRACE_SECONDS)
            if any(task.cancelled() for task in in_flight):
                await self.give_back(lease)

    async def give_back(self, lease: Lease) -> None:
        try:
            await self.pipeline.run(OPERATOR_CALLER, sending.give_back_claims, lease)
        except Unavailable:
            logger.info("what was being sent is left to its claims")

    async def claim_more(self, lease: Lease, in_flight: Collection[int]) -> Sequence[Claimed]:
        """More messages beside those in flight; none while the database is unavailable and some are in flight."""
        try:
            return await self.claim_next(lease, AT_ONCE - len(in_flight), in_flight)
        except Unavailable:
            if not in_flight:
                raise
            return ()

    async def claim_next(self, lease: Lease, most: int, but_to: Collection[int]) -> Sequence[Claimed]:
        """The next messages that are due and not withheld."""
        others = [*self.pacing.resting(), *self.resting(), *but_to]
        while await self.pipeline.run(OPERATOR_CALLER, sending.anything_due, others):
            if claimed := await self.pipeline.run(OPERATOR_CALLER, sending.claim_due, lease, most, others):
                return claimed
        return ()

    def resting(self) -> Collection[int]:
        """The recipients whose chats Telegram has asked to leave alone for now."""
        self.refused = {each: chat for each, chat in self.refused.items() if self.pacing.rests.of_chat(chat)}
        return list(self.refused)

    async def deliver_one(self, lease: Lease, claimed: Claimed) -> None:
        try:
            async for each, result in self.results(lease, claimed):
                self.states.working("the outbox")
                await self.until_stored(partial(self.settle, lease, each, result))
        except Unavailable:
            self.states.failing("the outbox", "the database is away: messages are left to their claims")

    async def results(self, lease: Lease, claimed: Claimed) -> AsyncIterator[tuple[Claimed, Result]]:
        """Yield the results of a message and of those beside it, sent as one with it where that is possible."""
        drawn: list[Drawn] = []
        for each in (claimed, *claimed.beside):
            found = await self.attempt(each, self.drawn(each, first=claimed.first and not drawn))
            if isinstance(found, Drawn):
                drawn.append(found)
            else:
                yield each, found
        if not drawn:
            return
        chosen = choose(drawn)
        for waiting, seconds in chosen.later:
            yield waiting.claimed, Later(seconds)
        whole = joined(chosen.together)
        result = await self.attempt(whole.claimed, self.send(lease, whole))
        if not isinstance(result, NotTaken) or len(chosen.together) == 1:
            yield whole.claimed, result
            return
        for alone in chosen.together:
            yield alone.claimed, await self.attempt(alone.claimed, self.send(lease, alone))

    async def settle(self, lease: Lease, claimed: Claimed, result: Result) -> None:
        run, ids = self.pipeline.run, claimed.ids
        if isinstance(result, Retry):
            refused = result.refused and claimed.send_started_at is None
            await run(OPERATOR_CALLER, sending.retry_later, lease, ids, result.seconds, refused=refused)
        elif isinstance(result, Later):
            await run(OPERATOR_CALLER, sending.put_back, lease, ids, result.seconds)
        elif isinstance(result, PutAside):
            await run(OPERATOR_CALLER, sending.put_aside, lease, ids)
        elif isinstance(result, GroupSilent):
            message, fault = claimed.message, result.fault or ""
            chat_id = message.group_chat_id or 0
            await run(OPERATOR_CALLER, sending.fail_in_group, lease, ids, chat_id, message.kind, fault)
        elif isinstance(result, ChatClosed):
            await run(OPERATOR_CALLER, sending.close_chat, lease, ids, result.chat_id, result.fault)
        else:
            settled = result.outcome, result.reason, result.fault, result.sent_as
            await run(OPERATOR_CALLER, sending.settle, lease, ids, *settled)

    async def until_stored(self, write: Callable[[], Awaitable[T]]) -> T:
        """The result of a write, repeated until the database is available: without it a message is sent twice."""
        wait = LOOK_SECONDS
        while True:
            try:
                return await write()
            except Unavailable:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_LOOK_SECONDS)

    async def attempt(self, claimed: Claimed, attempted: Awaitable[T]) -> T | Retry | Settled:
        """Return the result of drawing or sending a message; a bug fails this message only."""
        message = claimed.message
        try:
            return await attempted
        except RateLimited as fault:
            self.refused[message.recipient] = chat_of(claimed)
            return Retry(fault.seconds)
        except ClaimExpired:
            return Retry(0.0)
        except (NetworkError, InvalidToken) as fault:
            if isinstance(fault, UnknownMethod) and claimed.attempts + 1 >= MOST_UNKNOWN:
                return Settled(Outcome.FAILED, fault=fault.message)
            wait = sending.retry_seconds(claimed.attempts) * random.uniform(1.0, 1.5)  # noqa: S311 not for secrets
            logger.debug("message %d: %s; again in %.0f s", message.id, fault, wait)
            return Retry(wait, refused=isinstance(fault, NotSent | InvalidToken | UnknownMethod))
        except Unavailable:
            raise
        except Exception as fault:
            logger.exception("message %d to %d was not sent", message.id, message.recipient)
            return Settled(Outcome.FAILED, fault=f"{type(fault).__name__}: {fault}")

    async def drawn(self, claimed: Claimed, *, first: bool) -> Drawn | Settled | PutAside:
        async with self.begun(claimed) as begun:
            found = await self.draw(claimed, first=first) if begun else None
        if found is None:
            return PutAside()
        if isinstance(found, Reason):
            return Settled(Outcome.WITHHELD, withheld_reason(found, claimed.send_started_at))
        return Drawn(claimed, *found)

    async def send(self, lease: Lease, drawn: Drawn) -> Settled | ChatClosed:
        """The outcome of a message. Raises any error that is not due to the recipient or the message."""
        claimed, ctx, push = drawn.claimed, drawn.ctx, drawn.push
        if claimed.add_to is not None and await self.add_to_earlier(lease, ctx, claimed, claimed.add_to):
            return Settled(Outcome.SENT, Reason.TOGETHER)
        if claimed.send_started_at:
            logger.warning("message %d may come twice: the outcome of its last call is not known", claimed.message.id)
        try:
            sent_as = await self.deliver(lease, ctx, claimed, push)
        except (Forbidden, BadRequest) as fault:
            if is_of_chat(fault):
                self.states.failing(f"chat {ctx.chat_id}", fault)
            else:
                logger.exception("message %d to %d was refused", claimed.message.id, claimed.message.recipient)
            if is_gone(fault):
                return ChatClosed(ctx.chat_id, fault.message)
            if not is_of_chat(fault):
                return NotTaken(Outcome.FAILED, fault=fault.message)
            silent = claimed.message.group_chat_id is not None
            return (GroupSilent if silent else Settled)(Outcome.FAILED, fault=fault.message)
        self.states.working(f"chat {ctx.chat_id}")
        late = self.pipeline.clock.now() - claimed.message.due_at
        PROMPT_LATENESS.observe(max(late.total_seconds(), 0))
        return Settled(Outcome.SENT, sent_as=sent_as)

    async def add_to_earlier(self, lease: Lease, ctx: ChatContext, claimed: Claimed, earlier: int) -> bool:
        """Have an earlier message say this, too; return False if it shows something else now, or cannot be changed."""
        push = await draw_push(ctx, added_up(claimed.message))
        shown = await self.memory.screen_of(ctx.chat_id, earlier)
        if isinstance(push, Reason) or shown is None or shown.screen != push.screen or len(parts(push.panel)) > 1:
            return False
        if shown.is_joined:
            return False
        await self.wait_to_send(lease, claimed)
        try:
            await self.outgoing.change_message(ctx.chat_id, earlier, push.panel)
        except (Forbidden, BadRequest) as fault:
            logger.debug("message %d is sent anew: %s", claimed.message.id, fault)
            return is_unchanged(fault)
        return True

    def begun(self, claimed: Claimed) -> AbstractAsyncContextManager[bool]:
        """Return a context whose value says whether to draw a message: not if it ended each process that did."""
        return self.careful.begun_again(claimed.message.id) if claimed.left else nullcontext(True)

    async def draw(self, claimed: Claimed, *, first: bool) -> tuple[ChatContext, Push] | Reason:
        ctx = await self.context(claimed)
        if isinstance(ctx, Reason):
            return ctx
        push = await draw_push(ctx, claimed.message, first=first)
        return (ctx, push) if isinstance(push, Push) else push

    async def context(self, claimed: Claimed) -> ChatContext | Reason:
        """The context of the recipient's chat, outside any update; or why there is none any more."""
        message, person = claimed.message, claimed.person
        if message.group_chat_id is not None:
            return await self.group_context(message.group_chat_id)
        account = person.telegram_user_id
        assert account is not None  # noqa: S101 `core.delivery.sending` claims none for a person without an account
        ctx = await context_of(self.pipeline, self.issue_token, NO_UPDATE, account, account, "")
        return ctx if ctx.actor.id == person.id else Reason.NOT_LINKED

    async def group_context(self, chat_id: int) -> ChatContext | Reason:
        """The context of a group's viewer, in the group's present chat."""
        try:
            viewer = await self.pipeline.run(OPERATOR_CALLER, groups.viewer_for_push, chat_id)
        except (NotFound, Conflict):
            return Reason.GROUP_GONE
        group = viewer.group
        return ChatContext(
            *(self.pipeline, NO_UPDATE, group.chat_id, NOBODY, "", viewer.viewer, group.language, self.issue_token),
            topic=group.topic,
            languages=viewer.languages,
        )

    async def deliver(self, lease: Lease, ctx: ChatContext, claimed: Claimed, push: Push) -> int | None:
        """Send the parts that were not sent before; in private, remember what the last one shows, and return its id."""
        all_parts = parts(push.panel)
        sent_before = parts_sent(all_parts, claimed.said)
        for number, part in enumerate(all_parts[sent_before:], sent_before + 1):
            last = number == len(all_parts)
            panel = Panel(part, push.panel.rows, push.panel.picture) if last else Panel(part)
            await self.wait_to_send(lease, claimed)
            sent, ctx = await self.new_message(ctx, panel)
            if last:
                await self.remember(ctx, claimed, sent, push)
                return sent
            run, sent_so_far = self.pipeline.run, digest(all_parts[:number])
            note = partial(run, OPERATOR_CALLER, sending.note_sent_part, lease, claimed.message.id, sent_so_far)
            if not await self.until_stored(note):
                raise ClaimExpired
        return None

    async def remember(self, ctx: ChatContext, claimed: Claimed, sent: int, push: Push) -> None:
        logger.debug("message %d sent as %d", claimed.message.id, sent)
        if claimed.message.group_chat_id is None:
            await self.until_stored(partial(self.note, ctx, claimed, sent, push))
            await self.until_stored(partial(self.memory.end_offer, ctx))

    async def note(self, ctx: ChatContext, claimed: Claimed, sent: int, push: Push) -> None:
        if push.parts:
            await self.memory.remember_joined(ctx, sent, push)
            return
        await self.memory.remember_subject(ctx, sent, push.screen, push.panel, claimed.message.id)

    async def new_message(self, ctx: ChatContext, panel: Panel) -> tuple[int, ChatContext]:
        """Send a message, to the supergroup that a group may have become, and to all of it if its topic is closed.

        Returns its id, and the context from then on.
        """
        try:
            return await self.outgoing.new_message(ctx.chat_id, panel, ctx.topic), ctx
        except ChatMigrated as fault:
            logger.info("group %d is %d now", ctx.chat_id, fault.new_chat_id)
            await self.pipeline.run(OPERATOR_CALLER, groups.follow_group, ctx.chat_id, fault.new_chat_id)
            ctx = replace(ctx, chat_id=fault.new_chat_id, topic=None)
        except BadRequest as fault:
            if ctx.topic is None or not is_of_topic(fault):
                raise
            logger.info("topic %d of group %d takes nothing: %s", ctx.topic, ctx.chat_id, fault.message)
            ctx = replace(ctx, topic=None)
        return await self.outgoing.new_message(ctx.chat_id, panel, ctx.topic), ctx

    async def wait_to_send(self, lease: Lease, claimed: Claimed) -> None:
        """Wait for a slot. Raises `ClaimExpired` if the claim is lost or may expire before the outcome is stored."""
        recipient = claimed.message.recipient
        if not await self.pipeline.run(OPERATOR_CALLER, sending.begin_sending, lease, claimed.ids):
            raise ClaimExpired
        await self.pacing.wait_for_slot(recipient)
        if self.pipeline.clock.now() + SETTLED_WITHIN > claimed.until:
            raise ClaimExpired
        self.pacing.written_to(recipient)


def joined(together: Sequence[Drawn]) -> Drawn:
    """Several drawn messages as one; one stays as it is."""
    first, *others = together
    if not others:
        return replace_struct(first, claimed=replace_struct(first.claimed, beside=()))
    ids = [*first.claimed.together, *(number for each in others for number in each.claimed.ids)]
    claimed = replace_struct(first.claimed, together=ids, beside=())
    return Drawn(claimed, first.ctx, in_one(together))


def added_up(message: Message) -> Message:
    """Return the message as it reads with all that the earlier one says to which it is added."""
    first = {"comment_id": message.params["first_id"]} if "first_id" in message.params else {}
    return replace_struct(message, params={**message.params, **first})


def chat_of(claimed: Claimed) -> int:
    """The chat that a message is for; 0, which is none, for a person without an account."""
    group = claimed.message.group_chat_id
    return (claimed.person.telegram_user_id or 0) if group is None else group


def parts_sent(all_parts: Sequence[str], sent: str | None) -> int:
    """Return how many of a message's parts were sent before; 0 if its text has changed since."""
    return next((number for number in range(len(all_parts)) if sent == digest(all_parts[:number])), 0)


def digest(parts: Sequence[str]) -> str:
    return sha256("\0".join(parts).encode()).hexdigest()

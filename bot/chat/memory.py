"""The chat's memory over restarts: what each message shows and asks, and the question that typed words answer."""

import asyncio
from collections.abc import Sequence
from datetime import date, timedelta

import msgspec

from bot.chat.asked import Asked, beside, buttons_of, decode, encode, rows_beside
from bot.chat.callbacks import read_screen
from bot.chat.callbacks.callback_data import Screen, write
from bot.chat.callbacks.first_words import OfferedTask
from bot.chat.context import ChatContext, Remembered
from bot.chat.handlers.pushing import Push
from bot.chat.panels.components import Panel, Row
from bot.telegram import updates
from bot.telegram.updates import IncomingMessage
from core.application.use_case import Pipeline
from core.ports.chat import ChatStore
from core.records.chat import MessageQuestion, Prompt

RENEWED = 0.75
"""A prompt is stored again once less than this part of its time is left, so that not every press renews it."""

JUST_ASKED = timedelta(minutes=1)
"""The time for which a question is not stored again when its message asks the same again."""
ASKED_LATELY = 8
"""The most questions among which an order looks for the one that it names."""
NAMED_FOR = timedelta(hours=8)
"""The time for which "guárdala" saves a draft, and «deshazlo» takes back what the chat asked to take back."""
SHOWN_LATELY = 6
"""The most messages of which `shown_lately` returns the screens."""
NOTIFIED_DAYS = 90
"""The days for which a chat is not told the same again."""
NOBODY = 0
"""The id of no person: what is stored under it concerns the whole chat."""


class Memory:
    """The screens of messages, their questions, the prompts for typed words, and what a chat was notified of."""

    def __init__(self, store: ChatStore, pipeline: Pipeline) -> None:
        self.store = store
        self.clock = pipeline.clock
        self.lifetime = timedelta(minutes=pipeline.settings.question_minutes)

    async def remember(self, ctx: ChatContext, message_id: int, screen: Screen, panel: Panel | None = None) -> None:
        """Note the screen that a message shows from now on; words typed next answer it if it takes words.

        Another message's prompt for words stays until this one asks for words. Writes only what has changed.
        """
        now, subject = self.clock.now(), encode_subject(screen, ctx.today)
        shown, prompt = await asyncio.gather(
            self.store.subject(ctx.chat_id, message_id), self.store.asked(ctx.chat_id, ctx.sender_id)
        )
        if shown != subject:
            await self.store.remember(ctx.chat_id, message_id, subject, now)
        await self.note_question(ctx, message_id, panel)
        if prompt is not None and prompt.message_id != message_id and not screen.asks_for_words():
            elsewhere = decode_subject(prompt.message_id, prompt.subject)
            if elsewhere and elsewhere.screen.asks_for_words() and prompt.expires_at > now:
                return
        if not screen.takes_words():
            if prompt is not None:
                await self.store.forget_prompt(ctx.chat_id, ctx.sender_id)
            return
        same = prompt is not None and (prompt.subject, prompt.message_id) == (subject, message_id)
        if not (same and prompt and prompt.expires_at >= now + RENEWED * self.lifetime):
            await self.store.ask(ctx.chat_id, ctx.sender_id, Prompt(subject, message_id, now + self.lifetime))

    async def remember_subject(
        self,
        ctx: ChatContext,
        message_id: int,
        screen: Screen,
        panel: Panel | None = None,
        outbox_id: int | None = None,
    ) -> None:
        """Note the screen that a message shows, and what its panel asks; words typed next do not answer it."""
        await self.store.remember(ctx.chat_id, message_id, encode_subject(screen, ctx.today), self.clock.now())
        await self.note_question(ctx, message_id, panel, outbox_id)

    async def remember_joined(self, ctx: ChatContext, message_id: int, push: Push) -> None:
        """Note the screens of several messages that were joined in one, and the question of one of them, if any."""
        subject = encode_subject(push.screen, ctx.today, push.parts[1:])
        await self.store.remember(ctx.chat_id, message_id, subject, self.clock.now())
        if push.asks is not None:
            buttons = encode([*buttons_of(push.asks), *beside(push.stays)])
            question = MessageQuestion(message_id, buttons, self.clock.now(), push.asked_for)
            await self.store.note_question(ctx.chat_id, question)

    async def note_question(
        self, ctx: ChatContext, message_id: int, panel: Panel | None, outbox_id: int | None = None
    ) -> None:
        """Keep what a panel asks as the latest question, or that a message asks nothing any more."""
        buttons = encode(buttons_of(panel))
        before = await self.store.question(ctx.chat_id, message_id)
        if not buttons and (before is None or not before.buttons):
            return
        if before and before.buttons == buttons and self.clock.now() - before.asked_at < JUST_ASKED:
            return
        sent_for = before.outbox_id if before and outbox_id is None else outbox_id
        asked_at = self.clock.now() if buttons or before is None else before.asked_at
        await self.store.note_question(ctx.chat_id, MessageQuestion(message_id, buttons, asked_at, sent_for))

    async def asked(self, ctx: ChatContext, replied_to: int | None) -> Asked | None:
        """Return the question of the message replied to, however old; else the latest one, as long as it is open."""
        if replied_to is not None:
            question = await self.store.question(ctx.chat_id, replied_to)
        else:
            question = next(iter(await self.store.latest_questions(ctx.chat_id, 1)), None)
            if question and question.asked_at + self.lifetime <= self.clock.now():
                return None
        return await self.open_of(ctx, question) if question else None

    async def asked_before(self, ctx: ChatContext) -> Sequence[Asked]:
        """Return the open questions that an order may name, the latest first: pushes, and the panel before them.

        A draft is saved and a change is taken back by their names for longer than other questions stay open.
        """
        found: list[Asked] = []
        now = self.clock.now()
        for question in await self.store.latest_questions(ctx.chat_id, ASKED_LATELY):
            asked = await self.open_of(ctx, question)
            if asked is None or question.asked_at + (NAMED_FOR if asked.is_named_long else self.lifetime) <= now:
                continue
            found.append(asked)
            if asked.outbox_id is None:
                break
        return found

    async def open_of(self, ctx: ChatContext, question: MessageQuestion) -> Asked | None:
        """Return a question with its buttons; None where it is answered."""
        buttons = [each for each in decode(question.buttons) if each.row is None]
        if not buttons:
            return None
        shown = await self.screen_of(ctx.chat_id, question.message_id)
        return Asked(question.message_id, shown.screen if shown else None, buttons, question.outbox_id)

    async def end_question(self, ctx: ChatContext, message_id: int) -> Sequence[Row] | None:
        """Note that a message asks nothing any more; return the buttons that it keeps if several were joined in it."""
        question = await self.store.question(ctx.chat_id, message_id)
        stays = [each for each in decode(question.buttons) if each.row is not None] if question else []
        if question is None or not stays:
            await self.note_question(ctx, message_id, None)
            shown = await self.screen_of(ctx.chat_id, message_id)
            return [] if question and shown and shown.is_joined else None
        await self.store.note_question(ctx.chat_id, msgspec.structs.replace(question, buttons=encode(stays)))
        return rows_beside(stays)

    async def is_answer(self, ctx: ChatContext, message_id: int, pressed: str) -> bool:
        """Return whether a button, given as its callback data, answers what a message asks."""
        question = await self.store.question(ctx.chat_id, message_id)
        buttons = decode(question.buttons) if question else ()
        return any(each.callback == pressed and each.row is None for each in buttons)

    async def still_has(self, ctx: ChatContext, message_id: int, pressed: str) -> bool:
        """Return whether a joined message still has a button, given as its callback data."""
        question = await self.store.question(ctx.chat_id, message_id)
        return question is None or any(each.callback == pressed for each in decode(question.buttons))

    async def screen_of(self, chat_id: int, message_id: int) -> Remembered | None:
        return decode_subject(message_id, await self.store.subject(chat_id, message_id))

    async def said_before(self, ctx: ChatContext, message_id: int) -> IncomingMessage | None:
        """Return a message as it was before the update that is being handled; None if it is forgotten."""
        kept = await self.store.of_chat(ctx.chat_id)
        versions = [
            message
            for update in updates.readable(each for each in kept if each.update_id < ctx.update_id)
            if (message := update.message or update.edited_message) and message.message_id == message_id
        ]
        return versions[-1] if versions else None

    async def said_lately(self, ctx: ChatContext, message: IncomingMessage) -> Sequence[str]:
        """The words that somebody wrote before a message, as long as a question stays open, the latest first."""
        kept = await self.store.of_chat(ctx.chat_id)
        since = message.date - self.lifetime.total_seconds()
        earlier = [
            update.message
            for update in updates.readable(each for each in kept if each.update_id < ctx.update_id)
            if update.message is not None and update.message.date >= since
        ]
        return [each.words for each in reversed(earlier) if each.words is not None]

    async def shown_lately(self, ctx: ChatContext) -> Sequence[Screen]:
        """Return the screens that the chat showed last, as long as a question stays open, the latest first."""
        since = self.clock.now() - self.lifetime
        found = await self.store.latest_subjects(ctx.chat_id, since, SHOWN_LATELY)
        shown = [decode_subject(0, each) for each in found]
        return [screen for each in shown if each is not None for screen in (each.screen, *each.others)]

    async def open_question(self, ctx: ChatContext) -> Remembered | None:
        """Return the screen for which the sender is asked to type words, unless that has expired."""
        prompt = await self.store.asked(ctx.chat_id, ctx.sender_id)
        if prompt is None or prompt.expires_at <= self.clock.now():
            return None
        return decode_subject(prompt.message_id, prompt.subject)

    async def close(self, ctx: ChatContext, message_id: int, screen: Screen) -> None:
        """Note that a screen goes on in a later message: words typed next do not answer it here, a reply to it does."""
        await self.remember_subject(ctx, message_id, screen)
        prompt = await self.store.asked(ctx.chat_id, ctx.sender_id)
        if prompt is not None and prompt.message_id == message_id:
            await self.drop_question(ctx)

    async def end_offer(self, ctx: ChatContext) -> None:
        """Drop what was offered last, as another message came after it: words like "ok" may be meant for that one."""
        question = await self.open_question(ctx)
        if question is not None and isinstance(question.screen, OfferedTask):
            await self.drop_question(ctx)

    async def drop_question(self, ctx: ChatContext) -> None:
        await self.store.forget_prompt(ctx.chat_id, ctx.sender_id)

    async def was_notified(self, chat_id: int, topic: str, person: int = NOBODY) -> bool:
        """Return whether a chat, or a person in it, was told something within the last `NOTIFIED_DAYS`."""
        prompt = await self.store.asked(chat_id, person)
        return prompt is not None and prompt.subject == topic and prompt.expires_at > self.clock.now()

    async def mark_notified(self, chat_id: int, topic: str, person: int = NOBODY) -> None:
        await self.store.ask(chat_id, person, Prompt(topic, 0, self.clock.now() + timedelta(days=NOTIFIED_DAYS)))

    async def forget_notified(self, chat_id: int) -> None:
        await self.store.forget_prompt(chat_id, NOBODY)


def encode_subject(screen: Screen, drawn: date, others: Sequence[Screen] = ()) -> str:
    return "\n".join([f"{drawn.isoformat()} {write(screen)}", *map(write, others)])


def decode_subject(message_id: int, subject: str | None) -> Remembered | None:
    """A message's screen as stored; None for an unknown message or a screen of another version."""
    first, *others = (subject or "").split("\n")
    drawn, _, text = first.partition(" ")
    screen = read_screen(text)
    if screen is None:
        return None
    beside = [found for found in map(read_screen, others) if found is not None]
    return Remembered(message_id, screen, date.fromisoformat(drawn), beside)

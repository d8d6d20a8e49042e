"""What the chat must know after a restart: what each message shows, and which one takes what is typed next."""

import asyncio
from datetime import date, timedelta

from bot.chat.callbacks import read_screen
from bot.chat.callbacks.callback_data import Screen, write
from bot.chat.context import ChatContext, Remembered
from core.base.calendar_time import Clock
from core.ports.chat import ChatStore
from core.records.chat import Prompt

QUESTION_LIFETIME = timedelta(hours=12)
"""For how long, at least, a question stands; it is question for twice as long, that not each press need ask it anew."""

NOTIFIED_DAYS = 90
NOBODY = 0


class Memory:
    """The chat store in the bot's words."""

    def __init__(self, store: ChatStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock

    async def remember(self, ctx: ChatContext, message_id: int, screen: Screen) -> None:
        """A message shows a view from now on; what is typed next answers it, or nothing. Known already, no write."""
        now, subject = self.clock.now(), encode_subject(screen, ctx.today)
        shown, question = await asyncio.gather(
            self.store.subject(ctx.chat_id, message_id), self.store.asked(ctx.chat_id, ctx.sender_id)
        )
        if shown != subject:
            await self.store.remember(ctx.chat_id, message_id, subject, now)
        if not screen.takes_words():
            if question is not None:
                await self.store.forget_prompt(ctx.chat_id, ctx.sender_id)
        elif (
            not question
            or (question.subject, question.message_id) != (subject, message_id)
            or question.expires_at < now + QUESTION_LIFETIME
        ):
            prompt = Prompt(subject, message_id, now + 2 * QUESTION_LIFETIME)
            await self.store.ask(ctx.chat_id, ctx.sender_id, prompt)

    async def remember_subject(self, ctx: ChatContext, message_id: int, screen: Screen) -> None:
        await self.store.remember(ctx.chat_id, message_id, encode_subject(screen, ctx.today), self.clock.now())

    async def screen_of(self, chat_id: int, message_id: int) -> Remembered | None:
        return decode_subject(message_id, await self.store.subject(chat_id, message_id))

    async def open_question(self, ctx: ChatContext) -> Remembered | None:
        prompt = await self.store.asked(ctx.chat_id, ctx.sender_id)
        if prompt is None or prompt.expires_at <= self.clock.now():
            return None
        return decode_subject(prompt.message_id, prompt.subject)

    async def drop_question(self, ctx: ChatContext) -> None:
        await self.store.forget_prompt(ctx.chat_id, ctx.sender_id)

    async def was_notified(self, chat_id: int, topic: str, person: int = NOBODY) -> bool:
        """Whether a chat, or a person in it, was prompt something that is said once in a long while."""
        prompt = await self.store.asked(chat_id, person)
        return prompt is not None and prompt.subject == topic and prompt.expires_at > self.clock.now()

    async def mark_notified(self, chat_id: int, topic: str, person: int = NOBODY) -> None:
        await self.store.ask(chat_id, person, Prompt(topic, 0, self.clock.now() + timedelta(days=NOTIFIED_DAYS)))

    async def forget_notified(self, chat_id: int) -> None:
        await self.store.forget_prompt(chat_id, NOBODY)


def encode_subject(screen: Screen, drawn: date) -> str:
    return f"{drawn.isoformat()} {write(screen)}"


def decode_subject(message_id: int, subject: str | None) -> Remembered | None:
    """A message's view as it was kept, or None where it is of another version, or about nothing."""
    drawn, _, text = (subject or "").partition(" ")
    screen = read_screen(text)
    return Remembered(message_id, screen, date.fromisoformat(drawn)) if screen else None

"""What the chat must know after a restart: what each message shows, and which one takes what is typed next."""

from datetime import date, datetime, timedelta

from msgspec import Struct

from bot.places import read_view
from bot.places.form import View, write
from bot.ports import ChatStore, Prompt
from bot.turn import Remembered, Turn
from core.calendar_time import Clock

QUESTION_HOURS = 24
TOLD_DAYS = 90
NOBODY = 0


class Kept(Struct, frozen=True):
    """What was last written down for a chat, so that a message that shows the same again costs no write."""

    message_id: int
    subject: str
    until: datetime


class Memory:
    """The chat store in the bot's words."""

    def __init__(self, store: ChatStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.kept: dict[int, Kept] = {}

    async def keep(self, turn: Turn, message_id: int, view: View) -> None:
        """A message shows a view from now on; what is typed next answers it, or nothing."""
        now, subject = self.clock.now(), written(view, turn.today)
        last = self.kept.get(turn.chat_id)
        if last and (last.message_id, last.subject) == (message_id, subject) and now < last.until:
            return
        await self.store.remember(turn.chat_id, message_id, subject, now)
        if view.takes_words():
            prompt = Prompt(subject, message_id, now + timedelta(hours=QUESTION_HOURS))
            await self.store.ask(turn.chat_id, turn.sender_id, prompt)
        else:
            await self.store.forget_prompt(turn.chat_id, turn.sender_id)
        self.kept[turn.chat_id] = Kept(message_id, subject, now + timedelta(hours=QUESTION_HOURS / 2))

    async def note(self, turn: Turn, message_id: int, view: View) -> None:
        """A message is about something; the open question stays."""
        await self.store.remember(turn.chat_id, message_id, written(view, turn.today), self.clock.now())

    async def shown(self, chat_id: int, message_id: int) -> Remembered | None:
        """What a message shows or is about."""
        return remembered(message_id, await self.store.subject(chat_id, message_id))

    async def question(self, turn: Turn) -> Remembered | None:
        """The message that takes what is typed."""
        prompt = await self.store.asked(turn.chat_id, turn.sender_id)
        if prompt is None or prompt.expires_at <= self.clock.now():
            return None
        return remembered(prompt.message_id, prompt.subject)

    async def drop_question(self, turn: Turn) -> None:
        """They turned to something else."""
        self.kept.pop(turn.chat_id, None)
        await self.store.forget_prompt(turn.chat_id, turn.sender_id)

    async def was_told(self, chat_id: int, topic: str, person: int = NOBODY) -> bool:
        """Whether a chat, or a person in it, was told something that is said once in a long while."""
        told = await self.store.asked(chat_id, person)
        return told is not None and told.subject == topic and told.expires_at > self.clock.now()

    async def told(self, chat_id: int, topic: str, person: int = NOBODY) -> None:
        """A chat, or a person in it, was told it."""
        await self.store.ask(chat_id, person, Prompt(topic, 0, self.clock.now() + timedelta(days=TOLD_DAYS)))

    async def tell_again(self, chat_id: int) -> None:
        """What a chat was told once may be said once more."""
        await self.store.forget_prompt(chat_id, NOBODY)


def written(view: View, drawn: date) -> str:
    """A view and the day it was drawn, as they are kept."""
    return f"{drawn.isoformat()} {write(view)}"


def remembered(message_id: int, subject: str | None) -> Remembered | None:
    """A message's view as it was kept, or None where it is of another version, or about nothing."""
    drawn, _, text = (subject or "").partition(" ")
    view = read_view(text)
    return Remembered(message_id, view, date.fromisoformat(drawn)) if view else None

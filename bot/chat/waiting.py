"""Tells people once that what they said waits, where nothing can be saved for a while.

What they said stays at Telegram or in the inbox, and is answered once the database takes writes again.
"""

import asyncio
import logging
from collections.abc import Sequence

import msgspec
from telegram.error import TelegramError

from bot.chat.context import STRANGER
from bot.chat.outgoing import Outgoing
from bot.chat.panels.components import Panel, escape
from bot.process import background_tasks
from bot.telegram import updates
from bot.telegram.updates import TelegramUser
from core.application.use_case import Caller, Pipeline
from core.base.errors import Unauthenticated, Unavailable
from core.base.model import Language
from core.language.i18n import preferred, text
from core.people import users
from core.records.chat import InboxUpdate

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 3.0
"""The seconds that something may wait before its person is told."""


class WaitingNotices:
    """The notices of the present outage, by private chat, from its first update that waits until one is saved."""

    def __init__(self, pipeline: Pipeline, outgoing: Outgoing) -> None:
        self.pipeline = pipeline
        self.outgoing = outgoing
        self.notices: dict[int, asyncio.Task[None]] = {}

    def begin(self, waiting: Sequence[InboxUpdate]) -> None:
        """Note updates that could not be saved, and tell their people in a while."""
        for each in waiting:
            sender = sender_in_private(each)
            if sender is not None and each.chat_id not in self.notices:
                self.notices[each.chat_id] = asyncio.create_task(self.tell(each.chat_id, sender))

    def end(self, saved: Sequence[InboxUpdate]) -> None:
        for each in saved:
            notice = self.notices.pop(each.chat_id, None)
            if notice is not None:
                notice.cancel()

    async def stop(self) -> None:
        await background_tasks.cancel(self.notices.values())

    async def tell(self, chat_id: int, person: TelegramUser) -> None:
        await asyncio.sleep(PATIENCE_SECONDS)
        words = text(await self.language_of(person), "chat.waits_to_be_saved")
        try:
            await self.outgoing.send(chat_id, Panel(escape(words)))
        except TelegramError as fault:
            logger.debug("chat %s was not told that it waits: %s", chat_id, fault)

    async def language_of(self, person: TelegramUser) -> Language:
        """A person's own language if it can be read, else that of their app."""
        try:
            actor = await self.pipeline.run(Caller(STRANGER), users.actor_by_telegram, person.id)
        except (Unauthenticated, Unavailable):
            return preferred([person.language_code])
        return actor.user.language or preferred([person.language_code])


def sender_in_private(received: InboxUpdate) -> TelegramUser | None:
    """The person who has written or pressed in a private chat, if an update is that."""
    try:
        update = updates.decode(received.body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    press = update.callback_query
    message = press.message if press else update.message
    if message is None or message.chat.type != updates.PRIVATE:
        return None
    return press.sender if press else message.sender

"""Calls to Telegram, and what is done when one fails.

- Too many requests (429): what they were about rests (`bot.telegram.rests`). Repeated once it has rested, unless
  Telegram asks for more than the caller has patience for.
- Telegram not reached: repeated with backoff, for ever.
- A lost connection, a 5xx, a method that the server does not have (404): repeated a few times.
- No answer: repeated only if the call is idempotent (an edit, an answer to a press), so a message that may have arrived
  is not sent twice.
- A chat that is closed, or where the bot may not write: logged when that begins.
- "Not modified": success. A message that cannot be edited any more: sent as a new one. A press too old: ignored.
- Any other refusal is a bug, and raised.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from typing import TypeVar

from telegram import (
    BotCommandScopeChat,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    LinkPreviewOptions,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest, Forbidden, InvalidToken, NetworkError, TelegramError, TimedOut

from bot.chat.callbacks.callback_data import write
from bot.chat.panels.components import CAPTION_UNITS, MESSAGE_UNITS, Button, Copy, Link, Panel, Row, messages, shorten
from bot.chat.panels.sharing import Offer
from bot.process.time_limit import waiting_for_others
from bot.telegram.connection import NotSent, backoff
from bot.telegram.pacing import Pacing
from bot.telegram.raw_bot import ButtonJson, Commands, Keyboard, RawBot
from bot.telegram.rests import LONGEST_REST_SECONDS, RateLimited
from core.base.model import File
from core.base.state_log import StateLog
from core.records.work import TelegramFile

logger = logging.getLogger(__name__)
T = TypeVar("T")

ATTEMPTS = 6
ANSWER_UNITS = 200
QUERY_SECONDS = 15.0
"""The seconds within which, about, a press or an inline query can be answered."""

OFFERED_SECONDS = 5
"""The seconds for which Telegram may cache the results of an inline query for its sender."""
NOT_MODIFIED = "message is not modified"
NOT_EDITABLE = (
    *("message to edit not found", "message can't be edited", "message_id_invalid"),
    *("there is no text in the message to edit", "there is no media in the message to edit"),
)
"""The message is gone or too old, or it is a picture that cannot become a text; on older servers, nor the reverse."""
STALE_QUERY = ("query is too old", "query id is invalid")
GONE = (
    *("chat not found", "peer_id_invalid", "chat_id_invalid", "channel_private", "group chat was deactivated"),
    *("user is deactivated", "user_deactivated", "user_is_deactivated", "user_is_blocked"),
)
TOPIC_CLOSED = ("message thread not found", "topic_closed", "topic_deleted")
NOT_WRITABLE = (
    *("not enough rights to send", "have no rights to send", "need administrator rights", "have no write access"),
    *("chat_restricted", "chat_admin_required", "chat_write_forbidden", "chat_guest_send_forbidden"),
    *("chat_send_plain_forbidden", "chat_send_photos_forbidden", "chat_send_docs_forbidden", "user_banned_in_channel"),
    *TOPIC_CLOSED,
)
"""A chat or a topic that the bot may not write to, perhaps only for now."""

TIME_TAG = re.compile("</?tg-time[^>]*>")
NO_TIMES = ('unsupported start tag "tg-time"',)
NO_COPYING = ("text buttons are unallowed",)
"""An older server's refusal of times by the reader's clock, and of buttons that copy; it ignores colours."""

FILE_LOST = ("wrong file identifier", "wrong remote file", "wrong file_id", "file_reference_", "file_id_invalid")
FILE_NOT_TAKEN = ("voice_messages_forbidden", "video_messages_forbidden", "receiving of voice", "receiving of video")


class FileNotSentError(Exception):
    """A file could not be sent; its argument is the key of the text that says why."""


def is_gone(fault: TelegramError) -> bool:
    """Return whether the chat is closed to the bot: blocked or deleted, or its person's account is."""
    return isinstance(fault, Forbidden) or says(fault, GONE)


def is_of_chat(fault: TelegramError) -> bool:
    """Return whether a refusal is due to the chat, not to what was sent."""
    return is_gone(fault) or says(fault, NOT_WRITABLE)


def is_of_topic(fault: TelegramError) -> bool:
    """Return whether a topic of the chat is closed or gone."""
    return says(fault, TOPIC_CLOSED)


def is_unchanged(fault: TelegramError) -> bool:
    """Return whether a message shows already what it was to show."""
    return says(fault, [NOT_MODIFIED])


def is_expected(fault: Exception) -> bool:
    """Return whether an error is due to Telegram or to a chat, not to a bug of ours."""
    return isinstance(fault, TelegramError) and (not isinstance(fault, BadRequest) or is_of_chat(fault))


def says(fault: TelegramError, any_of: Sequence[str]) -> bool:
    description = fault.message.lower()
    return any(known in description for known in any_of)


class Outgoing:
    """The bot's calls, each retried or given up as the module says."""

    def __init__(
        self, bot: RawBot, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep, pacing: Pacing | None = None
    ) -> None:
        self.bot = bot
        self.sleep = sleep
        self.pacing = pacing
        self.username: str | None = None
        self.states = StateLog(logger)
        self.tells_times = True
        self.copies = True

    async def send(self, chat_id: int, panel: Panel, topic: int | None = None) -> int | None:
        """Send a panel as one message or more. Returns the id of the last, or None if it is not known.

        `topic`: of a group that has some. Raises `ChatMigrated` where a group has another id by now.
        """
        *first, last = parts(panel)
        for part in first:
            await self.send_one(chat_id, Panel(part), topic)
        return await self.send_one(chat_id, Panel(last, panel.rows, panel.picture), topic)

    async def send_one(self, chat_id: int, panel: Panel, topic: int | None) -> int | None:
        sent = await self.delivered(chat_id, lambda: self.new_message(chat_id, panel, topic))
        if sent is not None:
            self.states.working(f"chat {chat_id}")
        return sent

    async def delivered(self, chat_id: int, send: Callable[[], Awaitable[T]]) -> T | None:
        """Send to a chat; return the result, None if it may not have arrived, or if the chat takes nothing."""
        try:
            return await self.retrying(send, repeatable=False)
        except TimedOut:
            logger.debug("no answer to a message to chat %s: it may have arrived", chat_id)
        except (Forbidden, BadRequest) as fault:
            if not is_of_chat(fault):
                raise
            self.states.failing(f"chat {chat_id}", fault)
        return None

    async def send_new_file(self, chat_id: int, file: File) -> None:
        """Send a file that Telegram does not have yet."""
        self.count_answer()
        await self.delivered(chat_id, lambda: self.bot.send_document(chat_id, file.content, filename=file.name))

    async def fetch_file(self, file_id: str) -> bytes | None:
        """A file that somebody sent; None where Telegram does not give it."""
        try:
            return await self.retrying(lambda: self.bot.fetch_file(file_id), repeatable=True)
        except TelegramError as fault:
            logger.info("a file was not fetched: %s", fault)
            return None

    async def send_file(self, chat_id: int, file: TelegramFile, html: str) -> int | None:
        """Send a file that Telegram keeps. Returns the message's id, None if it is not known.

        Raises `FileNotSentError` if Telegram no longer has it, or if the person does not accept such files.
        """
        self.count_answer()
        try:
            return await self.retrying(lambda: self.bot.send_file(chat_id, file, html), repeatable=False)
        except TimedOut:
            return None
        except BadRequest as fault:
            if says(fault, FILE_LOST):
                raise FileNotSentError("file_lost") from fault
            if says(fault, FILE_NOT_TAKEN):
                raise FileNotSentError("file_not_taken") from fault
            raise

    async def new_message(self, chat_id: int, panel: Panel, topic: int | None) -> int:
        """Send a panel as one message, and return its id; the bot's name, which links need, is fetched once."""
        self.count_answer()
        if self.username is None and any(isinstance(button, Link) for row in panel.rows for button in row):
            self.username = (await self.bot.get_me()).username
        return await self.as_known(panel, lambda known: self.post(chat_id, known, topic))

    async def post(self, chat_id: int, panel: Panel, topic: int | None) -> int:
        if not panel.picture:
            return await self.bot.send_text(chat_id, panel.html, keyboard(panel, self.username), topic)
        sent = await self.bot.send_photo(
            chat_id,
            panel.picture,
            panel.html,
            parse_mode=ParseMode.HTML,
            reply_markup=markup(panel, self.username),
            message_thread_id=topic,
        )
        return sent.message_id

    async def change_message(self, chat_id: int, message_id: int, panel: Panel) -> None:
        """Make a message show a panel, or the first part of a long one."""
        self.count_answer()
        await self.as_known(panel, lambda known: self.put(chat_id, message_id, known))

    async def put(self, chat_id: int, message_id: int, panel: Panel) -> None:
        html, buttons = parts(panel)[0], keyboard(panel, self.username)
        if panel.picture:
            await self.bot.change_picture(chat_id, message_id, panel.picture, html, buttons)
        else:
            await self.bot.change_text(chat_id, message_id, html, buttons)

    async def as_known(self, panel: Panel, call: Callable[[Panel], Awaitable[T]]) -> T:
        """Call with a panel; if an older server refuses a feature, call again without that feature."""
        while True:
            known = self.known(panel)
            try:
                return await call(known)
            except BadRequest as fault:
                self.tells_times = self.tells_times and not says(fault, NO_TIMES)
                self.copies = self.copies and not says(fault, NO_COPYING)
                if self.known(panel) == known:
                    raise

    def known(self, panel: Panel) -> Panel:
        """A panel without what this server has refused since the bot started."""
        html = panel.html if self.tells_times else TIME_TAG.sub("", panel.html)
        rows = panel.rows if self.copies else [without_copies(row) for row in panel.rows]
        return Panel(html, rows, panel.picture)

    def count_answer(self) -> None:
        """Count an answer against Telegram's limit, so that messages that nobody asked for wait."""
        if self.pacing is not None:
            self.pacing.answered()

    async def edit(self, chat_id: int, message_id: int, panel: Panel, topic: int | None = None) -> int | None:
        """Make a message show a panel. Returns its id, or that of a new message if it could not be edited.

        Raises `ChatMigrated` where a group has another id by now.
        """
        try:
            await self.retrying(lambda: self.change_message(chat_id, message_id, panel), repeatable=True)
        except (Forbidden, BadRequest) as fault:
            if is_of_chat(fault):
                self.states.failing(f"chat {chat_id}", fault)
                return None
            if says(fault, NOT_EDITABLE):
                return await self.send(chat_id, panel, topic)
            if not is_unchanged(fault):
                raise
        return message_id

    async def close(self, chat_id: int, message_id: int, panel: Panel) -> None:
        """Make an earlier message show a panel, if it can still be edited."""
        await self.change_if_possible(lambda: self.change_message(chat_id, message_id, panel))

    async def keep_buttons(self, chat_id: int, message_id: int, rows: Sequence[Row]) -> None:
        """Leave these buttons of a message, whose text stays, if it can still be edited."""
        buttons = keyboard(Panel("", rows), self.username)
        await self.change_if_possible(lambda: self.bot.change_buttons(chat_id, message_id, buttons))

    async def react(self, chat_id: int, message_id: int, emoji: str) -> bool:
        """Put an emoji on a message; False where the chat takes no reactions, or the message is gone."""
        self.count_answer()
        try:
            await self.retrying(lambda: self.bot.react(chat_id, message_id, emoji), repeatable=True)
        except (Forbidden, BadRequest) as fault:
            logger.debug("message %s of chat %s takes no %s: %s", message_id, chat_id, emoji, fault)
            return False
        return True

    async def change_if_possible(self, change: Callable[[], Awaitable[None]]) -> None:
        try:
            await self.retrying(change, repeatable=True)
        except (Forbidden, BadRequest) as fault:
            if not (is_of_chat(fault) or says(fault, [*NOT_EDITABLE, NOT_MODIFIED])):
                raise

    async def answer(self, query_id: str, words: str = "", *, alert: bool = False) -> None:
        """Answer a press with a notice, or with an alert that has to be closed."""
        notice = shorten(words, ANSWER_UNITS) or None
        await self.answer_query(lambda: self.bot.answer_press(query_id, notice, alert=alert))

    async def offer(
        self, query_id: str, offers: Sequence[Offer], *, next_offset: str = "", way: Link | None = None
    ) -> None:
        """Answer an inline query for its sender alone; `way` is a link to the private chat above the results."""
        results = [article(each, self.username) for each in offers]
        button = InlineQueryResultsButton(way.label, start_parameter=way.start) if way else None
        await self.answer_query(
            lambda: self.bot.answer_inline_query(
                query_id, results, OFFERED_SECONDS, is_personal=True, next_offset=next_offset, button=button
            )
        )

    async def answer_query(self, call: Callable[[], Awaitable[object]]) -> None:
        try:
            await self.retrying(call, repeatable=True, patience=QUERY_SECONDS)
        except BadRequest as fault:
            if not says(fault, STALE_QUERY):
                raise

    async def menu(self, commands: Commands, scope: Mapping[str, object]) -> None:
        """Set the menu of commands of a chat."""
        await self.retrying(lambda: self.bot.set_menu(commands, scope, None), repeatable=True, patience=0)

    async def clear_menu(self, chat_id: int) -> None:
        """Remove a chat's own menu, so that it has everybody's again."""
        scope = BotCommandScopeChat(chat_id)
        await self.retrying(lambda: self.bot.delete_my_commands(scope), repeatable=True, patience=0)

    async def retrying(
        self, call: Callable[[], Awaitable[T]], *, repeatable: bool, patience: float = LONGEST_REST_SECONDS
    ) -> T:
        """The result of a call, repeated as `pause_after` says. Raises the last `TelegramError` if none succeeds.

        `patience`: how long Telegram may ask to wait at most, in seconds.
        """
        with waiting_for_others():
            for attempt in count():
                try:
                    return await call()
                except TelegramError as fault:
                    wait = pause_after(fault, attempt, repeatable=repeatable, patience=patience)
                    if wait is None:
                        raise
                    logger.debug("Telegram: %s; again in %.2f s", fault, wait)
                await self.sleep(wait)
            raise AssertionError


def pause_after(
    fault: TelegramError, attempt: int, *, repeatable: bool, patience: float = LONGEST_REST_SECONDS
) -> float | None:
    """Seconds until a failed call is repeated, None if it is not."""
    if isinstance(fault, RateLimited):
        return fault.seconds if fault.asked <= patience else None
    if isinstance(fault, NotSent | InvalidToken):
        return backoff(attempt)
    if isinstance(fault, BadRequest) or not isinstance(fault, NetworkError) or attempt + 1 >= ATTEMPTS:
        return None
    if isinstance(fault, TimedOut) and not repeatable:
        return None
    return backoff(attempt)


def parts(panel: Panel) -> list[str]:
    """A panel's HTML as messages, the last of them a caption where there is a picture."""
    return messages(panel.html, CAPTION_UNITS if panel.picture else MESSAGE_UNITS)


def keyboard(panel: Panel, username: str | None) -> Keyboard | None:
    """A panel's buttons as Telegram takes them; links to the bot only once its name is known."""
    rows = [
        [button_json(button, username or "") for button in row if username or not isinstance(button, Link)]
        for row in panel.rows
    ]
    rows = [row for row in rows if row]
    return {"inline_keyboard": rows} if rows else None


def markup(panel: Panel, username: str | None) -> InlineKeyboardMarkup | None:
    buttons = keyboard(panel, username)
    return InlineKeyboardMarkup.de_json(buttons) if buttons else None


def article(offer: Offer, username: str | None) -> InlineQueryResultArticle:
    unlinked = LinkPreviewOptions(is_disabled=True)
    content = InputTextMessageContent(parts(offer.message)[0], ParseMode.HTML, link_preview_options=unlinked)
    buttons = markup(offer.message, username)
    return InlineQueryResultArticle(offer.key, offer.title, content, buttons, description=offer.line)


def without_copies(row: Row) -> Row:
    return [button for button in row if not isinstance(button, Copy)]


def button_json(button: Button | Link | Copy, username: str) -> ButtonJson:
    if isinstance(button, Link):
        return {"text": button.label, "url": button.url(username)}
    if isinstance(button, Copy):
        return {"text": button.label, "copy_text": {"text": button.copied}}
    styled = {"style": button.style.value} if button.style else {}
    return {"text": button.label, "callback_data": write(button.callback), **styled}

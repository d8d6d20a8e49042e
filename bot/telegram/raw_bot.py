"""The library's bot, with methods that make none of the library's objects.

Updates are read by our own Structs. Somebody who wrote or pressed a button waits for the answer, and the library takes
half a millisecond to make objects of its buttons, only to write them as JSON, and of what Telegram says of it, of which
nobody reads more than a number.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence

import msgspec
from msgspec import Struct
from telegram import Bot, InputMediaPhoto
from telegram.constants import ParseMode
from telegram.error import NetworkError

from bot.telegram.connection import BotApiRequest
from bot.telegram.inbox import KINDS
from core.records.work import AttachmentKind, TelegramFile

ButtonJson = dict[str, str | dict[str, str]]
Keyboard = dict[str, list[list[ButtonJson]]]
"""Buttons as Telegram takes them."""
NO_PREVIEW = {"is_disabled": True}
Commands = Sequence[Mapping[str, str]]
"""A menu as Telegram takes it: each command by its name and what it does."""


class WebhookInfo(Struct, frozen=True):
    """An empty `url`: nowhere. No `allowed_updates`: those that a bot gets unless it asks for others.

    The last error is one of posting an update, `last_error_date` in Unix time.
    """

    url: str = ""
    allowed_updates: Sequence[str] = ()
    pending_update_count: int = 0
    last_error_date: int = 0
    last_error_message: str = ""


class RawBot(Bot):
    """Calls whose objects the library need not make."""

    async def call(self, method: str, **arguments: object) -> object:
        """Return the result of a call with arguments as Telegram takes them; one that is None is left out."""
        return await self._post(method, arguments)

    async def raw_updates(self, offset: int | None, limit: int, timeout: int) -> object:  # noqa: ASYNC109 Telegram's
        """Wait up to `timeout` seconds for updates from `offset` on; a list, unless the server is no Bot API."""
        return await self.call("getUpdates", offset=offset, limit=limit, timeout=timeout, allowed_updates=KINDS)

    async def send_file(self, chat_id: int, file: TelegramFile, html: str) -> int:
        """Send a file that Telegram keeps. Returns the message's id. A round video takes no caption."""
        field = file.kind.lower()
        caption = {"caption": html, "parse_mode": ParseMode.HTML} if file.kind is not AttachmentKind.VIDEO_NOTE else {}
        method = f"send{field.title().replace('_', '')}"
        return id_of(await self.call(method, chat_id=chat_id, **{field: file.file_id}, **caption))

    async def fetch_file(self, file_id: str) -> bytes:
        """A file that somebody sent."""
        address = await self.address_of(file_id)
        return await self.connection.download(address)

    async def open_file(self, file_id: str) -> AsyncGenerator[bytes, None]:
        """A file that somebody sent, as it arrives."""
        address = await self.address_of(file_id)
        return self.connection.pieces(address)

    async def address_of(self, file_id: str) -> str:
        """The address at which Telegram gives a file for an hour. It has the token in it."""
        found = await self.call("getFile", file_id=file_id)
        assert isinstance(found, dict)  # noqa: S101  a File, as the method says
        return f"{self.base_file_url}/{found['file_path']}"

    @property
    def connection(self) -> BotApiRequest:
        assert isinstance(self.request, BotApiRequest)  # noqa: S101  as it was made with
        return self.request

    async def send_text(self, chat_id: int, html: str, buttons: Keyboard | None, topic: int | None) -> int:
        """Send a message, in a topic of a group that has some. Returns the message's id."""
        words = {"text": html, "parse_mode": ParseMode.HTML, "link_preview_options": NO_PREVIEW}
        place = {"chat_id": chat_id, "message_thread_id": topic}
        return id_of(await self.call("sendMessage", **place, **words, reply_markup=buttons))

    async def change_text(self, chat_id: int, message_id: int, html: str, buttons: Keyboard | None) -> None:
        words = {"text": html, "parse_mode": ParseMode.HTML, "link_preview_options": NO_PREVIEW}
        await self.call("editMessageText", chat_id=chat_id, message_id=message_id, **words, reply_markup=buttons)

    async def change_buttons(self, chat_id: int, message_id: int, buttons: Keyboard | None) -> None:
        await self.call("editMessageReplyMarkup", chat_id=chat_id, message_id=message_id, reply_markup=buttons)

    async def change_picture(
        self, chat_id: int, message_id: int, picture: bytes, html: str, buttons: Keyboard | None
    ) -> None:
        media = InputMediaPhoto(picture, html, ParseMode.HTML)
        message = {"chat_id": chat_id, "message_id": message_id, "reply_markup": buttons}
        await self.call("editMessageMedia", **message, media=media)

    async def react(self, chat_id: int, message_id: int, emoji: str) -> None:
        """Put an emoji on somebody's message."""
        reaction = [{"type": "emoji", "emoji": emoji}]
        await self.call("setMessageReaction", chat_id=chat_id, message_id=message_id, reaction=reaction)

    async def answer_press(self, query_id: str, notice: str | None, *, alert: bool) -> None:
        """Answer a press with a notice, if any, or with an alert that has to be closed."""
        await self.call("answerCallbackQuery", callback_query_id=query_id, text=notice, show_alert=alert)

    async def menu_of(self, scope: Mapping[str, object] | None, language: str | None) -> object:
        """The menu of commands as Telegram has it, as `set_menu` takes it."""
        return await self.call("getMyCommands", scope=scope, language_code=language)

    async def description_of(self, language: str | None) -> object:
        """Return the words that an empty chat with the bot shows, in a language, or for everybody else."""
        found = await self.call("getMyDescription", language_code=language)
        return found.get("description") if isinstance(found, dict) else None

    async def describe(self, words: str, language: str | None) -> None:
        await self.call("setMyDescription", description=words, language_code=language)

    async def webhook_info(self) -> WebhookInfo:
        """Return the address to which Telegram posts updates, with the last error of doing so."""
        found = await self.call("getWebhookInfo")
        try:
            return msgspec.convert(found, WebhookInfo)
        except msgspec.ValidationError as fault:
            raise NetworkError(f"what getWebhookInfo was answered is none: {fault}") from fault

    async def set_menu(self, commands: Commands, scope: Mapping[str, object] | None, language: str | None) -> None:
        """Set the menu of commands in private chats, or in a scope; in a language, or for everybody else."""
        await self.call("setMyCommands", commands=commands, scope=scope, language_code=language)


def id_of(message: object) -> int:
    """The id of a message that was sent."""
    assert isinstance(message, dict)  # noqa: S101  a Message, as the methods that send say
    return int(message["message_id"])

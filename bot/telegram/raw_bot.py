"""The library's bot, with methods that make none of the library's objects.

Updates are read by our own Structs. Somebody who pressed a button waits for the edit, and the library takes half a
millisecond to make objects of the buttons, only to write them as JSON, and of the answer, which nobody reads.
"""

from telegram import Bot, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import ParseMode

from bot.telegram.connection import BotApiRequest
from bot.telegram.inbox import KINDS
from core.records.work import AttachmentKind, TelegramFile

ButtonJson = dict[str, str | dict[str, str]]
Keyboard = dict[str, list[list[ButtonJson]]]
"""Buttons as Telegram takes them."""
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class RawBot(Bot):
    """Calls whose objects the library need not make."""

    async def raw_updates(self, offset: int | None, limit: int, timeout: int) -> object:  # noqa: ASYNC109 Telegram's
        """Wait up to `timeout` seconds for updates from `offset` on; a list, unless the server is no Bot API."""
        asked = {"offset": offset, "limit": limit, "timeout": timeout, "allowed_updates": list(KINDS)}
        return await self._post("getUpdates", asked)

    async def send_file(self, chat_id: int, file: TelegramFile, html: str) -> int:
        """Send a file that Telegram keeps. Returns the message's id. A round video takes no caption."""
        field = file.kind.lower()
        caption = {"caption": html, "parse_mode": ParseMode.HTML} if file.kind is not AttachmentKind.VIDEO_NOTE else {}
        sent = await self._post(
            f"send{field.title().replace('_', '')}", {"chat_id": chat_id, field: file.file_id, **caption}
        )
        assert isinstance(sent, dict)  # noqa: S101  a Message, as the method says
        return int(sent["message_id"])

    async def fetch_file(self, file_id: str) -> bytes:
        """A file that somebody sent."""
        found = await self._post("getFile", {"file_id": file_id})
        assert isinstance(found, dict)  # noqa: S101  a File, as the method says
        assert isinstance(self.request, BotApiRequest)  # noqa: S101  as it was made with
        return await self.request.download(f"{self.base_file_url}/{found['file_path']}")

    async def change_text(self, chat_id: int, message_id: int, html: str, buttons: Keyboard | None) -> None:
        words = {"text": html, "parse_mode": ParseMode.HTML, "link_preview_options": NO_PREVIEW}
        message = {"chat_id": chat_id, "message_id": message_id, "reply_markup": buttons}
        await self._post("editMessageText", {**message, **words})

    async def change_picture(
        self, chat_id: int, message_id: int, picture: bytes, html: str, buttons: Keyboard | None
    ) -> None:
        media = InputMediaPhoto(picture, html, ParseMode.HTML)
        message = {"chat_id": chat_id, "message_id": message_id, "reply_markup": buttons}
        await self._post("editMessageMedia", {**message, "media": media})

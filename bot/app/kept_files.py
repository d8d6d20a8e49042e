"""Files of the chat for the API: Telegram keeps them, and any process with the bot's token may ask for them."""

from collections.abc import AsyncGenerator, AsyncIterator

from telegram.error import BadRequest, Forbidden, TelegramError

from bot.app.config import TelegramConfig
from bot.app.service import make_bot
from bot.telegram.connection import BotApiRequest
from core.base.errors import Code, Conflict, DomainError, Gone, Unavailable
from core.ports.kept_files import KeptFiles, OpenFile

AT_ONCE = 16
"""The most files that a process passes on at a time; a request for one more is answered with 503."""
TOO_LARGE = "too big"


class TelegramFiles(KeptFiles):
    """Asks Telegram for files, over connections of its own."""

    def __init__(self, telegram: TelegramConfig) -> None:
        self.connection = BotApiRequest("files", size=AT_ONCE)
        self.bot = make_bot(telegram, self.connection, self.connection)

    async def open(self, file_id: str) -> tuple[bytes, OpenFile]:
        await self.connection.initialize()
        try:
            pieces = await self.bot.open_file(file_id)
            return await anext(pieces, b""), PassedOn(pieces)
        except TelegramError as fault:
            raise refusal_of(fault) from None

    async def close(self) -> None:
        await self.connection.shutdown()


class PassedOn(OpenFile):
    """The rest of a file that has begun to arrive."""

    def __init__(self, pieces: AsyncGenerator[bytes, None]) -> None:
        self.pieces = pieces

    async def aclose(self) -> None:
        await self.pieces.aclose()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        try:
            return await anext(self.pieces)
        except TelegramError as fault:
            raise refusal_of(fault) from None


def refusal_of(fault: TelegramError) -> DomainError:
    """The error for a client, without what the connection knows."""
    if isinstance(fault, BadRequest) and TOO_LARGE in fault.message.lower():
        return Conflict(Code.ATTACHMENT_TOO_LARGE)
    if isinstance(fault, BadRequest | Forbidden):
        return Gone(Code.ATTACHMENT_GONE)
    return Unavailable(Code.TELEGRAM_UNAVAILABLE)

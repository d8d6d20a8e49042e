"""Files that people sent to the chat, which Telegram keeps."""

from collections.abc import AsyncIterator
from typing import Protocol


class OpenFile(Protocol):
    """The content of a file, which arrives in pieces until `aclose`. A piece that does not raises `Unavailable`."""

    def __aiter__(self) -> AsyncIterator[bytes]: ...

    async def __anext__(self) -> bytes: ...

    async def aclose(self) -> None: ...


class KeptFiles(Protocol):
    """Files by the ids that they have for this service's bot."""

    async def open(self, file_id: str) -> tuple[bytes, OpenFile]:
        """The first piece of a file, and what follows it.

        Raises `Gone` if Telegram does not give it, `Conflict` if it gives none of this size or there is no bot, and
        `Unavailable` if it does not answer.
        """

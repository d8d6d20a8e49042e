"""The store: an engine for units that read and one for units that write, over the database that a URL names."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TypeVar

from core.ports import UnitOfWork
from storage.chat_store import ChatStore, P, R
from storage.sqlite_store import READERS, open_sqlite
from storage.unit_of_work import Units

T = TypeVar("T")


class Store:
    """`core.ports.Store` on a database. Made by `open`; used from one event loop."""

    def __init__(self, readers: Units, writer: Units) -> None:
        self._readers = readers
        self._writer = writer

    @classmethod
    async def open(cls, url: str, *, synchronous: str = "FULL", readers: int = READERS) -> "Store":
        """A store on an existing database; the options are SQLite's.

        Raises `SchemaOutOfDate` unless `upgrade` has been run, `ValueError` on a URL or an option that is none.
        """
        if url.startswith("postgresql"):
            from storage.postgres_store import open_postgres  # noqa: PLC0415  who runs on SQLite needs no asyncpg

            return cls(*await open_postgres(url))
        return cls(*await open_sqlite(url, synchronous=synchronous, readers=readers))

    async def close(self) -> None:
        """Refuse new units of work with `Unavailable`, finish those that were asked for, close the database."""
        self._writer.refuse()
        await self._readers.close()
        await self._writer.close()

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One consistent view, of all that was committed when it was asked for."""
        return await self._readers.submit(work)

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One transaction, as if alone, durable when this returns."""
        return await self._writer.submit(work)

    def chat(
        self, update: Callable[[int, int, bytes], R], prompt: Callable[[str, int, datetime], P]
    ) -> ChatStore[R, P]:
        """The bot's `ChatStore`, with the bot's types for an update and a prompt."""
        return ChatStore(self._readers, self._writer, update, prompt)


@asynccontextmanager
async def open_store(url: str, *, synchronous: str = "FULL", readers: int = READERS) -> AsyncIterator[Store]:
    """`Store.open`, closed at the end."""
    store = await Store.open(url, synchronous=synchronous, readers=readers)
    try:
        yield store
    finally:
        await store.close()

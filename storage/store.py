"""The store: connections opened, statements compiled, units of work handed to the readers and the writer."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from core.ports import UnitOfWork
from storage import schema
from storage.chat_store import ChatStore, P, R
from storage.dialect import SqliteDialect
from storage.engine import Engine, Readers, Session, Writer
from storage.executor import Connection
from storage.sqlite import connect, path_of, prepare_reader, prepare_writer
from storage.unit_of_work import SqlUnitOfWork, Statements

T = TypeVar("T")

READERS = 3


class Store:
    """`core.ports.Store` on a SQLite file. Made by `open`; used from one event loop."""

    def __init__(self, readers: Engine[SqlUnitOfWork], writer: Engine[SqlUnitOfWork]) -> None:
        self._readers = readers
        self._writer = writer

    @classmethod
    async def open(cls, url: str, *, synchronous: str = "FULL", readers: int = READERS) -> "Store":
        """A store on an existing database.

        Raises `SchemaOutOfDate` unless `upgrade` has been run, `ValueError` on a URL or an option that is none.
        """
        path = path_of(url)
        schema.require_head(url)
        async with AsyncExitStack() as opened:
            writer = await opened_session(path, partial(prepare_writer, synchronous=synchronous), opened)
            reading = [await opened_session(path, prepare_reader, opened) for _ in range(readers)]
            opened.pop_all()
        return cls(Readers(reading), Writer([writer]))

    async def close(self) -> None:
        """Refuse new units of work with `Unavailable`, finish those that were asked for, close the file."""
        self._writer.refuse()
        await self._readers.close()
        await self._writer.close()

    async def read(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One consistent view, of all that was committed when it was asked for."""
        return await self._readers.submit(work)

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """One transaction, alone, durable when this returns."""
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


@cache
def sqlite_statements() -> Statements:
    """Every statement for SQLite, compiled once a process."""
    return Statements(SqliteDialect())


async def opened_session(path: Path, prepare: Callable[[Any], None], opened: AsyncExitStack) -> Session[SqlUnitOfWork]:
    """A connection made, prepared and used by a thread of its own; closed with the stack."""
    made: list[Any] = []

    def connector() -> Any:
        made.append(connect(path))
        return made[0]

    connection = await aiosqlite.Connection(connector, iter_chunk_size=1)
    opened.push_async_callback(connection.close)
    session = Session(connection, made[0], SqlUnitOfWork(Connection(made[0]), sqlite_statements()))
    await session.run(lambda each: prepare(each.driver_connection))
    return session

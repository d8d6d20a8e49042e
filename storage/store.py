"""The store: an engine for units that read and one for units that write, over the database that a URL names."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from core.base.errors import Unavailable
from core.ports import UnitOfWork
from core.records.journal import NOBODY, THE_SERVICE, Origin
from storage.chat_store import SqlChatStore
from storage.commit_watch import CommitFlag, CommitWatches
from storage.maintenance import head, require_head
from storage.sql.executor import IndexBehind
from storage.sqlite.store import open_sqlite
from storage.unit_of_work import SqlUnitOfWork, UnitRunner, Work, index_written

if TYPE_CHECKING:
    from storage.postgres.replica import Replica

T = TypeVar("T")

LAG_SECONDS = 10.0
"""The longest lag of a replica that is used."""

TIMEOUT_SECONDS = 5.0
"""The time after which a caller is told that a silent server is unavailable."""


class SqlStore:
    """Implements `core.ports.Store` on a database. Made by `open`; used from one event loop."""

    def __init__(
        self, readers: UnitRunner, writer: UnitRunner, commits: CommitWatches, replica: "Replica | None" = None
    ) -> None:
        self._readers = readers
        self._writer = writer
        self._commits = commits
        self._replica = replica

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        synchronous: str = "FULL",
        mapped: bool = True,
        replica_url: str = "",
        timeout_seconds: float = TIMEOUT_SECONDS,
        replica_lag_seconds: float = LAG_SECONDS,
    ) -> "SqlStore":
        """A store on an existing database. `synchronous` and `mapped` are for SQLite, the rest for PostgreSQL.

        What is read of a `mapped` file counts as the process's memory.

        Raises `SchemaOutOfDate` unless `upgrade` has been run, `ValueError` on an invalid URL or option, `OSError` if
        the database cannot be used now.
        """
        if url.startswith("postgresql"):
            from storage.postgres.store import open_postgres  # noqa: PLC0415  SQLite needs no asyncpg

            revision = await asyncio.to_thread(require_head, url)
            return cls(*open_postgres(url, revision, timeout_seconds, replica_url, replica_lag_seconds))
        if replica_url:
            raise ValueError("only a PostgreSQL database has a replica")
        return cls(*await open_sqlite(url, synchronous=synchronous, revision=head(), mapped=mapped))

    async def close(self) -> None:
        """Refuse new units with `Unavailable`, finish those under way, close the database."""
        self._writer.refuse()
        await self._commits.close()
        if self._replica:
            await self._replica.close()
        await self._readers.close()
        await self._writer.close()

    async def read(
        self, work: Callable[[UnitOfWork], Awaitable[T]], *, person: int = NOBODY, stale_ok: bool = False
    ) -> T:
        if self._replica and stale_ok and person != NOBODY:
            return await self._replica.read(work, person)
        try:
            return await self._readers.submit(work, is_list=stale_ok)
        except IndexBehind:
            with suppress(Unavailable):  # on a full disk, say: then what is indexed is found
                await self._writer.submit(index_written)
        return await self._readers.submit(partial(on_index_as_it_is, work), is_list=stale_ok)

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]], *, origin: Origin = THE_SERVICE) -> T:
        return await self._writer.submit(work, origin)

    def watch_commits(self) -> AbstractAsyncContextManager[CommitFlag]:
        return self._commits.watch()

    def chat(self) -> SqlChatStore:
        return SqlChatStore(self._readers, self._writer)


async def on_index_as_it_is(work: Work[T], uow: SqlUnitOfWork) -> T:
    """Run a unit whose searches find what is indexed."""
    with uow.search.taken_for_complete():
        return await work(uow)


@asynccontextmanager
async def open_store(url: str, **options: Any) -> AsyncIterator[SqlStore]:
    """Yield the store that `SqlStore.open` returns, and close it at the end."""
    store = await SqlStore.open(url, **options)
    try:
        yield store
    finally:
        await store.close()

"""Opens a SQLite file: connections on threads of their own, with a queue for reads and one for writes."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import aiosqlite

from storage.commit_watch import CommitWatches
from storage.schema.revision import SchemaOutOfDate
from storage.sqlite.commits import watch_file
from storage.sqlite.connecting import (
    MAPPED_BYTES,
    DatabaseFile,
    connect,
    driver,
    path_of,
    prepare_reader,
    prepare_writer,
)
from storage.sqlite.engine import Session, SqliteReaders, SqliteWriter
from storage.sqlite.executor import SqliteConnection
from storage.sqlite.journal import PresentOrigin
from storage.sqlite.schema import revision_of
from storage.sqlite.writer_lock import WriterLock
from storage.unit_of_work import SqlUnitOfWork

READERS = 3


async def open_sqlite(
    url: str, *, synchronous: str, revision: str, mapped: bool = True
) -> tuple[SqliteReaders, SqliteWriter, CommitWatches]:
    """The engines and commit watches of an existing file.

    Raises `ValueError` for a bad URL, `SchemaOutOfDate` unless the file is at the revision, `OSError` if unusable.
    """
    path = path_of(url)
    if not path.exists():
        raise SchemaOutOfDate(str(path.absolute()), None, revision)

    def prepare(connection: Any) -> None:
        """Look at the revision by the connection that writes: another one would read the whole schema once more."""
        if (found := revision_of(connection)) != revision:
            raise SchemaOutOfDate(str(path.absolute()), found, revision)
        prepare_writer(connection, synchronous)

    prepare_to_read = partial(prepare_reader, mapped_bytes=MAPPED_BYTES if mapped else 0)
    async with AsyncExitStack() as opened:
        lock = WriterLock(path)
        opened.callback(lock.close)
        file = DatabaseFile(path)
        try:
            writer = await opened_session(file, revision, prepare, opened)
            reading = [await opened_session(file, revision, prepare_to_read, opened) for _ in range(READERS)]
        except driver.Error as error:
            raise OSError(f"cannot open the database {path}: {error}") from error
        opened.pop_all()
    commits = CommitWatches(partial(watch_file, file))
    return SqliteReaders(reading), SqliteWriter([writer], lock, commits.tell), commits


async def opened_session(
    file: DatabaseFile, revision: str, prepare: Callable[[Any], None], opened: AsyncExitStack
) -> Session:
    """A connection that a thread of its own makes, prepares and uses; closed with the stack."""
    made: list[Any] = []
    origin = PresentOrigin()

    def connector() -> Any:
        made.append(connect(file.path))
        origin.tell(made[0])
        return made[0]

    connection = await aiosqlite.Connection(connector, iter_chunk_size=1)
    opened.push_async_callback(connection.close)
    session = Session(connection, made[0], file, revision, SqlUnitOfWork(SqliteConnection(made[0])), origin)
    await session.run(lambda each: prepare(each.driver_connection))
    return session

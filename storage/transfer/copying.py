"""The copy of a whole database into another one, of either engine: all of it, checked, or nothing.

Rows travel in chunks as Python values, which both engines accept. The source is read in one snapshot, the target is
written in one transaction and read again before the commit: the checksum of each table, over its rows by primary key in
an engine-independent form, must be the same on both sides.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

import msgspec
from sqlalchemy import Table

from storage import maintenance
from storage.schema.calendar import event_types
from storage.schema.journal import journal_state
from storage.schema.metadata import metadata
from storage.sql.copy_endpoint import CopyEndpoint, Rows
from storage.sqlite.copy_endpoint import sqlite_endpoint

FROM_THE_START = frozenset({event_types.name})
"""Tables that have rows in every new database. A copy replaces them: without people, nobody has changed them."""

ITS_OWN = frozenset({journal_state.name})
"""Tables about the database itself, which are not copied: who reads the source's journal cannot go on in the copy's."""


class CannotCopy(Exception):
    """Nothing was copied, for the reason in its text."""


class Copied(NamedTuple):
    table: str
    rows: int
    checksum: str


class CopyStep(NamedTuple):
    """The progress of a copy: `done` of `total` rows are written or checked."""

    table: str
    done: int
    total: int


Progress = Callable[[CopyStep], None]


async def copy(source_url: str, target_url: str, progress: Progress = lambda _: None) -> list[Copied]:
    """Copy a database into an empty one, whose schema is created if there is none.

    Raises `CannotCopy` if the target is not empty or does not hold what was written, `SchemaOutOfDate` if either schema
    is of another version, `ValueError` on an invalid URL, `OSError` if a database cannot be reached.
    """
    await asyncio.to_thread(prepare, source_url, target_url)
    async with side(source_url, writes=False) as source, side(target_url, writes=True) as target:
        await target.suspend_journal()
        await empty(target)
        tables = [table for table in metadata.sorted_tables if table.name not in ITS_OWN]
        sizes = [await source.count(table) for table in tables]
        copying = Copying(source, target, progress, 2 * sum(sizes))
        done = [await copying.copy_table(table) for table in tables]
        await target.resume_journal()
        return done


def prepare(source_url: str, target_url: str) -> None:
    """Check that both schemas are at this program's version; create the target's if there is none."""
    source, target = maintenance.schema_of(source_url), maintenance.schema_of(target_url)
    if source.revision() is None:
        raise CannotCopy(f"there is no schema in {source.name}")
    maintenance.require_head(source_url)
    if target.revision() is None:
        maintenance.upgrade(target_url)
    maintenance.require_head(target_url)


def side(url: str, *, writes: bool) -> AbstractAsyncContextManager[CopyEndpoint]:
    if url.startswith("postgresql"):
        from storage.postgres.copy_endpoint import postgres_endpoint  # noqa: PLC0415  loads libraries that only PostgreSQL needs

        return postgres_endpoint(url, writes=writes)
    return sqlite_endpoint(url, writes=writes)


async def empty(target: CopyEndpoint) -> None:
    """Delete what a new database holds. Raises `CannotCopy` if there is more."""
    counts = {table.name: await target.count(table) for table in metadata.sorted_tables if table.name not in ITS_OWN}
    full = [f"{name} ({rows})" for name, rows in counts.items() if rows and name not in FROM_THE_START]
    if full:
        raise CannotCopy(f"the target is not empty, it has rows in {', '.join(full)}")
    for name in FROM_THE_START:
        await target.clear(metadata.tables[name])


class Copying:
    """A copy in progress."""

    def __init__(self, source: CopyEndpoint, target: CopyEndpoint, progress: Progress, total: int) -> None:
        self._source = source
        self._target = target
        self._progress = progress
        self._done = 0
        self._total = total

    async def copy_table(self, table: Table) -> Copied:
        """Copy and check a table. The tables it refers to must be there."""
        wanted, found = Checksum(), Checksum()
        await self._target.write(table, self._watched(self._source, table, wanted))
        async for _ in self._watched(self._target, table, found):
            pass
        if found.digest() != wanted.digest():
            raise CannotCopy(f"{table.name}: the {found.rows} rows read back are not the {wanted.rows} rows written")
        if table.autoincrement_column is not None:
            await self._target.continue_after(table, await self._source.last_id(table))
        return Copied(table.name, wanted.rows, wanted.digest())

    async def _watched(self, side: CopyEndpoint, table: Table, checksum: "Checksum") -> AsyncIterator[Rows]:
        async for rows in side.rows(table):
            checksum.add(rows)
            self._done += len(rows)
            self._progress(CopyStep(table.name, self._done, self._total))
            yield rows


class Checksum:
    """The checksum of rows, which are added in the order of their primary key."""

    def __init__(self) -> None:
        self.rows = 0
        self._hash = hashlib.sha256()
        self._encode = msgspec.json.Encoder().encode_lines

    def add(self, rows: Rows) -> None:
        self.rows += len(rows)
        self._hash.update(self._encode(rows))

    def digest(self) -> str:
        return self._hash.hexdigest()

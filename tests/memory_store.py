"""`MemoryStore`: the repositories of `storage` over SQLite in memory, without threads or files, for tests of rules.

A connection is used by one test after the other: what a test writes is in a transaction that is never committed.
"""

import asyncio
import weakref
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, closing
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar

import msgspec
import sqlalchemy as sa

from core.application.use_case import Pipeline
from core.base.errors import Code, Unavailable
from core.base.settings import Settings
from core.records.calendar import Event, EventType, Participant, Reminder, VisibilityRecord
from core.records.examples import Example
from core.records.jobs import JobRun
from core.records.journal import THE_SERVICE, Origin
from core.records.messages import MessageKind, NewMessage, Reason
from core.records.people import Group, Invite, User
from core.records.work import DailyLogState, ItemState, TaskComment
from storage.chat_store import SqlChatStore
from storage.commit_watch import CommitFlag, CommitWatches, Tell
from storage.repositories.reds import WITH_HELPERS, as_reds
from storage.repositories.task_filter import TASKS, task
from storage.schema import calendar, jobs, messages, people, service, work
from storage.schema.metadata import metadata
from storage.sql.column_types import Json
from storage.sql.statements import Change, Query, as_tuple
from storage.sqlite.connecting import connect, driver
from storage.sqlite.engine import drive
from storage.sqlite.executor import SqliteConnection
from storage.sqlite.indexing import index_pending
from storage.sqlite.journal import PresentOrigin
from storage.unit_of_work import SqlUnitOfWork
from tests.cast import introduce
from tests.clock import FakeClock

T = TypeVar("T")

BEGIN, UNDO, KEEP = "SAVEPOINT unit", "ROLLBACK TO unit", "RELEASE unit"


class Database:
    """A database in memory, as a file is, perhaps with the cast in its directory, in a transaction of its user's."""

    template: ClassVar[Path]
    """The file of a migrated database; the fixture `memory` sets it."""
    idle: ClassVar[dict[tuple[Path, bool], list["Database"]]] = defaultdict(list)

    def __init__(self, template: Path) -> None:
        self.connection = driver.connect(
            ":memory:", isolation_level=None, cached_statements=1024, check_same_thread=False
        )
        file = connect(template)
        file.backup(self.connection)
        file.close()
        self.connection.execute("PRAGMA foreign_keys = ON")
        self.connection.execute("BEGIN")
        self.origin = PresentOrigin()
        self.origin.tell(self.connection)
        self.executor = SqliteConnection(self.connection)
        self.uow = SqlUnitOfWork(self.executor)

    @classmethod
    def lent(cls, template: Path, *, cast: bool) -> "Database":
        """One that nobody uses."""
        if cls.idle[template, cast]:
            return cls.idle[template, cast].pop()
        made = cls(template)
        if cast:
            drive(introduce(Pipeline(MemoryStore(made), FakeClock(), Settings())))
            made.keep()
        return made

    def keep(self) -> None:
        """Make the present contents those that it begins with."""
        self.connection.execute("COMMIT")
        self.connection.execute("BEGIN")

    def give_back(self, template: Path, *, cast: bool) -> None:
        self.connection.execute("ROLLBACK")
        self.connection.execute("BEGIN")
        self.idle[template, cast].append(self)


class MemoryStore:
    """`core.ports.Store`. One that `runs_twice` runs each unit that writes twice, the first time for nothing.

    Where a unit met another transaction a real store begins it anew, and nobody must notice. `end` gives its database
    back before the store is forgotten.
    """

    def __init__(
        self,
        database: Database | None = None,
        *,
        template: Path | None = None,
        cast: bool = False,
        runs_twice: bool = False,
    ) -> None:
        template = template or Database.template
        self.database = database or Database.lent(template, cast=cast)
        if database is None:
            self.end = weakref.finalize(self, self.database.give_back, template, cast=cast)
        self.execute = self.database.connection.execute
        self.runs_twice = runs_twice
        self.closed = False
        self._state = State(self.database)
        self._commits = CommitWatches(watch_nobody)

    @property
    def state(self) -> "State":
        """The present contents."""
        if self._state.is_past:
            self._state = State(self.database)
        return self._state

    async def read(
        self, work: Callable[[SqlUnitOfWork], Awaitable[T]], *, person: int = 0, stale_ok: bool = False
    ) -> T:
        """Run a unit that must not write."""
        self.check_open()
        before = self.database.connection.total_changes
        result = drive(work(self.database.uow))
        if self.database.connection.total_changes != before:
            raise RuntimeError("a read unit of work wrote")
        return result

    async def write(self, work: Callable[[SqlUnitOfWork], Awaitable[T]], *, origin: Origin = THE_SERVICE) -> T:
        return self.put(work, origin)

    def put(self, work: Callable[[SqlUnitOfWork], Awaitable[T]], origin: Origin = THE_SERVICE) -> T:
        """Run a unit in a savepoint, at once; a failed one leaves nothing."""
        self.check_open()
        self.execute(BEGIN)
        self.database.origin.set(origin)
        try:
            if self.runs_twice:
                drive(work(self.database.uow))
                self.execute(UNDO)
            result = drive(work(self.database.uow))
            index_pending(self.execute)
        except BaseException:
            self.execute(UNDO)
            raise
        finally:
            self.execute(KEEP)
        self._commits.tell()
        return result

    def watch_commits(self) -> AbstractAsyncContextManager[CommitFlag]:
        return self._commits.watch()

    def set(self, table: str, row_id: int, **columns: Any) -> None:
        """Change a row, whatever the rules say."""
        rows = metadata.tables[table]
        change = Change(sa.update(rows).where(rows.c.id == row_id).values(**columns))
        self.put(lambda _: self.database.executor.run(change))

    async def close(self) -> None:
        """From now on `Unavailable`."""
        self.closed = True

    def check_open(self) -> None:
        if self.closed:
            raise Unavailable(Code.UNAVAILABLE)

    def chat(self) -> SqlChatStore:
        """The chat's store over the same database."""
        return SqlChatStore(SimpleNamespace(submit=self.read), SimpleNamespace(submit=self.write))

    def save(self, file: Path) -> None:
        """Write what it holds to a new file. Its database is not lent again: what is saved is kept."""
        self.end.detach()
        self.database.keep()
        with closing(connect(file)) as saved:
            self.database.connection.backup(saved)

    def dump(self) -> list[list[tuple[Any, ...]]]:
        """Every row of every table."""
        return [self.execute(f'SELECT * FROM "{table}"').fetchall() for table in metadata.tables]


async def watch_nobody(tell: Tell) -> None:
    """Watch nothing: a store in memory has one process alone."""
    tell()


class AsyncMemoryStore(MemoryStore):
    """One that lets others go on before a unit and after it, as a store on a thread does: what is awaited may end here.

    A caller who goes away meanwhile has written, or not.
    """

    async def read(self, *args: Any, **named: Any) -> Any:
        await asyncio.sleep(0)
        result = await super().read(*args, **named)
        await asyncio.sleep(0)
        return result

    async def write(self, *args: Any, **named: Any) -> Any:
        await asyncio.sleep(0)
        result = await super().write(*args, **named)
        await asyncio.sleep(0)
        return result


class State:
    """The contents of a store: records by their keys, each table read when it is asked for.

    After the next write only what was read before can be asked for.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = database.connection.total_changes

    @property
    def is_past(self) -> bool:
        return self._database.connection.total_changes != self._changes

    def __getattr__(self, table: str) -> dict[Any, Any]:
        if table not in TABLES:
            raise AttributeError(table)
        assert not self.is_past, f"the {table} of an earlier state"
        query, key, then = TABLES[table]
        found = {key(row): row for row in then(drive(self._database.executor.all(query)))}
        setattr(self, table, found)
        return found


def records(table: sa.Table, kind: type[Any]) -> Query[Any]:
    """Every row that is not deleted, by its id, as a record."""
    names = kind.__struct_fields__
    read = {name: msgspec.json.decode for name in names if isinstance(table.c[name].type, Json)} | READ

    def record(*row: Any) -> Any:
        fields = dict(zip(names, row, strict=True))
        return kind(**fields | {name: read[name](fields[name]) for name in names if name in read and fields[name]})

    found = sa.select(*(table.c[name] for name in names)).order_by(*table.primary_key)
    return Query(found.where(~table.c.is_deleted) if "is_deleted" in table.c else found, record)


def pair(*columns: sa.Column[Any]) -> Query[Any]:
    return Query(sa.select(*columns), as_tuple)


READ = {"kind": MessageKind, "reason": Reason}
BY_ID = attrgetter("id")
TABLES: dict[str, tuple[Query[Any], Callable[[Any], Any], Callable[[list[Any]], Any]]] = {
    "users": (records(people.users, User), BY_ID, list),
    "groups": (records(people.linked_groups, Group), attrgetter("chat_id"), list),
    "invites": (records(people.invites, Invite), attrgetter("code_hash"), list),
    "tasks": (Query(TASKS.order_by(work.tasks.c.id), task), BY_ID, list),
    "comments": (records(work.task_comments, TaskComment), BY_ID, list),
    "followers": (pair(work.task_followers.c.task_id, work.task_followers.c.user_id), tuple, list),
    "mutes": (pair(work.task_mutes.c.task_id, work.task_mutes.c.user_id), tuple, list),
    "logs": (records(work.daily_logs, DailyLogState), BY_ID, list),
    "items": (records(work.daily_log_items, ItemState), BY_ID, list),
    "reds": (Query(WITH_HELPERS, as_tuple), BY_ID, as_reds),
    "event_types": (records(calendar.event_types, EventType), BY_ID, list),
    "series": (pair(calendar.event_series.c.id), tuple, list),
    "events": (records(calendar.events, Event), BY_ID, list),
    "participants": (records(calendar.event_participants, Participant), BY_ID, list),
    "visibility": (records(calendar.event_visibility, VisibilityRecord), BY_ID, list),
    "reminders": (records(calendar.event_reminders, Reminder), BY_ID, list),
    "examples": (records(service.examples, Example), BY_ID, list),
    "idempotency_keys": (pair(service.idempotency_keys.c.scope, service.idempotency_keys.c.key), tuple, list),
    "outbox": (records(messages.outbox, NewMessage), attrgetter("dedupe_key"), list),
    "job_runs": (records(jobs.job_runs, JobRun), BY_ID, list),
}
"""The contents of a store by name: the query, a record's key, and the function that makes records of rows."""

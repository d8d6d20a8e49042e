"""Messages that wait for the sender."""

from collections.abc import Sequence

import msgspec

from core.outbox import NewMessage
from storage.dialect import SqliteDialect, fields
from storage.executor import Connection
from storage.job_tables import outbox


class OutboxStatements:
    """Compiled once an engine."""

    def __init__(self, sql: SqliteDialect) -> None:
        added = sql.insert(outbox).on_conflict_do_nothing(index_elements=[outbox.c.dedupe_key])
        self.add = sql.change(added, fields(NewMessage))


class Outbox:
    """`core.ports.jobs.OutboxRepository`."""

    def __init__(self, connection: Connection, statements: OutboxStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def add(self, messages: Sequence[NewMessage]) -> int:
        """Write those whose dedupe key is new; how many."""
        return self._connection.run_many(self._sql.add, [msgspec.structs.asdict(message) for message in messages])

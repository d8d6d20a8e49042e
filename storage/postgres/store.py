"""A PostgreSQL database opened: a pool of connections for each kind of unit."""

from storage.commit_watch import CommitWatches
from storage.postgres.commits import CommitChannel
from storage.postgres.connecting import redacted
from storage.postgres.engine import PostgresReaders, PostgresWriter
from storage.postgres.executor import AskingConnection
from storage.postgres.pool import Pool
from storage.postgres.replica import MarkingWriter, Replica
from storage.postgres.sessions import sessions_of
from storage.unit_of_work import SqlUnitOfWork


def open_postgres(
    url: str, revision: str, timeout_seconds: float, replica_url: str, replica_lag_seconds: float
) -> tuple[PostgresReaders, PostgresWriter, CommitWatches, Replica | None]:
    """The engines, commit watches and, if any, the replica of a URL. Raises `ValueError` on an invalid one."""
    sessions = sessions_of(url, timeout_seconds)
    uow = SqlUnitOfWork(AskingConnection())
    reading, writing = (Pool(sessions.begin, sessions.most) for _ in range(2))
    channel = CommitChannel(sessions, writing)
    readers = PostgresReaders(reading, uow, timeout_seconds)
    if not replica_url:
        return readers, PostgresWriter(writing, uow, timeout_seconds, revision, channel), channel.watches, None
    copies = sessions_of(replica_url, timeout_seconds)
    replica = PostgresReaders(Pool(copies.begin, copies.most), uow, timeout_seconds / 2, None)
    writer = MarkingWriter(writing, uow, timeout_seconds, revision, channel)
    return readers, writer, channel.watches, Replica(replica, readers, redacted(copies.url), replica_lag_seconds)

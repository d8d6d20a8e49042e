"""The sessions in which units of work run on PostgreSQL: their settings, and what their errors mean.

Settings are given when a session begins. Behind a transaction pooler a session is shared: neither settings nor prepared
statements can be kept in it, and the URL says so by `statement_cache=0`.
"""

from typing import Any

import asyncpg
import sqlalchemy as sa
from msgspec import Struct

from storage.postgres.connecting import arguments_of, url_of
from storage.schema.revision import SchemaChanged

OLDEST = 14
"""The first version of PostgreSQL that is still maintained, and the first that this program is tested with."""

CONNECTIONS = 10
"""The most connections for reading, and as many for writing."""

STATEMENTS = 1000
"""Prepared statements that a connection keeps: more than there are."""

IDLE_SECONDS = 15
"""The time after which the server ends a transaction whose client is silent: no longer than a lease lasts. A process
that freezes in the middle of a write holds up the unit that has to run alone, and so every write."""

KEPT_ALIVE_SECONDS = 60
"""The time after which the server sends a keepalive: routers and proxies drop connections quiet for minutes."""

SETTINGS = {
    "TimeZone": "UTC",
    "idle_in_transaction_session_timeout": f"{IDLE_SECONDS}s",
    "tcp_keepalives_idle": str(KEPT_ALIVE_SECONDS),
    "jit": "off",
    "enable_seqscan": "off",
    "random_page_cost": "1.1",
    "max_parallel_workers_per_gather": "0",
}
"""Sequential scans are off, for small tables too: a transaction that read a whole table conflicts with every writer of
it. Random pages cost about the same as sequential ones, as on solid-state disks."""


REFUSED_BY_POOLERS = "unsupported startup parameter"
"""Pgbouncer's error for a session with settings of its own."""


class Sessions(Struct, frozen=True):
    """The sessions of a database: its URL, `most` of each kind, and whether they are `own` or a pooler's."""

    url: sa.URL
    statement_seconds: float
    most: int = CONNECTIONS
    own: bool = True

    async def begin(self) -> Any:
        """A connection ready for use. Raises `ValueError` if the server is too old, or behind an undeclared pooler."""
        try:
            connection = await self._begun()
        except asyncpg.PostgresError as error:
            if REFUSED_BY_POOLERS not in str(error):
                raise
            raise ValueError(f"{error}: behind a pooler of transactions its URL needs statement_cache=0") from None
        found = connection.get_server_version().major
        if found < OLDEST:
            await connection.close()
            raise ValueError(f"PostgreSQL {found} is too old: it must be {OLDEST} or later")
        return connection

    async def _begun(self) -> Any:
        ours = SETTINGS | {"statement_timeout": f"{self.statement_seconds * 1000:.0f}ms"}
        return await asyncpg.connect(
            **arguments_of(self.url),
            statement_cache_size=STATEMENTS if self.own else 0,
            max_cached_statement_lifetime=0,
            max_cacheable_statement_size=0,
            server_settings={"application_name": "semaforo", **(ours if self.own else {"TimeZone": "UTC"})},
        )


def sessions_of(url: str, statement_seconds: float) -> Sessions:
    """The sessions for a URL, which may have two parameters of ours: `connections` of a kind, `statement_cache` 0 or 1.

    The server ends a statement after `statement_seconds`. Raises `ValueError` on an invalid URL.
    """
    parts = url_of(url)
    most, cache = (
        parts.query.get(name, usual) for name, usual in (("connections", str(CONNECTIONS)), ("statement_cache", "1"))
    )
    if not str(most).isdecimal() or int(str(most)) < 1 or cache not in {"0", "1"}:
        raise ValueError("in the database URL, connections is a number from 1 on and statement_cache 0 or 1")
    return Sessions(parts, statement_seconds, int(str(most)), cache == "1")


def state_of(error: BaseException) -> str:
    """PostgreSQL's SQLSTATE of an error; empty if the error is not PostgreSQL's."""
    return getattr(error, "sqlstate", None) or ""


def means_race(error: BaseException) -> bool:
    """Return whether the transaction conflicted with another, and may succeed if run again."""
    return state_of(error) in RACES or isinstance(error, asyncpg.InvalidCachedStatementError)


def means_broken_rule(error: BaseException) -> bool:
    """Return whether a constraint failed: a mistake, unless another transaction was faster."""
    return state_of(error).startswith("23")


def means_lost(error: BaseException) -> bool:
    """Return whether the connection is gone, or the server accepts none."""
    gone = isinstance(error, OSError | TimeoutError | asyncpg.InterfaceError | asyncpg.InternalClientError)
    misused = isinstance(error, asyncpg.DataError | asyncpg.ClientConfigurationError)
    return (gone and not misused) or state_of(error) in GONE or state_of(error).startswith("08")


def means_unavailable(error: BaseException) -> bool:
    """Return whether an error is the database's state (away, full, too slow) rather than a mistake in a statement."""
    known = means_lost(error) or means_race(error) or isinstance(error, SchemaChanged)
    return known or state_of(error)[:2] in STATES or state_of(error) in UNAVAILABLE


RACES = frozenset({"40001", "40P01"})
"""Serialization failure and deadlock."""

GONE = frozenset({"57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "53300"})
"""Shut down, crashed, starting up, dropped, idle for too long, too many connections."""

STATES = frozenset({"53", "58", "XX"})
"""Classes of SQLSTATEs: short of something, a fault of the system, damaged."""

UNAVAILABLE = frozenset({"57014", "55P03", "25006"})
"""Took too long, waited for a lock too long, a standby that takes no writes."""

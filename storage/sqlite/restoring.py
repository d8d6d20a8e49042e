"""Puts a copy of a SQLite database into the place of the present one.

Nothing that has ended since the copy was made may be valid again, and no id may be given twice: all tokens end, as do
calendar links, webhooks and outside calendars that the present database does not have in use; all ids go on above the
highest one known; messages that were sent since are not sent again. The database gets a new id, which tells readers of
the journal that theirs has ended.
"""

import errno
import os
import secrets
from collections.abc import Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from storage.schema.metadata import metadata
from storage.sqlite.connecting import connect, driver, locks
from storage.sqlite.schema import JOURNALS

SHARED_BYTES, FIRST_SHARED_BYTE = 510, 0x40000000 + 2
"""The bytes of which SQLite locks some while a connection to a WAL database is open (see its file format)."""

ENDED_BY_RESTORE = frozenset({"invites"})
"""Tables that a restore empties."""

UNKNOWN_NUMBERS = 10_000
"""The numbers that are skipped where those given since the copy cannot be known."""


class Restored(Struct, frozen=True):
    """The outcome of a restore.

    `kept`: the present paths of the files that were there. `numbers_known`: the database that was there could be read.
    """

    kept: Sequence[Path]
    numbers_known: bool
    tokens_ended: int
    invitations_ended: int
    calendar_links: int
    calendar_links_ended: int
    webhooks: int
    webhooks_ended: int
    linked_people: int
    linked_groups: int
    not_sent_again: int
    waiting: int


@contextmanager
def unused(path: Path) -> Any:
    """Keep a database closed to others in the block. Raises `OSError` if one has it open, on systems with locks."""
    if locks is None or not path.exists():
        yield
        return
    with path.open("r+b") as opened:
        try:
            locks.lockf(opened, locks.LOCK_EX | locks.LOCK_NB, SHARED_BYTES, FIRST_SHARED_BYTE)
        except (BlockingIOError, PermissionError):
            raise OSError(errno.EBUSY, "is in use: stop everything that runs over it", str(path)) from None
        yield


def prepare(draft: Path, present: Path, now: datetime) -> Restored:
    """Change a copy so that it can follow the present database, which may be unreadable or missing."""
    at = now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    with closing(connect(draft)) as connection:
        known = attached(connection, present)
        connection.execute("BEGIN IMMEDIATE")
        tokens = connection.execute(TOKENS_ENDED if known else TOKENS_ENDED.replace(LATER_VERSION, "0"), (at,)).rowcount
        connection.execute("UPDATE main.tokens SET ended_at = ? WHERE ended_at IS NULL", (at,))
        invitations = connection.execute("DELETE FROM invites").rowcount
        again = connection.execute(SETTLED).rowcount if known else 0
        go_on_above(connection, at, known=known)
        connection.execute("UPDATE main.journal_state SET database_id = ?", (secrets.token_hex(4),))
        there = present_tables(connection) if known else frozenset()
        links_ended = LINKS_ENDED if "calendar_links" in there else ALL_LINKS_ENDED
        calendars = connection.execute(links_ended, (at,)).rowcount
        connection.execute(RETRIES_ENDED if "webhooks" in there else ALL_RETRIES_ENDED)
        webhooks = connection.execute(WEBHOOKS_ENDED if "webhooks" in there else ALL_WEBHOOKS_ENDED).rowcount
        for table, named in OUTSIDE_TABLES.items():
            kept = f" WHERE {named} NOT IN ({OUTSIDE_KEPT})" if "outside_calendars" in there else ""
            connection.execute(f"DELETE FROM main.{table}{kept}")  # noqa: S608 a text of our own
        counts = [number(connection, each) for each in COUNTS]
        connection.execute("COMMIT")
        if known:
            connection.execute("DETACH present")
    people, groups, waiting, links, hooks = counts
    return Restored([], known, tokens, invitations, links, calendars, hooks, webhooks, people, groups, again, waiting)


def present_tables(connection: Any) -> frozenset[str]:
    """Return the tables of the present database, which may be of an earlier version."""
    rows = connection.execute("SELECT name FROM present.sqlite_schema WHERE type = 'table'").fetchall()
    return frozenset(name for (name,) in rows)


def go_on_above(connection: Any, at: str, *, known: bool) -> None:
    """Give no number again that was given to a row."""

    def given(text: str) -> tuple[int, int]:
        """The last number in the copy, and the highest that was ever given."""
        last = number(connection, text.format("main"))
        return last, number(connection, text.format("present")) if known else last + UNKNOWN_NUMBERS

    there = present_tables(connection) if known else frozenset()
    for table in numbered_tables():
        numbers = [
            *given(f"SELECT max(seq) FROM {{}}.sqlite_sequence WHERE name = '{table}'"),  # noqa: S608 a name of our own
            *(given(f"SELECT max(id) FROM {{}}.{table}") if table in there else ()),  # noqa: S608 as above
        ]
        connection.execute("DELETE FROM main.sqlite_sequence WHERE name = ?", (table,))
        connection.execute("INSERT INTO main.sqlite_sequence (name, seq) VALUES (?, ?)", (table, max(numbers)))
    if not known or "journal" in there:
        last, highest = given("SELECT max(seq) FROM {}.journal")
        if highest > last:
            connection.execute(JOURNALED, (highest, at))


def numbered_tables() -> list[str]:
    """The tables that give no number again."""
    return [table.name for table in metadata.sorted_tables if table.dialect_options["sqlite"]["autoincrement"]]


def attached(connection: Any, present: Path) -> bool:
    """Attach the present database as `present`; return False if it cannot be read."""
    if not present.exists() or not present.stat().st_size:
        return False
    try:
        connection.execute("ATTACH ? AS present", (str(present),))
        for table in ("users", "outbox", "sqlite_sequence", "tasks", "events"):
            connection.execute(f"SELECT * FROM present.{table} LIMIT 1").fetchall()  # noqa: S608 a name of our own
        sound = connection.execute("PRAGMA present.integrity_check(1)").fetchall() == [("ok",)]
    except driver.Error:
        sound = False
    if not sound:
        with suppress(driver.Error):
            connection.execute("DETACH present")
    return bool(sound)


def number(connection: Any, statement: str) -> int:
    ((found,),) = connection.execute(statement).fetchall()
    return found or 0


def put_in_place(draft: Path, path: Path, beside: Sequence[Path], now: datetime) -> list[Path]:
    """Rename the draft to the database, of the same owner. Returns where the earlier files are kept."""
    mark = f"before-{now:%Y%m%d-%H%M%S}"
    if path.exists():
        with suppress(driver.Error), closing(connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # then a sound one is a single file
    moves = {each: each.with_name(f"{each.name}.{mark}") for each in (path, *beside)}
    moves |= {Path(f"{path}{suffix}"): Path(f"{path}.{mark}{suffix}") for suffix in JOURNALS}
    there = {source: target for source, target in moves.items() if source.exists()}
    owner = (path if path.exists() else path.parent).stat()
    with suppress(PermissionError):  # only root may give a file away, and only it made one for others
        os.chown(draft, owner.st_uid, owner.st_gid)
    for source, target in there.items():
        source.rename(target)
    draft.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return list(there.values())


SETTLED = """
UPDATE outbox SET outcome = p.outcome, reason = p.reason, outcome_at = p.outcome_at
FROM present.outbox p
WHERE p.dedupe_key = outbox.dedupe_key AND outbox.outcome = 'waiting' AND p.outcome <> 'waiting'
"""
LATER_VERSION = "(SELECT max(token_version) FROM present.users p WHERE p.id = users.id)"
TOKENS_ENDED = f"""
UPDATE main.users SET token_version = max(token_version, coalesce({LATER_VERSION}, 0)) + 1, tokens_revoked_at = ?
"""  # noqa: S608 a text of our own
ALL_LINKS_ENDED = "UPDATE main.calendar_links SET ended_at = ? WHERE ended_at IS NULL"
LINKS_ENDED = f"""
{ALL_LINKS_ENDED} AND secret_hash NOT IN (SELECT secret_hash FROM present.calendar_links WHERE ended_at IS NULL)
"""  # noqa: S608 a text of our own
WEBHOOKS_KEPT = """
SELECT id FROM main.webhooks JOIN present.webhooks p USING (id, url, secret) WHERE p.stopped_at IS NULL
"""
ALL_WEBHOOKS_ENDED, ALL_RETRIES_ENDED = "DELETE FROM main.webhooks", "DELETE FROM main.webhook_retries"
WEBHOOKS_ENDED = f"{ALL_WEBHOOKS_ENDED} WHERE id NOT IN ({WEBHOOKS_KEPT})"
RETRIES_ENDED = f"{ALL_RETRIES_ENDED} WHERE webhook_id NOT IN ({WEBHOOKS_KEPT})"
OUTSIDE_KEPT = "SELECT id FROM main.outside_calendars JOIN present.outside_calendars p USING (id, user_id, url)"
OUTSIDE_TABLES = {"outside_busy": "calendar_id", "outside_calendars": "id"}
COUNTS = (
    "SELECT count(*) FROM main.users WHERE telegram_user_id IS NOT NULL",
    "SELECT count(*) FROM main.linked_groups",
    "SELECT count(*) FROM main.outbox WHERE outcome = 'waiting'",
    "SELECT count(*) FROM main.calendar_links WHERE ended_at IS NULL",
    "SELECT count(*) FROM main.webhooks",
)
JOURNALED = """
    INSERT INTO main.journal (seq, at, via, kind, entity_id, root, root_id, changed)
    VALUES (?, ?, 'cli', 'person.updated', 0, 'person', 0, '{}')
"""
"""Adds a row with the highest number of the journal, which is about nobody and told to nobody."""

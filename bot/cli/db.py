"""`semaforo db`: the database."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import storage
from bot.app import config, wiring
from bot.cli.command import OPERATOR, add, group
from bot.process.listening import StartError
from core.application.use_case import log_audited

BAR_WIDTH = 40
URL_HELP = "sqlite+aiosqlite:///FILE or postgresql+asyncpg://USER:PASSWORD@HOST:PORT/DATABASE"


def define(parser: argparse.ArgumentParser) -> None:
    database = group(parser)
    add(database, "upgrade", db_upgrade, "bring the database to this version's schema").add_argument(
        "--new", action="store_true", help="begin an empty one; what an earlier one has left beside it is set aside"
    )
    backup = add(database, "backup", db_backup, "copy the database as it stands, while it is in use")
    backup.add_argument(
        "file",
        type=Path,
        nargs="?",
        help="a file that does not exist yet; without one the backup goes to backup.to, is proved by restoring it, and "
        "older ones are pruned as backup.keep says",
    )
    restore = add(database, "restore", db_restore, "put a backup into the place of the database, which is kept")
    restore.description = (
        "Put a backup into the place of the database, while nothing runs over it. What was there is kept under another "
        "name. All tokens and invitations end, so that none comes back that had ended since."
    )
    restore.add_argument("file", type=Path, help="what `db backup` has made")
    copy = add(database, "copy", db_copy, "copy everything into an empty database, of this engine or the other")
    copy.description = (
        "Copy everything into an empty database, of this engine or the other: all of it, checked, or nothing. "
        "Stop the service first: what is written meanwhile is not copied. PostgreSQL's password may come from "
        "PGPASSWORD or ~/.pgpass instead of the URL, which others on this machine may see."
    )
    for place in ("source", "target"):
        copy.add_argument(place, metavar=f"{place.upper()}_URL", help=URL_HELP)
    add(database, "check", db_check, "say what is wrong with the database, if anything")


async def db_upgrade(options: argparse.Namespace, settings: config.Config) -> None:
    url, traces = settings.database.url, wiring.traces_of_database(settings)
    with wiring.start_errors():
        if options.new:
            await asyncio.to_thread(storage.set_aside, url, wiring.companion_files(settings.database))
            traces = []
        await asyncio.to_thread(storage.upgrade, url, traces)
    await db_check(options, settings)


async def db_check(_: argparse.Namespace, settings: config.Config) -> None:
    with wiring.start_errors():
        problems = await asyncio.to_thread(storage.check, settings.database.url)
    if problems:
        raise StartError("; ".join(problems))
    print("ok")


async def db_copy(options: argparse.Namespace, _: config.Config) -> None:
    """Print each table with its rows and their checksum."""
    bar = Bar() if sys.stderr.isatty() else None
    try:
        tables = await storage.copy(options.source, options.target, bar.show if bar else lambda _: None)
    except (ValueError, storage.CannotCopy, storage.DatabaseMissing, storage.SchemaOutOfDate) as fault:
        raise StartError(str(fault)) from None
    finally:
        if bar:
            bar.end()
    for table in tables:
        print(f"{table.checksum}  {table.table} {table.rows}")
    print("ok")


class Bar:
    """The progress of a copy, on one line of the terminal."""

    def __init__(self) -> None:
        self._shown = ""

    def show(self, step: storage.CopyStep) -> None:
        filled = step.done * BAR_WIDTH // step.total
        line = f"[{'#' * filled:.<{BAR_WIDTH}}] {step.done * 100 // step.total:3} %  {step.table}"
        if line != self._shown:
            print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = line

    def end(self) -> None:
        if self._shown:
            print(file=sys.stderr)


async def db_backup(options: argparse.Namespace, settings: config.Config) -> None:
    if options.file is None:
        await db_backup_kept(settings)
        return
    with wiring.start_errors():
        await asyncio.to_thread(storage.backup, settings.database.url, options.file)
    print("ok")


async def db_backup_kept(settings: config.Config) -> None:
    """Make a backup in `backup.to`; print its file, and how many rows it has."""
    from bot.app.backups import BackupFailed, make_backup  # noqa: PLC0415 a rehearsal needs the bot's parts

    try:
        file, rows = await make_backup(settings, settings.clock.now())
    except BackupFailed as fault:
        raise StartError(f"no backup was made: {fault}") from None
    print(f"{file}: {rows} rows, restored and checked")
    print("ok")


async def db_restore(options: argparse.Namespace, settings: config.Config) -> None:
    """Restore a backup; print what is still valid, and what has ended."""
    beside = wiring.companion_files(settings.database)
    with wiring.start_errors():
        done = await asyncio.to_thread(storage.restore, settings.database.url, options.file, beside)
    log_audited(f"database restored tokens_ended={done.tokens_ended}", OPERATOR)
    for line in told(done):
        print(line)
    print("ok")


def told(done: storage.Restored) -> Iterator[str]:
    for kept in done.kept:
        yield f"kept: {kept}"
    yield f"tokens: none holds, those of {done.tokens_ended} people ended; issue new ones"
    yield f"invitations: none holds, {done.invitations_ended} ended"
    yield f"calendars: {done.calendar_links} links hold, {done.calendar_links_ended} that are not in use now ended"
    yield f"webhooks: {done.webhooks} hold, {done.webhooks_ended} that are not in use now are deleted"
    yield f"links: {done.linked_people} people and {done.linked_groups} groups are linked as they were"
    yield f"messages: {done.waiting} wait, {done.not_sent_again} that were sent since are not sent again"
    if not done.numbers_known:
        yield "numbers: what was given since is not known; all go on 10000 higher"

"""`semaforo db`: the database."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

import storage
from bot import config, wiring
from bot.cli.form import add, group
from bot.listening import StartError


def database_commands(commands: Any) -> None:
    """`semaforo db`."""
    database = group(commands, "db", "the database")
    add(database, "upgrade", db_upgrade, "bring the database to this version's schema")
    backup = add(database, "backup", db_backup, "copy the database as it stands, while it is in use")
    backup.add_argument("file", type=Path, help="a file that does not exist yet")
    add(database, "check", db_check, "say what is wrong with the database, if anything")


async def db_upgrade(_: argparse.Namespace, settings: config.Config) -> None:
    """Bring the database to this version's schema."""
    with wiring.url_named():
        await asyncio.to_thread(storage.upgrade, settings.database.url)
    print("ok")


async def db_check(_: argparse.Namespace, settings: config.Config) -> None:
    """Say what is wrong with the database, if anything."""
    with wiring.url_named():
        problems = await asyncio.to_thread(storage.check, settings.database.url)
    if problems:
        raise StartError("; ".join(problems))
    print("ok")


async def db_backup(options: argparse.Namespace, settings: config.Config) -> None:
    """Copy the database as it stands, while it is in use."""
    with wiring.url_named():
        await asyncio.to_thread(storage.backup, settings.database.url, options.file)
    print("ok")

"""Notices what other processes commit to a SQLite file."""

import asyncio
from contextlib import closing, suppress

from storage.commit_watch import Tell
from storage.sqlite.connecting import DatabaseFile, connect, driver, prepare_reader

LOOK_SECONDS = 0.05
"""The pause between two looks, which take about 10 µs each."""


async def watch_file(file: DatabaseFile, tell: Tell) -> None:
    """Look at the count that SQLite keeps of a file's commits (`data_version`): it is in memory, so nothing is read.

    A commit of this process counts too. Raises `FileChanged` if the file is gone.
    """
    file.require_unchanged()
    with closing(connect(file.path, patience=0)) as connection:
        prepare_reader(connection)
        seen = None
        while True:
            with suppress(driver.OperationalError):  # locked for a moment where there is no WAL
                ((version,),) = connection.execute("PRAGMA data_version").fetchall()
                if version != seen:
                    seen = version
                    tell()
            await asyncio.sleep(LOOK_SECONDS)

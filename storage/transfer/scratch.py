"""A copy of a database for somebody to try something on, thrown away with what they tried.

It is a SQLite file whatever the database is: what the core decides does not depend on the engine.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from storage import maintenance
from storage.sqlite.connecting import URL_PREFIX
from storage.transfer import copying


@asynccontextmanager
async def scratch_copy(url: str) -> AsyncIterator[str]:
    """The URL of a copy as of one instant, while others use the database; deleted with the context.

    Raises `ValueError` on an invalid URL, `OSError` if there is no database or no room for another, and for a server's
    database what `copying.copy` raises.
    """
    with TemporaryDirectory(prefix="semaforo-") as folder:
        file = Path(folder) / "scratch.db"
        copy = f"{URL_PREFIX}{file}"
        if url.startswith("postgresql"):
            await copying.copy(url, copy)
        else:
            await asyncio.to_thread(maintenance.backup, url, file)
        yield copy

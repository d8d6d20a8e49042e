"""A copy of a database for somebody to try something on, thrown away with what they tried."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.schema import backup
from storage.sqlite import URL_PREFIX


@contextmanager
def scratch_copy(url: str) -> Iterator[str]:
    """The URL of a copy as of one instant, whoever uses the database meanwhile; gone with the context. Blocks.

    Raises `ValueError` on a URL that is none, `OSError` where there is no database, or no room for another.
    """
    with TemporaryDirectory(prefix="semaforo-") as folder:
        copy = Path(folder) / "scratch.db"
        backup(url, copy)
        yield f"{URL_PREFIX}{copy}"

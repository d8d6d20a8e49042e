"""The PostgreSQL that is used: what a URL says of it, and what of that may be told."""

from typing import Any

import asyncpg
import sqlalchemy as sa

URL_PREFIX = "postgresql+asyncpg://"
CONNECT_SECONDS = 10.0
"""How long a server may take to let one in."""

OWN_PARAMETERS = ("connections", "statement_cache")
"""Parameters of a URL that are not the driver's: see `storage.postgres.sessions`."""


def url_of(url: str) -> sa.URL:
    """The parts of `postgresql+asyncpg://user:password@host:port/database`; a socket's folder is `?host=/folder`.

    Raises `ValueError` on anything else, without a word of what may be a password.
    """
    wanted = f"{URL_PREFIX}USER:PASSWORD@HOST:PORT/DATABASE, or {URL_PREFIX}USER@/DATABASE?host=/FOLDER_OF_THE_SOCKET"
    try:
        parts = sa.make_url(url)
        _, arguments = parts.get_dialect()().create_connect_args(parts)
    except (sa.exc.ArgumentError, ValueError):
        raise ValueError(f"not a database URL of the form {wanted}") from None
    if not url.startswith(URL_PREFIX) or not parts.database or not arguments.get("host"):
        raise ValueError(f"not a database URL of the form {wanted}")
    return parts


def told(url: sa.URL) -> str:
    """A database by its name and place: what messages and logs may say."""
    arguments = arguments_of(url)
    return f"{url.database} at {arguments['host']}:{arguments.get('port', 5432)}"


def arguments_of(url: sa.URL) -> dict[str, Any]:
    """What asyncpg's `connect` and `create_pool` take."""
    _, arguments = url.get_dialect()().create_connect_args(url.difference_update_query(OWN_PARAMETERS))
    return {"timeout": CONNECT_SECONDS, **arguments}


async def connect(url: sa.URL) -> "asyncpg.Connection[Any]":
    """A connection of one's own, or a pooler's. Raises `OSError` where there is none to be had, and says why."""
    try:
        return await asyncpg.connect(**arguments_of(url), statement_cache_size=0)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        raise OSError(f"cannot reach the database {told(url)}: {error or type(error).__name__}") from error

"""Connections to PostgreSQL by URL: the parameters that a URL may have, and the parts of it that messages may show."""

from typing import Any
from urllib.parse import urlencode

import asyncpg
import sqlalchemy as sa

from core.base.host_ports import host_port

URL_PREFIX = "postgresql+asyncpg://"
PORT = 5432
CONNECT_SECONDS = 10.0
"""The longest that connecting to a server may take."""

OWN_PARAMETERS = ("connections", "statement_cache")
"""Parameters of a URL that are not the driver's: see `storage.postgres.sessions`."""

TLS_PARAMETERS = ("sslmode", "sslrootcert", "sslcert", "sslkey", "sslpassword", "sslcrl", "sslnegotiation")
SERVER_PARAMETERS = (*TLS_PARAMETERS, "target_session_attrs", "passfile")
"""Parameters of a URL that PostgreSQL's own programs know too; the driver takes them within a URL of its own."""

PARAMETERS = ("host", "port", "ssl", *SERVER_PARAMETERS, *OWN_PARAMETERS)
"""All parameters that a URL may have; `ssl` is SQLAlchemy's name of `sslmode`."""

LAST_PORT = 65535


def url_of(url: str) -> sa.URL:
    """The parts of `postgresql+asyncpg://user:password@host:port/database`; a socket's folder is `?host=/folder`.

    Raises `ValueError` on any other URL, with a message that cannot contain a password.
    """
    try:
        parts = sa.make_url(url)
        places = places_of(parts) if url.startswith(URL_PREFIX) and parts.database else []
    except (sa.exc.ArgumentError, ValueError):
        places = []
    if not places or not all(host and 0 < port <= LAST_PORT for host, port in places):
        forms = f"{URL_PREFIX}USER:PASSWORD@HOST:PORT/DATABASE, or {URL_PREFIX}USER@/DATABASE?host=/SOCKETS_FOLDER"
        raise ValueError(f"not a database URL of the form {forms}")
    if any("@" in host for host, _ in places):
        raise ValueError("not a database URL: in a password, @ is written as %40")
    if unknown := [name for name, value in parts.query.items() if not is_known(name, value)]:
        raise ValueError(
            f"a database URL has no parameter {unknown[0]}, or not several: it takes {', '.join(PARAMETERS)}"
        )
    return parts


def is_known(name: str, value: str | tuple[str, ...]) -> bool:
    """Return whether a URL may have a parameter. Only hosts and ports may be given several times."""
    return name in PARAMETERS and (isinstance(value, str) or name in {"host", "port"})


def redacted(url: sa.URL) -> str:
    """A database by name and place, for messages and logs: without user and password."""
    return f"{url.database} at {', '.join(host_port(*place) for place in places_of(url))}"


def places_of(url: sa.URL) -> list[tuple[str, int]]:
    """Return (host or socket folder, port), several if the database fails over. Raises `ValueError`."""
    arguments = arguments_of(url)
    host, port = arguments.get("host", ""), arguments.get("port", PORT)
    return list(zip(host, port, strict=True)) if isinstance(host, list) else [(host, port)]


def arguments_of(url: sa.URL) -> dict[str, Any]:
    """The keyword arguments of `asyncpg.connect`."""
    _, arguments = url.get_dialect()().create_connect_args(url.difference_update_query(OWN_PARAMETERS))
    usual = {"sslmode": arguments.pop("ssl")} if "ssl" in arguments else {}
    theirs = usual | {name: arguments.pop(name) for name in SERVER_PARAMETERS if name in arguments}
    if theirs:
        arguments["dsn"] = f"postgresql:///?{urlencode(theirs)}"
    return {"timeout": CONNECT_SECONDS, **arguments}


async def connect(url: sa.URL) -> "asyncpg.Connection[Any]":
    """A connection for one task, through a pooler too. Raises `OSError` with the reason if it cannot be made."""
    try:
        return await asyncpg.connect(**arguments_of(url), statement_cache_size=0)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
        raise OSError(f"cannot reach the database {redacted(url)}: {reason(error)}") from error


def reason(error: BaseException) -> str:
    """The message of the first error in the chain of causes, or its class if it has no message, as a timeout."""
    while isinstance(error.__cause__, Exception):
        error = error.__cause__
    return str(error) or type(error).__name__

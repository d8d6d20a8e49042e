"""`semaforo`, which writes the modules that it has imported to a file in the folder `IMPORTED`, named by its pid."""

import atexit
import os
import sys
from pathlib import Path

from bot.cli import main

SLOW = {
    *("PIL", "aiohttp", "aiosqlite", "alembic", "apscheduler", "asyncpg", "babel", "cryptography", "dateparser"),
    *(
        "holidays",
        "httpx",
        "importlib.metadata",
        "jwt",
        "offapi",
        "prometheus_client",
        "sqlalchemy",
        "telegram",
        "uvloop",
    ),
    *("api", "api.openapi.document", "bot.app", "bot.app.wiring", "bot.chat", "bot.sandbox"),
    *("storage", "storage.postgres"),
}
TO_SERVE = {
    *("aiohttp", "aiosqlite", "babel", "importlib.metadata", "sqlalchemy", "uvloop"),
    *("api", "bot.app", "bot.app.wiring", "storage"),
}


def leave() -> None:
    """Write the modules down, a line each."""
    Path(os.environ["IMPORTED"], str(os.getpid())).write_text("\n".join(sys.modules), encoding="utf-8")


if __name__ == "__main__":
    atexit.register(leave)
    sys.exit(main())

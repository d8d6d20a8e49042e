"""`python -m bot.sandbox [port]`: the sandbox alone, for a bot started elsewhere."""

from __future__ import annotations

import asyncio
import sys

from bot.sandbox import Person, Sandbox

_TOKEN = "7000000001:sandbox-token"  # noqa: S105 - it opens nothing but this sandbox
_PEOPLE = (
    Person(101, "Ana", "ana"),
    Person(102, "Luis", "luis"),
    Person(103, "Eva", "eva", "en"),
)


async def _serve(port: int) -> None:
    sandbox = Sandbox(_TOKEN, "semaforo_bot", "Semáforo", _PEOPLE)
    url = await sandbox.start(port=port)
    print(f"Chat page: {url}/\nbase_url: {url}/bot\ntoken: {_TOKEN}", flush=True)  # noqa: T201 - its one message
    await asyncio.Event().wait()


if __name__ == "__main__":
    try:
        asyncio.run(_serve(int(sys.argv[1]) if len(sys.argv) > 1 else 8081))
    except KeyboardInterrupt:
        sys.exit(0)

"""`semaforo run`, `semaforo demo`, and `semaforo openapi`, what is served."""

import argparse
from pathlib import Path
from typing import Any

import msgspec

from api.routes import PREFIX, ROUTES
from bot.app import config, wiring
from bot.cli.command import add, add_plain
from bot.cli.options import ROLES, SERVE, port, run_options
from bot.process.worker import Worker


def serving_commands(commands: Any) -> None:
    """What serves, and says what is served."""
    demo_options = add_plain(commands, "demo", demo, "try everything: API, bot and chat page over a demo team")
    demo_options.add_argument(
        "--api-port", type=port, default=8080, metavar="N", help="port of the API (default: 8080)"
    )
    demo_options.add_argument(
        "--chat-port", type=port, default=8081, metavar="N", help="port of the chat page (default: 8081)"
    )
    demo_options.add_argument(
        "--data", type=Path, metavar="DIR", help="keep the demo's data there (default: throw it away)"
    )
    run_options(add(commands, "run", run, SERVE))
    add(commands, "openapi", openapi, "print the API's OpenAPI document")


async def run(options: argparse.Namespace, settings: config.Config) -> None:
    """Serve until asked to stop."""
    await wiring.serve(settings, frozenset(options.only or ROLES), options.worker or Worker())


async def demo(options: argparse.Namespace) -> None:
    """Serve a demo team with a local chat page until asked to stop."""
    from bot.app.demo import serve_demo  # noqa: PLC0415 the sandbox is no part of a production start

    await serve_demo(options.api_port, options.chat_port, options.data)


async def openapi(_: argparse.Namespace, __: config.Config) -> None:
    """Print the API's OpenAPI document."""
    from api.openapi.document import document  # noqa: PLC0415 nothing else needs it

    print(msgspec.json.format(msgspec.json.encode(document(ROUTES, PREFIX)), indent=2).decode())

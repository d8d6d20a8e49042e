"""`semaforo demo`."""

import argparse
from pathlib import Path

from bot.app import demo
from bot.cli.arguments import port
from bot.process.event_loop import run_loop


def define(parser: argparse.ArgumentParser) -> None:
    """The arguments of the demo, which reads no configuration."""
    parser.add_argument("--api-port", type=port, default=8080, metavar="N", help="port of the API (default: 8080)")
    parser.add_argument(
        "--chat-port", type=port, default=8081, metavar="N", help="port of the chat page (default: 8081)"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="keep the demo's data there (default: throw it away)")
    parser.set_defaults(command=serve)


def serve(options: argparse.Namespace) -> None:
    run_loop(demo.serve_demo(options.api_port, options.chat_port, options.data))

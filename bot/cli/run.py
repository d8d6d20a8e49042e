"""`semaforo run`. The process over several workers imports nothing that serves: it is there at once, and small."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from tempfile import TemporaryDirectory

from bot.app import config
from bot.cli.arguments import add_config, number
from bot.process.event_loop import run_loop
from bot.process.listening import Shared
from bot.process.loading import loading
from bot.process.signals import quiet_sigint
from bot.process.supervisor import supervise
from bot.process.worker import Worker

MOST_WORKERS = 64


def define(parser: argparse.ArgumentParser) -> None:
    add_config(parser)
    parser.add_argument("--only", action="append", choices=config.ROLES, help="serve only this part; may be repeated")
    parser.add_argument(
        "--workers",
        type=number(f"a number from 1 to {MOST_WORKERS}", 1, MOST_WORKERS),
        default=1,
        metavar="N",
        help="serve with so many processes, which share the ports of this machine (default: 1)",
    )
    parser.add_argument("--worker", type=Worker.read, help=argparse.SUPPRESS)
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> int:
    """Serve, or supervise workers that do, until asked to end; return the exit code."""
    settings = config.load(options.config)
    roles = frozenset(options.only or config.ROLES)
    if settings.log.format == "json":
        from bot.process.json_log import write_json  # noqa: PLC0415 few need it

        write_json()
    if options.workers > 1 and options.worker is None:
        command = [sys.executable, *sys.orig_argv[1:]]  # each worker is this very command again
        with TemporaryDirectory(prefix="semaforo-") if settings.metrics.enabled else nullcontext("") as folder:
            return asyncio.run(supervise(command, dict(addresses(settings, roles)), options.workers, folder))
    with quiet_sigint(), loading():
        from bot.app.serving import serve  # noqa: PLC0415 see the module's docstring
    run_loop(serve(settings, roles, options.worker or Worker()))
    return 0


def addresses(settings: config.Config, roles: frozenset[str]) -> Iterator[tuple[str, Shared]]:
    if config.API in roles:
        yield "api", Shared("api", settings.api.host, settings.api.port)
    if place := config.probe_place(settings, roles):
        yield place.what, Shared(place.key, place.host, place.port)
    telegram = settings.telegram
    if config.BOT in roles and telegram.token and telegram.webhook_url:
        yield "webhook", Shared("telegram.webhook", telegram.webhook_host, telegram.webhook_port)

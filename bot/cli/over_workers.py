"""`semaforo run --workers N`: the process over the workers, which imports nothing that serves."""

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence

from bot.app import config
from bot.cli.messages import INTERRUPTED, log, reason, refuse
from bot.cli.options import ROLES
from bot.process.listening import Shared, StartError
from bot.process.supervisor import supervise


def serve_with(options: argparse.Namespace, arguments: Sequence[str]) -> int:
    """Serve with workers, each this very command again; the process's exit code."""
    log(several=True)
    own = len(sys.orig_argv) - len(arguments)
    command = [sys.executable, *sys.orig_argv[1:own], *arguments]
    try:
        shared = dict(addresses(config.load(options.config), frozenset(options.only or ROLES)))
        return asyncio.run(supervise(command, shared, options.workers))
    except KeyboardInterrupt:
        return INTERRUPTED
    except (config.ConfigError, StartError, OSError) as fault:
        return refuse(reason(fault))


def addresses(settings: config.Config, roles: frozenset[str]) -> Iterator[tuple[str, Shared]]:
    """What the workers listen on together."""
    if "api" in roles:
        yield "api", Shared("api", settings.api.host, settings.api.port)
    telegram = settings.telegram
    if "bot" in roles and telegram.token and telegram.webhook_url:
        yield "webhook", Shared("telegram.webhook", telegram.webhook_host, telegram.webhook_port)

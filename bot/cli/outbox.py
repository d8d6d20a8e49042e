"""`semaforo outbox`: messages that wait, those that Telegram would not take, and trying one of them again."""

import argparse

from bot.cli.arguments import identifier
from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from core.application.use_case import Pipeline
from core.delivery import dead_letters


def define(parser: argparse.ArgumentParser) -> None:
    outbox = group(parser)
    listing = add(outbox, "list", outbox_list, "print what waits to be sent, one JSON line each, the longest due first")
    listing.add_argument(
        "--dead", action="store_true", help="what Telegram refused, and what it said, the latest first"
    )
    again = add(outbox, "retry", outbox_retry, "have a message that Telegram refused sent again, and print it")
    again.add_argument("id", type=identifier, metavar="ID", help="as `outbox list --dead` prints it")


@with_pipeline
async def outbox_list(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(*await pipeline.run(OPERATOR, dead_letters.list_dead if options.dead else dead_letters.list_waiting))


@with_pipeline
async def outbox_retry(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(await pipeline.run(OPERATOR, dead_letters.retry, options.id))

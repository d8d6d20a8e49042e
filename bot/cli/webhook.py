"""`semaforo webhook`: addresses of other systems that are told of changes. People make them over the API."""

import argparse

from bot.app import config, wiring
from bot.cli.arguments import identifier, number
from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from bot.process.listening import StartError
from bot.webhooks import client
from core.application.use_case import Pipeline
from core.delivery import webhooks
from core.delivery.webhook_events import headers_of
from core.records.journal import LAST_SEQ

row = number("the number of a change", 1, LAST_SEQ)


def define(parser: argparse.ArgumentParser) -> None:
    commands = group(parser)
    listed = add(commands, "list", webhook_list, "print the webhooks of everybody or of one person, a JSON line each")
    listed.add_argument("username", nargs="?", help="whose (default: everybody's)")
    test = add(commands, "test", webhook_test, "send a webhook a test event now, and print what became of it")
    test.add_argument("id", type=identifier)
    replay = add(commands, "replay", webhook_replay, "have a webhook told again of what has changed since")
    replay.add_argument("id", type=identifier)
    replay.add_argument(
        "--from", type=row, required=True, dest="seq", metavar="SEQ", help="the first change, by its seq"
    )


@with_pipeline
async def webhook_list(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(*await pipeline.run(OPERATOR, webhooks.list_webhooks_of, options.username))


async def webhook_test(options: argparse.Namespace, settings: config.Config) -> None:
    """Print the status of the answer. An event that did not arrive is an error, so that scripts notice."""
    async with (
        wiring.open_pipeline(settings) as pipeline,
        client.opened(pipeline.settings.destinations, pipeline.clock) as sender,
    ):
        delivery = await pipeline.run(OPERATOR, webhooks.test_webhook, options.id)
        answer = await sender.post(delivery.url, headers_of(delivery, pipeline.clock.now()), delivery.body)
    if answer.fault:
        raise StartError(f"it did not arrive: {answer.fault}{f' {answer.status}' if answer.status else ''}.")
    emit({"status": answer.status})


@with_pipeline
async def webhook_replay(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(await pipeline.run(OPERATOR, webhooks.replay_webhook, options.id, options.seq))

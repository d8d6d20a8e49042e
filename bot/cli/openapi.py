"""`semaforo openapi`."""

import argparse

import msgspec

from api.openapi.document import document
from api.routes import PREFIX, ROUTES
from bot.app import config
from bot.cli.command import define_command


def define(parser: argparse.ArgumentParser) -> None:
    define_command(parser, openapi)


async def openapi(_: argparse.Namespace, __: config.Config) -> None:
    print(msgspec.json.format(msgspec.json.encode(document(ROUTES, PREFIX)), indent=2).decode())

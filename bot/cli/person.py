"""`semaforo person`: all that the database has of somebody, handed out or erased."""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.people import personal_data

FORMAT = "semaforo-person-1"


def define(parser: argparse.ArgumentParser) -> None:
    people = group(parser)
    export = add(people, "export", person_export, "print all that is somebody's as JSON, without secrets")
    export.add_argument("username")
    erase = add(people, "erase", person_erase, "erase somebody who has left")
    erase.description = (
        "Erase somebody who has left (`user deactivate`): their name, words, links and chat. What the team did with "
        "them stays, under «Persona 12». It cannot be taken back; backups made before still have all of it."
    )
    erase.add_argument("username")
    erase.add_argument("--yes", action="store_true", help="do not ask")


@with_pipeline
async def person_export(options: argparse.Namespace, pipeline: Pipeline) -> None:
    traces = await pipeline.run(OPERATOR, personal_data.begin_export, options.username)
    for line in document(await pipeline.run(OPERATOR, personal_data.exported, traces), pipeline.clock.now()):
        print(line)


def document(sections: Mapping[str, Sequence[Mapping[str, Any]]], at: datetime) -> Iterator[str]:
    """One JSON object, a line for each row, so that it is never whole in memory."""
    yield f'{{"format":"{FORMAT}","exportedAt":{written(at)}'
    for name, rows in sections.items():
        yield f',"{name}":['
        for place, row in enumerate(rows):
            yield ("," if place else "") + written(row)
        yield "]"
    yield "}"


def written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@with_pipeline
async def person_erase(options: argparse.Namespace, pipeline: Pipeline) -> None:
    person = await pipeline.run(OPERATOR, personal_data.person_to_erase, options.username)
    if not options.yes and not confirmed(person.username):
        raise StartError("nothing was erased.")
    emit(await pipeline.run(OPERATOR, personal_data.erase_person, options.username))


def confirmed(username: str) -> bool:
    print(f"This cannot be taken back. Type {username} to erase them: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() == username

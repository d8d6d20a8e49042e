"""`semaforo person`: all that the database has of somebody, handed out or erased."""

import argparse
import shutil
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec

from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.people import personal_data

FORMAT = "semaforo-person-1"
ENCODER = msgspec.json.Encoder()


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
    """Print it once all of it is read: nothing of an export that fails."""
    traces = await pipeline.run(OPERATOR, personal_data.begin_export, options.username)
    with TemporaryFile("w+", encoding="utf-8", prefix="semaforo-") as file:
        archive = Document(file, pipeline.clock.now())
        await pipeline.run(OPERATOR, personal_data.export, traces, archive)
        archive.end()
        file.seek(0)
        shutil.copyfileobj(file, sys.stdout)


class Document:
    """A JSON object written to a file, a line for each row, so that it is never whole in memory."""

    def __init__(self, file: IO[str], at: datetime) -> None:
        self.file = file
        self.head = f'{{"format":"{FORMAT}","exportedAt":{ENCODER.encode(at).decode()}\n'
        self.before = ""
        """The text before the next rows of a section: a comma, unless they are the first."""
        self.ending = ""

    def begin(self) -> None:
        self.file.seek(0)
        self.file.truncate()
        self.file.write(self.head)
        self.ending = ""

    def begin_section(self, name: str) -> None:
        self.file.write(f'{self.ending},"{name}":[\n')
        self.before, self.ending = "", "]\n"

    def add(self, rows: Sequence[Mapping[str, Any]]) -> None:
        lines = ENCODER.encode_lines(rows).decode()
        self.file.write(self.before + lines[:-1].replace("\n", "\n,") + "\n")
        self.before = ","

    def end(self) -> None:
        self.file.write(self.ending + "}\n")


@with_pipeline
async def person_erase(options: argparse.Namespace, pipeline: Pipeline) -> None:
    person = await pipeline.run(OPERATOR, personal_data.person_to_erase, options.username)
    if not options.yes and not confirmed(person.username):
        raise StartError("nothing was erased.")
    emit(await pipeline.run(OPERATOR, personal_data.erase_person, options.username))


def confirmed(username: str) -> bool:
    print(f"This cannot be taken back. Type {username} to erase them: ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip() == username

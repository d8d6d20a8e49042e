"""`semaforo absence`: the days on which people are away."""

import argparse
import sys

from bot.cli.arguments import identifier
from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from core.application import requests
from core.application.use_case import Pipeline
from core.people import absences, users
from core.people.absences import AbsenceCreate


def define(parser: argparse.ArgumentParser) -> None:
    away = group(parser)
    adding = add(away, "add", absence_add, "say on which days somebody is away, and print it")
    adding.add_argument("username")
    adding.add_argument("first", metavar="FIRST", help="the first day, as YYYY-MM-DD")
    adding.add_argument("last", nargs="?", metavar="LAST", help="the last day (default: the first)")
    adding.add_argument("--reason", help="why; only they, who leads them and admins are told")
    add(away, "list", absence_list, "print a person's absences that are not over, one JSON line each").add_argument(
        "username"
    )
    add(away, "cancel", absence_cancel, "cancel an absence; one that has begun ends yesterday").add_argument(
        "id", type=identifier, metavar="ID", help="as `absence list` prints it"
    )


@with_pipeline
async def absence_add(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Print the absence as it is now, and which others were joined with it."""
    person = await pipeline.run(OPERATOR, users.active_user, options.username)
    days = {"firstDay": options.first, "lastDay": options.last or options.first}
    request = requests.build(AbsenceCreate, {"userId": person.id, **days, "reason": options.reason})
    declared = await pipeline.run(OPERATOR, absences.declare_absence, request)
    for joined in declared.joined:
        print(f"semaforo: joined with that of {joined.first_day} to {joined.last_day}", file=sys.stderr)
    emit(declared.absence)


@with_pipeline
async def absence_list(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """The nearest first."""
    person = await pipeline.run(OPERATOR, users.active_user, options.username)
    emit(*await pipeline.run(OPERATOR, absences.list_absences, person.id))


@with_pipeline
async def absence_cancel(options: argparse.Namespace, pipeline: Pipeline) -> None:
    await pipeline.run(OPERATOR, absences.cancel_absence, options.id)

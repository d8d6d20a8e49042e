"""`semaforo job`: what is done by the clock."""

import argparse

from bot.cli.command import OPERATOR, add, emit, group, with_pipeline
from core.application.use_case import Pipeline
from core.jobs import timetable
from core.records.jobs import Job


def define(parser: argparse.ArgumentParser) -> None:
    jobs = group(parser)
    add(jobs, "list", job_list, "print every job with its last run and its next turn, one JSON line each")
    add(jobs, "run", job_run, "run a job now and print what it did").add_argument(
        "name", choices=[job.value for job in Job], metavar="NAME", help=", ".join(Job)
    )


@with_pipeline
async def job_list(_: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(*await pipeline.run(OPERATOR, timetable.list_jobs))


@with_pipeline
async def job_run(options: argparse.Namespace, pipeline: Pipeline) -> None:
    emit(await pipeline.run(OPERATOR, timetable.TIMETABLE[Job(options.name)].use_case))

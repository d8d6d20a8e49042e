"""`semaforo user hours`: when a person works."""

import argparse
import re
from typing import Any

from bot.cli.command import OPERATOR, add, emit, with_pipeline
from core.application import requests
from core.application.use_case import Pipeline
from core.base.date_times import TIME_OF_DAY
from core.people import schedules, users
from core.people.schedules import ScheduleRequest
from core.people.working_time import MONDAY, SUNDAY

DAYS = re.compile(r"([1-7])(?:-([1-7]))?")
HOURS = re.compile(rf"(\S+) +({TIME_OF_DAY})-({TIME_OF_DAY})", re.ASCII)
FORM = "DAYS HH:MM-HH:MM"
Shifts = list[dict[str, object]]


def hours_command(people: Any) -> None:
    explanation = "print when a person works, or change it"
    options = add(people, "hours", user_hours, explanation)
    options.add_argument("username")
    change = options.add_mutually_exclusive_group()
    change.add_argument(
        "--set",
        dest="week",
        action="append",
        type=shifts,
        metavar=f'"{FORM}"',
        help=f'their whole week; repeated for other hours: --set "1-4 09:00-18:00" --set "5 09:00-14:00" '
        f"({MONDAY} Monday … {SUNDAY} Sunday; in their own time zone)",
    )
    change.add_argument("--clear", action="store_true", help="as the office works")


def shifts(text: str) -> Shifts:
    """`1-5 09:00-18:00` or `1,3,5 09:00-13:00` as days of a schedule."""
    found = HOURS.fullmatch(text.strip())
    weekdays = [weekdays_of(part) for part in found[1].split(",")] if found else []
    if not found or not all(weekdays):
        raise argparse.ArgumentTypeError(
            f'takes days and hours such as "1-5 09:00-18:00" or "1,3 09:00-13:00", not {text!r}'
        )
    return [{"weekday": day, "starts": found[2], "ends": found[3]} for days in weekdays for day in days]


def weekdays_of(text: str) -> range:
    """`3` or `1-5`; none for anything else."""
    found = DAYS.fullmatch(text)
    return range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)


@with_pipeline
async def user_hours(options: argparse.Namespace, pipeline: Pipeline) -> None:
    person = await pipeline.run(OPERATOR, users.active_user, options.username)
    if options.clear:
        schedule = await pipeline.run(OPERATOR, schedules.reset_schedule, person.id)
    elif options.week:
        days = [day for shift in options.week for day in shift]
        week = requests.build(ScheduleRequest, {"days": days})
        schedule = await pipeline.run(OPERATOR, schedules.set_schedule, person.id, week)
    else:
        schedule = await pipeline.run(OPERATOR, schedules.get_schedule, person.id)
    emit(schedule)

"""`semaforo simulate`: what is to come."""

import argparse
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from bot.app import config
from bot.app.simulation import Simulation, open_simulation
from bot.cli.arguments import a_date
from bot.cli.command import OPERATOR, define_command, table
from bot.cli.ledger import DAY, DAY_AND_TIME, SENT, outcome_text, subject_text, why_off
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import start_of
from core.jobs import upcoming
from core.jobs.upcoming import UnaskedDay
from core.people import users
from core.people.schedules import zone_of
from core.records.people import User
from core.records.work import RuleState, TaskRule

FARTHEST = 366
HEADER = """\
What would be sent from {first} to {last}, times of {zone}.
Foretold on {now} over a copy: nothing was sent, nothing was changed.
Assumed: nobody reacts. Nobody opens, reports on or closes a day; tasks, events and absences stay as they are
now; the service is up all the time and Telegram takes every message.
"""
HOW = """ The service itself runs ahead, over a copy of the database and by this configuration.
Nothing is sent, nothing is changed, and the service may go on meanwhile."""


class LedgerLine(NamedTuple):
    at: datetime
    person: str
    subject: str
    outcome: str


def define(parser: argparse.ArgumentParser) -> None:
    define_command(parser, simulate)
    parser.description = f"{parser.description}.{HOW}"
    parser.add_argument(
        "--from", dest="first", type=a_date, metavar="YYYY-MM-DD", help="the first day (default: today, from now on)"
    )
    parser.add_argument(
        "--to", dest="last", type=a_date, metavar="YYYY-MM-DD", help="the last day (default: the first)"
    )
    parser.add_argument("--user", metavar="USERNAME", help="only what this person would get (default: everybody)")


async def simulate(options: argparse.Namespace, settings: config.Config) -> None:
    async with AsyncExitStack() as stack:
        simulation = await open_simulation(settings, stack)
        now, zone = simulation.clock.now(), settings.zone
        first, last = asked_days(options, local_date(now, zone))
        people = await asked_people(options, simulation.pipeline)
        lines = sorted([line async for line in simulated(simulation, people, first, last)], key=lambda line: line.at)
    days = {"first": f"{first:{DAY}}", "last": f"{last:{DAY}}"}
    print(HEADER.format(**days, zone=zone, now=f"{now.astimezone(zone):{DAY_AND_TIME}}"))
    if not lines:
        print("Nobody would be told anything.")
        return
    rows = [(f"{line.at.astimezone(zone):{DAY_AND_TIME}}", line.person, line.subject, line.outcome) for line in lines]
    table(("WHEN", "WHO", "WHAT", "BECOMES"), rows)
    sent = [line.person for line in lines if line.outcome == SENT]
    print(f"\nMessages sent: {len(sent)}. People written to: {len(set(sent))}.")


def asked_days(options: argparse.Namespace, today: date) -> tuple[date, date]:
    """Return the first and the last day asked for. Raises `StartError` for days that cannot be simulated."""
    first = options.first or min(today, options.last or today)
    last = options.last or first
    if first < today:
        raise StartError(f"--from: {first} is past: `semaforo ledger USER --date {first}` tells what was sent.")
    if last < first:
        raise StartError(f"--to: {last} is before {first}.")
    if (last - today).days > FARTHEST:
        raise StartError(f"--to: nothing is foretold for more than {FARTHEST} days ahead.")
    return first, last


async def asked_people(options: argparse.Namespace, pipeline: Pipeline) -> Mapping[int, User]:
    if options.user:
        return {user.id: user for user in [await pipeline.run(OPERATOR, users.known_user, options.user)]}
    return {user.id: user for user in await pipeline.run(OPERATOR, users.list_users)}


async def simulated(
    simulation: Simulation, people: Mapping[int, User], first: date, last: date
) -> AsyncIterator[LedgerLine]:
    """The days on which somebody is not asked, in order; then what becomes of each message and rule, in order."""
    settings = simulation.pipeline.settings
    for off in await simulation.pipeline.run(OPERATOR, upcoming.unasked_days, people, first, last):
        yield day_off_line(off, people[off.user_id], zone_of(people[off.user_id], settings))
    since, until = (start_of(day, settings.zone) for day in (first, last + ONE_DAY))
    async for message in simulation.run(people, until):
        if isinstance(message, TaskRule):
            if message.updated_at >= since:
                for person in people.keys() & message.responsible_user_ids:
                    yield rule_line(message, people[person])
        elif message.outcome_at >= since:
            name, on = people[message.user_id].username, local_date(message.outcome_at, settings.zone)
            yield LedgerLine(message.outcome_at, name, subject_text(message), outcome_text(message, settings.zone, on))


def rule_line(rule: TaskRule, person: User) -> LedgerLine:
    became = {
        RuleState.ACTIVE: f"made: task {rule.task_id}, for {rule.last_on:{DAY}}",
        RuleState.WAITING: f"waits: task {rule.task_id} is open",
    }.get(rule.state, "paused: there is nobody to make it for")
    return LedgerLine(rule.updated_at, person.username, f"task of rule {rule.id}", became)


def day_off_line(off: UnaskedDay, person: User, zone: ZoneInfo) -> LedgerLine:
    """A line that says at the beginning of a person's day off that they are not asked."""
    at = start_of(off.on, zone)
    return LedgerLine(at, person.username, "prompts for the day", f"not sent: {why_off(off.why)}")

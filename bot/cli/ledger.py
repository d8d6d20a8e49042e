"""`semaforo ledger` and `semaforo simulate`: why somebody was written to, or was not, and what is to come."""

import argparse
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from datetime import date, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from bot.app import config, wiring
from bot.app.simulation import Simulation
from bot.cli.command import OPERATOR, a_date, add, table, with_pipeline
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import start_of
from core.base.model import Language
from core.delivery import ledger
from core.delivery.ledger import Ledger
from core.jobs import upcoming
from core.jobs.upcoming import UnaskedDay
from core.language.i18n import text
from core.people import users
from core.people.schedules import zone_of
from core.people.working_time import Off, WhyOff
from core.records.messages import Message, Outcome
from core.records.people import User

SENT = "sent"
FARTHEST = 366
DAY, DAY_AND_TIME = "%a %Y-%m-%d", "%a %Y-%m-%d %H:%M"
HEADER = """\
What would be sent from {first} to {last}, times of {zone}.
Foretold on {now} over a copy: nothing was sent, nothing was changed.
Assumed: nobody reacts. Nobody opens, reports on or closes a day; tasks, events and absences stay as they are
now; the service is up all the time and Telegram takes every message.
"""
LEDGER = "why somebody was written to, or was not: the messages of a day, what became of each, and when it was answered"
SIMULATE = "what would be sent to whom in the days to come, what would not, and why"
HOW = """ The service itself runs ahead, over a copy of the database and by this configuration.
Nothing is sent, nothing is changed, and the service may go on meanwhile."""


class LedgerLine(NamedTuple):
    """A line of what is to come: when, for whom, what, and what becomes of it."""

    at: datetime
    person: str
    what: str
    fate: str


def ledger_commands(commands: Any) -> None:
    """`semaforo ledger`, `semaforo simulate`."""
    looking_back = add(commands, "ledger", print_ledger, LEDGER)
    looking_back.add_argument("username")
    looking_back.add_argument("--date", type=a_date, metavar="YYYY-MM-DD", help="of which day (default: today)")
    ahead = add(commands, "simulate", simulate, SIMULATE)
    ahead.description = f"{SIMULATE}.{HOW}"
    ahead.add_argument(
        "--from", dest="first", type=a_date, metavar="YYYY-MM-DD", help="the first day (default: today, from now on)"
    )
    ahead.add_argument("--to", dest="last", type=a_date, metavar="YYYY-MM-DD", help="the last day (default: the first)")
    ahead.add_argument("--user", metavar="USERNAME", help="only what this person would get (default: everybody)")


@with_pipeline
async def print_ledger(options: argparse.Namespace, pipeline: Pipeline) -> None:
    """Print the ledger of a person's day as a table."""
    zone, now = pipeline.settings.zone, pipeline.clock.now()
    person = await pipeline.run(OPERATOR, users.known_user, options.username)
    if options.date and options.date > local_date(now, zone):
        ahead = f"semaforo simulate --user {person.username} --from {options.date}"
        raise StartError(f"{options.date} is still to come: `{ahead}` tells of it.")
    found = await pipeline.run(OPERATOR, ledger.ledger_of, person.id, options.date)
    print(f"{person.display_name} ({person.username}) on {found.fecha:{DAY}}, times of {zone}")
    for line in standing(found, zone):
        print(line)
    print()
    rows = [ledger_row(message, zone, found.fecha, now) for message in sorted(found.messages, key=ledger.due_time)]
    if rows:
        table(("DUE", "WHAT", "BECAME", "ANSWERED"), rows)
    elif local_date(now, zone) - found.fecha >= pipeline.settings.record_days * ONE_DAY:
        print(f"Nothing is remembered for longer than {pipeline.settings.record_days} days (jobs.record_days).")
    else:
        print("There was nothing to tell them.")


def standing(found: Ledger, zone: ZoneInfo) -> Iterator[str]:
    """What keeps a person from being written to, as a whole."""
    if not found.person.is_active:
        yield "They have left: nobody writes to them."
    elif found.person.telegram_user_id is None:
        yield "Telegram is not linked: there is no way to write to them."
    elif found.person.telegram_blocked_at:
        since = found.person.telegram_blocked_at.astimezone(zone)
        yield f"They blocked the bot on {since:{DAY_AND_TIME}}: there is no way to write to them."
    if found.off:
        yield f"Not asked about the day: {why_off(found.off)}."
    if found.quiet_until:
        yield f"Quiet hours until {found.quiet_until.astimezone(zone):%H:%M}: until then only reminders are sent."
    for gone, back in found.idle:
        away, again = (clock(at, zone, found.fecha) for at in (gone, back))
        yield f"The service was not there from {away} to {again}: what is asked by the clock was not asked then."


def ledger_row(message: Message, zone: ZoneInfo, on: date, now: datetime) -> Sequence[str]:
    """A message of a day: when it was due, what it was, what became of it, when it was answered."""
    became = fate(message, zone, on)
    if message.outcome is Outcome.SENT:
        became = f"{SENT} {clock(message.outcome_at, zone, on)}"
    elif message.outcome is Outcome.WAITING and message.due_at <= now:
        became = "to be sent now"
    answered = clock(message.answered_at, zone, on) if message.answered_at else ""
    return clock(ledger.due_time(message), zone, on), what(message), became, answered


async def simulate(options: argparse.Namespace, settings: config.Config) -> None:
    """Print what would be sent in some days to come as a table."""
    async with AsyncExitStack() as stack:
        simulation = await wiring.open_simulation(settings, stack)
        now, zone = simulation.clock.now(), settings.zone
        first, last = asked_days(options, local_date(now, zone))
        people = await asked_people(options, simulation.pipeline)
        lines = sorted([line async for line in simulated(simulation, people, first, last)], key=lambda line: line.at)
    days = {"first": f"{first:{DAY}}", "last": f"{last:{DAY}}"}
    print(HEADER.format(**days, zone=zone, now=f"{now.astimezone(zone):{DAY_AND_TIME}}"))
    if not lines:
        print("Nobody would be told anything.")
        return
    rows = [(f"{line.at.astimezone(zone):{DAY_AND_TIME}}", line.person, line.what, line.fate) for line in lines]
    table(("WHEN", "WHO", "WHAT", "BECOMES"), rows)
    sent = [line.person for line in lines if line.fate == SENT]
    print(f"\nMessages sent: {len(sent)}. People written to: {len(set(sent))}.")


def asked_days(options: argparse.Namespace, today: date) -> tuple[date, date]:
    """The first and the last day that are meant. Raises `StartError` where they cannot be foretold."""
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
    """Who is meant, by id."""
    if options.user:
        return {user.id: user for user in [await pipeline.run(OPERATOR, users.known_user, options.user)]}
    return {user.id: user for user in await pipeline.run(OPERATOR, users.list_users)}


async def simulated(
    simulation: Simulation, people: Mapping[int, User], first: date, last: date
) -> AsyncIterator[LedgerLine]:
    """The lines of some days: days on which nobody is asked, then what becomes of each message; each in order."""
    settings = simulation.pipeline.settings
    for off in await simulation.pipeline.run(OPERATOR, upcoming.unasked_days, people, first, last):
        yield day_off_line(off, people[off.user_id], zone_of(people[off.user_id], settings))
    since, until = (start_of(day, settings.zone) for day in (first, last + ONE_DAY))
    async for message in simulation.run(people, until):
        if message.outcome_at >= since:
            name, on = people[message.user_id].username, local_date(message.outcome_at, settings.zone)
            yield LedgerLine(message.outcome_at, name, what(message), fate(message, settings.zone, on))


def day_off_line(off: UnaskedDay, person: User, zone: ZoneInfo) -> LedgerLine:
    """That somebody is not asked about a day, from where it begins for them."""
    at = start_of(off.on, zone)
    return LedgerLine(at, person.username, "prompts for the day", f"not sent: {why_off(off.why)}")


def fate(message: Message, zone: ZoneInfo, on: date) -> str:
    """What became of a message, with the times that are not of the same day by their dates."""
    reason = text(Language.EN, f"chat.why_reason_{message.reason}") if message.reason else ""
    match message.outcome:
        case Outcome.WAITING:
            return f"held until {clock(message.due_at, zone, on)}" + (f": {reason}" if reason else "")
        case Outcome.SENT:
            return SENT
        case Outcome.WITHHELD:
            return f"not sent: {reason}"
        case Outcome.BLOCKED:
            shut = "the group does not let the bot in" if message.group_chat_id else "they have blocked the bot"
            return f"not sent: {shut}"
        case Outcome.FAILED:
            return "not sent: Telegram did not take it" + (f" ({message.fault})" if message.fault else "")


def what(message: Message) -> str:
    """What a message is, with the number of its task, and whether a group is told."""
    kind = text(Language.EN, f"chat.why_kind_{message.kind}")
    about = message.params.get("task_id")
    subject = f"{kind} #{about}" if about else kind
    return subject if message.group_chat_id is None else text(Language.EN, "chat.why_in_group", what=subject)


def why_off(off: WhyOff) -> str:
    """Why a day is not worked."""
    if off.off is Off.HOLIDAY and off.holiday:
        return f"holiday ({off.holiday.names[Language.EN]})"
    return f"away until {off.until}" if off.off is Off.ABSENCE else "day off"


def clock(at: datetime, zone: ZoneInfo, on: date) -> str:
    """A time of a zone, with its date where that is not the day one speaks of."""
    local = at.astimezone(zone)
    return f"{local:%H:%M}" if local.date() == on else f"{local:{DAY_AND_TIME}}"

"""`semaforo ledger`: why somebody was written to, or was not."""

import argparse
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from bot.cli.arguments import a_date
from bot.cli.command import OPERATOR, define_command, table, with_pipeline
from bot.process.listening import StartError
from core.application.use_case import Pipeline
from core.base.calendar_time import ONE_DAY, local_date
from core.base.model import Language
from core.delivery import ledger
from core.delivery.ledger import Ledger
from core.language.i18n import text
from core.people import users
from core.people.working_time import Off, WhyOff
from core.records.messages import Message, Outcome

SENT = "sent"
DAY, DAY_AND_TIME = "%a %Y-%m-%d", "%a %Y-%m-%d %H:%M"


def define(parser: argparse.ArgumentParser) -> None:
    define_command(parser, print_ledger)
    parser.add_argument("username")
    parser.add_argument("--date", type=a_date, metavar="YYYY-MM-DD", help="of which day (default: today)")


@with_pipeline
async def print_ledger(options: argparse.Namespace, pipeline: Pipeline) -> None:
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
    """Yield the reasons why a person gets no messages at all, or none for some time."""
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
    became = outcome_text(message, zone, on)
    if message.outcome is Outcome.SENT:
        became = became.replace(SENT, f"{SENT} {clock(message.outcome_at, zone, on)}", 1)
    elif message.outcome is Outcome.WAITING and message.due_at <= now:
        became = "to be sent now"
    answered = clock(message.answered_at, zone, on) if message.answered_at else ""
    return clock(ledger.due_time(message), zone, on), subject_text(message), became, answered


def outcome_text(message: Message, zone: ZoneInfo, on: date) -> str:
    """Return the words for the outcome of a message; a time on another day than `on` is shown with its date."""
    reason = text(Language.EN, f"chat.why_reason_{message.reason}") if message.reason else ""
    match message.outcome:
        case Outcome.WAITING:
            return f"held until {clock(message.due_at, zone, on)}" + (f": {reason}" if reason else "")
        case Outcome.SENT:
            return f"{SENT}: {reason}" if reason else SENT
        case Outcome.WITHHELD:
            return f"not sent: {reason}"
        case Outcome.BLOCKED:
            shut = "the group does not let the bot in" if message.group_chat_id else "they have blocked the bot"
            return f"not sent: {shut}"
        case Outcome.FAILED:
            return "not sent: Telegram did not take it" + (f" ({message.fault})" if message.fault else "")


def subject_text(message: Message) -> str:
    """The kind of a message, the number of its task, and whether it goes to a group."""
    kind = text(Language.EN, f"chat.why_kind_{message.kind}")
    about = message.params.get("task_id")
    subject = f"{kind} #{about}" if about else kind
    return subject if message.group_chat_id is None else text(Language.EN, "chat.why_in_group", what=subject)


def why_off(off: WhyOff) -> str:
    if off.off is Off.HOLIDAY and off.holiday:
        return f"holiday ({off.holiday.names[Language.EN]})"
    return f"away until {off.until}" if off.off is Off.ABSENCE else "day off"


def clock(at: datetime, zone: ZoneInfo, on: date) -> str:
    """An instant as the clock of a zone shows it; with the date if it is not `on`."""
    local = at.astimezone(zone)
    return f"{local:%H:%M}" if local.date() == on else f"{local:{DAY_AND_TIME}}"

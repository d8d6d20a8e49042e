"""The messages that Telegram accepted beside the ledger: which were lost, which repeated, and why they had to be."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from bot.sandbox import Sandbox
from core.records.messages import Outcome
from storage.sqlite.connecting import connect

NUMBER = re.compile(r"Aviso (\d+)\.")
LEDGER = """
    SELECT tasks.descripcion, users.telegram_user_id, outbox.outcome,
    outbox.claimed_by IS NOT NULL AND outbox.claimed_until IS NOT NULL FROM outbox
    JOIN tasks ON tasks.id = json_extract(outbox.params, '$.task_id') JOIN users ON users.id = outbox.user_id
"""


@dataclass(frozen=True)
class Row:
    """A message as the ledger has it: whose it is, what became of it, and whether somebody is sending it."""

    account: int
    outcome: Outcome
    in_hand: bool


@dataclass(frozen=True)
class Delivery:
    """A message that Telegram accepted: the how-manieth call it was, and whether its answer was lost."""

    call: int
    answer_lost: bool


@dataclass(frozen=True)
class End:
    """The death or freezing of a service: after `calls` calls, with messages in hand that were not marked."""

    calls: int
    unmarked: frozenset[int]


@dataclass
class Tally:
    """A flood of numbered messages."""

    sandbox: Sandbox
    file: Path
    rows: str = LEDGER
    """The query for every message."""
    ends: list[End] = field(default_factory=list)
    frozen: bool = False
    """True where a service that ended may go on."""

    def asks(self, statement: str) -> list:
        """The rows that the database answers with."""
        with closing(connect(self.file)) as connection:
            return connection.execute(statement).fetchall()

    def ledger(self) -> dict[int, Row]:
        """Every message by its number."""
        return {
            number_in(text): Row(account, Outcome(outcome), outcome == Outcome.WAITING and bool(claimed))
            for text, account, outcome, claimed in self.asks(self.rows)
        }

    def waiting(self) -> int:
        """The number of messages that are still to be sent."""
        return len(self.asks("SELECT id FROM outbox WHERE outcome = 'waiting'"))

    def deliveries(self) -> dict[int, list[Delivery]]:
        """The deliveries that were accepted, by the message's number, in order."""
        found: dict[int, list[Delivery]] = defaultdict(list)
        for position, call in enumerate(self.sandbox.calls):
            if call.result is not None:
                for number in numbers_in(call.params["text"]):
                    found[number].append(Delivery(position, call.fault == "lose_answer"))
        return found

    def told(self) -> int:
        """The number of messages that were sent to Telegram, whether it took them or not."""
        return sum(len(NUMBER.findall(call.params.get("text", ""))) for call in self.sandbox.calls)

    def note_end(self) -> None:
        """The service that was sending is not any more."""
        unmarked = frozenset(number for number, row in self.ledger().items() if row.in_hand)
        self.ends.append(End(len(self.sandbox.calls), unmarked))

    def lost(self, blockers: set[int]) -> list[int]:
        """Messages that neither arrived nor are known to have been refused by who blocked the bot."""
        arrived = self.deliveries()
        return [
            number
            for number, row in self.ledger().items()
            if not (number in arrived if row.outcome is Outcome.SENT else refused(row, blockers))
        ]

    def repeats(self) -> Iterator[tuple[int, str]]:
        """Every delivery of what had been delivered before: the message, and why it had to be; "" for no reason."""
        for number, deliveries in self.deliveries().items():
            for before, after in pairwise(deliveries):
                yield number, self.reason(number, before, after)

    def reason(self, number: int, before: Delivery, after: Delivery) -> str:
        """Why a message that had been accepted was sent again."""
        if before.answer_lost:
            return "answer lost"
        ends = [end for end in self.ends if number in end.unmarked and end.calls <= after.call]
        if any(before.call < end.calls for end in ends):
            return "ended before it was marked"
        return "frozen as it was sent" if ends and self.frozen else ""


def numbers_in(text: str) -> list[int]:
    """Return the numbers of the messages in a text: one, or several that were joined."""
    found = [int(number) for number in NUMBER.findall(text)]
    assert found, text
    return found


def number_in(text: str) -> int:
    (number,) = numbers_in(text)
    return number


def refused(row: Row, blockers: set[int]) -> bool:
    """Return whether a message came to its end because its person had blocked the bot."""
    return row.account in blockers and row.outcome in {Outcome.BLOCKED, Outcome.WITHHELD}

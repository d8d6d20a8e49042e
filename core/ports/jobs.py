"""What jobs stand on: their runs, the messages they leave, and what they keep or look for across aggregates."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.records.calendar import DueReminder, KeptBirthday
from core.records.jobs import Job, JobRun, Lease, LeaseName
from core.records.messages import Due, Message, NewMessage, Outcome, Reason


class JobRunRepository(Protocol):
    """The record of runs."""

    async def start(self, job: Job, at: datetime, asked_by_user_id: int | None) -> int:
        """The new run's id; nobody of the directory asked for one by the command line."""

    async def start_scheduled(self, job: Job, at: datetime, nominal: str) -> int | None:
        """The new run's id, or None where the job's turn of that name has been taken."""

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None:
        """Write when it ended and what it did."""

    async def last_scheduled(self, job: Job, until: str) -> str | None:
        """The name of the last turn of a job that was taken, by name, of those up to a name."""

    async def scheduled(self, job: Job, since: str, until: str) -> Sequence[str]:
        """The names of a job's turns that were taken, from one name to another, in order."""

    async def last(self, job: Job) -> JobRun | None:
        """The last run of a job."""

    async def prune(self, before: datetime, most: int) -> int:
        """Forget the oldest runs that began earlier, so many at most; how many."""


class LeaseRepository(Protocol):
    """One lease for each `LeaseName`."""

    async def get(self, name: LeaseName) -> Lease | None:
        """As it is kept, over or not."""

    async def put(self, name: LeaseName, lease: Lease) -> None:
        """Keep it so."""

    async def now(self, here: datetime) -> datetime:
        """The present instant by the one clock of all who share the store: where that is one machine's, `here`."""


class OutboxRepository(Protocol):
    """Messages that wait for the sender, and what became of them."""

    async def add(self, messages: Sequence[NewMessage]) -> int:
        """Write those whose dedupe key is new; how many."""

    async def recipients_of(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        """Those of these people who have a message of an occasion, as `outbox.key_of` says it."""

    async def get(self, message_id: int) -> Message | None:
        """One message."""

    async def all_waiting(self, most: int) -> Sequence[Message]:
        """Everybody's messages that are still to be sent, the longest due first, so many at most."""

    async def dead(self, most: int) -> Sequence[Message]:
        """Those that are `outbox.DEAD`, the latest first, so many at most."""

    async def revive(self, message_id: int, at: datetime) -> None:
        """A message, whatever became of it, waits as a new one that is due then."""

    async def waiting(self, user_id: int) -> Sequence[Message]:
        """A person's messages that are still to be sent, by the time for which they wait."""

    async def settled(self, user_id: int, since: datetime, until: datetime) -> Sequence[Message]:
        """A person's messages that came to their end within a time, `until` not included, in that order."""

    async def due(self, until: datetime, most: int, *, but_to: Collection[int]) -> Sequence[Due]:
        """Waiting messages that are due and unclaimed by then, one a recipient, the longest due first.

        None that goes to one of these (`Message.recipient`). Where somebody has very many, others' may be left for the
        next time.
        """

    async def next_due(self, after: datetime) -> datetime | None:
        """When the first of the messages that wait until after a time is due."""

    async def decided(self, user_ids: Collection[int], since: datetime) -> Sequence[Message]:
        """These people's messages that came to their end, or were put off for a reason, since then; in that order."""

    async def claim(self, message_ids: Collection[int], holder: str, until: datetime) -> None:
        """These are somebody's to send until then."""

    async def claimed(self, message_id: int, holder: str) -> bool:
        """Whether a waiting message is somebody's to send, be it that the claim has run out and nobody made another."""

    async def begin(self, message_id: int, at: datetime) -> None:
        """A call that sends a waiting message is begun."""

    async def note_sent_part(self, message_id: int, said: str) -> None:
        """So much of a waiting message is out."""

    async def release(self, message_id: int, until: datetime, *, refused: bool = False) -> None:
        """A claimed message was tried in vain, and is nobody's to send until then; when it is due does not change.

        `refused`: no call that was begun has sent it.
        """

    async def postpone(self, message_id: int, due_at: datetime, reason: Reason, at: datetime) -> None:
        """A waiting message waits until another time, for a reason; who was sending it holds it no more."""

    async def release_held(self, user_id: int | None, at: datetime) -> None:
        """Messages of a person, or of everybody, that are held back, but those that were snoozed, are due then."""

    async def settle(
        self, message_id: int, outcome: Outcome, reason: Reason | None, at: datetime, fault: str | None = None
    ) -> None:
        """A waiting message has come to its end; one that has already stays as it is."""

    async def give_up(self, before: datetime, reason: Reason, at: datetime, most: int) -> int:
        """Withhold unclaimed messages that were due earlier, as `why_withheld` says; how many.

        The longest due first, so many at most.
        """

    async def answer(self, keys: Sequence[str], at: datetime) -> None:
        """The messages of these dedupe keys that were sent are answered, unless they are already."""

    async def prune(self, before: datetime, most: int) -> int:
        """Forget messages that came to their end earlier, the oldest ends first, so many at most; how many.

        Surveys stay for their dedupe keys: what they ask is asked once, not once in a while.
        """


class DueReminderRepository(Protocol):
    """Reminders whose time has come."""

    async def due(self, until: datetime, *, but_of: Collection[int]) -> Sequence[DueReminder]:
        """Live, unsent ones with remindAt ≤ until of active events whose status is none of those given, by time."""

    async def mark_sent(self, reminder_ids: Collection[int], at: datetime) -> None:
        """Write sent and updatedAt."""


class BirthdayRepository(Protocol):
    """Which event is whose birthday; one that was deleted is nobody's."""

    async def kept(self) -> Sequence[KeptBirthday]:
        """Every birthday whose event is not deleted, by person."""

    async def keep(self, events: Mapping[int, int]) -> None:
        """Write a person's event, by their ids, in place of an earlier one."""

"""Repositories of jobs: their runs, leases, the outbox, due reminders, kept birthdays, and begun work."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from core.records.calendar import DueReminder, KeptBirthday
from core.records.jobs import BegunWork, Job, JobRun, Lease, LeaseName, Trouble, WorkKind
from core.records.messages import Due, Message, NewMessage, Outcome, Reason, WaitingCounts


class JobRunRepository(Protocol):
    async def start(self, job: Job, at: datetime, asked_by_user_id: int | None) -> int:
        """Record a run, and return its id; `asked_by_user_id` is None for the command line."""

    async def start_scheduled(self, job: Job, at: datetime, nominal: str) -> int | None:
        """Record a run, and return its id; None if the job has a run of that name already."""

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None: ...

    async def last_scheduled(self, job: Job, until: str) -> str | None:
        """The name of the job's last scheduled run, by name, up to `until`."""

    async def scheduled(self, job: Job, since: str, until: str) -> Sequence[str]:
        """The names of the job's scheduled runs from `since` to `until`, in order."""

    async def last(self, job: Job) -> JobRun | None: ...

    async def prune(self, before: datetime, most: int) -> int:
        """Delete the oldest runs that began before `before`, at most `most`. Returns how many."""


class LeaseRepository(Protocol):
    async def get(self, name: LeaseName) -> Lease | None:
        """The lease as stored, expired or not."""

    async def put(self, name: LeaseName, lease: Lease) -> None: ...

    async def now(self, here: datetime) -> datetime:
        """The present by the clock that all processes of this store share; `here` if that is one machine's."""


class BegunWorkRepository(Protocol):
    """Items that were begun and have not ended, beside what is begun for the first time."""

    async def get(self, kind: WorkKind, item: int) -> BegunWork | None: ...

    async def put(self, work: BegunWork) -> None: ...

    async def end(self, kind: WorkKind, item: int) -> None: ...

    async def put_aside(self) -> Sequence[BegunWork]:
        """List the items that are put aside, in the order in which they were."""

    async def prune(self, before: datetime, most: int) -> int:
        """Delete items that were last begun before `before`, at most `most`. Returns how many."""


class OutboxRepository(Protocol):
    """Messages that wait to be sent, and what became of them."""

    async def add(self, messages: Sequence[NewMessage]) -> int:
        """Store the messages whose dedupe key is new. Returns how many."""

    async def recipients_of(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        """Find the people among these who have a message of an occasion, given as by `outbox.key_of`."""

    async def reached(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        """Find the people of `recipients_of` to whom the message was sent."""

    async def sent_since(self, key: str, since: datetime) -> Sequence[Message]:
        """Messages whose dedupe key begins with `key` and a number, sent from `since` on or being sent."""

    async def waits(self, user_id: int, key: str, now: datetime) -> bool:
        """Return whether a person has a waiting, unclaimed message whose dedupe key begins with `key` and a number."""

    async def hasten(self, keys: Sequence[str], at: datetime) -> None:
        """Make the waiting messages of these dedupe keys due at `at`, unless they are due before it or held back."""

    async def hasten_all(self, user_id: int, key: str, at: datetime, now: datetime) -> None:
        """Make the messages of a person that `waits` finds due at `at`, as `hasten` does."""

    async def get(self, message_id: int) -> Message | None: ...

    async def all_waiting(self, most: int) -> Sequence[Message]:
        """Everybody's waiting messages, the longest due first."""

    async def dead(self, most: int) -> Sequence[Message]:
        """Messages that Telegram refused, or that were put aside (`DEAD`), the latest first."""

    async def revive(self, message_id: int, at: datetime) -> None:
        """Make a message wait again, whatever its outcome, due at `at`."""

    async def waiting(self, user_id: int) -> Sequence[Message]:
        """A person's waiting messages, by due time."""

    async def settled(self, user_id: int, since: datetime, until: datetime) -> Sequence[Message]:
        """A person's messages that got their outcome in [since, until), by the time of that."""

    async def due(self, until: datetime, most: int, *, but_to: Collection[int]) -> Sequence[Due]:
        """Waiting messages that are due and unclaimed, one for each recipient, the longest due first.

        None goes to a recipient in `but_to` (`Message.recipient`). If one recipient has very many, others' messages may
        be left for the next call.
        """

    async def due_to(self, user_ids: Collection[int], now: datetime) -> Sequence[Due]:
        """All messages to these people in private that are due and unclaimed, the longest due first."""

    async def written_to(self, user_ids: Collection[int]) -> Collection[int]:
        """Find the people among these whom a message of theirs has reached, as far as that is remembered."""

    async def next_due(self, after: datetime) -> datetime | None:
        """Return when the first of the messages that wait beyond `after` is due."""

    async def decided(self, user_ids: Collection[int], since: datetime) -> Sequence[Message]:
        """These people's messages that got an outcome or were put off from `since` on, by the time of that."""

    async def claim(self, message_ids: Collection[int], holder: str, until: datetime) -> None:
        """Reserve messages for a sender until `until`."""

    async def claimed(self, message_id: int, holder: str) -> bool:
        """Return whether a waiting message is claimed by this holder, even if the claim has expired."""

    async def count_waiting(self, at: datetime) -> WaitingCounts:
        """Count everybody's waiting messages by what they wait for at `at`."""

    async def claimants(self) -> Collection[str]:
        """The holders of claims on waiting messages that were not ended."""

    async def release_claims(self, holder: str) -> None:
        """End the claims of a holder that is gone, without counting an attempt: the messages are left (`Due.left`)."""

    async def give_back_claims(self, holder: str) -> None:
        """End a holder's own claims: the messages are as before them."""

    async def begin(self, message_id: int, at: datetime) -> None:
        """Note that a call that sends the message was begun."""

    async def note_sent_as(self, message_id: int, sent_as: int) -> None:
        """Note the id of the Telegram message as which a waiting message was sent."""

    async def sent_as(self, message_id: int) -> int | None:
        """Return the id of the Telegram message as which it was sent, if that is known."""

    async def told_since(
        self, user_ids: Collection[int], key: str, since: datetime, now: datetime
    ) -> Sequence[Message]:
        """These people's messages that were written from `since` on and are sent or being sent, by id.

        Their dedupe keys begin with `key` and a number.
        """

    async def note_sent_part(self, message_id: int, said: str) -> None:
        """Note how much of the message was sent."""

    async def release(self, message_id: int, until: datetime, *, refused: bool = False) -> None:
        """End the claim after a failed attempt; nobody may claim it before `until`. `refused`: no call has sent it."""

    async def put_back(self, message_id: int) -> None:
        """End the claim without an attempt."""

    async def postpone(self, message_id: int, due_at: datetime, reason: Reason | None, at: datetime) -> None:
        """Make a waiting message wait until `due_at`, perhaps for a reason; ends any claim."""

    async def release_held(self, user_id: int | None, at: datetime) -> None:
        """Make due the messages of a person, or of all, that are held back, except snoozed ones."""

    async def settle(
        self, message_id: int, outcome: Outcome, reason: Reason | None, at: datetime, fault: str | None = None
    ) -> None:
        """Give a waiting message its outcome; one that has an outcome keeps it."""

    async def give_up(self, before: datetime, reason: Reason, at: datetime, most: int) -> int:
        """Withhold unclaimed messages due before `before`, the longest due first, at most `most`. Returns how many."""

    async def answer(self, keys: Sequence[str], at: datetime) -> None:
        """Mark sent messages of these dedupe keys as answered, unless they are already."""

    async def prune(self, before: datetime, most: int) -> int:
        """Delete messages settled before `before`, the oldest first, at most `most`. Surveys stay: none comes twice."""


class TroubleRepository(Protocol):
    async def put(self, trouble: Trouble) -> None: ...

    async def standing(self, at: datetime) -> Sequence[Trouble]:
        """List the troubles that have not ended by `at`, by name."""

    async def forget(self, before: datetime) -> None:
        """Delete the troubles that have ended by `before`."""


class DueReminderRepository(Protocol):
    async def due(self, until: datetime, *, but_of: Collection[int]) -> Sequence[DueReminder]:
        """Unsent reminders with remindAt ≤ until of active events not in a status of `but_of`, by time."""

    async def mark_sent(self, reminder_ids: Collection[int], at: datetime) -> None: ...


class BirthdayRepository(Protocol):
    """The events of people's birthdays."""

    async def all(self) -> Sequence[KeptBirthday]:
        """Every birthday whose event is not deleted, by person."""

    async def keep(self, events: Mapping[int, int]) -> None:
        """Store the event id of each of these people, replacing an earlier one."""

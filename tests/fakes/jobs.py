"""What jobs stand on, in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import msgspec

from core.base.model import ParticipationStatus
from core.messages.outbox import withheld_reason
from core.records.calendar import DueReminder, Event, KeptBirthday, Reminder
from core.records.jobs import Job, JobRun, Lease, LeaseName
from core.records.messages import DEAD, Due, Message, MessageKind, NewMessage, Outcome, Reason
from tests.fakes.state import Claim, Repository, StoredRun, next_id


class JobRuns(Repository):
    """`core.ports.jobs.JobRunRepository`."""

    async def start(self, job: Job, at: datetime, asked_by_user_id: int | None) -> int:
        return self.add(StoredRun(job, at, asked_by_user_id))

    async def start_scheduled(self, job: Job, at: datetime, nominal: str) -> int | None:
        if any((run.job, run.nominal) == (job, nominal) for run in self.state.job_runs.values()):
            return None
        return self.add(StoredRun(job, at, None, nominal))

    def add(self, run: StoredRun) -> int:
        run_id = next_id(self.state.job_runs)
        self.state.job_runs[run_id] = run
        return run_id

    async def finish(self, run_id: int, at: datetime, counts: Mapping[str, int]) -> None:
        run = self.state.job_runs[run_id]
        self.state.job_runs[run_id] = msgspec.structs.replace(run, finished_at=at, counts=dict(counts))

    async def last_scheduled(self, job: Job, until: str) -> str | None:
        turns = [run.nominal for run in self.state.job_runs.values() if run.job == job and run.nominal]
        return max((turn for turn in turns if turn <= until), default=None)

    async def scheduled(self, job: Job, since: str, until: str) -> Sequence[str]:
        taken = [run.nominal for run in self.state.job_runs.values() if run.job == job and run.nominal]
        return sorted(turn for turn in taken if since <= turn <= until)

    async def last(self, job: Job) -> JobRun | None:
        found = [(key, run) for key, run in self.state.job_runs.items() if run.job == job]
        if not found:
            return None
        key, run = max(found)
        return JobRun(key, run.job, run.nominal, run.asked_by_user_id, run.started_at, run.finished_at, run.counts)

    async def prune(self, before: datetime, most: int) -> int:
        old = [key for key, run in sorted(self.state.job_runs.items()) if run.started_at < before][:most]
        for key in old:
            del self.state.job_runs[key]
        return len(old)


class Leases(Repository):
    """`core.ports.jobs.LeaseRepository`."""

    async def get(self, name: LeaseName) -> Lease | None:
        return self.state.leases.get(name)

    async def put(self, name: LeaseName, lease: Lease) -> None:
        self.state.leases[name] = lease

    async def now(self, here: datetime) -> datetime:
        return here


class Outbox(Repository):
    """`core.ports.jobs.OutboxRepository`."""

    async def add(self, messages: Sequence[NewMessage]) -> int:
        before = len(self.state.outbox)
        for message in messages:
            if message.dedupe_key not in self.state.outbox:
                self.state.outbox[message.dedupe_key] = message
                self.state.message_keys[next_id(self.state.message_keys)] = message.dedupe_key
        return len(self.state.outbox) - before

    async def recipients_of(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        return {user_id for user_id in user_ids if f"{key}{user_id}" in self.state.outbox}

    async def reached(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        named = {f"{key}{user_id}": user_id for user_id in user_ids}
        there = {each: self.state.outbox[each] for each in named if each in self.state.outbox}
        return {named[each] for each, message in there.items() if message.outcome is Outcome.SENT}

    async def hasten(self, keys: Sequence[str], at: datetime) -> None:
        for key in keys:
            message = self.state.outbox.get(key)
            if message and message.outcome is Outcome.WAITING and message.reason is None and message.due_at > at:
                self.state.outbox[key] = msgspec.structs.replace(message, due_at=at)

    async def get(self, message_id: int) -> Message | None:
        return self.message(message_id) if message_id in self.state.message_keys else None

    async def all_waiting(self, most: int) -> Sequence[Message]:
        waiting = [each for each in map(self.message, self.state.message_keys) if each.outcome is Outcome.WAITING]
        return sorted(waiting, key=lambda each: (each.due_at, each.id))[:most]

    async def dead(self, most: int) -> Sequence[Message]:
        dead = [each for each in map(self.message, self.state.message_keys) if each.outcome in DEAD]
        return sorted(dead, key=lambda each: (each.outcome_at, each.id), reverse=True)[:most]

    async def revive(self, message_id: int, at: datetime) -> None:
        key = self.state.message_keys[message_id]
        new = {"outcome": Outcome.WAITING, "reason": None, "due_at": at}
        self.state.outbox[key] = msgspec.structs.replace(self.state.outbox[key], **new)
        self.state.outcomes[key] = at
        self.state.faults.pop(message_id, None)
        self.state.claims.pop(message_id, None)

    async def waiting(self, user_id: int) -> Sequence[Message]:
        return [each for each in self.of(user_id, "due_at") if each.outcome is Outcome.WAITING]

    async def settled(self, user_id: int, since: datetime, until: datetime) -> Sequence[Message]:
        ended = [each for each in self.of(user_id, "outcome_at") if each.outcome is not Outcome.WAITING]
        return [each for each in ended if since <= each.outcome_at < until]

    async def postpone(self, message_id: int, due_at: datetime, reason: Reason, at: datetime) -> None:
        self.change(message_id, at, due_at=due_at, reason=reason)
        before = self.state.claims.get(message_id, Claim())
        self.state.claims[message_id] = Claim(attempts=before.attempts, send_started_at=before.send_started_at)

    async def release_held(self, user_id: int | None, at: datetime) -> None:
        for each in map(self.message, self.state.message_keys):
            held = each.due_at > at and each.reason not in {None, Reason.SNOOZED}
            if held and user_id in {None, each.user_id}:
                self.change(each.id, at, due_at=at, reason=None)

    async def settle(
        self, message_id: int, outcome: Outcome, reason: Reason | None, at: datetime, fault: str | None = None
    ) -> None:
        if fault and self.message(message_id).outcome is Outcome.WAITING:
            self.state.faults[message_id] = fault
        self.change(message_id, at, outcome=outcome, reason=reason)

    async def due(self, until: datetime, most: int, *, but_to: Collection[int]) -> Sequence[Due]:
        every = [self.message(message_id) for message_id in self.state.message_keys]
        found = {}
        for each in sorted(every, key=lambda each: (each.due_at, each.id)):
            claim = self.state.claims.get(each.id, Claim())
            free = claim.until is None or claim.until <= until
            if each.outcome is Outcome.WAITING and each.due_at <= until and free and each.recipient not in but_to:
                found.setdefault(each.recipient, Due(each, claim.attempts, claim.said, claim.send_started_at))
        return list(found.values())[:most]

    async def next_due(self, after: datetime) -> datetime | None:
        waiting = [row.due_at for row in self.state.outbox.values() if row.outcome is Outcome.WAITING]
        return min((at for at in waiting if at > after), default=None)

    async def decided(self, user_ids: Collection[int], since: datetime) -> Sequence[Message]:
        every = [each for user_id in set(user_ids) for each in self.of(user_id, "outcome_at")]
        found = [each for each in every if each.outcome is not Outcome.WAITING or each.reason]
        return sorted((each for each in found if each.outcome_at >= since), key=lambda each: (each.outcome_at, each.id))

    async def claim(self, message_ids: Collection[int], holder: str, until: datetime) -> None:
        for each in message_ids:
            before = self.state.claims.get(each, Claim())
            self.state.claims[each] = msgspec.structs.replace(before, by=holder, until=until)

    async def claimed(self, message_id: int, holder: str) -> bool:
        waits = self.message(message_id).outcome is Outcome.WAITING
        return waits and self.state.claims.get(message_id, Claim()).by == holder

    async def release(self, message_id: int, until: datetime, *, refused: bool = False) -> None:
        before = self.state.claims.get(message_id, Claim())
        begun = None if refused else before.send_started_at
        self.state.claims[message_id] = Claim(None, until, before.attempts + 1, before.said, begun)

    async def claimants(self) -> Collection[str]:
        claims = ((self.message(key).outcome, claim.by) for key, claim in self.state.claims.items())
        return [*{by for outcome, by in claims if by is not None and outcome is Outcome.WAITING}]

    async def release_claims(self, holder: str) -> None:
        for key, claim in self.state.claims.items():
            if claim.by == holder:
                self.state.claims[key] = msgspec.structs.replace(claim, by=None, until=None)

    async def begin(self, message_id: int, at: datetime) -> None:
        before = self.state.claims.get(message_id, Claim())
        self.state.claims[message_id] = msgspec.structs.replace(before, send_started_at=at)

    async def give_up(self, before: datetime, reason: Reason, at: datetime, most: int) -> int:
        waiting = [each for each in map(self.message, self.state.message_keys) if each.outcome is Outcome.WAITING]
        free = [each for each in waiting if (self.state.claims.get(each.id, Claim()).until or at) <= at]
        late = sorted((each for each in free if each.due_at < before), key=lambda each: (each.due_at, each.id))[:most]
        for each in late:
            begun = self.state.claims.get(each.id, Claim()).send_started_at
            self.change(each.id, at, outcome=Outcome.WITHHELD, reason=withheld_reason(reason, begun))
        return len(late)

    async def note_sent_part(self, message_id: int, said: str) -> None:
        before = self.state.claims.get(message_id, Claim())
        self.state.claims[message_id] = msgspec.structs.replace(before, said=said)

    async def answer(self, keys: Sequence[str], at: datetime) -> None:
        for key in keys:
            if key in self.state.outbox and self.state.outbox[key].outcome is Outcome.SENT:
                self.state.answers.setdefault(key, at)

    async def prune(self, before: datetime, most: int) -> int:
        ended = [
            each
            for each in map(self.message, self.state.message_keys)
            if each.outcome is not Outcome.WAITING and each.kind is not MessageKind.OVERDUE_SURVEY
        ]
        old = sorted((each for each in ended if each.outcome_at < before), key=lambda each: each.outcome_at)[:most]
        for each in old:
            key = self.state.message_keys.pop(each.id)
            del self.state.outbox[key]
            self.state.outcomes.pop(key, None)
            self.state.answers.pop(key, None)
        return len(old)

    def of(self, user_id: int, time: str) -> list[Message]:
        """A person's messages by one of their times."""
        every = [self.message(message_id) for message_id in self.state.message_keys]
        return sorted(
            (each for each in every if each.user_id == user_id), key=lambda each: (getattr(each, time), each.id)
        )

    def message(self, message_id: int) -> Message:
        """A row as a message."""
        key = self.state.message_keys[message_id]
        new = self.state.outbox[key]
        at = self.state.outcomes.get(key, new.created_at)
        fields = {name: getattr(new, name) for name in Message.__struct_fields__ if hasattr(new, name)}
        ends = {"fault": self.state.faults.get(message_id), "answered_at": self.state.answers.get(key)}
        return Message(id=message_id, outcome_at=at, **ends, **fields)

    def change(self, message_id: int, at: datetime, **changes: object) -> None:
        """Write some fields of one that waits."""
        key = self.state.message_keys[message_id]
        if self.state.outbox[key].outcome is Outcome.WAITING:
            self.state.outbox[key] = msgspec.structs.replace(self.state.outbox[key], **changes)
            self.state.outcomes[key] = at


class DueReminders(Repository):
    """`core.ports.jobs.DueReminderRepository`."""

    async def due(self, until: datetime, *, but_of: Collection[int]) -> Sequence[DueReminder]:
        unsent = [row for row in self.state.reminders.values() if row and not row.sent and row.remind_at <= until]
        unsent.sort(key=lambda row: (row.remind_at, row.id))
        return [
            DueReminder(row.id, event.id, row.remind_at, self.recipients(event))
            for row in unsent
            if (event := self.calls(row, but_of))
        ]

    async def mark_sent(self, reminder_ids: Collection[int], at: datetime) -> None:
        for key in reminder_ids:
            row = self.state.reminders[key]
            self.state.reminders[key] = msgspec.structs.replace(row, sent=True, updated_at=at)

    def calls(self, reminder: Reminder, but_of: Collection[int]) -> Event | None:
        """The reminder's event, if that still calls anybody."""
        event = self.state.events[reminder.event_id]
        return event if event and event.is_active and event.status_id not in but_of else None

    def recipients(self, event: Event) -> list[int]:
        """Its creator and participants who are active and have not declined, by id."""
        declined = ParticipationStatus.DECLINED
        rows = [
            row
            for row in self.state.participants.values()
            if row and row.event_id == event.id and self.state.response_of(row.id) is not declined
        ]
        named = {event.created_by_user_id, *(row.user_id for row in rows)}
        return [user.id for user in self.state.users.values() if user.id in named and user.is_active]


class Birthdays(Repository):
    """`core.ports.jobs.BirthdayRepository`."""

    async def kept(self) -> Sequence[KeptBirthday]:
        rows = sorted(self.state.birthdays.items())
        return [KeptBirthday(person, event) for person, key in rows if (event := self.state.events[key])]

    async def keep(self, events: Mapping[int, int]) -> None:
        self.state.birthdays.update(events)

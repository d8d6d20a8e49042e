"""Messages that wait to be sent, and what became of them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.use_case import identity
from core.records.messages import DEAD, Due, Message, MessageKind, NewMessage, Outcome, Reason
from storage.schema.messages import FORGETTABLE, WAITING, outbox
from storage.sql.dialect import Dialect, columns_for, fields, parameter_of
from storage.sql.executor import DatabaseConnection

LOOKED_THROUGH = 10
"""Times as many messages as are wanted are looked through for one of each recipient."""

PARAMS = fields(Message).index("params")
WHOLE = sa.select(*columns_for(outbox, Message))
THIS = sa.update(outbox).where(outbox.c.id == sa.bindparam("message_id"), WAITING)
UNCLAIMED = sa.or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= sa.bindparam("now"))


class OutboxStatements:
    """Compiled once an engine."""

    def __init__(self, sql: Dialect) -> None:
        self._compile_adding(sql)
        self._compile_looking(sql)
        self._compile_ledger(sql)
        self._compile_sending(sql)
        self._compile_settling(sql)
        self._compile_putting_off(sql)
        self._compile_pruning(sql)

    def _compile_adding(self, sql: Dialect) -> None:
        added = sql.insert(outbox).on_conflict_do_nothing(index_elements=[outbox.c.dedupe_key])
        self.add = sql.query(added.returning(outbox.c.id), int, [*fields(NewMessage), "outcome_at"])
        each = sql.listed("user_ids").subquery("each")
        key = sa.bindparam("key", type_=sa.Text).concat(sa.cast(each.c.value, sa.Text))
        self.recipients_of = sql.query(sa.select(outbox.c.user_id).join(each, outbox.c.dedupe_key == key), int)

    def _compile_looking(self, sql: Dialect) -> None:
        self.get = sql.query(WHOLE.where(outbox.c.id == sa.bindparam("message_id")), message)
        every = WHOLE.where(WAITING).order_by(outbox.c.due_at, outbox.c.id)
        self.all_waiting = sql.query(every.limit(sa.bindparam("most")), message)
        dead = WHOLE.where(sa.or_(*(outbox.c.outcome == each for each in sorted(DEAD))))
        latest = dead.order_by(outbox.c.outcome_at.desc(), outbox.c.id.desc())
        self.dead = sql.query(latest.limit(sa.bindparam("most")), message)

    def _compile_ledger(self, sql: Dialect) -> None:
        of_person = WHOLE.where(outbox.c.user_id == sa.bindparam("user_id"))
        self.waiting = sql.query(of_person.where(WAITING).order_by(outbox.c.due_at, outbox.c.id), message)
        within = outbox.c.outcome_at >= sa.bindparam("since"), outbox.c.outcome_at < sa.bindparam("until")
        settled = of_person.where(*within, outbox.c.outcome != Outcome.WAITING)
        self.settled = sql.query(settled.order_by(outbox.c.outcome_at, outbox.c.id), message)
        person = sql.listed("user_ids").subquery("person")
        ended_or_held = sa.or_(outbox.c.outcome != Outcome.WAITING, outbox.c.reason.is_not(None))
        of_people = WHOLE.join(person, outbox.c.user_id == person.c.value)
        decided = of_people.where(outbox.c.outcome_at >= sa.bindparam("since"), ended_or_held)
        self.decided = sql.query(decided.order_by(outbox.c.outcome_at, outbox.c.id), message)

    def _compile_sending(self, sql: Dialect) -> None:
        next_due = sa.select(outbox.c.due_at).where(WAITING, outbox.c.due_at > sa.bindparam("after"))
        self.next_due = sql.query(next_due.order_by(outbox.c.due_at).limit(1), identity)
        due = sa.select(*columns_for(outbox, Message), outbox.c.attempts, outbox.c.said, outbox.c.send_started_at)
        recipient = sa.func.coalesce(outbox.c.group_chat_id, outbox.c.user_id)
        others = ~sql.among(recipient, "but_to")
        due = due.where(WAITING, outbox.c.due_at <= sa.bindparam("now"), UNCLAIMED, others)
        self.due = sql.query(due.order_by(outbox.c.due_at, outbox.c.id).limit(sa.bindparam("most")), tried)
        claimed = sa.update(outbox).where(sql.among(outbox.c.id, "ids"), WAITING)
        self.claim = sql.change(claimed, ["claimed_by", "claimed_until"])
        held = sa.select(outbox.c.id).where(outbox.c.id == sa.bindparam("message_id"), WAITING)
        self.claimed = sql.query(held.where(outbox.c.claimed_by == sa.bindparam("holder")), int)

    def _compile_settling(self, sql: Dialect) -> None:
        until = parameter_of(outbox.c.claimed_until)
        released = THIS.values(claimed_by=None, claimed_until=until, attempts=outbox.c.attempts + 1)
        self.release = sql.change(released)
        self.release_refused = sql.change(released.values(send_started_at=None))
        self.begin = sql.change(THIS, ["send_started_at"])
        self.note_sent_part = sql.change(THIS, ["said"])
        self.settle = sql.change(THIS, ["outcome", "reason", "outcome_at", "fault"])
        unanswered = outbox.c.outcome == Outcome.SENT, outbox.c.answered_at.is_(None)
        of_key = sa.update(outbox).where(outbox.c.dedupe_key == sa.bindparam("key"), *unanswered)
        self.answer = sql.change(of_key, ["answered_at"])
        at: sa.BindParameter[Any] = sa.bindparam("at")
        new = dict.fromkeys(("reason", "fault", "said", "claimed_by", "claimed_until", "send_started_at"))
        as_new = {**new, "outcome": Outcome.WAITING, "attempts": 0, "due_at": at, "outcome_at": at}
        whichever = sa.update(outbox).where(outbox.c.id == sa.bindparam("message_id"))
        self.revive = sql.change(whichever.values(**as_new))

    def _compile_putting_off(self, sql: Dialect) -> None:
        anew = THIS.values(claimed_by=None, claimed_until=None, said=None)
        self.postpone = sql.change(anew, ["due_at", "reason", "outcome_at"])
        at: sa.BindParameter[Any] = sa.bindparam("at")
        put_off = sa.update(outbox).where(WAITING, outbox.c.due_at > at, outbox.c.reason != Reason.SNOOZED)
        put_off = put_off.values(due_at=at, outcome_at=at, reason=None)
        self.release_held = sql.change(put_off)
        self.look_again_of = sql.change(put_off.where(outbox.c.user_id == sa.bindparam("user_id")))

    def _compile_pruning(self, sql: Dialect) -> None:
        late = sa.select(outbox.c.id).where(WAITING, outbox.c.due_at < sa.bindparam("before"), UNCLAIMED)
        latest = late.order_by(outbox.c.due_at, outbox.c.id).limit(sa.bindparam("most"))
        unsure = outbox.c.send_started_at.is_not(None), Reason.UNSURE.value
        given_up = sa.update(outbox).where(outbox.c.id.in_(latest))
        given_up = given_up.values(reason=sa.case(unsure, else_=sa.bindparam("otherwise", type_=sa.Text)))
        self.give_up = sql.change(given_up, ["outcome", "outcome_at"])
        old = sa.select(outbox.c.id).where(FORGETTABLE, outbox.c.outcome_at < sa.bindparam("before"))
        oldest = old.order_by(outbox.c.outcome_at).limit(sa.bindparam("most"))
        self.prune = sql.change(sa.delete(outbox).where(outbox.c.id.in_(oldest)))


class Outbox:
    """`core.ports.jobs.OutboxRepository`."""

    def __init__(self, connection: DatabaseConnection, statements: OutboxStatements) -> None:
        self._connection = connection
        self._sql = statements

    async def add(self, messages: Sequence[NewMessage]) -> int:
        """Write those whose dedupe key is new; how many."""
        rows = [msgspec.structs.asdict(each) | {"outcome_at": each.created_at} for each in messages]
        return len(await self._connection.all_of_each(self._sql.add, rows))

    async def recipients_of(self, key: str, user_ids: Collection[int]) -> Collection[int]:
        """Those of these people who have a message of an occasion, as `outbox.key_of` says it."""
        return set(await self._connection.all(self._sql.recipients_of, key=key, user_ids=user_ids))

    async def get(self, message_id: int) -> Message | None:
        """One message."""
        return await self._connection.one(self._sql.get, message_id=message_id)

    async def all_waiting(self, most: int) -> Sequence[Message]:
        """Everybody's messages that are still to be sent, the longest due first."""
        return await self._connection.all(self._sql.all_waiting, most=most)

    async def dead(self, most: int) -> Sequence[Message]:
        """Messages that failed, the latest first."""
        return await self._connection.all(self._sql.dead, most=most)

    async def revive(self, message_id: int, at: datetime) -> None:
        """A message waits as a new one that is due then."""
        await self._connection.run(self._sql.revive, message_id=message_id, at=at)

    async def waiting(self, user_id: int) -> Sequence[Message]:
        """A person's messages that are still to be sent, by the time for which they wait."""
        return await self._connection.all(self._sql.waiting, user_id=user_id)

    async def settled(self, user_id: int, since: datetime, until: datetime) -> Sequence[Message]:
        """A person's messages that came to their end within a time, `until` not included, in that order."""
        return await self._connection.all(self._sql.settled, user_id=user_id, since=since, until=until)

    async def due(self, until: datetime, most: int, *, but_to: Collection[int]) -> Sequence[Due]:
        """Due and unclaimed ones that go to none of these, one a recipient, the longest due first."""
        found: dict[int, Due] = {}
        for each in await self._connection.all(self._sql.due, now=until, most=most * LOOKED_THROUGH, but_to=but_to):
            found.setdefault(each.message.recipient, each)
        return list(found.values())[:most]

    async def next_due(self, after: datetime) -> datetime | None:
        """When the first of the messages that wait until after a time is due."""
        return await self._connection.one(self._sql.next_due, after=after)

    async def decided(self, user_ids: Collection[int], since: datetime) -> Sequence[Message]:
        """These people's messages that came to their end, or were put off for a reason, since then; in that order."""
        return await self._connection.all(self._sql.decided, user_ids=user_ids, since=since)

    async def claim(self, message_ids: Collection[int], holder: str, until: datetime) -> None:
        """These are somebody's to send until then."""
        await self._connection.run(self._sql.claim, ids=message_ids, claimed_by=holder, claimed_until=until)

    async def claimed(self, message_id: int, holder: str) -> bool:
        """Whether a waiting message is somebody's to send."""
        return await self._connection.one(self._sql.claimed, message_id=message_id, holder=holder) is not None

    async def begin(self, message_id: int, at: datetime) -> None:
        """A call that sends a waiting message is begun."""
        await self._connection.run(self._sql.begin, message_id=message_id, send_started_at=at)

    async def note_sent_part(self, message_id: int, said: str) -> None:
        """So much of a waiting message is out."""
        await self._connection.run(self._sql.note_sent_part, message_id=message_id, said=said)

    async def release(self, message_id: int, until: datetime, *, refused: bool = False) -> None:
        """A claimed message was tried in vain, and is nobody's to send until then; `refused`: no call has sent it."""
        release = self._sql.release_refused if refused else self._sql.release
        await self._connection.run(release, message_id=message_id, claimed_until=until)

    async def postpone(self, message_id: int, due_at: datetime, reason: Reason, at: datetime) -> None:
        """A waiting message waits until another time, for a reason."""
        await self._connection.run(
            self._sql.postpone, message_id=message_id, due_at=due_at, reason=reason, outcome_at=at
        )

    async def release_held(self, user_id: int | None, at: datetime) -> None:
        """What is held back of a person's, or of everybody's, but what was snoozed, is due then."""
        if user_id is None:
            await self._connection.run(self._sql.release_held, at=at)
        else:
            await self._connection.run(self._sql.look_again_of, user_id=user_id, at=at)

    async def settle(
        self, message_id: int, outcome: Outcome, reason: Reason | None, at: datetime, fault: str | None = None
    ) -> None:
        """A waiting message has come to its end."""
        ended = {"outcome": outcome, "reason": reason, "outcome_at": at, "fault": fault}
        await self._connection.run(self._sql.settle, message_id=message_id, **ended)

    async def give_up(self, before: datetime, reason: Reason, at: datetime, most: int) -> int:
        """Withhold unclaimed messages that were due earlier, the longest due first; how many."""
        ended = {"outcome": Outcome.WITHHELD, "otherwise": reason, "outcome_at": at}
        return await self._connection.run(self._sql.give_up, before=before, now=at, most=most, **ended)

    async def answer(self, keys: Sequence[str], at: datetime) -> None:
        """The messages of these keys that were sent are answered, unless they are already."""
        await self._connection.run_many(self._sql.answer, [{"key": key, "answered_at": at} for key in keys])

    async def prune(self, before: datetime, most: int) -> int:
        """Forget messages but surveys that came to their end earlier, the oldest ends first; how many."""
        return await self._connection.run(self._sql.prune, before=before, most=most)


def message(*row: Any) -> Message:
    """A row as a message."""
    read = Message(*row)
    kind, params = MessageKind(read.kind), msgspec.json.decode(row[PARAMS])
    return msgspec.structs.replace(read, kind=kind, params=params, reason=Reason(read.reason) if read.reason else None)


def tried(*row: Any) -> Due:
    """A row as a message that is due."""
    *columns, attempts, said, send_started_at = row
    return Due(message(*columns), attempts, said, send_started_at)

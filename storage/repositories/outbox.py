"""Messages that wait to be sent, and their outcomes."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import msgspec
import sqlalchemy as sa

from core.application.use_case import identity
from core.ports.jobs import OutboxRepository
from core.records.messages import DEAD, Due, Message, MessageKind, NewMessage, Outcome, Reason, WaitingCounts
from storage.schema.messages import FORGETTABLE, WAITING, outbox
from storage.sql.column_types import Instant
from storage.sql.executor import Repository, change, every, one, only
from storage.sql.expressions import IdList, among, columns_for, fields, insert, parameter_of
from storage.sql.statements import Change, Query

LOOKED_THROUGH = 10
"""The rows that are read for each message wanted, because several may be for one recipient."""

PARAMS = fields(Message).index("params")
WHOLE = sa.select(*columns_for(outbox, Message))
THIS = outbox.c.id == sa.bindparam("message_id")
WRITE = sa.update(outbox).where(THIS, WAITING)
UNCLAIMED = sa.or_(outbox.c.claimed_until.is_(None), outbox.c.claimed_until <= sa.bindparam("now"))
OF_PERSON = WHOLE.where(outbox.c.user_id == sa.bindparam("user_id"))
IS_DUE = (
    sa.select(
        *columns_for(outbox, Message),
        *(outbox.c.attempts, outbox.c.said, outbox.c.send_started_at, outbox.c.claimed_by.is_not(None)),
    )
    .where(WAITING, outbox.c.due_at <= sa.bindparam("now"), UNCLAIMED)
    .order_by(outbox.c.due_at, outbox.c.id)
)
RELEASED = WRITE.values(
    claimed_by=None, claimed_until=parameter_of(outbox.c.claimed_until), attempts=outbox.c.attempts + 1
)
OF_HOLDER = sa.update(outbox).where(WAITING, outbox.c.claimed_by == sa.bindparam("holder"))
KEY = sa.bindparam("key", type_=sa.Text)
AFTER_DIGITS = "~"
"""Sorts after what follows a key up to its recipient: numbers and colons."""
MOST: sa.BindParameter[int] = sa.bindparam("most")
AT: sa.BindParameter[Any] = sa.bindparam("at", type_=Instant)
AS_NEW: dict[str, Any] = {
    **dict.fromkeys(("reason", "fault", "said", "claimed_by", "claimed_until", "send_started_at")),
    "outcome": Outcome.WAITING,
    "attempts": 0,
    "due_at": AT,
    "outcome_at": AT,
}
HELD_RELEASED = (
    sa.update(outbox)
    .where(WAITING, outbox.c.due_at > AT, outbox.c.reason != Reason.SNOOZED)
    .values(due_at=AT, outcome_at=AT, reason=None)
)


def message(*row: Any) -> Message:
    read = Message(*row)
    kind, params = MessageKind(read.kind), msgspec.json.decode(row[PARAMS])
    return msgspec.structs.replace(read, kind=kind, params=params, reason=Reason(read.reason) if read.reason else None)


def due_message(*row: Any) -> Due:
    *columns, attempts, said, send_started_at, left = row
    return Due(message(*columns), attempts, said, send_started_at, bool(left))


def for_occasion() -> sa.Select[Any]:
    """Select those of the people `user_ids` for whom there is a message of the occasion `KEY`."""
    each = IdList("user_ids")
    return sa.select(outbox.c.user_id).join(each, outbox.c.dedupe_key == KEY.concat(sa.cast(each.c.value, sa.Text)))


FOR_OCCASION = for_occasion()


OF_OCCASIONS = sa.and_(outbox.c.dedupe_key >= KEY, outbox.c.dedupe_key < KEY.concat(AFTER_DIGITS))
"""The condition that a message's dedupe key begins with `KEY` and a number."""


def waits_for(person: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """The condition that an unclaimed message whose dedupe key begins with `KEY` waits for a person."""
    return sa.exists().where(waiting_for(person))


def waiting_for(person: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    return sa.and_(WAITING, UNCLAIMED, outbox.c.user_id == person, OF_OCCASIONS)


def told_since() -> sa.Select[Any]:
    person = IdList("user_ids")
    told = sa.or_(outbox.c.outcome == Outcome.SENT, sa.and_(WAITING, ~UNCLAIMED))
    found = WHOLE.join(person, outbox.c.user_id == person.c.value)
    since: sa.BindParameter[Any] = sa.bindparam("since")
    recent = outbox.c.created_at >= since, outbox.c.outcome_at >= since  # the latter by an index
    return found.where(OF_OCCASIONS, *recent, told).order_by(outbox.c.id)


def decided_messages() -> sa.Select[Any]:
    person = IdList("user_ids")
    ended_or_held = sa.or_(outbox.c.outcome != Outcome.WAITING, outbox.c.reason.is_not(None))
    of_people = WHOLE.join(person, outbox.c.user_id == person.c.value)
    found = of_people.where(outbox.c.outcome_at >= sa.bindparam("since"), ended_or_held)
    return found.order_by(outbox.c.outcome_at, outbox.c.id)


def written_to() -> sa.Select[Any]:
    person = IdList("user_ids")
    reached = sa.exists().where(
        outbox.c.user_id == person.c.value, outbox.c.outcome == Outcome.SENT, outbox.c.group_chat_id.is_(None)
    )
    return sa.select(person.c.value).where(reached)


def due_to() -> sa.Select[Any]:
    person = IdList("user_ids")
    return IS_DUE.join(person, outbox.c.user_id == person.c.value).where(outbox.c.group_chat_id.is_(None))


def waiting_counts() -> sa.Select[Any]:
    due = outbox.c.due_at <= AT
    claimed = sa.and_(outbox.c.claimed_by.is_not(None), outbox.c.claimed_until > AT)
    state = sa.case((claimed, "sending"), (due, "due"), (outbox.c.reason.is_not(None), "held"), else_="later")
    counts: list[Any] = [
        sa.func.count().filter(state == name).label(name) for name in ("sending", "due", "held", "later")
    ]
    oldest = sa.func.min(outbox.c.due_at).filter(due)
    return sa.select(*counts, sa.type_coerce(oldest, Instant).label("oldest_due_at")).where(WAITING)


def given_up() -> sa.Update:
    late = sa.select(outbox.c.id).where(WAITING, outbox.c.due_at < sa.bindparam("before"), UNCLAIMED)
    first = late.order_by(outbox.c.due_at, outbox.c.id).limit(MOST)
    unsure = outbox.c.send_started_at.is_not(None), Reason.UNSURE.value
    reason = sa.case(unsure, else_=sa.bindparam("otherwise", type_=sa.Text))
    return sa.update(outbox).where(outbox.c.id.in_(first)).values(reason=reason)


class Outbox(Repository, OutboxRepository):
    ADD = Query(
        insert(outbox).on_conflict_do_nothing(index_elements=[outbox.c.dedupe_key]).returning(outbox.c.id),
        int,
        [*fields(NewMessage), "outcome_at"],
    )

    async def add(self, messages: Sequence[NewMessage]) -> int:
        rows = [msgspec.structs.asdict(each) | {"outcome_at": each.created_at} for each in messages]
        return len(await self._db.all_of_each(self.ADD, rows))

    recipients_of = every(FOR_OCCASION, int)
    reached = every(FOR_OCCASION.where(outbox.c.outcome == Outcome.SENT), int)

    sent_since = every(
        WHOLE.where(
            OF_OCCASIONS,
            sa.or_(
                sa.and_(outbox.c.outcome == Outcome.SENT, outbox.c.outcome_at >= sa.bindparam("since")),
                sa.and_(WAITING, outbox.c.send_started_at.is_not(None)),
            ),
        ),
        message,
    )

    waits = only(sa.select(waits_for(sa.bindparam("user_id"))), bool)

    HASTEN = Change(
        sa.update(outbox)
        .where(outbox.c.dedupe_key == sa.bindparam("key"), WAITING, outbox.c.reason.is_(None), outbox.c.due_at > AT)
        .values(due_at=AT)
    )

    async def hasten(self, keys: Sequence[str], at: datetime) -> None:
        await self._db.run_many(self.HASTEN, [{"key": key, "at": at} for key in keys])

    hasten_all = change(
        sa.update(outbox)
        .where(waiting_for(sa.bindparam("user_id")), outbox.c.reason.is_(None), outbox.c.due_at > AT)
        .values(due_at=AT)
    )

    get = one(WHOLE.where(THIS), message)
    all_waiting = every(WHOLE.where(WAITING).order_by(outbox.c.due_at, outbox.c.id).limit(MOST), message)
    dead = every(
        WHOLE.where(sa.or_(*(outbox.c.outcome == each for each in sorted(DEAD))))
        .order_by(outbox.c.outcome_at.desc(), outbox.c.id.desc())
        .limit(MOST),
        message,
    )
    revive = change(sa.update(outbox).where(THIS).values(**AS_NEW))
    waiting = every(OF_PERSON.where(WAITING).order_by(outbox.c.due_at, outbox.c.id), message)
    settled = every(
        OF_PERSON.where(
            outbox.c.outcome_at >= sa.bindparam("since"),
            outbox.c.outcome_at < sa.bindparam("until"),
            outbox.c.outcome != Outcome.WAITING,
        ).order_by(outbox.c.outcome_at, outbox.c.id),
        message,
    )

    DUE = Query(
        IS_DUE.where(~among(sa.func.coalesce(outbox.c.group_chat_id, outbox.c.user_id), "but_to")).limit(MOST),
        due_message,
    )

    async def due(self, until: datetime, most: int, *, but_to: Collection[int]) -> Sequence[Due]:
        found: dict[int, Due] = {}
        for each in await self._db.all(self.DUE, now=until, most=most * LOOKED_THROUGH, but_to=but_to):
            found.setdefault(each.message.recipient, each)
        return list(found.values())[:most]

    due_to = every(due_to(), due_message)

    written_to = every(written_to(), int)
    next_due = one(
        sa.select(outbox.c.due_at)
        .where(WAITING, outbox.c.due_at > sa.bindparam("after"))
        .order_by(outbox.c.due_at)
        .limit(1),
        identity,
    )
    decided = every(decided_messages(), message)
    claim = change(
        sa.update(outbox)
        .where(among(outbox.c.id, "message_ids"), WAITING)
        .values(claimed_by=sa.bindparam("holder"), claimed_until=sa.bindparam("until"))
    )

    count_waiting = only(waiting_counts(), WaitingCounts)

    claimed = only(sa.select(sa.exists().where(THIS, WAITING, outbox.c.claimed_by == sa.bindparam("holder"))), bool)
    claimants = every(
        sa.select(outbox.c.claimed_by)
        .where(WAITING, outbox.c.claimed_by.is_not(None), outbox.c.claimed_until.is_not(None))
        .distinct(),
        str,
    )
    release_claims = change(OF_HOLDER.values(claimed_until=None))
    give_back_claims = change(OF_HOLDER.values(claimed_by=None, claimed_until=None))
    begin = change(WRITE.values(send_started_at=AT))
    note_sent_part = change(WRITE, ["said"])
    note_sent_as = change(WRITE, ["sent_as"])
    sent_as = only(sa.select(outbox.c.sent_as).where(THIS), identity)
    told_since = every(told_since(), message)

    RELEASE = Change(RELEASED)
    RELEASE_REFUSED = Change(RELEASED.values(send_started_at=None))

    async def release(self, message_id: int, until: datetime, *, refused: bool = False) -> None:
        release = self.RELEASE_REFUSED if refused else self.RELEASE
        await self._db.run(release, message_id=message_id, claimed_until=until)

    put_back = change(WRITE.values(claimed_by=None, claimed_until=None))
    postpone = change(WRITE.values(claimed_by=None, claimed_until=None, said=None, outcome_at=AT), ["due_at", "reason"])

    RELEASE_HELD = Change(HELD_RELEASED)
    RELEASE_HELD_OF = Change(HELD_RELEASED.where(outbox.c.user_id == sa.bindparam("user_id")))

    async def release_held(self, user_id: int | None, at: datetime) -> None:
        release = self.RELEASE_HELD if user_id is None else self.RELEASE_HELD_OF
        await self._db.run(release, user_id=user_id, at=at)

    settle = change(WRITE.values(outcome_at=AT), ["outcome", "reason", "fault"])

    GIVE_UP = Change(given_up(), ["outcome", "outcome_at"])

    async def give_up(self, before: datetime, reason: Reason, at: datetime, most: int) -> int:
        ended = {"outcome": Outcome.WITHHELD, "otherwise": reason, "outcome_at": at}
        return await self._db.run(self.GIVE_UP, before=before, now=at, most=most, **ended)

    ANSWER = Change(
        sa.update(outbox).where(
            outbox.c.dedupe_key == sa.bindparam("key"), outbox.c.outcome == Outcome.SENT, outbox.c.answered_at.is_(None)
        ),
        ["answered_at"],
    )

    async def answer(self, keys: Sequence[str], at: datetime) -> None:
        await self._db.run_many(self.ANSWER, [{"key": key, "answered_at": at} for key in keys])

    prune = change(
        sa.delete(outbox).where(
            outbox.c.id.in_(
                sa.select(outbox.c.id)
                .where(FORGETTABLE, outbox.c.outcome_at < sa.bindparam("before"))
                .order_by(outbox.c.outcome_at)
                .limit(MOST)
            )
        )
    )

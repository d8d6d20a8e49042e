"""The journal as people read it: the history of a thing, and the feed of all changes from a position on.

Whoever may read a thing now may read its rows. A position names its database, since the numbers of another one
mean something else; a number alone is taken as it is.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from core.application.access import PERMISSIONS, Operation, require
from core.application.use_case import Context, needs, query
from core.base.errors import Code, Conflict, FieldCode, FieldError, Gone, Invalid, NotFound, raise_if_any
from core.base.model import Request
from core.base.paging import MOST
from core.records.journal import (
    KINDS,
    LAST_SEQ,
    ChangeHistory,
    Changes,
    Entity,
    JournalRow,
    RecordedChange,
    Seq,
    WantedKind,
)
from core.records.people import Actor
from core.records.tokens import AccessToken, Scope

USUAL = 100
"""Rows that are answered if no number is asked for."""

AT_ONCE, SCANNED = 100, 1000
"""Rows that are looked at together at least, and in a request, however few of them its caller may read."""

LONGEST_WAIT_SECONDS = 30
"""The longest wait for new rows: less than a proxy's timeout, which is 40 s for ours."""

NOW = "now"
POSITION = re.compile(r"(?:([0-9a-f]{8,16})-)?(0|[1-9][0-9]{0,17})")

GOVERNED_BY: Mapping[Entity, tuple[Operation, Scope] | None] = {
    Entity.PERSON: (Operation.DIRECTORY_WRITE, Scope.ADMIN),
    Entity.ABSENCE: (Operation.ABSENCE_READ, Scope.PEOPLE_READ),
    Entity.TASK: (Operation.TASK_READ, Scope.TASKS_READ),
    Entity.TASK_RULE: (Operation.RULE_READ, Scope.TASKS_READ),
    Entity.DAILY_LOG: (Operation.ITEMS_READ, Scope.LOGS_READ),
    Entity.SERIES: (Operation.EVENT_READ, Scope.EVENTS_READ),
    Entity.EVENT: (Operation.EVENT_READ, Scope.EVENTS_READ),
    Entity.VISIBILITY: (Operation.VISIBILITY_READ, Scope.EVENTS_READ),
    Entity.OWN_REMINDER: (Operation.OWN_REMINDERS, Scope.EVENTS_READ),
    Entity.EVENT_TYPE: None,
}
"""The operation that one must be allowed, and the scope that a token needs, to read a row; None: everybody may."""
OF_RECORDS = frozenset(kind for kind, entity in KINDS.items() if entity is Entity.VISIBILITY)


class ChangesRequest(Request, frozen=True, kw_only=True):
    """The place to go on from (`next` of an answer, a `seq` or `now`; else the beginning), the most rows, their kinds.

    `kinds`: only these, as `task.updated`, or `task` for whatever becomes of a task. `wait`: the most seconds for which
    the answer waits where there is no row yet; it may come earlier without any.
    """

    after: Annotated[str, Meta(extra_json_schema={"pattern": f"^({NOW}|{POSITION.pattern})?$"})] = ""
    limit: Annotated[int, Meta(ge=1, le=MOST)] = USUAL
    kinds: Sequence[WantedKind] = ()
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT_SECONDS)] = 0


class Follower(Struct, frozen=True):
    """A caller who waits for rows: the present actor, and what their token allows."""

    actor: Actor
    token: AccessToken | None


class NewRows(Struct, frozen=True):
    """The rows in (a position, `reached`], whoever may read them; whether there are `more` behind.

    `pending`: some are perhaps about to be added without a commit of theirs, since an open transaction hides them.
    """

    rows: Sequence[JournalRow]
    reached: int
    more: bool
    pending: bool
    database_id: str


class HistoryRequest(Request, frozen=True, kw_only=True):
    """The most rows to answer, and `before` of an answer, to go on."""

    limit: Annotated[int, Meta(ge=1, le=MOST)] = USUAL
    before: Seq | UnsetType = UNSET


@needs()
@query(follows=True)
async def list_changes(ctx: Context, request: ChangesRequest) -> Changes:
    """List what has changed since a position, of what the caller may read, and the position to go on from."""
    kinds = wanted_kinds(request.kinds)
    state = await ctx.uow.journal.state()
    after = ctx.settled if request.after == NOW else position_of(request.after, state.database_id)
    if request.after and after < state.pruned_to:
        raise Gone(Code.CHANGES_FORGOTTEN)
    shown: list[JournalRow] = []
    for _ in range(0, SCANNED, at_once := max(request.limit, AT_ONCE)):
        found = await ctx.uow.journal.rows(after, ctx.settled, at_once)
        shown += await readable_rows(ctx, [row for row in found if not kinds or row.kind in kinds])
        if len(shown) > request.limit:
            del shown[request.limit :]
            after = shown[-1].seq
            break
        after = found[-1].seq if len(found) == at_once else max(after, ctx.settled)
        if len(found) < at_once or len(shown) == request.limit:
            break
    return Changes([as_told(row) for row in shown], f"{state.database_id}-{after}")


@query(follows=True)
async def new_rows(ctx: Context, after: int) -> NewRows:
    """Read the rows that were written since a position, for all who wait for it."""
    require(ctx.actor, Operation.RUN_JOBS)
    state = await ctx.uow.journal.state()
    rows = await ctx.uow.journal.rows(after, ctx.settled, SCANNED)
    more = len(rows) == SCANNED
    reached = rows[-1].seq if more else max(after, ctx.settled)
    return NewRows(rows, reached, more, await ctx.uow.journal.last_number() > ctx.settled, state.database_id)


@query
async def readable_by_each(
    ctx: Context, rows: Sequence[JournalRow], followers: Sequence[Follower]
) -> Sequence[Collection[int]]:
    """The numbers of the rows that each of these people may read."""
    require(ctx.actor, Operation.RUN_JOBS)
    found: list[set[int]] = [set() for _ in followers]
    for entity, things in by_governor(rows).items():
        by_person: defaultdict[int, list[set[int]]] = defaultdict(list)
        for each, seqs in zip(followers, found, strict=True):
            if in_scope(each.token, entity):
                if sees_all(each.actor, entity):
                    seqs.update(*things.values())
                else:
                    by_person[each.actor.id].append(seqs)
        readable = await ctx.uow.journal.readable_by_each([*by_person], entity, [*things]) if by_person else ()
        for person, thing in readable:
            for seqs in by_person[person]:
                seqs.update(things[thing])
    return found


@needs(Scope.TASKS_READ)
@query
async def task_history(ctx: Context, task_id: int, request: HistoryRequest) -> ChangeHistory:
    """Read what has become of a task, its comments, and its lights and percentages, the newest first."""
    return await history(ctx, Entity.TASK, task_id, request, NotFound(Code.TASK_NOT_FOUND, id=task_id))


@needs(Scope.EVENTS_READ)
@query
async def event_history(ctx: Context, event_id: int, request: HistoryRequest) -> ChangeHistory:
    """Read what has become of an event and what is attached to it, the newest first."""
    return await history(ctx, Entity.EVENT, event_id, request, NotFound(Code.EVENT_NOT_FOUND, id=event_id))


async def history(ctx: Context, root: Entity, root_id: int, request: HistoryRequest, hidden: NotFound) -> ChangeHistory:
    rows, rest = await rows_of_thing(ctx, root, root_id, request, hidden)
    return ChangeHistory([as_told(row) for row in rows], rest)


async def rows_of_thing(
    ctx: Context, root: Entity, root_id: int, request: HistoryRequest, hidden: NotFound
) -> tuple[Sequence[JournalRow], int | None]:
    """A page of a thing's rows, the newest first, and what to ask for next. Raises `hidden` if it may not be read."""
    if not await ctx.uow.journal.readable(None if sees_all(ctx.actor, root) else ctx.actor, root, [root_id]):
        raise hidden
    before = LAST_SEQ if request.before is UNSET else request.before
    if root is Entity.TASK:
        found = await ctx.uow.journal.of_task(root_id, before, request.limit + 1)
    else:
        found = await ctx.uow.journal.of_thing(root, root_id, before, request.limit + 1)
    part = found[: request.limit]
    rest = part[-1].seq if len(found) > len(part) else None
    return await readable_rows(ctx, part, known=(root, root_id)), rest


def wanted_kinds(kinds: Sequence[str]) -> Collection[str]:
    """Every kind that is asked for. Raises `Invalid`."""
    raise_if_any(
        FieldError(f"kinds[{place}]", FieldCode.NOT_ONE_OF, {"value": kind, "allowed": ", ".join(Entity)})
        for place, kind in enumerate(kinds)
        if kind and kind not in {*KINDS, *Entity}
    )
    return {kind for kind, entity in KINDS.items() if kind in kinds or entity in kinds} if kinds else ()


def position_of(text: str, database_id: str) -> int:
    """The number that a position names. Raises `Invalid`, and `Conflict` where it is another database's."""
    if not text:
        return 0
    position = POSITION.fullmatch(text)
    if position is None:
        raise Invalid.at("after", FieldCode.NO_POSITION)
    if position[1] not in {None, database_id}:
        raise Conflict(Code.CHANGES_ELSEWHERE)
    return int(position[2])


def by_governor(rows: Sequence[JournalRow]) -> Mapping[Entity, Mapping[int, Sequence[int]]]:
    """The numbers of rows by the things that govern them."""
    governed: defaultdict[Entity, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        entity, thing = governor(row)
        governed[entity][thing].append(row.seq)
    return governed


async def readable_rows(
    ctx: Context, rows: Sequence[JournalRow], known: tuple[Entity, int] | None = None
) -> Sequence[JournalRow]:
    """The rows that the caller may read, found by a query for each kind of thing that governs some, if not `known`."""
    governors = [*map(governor, rows)]
    governing: defaultdict[Entity, dict[int, None]] = defaultdict(dict)
    for entity, thing in governors:
        governing[entity][thing] = None
    readable: dict[Entity, Collection[int]] = {}
    for entity, things in governing.items():
        if not in_scope(ctx.token, entity):
            readable[entity] = ()
        elif sees_all(ctx.actor, entity) or (entity, *things) == known:
            readable[entity] = things
        else:
            readable[entity] = await ctx.uow.journal.readable(ctx.actor, entity, [*things])
    return [row for row, (entity, thing) in zip(rows, governors, strict=True) if thing in readable[entity]]


def governor(row: JournalRow) -> tuple[Entity, int]:
    """Return the thing whose visibility governs a row: for that of a visibility record, the record itself."""
    return (Entity.VISIBILITY, row.entity_id) if row.kind in OF_RECORDS else (row.root, row.root_id)


def sees_all(actor: Actor, entity: Entity) -> bool:
    rule = GOVERNED_BY[entity]
    return rule is None or actor.role in PERMISSIONS[rule[0]].roles


def in_scope(token: AccessToken | None, entity: Entity) -> bool:
    rule = GOVERNED_BY[entity]
    return rule is None or token is None or token.scopes is None or rule[1] in token.scopes


def as_told(row: JournalRow) -> RecordedChange:
    entity, changed = KINDS[row.kind], Raw(row.changed_json)
    return RecordedChange(
        *(row.seq, row.at, row.actor_user_id, row.via, row.token, row.kind, entity, row.entity_id, changed, row.undoes)
    )

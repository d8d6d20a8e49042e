"""Requests for changes that are held until there is something to answer (long poll).

While any is held, the process watches for commits. After one the new rows are read once for all who wait, the store
tells for each person which rows they may read, and whoever may read one is answered with it. While nothing is
committed, the store is not asked. Whether those who wait still may is asked again after commits, within
`jwt.cache_seconds`.
"""

import asyncio
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import suppress
from math import inf
from time import perf_counter

from aiohttp.web import BaseRequest, RequestHandler
from msgspec import Raw

from api.auth.authenticator import Authenticator
from api.http.clients import Limits
from api.http.endpoints import Endpoint, OperationResult
from api.http.errors import RETRY_AFTER, ApiCode, HttpError
from api.http.inputs import query_of
from api.http.responses import ENCODER
from core.application.use_case import Caller, Pipeline
from core.base.errors import Code, Conflict, Unavailable
from core.base.log_fields import note_held
from core.base.metrics import HELD_REQUESTS
from core.people.users import OPERATOR_CALLER
from core.records.journal import Changes, JournalRow
from core.work.changes import (
    ChangesRequest,
    Follower,
    NewRows,
    as_told,
    list_changes,
    new_rows,
    position_of,
    readable_by_each,
    wanted_kinds,
)

GATHER_SECONDS = 0.02
"""The pause between two looks, so that commits that follow each other closely are looked at together."""

PENDING_SECONDS = (0.02, 0.25)
"""The pause before the next look while an open transaction hides rows: the first, and the longest."""

RETRY_SECONDS = 1.0
"""The pause after the database has failed."""

LINGER_SECONDS = 5.0
"""The time for which commits are still watched after the last answer: its client usually asks again."""

PAIRS = 20_000
"""The most pairs of a person and a row that one unit checks for whether the person may read the row."""


class HeldRequest:
    """A request that waits. `after`: the number up to which everything has been looked at for it."""

    __slots__ = ("after", "answer", "caller", "checked_at", "database_id", "kinds", "limit", "request")

    def __init__(self, caller: Caller, request: BaseRequest, query: ChangesRequest, position: str, at: float) -> None:
        self.caller = caller
        self.request = request
        self.kinds = frozenset(wanted_kinds(query.kinds))
        self.limit = query.limit
        self.database_id, _, after = position.partition("-")
        self.after = int(after)
        self.checked_at = at
        self.answer: asyncio.Future[Sequence[Raw]] = asyncio.get_running_loop().create_future()

    def give(self, rows: Sequence[Raw] = ()) -> None:
        if not self.answer.done():
            self.answer.set_result(rows)

    def refuse(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)

    def wants(self, row: JournalRow) -> bool:
        return row.seq > self.after and (not self.kinds or row.kind in self.kinds)


class HeldRequests:
    """All requests that a process holds, by their connections."""

    def __init__(self, pipeline: Pipeline, authenticator: Authenticator, limits: Limits) -> None:
        self.pipeline = pipeline
        self.authenticator = authenticator
        self.limits = limits
        self.held: dict[RequestHandler, HeldRequest] = {}
        self.of_person: Counter[int] = Counter()
        HELD_REQUESTS.set(0)
        self.closing = False
        self.tasks: list[asyncio.Task[None]] = []
        self.look = asyncio.Event()
        self.lingering: asyncio.TimerHandle | None = None
        self.database_id, self.reached = "", 0
        """The database and the row up to which held requests have been answered."""
        self.asked = "", ChangesRequest()
        self.committed_at = -inf
        self.unchecked_since = inf
        """The first commit after which nobody has asked whether those who wait still may."""

    async def changes(self, endpoint: Endpoint, caller: Caller, request: BaseRequest) -> OperationResult:
        """The changes that are there; if there are none, those that come while the query says to wait, or none."""
        query = self.asked_in(request)
        wait = 0 if self.closing else query.wait
        if wait and self.is_last(query.after):
            return await self.held_changes(endpoint, caller, request, query, query.after)

        def shape(found: Changes) -> OperationResult | str:
            return endpoint.outcome(request, found) if found.rows or not wait else found.next

        found = await self.pipeline.run_encoded(shape, caller, list_changes, query)
        if isinstance(found, OperationResult):
            return found
        return await self.held_changes(endpoint, caller, request, query, found)

    def asked_in(self, request: BaseRequest) -> ChangesRequest:
        """Read once where several ask the same, as all do who go on from one answer."""
        if request.query_string != self.asked[0]:
            self.asked = request.query_string, query_of(request, ChangesRequest)
        return self.asked[1]

    def is_last(self, after: str) -> bool:
        """Return whether no row behind a position is known while commits are watched, so that none is to be read."""
        ours = bool(self.tasks) and after.startswith(f"{self.database_id}-")
        return ours and position_of(after, self.database_id) >= self.reached

    async def held_changes(
        self, endpoint: Endpoint, caller: Caller, request: BaseRequest, query: ChangesRequest, position: str
    ) -> OperationResult:
        at = asyncio.get_running_loop().time() - self.authenticator.cache_seconds
        held = HeldRequest(caller, request, query, position, at)
        rows = await self.hold(held, query.wait)
        return endpoint.content(request, ENCODER.encode({"rows": rows, "next": f"{held.database_id}-{held.after}"}))

    async def hold(self, held: HeldRequest, seconds: float) -> Sequence[Raw]:
        """The rows that come within `seconds`. Raises `HttpError` where too many requests are held already."""
        person, connection, token = held.caller.actor.id, held.request.protocol, held.caller.token
        self.require_room(person)
        left = (token.expires_at - self.pipeline.clock.now()).total_seconds() if token else inf
        began = perf_counter()
        self.held[connection] = held
        self.of_person[person] += 1
        HELD_REQUESTS.set(len(self.held))
        ending = asyncio.get_running_loop().call_later(min(seconds, left), held.give)
        self.begin_looking(held)
        if self.closing or held.request.transport is None:
            held.give()
        try:
            rows = await held.answer
        finally:
            note_held(perf_counter() - began)
            ending.cancel()
            del self.held[connection]
            HELD_REQUESTS.set(len(self.held))
            self.of_person[person] -= 1
            if not self.of_person[person]:
                del self.of_person[person]
            if not self.held:
                self.linger()
        if left < seconds and not rows:
            await self.authenticator.caller(held.request.headers)  # it has expired
        return rows

    def require_room(self, person: int) -> None:
        if self.of_person[person] >= self.limits.held_of_person:
            raise HttpError(ApiCode.TOO_MANY_WAITS, headers=RETRY_AFTER)
        if len(self.held) >= self.limits.held:
            raise HttpError(ApiCode.NO_ROOM_TO_WAIT, headers=RETRY_AFTER)

    def release(self) -> None:
        """Answer all that are held, and hold none any more."""
        self.closing = True
        for held in self.held.values():
            held.give()
        if not self.held:
            self.end_looking()

    def disconnected(self, connection: RequestHandler) -> None:
        """Give up the request of a connection that has gone."""
        if connection in self.held:
            self.held[connection].give()

    def begin_looking(self, held: HeldRequest) -> None:
        """Watch commits from now on, and look at once where the new request may have missed something."""
        if self.lingering:
            self.lingering.cancel()
        if not self.tasks:
            self.tasks = [asyncio.create_task(self.watch()), asyncio.create_task(self.keep_looking())]
            self.committed_at = -inf
        if held.checked_at <= self.committed_at and self.unchecked_since == inf:
            self.unchecked_since = asyncio.get_running_loop().time()
            self.look.set()
        if held.after < self.reached:
            self.look.set()

    def linger(self) -> None:
        seconds = 0 if self.closing else LINGER_SECONDS
        self.lingering = asyncio.get_running_loop().call_later(seconds, self.end_looking)

    def end_looking(self) -> None:
        for task in self.tasks:
            task.cancel()
        self.tasks = []

    async def watch(self) -> None:
        async with self.pipeline.store.watch_commits() as commits:
            while True:
                await commits.committed()
                if self.unchecked_since == inf and self.committed_at > -inf:
                    self.authenticator.keep_cached(held.request.headers for held in self.held.values())
                self.committed_at = asyncio.get_running_loop().time()
                self.unchecked_since = min(self.unchecked_since, self.committed_at)
                self.look.set()

    async def keep_looking(self) -> None:
        """Look after each commit, and again where something will have to be looked at without one."""
        again, pending = inf, PENDING_SECONDS[0]
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(None if again == inf else again):
                    await self.look.wait()
            self.look.clear()
            try:
                again = await self.check()
                if await self.answer():
                    again, pending = min(again, pending), min(2 * pending, PENDING_SECONDS[1])
                else:
                    pending = PENDING_SECONDS[0]
            except Unavailable:
                again = RETRY_SECONDS
            await asyncio.sleep(GATHER_SECONDS)

    async def check(self) -> float:
        """Refuse requests whose callers may no longer wait, once in a while; return the seconds until the next time."""
        now = asyncio.get_running_loop().time()
        if now < self.unchecked_since + self.authenticator.cache_seconds:
            return self.unchecked_since + self.authenticator.cache_seconds - now
        asked = [held for held in self.held.values() if held.checked_at <= self.committed_at]
        since, self.unchecked_since = self.unchecked_since, inf
        try:
            callers = await self.authenticator.callers_now([held.request.headers for held in asked])
        except Unavailable:
            self.unchecked_since = since
            raise
        for held, found in zip(asked, callers, strict=True):
            if isinstance(found, Caller):
                held.caller, held.checked_at = found, now
            else:
                held.refuse(found)
        return inf

    async def answer(self) -> bool:
        """Answer those who may read a new row. Returns whether an open transaction still hides rows."""
        after = min((held.after for held in self.held.values()), default=self.reached)
        found = await self.pipeline.run(OPERATOR_CALLER, new_rows, after)
        self.reached = max(self.reached, found.reached) if found.database_id == self.database_id else found.reached
        self.database_id = found.database_id
        waiting = [held for held in self.held.values() if after <= held.after < found.reached]
        if any(held.after < after for held in self.held.values()):
            self.look.set()  # began meanwhile, with a position from before
        concerned = [held for held in waiting if any(map(held.wants, found.rows))] if found.rows else []
        texts = {row.seq: Raw(ENCODER.encode(as_told(row))) for row in found.rows} if concerned else {}
        groups, at_once = by_follower(concerned), max(PAIRS // max(len(found.rows), 1), 1)
        for first in range(0, len(groups), at_once):
            part = groups[first : first + at_once]
            followers = [Follower(each[0].caller.actor, each[0].caller.token) for each in part]
            readable = await self.pipeline.run(OPERATOR_CALLER, readable_by_each, found.rows, followers)
            for of_follower, seqs in zip(part, readable, strict=True):
                for held in of_follower if seqs else ():
                    tell(held, found, seqs, texts)
        for held in waiting:
            go_on(held, found)
        return found.pending


def by_follower(concerned: Collection[HeldRequest]) -> list[list[HeldRequest]]:
    """Return the requests in groups whose callers may read the same: those of one person with the same scopes."""
    found: dict[object, list[HeldRequest]] = {}
    for held in concerned:
        key = held.caller.actor.id, held.caller.token and held.caller.token.scopes
        found.setdefault(key, []).append(held)
    return list(found.values())


def tell(held: HeldRequest, found: NewRows, readable: Collection[int], texts: dict[int, Raw]) -> None:
    """Answer with the rows that are new to a request and that its caller may read, if there are any."""
    mine = [row.seq for row in found.rows if row.seq in readable and held.wants(row)]
    if mine and held.database_id == found.database_id and not held.answer.done():
        held.after = found.reached if len(mine) <= held.limit else mine[held.limit - 1]
        held.give([texts[seq] for seq in mine[: held.limit]])


def go_on(held: HeldRequest, found: NewRows) -> None:
    """Move a held request, which wants none of these rows, past them; where there are more, let it ask again."""
    if held.answer.done():
        return
    if held.database_id != found.database_id:
        held.refuse(Conflict(Code.CHANGES_ELSEWHERE))
    held.after = found.reached
    if found.more:
        held.give()

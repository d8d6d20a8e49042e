"""A route as it is performed: inputs, use case, and what HTTP message of the result.

What the declaration alone decides is found out once: a GET of one thing has a tag; a write to what a GET of the same
template reads takes `If-Match`; a POST takes `Idempotency-Key`; a list whose query is a `Page` links to its next one.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import partial
from typing import Any
from urllib.parse import urlencode

import msgspec
from aiohttp.web import BaseRequest
from msgspec import Struct

from api.http.conditions import etag_of, is_not_modified, precondition_of
from api.http.idempotency import InFlight, idempotency_key_of, key_of
from api.http.inputs import PathReader, query_of, read_body
from api.http.responses import ENCODER
from api.http.routing import Route
from core.application.requests import decode
from core.application.use_case import Caller, IdempotencyKey, Pipeline, UseCase
from core.base.errors import Code, Conflict
from core.base.model import Language, Request
from core.base.paging import Page
from core.records.people import Actor

CHANGES = frozenset({"PUT", "PATCH", "DELETE"})


class OperationResult(Struct, frozen=True):
    """What came of a request: the data's JSON, whole header lines, and whether the client has it already.

    With a `media_type`, `data` is the whole body and gets no envelope. `message` is the message, where there is
    more to say than that it went well.
    """

    data: bytes
    headers: str = ""
    not_modified: bool = False
    media_type: str = ""
    message: Callable[[Language], str] | None = None


class Endpoint:
    """One route, to be performed many times. `current` reads what it changes, from the same path."""

    def __init__(self, route: Route, current: UseCase[..., object] | None, in_flight: InFlight) -> None:
        self.route = route
        self.path = PathReader(route.parameters, route.parameter_types)
        self.current = current
        read = route.use_case if route.method == "GET" else current
        self.tagged = route.is_single and read is not None and route.data is read.outcome
        self.in_flight = in_flight

    async def handle(
        self, pipeline: Pipeline, actor: Actor, request: BaseRequest, segments: Sequence[str]
    ) -> OperationResult:
        """What comes of a request. Raises `DomainError` or `HttpError`."""
        body = await read_body(request) if self.route.body else b""
        ids = self.path.values(segments)
        query = query_of(request, self.route.query) if self.route.query else None
        page = query if isinstance(query, Page) and query.most else None
        inputs = self.inputs(ids, with_one_more(page) if page else query, body)
        caller = self.caller(actor, request, ids, body)
        shape = partial(page_result, request, page) if page else partial(self.outcome, request)
        outcome = self.run(
            partial(pipeline.run_encoded, shape, caller, self.route.use_case), inputs, caller.idempotency_key
        )
        return await (within(outcome, self.route.timeout) if self.route.timeout else outcome)

    async def run(
        self,
        act: Callable[..., Awaitable[OperationResult]],
        inputs: Sequence[object],
        idempotency_key: IdempotencyKey | None,
    ) -> OperationResult:
        """The outcome of the use case; requests with one idempotency key run one at a time."""
        if idempotency_key is None:
            return await act(*inputs)
        with self.in_flight.hold(idempotency_key):
            return await act(*inputs)

    def inputs(self, ids: Sequence[int], query: Request | None, body: bytes) -> list[object]:
        """What the use case takes."""
        inputs: list[object] = [*ids]
        if query is not None:
            inputs.append(query)
        if self.route.body:
            inputs.append(decode(body, self.route.body))
        return inputs

    def caller(self, actor: Actor, request: BaseRequest, ids: Sequence[int], body: bytes) -> Caller:
        """Who calls, with what their headers ask of a write."""
        if self.current is not None:
            return Caller(actor, precondition=precondition_of(request.headers, self.current, ids))
        if self.route.method == "POST" and (key := key_of(request.headers)):
            return Caller(actor, idempotency_key_of(actor, self.route, ids, key, body))
        return Caller(actor)

    def outcome(self, request: BaseRequest, data: object) -> OperationResult:
        """The result, tagged where it is one thing that can be read; nothing where the client has it already."""
        if message := self.route.message:
            return OperationResult(b"{}", message=lambda language: message(language, data))
        content = ENCODER.encode(data)
        if not self.tagged:
            return OperationResult(content)
        tag = etag_of(content)
        not_modified = self.current is None and is_not_modified(request.headers, tag)
        return OperationResult(content, f"ETag: {tag}\r\n", not_modified=not_modified)


async def within(outcome: Coroutine[Any, Any, OperationResult], seconds: float) -> OperationResult:
    """What comes of it. Raises `Conflict` where it does not in time; what has not begun by then never does."""
    try:
        async with asyncio.timeout(seconds):
            return await outcome
    except TimeoutError:
        raise Conflict(Code.JOB_RUNNING) from None


def page_result(request: BaseRequest, page: Page, rows: Sequence[Any]) -> OperationResult:
    """A page of rows, of which there is one too many where there is a next page: then with a link to that."""
    shown = rows[: page.most]
    content = ENCODER.encode(shown)
    if len(shown) == len(rows):
        return OperationResult(content)
    after = msgspec.structs.replace(page, after_id=shown[-1].id)
    target = f"{request.rel_url.raw_path}?{urlencode(msgspec.to_builtins(after))}"
    return OperationResult(content, f'Link: <{target}>; rel="next"\r\n')


def with_one_more(page: Page) -> Page:
    """The page and the row behind it, which tells whether there is a next one."""
    return msgspec.structs.replace(page, limit=(page.most or 0) + 1)


def endpoints(routes: Iterable[Route]) -> list[Endpoint]:
    """Every route, those that change a thing knowing what reads it."""
    routes = list(routes)
    in_flight = InFlight()
    reads = {route.template: route.use_case for route in routes if route.method == "GET" and route.is_single}
    return [
        Endpoint(route, route.current or reads.get(route.template) if route.method in CHANGES else None, in_flight)
        for route in routes
    ]

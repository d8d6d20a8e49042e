"""The way from a route's request to its use case and back.

What follows from the declaration alone is decided once: a GET has an `ETag`, unless its answer may be a file or is sent
in many pieces; a write to what a GET of the same template reads takes `If-Match`; a POST takes `Idempotency-Key`; a
list with a `Page` links to its next one.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import msgspec
from aiohttp import hdrs
from aiohttp.web import BaseRequest
from msgspec import Struct

from api.http import attachments
from api.http.attachments import NoFiles
from api.http.conditions import etag_of, is_not_modified, precondition_of
from api.http.idempotency import InFlight, idempotency_key_of, key_of
from api.http.inputs import PathReader, check_no_query, query_of
from api.http.language import language_of
from api.http.responses import ENCODER, PRIVATE
from api.http.routing import Files, Route
from core.application.requests import decode
from core.application.use_case import Caller, Pipeline, UseCase
from core.base.date_times import as_written
from core.base.errors import Code, Conflict, FieldCode, Invalid
from core.base.model import Language, Request
from core.base.paging import MOST, Page, PieceRows, PieceTooLong
from core.base.secrets import hash_of, new_secret
from core.base.settings import Settings
from core.calendar.calendar_links import addressed
from core.delivery.webhook_events import headers_of
from core.ports.kept_files import KeptFiles, OpenFile
from core.ports.tokens import IssueToken
from core.ports.webhooks import WebhookClient
from core.records.calendar_links import CalendarLinkGrant
from core.records.tokens import IssuedToken, TokenGrant
from core.records.webhooks import Answer, Delivery, WebhookFault, WebhookTest
from core.records.work import TelegramFile

CHANGES = frozenset({"PUT", "PATCH", "DELETE"})
FIRST_ROWS, PIECE_BYTES = 128, 256 * 1024
"""The most rows in the first piece of a whole list, and the usual bytes of one; its texts have at most twice that."""
LEGIBLE = ":,"
"""The characters that are left as they are in the query of a link to the next page."""
STEP = 4
"""The factor by which a piece has fewer rows where their texts are too long, and the next one more rows again."""

STRICT = re.compile(r"""(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?=[;,]|$)""", re.IGNORECASE)
"""The preference `handling=strict` in the header `Prefer`."""


class OperationResult(Struct):
    """The data as JSON, header lines each with its CRLF, and whether the client's copy is still current.

    With a `media_type`, `data` is the whole body, without an envelope. `message` replaces the envelope's usual one.
    `rest` is what follows `data` of a long list or a file.
    """

    data: bytes
    headers: str = ""
    not_modified: bool = False
    media_type: str = ""
    message: Callable[[Language], str] | None = None
    rest: OpenFile | None = None
    status: int = 200


class ListPiece(Struct, frozen=True):
    """Some rows of a list as a JSON array, the page that follows them, and whether the list ends with them."""

    content: bytes
    count: int
    following: Page
    ends: bool


ReadListPiece = Callable[[int, Page], Awaitable[ListPiece]]
"""Reads the first rows of a page, at most a number of them; fewer, where these are long."""


class NoWebhooks(WebhookClient):
    """Sends nowhere, for a service without a client of its own."""

    async def check(self, url: str) -> None:  # noqa: ARG002 no address is good enough
        raise Invalid.at("url", FieldCode.ADDRESS_NOT_ALLOWED)

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Answer:  # noqa: ARG002 as above
        return Answer(fault=WebhookFault.ADDRESS)

    async def fetch(self, url: str, most: int) -> bytes | None:  # noqa: ARG002 as above
        return None


class Outside(Struct, frozen=True):
    """The means of operations to reach addresses of others and the files that Telegram keeps."""

    webhooks: WebhookClient = NoWebhooks()
    kept_files: KeptFiles = NoFiles()


class Endpoint:
    """A route, ready to be served. `current` reads what the route changes, with the same path parameters."""

    def __init__(
        self,
        route: Route,
        current: UseCase[..., object] | None,
        in_flight: InFlight,
        sign: IssueToken,
        outside: Outside,
    ) -> None:
        self.route = route
        self.path = PathReader(route.parameters, route.parameter_types)
        self.query, self.body = route.query, route.body
        self.current = current
        of_current = route.is_single and current is not None and route.data is current.outcome
        self.tagged = not (route.files or route.opens) if route.method == "GET" else of_current
        self.in_flight = in_flight
        self.sign = sign
        self.outside = outside

    async def handle(
        self, pipeline: Pipeline, caller: Caller, request: BaseRequest, segments: Sequence[str], body: bytes = b""
    ) -> OperationResult:
        """Run the operation for a request. Raises `DomainError` or `HttpError`."""
        ids = self.path.values(segments)
        query = self.query_in(request)
        page = query if isinstance(query, Page) and query.most else None
        inputs = self.inputs(ids, with_one_more(page) if page else query, body, request.headers)
        caller = self.conditional(caller, request, ids, body)
        if self.route.files and (form := getattr(query, "format", None)) in self.route.files.media_types:
            report = await pipeline.run(caller, self.route.use_case, *inputs)
            language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE), caller.actor.user.language)
            return await file_result(self.route.files, report, form, language, pipeline.settings.zone)
        if isinstance(query, Page) and not page:
            return await list_result(partial(self.read_piece, pipeline, caller, ids), query, request)
        if self.route.sends_to and isinstance(url := getattr(inputs[-1], "url", None), str):
            await self.outside.webhooks.check(url)
        if self.route.opens or self.route.delivers:
            found = await pipeline.run(caller, self.route.use_case, *inputs)
            return await self.from_outside(found, pipeline.clock.now())
        if self.route.links:
            secret = new_secret()
            inputs.append(hash_of(secret))
            base_url = pipeline.settings.public_url or f"{request.scheme}://{request.host}"
            shape = partial(addressed_result, secret, base_url)
        elif page:
            shape = partial(page_result, request, next_page_path(request.rel_url.raw_path, pipeline.settings), page)
        else:
            shape = partial(self.outcome, request)
        if caller.idempotency_key:
            with self.in_flight.hold(caller.idempotency_key):
                return await self.run(pipeline, shape, caller, inputs)
        return await self.run(pipeline, shape, caller, inputs)

    def run(
        self, pipeline: Pipeline, shape: Callable[[Any], OperationResult], caller: Caller, inputs: Sequence[Any]
    ) -> Coroutine[Any, Any, OperationResult]:
        """The outcome of the use case in the shape of an answer, within the route's timeout, if any."""
        result = pipeline.run_encoded(shape, caller, self.route.use_case, *inputs)
        return within(result, self.route.timeout) if self.route.timeout else result

    async def from_outside(self, found: Any, now: datetime) -> OperationResult:
        """The content of a file, or whether a delivery arrived."""
        if self.route.opens:
            return await kept_file_result(self.outside.kept_files, found)
        return OperationResult(ENCODER.encode(await delivered(self.outside.webhooks, found, now)))

    def query_in(self, request: BaseRequest) -> Request | None:
        if self.query:
            return query_of(request, self.query)
        check_no_query(request)
        return None

    async def read_piece(
        self, pipeline: Pipeline, caller: Caller, ids: Sequence[int], limit: int, page: Page
    ) -> ListPiece:
        while True:
            rows = PieceRows(limit, 2 * PIECE_BYTES // limit) if limit > 1 else 1
            inputs: list[Any] = [*ids, msgspec.structs.replace(page, limit=rows)]
            try:
                return await pipeline.run_encoded(partial(piece_of, limit, page), caller, self.route.use_case, *inputs)
            except PieceTooLong:
                limit = max(limit // STEP, 1)

    def inputs(
        self, ids: Sequence[int], query: Request | None, body: bytes, headers: Mapping[str, str]
    ) -> list[object]:
        inputs: list[object] = [*ids]
        if query is not None:
            inputs.append(query)
        if self.body:
            inputs.append(decode(body, self.body, closed=is_strict(headers)))
        return inputs

    def conditional(self, caller: Caller, request: BaseRequest, ids: Sequence[int], body: bytes) -> Caller:
        """The caller, with the precondition or the idempotency key of their headers."""
        if self.current is not None:
            precondition = precondition_of(request.headers, self.current, ids)
            return msgspec.structs.replace(caller, precondition=precondition) if precondition else caller
        if self.route.method == "POST" and (key := key_of(request.headers)):
            idempotency_key = idempotency_key_of(caller, self.route, ids, key, body)
            return msgspec.structs.replace(caller, idempotency_key=idempotency_key)
        return caller

    def outcome(self, request: BaseRequest, data: Any) -> OperationResult:
        if message := self.route.message:
            return OperationResult(b"{}", message=lambda language: message(language, data))
        return self.content(request, ENCODER.encode(self.sign(data) if self.route.grants else data))

    def content(self, request: BaseRequest, content: bytes) -> OperationResult:
        if not self.tagged:
            return OperationResult(content)
        if self.current is None:
            return tagged_result(request, content)
        return OperationResult(content, f"ETag: {etag_of(content)}\r\n")


def is_strict(headers: Mapping[str, str]) -> bool:
    """Return whether a request asks to have fields refused that its operation does not take (RFC 7240)."""
    return STRICT.search(headers.get("Prefer", "")) is not None


def tagged_result(request: BaseRequest, content: bytes, headers: str = "") -> OperationResult:
    """An answer with its `ETag`, which is of the header lines too: a page whose link is new is not the same page."""
    tag = etag_of(content + headers.encode() if headers else content)
    return OperationResult(content, f"ETag: {tag}\r\n{headers}", not_modified=is_not_modified(request.headers, tag))


async def delivered(webhooks: WebhookClient, delivery: Delivery, now: datetime) -> WebhookTest:
    answer = await webhooks.post(delivery.url, headers_of(delivery, now), delivery.body)
    return WebhookTest(answer.arrived, answer.status, answer.fault)


def addressed_result(secret: str, base_url: str, grant: CalendarLinkGrant) -> OperationResult:
    return OperationResult(ENCODER.encode(addressed(grant, secret, base_url)))


async def file_result(files: Files, data: object, form: object, language: Language, zone: ZoneInfo) -> OperationResult:
    """A file for the client to save, written in a thread."""
    file = await asyncio.to_thread(files.write, data, form, language, zone)
    disposition = f'Content-Disposition: attachment; filename="{file.name}"\r\n'
    return OperationResult(file.content, f"{PRIVATE}{disposition}", media_type=file.media_type)


async def kept_file_result(kept_files: KeptFiles, file: TelegramFile) -> OperationResult:
    """A file for the client to save, passed on as it arrives."""
    name = attachments.name_of(file)
    first, rest = await kept_files.open(file.file_id)
    headers, media_type = attachments.header_lines(name), attachments.media_type_of(name)
    return OperationResult(first, headers, media_type=media_type, rest=rest)


async def within(outcome: Coroutine[Any, Any, OperationResult], seconds: float) -> OperationResult:
    """The outcome within a timeout. Raises `Conflict` after it; what has not begun by then is cancelled."""
    try:
        async with asyncio.timeout(seconds):
            return await outcome
    except TimeoutError:
        raise Conflict(Code.JOB_RUNNING) from None


async def list_result(read: ReadListPiece, page: Page, request: BaseRequest) -> OperationResult:
    """A whole list: at once, with an `ETag`, if it has no more than two pieces, as most have; else piece by piece."""
    first = await read(FIRST_ROWS, page)
    if first.ends:
        return tagged_result(request, first.content)
    second = await read(rows_after(first), first.following)
    if second.ends:
        return tagged_result(request, b"".join([first.content[:-1], following_rows(second), b"]"]))
    return OperationResult(first.content[:-1], rest=rest_of(read, second))


async def rest_of(read: ReadListPiece, piece: ListPiece) -> AsyncGenerator[bytes, None]:
    """A piece and those that follow it, each of them read when it is asked for."""
    yield following_rows(piece)
    while not piece.ends:
        piece = await read(rows_after(piece), piece.following)
        if piece.count:
            yield following_rows(piece)
    yield b"]"


def rows_after(piece: ListPiece) -> int:
    """Return the most rows that the next piece has."""
    return min(max(PIECE_BYTES * piece.count // len(piece.content), 1), STEP * piece.count, MOST)


def following_rows(piece: ListPiece) -> bytes:
    """The rows of a piece that is not the first as they follow others."""
    return b"," + piece.content[1:-1] if piece.count else b""


def piece_of(limit: int, page: Page, rows: Sequence[Any]) -> ListPiece:
    following = page.following(rows[-1]) if rows else page
    return ListPiece(ENCODER.encode(rows), len(rows), following, len(rows) < limit)


def next_page_path(path: str, settings: Settings) -> str:
    """Return the path of the next page; below a prefix, which the proxy's clients alone know, relative to this page."""
    return path.rpartition("/")[2] if settings.has_path_prefix else path


def page_result(request: BaseRequest, path: str, page: Page, rows: Sequence[Any]) -> OperationResult:
    """A page, with a link to the next one, which is at `path`, if `rows` has one row more than the page."""
    shown = rows[: page.most]
    content = ENCODER.encode(shown)
    if len(shown) == len(rows):
        return tagged_result(request, content)
    target = f"{path}?{urlencode([*query_parameters(page.following(shown[-1]))], safe=LEGIBLE)}"
    return tagged_result(request, content, f'Link: <{target}>; rel="next"\r\n')


def query_parameters(query: Request) -> Iterator[tuple[str, str]]:
    """The parameters of a query as a client writes them."""
    for name, value in msgspec.to_builtins(query, enc_hook=as_written).items():
        given = ",".join(map(str, value)) if isinstance(value, list) else value
        yield name, str(given).lower() if isinstance(given, bool) else str(given)


def with_one_more(page: Page) -> Page:
    """Return the page with one row more, which tells whether there is a next page."""
    return msgspec.structs.replace(page, limit=(page.most or 0) + 1)


def unsigned(grant: TokenGrant) -> IssuedToken:
    """A grant without a signature, for endpoints that exist only to be described."""
    raise TypeError(f"no key signs {grant.token.id}")


def endpoints(
    routes: Iterable[Route],
    sign: IssueToken = unsigned,
    outside: Outside | None = None,
) -> list[Endpoint]:
    """Every route, each that changes a resource with the use case that reads it. `sign` makes tokens of grants."""
    outside = outside or Outside()
    routes = list(routes)
    in_flight = InFlight()
    reads = {route.template: route.use_case for route in routes if route.method == "GET" and route.is_single}
    return [
        Endpoint(
            route,
            route.current or reads.get(route.template) if route.method in CHANGES else None,
            in_flight,
            sign,
            outside,
        )
        for route in routes
    ]

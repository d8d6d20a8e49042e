"""The service as one request handler: route, caller, rate limit, use case, envelope. Errors get the envelope too."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from http import HTTPStatus
from mmap import mmap
from time import monotonic_ns, perf_counter
from typing import Any, NamedTuple

import msgspec
from aiohttp import hdrs, web
from aiohttp.web import RequestHandler
from msgspec import Struct
from multidict import istr

from api.auth.authenticator import AuthenticationError, Authenticator
from api.auth.tokens import issue
from api.calendars import TEMPLATE, CalendarFiles, UnknownCalendar
from api.held_requests import HeldRequests
from api.http.clients import Limits, Proxies
from api.http.cors import CrossOrigins
from api.http.endpoints import Endpoint, OperationResult, Outside, endpoints
from api.http.errors import ApiCode, HttpError, Refusal, data_of, headers_of, message_of, status_of
from api.http.inputs import read_body
from api.http.language import language_of
from api.http.rate_limit import MEMORY_BYTES, Instants, RateLimit, Timer, key_of
from api.http.request_ids import RequestIds
from api.http.responses import JSON, PRIVATE, PiecewiseResponse, Response, ended, failure, success
from api.http.routing import RouteTable
from api.mcp.server import Assistants, not_taken
from api.openapi.pages import Pages
from api.routes import PREFIX, ROUTES
from api.sign_ons.server import Serve, SignOnServer
from core.application.scopes import require_scopes
from core.application.use_case import Caller, Pipeline
from core.base.audit import Audit
from core.base.errors import Code, DomainError, Forbidden, Unavailable
from core.base.log_fields import ABOUT, SLOW, LogFields, duration, note_user
from core.base.metrics import REQUEST_SECONDS, REQUESTS, SWITCH
from core.base.model import Language
from core.delivery.leases import held_leases
from core.delivery.troubles import standing_troubles
from core.people.users import OPERATOR_CALLER
from core.ports import UnitOfWork
from core.records.jobs import Lease, LeaseName

logger = logging.getLogger("semaforo.api")

DEFAULT_LIMITS, NOTHING_OUTSIDE = Limits(), Outside()
READY_SECONDS = 2.0
PROBE_BYTES = 4000
"""Written by `/ready` as hexadecimal digits, which nothing compresses: on a full disk a small row may find room."""
X_REQUEST_ID = istr("X-Request-ID")
ASSISTANTS_PATHS = ("/mcp", "/mcp/")
ALIVE, READY = OperationResult(b'{"alive":true}'), OperationResult(b'{"ready":true}')


Handler = Callable[[web.BaseRequest, Sequence[str]], Awaitable[OperationResult]]
"""Takes a request and its path parameters. Raises `DomainError` or `HttpError`."""


class Target(Struct, frozen=True):
    """A route's template and the handler that serves its paths."""

    template: str
    handle: Handler


ReadMetrics = Callable[[str], Awaitable[tuple[bytes, str]]]
"""Gives the metrics for the value of an `Accept` header, and their media type."""


class ProbeApp:
    """The probes of a process as an aiohttp request handler, for `api.serve`; `App` has the operations as well.

    `metrics`: the answer of `/metrics`; without it there is no such path. `duties`: leases that must each be held, by
    any process, for this one to be ready.

    When `closing`, every connection is closed after its response; when `refusing`, operations get 503.
    """

    counts = False
    """True where its requests are among those that the service counts."""

    def __init__(
        self,
        pipeline: Pipeline,
        more: Sequence[tuple[str, str, Handler]] = (),
        limits: Limits = DEFAULT_LIMITS,
        trusted_proxies: Sequence[str] = (),
        metrics: ReadMetrics | None = None,
        duties: Collection[LeaseName] = (),
    ) -> None:
        self.pipeline = pipeline
        self.duties = duties
        self.limits = limits
        self.proxies = Proxies(trusted_proxies)
        self.request_ids = RequestIds()
        self.audit = Audit()
        served = [("GET", "/health", self.health), ("GET", "/ready", self.ready), *more]
        if metrics:
            served.append(("GET", "/metrics", partial(self.metrics, metrics)))
        self.table = RouteTable((method, template, Target(template, handle)) for method, template, handle in served)
        self.closing, self.refusing = False, False
        self.in_flight = 0
        self.idle = asyncio.Event()

    async def __call__(self, request: web.BaseRequest) -> Response:
        began = perf_counter()
        request_id = self.request_ids.of(request.headers.get(X_REQUEST_ID))
        about = LogFields(request_id)
        ABOUT.set(about)
        template = ""
        self.in_flight += 1
        try:
            target, segments = self.table.find(request.method, path_of(request))
            template = target.template
            response = self.response(request, await target.handle(request, segments), request_id)
        except (DomainError, HttpError) as error:
            response = self.error_response(request, error, request_id)
        except Refusal as refusal:
            response = self.error_response(request, refusal.error, request_id, refusal.headers)
        except Exception:
            path = template if template == TEMPLATE else path_of(request)  # whose own path has a secret
            what = request_id, request.method, path
            logger.exception("failed request_id=%s method=%s path=%r", *what, extra=duration(perf_counter() - began))
            response = self.error_response(request, HttpError(ApiCode.INTERNAL), request_id)
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self.idle.set()
        seconds = perf_counter() - began - (about.held or 0)
        if seconds > SLOW.seconds:
            line = request_id, request.method, template or "-", response.status
            SLOW.note(logger, seconds, "request_id=%s method=%s route=%s status=%d", *line)
        if self.counts and SWITCH.on:
            count(request.method, template, response.status, seconds)
        return response

    def response(self, request: web.BaseRequest, result: OperationResult, request_id: str) -> Response:
        status, body = (304, b"") if result.not_modified else (result.status, result.data)
        if not (result.not_modified or result.media_type):
            body = success(body, language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE)), result.message)
        media_type = result.media_type or JSON
        headers = result.headers if result.media_type else result.headers + PRIVATE
        options: dict[str, Any] = {
            "headers": headers,
            "close": self.closing,
            "media_type": media_type,
            "unread_seconds": self.limits.unread,
        }
        if result.rest and result.media_type:
            return PiecewiseResponse(result.rest, status, body, request_id, **options)
        if result.rest:
            return PiecewiseResponse(ended(result.rest), status, body[:-1], request_id, **options)
        return Response(status, body, request_id, **options)

    async def health(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        return ALIVE

    async def ready(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Raise `Unavailable` unless the store takes writes, the leases are held and the service is not stopping.

        What does not work outside of the service is listed besides: it is no reason to send requests elsewhere.
        """
        await require_writable(self.pipeline)
        if self.refusing or not await are_held(self.pipeline, self.duties):
            raise Unavailable(Code.UNAVAILABLE)
        troubles = await self.pipeline.run(OPERATOR_CALLER, standing_troubles)
        return OperationResult(msgspec.json.encode({"ready": True, "troubles": troubles})) if troubles else READY

    async def metrics(self, read: ReadMetrics, request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        text, media_type = await read(",".join(request.headers.getall(hdrs.ACCEPT, ())))
        return OperationResult(text, media_type=media_type)

    def error_response(
        self, request: web.BaseRequest, error: DomainError | HttpError, request_id: str = "", headers: str = ""
    ) -> Response:
        request_id = request_id or self.request_ids.of(request.headers.get(X_REQUEST_ID))
        language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
        body = self.error_body(request, error, language, request_id)
        close = self.closing or (isinstance(error, HttpError) and error.close)
        lines = headers_of(error) + headers + PRIVATE
        return Response(status_of(error), body, request_id, headers=lines, close=close)

    def error_body(
        self,
        request: web.BaseRequest,  # noqa: ARG002 `App` asks it
        error: DomainError | HttpError,
        language: Language,
        request_id: str,
    ) -> bytes:
        return failure(status_of(error), message_of(error, language), data_of(error, language, request_id))

    def begin_closing(self) -> None:
        """Close every connection after its response from now on."""
        self.closing = True

    def disconnected(self, connection: RequestHandler) -> None:
        """The client of a connection has gone."""

    async def drained(self) -> None:
        """Wait until no request is in progress."""
        while self.in_flight:
            self.idle.clear()
            await self.idle.wait()


class RateLimits(NamedTuple):
    """The limits of a token's requests, an address's refused tokens, and its requests to sign on; None: no limit."""

    requests: RateLimit | None = None
    refusals: RateLimit | None = None
    sign_ons: RateLimit | None = None


NO_RATE_LIMITS = RateLimits()
SIGN_ONS_PER_MINUTE = 60
"""The limit of an address's requests to the pages of sign-ons; one sign-on takes seven."""


class App(ProbeApp):
    """The service as an aiohttp request handler."""

    counts = True

    def __init__(
        self,
        pipeline: Pipeline,
        authenticator: Authenticator,
        rates: RateLimits = NO_RATE_LIMITS,
        security_contact: str = "",
        limits: Limits = DEFAULT_LIMITS,
        trusted_proxies: Sequence[str] = (),
        outside: Outside = NOTHING_OUTSIDE,
    ) -> None:
        self.authenticator = authenticator
        self.rates = rates
        self.security_contact = security_contact
        self.pages = Pages(ROUTES, PREFIX, pipeline)
        self.calendars = CalendarFiles(pipeline)
        self.assistants = Assistants(pipeline)
        fetch = outside.webhooks.fetch
        self.sign_ons = SignOnServer(pipeline, authenticator.keyring, fetch, limits.body, self.site_of)
        self.held = HeldRequests(pipeline, authenticator, limits)
        super().__init__(
            pipeline,
            [
                *([("GET", "/.well-known/security.txt", self.security_txt)] if security_contact else []),
                ("GET", TEMPLATE, self.calendar),
                *(("POST", path, partial(self.assist, path)) for path in ASSISTANTS_PATHS),
                *((*where, partial(self.sign_on, act)) for where, act in self.sign_ons.routes.items()),
                *(("GET", path, partial(self.pages.serve, path)) for path in self.pages.sources),
                *(("GET", path, partial(self.pages.forward, path)) for path in self.pages.shortcuts),
                *(
                    (endpoint.route.method, PREFIX + endpoint.route.template, partial(self.handle, endpoint))
                    for endpoint in endpoints(ROUTES, partial(issue, authenticator.keyring), outside)
                ),
            ],
            limits,
            trusted_proxies,
        )

    async def handle(self, endpoint: Endpoint, request: web.BaseRequest, segments: Sequence[str]) -> OperationResult:
        caller, headers = await self.admitted(request)
        return await with_headers(headers, self.perform(endpoint, caller, request, segments))

    async def perform(
        self, endpoint: Endpoint, caller: Caller, request: web.BaseRequest, segments: Sequence[str]
    ) -> OperationResult:
        require_scopes(caller.token, endpoint.route.use_case.scopes)
        body = await read_body(request, self.limits.body) if endpoint.body else b""
        if endpoint.route.held and "wait" in request.query:
            return await self.held.changes(endpoint, caller, request)
        return await endpoint.handle(self.pipeline, caller, request, segments, body)

    async def admitted(self, request: web.BaseRequest) -> tuple[Caller, str]:
        """Return the caller of a request, and the header lines with what is left of their rate."""
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        caller = await self.authenticator.caller(request.headers)
        note_user(caller.actor.id)
        return caller, self.count(caller)

    def count(self, caller: Caller) -> str:
        """Count a request of a token, and return header lines about it. Raises `HttpError` above the rate."""
        if self.rates.requests is None or caller.token is None:
            return ""
        return self.rates.requests.take(key_of(caller.token.id, caller.actor.id))

    async def assist(self, resource: str, request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Answer a message of an assistant, by a token like any other; from a browser only for pages that may call."""
        if not self.admits_page(request):
            raise Forbidden(Code.FORBIDDEN)
        try:
            caller, headers = await self.admitted(request)
        except AuthenticationError as error:
            error.challenge = self.sign_ons.challenge(resource)
            raise
        return await with_headers(headers, self.message_answer(caller, request))

    async def message_answer(self, caller: Caller, request: web.BaseRequest) -> OperationResult:
        body = await read_body(request, self.limits.body)
        language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
        return await self.assistants.answer(caller, request.headers, body, language, partial(self.count, caller))

    def admits_page(self, request: web.BaseRequest) -> bool:
        """Return whether a request comes from a program, and not from a page of another site."""
        return hdrs.ORIGIN not in request.headers

    async def calendar(self, request: web.BaseRequest, segments: Sequence[str]) -> OperationResult:
        """Answer a link's calendar to anybody who has its secret."""
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        return await self.calendars.serve(request, segments)

    async def sign_on(self, act: Serve, request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        self.count_site(self.rates.sign_ons, request, "sign-on")
        return await self.sign_ons.serve(act, request)

    def error_response(
        self, request: web.BaseRequest, error: DomainError | HttpError, request_id: str = "", headers: str = ""
    ) -> Response:
        request_id = request_id or self.request_ids.of(request.headers.get(X_REQUEST_ID))
        if isinstance(error, AuthenticationError | UnknownCalendar):
            self.audit.refused(request_id, error.reason, error.user_id, self.proxies.client_of(request))
            try:
                self.count_site(self.rates.refusals, request)
            except HttpError as too_many:
                error = too_many
        return super().error_response(request, error, request_id, headers)

    def error_body(
        self, request: web.BaseRequest, error: DomainError | HttpError, language: Language, request_id: str
    ) -> bytes:
        if request.method == hdrs.METH_POST and path_of(request) in ASSISTANTS_PATHS:
            return not_taken(error, language, request_id)
        return super().error_body(request, error, language, request_id)

    def count_site(self, rate: RateLimit | None, request: web.BaseRequest, what: str = "") -> None:
        """Count a request of a site. Raises `HttpError` above the rate; this machine and proxies do not count."""
        if rate and (site := self.site_of(request)):
            rate.take(key_of(what + site))

    def site_of(self, request: web.BaseRequest) -> str:
        """The site that a request comes from; "" for this machine's and proxies' own."""
        return self.proxies.site_of(request)

    def begin_closing(self) -> None:
        """Answer the requests that are held now."""
        super().begin_closing()
        self.held.release()
        self.calendars.news.close()

    def disconnected(self, connection: RequestHandler) -> None:
        self.held.disconnected(connection)

    async def drained(self) -> None:
        """Wait until requests have ended and the last uses of tokens and calendar links are written."""
        await super().drained()
        await self.authenticator.last_uses.settled()
        await self.calendars.fetches.settled()

    async def security_txt(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Answer where to report a weakness (RFC 9116)."""
        expires = (self.pipeline.clock.now() + timedelta(days=30)).isoformat(timespec="seconds")
        text = f"Contact: {self.security_contact}\r\nExpires: {expires}\r\nPreferred-Languages: es, en\r\n"
        return OperationResult(text.encode(), media_type="text/plain; charset=utf-8")


class CrossOriginApp(App):
    """The service for pages of other sites too. If there are none, `App` serves, which looks for no origin."""

    def __init__(self, origins: CrossOrigins, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.origins = origins

    def admits_page(self, request: web.BaseRequest) -> bool:
        return super().admits_page(request) or self.origins.admits(request)

    async def __call__(self, request: web.BaseRequest) -> Response:
        if self.origins.is_preflight(request):
            response = self.preflight_response(request)
        else:
            response = await super().__call__(request)
        response.lines += self.origins.headers_for(request)
        return response

    def preflight_response(self, request: web.BaseRequest) -> Response:
        request_id = self.request_ids.of(request.headers.get(X_REQUEST_ID))
        return Response(HTTPStatus.NO_CONTENT, b"", request_id, close=self.closing)


async def with_headers(headers: str, answer: Awaitable[OperationResult]) -> OperationResult:
    """An answer with more header lines; a refusal that is raised has them, too."""
    try:
        result = await answer
    except (DomainError, HttpError) as error:
        raise Refusal(error, headers) from error
    result.headers += headers
    return result


def count(method: str, template: str, status: int, seconds: float) -> None:
    """Count a request; `template` is "" where no route has the path: a client may make up methods then."""
    if not template and method not in hdrs.METH_ALL:
        method = "other"
    REQUESTS.count(template, method, status)
    REQUEST_SECONDS.observe(seconds, template, method)


def path_of(request: web.BaseRequest) -> str:
    """The path as sent, still percent-encoded."""
    target = request.raw_path
    if not target.startswith("/"):
        return request.rel_url.raw_path
    return target.partition("?")[0].partition("#")[0]


async def require_writable(pipeline: Pipeline) -> None:
    """Raise `Unavailable` unless the store takes a write in time."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await pipeline.store.write(partial(probe, pipeline.clock.now()))
    except Exception as fault:
        raise Unavailable(Code.UNAVAILABLE) from fault


async def are_held(pipeline: Pipeline, duties: Collection[LeaseName]) -> bool:
    """Return whether each of these leases is held, by this process or another."""
    if not duties:
        return True
    held = await pipeline.run(OPERATOR_CALLER, held_leases)
    return set(duties) <= set(held)


async def probe(now: datetime, uow: UnitOfWork) -> None:
    """Write what nobody reads: a disk may be full, or readable only."""
    await uow.leases.put(LeaseName.READINESS, Lease(secrets.token_hex(PROBE_BYTES), 0, now))


def create_app(
    pipeline: Pipeline,
    authenticator: Authenticator,
    *,
    requests_per_minute: int = 0,
    refusals_per_minute: int = 0,
    memory: bytearray | mmap | None = None,
    timer: Timer = monotonic_ns,
    cors_origins: Sequence[str] = (),
    **options: Any,
) -> App:
    """An `App` with rate limits, counted in `memory`; a rate of 0 means no limit. The other options are `App`'s."""
    instants = Instants(bytearray(MEMORY_BYTES) if memory is None else memory)
    rates = RateLimits(
        RateLimit("requests", requests_per_minute, instants, timer) if requests_per_minute else None,
        RateLimit("refusals", refusals_per_minute, instants, timer) if refusals_per_minute else None,
        RateLimit("sign-ons", SIGN_ONS_PER_MINUTE, instants, timer),
    )
    kind = partial(CrossOriginApp, CrossOrigins(cors_origins)) if cors_origins else App
    return kind(pipeline, authenticator, rates, **options)

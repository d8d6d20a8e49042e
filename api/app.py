"""The service as one request handler: route, caller, rate limit, use case, envelope. Errors get the envelope too."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from aiohttp import hdrs, web
from multidict import istr

from api.auth.authenticator import AuthenticationError, Authenticator
from api.http.clients import Limits, Proxies
from api.http.endpoints import Endpoint, OperationResult, endpoints
from api.http.errors import ApiCode, HttpError, data_of, headers_of, message_of, status_of
from api.http.inputs import read_body
from api.http.language import language_of
from api.http.rate_limit import RateLimit
from api.http.request_ids import RequestIds
from api.http.responses import JSON, PRIVATE, PiecewiseResponse, Response, ended, failure, success
from api.http.routing import RouteTable
from api.openapi.pages import Pages
from api.routes import PREFIX, ROUTES
from core.application.use_case import Pipeline
from core.base.audit import Audit
from core.base.errors import Code, DomainError, Unavailable
from core.ports import UnitOfWork
from core.records.jobs import Lease, LeaseName

logger = logging.getLogger("semaforo.api")

DEFAULT_LIMITS = Limits()
READY_SECONDS = 2.0
PROBE_BYTES = 4000
"""Written by `/ready` as hexadecimal digits, which nothing compresses: on a full disk a small row may find room."""
X_REQUEST_ID = istr("X-Request-ID")
ALIVE, READY = OperationResult(b'{"alive":true}'), OperationResult(b'{"ready":true}')


Handler = Callable[[web.BaseRequest, Sequence[str]], Awaitable[OperationResult]]
"""Takes a request and its path parameters. Raises `DomainError` or `HttpError`."""


class ProbeApp:
    """The probes of a process as an aiohttp request handler, for `api.serve`; `App` has the operations as well.

    When `closing`, every connection is closed after its response; when `refusing`, operations get 503.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        more: Sequence[tuple[str, str, Handler]] = (),
        limits: Limits = DEFAULT_LIMITS,
        trusted_proxies: Sequence[str] = (),
    ) -> None:
        self.pipeline = pipeline
        self.limits = limits
        self.proxies = Proxies(trusted_proxies)
        self.request_ids = RequestIds()
        self.audit = Audit()
        self.table = RouteTable[Handler]([("GET", "/health", self.health), ("GET", "/ready", self.ready), *more])
        self.closing, self.refusing = False, False
        self.in_flight = 0
        self.idle = asyncio.Event()

    async def __call__(self, request: web.BaseRequest) -> Response:
        request_id = self.request_ids.of(request.headers.get(X_REQUEST_ID))
        self.in_flight += 1
        try:
            handle, segments = self.table.find(request.method, path_of(request))
            return self.response(request, await handle(request, segments), request_id)
        except (DomainError, HttpError) as error:
            return self.error_response(request, error, request_id)
        except Exception:
            logger.exception("failed request_id=%s method=%s path=%r", request_id, request.method, path_of(request))
            return self.error_response(request, HttpError(ApiCode.INTERNAL), request_id)
        finally:
            self.in_flight -= 1
            if not self.in_flight:
                self.idle.set()

    def response(self, request: web.BaseRequest, result: OperationResult, request_id: str) -> Response:
        status, body = (304, b"") if result.not_modified else (200, result.data)
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
        if result.rest:
            return PiecewiseResponse(ended(result.rest), status, body[:-1], request_id, **options)
        return Response(status, body, request_id, **options)

    async def health(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        return ALIVE

    async def ready(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Raises `Unavailable` unless the store takes a write and the service is not stopping."""
        await require_writable(self.pipeline)
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        return READY

    def error_response(
        self, request: web.BaseRequest, error: DomainError | HttpError, request_id: str = ""
    ) -> Response:
        request_id = request_id or self.request_ids.of(request.headers.get(X_REQUEST_ID))
        if isinstance(error, AuthenticationError):
            self.audit.refused(request_id, error.reason, error.user_id, self.proxies.client_of(request))
        language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
        body = failure(status_of(error), message_of(error, language), data_of(error, language, request_id))
        close = self.closing or (isinstance(error, HttpError) and error.close)
        return Response(status_of(error), body, request_id, headers=headers_of(error) + PRIVATE, close=close)

    async def drained(self) -> None:
        """Wait until no request is in progress."""
        while self.in_flight:
            self.idle.clear()
            await self.idle.wait()


class App(ProbeApp):
    """The service as an aiohttp request handler."""

    def __init__(
        self,
        pipeline: Pipeline,
        authenticator: Authenticator,
        rate_limit: RateLimit | None = None,
        security_contact: str = "",
        limits: Limits = DEFAULT_LIMITS,
        trusted_proxies: Sequence[str] = (),
    ) -> None:
        self.authenticator = authenticator
        self.rate_limit = rate_limit
        self.security_contact = security_contact
        self.pages = Pages(ROUTES, PREFIX)
        super().__init__(
            pipeline,
            [
                *([("GET", "/.well-known/security.txt", self.security_txt)] if security_contact else []),
                *(("GET", path, partial(self.pages.serve, path)) for path in self.pages.sources),
                *(
                    (endpoint.route.method, PREFIX + endpoint.route.template, partial(self.handle, endpoint))
                    for endpoint in endpoints(ROUTES)
                ),
            ],
            limits,
            trusted_proxies,
        )

    async def handle(self, endpoint: Endpoint, request: web.BaseRequest, segments: Sequence[str]) -> OperationResult:
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        actor = await self.authenticator.actor(request.headers)
        if self.rate_limit:
            self.rate_limit.admit(actor.id, self.pipeline.clock.now())
        body = await read_body(request, self.limits.body) if endpoint.body else b""
        return await endpoint.handle(self.pipeline, actor, request, segments, body)

    async def security_txt(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Where to report a weakness (RFC 9116)."""
        expires = (self.pipeline.clock.now() + timedelta(days=30)).isoformat(timespec="seconds")
        text = f"Contact: {self.security_contact}\r\nExpires: {expires}\r\nPreferred-Languages: es, en\r\n"
        return OperationResult(text.encode(), media_type="text/plain; charset=utf-8")


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


async def probe(now: datetime, uow: UnitOfWork) -> None:
    """Write what nobody reads: a disk may be full, or readable only."""
    await uow.leases.put(LeaseName.READINESS, Lease(secrets.token_hex(PROBE_BYTES), 0, now))


def create_app(
    pipeline: Pipeline, authenticator: Authenticator, *, requests_per_minute: int = 0, **options: Any
) -> App:
    """With 0 requests per minute, a person's requests are not limited. The options are `App`'s."""
    rate_limit = RateLimit(requests_per_minute) if requests_per_minute else None
    return App(pipeline, authenticator, rate_limit, **options)

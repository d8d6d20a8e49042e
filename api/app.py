"""The service as one request handler: route, caller, rate limit, use case, envelope. Errors get the envelope too."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from aiohttp import hdrs, web
from multidict import istr

from api.auth.audit import Audit
from api.auth.authenticator import AuthenticationError, Authenticator
from api.http.endpoints import Endpoint, OperationResult, endpoints
from api.http.errors import ApiCode, HttpError, data_of, headers_of, message_of, status_of
from api.http.language import language_of
from api.http.rate_limit import RateLimit
from api.http.request_ids import RequestIds
from api.http.responses import JSON, Response, failure, success
from api.http.routing import RouteTable
from api.openapi.pages import Pages
from api.routes import PREFIX, ROUTES
from core.application.use_case import Pipeline
from core.base.errors import Code, DomainError, Unavailable
from core.people.users import OPERATOR
from core.ports import UnitOfWork

logger = logging.getLogger("semaforo.api")

READY_SECONDS = 2.0
X_REQUEST_ID = istr("X-Request-ID")
ALIVE, READY = OperationResult(b'{"alive":true}'), OperationResult(b'{"ready":true}')


Handler = Callable[[web.BaseRequest, Sequence[str]], Awaitable[OperationResult]]
"""Takes a request and its path parameters. Raises `DomainError` or `HttpError`."""


class App:
    """The service as an aiohttp request handler, for `api.serve`.

    When `closing`, every connection is closed after its response; when `refusing`, operations get 503.
    """

    def __init__(self, pipeline: Pipeline, authenticator: Authenticator, rate_limit: RateLimit | None = None) -> None:
        self.pipeline = pipeline
        self.authenticator = authenticator
        self.rate_limit = rate_limit
        self.request_ids = RequestIds()
        self.audit = Audit()
        self.pages = Pages(ROUTES, PREFIX)
        self.table = RouteTable[Handler](
            [
                ("GET", "/health", self.health),
                ("GET", "/ready", self.ready),
                *(("GET", path, partial(self.pages.serve, path)) for path in self.pages.sources),
                *(
                    (endpoint.route.method, PREFIX + endpoint.route.template, partial(self.handle, endpoint))
                    for endpoint in endpoints(ROUTES)
                ),
            ]
        )
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
        return Response(status, body, request_id, headers=result.headers, close=self.closing, media_type=media_type)

    async def handle(self, endpoint: Endpoint, request: web.BaseRequest, segments: Sequence[str]) -> OperationResult:
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        actor = await self.authenticator.actor(request.headers)
        if self.rate_limit:
            self.rate_limit.admit(actor.id, self.pipeline.clock.now())
        return await endpoint.handle(self.pipeline, actor, request, segments)

    async def health(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        return ALIVE

    async def ready(self, _request: web.BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """Raises `Unavailable` unless the store responds and the service is not stopping."""
        try:
            async with asyncio.timeout(READY_SECONDS):
                await self.pipeline.store.read(probe)
        except Exception as fault:
            raise Unavailable(Code.UNAVAILABLE) from fault
        if self.refusing:
            raise Unavailable(Code.UNAVAILABLE)
        return READY

    def error_response(
        self, request: web.BaseRequest, error: DomainError | HttpError, request_id: str = ""
    ) -> Response:
        number = request_id or self.request_ids.of(request.headers.get(X_REQUEST_ID))
        if isinstance(error, AuthenticationError):
            self.audit.refused(number, error.reason, error.user_id, request.remote)
        language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
        body = failure(status_of(error), message_of(error, language), data_of(error, language, number))
        close = self.closing or (isinstance(error, HttpError) and error.close)
        return Response(status_of(error), body, number, headers=headers_of(error), close=close)

    async def drained(self) -> None:
        """Wait until no request is in progress."""
        while self.in_flight:
            self.idle.clear()
            await self.idle.wait()


def path_of(request: web.BaseRequest) -> str:
    """The path as sent, still percent-encoded."""
    target = request.raw_path
    if not target.startswith("/"):
        return request.rel_url.raw_path
    return target.partition("?")[0].partition("#")[0]


async def probe(uow: UnitOfWork) -> None:
    await uow.users.get(OPERATOR.id)


def create_app(pipeline: Pipeline, authenticator: Authenticator, *, requests_per_minute: int = 0) -> App:
    """With 0 requests per minute, a person's requests are not limited."""
    return App(pipeline, authenticator, RateLimit(requests_per_minute) if requests_per_minute else None)

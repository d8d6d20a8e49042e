"""The OpenAPI document, and a page that shows it and calls the API, served with the API.

Nothing is built or read before the first request for it. The viewer is Swagger UI from the package `offapi`: the page
needs no other host, and its policy forbids any.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import msgspec
from aiohttp.web import BaseRequest

from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.responses import ENCODER, JSON
from api.http.routing import Route
from core.application.use_case import Pipeline
from core.base.calendar_time import local_date

HTML, SCRIPT, STYLE = (f"text/{kind}; charset=utf-8" for kind in ("html", "javascript", "css"))
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger UI sets style attributes and has its images in its style sheet."""
HEADERS = (
    "Cache-Control: no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    f"Content-Security-Policy: {POLICY}\r\n"
)


class Cached(NamedTuple):
    """A page as it was on a day, and its `ETag`."""

    day: date
    tag: str
    result: OperationResult


class Pages:
    """The document and its viewer, by path; the document is made anew each day, whose date its examples begin with."""

    def __init__(self, routes: Iterable[Route], prefix: str, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.sources: dict[str, tuple[str, Callable[[date], bytes]]] = {
            "/openapi.json": (JSON, partial(self.document, routes, prefix)),
            "/docs": (HTML, partial(page_file, "index.html")),
            "/docs/start.js": (SCRIPT, partial(page_file, "start.js")),
            "/docs/swagger-ui.js": (SCRIPT, partial(viewer_file, "swagger_bundle.js")),
            "/docs/swagger-ui.css": (STYLE, partial(viewer_file, "swagger_style.css")),
        }
        self.shortcuts = {"/": "docs", "/docs/": "../docs", prefix: "../docs", f"{prefix}/": "../../docs"}
        """Where somebody looks who knows no address, and where the page is from there, also below a proxy's prefix."""
        self.cached: dict[str, Cached] = {}

    async def serve(self, path: str, request: BaseRequest, _segments: Sequence[str]) -> OperationResult:
        today = local_date(self.pipeline.clock.now(), self.pipeline.settings.zone)
        cached = self.cached.get(path)
        if cached is None or cached.day != today:
            cached = self.cached[path] = await asyncio.to_thread(self.load, path, today)
        return msgspec.structs.replace(cached.result, not_modified=is_not_modified(request.headers, cached.tag))

    async def forward(self, path: str, _request: BaseRequest, _segments: Sequence[str]) -> OperationResult:
        location = f"Location: {self.shortcuts[path]}\r\n"
        return OperationResult(b"", f"{location}{HEADERS}", media_type=HTML, status=HTTPStatus.FOUND)

    def document(self, routes: Iterable[Route], prefix: str, today: date) -> bytes:
        from api.openapi.document import document  # noqa: PLC0415 not needed at a start

        return ENCODER.encode(document(routes, prefix, self.pipeline.settings.public_url, today))

    def load(self, path: str, day: date) -> Cached:
        media_type, source = self.sources[path]
        content = source(day)
        tag = etag_of(content)
        return Cached(day, tag, OperationResult(content, f"ETag: {tag}\r\n{HEADERS}", media_type=media_type))


def page_file(name: str, _today: date) -> bytes:
    return Path(__file__).with_name("viewer").joinpath(name).read_bytes()


def viewer_file(name: str, _today: date) -> bytes:
    """A file of `offapi`, which is not imported: that would read all of its viewers."""
    from importlib.metadata import distribution  # noqa: PLC0415 not needed at a start

    return Path(str(distribution("offapi").locate_file(f"offapi/{name}"))).read_bytes()

"""What is served for people beside the API: its OpenAPI document, and a page that shows it and calls the API.

Nobody needs them to run the service, so nothing is built or read before it is asked for. The viewer is Swagger UI as
the package `offapi` brings it: the page needs no other host, and its policy forbids one.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import msgspec
from aiohttp.web import BaseRequest
from msgspec import Struct

from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.responses import ENCODER, JSON
from api.http.routing import Route

HTML, SCRIPT, STYLE = (f"text/{kind}; charset=utf-8" for kind in ("html", "javascript", "css"))
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Swagger UI sets styles as attributes, and has its pictures in its style sheet."""
HEADERS = (
    "Cache-Control: no-cache\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    f"Content-Security-Policy: {POLICY}\r\n"
)


class CachedPage(Struct, frozen=True):
    """What was read once."""

    tag: str
    outcome: OperationResult


class Pages:
    """What is served, by its path."""

    def __init__(self, routes: Iterable[Route], prefix: str) -> None:
        self.sources: dict[str, tuple[str, Callable[[], bytes]]] = {
            "/openapi.json": (JSON, partial(document, routes, prefix)),
            "/docs": (HTML, partial(page_file, "index.html")),
            "/docs/start.js": (SCRIPT, partial(page_file, "start.js")),
            "/docs/swagger-ui.js": (SCRIPT, partial(viewer_file, "swagger_bundle.js")),
            "/docs/swagger-ui.css": (STYLE, partial(viewer_file, "swagger_style.css")),
        }
        self.cached: dict[str, CachedPage] = {}

    async def serve(self, path: str, request: BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """What is at a path, made the first time that somebody asks for it."""
        cached = self.cached.get(path)
        if cached is None:
            cached = self.cached[path] = await asyncio.to_thread(self.load, path)
        return msgspec.structs.replace(cached.outcome, not_modified=is_not_modified(request.headers, cached.tag))

    def load(self, path: str) -> CachedPage:
        """What is at a path, with its tag."""
        media_type, source = self.sources[path]
        content = source()
        tag = etag_of(content)
        return CachedPage(tag, OperationResult(content, f"ETag: {tag}\r\n{HEADERS}", media_type=media_type))


def document(routes: Iterable[Route], prefix: str) -> bytes:
    """The OpenAPI document."""
    from api.openapi.document import document  # noqa: PLC0415 its examples and tables are no part of a start

    return ENCODER.encode(document(routes, prefix))


def page_file(name: str) -> bytes:
    """A file of the page."""
    return (files("api.openapi") / "viewer" / name).read_bytes()


def viewer_file(name: str) -> bytes:
    """A file of the viewer. The package is not imported: that would read all of its viewers."""
    return Path(str(distribution("offapi").locate_file(f"offapi/{name}"))).read_bytes()

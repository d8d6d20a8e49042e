"""The OpenAPI document, and a page that shows it and calls the API, served with the API.

Nothing is built or read before the first request for it. The viewer is Swagger UI from the package `offapi`: the page
needs no other host, and its policy forbids any.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

import msgspec
from aiohttp.web import BaseRequest

from api.http.conditions import etag_of, is_not_modified
from api.http.endpoints import OperationResult
from api.http.responses import ENCODER, JSON
from api.http.routing import Route

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


class Pages:
    def __init__(self, routes: Iterable[Route], prefix: str, public_url: str) -> None:
        self.sources: dict[str, tuple[str, Callable[[], bytes]]] = {
            "/openapi.json": (JSON, partial(document, routes, prefix, public_url)),
            "/docs": (HTML, partial(page_file, "index.html")),
            "/docs/start.js": (SCRIPT, partial(page_file, "start.js")),
            "/docs/swagger-ui.js": (SCRIPT, partial(viewer_file, "swagger_bundle.js")),
            "/docs/swagger-ui.css": (STYLE, partial(viewer_file, "swagger_style.css")),
        }
        self.cached: dict[str, tuple[str, OperationResult]] = {}

    async def serve(self, path: str, request: BaseRequest, _segments: Sequence[str]) -> OperationResult:
        if path not in self.cached:
            self.cached[path] = await asyncio.to_thread(self.load, path)
        tag, result = self.cached[path]
        return msgspec.structs.replace(result, not_modified=is_not_modified(request.headers, tag))

    def load(self, path: str) -> tuple[str, OperationResult]:
        """The `ETag` of a page, and the page."""
        media_type, source = self.sources[path]
        content = source()
        tag = etag_of(content)
        return tag, OperationResult(content, f"ETag: {tag}\r\n{HEADERS}", media_type=media_type)


def document(routes: Iterable[Route], prefix: str, public_url: str) -> bytes:
    from api.openapi.document import document  # noqa: PLC0415 not needed at a start

    return ENCODER.encode(document(routes, prefix, public_url))


def page_file(name: str) -> bytes:
    return Path(__file__).with_name("viewer").joinpath(name).read_bytes()


def viewer_file(name: str) -> bytes:
    """A file of `offapi`, which is not imported: that would read all of its viewers."""
    from importlib.metadata import distribution  # noqa: PLC0415 not needed at a start

    return Path(str(distribution("offapi").locate_file(f"offapi/{name}"))).read_bytes()

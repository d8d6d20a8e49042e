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

from api.http.conditions import is_known, tag_of
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


class Kept(Struct, frozen=True):
    """What was read once."""

    tag: str
    outcome: OperationResult


class Pages:
    """What is served, by its path."""

    def __init__(self, routes: Iterable[Route], prefix: str) -> None:
        self.sources: dict[str, tuple[str, Callable[[], bytes]]] = {
            "/openapi.json": (JSON, partial(document, routes, prefix)),
            "/docs": (HTML, partial(own, "index.html")),
            "/docs/start.js": (SCRIPT, partial(own, "start.js")),
            "/docs/swagger-ui.js": (SCRIPT, partial(packaged, "swagger_bundle.js")),
            "/docs/swagger-ui.css": (STYLE, partial(packaged, "swagger_style.css")),
        }
        self.kept: dict[str, Kept] = {}

    async def show(self, path: str, request: BaseRequest, _segments: Sequence[str]) -> OperationResult:
        """What is at a path, made the first time that somebody asks for it."""
        kept = self.kept.get(path)
        if kept is None:
            kept = self.kept[path] = await asyncio.to_thread(self.make, path)
        return msgspec.structs.replace(kept.outcome, known=is_known(request.headers, kept.tag))

    def make(self, path: str) -> Kept:
        """What is at a path, with its tag."""
        kind, source = self.sources[path]
        content = source()
        tag = tag_of(content)
        return Kept(tag, OperationResult(content, f"ETag: {tag}\r\n{HEADERS}", kind=kind))


def document(routes: Iterable[Route], prefix: str) -> bytes:
    """The OpenAPI document."""
    from api.openapi.document import document  # noqa: PLC0415 its examples and tables are no part of a start

    return ENCODER.encode(document(routes, prefix))


def own(name: str) -> bytes:
    """A file of the page."""
    return (files("api.openapi") / "viewer" / name).read_bytes()


def packaged(name: str) -> bytes:
    """A file of the viewer. The package is not imported: that would read all of its viewers."""
    return Path(str(distribution("offapi").locate_file(f"offapi/{name}"))).read_bytes()

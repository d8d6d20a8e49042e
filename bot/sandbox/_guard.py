"""Lets in only this machine and the sandbox's own page: no other site in the same browser may reach the sandbox."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox._webhook import is_loopback

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def _host(value: str) -> str:
    return urlsplit(f"//{value}").hostname or ""


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer 403 to a foreign Host (DNS rebinding), Origin (another site's script) or site (its `<img>`).

    Other answers get a strict policy.
    """
    if not is_loopback(_host(request.headers.get("Host", ""))):
        raise web.HTTPForbidden(text="loopback only")
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.headers.get("Host"):
        raise web.HTTPForbidden(text="foreign origin")
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        raise web.HTTPForbidden(text="foreign site")
    response = await handler(request)
    if not response.prepared:
        response.headers.setdefault("Content-Security-Policy", _POLICY)
        response.headers.setdefault("X-Content-Type-Options", "nosniff")
        response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response

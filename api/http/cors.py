"""Pages of other sites that may call the API from a browser (CORS, as the Fetch standard has it).

Only origins that are listed are answered so, each by its own name. Cookies are not read, so credentials are never
allowed: a page sends the token itself.
"""

from collections.abc import Iterable

from aiohttp import hdrs
from aiohttp.web import BaseRequest

METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
REQUEST_HEADERS = (
    "Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match, If-None-Match, MCP-Protocol-Version, "
    "Mcp-Method, Mcp-Name, Prefer, X-Request-ID"
)
RESPONSE_HEADERS = (
    "Content-Disposition, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-ID"
)
PREFLIGHT_SECONDS = 7200
"""The time for which a browser need not ask again; Chromium asks after two hours whatever it is told."""

PREFLIGHT = (
    f"Access-Control-Allow-Methods: {METHODS}\r\n"
    f"Access-Control-Allow-Headers: {REQUEST_HEADERS}\r\n"
    f"Access-Control-Max-Age: {PREFLIGHT_SECONDS}\r\n"
)
EXPOSED = f"Access-Control-Expose-Headers: {RESPONSE_HEADERS}\r\n"
VARY = "Vary: Origin\r\n"


class CrossOrigins:
    """The origins whose pages may call, as browsers write them: `https://board.example.com`."""

    def __init__(self, allowed: Iterable[str]) -> None:
        self.allowed = frozenset(allowed)

    def admits(self, request: BaseRequest) -> bool:
        return request.headers.get(hdrs.ORIGIN) in self.allowed

    def is_preflight(self, request: BaseRequest) -> bool:
        """Return whether this is a browser's question about its next request, for a page that may call."""
        return request.method == hdrs.METH_OPTIONS and (
            hdrs.ACCESS_CONTROL_REQUEST_METHOD in request.headers and self.admits(request)
        )

    def headers_for(self, request: BaseRequest) -> str:
        """Return header lines for the response, each whole."""
        if not self.admits(request):
            return VARY
        allowed = f"Access-Control-Allow-Origin: {request.headers[hdrs.ORIGIN]}\r\n{VARY}"
        return allowed + (PREFLIGHT if self.is_preflight(request) else EXPOSED)

"""One's own notices: the routes."""

from api.http.routing import Route
from core.people import notices

TAG = "notices"
ROUTES = (
    Route("GET", "/me/notices", notices.own_notices, tag=TAG),
    Route("PUT", "/me/notices", notices.set_notices, current=notices.own_notices, tag=TAG),
)

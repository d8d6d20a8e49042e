"""One's own notices: the routes."""

from api.http.routing import Route
from core.people import notices
from core.people.notices import NoticesRequest

TAG = "notices"
ROUTES = (
    Route("GET", "/me/notices", notices.own_notices, tag=TAG),
    Route("PUT", "/me/notices", notices.set_notices, body=NoticesRequest, current=notices.own_notices, tag=TAG),
)

"""Red items, why they are red, and who is on them: the routes."""

from api.http.routing import Route
from core.work import red, red_help

ROUTES = (
    Route("GET", "/red", red.list_red),
    Route("PUT", "/red/{redId}/answer", red_help.answer, current=red_help.get_red),
)

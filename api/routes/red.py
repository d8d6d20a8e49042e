"""Red items, why they are red, and who is on them: the routes."""

from api.http.routing import Route
from core.work import red, red_help
from core.work.red_help import RedAnswer

ROUTES = (
    Route("GET", "/red", red.list_red),
    Route("PUT", "/red/{redId}/answer", red_help.answer, body=RedAnswer, current=red_help.get_red),
)

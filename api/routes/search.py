"""The search: its route."""

from api.http.routing import Route
from core.work import search
from core.work.search import SearchRequest

ROUTES = (Route("GET", "/search", search.search, query=SearchRequest),)

"""The search: its route."""

from api.http.routing import Route
from core.work import search

ROUTES = (Route("GET", "/search", search.search),)

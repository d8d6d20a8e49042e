"""Examples: the routes."""

from api.http.routing import Route
from core import examples

ROUTES = (
    Route("GET", "/examples", examples.list_examples),
    Route("POST", "/examples", examples.create_example),
    Route("GET", "/examples/{id}", examples.get_example),
    Route("PUT", "/examples/{id}", examples.replace_example),
    Route("DELETE", "/examples/{id}", examples.delete_example),
)

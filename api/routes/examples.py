"""Examples: the routes."""

from api.http.routing import Route
from core import examples
from core.base.paging import Page

ROUTES = (
    Route("GET", "/examples", examples.list_examples, query=Page),
    Route("POST", "/examples", examples.create_example, body=examples.ExampleRequest),
    Route("GET", "/examples/{id}", examples.get_example),
    Route("PUT", "/examples/{id}", examples.replace_example, body=examples.ExampleRequest),
    Route("DELETE", "/examples/{id}", examples.delete_example),
)

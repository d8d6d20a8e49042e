"""Records of visibility: the routes. In a path a GET has an event's id, a write a record's."""

from api.http.routing import Route
from core.base.paging import Page
from core.calendar import visibility

ROUTES = (
    Route("GET", "/visibility", visibility.list_records, query=Page),
    Route("POST", "/visibility", visibility.create_record, body=visibility.VisibilityRequest),
    Route("GET", "/visibility/{event_id}", visibility.list_of_event, query=Page),
    Route(
        "PUT",
        "/visibility/{id}",
        visibility.replace_record,
        body=visibility.VisibilityRequest,
        current=visibility.get_record,
    ),
    Route("DELETE", "/visibility/{id}", visibility.delete_record, current=visibility.get_record),
)

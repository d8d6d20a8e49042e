"""Records of visibility: the routes. In a path a GET has an event's id, a write a record's."""

from api.http.routing import Route
from core.calendar import visibility

ROUTES = (
    Route("GET", "/visibility", visibility.list_records),
    Route("POST", "/visibility", visibility.create_record),
    Route("GET", "/visibility/{event_id}", visibility.list_of_event),
    Route("PUT", "/visibility/{id}", visibility.replace_record, current=visibility.get_record),
    Route("DELETE", "/visibility/{id}", visibility.delete_record, current=visibility.get_record),
)

"""Event types: the routes."""

from api.http.routing import Route
from core.calendar import event_types

ROUTES = (
    Route("GET", "/event-types", event_types.list_event_types),
    Route("POST", "/event-types", event_types.create_event_type),
    Route("GET", "/event-types/{id}", event_types.get_event_type),
    Route("PUT", "/event-types/{id}", event_types.replace_event_type),
    Route("PATCH", "/event-types/{id}", event_types.update_event_type),
    Route("DELETE", "/event-types/{id}", event_types.delete_event_type),
)

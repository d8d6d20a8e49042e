"""Event types: the routes."""

from api.http.routing import Route
from core.base.paging import Page
from core.calendar import event_types

ROUTES = (
    Route("GET", "/event-types", event_types.list_event_types, query=Page),
    Route("POST", "/event-types", event_types.create_event_type, body=event_types.EventTypeCreate),
    Route("GET", "/event-types/{id}", event_types.get_event_type),
    Route("PUT", "/event-types/{id}", event_types.replace_event_type, body=event_types.EventTypeReplace),
    Route("PATCH", "/event-types/{id}", event_types.update_event_type, body=event_types.EventTypeUpdate),
    Route("DELETE", "/event-types/{id}", event_types.delete_event_type),
)

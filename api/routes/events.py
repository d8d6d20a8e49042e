"""Events and series: the routes."""

from api.http.routing import Route
from core.calendar import availability, events, series

ROUTES = (
    Route("GET", "/events", events.list_events),
    Route("POST", "/events", events.create_event),
    Route("GET", "/events/availability", availability.find_conflicts),
    Route("GET", "/events/{id}", events.get_event),
    Route("PUT", "/events/{id}", events.replace_event),
    Route("PATCH", "/events/{id}", events.update_event),
    Route("DELETE", "/events/{id}", events.delete_event),
    Route("POST", "/events/series", series.create_series),
    Route("PATCH", "/events/series/{seriesId}", series.update_series),
    Route("DELETE", "/events/series/{seriesId}", series.delete_series),
)

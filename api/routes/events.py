"""Events and series: the routes."""

from api.http.routing import Route
from core.base.paging import DatedPage
from core.calendar import availability, events, series

ROUTES = (
    Route("GET", "/events", events.list_events, query=DatedPage),
    Route("POST", "/events", events.create_event, body=events.EventCreate),
    Route("GET", "/events/availability", availability.find_conflicts, query=availability.AvailabilityRequest),
    Route("GET", "/events/{id}", events.get_event),
    Route("PUT", "/events/{id}", events.replace_event, body=events.EventReplace),
    Route("PATCH", "/events/{id}", events.update_event, body=events.EventUpdate),
    Route("DELETE", "/events/{id}", events.delete_event),
    Route("POST", "/events/series", series.create_series, body=series.SeriesCreate),
    Route("PATCH", "/events/series/{seriesId}", series.update_series, body=series.SeriesUpdate),
    Route("DELETE", "/events/series/{seriesId}", series.delete_series),
)

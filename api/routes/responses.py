"""Answers to invitations: the routes."""

from api.http.routing import Route
from core.calendar import responses

TAG = "event-responses"
ROUTES = (
    Route("GET", "/events/{id}/responses", responses.list_responses, tag=TAG),
    Route("PUT", "/events/{id}/response", responses.set_response, current=responses.own_response, tag=TAG),
)

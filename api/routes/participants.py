"""Participants: the routes. In a path a GET has a person's id, a write a participation's."""

from api.http.routing import Route
from core.calendar import participants

ROUTES = (
    Route("GET", "/participants", participants.list_participants),
    Route("POST", "/participants", participants.create_participant),
    Route("GET", "/participants/{userId}", participants.list_of_person),
    Route("PUT", "/participants/{id}", participants.replace_participant, current=participants.get_participant),
    Route("DELETE", "/participants/{id}", participants.delete_participant, current=participants.get_participant),
)

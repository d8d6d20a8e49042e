"""Participants: the routes. In a path a GET has a person's id, a write a participation's."""

from api.http.routing import Route
from core.base.paging import Page
from core.calendar import participants

ROUTES = (
    Route("GET", "/participants", participants.list_participants, query=Page),
    Route("POST", "/participants", participants.create_participant, body=participants.ParticipantRequest),
    Route("GET", "/participants/{userId}", participants.list_of_person, query=Page),
    Route(
        "PUT",
        "/participants/{id}",
        participants.replace_participant,
        body=participants.ParticipantRequest,
        current=participants.get_participant,
    ),
    Route("DELETE", "/participants/{id}", participants.delete_participant, current=participants.get_participant),
)

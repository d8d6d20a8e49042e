"""Reminders: the routes. In a path a GET has the date that they are due, a write a reminder's id."""

from api.http.routing import Route
from core.calendar import reminders

ROUTES = (
    Route("GET", "/reminders", reminders.list_reminders),
    Route("POST", "/reminders", reminders.create_reminder),
    Route("GET", "/reminders/{due}", reminders.list_due),
    Route("PUT", "/reminders/{id}", reminders.replace_reminder, current=reminders.get_reminder),
    Route("DELETE", "/reminders/{id}", reminders.delete_reminder, current=reminders.get_reminder),
)

"""Reminders: the routes. In a path a GET has the date that they are due, a write a reminder's id."""

from api.http.routing import Route
from core.base.paging import DatedPage, Page
from core.calendar import reminders

ROUTES = (
    Route("GET", "/reminders", reminders.list_reminders, query=DatedPage),
    Route("POST", "/reminders", reminders.create_reminder, body=reminders.ReminderRequest),
    Route("GET", "/reminders/{due}", reminders.list_due, query=Page),
    Route(
        "PUT",
        "/reminders/{id}",
        reminders.replace_reminder,
        body=reminders.ReminderRequest,
        current=reminders.get_reminder,
    ),
    Route("DELETE", "/reminders/{id}", reminders.delete_reminder, current=reminders.get_reminder),
)

"""The operations of the contract as declarations, a file a resource."""

from api.routes import daily_logs, event_types, events, examples, jobs, participants, reminders, tasks, visibility

PREFIX = "/api/v1"
ROUTES = (
    *tasks.ROUTES,
    *daily_logs.ROUTES,
    *events.ROUTES,
    *event_types.ROUTES,
    *visibility.ROUTES,
    *reminders.ROUTES,
    *participants.ROUTES,
    *examples.ROUTES,
    *jobs.ROUTES,
)

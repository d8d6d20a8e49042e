"""The operations as declarations, a file a resource: the contract's, then those beyond it."""

from api.routes import (
    asked_tasks,
    daily_logs,
    event_types,
    events,
    examples,
    followers,
    jobs,
    notices,
    participants,
    red,
    reminders,
    reports,
    responses,
    search,
    task_rules,
    tasks,
    visibility,
)

PREFIX = "/api/v1"
ROUTES = (
    *tasks.ROUTES,
    *daily_logs.ROUTES,
    *events.ROUTES,
    *event_types.ROUTES,
    *visibility.ROUTES,
    *reminders.ROUTES,
    *participants.ROUTES,
    *responses.ROUTES,
    *examples.ROUTES,
    *jobs.ROUTES,
    *red.ROUTES,
    *asked_tasks.ROUTES,
    *followers.ROUTES,
    *task_rules.ROUTES,
    *notices.ROUTES,
    *search.ROUTES,
    *reports.ROUTES,
)

"""Triggers of jobs: the routes. They take no body; what comes along is not read."""

from api.routing import Route
from core.jobs.birthday_sync import sync_birthdays
from core.jobs.overdue_regular import send_digests
from core.jobs.overdue_survey import survey_overdue
from core.jobs.planning_sync import sync_planning
from core.jobs.reminders import send_reminders

ROUTES = (
    Route("POST", "/internal/jobs/task-planeacion-sync/run", sync_planning),
    Route("POST", "/internal/jobs/reminders/run", send_reminders),
    Route("POST", "/internal/jobs/overdue-survey/run", survey_overdue),
    Route("POST", "/internal/jobs/overdue-regular/run", send_digests),
    Route("POST", "/internal/jobs/birthday-sync/run", sync_birthdays),
)

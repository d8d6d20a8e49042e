"""Triggers of jobs: the routes. They take no body; what comes along is not read. What a run did is in the message."""

from api.http.routing import Route
from core.base.model import Language
from core.jobs.timetable import TIMETABLE
from core.language.i18n import text
from core.records.jobs import JobRun

TIMEOUT_SECONDS = 30


def run_message(language: Language, run: JobRun) -> str:
    """What a run did: «Correcto: tareas atrasadas 3, mensajes 2.» and the like."""
    counts = ", ".join(f"{text(language, f'jobs.{name}')} {count}" for name, count in run.counts.items())
    return text(language, "jobs.done", counts=counts)


ROUTES = tuple(
    Route("POST", f"/internal/jobs/{job}/run", planned.use_case, message=run_message, timeout=TIMEOUT_SECONDS)
    for job, planned in TIMETABLE.items()
    if planned.triggered
)

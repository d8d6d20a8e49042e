"""Tasks that people ask of colleagues: the routes."""

from api.http.routing import Route
from core.work import asked_tasks

ROUTES = (
    Route("GET", "/asked-tasks", asked_tasks.list_asked),
    Route("POST", "/asked-tasks", asked_tasks.ask_for_task),
    Route("GET", "/asked-tasks/{askedId}", asked_tasks.get_asked),
    Route("DELETE", "/asked-tasks/{askedId}", asked_tasks.withdraw_asked),
    Route("PUT", "/asked-tasks/{askedId}/answer", asked_tasks.answer_asked, current=asked_tasks.get_asked),
)

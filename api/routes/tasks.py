"""3W tasks and their comments: the routes."""

from api.http.routing import Route
from core.work import tasks

ROUTES = (
    Route("GET", "/tasks", tasks.list_tasks),
    Route("POST", "/tasks", tasks.create_task),
    Route("GET", "/tasks/range", tasks.list_range),
    Route("GET", "/tasks/{id}", tasks.get_task),
    Route("PATCH", "/tasks/{id}", tasks.update_task),
    Route("DELETE", "/tasks/{id}", tasks.delete_task),
    Route("PATCH", "/tasks/{id}/team-edit", tasks.team_edit_task, current=tasks.get_task),
    Route("GET", "/tasks/{id}/comments", tasks.list_comments),
    Route("GET", "/tasks/{id}/attachments", tasks.list_attachments),
    Route("POST", "/tasks/{id}/comments", tasks.add_comment),
    Route("PATCH", "/tasks/{id}/comments/{commentId}", tasks.update_comment, current=tasks.get_comment),
)

"""3W tasks and their comments: the routes."""

from api.http.routing import Route
from core.base.paging import DatedPage, Page
from core.work import tasks

ROUTES = (
    Route("GET", "/tasks", tasks.list_tasks, query=DatedPage),
    Route("POST", "/tasks", tasks.create_task, body=tasks.TaskCreate),
    Route("GET", "/tasks/range", tasks.list_range, query=tasks.TaskRange),
    Route("GET", "/tasks/{id}", tasks.get_task),
    Route("PATCH", "/tasks/{id}", tasks.update_task, body=tasks.TaskUpdate),
    Route("DELETE", "/tasks/{id}", tasks.delete_task),
    Route("PATCH", "/tasks/{id}/team-edit", tasks.team_edit_task, body=tasks.TaskUpdate, current=tasks.get_task),
    Route("GET", "/tasks/{id}/comments", tasks.list_comments, query=Page),
    Route("GET", "/tasks/{id}/attachments", tasks.list_attachments),
    Route("POST", "/tasks/{id}/comments", tasks.add_comment, body=tasks.CommentRequest),
    Route(
        "PATCH",
        "/tasks/{id}/comments/{commentId}",
        tasks.update_comment,
        body=tasks.CommentRequest,
        current=tasks.get_comment,
    ),
)

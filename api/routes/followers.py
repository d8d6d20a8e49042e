"""Who follows a task: the routes."""

from api.http.routing import Route
from core.work import followers

TAG = "task-followers"
ONE = "/tasks/{id}/followers/{userId}"
ROUTES = (
    Route("GET", "/tasks/{id}/followers", followers.list_followers, tag=TAG),
    Route("PUT", ONE, followers.add_follower, current=followers.get_follower, tag=TAG),
    Route("DELETE", ONE, followers.remove_follower, current=followers.get_follower, tag=TAG),
)

"""Who follows a task, and who has muted it: the routes."""

from api.http.routing import Route
from core.work import followers

TAG = "task-followers"
ONE = "/tasks/{id}/followers/{userId}"
ROUTES = (
    Route("GET", "/tasks/{id}/followers", followers.list_followers, tag=TAG),
    Route("PUT", ONE, followers.add_follower, current=followers.get_follower, tag=TAG),
    Route("DELETE", ONE, followers.remove_follower, current=followers.get_follower, tag=TAG),
    Route("GET", "/tasks/{id}/mute", followers.get_mute, tag=TAG),
    Route("PUT", "/tasks/{id}/mute", followers.mute, tag=TAG),
    Route("DELETE", "/tasks/{id}/mute", followers.unmute, tag=TAG),
)

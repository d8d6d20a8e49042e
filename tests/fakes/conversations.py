"""The conversations of tasks in memory."""

from collections.abc import Collection, Sequence

from core.records.work import TaskFollower
from tests.fakes.state import State


class Conversations:
    """`core.ports.ConversationRepository`."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def people(self, task_id: int) -> Collection[int]:
        lasting = [red for red in self.state.reds.values() if red.task_id == task_id and red.ended_at is None]
        helpers = {helper.user_id for red in lasting for helper in red.helpers}
        comments = [comment for comment in self.state.comments.values() if comment.task_id == task_id]
        followers = {follower.user_id for follower in await self.followers(task_id)}
        return {comment.created_by_user_id for comment in comments} | helpers | followers

    async def followers(self, task_id: int) -> Sequence[TaskFollower]:
        return [row for (task, _), row in sorted(self.state.followers.items()) if task == task_id]

    async def follows(self, user_id: int, task_id: int) -> bool:
        return (task_id, user_id) in self.state.followers

    async def follow(self, follower: TaskFollower) -> None:
        self.state.followers[follower.task_id, follower.user_id] = follower

    async def unfollow(self, task_id: int, user_id: int) -> None:
        self.state.followers.pop((task_id, user_id), None)

    async def muted_by(self, task_id: int) -> Collection[int]:
        return {person for task, person in self.state.mutes if task == task_id}

    async def mute(self, task_id: int, user_id: int) -> None:
        self.state.mutes[task_id, user_id] = None

    async def unmute(self, task_id: int, user_id: int) -> None:
        self.state.mutes.pop((task_id, user_id), None)

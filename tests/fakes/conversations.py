"""The conversations of tasks in memory."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from core.records.messages import Outcome
from core.records.work import TaskFollower
from tests.fakes.state import Claim, Repository


class Conversations(Repository):
    """`core.ports.ConversationRepository`."""

    async def untold(
        self, task_id: int, people: Collection[int], key: str, at: datetime, *, everybody: bool
    ) -> Mapping[int, bool]:
        lasting = [red for red in self.state.reds.values() if red.task_id == task_id and red.ended_at is None]
        helpers = {helper.user_id for red in lasting for helper in red.helpers}
        comments = [comment for comment in self.state.comments.values() if comment.task_id == task_id]
        followers = {follower.user_id for follower in await self.followers(task_id)}
        talking = {comment.created_by_user_id for comment in comments} | helpers | followers
        asked = {*people, *(talking if everybody else ())}
        return {each: (task_id, each) in self.state.mutes for each in asked if not self.awaits(each, key, at)}

    def awaits(self, user_id: int, key: str, at: datetime) -> bool:
        waiting = (
            self.state.claims.get(message_id, Claim()).until
            for message_id, of in self.state.message_keys.items()
            if of.startswith(key)
            and self.state.outbox[of].user_id == user_id
            and self.state.outbox[of].outcome is Outcome.WAITING
        )
        return any(until is None or until <= at for until in waiting)

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

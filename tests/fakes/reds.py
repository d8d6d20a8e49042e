"""Reds in memory."""

from collections.abc import Collection, Sequence
from datetime import datetime

import msgspec

from core.records.work import HelperAnswer, Red, RedHelper
from tests.fakes.state import Repository, State, next_id


class Reds(Repository):
    """`core.ports.RedRepository`."""

    async def get(self, red_id: int) -> Red | None:
        return self.state.reds.get(red_id)

    async def lasting(self, task_ids: Collection[int]) -> Sequence[Red]:
        return [red for red in self.state.reds.values() if red.task_id in task_ids and red.ended_at is None]

    async def lasting_of(self, user_ids: Collection[int], since: datetime) -> Sequence[Red]:
        lasting = [red for red in self.state.reds.values() if red.ended_at is None]
        return [red for red in lasting if red.user_id in user_ids and red.started_at < since]

    async def within(self, user_ids: Collection[int], since: datetime, until: datetime) -> Sequence[Red]:
        of_people = [red for red in self.state.reds.values() if red.user_id in user_ids and red.started_at < until]
        return [red for red in of_people if red.ended_at is None or red.ended_at >= since]

    async def start(self, task_id: int, user_id: int, at: datetime) -> int:
        red = Red(next_id(self.state.reds), task_id, user_id, at, None, None, None, [])
        self.state.reds[red.id] = red
        return red.id

    async def explain(self, red_id: int, motivo: str, at: datetime) -> None:
        self.change(red_id, motivo=motivo, motivo_at=at)

    async def name_helpers(self, red_id: int, user_ids: Collection[int]) -> None:
        there = {helper.user_id: helper for helper in self.state.reds[red_id].helpers}
        self.name(red_id, {person: RedHelper(person, None) for person in user_ids} | there)

    async def drop_helper(self, red_id: int, user_id: int) -> None:
        helpers = self.state.reds[red_id].helpers
        self.change(red_id, helpers=[helper for helper in helpers if helper.user_id != user_id])

    async def answer(self, red_id: int, user_id: int, answer: HelperAnswer) -> None:
        there = {helper.user_id: helper for helper in self.state.reds[red_id].helpers}
        self.name(red_id, there | {user_id: RedHelper(user_id, answer)})

    async def end(self, red_ids: Collection[int], at: datetime) -> None:
        for red_id in red_ids:
            self.change(red_id, ended_at=at)

    async def helps_with(self, user_id: int, task_id: int) -> bool:
        return helps_with(self.state, user_id, task_id)

    async def helped_by(self, user_id: int) -> Sequence[Red]:
        lasting = [red for red in self.state.reds.values() if red.ended_at is None]
        return [red for red in lasting if user_id in {helper.user_id for helper in red.helpers}]

    async def recent_helpers(self, user_id: int, most: int) -> Sequence[int]:
        mine = sorted((red for red in self.state.reds.values() if red.user_id == user_id), key=lambda red: -red.id)
        return list(dict.fromkeys(helper.user_id for red in mine for helper in red.helpers))[:most]

    def name(self, red_id: int, helpers: dict[int, RedHelper]) -> None:
        self.change(red_id, helpers=[helpers[person] for person in sorted(helpers)])

    def change(self, red_id: int, **changes: object) -> None:
        self.state.reds[red_id] = msgspec.structs.replace(self.state.reds[red_id], **changes)


def helps_with(state: State, user_id: int, task_id: int) -> bool:
    lasting = [red for red in state.reds.values() if red.task_id == task_id and red.ended_at is None]
    return any(helper.user_id == user_id for red in lasting for helper in red.helpers)

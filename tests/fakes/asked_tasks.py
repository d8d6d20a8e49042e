"""Tasks that people ask of colleagues, in memory."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from core.base.paging import WHOLE, Page
from core.records.work import AskedTask
from tests.fakes.state import Repository, next_id


class AskedTasks(Repository):
    """`core.ports.AskedTaskRepository`."""

    async def get(self, asked_id: int) -> AskedTask | None:
        return self.there().get(asked_id)

    async def of_person(self, user_id: int, page: Page = WHOLE) -> Sequence[AskedTask]:
        mine = [each for each in self.there().values() if user_id in (each.created_by_user_id, each.user_id)]
        return [each for each in mine if each.id > page.after][: page.most]

    async def add(self, asked: AskedTask) -> AskedTask:
        added = msgspec.structs.replace(asked, id=next_id(self.state.asked_tasks))
        self.state.asked_tasks[added.id] = added
        return added

    async def update(self, asked: AskedTask) -> None:
        self.state.asked_tasks[asked.id] = asked

    async def withdraw(self, asked_id: int, at: datetime) -> None:
        self.state.withdrawn[asked_id] = at

    def there(self) -> Mapping[int, AskedTask]:
        """Those that are not withdrawn."""
        return {key: each for key, each in self.state.asked_tasks.items() if key not in self.state.withdrawn}

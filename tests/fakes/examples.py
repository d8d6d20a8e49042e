"""Examples in memory."""

from collections.abc import Sequence

import msgspec

from core.records.examples import Example
from tests.fakes.state import State, next_id


class Examples:
    """`core.ports.ExampleRepository`; a deleted example leaves None in its place."""

    def __init__(self, state: State) -> None:
        self.state = state

    async def get(self, example_id: int) -> Example | None:
        return self.state.examples.get(example_id)

    async def list(self, *, after_id: int = 0, limit: int | None = None) -> Sequence[Example]:
        live = [example for example in self.state.examples.values() if example and example.id > after_id]
        return live[:limit]

    async def add(self, name: str) -> Example:
        added = Example(id=next_id(self.state.examples), name=name, active=True)
        self.state.examples[added.id] = added
        return added

    async def rename(self, example_id: int, name: str) -> None:
        example = self.state.examples[example_id]
        self.state.examples[example_id] = msgspec.structs.replace(example, name=name)

    async def delete(self, example_id: int) -> None:
        self.state.examples[example_id] = None

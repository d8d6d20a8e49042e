"""Examples: a name and whether it is active."""

from core.base.model import Model


class Example(Model, frozen=True):
    """An example, in the contract's shape."""

    id: int
    name: str
    active: bool

"""The content of a picture: lines of days, each a cell with a light, and below them the mean percentage."""

from collections.abc import Sequence
from enum import Enum, auto

from msgspec import Struct

from core.base.model import Semaforo


class State(Enum):
    """The state of a day."""

    AHEAD = auto()
    """In the future, or a day that nobody expects to be opened."""
    OFF = auto()
    """Not worked, for a reason of the person's or of the country's."""
    UNOPENED = auto()
    OPEN = auto()
    CLOSED = auto()


class SheetCell(Struct, frozen=True):
    """A day of a line: the worst light with its letter, None without items, and the mean percentage as a figure."""

    state: State
    light: Semaforo | None = None
    letter: str = ""
    figure: str = ""
    now: bool = False


class SheetColumn(Struct, frozen=True):
    """A day of every line; `narrow` where nothing happened and nothing was to happen."""

    above: str
    below: str
    dim: bool = False
    now: bool = False
    narrow: bool = False


class SheetRow(Struct, frozen=True):
    """A person, or a week: its words, what stands in for them where no font has them, a cell a column."""

    words: str
    instead: str
    cells: Sequence[SheetCell]


class Trend(Struct, frozen=True):
    """Percentages in their order, None where there is none, and words under some of them."""

    title: str
    values: Sequence[int | None]
    ticks: Sequence[str]


class Sheet(Struct, frozen=True):
    """A whole picture; `legend` explains cells, row by row. `strips`: small cells, with a line's words above them."""

    title: str
    subtitle: str
    columns: Sequence[SheetColumn]
    lines: Sequence[SheetRow]
    legend: Sequence[Sequence[tuple[SheetCell, str]]]
    trend: Trend
    strips: bool = False

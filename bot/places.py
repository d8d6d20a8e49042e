"""What a message shows and what a button does, as short versioned texts: `callback_data`, subjects, open questions.

A `View` is a place in the chat that can be drawn again at any time: a button that carries one goes there, a message
is remembered by the one it shows, and a typed answer is understood by it. A `Press` is a change, then a view. Both are
`1:<tag>:<field>:…`, at most 64 bytes; anything else, as from an old version, is `None`.
"""

from datetime import date
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from core.calendar_time import FIRST_YEAR, LAST_YEAR
from core.model import Int32, Language, Semaforo, TaskStatus

VERSION = "1"
MAX_BYTES = 64
DayNumber = Annotated[int, Meta(ge=0, le=date(LAST_YEAR, 1, 1).toordinal())]
"""A date as `date.toordinal` counts them, 0 for none."""


class Ask(StrEnum):
    """What a view asks for in words."""

    NOTHING = ""
    COMMENT = "c"
    WHY = "w"
    STATUS = "s"


class TaskFilter(StrEnum):
    """Which of one's tasks a list shows."""

    OPEN = "o"
    LATE = "l"
    WEEK = "w"
    PLANNING = "p"


class View(Struct, frozen=True, array_like=True, tag=True):
    """A place in the chat."""


class Day(View, frozen=True, tag="d"):
    """One's own day; `page` of its items, from 0."""

    fecha: date
    page: Int32 = 0


class Today(View, frozen=True, tag="0"):
    """One's own day, whichever is today when it is drawn."""


class Item(View, frozen=True, tag="i"):
    """One of one's own items."""

    fecha: date
    item: Int32
    ask: Ask = Ask.NOTHING


class TaskList(View, frozen=True, tag="l"):
    """One's own tasks."""

    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0


class TaskCard(View, frozen=True, tag="t"):
    """One task; the rest is the way back: a page of the list by a filter, or of a `day`, somebody's whom one leads."""

    task: Int32
    ask: Ask = Ask.NOTHING
    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0
    day: DayNumber = 0
    user: Int32 = 0


class Note(View, frozen=True, tag="n"):
    """A message about a task that shows nothing to draw again."""

    task: Int32


class Team(View, frozen=True, tag="e"):
    """The day of the people one leads."""

    fecha: date
    page: Int32 = 0


class Person(View, frozen=True, tag="p"):
    """One person's items as their leader sees them; `back` is the team's page."""

    fecha: date
    user: Int32
    page: Int32 = 0
    back: Int32 = 0


class TeamWeek(View, frozen=True, tag="ew"):
    """The week of a date of the people one leads, as a picture; `page` of them."""

    fecha: date
    page: Int32 = 0


class TeamMonth(View, frozen=True, tag="em"):
    """The same of its month."""

    fecha: date
    page: Int32 = 0


class History(View, frozen=True, tag="y"):
    """One's own weeks up to that of a date, as a picture."""

    fecha: date


class Help(View, frozen=True, tag="h"):
    """What one can do here."""


class Languages(View, frozen=True, tag="g"):
    """The choice of a language."""


class Zones(View, frozen=True, tag="z"):
    """One's own time zone; `asking` for another one."""

    asking: bool = False


class Leaving(View, frozen=True, tag="x"):
    """The question whether to unlink."""


class Left(View, frozen=True, tag="xx"):
    """Unlinked, or not linked."""


class Stayed(View, frozen=True, tag="xn"):
    """Not unlinked after all."""


class TokenTold(View, frozen=True, tag="k"):
    """A token was told here; what is drawn does not tell it again."""


class EndingTokens(View, frozen=True, tag="kx"):
    """The question whether to end one's tokens."""


class TokensEnded(View, frozen=True, tag="ke"):
    """They have ended."""


class NotJoined(View, frozen=True, tag="jn"):
    """Nothing was linked."""


class Welcome(View, frozen=True, tag="w"):
    """Linked."""


def day_meant(fecha: date, drawn: date, today: date) -> date:
    """The date a person means who sees `fecha` on a message drawn on the day `drawn`: as far from today as it was then.

    So yesterday's "today" means today, and is refused as another day's, while a past day gone to on purpose is meant.
    Forged dates may lead out of the calendar: its last or first day then, which the core refuses.
    """
    meant = fecha.toordinal() + (today - drawn).days
    return date.fromordinal(min(max(meant, date.min.toordinal()), date.max.toordinal()))


class Press(Struct, frozen=True, array_like=True, tag=True):
    """A change, and where it was pressed."""

    def place(self) -> View:
        """What the message shows that has this button."""
        raise NotImplementedError


class OnDay(Press, frozen=True, tag=True):
    """A change of the day `fecha`, on a button drawn on the day `drawn`."""

    fecha: date
    drawn: date

    def meant(self, today: date) -> date:
        """The date the person means."""
        return day_meant(self.fecha, self.drawn, today)

    def place(self) -> View:
        """The day."""
        return Day(self.fecha)


class OpenDay(OnDay, frozen=True, tag="O"):
    """Open it, or take in tasks assigned since."""


class SendAvance(OnDay, frozen=True, tag="A"):
    """Report on it."""

    log: Int32


class CloseDay(OnDay, frozen=True, tag="C"):
    """Close it."""

    log: Int32


class OnItem(OnDay, frozen=True, tag=True):
    """A change of an item."""

    item: Int32

    def place(self) -> View:
        """The item."""
        return Item(self.fecha, self.item)


class SetLight(OnItem, frozen=True, tag="L"):
    """Give it a light."""

    light: Semaforo


class SetPercent(OnItem, frozen=True, tag="P"):
    """Give it a percentage, absolute: pressed twice it changes nothing more. What was asked for stays open."""

    percent: Int32
    ask: Ask = Ask.NOTHING


class Reopen(OnItem, frozen=True, tag="R"):
    """Take it up again."""


class ReopenTheirs(OnItem, frozen=True, tag="RL"):
    """Take up again an item of somebody one leads."""

    user: Int32
    page: Int32 = 0
    back: Int32 = 0

    def place(self) -> View:
        """Their items."""
        return Person(self.fecha, self.user, self.page, self.back)


class SetStatus(Press, frozen=True, tag="S"):
    """Give a task a state."""

    task: Int32
    status: TaskStatus
    which: TaskFilter = TaskFilter.OPEN
    page: Int32 = 0
    day: DayNumber = 0
    user: Int32 = 0

    def place(self) -> View:
        """The task."""
        return TaskCard(self.task, Ask.NOTHING, self.which, self.page, self.day, self.user)


class Speak(Press, frozen=True, tag="G"):
    """Be written to in a language."""

    language: Language

    def place(self) -> View:
        """The choice."""
        return Languages()


class SetZone(Press, frozen=True, tag="Z"):
    """Live by the clocks of a time zone, "" for the team's."""

    zone: str

    def place(self) -> View:
        """One's time zone."""
        return Zones()


class Join(Press, frozen=True, tag="J"):
    """Yes, that is me."""

    code: str

    def place(self) -> View:
        """Nothing was linked."""
        return NotJoined()


class EndTokens(Press, frozen=True, tag="K"):
    """Yes, end all of my tokens: those of a version, so that a repetition ends nothing made since."""

    version: Int32

    def place(self) -> View:
        """The question."""
        return EndingTokens()


class Leave(Press, frozen=True, tag="X"):
    """Yes, unlink."""

    def place(self) -> View:
        """The question."""
        return Leaving()


AnyView = (
    Day | Today | Item | TaskList | TaskCard | Note | Team | Person | TeamWeek | TeamMonth | History | Help | Languages
    | Leaving | Left | Stayed | NotJoined | Welcome | Zones | TokenTold | EndingTokens | TokensEnded
)  # fmt: skip
AnyPress = (
    OpenDay | SendAvance | CloseDay | SetLight | SetPercent | Reopen | ReopenTheirs | SetStatus | Speak | Join | Leave
    | EndTokens | SetZone
)  # fmt: skip
Place = View | Press
P = TypeVar("P", bound=Place)


def write(place: Place) -> str:
    """The text of a place. Raises `ValueError` where Telegram would not take it as callback_data."""
    tag, *fields = msgspec.to_builtins(place)
    text = ":".join((VERSION, tag, *(str(field) for field in fields)))
    if len(text.encode()) > MAX_BYTES:
        raise ValueError(f"{text!r} is longer than {MAX_BYTES} bytes")
    return text


def read(text: str) -> Place | None:
    """The place of a text, or None for what this version does not write."""
    version, *fields = text.split(":")
    if version != VERSION:
        return None
    try:
        place: Place = msgspec.convert(fields, AnyView | AnyPress, strict=False)
    except msgspec.ValidationError:
        return None
    return place if all(FIRST_YEAR < day.year < LAST_YEAR for day in dates(place)) else None


def dates(place: Place) -> list[date]:
    """The dates in a place; a day before or after each of them must exist."""
    return [value for value in msgspec.structs.astuple(place) if isinstance(value, date)]


def read_view(text: str) -> View | None:
    """The view of a text, or None for anything else."""
    place = read(text)
    return place if isinstance(place, View) else None

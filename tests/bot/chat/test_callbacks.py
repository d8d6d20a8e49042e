"""Button data: short, versioned, read back exactly or not at all."""

from datetime import date

import msgspec
import pytest
from holidays import list_supported_countries

from bot.chat.callbacks import KINDS, by_tag, read, read_screen
from bot.chat.callbacks.account import Join, Leave, SetHolidays, SetZone
from bot.chat.callbacks.callback_data import MAX_BYTES, Action, NoAction, Screen, write
from bot.chat.callbacks.day import CloseDay, Today
from bot.chat.callbacks.first_words import BeginEvent
from bot.chat.callbacks.history import Undo
from bot.chat.callbacks.search import ROOM, Found
from bot.chat.callbacks.team import MeetingOf, ReopenTheirs
from bot.chat.callbacks.tokens import EndToken
from bot.chat.handlers.questions import ROOM_OF_A_MEETING
from bot.chat.router import ACTIONS, SCREENS
from core.base.calendar_time import known_zones
from core.base.settings import BETWEEN_CODES
from tests.tables import each_row

DAY = date(2026, 11, 23)
ISO_LETTERS = 2
"""Of a country's code; the list has another of three letters for each."""
LONGEST_CALENDAR = max(
    (
        f"{country}{BETWEEN_CODES}{part}"
        for country, parts in list_supported_countries().items()
        for part in parts
        if len(country) == ISO_LETTERS
    ),
    key=lambda calendar: len(calendar.encode()),
)
LIMITED = {
    (Join, "code"): "a" * 26,
    (SetZone, "zone"): max(known_zones(), key=len),
    (SetHolidays, "calendar"): LONGEST_CALENDAR,
    (EndToken, "token"): "t_" + "f" * 11,
    (Found, "words"): "a" * ROOM,
    (MeetingOf, "words"): "a" * ROOM_OF_A_MEETING,
    (ReopenTheirs, "page"): 999,
    (ReopenTheirs, "back"): 999,
}
"""The longest values of fields that have no bound of their own, or where no longer one is written."""


def widest(kind):
    """Of each field the value that takes the most room."""
    types = {field.name: field.type for field in msgspec.inspect.type_info(kind).fields}
    return kind(**{name: LIMITED.get((kind, name)) or longest(of) for name, of in types.items()})


def longest(of):
    match of:
        case msgspec.inspect.IntType(ge=least, le=most, lt=beyond):
            return max(least, most or (beyond or 2**63) - 1, key=lambda number: len(str(number)))
        case msgspec.inspect.EnumType(cls=kinds):
            return max(kinds, key=lambda each: len(each.value))
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.DateType():
            return DAY
    raise TypeError(of)


WIDEST = [widest(kind) for kind in KINDS]


@each_row(WIDEST)
def test_a_place_is_read_back_from_its_short_text(place):
    text = write(place)
    assert len(text.encode()) <= MAX_BYTES
    assert text.startswith("1:")
    assert read(text) == place


class First(Action, frozen=True, tag="twice"):
    """An action with a tag."""


class Second(Action, frozen=True, tag="twice"):
    """An action with the same tag."""


def test_two_actions_with_one_tag_are_named():
    assert by_tag([First, First]) == {"twice": First}
    with pytest.raises(TypeError, match=r"^First and Second both have the tag 'twice'$"):
        by_tag([First, Second])


def test_one_too_long_is_refused():
    with pytest.raises(ValueError, match="longer than 64"):
        write(Join("a" * 70))


@each_row(
    [
        "", ":", "1", "1:", "0:h", "2:h", "01:h", "h", "1:nope", "1:d", "1:d:", "1:d:2026-02-30", "1:d:20261123",
        "1:d:1899-12-31", "1:d:9999-12-31", "1:d:2026-11-23:x", f"1:d:2026-11-23:{2**31}", "1:i:2026-11-23:1:q",
        "1:L:2026-11-23:2026-11-23:1:AZUL", "1:P:2026-11-23:2026-11-23:1:", "1:P:2026-11-23:2026-11-23:1:5.5",
        "1:S:1:o:0:0:0:ABIERTA", "1:S:1:CERRADA", "1:l:o:1000", "1:t:1::o:-1",
        "1:t:1::o:0:-1", f"1:t:1::o:0:{2**31 - 1}", "1:G:fr", "\x00", "1:t:١",
    ],
)  # fmt: skip
def test_anything_else_is_none(text):
    assert read(text) is None


def test_an_action_is_not_a_screen():
    assert read_screen(write(Leave())) is None
    assert read_screen(write(Today())) == Today()
    assert read_screen("") is None


@each_row(
    [
        ((2026, 11, 23), (2026, 11, 23), (2026, 11, 23), (2026, 11, 23)),
        ((2026, 11, 23), (2026, 11, 23), (2026, 11, 24), (2026, 11, 24)),
        ((2026, 11, 20), (2026, 11, 23), (2026, 11, 23), (2026, 11, 20)),
        ((2026, 11, 24), (2026, 11, 23), (2026, 11, 25), (2026, 11, 26)),
        ((9997, 1, 1), (1901, 1, 1), (2026, 11, 23), (9999, 12, 31)),
        ((1901, 1, 1), (9997, 1, 1), (2026, 11, 23), (1, 1, 1)),
    ]
)
def test_the_day_meant_is_as_far_from_today_as_when_the_button_was_drawn(fecha, drawn, today, meant):
    press = CloseDay(date(*fecha), date(*drawn), 1)
    assert press.meant(date(*today)) == date(*meant)


def leaves(kind):
    below = kind.__subclasses__()
    return {kind} if not below else set().union(*map(leaves, below))


def test_everything_that_can_be_shown_can_be_drawn():
    assert set(SCREENS) == leaves(Screen)


def test_every_change_has_its_handler_and_but_for_a_few_a_place_to_go_back_to():
    changes = [press for press in WIDEST if not isinstance(press, Screen)]
    assert {*map(type, changes)} == {*ACTIONS, NoAction}
    assert {type(press) for press in changes if type(press.screen()) not in SCREENS} == {NoAction, Undo, BeginEvent}

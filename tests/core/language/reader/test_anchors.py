"""Times that hang on an event."""

import pytest

from core.language.reader.anchors import hanging_time
from core.language.reader.titles import Titles

EVENTS = Titles({1: "Demo con Alfa", 2: "Junta de ventas"})


@pytest.mark.parametrize(
    ("text", "left", "event", "before", "minutes"),
    [
        ("right after the demo, a word with Ana", ", a word with Ana", 1, False, 0),
        ("café con Ana media hora antes de la junta de ventas", "café con Ana ", 2, True, 30),
        ("repaso justo después de la de ventas, 20 min", "repaso , 20 min", 2, False, 0),
        ("saliendo de la demo paso por el banco", " paso por el banco", 1, False, 0),
        ("prep 15 min before the demo", "prep ", 1, True, 15),
    ],
)
def test_a_time_hangs_on_an_event(text, left, event, before, minutes):
    found = hanging_time(text, EVENTS)
    assert (text[: found.start] + text[found.end :], found.event, found.before, found.minutes) == (
        left,
        event,
        before,
        minutes,
    )


@pytest.mark.parametrize(
    "text", ["la demo es a las 5", "después de comer", "mueve la demo al martes", "antes de las 5"]
)
def test_other_words_hang_on_none(text):
    assert hanging_time(text, EVENTS) is None

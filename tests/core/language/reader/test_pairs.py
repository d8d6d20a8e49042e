"""Two orders of one message, each of which is read alone."""

from core.language.reader.pairs import clauses, halves
from core.language.reader.reading import read_message
from core.language.reader.titles import KnownTitles
from tests.core.language.reader.test_acts import EVENTS, MOMENT, NAMES, TASKS
from tests.linear import LONGEST, steepest
from tests.tables import each_row

KNOWN = KnownTitles(TASKS, TASKS, EVENTS)


def orders(words: str) -> list[str]:
    read = read_message(words, MOMENT, NAMES, KNOWN)
    return [read.begins, read.then] if read.then else []


@each_row(
    [
        (
            "agenda comida con ana el jueves a las 2 y pídele a luis que revise las lonas para el viernes",
            ["agenda comida con ana el jueves a las 2", "pídele a luis que revise las lonas para el viernes"],
        ),
        (
            "book a call with ana friday 3pm and ask luis for the price list",
            ["book a call with ana friday 3pm", "ask luis for the price list"],
        ),
        (
            "cancela el paseo mensual, y avísale a ana que ya no hay paseo",
            ["cancela el paseo mensual", "avísale a ana que ya no hay paseo"],
        ),
        (
            "la guía ya quedó en 60 y recuérdame mandarla el viernes",
            ["la guía ya quedó en 60", "recuérdame mandarla el viernes"],
        ),
        (
            "junta con ana el martes a las 10 y comida con luis el jueves a las 2",
            ["junta con ana el martes a las 10", "comida con luis el jueves a las 2"],
        ),
        ("junta con luis mañana a las 10, y la guía va en 50", ["junta con luis mañana a las 10", "la guía va en 50"]),
        ("mañana no vengo, la guía la dejo en 90", ["mañana no vengo", "la guía la dejo en 90"]),
        (
            "la guía va en 90 y bloquéame el jueves de 4 a 5 para probar",
            ["la guía va en 90", "bloquéame el jueves de 4 a 5 para probar"],
        ),
        (
            "ponme comprar café para mañana, la guía va en 90 y agéndame con luis el viernes a las 12",
            ["ponme comprar café para mañana, la guía va en 90", "agéndame con luis el viernes a las 12"],
        ),
        (
            "ponme comprar café para mañana, la guía va en 90",
            ["ponme comprar café para mañana", "la guía va en 90"],
        ),
    ]
)
def test_two_orders_are_told_apart(words, parts):
    assert orders(words) == parts


@each_row(
    [
        ("dentista mañana a las 4, recuérdame una hora antes",),
        ("agenda comida con ana mañana a las 2 y avísale a ana",),
        ("agenda comida mañana a las 2 y agrega a luis",),
        ("agenda comida mañana a las 2 y agrega el menú",),
        ("ask luis to call the printer and book a van for monday",),
        ("recuérdame hablar con luis y pedirle el contrato",),
        ("pídele a luis el contrato y agrégalo",),
        ("qué tengo hoy y dile a luis",),
        ("mueve la junta del martes y comida del jueves",),
        ("junta con ana el martes a las 10 y comida",),
        ("dile a luis que agenda junta no existe",),
        ("dile a luis que ya quedó el paseo, y la guía va en 50",),
        ("la guía va en 70, me falta la firma de luis y mañana la pido",),
    ]
)
def test_what_belongs_to_one_order_stays_with_it(words):
    assert orders(words) == []


@each_row([(ends, part) for ends in (halves, clauses) for part in ("y ", ", y pon ", "to do and ", "ask ")])
def test_places_are_found_in_time_that_grows_with_the_text(ends, part):
    assert steepest(lambda text: list(ends(text)), lambda size: (part * size)[:size], LONGEST) == 0

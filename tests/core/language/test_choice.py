"""Choices from a numbered list in words of both languages; words that name none are not understood."""

from core.language.statements.choice import chosen_places
from tests.tables import each_row

LABELS = (
    "Vuelo a Monterrey martes tuesday 24 noviembre",
    "Junta de ventas lunes monday 30 noviembre",
    "Junta de ventas lunes monday 7 diciembre",
    "Comida con el cliente y Ana martes tuesday 24 hoy today",
)
EVERY = (0, 1, 2, 3)


@each_row(
    [
        ("solo el 1 y el 3", (0, 2)),
        ("only 1 and 3", (0, 2)),
        ("1, 3", (0, 2)),
        ("Guarda el uno y el dos, por favor", (0, 1)),
        ("todos menos el 2", (0, 2, 3)),
        ("all but the second", (0, 2, 3)),
        ("Todos excepto la comida", (0, 1, 2)),
        ("everything except Monday's", (0, 3)),
        ("ninguno", ()),
        ("None of them.", ()),
        ("sí, todos", EVERY),
        ("save all of them", EVERY),
        ("solo la junta del lunes", (1, 2)),
        ("quiero la junta del 30", (1,)),
        ("el de hoy", (3,)),
        ("la comida con el cliente y Ana", (3,)),
        ("el vuelo y la comida", (0, 3)),
        ("el primero y el último", (0, 3)),
        ("only the last one", (3,)),
        ("los dos primeros", (0, 1)),
        ("the first two", (0, 1)),
        ("del 2 al 4", (1, 2, 3)),
        ("2-3", (1, 2)),
    ]
)
def test_those_that_are_named_are_chosen(said, places):
    assert chosen_places(said, LABELS, (0, 3)) == places


@each_row(
    [
        ("sin el 1", (3,)),
        ("quita las juntas", (0, 3)),
        ("el vuelo no", (3,)),
        ("esa comida no me sirve", (0,)),
        ("remove the fourth", (0,)),
        ("agrega el 2", (0, 1, 3)),
        ("también la junta del 7", (0, 2, 3)),
        ("add the second too", None),
        ("the second too", (0, 1, 3)),
    ]
)
def test_more_and_less_are_beside_those_chosen_before(said, places):
    assert chosen_places(said, LABELS, (0, 3)) == places


@each_row(
    [
        "no",
        "hola",
        "solo el 9",
        "la de las 2",
        "the one at 2",
        "both",
        "mueve el 2 al jueves",
        "la boda",
        "el 1 o el 3",
        "1 y " * 80,
        "el 1 y la boda",
    ]
)
def test_what_names_none_of_them_surely_is_not_understood(said):
    assert chosen_places(said, LABELS, (0, 3)) is None


def test_both_are_all_of_two():
    assert chosen_places("los dos", LABELS[:2], ()) == (0, 1)

"""Several tasks that are listed in one message."""

import pytest

from core.language.reader.lists import listed_tasks

PEOPLE = ("Ana", "Luis", "Sofía", "Tom")


def listed(text):
    places = sorted((text.index(name), text.index(name) + len(name)) for name in PEOPLE if name in text)
    return [(each.name, each.words) for each in listed_tasks(text, places)]


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("pendientes:\n- comprar hielo\n- pagar la luz hoy", [("", "comprar hielo"), ("", "pagar la luz hoy")]),
        (
            "to do this week:\n* book the bus\n* print maps",
            [("", "book the bus this week"), ("", "print maps this week")],
        ),
        (
            "de la boda: 1) flores 2) música 3) fotos, todo para el 26",
            [("", "flores para el 26"), ("", "música para el 26"), ("", "fotos para el 26")],
        ),
        ("new tasks for me: hire a cook (2/18), call the band", [("", "hire a cook para 2/18"), ("", "call the band")]),
        ("Sofía: el cartel (viernes), Luis: las sillas", [("Sofía", "el cartel para viernes"), ("Luis", "las sillas")]),
        (
            "Ana que pinte el muro para el 1 de marzo y Luis que vea la luz, misma fecha",
            [("Ana", "pinte el muro para el 1 de marzo"), ("Luis", "vea la luz para el 1 de marzo")],
        ),
        (
            "crea dos tareas: a Luis, pintar el muro para el 16; a Ana, pedir lonas para el 18",
            [("Luis", "pintar el muro para el 16"), ("Ana", "pedir lonas para el 18")],
        ),
        (
            "tres cosas: pedir gas, pagar el agua y llamar al plomero",
            [("", "pedir gas"), ("", "pagar el agua"), ("", "llamar al plomero")],
        ),
    ],
)
def test_a_list_is_read_task_by_task(text, tasks):
    assert listed(text) == tasks


@pytest.mark.parametrize(
    "text",
    [
        "revisar el contrato y mandarlo a Luis",
        "Ana y Luis tienen que ir al banco",
        "pendiente: llamar al banco antes del jueves",
        "la 1) no me gusta",
        "mándale el contrato a Luis, a Ana, a Tom",
        "- comprar hielo",
    ],
)
def test_one_thing_is_no_list(text):
    assert listed(text) == []

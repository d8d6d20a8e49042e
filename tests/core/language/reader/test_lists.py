"""Several tasks that are listed in one message."""

import pytest

from core.language.phrases.model import TASK
from core.language.phrases.reading import read
from core.language.reader.acts import days_said
from core.language.reader.lists import listed_tasks, parted, parted_by_days
from tests.core.language.reader.test_acts import MOMENT
from tests.linear import LONGEST, steepest
from tests.tables import each_row

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
def test_one_thing_is_not_a_list(text):
    assert listed(text) == []


def days_of(text):
    return days_said(read(text, MOMENT, TASK))


@each_row(
    [
        ("hacer el plano para el martes y mandar las fotos a Luis el jueves", "hacer el plano para el martes"),
        ("subir las fotos hoy, pedir la muestra mañana", "subir las fotos hoy"),
        ("plano martes y fotos jueves", "plano martes"),
        ("el martes hacer el plano y las copias y el jueves mandar las fotos", "el martes hacer el plano y las copias"),
        ("finish the deck by wed and order the badges by fri", "finish the deck by wed"),
        ("armar el presu el jueves y luego tengo que llamar al flete el viernes", "armar el presu el jueves"),
    ]
)
def test_a_sentence_is_parted_where_each_task_has_a_day_of_its_own(text, first):
    found = parted_by_days(text, days_of(text))
    assert (len(found), found[0]) == (2, first)


@each_row(
    [
        ("pagar la luz mañana y comprar hielo",),
        ("entregar el informe el martes y no el jueves",),
        ("hacer la maqueta el martes y mandarla el jueves",),
        ("comprar pan hoy y mañana",),
        ("avanzar el manual del lunes al viernes",),
    ]
)
def test_a_sentence_with_one_day_or_about_one_thing_is_not_parted(text):
    assert parted_by_days(text, days_of(text)) == ()


@each_row(
    [
        ("pagar la luz y comprar hielo y vasos", 2, ["pagar la luz", "comprar hielo y vasos"]),
        ("pagar la luz y comprar hielo y llamar a Luis", 0, ["pagar la luz", "comprar hielo", "llamar a Luis"]),
        ("agua y hielo", 2, ["agua", "hielo"]),
        ("agua", 2, []),
    ]
)
def test_what_is_said_to_be_several_tasks_is_parted_before_verbs_first(text, count, parts):
    assert [*parted(text, days_of(text), count)] == parts


def test_a_sentence_is_parted_in_time_that_grows_with_it():
    days = [(0, 3), (6, 9)]
    for part in ("hoy y ", "y ", "pagar hoy, "):
        found = steepest(lambda text: parted(text, days), lambda size, part=part: (part * size)[:size], LONGEST)
        assert found == 0

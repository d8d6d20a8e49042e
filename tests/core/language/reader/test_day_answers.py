"""Answers to the prompts of the day: how they begin, and what they tell of tasks."""

import pytest

from core.base.model import Semaforo
from core.language.reader.day_answers import goes_badly, goes_well, read_day_answer, told_of_tasks
from core.language.reader.short_answers import AnswerPart, closes_unchanged, says_goodbye
from core.language.reader.titles import Titles

TITLES = Titles({1: "Licencia de obra", 2: "Presupuesto de Serrano", 3: "Grúa", 4: "Hormigón", 5: "Annex 2"})


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("bien, sin novedad, sigo con las mediciones", "sigo con las mediciones"),
        ("all good, got the photos now thanks", "got the photos now thanks"),
        ("voy tirando, sin cambios", ""),
        ("todo bien por acá, avanzando con la licencia", "avanzando con la licencia"),
        ("acá todo piola y sigo con la grúa", "sigo con la grúa"),
        ("going ok but the crane is late", "the crane is late"),
    ],
)
def test_it_goes_well_and_the_rest_is_kept(words, rest):
    said = read_day_answer(words)
    assert (goes_well(said.says), goes_badly(said.says), said.rest) == (True, False, rest)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("fine, a bit slow", ""),
        ("regular, el presupuesto se me atasca", "el presupuesto se me atasca"),
        ("mal: los andamios parados", "los andamios parados"),
        ("bien, un poco lento", ""),
        ("regulín, che", ""),
    ],
)
def test_it_goes_badly_whatever_else_is_said(words, rest):
    said = read_day_answer(words)
    assert (goes_badly(said.says), said.rest) == (True, rest)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("ale a currar", ""),
        ("venga arriba", ""),
        ("listo, arranquemos", ""),
        ("hola, ya estoy en obra desde las 8", ""),
        ("yep, let's get going", ""),
        ("morning, at my desk since 8:30 am", ""),
        ("órale, a chambear", ""),
        ("abrí nomás, arranco con andamios", "arranco con andamios"),
        ("si, abre. hoy remato serrano", "hoy remato serrano"),
    ],
)
def test_it_opens_the_day(words, rest):
    said = read_day_answer(words)
    assert (AnswerPart.OPENS in said.says, said.rest) == (True, rest)


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        ("cierra el día, gracias a todos", ""),
        ("cierra. hoy: licencia hecha y grúa casi. mañana la remato", "licencia hecha y grúa casi. mañana la remato"),
        ("close my day please, tomorrow i finish annex 2", "tomorrow i finish annex 2"),
        ("licencia al 30.5, cerralo", "licencia al 30.5"),
        ("wrap it up, nothing moved since noon", ""),
    ],
)
def test_it_closes_the_day(words, rest):
    said = read_day_answer(words)
    assert (AnswerPart.CLOSES in said.says, said.rest) == (True, rest)


@pytest.mark.parametrize("words", ["wrap it up, nothing moved since noon", "nada que contar, ciérralo"])
def test_it_closes_as_it_was(words):
    assert closes_unchanged(words)


@pytest.mark.parametrize("words", ["no sé qué hacer con la grúa", "apunta comprar cemento", "fine print"])
def test_other_words_are_all_rest(words):
    assert read_day_answer(words) == read_day_answer(words).__class__(frozenset(), words)


@pytest.mark.parametrize(
    "words",
    [
        *("hala, hasta mañana", "venga, hasta mañana", "ale, me piro", "adiós guapo", "right, i'm off"),
        *("me largo, chicos", "ea, hasta luego", "chau loco", "bye bro"),
    ],
)
def test_a_goodbye_may_open_as_one_speaks(words):
    assert says_goodbye(words)


def lines(words):
    return {
        each.line.task_id: (each.line.percent, each.line.light, each.line.reason)
        for each in told_of_tasks(words, TITLES).lines
    }


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "licencia hecha y el presupuesto casi. mañana lo remato",
            {1: (100, None, ""), 2: (None, None, "el presupuesto casi. mañana lo remato")},
        ),
        ("hoy grúa no, hormigon a medias", {3: (None, None, "hoy grúa no"), 4: (50, None, "")}),
        ("tomorrow i finish annex 2", {5: (None, None, "tomorrow i finish annex 2")}),
        ("la grúa no puedo moverla", {3: (None, Semaforo.ROJO, "la grúa no puedo moverla")}),
        (
            "the grúa, can't move it without a permit",
            {3: (None, Semaforo.ROJO, "the grúa, can't move it without a permit")},
        ),
        ("licencia y grúa hechas", {1: (100, None, ""), 3: (100, None, "")}),
    ],
)
def test_each_task_is_told_its_own(words, expected):
    assert lines(words) == expected


def test_what_names_no_task_stands_beside():
    told = told_of_tasks("ya me llegaron las fotos", TITLES)
    assert (told.lines, told.beside) == ((), "ya me llegaron las fotos")


def test_a_plan_only_names_tasks_and_one_that_fails_is_none():
    assert told_of_tasks("hoy licencia y presupuesto", TITLES).planned == {1, 2}
    assert told_of_tasks("hoy la grúa no viene", TITLES).planned == set()

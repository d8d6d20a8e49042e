"""Hopes and plans, which are no report and open no day."""

import pytest

from core.language.reader.intents import Intent
from core.language.reader.plans import hoped, is_plan, without_plans
from core.language.reader.reports import read_tasks_report
from core.language.reader.titles import Titles
from tests.core.language.reader.explain import reading_of

TITLES = Titles({1: "Mesa de roble", 2: "Licencia de obra"})


def percents(words):
    return [
        (each.line.task_id, each.line.percent) for each in read_tasks_report(words, TITLES).lines if each.understood
    ]


@pytest.mark.parametrize(
    "words",
    [
        *("a ver si llego a la mitad de la mesa", "ojalá termine la mesa", "quiero llegar al 60 con la mesa"),
        *("la mesa debería quedar al 80", "voy a ver si dejo la mesa al 80", "espero que la mesa quede lista"),
        *("quiero terminar la mesa y dejar la licencia al 50", "mi idea es terminar la mesa"),
        *("voy a dejar la mesa al 80", "hoping to get the first half of the mesa done", "I want to get the mesa to 50"),
        "the mesa should be done",
    ],
)
def test_a_value_that_is_hoped_for_is_none(words):
    assert percents(words) == []


@pytest.mark.parametrize(
    ("words", "saved"),
    [
        ("mesa al 60, a ver si llego a la mitad de la licencia", [(1, 60)]),
        ("espero terminar la mesa y la licencia ya quedó", [(2, 100)]),
        ("la mesa va por la mitad", [(1, 50)]),
        ("voy al 60 con la mesa", [(1, 60)]),
    ],
)
def test_what_is_so_beside_it_is_reported(words, saved):
    assert percents(words) == saved


def test_a_reason_before_what_is_waited_for_is_not_a_hope():
    assert not hoped("en rojo porque espero la firma")


def test_what_is_planned_before_a_bare_value_makes_the_report_unsure():
    assert not read_tasks_report("quiero terminar la mesa, licencia 50", TITLES).clear


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("ya terminé la mesa, cierro el día. mañana arranco con la licencia", "ya terminé la mesa, cierro el día"),
        ("mesa al 60 y mañana sigo con la licencia", "mesa al 60"),
        ("cierro, sigo el lunes", "cierro"),
        ("finished the mesa. tomorrow I start with the licencia", "finished the mesa"),
        ("hola, mañana empiezo vacaciones", "hola, mañana empiezo vacaciones"),
        ("ok, mañana empiezo a las 10", "ok, mañana empiezo a las 10"),
        ("arranco con la mesa", "arranco con la mesa"),
    ],
)
def test_with_what_one_goes_on_on_a_later_day_is_left_out(words, left):
    assert without_plans(words) == left


@pytest.mark.parametrize(
    "words", ["mañana arranco con la licencia", "el lunes empiezo con la mesa", "tomorrow I start with it"]
)
def test_it_opens_no_day(words):
    assert is_plan(words)
    assert Intent.OPEN_DAY not in [each.intent for each in reading_of(words).candidates]


def test_a_day_that_begins_today_is_opened():
    assert reading_of("arranco, hoy sigo con la mesa").candidates[0].intent is Intent.OPEN_DAY

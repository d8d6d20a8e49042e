"""Corrections of something said before."""

from datetime import time

import pytest

from core.language.phrases.corrections import (
    at_that_hour,
    calendar_said,
    nearest_half,
    percent_meant,
    without_beginning,
    without_being,
)
from core.language.phrases.model import EVENT
from core.language.phrases.reading import read
from tests.core.language.readers import MOMENT
from tests.tables import each_row


@each_row(
    [
        ("sorry, I meant wednesday", "wednesday"),
        ("no, perdón, era el martes", "el martes"),
        ("mentira, va en 45", "va en 45"),
        ("no mentira, 45", "45"),
        ("digo 45", "45"),
        ("i mean 45", "45"),
        ("ay me confundí de día, va el 11", "va el 11"),
        ("me equivoque de persona, es de ana", "es de ana"),
        ("me equivoqué", "me equivoqué"),
        ("no no, 45", "45"),
        ("my bad, thursday", "thursday"),
        ("mentiroso el reporte", "mentiroso el reporte"),
        ("no", "no"),
        ("borra eso, era el jueves", "el jueves"),
        ("no no, quita eso, era el jueves", "el jueves"),
        ("delete that, it was for Tom", "it was for Tom"),
        ("borra eso", "borra eso"),
        ("no reminder", "no reminder"),
        ("novedad el martes", "novedad el martes"),
        ("del 3 al 7, no rush", "del 3 al 7, no rush"),
    ]
)
def test_the_words_that_only_say_that_they_correct_are_left_out(words, left):
    assert without_beginning(words) == left


@each_row(
    [
        ("perdón, son para el miércoles", "para el miércoles"),
        ("uy no, eran para el jueves", "para el jueves"),
        ("oops it's for wednesday", "for wednesday"),
        ("sorry, wednesday", "wednesday"),
    ]
)
def test_so_is_that_it_is_that(words, left):
    assert without_being(words) == left


@each_row(
    [
        ("make it 12", "a las 12"),
        ("let's make it 4:30 pm instead", "a las 4:30 pm"),
        ("que sean 5", "a las 5"),
        ("make it 30 min", "make it 30 min"),
        ("make a cake", "make a cake"),
    ]
)
def test_a_mere_number_is_an_hour(words, read):
    assert at_that_hour(words) == read


@each_row([("80 no 30", 80), ("80", 80), ("it's 100%", 100), ("a las 5", None), ("101", None), ("80 días", None)])
def test_a_percentage_alone_is_meant(words, percent):
    assert percent_meant(words) == percent


@pytest.mark.parametrize(
    ("words", "before", "hour"),
    [
        ("a las 9", 8, 9),
        ("a las 9", 20, 21),
        ("a las 2", 10, 14),
        ("a las 9", 14, 9),
        ("a las 9 de la mañana", 20, 9),
        ("a las 21", 8, 21),
        ("a las 8", 17, 8),
        ("a las 7", 20, 19),
    ],
)
def test_an_hour_without_half_of_the_day_is_in_the_half_nearest_to_the_one_it_corrects(words, before, hour):
    assert nearest_half(read(words, MOMENT, EVENT), time(before)) == time(hour)


@each_row(
    [
        ("mételo al calendario con Ana", "con Ana"),
        ("oye,  mételo   en la agenda", ""),
        ("put it on my calendar with Tom", "with Tom"),
        ("el calendario", None),
    ]
)
def test_what_is_said_behind_an_order_to_put_it_on_the_calendar(words, behind):
    assert calendar_said(words) == behind

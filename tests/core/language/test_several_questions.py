"""Several questions in one message are taken apart, and each part is a question or is left."""

import pytest

from core.language.questions.model import Topic
from core.language.questions.several import read_several
from tests.core.language.readers import MOMENT

NAMES = {"ana": [1], "luis": [2]}


@pytest.mark.parametrize(
    ("text", "topics", "left"),
    [
        ("¿quién viene mañana, qué tengo hoy y cómo va Ana?", [Topic.PRESENT, Topic.PLAN, Topic.PROGRESS], ()),
        ("¿Cómo va Ana? ¿Y Luis? ¿Qué vence esta semana?", [Topic.PROGRESS, Topic.PROGRESS, Topic.DUE], ()),
        ("qué tengo hoy? y mañana? y el viernes?", [Topic.PLAN, Topic.PLAN, Topic.PLAN], ()),
        ("who's out tomorrow? what's late? and how is Ana doing?", [Topic.AWAY, Topic.TASKS_LATE, Topic.PROGRESS], ()),
        (
            "¿cómo va Ana? ¿a qué huelen las nubes? ¿qué está en rojo?",
            [Topic.PROGRESS, Topic.RED],
            ("a qué huelen las nubes",),
        ),
    ],
)
def test_each_question_is_read_and_what_is_none_is_left(text, topics, left):
    several = read_several(text, MOMENT, NAMES)
    assert [question.topic for question in several.questions] == topics
    assert several.left == left


@pytest.mark.parametrize(
    "text",
    [
        "¿qué tengo hoy?",
        "revisar qué falta y cuándo llega el pedido",
        "la factura ya quedó y la propuesta va en 60",
        "¿a qué huelen las nubes? ¿y la lluvia?",
        "¿cómo va Ana? " * 40,
    ],
)
def test_one_question_or_none_is_not_several(text):
    assert read_several(text, MOMENT, NAMES) is None

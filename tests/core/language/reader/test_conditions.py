"""Conditional answers, which count neither as yes nor as no."""

import pytest

from core.language.reader.conditions import is_conditional


@pytest.mark.parametrize(
    "words",
    [
        *("voy si puedo", "si termino antes voy", "sí, si termino antes", "uh si Grace duerme, mejor mañana"),
        *("si puedo ahí estoy", "dale si es a las 12", "uf depende, si Luis va yo voy", "ay si no termino no voy"),
        *("si me da tiempo, voy", "la tomo si me dan hasta el viernes", "siempre y cuando sea corta"),
        *("voy salvo que llueva", "if I finish early I'll come", "I'll come if I can", "only if it's at noon"),
        "yes unless it rains",
    ],
)
def test_a_conditional_answer_is_recognised(words):
    assert is_conditional(words)


@pytest.mark.parametrize(
    "words",
    [
        *("sí", "si voy", "si, voy", "yo si voy", "claro que si voy", "pues si voy", "si si voy", "ok si voy"),
        *("a esa hora si puedo", "si mañana nos vemos", "si con gusto", "si, ahí nos vemos", "si perfecto, ahí estoy"),
        *("si ábrelo, y la minuta ya quedó", "dale si querés", "ciérralo si quieres", "close it if you like"),
    ],
)
def test_neither_si_without_its_accent_nor_courtesy_is_a_condition(words):
    assert not is_conditional(words)

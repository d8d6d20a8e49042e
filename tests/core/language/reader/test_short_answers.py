"""Answers that are made of known phrases alone."""

import pytest

from core.language.reader.short_answers import (
    AnswerPart,
    Does,
    closes_unchanged,
    is_order_of,
    read_short_answer,
    says_goodbye,
    verbs_of,
)

DRAFT = ("✅ Guardar", "✖ Descartar")


def read(words):
    return read_short_answer(words, DRAFT, {"luis"})


@pytest.mark.parametrize(
    "words",
    [
        *("perdón, guárdalo", "bueno, pues guárdala", "dale, guardalo", "ah ok, pues guardalo entonces"),
        *("listo, guardala así nomás gracias", "GUARDALA YAAAA", "sí guarde por favor", "guardadlo"),
    ],
)
def test_an_order_is_that_of_the_button_with_its_verb(words):
    assert read(words).orders[-1].button == 0


@pytest.mark.parametrize(
    ("words", "does"),
    [
        ("está bien así, mándalo", Does.SENDS),
        ("yeah go ahead and save it", Does.SAVES),
        ("sí, invítalos a los dos", Does.SAVES),
        ("nada, olvídalo", Does.LEAVES),
        ("scrap that", Does.LEAVES),
        ("nah, forget about it", Does.LEAVES),
        ("no gracias, mejor borralo", Does.DISCARDS),
        ("sí, tráelo", Does.OTHER),
    ],
)
def test_an_order_without_a_button_is_known_by_its_verb(words, does):
    assert read(words).orders[-1].does is does


@pytest.mark.parametrize(
    "words",
    [
        *("¿sí o no?", "no sé", "mmm no se, deja lo pienso", "espera espera", "wait", "hold on a sec", "not sure"),
        *("sí pero no hoy", "ok pero todavía no", "yes but not today", "¿sí?", "y si digo que no?", "no, bueno sí"),
    ],
)
def test_who_doubts_objects_or_asks_has_not_decided(words):
    assert read(words).undecided


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("va, yo lo hago", AnswerPart.TAKES),
        ("sure, i'll take care of it", AnswerPart.TAKES),
        ("got it, thanks", AnswerPart.NOTED),
        ("ahí vamos, bien", AnswerPart.GOES_ON),
        ("all good so far", AnswerPart.GOES_ON),
        ("mal la verdad", AnswerPart.NOT_WELL),
        ("perfecto", AnswerPart.FINE),
    ],
)
def test_phrases_say_what_they_are_listed_for(words, says):
    said = read(words)
    assert says in said.says
    assert not said.undecided


@pytest.mark.parametrize(
    "words", ["sí, el viernes", "sí, y la minuta ya quedó", "no, urgente", "guárdalo para Luis", "sí, luis", "", "?"]
)
def test_one_word_more_and_it_is_none(words):
    assert read(words) is None


@pytest.mark.parametrize(
    ("word", "verb"),
    [
        *(("muevela", "mover"), ("movela", "mover"), ("muevanlas", "mover"), ("reabrilo", "reabrir")),
        *(("cierralo", "cerrar"), ("cerralo", "cerrar"), ("busquelo", "buscar"), ("empiecela", "empezar")),
        *(("pideselo", "pedir"), ("deshazlo", "deshacer"), ("ponla", "poner"), ("save", "save")),
    ],
)
def test_an_imperative_is_that_of_its_verb(word, verb):
    assert is_order_of(word, verb)


@pytest.mark.parametrize(("word", "verb"), [("guardia", "guardar"), ("mover", "cerrar"), ("lucia", "lucir")])
def test_other_words_are_not_imperatives(word, verb):
    assert not is_order_of(word, verb)


@pytest.mark.parametrize(
    ("label", "verbs"),
    [
        ("↩ Reabrir y guardar", {"reabrir", "guardar"}),
        ("🙋 Pedírselo a Luis", {"pedir"}),
        ("🚫 Sí, cancelar", {"cancelar", "si"}),
        ("#1 · Revisar contrato", {"1"}),
        ("", set()),
    ],
)
def test_the_verbs_of_a_label_are_those_that_begin_it(label, verbs):
    assert verbs_of(label) == verbs


@pytest.mark.parametrize(
    "words",
    [
        *("gracias, hasta mañana", "buen finde", "see you tomorrow, thanks", "ya me voy, bye", "chau, que descansen"),
        *("bueno chicos me voy, hasta el lunes", "have a great weekend, thanks!", "ok gracias, nos vemos mañana"),
    ],
)
def test_who_takes_leave_says_nothing_else(words):
    assert says_goodbye(words)


@pytest.mark.parametrize(
    "words",
    [
        *("nada nuevo, cierro", "sin novedades, ciérralo", "nothing new, close it", "todo sigue igual, cerrá nomás"),
        *("sin cambios hoy, cierra mi dia", "nada nuevo, cierro, hasta mañana"),
    ],
)
def test_who_closes_the_day_as_it_was_says_nothing_else(words):
    assert closes_unchanged(words)


@pytest.mark.parametrize("words", ["nada nuevo", "cierro", "nada nuevo en la minuta, cierro", "¿nada nuevo?"])
def test_other_words_do_not(words):
    assert not closes_unchanged(words)


@pytest.mark.parametrize(
    "words",
    [
        *("mañana", "hasta mañana te lo mando", "hasta el lunes no puedo", "ya me voy, cierra mi día", "¿me voy?"),
        *("gracias", "junta mañana, bye", "hasta"),
    ],
)
def test_a_day_or_an_order_is_not_a_goodbye(words):
    assert not says_goodbye(words)

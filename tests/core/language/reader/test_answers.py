"""Words that answer a question, by the intents that its answers have."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from core.base.model import Language
from core.language.phrases.model import Moment
from core.language.reader.answers import SpokenAnswer, Taken, put_off_until, read_answer
from core.language.reader.intents import Intent
from tests.linear import LONGEST, steepest

ZONE = ZoneInfo("America/Mexico_City")
NOW = datetime(2027, 2, 9, 16, 20, tzinfo=UTC)
MOMENT = Moment.of(NOW, ZONE, Language.ES)
YES, NO, LATER = range(3)
ABOUT = {
    "open": [(Intent.YES, Intent.OPEN_DAY), (Intent.NO,), (Intent.LATER,)],
    "close": [(Intent.YES, Intent.CLOSE_DAY), (Intent.NO,), (Intent.LATER,)],
    "come": [(Intent.YES, Intent.ANSWER_YES), (Intent.NO, Intent.ANSWER_NO), (Intent.LATER,)],
}


def answer(about, words):
    return read_answer(words, MOMENT, {"luis"}, [Taken(intents) for intents in ABOUT[about]])


@pytest.mark.parametrize(
    ("about", "words", "place"),
    [
        *(
            ("open", words, YES)
            for words in ("va", "dale abrilo", "sí ábrelo", "buenos días, abre porfa", "yes please")
        ),
        *(("open", words, NO) for words in ("nel", "no gracias", "mejor no")),
        *(("open", words, LATER) for words in ("luego te digo", "after lunch", "Ahorita no puedo, estoy en junta")),
        *(("close", words, YES) for words in ("yes close it", "ya ciérrale porfa", "sip")),
        *(("close", words, LATER) for words in ("todavía no", "dame media hora")),
        *(("come", words, YES) for words in ("count me in", "ahí estaré", "sale, ahí nos vemos")),
        *(("come", words, NO) for words in ("no llego", "sorry can't make it")),
    ],
)
def test_an_answer_is_known_by_what_was_asked(about, words, place):
    said = answer(about, words)
    assert (said.place, said.wants_nothing or not said.rest) == (place, True)


@pytest.mark.parametrize(
    ("about", "words", "place", "rest"),
    [
        ("open", "sí ábrelo, y la minuta ya quedó ayer", YES, "la minuta ya quedó ayer"),
        ("open", "sí, y agrega comprar cables", YES, "agrega comprar cables"),
        ("open", "no, hoy estoy enferma", NO, "hoy estoy enferma"),
        ("close", "sí, cierra, y la minuta ya quedó ayer", YES, "la minuta ya quedó ayer"),
        ("come", "no puedo a esa hora, puede ser a las 3?", NO, "puede ser a las 3?"),
    ],
)
def test_what_is_said_besides_is_left_to_be_read(about, words, place, rest):
    assert answer(about, words) == SpokenAnswer(place, rest)


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("open", "la factura ya quedó"),
        ("open", "qué tengo mañana"),
        ("open", "gracias"),
        ("close", "la presentación la dejo pa mañana, lo demás quedó"),
        ("come", "quién más va?"),
    ],
)
def test_other_words_are_not_an_answer(about, words):
    assert answer(about, words) is None


@pytest.mark.parametrize(
    ("words", "until"),
    [
        ("pregúntame a las 4", datetime(2027, 2, 9, 22, tzinfo=UTC)),
        ("en una hora", NOW + timedelta(hours=1)),
        ("dame 10 min", NOW + timedelta(minutes=10)),
        ("después de comer te digo", datetime(2027, 2, 9, 21, tzinfo=UTC)),
        ("a las 8", datetime(2027, 2, 10, 2, tzinfo=UTC)),
        ("mejor mañana", datetime(2027, 2, 10, 15, tzinfo=UTC)),
        ("luego te digo", None),
    ],
)
def test_when_to_ask_again_is_what_is_said(words, until):
    assert put_off_until(words, MOMENT) == until


@pytest.mark.parametrize("part", ["sí, ", "no y ", "a ", ", "])
def test_a_long_answer_is_read_in_time_that_grows_with_it(part):
    assert steepest(lambda text: answer("open", text), lambda size: (part * size)[:size], LONGEST) == 0

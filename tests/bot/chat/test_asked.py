"""Every text of the chat that asks something is a question that words may answer."""

import re

from bot.chat.asked import buttons_of, named
from bot.chat.callbacks.day import Day, OpenDay
from bot.chat.callbacks.drafts import DropDraft, SaveDraft
from bot.chat.panels.answers import ANSWERED_BY, asks
from bot.chat.panels.components import Button, Panel
from core.base.model import Language
from core.language.i18n import catalogue
from core.language.reader.intents import Intent
from tests.cast import TODAY
from tests.tables import each_row

BUTTONS = [[Button("☀️ Abrir el día", OpenDay(TODAY, TODAY)), Button("Mi día", Day(TODAY))]]
QUOTED = re.compile("«[^»]*»|“[^”]*”|<code>.*?</code>")
ASKING = [
    (language, key)
    for language in Language
    for key, words in catalogue(language).items()
    if key.startswith("chat.") and "?" in QUOTED.sub("", str(words))
]


@each_row(ASKING)
def test_a_text_with_a_question_asks_it_of_who_reads_its_panel(language, key):
    words = str(catalogue(language)[key])
    assert asks(words)
    assert buttons_of(Panel(words, BUTTONS))


@each_row(["Ana comentó: \u2068¿ya quedó?\u2069", "Escribe «¿quién falta?»", "Type “who is in?”"])
def test_what_people_say_and_what_may_be_said_asks_nothing(words):
    assert buttons_of(Panel(words, BUTTONS)) == ()


def test_what_only_shows_is_not_a_question():
    assert buttons_of(Panel("Tareas de Ana · abiertas · 2", BUTTONS)) == ()
    assert buttons_of(Panel("¿Y ahora?")) == []


def test_the_card_of_a_draft_is_a_question_which_a_question_on_it_comes_before():
    save = [
        Button("✅ Guardar", SaveDraft(1), answers=(Intent.YES,)),
        Button("✖ Descartar", DropDraft(1), answers=(Intent.NO,)),
    ]
    assert [each.answers for each in buttons_of(Panel("Tarea nueva", [save]))] == [(Intent.YES,), (Intent.NO,)]
    assert [each.answers for each in buttons_of(Panel("¿Invito a Luis?", [save]))] == [(), ()]


@each_row([("abrir el día", "☀️ Abrir el día"), ("la segunda", "Mi día"), ("the first one", "☀️ Abrir el día")])
def test_a_button_is_named_by_its_label_or_its_place(words, label):
    assert named(words, buttons_of(Panel("¿Qué hago?", BUTTONS))).label == label


@each_row(["la tercera", "abrir", "la primera junta del lunes"])
def test_no_other_words_name_one(words):
    assert named(words, buttons_of(Panel("¿Qué hago?", BUTTONS))) is None


def test_every_text_that_is_pressed_in_words_is_one_of_a_button():
    assert all(f"chat.button_{key}" in catalogue(Language.ES) for key in ANSWERED_BY)

"""Reading sentences as questions."""

import unicodedata
from itertools import cycle, product
from zoneinfo import ZoneInfo

from core.base.calendar_time import Days
from core.base.model import Language
from core.language.phrases.folding import fold
from core.language.phrases.model import Moment
from core.language.questions.model import Question, Readings, Topic, Who
from core.language.questions.reading import read_question
from tests.cast import NOW
from tests.core.language.questions_table import NO_QUESTIONS, QUESTIONS, TO_BE_ASKED
from tests.tables import each_row
from tests.timing import is_done_within

NAMES = {
    "lucia": [1],
    "ana": [2],
    "ana torres": [2],
    "torres": [2],
    "luis": [3],
    "marta": [5],
    "pedro": [6],
    "sofia": [7, 8],
    "sofia perez": [7],
    "perez": [7],
    "sofia ruiz": [8],
    "ruiz": [8],
}
MOMENT = Moment.of(NOW, ZoneInfo("America/Mexico_City"), Language.ES)


def read(words: str) -> Readings | None:
    return read_question(words, MOMENT, NAMES)


def said(found: Readings | None) -> str:
    """Readings as the table writes them; "" for none."""
    if found is None:
        return ""
    parts = [said_once(question) for question in found.questions]
    unknown = [f"unknown {' '.join(found.unknown)}"] if found.unknown else []
    return " | ".join([*parts, *unknown, *([f"doubt {found.doubt.why}"] if found.doubt else [])])


def said_once(question: Question) -> str:
    parts = [
        question.topic,
        "" if question.who is Who.ANYBODY else question.who.lower(),
        ",".join("/".join(map(str, people)) for people in question.people),
        "+me" if question.with_me and question.who is not Who.ME else "",
        days_said(question.days),
        f"#{question.number}" if question.number else "",
        "near" if question.near else "",
    ]
    return " ".join(filter(None, parts))


def days_said(days: Days | None) -> str:
    if days is None:
        return ""
    first, last = (day.isoformat()[5:] for day in days)
    return first if first == last else f"{first}…{last}"


@each_row([*QUESTIONS, *TO_BE_ASKED])
def test_a_question_is_read_as(words, reading):
    assert said(read(words)) == reading


def test_there_are_questions_enough_of_every_topic():
    topics = {reading.split()[0] for _, reading in QUESTIONS}
    assert len(QUESTIONS) >= 200
    assert topics == {*Topic}


@each_row(NO_QUESTIONS)
def test_what_is_not_a_question_is_read_as_none(words):
    assert read(words) is None


def plain(words: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFD", words) if not unicodedata.combining(char))


@each_row([lambda words: plain(words).upper(), lambda words: f"oye, {words.replace('¿', '')}"])
def test_how_it_is_written_does_not_matter(written):
    differing = [words for words, reading in QUESTIONS if "?" in words and said(read(written(words))) != reading]
    assert differing == []


# Classes of questions, each with each


PAST = {
    "es": {"ayer": "11-22", "el viernes": "11-20", "la semana pasada": "11-16…11-22", "": ""},
    "en": {"yesterday": "11-22", "on Friday": "11-20", "last week": "11-16…11-22", "": ""},
}
AHEAD = {
    "es": {"mañana": "11-24", "el viernes": "11-27", "la próxima semana": "11-30…12-06", "en diciembre": "12-01…12-31"},
    "en": {"tomorrow": "11-24", "on Friday": "11-27", "next week": "11-30…12-06", "in December": "12-01…12-31"},
}
NO_DAY = {"es": {"": ""}, "en": {"": ""}}
POLITE = {
    "es": ("", "¿me puedes decir ", "quisiera saber ", "vos sabés "),
    "en": ("", "can you tell me ", "hey, do you know ", "I'd like to know "),
}
CLASSES = (
    ("es", "qué hizo {name} {day}", "LOG named", PAST),
    ("es", "{day} en qué trabajó {name}", "LOG named", PAST),
    ("es", "quiénes no abrieron {day}", "NOT_OPENED team", PAST),
    ("es", "quién no mandó avance {day}", "NOT_REPORTED team", PAST),
    ("es", "qué se le vence a {name} {day}", "DUE named", AHEAD),
    ("es", "si {name} está disponible {day} a las 4", "FREE named", AHEAD),
    ("es", "quién está de vacaciones {day}", "AWAY team", AHEAD),
    ("es", "qué juntas tengo {day}", "AGENDA me", AHEAD),
    ("es", "qué tiene {name} en rojo", "RED named", NO_DAY),
    ("en", "what did {name} do {day}", "LOG named", PAST),
    ("en", "did {name} close their day {day}", "CLOSED named", PAST),
    ("en", "what is due for {name} {day}", "DUE named", AHEAD),
    ("en", "is {name} busy {day}", "FREE named", AHEAD),
    ("en", "whose birthday is {day}", "BIRTHDAYS team", AHEAD),
    ("en", "how many tasks does {name} have", "TASKS named", NO_DAY),
)
PEOPLE = {"Ana": 2, "@luis": 3, "Sofía Ruiz": 8}


@each_row(CLASSES)
def test_people_days_and_politeness_combine(language, sentence, reading, days):
    wrong = []
    people = PEOPLE if "{name}" in sentence else {"": 0}
    for (polite, (day, when)), name in zip(product(POLITE[language], days[language].items()), cycle(people)):
        words = " ".join((polite + sentence.format(name=name, day=day)).split())
        expected = " ".join(filter(None, [reading, str(people[name] or ""), when]))
        wrong += [form for form in (f"¿{words}?", plain(words)) if said(read(form)) != expected]
    assert wrong == []


@each_row(
    [
        (
            "oye, por favor, ¿me puedes decir quién falta de abrir su día hoy en el equipo de Ana y de Luis, y qué"
            " tareas atrasadas tienen, y cuándo podemos vernos con Sofía la próxima semana, porque necesito saber"
        ),
        (
            "revisar con el proveedor de la bodega norte el contrato pendiente y mandar cotizaciones a compras antes"
            " del viernes próximo a las cinco de la tarde para que autoricen el presupuesto anual 2027 ya"
        ),
        "25 mayo 13 lunes 12:30 martes " * 6,
        "taraes abirr quein ferchas vnece " * 6,
        (
            "oye, por favor, ¿me puedes decir qué hizo Ana el lunes o el martes, y qué hizo Luis el 3 de noviembre, qué"
            " tareas cerraron todos en octubre y quién no abrió su día el viernes pasado?"
        ),
        (
            "hola, buenos días, ¿me puedes decir por favor a qué hora está libre Ana mañana, o pasado mañana, o el"
            " viernes, y también Luis el lunes que viene, y Sofía Ruiz la próxima semana, entre las diez y las doce?"
        ),
        (
            "can you tell me please what Ana did on Monday or on Tuesday, and what Luis did last Friday, November 20th,"
            " and what everyone did on 11/19 and 2026-11-18, and who had not opened?"
        ),
        "qué vence hoy, mañana, el viernes, la próxima semana, en diciembre, en enero, cada lunes, el 15, " * 2,
        "¿quién está de vacaciones en navidad, del 3 al 7, el 2 de enero, y cuándo regresa Ana, y mis vacaciones? " * 2,
        "¿qué hizo Ana el lunes o el martes? " + "¿y Luis, y Sofía Ruiz, y Ana, y Luis, y Marta, y Pedro? " * 3,
        "¿qué hizo Ana el lunes o el martes, por favor, " + "el equipo, Luis, " * 9 + "gracias?",
        "quién hizo qué el día en que por la que de la con la de el y la a las de la que en el por la de lo " * 2,
    ]
)
def test_two_hundred_characters_are_read_in_five_milliseconds(words):
    names = {f"{part} {number}": [number] for number in range(200) for part in ("nombre", "apellido")} | NAMES

    def read_anew():
        fold.cache_clear()
        read_question(words[:200], MOMENT, names)

    assert is_done_within(0.005, read_anew)


def test_a_long_text_is_not_a_question():
    assert read("¿quién está en rojo? " * 20) is None


def test_a_name_that_is_like_a_word_is_the_name():
    """ "Nacho" is like "hecho"."""
    found = read_question("¿en qué anda Nacho?", MOMENT, {**NAMES, "nacho": [9]})
    assert said(found) == "WORKLOAD named 9"

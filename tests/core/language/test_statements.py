"""Reading sentences that want something done."""

from datetime import time

from core.language.phrases.folding import fold
from core.language.phrases.model import ReportLine
from core.language.statements.model import Act, Statement
from core.language.statements.reading import read_statement
from tests.core.language.questions_table import NO_QUESTIONS, QUESTIONS, TO_BE_ASKED
from tests.core.language.statements_table import NO_STATEMENTS, STATEMENTS
from tests.core.language.test_questions import MOMENT, NAMES, days_said, plain
from tests.tables import each_row
from tests.timing import is_done_within

ALSO_STEPS_OF_THE_DAY = ("cerrar el día", "abrir mi día")
"""Questions about one's own day whose panel is where that is done."""
ALSO_ORDERS = (
    "me echas la mano con la 12",
    "Luis falta mañana",
    "busca factura",
    "find the invoice",
    "vacaciones del 3 al 7",
    "Schedule a meeting with Luis",
    "Agendar junta con Luis",
)
"""Questions to be asked about elsewhere, and notes of what is wanted: here drafts and panels."""


def read(words: str) -> Statement | None:
    return read_statement(words, MOMENT, NAMES)


def said(found: Statement | None) -> str:
    """A statement as the table writes it; "" for none."""
    if found is None:
        return ""
    parts = [
        f"{found.act}{'!' if found.outright else ''}",
        f"#{found.task}" if found.task else "",
        ",".join("/".join(map(str, people)) for people in found.people),
        days_said(found.days),
        f"«{found.words}»" if found.words else "",
        ", ".join(map(line_said, found.lines)),
        f"({found.title})" if found.title else "",
        found.priority,
        f"{found.step:+}" if found.step else "",
        f"+{found.later}d" if found.later else "",
        f"{clock_said(found.starts)}–{clock_said(found.ends)}" if found.starts or found.ends else "",
    ]
    return " ".join(filter(None, parts))


def clock_said(at: time | None) -> str:
    return f"{at:%H:%M}" if at else ""


def line_said(line: ReportLine) -> str:
    value = line.light or line.percent
    return f"{line.task_id} {value}" + (f" «{line.reason}»" if line.reason else "")


@each_row(STATEMENTS)
def test_a_statement_is_read_as(words, reading):
    assert said(read(words)) == reading


def test_there_are_statements_of_everything_that_can_be_done():
    by_titles = {Act.CHASE, Act.ADD_PERSON, Act.SPLIT}
    assert {reading.split()[0].rstrip("!") for _, reading in STATEMENTS} == {*Act} - by_titles


@each_row(NO_STATEMENTS)
def test_what_is_not_a_statement_is_read_as_none(words):
    assert read(words) is None


def test_neither_questions_nor_other_talk_are_statements():
    sentences = [words for words, _ in (*QUESTIONS, *TO_BE_ASKED)] + [*NO_QUESTIONS]
    assert [words for words in sentences if read(words)] == [*ALSO_STEPS_OF_THE_DAY, *ALSO_ORDERS]


def test_how_it_is_written_does_not_matter():
    differing = [words for words, _ in STATEMENTS if acts(read(plain(f"oye, {words}").upper())) != acts(read(words))]
    assert differing == []


def acts(found: Statement | None) -> tuple[object, ...] | None:
    return found and (
        found.act,
        found.task,
        found.people,
        found.days,
        [(line.task_id, line.percent) for line in found.lines],
    )


@each_row(
    [
        "oye porfa ya terminé la 12 y la 13 y la 14 y la 15 y la 16 y la 17 y la 18 y la 19 y la 20 y la 21 " * 2,
        "mueve la junta de ventas con Luis y Ana de mañana a las 5 para el viernes a las 10 o a las 11 " * 2,
        "no voy a ir el lunes ni el martes ni el miércoles porque tengo cita con el doctor y estoy malo " * 2,
        "la 12 ya esta ya va ya sigue ya queda ya la tengo ya la traigo ya en al con un el " * 3,
        "por favor oye por favor hola buenos días ya ahora entonces quiero que me puedes ayudas a " * 3,
        "la 1 la 2 la 3 la 4 la 5 la 6 la 7 la 8 la 9 la 10 en en en en al al al al 100 " * 3,
        "cancela la cita de mañana, de pasado mañana, del viernes y del 3 al 7 de diciembre a las 10 " * 3,
        "busca lo de la factura de la bodega de la obra de la calle de la casa de la junta de la tarea de la " * 2,
        "coméntale a la 12 que ya llegó la factura de la 13 y comenta en la 14 que pon un comentario a la 15 " * 2,
        "recuérdale a Ana y a Luis y a Marta y a Pedro y a Ana y a Luis que por favor ya abra su día hoy " * 2,
        "mándale por favor mi avance a Ana y a Luis porque ya me voy es todo por hoy now for today i'm done " * 2,
        "vacaciones lunes o martes o miércoles ni jueves ni viernes y sábado y domingo del 3 al 7 y el 8 " * 2,
        "dile a Ana y a Luis y a Marta y a Pedro que la 12 y la 13 y la 14 se atrasan y que en la 15 pon que sí " * 2,
        "Luis no viene no va a venir no puede venir falta descansa se va de vacaciones está enfermo el lunes y " * 2,
        "hoy llego un poco algo como un poco algo como un poco algo como un poco algo como a las a las a las 10 " * 2,
        "home office en casa desde casa en casa desde casa hago home office mañana y pasado y el jueves y el " * 2,
        "sube la prioridad de la 3 a la prioridad alta de la prioridad urgente de la 4 es urgente urge urge " * 2,
        "la 3 ya casi ya mero ya casi va está casi lista mero queda casi termino ya casi acabo ya mero está " * 2,
        "crea una tarea nueva tarea agrega una tarea nueva: mándame el excel de octubre y de noviembre y de " * 2,
        "no me escribas ni me mandes nada nada nada mensajes avisos después de las 7 y media de la noche hasta las "
        * 2,
        "I'll be in on Friday and Monday and on Tuesday and the day after that and on Wednesday and Thursday and " * 2,
        "necesito ocupo pido ayuda un poco de ayuda con una mano con la 12 y con la 13 y ayúdame con la 14 y con " * 2,
        "recuérdame mañana a las 9, el viernes a las 3 y el lunes a las 10 de mandar el reporte del mes " * 2,
    ]
)
def test_two_hundred_characters_are_read_in_five_milliseconds(words):
    names = {f"{part} {number}": [number] for number in range(200) for part in ("nombre", "apellido")} | NAMES

    def read_anew():
        fold.cache_clear()
        read_statement(words[:200], MOMENT, names)

    assert is_done_within(0.005, read_anew)


def test_signs_before_a_sentence_are_not_part_of_it():
    assert said(read("- # ¡cierra mi día!")) == "CLOSE_DAY!"
    assert said(read("- #12 lista")) == "REPORT 12 100"


def test_a_long_text_is_not_a_statement():
    assert read("falto el jueves " * 20) is None

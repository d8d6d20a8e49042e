"""The act of a message whose intent is known: its task, people, days and words."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from core.base.model import Language
from core.language.phrases.model import Moment
from core.language.reader.acts import READERS, Heard, Reads, chased
from core.language.reader.intents import Intent
from core.language.reader.reports import TasksReport
from core.language.reader.titles import Titles
from core.language.statements.model import Statement
from tests.tables import each_row

MOMENT = Moment.of(datetime(2027, 2, 9, 16, 20, tzinfo=UTC), ZoneInfo("America/Mexico_City"), Language.ES)
NAMES = {"ana": [2], "luis": [3], "sofia": [4]}
TASKS = Titles({8: "Guía de bienvenida", 9: "Conteo de sillas", 12: "Contrato de Lonas del Sur"})
EVENTS = Titles({3: "Llamada con Lonas del Sur", 4: "Paseo mensual"})


def said(act: Reads | None) -> str:
    """An act as the table writes it; "" for none."""
    if isinstance(act, TasksReport):
        return ", ".join(f"#{each.line.task_id} {each.line.percent}" for each in act.lines)
    if not isinstance(act, Statement):
        return ""
    parts = [
        str(act.act),
        f"#{act.task}" if act.task else "",
        ",".join("/".join(map(str, people)) for people in act.people),
        f"{act.days.first:%m-%d}" if act.days else "",
        f"«{act.words}»" if act.words else "",
        f"({act.title})" if act.title else "",
    ]
    return " ".join(filter(None, parts))


@each_row(
    [
        # who is to have a task, and who is to lose it
        (Intent.HAND_OVER, "el conteo de sillas que lo lleve ana, luis no da abasto", "HAND_OVER #9 2"),
        (Intent.HAND_OVER, "ana should take the conteo, luis is swamped", "HAND_OVER #9 2"),
        (Intent.HAND_OVER, "el conteo dáselo a Sofía, Luis ya no llega", "HAND_OVER #9 4"),
        (Intent.HAND_OVER, "el conteo, sofía en vez de luis", "HAND_OVER #9 4"),
        (Intent.HAND_OVER, "la 9 dásela a Ana, ya no llega nadie más", "HAND_OVER #9 2"),
        (Intent.HAND_OVER, "a las 9 dáselo a Ana", ""),
        (Intent.HAND_OVER, "sácale el conteo a luis, que lo vea ana", "HAND_OVER #9 2"),
        (Intent.HAND_OVER, "quítasela a luis, la guía, y dásela a sofía", "HAND_OVER #8 4"),
        # when it is due instead
        (Intent.MOVE_DUE, "la guía no sale para el 26, mejor el 5 de marzo", "DUE #8 03-05"),
        (Intent.MOVE_DUE, "can't make the guía by the 26th, make it 5 march", "DUE #8 03-05"),
        # what is no report
        (Intent.REPORT, "can't make the guía by the 26th, make it 5 march", ""),
        (Intent.REPORT, "la guía no sale para el 26, mejor el 5 de marzo", ""),
        (Intent.REPORT, "la llamada con lonas del sur dura nada más 30 min", ""),
        (Intent.REPORT, "la llamada con lonas del sur ya quedó", ""),
        (Intent.REPORT, "lonas del sur va en 30", "#12 30"),
        # what is right instead
        (Intent.CORRECTION, "me equivoqué, la guía no va en 60, va en 50", "#8 50"),
        (Intent.CORRECTION, "no, la guía", ""),
        # how long an event lasts, and when it is
        (Intent.MOVE_EVENT, "el paseo mensual dura nada más 30 min", "MOVE_EVENT «30 min» (paseo mensual)"),
        (
            Intent.MOVE_EVENT,
            "cambia el paseo mensual a las 10 desde la próxima semana",
            "MOVE_EVENT 02-15 «a las 10» (paseo mensual)",
        ),
        (
            Intent.MOVE_EVENT,
            "push the paseo mensual to 1 today, i'm late",
            "MOVE_EVENT «a las 1 today, i'm late» (paseo mensual)",
        ),
        (Intent.INVITE, "el paseo mensual ya no es en el patio", "SEE_EVENT (paseo mensual)"),
        (Intent.INVITE, "saca a luis del paseo mensual", "INVITE 3 (paseo mensual)"),
        (Intent.CANCEL_ABSENCE, "mis vacaciones se alargan hasta el lunes 22", "CHANGE_ABSENCE «hasta el lunes 22»"),
        (Intent.MOVE_EVENT, "the paseo mensual, make it 9:30 instead", "MOVE_EVENT «a las 9:30» (paseo mensual)"),
    ]
)
def test_what_a_message_comes_to(intent, words, act):
    assert said(READERS[intent](Heard(words, MOMENT, NAMES, TASKS, EVENTS))) == act


@each_row(
    [
        ("recuérdale a Ana el conteo", "CHASE #9 2"),
        ("oye porfa recordale a ana lo del conteo de sillas", "CHASE #9 2"),
        ("pregúntale a Luis cómo va la guía", "CHASE #8 3"),
        ("insístele a Sofía con la guía", "CHASE #8 4"),
        ("could you nudge Ana about the conteo?", "CHASE #9 2"),
        ("ask Ana how the conteo is going", "CHASE #9 2"),
        ("remind Luis about lonas del sur", "CHASE #12 3"),
        # what is no such question
        ("pregúntale a Ana si ya contó las sillas", ""),
        ("recuérdale a Ana el conteo mañana a las 9", ""),
        ("no le recuerdes a Ana el conteo", ""),
        ("recuérdame el conteo de Ana", ""),
        ("dile a Luis que le recuerde a Ana el conteo", ""),
        ("recuérdale a Ana el pastel", ""),
        ("ask Ana to finish the conteo", ""),
    ]
)
def test_who_is_asked_about_a_task_of_theirs(words, act):
    found = chased(Heard(words, MOMENT, NAMES, TASKS, EVENTS))
    assert said(found and replace(found, words="")) == act

"""The story before a conversation: a fortnight of a small team, told in the conversation's language.

Tasks by id: 1 Ana's contract, 2 her late report, 3 a meeting that she and Luis prepare, 4 Luis's policy, red since
Thursday, 5 his back-ups, closed, 6 Ana's stocktaking, still planned, 7 Lucía's budget, 8 Pablo's secret.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, time
from typing import NamedTuple

from bot.app.demo_data import tell_nobody
from core.application.requests import build
from core.base.model import Language, Semaforo
from core.base.settings import Settings
from core.calendar import events, participants
from core.calendar.events import EventCreate
from core.calendar.participants import ParticipantRequest
from core.work import daily_logs
from core.work.daily_logs import DateRequest, PercentageRequest, SemaforoRequest
from tests.bot.world import World
from tests.cast import day

WORKING_DAYS = (-14, -13, -12, -11, -10, -6, -5, -4, -3)
"""Counted from today; Monday 16 was a holiday."""
ASKED = -14


class Words(NamedTuple):
    """The same in both languages."""

    es: str
    en: str

    def said(self, language: Language) -> str:
        """In one of them."""
        return self.es if language is Language.ES else self.en


class Plan(NamedTuple):
    """A task; `steps` is what its percentage becomes from a day on."""

    by: str
    of: Sequence[str]
    words: Words
    due: int
    priority: str
    steps: dict[int, int]
    asked: int = ASKED


PLANS = (
    Plan(
        "lucia",
        ["ana"],
        Words("Revisar el contrato con Empaques del Norte", "Review the contract with Empaques del Norte"),
        4,
        "ALTA",
        {-13: 10, -10: 25, -4: 40},
    ),
    Plan(
        "ana",
        ["ana"],
        Words("Enviar el reporte de octubre", "Send the October report"),
        -3,
        "MEDIA",
        {-12: 30, -6: 60, -3: 80},
    ),
    Plan(
        "lucia",
        ["ana", "luis"],
        Words("Preparar la junta con proveedores", "Prepare the meeting with suppliers"),
        2,
        "MEDIA",
        {-5: 20, -3: 50},
    ),
    Plan(
        "lucia",
        ["luis"],
        Words("Renovar la póliza del seguro", "Renew the insurance policy"),
        1,
        "URGENTE",
        {-11: 20, -6: 40},
    ),
    Plan(
        "luis",
        ["luis"],
        Words("Migrar los respaldos al servidor nuevo", "Move the back-ups to the new server"),
        -4,
        "MEDIA",
        {-13: 50, -10: 70, -5: 100},
    ),
    Plan("lucia", ["ana"], Words("Inventario de fin de año", "Year-end stocktaking"), 16, "BAJA", {}, asked=7),
    Plan("lucia", ["lucia"], Words("Presupuesto de 2027", "Budget for 2027"), 7, "ALTA", {-10: 30, -4: 60}),
    Plan("pablo", ["pablo"], Words("Negociar con el banco", "Negotiate with the bank"), 3, "URGENTE", {}),
)
COMMENTS = (
    (-12, "lucia", 1, Words("Ojo con la cláusula 7.", "Mind clause 7.")),
    (-4, "ana", 1, Words("Pedí a su abogada la versión final.", "I asked their lawyer for the final version.")),
)
BAD_NEWS = {
    -5: (Semaforo.NARANJA, Words("La cotización llegó con errores.", "The quote came with mistakes.")),
    -4: (Semaforo.ROJO, Words("La aseguradora no contesta.", "The insurer does not answer.")),
}
"""Luis's policy on some days: its light, and why."""
POLICY = 4
MISSED = {("luis", -10), ("ana", -6)}
"""Days that somebody did not open."""


class Meeting(NamedTuple):
    """An event of an hour or so, with who takes part besides its maker."""

    by: str
    title: Words
    day: int
    begins: str
    ends: str
    public: bool
    others: Sequence[str] = ()


MEETINGS = (
    Meeting("lucia", Words("Junta semanal", "Weekly meeting"), 0, "12:00", "13:00", True, ["ana", "luis"]),
    Meeting("luis", Words("Visita a la aseguradora", "Visit to the insurer"), 1, "10:00", "11:30", False),
    Meeting("ana", Words("Llamada con la abogada", "Call with the lawyer"), 1, "16:00", "17:00", False),
    Meeting("ana", Words("Junta con proveedores", "Meeting with suppliers"), 2, "11:00", "12:00", True, ["luis"]),
)
MEETING_TYPE = 2


async def tell(world: World, language: Language) -> None:
    """Live the fortnight; the clock ends where it was."""
    now = world.clock.now()
    await world.link("ana", "luis", "lucia", "pablo", "root")
    for offset in WORKING_DAYS:
        at(world, offset, 8)
        if offset == ASKED:
            await make_plans(world, language)
        for day_of_comment, who, task, words in COMMENTS:
            if day_of_comment == offset:
                await world.comment(who, await world.task_by_id(task), words.said(language))
        for who in ("ana", "luis", "lucia"):
            if (who, offset) not in MISSED:
                await live(world, language, who, offset)
    at(world, WORKING_DAYS[-1], 18)
    for meeting in MEETINGS:
        await meet(world, language, meeting)
    world.clock.set(now)
    await tell_nobody(world.store, now)


def at(world: World, offset: int, hour: int) -> None:
    """Set the clock to an hour of a day, by the business zone."""
    world.clock.set(datetime.combine(day(offset), time(hour), Settings().zone).astimezone(UTC))


async def make_plans(world: World, language: Language) -> None:
    """The tasks, in the order of their ids."""
    for plan in PLANS:
        more = {"prioridad": plan.priority, "fechaSolicitud": day(plan.asked)}
        await world.task(*plan.of, by=plan.by, text=plan.words.said(language), due=plan.due, **more)


async def live(world: World, language: Language, who: str, offset: int) -> None:
    """A day: opened at nine, reported at one, closed at six."""
    at(world, offset, 9)
    log = await world.open_log(who, offset)
    at(world, offset, 13)
    fecha = DateRequest(fecha=day(offset))
    for item in log.items:
        percent = PLANS[item.task_id - 1].steps.get(offset, 0)
        if percent > item.porcentaje:
            request = build(PercentageRequest, {"fecha": day(offset), "porcentaje": percent})
            await world.act(who, daily_logs.set_porcentaje, item.id, request)
        if item.task_id == POLICY and offset in BAD_NEWS:
            light, why = BAD_NEWS[offset]
            lit = build(SemaforoRequest, {"fecha": day(offset), "semaforo": light})
            await world.act(who, daily_logs.set_semaforo, item.id, lit)
            said = world.why_red if light is Semaforo.ROJO else world.comment
            await said(who, await world.task_by_id(POLICY), why.said(language))
    await world.act(who, daily_logs.send_avance, log.id, fecha)
    at(world, offset, 18)
    await world.close_log(who, offset)


async def meet(world: World, language: Language, meeting: Meeting) -> None:
    """An event with its participants, its maker among them."""
    fields = {
        "eventTypeId": MEETING_TYPE,
        "title": meeting.title.said(language),
        "startDatetime": f"{day(meeting.day)}T{meeting.begins}",
        "endDatetime": f"{day(meeting.day)}T{meeting.ends}",
        "statusId": 1,
        "isPublic": meeting.public,
    }
    made = await world.act(meeting.by, events.create_event, build(EventCreate, fields))
    for who in (meeting.by, *meeting.others):
        taking_part = build(ParticipantRequest, {"eventId": made.id, "userId": world.users[who].id})
        await world.act(meeting.by, participants.create_participant, taking_part)

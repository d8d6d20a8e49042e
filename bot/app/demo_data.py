"""The demo team and its last fortnight, written by the same use cases as everything else, at past instants."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from bot.app.config import ScheduleConfig
from bot.sandbox import Person, Step, Tour
from core.application import requests
from core.application.use_case import Caller, Pipeline
from core.base.calendar_time import FixedClock
from core.base.model import Language, Priority, Semaforo
from core.base.settings import Settings
from core.people import absences, groups, users
from core.people.public_holidays import holiday_on
from core.ports import Store, UnitOfWork
from core.records.journal import Via
from core.records.messages import Outcome, Reason
from core.records.work import DailyLog, Task
from core.work import daily_logs, tasks
from core.work.day_items import COMPLETE

FORTNIGHT = 14
MESSAGES = 100

PEOPLE = (
    Person(7101, "Ana", "ana", started=True),
    Person(7102, "Luis", "luis", started=True),
    Person(7100, "Lucía", "lucia", started=True),
)
"""The people who can be played on the chat page: two members, then their leader."""

GROUP = "Equipo de Lucía"
"""A group chat of theirs."""

TOUR = Tour(
    "El día de un equipo, en un chat · demo: prueba como Ana, Luis o Lucía (líder)",
    (
        Step("Mira el día de Ana: escribe /hoy", "ana", "/hoy", r"Sin abrir|Not open|(abierto|opened) \d"),
        Step(
            "Ábrelo, pon un 🔴 con su motivo y mira el chat de Lucía",
            "ana",
            "/hoy",
            r"🔴 Ana.* (está en rojo|is in red)",
            shown_to="lucia",
        ),
        Step("Como Lucía escribe /equipo", "lucia", "/equipo", r"\d (con el día abierto|with the day open)"),
        Step(
            "Como Luis escribe: ¿está libre Ana mañana a las 4?", "luis", "¿está libre Ana mañana a las 4?", "🔎 .*Ana"
        ),
    ),
)
"""The chat page's words on itself, and the steps to try on it."""

TEAM = (
    {"username": "admin", "name": "Administración", "role": "admin"},
    {"username": "lucia", "name": "Lucía Ortega", "birthday": "1981-03-14"},
    {"username": "ana", "name": "Ana Torres", "leader": "lucia", "birthday": "1990-06-02"},
    {"username": "luis", "name": "Luis Pérez", "leader": "lucia", "birthday": "1988-02-29"},
    {"username": "marta", "name": "Marta Ríos", "leader": "lucia"},
    {"username": "pablo", "name": "Pablo Gil", "leader": "admin"},
    {"username": "integracion", "name": "Integración", "role": "service"},
)


@dataclass(frozen=True)
class StoryTask:
    """A task of the story, with dates in days from today, and its `percent` at the end."""

    creator: str
    responsibles: Sequence[str]
    text: str
    requested: int
    due: int
    priority: Priority
    percent: int
    comment: tuple[str, str] | None = None


PLANS = (
    StoryTask("ana", ["ana"], "Revisar el contrato con el proveedor de empaques", -9, 1, Priority.URGENTE, 60),
    StoryTask(
        "lucia",
        ["ana"],
        "Preparar la junta mensual con clientes",
        -6,
        3,
        Priority.ALTA,
        30,
        ("lucia", "Incluye por favor las cifras del trimestre."),
    ),
    StoryTask("ana", ["ana"], "Actualizar el inventario del almacén norte", -13, -2, Priority.MEDIA, 80),
    StoryTask("ana", ["ana"], "Conciliar las facturas de octubre", -13, -5, Priority.ALTA, 100),
    StoryTask("lucia", ["ana", "luis"], "Manual de bienvenida para el nuevo personal", -4, 12, Priority.BAJA, 10),
    StoryTask(
        "luis",
        ["luis"],
        "Migrar los respaldos al servidor nuevo",
        -11,
        -1,
        Priority.URGENTE,
        75,
        ("luis", "Falta la clave del servidor: la pedí a sistemas."),
    ),
    StoryTask("lucia", ["luis"], "Cotizar tres opciones de mensajería", -5, 2, Priority.MEDIA, 40),
    StoryTask("luis", ["luis"], "Depurar la lista de contactos", -12, -6, Priority.BAJA, 100),
    StoryTask("lucia", ["marta"], "Renovar las pólizas de seguro", -8, 0, Priority.ALTA, 50),
    StoryTask("marta", ["marta"], "Plan de vacaciones del equipo", -7, 6, Priority.MEDIA, 20),
    StoryTask("lucia", ["lucia"], "Presupuesto del próximo año", -10, 9, Priority.ALTA, 45),
    StoryTask("lucia", ["luis"], "Auditoría interna de diciembre", 6, 16, Priority.MEDIA, 0),
    StoryTask("pablo", ["pablo"], "Negociación confidencial con el banco", -6, 4, Priority.URGENTE, 35),
)
MISSED = {("luis", -2)}
"""Days, counted from today, on which somebody who was there opened nothing."""
AWAY = (("marta", -8, -7, "Cita médica"), ("luis", 1, 5, "Vacaciones"))
"""Absences: username, first and last day from today, reason; declared the day before, or yesterday if earlier."""


class Story:
    """Writes the fortnight before `now` to a store."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.now = pipeline.clock.now()
        self.zone = pipeline.settings.zone
        self.today = self.now.astimezone(self.zone).date()
        self.clock = FixedClock(self.now)
        self.pipeline = Pipeline(pipeline.store, self.clock, pipeline.settings)
        self.callers: dict[str, Caller] = {}
        self.ids: dict[str, int] = {}

    async def tell(self) -> None:
        """People, tasks as they come up, and a log a person and working day; Telegram accounts when all is told."""
        await self.gather_team()
        planned: dict[int, StoryTask] = {}
        for offset in range(-FORTNIGHT, 1):
            for plan in (plan for plan in PLANS if min(plan.requested, -1) == offset):
                planned[(await self.assign(plan)).id] = plan
            await self.say_who_is_away(offset)
            if offset < 0 and is_worked(self.pipeline.settings, self.day(offset)):
                for username in ("ana", "luis", "marta", "lucia", "pablo"):
                    if (username, offset) not in MISSED and not is_away(username, offset):
                        await self.live_day(username, offset, planned)
        self.clock.at = self.now
        await tell_nobody(self.pipeline.store, self.now)
        await self.link_accounts()
        await self.open_today()

    async def show_team_in(self, group_id: int) -> None:
        await self.pipeline.run(self.callers["lucia"], groups.link_group, group_id, GROUP, Language.ES)

    async def gather_team(self) -> None:
        operator = users.OPERATOR_CALLER
        await self.pipeline.run(operator, users.import_users, requests.build(users.UserImport, {"rows": TEAM}))
        for user in await self.pipeline.run(operator, users.list_users):
            self.ids[user.username] = user.id
            self.callers[user.username] = Caller(await self.pipeline.run(operator, users.actor, user.id), via=Via.CHAT)

    async def link_accounts(self) -> None:
        operator = users.OPERATOR_CALLER
        for person in PEOPLE:
            code = await self.pipeline.run(operator, users.invite, person.username)
            await self.pipeline.run(operator, users.link, code, person.id)

    async def assign(self, plan: StoryTask) -> Task:
        """Create a task with its comment, in the morning if its day is past."""
        self.set(min(plan.requested, -1), time(8, 30))
        request = tasks.TaskCreate(
            descripcion=plan.text,
            fecha_cumplir=self.day(plan.due),
            fecha_solicitud=self.day(plan.requested),
            responsible_user_ids=[self.ids[name] for name in plan.responsibles],
            prioridad=plan.priority,
        )
        task = await self.pipeline.run(self.callers[plan.creator], tasks.create_task, request)
        if plan.comment:
            author, text = plan.comment
            comment = tasks.CommentRequest(comentario=text)
            await self.pipeline.run(self.callers[author], tasks.add_comment, task.id, comment)
        return task

    async def say_who_is_away(self, offset: int) -> None:
        """Note the absences that are declared on this day, as the leader."""
        for username, first, last, reason in AWAY:
            if min(first - 1, -1) == offset:
                self.set(offset, time(8, 45))
                person = self.callers[username].actor.user
                days = {"firstDay": self.day(first), "lastDay": self.day(last), "reason": reason}
                request = requests.build(absences.AbsenceCreate, days | {"userId": person.id})
                await self.pipeline.run(self.callers["lucia"], absences.declare_absence, request)

    async def live_day(self, username: str, offset: int, planned: dict[int, StoryTask]) -> None:
        """Open at nine, report progress at one, close at six."""
        caller, fecha = self.callers[username], daily_logs.DateRequest(fecha=self.day(offset))
        self.set(offset, time(9, 5))
        log = await self.pipeline.run(caller, daily_logs.open_log, fecha)
        self.set(offset, time(13, 10))
        for item in log.items:
            percentage = progress(planned[item.task_id], offset)
            if item.porcentaje < percentage:
                request = daily_logs.PercentageRequest(fecha=log.fecha, porcentaje=percentage)
                await self.pipeline.run(caller, daily_logs.set_porcentaje, item.id, request)
        if username != "marta":
            await self.pipeline.run(caller, daily_logs.send_avance, log.id, fecha)
        self.set(offset, time(18, 2))
        await self.pipeline.run(caller, daily_logs.close_log, log.id, fecha)

    async def open_today(self) -> None:
        """Begin the day of one colleague: a task of hers is due today and stuck, and her leader is told."""
        fecha = daily_logs.DateRequest(fecha=self.today)
        log: DailyLog = await self.pipeline.run(self.callers["marta"], daily_logs.open_log, fecha)
        item = log.items[0]
        why = "La aseguradora no ha mandado la cotización."
        red = daily_logs.SemaforoRequest(fecha=self.today, semaforo=Semaforo.ROJO, motivo=why)
        await self.pipeline.run(self.callers["marta"], daily_logs.set_semaforo, item.id, red)

    def day(self, offset: int) -> date:
        return self.today + timedelta(days=offset)

    def set(self, offset: int, local: time) -> None:
        """Set the clock to a local time of a day, at most the present."""
        instant = datetime.combine(self.day(offset), local, self.zone).astimezone(UTC)
        self.clock.at = min(instant, self.now)


def is_worked(office: Settings | ScheduleConfig, day: date) -> bool:
    return day.isoweekday() in office.working_days and holiday_on(office.holidays, day) is None


async def tell_nobody(store: Store, now: datetime) -> None:
    """Withhold messages about past days, and link no chat: nobody had an account yet."""

    async def settle(uow: UnitOfWork) -> None:
        while waiting := await uow.outbox.due(now, MESSAGES, but_to=()):
            for message in (each.message for each in waiting):
                await uow.outbox.settle(message.id, Outcome.WITHHELD, Reason.NOT_LINKED, message.created_at)

    await store.write(settle)


def is_away(username: str, offset: int) -> bool:
    return any(person == username and first <= offset <= last for person, first, last, _ in AWAY)


def progress(plan: StoryTask, offset: int) -> int:
    """Percentage on a day: even steps of five from the request to the story's end, or to the due date if done."""
    last = plan.due if plan.percent == COMPLETE else -1
    lived = (offset - plan.requested + 1) / (last - plan.requested + 1)
    exact = plan.percent * min(lived, 1)
    return plan.percent if lived >= 1 else int(exact // 5 * 5)

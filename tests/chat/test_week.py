"""A week of a team's life in three zones and two languages: what each of them is told, and that it is told well."""

import re
from collections import Counter
from contextlib import AsyncExitStack
from datetime import UTC, datetime, time
from zoneinfo import ZoneInfo

import msgspec
import pytest

from bot.app.demo_data import tell_nobody
from bot.sandbox import Message, Person
from core.application.use_case import Pipeline
from core.base.calendar_time import local_date
from core.base.model import Language
from core.base.settings import Settings
from core.delivery.leases import acquire_lease
from core.jobs import timetable, upcoming
from core.people import users
from core.people.users import UserImport, UserRow
from core.records.messages import MessageKind, Outcome
from core.work import tasks
from tests.bot.chat.posting import new_sender, rows
from tests.bot.world import World
from tests.cast import day
from tests.chat.document import conversation
from tests.chat.talk import Talk, plain

NAMES = {"lucia": "Lucía", "ana": "Ana", "luis": "Luis", "sofia": "Sofía", "tom": "Tom", "emma": "Emma"}
ZONES = {"sofia": "America/Bogota", "tom": "Europe/London", "emma": "Europe/London"}
"""The others are in Mexico City."""
ABROAD = "tom", "emma"
"""The people who speak the other language."""
REPEATED = {MessageKind.OVERDUE_SURVEY, MessageKind.OVERDUE_DIGEST, MessageKind.REMINDER}
"""The kinds that the clock brings, and not somebody's deed."""
ZONE = Settings().zone
NUMBER = re.compile(r"#(\d+)")


class Week:
    """The talk, and what each was told unasked: when, the kinds, and the text."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.world = talk, talk.world
        self.sender = new_sender(talk.world)
        self.told: list[tuple[datetime, str, Message]] = []

    async def says(self, who: str, es: str, en: str) -> None:
        """In the speaker's language, as is what they press."""
        await self.talk.people[who].says(*self.in_theirs(who, es, en))

    async def presses(self, who: str, es: str, en: str) -> None:
        await self.talk.people[who].presses(*self.in_theirs(who, es, en))

    def in_theirs(self, who: str, es: str, en: str) -> tuple[str, str]:
        return (en, es) if who in ABROAD else (es, en)

    async def until(self, offset: int, hour: int, minute: int = 0) -> None:
        """Live from one moment at which something is due to the next, until an hour of a day in Mexico City."""
        end = datetime.combine(day(offset), time(hour, minute), ZONE).astimezone(UTC)
        await self.tick()
        while self.world.clock.now() < end:
            planned = await self.world.operate(upcoming.due_moments, end)
            waiting = await self.world.operate(upcoming.next_due)
            self.world.clock.set(min([*planned[:1], *([waiting] if waiting else []), end]))
            await self.tick()
        self.talk.note(f"It is {self.now} in Mexico City.")

    @property
    def now(self) -> str:
        return f"{self.world.clock.now().astimezone(ZONE):%A, %H:%M}"

    async def tick(self) -> None:
        """Run the jobs and send what is due, as the service does."""
        before = {who: len(self.world.phone(who).messages) for who in NAMES}
        lease = await self.world.operate(acquire_lease, "week")
        for scheduled in await self.world.operate(timetable.due_runs):
            found = await self.world.operate(timetable.find_messages, scheduled)
            await self.world.operate(timetable.run_scheduled, scheduled, lease, found)
        while await self.sender.send_due(lease):
            pass
        for who, count in before.items():
            came = self.world.phone(who).messages[count:]
            self.told += [(self.world.clock.now(), who, each) for each in came if each.from_bot]
        if any(len(self.world.phone(who).messages) > count for who, count in before.items()):
            self.talk.note(f"{self.now}.")
            await self.talk.settle()


@pytest.fixture(params=list(Language))
async def week(request, empty_database):
    other = next(each for each in Language if each is not request.param)
    languages = {who: other if who in ABROAD else request.param for who in NAMES}
    phones = [Person(100 + number, name, who, languages[who]) for number, (who, name) in enumerate(NAMES.items(), 1)]
    async with AsyncExitStack() as stack:
        world = World(empty_database, stack, phones=phones)
        people = [
            UserRow(
                username=who, name=name, language=languages[who], timezone=ZONES.get(who),
                leader=None if who == "lucia" else "lucia",
            )
            for who, name in NAMES.items()
        ]  # fmt: skip
        await world.open()
        world.pipeline = Pipeline(world.store, world.clock, Settings(day_prompts=False))
        await world.operate(users.import_users, UserImport(rows=people))
        world.users = {user.username: user for user in await world.operate(users.list_users)}
        await world.link(*NAMES)
        await tell_nobody(world.store, world.clock.now())
        await world.start_bot()
        yield Week(Talk(world, request.param))
        await world.every_press_is_answered()


@pytest.fixture
def talk(week):
    return week.talk


PLANS = (
    ("ana", 4, "Lona del stand", "Booth banner"), ("ana", 3, "Cotización de Reyes", "Quote for Reyes"),
    ("luis", 2, "Folletos de la feria", "Leaflets for the fair"), ("sofia", 3, "Boletos de avión", "Plane tickets"),
    ("emma", 3, "Prueba de sonido", "Sound check"), ("emma", 4, "Carteles de la entrada", "Signs at the door"),
    ("tom", 4, "Propuesta para Reyes", "Proposal for Reyes"),
)  # fmt: skip


@pytest.mark.long
@conversation("Live a week of a team in three time zones")
async def test_a_week(talk, week):
    for who, due, es, en in PLANS:
        await week.world.task(who, by="lucia", text=talk.words(es, en), due=due)
    await week.until(0, 9, 30)
    for scene in (handed_over, split, half_a_day, due_later, met_later, away):
        await scene(week)
    await week.until(7, 9)
    await week.says(
        "lucia", "¿qué se cerró, qué está atorado y qué sigue?", "what was closed, what's stuck and what's next?"
    )
    titles = {task.id: task.descripcion for task in await week.world.act("lucia", tasks.list_tasks)}
    assert_told_well(week, titles)


async def handed_over(week):
    await week.says("ana", "pásale la lona a Luis", "hand the banner over to Luis")
    await week.presses("ana", "Luis", "Luis")
    await week.until(0, 10)
    await week.presses("luis", "✅ Sí, la tomo", "✅ Yes, I'll take it")


async def split(week):
    await week.says(
        "tom",
        "divide la propuesta para Reyes en precios y plazos",
        "split the proposal for Reyes into prices and terms",
    )
    await week.presses("tom", "✂️ Dividir", "✂️ Split")


async def half_a_day(week):
    await week.says("sofia", "mañana no estoy en la tarde, tengo médico", "I'm out tomorrow afternoon, doctor")
    await week.presses("sofia", "Guardar", "Save")
    await week.until(1, 9, 30)


async def due_later(week):
    await week.says("luis", "¿podemos pasar los folletos al viernes?", "can we move the leaflets to Friday?")
    await week.presses("luis", "Lucía", "Lucía")
    await week.until(1, 12)
    await week.presses("lucia", "✅ Sí, al", "✅ Yes")
    await week.until(2, 9)


async def met_later(week):
    await week.says(
        "lucia",
        "/evento Revisión de la feria jueves 10:00 1h @ana @tom",
        "/event Fair review Thursday 10:00 1h @ana @tom",
    )
    await week.presses("lucia", "Guardar", "Save")
    await week.until(2, 9, 10)
    await week.presses("ana", "✅ Sí", "✅ Yes")
    await week.says("tom", "no puedo a esa hora, ¿a las 5 de la tarde?", "can't make that time, 5pm?")
    await week.until(2, 9, 30)
    await week.presses("lucia", "✅ Mover", "✅ Move")


async def away(week):
    await week.says("emma", "/ausencia jueves y viernes", "/absence Thursday to Friday")
    await week.presses("emma", "Guardar", "Save")
    await week.until(2, 10)
    for task in "#5", "#6":
        await week.presses("emma", f"📨 {task}", f"📨 {task}")
    await week.until(2, 10, 30)
    for place in "①②":
        await week.presses("lucia", f"{place}\xa0✅ Sí", f"{place}\xa0✅ Yes")


def assert_told_well(week, titles):
    """Nobody is told of a thing twice, after the day on which it happened, or by a number without its title."""
    for _, who, message in week.told:
        text = plain(message.text)
        numbers = NUMBER.findall(text)
        assert len(numbers) == len(set(numbers)), (who, text)
        assert [each for each in numbers if titles[int(each)] not in text] == [], (who, text)
    world, names = week.world, {user.id: who for who, user in week.world.users.items()}
    sent = rows(world, "user_id", "kind", "params", "created_at", "outcome", "outcome_at")
    twice = Counter((names[user], kind, params) for user, kind, params, *_ in sent if kind not in REPEATED)
    assert [each for each, times in twice.items() if times > 1] == []
    asked = dict(world.store.execute("SELECT id, task_id FROM asked_tasks").fetchall())
    of_deeds = Counter(
        (names[user], subject_of(msgspec.json.decode(params), asked), created)
        for user, _, params, created, outcome, _ in sent
        if outcome == Outcome.SENT
    )
    assert [each for each, times in of_deeds.items() if times > 1 and each[1]] == [], "a deed is at an instant"
    late = [
        (names[user], kind)
        for user, kind, _, created, _, at in sent
        if kind not in REPEATED and own_day(names[user], created) != own_day(names[user], at)
    ]
    assert late == []
    assert {who for _, who, _ in week.told} == set(NAMES)


def subject_of(params, asked):
    """The task or the event that a message is about, if it is about one."""
    task = params.get("task_id") or asked.get(params.get("asked_id"))
    return ("task", task) if task else ("event", params["event_id"]) if "event_id" in params else None


def own_day(who, instant):
    """The date of an instant by somebody's clock."""
    return local_date(datetime.fromisoformat(instant), ZoneInfo(ZONES.get(who, ZONE.key)))

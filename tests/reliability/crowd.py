"""Very many people, linked and with phones, for whom the service has very much to say."""

from collections.abc import Iterable

from bot.sandbox import Person
from core.application import requests
from core.application.use_case import Caller, Pipeline
from core.people import users
from core.work import tasks
from core.work.tasks import TaskCreate

BOSS = "jefa"
FIRST_ACCOUNT = 500_001


def phones(count: int) -> list[Person]:
    """So many phones, whose people have written to the bot before."""
    return [Person(FIRST_ACCOUNT + n, f"Persona {n}", f"persona{n}", started=True) for n in range(count)]


class Crowd:
    """A directory of the people behind some phones, and somebody who may give each of them work."""

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline
        self.operator = Caller(users.OPERATOR)

    async def gather(self, phones: list[Person]) -> None:
        """Write them all down and link them."""
        rows = [{"username": phone.username, "name": phone.first_name} for phone in phones]
        rows.append({"username": BOSS, "name": "Jefa", "role": "admin"})
        await self.pipeline.run(self.operator, users.import_users, requests.build(users.UserImport, {"rows": rows}))
        for phone in phones:
            code = await self.pipeline.run(self.operator, users.invite, phone.username)
            await self.pipeline.run(self.operator, users.link, code, phone.id)

    async def caller(self, username: str) -> Caller:
        """Somebody."""
        person = await self.pipeline.run(self.operator, users.active_user, username)
        return Caller(await self.pipeline.run(self.operator, users.actor, person.id))

    async def assign(self, numbers: Iterable[int]) -> None:
        """A task of each number, to one after the other: each of them is told."""
        boss, people = await self.caller(BOSS), await self.pipeline.run(self.operator, users.list_users)
        ids = [person.id for person in people if person.telegram_user_id]
        due = self.pipeline.clock.now().astimezone(self.pipeline.settings.zone).date()
        for number in numbers:
            request = TaskCreate(
                descripcion=f"Aviso {number}.", fecha_cumplir=due, responsible_user_ids=[ids[number % len(ids)]]
            )
            await self.pipeline.run(boss, tasks.create_task, request)

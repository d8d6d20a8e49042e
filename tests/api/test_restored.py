"""Numbers given after the backup that was restored: what they answer, and which are given next."""

import shutil

import storage
from core.application.use_case import Caller, Pipeline
from core.base.settings import Settings
from core.people import users
from core.people.users import OPERATOR
from tests.api.world import serving
from tests.cast import introduce
from tests.clock import FakeClock
from tests.rules.test_operations import BEYOND, OPERATIONS, Operation, Scene
from tests.rules.world import TASK, RuleWorld, done

KINDS = (
    *("event", "mine", "type", "series", "participant", "visibility", "reminder", "task", "change", "comment"),
    *("asked", "of_me", "rule", "token", "calendar", "webhook", "log", "item", "red", "done"),
    *("example", "outside", "person", "own", "away"),
)
PEOPLE = "{pablo}", "{busy}", "{root}"
MORE = [
    Operation("PUT", "/red/{red}/answer", {"answer": "NOT_ME"}, dict),
    Operation("DELETE", "/red/{red}", None, dict),
    Operation("DELETE", "/me/outside-calendars/{outside}", None, dict),
    Operation("GET", "/people/{person}", None, dict),
]
NAMED = [
    each for each in (*OPERATIONS, *BEYOND, *MORE) if "{" in each.path and not any(who in each.path for who in PEOPLE)
]
"""The operations on a thing of which the path has the number."""

TYPES = {"Taller": "TALLER", "Curso": "CURSO", "Feria": "FERIA"}


class SceneOf(Scene):
    """One thing of each kind, made by somebody with a day of their own."""

    def __init__(self, world, who, name):
        super().__init__(world)
        self.who, self.name = who, name

    async def type(self):
        return (await self.world.event_type(TYPES[self.name], self.name))["id"]

    async def log(self):
        await self.world.task(self.who)
        log = await self.world.log(self.who)
        self.made["item"] = log["items"][0]["id"]
        return log["id"]

    async def done(self):
        done(await self.world.advance({"id": await self("item")}, 100, who=self.who))
        return await self("item")

    async def red(self):
        done(await self.world.light({"id": await self("item")}, "ROJO", who=self.who, motivo="Falta la factura"))
        (red,) = await self.world.read("/red", self.who)
        return red["redId"]

    async def outside(self):
        url = f"https://192.0.43.8/{self.name}.ics"
        return done(await self.world.post("/me/outside-calendars", {"url": url}, self.who))["id"]

    async def person(self):
        request = users.UserCreate(username=self.name.lower(), name=self.name)
        return (await self.world.pipeline.run(Caller(OPERATOR), users.add_user, request)).id

    async def everything(self):
        return {kind: await self(kind) for kind in KINDS}


async def test_a_number_given_since_is_404_or_refused_and_none_is_given_again(empty_database, tmp_path):
    path = tmp_path / "semaforo.db"
    url = f"sqlite+aiosqlite:///{shutil.copy(empty_database, path)}"
    async with storage.open_store(url) as store:
        await introduce(Pipeline(store, FakeClock(), Settings()))
        async with serving(store, RuleWorld) as world:
            await SceneOf(world, "ana", "Taller").everything()
            storage.backup(url, tmp_path / "backup.db")
            since = SceneOf(world, "luis", "Curso")
            numbers, highest = await since.everything(), (await world.task("luis"))["id"]
    storage.restore(url, tmp_path / "backup.db")
    async with storage.open_store(url) as store, serving(store, RuleWorld) as world:
        for operation in NAMED:
            where, body = await since.ready(operation)
            for who in ("root", "luis"):
                reply = await world.call(operation.method, where, who, body)
                expected = (200,) if reply.status == 200 and reply.data == [] else (400, 403, 404, 409)
                assert reply.status in expected, (operation, who, reply)
        for number in range(numbers["task"], highest + 2):
            for method, rest, body in (("GET", "", None), ("GET", "/comments", None), ("PATCH", "", TASK)):
                assert (await world.call(method, f"/tasks/{number}{rest}", "root", body)).status == 404, number
        again = await SceneOf(world, "luis", "Feria").everything()
    given = {kind for kind in KINDS if isinstance(numbers[kind], int) and again[kind] <= numbers[kind]}
    assert not given, "given once more"
    assert storage.check(url) == []

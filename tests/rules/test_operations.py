"""Each operation of the contract: its request, and an answer of 200 with exactly the model it promises."""

from typing import Any, NamedTuple

import pytest

from tests.rules import contract
from tests.rules.contract import (
    COMMENT,
    CONFLICT,
    EVENT,
    EVENT_TYPE,
    EXAMPLE,
    LOG,
    PARTICIPANT,
    REMINDER,
    SERIES,
    TASK,
    TEAM_ROW,
    VISIBILITY,
)
from tests.rules.world import REPLACED, TODAY, done, refused
from tests.rules.world import SERIES as SERIES_BODY
from tests.rules.world import TASK as TASK_BODY

FECHA = {"fecha": TODAY}
RANGE = f"desde={TODAY}&hasta={TODAY}"
TYPE_BODY = {"code": "CURSO", "name": "Curso"}
RECORD = {"eventId": "{event}", "userId": "{pablo}"}
REMIND = {"eventId": "{event}", "remindAt": "2026-11-30T16:00:00Z"}
WHEN = "startDatetime=2026-12-01T10:00:00Z&endDatetime=2026-12-01T11:00:00Z"
JOBS = ("task-planeacion-sync", "reminders", "overdue-survey", "overdue-regular", "birthday-sync")


class Operation(NamedTuple):
    """A call and what its data is; a word in braces is the id of such a thing, `needs` what must be there too."""

    method: str
    path: str
    body: Any
    data: Any
    needs: str | None = None

    @property
    def name(self):
        return f"{self.method} {self.path.partition('?')[0]}"


OPERATIONS = [
    Operation("GET", "/events", None, [EVENT], needs="event"),
    Operation("POST", "/events", {**REPLACED, "eventTypeId": "{type}"}, EVENT),
    Operation("GET", "/events/{event}", None, EVENT),
    Operation("PUT", "/events/{event}", {**REPLACED, "eventTypeId": "{type}"}, EVENT),
    Operation("PATCH", "/events/{event}", {"title": "Otra"}, EVENT),
    Operation("DELETE", "/events/{event}", None, {}),
    Operation("GET", f"/events/availability?{WHEN}&userIds={{busy}}", None, [CONFLICT]),
    Operation("POST", "/events/series", {**SERIES_BODY, "eventTypeId": "{type}"}, SERIES),
    Operation("PATCH", "/events/series/{series}", {"title": "Otra"}, "int32"),
    Operation("DELETE", "/events/series/{series}", None, "int32"),
    Operation("GET", "/event-types", None, [EVENT_TYPE]),
    Operation("POST", "/event-types", TYPE_BODY, EVENT_TYPE),
    Operation("GET", "/event-types/{type}", None, EVENT_TYPE),
    Operation("PUT", "/event-types/{type}", {**TYPE_BODY, "isActive": True}, EVENT_TYPE),
    Operation("PATCH", "/event-types/{type}", {"name": "Otro"}, EVENT_TYPE),
    Operation("DELETE", "/event-types/{type}", None, {}),
    Operation("GET", "/visibility", None, [VISIBILITY], needs="visibility"),
    Operation("POST", "/visibility", {**RECORD, "isVisible": True}, VISIBILITY),
    Operation("GET", "/visibility/{event}", None, [VISIBILITY], needs="visibility"),
    Operation("PUT", "/visibility/{visibility}", {**RECORD, "isVisible": False}, VISIBILITY),
    Operation("DELETE", "/visibility/{visibility}", None, {}),
    Operation("GET", "/reminders", None, [REMINDER], needs="reminder"),
    Operation("POST", "/reminders", REMIND, REMINDER),
    Operation("GET", "/reminders/2026-11-30", None, [REMINDER], needs="reminder"),
    Operation("PUT", "/reminders/{reminder}", {**REMIND, "sent": True}, REMINDER),
    Operation("DELETE", "/reminders/{reminder}", None, {}),
    Operation("GET", "/participants", None, [PARTICIPANT], needs="participant"),
    Operation("POST", "/participants", {"eventId": "{event}", "customerId": 7}, PARTICIPANT),
    Operation("GET", "/participants/{busy}", None, [PARTICIPANT]),
    Operation("PUT", "/participants/{participant}", RECORD, PARTICIPANT),
    Operation("DELETE", "/participants/{participant}", None, {}),
    Operation("GET", "/tasks", None, [TASK], needs="task"),
    Operation("POST", "/tasks", TASK_BODY, TASK),
    Operation("GET", "/tasks/range?start=2026-11-01&end=2026-12-31", None, [TASK], needs="task"),
    Operation("GET", "/tasks/{task}", None, TASK),
    Operation("PATCH", "/tasks/{task}", {**TASK_BODY, "estatus": "CERRADA"}, TASK),
    Operation("DELETE", "/tasks/{task}", None, TASK),
    Operation("PATCH", "/tasks/{task}/team-edit", {**TASK_BODY, "prioridad": "ALTA"}, TASK),
    Operation("GET", "/tasks/{task}/comments", None, [COMMENT], needs="comment"),
    Operation("POST", "/tasks/{task}/comments", {"comentario": "Voy"}, COMMENT),
    Operation("PATCH", "/tasks/{task}/comments/{comment}", {"comentario": "Ya"}, COMMENT),
    Operation("POST", "/daily-logs/open", FECHA, LOG, needs="task"),
    Operation("POST", "/daily-logs/{log}/avance", FECHA, LOG),
    Operation("POST", "/daily-logs/{log}/close", FECHA, LOG),
    Operation("POST", "/daily-logs/items/{done}/reopen", FECHA, LOG),
    Operation("PATCH", "/daily-logs/items/{item}/semaforo", {**FECHA, "semaforo": "NARANJA"}, LOG),
    Operation("PATCH", "/daily-logs/items/{item}/avance", {**FECHA, "porcentaje": 50}, LOG),
    Operation("GET", f"/daily-logs/me?fecha={TODAY}", None, LOG, needs="item"),
    Operation("GET", f"/daily-logs/me/history?{RANGE}", None, [LOG], needs="item"),
    Operation("GET", f"/daily-logs/team?fecha={TODAY}", None, [TEAM_ROW], needs="item"),
    Operation("GET", f"/daily-logs/team/history?{RANGE}", None, [TEAM_ROW], needs="item"),
    Operation("GET", "/examples", None, [EXAMPLE], needs="example"),
    Operation("POST", "/examples", {"name": "Uno"}, EXAMPLE),
    Operation("GET", "/examples/{example}", None, EXAMPLE),
    Operation("PUT", "/examples/{example}", {"name": "Dos"}, EXAMPLE),
    Operation("DELETE", "/examples/{example}", None, {}),
    *(Operation("POST", f"/internal/jobs/{job}/run", None, {}) for job in JOBS),
]


class Scene:
    """One thing of each kind, made over HTTP by the admin when it is first asked for."""

    def __init__(self, world):
        self.world = world
        self.made = {}

    async def __call__(self, name):
        if name not in self.made:
            self.made[name] = await getattr(self, name)()
        return self.made[name]

    async def event(self):
        return (await self.world.event("root"))["id"]

    async def type(self):
        return (await self.world.event_type("TALLER", "Taller"))["id"]

    async def series(self):
        return (await self.world.series("root"))[0]

    async def pablo(self):
        return self.world.id("pablo")

    async def busy(self):
        await self("participant")
        return self.world.id("luis")

    async def participant(self):
        return (await self.world.participant({"id": await self("event")}, userId=self.world.id("luis")))["id"]

    async def visibility(self):
        return (await self.world.visibility({"id": await self("event")}, "luis"))["id"]

    async def reminder(self):
        return (await self.world.reminder({"id": await self("event")}))["id"]

    async def task(self):
        return (await self.world.task("root"))["id"]

    async def comment(self):
        return (await self.world.comment({"id": await self("task")}, who="root"))["id"]

    async def log(self):
        await self("task")
        log = await self.world.log("root")
        self.made["item"] = log["items"][0]["id"]
        return log["id"]

    async def item(self):
        await self("log")
        return self.made["item"]

    async def done(self):
        item = await self("item")
        done(await self.world.advance({"id": item}, 100, who="root"))
        return item

    async def example(self):
        return (await self.world.example())["id"]

    async def filled(self, text):
        """A text with its words in braces replaced; an id alone becomes the number."""
        if text.startswith("{") and text.endswith("}"):
            return await self(text[1:-1])
        while "{" in text:
            before, _, rest = text.partition("{")
            name, _, after = rest.partition("}")
            text = f"{before}{await self(name)}{after}"
        return text


def test_operations_are_sixty_one():
    assert len({operation.name for operation in OPERATIONS}) == len(OPERATIONS) == 61


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
async def test_operations_answer_200_with_the_model_of_the_contract(world, operation):
    scene, body = Scene(world), operation.body
    if operation.needs:
        await scene(operation.needs)
    if body is not None:
        body = {key: await scene.filled(value) if isinstance(value, str) else value for key, value in body.items()}
    answer = done(await world.call(operation.method, await scene.filled(operation.path), "root", body))
    assert contract.fits(answer, operation.data), answer


async def test_operations_all_live_under_the_version_of_the_contract(world):
    assert (await world.get("//api/v1/examples")).status == 200
    assert (await world.get("//examples")).status == 404
    assert (await world.get("//api/v2/examples")).status == 404


async def test_operations_all_demand_the_bearer_token(world):
    for operation in OPERATIONS:
        path = operation.path.partition("?")[0].replace("{", "").replace("}", "")
        reply = await world.call(operation.method, path, None)
        refused(reply, 401)
        assert reply.headers["WWW-Authenticate"].startswith("Bearer"), operation.name

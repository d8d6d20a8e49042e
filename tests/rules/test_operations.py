"""Each operation of the contract: its request, and an answer of 200.

`World.call` holds every answer against the OpenAPI document.
"""

from typing import Any, NamedTuple

import jwt
import pytest

from api.routes import PREFIX
from core.records.journal import Via
from tests.api import contract
from tests.journaled import rows_of_journal
from tests.rules.world import REPLACED, SERIES, TASK, TODAY, done, refused, with_scopes

FECHA = {"fecha": TODAY}
RANGE = f"desde={TODAY}&hasta={TODAY}"
TYPE_BODY = {"code": "CURSO", "name": "Curso"}
RECORD = {"eventId": "{event}", "userId": "{pablo}"}
REMIND = {"eventId": "{event}", "remindAt": "2026-11-30T16:00:00Z"}
WHEN = "startDatetime=2026-12-01T10:00:00Z&endDatetime=2026-12-01T11:00:00Z"
JOBS = ("task-planeacion-sync", "reminders", "overdue-survey", "overdue-regular", "birthday-sync")


class Operation(NamedTuple):
    """A call and the type of its data; a word in braces is the id of such a thing, `needs` what must be there too."""

    method: str
    path: str
    body: Any
    data: type
    needs: str | None = None

    @property
    def name(self):
        return f"{self.method} {self.path.partition('?')[0]}"


HOURS = {"startsAt": "2026-12-01T20:00:00Z", "endsAt": "2026-12-01T22:00:00Z"}
OPERATIONS = [
    Operation("GET", "/events", None, list, needs="event"),
    Operation("POST", "/events", {**REPLACED, "eventTypeId": "{type}"}, dict),
    Operation("GET", "/events/{event}", None, dict),
    Operation("PUT", "/events/{event}", {**REPLACED, "eventTypeId": "{type}"}, dict),
    Operation("PATCH", "/events/{event}", {"title": "Otra"}, dict),
    Operation("DELETE", "/events/{event}", None, dict),
    Operation("GET", f"/events/availability?{WHEN}&userIds={{busy}}", None, list),
    Operation("POST", "/events/series", {**SERIES, "eventTypeId": "{type}"}, dict),
    Operation("PATCH", "/events/series/{series}", {"title": "Otra"}, int),
    Operation("DELETE", "/events/series/{series}", None, int),
    Operation("GET", "/event-types", None, list),
    Operation("POST", "/event-types", TYPE_BODY, dict),
    Operation("GET", "/event-types/{type}", None, dict),
    Operation("PUT", "/event-types/{type}", {**TYPE_BODY, "isActive": True}, dict),
    Operation("PATCH", "/event-types/{type}", {"name": "Otro"}, dict),
    Operation("DELETE", "/event-types/{type}", None, dict),
    Operation("GET", "/visibility", None, list, needs="visibility"),
    Operation("POST", "/visibility", {**RECORD, "isVisible": True}, dict),
    Operation("GET", "/visibility/{event}", None, list, needs="visibility"),
    Operation("PUT", "/visibility/{visibility}", {**RECORD, "isVisible": False}, dict),
    Operation("DELETE", "/visibility/{visibility}", None, dict),
    Operation("GET", "/reminders", None, list, needs="reminder"),
    Operation("POST", "/reminders", REMIND, dict),
    Operation("GET", "/reminders/2026-11-30", None, list, needs="reminder"),
    Operation("PUT", "/reminders/{reminder}", {**REMIND, "sent": True}, dict),
    Operation("DELETE", "/reminders/{reminder}", None, dict),
    Operation("GET", "/participants", None, list, needs="participant"),
    Operation("POST", "/participants", {"eventId": "{event}", "customerId": 7}, dict),
    Operation("GET", "/participants/{busy}", None, list),
    Operation("PUT", "/participants/{participant}", RECORD, dict),
    Operation("DELETE", "/participants/{participant}", None, dict),
    Operation("GET", "/tasks", None, list, needs="task"),
    Operation("POST", "/tasks", TASK, dict),
    Operation("GET", "/tasks/range?start=2026-11-01&end=2026-12-31", None, list, needs="task"),
    Operation("GET", "/tasks/{task}", None, dict),
    Operation("PATCH", "/tasks/{task}", {**TASK, "estatus": "CERRADA"}, dict),
    Operation("DELETE", "/tasks/{task}", None, dict),
    Operation("PATCH", "/tasks/{task}/team-edit", {**TASK, "prioridad": "ALTA"}, dict),
    Operation("GET", "/tasks/{task}/comments", None, list, needs="comment"),
    Operation("POST", "/tasks/{task}/comments", {"comentario": "Voy"}, dict),
    Operation("PATCH", "/tasks/{task}/comments/{comment}", {"comentario": "Ya"}, dict),
    Operation("POST", "/daily-logs/open", FECHA, dict, needs="task"),
    Operation("POST", "/daily-logs/{log}/avance", FECHA, dict),
    Operation("POST", "/daily-logs/{log}/close", FECHA, dict),
    Operation("POST", "/daily-logs/items/{done}/reopen", FECHA, dict),
    Operation("PATCH", "/daily-logs/items/{item}/semaforo", {**FECHA, "semaforo": "NARANJA"}, dict),
    Operation("PATCH", "/daily-logs/items/{item}/avance", {**FECHA, "porcentaje": 50}, dict),
    Operation("GET", f"/daily-logs/me?fecha={TODAY}", None, dict, needs="item"),
    Operation("GET", f"/daily-logs/me/history?{RANGE}", None, list, needs="item"),
    Operation("GET", f"/daily-logs/team?fecha={TODAY}", None, list, needs="item"),
    Operation("GET", f"/daily-logs/team/history?{RANGE}", None, list, needs="item"),
    Operation("GET", "/examples", None, list, needs="example"),
    Operation("POST", "/examples", {"name": "Uno"}, dict),
    Operation("GET", "/examples/{example}", None, dict),
    Operation("PUT", "/examples/{example}", {"name": "Dos"}, dict),
    Operation("DELETE", "/examples/{example}", None, dict),
    *(Operation("POST", f"/internal/jobs/{job}/run", None, dict) for job in JOBS),
]


BEYOND = [
    Operation("GET", f"/daily-logs/team/people?fecha={TODAY}", None, list),
    Operation("POST", "/asked-tasks", {"userId": 2, "descripcion": "Uno", "fechaCumplir": TODAY}, dict),
    Operation("GET", "/asked-tasks", None, list, needs="asked"),
    Operation("GET", "/asked-tasks/{asked}", None, dict),
    Operation("PUT", "/asked-tasks/{of_me}/answer", {"accepted": True}, dict),
    Operation("POST", "/tasks/{task}/hand-over", {"userId": 3}, dict),
    Operation("POST", "/tasks/{task}/split", {"partes": ["Uno", "Dos"]}, dict),
    Operation("POST", "/tasks/batch", {"tasks": [TASK]}, list),
    Operation("PATCH", "/tasks/batch", {"tasks": [{"id": 1, "estatus": "EN_PROCESO"}]}, list, needs="task"),
    Operation("DELETE", "/tasks/batch?ids=1", None, list, needs="task"),
    Operation("GET", "/tasks/external/todoist/6XGgm6", None, dict, needs="named"),
    Operation("PUT", "/tasks/external/todoist/6XGgm6", TASK, dict),
    Operation("GET", "/events/external/outlook/7", None, dict, needs="named_event"),
    Operation("GET", "/events/{event}/external", None, dict),
    Operation("PUT", "/events/{event}/external", {"externalSource": "outlook", "externalId": "7"}, dict),
    Operation("GET", "/events/series/external/outlook/7", None, dict, needs="named_series"),
    Operation("GET", "/events/series/{series}/external", None, dict),
    Operation("PUT", "/events/series/{series}/external", {"externalSource": "outlook", "externalId": "7"}, dict),
    Operation("GET", "/tasks/{task}/external", None, dict),
    Operation("PUT", "/tasks/{task}/external", {"externalSource": "todoist", "externalId": "7"}, dict),
    Operation("POST", "/tasks/{task}/due-date-request", {"fechaCumplir": TODAY}, dict),
    Operation("POST", "/task-rules", {"descripcion": "Uno", "recurrenceType": "WEEKLY"}, dict),
    Operation("GET", "/task-rules", None, list, needs="rule"),
    Operation("GET", "/task-rules/{rule}", None, dict),
    Operation("PATCH", "/task-rules/{rule}", {"paused": True}, dict),
    Operation("DELETE", "/task-rules/{rule}", None, dict),
    Operation("GET", "/events/series/{series}", None, dict),
    Operation("GET", "/events/{mine}/responses", None, list),
    Operation("PUT", "/events/{mine}/response", {"response": "ACCEPTED"}, dict),
    Operation("GET", "/people", None, list),
    Operation("GET", "/people/{pablo}", None, dict),
    Operation("GET", "/me", None, dict),
    Operation("GET", "/me/notices", None, dict),
    Operation("PUT", "/me/notices", {"defaultReminderMinutes": 15}, dict),
    Operation("GET", "/me/tokens", None, list, needs="token"),
    Operation("POST", "/me/tokens", {"name": "tablero"}, dict),
    Operation("DELETE", "/me/tokens/{token}", None, dict),
    Operation("GET", "/me/calendars", None, list, needs="calendar"),
    Operation("POST", "/me/calendars", {"kind": "mine"}, dict),
    Operation("POST", "/me/calendars/{calendar}/renewal", None, dict),
    Operation("DELETE", "/me/calendars/{calendar}", None, dict),
    Operation("GET", "/people/{root}/absences", None, list, needs="away"),
    Operation("POST", "/absences/hours", HOURS, dict),
    Operation("DELETE", "/absences/{away}", None, dict),
    Operation("GET", "/me/reminders", None, list, needs="own"),
    Operation("POST", "/me/reminders", {"words": "Uno", "remindAt": "2026-11-30T16:00:00Z"}, dict),
    Operation("GET", "/me/reminders/{own}", None, dict),
    Operation("PUT", "/me/reminders/{own}", {"words": "Dos", "remindAt": "2026-11-30T16:00:00Z"}, dict),
    Operation("DELETE", "/me/reminders/{own}", None, dict),
    Operation("GET", "/webhooks", None, list, needs="webhook"),
    Operation("POST", "/webhooks", {"url": "https://erp.example/"}, dict),
    Operation("GET", "/webhooks/{webhook}", None, dict),
    Operation("PATCH", "/webhooks/{webhook}", {"isActive": False}, dict),
    Operation("DELETE", "/webhooks/{webhook}", None, dict),
    Operation("POST", "/webhooks/{webhook}/renewal", None, dict),
    Operation("POST", "/webhooks/{webhook}/test", None, dict),
    Operation("GET", "/changes", None, dict),
    Operation("POST", "/changes/{change}/undo", None, dict),
    Operation("GET", "/tasks/{task}/history", None, dict),
    Operation("GET", "/events/{event}/history", None, dict),
]
"""Operations that the contract does not have."""


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

    async def mine(self):
        """An event in which one takes part."""
        event = await self("event")
        await self.world.participant({"id": event}, userId=self.world.id("root"))
        return event

    async def type(self):
        return (await self.world.event_type("TALLER", "Taller"))["id"]

    async def series(self):
        return (await self.world.series("root"))[0]

    async def root(self):
        return self.world.id("root")

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

    async def named(self):
        return (await self.world.task("root", externalSource="todoist", externalId="6XGgm6"))["id"]

    async def named_event(self):
        return (await self.world.event("root", externalSource="outlook", externalId="7"))["id"]

    async def named_series(self):
        return (await self.world.series("root", externalSource="outlook", externalId="7"))[0]

    async def change(self):
        return (await self.world.read(f"/tasks/{await self('task')}/history", "root"))["rows"][0]["seq"]

    async def asked(self, by="root", to="luis"):
        body = {"userId": self.world.id(to), "descripcion": "Uno", "fechaCumplir": TODAY}
        return done(await self.world.call("POST", "/asked-tasks", by, body))["id"]

    async def rule(self):
        body = {"descripcion": "Uno", "recurrenceType": "WEEKLY"}
        return done(await self.world.post("/task-rules", body, "root"))["id"]

    async def token(self):
        return done(await self.world.post("/me/tokens", {"name": "tablero"}, "root"))["id"]

    async def calendar(self):
        return done(await self.world.post("/me/calendars", {"kind": "mine"}, "root"))["id"]

    async def away(self):
        return done(await self.world.post("/absences/hours", HOURS, "root"))["id"]

    async def own(self):
        body = {"words": "Uno", "remindAt": "2026-11-30T16:00:00Z"}
        return done(await self.world.post("/me/reminders", body, "root"))["id"]

    async def webhook(self):
        return done(await self.world.post("/webhooks", {"url": "https://erp.example/"}, "root"))["id"]

    async def of_me(self):
        return await self.asked("luis", "root")

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

    async def ready(self, operation):
        """The path and the body of an operation, once all that they name and it needs is there."""
        if operation.needs:
            await self(operation.needs)
        path, body = await self.filled(operation.path), operation.body
        if body is not None:
            body = {key: await self.filled(value) if isinstance(value, str) else value for key, value in body.items()}
        return path, body

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


@pytest.mark.parametrize("operation", [*OPERATIONS, *BEYOND], ids=lambda operation: operation.name)
async def test_operations_answer_200_to_a_token_of_their_scopes_alone_and_what_they_write_is_said_to_be_its(
    world, operation
):
    path, body = await Scene(world).ready(operation)
    route, _ = contract.TABLE.find(operation.method, PREFIX + path.partition("?")[0])
    who = "root" if operation.name in OF_MORE_SCOPES else with_scopes(world, "root", route.use_case.scopes)
    last = max((row.seq for row in await rows_of_journal(world.store)), default=0)
    answer = done(await world.call(operation.method, path, who, body))
    assert isinstance(answer, operation.data)
    assert answer or operation.data is dict
    rows = await rows_of_journal(world.store, last)
    assert bool(rows) is is_journaled(operation), rows
    token = jwt.decode(world.tokens[who], options={"verify_signature": False})["jti"]
    assert {(row.actor_user_id, row.via, row.token) for row in rows} <= {(world.id("root"), Via.REST, token)}
    assert len({row.unit for row in rows}) == bool(rows)
    assert None not in {row.unit for row in rows}


OF_MORE_SCOPES = {
    "POST /changes/{change}/undo", "POST /me/calendars", "POST /me/calendars/{calendar}/renewal",
    "PATCH /webhooks/{webhook}", "DELETE /webhooks/{webhook}", "POST /webhooks/{webhook}/renewal",
    "POST /webhooks/{webhook}/test",
}  # fmt: skip
"""Operations whose scopes depend on the thing: on the change to be undone, on what a calendar link shows, on what a
webhook is told. Chapters 21, 22 and 23 try them."""
APART = ("/examples", "/me/", "/webhooks", "/internal/jobs/")
"""Paths of things that the journal has nothing of, except of reminders."""
NOTHING_NEW = {"POST /asked-tasks", "PUT /events/{mine}/response"}
"""A request is a task only once it is answered; who takes part by their own deed has said yes already."""


def is_journaled(operation):
    apart = operation.path.startswith(APART) and not operation.path.startswith("/me/reminders")
    return not (operation.method == "GET" or apart or operation.name in NOTHING_NEW)


async def test_operations_all_live_under_the_version_of_the_contract(world):
    assert (await world.get("//api/v1/examples")).status == 200
    assert (await world.get("//examples")).status == 404
    assert (await world.get("//api/v2/examples")).status == 404


async def test_operations_all_demand_the_bearer_token(world):
    for operation in (*OPERATIONS, *BEYOND):
        path = operation.path.partition("?")[0].replace("{", "").replace("}", "")
        reply = await world.call(operation.method, path, None)
        refused(reply, 401)
        assert reply.headers["WWW-Authenticate"].startswith("Bearer"), operation.name

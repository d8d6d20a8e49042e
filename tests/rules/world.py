"""The vocabulary of the rules' tests: calls over HTTP, and checks of answers."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

from core.application.requests import build
from core.people import absences, users
from core.people.absences import AbsenceCreate
from core.people.users import UserUpdate
from tests.api.world import Reply, World
from tests.storage.raw import rows_of
from tests.tokens import issue

TODAY, TOMORROW, YESTERDAY = "2026-11-23", "2026-11-24", "2026-11-22"
INT32_MAX = 2_147_483_647
UNKNOWN = 999_999
EVENT = {
    "title": "Revisión",
    "startDatetime": "2026-12-01T10:00:00Z",
    "endDatetime": "2026-12-01T11:00:00Z",
    "statusId": 1,
}
REPLACED = {**EVENT, "isVirtual": False, "isPublic": False, "isActive": True}
SERIES = {**EVENT, "recurrenceType": "WEEKLY", "occurrenceCount": 3}
TASK = {"descripcion": "Revisar", "fechaCumplir": "2026-11-30"}
ONE_ENGINE = pytest.mark.parametrize("opening", ["sqlite"], indirect=True)
"""For what is refused, or read from a request, before a database is asked."""


def done(reply: Reply) -> Any:
    """The data of an answer of 200 in the envelope."""
    assert reply.status == 200, (reply.status, reply.body)
    envelope = reply.envelope
    assert set(envelope) == {"status", "message", "data"}
    assert envelope["status"] == 200
    assert isinstance(envelope["message"], str)
    return envelope["data"]


def refused(reply: Reply, status: int, *fields: str) -> dict[str, Any]:
    """The data of an error: in the envelope, with a code and an id, and naming the fields at fault if any are given."""
    assert reply.status == status, (reply.status, reply.body)
    envelope = reply.envelope
    assert set(envelope) == {"status", "message", "data"}
    assert envelope["status"] == status
    assert isinstance(envelope["message"], str)
    assert envelope["message"]
    data = envelope["data"]
    assert isinstance(data["code"], str)
    assert data["requestId"] == reply.headers["X-Request-ID"]
    named = {fault["field"].partition("[")[0].partition(".")[0] for fault in data.get("errors", [])}
    assert set(fields) <= named, (fields, data)
    return data


class RuleWorld(World):
    """The world of the API's tests, with the whole cast, the calendar, and shorter sentences."""

    store: Any

    async def people(self) -> None:
        await super().people()
        self.types: dict[str, int] = {}

    async def put(self, path: str, json: Any = None, who: str | None = "ana", **options: Any) -> Reply:
        return await self.call("PUT", path, who, json, **options)

    async def delete(self, path: str, who: str | None = "ana", **options: Any) -> Reply:
        return await self.call("DELETE", path, who, **options)

    async def read(self, path: str, who: str = "ana") -> Any:
        """The data of a GET that is answered."""
        return done(await self.get(path, who))

    async def ids(self, path: str, who: str = "ana", key: str = "id") -> list[int]:
        """The ids of a list that is answered."""
        return [row[key] for row in await self.read(path, who)]

    async def type_id(self, code: str = "REUNION") -> int:
        """The id of an event type by its code."""
        if code not in self.types:
            self.types = {row["code"]: row["id"] for row in await self.read("/event-types", "root")}
        return self.types[code]

    async def event_body(self, **fields: Any) -> dict[str, Any]:
        """Return the body that creates an event: enough fields, and those given."""
        return {**EVENT, "eventTypeId": await self.type_id(), **fields}

    async def event(self, who: str = "ana", **fields: Any) -> dict[str, Any]:
        """A new event, private unless told."""
        return done(await self.post("/events", await self.event_body(**fields), who))

    async def series(self, who: str = "ana", **fields: Any) -> tuple[int, list[dict[str, Any]]]:
        """A new series: its id and its events."""
        body = {**SERIES, "eventTypeId": await self.type_id(), **fields}
        made = done(await self.post("/events/series", body, who))
        events = [row for row in await self.read("/events", who) if row["seriesId"] == made["seriesId"]]
        assert len(events) == made["generatedCount"]
        return made["seriesId"], events

    async def event_type(self, code: str = "CURSO", name: str = "Curso") -> dict[str, Any]:
        """A new event type."""
        return done(await self.post("/event-types", {"code": code, "name": name}, "root"))

    async def participant(self, event: dict[str, Any], **fields: Any) -> dict[str, Any]:
        """A new participant of an event: `userId`, `customerId` or both."""
        return done(await self.post("/participants", {"eventId": event["id"], **fields}, "root"))

    async def visibility(self, event: dict[str, Any], username: str, *, visible: bool = True) -> dict[str, Any]:
        """A new visibility record about somebody."""
        body = {"eventId": event["id"], "userId": self.id(username), "isVisible": visible}
        return done(await self.post("/visibility", body, "root"))

    async def reminder(self, event: dict[str, Any], at: str = "2026-11-30T16:00:00Z", **fields: Any) -> dict[str, Any]:
        """A new reminder of an event."""
        return done(await self.post("/reminders", {"eventId": event["id"], "remindAt": at, **fields}, "root"))

    async def example(self, name: str = "Ejemplo") -> dict[str, Any]:
        """A new example."""
        return done(await self.post("/examples", {"name": name}, "root"))

    async def comment(self, task: dict[str, Any], text: str = "Voy", who: str = "ana") -> dict[str, Any]:
        """A new comment on a task."""
        return done(await self.post(f"/tasks/{task['id']}/comments", {"comentario": text}, who))

    async def edit(self, task: dict[str, Any], who: str = "ana", **fields: Any) -> Reply:
        """PATCH a task: the two fields that are always sent, as they are, and those given."""
        return await self.patch(f"/tasks/{task['id']}", {**kept(task), **fields}, who)

    async def team_edit(self, task: dict[str, Any], who: str = "lucia", **fields: Any) -> Reply:
        """PATCH a task by team-edit, likewise."""
        return await self.patch(f"/tasks/{task['id']}/team-edit", {**kept(task), **fields}, who)

    async def task_now(self, task: dict[str, Any]) -> dict[str, Any]:
        """A task as it is now."""
        return await self.read(f"/tasks/{task['id']}", "root")

    async def light(
        self, item: dict[str, Any], semaforo: str, fecha: str = TODAY, who: str = "ana", **fields: Any
    ) -> Reply:
        """Set an item's traffic light, perhaps with why and who is to help."""
        body = {"semaforo": semaforo, "fecha": fecha, **fields}
        return await self.patch(f"/daily-logs/items/{item['id']}/semaforo", body, who)

    async def advance(self, item: dict[str, Any], porcentaje: int, fecha: str = TODAY, who: str = "ana") -> Reply:
        """Set an item's percentage."""
        body = {"porcentaje": porcentaje, "fecha": fecha}
        return await self.patch(f"/daily-logs/items/{item['id']}/avance", body, who)

    async def reopen(self, item: dict[str, Any], fecha: str = TODAY, who: str = "ana") -> Reply:
        """Reopen an item."""
        return await self.post(f"/daily-logs/items/{item['id']}/reopen", {"fecha": fecha}, who)

    async def avance(self, log: dict[str, Any], fecha: str = TODAY, who: str = "ana") -> Reply:
        """Send a log's progress."""
        return await self.post(f"/daily-logs/{log['id']}/avance", {"fecha": fecha}, who)

    async def close(self, log: dict[str, Any], fecha: str = TODAY, who: str = "ana") -> Reply:
        """Close a log."""
        return await self.post(f"/daily-logs/{log['id']}/close", {"fecha": fecha}, who)

    async def run(self, job: str, who: str = "robot") -> Reply:
        """Trigger a job."""
        return await self.post(f"/internal/jobs/{job}/run", who=who)

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Rows of the database that no operation tells of."""
        return await rows_of(self.store, statement)

    async def told(self, kind: str = "") -> list[str]:
        """Return the receivers of messages, of one kind or by jobs, by name; each as often as they have one.

        What is withheld is not written.
        """
        of_kind = f"kind = '{kind}'" if kind else "kind NOT LIKE 'task_%' AND kind NOT LIKE 'event_%'"
        names = "SELECT username FROM outbox JOIN users ON users.id = user_id"
        found = await self.rows(f"{names} WHERE {of_kind} AND outcome <> 'withheld'")
        return sorted(username for (username,) in found)

    async def busy(self, username: str = "ana") -> list[int]:
        """The events that keep somebody from the time of `EVENT`."""
        when = "&".join(f"{name}={EVENT[name]}" for name in ("startDatetime", "endDatetime"))
        path = f"/events/availability?{when}&userIds={self.id(username)}"
        return await self.ids(path, "root", "conflictingEventId")

    async def away(self, username: str, **fields: Any) -> None:
        """Somebody is away today, or as the fields say."""
        request = {"userId": self.id(username), "firstDay": TODAY, "lastDay": TODAY, **fields}
        await self.operate(absences.declare_absence, build(AbsenceCreate, request))

    async def person(self, username: str, **changes: Any) -> None:
        """Change somebody in the directory, as the command line does."""
        self.users[username] = await self.operate(users.set_user, username, UserUpdate(**changes))
        self.clock.advance(seconds=2)


def kept(task: dict[str, Any]) -> dict[str, Any]:
    """The two fields that every PATCH of a task carries, unchanged."""
    return {"descripcion": task["descripcion"], "fechaCumplir": task["fechaCumplir"]}


def with_scopes(world: RuleWorld, who: str, scopes: Iterable[str], name: str = "limited") -> str:
    """Somebody's token with these scopes, under a name for the world's calls."""
    world.tokens[name] = issue(
        world.keyring, world.users[who], timedelta(days=1), world.clock.now(), scopes=sorted(scopes)
    )
    return name

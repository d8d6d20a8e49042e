"""Every text field of every request: how to send a text in it, and where to read it back."""

import itertools
from typing import Any, NamedTuple

import msgspec

from tests.api.world import Reply
from tests.rules.world import REPLACED, SERIES, TASK, RuleWorld

LIMITS = {"title": 255, "description": 65_536, "location": 255, "code": 50, "name": 100, "comentario": 2000}
MARK = "@@@"
SERIAL = itertools.count()


class TextField(NamedTuple):
    """A text field of a request; `at` is where to read it back when the answer does not say it."""

    method: str
    path: str
    body: dict[str, Any]
    field: str
    who: str = "ana"
    limit: int | None = None
    at: str | None = None
    may_be_blank: bool = True

    @property
    def name(self) -> str:
        """The name that a failure shows."""
        return f"{self.method} {self.path} {self.field}"

    async def send(self, world: RuleWorld, text: str) -> Reply:
        """The answer to a request with this text."""
        return await self.send_raw(world, msgspec.json.encode(text)[1:-1])

    async def send_raw(self, world: RuleWorld, text: bytes) -> Reply:
        """The answer to a request whose JSON says this between the quotes."""
        body = {**self.body, self.field: MARK}
        if self.method == "POST" and "code" in body and self.field != "code":
            body["code"] = f"C{next(SERIAL)}"
        data = msgspec.json.encode(body).replace(MARK.encode(), text)
        headers = {"Content-Type": "application/json"}
        return await world.call(self.method, self.path, self.who, data=data, headers=headers)


async def text_fields(world: RuleWorld) -> list[TextField]:
    """All of them, over one thing of each kind."""
    event, body, (series, events) = await world.event(), await world.event_body(), await world.series()
    task, kind, example = await world.task(), await world.event_type("PROPIO", "Propio"), await world.example()
    comment = await world.comment(task)
    whole = {**body, **REPLACED}
    one, comments, first = f"/events/{event['id']}", f"/tasks/{task['id']}/comments", f"/events/{events[0]['id']}"
    own, type_body = f"/event-types/{kind['id']}", {"code": "PROPIO", "name": "Propio", "isActive": True}
    return [
        *(
            TextField(method, path, fields, field, limit=LIMITS.get(field), at=at)
            for field in ("title", "description", "location")
            for method, path, fields, at in [
                ("POST", "/events", body, None),
                ("PUT", one, whole, None),
                ("PATCH", one, {}, None),
                ("POST", "/events/series", {**body, **SERIES, "occurrenceCount": 1}, "/events"),
                ("PATCH", f"/events/series/{series}", {}, first),
            ]
        ),
        *(
            TextField(method, path, fields, field, "root", LIMITS[field])
            for field in ("code", "name")
            for method, path, fields in [
                ("POST", "/event-types", type_body),
                ("PUT", own, type_body),
                ("PATCH", own, {}),
            ]
        ),
        TextField("POST", "/tasks", TASK, "descripcion", limit=65_536, may_be_blank=False),
        TextField("PATCH", f"/tasks/{task['id']}", TASK, "descripcion", limit=65_536, may_be_blank=False),
        TextField("PATCH", f"/tasks/{task['id']}/team-edit", TASK, "descripcion", "lucia", may_be_blank=False),
        TextField("POST", comments, {}, "comentario", limit=2000),
        TextField("PATCH", f"{comments}/{comment['id']}", {}, "comentario", limit=2000),
        TextField("POST", "/examples", {}, "name", "root"),
        TextField("PUT", f"/examples/{example['id']}", {}, "name", "root"),
    ]


async def read_back(world: RuleWorld, field: TextField, reply: Reply) -> Any:
    """Return a field's text after a write that was answered."""
    assert reply.status == 200, (field.name, reply.body)
    if field.path == "/event-types":  # so that its code is free again
        await world.delete(f"/event-types/{reply.data['id']}", "root")
    if field.at is None:
        return reply.data[field.field]
    rows = await world.read(field.at)
    return (rows[-1] if isinstance(rows, list) else rows)[field.field]

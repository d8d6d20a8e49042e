"""Chapter 20: tokens, and what their scopes allow."""

import pytest

from api.auth.tokens import issue as sign
from api.routes import ROUTES
from core.application.requests import build
from core.base.settings import Settings
from core.jobs.expiring_tokens import tell_expiring_tokens
from core.people import tokens, users
from core.people.tokens import TokenRequest
from core.records.tokens import Scope
from tests.cast import NOW
from tests.rules.world import ONE_ENGINE, TASK, TODAY, TOMORROW, done, refused, with_scopes

AREAS = {
    "tasks": "tasks", "asked-tasks": "tasks", "task-rules": "tasks",
    "daily-logs": "logs", "red": "logs",
    "events": "events", "event-types": "events", "visibility": "events", "reminders": "events",
    "participants": "events",
    "people": "people", "me": "people", "webhooks": "people", "absences": "people",
    "reports": "reports",
}  # fmt: skip
"""The areas that a token with a scope reads and writes, by the first part of the path."""


def area_of(path, first):
    """Return the area that a path reads or writes: mostly that of its first part."""
    below = {"/me/reminders": "events", "/people/{id}/workload": "reports", "/people/{busy}/workload": "reports"}
    return next((area for begin, area in below.items() if path.startswith(begin)), AREAS[first])


def scopes_of(method, path):
    """The scopes that an operation needs, as chapter 20 says them."""
    first = path.split("/")[1].partition("?")[0]
    match first, method:
        case "search", _:
            return {"tasks:read", "events:read"}
        case "internal", _:
            return {"jobs:run"}
        case ("examples", "GET") | ("changes", _):
            return set()
        case "me", _ if path == "/me":
            return set()
        case "examples" | "event-types", "POST" | "PUT" | "PATCH" | "DELETE":
            return {"admin"}
        case _:
            return {f"{area_of(path, first)}:{'read' if method == 'GET' else 'write'}"}


def lacks(reply, scopes):
    """The refusal of a token that has not these scopes."""
    assert refused(reply, 403)["code"] == "insufficient_scope"
    wanted = " ".join(sorted(scopes))
    assert reply.headers["WWW-Authenticate"] == f'Bearer error="insufficient_scope", scope="{wanted}"'


def test_20_2_every_operation_says_which_scopes_it_needs():
    declared = {(route.method, route.template): route.use_case.scopes for route in ROUTES}
    wanted = {each: scopes_of(*each) for each in declared}
    assert {each: (declared[each], wanted[each]) for each in declared if declared[each] != wanted[each]} == {}


@ONE_ENGINE
@pytest.mark.parametrize("scopes", [(), *((scope,) for scope in Scope)])
async def test_20_2_no_operation_is_let_through_by_another_scope_but_reading_by_that_of_writing(world, scopes):
    who = with_scopes(world, "root", scopes)
    for route in ROUTES:
        needed = route.use_case.scopes
        reply = await world.call(route.method, path_of(route), who)
        if not needed or needed in ({*scopes}, {scope.replace(":write", ":read") for scope in scopes}):
            assert reply.status != 403, (route.method, route.template)
        else:
            lacks(reply, needed)


def path_of(route):
    parts = ["1" if part.startswith("{") else part for part in route.template.split("/")]
    return "/".join(parts)


@ONE_ENGINE
async def test_20_1_a_scope_gives_nothing_that_the_person_may_not(world):
    event_type = {"code": "CURSO", "name": "Curso"}
    reply = await world.post("/event-types", event_type, with_scopes(world, "ana", {"admin"}))
    assert (refused(reply, 403)["code"], "WWW-Authenticate" in reply.headers) == ("forbidden", False)
    task = await world.task("pablo")
    refused(await world.get(f"/tasks/{task['id']}", with_scopes(world, "ana", {"tasks:write"})), 404)
    other = {**TASK, "responsibleUserIds": [world.id("pablo")]}
    refused(await world.post("/tasks", other, with_scopes(world, "ana", {"tasks:write"})), 403)


@ONE_ENGINE
async def test_20_1_scopes_are_checked_before_the_body_and_the_path(world):
    who = with_scopes(world, "ana", {"tasks:read"})
    lacks(await world.call("POST", "/tasks", who, data=b"{", headers={"Content-Type": "text/plain"}), {"tasks:write"})
    lacks(await world.delete("/tasks/x", who), {"tasks:write"})
    refused(await world.get("/tasks/x", who), 400)


async def new_token(world, who="ana", name="tablero", **fields):
    """A token issued over REST, under its name for the world's calls; the answer."""
    answer = done(await world.post("/me/tokens", {"name": name, **fields}, who))
    world.tokens[name] = answer["token"]
    return answer


async def test_20_3_a_token_is_shown_once_listed_and_ended_by_itself(world):
    made = await new_token(world, scopes=["tasks:read", "events:write"], expiresAt="2026-12-01T10:00:00-06:00")
    other = await new_token(world, name="otro")
    secret = made.pop("token")
    assert made == {
        "id": made["id"], "userId": world.id("ana"), "name": "tablero", "scopes": ["tasks:read", "events:write"],
        "createdAt": "2026-11-23T15:00:00Z", "expiresAt": "2026-12-01T16:00:00Z", "lastUsedOn": None, "endedAt": None,
    }  # fmt: skip
    assert [row["id"] for row in await world.read("/me/tokens")] == sorted([made["id"], other["id"]])
    assert secret.encode() not in (await world.get("/me/tokens")).body
    assert await world.read("/tasks", "tablero") == []
    ended = done(await world.delete(f"/me/tokens/{made['id']}"))
    assert ended["endedAt"] == "2026-11-23T15:00:00Z"
    world.clock.advance(seconds=1)
    refused(await world.get("/tasks", "tablero"), 401)
    assert await world.read("/tasks", "otro") == []
    assert await world.ids("/me/tokens") == [other["id"]]
    for gone in (made["id"], "t_unknown"):
        assert refused(await world.delete(f"/me/tokens/{gone}"), 404)["code"] == "token_not_found"
    refused(await world.delete("/me/tokens/a%20b"), 400, "tokenId")


@ONE_ENGINE
async def test_20_3_nobody_sees_or_ends_the_tokens_of_others(world):
    made = await new_token(world)
    for who in ("luis", "lucia", "root", "robot"):
        assert await world.read("/me/tokens", who) == []
        refused(await world.delete(f"/me/tokens/{made['id']}", who), 404)
    assert await world.read("/tasks", "tablero") == []


@ONE_ENGINE
async def test_20_3_a_token_that_was_issued_just_now_opens_and_one_that_ended_may_end_itself(world):
    await world.get("/tasks")  # Ana is known without it
    made = await new_token(world)
    assert await world.read("/tasks", "tablero") == []
    done(await world.delete(f"/me/tokens/{made['id']}", "tablero"))
    world.clock.advance(seconds=1)
    refused(await world.get("/tasks", "tablero"), 401)


@ONE_ENGINE
async def test_20_3_a_token_that_was_issued_while_the_clock_was_ahead_stands_once_it_is_right(world):
    world.clock.advance(hours=24)
    await new_token(world)
    world.clock.advance(hours=-24)
    world.server.app.authenticator.verified.clear()  # as a restart does
    assert await world.read("/tasks", "tablero") == []


async def test_20_4_a_token_grants_no_more_than_it_has(world):
    narrow = ["tasks:read", "people:write"]
    await new_token(world, name="estrecho", scopes=narrow)
    for scopes in (["tasks:write"], ["tasks:read", "admin"], ["events:read"], ["people:write", "logs:read"]):
        lacks(await world.post("/me/tokens", {"name": "ancho", "scopes": scopes}, "estrecho"), {*scopes} - {*narrow})
    assert (await new_token(world, "estrecho", "hijo"))["scopes"] == ["tasks:read", "people:read", "people:write"]
    assert (await new_token(world, "estrecho", "nieto", scopes=["people:read"]))["scopes"] == ["people:read"]
    lacks(await world.post("/tasks", TASK, "hijo"), {"tasks:write"})
    lacks(await world.post("/me/tokens", {"name": "bisnieto"}, "nieto"), {"people:write"})


@ONE_ENGINE
async def test_20_4_a_token_makes_none_that_outlives_it(world):
    await new_token(world, name="corto", expiresAt="2026-11-25T15:00:00Z")
    assert (await new_token(world, "corto", "hijo"))["expiresAt"] == "2026-11-25T15:00:00Z"
    late = {"name": "largo", "expiresAt": "2026-11-25T15:00:01Z"}
    refused(await world.post("/me/tokens", late, "corto"), 400, "expiresAt")
    refused(await world.post("/me/tokens", {"name": "x", "expiresAt": "2026-11-23T15:00:00Z"}), 400, "expiresAt")
    refused(await world.post("/me/tokens", {"name": "x", "expiresAt": "2028-01-01T00:00:00Z"}), 400, "expiresAt")


@ONE_ENGINE
async def test_20_4_a_repeated_post_makes_one_token_and_tells_it_to_none_but_the_token_that_asked(world):
    key = {"headers": {"Idempotency-Key": "1"}}
    body = {"name": "tablero"}
    first, again = [done(await world.post("/me/tokens", body, **key)) for _ in range(2)]
    assert first == again
    await new_token(world, name="estrecho", scopes=["people:write"])
    other = done(await world.post("/me/tokens", body, "estrecho", **key))
    assert (other["id"] != first["id"], other["scopes"]) == (True, ["people:read", "people:write"])


@ONE_ENGINE
async def test_20_4_an_unknown_scope_or_an_empty_name_is_refused_and_the_scopes_are_named(world):
    reply = await world.post("/me/tokens", {"name": "x", "scopes": ["tasks:read", "tasks:delete"]})
    (fault,) = refused(reply, 400, "scopes")["errors"]
    assert (fault["field"], fault["code"]) == ("scopes[1]", "not_one_of")
    assert all(scope in fault["message"] for scope in Scope)
    for body in ({"name": "x", "scopes": []}, {"name": "x", "scopes": "tasks:read"}):
        refused(await world.post("/me/tokens", body), 400, "scopes")
    for body in ({}, {"name": ""}, {"name": "x" * 101}, {"name": None}):
        refused(await world.post("/me/tokens", body), 400, "name")


@ONE_ENGINE
async def test_20_4_a_person_has_as_many_tokens_as_the_installation_allows(world):
    world.pipeline.settings = Settings(tokens_per_person=2)
    made = await new_token(world)
    await new_token(world, expiresAt="2026-11-23T15:00:05Z")
    assert refused(await world.post("/me/tokens", {"name": "tres"}), 409)["code"] == "too_many_tokens"
    await new_token(world, "luis")
    done(await world.delete(f"/me/tokens/{made['id']}"))
    await new_token(world)
    world.clock.advance(seconds=5)
    await new_token(world)  # one has expired


async def test_20_5_the_end_of_all_of_a_persons_tokens_ends_each_and_a_new_one_opens(world):
    await new_token(world)
    await new_token(world, "luis", "ajeno")
    await world.operate(users.revoke_tokens, "ana")
    world.clock.advance(seconds=1)
    for who in ("ana", "tablero"):
        refused(await world.get("/tasks", who), 401)
    assert await world.read("/tasks", "ajeno") == []
    assert [token.ended_at for token in await world.operate(tokens.list_tokens, "ana")] == [NOW]
    grant = await world.operate(tokens.issue_token, "ana", build(TokenRequest, {"name": "nuevo"}))
    world.tokens["nuevo"] = sign(world.keyring, grant).token
    assert await world.ids("/me/tokens", "nuevo") == [(await world.operate(tokens.list_tokens, "ana"))[1].id]


async def test_20_5_a_row_says_on_which_day_its_token_was_used_last_by_one_write_a_day(world, monkeypatch):
    made = await new_token(world)

    async def used():
        await world.get("/tasks", "tablero")
        await world.server.app.authenticator.last_uses.settled()
        return next(row["lastUsedOn"] for row in await world.read("/me/tokens") if row["id"] == made["id"])

    assert await used() == TODAY
    writes = []
    monkeypatch.setattr(world.pipeline.store, "write", lambda *_, **__: writes.append(1))
    world.clock.advance(hours=1)
    assert (await used(), writes) == (TODAY, [])
    monkeypatch.undo()
    world.clock.advance(days=1)
    assert await used() == TOMORROW


@ONE_ENGINE
async def test_20_6_who_has_a_token_is_told_once_that_it_expires(world):
    made = await new_token(world, expiresAt="2026-11-30T15:00:00Z")
    await new_token(world, name="lejano")
    await new_token(world, name="breve", expiresAt="2026-11-24T15:00:00Z")
    for _ in range(2):
        await world.operate(tell_expiring_tokens)
        waiting = await world.store.read(lambda uow: uow.outbox.waiting(world.id("ana")))
        assert [(each.kind, each.params) for each in waiting] == [("token_expires", {"token_id": made["id"]})]
    refused(await world.put("/me/notices", {"off": ["REMINDERS"]}), 400, "off")

"""The same app over each real store: a day from first to last, and many clients at once."""

import asyncio
import shutil
from datetime import timedelta

import pytest

import storage
from api import Authenticator, Keyring, create_app, serve
from core.application.use_case import Pipeline
from core.base.settings import Settings
from tests.api.world import SECRET, World
from tests.cast import introduce
from tests.clock import FakeClock

TODAY = {"fecha": "2026-11-23"}


@pytest.fixture
def sqlite_url(empty_database, tmp_path):
    return f"sqlite+aiosqlite:///{shutil.copy(empty_database, tmp_path / 'api.db')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request):
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def world(url):
    clock, keyring = FakeClock(), Keyring(SECRET)
    async with storage.open_store(url) as store:
        pipeline = Pipeline(store, clock, Settings())
        await introduce(pipeline)
        authenticator = Authenticator(pipeline, keyring, cache=timedelta(seconds=1))
        server = await serve(create_app(pipeline, authenticator), "127.0.0.1", 0)
        async with World(server, pipeline, clock, keyring) as world:
            await world.people()
            yield world
        await server.stop(grace=1)


async def test_a_member_lives_their_day_and_their_leader_reads_it(world):
    contract = await world.task("ana", descripcion="Revisar contrato", prioridad="ALTA")
    meeting = await world.task("lucia", descripcion="Preparar junta", responsibleUserIds=[world.id("ana")])
    secret = await world.task("pablo", descripcion="Negociación")
    log = await world.log("ana")
    assert [item["taskId"] for item in log["items"]] == [contract["id"], meeting["id"]]
    first, second = (f"/daily-logs/items/{item['id']}" for item in log["items"])
    await world.patch(f"{first}/semaforo", {**TODAY, "semaforo": "ROJO"})
    await world.post(f"/tasks/{contract['id']}/comments", {"comentario": "Falta la firma ✍️"})
    await world.patch(f"{first}/avance", {**TODAY, "porcentaje": 40})
    await world.patch(f"{second}/avance", {**TODAY, "porcentaje": 100})
    world.clock.advance(hours=8)
    await world.post(f"/daily-logs/{log['id']}/avance", TODAY)
    closed = (await world.post(f"/daily-logs/{log['id']}/close", TODAY)).data
    assert [(item["semaforo"], item["porcentaje"], item["estatus"]) for item in closed["items"]] == [
        ("ROJO", 40, "EN_PROCESO"),
        ("VERDE", 100, "CERRADA"),
    ]
    assert closed["closedAt"] == closed["avanceAt"] == "2026-11-23T23:00:00Z"
    assert (await world.get("/daily-logs/me?fecha=2026-11-23")).data == closed
    assert (await world.get("/daily-logs/me/history?desde=2026-11-01&hasta=2026-11-30")).data == [closed]
    for path in ("team?fecha=2026-11-23", "team/history?desde=2026-11-23&hasta=2026-11-23"):
        rows = (await world.get(f"/daily-logs/{path}", "lucia")).data
        assert [(row["itemId"], row["semaforo"]) for row in rows] == [
            (item["id"], item["semaforo"]) for item in closed["items"]
        ]
    assert (await world.get(f"/tasks/{secret['id']}", "ana")).status == 404
    assert (await world.patch(f"{first}/avance", {**TODAY, "porcentaje": 50})).refused == (409, "daily_log_closed")


async def test_a_series_lives_in_the_calendar_of_whom_it_is_for(world):
    ana, luis = world.id("ana"), world.id("luis")
    weekly = {"recurrenceType": "WEEKLY", "weekdays": [1], "endsOn": "2026-12-14"}
    junta = {"eventTypeId": 2, "title": "Junta", "startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"}
    request = {**junta, **weekly, "statusId": 1, "participantUserIds": [ana, ana], "visibilityUserIds": [luis]}
    refused = await world.post("/events/series", {**request, "visibilityUserIds": [luis, 99]}, "lucia")
    assert (refused.status, refused.faults) == (400, {"visibilityUserIds[1]": "unknown_id"})
    assert (await world.get("/events", "lucia")).data == []
    made = (await world.post("/events/series", request, "lucia")).data
    assert made["generatedCount"] == 4
    path = f"/events/series/{made['seriesId']}"
    rows = (await world.get("/events", "ana")).data
    assert [row["startDatetime"][:10] for row in rows] == ["2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"]
    assert rows == (await world.get("/events", "luis")).data
    assert (await world.get("/events", "pablo")).data == []
    assert (await world.call("DELETE", f"/events/{rows[0]['id']}", "lucia")).data == {}
    assert (await world.patch(path, {"title": "Junta general"}, "lucia")).data == 3
    dated = (await world.get("/events?from=2026-12-01&to=2026-12-07", "ana")).data
    assert [(row["id"], row["title"]) for row in dated] == [(rows[2]["id"], "Junta general")]
    assert (await world.call("DELETE", path, "luis")).refused == (403, "forbidden")
    assert (await world.call("DELETE", path, "lucia")).data == 3
    assert (await world.get("/events", "ana")).data == (await world.get("/events", "root")).data == []


async def test_an_answer_has_the_shapes_of_the_contract(world):
    task = await world.task(isActive=True)
    listed = (await world.get("/tasks/range?start=2026-11-30&end=2026-11-30")).data
    assert listed == [task] == [(await world.get(f"/tasks/{task['id']}")).data]
    assert task["isActive"] is True
    assert (task["fechaCierre"], task["ultimoComentarioFecha"]) == (None, None)


async def test_a_log_opened_from_many_places_at_once_is_one(world):
    await world.task()
    logs = await asyncio.gather(*(world.log("ana") for _ in range(20)))
    assert all(log == logs[0] for log in logs)
    assert len(logs[0]["items"]) == 1


async def test_comments_from_many_places_at_once_are_all_there(world):
    task = await world.task()
    path = f"/tasks/{task['id']}/comments"
    replies = await asyncio.gather(*(world.post(path, {"comentario": f"{number}"}) for number in range(50)))
    assert {reply.status for reply in replies} == {200}
    assert (await world.get(path)).data == sorted((reply.data for reply in replies), key=lambda comment: comment["id"])


@pytest.mark.parametrize("path", ["/examples", "/event-types"])
async def test_what_is_made_is_read_replaced_listed_and_deleted(world, path):
    body = {"name": "Ñandú 🟢", "code": "Straße", "isActive": True}
    made = (await world.post(path, body, "root")).data
    one = f"{path}/{made['id']}"
    assert (await world.get(one)).data == made == (await world.get(path)).data[-1]
    replaced = (await world.call("PUT", one, "root", {**body, "name": "Otro"})).data
    assert replaced == {**made, "name": "Otro"} == (await world.get(one)).data
    assert (await world.call("DELETE", one, "root")).data == {}
    assert (await world.get(one)).status == 404
    assert (await world.post(path, body, "root")).data == {**made, "id": made["id"] + 1}


async def test_a_code_sent_from_many_places_at_once_is_taken_once(world):
    body = {"name": "Curso", "code": "CURSO"}
    replies = await asyncio.gather(*(world.post("/event-types", body, "root") for _ in range(20)))
    assert sorted(reply.status for reply in replies) == [200] + [409] * 19


async def test_what_is_attached_to_an_event_is_made_moved_listed_and_gone_with_it(world):
    times = {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"}
    meeting = {"eventTypeId": 2, "title": "Junta", "statusId": 1, **times}
    event, other = [(await world.post("/events", meeting)).data for _ in range(2)]
    bodies = {
        "visibility": {"eventId": event["id"], "userId": world.id("luis"), "isVisible": True},
        "reminders": {"eventId": event["id"], "remindAt": "2026-11-24T05:59:59.999999Z", "sent": True},
    }
    for resource, body in bodies.items():
        made = (await world.post(f"/{resource}", body)).data
        assert made.items() >= body.items()
        moved = (await world.call("PUT", f"/{resource}/{made['id']}", "ana", {**body, "eventId": other["id"]})).data
        assert moved == {**made, "eventId": other["id"]}
        assert (await world.get(f"/{resource}", "luis")).data == (await world.get(f"/{resource}")).data == [moved]
        by_path = other["id"] if resource == "visibility" else "2026-11-23"
        assert (await world.get(f"/{resource}/{by_path}", "luis")).data == [moved]
    assert (await world.call("DELETE", f"/events/{other['id']}")).status == 200
    for resource, body in bodies.items():
        assert (await world.get(f"/{resource}", "root")).data == []
        assert (await world.call("PUT", f"/{resource}/1", "ana", body)).status == 404


async def test_people_are_busy_with_what_they_take_part_in_as_it_is_now(world):
    luis = world.id("luis")
    times = {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"}
    event = (await world.post("/events", {"eventTypeId": 2, "title": "Junta", "statusId": 1, **times})).data
    path = f"/events/{event['id']}"

    async def busy(hour=10, who="pablo"):
        span = f"startDatetime=2026-11-23T{hour}:00&endDatetime=2026-11-23T{hour}:30"
        rows = (await world.get(f"/events/availability?{span}&userIds={luis}", who)).data
        return [(row["userId"], row["username"], row["conflictingEventTitle"]) for row in rows]

    assert await busy() == []
    joined = (await world.post("/participants", {"eventId": event["id"], "userId": luis})).data
    assert (await busy(), await busy(who="ana")) == ([(luis, "luis", "Ocupado")], [(luis, "luis", "Junta")])
    await world.patch(path, {"startDatetime": "2026-11-23T12:00", "endDatetime": "2026-11-23T13:00"})
    assert (await busy(), await busy(12)) == ([], [(luis, "luis", "Ocupado")])
    for without in ({"isActive": False}, {"statusId": 3}):
        assert await busy(12)
        await world.patch(path, without)
        assert await busy(12) == []
        await world.patch(path, {"isActive": True, "statusId": 1})
    await world.call("DELETE", f"/participants/{joined['id']}")
    assert await busy(12) == []
    await world.post("/participants", {"eventId": event["id"], "userId": luis})
    assert await busy(12)
    await world.call("DELETE", path)
    assert await busy(12) == []


async def test_a_record_of_visibility_sent_from_many_places_at_once_is_made_once(world):
    times = {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"}
    event = (await world.post("/events", {"eventTypeId": 2, "title": "Junta", "statusId": 1, **times})).data
    body = {"eventId": event["id"], "userId": world.id("luis"), "isVisible": True}
    replies = await asyncio.gather(*(world.post("/visibility", body) for _ in range(20)))
    assert sorted(reply.status for reply in replies) == [200] + [409] * 19


async def test_of_many_guarded_writes_at_once_one_is_done(world):
    task = await world.task()
    path = f"/tasks/{task['id']}"
    guard = {"If-Match": (await world.get(path)).headers["ETag"]}
    edits = [{"descripcion": f"{number}", "fechaCumplir": "2026-11-30"} for number in range(20)]
    replies = await asyncio.gather(*(world.patch(path, edit, headers=guard) for edit in edits))
    assert sorted(reply.status for reply in replies) == [200, *[412] * 19]
    (done,) = (reply for reply in replies if reply.status == 200)
    assert (await world.get(path)).data == done.data
    assert (await world.get(path)).headers["ETag"] == done.headers["ETag"]


async def test_a_post_repeated_at_once_and_later_is_applied_once(world):
    task = await world.task()
    path, key = f"/tasks/{task['id']}/comments", {"Idempotency-Key": "una-vez"}
    replies = await asyncio.gather(*(world.post(path, {"comentario": "x"}, headers=key) for _ in range(20)))
    replies.append(await world.post(path, {"comentario": "x"}, headers=key))
    assert {reply.status for reply in replies} <= {200, 409}
    assert {reply.body for reply in replies if reply.status == 200} == {replies[-1].body}
    assert (await world.post(path, {"comentario": "y"}, headers=key)).refused == (409, "cause_reused")
    assert (await world.get(path)).data == [replies[-1].data]


async def test_a_list_comes_a_page_at_a_time(world):
    made = [await world.task() for _ in range(3)]
    first = await world.get("/tasks?limit=2&from=2026-11-30")
    assert first.data == made[:2]
    rest = await world.get("/" + first.headers["Link"].partition("<")[2].partition(">")[0])
    assert (rest.data, rest.headers.get("Link")) == (made[2:], None)


async def test_identifiers_at_the_edge_of_int32_are_unknown(world):
    for number in (0, -1, 2**31 - 1, -(2**31)):
        for resource in ("tasks", "event-types", "examples"):
            assert (await world.get(f"/{resource}/{number}")).status == 404
        assert (await world.post(f"/daily-logs/{number}/close", TODAY)).status == 404
        assert (await world.post(f"/daily-logs/items/{number}/reopen", TODAY)).status == 404


async def test_readiness_follows_the_store(world):
    assert (await world.get("//ready", None)).status == 200
    await world.pipeline.store.close()
    assert (await world.get("//ready", None)).refused == (503, "unavailable")
    assert (await world.get("/tasks")).refused == (503, "unavailable")

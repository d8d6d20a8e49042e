"""Chapter 2: what an integer is, in bodies, queries and paths."""

import json

from tests.rules.world import INT32_MAX, ONE_ENGINE, REPLACED, SERIES, TASK, TODAY, UNKNOWN, done, refused

pytestmark = ONE_ENGINE
NO_INT32 = ["2147483648", "-2147483649", "true", '"1"', "1.5", "1.0", "1e0", "1e400", "NaN", "[1]", "{}", "1" * 400]
NO_IDS = "abc 1.5 1.0 1e3 2147483648 -2147483649 ٥ １ ½ ² 0x1 true null %201 1%20 1%0A %00 01 -01 00 - --1 %2B1 1_0"
ID_PATHS = [
    ("GET", "/events/{}", None),
    ("PUT", "/events/{}", {**REPLACED, "eventTypeId": 1}),
    ("PATCH", "/events/{}", {"title": "X"}),
    ("DELETE", "/events/{}", None),
    ("PATCH", "/events/series/{}", {"title": "X"}),
    ("DELETE", "/events/series/{}", None),
    ("GET", "/event-types/{}", None),
    ("PUT", "/event-types/{}", {"code": "X", "name": "X", "isActive": True}),
    ("PATCH", "/event-types/{}", {"name": "X"}),
    ("DELETE", "/event-types/{}", None),
    ("GET", "/visibility/{}", None),
    ("PUT", "/visibility/{}", {"eventId": 1, "userId": 1, "isVisible": True}),
    ("DELETE", "/visibility/{}", None),
    ("PUT", "/reminders/{}", {"eventId": 1, "remindAt": "2026-12-01T10:00Z"}),
    ("DELETE", "/reminders/{}", None),
    ("PUT", "/participants/{}", {"eventId": 1, "userId": 1}),
    ("DELETE", "/participants/{}", None),
    ("GET", "/tasks/{}", None),
    ("PATCH", "/tasks/{}", TASK),
    ("DELETE", "/tasks/{}", None),
    ("PATCH", "/tasks/{}/team-edit", TASK),
    ("GET", "/tasks/{}/comments", None),
    ("POST", "/tasks/{}/comments", {"comentario": "X"}),
    ("PATCH", "/tasks/{}/comments/1", {"comentario": "X"}),
    ("PATCH", "/tasks/1/comments/{}", {"comentario": "X"}),
    ("POST", "/daily-logs/{}/avance", {"fecha": TODAY}),
    ("POST", "/daily-logs/{}/close", {"fecha": TODAY}),
    ("POST", "/daily-logs/items/{}/reopen", {"fecha": TODAY}),
    ("PATCH", "/daily-logs/items/{}/semaforo", {"fecha": TODAY, "semaforo": "ROJO"}),
    ("PATCH", "/daily-logs/items/{}/avance", {"fecha": TODAY, "porcentaje": 5}),
    ("GET", "/examples/{}", None),
    ("PUT", "/examples/{}", {"name": "X"}),
    ("DELETE", "/examples/{}", None),
]


def with_raw(body, field, raw):
    """JSON of a body, with one field's value written as given."""
    return json.dumps({**body, field: "@"}).replace('"@"', raw).encode()


async def refuses(world, method, path, body, field, shape="{}"):
    """Every value that is no int32 is refused in a field of a body that is else right."""
    for raw in NO_INT32:
        data = with_raw(body, field, shape.format(raw))
        reply = await world.call(method, path, "root", data=data, headers={"Content-Type": "application/json"})
        data = refused(reply, 400)
        if raw not in ("NaN", "1e400", "1" * 400):  # these are no JSON numbers that one could name a field for
            assert field in str(data.get("errors")), (raw, data)


async def test_2_2_int32_is_checked_in_events(world):
    event = await world.event("root")
    body = await world.event_body()
    for field in ("eventTypeId", "statusId", "customerId", "supplierId"):
        await refuses(world, "POST", "/events", body, field)
        await refuses(world, "POST", "/events/series", {**body, **SERIES}, field)
        await refuses(world, "PUT", f"/events/{event['id']}", {**body, **REPLACED}, field)
        await refuses(world, "PATCH", f"/events/{event['id']}", {}, field)


async def test_2_2_int32_is_checked_in_series(world):
    body = await world.event_body(**SERIES)
    await refuses(world, "POST", "/events/series", body, "occurrenceCount")
    await refuses(world, "POST", "/events/series", {**body, "recurrenceType": "MONTHLY"}, "dayOfMonth")
    for field in ("weekdays", "participantUserIds", "visibilityUserIds"):
        await refuses(world, "POST", "/events/series", body, field, "[{}]")


async def test_2_2_int32_is_checked_in_an_events_records(world):
    event = await world.event("root")
    body = {"eventId": event["id"], "userId": world.id("ana")}
    for field in ("eventId", "userId"):
        await refuses(world, "POST", "/visibility", {**body, "isVisible": True}, field)
    for field in ("eventId", "userId", "customerId"):
        await refuses(world, "POST", "/participants", body, field)
    await refuses(world, "POST", "/reminders", {**body, "remindAt": "2026-12-01T10:00Z"}, "eventId")


async def test_2_2_int32_is_checked_in_tasks_and_logs(world):
    await refuses(world, "POST", "/tasks", TASK, "leaderUserId")
    await refuses(world, "POST", "/tasks", TASK, "responsibleUserIds", "[{}]")
    await world.task("root")
    (item,) = (await world.log("root"))["items"]
    path = f"/daily-logs/items/{item['id']}/avance"
    await refuses(world, "PATCH", path, {"fecha": TODAY}, "porcentaje")
    for percent in (-1, 101):
        refused(await world.patch(path, {"fecha": TODAY, "porcentaje": percent}, "root"), 400, "porcentaje")


async def test_2_2_a_number_is_no_boolean_and_no_text(world):
    body, event = await world.event_body(), await world.event()
    for value in (1, 0, "true", 1.0):
        for field in ("isPublic", "isVirtual"):
            refused(await world.post("/events", {**body, field: value}), 400, field)
        record = {"eventId": event["id"], "userId": world.id("pablo"), "isVisible": value}
        refused(await world.post("/visibility", record), 400, "isVisible")
        remind = {"eventId": event["id"], "remindAt": "2026-12-01T10:00Z", "sent": value}
        refused(await world.post("/reminders", remind), 400, "sent")
    for value in (1, True, ["X"], {"a": "X"}):
        refused(await world.post("/events", {**body, "title": value}), 400, "title")
        refused(await world.post("/tasks", {**TASK, "descripcion": value}), 400, "descripcion")
        refused(await world.post("/examples", {"name": value}, "root"), 400, "name")


async def test_2_2_a_path_id_that_is_no_int32_is_400(world):
    await world.task("root")
    for method, path, body in ID_PATHS:
        for word in (*NO_IDS.split(), "9" * 400, "9" * 5000, "2026-01-01"):
            refused(await world.call(method, path.format(word), "root", body), 400)


async def test_2_2_a_path_id_of_nothing_is_404(world):
    await world.task("root")
    for method, path, body in ID_PATHS:
        for word in ("0", "-1", "-2147483648", str(INT32_MAX), str(UNKNOWN)):
            refused(await world.call(method, path.format(word), "root", body), 404)


async def test_2_2_a_participants_user_that_is_unknown_has_none_and_one_that_cannot_be_is_404(world):
    assert await world.read(f"/participants/{UNKNOWN}") == []
    assert await world.read(f"/participants/{INT32_MAX}") == []
    assert await world.read("/participants/1") == []
    for word, status in (("0", 404), ("-1", 404), *((word, 400) for word in NO_IDS.split())):
        refused(await world.get(f"/participants/{word}"), status)


async def test_2_2_int32_is_checked_in_queries(world):
    when = "startDatetime=2026-12-01T10:00Z&endDatetime=2026-12-01T11:00Z"
    for word in ("abc", "1.0", "1e0", "2147483648", "٥", "true", "1;2", "0x1", "01", "%2B1", "1_0"):
        refused(await world.get(f"/events/availability?{when}&userIds={word}"), 400, "userIds")
        path = f"/events/availability?{when}&userIds={world.id('ana')}&excludeEventId={word}"
        refused(await world.get(path), 400, "excludeEventId")


async def test_2_2_of_duplicate_keys_the_last_wins(world):
    text = b'{"descripcion": "one", "fechaCumplir": "2026-12-24", "descripcion": "two", "fechaCumplir": "2026-11-30"}'
    task = done(await world.post("/tasks", data=text, headers={"Content-Type": "application/json"}))
    assert (task["descripcion"], task["fechaCumplir"]) == ("two", "2026-11-30")

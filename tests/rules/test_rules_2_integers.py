"""Chapter 2: what an integer is, in bodies, queries and paths."""

import json
import re

from tests.rules.test_operations import OPERATIONS, Scene
from tests.rules.world import INT32_MAX, ONE_ENGINE, REPLACED, SERIES, TASK, TODAY, UNKNOWN, done, refused

pytestmark = ONE_ENGINE
NO_INT32 = ["2147483648", "-2147483649", "true", '"1"', "1.0", "1e400", "[1]"]
NO_IDS = ["abc", "1.0", "2147483648", "-2147483649", "٥", "true", "1%20", "1%0A", "%00", "01", "-", "%2B1"]
OF_IDS = [each for each in OPERATIONS if "{" in each.path and "{busy}" not in each.path]


def with_raw(body, field, raw):
    """JSON of a body, with one field's value written as given."""
    return json.dumps({**body, field: "@"}).replace('"@"', raw).encode()


async def refuses(world, method, path, body, field, shape="{}"):
    """Every value that is no int32 is refused in a field of a body that is else right."""
    for raw in NO_INT32:
        data = with_raw(body, field, shape.format(raw))
        reply = await world.call(method, path, "root", data=data, headers={"Content-Type": "application/json"})
        data = refused(reply, 400)
        if raw != "1e400":  # this is no JSON number that one could name a field for
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


async def test_2_2_a_number_is_neither_a_boolean_nor_a_text(world):
    body, event = await world.event_body(), await world.event()
    for value in (1, "true"):
        for field in ("isPublic", "isVirtual"):
            refused(await world.post("/events", {**body, field: value}), 400, field)
        record = {"eventId": event["id"], "userId": world.id("pablo"), "isVisible": value}
        refused(await world.post("/visibility", record), 400, "isVisible")
        remind = {"eventId": event["id"], "remindAt": "2026-12-01T10:00Z", "sent": value}
        refused(await world.post("/reminders", remind), 400, "sent")
    for value in (1, ["X"]):
        refused(await world.post("/events", {**body, "title": value}), 400, "title")
        refused(await world.post("/tasks", {**TASK, "descripcion": value}), 400, "descripcion")
        refused(await world.post("/examples", {"name": value}, "root"), 400, "name")


async def with_id(world, word):
    """Each operation that has an id in its path, with this one in its place: what it is answered."""
    scene = Scene(world)
    for operation in OF_IDS:
        for name in re.findall(r"\{\w+\}", operation.path):
            path, body = await scene.ready(operation._replace(path=operation.path.replace(name, word)))
            yield await world.call(operation.method, path, "root", body)


async def test_2_2_a_path_id_that_is_not_an_int32_is_400(world):
    for word in (*NO_IDS, "9" * 5000):
        refused(await world.get(f"/tasks/{word}"), 400, "id")
    async for reply in with_id(world, "x"):
        refused(reply, 400)


async def test_2_2_a_path_id_of_nothing_is_404(world):
    for word in ("0", "-1", "-2147483648", str(INT32_MAX)):
        refused(await world.get(f"/tasks/{word}"), 404)
    async for reply in with_id(world, str(UNKNOWN)):
        refused(reply, 404)


async def test_2_2_a_participants_user_that_is_unknown_has_none_and_one_that_cannot_be_is_404(world):
    assert await world.read(f"/participants/{UNKNOWN}") == []
    for word, status in (("0", 404), ("-1", 404), ("x", 400)):
        refused(await world.get(f"/participants/{word}"), status)


async def test_2_2_int32_is_checked_in_queries(world):
    when = "startDatetime=2026-12-01T10:00Z&endDatetime=2026-12-01T11:00Z"
    for word in ("abc", "1.0", "2147483648", "1;2", "%2B1"):
        refused(await world.get(f"/events/availability?{when}&userIds={word}"), 400, "userIds")
        path = f"/events/availability?{when}&userIds={world.id('ana')}&excludeEventId={word}"
        refused(await world.get(path), 400, "excludeEventId")


async def test_2_2_of_duplicate_keys_the_last_wins(world):
    text = b'{"descripcion": "one", "fechaCumplir": "2026-12-24", "descripcion": "two", "fechaCumplir": "2026-11-30"}'
    task = done(await world.post("/tasks", data=text, headers={"Content-Type": "application/json"}))
    assert (task["descripcion"], task["fechaCumplir"]) == ("two", "2026-11-30")

"""Chapter 9: reads and writes on a condition, and posts that may be repeated."""

import asyncio

from tests.rules.world import TASK, done, refused


async def singles(world):
    """A path of each kind of single read."""
    return [
        f"/tasks/{(await world.task())['id']}",
        f"/examples/{(await world.example())['id']}",
        f"/event-types/{(await world.event_type())['id']}",
        f"/events/{(await world.event('root'))['id']}",
    ]


async def test_9_304_if_none_match_holds(world):
    for path in await singles(world):
        tag = (await world.get(path, "root")).headers["ETag"]
        for header in (tag, f'"other", {tag}', "*"):
            reply = await world.get(path, "root", headers={"If-None-Match": header})
            assert (reply.status, reply.body, reply.headers["ETag"]) == (304, b"", tag), path
        done(await world.get(path, "root", headers={"If-None-Match": '"other"'}))


async def test_9_304_no_longer_after_a_change(world):
    task = await world.task()
    path = f"/tasks/{task['id']}"
    tag = (await world.get(path)).headers["ETag"]
    done(await world.edit(task, prioridad="ALTA"))
    reply = await world.get(path, headers={"If-None-Match": tag})
    assert done(reply)["prioridad"] == "ALTA"
    assert reply.headers["ETag"] != tag


async def test_9_412_if_match_does_not_hold(world):
    task = await world.task()
    path = f"/tasks/{task['id']}"
    old = (await world.get(path)).headers["ETag"]
    done(await world.patch(path, {**TASK, "prioridad": "ALTA"}, headers={"If-Match": old}))
    refused(await world.patch(path, {**TASK, "prioridad": "BAJA"}, headers={"If-Match": old}), 412)
    refused(await world.delete(path, headers={"If-Match": old}), 412)
    new = (await world.get(path)).headers["ETag"]
    assert (await world.task_now(task))["prioridad"] == "ALTA"
    done(await world.delete(path, headers={"If-Match": new}))


async def test_9_412_for_events_too(world):
    event = await world.event()
    path = f"/events/{event['id']}"
    old = (await world.get(path)).headers["ETag"]
    done(await world.patch(path, {"title": "Otra"}, headers={"If-Match": old}))
    refused(await world.patch(path, {"title": "Tercera"}, headers={"If-Match": old}), 412)
    refused(await world.delete(path, headers={"If-Match": old}), 412)
    assert (await world.read(path))["title"] == "Otra"


async def test_9_a_post_repeated_with_its_key_is_answered_again_and_not_done_again(world):
    key = {"Idempotency-Key": "one"}
    first = await world.post("/tasks", TASK, headers=key)
    again = await world.post("/tasks", TASK, headers=key)
    assert done(again) == done(first)
    assert await world.ids("/tasks") == [first.data["id"]]
    world.clock.advance(hours=23)
    assert done(await world.post("/tasks", TASK, headers=key)) == done(first)


async def test_9_409_a_key_used_again_with_another_body(world):
    key = {"Idempotency-Key": "one"}
    done(await world.post("/tasks", TASK, headers=key))
    refused(await world.post("/tasks", {**TASK, "prioridad": "ALTA"}, headers=key), 409)
    assert len(await world.ids("/tasks")) == 1


async def test_9_a_key_belongs_to_a_user_and_a_path(world):
    key = {"Idempotency-Key": "one"}
    task = done(await world.post("/tasks", TASK, headers=key))
    other = done(await world.post("/tasks", TASK, "luis", headers=key))
    assert other["id"] != task["id"]
    body = {"comentario": "Voy"}
    done(await world.post(f"/tasks/{task['id']}/comments", body, headers=key))


async def test_9_409_a_key_in_flight_or_else_the_same_answer(world):
    key = {"Idempotency-Key": "one"}
    replies = await asyncio.gather(*(world.post("/tasks", TASK, headers=key) for _ in range(6)))
    assert {reply.status for reply in replies} <= {200, 409}
    (number,) = await world.ids("/tasks")
    assert {reply.data["id"] for reply in replies if reply.status == 200} == {number}

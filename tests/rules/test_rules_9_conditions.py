"""Chapter 9: reads and writes on a condition, and posts that may be repeated."""

from core.jobs import pruning
from tests.rules.world import TASK, done, refused


async def test_9_304_if_none_match_holds(world):
    task, example, kind, event = (
        await world.task(), await world.example(), await world.event_type(), await world.event("root"),
    )  # fmt: skip
    for path in (
        f"/tasks/{task['id']}", f"/examples/{example['id']}", f"/event-types/{kind['id']}", f"/events/{event['id']}",
    ):  # fmt: skip
        tag = (await world.get(path, "root")).headers["ETag"]
        for header in (tag, f'"other", {tag}', "*"):
            reply = await world.get(path, "root", headers={"If-None-Match": header})
            assert (reply.status, reply.body, reply.headers["ETag"]) == (304, b"", tag), path
        done(await world.get(path, "root", headers={"If-None-Match": '"other"'}))


async def test_9_412_for_events_too(world):
    event = await world.event()
    path = f"/events/{event['id']}"
    old = (await world.get(path)).headers["ETag"]
    done(await world.patch(path, {"title": "Otra"}, headers={"If-Match": old}))
    refused(await world.patch(path, {"title": "Tercera"}, headers={"If-Match": old}), 412)
    refused(await world.delete(path, headers={"If-Match": old}), 412)
    assert (await world.read(path))["title"] == "Otra"


async def test_9_a_key_is_recognised_though_the_clock_has_leapt_meanwhile(world):
    key = {"Idempotency-Key": "one"}
    task = done(await world.post("/tasks", TASK, headers=key))
    for days in (30, -30):
        world.clock.advance(days=days)
        await world.operate(pruning.begin_round)
        await world.operate(pruning.prune_idempotency_keys)
    assert done(await world.post("/tasks", TASK, headers=key))["id"] == task["id"]
    for number in range(25):
        world.clock.advance(hours=-1 if number % 2 else 1)
        await world.operate(pruning.begin_round)
    await world.operate(pruning.prune_idempotency_keys)
    assert done(await world.post("/tasks", TASK, headers=key))["id"] != task["id"]


async def test_9_a_key_belongs_to_a_user_and_a_path(world):
    key = {"Idempotency-Key": "one"}
    task = done(await world.post("/tasks", TASK, headers=key))
    other = done(await world.post("/tasks", TASK, "luis", headers=key))
    assert other["id"] != task["id"]
    body = {"comentario": "Voy"}
    done(await world.post(f"/tasks/{task['id']}/comments", body, headers=key))

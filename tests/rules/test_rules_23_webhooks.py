"""Chapter 23: webhooks."""

import asyncio
import logging
from datetime import timedelta

import msgspec
import pytest

from bot.process.clock_watch import ClockWatch
from bot.webhooks.sender import WebhookSender
from core.delivery.leases import acquire_lease
from core.delivery.webhook_sending import Reached, Tried, look_at_webhooks, next_batch, settle_batch
from core.jobs import pruning
from core.records.webhooks import Answer, WebhookFault
from tests.rules.test_rules_20_tokens import lacks
from tests.rules.world import ONE_ENGINE, done, refused, with_scopes
from tests.waiting import until
from tests.webhooks import ARRIVED, FAILED, GONE, FakeWebhookClient, verified

URL = "https://erp.example/hook"


async def make(world, who="ana", **fields):
    return done(await world.post("/webhooks", {"url": URL, **fields}, who))


async def sent(world, webhook_id, answer=ARRIVED):
    """Send a webhook what is due now, and return the kinds of it."""
    look = await world.operate(look_at_webhooks)
    found = {each.id: each for each in look.webhooks}.get(webhook_id)
    if found is None:
        return None
    batch = await world.operate(next_batch, webhook_id, Reached(found.position, found.position))
    lease = await world.operate(acquire_lease, "a process")
    await world.operate(settle_batch, lease, batch, [Tried(each, answer) for each in batch.attempts])
    return [msgspec.json.decode(each.delivery.body)["type"] for each in batch.attempts]


async def test_23_1_a_webhook_is_made_read_changed_and_deleted_and_its_secret_told_once(world):
    made = await make(world, kinds=["task"])
    secret = made.pop("secret")
    assert made == {
        "id": made["id"],
        "userId": world.id("ana"),
        "url": URL,
        "kinds": ["task"],
        "createdAt": "2026-11-23T15:00:00Z",
        "failingSince": None,
        "stoppedAt": None,
        "stoppedBecause": None,
        "waiting": 0,
        "givenUp": 0,
    }
    path = f"/webhooks/{made['id']}"
    assert await world.read(path) == made
    assert await world.read("/webhooks") == [made]
    changed = done(await world.patch(path, {"kinds": []}))
    assert changed == made | {"kinds": []}
    renewed = done(await world.post(f"{path}/renewal"))
    assert renewed.pop("secret") != secret
    assert renewed == changed
    assert done(await world.call("DELETE", path)) == changed
    refused(await world.get(path), 404)
    assert await world.read("/webhooks") == []


async def test_23_1_a_secret_is_in_no_log_and_no_journal(world, caplog):
    caplog.set_level(logging.DEBUG)
    made = await make(world)
    renewed = done(await world.post(f"/webhooks/{made['id']}/renewal"))
    done(await world.post(f"/webhooks/{made['id']}/test"))
    await world.task("ana")
    await sent(world, made["id"], FAILED)
    for secret in (made["secret"], renewed["secret"]):
        assert secret not in caplog.text
        assert all(secret not in str(row) for row in await world.rows("SELECT * FROM journal"))


async def test_23_1_a_repeated_request_makes_one_webhook(world):
    key = {"headers": {"Idempotency-Key": "once"}}
    first, again = [done(await world.post("/webhooks", {"url": URL}, **key)) for _ in range(2)]
    assert first == again
    assert await world.ids("/webhooks") == [first["id"]]


async def test_23_1_a_webhook_of_another_is_not_there_but_for_admins(world):
    made = await make(world)
    path = f"/webhooks/{made['id']}"
    for who in ("luis", "lucia", "robot"):
        for call in (
            world.get(path, who),
            world.patch(path, {"isActive": False}, who),
            world.call("DELETE", path, who),
            world.post(f"{path}/renewal", None, who),
            world.post(f"{path}/test", None, who),
        ):
            assert refused(await call, 404)["code"] == "webhook_not_found"
        assert await world.read("/webhooks", who) == []
    assert await world.ids("/webhooks", "root") == [made["id"]]
    assert done(await world.patch(path, {"isActive": False}, "root"))["stoppedBecause"] == "paused"


@ONE_ENGINE
async def test_23_2_a_token_needs_people_and_makes_and_keeps_none_that_is_told_more_than_it_reads(world):
    reads = with_scopes(world, "ana", {"tasks:read"}, "reads")
    lacks(await world.post("/webhooks", {"url": URL}, reads), {"people:write"})
    limited = with_scopes(world, "ana", {"tasks:read", "people:write"}, "limited")
    made, all_of_it = await make(world, limited), await make(world)
    await world.task("ana")
    await world.event("ana")
    assert await sent(world, made["id"]) == ["task.created"]
    assert set(await sent(world, all_of_it["id"])) == {"task.created", "event.created"}
    moved = {"url": "https://mine.example/"}
    assert refused(await world.patch(f"/webhooks/{all_of_it['id']}", moved, limited), 403)
    done(await world.patch(f"/webhooks/{made['id']}", moved, limited))


@ONE_ENGINE
@pytest.mark.parametrize(
    ("body", "faults"),
    [
        ({}, {"url": "required"}),
        ({"url": None}, {"url": "null_not_allowed"}),
        ({"url": "http://erp.example/", "kinds": 5}, {"kinds": "wrong_type"}),
        ({"url": "http://erp.example/"}, {"url": "not_https"}),
        ({"url": "https://user:x@erp.example/"}, {"url": "invalid_format"}),
        ({"url": "https://erp.example:25/"}, {"url": "port_not_allowed"}),
        ({"url": "https://169.254.169.254/"}, {"url": "address_not_allowed"}),
        ({"url": "https://private.example/"}, {"url": "address_not_allowed"}),
        ({"url": URL, "kinds": ["task", "x"]}, {"kinds[1]": "not_one_of"}),
    ],
)
async def test_23_3_an_address_to_which_nothing_may_go_is_refused_when_it_is_kept(world, body, faults):
    assert (await world.post("/webhooks", body)).faults == faults
    assert await world.read("/webhooks") == []
    made = await make(world)
    if body:
        assert (await world.patch(f"/webhooks/{made['id']}", body)).faults == faults
        assert (await world.read(f"/webhooks/{made['id']}"))["url"] == URL


async def test_23_4_a_test_event_is_sent_at_once_and_what_became_of_it_is_answered(world):
    made = await make(world)
    path = f"/webhooks/{made['id']}/test"
    assert done(await world.post(path)) == {"arrived": True, "status": 200, "fault": None}
    (event,) = world.webhooks.sent
    body = verified(made["secret"], event, world.clock.now())
    data = {"seq": 0, "id": made["id"], "changed": {}, "cut": []}
    assert body == {"type": "webhook.test", "timestamp": "2026-11-23T15:00:00Z", "data": data}
    for answer in (FAILED, Answer(fault=WebhookFault.TIMEOUT)):
        world.webhooks.answer = lambda _, answer=answer: answer
        said = {"arrived": False, "status": answer.status, "fault": answer.fault}
        assert done(await world.post(path)) == said
    assert (await world.read(f"/webhooks/{made['id']}"))["failingSince"] is None


async def test_23_5_each_change_that_its_owner_may_see_is_sent_once_and_no_other(world):
    hers, his = await make(world), await make(world, "pedro")
    task = await world.task("ana")
    done(await world.patch(f"/tasks/{task['id']}", {
        "descripcion": task["descripcion"], "fechaCumplir": task["fechaCumplir"], "prioridad": "ALTA",
    }))  # fmt: skip
    assert await sent(world, hers["id"]) == ["task.created", "task.updated"]
    assert await sent(world, hers["id"]) == []
    assert await sent(world, his["id"]) == []


async def test_23_5_what_is_committed_is_sent_within_a_second(world):
    made = await make(world)
    client, lease = FakeWebhookClient(), await world.operate(acquire_lease, "a process")
    sender = WebhookSender(world.pipeline, client)
    task = asyncio.create_task(sender.run(lambda: lease, ClockWatch(world.clock, timedelta(0))))
    try:
        for count in range(1, 4):
            await world.task("ana")
            await until(lambda count=count: len(client.sent) == count, 1)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    assert [verified(made["secret"], each, world.clock.now())["type"] for each in client.sent] == ["task.created"] * 3


async def test_23_6_what_did_not_arrive_is_tried_again_and_410_stops_the_webhook(world):
    made = await make(world)
    path = f"/webhooks/{made['id']}"
    await world.task("ana")
    assert await sent(world, made["id"], FAILED) == ["task.created"]
    read = await world.read(path)
    assert (read["waiting"], read["failingSince"]) == (1, "2026-11-23T15:00:00Z")
    world.clock.advance(seconds=6)
    assert await sent(world, made["id"], GONE) == ["task.created"]
    assert (await world.read(path))["stoppedBecause"] == "gone"
    assert await sent(world, made["id"]) is None
    assert await world.told() == ["ana"]
    done(await world.patch(path, {"isActive": True}))
    assert await sent(world, made["id"]) == ["task.created"]
    read = await world.read(path)
    assert (read["waiting"], read["failingSince"], read["stoppedAt"]) == (0, None, None)


async def test_23_6_what_was_given_up_is_counted_until_it_is_forgotten(world):
    made = await make(world)
    await world.task("ana")
    await sent(world, made["id"], FAILED)
    for _ in range(8):
        world.clock.advance(hours=27)
        await sent(world, made["id"], FAILED)
    await world.task("ana", fechaCumplir="2027-01-29")
    await sent(world, made["id"])
    world.clock.advance(hours=27)
    assert await sent(world, made["id"], FAILED) == ["task.created"]
    read = await world.read(f"/webhooks/{made['id']}")
    assert (read["waiting"], read["givenUp"], read["stoppedAt"]) == (0, 1, None)
    world.clock.advance(days=91)
    await world.people()
    assert await world.operate(pruning.prune_webhook_retries) == 1
    assert (await world.read(f"/webhooks/{made['id']}"))["givenUp"] == 0

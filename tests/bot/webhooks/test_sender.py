"""The sender: at least once whatever is killed, nobody waits for another, nothing is told of what may not be seen."""

import asyncio
import random
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from time import perf_counter

import msgspec
import pytest

import bot.webhooks.sender
from bot.process.background_tasks import cancel
from bot.webhooks import client as client_module
from bot.webhooks.client import opened
from bot.webhooks.sender import WebhookSender
from core.base.calendar_time import INSTANT
from core.base.destinations import Destinations
from core.base.errors import Code, Unavailable
from core.delivery import webhook_sending, webhooks
from core.delivery.leases import LEASE_TERM, acquire_lease
from core.records.messages import MessageKind
from core.records.webhooks import Answer, WebhookFault, WebhookStop
from tests.bot.app.test_scheduler import steady
from tests.bot.webhooks.receivers import hang, receiving, seqs, status
from tests.bot.world import write_nothing
from tests.cast import ANA, LUIS, OPERATOR, PEDRO, ROOT
from tests.core.delivery.test_webhooks import make, row_of, update
from tests.core.world import World, world_with
from tests.waiting import until
from tests.webhooks import ARRIVED, FAILED, FakeWebhookClient, verified

LOOPBACK = Destinations(frozenset({"localhost"}))


@pytest.fixture(autouse=True)
def _memory(memory):
    """Worlds are in memory."""


@pytest.fixture
async def world():
    made = await world_with(destinations=LOOPBACK)
    yield made
    made.store.end()


async def lease_of(world):
    return await world.run(OPERATOR, acquire_lease, "a process")


async def look(world, sender):
    """One look, and all the work that it begins."""
    await sender.look(await lease_of(world))
    while sender.working:
        await asyncio.gather(*sender.working.values())


@asynccontextmanager
async def running(world, client):
    """The sender at work, as in a process that has the lease."""
    sender = WebhookSender(world.pipeline, client)
    lease = await lease_of(world)
    task = asyncio.create_task(sender.run(lambda: lease, steady(world)))
    try:
        yield sender
    finally:
        await cancel([task])


async def journaled(world, kinds="task."):
    rows = await world.store.read(lambda uow: uow.journal.rows(0, 2**40, 10_000))
    return {row.seq for row in rows if row.kind.startswith(kinds)}


async def test_what_changes_is_sent_at_once_and_only_once(world):
    client, webhook = FakeWebhookClient(), await make(world)
    async with running(world, client):
        await world.task(ANA)
        await until(lambda: client.sent, 1)
        await world.task(ANA)
        await until(lambda: len(client.sent) > 1, 1)
    sender = WebhookSender(world.pipeline, client)
    await look(world, sender)
    assert {each.seq for each in client.sent} == await journaled(world)
    assert len(client.sent) == 2
    for each in client.sent:
        verified(webhook.secret, each, world.clock.now())


class Chaos:
    """A receiver in changing moods and senders that do not live long, by the dice of a seed."""

    def __init__(self, world, receiver, client, seed):
        self.world = world
        self.receiver = receiver
        self.client = client
        self.dice = random.Random(seed)
        self.sender = WebhookSender(world.pipeline, client)

    async def round(self):
        """After a change: perhaps somebody is killed, perhaps time passes."""
        self.receiver.answer = self.dice.choice(MOODS)
        if self.dice.random() < 0.15:
            await self.receiver.kill()
        await self.sender.look(await lease_of(self.world))
        fate = self.dice.random()
        if fate < 0.2:
            await asyncio.sleep(self.dice.random() / 20)
            await self.kill_sender()
        elif fate < 0.8:
            await self.working()
        self.world.clock.advance(seconds=self.dice.choice([1, 10, 400]))
        if self.receiver.server is None:
            await self.receiver.start()

    async def kill_sender(self):
        for task in self.sender.working.values():
            task.cancel()
        await self.working()
        self.sender = WebhookSender(self.world.pipeline, self.client)

    async def working(self):
        while self.sender.working:
            await asyncio.gather(*self.sender.working.values(), return_exceptions=True)

    async def calm(self, webhook_id):
        """Until nothing waits any more."""
        await self.working()
        self.receiver.answer = status(200)
        for _ in range(30):
            self.world.clock.advance(hours=25)
            await look(self.world, self.sender)
            if not (await row_of(self.world, webhook_id)).webhook.waiting:
                return


async def lost(writer, _):
    writer.transport.abort()


MOODS = (status(200), status(200), status(200), status(500), status(301, "Location: /x\r\n"), lost, hang)


@pytest.mark.parametrize("changes", [100, pytest.param(1000, marks=pytest.mark.long)])
async def test_a_receiver_and_senders_killed_and_frozen_at_random_lose_nothing(world, changes, monkeypatch):
    monkeypatch.setattr(client_module, "ANSWER_SECONDS", 0.2)
    async with receiving(status(200)) as receiver, opened(LOOPBACK, world.clock) as client:
        hers = await make(world, ANA, url=receiver.url)
        chaos = Chaos(world, receiver, client, seed=17)
        for number in range(changes):
            await world.task(ANA if number % 3 else PEDRO)
            await chaos.round()
        await chaos.calm(hers.id)
    webhook = (await row_of(world, hers.id)).webhook
    assert (webhook.stopped_at, webhook.given_up, webhook.waiting) == (None, 0, 0)
    rows = await world.store.read(lambda uow: uow.journal.rows(0, 2**40, 10_000))
    visible = {row.seq for row in rows if row.kind == "task.created" and row.actor_user_id == ANA}
    assert len(visible) > changes // 2
    assert set(seqs(receiver)) == visible
    assert len({each.id for each in receiver.got}) == len(visible)
    assert len(receiver.got) > len(visible)
    for each in receiver.got:
        verified(hers.secret, each, datetime.fromtimestamp(int(each.headers["webhook-timestamp"]), UTC))


async def test_a_replay_fills_a_gap(world):
    client, webhook = FakeWebhookClient(), await make(world)
    sender = WebhookSender(world.pipeline, client)
    for _ in range(5):
        await world.task(ANA)
    await look(world, sender)
    told = [each.seq for each in client.sent]
    lost = sorted(told)[2:]
    client.sent.clear()
    await world.run(OPERATOR, webhooks.replay_webhook, webhook.id, lost[0])
    await look(world, sender)
    assert sorted(each.seq for each in client.sent) == lost


async def test_what_did_not_arrive_is_sent_again_at_its_very_time_and_not_before(world):
    client, webhook = FakeWebhookClient(lambda _: FAILED), await make(world)
    sender = WebhookSender(world.pipeline, client)
    await world.task(ANA)
    await look(world, sender)
    (work,) = (await world.run(OPERATOR, webhook_sending.look_at_webhooks)).webhooks
    for at, sent in ((work.next_due_at - INSTANT, 1), (work.next_due_at, 2)):
        world.clock.set(at)
        await look(world, sender)
        assert [each.url for each in client.sent] == [webhook.url] * sent


async def test_what_goes_wrong_is_logged_without_secret_or_address(world, caplog):
    caplog.set_level("DEBUG")
    webhook = await make(world, url="https://erp.example/s3cret?key=s3cret")
    client = FakeWebhookClient(lambda _: FAILED)
    sender = WebhookSender(world.pipeline, client)
    await world.task(ANA)
    await look(world, sender)
    client.answer = lambda _: Answer(410, WebhookFault.STATUS)
    world.clock.advance(seconds=6)
    await look(world, sender)
    said = [record.getMessage() for record in caplog.records if record.name == "bot.webhooks.sender"]
    assert said[0] == f"webhook {webhook.id}: 500"
    assert said[-1] == f"webhook {webhook.id} is told nothing any more: gone"
    assert "s3cret" not in caplog.text
    assert webhook.secret not in caplog.text


async def test_a_fault_of_ours_concerns_one_webhook_alone(world, monkeypatch, caplog):
    monkeypatch.setattr(bot.webhooks.sender, "FAULT_SECONDS", 0)
    bad, good = await make(world, url="https://bad.example/"), await make(world, url="https://good.example/")

    def answer(sent):
        if "bad" in sent.url:
            raise RuntimeError("a bug")
        return ARRIVED

    client = FakeWebhookClient(answer)
    sender = WebhookSender(world.pipeline, client)
    await world.task(ANA)
    await look(world, sender)
    assert [each.url for each in client.sent if "good" in each.url] == ["https://good.example/"]
    assert f"webhook {bad.id}: what has changed was not sent" in caplog.text
    assert (await row_of(world, good.id)).position > (await row_of(world, bad.id)).position


async def test_what_was_sent_is_kept_once_the_database_is_back(world, monkeypatch):
    client, webhook = FakeWebhookClient(), await make(world)
    sender = WebhookSender(world.pipeline, client)
    sender.begun.add(webhook.id)
    await world.task(ANA)
    monkeypatch.setattr(bot.webhooks.sender, "LOOK_SECONDS", 0.01)
    lease, write, tries = await lease_of(world), world.store.write, []

    async def away(work, **how):
        tries.append(work)
        if len(tries) < 4:
            raise Unavailable(Code.UNAVAILABLE)
        return await write(work, **how)

    monkeypatch.setattr(world.store, "write", away)
    await sender.look(lease)
    await asyncio.gather(*sender.working.values())
    assert (len(tries), len(client.sent)) == (4, 1)
    monkeypatch.undo()
    await look(world, sender)
    assert len(client.sent) == 1
    assert (await row_of(world, webhook.id)).webhook.waiting == 0


async def test_that_the_database_is_away_is_one_line(world, monkeypatch, caplog):
    sender = WebhookSender(world.pipeline, FakeWebhookClient())

    async def away(*_, **__):
        raise Unavailable(Code.UNAVAILABLE)

    lease = await lease_of(world)
    monkeypatch.setattr(world.store, "read", away)
    for _ in range(3):
        await sender.look(lease)
    assert [record.getMessage() for record in caplog.records] == [
        "webhooks: the database is away: what has changed waits"
    ]


async def test_who_lost_the_lease_notes_nothing_and_another_sends_it_again(world):
    client, webhook = FakeWebhookClient(), await make(world)
    first, second = (WebhookSender(world.pipeline, client) for _ in range(2))
    await world.task(ANA)
    lost = await lease_of(world)
    world.clock.advance(seconds=LEASE_TERM.total_seconds())
    other = await world.run(OPERATOR, acquire_lease, "another")
    before = (await row_of(world, webhook.id)).position
    await first.look(lost)
    await asyncio.gather(*first.working.values())
    assert (await row_of(world, webhook.id)).position == before
    await second.look(other)
    await asyncio.gather(*second.working.values())
    assert len(client.sent) == 2
    assert (await row_of(world, webhook.id)).position > before


async def test_without_the_lease_and_while_the_clock_is_not_trusted_nothing_is_sent(world, monkeypatch):
    monkeypatch.setattr(bot.webhooks.sender, "LOOK_SECONDS", 0.01)
    client, _ = FakeWebhookClient(), await make(world)
    await world.task(ANA)
    held, asked = await lease_of(world), []
    leases = [None, None, None, held]

    class Watch:
        def is_trusted(self):
            asked.append(len(client.sent))
            return len(asked) > 5

    sender = WebhookSender(world.pipeline, client)
    task = asyncio.create_task(sender.run(lambda: leases.pop(0) if len(leases) > 1 else held, Watch()))
    await until(lambda: client.sent)
    await cancel([task])
    assert asked[:6] == [0] * 6


async def test_what_is_being_sent_when_the_process_stops_may_arrive(world):
    webhook = await make(world)
    arriving = asyncio.Event()

    class Slow(FakeWebhookClient):
        async def post(self, url, headers, body):
            arriving.set()
            await asyncio.sleep(0.05)
            return await super().post(url, headers, body)

    client = Slow()
    async with running(world, client):
        await world.task(ANA)
        await arriving.wait()
    assert len(client.sent) == 1
    assert (await row_of(world, webhook.id)).position == max(await journaled(world))


BEHIND, SERVED = 10_000, 20


@pytest.mark.parametrize(
    ("behind", "served", "dead"), [(2_000, SERVED, 3), pytest.param(BEHIND, 200, 60, marks=pytest.mark.long)]
)
async def test_others_are_served_within_a_second_while_the_dead_are_thousands_behind(behind, served, dead):
    world = await world_with(destinations=LOOPBACK, webhooks_per_person=1000)
    async with receiving(hang) as hanging, receiving(status(200)) as receiver, opened(LOOPBACK, world.clock) as client:
        for _ in range(dead):
            await make(world, ROOT, url=hanging.url)
        fill_journal(world, behind)
        await make(world, LUIS, url=receiver.url)
        async with running(world, client):
            await until(lambda: hanging.got)
            took = []
            for _ in range(served):
                count, began = len(receiver.got), perf_counter()
                await world.task(LUIS)
                await until(lambda count=count: len(receiver.got) > count, 5)
                took.append(perf_counter() - began)
    world.store.end()
    assert max(took) < 1, sorted(took)
    assert len(hanging.got) <= dead * 2 * webhook_sending.AT_ONCE


def fill_journal(world: World, rows: int) -> None:
    """Rows about what everybody may read."""
    connection = world.store.database.connection
    insert = (
        "INSERT INTO journal (at, via, kind, entity_id, root, root_id, changed)"
        " VALUES (?, 'rest', 'event_type.updated', 1, 'event_type', 1, '{}')"
    )
    connection.executemany(insert, [(world.clock.now().strftime("%Y-%m-%dT%H:%M:%S.%fZ"),)] * rows)


async def test_a_receiver_that_is_behind_by_thousands_and_works_again_catches_up():
    world = await world_with(destinations=LOOPBACK)
    client, _ = FakeWebhookClient(), await make(world, ROOT)
    fill_journal(world, 2_000)
    await look(world, WebhookSender(world.pipeline, client))
    found = [each.seq for each in client.sent if msgspec.json.decode(each.body)["type"] == "event_type.updated"]
    world.store.end()
    assert len(found) == len(set(found)) == 2_000


async def test_those_that_fail_have_few_places(world, monkeypatch):
    monkeypatch.setattr(bot.webhooks.sender, "FAILING_AT_ONCE", 2)
    client = FakeWebhookClient(lambda _: FAILED)
    for _ in range(5):
        await make(world)
    sender = WebhookSender(world.pipeline, client)
    await world.task(ANA)
    await look(world, sender)
    client.sent.clear()
    world.clock.advance(seconds=6)
    await sender.look(await lease_of(world))
    assert len(sender.working) == 2
    await asyncio.gather(*sender.working.values())


async def test_a_webhook_that_ends_each_process_is_stopped_told_once_and_others_are_sent(world, caplog):
    """Reading what is new of it is what ends them; its owner may resume it."""
    client, harmful, other = FakeWebhookClient(), await make(world, ROOT), await make(world, PEDRO)
    begun = []

    class Hanging(WebhookSender):
        async def next_batch(self, work):
            if work.id == harmful.id:
                begun.append(work.id)
                await asyncio.Event().wait()
            return await super().next_batch(work)

    for times in (1, 2, 3):
        await world.task(PEDRO)
        sender = Hanging(world.pipeline, client)
        await sender.look(await lease_of(world))
        await until(lambda sender=sender, times=times: len(begun) == times and [*sender.working] == [harmful.id])
        sender.careful.run = write_nothing
        await cancel(sender.working.values())
    await look(world, Hanging(world.pipeline, client))
    stopped = (await row_of(world, harmful.id)).webhook
    assert (len(begun), stopped.stopped_because) == (3, WebhookStop.FAILING)
    assert f"webhook {harmful.id} is put aside" in caplog.text
    assert [about for _, about in world.told(MessageKind.WEBHOOK_STOPPED)] == [{"webhook_id": harmful.id}]
    assert len({each.seq for each in client.sent}) == 3
    assert (await row_of(world, other.id)).webhook.stopped_at is None
    await update(world, harmful.id, ROOT, isActive=True)
    await look(world, WebhookSender(world.pipeline, client))
    assert (await row_of(world, harmful.id)).webhook.stopped_at is None
    assert len(client.sent) == 6

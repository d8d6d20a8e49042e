"""Webhooks and what did not arrive at them are kept as the port says."""

from datetime import timedelta

import msgspec
import pytest

from core.records.tokens import Scope
from core.records.webhooks import NewWebhookRow, Webhook, WebhookRetry, WebhookRow, WebhookStop, WebhookWork
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("webhooks")
ANA, LUIS = 1, 2
HOUR = timedelta(hours=1)
BIG = 2**40


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


def new(user_id, **fields):
    usual = {"url": "https://x.example/", "kinds": [], "secret": "whsec_a", "scopes": None, "position": 7}
    return NewWebhookRow(user_id=user_id, created_at=NOW, **usual | fields)


async def test_a_webhook_comes_back_as_it_was_added_and_as_it_was_saved(store):
    added = await write(store, "add", new(ANA, kinds=["task"], scopes=[Scope.TASKS_READ], position=BIG))
    webhook = Webhook(added, ANA, "https://x.example/", ["task"], NOW)
    row = WebhookRow(webhook, "whsec_a", None, None, [Scope.TASKS_READ], BIG, None)
    assert await read(store, "get", added) == row
    other = await write(store, "add", new(LUIS))
    webhook = msgspec.structs.replace(
        webhook,
        url="https://y.example/",
        kinds=["event", "item.updated"],
        failing_since=NOW,
        stopped_at=NOW + HOUR,
        stopped_because=WebhookStop.GONE,
    )
    row = WebhookRow(webhook, "whsec_b", "whsec_a", NOW + HOUR, None, BIG + 1, NOW + 2 * HOUR)
    await write(store, "save", row)
    assert await read(store, "get", added) == row
    assert await read(store, "of_person", ANA) == [row]
    assert [each.webhook.id for each in await read(store, "list")] == [added, other]
    assert await read(store, "count") == {WebhookStop.GONE: 1, None: 1}


async def test_work_is_of_those_that_are_not_stopped_of_people_who_are_active(store):
    first, second, _ = [await write(store, "add", new(who)) for who in (ANA, ANA, LUIS)]
    await store.write(lambda uow: inactive(uow, LUIS))
    due = [WebhookRetry(5, 1, NOW, NOW + HOUR), WebhookRetry(4, 3, NOW, NOW + 2 * HOUR), WebhookRetry(3, 10, NOW, None)]
    await write(store, "put_retries", first, due)
    row = await read(store, "get", first)
    await write(
        store, "save", msgspec.structs.replace(row, webhook=msgspec.structs.replace(row.webhook, failing_since=NOW))
    )
    row = await read(store, "get", second)
    await write(store, "save", msgspec.structs.replace(row, rests_until=NOW))
    assert await read(store, "work") == [
        WebhookWork(first, 7, True, None, NOW + HOUR),
        WebhookWork(second, 7, False, NOW, None),
    ]
    await write(
        store, "save", msgspec.structs.replace(row, webhook=msgspec.structs.replace(row.webhook, stopped_at=NOW))
    )
    assert [each.id for each in await read(store, "work")] == [first]


async def inactive(uow, who):
    await uow.users.update(msgspec.structs.replace(await uow.users.get(who), is_active=False))


async def test_what_did_not_arrive_is_due_in_order_counted_and_dropped(store):
    added, other = [await write(store, "add", new(ANA)) for _ in range(2)]
    retries = [WebhookRetry(BIG - each, 1, NOW, NOW + each * HOUR) for each in range(4)]
    await write(store, "put_retries", added, [*retries, WebhookRetry(1, 10, NOW, None)])
    await write(store, "put_retries", other, retries[:1])
    assert await read(store, "due", added, NOW + 2 * HOUR, 10) == retries[:3]
    assert await read(store, "due", added, NOW + 2 * HOUR, 2) == retries[:2]
    row = await read(store, "get", added)
    assert (row.webhook.waiting, row.webhook.given_up) == (4, 1)
    later = msgspec.structs.replace(retries[0], attempts=2, due_at=NOW + 9 * HOUR)
    await write(store, "put_retries", added, [later])
    assert await read(store, "due", added, NOW + 9 * HOUR, 10) == [*retries[1:], later]
    await write(store, "drop_retries", added, [retries[1].seq, 999])
    await write(store, "drop_retries_from", added, retries[2].seq)
    assert await read(store, "due", added, NOW + 9 * HOUR, 10) == retries[3:]
    assert await read(store, "due", other, NOW, 10) == retries[:1]


async def test_to_begin_anew_makes_all_that_waits_due_as_if_untried(store):
    added = await write(store, "add", new(ANA))
    await write(store, "put_retries", added, [WebhookRetry(2, 9, NOW, NOW + HOUR), WebhookRetry(1, 10, NOW, None)])
    await write(store, "begin_anew", added, NOW + HOUR)
    assert await read(store, "due", added, NOW + HOUR, 10) == [WebhookRetry(2, 0, NOW + HOUR, NOW + HOUR)]


async def test_what_was_given_up_is_forgotten_later_and_what_waits_is_not(store):
    added = await write(store, "add", new(ANA))
    await write(
        store,
        "put_retries",
        added,
        [*(WebhookRetry(each, 10, NOW, None) for each in (1, 2, 3)), WebhookRetry(4, 1, NOW, NOW)],
    )
    assert await write(store, "prune", NOW, 10) == 0
    assert [await write(store, "prune", NOW + HOUR, 2) for _ in range(3)] == [2, 1, 0]
    row = await read(store, "get", added)
    assert (row.webhook.waiting, row.webhook.given_up) == (1, 0)


async def test_a_deleted_webhook_is_gone_with_what_it_missed_and_its_id_is_not_given_again(store):
    added, other = [await write(store, "add", new(ANA)) for _ in range(2)]
    for each in (added, other):
        await write(store, "put_retries", each, [WebhookRetry(1, 1, NOW, NOW)])
    await write(store, "delete", other)
    assert await read(store, "get", other) is None
    assert await read(store, "due", other, NOW, 10) == []
    assert len(await read(store, "due", added, NOW, 10)) == 1
    assert await write(store, "add", new(ANA)) > other

"""Requests that wait for changes: how many, until when, and at what cost to a process that holds them."""

import asyncio
from datetime import timedelta

import pytest

from api import Limits, held_requests
from core.base.log_fields import SLOW
from core.base.metrics import HELD_REQUESTS, REQUEST_SECONDS, SWITCH
from core.people import users
from tests.api.world import answer, connected, request, served_again
from tests.tokens import issue
from tests.waiting import until


async def now_of(world, who="root"):
    return (await world.get("/changes?after=now", who)).data["next"]


def held(world):
    return world.server.app.held.held


async def waits(world, who="ana", after="now", wait=20):
    """A request once it is held."""
    before = len(held(world))
    task = asyncio.create_task(world.get(f"/changes?after={after}&wait={wait}", who))
    await until(lambda: len(held(world)) > before or task.done())
    assert not task.done()
    return task


@pytest.fixture
def statements(before_each):
    """The units that have read."""
    read = []

    async def noting(unit):
        read.append(unit)

    before_each("read", noting)
    return read


async def checked(world):
    """Once everybody who waits has been looked at after the last commit."""
    requests = world.server.app.held
    await until(lambda: requests.unchecked_since == float("inf") and not requests.look.is_set())
    await asyncio.sleep(0.1)


async def test_while_nothing_is_committed_nothing_is_asked(world, statements, monkeypatch):
    monkeypatch.setattr(held_requests, "LINGER_SECONDS", 0)
    world.server.app.authenticator.cache_seconds = 0.05
    tasks = [await waits(world) for _ in range(5)]
    await checked(world)
    statements.clear()
    await asyncio.sleep(0.3)
    assert statements == []
    made = await world.task()
    assert [[row["entityId"] for row in (await task).data["rows"]] for task in tasks] == [[made["id"]]] * 5
    tasks = world.server.app.held.tasks
    await until(lambda: all(task.done() for task in tasks))
    assert world.server.app.held.tasks == []


async def test_the_new_rows_are_read_once_for_all_and_asked_for_once_a_person(world, statements):
    world.server.app.authenticator.cache_seconds = 0.05
    who = ["ana", "lucia", "root"]
    tasks = [await waits(world, each) for each in who * 4]
    await checked(world)
    statements.clear()
    made = await world.task()
    for task in tasks:
        assert [row["entityId"] for row in (await task).data["rows"]] == [made["id"]]
    assert statements.count("changes.new_rows") == 1
    assert statements.count("changes.readable_by_each") == 1
    assert statements.count("changes.list_changes") == 0


async def test_who_goes_on_from_an_answer_is_held_without_a_query_and_misses_nothing(world, statements):
    world.server.app.authenticator.cache_seconds = 0.05
    first = await waits(world)
    made = [await world.task()]
    position = (await first).data["next"]
    statements.clear()
    second = await waits(world, after=position)
    assert "changes.list_changes" not in statements
    made.append(await world.task())
    third = await world.get(f"/changes?after={position}&wait=20")
    assert [row["entityId"] for row in third.data["rows"]] == [made[1]["id"]]
    assert (await second).data == third.data
    refused = await world.get(f"/changes?after={position}0x&wait=20")
    assert refused.faults == {"after": "no_position"}


async def test_who_goes_on_is_not_looked_up_and_still_ends_with_their_access(world, statements):
    authenticator = world.server.app.authenticator
    authenticator.cache_seconds = 0.05
    first = await waits(world, "root")
    await checked(world)
    authenticator.cache_seconds = 5
    world.clock.advance(seconds=60)
    await world.task()
    position = (await first).data["next"]
    statements.clear()
    second = await waits(world, "root", position)
    assert "tokens.bearer" not in statements
    await world.operate(users.revoke_tokens, "root")
    world.clock.advance(seconds=6)
    assert (await world.get("/me", "root")).status == 401
    authenticator.cache_seconds = 0
    world.server.app.held.look.set()
    assert (await asyncio.wait_for(second, 5)).status == 401


async def test_a_person_may_have_some_requests_wait_and_others_still_may(world):
    world.server.app.held.limits = Limits(held_of_person=2)
    tasks = [await waits(world) for _ in range(2)]
    refused = await world.get("/changes?after=now&wait=20")
    assert (refused.refused, refused.headers["Retry-After"]) == ((429, "too_many_waits"), "5")
    assert (await world.get("/changes?after=now")).status == 200
    tasks.append(await waits(world, "luis"))
    world.server.app.held.release()
    assert [(await task).data["rows"] for task in tasks] == [[]] * 3
    assert not world.server.app.held.of_person


async def test_a_process_holds_a_limited_number(world):
    world.server.app.held.limits = Limits(held=1)
    task = await waits(world)
    refused = await world.get("/changes?after=now&wait=20", "luis")
    assert (refused.refused, refused.headers["Retry-After"]) == ((503, "no_room_to_wait"), "5")
    world.server.app.held.release()
    assert (await task).status == 200


async def test_how_many_are_held_is_counted_while_they_are(world):
    assert HELD_REQUESTS.cells == {(): [0]}
    tasks = [await waits(world), await waits(world, "luis")]
    assert HELD_REQUESTS.cells == {(): [2]}
    world.server.app.held.release()
    await asyncio.gather(*tasks)
    assert HELD_REQUESTS.cells == {(): [0]}


async def test_a_request_whose_client_goes_away_no_longer_waits(world):
    async with connected(world) as (_, writer):
        writer.write(request(world, path="/changes?after=now&wait=20"))
        await until(lambda: held(world))
    await until(lambda: not held(world))
    await until(lambda: not world.server.app.in_flight)


async def test_at_the_end_of_the_service_who_waits_is_answered_at_once_and_goes_on_elsewhere(world):
    position = await now_of(world)
    async with connected(world) as (reader, writer):
        writer.write(request(world, path=f"/changes?after={position}&wait=20"))
        await until(lambda: held(world))
        async with served_again(world) as other:
            await asyncio.wait_for(world.server.stop(), 3)
            status, headers, body = await answer(reader)
            assert (status, headers["connection"]) == (200, "close")
            assert f'"rows":[],"next":"{position}"'.encode() in body
            made = await other.task()
            rows = (await other.get(f"/changes?after={position}&wait=20")).data["rows"]
            assert [row["entityId"] for row in rows] == [made["id"]]


async def test_a_request_that_comes_while_the_service_ends_is_not_held(world):
    world.server.app.held.release()
    assert (await world.get("/changes?after=now&wait=20")).data["rows"] == []


async def test_who_begins_to_wait_while_the_service_ends_is_not_held(world, before_each):
    async def ending(unit):
        if unit == "changes.list_changes":
            world.server.app.held.release()

    before_each("read", ending)
    assert (await asyncio.wait_for(world.get("/changes?after=now&wait=20"), 3)).data["rows"] == []


async def test_a_token_that_expires_ends_its_wait(world):
    world.tokens["brief"] = issue(world.keyring, world.users["ana"], timedelta(seconds=1), world.clock.now())
    task = await waits(world, "brief")
    world.clock.advance(seconds=1)
    assert (await asyncio.wait_for(task, 5)).status == 401


async def test_a_request_that_waits_counts_as_one_and_is_not_slow(world, monkeypatch, caplog):
    monkeypatch.setattr(SWITCH, "on", True)
    monkeypatch.setattr(REQUEST_SECONDS, "cells", {})
    monkeypatch.setattr(SLOW, "seconds", 0.25)
    await asyncio.wait_for(world.get("/changes?after=now&wait=1"), 5)
    ((labels, cells),) = [each for each in REQUEST_SECONDS.cells.items() if each[0][0] == "/api/v1/changes"]
    assert (labels, sum(cells[:-1])) == (("/api/v1/changes", "GET"), 1)
    assert cells[-1] < 0.25
    assert "slow" not in caplog.text


async def test_it_takes_one_of_the_minutes_requests(world):
    async with served_again(world, requests_per_minute=10) as limited:
        task = await waits(limited)
        await limited.task()
        left = [(await task).headers["RateLimit"], (await limited.get("/me")).headers["RateLimit"]]
    assert [each.split(";")[1] for each in left] == ["r=9", "r=7"]


async def test_whoever_is_far_behind_meanwhile_gets_the_position_and_asks_again(world):
    position = await now_of(world)
    task = await waits(world, "ana", position)
    world.pipeline.store.execute(OF_OTHERS)
    await world.task("luis")
    data = (await asyncio.wait_for(task, 5)).data
    assert (data["rows"], data["next"] != position) == ([], True)
    again = (await world.get(f"/changes?after={data['next']}")).data
    assert again["rows"] == []


OF_OTHERS = """
INSERT INTO journal (at, via, kind, entity_id, root, root_id, changed)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
SELECT (SELECT max(at) FROM journal), 'cli', 'person.updated', 1, 'person', 1, '{}' FROM n
"""

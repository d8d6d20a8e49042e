"""The counts of requests: by route, never by path, and none where nobody asks."""

import pytest

from core.base.metrics import REQUEST_SECONDS, REQUESTS, SWITCH
from tests.api.world import connected


@pytest.fixture
def counted(monkeypatch):
    monkeypatch.setattr(SWITCH, "on", True)
    for each in (REQUESTS, REQUEST_SECONDS):
        monkeypatch.setattr(each, "cells", {})
    return lambda: {labels: cells[0] for labels, cells in REQUESTS.cells.items()}


async def test_requests_count_by_route_method_and_status(world, counted):
    await world.get("/tasks/77")
    await world.get("/tasks/78", None)
    await world.get("/tasks")
    await world.post("/tasks", {})
    await world.call("HEAD", "/tasks")
    await world.get("//health", None)
    assert counted() == {
        ("/api/v1/tasks/{id}", "GET", 404): 1,
        ("/api/v1/tasks/{id}", "GET", 401): 1,
        ("/api/v1/tasks", "GET", 200): 1,
        ("/api/v1/tasks", "POST", 400): 1,
        ("/api/v1/tasks", "HEAD", 200): 1,
        ("/health", "GET", 200): 1,
    }
    ones = {labels: sum(cells[:-1]) for labels, cells in REQUEST_SECONDS.cells.items()}
    assert ones[("/api/v1/tasks/{id}", "GET")] == 2
    assert all(cells[-1] > 0 for cells in REQUEST_SECONDS.cells.values())


async def test_what_a_client_makes_up_makes_no_new_count(world, counted):
    for number in range(3):
        await world.get(f"/nowhere/{number}")
    for method in (b"PROPFIND", b"LOCK"):
        async with connected(world) as (reader, writer):
            writer.write(b"%b /api/v1/tasks HTTP/1.1\r\nHost: x\r\n\r\n" % method)
            assert b" 405 " in await reader.readline()
    assert counted() == {("", "GET", 404): 3, ("", "other", 405): 2}


async def test_an_answer_that_is_a_failure_counts_as_one(world, counted, monkeypatch):
    async def fail(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr("api.http.endpoints.Endpoint.handle", fail)
    assert (await world.get("/tasks/77")).status == 500
    assert counted() == {("/api/v1/tasks/{id}", "GET", 500): 1}


async def test_where_nobody_asks_nothing_is_counted(world, counted, monkeypatch):
    monkeypatch.setattr(SWITCH, "on", False)
    await world.get("/tasks")
    assert counted() == {}
    assert (await world.get("//metrics", None)).status == 404

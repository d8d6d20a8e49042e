"""The fields of a request in log lines: its id, its person, its duration; never those of another request."""

import logging

import pytest

from api.http.endpoints import Endpoint
from core.base.log_fields import ABOUT, SLOW


@pytest.fixture
def about(monkeypatch, caplog):
    """(message, request id, user id) of each line, as known when it was written."""
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(SLOW, "seconds", 0.0)
    lines = []

    class Noting(logging.Handler):
        def emit(self, record):
            lines.append((record.getMessage(), ABOUT.get().request_id, ABOUT.get().user_id, record))

    handler = Noting()
    logging.getLogger("semaforo.api").addHandler(handler)
    yield lines
    logging.getLogger("semaforo.api").removeHandler(handler)


async def test_a_request_that_is_slow_has_a_line_with_its_route_and_never_its_path(world, about):
    await world.get("/tasks", headers={"X-Request-ID": "mine-1"})
    await world.get("/tasks/77", headers={"X-Request-ID": "mine-2"})
    await world.get("/tasks/77", None, headers={"X-Request-ID": "mine-3"})
    await world.get("/nowhere/ana", headers={"X-Request-ID": "mine-4"})
    ana = world.id("ana")
    said = [message.partition(" seconds=")[0] for message, *_ in about]
    assert said == [
        f"slow request_id=mine-1 method=GET route=/api/v1/tasks status=200 user={ana}",
        f"slow request_id=mine-2 method=GET route=/api/v1/tasks/{{id}} status=404 user={ana}",
        "slow request_id=mine-3 method=GET route=/api/v1/tasks/{id} status=401 user=-",
        "slow request_id=mine-4 method=GET route=- status=404 user=-",
    ]
    assert [line[1:3] for line in about] == [("mine-1", ana), ("mine-2", ana), ("mine-3", None), ("mine-4", None)]
    assert all(record.duration > 0 for *_, record in about)


async def test_a_request_that_is_not_has_none(world, about, monkeypatch):
    monkeypatch.setattr(SLOW, "seconds", 60.0)
    await world.get("/daily-logs/me?fecha=2026-11-23")
    assert about == []


async def test_what_fails_says_whose_it_was_and_how_long_it_took(world, about, monkeypatch):
    async def fail(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr(SLOW, "seconds", 60.0)
    monkeypatch.setattr(Endpoint, "handle", fail)
    assert (await world.get("/tasks/77", headers={"X-Request-ID": "mine-1"})).status == 500
    ((message, request_id, user_id, record),) = about
    assert message == "failed request_id=mine-1 method=GET path='/api/v1/tasks/77'"
    assert (request_id, user_id) == ("mine-1", world.id("ana"))
    assert record.duration > 0

"""The five triggers of jobs: who may pull them, what they answer, and that they take nothing."""

import pytest

from api.routes import TRIGGERS
from tests.api.world import answer, connected

DONE = {"status": 200, "message": "Correcto: recordatorios 0, demasiado tarde 0, mensajes 0.", "data": {}}
NOTHING_DONE = {
    "task-planeacion-sync": "tareas pasadas a pendientes 0, tareas que se repiten 0, mensajes 0",
    "reminders": "recordatorios 0, demasiado tarde 0, mensajes 0",
    "overdue-survey": "tareas atrasadas 0, mensajes 0",
    "overdue-regular": "tareas atrasadas 0, mensajes 0",
    "birthday-sync": "creados 0, cambiados 0, borrados 0",
}


def path(job):
    return f"/internal/jobs/{job}/run"


@pytest.mark.parametrize("job", NOTHING_DONE)
async def test_who_runs_it_is_told_what_it_did_and_given_an_empty_object(world, job):
    reply = await world.post(path(job), who="robot")
    assert reply.envelope == {"status": 200, "message": f"Correcto: {NOTHING_DONE[job]}.", "data": {}}
    runs = world.pipeline.store.state.job_runs.values()
    assert [(run.job, run.asked_by_user_id) for run in runs] == [(job, world.id("robot"))]


@pytest.mark.parametrize(
    ("content_type", "body"),
    [
        (None, b""), ("application/json", b'{"fecha": 1}'), ("application/json", b"{not json"),
        ("text/plain", b"please"), (None, b"\x00\xff"),
    ],
)  # fmt: skip
async def test_a_body_that_comes_along_is_ignored_whatever_it_is(world, content_type, body):
    headers = {"Content-Type": content_type} if content_type else {}
    reply = await world.post(path("reminders"), who="root", data=body, headers=headers)
    assert (reply.status, reply.envelope) == (200, DONE)


@pytest.mark.parametrize("size", [None, 0, 3_000_000])
async def test_the_connection_goes_on_after_a_body_that_nobody_reads(world, size):
    head = f"POST /api/v1{path('reminders')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {world.tokens['root']}\r\n"
    length = "" if size is None else f"Content-Length: {size}\r\n"
    async with connected(world) as (reader, writer):
        for _ in range(2):
            writer.write(f"{head}{length}\r\n".encode() + b"x" * (size or 0))
            status, headers, body = await answer(reader)
            assert (status, headers.get("connection")) == (200, None)
            assert b'"data":{}' in body


async def test_what_it_did_is_told_in_the_callers_language(world):
    await world.task("ana", fechaSolicitud="2026-11-20", fechaCumplir="2026-11-22")
    reply = await world.post(path("overdue-survey"), who="root", headers={"Accept-Language": "en"})
    assert reply.envelope == {"status": 200, "message": "OK: late tasks 1, messages 1.", "data": {}}


def test_a_trigger_waits_for_its_turn_for_half_a_minute():
    assert {route.timeout for route in TRIGGERS} == {30}

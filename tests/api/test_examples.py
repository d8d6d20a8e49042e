"""The starting points of integrations: a client generated from the document, and the board of the documentation."""

import asyncio
import os
import sys
from datetime import date
from importlib import import_module
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
BOARD, DOCUMENT = HERE / "docs/examples/board.py", HERE / "docs/openapi.json"
PATIENCE = 30
TASKS = "create_task", "get_task", "list_tasks"
DUE = date(2026, 11, 30)


async def ran(*command, **options):
    """Run a command, and return what it prints to both of its outputs."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, **options
    )
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    return printed.decode()


@pytest.fixture
async def generated(tmp_path, monkeypatch):
    """Imports modules of a client that `openapi-python-client` has made of the document."""
    beside = Path(sys.executable).parent
    printed = await ran(
        *(beside / "openapi-python-client", "generate", "--path", DOCUMENT, "--meta", "none"),
        *("--output-path", tmp_path / "semaforo_client"),
        env=os.environ | {"PATH": f"{beside}:{os.environ['PATH']}"},
    )
    assert "Warning" not in printed
    assert "Error" not in printed
    monkeypatch.syspath_prepend(tmp_path)
    yield lambda name: import_module(f"semaforo_client.{name}" if name else "semaforo_client")
    for name in [each for each in sys.modules if each.partition(".")[0] == "semaforo_client"]:
        del sys.modules[name]


@pytest.mark.long
async def test_a_generated_client_creates_reads_and_lists_and_is_told_of_refusals(world, generated):
    models, api = generated("models"), {name: generated(f"api.tasks.{name}") for name in TASKS}
    client = generated("").AuthenticatedClient(base_url=world.server.url, token=world.tokens["ana"])

    def as_an_integration_does():
        request = models.CalTaskRequest(descripcion="Revisar el contrato", fecha_cumplir=DUE)
        with client:
            made = api["create_task"].sync(client=client, body=request)
            read = api["get_task"].sync(id=made.data.id, client=client)
            listed = api["list_tasks"].sync(client=client)
            return made, read, listed, api["get_task"].sync(id=made.data.id + 1, client=client)

    made, read, listed, refused = await asyncio.to_thread(as_an_integration_does)
    assert (made.status, made.data.descripcion, made.data.fecha_cumplir) == (
        200,
        "Revisar el contrato",
        DUE,
    )
    assert made.data.responsible_user_ids == [world.id("ana")]
    assert read.data == made.data
    assert [task.id for task in listed.data] == [made.data.id]
    assert (refused.status, refused.data.code) == (404, "task_not_found")


async def test_the_board_is_drawn_again_with_each_change(world):
    task = await world.task(descripcion="Revisar el contrato")
    log = await world.log()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *(BOARD, world.server.url),
        env={"SEMAFORO_TOKEN": world.tokens["lucia"], "PYTHONIOENCODING": "utf-8"},
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        await shows(process, "Luis")
        item = log["items"][0]["id"]
        red = {"fecha": log["fecha"], "semaforo": "ROJO", "motivo": "Falta la factura"}
        await world.patch(f"/daily-logs/items/{item}/semaforo", red)
        assert f"🔴 #{task['id']} Revisar el contrato: Falta la factura" in await shows(process, "🔴 #")
    finally:
        process.kill()
        await process.wait()


async def shows(process, words):
    """The next line that has these words."""
    async with asyncio.timeout(PATIENCE):
        while words not in (line := (await process.stdout.readline()).decode()):
            assert line, "it has ended"
    return line

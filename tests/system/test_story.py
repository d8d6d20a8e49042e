"""The story that the product is for, in a real browser over `semaforo demo`, and the same over REST."""

import re
from pathlib import Path

from playwright.async_api import expect

from tests.browser import tab
from tests.system.story import Person, demo, press, semaforo

SECRET = "Negociación confidencial con el banco"


async def test_a_member_lives_their_day_and_their_leader_and_an_integration_see_it(tmp_path):
    async with demo("--data", str(tmp_path)) as running, tab(running.chat) as page:
        ana, lucia, today = Person(page, "ana"), Person(page, "lucia"), running.today.isoformat()
        await ana.begin()
        assert (await running.get(f"/daily-logs/me?fecha={today}"))[0] == 404
        await lives_her_day(ana)
        await meets_no_secret(ana, running, tmp_path)
        log = await sees_it_over_rest(running, today)
        await leader_reads_the_same(running, today, log, await semaforo(tmp_path, "token", "issue", "lucia"))
        await sees_her_team(lucia, log)


async def lives_her_day(ana: Person) -> None:
    """Open, a light and its reason, percentages by button and by typing, avance, close."""
    await ana.write("/hoy")
    day = await ana.showing("Sin abrir")
    await press(day, "Abrir el día")
    await expect(day).to_contain_text("abierto")
    await press(day, re.compile("contrato"))
    await press(day, "🔴")
    await expect(day).to_contain_text("¿Por qué?")
    await ana.write("El proveedor no contesta")
    await ana.answered("Comentario guardado")
    await press(day, re.compile(r"\+10"))
    await expect(day).to_contain_text("70\u00a0%")
    await ana.write("85")
    await expect(day).to_contain_text("85\u00a0%")
    await press(day, "Volver al día")
    await press(day, re.compile("junta mensual"))
    await press(day, re.compile("^100$"))
    await expect(day).to_contain_text("100\u00a0%")
    await press(day, "Volver al día")
    await press(day, "Enviar avance")
    await expect(day).to_contain_text("avance")
    await press(day, "Cerrar el día")
    await expect(day).to_contain_text("cerrado")


async def meets_no_secret(ana: Person, running, folder: Path) -> None:
    """A task of somebody that she neither is nor leads does not exist for her."""
    _, his = await running.get("/tasks", await semaforo(folder, "token", "issue", "pablo"))
    hidden = next(task["id"] for task in his["data"] if task["descripcion"] == SECRET)
    assert (await running.get(f"/tasks/{hidden}"))[0] == 404
    await ana.write(f"/tarea {hidden}")
    await ana.answered(f"No existe la tarea {hidden}")
    await ana.write("/tareas")
    await ana.answered("Revisar el contrato")
    await expect(ana.panel).not_to_contain_text(SECRET)
    _, tasks = await running.get("/tasks")
    assert SECRET not in [task["descripcion"] for task in tasks["data"]]


async def sees_it_over_rest(running, today: str) -> dict:
    """The printed token reads the very same log."""
    status, answer = await running.get(f"/daily-logs/me?fecha={today}")
    assert (status, answer["status"]) == (200, 200)
    log = answer["data"]
    assert log["avanceAt"]
    assert log["closedAt"]
    contract, meeting = log["items"][:2]
    assert (contract["semaforo"], contract["porcentaje"]) == ("ROJO", 85)
    assert (meeting["semaforo"], meeting["porcentaje"], meeting["estatus"]) == ("VERDE", 100, "CERRADA")
    _, comments = await running.get(f"/tasks/{contract['taskId']}/comments")
    assert [comment["comentario"] for comment in comments["data"]] == ["El proveedor no contesta"]
    assert await running.get(f"/daily-logs/team?fecha={today}") == (200, answer | {"data": []})
    return log


async def leader_reads_the_same(running, today: str, log: dict, token: str) -> None:
    """The leader's rows over REST are the member's items."""
    _, team = await running.get(f"/daily-logs/team?fecha={today}", token)
    rows = [row for row in team["data"] if row["dailyLogId"] == log["id"]]
    for row, item in zip(rows, log["items"], strict=True):
        assert row["itemId"] == item["id"]
        assert {key: row[key] for key in item.keys() & row.keys()} == {
            key: item[key] for key in item.keys() & row.keys()
        }
        assert (row["closedAt"], row["avanceAt"]) == (log["closedAt"], log["avanceAt"])


async def sees_her_team(lucia: Person, log: dict) -> None:
    """The leader's summary says of the day what REST says."""
    await lucia.begin()
    await lucia.write("/equipo")
    summary = await lucia.showing("Ana Torres")
    mean = sum(item["porcentaje"] for item in log["items"]) // len(log["items"])
    await expect(summary).to_contain_text(f"promedio {mean}\u00a0%")
    await expect(summary).to_contain_text(re.compile("Luis Pérez — (Sin abrir|día libre|día festivo)"))
    await press(summary, re.compile("Ana Torres"))
    await expect(summary).to_contain_text("85\u00a0%")

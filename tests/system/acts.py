"""What Ana and Lucía do in the story that the product is for, on a chat page and over REST, wherever it is served."""

import re

from playwright.async_api import Locator, expect

from tests.system.story import Person, Running, press

SECRET = "Negociación confidencial con el banco"
REMARK = "Yo le llamo al proveedor mañana"
LEAD_MS = 30_000
"""The lease of who died, and as much again."""


async def begins_her_day(ana: Person) -> Locator:
    """Open, a light and its reason, percentages by button and by typing; the message on which she goes on."""
    await ana.write("/hoy")
    day = await ana.showing("Sin abrir")
    await press(day, "Abrir el día")
    await expect(day).to_contain_text("abierto")
    await press(day, re.compile("contrato"))
    await expect(day).to_contain_text("otro porcentaje")
    await press(day, "🔴")
    await expect(day).to_contain_text("¿Por qué?")
    await ana.write("El proveedor no contesta")
    await ana.answered("Comentario guardado")
    stands_at = int(re.search(r"(\d+)\u00a0%", await day.inner_text())[1])  # by how many days were worked
    await press(day, re.compile(r"\+10"))
    await expect(day).to_contain_text(f"{stands_at + 10}\u00a0%")
    await ana.write("85")
    await expect(day).to_contain_text("85\u00a0%")
    return day


async def ends_her_day(day: Locator) -> None:
    """Another percentage, avance, close."""
    await press(day, "Volver al día")
    await press(day, re.compile("junta mensual"))
    await press(day, re.compile("^100$"))
    await expect(day).to_contain_text("100\u00a0%")
    await press(day, "Volver al día")
    await press(day, "Enviar avance")
    await expect(day).to_contain_text("avance")
    await press(day, "Cerrar el día")
    await expect(day).to_contain_text("cerrado")


async def meets_no_secret(ana: Person, running: Running) -> None:
    """A task of somebody that she neither is nor leads does not exist for her."""
    _, his = await running.get("/tasks", await running.token_of("pablo"))
    hidden = next(task["id"] for task in his["data"] if task["descripcion"] == SECRET)
    assert (await running.get(f"/tasks/{hidden}"))[0] == 404
    await ana.write(f"/tarea {hidden}")
    await ana.answered(f"No encuentro la tarea {hidden}")
    await ana.write("/tareas")
    await ana.answered("Revisar el contrato")
    await expect(ana.panel).not_to_contain_text(SECRET)
    _, tasks = await running.get("/tasks")
    assert SECRET not in [task["descripcion"] for task in tasks["data"]]


async def sees_it_over_rest(running: Running, today: str) -> dict:
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


async def leader_reads_the_same(running: Running, today: str, log: dict) -> None:
    """The leader's rows over REST are the member's items."""
    token = await running.token_of("lucia")
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


async def is_told_of_a_comment(ana: Person, running: Running, task: int) -> None:
    """Whoever has the jobs now tells her what her leader says over REST, however long the lead was another's."""
    token = await running.token_of("lucia")
    status, _ = await running.call("POST", f"/tasks/{task}/comments", token, comentario=REMARK)
    assert status == 200
    await expect(ana.last).to_contain_text(REMARK, timeout=LEAD_MS)

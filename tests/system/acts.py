"""The acts of Ana, Lucía and Luis in the story that the product is for, on a chat page and over REST."""

import re
from datetime import timedelta

from playwright.async_api import Locator, expect

from tests.system.story import Person, Running, item_about, press

SECRET = "Negociación confidencial con el banco"
REMARK = "Yo le llamo al proveedor mañana"
WORK = "Cambiar la cerradura de la bodega"
VISIT = "Visita al taller"
WHY = "El cerrajero no tiene la pieza"
SURVEY = "/internal/jobs/overdue-survey/run"
SENT_WITHIN_MS = 1500
LEAD_MS = 30_000
"""Twice the time after which the lease of a dead process expires."""


async def begins_her_day(ana: Person) -> Locator:
    """Open, a light and its reason, percentages by button and by typing; the message on which she goes on."""
    await ana.write("/hoy")
    day = await ana.showing("Sin abrir")
    await press(day, "Abrir el día")
    await expect(day).to_contain_text("abierto")
    await press(day, await item_about("contrato", day))
    await expect(day).to_contain_text("¿Qué porcentaje lleva?")
    await press(day, "🔴")
    await expect(day).to_contain_text("¿Qué la detiene, y quién la destraba?")
    await ana.write("El proveedor no contesta")
    day = await ana.showing("Motivo guardado")
    percentage = int(re.search(r"(\d+)\u00a0%", await day.inner_text())[1])  # by how many days were worked
    await press(day, re.compile(r"\+10"))
    await expect(day).to_contain_text(f"{percentage + 10}\u00a0%")
    await ana.write("85")
    return await ana.showing("85\u00a0%, guardado")


async def ends_her_day(day: Locator) -> None:
    """Another percentage, avance, close."""
    await press(day, "Volver al día")
    await press(day, await item_about("junta mensual", day))
    await press(day, re.compile("^100$"))
    await expect(day).to_contain_text("100\u00a0%")
    await press(day, "Volver al día")
    await press(day, "Enviar avance")
    await expect(day).to_contain_text("en rojo sin motivo")
    await press(day, re.compile("Enviar$"))
    await expect(day).to_contain_text("avance")
    await press(day, "Cerrar el día")
    await expect(day).to_contain_text("cerrado")


async def takes_back_the_close_and_a_light(day: Locator) -> None:
    """By the button under each; then the day is closed again."""
    await press(day, "Deshacer")
    await expect(day).not_to_contain_text("cerrado")
    await press(day, await item_about("contrato", day))
    await press(day, "🟡")
    await expect(day).to_contain_text("🟡 Amarillo")
    await press(day, "Deshacer")
    await expect(day).to_contain_text("🔴 Rojo")
    await press(day, "Volver al día")
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
    """The process that runs the jobs now tells her what her leader comments over REST, whichever ran them before."""
    token = await running.token_of("lucia")
    status, _ = await running.call("POST", f"/tasks/{task}/comments", token, comentario=REMARK)
    assert status == 200
    await expect(ana.last).to_contain_text(REMARK, timeout=LEAD_MS)


def soon(running: Running, **ahead: float) -> str:
    return (running.clock.now() + timedelta(**ahead)).strftime("%Y-%m-%dT%H:%M:%SZ")


async def reminder(running: Running, username: str, at: str) -> None:
    """An event of somebody's in an hour, with a reminder."""
    token = await running.token_of(username)
    _, types = await running.get("/event-types")
    event = {
        "eventTypeId": next(each["id"] for each in types["data"] if each["code"] == "VISITA"),
        "title": VISIT,
        "startDatetime": soon(running, hours=1),
        "endDatetime": soon(running, hours=2),
        "statusId": 1,
    }
    _, made = await running.call("POST", "/events", token, **event)
    status, _ = await running.call("POST", "/reminders", token, eventId=made["data"]["id"], remindAt=at)
    assert status == 200


async def late_task(running: Running, username: str) -> int:
    """A task of somebody's that was to be done the day before yesterday."""
    asked, due = (f"{running.today - timedelta(days=ago)}" for ago in (9, 2))
    task = {"descripcion": WORK, "fechaSolicitud": asked, "fechaCumplir": due}
    status, made = await running.call("POST", "/tasks", await running.token_of(username), **task)
    assert status == 200
    return made["data"]["id"]


async def says_why_it_is_stuck(person: Person, survey: Locator) -> None:
    """The button, and the reason in words."""
    for button in ("Ya está", "Sigo en ella", "Está atorada", "Comentar"):
        await expect(survey.get_by_role("button", name=button)).to_be_visible()
    await press(survey, "Está atorada")
    await expect(survey).to_contain_text("¿Qué la detiene, y quién la destraba?")
    await person.write(WHY)
    await expect(await person.showing("Motivo guardado")).to_contain_text("🔴")


async def is_red_with_its_reason(running: Running, username: str, task: int) -> None:
    """The item of today, and the comment, over REST."""
    token = await running.token_of(username)
    _, log = await running.get(f"/daily-logs/me?fecha={running.today}", token)
    assert [item["semaforo"] for item in log["data"]["items"] if item["taskId"] == task] == ["ROJO"]
    _, comments = await running.get(f"/tasks/{task}/comments", token)
    assert [comment["comentario"] for comment in comments["data"]] == [WHY]


async def asked_again_nothing_is_sent(person: Person, running: Running) -> None:
    """The trigger, twice."""
    service, messages = await running.token_of("integracion"), await person.from_bot.count()
    for _ in range(2):
        _, answer = await running.call("POST", SURVEY, service)
        assert "mensajes 0" in answer["message"]
    await person.panel.page.wait_for_timeout(SENT_WITHIN_MS)
    assert await person.from_bot.count() == messages

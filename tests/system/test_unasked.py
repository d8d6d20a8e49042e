"""What comes unasked, in a real browser over `semaforo demo`: reminders, and the question about what is late."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Locator, expect

from tests.browser import tab
from tests.system.story import Demo, Person, demo, press

WORK = "Cambiar la cerradura de la bodega"
VISIT = "Visita al taller"
WHY = "El cerrajero no tiene la pieza"
SURVEY = "/internal/jobs/overdue-survey/run"
SENT_WITHIN_MS = 1500
BY_THE_CLOCK_MS = 130_000
"""A minute ahead, and until the minute after that begins."""


def soon(**ahead: float) -> str:
    return (datetime.now(UTC) + timedelta(**ahead)).strftime("%Y-%m-%dT%H:%M:%SZ")


async def reminder(running: Demo, title: str, at: str) -> None:
    """An event of Ana's in an hour, with a reminder."""
    _, types = await running.get("/event-types")
    event = {
        "eventTypeId": next(each["id"] for each in types["data"] if each["code"] == "VISITA"),
        "title": title,
        "startDatetime": soon(hours=1),
        "endDatetime": soon(hours=2),
        "statusId": 1,
    }
    _, made = await running.call("POST", "/events", **event)
    status, _ = await running.call("POST", "/reminders", eventId=made["data"]["id"], remindAt=at)
    assert status == 200


async def late_task(running: Demo) -> int:
    """A task of Ana's that was to be done the day before yesterday."""
    dates = {
        "fechaSolicitud": f"{running.today - timedelta(days=9)}",
        "fechaCumplir": f"{running.today - timedelta(days=2)}",
    }
    status, made = await running.call("POST", "/tasks", descripcion=WORK, **dates)
    assert status == 200
    return made["data"]["id"]


async def says_why_it_is_stuck(ana: Person, survey: Locator) -> None:
    """The button, and the reason in words."""
    for button in ("Ya está", "Sigo en ella", "Está atorada", "Comentar"):
        await expect(survey.get_by_role("button", name=button)).to_be_visible()
    await press(survey, "Está atorada")
    await expect(survey).to_contain_text("¿Por qué?")
    await ana.write(WHY)
    await ana.answered("Comentario guardado")
    await expect(survey).to_contain_text("🔴")


async def is_red_with_its_reason(running: Demo, task: int) -> None:
    """The item of today, and the comment, over REST."""
    _, log = await running.get(f"/daily-logs/me?fecha={running.today}")
    assert [item["semaforo"] for item in log["data"]["items"] if item["taskId"] == task] == ["ROJO"]
    _, comments = await running.get(f"/tasks/{task}/comments")
    assert [comment["comentario"] for comment in comments["data"]] == [WHY]


async def asked_again_nothing_is_sent(ana: Person, running: Demo) -> None:
    """The trigger, twice."""
    service, messages = await running.semaforo("token", "issue", "integracion"), await ana.from_bot.count()
    for _ in range(2):
        _, answer = await running.call("POST", SURVEY, service)
        assert "mensajes 0" in answer["message"]
    await ana.panel.page.wait_for_timeout(SENT_WITHIN_MS)
    assert await ana.from_bot.count() == messages


async def test_what_comes_unasked_arrives_once_and_blocked_makes_the_item_red_with_the_reason(tmp_path):
    async with demo("--data", str(tmp_path)) as running, tab(running.chat) as page:
        ana = Person(page, "ana")
        await ana.begin()
        task = await late_task(running)
        await running.semaforo("job", "run", "overdue-survey")
        await says_why_it_is_stuck(ana, await ana.showing(WORK))
        await is_red_with_its_reason(running, task)
        await asked_again_nothing_is_sent(ana, running)
        await reminder(running, VISIT, soon())
        await running.semaforo("job", "run", "reminders")
        await expect((await ana.showing(VISIT)).get_by_role("button", name="10 min")).to_be_visible()


@pytest.mark.long
async def test_a_reminder_set_for_one_minute_ahead_arrives_by_the_clock():
    async with demo() as running, tab(running.chat) as page:
        ana = Person(page, "ana")
        await ana.begin()
        await reminder(running, VISIT, soon(minutes=1))
        await expect(ana.last).to_contain_text(VISIT, timeout=BY_THE_CLOCK_MS)

"""An assistant at work: it reads the day, proposes an event, and its person confirms that in the chat."""

import base64
from contextlib import asynccontextmanager
from io import BytesIO

import msgspec
import pytest
from PIL import Image

from core.base.calendar_time import ONE_DAY
from tests.assistants import client_of
from tests.browser import tab
from tests.system.story import Person, demo, press

SECONDS = 60
"""The time that assistants wait; a rehearsal takes some of it on a busy machine."""


@asynccontextmanager
async def assistant(running, token):
    headers = {"Authorization": f"Bearer {token}"}
    address = running.api.partition("/api/")[0] + "/mcp"
    async with client_of(address, headers=headers, timeout=SECONDS) as client:
        yield client


async def told(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


@pytest.mark.long
@pytest.mark.timeout(300)  # on a busy machine
async def test_it_reads_the_day_and_proposes_an_event_which_its_person_confirms(tmp_path):
    async with demo("--data", str(tmp_path)) as running, tab(running.chat) as page:
        ana = Person(page, "ana")
        await ana.begin()
        scopes = ("logs:read", "events:write", "tasks:read", "people:read")
        flags = [part for scope in scopes for part in ("--scope", scope)]
        token = await running.semaforo("token", "issue", "ana", "--name", "Claude", *flags)
        async with assistant(running, token) as client:
            day = await told(client, "my_day")
            assert (day["state"], day["fecha"]) == ("NOT_OPENED", running.today.isoformat())
            assert day["openTasks"]
            people = {each["username"]: each["id"] for each in (await told(client, "list_people"))["people"]}
            meeting = {
                "title": "Repasar el contrato", "participantUserIds": [people["ana"], people["luis"]],
                "startDatetime": f"{running.today}T17:00", "endDatetime": f"{running.today}T17:30",
            }  # fmt: skip
            made = await told(client, "draft_event", **meeting)
            assert made == {"waitsForConfirmation": True, "meeting": None}
        card = await ana.showing("Claude te propone este evento")
        assert "Repasar el contrato" in await card.inner_text()
        await press(card, "✅ Sí, hazlo")
        await ana.answered("Hecho, a tu nombre")
        (event,) = await found(running, token, "Repasar el contrato")
        rows = (await running.get(f"/events/{event['id']}/history", token))[1]["data"]["rows"]
        assert {(row["via"], row["actor"]) for row in rows} == {("mcp", people["ana"])}


async def found(running, token, title):
    _, answer = await running.get("/events", token)
    return [each for each in answer["data"] if each["title"] == title]


@pytest.mark.long
async def test_a_leaders_week_comes_with_its_picture_and_the_days_to_come_are_rehearsed(tmp_path):
    async with demo("--data", str(tmp_path)) as running, assistant(running, await running.token_of("lucia")) as client:
        result = await client.call_tool("team_week", {})
        foretold = await told(client, "simulate", hasta=str(running.today + 7 * ONE_DAY))
    assert {"open_prompt"} <= {each["fate"]["kind"] for each in foretold["messages"]}
    _, image, numbers = result.content
    assert msgspec.json.decode(numbers.text)["desde"] <= running.today.isoformat()
    with Image.open(BytesIO(base64.b64decode(image.data))) as picture:
        assert (picture.format, picture.width > 400) == ("PNG", True)

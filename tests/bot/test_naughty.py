"""Whatever people write is shown as they wrote it, in messages that Telegram takes, and stored unchanged."""

import pytest

from core import users
from tests.naughty import LONG, STRINGS


def refused(world):
    """Calls that Telegram did not take, but for redrawing what was there already."""
    calls = [call for call in world.sandbox.calls if not call.ok and "not modified" not in (call.description or "")]
    return [(call.method, call.description, call.params) for call in calls]


async def test_there_are_more_than_two_hundred():
    assert len(set(STRINGS)) > 200


async def test_descriptions_are_shown_everywhere(world):
    made = [await world.task("ana", text=words, due=index % 30) for index, words in enumerate(STRINGS)]
    panel = await world.says("ana", "/abrir", "abierto")
    items = (await world.log("ana")).items
    for page in range((len(items) + 9) // 10):
        press = await world.phone("ana").press_data(panel, f"1:d:2026-11-23:{page}")
        await world.phone("ana").wait_answer(press)
    for item in items:
        press = await world.phone("ana").press_data(panel, f"1:i:2026-11-23:{item.id}")
        await world.phone("ana").wait_answer(press)
    await world.quiet()
    assert refused(world) == []
    assert [task.descripcion for task in [await world.task_now(task) for task in made]] == STRINGS


async def test_descriptions_are_shown_on_cards_in_lists_and_to_leaders(world):
    for index, words in enumerate(STRINGS):
        await world.task("ana", text=words, due=index % 30)
    await world.open_log("ana")
    own = await world.says("ana", "/tareas", "Mis tareas")
    for page in range(len(STRINGS) // 8 + 1):
        await world.phone("ana").wait_answer(await world.phone("ana").press_data(own, f"1:l:o:{page}"))
    for number in range(1, len(STRINGS) + 1):
        await world.phone("ana").wait_answer(await world.phone("ana").press_data(own, f"1:t:{number}"))
    team = await world.says("lucia", "/equipo", "Equipo")
    ana = world.users["ana"].id
    for page in range(len(STRINGS) // 10 + 1):
        press = await world.phone("lucia").press_data(team, f"1:p:2026-11-23:{ana}:{page}")
        await world.phone("lucia").wait_answer(press)
    await world.quiet()
    assert refused(world) == []


async def test_whole_descriptions_are_told_in_as_many_messages_as_they_need(world):
    for words in LONG:
        task = await world.task("ana", text=words)
        await world.says("ana", f"/tarea {task.id}", "Responsables")
    assert refused(world) == []


async def test_comments_are_stored_as_typed(world):
    task = await world.task("ana", due=5)
    typed = []
    for words in STRINGS:
        if not words.strip() or len(words) > 2000 or words.startswith(("/", "\x00")):
            continue
        sent = await world.phone("ana").send(f"/comentar 1 x{words}")
        typed.append(sent.text.removeprefix("/comentar 1 "))
    await world.quiet()
    assert await world.comments(task) == typed
    await world.says("ana", "/tarea 1", "comentarios")
    await world.quiet()
    assert refused(world) == []


@pytest.mark.parametrize(("who", "command"), [("ana", "/zona"), ("pablo", "/timezone"), ("ana", "/token")])
async def test_as_the_argument_of_a_command_of_ones_account(world, caplog, who, command):
    before = await world.operate(users.list_users)
    for words in STRINGS:
        await world.phone(who).send(f"{command} x{words}"[:4096])
    await world.quiet()
    assert refused(world) == []
    assert [record for record in caplog.records if record.exc_info] == []
    assert await world.operate(users.list_users) == before


@pytest.mark.parametrize("name", ["<b>", "{x}", "😀" * 100, "שלום", "x" * 100, "&amp;"])
async def test_names_are_shown_as_they_are(world, name):
    await world.operate(users.set_user, "ana", users.UserUpdate(name=name))
    await world.task("ana")
    await world.says("ana", "/tarea 1", "Responsables")
    panel = await world.says("lucia", "/equipo", "Equipo")
    await world.presses("lucia", panel, panel.rows[0][0].text)
    code = await world.operate(users.invite, "ana")
    asked = await world.says("mallory", code, "Este código")
    await world.taps("mallory", asked, "Sí, soy yo")
    assert refused(world) == []


async def test_a_description_without_end_does_not_flood_the_chat(world):
    await world.task("ana", text="palabra " * 120_000)
    shown = await world.says("ana", "/tarea 1", "comentarios")
    assert "palabra…" in shown.text.replace("\u2069", "")
    assert "Responsables: Ana" in shown.text
    assert len([message for message in world.phone("ana").messages if message.from_bot]) <= 12

"""Actions of people at the stand-in, and what they see and wait for."""

import asyncio

import pytest
from aiohttp import ClientSession

from bot.sandbox import Person, Sandbox, SandboxError

from .conftest import TOKEN, Raw

pytestmark = pytest.mark.asyncio

KEYS = {"inline_keyboard": [[{"text": "Sí", "callback_data": "y"}, {"text": "No", "callback_data": "n"}]]}


async def test_writing_editing_deleting(sandbox: Sandbox):
    ana = sandbox.person("ana")
    assert ana is sandbox.person(101) is sandbox.person("Ana")
    first = await ana.send("  hola /hoy  ")
    assert (first.text, first.from_bot, first.marked("bot_command")) == ("hola /hoy", False, ["/hoy"])
    edited = await ana.edit(first, "adiós")
    assert edited.edited
    assert ana.current(first) == edited
    assert not first.edited
    assert [set(update) - {"update_id"} for update in sandbox.pending_updates] == [{"message"}, {"edited_message"}]
    reply = await ana.reply(edited, "sí")
    assert reply.reply_to == first.id
    await ana.send_document(b"x", name="a.txt")
    await ana.delete(edited)
    with pytest.raises(SandboxError, match="is gone"):
        ana.current(first)
    await ana.clear()
    assert ana.messages == []


async def test_waiting_misses_nothing(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    await ana.send("/hoy")
    await raw("sendMessage", chat_id=101, text="uno")
    await raw("sendMessage", chat_id=102, text="para otro")
    sent = await raw("sendMessage", chat_id=101, text="dos", reply_markup=KEYS)
    assert (await ana.wait()).text == "uno"
    panel = await ana.wait("dos")
    later = asyncio.create_task(ana.wait(lambda message: message.edited))
    await asyncio.sleep(0)
    await raw("editMessageText", chat_id=101, message_id=sent["result"]["message_id"], text="tres")
    assert (await later).text == "tres"
    assert (panel.text, panel.keyboard) == ("dos", [["Sí", "No"]])
    with pytest.raises(TimeoutError, match=r"waited 0\.05 s"):
        await ana.wait("nunca", timeout=0.05)


async def test_pressing(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    await raw("sendMessage", chat_id=101, text="?", reply_markup=KEYS)
    old = ana.last
    await raw("editMessageText", chat_id=101, message_id=old.id, text="ya")
    press = await ana.press(old, "y")
    assert sandbox.pending_updates[-1]["callback_query"]["data"] == "y"
    with pytest.raises(TimeoutError, match="was not answered"):
        await ana.wait_answer(press, timeout=0.05)
    waiting = asyncio.create_task(ana.wait_answer(press))
    await asyncio.sleep(0)
    await raw("answerCallbackQuery", callback_query_id=press.id, text="va")
    assert (await waiting).text == "va"
    with pytest.raises(LookupError, match="no single button 'Quizá'"):
        await ana.press(old, "Quizá")
    with pytest.raises(LookupError):
        await ana.press(ana.current(old), "y")
    link = {"inline_keyboard": [[{"text": "Web", "url": "https://example.com"}]]}
    await raw("sendMessage", chat_id=101, text="?", reply_markup=link)
    with pytest.raises(SandboxError, match="open_link"):
        await ana.press(ana.last, "Web")


async def test_a_press_grows_stale():
    now = [1_900_000_000.0]
    people = [Person(1, "A", "a_", started=True)]
    async with Sandbox(TOKEN, "semaforo_bot", "S", people, clock=lambda: now[0]) as box, ClientSession() as session:
        raw = Raw(session, box.url)
        await raw("sendMessage", chat_id=1, text="?", reply_markup=KEYS)
        press = await box.person(1).press(box.person(1).last, "y")
        now[0] += 61
        assert "query is too old" in await raw.error("answerCallbackQuery", callback_query_id=press.id)


async def test_deep_links(sandbox: Sandbox, raw: Raw):
    eva = sandbox.person("eva")
    assert (await eva.open_link("https://t.me/semaforo_bot?start=abc-1")).text == "/start abc-1"
    assert (await eva.open_link("t.me/Semaforo_Bot")).text == "/start"
    assert (await raw("sendMessage", chat_id=103, text="hola"))["ok"]
    for url in ("https://t.me/otro_bot?start=x", "https://example.com"):
        with pytest.raises(SandboxError, match="is no link to"):
            await eva.open_link(url)


async def test_sharing_a_location(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    asked = (await raw("sendMessage", chat_id=101, text="¿Dónde estás?"))["result"]
    sent = await ana.send_location(19.4326, -99.1332, reply_to=asked["message_id"])
    assert (sent.text, sent.reply_to) == ("", asked["message_id"])
    (update,) = sandbox.pending_updates
    assert update["message"]["location"] == {"latitude": 19.4326, "longitude": -99.1332}
    for latitude, longitude in ((90.1, 0), (0, -180.1), (float("nan"), 0)):
        with pytest.raises(SandboxError, match="no place on earth"):
            await ana.send_location(latitude, longitude)
    group = await sandbox.group("Equipo", "ana")
    before = len(sandbox.pending_updates)
    await ana.send_location(0, 0, chat=group.id)
    assert len(sandbox.pending_updates) == before


async def test_what_no_client_would_do(sandbox: Sandbox):
    ana, luis = sandbox.person("ana"), sandbox.person("luis")
    theirs = await luis.send("hola")
    for attempt in (ana.send("   "), ana.edit(theirs, "x"), ana.send("x", chat=102), ana.send("x", reply_to=5)):
        with pytest.raises(SandboxError):
            await attempt
    await ana.block()
    await ana.block()
    with pytest.raises(SandboxError, match="has blocked"):
        await ana.send("x")
    with pytest.raises(SandboxError, match="nobody here"):
        sandbox.person("zoe")
    with pytest.raises(SandboxError, match="has not written"):
        _ = luis.last
    with pytest.raises(SandboxError):
        sandbox.add_person(Person(101, "Otra", "otra"))
    assert sandbox.add_person(Person(104, "Zoe", "zoe")) is sandbox.person("zoe")


async def test_only_this_machine(sandbox: Sandbox, raw: Raw):
    with pytest.raises(SandboxError, match="not a loopback address"):
        await Sandbox(TOKEN, "semaforo_bot", "S", []).start("0.0.0.0")
    with pytest.raises(SandboxError, match="started already"):
        await sandbox.start()
    foreign = {"Host": "evil.example"}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}
    for headers in (*foreign, {"Sec-Fetch-Site": "same-site"}):
        async with raw.session.post(f"{sandbox.url}/sandbox/people/ana/block", headers=headers) as answer:
            assert answer.status == 403
        async with raw.session.get(f"{sandbox.url}/bot{TOKEN}/deleteWebhook", headers=headers) as answer:
            assert answer.status == 403
    async with raw.session.get(f"{sandbox.url}/", headers={"Sec-Fetch-Site": "none"}) as answer:
        assert answer.status == 200
    with pytest.raises(SandboxError, match="bot token"):
        Sandbox("nonsense", "semaforo_bot", "S", [])
    with pytest.raises(SandboxError, match="no bot name"):
        Sandbox(TOKEN, "@x", "S", [])
    with pytest.raises(SandboxError, match="no time zone"):
        Sandbox(TOKEN, "semaforo_bot", "S", [], timezone="America/Nowhere")


async def test_topics_of_a_group(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    small = await sandbox.group("Equipo", "ana")
    with pytest.raises(SandboxError, match="only a supergroup"):
        await small.add_topic("Avances")
    assert await raw.bad("sendMessage", chat_id=small.id, text="x", message_thread_id=1) == "message thread not found"
    group = await sandbox.group("Foro", "ana", "luis", supergroup=True)
    topic = await group.add_topic("Avances")
    created = sandbox.pending_updates[-1]["message"]
    assert created["forum_topic_created"]["name"] == "Avances"
    assert created["message_id"] == created["message_thread_id"] == topic
    assert created["chat"]["is_forum"] is True
    said = await ana.send("/rojo", chat=group.id, topic=topic)
    assert sandbox.pending_updates[-1]["message"]["is_topic_message"] is True
    answer = (await raw("sendMessage", chat_id=group.id, text="nada", message_thread_id=topic))["result"]
    assert (answer["message_thread_id"], answer["is_topic_message"]) == (topic, True)
    reply = await ana.reply(await ana.wait("nada", chat=group.id), "gracias")
    assert (reply.raw["message_thread_id"], reply.raw["is_topic_message"]) == (topic, True)
    general = (await raw("sendMessage", chat_id=group.id, text="todos"))["result"]
    assert "message_thread_id" not in general
    await group.close_topic(topic)
    assert await raw.bad("sendMessage", chat_id=group.id, text="x", message_thread_id=topic) == "TOPIC_CLOSED"
    with pytest.raises(SandboxError, match="no open topic"):
        await ana.send("x", chat=group.id, topic=topic)
    assert said.raw["message_thread_id"] == topic


async def test_a_reply_in_a_supergroup_has_a_thread_that_is_not_a_topic(sandbox: Sandbox, raw: Raw):
    ana = sandbox.person("ana")
    group = await sandbox.group("Súper", "ana", supergroup=True)
    first = await ana.send("/rojo", chat=group.id)
    second = await ana.reply(first, "/hoy")
    third = await ana.reply(second, "/hoy")
    assert second.raw["message_thread_id"] == third.raw["message_thread_id"] == first.id
    assert "is_topic_message" not in third.raw
    assert (
        await raw.bad("sendMessage", chat_id=group.id, text="x", message_thread_id=first.id)
        == "message thread not found"
    )
    small = await sandbox.group("Equipo", "ana")
    reply = await ana.reply(await ana.send("/hoy", chat=small.id), "/hoy")
    assert "message_thread_id" not in reply.raw


async def test_an_administrator_writes_in_the_groups_name(sandbox: Sandbox):
    ana = sandbox.person("ana")
    group = await sandbox.group("Equipo", "ana", supergroup=True)
    said = await ana.send("/rojo", chat=group.id, anonymous=True)
    told = sandbox.pending_updates[-1]["message"]
    assert (told["from"]["username"], told["sender_chat"]["id"]) == ("GroupAnonymousBot", group.id)
    assert not said.from_bot


async def test_let_back_in_and_upgraded_the_bot_is_told_as_telegram_tells_it(sandbox: Sandbox):
    group = await sandbox.group("Equipo", "ana")
    await group.remove_bot()
    await group.add_bot()
    assert [member["username"] for member in sandbox.pending_updates[-1]["message"]["new_chat_members"]] == [
        "semaforo_bot"
    ]
    await group.upgrade()
    before, joined, after = sandbox.pending_updates[-3:]
    assert before["message"]["migrate_to_chat_id"] == group.id
    assert (joined["my_chat_member"]["chat"]["id"], joined["my_chat_member"]["new_chat_member"]["status"]) == (
        group.id,
        "member",
    )
    assert after["message"]["chat"]["id"] == group.id
    assert "migrate_from_chat_id" in after["message"]

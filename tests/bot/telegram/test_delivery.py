"""Every update is answered once, in order within its chat, whatever it is and whatever becomes of the process."""

import asyncio
import json
import logging
from datetime import timedelta

import pytest

from bot.chat import router
from bot.chat.callbacks.day import OpenDay
from bot.telegram.inbox import as_update
from bot.telegram.processor import CHATS_AT_ONCE
from core.base.errors import Code, Unavailable
from core.people import users
from tests.bot.telegram.processing import Remembering, numbered, processing
from tests.tables import each_row
from tests.waiting import until


async def opened(world, who="ana"):
    """The panel of somebody's only item."""
    await world.task(who, text="Revisar", due=9)
    return await world.taps(who, await world.says(who, "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")


async def test_an_update_delivered_again_is_applied_once(world):
    task = await world.task("ana")
    await world.quiet()
    await world.stop_bot()
    await world.phone("ana").send("/comentar 1 una vez")
    (update,) = world.sandbox.pending_updates
    await world.start_bot()
    await world.phone("ana").wait("guardado")
    await world.quiet()
    world.sandbox.inject(update)
    await world.quiet()
    assert await world.comments(task) == ["una vez"]
    assert len(world.phone("ana").messages) == 2


@pytest.mark.parametrize("method", ["editMessageText", "answerCallbackQuery"])
async def test_killed_between_the_change_and_its_answer_the_panel_comes_true(world, method):
    panel = await opened(world)
    fault = world.sandbox.faults.delay(30, method=method)
    await world.phone("ana").press(panel, "50")
    await until(lambda: fault.hits)
    assert (await world.log("ana")).items[0].porcentaje == 50
    await world.kill_bot()
    assert len(await world.chat.pending()) == 1
    world.clock.advance(minutes=5)
    await world.start_bot()
    await world.quiet()
    assert "50\u00a0%" in world.phone("ana").current(panel).text
    assert await world.chat.pending() == []


async def test_killed_after_linking_the_welcome_still_comes(office):
    await office.start_bot()
    code = await office.operate(users.invite, "ana")
    asked = await office.says("ana", code)
    async with office.killed_in("editMessageText"):
        await office.phone("ana").press(asked, "Sí, soy yo")
    assert "Hola, Ana. Tres veces al día" in (await office.phone("ana").wait()).text


async def test_killed_in_a_burst_nothing_is_lost_and_the_panel_is_true(world):
    """Killed twice: what is in hand for the third time is put aside."""
    panel = await opened(world)
    for number in range(40):
        await world.phone("ana").press(panel, ["25", "50", "🟡", "🔴", "75"][number % 5])
        if number % 20 == 5:
            await asyncio.sleep(0.02)
            await world.kill_bot()
            await world.start_bot()
    await world.quiet()
    item = (await world.log("ana")).items[0]
    assert (item.porcentaje, item.semaforo) == (75, "ROJO")
    assert "🔴 Rojo · ▰▰▰▱▱ 75\u00a0%" in world.phone("ana").current(panel).text


async def test_stopping_finishes_what_is_in_hand(world):
    panel = await opened(world)
    fault = world.sandbox.faults.delay(0.3, method="editMessageText")
    press = await world.phone("ana").press(panel, "50")
    await until(lambda: fault.hits)
    await world.stop_bot()
    assert await world.chat.pending() == []
    assert press.answer is not None
    assert "50\u00a0%" in world.phone("ana").current(panel).text


async def test_a_restart_remembers_questions_and_what_messages_show(world):
    panel = await opened(world)
    await world.taps("ana", panel, "🟠")
    await world.stop_bot()
    await world.start_bot()
    await world.says("ana", "por la lluvia", "Comentario guardado")
    await world.replies("ana", panel, "30", "30\u00a0%")
    assert await world.comments(await world.task_by_id(1)) == ["por la lluvia"]


async def test_who_was_told_once_is_not_told_again_after_a_restart(world):
    await world.says("mallory", "hola", "no está vinculada")
    await world.stop_bot()
    await world.start_bot()
    await world.phone("mallory").send("¿hola?")
    assert await world.silent("mallory")


PERSON = {"id": 101, "is_bot": False, "first_name": "Ana", "language_code": "es"}
PRIVATE = {"id": 101, "type": "private", "first_name": "Ana"}
MALFORMED = [
    {},
    {"message": None},
    {"message": {}},
    {"message": "hola"},
    {"message": {"message_id": 1}},
    {"message": {"message_id": "x", "chat": PRIVATE, "from": PERSON, "date": "ayer", "text": "/hoy"}},
    {"message": {"message_id": 1, "chat": 7, "date": 1}},
    {"message": {"message_id": 1, "chat": {"id": "101"}, "date": 1, "text": "/hoy"}},
    {"message": {"message_id": 1, "chat": PRIVATE, "from": PERSON, "date": 1, "text": 5}},
    {"message": {"message_id": 1, "chat": PRIVATE, "from": PERSON, "date": 10**20, "text": "/hoy"}},
    {"message": {"message_id": 1, "chat": PRIVATE, "date": 1, "text": "sin remitente"}},
    {"callback_query": {}},
    {"callback_query": {"id": "1", "from": PERSON, "chat_instance": "1"}},
    {"callback_query": {"id": "1", "from": PERSON, "chat_instance": "1", "data": "1:d:2026-11-23:0"}},
    {"callback_query": {"id": "1", "from": None, "data": 5, "message": {"chat": PRIVATE}}},
    {"my_chat_member": {"chat": PRIVATE}},
    {"something_new": {"chat": PRIVATE, "value": [1, 2]}},
    {"poll": {"id": "1"}},
    {"edited_message": {"message_id": 1, "chat": PRIVATE, "from": PERSON, "date": 1, "edit_date": 2, "text": "/hoy"}},
    {"channel_post": {"message_id": 1, "chat": {"id": -1001, "type": "channel", "title": "c"}, "date": 1, "text": "x"}},
    {"inline_query": {"id": "1", "from": PERSON, "query": "x", "offset": ""}},
]


async def test_malformed_and_unknown_updates_are_passed_over(world, caplog):
    for update in MALFORMED:
        world.sandbox.inject(json.loads(json.dumps(update)))
    await world.says("ana", "/hoy", sees="Sin abrir")
    await world.quiet()
    assert await world.chat.pending() == []
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_press_without_its_message_is_told_to_come_in_private(world):
    """Under what was shared by `@bot`, where the bot is not in the chat, Telegram names no message."""
    sender = {"id": 101, "is_bot": False, "first_name": "Ana", "language_code": "es"}
    press = {"id": "77", "from": sender, "inline_message_id": "x", "chat_instance": "y", "data": "x"}
    world.sandbox.inject({"callback_query": press})
    await until(lambda: world.sandbox.calls_to("answerCallbackQuery"))
    (answer,) = world.sandbox.calls_to("answerCallbackQuery")
    assert answer.params["text"] == "Eso es entre tú y yo: escríbeme en privado."


@each_row([None, [], "x", {}, {"update_id": None}, {"update_id": "5"}, {"update_id": True}, {"update_id": 2**70}])
def test_what_has_no_number_is_not_an_update(content):
    assert as_update(content) is None


@each_row(
    [
        ({"message": {"chat": {"id": 5}}}, 5),
        ({"callback_query": {"message": {"chat": {"id": -5}}}}, -5),
        ({"my_chat_member": {"chat": {"id": 7}}}, 7),
        ({"callback_query": {"inline_message_id": "x"}}, 0),
        ({"message": {"chat": {"id": "5"}}}, 0),
        ({"message": {"chat": {"id": True}}}, 0),
        ({"message": {"chat": {"id": 2**64}}}, 0),
        ({"poll": 5}, 0),
    ]
)
def test_the_chat_whose_order_an_update_belongs_to(content, chat):
    assert as_update({"update_id": 1, **content}).chat_id == chat


@each_row(
    [
        ({"text": "nos vemos a las 12"}, False),
        ({"text": "el semáforo de la esquina no sirve"}, False),
        ({"text": "@semaforo_bot ¿quién falta?"}, True),
        ({"caption": "@semaforo_bot el plano"}, True),
        ({"text": "Semáforo, ¿quién falta?"}, True),
        ({"text": "¿quién falta, semáforo?"}, True),
    ]
)
def test_of_a_group_only_what_is_said_to_the_bot_is_written_down(said, kept):
    message = {"message_id": 1, "chat": {"id": -5, "type": "group"}, **said}
    stored = json.loads(as_update({"update_id": 1, "message": message}, "semaforo_bot").body)["message"]
    assert (said.items() <= stored.items()) is kept


async def test_a_file_about_nothing_gets_a_sentence(world):
    await world.phone("ana").send_photo()
    assert "¿De qué tarea es?" in (await world.phone("ana").wait()).text


async def test_a_strangers_photo_gets_the_one_polite_answer(world):
    await world.phone("mallory").send_photo()
    assert "no está vinculada" in (await world.phone("mallory").wait()).text


async def test_an_edited_message_changes_nothing_and_says_so(world):
    task = await world.task("ana")
    sent = await world.phone("ana").send("/comentar 1 uno")
    await world.phone("ana").wait("guardado")
    await world.phone("ana").edit(sent, "/comentar 1 dos")
    await world.phone("ana").wait("no cambia nada")
    assert await world.silent("ana")
    assert await world.comments(task) == ["uno"]


async def test_a_reaction_to_ones_own_message_is_nothing(world):
    ana = world.phone("ana")
    sent = await ana.send("/tareas")
    await ana.wait()
    photo = await ana.send_photo(caption="así quedó")
    await ana.wait()
    for message in (sent, sent, photo):
        await ana.react(message)
        assert await world.silent("ana")


async def test_a_reaction_to_what_was_edited_is_compared_with_what_it_says_by_then(world):
    ana = world.phone("ana")
    sent = await ana.send("/tareas")
    await ana.wait()
    sent = await ana.edit(sent, "/tareas hoy")
    await ana.wait("no cambia nada")
    await ana.react(sent)
    assert await world.silent("ana")
    await ana.edit(sent, "/tareas")
    await ana.wait("no cambia nada")


async def test_another_file_under_the_same_words_is_an_edit(world):
    ana = world.phone("ana")
    sent = await ana.send_photo(caption="así quedó")
    await ana.wait()
    photo = [{"file_id": "other", "file_unique_id": "other", "width": 9, "height": 9}]
    world.sandbox.inject({"edited_message": {**sent.raw, "edit_date": sent.raw["date"] + 9, "photo": photo}})
    await ana.wait("¿De qué tarea es?")


async def test_what_is_older_than_people_may_edit_is_not_answered(world):
    ana = world.phone("ana")
    sent = await ana.send("/tareas")
    await ana.wait()
    await world.chat.prune(world.clock.now() + timedelta(seconds=1), world.clock.now())
    await ana.react(sent)
    assert await world.silent("ana")


@pytest.mark.parametrize(
    "told",
    [
        {"pinned_message": {"message_id": 1, "date": 1, "chat": PRIVATE}},
        {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86400}},
        {"chat_background_set": {}},
        {"write_access_allowed": {"from_request": True}},
    ],
)
async def test_what_telegram_tells_of_the_chat_is_nobodys_message(world, told):
    ana = world.phone("ana")
    await world.says("ana", "/hoy")
    person = {"id": ana.id, "is_bot": False, "first_name": "Ana"}
    message = {"message_id": 90, "date": 1, "from": person, "chat": {"id": ana.id, "type": "private"}}
    world.sandbox.inject({"message": {**message, **told}})
    assert await world.silent("ana")
    world.sandbox.inject({"message": {**message, "sticker": {"file_id": "s", "file_unique_id": "s"}}})
    await ana.wait("solo entiendo texto")


async def test_a_fault_of_ours_is_an_apology_and_a_stack_with_the_updates_number(world, caplog, monkeypatch):
    panel = await world.says("ana", "/hoy")

    async def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setitem(router.ACTIONS, OpenDay, broken)
    monkeypatch.setitem(router.COMMANDS, "tareas", broken)
    after = await world.taps("ana", panel, "☀️ Abrir el día", notice_has="Algo falló de nuestro lado", alert=True)
    assert after.text == panel.text
    await world.says("ana", "/tareas", sees="Algo falló de nuestro lado")
    stacks = [record for record in caplog.records if record.exc_info]
    assert len(stacks) == 2
    assert all("update " in record.getMessage() for record in stacks)
    await world.quiet()
    assert await world.chat.pending() == []


async def test_the_apology_is_in_the_persons_own_language(world, monkeypatch):
    async def broken(*_):
        raise ZeroDivisionError

    await world.says("ana", "/idioma en")
    monkeypatch.setitem(router.COMMANDS, "tasks", broken)
    await world.says("ana", "/tasks", sees="Something failed on our side")


async def test_a_chats_updates_keep_their_order_and_chats_run_beside_each_other():
    done, gates = [], {1: asyncio.Event(), 2: asyncio.Event()}

    async def handle(update):
        await gates[update.chat_id].wait()
        await asyncio.sleep(0.001 * (10 - update.update_id))
        done.append(update.update_id)

    store = Remembering(numbered((1, 1), (2, 2)))
    processor = processing(store, handle)
    await processor.start()
    await processor.take_in(numbered((3, 1), (4, 2), (5, 1)))
    gates[2].set()
    await until(lambda: len(done) == 2)
    assert done == [2, 4]
    gates[1].set()
    await until(lambda: not processor.tasks)
    assert done == [2, 4, 1, 3, 5]
    assert sorted(store.marked) == [1, 2, 3, 4, 5]
    assert (processor.chats, store.claimed) == ({}, set())
    await processor.stop()


async def test_a_failing_update_does_not_hold_up_its_chat(caplog):
    done = []

    async def handle(update):
        if update.update_id == 1:
            raise ZeroDivisionError
        done.append(update.update_id)

    store = Remembering()
    processor = processing(store, handle)
    await processor.take_in(numbered((1, 1), (2, 1)))
    await until(lambda: not processor.tasks)
    assert done == [2]
    assert store.marked == [1, 2]
    assert "update 1 was not handled" in caplog.text


async def test_while_the_store_is_away_updates_wait_in_order():
    done, away = [], [True]

    async def handle(update):
        if away[0]:
            away[0] = False
            raise Unavailable(Code.UNAVAILABLE)
        done.append(update.update_id)

    processor = processing(Remembering(), handle)
    await processor.take_in(numbered((1, 1), (2, 1)))
    await until(lambda: not processor.tasks)
    assert done == [1, 2]


async def test_that_the_store_is_away_is_a_line_when_it_begins_and_one_when_it_is_over(monkeypatch, caplog):
    caplog.set_level("INFO")
    monkeypatch.setattr("bot.telegram.processor.LOOK_SECONDS", 0.001)
    store = Remembering()
    processor = processing(store, None)
    await processor.start()
    take, looks = store.take, []

    async def away(*_):
        looks.append(_)
        raise Unavailable(Code.UNAVAILABLE)

    store.take = away
    await until(lambda: len(looks) > 5)
    store.take = take
    await until(lambda: len(caplog.records) > 1)
    await processor.stop()
    first, second = (record.getMessage() for record in caplog.records)
    assert first == "the inbox: the database is away: updates wait"
    assert second.startswith("the inbox: works again after ")


@pytest.mark.usefixtures("hurried")
async def test_what_was_said_is_not_said_again_while_the_mark_cannot_be_written():
    said, store = [], Remembering()
    mark, away = store.answered, [True, True]

    async def answered(*mark_with):
        if away:
            away.pop()
            raise Unavailable(Code.UNAVAILABLE)
        return await mark(*mark_with)

    async def handle(update):
        said.append(update.update_id)

    store.answered = answered
    processor = processing(store, handle)
    await processor.take_in(numbered((1, 1), (2, 1)))
    await until(lambda: not processor.tasks)
    assert said == store.marked == [1, 2]


async def test_stopping_leaves_what_waits_in_the_inbox():
    gate, done = asyncio.Event(), []

    async def handle(update):
        await gate.wait()
        done.append(update.update_id)

    processor = processing(Remembering(), handle)
    await processor.take_in(numbered((1, 1), (2, 1)))
    await asyncio.sleep(0)
    stopping = asyncio.create_task(processor.stop())
    await asyncio.sleep(0)
    gate.set()
    await stopping
    assert done == [1]


async def test_a_chat_that_is_being_handled_is_claimed_anew_and_goes_on_in_order_one_at_a_time():
    """Between the look for the next update and the end of the claim, another may come: a look finds the chat again."""
    now, done, store = [], [], Remembering(numbered((1, 1)))
    gate = asyncio.Event()

    async def handle(update):
        assert now == []
        now.append(update)
        await gate.wait()
        now.remove(update)
        done.append(update.update_id)

    processor = processing(store, handle)
    await processor.start()
    await until(lambda: now)
    later = numbered((2, 1))
    store.answered = last(store, later)
    processor.begin(later)
    gate.set()
    await until(lambda: not processor.tasks)
    assert done == [1, 2]
    await processor.stop()


def last(store, later):
    """Marks the first as the last of its chat; what came meanwhile waits."""
    mark = store.answered

    async def answered(update, at, claim):
        following = await mark(update, at, claim)
        store.waiting += later if update.update_id == 1 else []
        return following

    return answered


async def test_an_update_that_was_handled_is_not_handled_again_though_its_chat_was_claimed_anew():
    done, gate, store = [], asyncio.Event(), Remembering(numbered((5, 1)))

    async def handle(update):
        await gate.wait()
        done.append(update.update_id)

    processor = processing(store, handle)
    await processor.start()
    await asyncio.sleep(0)
    processor.begin(numbered((5, 1)))
    gate.set()
    await until(lambda: not processor.tasks)
    assert done == [5]
    await processor.stop()


async def test_no_more_chats_than_there_are_slots_are_handled_at_once():
    now, most, store = [], [0], Remembering(numbered(*((number, number) for number in range(1, 200))))

    async def handle(update):
        now.append(update)
        most[0] = max(most[0], len(now))
        await asyncio.sleep(0.001)
        now.remove(update)

    processor = processing(store, handle)
    await processor.start()
    await until(lambda: not processor.tasks)
    assert (most, len(store.marked)) == ([CHATS_AT_ONCE], 199)
    await processor.stop()

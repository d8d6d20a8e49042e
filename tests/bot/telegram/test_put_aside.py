"""An update that ends each process, or never ends, is put aside after three times; everybody else is served."""

import asyncio
from functools import partial

import pytest

from bot.chat import router
from bot.process import careful
from bot.telegram import processor
from core.delivery.begun_work import work_put_aside
from core.records.jobs import WorkKind
from tests.bot.telegram.processing import Remembering, numbered, processing
from tests.waiting import until


@pytest.fixture
def hanging(monkeypatch):
    """Whoever writes /tareas is not answered; the chats that were begun to be."""
    begun = []

    async def hang(ctx, _):
        begun.append(ctx.chat_id)
        await asyncio.Event().wait()

    monkeypatch.setitem(router.COMMANDS, "tareas", hang)
    return begun


async def killed_in(world, begun, times):
    await until(lambda: len(begun) == times)
    await world.kill_bot()
    await world.start_bot()


async def only_one_waits(world):
    return len(await world.chat.pending()) == 1


async def test_an_update_that_ends_the_process_three_times_is_put_aside_and_told_once(world, hanging, caplog):
    ana = world.phone("ana")
    await ana.send("/tareas")
    for times in (1, 2, 3):
        await killed_in(world, hanging, times)
    await ana.wait("No pude con lo que me mandaste")
    await world.quiet()
    assert (len(hanging), len(ana.messages)) == (3, 2)
    (aside,) = await world.operate(work_put_aside)
    assert (aside.kind, aside.put_aside_at) == (WorkKind.UPDATE, world.clock.now())
    assert f"update {aside.item} is put aside" in caplog.text
    await world.stop_bot()
    await world.start_bot()
    await world.says("ana", "/hoy", "Sin abrir")
    assert (len(hanging), len(ana.messages)) == (3, 4)


async def test_others_are_served_though_they_wrote_at_the_same_time(world, hanging, monkeypatch):
    monkeypatch.setattr(careful, "ALONE_SECONDS", 0.1)
    in_hand = world.sandbox.faults.delay(30, method="sendMessage")
    await world.phone("ana").send("/tareas")
    await world.phone("luis").send("/hoy")
    await until(lambda: in_hand.hits)
    await killed_in(world, hanging, 1)
    await world.phone("luis").wait("Sin abrir")
    for times in (2, 3):
        await until(partial(only_one_waits, world))
        await killed_in(world, hanging, times)
        await world.says("luis", "/hoy", "Sin abrir")
    await world.phone("ana").wait("No pude con lo que me mandaste")
    (aside,) = await world.operate(work_put_aside)
    assert aside.kind is WorkKind.UPDATE


async def test_what_is_not_handled_in_time_three_times_is_put_aside_and_its_chat_goes_on(caplog):
    begun, told = [], []

    async def handle(update):
        begun.append(update.update_id)
        if update.update_id == 1:
            await asyncio.Event().wait()

    async def tell(update):
        told.append(update.update_id)

    store = Remembering()
    process = processing(store, handle, seconds=0.01, tell=tell)
    await process.take_in(numbered((1, 1), (2, 1), (3, 2)))
    await until(lambda: not process.tasks)
    assert (sorted(begun), told) == ([1, 1, 1, 2, 3], [1])
    assert sorted(store.marked) == [1, 2, 3]
    assert caplog.text.count("update 1 was not handled within 0.01 s") == 3


async def test_that_nobody_can_be_told_holds_nobody(caplog):
    async def handle(update):
        if update.update_id == 1:
            await asyncio.Event().wait()

    async def tell(_):
        raise ZeroDivisionError

    store = Remembering()
    process = processing(store, handle, seconds=0.01, tell=tell)
    await process.take_in(numbered((1, 1), (2, 1)))
    await until(lambda: not process.tasks)
    assert store.marked == [1, 2]
    assert "nobody was told of update 1" in caplog.text


@pytest.mark.parametrize("again", [True, False])
async def test_a_process_that_is_asked_to_end_is_not_the_fault_of_what_it_was_at(monkeypatch, again):
    monkeypatch.setattr(processor, "GRACE_SECONDS", 0.01)
    begun = []

    async def handle(update):
        begun.append(update)
        await asyncio.Event().wait()

    process = processing(Remembering(), handle)
    process.begin(numbered((1, 1)), again=again)
    await until(lambda: begun)
    await process.stop()
    assert process.careful.times == ({1: 0} if again else {})


async def test_waiting_for_telegram_does_not_count_as_time_of_an_update(world):
    await world.stop_bot()
    await world.start_bot(handling_seconds=1)
    fault = world.sandbox.faults.delay(1.5, method="sendMessage")
    await world.says("ana", "/hoy", "Sin abrir")
    assert fault.hits == 1
    await world.quiet()
    assert await world.operate(work_put_aside) == []

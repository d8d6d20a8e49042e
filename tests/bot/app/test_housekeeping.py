"""Housekeeping: what the service forgets by itself, and what it must not forget yet."""

from bot.app import housekeeping
from core.application.use_case import Caller
from core.jobs import pruning
from core.jobs.reminders import send_reminders
from core.people.users import OPERATOR
from core.records.messages import MessageKind, NewMessage, Outcome
from tests.bot.chat.posting import rows
from tests.waiting import until


async def rounds(world, number):
    """Let `number` hours pass, a round of housekeeping beginning at the end of each."""
    for _ in range(number):
        world.clock.advance(hours=1)
        await world.pipeline.run(Caller(OPERATOR), pruning.begin_round)


async def test_what_has_served_its_time_is_forgotten(world, caplog):
    await world.task("ana")
    await world.says("ana", "/comentar 1 una vez", "guardado")
    await world.quiet()
    await rounds(world, 25)
    world.clock.advance(days=30)
    with caplog.at_level("INFO"):
        await housekeeping.keep_house(world.pipeline, world.chat)
    assert "forgot 1 idempotency keys, 0 drafts" in caplog.text


async def test_what_people_wrote_is_kept_for_two_days_and_what_messages_are_about_for_a_month(world, caplog):
    await world.task("ana")
    panel = await world.taps("ana", await world.says("ana", "/abrir", "abierto"), "🟢 #1 · 0\u00a0%")
    await world.quiet()
    await rounds(world, 72)
    with caplog.at_level("INFO"):
        await housekeeping.keep_house(world.pipeline, world.chat)
    forgotten = (
        "0 runs of jobs, 0 messages, 0 tokens, 0 sign-ons, 0 calendar links, 0 events of webhooks, "
        "0 rows of the journal and 2 rows of the chat"
    )
    assert f"forgot 1 idempotency keys, 0 drafts, {forgotten}" in caplog.text
    await world.replies("ana", panel, "¿sigue?", "Comentario guardado")


async def test_a_change_is_applied_once_however_long_the_service_was_down(world):
    task = await world.task("ana")
    await world.quiet()
    fault = world.sandbox.faults.delay(30, method="sendMessage")
    await world.phone("ana").send("/comentar 1 una vez")
    await until(lambda: fault.hits)
    await world.kill_bot()
    await rounds(world, 72)
    await housekeeping.keep_house(world.pipeline, world.chat)
    await world.start_bot()
    await world.phone("ana").wait("Comentario guardado")
    assert await world.comments(task) == ["una vez"]


async def test_what_nobody_sends_does_not_wait_for_ever(world):
    at, ana = world.clock.now(), world.users["ana"].id
    new = NewMessage(ana, MessageKind.REMINDER, {"event_id": 1}, "x", at, at)
    await world.store.write(lambda uow: uow.outbox.add([new]))
    world.clock.advance(hours=73)
    await housekeeping.keep_house(world.pipeline, world.chat)
    assert rows(world, "outcome", "reason") == [("withheld", "late")]


async def test_old_runs_and_messages_are_forgotten_a_few_at_a_time_until_none_is_left(world, caplog, monkeypatch):
    monkeypatch.setattr(pruning, "AT_ONCE", 2)
    for _ in range(5):
        await world.pipeline.run(Caller(OPERATOR), send_reminders)
    at = world.clock.now()
    ana = world.users["ana"].id
    sent = [
        NewMessage(ana, MessageKind.REMINDER, {"event_id": 1}, str(number), at, at, Outcome.SENT) for number in range(3)
    ]
    await world.store.write(lambda uow: uow.outbox.add(sent))
    world.clock.advance(days=91)
    with caplog.at_level("INFO"):
        await housekeeping.keep_house(world.pipeline, world.chat)
    assert "5 runs of jobs, 3 messages" in caplog.text

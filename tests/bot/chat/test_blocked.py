"""People who block the bot: no longer written to, and known to everybody concerned, until they use it again."""

import pytest

from core.people import groups
from core.records.messages import MessageKind, NewMessage
from tests.bot.chat.posting import outcomes, received, rows, send_due
from tests.bot.world import check
from tests.waiting import until


def calls(world):
    return len(world.sandbox.calls_to("sendMessage"))


async def assign(world, sender, who="ana"):
    """Lucía gives somebody a task, of which they are told, or not."""
    await world.task(who, by="lucia", text="Otra")
    await send_due(world, sender)


async def since(world, who="ana"):
    """Since when somebody blocks the bot, as far as it knows."""
    (user,) = await world.store.read(lambda uow: uow.users.by_ids([world.users[who].id]))
    return user.telegram_blocked_at


@pytest.fixture
async def blocked(world, sender):
    """Ana has blocked the bot, which has learned it from Telegram's refusal, not from an update."""
    world.sandbox.faults.forbidden(method="sendMessage", chat_id=101)
    await assign(world, sender)
    assert rows(world, "outcome", "fault") == [("blocked", "Forbidden: bot was blocked by the user")]


async def test_the_link_is_marked_and_nothing_is_tried_any_more(world, sender, blocked):
    assert await since(world) == world.clock.now()
    before = calls(world)
    for _ in range(3):
        await assign(world, sender)
    assert calls(world) == before
    assert rows(world, "outcome", "reason")[1:] == [("withheld", "blocked")] * 3
    await assign(world, sender, "luis")
    assert received(world, "luis", "Otra") == 1


@pytest.mark.parametrize("way", ["writes", "presses"])
async def test_who_uses_the_bot_again_is_written_to_again(world, sender, way):
    panel = await world.says("ana", "/hoy")
    world.sandbox.faults.forbidden(method="sendMessage", chat_id=101)
    await assign(world, sender)
    if way == "writes":
        await world.says("ana", "/hoy")
    else:
        await world.taps("ana", panel, "☀️ Abrir el día")
    assert await since(world) is None
    await assign(world, sender)
    assert outcomes(world)[-1] == "sent"


async def test_telegrams_own_word_counts_at_once_both_ways(world, sender):
    await world.says("ana", "/hoy")
    await world.phone("ana").block()
    await world.quiet()
    assert await since(world) == world.clock.now()
    before = calls(world)
    await assign(world, sender)
    assert calls(world) == before
    await world.phone("ana").unblock()
    await world.quiet()
    assert await since(world) is None
    await assign(world, sender)
    assert outcomes(world) == ["withheld", "sent", "sent"]


async def test_who_speaks_in_a_group_has_not_unblocked_it(world, sender, blocked):
    group = await world.sandbox.group("Norte", "lucia", "ana")
    await world.act("lucia", groups.link_group, group.id, "Norte", "es")
    await world.phone("ana").send("/equipo", chat=group.id)
    await until(lambda: any("Equipo" in message.text for message in group.messages if message.from_bot))
    await world.quiet()
    assert await since(world) is not None


async def test_their_leader_reads_why_nothing_reaches_them(world, sender, blocked):
    await assign(world, sender)
    told = (await world.says("lucia", "/porque @ana")).text.replace("\u00a0", " ")
    assert "⛔ Tiene bloqueado el bot (lo noté: 9:00)" in told
    assert "⛔ 9:00, el bot está bloqueado: tarea nueva #1" in told
    assert "🚫 9:00, no se envió (el bot está bloqueado): tarea nueva #2" in told


@pytest.mark.parametrize("way", ["writes", "unblocks"])
async def test_what_still_holds_comes_in_one_message_when_they_are_back(world, sender, blocked, way):
    await assign(world, sender)
    done, moved = await world.task("ana", by="lucia", text="Hecha"), await world.task("ana", by="lucia", text="De Luis")
    past, ahead = await world.event("ana", title="Pasada", at="08:00-08:30"), await world.event("ana", title="Próxima")
    at = world.clock.now()
    reminders = [
        NewMessage(world.users["ana"].id, MessageKind.REMINDER, {"event_id": each.id}, f"r{each.id}", at, at)
        for each in (past, ahead)
    ]
    await world.store.write(lambda uow: uow.outbox.add(reminders))
    await send_due(world, sender)
    await world.change_task("lucia", done, estatus="CERRADA")
    await world.change_task("lucia", moved, responsibleUserIds=[world.users["luis"].id])
    if way == "writes":
        await world.says("ana", "/start")
    else:
        await world.phone("ana").block()
        await world.phone("ana").unblock()
        await world.quiet()
    await send_due(world, sender)
    summary = check(
        await world.phone("ana").wait("Mientras no podía escribirte"),
        sees=["#1 \u2068Otra\u2069", "#2 \u2068Otra\u2069", "Próxima"],
        hides=["Hecha", "De Luis", "Pasada"],
        offers=["📋 #1", "📋 #2"],
    )
    await send_due(world, sender)
    assert received(world, "ana", "Mientras no podía") == 1
    await world.taps("ana", summary, "📋 #2", sees="Tarea 2")


async def test_if_nothing_holds_any_more_nothing_comes(world, sender, blocked):
    await world.change_task("lucia", await world.task_by_id(1), estatus="CERRADA")
    await world.says("ana", "/hoy")
    await send_due(world, sender)
    assert rows(world, "outcome", "reason")[-1] == ("withheld", "gone")


async def test_who_blocks_it_again_before_that_came_misses_nothing(world, sender, blocked):
    for _ in range(2):
        await world.says("ana", "/hoy")
        await world.phone("ana").block()
        await world.quiet()
        await send_due(world, sender)
        await world.phone("ana").unblock()
        await world.quiet()
    await send_due(world, sender)
    await world.phone("ana").wait("Otra")
    assert received(world, "ana", "Mientras no podía") == 1

"""Messages to a linked group: seen with its leader's rights, at a group's pace, wherever the group is by now."""

import pytest

from bot.process.background_tasks import cancel
from bot.telegram.pacing import Pacing
from core.people import groups, users
from core.records.messages import MessageKind, NewMessage
from tests.bot.chat.posting import SENDER, outcomes, rows, send_due
from tests.cast import TODAY

SUMMARY = "Resumen del equipo"


@pytest.fixture
async def group(world):
    """A group of the team, linked by Lucía; Ana's day is open."""
    group = await world.sandbox.group("Norte", "lucia", "ana", "luis")
    await world.quiet()
    await world.act("lucia", groups.link_group, group.id, "Norte", "es")
    await world.task("ana", text="Contrato", due=-1)
    await world.open_log("ana")
    return group


async def tell(world, chat_id, count=1, who="lucia"):
    """Leave the summary of the day for a group."""
    now, before = world.clock.now(), len(rows(world, "id"))
    new = [
        NewMessage(
            world.users[who].id, MessageKind.TEAM_SUMMARY, {"day": TODAY.toordinal()}, f"{before + number}", now, now
        ).to_group(chat_id)
        for number in range(count)
    ]
    await world.store.write(lambda uow: uow.outbox.add(new))


def told(group):
    """The summaries that a group got."""
    return [message for message in group.messages if message.from_bot and SUMMARY in message.text]


async def deaf(world):
    """The bot hears nothing any more of what happens to the group."""
    await cancel(world.service.tasks)


async def linked(world, chat_id):
    return await world.operate(groups.is_linked, chat_id)


async def test_it_is_told_there_and_not_in_private_and_shows_only_what_a_group_may_see(world, sender, group):
    await tell(world, group.id)
    assert await send_due(world, sender) == 1
    (summary,) = told(group)
    assert "Ana" in summary.text
    assert summary.keyboard == [["👥 Equipo", "🔴 En rojo"], ["⏰ Atrasadas"]]
    assert not any(SUMMARY in message.text for message in world.phone("lucia").messages)
    assert outcomes(world) == ["sent"]
    assert await world.chat.subject(group.id, summary.id) is None
    await world.taps("ana", summary, "👥 Equipo", sees="Ana")
    await world.says("lucia", "/porque", sees="resumen del día (en el grupo)")


async def test_who_has_no_telegram_can_be_spoken_of_in_a_group(world, sender, group):
    await world.act("lucia", users.unlink)
    await tell(world, group.id)
    await send_due(world, sender)
    assert len(told(group)) == 1


@pytest.mark.parametrize("blind", [False, True])
async def test_a_group_that_shows_no_team_any_more_is_told_nothing(world, sender, group, blind):
    if blind:
        for who in ("ana", "luis"):
            await world.change_user(who, leader=None)
    else:
        await world.act("lucia", groups.unlink_group, group.id)
    await tell(world, group.id)
    await send_due(world, sender)
    assert rows(world, "outcome", "reason") == [("withheld", "group_gone")]
    assert told(group) == []
    await world.says("lucia", "/porque", sees="el grupo ya no muestra al equipo")


async def test_thrown_out_of_a_group_its_link_ends(world, sender, group):
    fault = "Forbidden: bot was kicked from the supergroup chat"
    world.sandbox.faults.refuse(403, fault, method="sendMessage", chat_id=group.id)
    await tell(world, group.id, 2)
    await send_due(world, sender)
    assert not await linked(world, group.id)
    while await send_due(world, sender):
        pass
    assert rows(world, "outcome", "reason") == [("blocked", None), ("withheld", "group_gone"), ("sent", None)]
    assert rows(world, "fault")[0] == fault
    assert len([each for each in world.sandbox.calls_to("sendMessage") if each.params["chat_id"] == str(group.id)]) == 2
    assert "Sacaron al bot del grupo «Norte»" in world.phone("lucia").last.text
    await world.says("lucia", "/porque", sees="el bot ya no está en el grupo")


async def test_a_group_in_which_the_bot_may_not_write_keeps_its_link(world, sender, group):
    refusal = "Bad Request: not enough rights to send text messages to the chat"
    world.sandbox.faults.refuse(400, refusal, method="sendMessage", chat_id=group.id)
    await tell(world, group.id, 2)
    await send_due(world, sender)
    await send_due(world, sender)
    await send_due(world, sender)
    assert outcomes(world) == ["failed", "sent", "sent"]
    assert await linked(world, group.id)
    assert "no me deja escribir" in world.phone("lucia").last.text


async def test_a_group_that_has_become_a_supergroup_is_followed(world, sender, group):
    await deaf(world)
    before = group.id
    await tell(world, before)
    after = await group.upgrade()
    assert await send_due(world, sender) == 1
    assert len(told(group)) == 1
    (found,) = await world.act("lucia", groups.my_groups)
    assert (found.chat_id, found.former_chat_id) == (after, before)
    calls = len(world.sandbox.calls_to("sendMessage"))
    await tell(world, before)
    await send_due(world, sender)
    assert len(told(group)) == 2
    assert len(world.sandbox.calls_to("sendMessage")) == calls + 1
    assert outcomes(world) == ["sent"] * 2
    await world.stop_bot()


async def test_one_that_is_closed_to_us_as_it_becomes_a_supergroup_is_no_longer_linked(world, sender, group):
    await deaf(world)
    before = group.id
    await tell(world, before)
    world.sandbox.faults.forbidden("bot was kicked from the supergroup chat", chat_id=await group.upgrade())
    await send_due(world, sender)
    assert outcomes(world) == ["blocked", "sent"]
    assert not await linked(world, before)
    await world.stop_bot()


async def test_the_rest_of_a_long_one_follows_it_too(world, sender, group, monkeypatch):
    await deaf(world)
    monkeypatch.setattr("bot.chat.outgoing.MESSAGE_UNITS", 40)
    await tell(world, group.id)
    await group.upgrade()
    await send_due(world, sender)
    assert outcomes(world) == ["sent"]
    said = [message.text for message in group.messages if message.from_bot]
    assert len(said) > 2
    assert said[0].startswith(SUMMARY)
    await world.stop_bot()


async def test_a_group_is_written_to_twenty_times_a_minute_at_most_and_others_meanwhile(world, sender, group):
    sender.pacing = Pacing(1000.0, lambda: world.clock.now().timestamp())
    await tell(world, group.id, 30)
    times = []
    for _ in range(120):
        if await send_due(world, sender):
            times.append(world.clock.now().timestamp())
        world.clock.advance(seconds=1)
    assert len(times) == 30
    assert max(sum(start <= time < start + 60 for time in times) for start in times) == 20


async def test_only_who_runs_the_jobs_looks_for_a_group_that_nobody_asks_in(world, group):
    assert (await world.pipeline.run(SENDER, groups.viewer_for_push, group.id)).viewer.read_only
    with pytest.raises(Exception, match="FORBIDDEN"):
        await world.act("lucia", groups.viewer_for_push, group.id)

"""The group as a chat: its topics, its upgrade, being thrown out, its menu."""

import pytest

from core.people import groups
from tests.bot.chat.handlers.in_groups import EVERYBODY, GREETING, NOT_LINKED, says, told
from tests.bot.chat.posting import deliver, new_sender, send_due


@pytest.fixture
async def forum(world):
    """A linked group with topics, and one of them."""
    group = await world.sandbox.group("Foro", *EVERYBODY, supergroup=True)
    topic = await group.add_topic("Avances")
    await world.act("lucia", groups.link_group, group.id, "Foro", "es")
    return group, topic


async def test_answers_stay_in_the_topic_they_were_asked_in(world, forum):
    group, topic = forum
    for words in ("/equipo", "/equipo semana", "/hoy"):
        said = await says(world, group, "ana", words, topic=topic)
        assert (said.raw["message_thread_id"], said.raw["is_topic_message"]) == (topic, True)
    general = await says(world, group, "ana", "/equipo")
    assert "message_thread_id" not in general.raw


async def test_a_picture_sent_anew_stays_in_its_topic(world, forum):
    group, topic = forum
    picture = await says(world, group, "ana", "/equipo semana", topic=topic)
    press = await world.phone("ana").press(picture, "‹ Equipo")
    await world.phone("ana").wait_answer(press)
    await world.quiet()
    assert "Equipo · lunes" in group.messages[-1].text
    assert group.messages[-1].raw["message_thread_id"] == topic


async def test_a_reply_in_a_supergroup_without_topics_is_answered(world):
    group = await world.sandbox.group("Súper", *EVERYBODY, supergroup=True)
    await world.act("lucia", groups.link_group, group.id, "Súper", "es")
    panel = await says(world, group, "ana", "/equipo")
    again = await says(world, group, "ana", "/equipo ayer", reply_to=panel)
    assert "domingo, 22" in again.text


async def test_a_closed_topic_is_left_alone(world, forum, caplog):
    group, topic = forum
    world.sandbox.faults.delay(0.2, method="sendMessage")
    await world.phone("ana").send("/equipo", chat=group.id, topic=topic)
    await group.close_topic(topic)
    await world.quiet()
    assert [record for record in caplog.records if record.exc_info] == []
    assert "Equipo" in (await says(world, group, "ana", "/equipo")).text


async def test_a_group_that_becomes_a_supergroup_stays_linked(world, linked):
    old = linked.id
    panel = await says(world, linked, "ana", "/equipo")
    await linked.upgrade()
    await world.quiet()
    assert [found.chat_id for found in await world.act("lucia", groups.my_groups)] == [linked.id]
    assert linked.id != old
    assert "🔴 Ana" in (await says(world, linked, "ana", "/equipo")).text
    assert panel.chat_id == old


async def test_a_group_that_has_another_name_is_called_by_it(world, linked):
    await linked.rename("Norte y Sur")
    await world.quiet()
    said = await world.says("lucia", "/vincular", sees="Norte y Sur")
    assert ["Desvincular «Norte y Sur»"] in said.keyboard
    assert len(told(linked)) == 1


async def test_an_answer_that_finds_the_group_upgraded_goes_to_the_supergroup(world, linked):
    panel = await says(world, linked, "ana", "/equipo")
    await world.stop_bot()
    await world.phone("luis").press(panel, "🔴 Ana")
    await world.phone("ana").send("/equipo ayer", chat=linked.id)
    await linked.upgrade()
    await world.start_bot()
    await world.quiet()
    (said,) = told(linked)
    assert "domingo, 22" in said
    assert [found.chat_id for found in await world.act("lucia", groups.my_groups)] == [linked.id]


async def test_thrown_out_the_link_ends_and_let_in_again_it_greets(world, linked):
    await linked.remove_bot()
    await world.quiet()
    assert await world.act("lucia", groups.my_groups) == []
    await linked.add_bot()
    await world.quiet()
    assert told(linked)[-1].startswith(GREETING)
    assert NOT_LINKED in (await says(world, linked, "ana", "/equipo")).text


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("pablo", "Pablo sacó al bot del grupo «Norte»"),
        ("mallory", "Mallory sacó al bot del grupo «Norte»"),
        ("lucia", "Lucía sacó al bot del grupo «Norte»"),
    ],
)
async def test_whoever_throws_it_out_the_leader_hears_it_once(world, linked, who, said):
    await linked.remove_bot(world.phone(who))
    await world.quiet()
    await deliver(world)
    pushed = await world.phone("lucia").wait("sacó al bot")
    assert said in pushed.text
    ((add,),) = pushed.raw["reply_markup"]["inline_keyboard"]
    assert add["url"] == "https://t.me/semaforo_bot?startgroup=link"
    await linked.add_bot()
    await linked.remove_bot()
    await world.quiet()
    assert not await send_due(world, new_sender(world))


async def test_thrown_out_by_an_administrator_who_stays_anonymous_it_names_nobody(world, linked):
    anonymous = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
    chat = {"id": linked.id, "type": "group", "title": "Norte"}
    gone = {"user": {"id": 7000000001, "is_bot": True, "first_name": "S"}, "status": "kicked", "until_date": 0}
    world.sandbox.inject({"my_chat_member": {"chat": chat, "from": anonymous, "date": 1, "new_chat_member": gone}})
    await world.quiet()
    await deliver(world)
    await world.phone("lucia").wait("Sacaron al bot del grupo «Norte»")


async def test_an_admin_who_unlinks_it_is_named_to_its_leader_and_a_leader_who_does_is_not(world, linked):
    await says(world, linked, "root", "/desvincular")
    await deliver(world)
    await world.phone("lucia").wait("Root desvinculó el grupo «Norte»")
    world.clock.advance(minutes=1)
    await world.act("lucia", groups.link_group, linked.id, "Norte", "es")
    await says(world, linked, "lucia", "/desvincular")
    assert not await send_due(world, new_sender(world))


async def test_promoted_the_bot_says_nothing(world, linked):
    before = told(linked)
    await linked.promote_bot()
    await world.quiet()
    assert told(linked) == before
    assert await world.act("lucia", groups.my_groups) != []


async def test_thrown_out_while_it_answers_it_leaves_it_at_that(world, linked, caplog):
    world.sandbox.faults.delay(0.2, method="sendMessage")
    await world.phone("ana").send("/equipo", chat=linked.id)
    await linked.remove_bot()
    await world.quiet()
    assert [record for record in caplog.records if record.exc_info] == []


async def test_a_fault_of_ours_is_an_apology_in_the_topic(world, forum, monkeypatch):
    group, topic = forum

    async def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setitem(world.service.router.groups.commands, "equipo", broken)
    said = await says(world, group, "ana", "/equipo", topic=topic)
    assert "Algo falló" in said.text
    assert said.raw["message_thread_id"] == topic


async def test_the_menu_of_groups_has_the_commands_of_groups_only(world, linked):
    await world.set_up()
    wanted = ["equipo", "rojo", "resumen", "ayuda", "vincular", "desvincular"]
    assert [each["command"] for each in world.phone("ana").commands(linked.id)] == wanted
    assert [each["command"] for each in world.phone("lucia").commands(linked.id)] == wanted
    world.phone("pablo").language_code = "en-US"
    assert [each["command"] for each in world.phone("pablo").commands(linked.id)] == [
        "team",
        "red",
        "summary",
        "help",
        "link",
        "unlink",
    ]

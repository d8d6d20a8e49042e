"""Linking a group to a team, and ending the link."""

import pytest

from core.people import groups
from tests.bot.chat.handlers.in_groups import NOT_LINKED, says
from tests.waiting import until

# To link


async def test_no_links_nothing(world, group):
    asked = await says(world, group, "lucia", "/vincular")
    shown, answer = await world.presses("lucia", asked, "No", sees=NOT_LINKED)
    assert not shown.keyboard
    assert not answer.show_alert
    assert await world.act("lucia", groups.my_groups) == []


@pytest.mark.parametrize("who", ["ana", "root"])
async def test_who_leads_nobody_is_told_so(world, group, who):
    assert "quien tiene un equipo" in (await says(world, group, who, "/vincular")).text


@pytest.mark.parametrize("who", ["root", "mallory", "pablo"])
async def test_nobody_else_says_yes_for_a_leader(world, group, who):
    asked = await says(world, group, "lucia", "/vincular")
    await world.change_user("luis", leader="pablo")
    shown = await world.taps(who, asked, "Sí, mostrarlo", alert=True)
    assert shown.keyboard == asked.keyboard
    for leader in ("lucia", "pablo"):
        assert await world.act(leader, groups.my_groups) == []


async def test_who_no_longer_leads_when_they_say_yes_links_nothing(world, group):
    asked = await says(world, group, "lucia", "/vincular")
    for who in ("ana", "luis"):
        await world.change_user(who, leader=None)
    await world.taps("lucia", asked, "Sí, mostrarlo", alert=True)
    assert await world.act("lucia", groups.my_groups) == []


async def test_a_linked_group_is_not_another_leaders_to_link(world, linked):
    await world.change_user("luis", leader="pablo")
    said = await says(world, linked, "pablo", "/vincular")
    assert "is linked to Lucía's team" in said.text
    assert "Este grupo muestra el equipo de Lucía" in (await says(world, linked, "lucia", "/vincular")).text


# To unlink


@pytest.mark.parametrize("who", ["lucia", "root"])
async def test_its_leader_or_an_admin_unlinks_it(world, linked, who):
    panel = await says(world, linked, "ana", "/equipo")
    assert "ya no está vinculado" in (await says(world, linked, who, "/desvincular")).text
    assert NOT_LINKED in (await says(world, linked, "ana", "/equipo")).text
    panel = await world.taps("ana", panel, "🔴 Ana", sees=NOT_LINKED, alert=True)
    assert not panel.keyboard


async def test_nobody_else_unlinks_it(world, linked):
    await says(world, linked, "pablo", "/unlink")
    assert "Ana" in (await says(world, linked, "ana", "/equipo")).text


async def test_one_ends_the_link_of_ones_own_group_in_private(world, linked):
    panel = await world.says("lucia", "/vincular", "Norte", sees="desde lun,\u00a023\u00a0nov")
    add = panel.button("➕ Agregar a un grupo")
    assert add.url == "https://t.me/semaforo_bot?startgroup=link"
    await world.forges("pablo", f"1:GU:{linked.id}", await world.says("pablo", "/today"), hides="Norte", alert=True)
    await world.taps("lucia", panel, "Desvincular «Norte»", sees="Ningún grupo", notice="«Norte» ya no está vinculado.")
    assert NOT_LINKED in (await says(world, linked, "ana", "/equipo")).text


async def test_in_private_who_leads_nobody_is_told_so(world):
    await world.says("ana", "/vincular", sees="quien tiene un equipo")


async def test_after_a_crash_a_press_links_once(world, group):
    asked = await says(world, group, "lucia", "/vincular")
    world.sandbox.faults.delay(0.3, method="answerCallbackQuery")
    await world.phone("lucia").press(asked, "Sí, mostrarlo")

    async def is_linked():
        return bool(await world.act("lucia", groups.my_groups))

    await until(is_linked)
    await world.kill_bot()
    await world.act("lucia", groups.unlink_group, group.id)
    await world.start_bot()
    await world.quiet()
    assert await world.act("lucia", groups.my_groups) == []

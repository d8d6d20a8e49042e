"""Reminding somebody of their day by a button: once a day, of those one leads, and only who can be."""

import pytest

from core.application.requests import build
from core.application.use_case import Caller
from core.people import absences, users
from core.people.absences import AbsenceCreate
from core.people.users import OPERATOR
from core.records.messages import MessageKind
from tests.bot.chat.pushing import written
from tests.bot.world import check
from tests.cast import TODAY, day


async def nudged(world, who):
    return len(await written(world, who, MessageKind.NUDGE))


async def test_from_the_persons_own_day_too_in_english(world):
    await world.change_user("lucia", language="en")
    await world.open_log("ana")
    person = await world.taps("lucia", await world.says("lucia", "/team"), "⚪\ufe0f Ana")
    assert ["👋 Remind"] in person.keyboard
    notice = "👋 I remind them to send their report."
    person = await world.taps("lucia", person, "👋 Remind", sees="Ana · Monday", notice=notice)
    assert ["👋 Remind"] not in person.keyboard


async def test_whoever_presses_second_is_told_that_it_was_done(world):
    panel = await world.says("lucia", "/equipo")
    await world.taps("root", await world.says("root", "/equipo"), "👋 Recordar")
    panel = await world.taps("lucia", panel, "👋 Recordar", notice="A Ana ya se le recordó hoy.", alert=True)
    assert panel.keyboard[0][0] == "⚪\ufe0f Ana"
    assert await nudged(world, "ana") == 1


async def test_who_is_away_has_no_button_and_an_old_one_says_why(world):
    panel = await world.says("lucia", "/equipo")
    await world.away("ana", 0, 1)
    notice = "Ana no está hasta el mar, 24 nov: no se le recordó nada."
    panel = await world.taps("lucia", panel, "👋 Recordar", notice=notice)
    assert [row for row in panel.keyboard if "👋 Recordar" in row] == [["⚪\ufe0f Luis", "👋 Recordar"]]
    assert await nudged(world, "ana") == 0


async def test_other_days_have_no_button_and_yesterdays_reminds_of_nothing(world):
    panel = await world.says("lucia", "/equipo ayer")
    assert "👋 Recordar" not in str(panel.keyboard)
    panel = await world.says("lucia", "/equipo")
    world.clock.advance(days=1)
    await world.taps("lucia", panel, "👋 Recordar", notice_has="Eso es del día lun, 23 nov", alert=True)
    assert await nudged(world, "ana") == 0


@pytest.mark.parametrize("who", ["ana", "pablo"])
async def test_nobody_else_reminds_by_a_forged_button(world, who):
    await world.task("ana", leaderUserId=world.users["pablo"].id)
    await world.open_log("ana")
    panel = await world.says(who, "/hoy" if who == "ana" else "/team")
    assert "👋" not in str(panel.keyboard)
    for data in ("1:N", "1:NP"):
        await world.forges(who, f"{data}:{TODAY}:{world.users['ana'].id}:0", panel, alert=True)
    assert await nudged(world, "ana") == 0


async def test_who_never_linked_telegram_is_told_to_the_leader_with_how_to_invite_them(world):
    nora = await world.operate(users.add_user, users.UserCreate(username="nora", name="Nora", leader="lucia"))
    panel = await world.says("lucia", "/equipo", sees="Nora — Sin abrir · 🔌 sin Telegram")
    assert ["⚪\ufe0f Nora", "👋 Recordar"] not in panel.keyboard
    assert panel.text.count("🔌") == 1
    person = await world.taps("lucia", panel, "⚪\ufe0f Nora", sees="Todavía no vincula su Telegram")
    check(person, sees="semaforo user invite nora")
    await world.says("lucia", "/resumen", sees="🔌 Sin Telegram vinculado: Nora")
    away = build(AbsenceCreate, {"firstDay": day(0), "lastDay": day(1), "userId": nora.id})
    await world.act("lucia", absences.declare_absence, away)
    for words in ("/equipo", "/resumen", "/equipo ayer"):
        await world.says("lucia", words, hides="🔌")


async def test_who_blocked_the_bot_is_told_to_the_leader_until_they_use_it_again(world):
    await world.pipeline.run(Caller(OPERATOR), users.set_blocked, world.phone("ana").id, blocked=True)
    panel = await world.says("lucia", "/equipo", sees="Ana — Sin abrir · ⛔ bloqueó el bot")
    await world.taps("lucia", panel, "⚪\ufe0f Ana", sees="Tiene bloqueado el bot")
    await world.open_log("ana")
    await world.says("lucia", "/equipo", hides="⛔")

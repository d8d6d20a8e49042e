"""The leader's view: a line a person, a person's items, reopening; and who may not see it."""

import pytest

from core.application.requests import build
from core.people import schedules, users
from core.people.schedules import ScheduleRequest
from core.work import daily_logs
from tests.bot.world import check
from tests.cast import TODAY, day


@pytest.fixture
async def busy(world):
    """Ana's day is open with a late item at 60 and a fresh one; Luis has not opened."""
    await world.task("ana", text="Atrasada", due=-1)
    await world.task("ana", text="Fresca", due=9)
    await world.open_log("ana")
    await world.set_percent("ana", 60)
    return world


READ_ONLY = [["📋 #1 · Atrasada"], ["📋 #2 · Fresca"], ["👋 Recordar"], ["🤝 Pasar lo suyo"], ["‹ Equipo"]]


async def test_reopened_by_somebody_else_meanwhile(busy):
    await busy.close_log("ana")
    panel = await busy.taps("lucia", await busy.says("lucia", "/equipo"), "🔴 Ana")
    log = await busy.log("ana")
    await busy.act("ana", daily_logs.reopen_item, log.items[0].id, daily_logs.DateRequest(fecha=TODAY))
    panel = await busy.taps("lucia", panel, "♻️ Reabrir · Atrasada", notice_has="No hay nada que reabrir", alert=True)
    assert panel.keyboard == READ_ONLY


async def test_days_are_turned(busy):
    panel = await busy.taps("lucia", await busy.says("lucia", "/equipo"), "◀\u00a0dom\u00a022")
    assert "Nadie tenía que abrir el día." in panel.text
    await busy.taps("lucia", panel, "Hoy", sees="1 de 2")


async def test_who_is_away_is_shown_as_that_and_is_not_missing(busy):
    await busy.away("luis", -1, 4, "Cirugía")
    panel = await busy.says("lucia", "/equipo", sees="1 de 1 con el día abierto · 1 no trabaja")
    check(panel, sees="➖ Luis — fuera hasta el vie,\u00a027\u00a0nov", hides="Cirugía")
    await busy.taps("lucia", panel, "➖ Luis", sees="fuera hasta el vie,\u00a027\u00a0nov", hides="Cirugía")


async def test_who_opens_the_day_though_they_are_away_has_opened_it(busy):
    await busy.away("luis", 0, 4)
    await busy.task("luis", text="Urgente")
    await busy.open_log("luis")
    await busy.says("lucia", "/equipo", sees=["2 de 2 con el día abierto\n", "🟢 Luis — abierto"])


@pytest.mark.parametrize("command", ["/equipo", "/resumen"])
async def test_no_day_that_is_closed_is_said_to_be_open(busy, command):
    await busy.task("luis", text="Urgente")
    for who in ("ana", "luis"):
        await busy.open_log(who)
        await busy.close_log(who)
    said = await busy.says("lucia", command, "2 de 2 abrieron el día · 2 ya lo cerraron")
    check(said, hides="con el día abierto")


async def test_nobody_is_missing_on_a_public_holiday(busy):
    panel = await busy.says("lucia", "/equipo 16/11", "lunes, 16 de noviembre")
    check(panel, sees=["Nadie tenía que abrir el día.", "➖ Ana — día festivo: Día de la Revolución"])
    await busy.change_user("lucia", language="en")
    await busy.says("lucia", "/team 11/16", "Monday, November 16", sees="public holiday: Revolution Day")


async def test_a_day_off_of_ones_own_week_is_not_to_be_opened(busy):
    week = build(ScheduleRequest, {"days": [{"weekday": 2, "starts": "09:00", "ends": "18:00"}]})
    await busy.act("luis", schedules.set_schedule, busy.users["luis"].id, week)
    await busy.says("lucia", "/equipo", sees=["1 de 1 con el día abierto · 1 no trabaja", "➖ Luis — día libre"])


async def test_who_leads_nobody_is_told_politely(busy):
    await busy.says("ana", "/equipo", sees="quien tiene un equipo a su cargo")
    panel = await busy.says("ana", "/hoy")
    for data in (f"1:e:{TODAY}", f"1:p:{TODAY}:{busy.users['luis'].id}"):
        panel, _ = await busy.forges("ana", data, panel)
    assert "Luis" not in panel.text


async def test_a_leader_cannot_change_a_persons_items(busy):
    log = await busy.log("ana")
    panel = await busy.says("lucia", "/equipo")
    await busy.forges(
        "lucia", f"1:P:{TODAY}:{TODAY}:{log.items[0].id}:100", panel, notice_has="No encuentro la actividad"
    )
    assert await busy.log("ana") == log


async def test_a_large_team_is_paged(world):
    for number in range(20):
        await world.operate(
            users.add_user, users.UserCreate(username=f"p{number}", name=f"Persona {number:02}", leader="lucia")
        )
    panel = await world.says("lucia", "/equipo", "0 de 22")
    second = await world.taps("lucia", panel, "›", sees="Persona 19")
    person = await world.taps("lucia", second, "⚪\ufe0f Persona 19")
    await world.taps("lucia", person, "‹ Equipo", sees="Persona 19")


async def test_a_person_of_another_day_is_of_that_day(busy):
    busy.clock.advance(days=-1)
    await busy.open_log("ana", -1)
    busy.clock.advance(days=1)
    panel = await busy.says("lucia", "/equipo ayer", "domingo, 22")
    await busy.taps("lucia", panel, "🟠 Ana", sees="domingo, 22 de noviembre")
    assert day(-1) == (await busy.log("ana", -1)).fecha


async def test_a_closed_task_is_closed_to_the_leader_as_to_the_member(busy):
    await busy.set_percent("ana", 100)
    mine = await busy.says("ana", "/hoy", "▰▰▰▰▰ 100\u00a0% · ✅ Cerrada")
    theirs = await busy.taps("lucia", await busy.says("lucia", "/equipo"), "🟢 Ana")
    assert "venció" not in mine.text
    check(theirs, sees="▰▰▰▰▰ 100\u00a0% · ✅ Cerrada", hides="venció")


async def test_who_leaves_during_an_open_day_is_said_to_be_away(world):
    await world.task("luis")
    await world.open_log("luis")
    await world.away("luis", 0, 0)
    team = await world.says("lucia", "/equipo", sees="abierto 9:00 · 🌴 fuera ese día")
    await world.taps("lucia", team, "🟢 Luis", sees="🌴 fuera ese día")
    await world.says("lucia", "/resumen", sees="🌴 Hoy no trabajan: Luis (hasta hoy)")


async def test_who_opened_before_their_tasks_came_is_not_without_tasks(world):
    await world.open_log("ana")
    await world.says("lucia", "/equipo", sees="Ana — abierto 9:00 · sin tareas")
    await world.task("ana", by="root", text="Contrato", estatus="PLANEACION", fechaSolicitud=day(3))
    team = await world.says("lucia", "/equipo", sees="Ana — abierto 9:00 · 1 tarea abierta", hides="sin tareas")
    await world.taps("lucia", team, "⚪\ufe0f Ana", sees=["#1", "Contrato"], hides="sin tareas")


async def test_a_day_that_was_not_opened_says_nothing_of_its_tasks(world):
    await world.task("ana", text="Contrato")
    team = await world.says("lucia", "/equipo 20/11")
    await world.taps("lucia", team, "⚪\ufe0f Ana", sees="Sin abrir", hides="sin tareas")

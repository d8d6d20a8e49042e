"""On whose clock an event is drafted, who cannot come then, and when all could."""

from tests.bot.chat.handlers.meetings import BACK, busy, drafted, made

# Whose clock


async def test_hours_are_ones_own_clocks_and_the_teams_are_said_beside_them(world):
    await world.change_user("ana", timezone="America/Tijuana")
    card = await drafted(world, sees="🕘 16:00–17:00 · 1\u00a0h\n🌍 Horas de Tijuana; en Ciudad de México: 18:00–19:00")
    await world.change_user("ana", timezone="Europe/Madrid")
    card = await world.taps("ana", card, "⏰ 1\u00a0h", sees="16:00–17:00 · 1\u00a0h\n🌍 Horas de Tijuana")
    await world.taps("ana", card, "✅ Guardar")
    assert (await made(world))[0].start_datetime.hour == 0


async def test_where_both_clocks_agree_only_one_is_shown(world):
    await world.change_user("ana", timezone="America/Monterrey")
    assert "🌍" not in (await drafted(world)).text


async def test_an_hour_that_the_clocks_skip_is_told(world):
    await world.change_user("ana", timezone="Europe/Madrid")
    await drafted(world, "/evento Corte 28/03/2027 2:30 am", sees=["3:30–4:30", "el reloj se adelanta"])


# Who cannot come


async def test_conflicts_are_warned_of_and_the_event_can_be_saved_anyway(world):
    await busy(world, "luis", title="Junta <1>")
    await busy(world, "ana")
    card = await drafted(world, sees="⚠️ \u2068Luis\u2069: con otro evento, 16:00–16:30")
    assert "⚠️ \u2068Tú\u2069: «\u2068Junta semanal\u2069», 16:00–16:30" in card.text
    assert card.keyboard[0] == ["✅ Guardar de todos modos", "✖ Descartar"]
    card = await drafted(world, "/event Meeting Thursday 4pm 1h @luis", "pablo")
    assert "⚠️ \u2068Luis\u2069: in another event, 4:00–4:30\u202fPM" in card.text


async def test_who_does_not_work_then_is_warned_of_with_why(world):
    await world.away("luis", 3, 4)
    card = await drafted(world, sees="🌙 \u2068Luis\u2069: ausencia hasta el vie,\u00a027\u00a0nov")
    card = await drafted(world, "/evento Cena jueves 20:00 @lucia")
    assert "🌙 \u2068Tú\u2069, \u2068Lucía\u2069: fuera de horario (9:00–18:00)" in card.text
    assert "no es día laboral" in (await drafted(world, "/evento Junta sábado 10:00")).text
    assert "día festivo (Navidad)" in (await drafted(world, "/evento Junta 25/12 10:00")).text
    await drafted(world, "/event Meeting 12/25 10am @pablo", "pablo", sees="public holiday (Christmas Day)")


async def test_the_time_that_the_draft_has_is_none_of_the_other_times(world):
    card = await drafted(world, "/evento Junta jueves 10:00")
    card, _ = await world.forges("ana", "1:dr:1:s", card)
    shown = card.keyboard
    assert shown[:2] == [["jue,\u00a026\u00a0nov, 11:00–12:00"], ["jue,\u00a026\u00a0nov, 12:00–13:00"]]


async def test_where_there_is_no_other_time_that_is_said(world):
    card = await drafted(world, "/evento Guardia jueves 8:00 12 h")
    card = await world.taps("ana", card, "🔄 Otros horarios", sees="No encontré otra hora en la que puedan todos.")
    assert card.keyboard == [[BACK]]

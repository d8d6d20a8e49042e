"""Leaders: `/equipo` by day, week and month, `/rojo`, `/resumen`."""

from core.records.messages import MessageKind
from tests.bot.chat.posting import deliver
from tests.bot.chat.pushing import pushed, written
from tests.chat.document import conversation


@conversation("See the team's day", "equipo")
async def test_the_teams_day(talk):
    await talk.world.open_log("luis")
    await talk.lucia.says("/equipo", "/team")
    await talk.lucia.presses("Luis")
    await talk.lucia.presses("póliza", "insurance")
    await talk.lucia.presses("‹ Volver a la persona", "‹ Back to the person")
    await talk.lucia.presses("‹ Equipo", "‹ Team")
    await talk.lucia.says("/equipo viernes", "/team friday")


@conversation("Reopen an item of somebody of the team", "equipo")
async def test_reopening_for_somebody(talk):
    log = await talk.world.open_log("luis")
    await talk.world.close_log("luis")
    await talk.lucia.says("/equipo", "/team")
    await talk.lucia.presses("Luis")
    await talk.lucia.presses("♻️ Reabrir · Renovar", "♻️ Reopen · Renew")
    assert log.closed_at is None
    assert (await talk.world.log("luis")).closed_at is None


@conversation("See the team's week and month as pictures", "equipo")
async def test_the_teams_week_and_month(talk):
    await talk.lucia.says("/equipo semana pasada", "/team last week")
    assert talk.lucia.message.raw["photo"]
    await talk.lucia.presses("🗓 Mes", "🗓 Month")
    await talk.lucia.presses("Luis")


@conversation("See some days of the team as a picture", "equipo")
async def test_a_range_of_days(talk):
    await talk.lucia.says("/equipo del 9 al 20", "/team 9 to 20")
    await talk.lucia.says("/equipo octubre", "/team october")
    await talk.lucia.says("/equipo", "/team")
    await talk.world.open_log("luis")
    await talk.lucia.presses("🔄 Actualizar", "🔄 Refresh")


@conversation("Take a month of the team along as files", "exportar")
async def test_a_month_as_files(talk):
    await talk.lucia.says("/exportar octubre", "/export october")
    assert len(talk.world.sandbox.calls_to("sendDocument")) == 2
    await talk.lucia.says("/exportar azul", "/export blue")
    await talk.ana.says("/exportar", "/export")


@conversation("See what is red, since when and why", "rojo")
async def test_what_is_red(talk):
    await talk.lucia.says("/rojo", "/red")
    await talk.lucia.presses("📋 #4", "📋 #4")
    await talk.lucia.presses("‹ En rojo", "‹ In red")
    await talk.luis.says("/rojo", "/red")
    await talk.ana.says("/rojo", "/red")


@conversation("See how today goes in one message", "resumen")
async def test_todays_summary(talk):
    await talk.world.open_log("ana")
    await talk.lucia.says("/resumen", "/summary")
    await talk.lucia.presses("⏰ Atrasadas", "⏰ Late")
    await talk.ana.says("/resumen", "/summary")


@conversation("See how a week or a month went", "resumen")
async def test_how_a_week_went(talk):
    await talk.lucia.says("/resumen semana pasada", "/summary last week")
    await talk.lucia.presses("⚪\ufe0f Sin abrir", "⚪\ufe0f Not opened")
    await talk.lucia.presses("‹ Resumen", "‹ Summary")
    await talk.lucia.presses("🙋 El mío", "🙋 Mine")
    await talk.luis.says("/resumen semana pasada", "/summary last week")


@conversation("Ask for a team without leading one", "equipo")
async def test_who_leads_nobody(talk):
    await talk.ana.says("/equipo", "/team")
    await talk.ana.says("/equipo semana", "/team week")


@conversation("Call for help by a red light", "rojo")
async def test_a_red_is_a_call(talk):
    await talk.world.open_log("ana")
    await talk.ana.says("/hoy", "/today")
    await talk.ana.presses("#1 · ", "#1 · ")
    await talk.ana.presses("🔴")
    await talk.ana.says("Falta la firma, la tiene @luis", "The signature is missing, @luis has it")
    (about,) = await written(talk.world, "luis", MessageKind.RED)
    await talk.meanwhile("At the same moment.", pushed(talk.world, "lucia", MessageKind.RED, **about))
    await talk.meanwhile("And to whom she named.", pushed(talk.world, "luis", MessageKind.RED, **about))
    await talk.luis.presses("🛠 Lo destrabo", "🛠 I'm on it")
    (answer,) = await written(talk.world, "ana", MessageKind.RED_ANSWERED)
    await talk.meanwhile("It reaches her.", pushed(talk.world, "ana", MessageKind.RED_ANSWERED, **answer))


@conversation("Ask for no more help with a late task", "rojo")
async def test_a_red_is_taken_back(talk):
    await talk.world.change_user("lucia", language=talk.language)
    await talk.ana.says("/abrir", "/open")
    await talk.ana.presses("🔴 #2")
    await talk.ana.presses("🔴 Motivo", "🔴 Reason")
    await talk.ana.says("Faltan las cifras de almacén", "The figures of the warehouse are missing")
    await talk.meanwhile("Lucía is told.", deliver(talk.world))
    await talk.ana.presses("↩️ Ya no pido ayuda", "↩️ I no longer need help")
    await talk.meanwhile("And of this, too.", deliver(talk.world))
    await talk.ana.says("2 listo", "2 done")
    await talk.ana.says("ayuda con la 2", "help with 2")


@conversation("Ask questions in words", "equipo")
async def test_questions(talk):
    await talk.lucia.says("¿quién falta de abrir?", "who has not opened yet?")
    await talk.lucia.says("¿quién falta hoy?", "who is missing today?")
    await talk.lucia.says("¿está libre Ana mañana a las 4?", "is Ana free tomorrow at 4?")
    await talk.ana.says("¿qué vence esta semana?", "what is due this week?")
    await talk.ana.says("¿quién está en rojo en mi equipo?", "who is red in my team?")
    await talk.ana.says("¿quién viene mañana?", "who's in tomorrow?")
    await talk.lucia.says("dame el reporte de la semana pasada", "give me last week's report")
    await talk.world.away("luis", 1, 4)
    await talk.ana.says("¿cuándo vuelve Luis?", "when is Luis back?")
    await talk.ana.says("comprar café para mañana", "buy coffee for tomorrow")


@conversation("Say what is to be done in a sentence", "cerrar", "tarea", "evento", "ausencia")
async def test_statements(talk):
    await talk.ana.says("/abrir", "/open")
    await talk.ana.says("la 1 va en 70", "put task 1 at 70")
    await talk.ana.says("falto el jueves porque tengo cita con el doctor", "I'm out Thursday because I see the doctor")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    await talk.ana.says("recuérdame mañana a las 9 llamar al banco", "remind me tomorrow at 9 to call the bank")
    await talk.ana.says("mueve la junta del miércoles a las 5", "move wednesday's meeting to 5")
    await talk.ana.presses("✅ Mover", "✅ Move")
    await talk.ana.says("ayuda con la 1", "help with 1")
    await talk.ana.presses("🙋 Pedir ayuda con la #1", "🙋 Ask for help with #1")
    await talk.ana.says("Falta la firma", "The signature is missing")
    await talk.ana.says("cierra mi día", "close my day")
    await talk.ana.says("coméntale a la 1 que ya llegó la factura", "comment on 1 that the invoice is here")
    await talk.ana.presses("✅ Comentar", "✅ Comment")
    await talk.ana.says("pásale la 1 a Luis", "give 1 to Luis")
    await talk.ana.says("cancela mis vacaciones", "cancel my time off")
    await talk.lucia.says("recuérdale a Ana que cierre", "remind Ana to close her day")
    await talk.lucia.says("pásale la 3 a Luis", "hand task 3 over to Luis")
    await talk.lucia.presses("🤝 Sí, a Luis", "🤝 Yes, to Luis")
    await talk.lucia.says("pásale la 1 a Luis", "hand task 1 over to Luis")
    await talk.lucia.presses("🤝 Sí, a Luis", "🤝 Yes, to Luis")
    (about,) = await written(talk.world, "luis", MessageKind.TASK_ASSIGNED)
    await talk.meanwhile("Luis hears of it.", pushed(talk.world, "luis", MessageKind.TASK_ASSIGNED, **about))

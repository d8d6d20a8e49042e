"""Leaders: `/equipo` by day, week and month, `/rojo`, `/resumen`."""

from core.records.messages import MessageKind
from tests.bot.chat.posting import deliver
from tests.bot.chat.pushing import pushed, written
from tests.chat.document import conversation


@conversation("See the team's day", "equipo")
async def test_the_teams_day(talk):
    await talk.world.open_log("luis")
    await talk.lucia.says("/equipo", "/team")
    talk.lucia.sees("1 de 2 con el día abierto", "1 of 2 with the day open")
    await talk.lucia.presses("Luis")
    talk.lucia.sees("Renovar la póliza", "Renew the insurance")
    await talk.lucia.presses("póliza", "insurance")
    talk.lucia.sees("La aseguradora no contesta.", "The insurer does not answer.")
    await talk.lucia.presses("‹ Volver a la persona", "‹ Back to the person")
    await talk.lucia.presses("‹ Equipo", "‹ Team")
    await talk.lucia.says("/equipo viernes", "/team friday")
    talk.lucia.sees("2 de 2 abrieron el día", "2 of 2 opened the day")


@conversation("Reopen an item of somebody of the team", "equipo")
async def test_reopening_for_somebody(talk):
    log = await talk.world.open_log("luis")
    await talk.world.close_log("luis")
    await talk.lucia.says("/equipo", "/team")
    await talk.lucia.presses("Luis")
    await talk.lucia.presses("♻️ Reabrir · Renovar", "♻️ Reopen · Renew")
    talk.lucia.told("Reabierta", "Reopened")
    assert log.closed_at is None
    assert (await talk.world.log("luis")).closed_at is None


@conversation("See the team's week and month as pictures", "equipo")
async def test_the_teams_week_and_month(talk):
    await talk.lucia.says("/equipo semana pasada", "/team last week")
    talk.lucia.sees("📈", "📈")
    assert talk.lucia.message.raw["photo"]
    await talk.lucia.presses("🗓 Mes", "🗓 Month")
    talk.lucia.sees("noviembre", "November")
    await talk.lucia.presses("Luis")
    talk.lucia.sees("Luis", "Luis")


@conversation("See some days of the team as a picture", "equipo")
async def test_a_range_of_days(talk):
    await talk.lucia.says("/equipo del 9 al 20", "/team 9 to 20")
    talk.lucia.sees("9–20 nov", "Nov 9 – 20")
    await talk.lucia.says("/equipo octubre", "/team october")
    talk.lucia.sees("octubre 2026", "October 2026")
    await talk.lucia.says("/equipo", "/team")
    await talk.world.open_log("luis")
    await talk.lucia.presses("🔄 Actualizar", "🔄 Refresh")
    talk.lucia.sees("1 de 2 con el día abierto", "1 of 2 with the day open")


@conversation("Take a month of the team along as files", "exportar")
async def test_a_month_as_files(talk):
    await talk.lucia.says("/exportar octubre", "/export october")
    talk.lucia.sees("📎 1–31 oct 2026", "📎 Oct 1 – 31, 2026")
    assert len(talk.world.sandbox.calls_to("sendDocument")) == 2
    await talk.lucia.says("/exportar azul", "/export blue")
    talk.lucia.sees("No entendí qué días", "I didn't get which days")
    await talk.ana.says("/exportar", "/export")
    talk.ana.sees("Eso es para quien tiene un equipo a su cargo.", "That's for those who lead a team.")


@conversation("See what is red, since when and why", "rojo")
async def test_what_is_red(talk):
    await talk.lucia.says("/rojo", "/red")
    talk.lucia.sees("desde jue, 19 nov (hace 4 días)", "since Thu, Nov 19 (4 days ago)")
    talk.lucia.sees("La aseguradora no contesta.", "The insurer does not answer.")
    await talk.lucia.presses("📋 #4", "📋 #4")
    await talk.lucia.presses("‹ En rojo", "‹ In red")
    await talk.luis.says("/rojo", "/red")
    talk.luis.sees("Mis tareas en rojo · 1", "My tasks in red · 1")
    await talk.ana.says("/rojo", "/red")
    talk.ana.sees("Nada en rojo", "Nothing in red")


@conversation("See how today goes in one message", "resumen")
async def test_todays_summary(talk):
    await talk.world.open_log("ana")
    await talk.lucia.says("/resumen", "/summary")
    talk.lucia.sees("1 de 2 con el día abierto", "1 of 2 with the day open")
    await talk.lucia.presses("⏰ Atrasadas", "⏰ Late")
    talk.lucia.sees("Enviar el reporte de octubre", "Send the October report")
    await talk.ana.says("/resumen", "/summary")
    talk.ana.sees("Mi resumen", "My summary")


@conversation("See how a week or a month went", "resumen")
async def test_how_a_week_went(talk):
    await talk.lucia.says("/resumen semana pasada", "/summary last week")
    talk.lucia.sees("Cómo le fue al equipo", "How the team did")
    await talk.lucia.presses("⚪\ufe0f Sin abrir", "⚪\ufe0f Not opened")
    talk.lucia.sees("Días sin abrir", "Days not opened")
    await talk.lucia.presses("‹ Resumen", "‹ Summary")
    await talk.lucia.presses("🙋 El mío", "🙋 Mine")
    talk.lucia.sees("Cómo me fue", "How I did")
    await talk.luis.says("/resumen semana pasada", "/summary last week")
    talk.luis.sees("Cómo me fue", "How I did")


@conversation("Ask for a team without leading one", "equipo")
async def test_who_leads_nobody(talk):
    await talk.ana.says("/equipo", "/team")
    talk.ana.sees("Eso es para quien tiene un equipo a su cargo.", "That's for those who lead a team.")
    await talk.ana.says("/equipo semana", "/team week")
    talk.ana.sees("Eso es para quien tiene un equipo a su cargo.", "That's for those who lead a team.")


@conversation("Call for help by a red light", "rojo")
async def test_a_red_is_a_call(talk):
    await talk.world.open_log("ana")
    await talk.ana.says("/hoy", "/today")
    await talk.ana.presses("#1 · ", "#1 · ")
    await talk.ana.presses("🔴")
    talk.ana.sees("¿Qué la detiene, y quién la destraba?", "What is in the way, and who can clear it?")
    await talk.ana.says("Falta la firma, la tiene @luis", "The signature is missing, @luis has it")
    talk.ana.sees("Ya se lo digo a Lucía y Luis", "I'm telling Lucía and Luis now")
    (about,) = await written(talk.world, "luis", MessageKind.RED)
    await talk.meanwhile("At the same moment.", pushed(talk.world, "lucia", MessageKind.RED, **about))
    talk.lucia.sees("Ana está en rojo", "Ana is in red")
    await talk.meanwhile("And to whom she named.", pushed(talk.world, "luis", MessageKind.RED, **about))
    await talk.luis.presses("🛠 Lo destrabo", "🛠 I'm on it")
    (answer,) = await written(talk.world, "ana", MessageKind.RED_ANSWERED)
    await talk.meanwhile("It reaches her.", pushed(talk.world, "ana", MessageKind.RED_ANSWERED, **answer))
    talk.ana.sees("Luis lo está viendo", "Luis is on it")


@conversation("Ask for no more help with a late task", "rojo")
async def test_a_red_is_taken_back(talk):
    await talk.world.change_user("lucia", language=talk.language)
    await talk.ana.says("/abrir", "/open")
    await talk.ana.presses("🔴 #2")
    await talk.ana.presses("🔴 Motivo", "🔴 Reason")
    await talk.ana.says("Faltan las cifras de almacén", "The figures of the warehouse are missing")
    await talk.meanwhile("Lucía is told.", deliver(talk.world))
    await talk.ana.presses("↩️ Ya no pido ayuda", "↩️ I no longer need help")
    talk.ana.told("Sigue en rojo, pero por su fecha", "It stays red, but by its date")
    talk.ana.sees("En rojo por su fecha", "In red by its date")
    await talk.meanwhile("And of this, too.", deliver(talk.world))
    talk.lucia.sees("Ana ya no pide ayuda", "Ana no longer asks for help")
    await talk.ana.says("2 listo", "2 done")
    await talk.ana.says("ayuda con la 2", "help with 2")
    talk.ana.sees("Esa tarea ya está cerrada", "That task is closed")


@conversation("Ask questions in words", "equipo")
async def test_questions(talk):
    await talk.lucia.says("¿quién falta de abrir?", "who has not opened yet?")
    talk.lucia.sees("Lo leí como: quién falta de abrir", "I read it as: who has yet to open")
    await talk.lucia.says("¿quién falta hoy?", "who is missing today?")
    talk.lucia.sees("Lo leí como", "I read it as")
    await talk.lucia.says("¿está libre Ana mañana a las 4?", "is Ana free tomorrow at 4?")
    talk.lucia.sees("Ana")
    await talk.ana.says("¿qué vence esta semana?", "what is due this week?")
    talk.ana.sees("esta semana", "this week")
    await talk.ana.says("¿quién está en rojo en mi equipo?", "who is red in my team?")
    await talk.ana.says("¿quién viene mañana?", "who's in tomorrow?")
    talk.ana.sees("Trabajan", "work")
    await talk.lucia.says("dame el reporte de la semana pasada", "give me last week's report")
    talk.lucia.sees("Cómo le fue al equipo", "How the team did")
    await talk.world.away("luis", 1, 4)
    await talk.ana.says("¿cuándo vuelve Luis?", "when is Luis back?")
    talk.ana.sees("Después no está (24–27 nov): vuelve el", "Then away (Nov 24 – 27), and back on")
    await talk.ana.says("comprar café para mañana", "buy coffee for tomorrow")
    talk.ana.sees("Tarea nueva", "New task")


@conversation("Say what is to be done in a sentence", "cerrar", "tarea", "evento", "ausencia")
async def test_statements(talk):
    await talk.ana.says("/abrir", "/open")
    await talk.ana.says("la 1 va en 70", "put task 1 at 70")
    talk.ana.sees("1 tarea guardada", "1 task saved")
    await talk.ana.says("falto el jueves porque tengo cita con el doctor", "I'm out Thursday because I see the doctor")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    await talk.ana.says("recuérdame mañana a las 9 llamar al banco", "remind me tomorrow at 9 to call the bank")
    talk.ana.sees("🔔 mañana 9:00", "🔔 tomorrow 9:00 AM")
    await talk.ana.says("mueve la junta del miércoles a las 5", "move wednesday's meeting to 5")
    await talk.ana.presses("✅ Mover", "✅ Move")
    await talk.ana.says("ayuda con la 1", "help with 1")
    await talk.ana.presses("🙋 Pedir ayuda con la #1", "🙋 Ask for help with #1")
    talk.ana.sees("¿Qué la detiene, y quién la destraba?", "What is in the way, and who can clear it?")
    await talk.ana.says("Falta la firma", "The signature is missing")
    await talk.ana.says("cierra mi día", "close my day")
    await talk.ana.says("coméntale a la 1 que ya llegó la factura", "comment on 1 that the invoice is here")
    await talk.ana.presses("✅ Comentar", "✅ Comment")
    await talk.ana.says("pásale la 1 a Luis", "give 1 to Luis")
    talk.ana.sees("¿Le pregunto a Luis si se queda con", "Shall I ask Luis to take over")
    await talk.ana.says("cancela mis vacaciones", "cancel my time off")
    await talk.lucia.says("recuérdale a Ana que cierre", "remind Ana to close her day")
    talk.lucia.sees("¿Le recuerdo su día?", "Shall I remind them of their day?")
    await talk.lucia.says("pásale la 3 a Luis", "hand task 3 over to Luis")
    await talk.lucia.presses("🤝 Sí, a Luis", "🤝 Yes, to Luis")
    talk.lucia.told("La tarea 3 ahora es de Luis", "Task 3 is Luis's now")
    await talk.lucia.says("pásale la 1 a Luis", "hand task 1 over to Luis")
    await talk.lucia.presses("🤝 Sí, a Luis", "🤝 Yes, to Luis")
    (about,) = await written(talk.world, "luis", MessageKind.TASK_ASSIGNED)
    await talk.meanwhile("Luis hears of it.", pushed(talk.world, "luis", MessageKind.TASK_ASSIGNED, **about))
    talk.luis.sees("Con Ana iba en 70 %", "Ana had it at 70%")
    talk.luis.sees("Estaba en rojo: Falta la firma", "It was in red: The signature is missing")

"""Drafting events: `/evento`."""

from core.calendar import events
from tests.chat.document import conversation


@conversation("Draft an event in a sentence, and save it", "evento")
async def test_a_sentence(talk):
    await talk.ana.says(
        "/evento Junta con proveedores jueves 16:00 1h @luis", "/event Meeting with suppliers Thursday 4pm 1h @luis"
    )
    talk.ana.sees("sin guardar", "not saved yet")
    await talk.ana.presses("⏰ 1 h")
    talk.ana.sees("Aviso 1 h antes", "Reminder 1 h before")
    await talk.ana.says("mejor a las 5, con @pablo", "better at 5, with @pablo")
    talk.ana.sees("17:00–18:00", "5:00–6:00 PM")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    talk.ana.told("✅ Guardado", "✅ Saved")
    talk.ana.sees("Participan: Ana ✅, Luis, Pablo", "Taking part: Ana ✅, Luis, Pablo")
    talk.ana.sees("Aviso 1 h antes", "Reminder 1 h before")
    made = (await talk.world.act("ana", events.list_events))[-1]
    assert made.start_datetime.hour == 23


@conversation("Choose how long before an event its people are reminded", "evento", "agenda")
async def test_a_reminder(talk):
    await talk.ana.says(
        "/evento Junta con el banco jueves 16:00 con @luis, avísame 5 min antes",
        "/event Meeting with the bank Thursday 4pm with @luis, remind us 5 min before",
    )
    talk.ana.sees("Aviso 5 min antes", "Reminder 5 min before")
    await talk.ana.presses("⏰ Aviso", "⏰ Reminder")
    await talk.ana.says("dos años", "two years")
    talk.ana.sees("No entendí el aviso", "didn't understand the reminder")
    await talk.ana.says("500 días", "500 days")
    talk.ana.sees("a lo más 366 días antes", "366 days before at most")
    await talk.ana.says("con aviso de 36 h", "reminder 36 h before")
    talk.ana.sees("Aviso 1 día 12 h antes", "Reminder 1 day 12 h before")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    await talk.luis.says("/agenda jueves", "/agenda thursday")
    await talk.luis.presses("Junta con el banco", "Meeting with the bank")
    talk.luis.sees("Aviso 1 día 12 h antes", "Reminder 1 day 12 h before")


@conversation("Draft an event step by step", "evento")
async def test_step_by_step(talk):
    await talk.ana.says("/evento", "/event")
    await talk.ana.says("Capacitación", "Training")
    await talk.ana.presses("27")
    await talk.ana.says("9 y media", "9:30")
    await talk.ana.presses("⏱ Duración", "⏱ Length")
    await talk.ana.presses("1 h 30 min")
    await talk.ana.presses("👥 Personas", "👥 People")
    await talk.ana.presses("Lucía")
    await talk.ana.presses("‹ Volver al borrador", "‹ Back to the draft")
    await talk.ana.presses("📍 Lugar", "📍 Place")
    await talk.ana.says("Sala 2", "Room 2")
    talk.ana.sees("9:30–11:00", "9:30–11:00 AM")
    await talk.ana.presses("✖ Descartar", "✖ Discard")
    talk.ana.sees("no guardé nada", "nothing was saved")


@conversation("Be warned of who cannot come, and choose another time", "evento")
async def test_other_times(talk):
    await talk.ana.says("/evento Repaso mañana 10:00 1h @luis", "/event Review tomorrow 10am 1h @luis")
    talk.ana.sees("Luis: con otro evento, 10:00–11:30", "Luis: in another event, 10:00–11:30 AM")
    await talk.ana.presses("🔄 Otros horarios", "🔄 Other times")
    await talk.ana.presses("mar, 24 nov, 12:30–13:30", "Tue, Nov 24, 12:30–1:30 PM")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    talk.ana.told("✅ Guardado", "✅ Saved")


@conversation("Draft an event of several whole days, and one in the past", "evento")
async def test_whole_days(talk):
    await talk.ana.says("/evento Feria del 3 al 5 de diciembre @luis", "/event Fair Dec 3 to Dec 5 @luis")
    talk.ana.sees("🕘 todo el día", "🕘 all day")
    await talk.ana.presses("📅 Hasta", "📅 Until")
    await talk.ana.presses("4")
    talk.ana.sees("3–4 dic", "Dec 3 – 4")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    talk.ana.sees("todo el día, 3–4 dic", "all day, Dec 3 – 4")
    await talk.ana.says("/evento Junta ayer 10:00", "/event Meeting yesterday 10am")
    talk.ana.sees("¿hoy, 10:00 o de verdad ayer, 10:00?", "today, 10:00 AM, or really yesterday, 10:00 AM?")
    await talk.ana.presses("hoy, 10:00", "today, 10:00 AM")
    talk.ana.sees("10:00–11:00", "10:00–11:00 AM")


@conversation("Draft a series, with what falls on holidays and absences", "evento")
async def test_a_series(talk):
    await talk.world.away("luis", 7, 8)
    await talk.ana.says(
        "/evento Junta todos los lunes y viernes 10:00 30 min @luis hasta el 15 de enero",
        "/event Meeting every Monday and Friday 10am 30 min @luis until January 15",
    )
    talk.ana.sees("🔁 cada lunes y viernes hasta el", "🔁 every Monday and Friday until")
    talk.ana.sees("día festivo (Navidad) · 25 dic", "public holiday (Christmas Day) · Dec 25")
    talk.ana.sees("Luis: ausencia hasta el mar, 1 dic · 30 nov", "Luis: away until Tue, Dec 1 · Nov 30")
    await talk.ana.presses("🔁 Hasta", "🔁 Until")
    await talk.ana.says("6 veces", "6 times")
    talk.ana.sees("6 fechas", "6 dates")
    await talk.ana.presses("✅ Guardar de todos modos", "✅ Save anyway")
    talk.ana.told("✅ Guardado", "✅ Saved")
    made = await talk.world.act("root", events.list_events)
    assert len({event.series_id for event in made if event.title in ("Junta", "Meeting")}) == 1


@conversation("Draft a series every second week, on a last Friday, on Sundays", "evento")
async def test_rules_of_weeks_and_months(talk):
    await talk.ana.says("/evento Junta cada dos semanas lunes 10:00", "/event Meeting every two weeks Monday 10am")
    talk.ana.sees("cada 2 semanas: lunes", "every 2 weeks: Monday")
    await talk.ana.says(
        "/evento Cierre el último viernes de cada mes 10:00", "/event Closing the last Friday of every month 10am"
    )
    talk.ana.sees("el último viernes de cada mes", "on the last Friday of each month")
    await talk.ana.says("/evento Guardia cada domingo 10:00, 4 veces", "/event Duty every Sunday 10am, 4 times")
    talk.ana.sees("cada domingo, 4 veces", "every Sunday, 4 times")
    await talk.ana.presses("✅ Guardar de todos modos", "✅ Save anyway")
    talk.ana.told("✅ Guardado", "✅ Saved")


@conversation("Ask for what a series cannot do", "evento")
async def test_what_a_series_cannot_do(talk):
    await talk.ana.says("/evento Junta cada tercer día 10:00", "/event Meeting every other day 10am")
    talk.ana.sees("Lo más cercano: cada día", "The nearest: every day")
    await talk.ana.says("/evento Junta cada lunes 10:00, 400 veces", "/event Meeting every Monday 10am, 400 times")
    talk.ana.sees("a lo más 60 fechas", "at most 60 dates")
    await talk.ana.says(
        "/evento Junta cada lunes 10:00 hasta el 1 de noviembre de 2026",
        "/event Meeting every Monday 10am until November 1, 2026",
    )
    talk.ana.sees("terminaría antes de su primera fecha", "would end before its first date")
    await talk.ana.says(
        "/evento Junta el 25 de cada mes 10:00 desde el 1 de diciembre hasta el 31 de diciembre",
        "/event Meeting on the 25th of every month 10am from December 1 to December 31",
    )
    talk.ana.sees("Todas sus fechas caen en día festivo", "All of its dates are public holidays")

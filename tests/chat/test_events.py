"""Drafting events: `/evento`."""

from core.calendar import events
from tests.chat.document import conversation


@conversation("Draft an event in a sentence, and save it", "evento")
async def test_a_sentence(talk):
    await talk.ana.says(
        "/evento Junta con proveedores jueves 16:00 1h @luis", "/event Meeting with suppliers Thursday 4pm 1h @luis"
    )
    await talk.ana.presses("⏰ 1 h")
    await talk.ana.says("mejor a las 5, con @pablo", "better at 5, with @pablo")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    made = (await talk.world.act("ana", events.list_events))[-1]
    assert made.start_datetime.hour == 23


@conversation("Choose how long before an event its people are reminded", "evento", "agenda")
async def test_a_reminder(talk):
    await talk.ana.says(
        "/evento Junta con el banco jueves 16:00 con @luis, avísame 5 min antes",
        "/event Meeting with the bank Thursday 4pm with @luis, remind us 5 min before",
    )
    await talk.ana.presses("⏰ Aviso", "⏰ Reminder")
    await talk.ana.says("dos años", "two years")
    await talk.ana.says("500 días", "500 days")
    await talk.ana.says("con aviso de 36 h", "reminder 36 h before")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    await talk.luis.says("/agenda jueves", "/agenda thursday")
    await talk.luis.presses("Junta con el banco", "Meeting with the bank")


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
    await talk.ana.presses("✖ Descartar", "✖ Discard")


@conversation("Be warned of who cannot come, and choose another time", "evento")
async def test_other_times(talk):
    await talk.ana.says("/evento Repaso mañana 10:00 1h @luis", "/event Review tomorrow 10am 1h @luis")
    await talk.ana.presses("🔄 Otros horarios", "🔄 Other times")
    await talk.ana.presses("mar, 24 nov, 12:30–13:30", "Tue, Nov 24, 12:30–1:30 PM")
    await talk.ana.presses("✅ Guardar", "✅ Save")


@conversation("Draft an event of several whole days, and one in the past", "evento")
async def test_whole_days(talk):
    await talk.ana.says("/evento Feria del 3 al 5 de diciembre @luis", "/event Fair Dec 3 to Dec 5 @luis")
    await talk.ana.presses("📅 Hasta", "📅 Until")
    await talk.ana.presses("4")
    await talk.ana.presses("✅ Guardar", "✅ Save")
    await talk.ana.says("/evento Junta ayer 10:00", "/event Meeting yesterday 10am")
    await talk.ana.presses("hoy, 10:00", "today, 10:00 AM")


@conversation("Draft a series, with what falls on holidays and absences", "evento")
async def test_a_series(talk):
    await talk.world.away("luis", 7, 8)
    await talk.ana.says(
        "/evento Junta todos los lunes y viernes 10:00 30 min @luis hasta el 15 de enero",
        "/event Meeting every Monday and Friday 10am 30 min @luis until January 15",
    )
    await talk.ana.presses("🔁 Hasta", "🔁 Until")
    await talk.ana.says("6 veces", "6 times")
    await talk.ana.presses("✅ Guardar de todos modos", "✅ Save anyway")
    made = await talk.world.act("root", events.list_events)
    assert len({event.series_id for event in made if event.title in ("Junta", "Meeting")}) == 1


@conversation("Draft a series every second week, on a last Friday, on Sundays", "evento")
async def test_rules_of_weeks_and_months(talk):
    await talk.ana.says("/evento Junta cada dos semanas lunes 10:00", "/event Meeting every two weeks Monday 10am")
    await talk.ana.says(
        "/evento Cierre el último viernes de cada mes 10:00", "/event Closing the last Friday of every month 10am"
    )
    await talk.ana.says("/evento Guardia cada domingo 10:00, 4 veces", "/event Duty every Sunday 10am, 4 times")
    await talk.ana.presses("✅ Guardar de todos modos", "✅ Save anyway")


@conversation("Ask for what a series cannot do", "evento")
async def test_what_a_series_cannot_do(talk):
    await talk.ana.says("/evento Junta cada tercer día 10:00", "/event Meeting every other day 10am")
    await talk.ana.says("/evento Junta cada lunes 10:00, 400 veces", "/event Meeting every Monday 10am, 400 times")
    await talk.ana.says(
        "/evento Junta cada lunes 10:00 hasta el 1 de noviembre de 2026",
        "/event Meeting every Monday 10am until November 1, 2026",
    )
    await talk.ana.says(
        "/evento Junta el 25 de cada mes 10:00 desde el 1 de diciembre hasta el 31 de diciembre",
        "/event Meeting on the 25th of every month 10am from December 1 to December 31",
    )

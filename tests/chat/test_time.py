"""Time: `/agenda` and `/disponible`."""

from core.drafts import drafts
from core.records.drafts import EventDraft
from tests.cast import day
from tests.chat.document import conversation


@conversation("See a day's events, and one of them", "agenda")
async def test_agenda(talk):
    await talk.ana.says("/agenda")
    talk.ana.sees("12:00–13:00 · Junta semanal", "12:00–1:00 PM · Weekly meeting")
    await talk.ana.presses("▶")
    talk.ana.sees("16:00–17:00 · Llamada con la abogada", "4:00–5:00 PM · Call with the lawyer")
    assert "Visita" not in talk.ana.message.text, "Luis's own"
    await talk.ana.presses("Llamada con la abogada", "Call with the lawyer")
    talk.ana.sees("De Ana", "By Ana")
    await talk.ana.presses("‹ Agenda")
    await talk.ana.presses("📅 Calendario", "📅 Calendar")
    talk.ana.sees_button("25•")
    await talk.ana.presses("25•")
    talk.ana.sees("Junta con proveedores", "Meeting with suppliers")


@conversation("Ask for a day's events in words", "agenda")
async def test_agenda_of_a_day(talk):
    await talk.ana.says("/agenda pasado mañana", "/agenda the day after tomorrow")
    talk.ana.sees("miércoles, 25 de noviembre", "Wednesday, November 25")
    await talk.ana.says("/agenda el lunes", "/agenda monday")
    talk.ana.sees("lunes, 30 de noviembre", "Monday, November 30")
    await talk.ana.says("/agenda algún día", "/agenda some day")
    talk.ana.sees("No entendí la fecha", "I didn't understand the date")


@conversation("See a week of events and what else is in it", "agenda")
async def test_agenda_of_a_week(talk):
    await talk.ana.says("/agenda semana", "/agenda week")
    talk.ana.sees("12:00–13:00 · Junta semanal", "12:00–1:00 PM · Weekly meeting")
    await talk.ana.presses("▶")
    talk.ana.sees("30 nov – 6 dic 2026", "Nov 30 – Dec 6, 2026")


@conversation("See others' public events, by one's own clock", "agenda")
async def test_agenda_elsewhere(talk):
    await talk.pablo.says("/zona Madrid", "/timezone Madrid")
    await talk.pablo.says("/agenda")
    talk.pablo.sees("También puedes ver", "You can also see")
    talk.pablo.sees("19:00–20:00 · Junta semanal", "7:00–8:00 PM · Weekly meeting")
    await talk.pablo.presses("Junta semanal", "Weekly meeting")


@conversation("Find a time for a meeting", "disponible")
async def test_free(talk):
    await talk.lucia.says("/disponible @ana @luis pasado mañana 11-12", "/free @ana @luis the day after tomorrow 11-12")
    talk.lucia.sees("«Junta con proveedores», 11:00–12:00", "“Meeting with suppliers”, 11:00 AM–12:00 PM")
    await talk.lucia.says("el viernes después de las 3", "friday after 3")
    talk.lucia.sees("a partir de las 15:00", "from 3:00 PM on")
    await talk.lucia.says("mejor en la tarde", "in the afternoon, rather")
    await talk.lucia.presses("➕ Contar conmigo", "➕ Count me in")
    await talk.lucia.presses("Más tarde ›", "Later ›")
    await talk.lucia.presses("15:00–16:00", "3:00–4:00")
    talk.lucia.sees("sin guardar", "not saved")
    await talk.lucia.presses("‹ Horarios libres", "‹ Free times")
    await talk.lucia.presses("Más tarde ›", "Later ›")
    await talk.lucia.presses("15:00–16:00", "3:00–4:00")
    draft = (await talk.world.act("lucia", drafts.get_draft, 1)).of(EventDraft)
    assert (draft.day, draft.starts.hour) == (day(4), 15)


@conversation("Ask who is free without being told by what they are taken", "disponible")
async def test_free_hidden(talk):
    await talk.ana.says("/disponible", "/free")
    await talk.ana.says("@luis mañana 10-11", "@luis tomorrow 10-11")
    talk.ana.sees("Luis")
    assert "aseguradora" not in talk.ana.message.text
    assert "insurer" not in talk.ana.message.text


@conversation("Ask who is free on a day off", "disponible")
async def test_free_on_a_day_off(talk):
    await talk.ana.says("/disponible @luis domingo 10-11", "/free @luis sunday 10-11")
    talk.ana.sees("no es día laboral", "not a working day")
    await talk.ana.says("/disponible @nadie mañana", "/free @nobody tomorrow")
    await talk.ana.says("/disponible algún día", "/free some day")

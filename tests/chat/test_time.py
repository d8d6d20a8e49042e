"""Time: `/agenda` and `/disponible`."""

from core.drafts import drafts
from core.records.drafts import EventDraft
from tests.cast import day
from tests.chat.document import conversation


@conversation("See a day's events, and one of them", "agenda")
async def test_agenda(talk):
    await talk.ana.says("/agenda")
    await talk.ana.presses("▶")
    assert "Visita" not in talk.ana.message.text, "Luis's own"
    await talk.ana.presses("Llamada con la abogada", "Call with the lawyer")
    await talk.ana.presses("‹ Agenda")
    await talk.ana.presses("📅 Calendario", "📅 Calendar")
    await talk.ana.presses("25•")


@conversation("Ask for a day's events in words", "agenda")
async def test_agenda_of_a_day(talk):
    await talk.ana.says("/agenda pasado mañana", "/agenda the day after tomorrow")
    await talk.ana.says("/agenda el lunes", "/agenda monday")
    await talk.ana.says("/agenda algún día", "/agenda some day")


@conversation("See a week of events and what else is in it", "agenda")
async def test_agenda_of_a_week(talk):
    await talk.ana.says("/agenda semana", "/agenda week")
    await talk.ana.presses("▶")


@conversation("See others' public events, by one's own clock", "agenda")
async def test_agenda_elsewhere(talk):
    await talk.pablo.says("/zona Madrid", "/timezone Madrid")
    await talk.pablo.says("/agenda")
    await talk.pablo.presses("Junta semanal", "Weekly meeting")


@conversation("Find a time for a meeting", "disponible")
async def test_free(talk):
    await talk.lucia.says("/disponible @ana @luis pasado mañana 11-12", "/free @ana @luis the day after tomorrow 11-12")
    await talk.lucia.says("el viernes después de las 3", "friday after 3")
    await talk.lucia.says("mejor en la tarde", "in the afternoon, rather")
    await talk.lucia.presses("➕ Contar conmigo", "➕ Count me in")
    await talk.lucia.presses("Más tarde ›", "Later ›")
    await talk.lucia.presses("15:00–16:00", "3:00–4:00")
    await talk.lucia.presses("‹ Horarios libres", "‹ Free times")
    await talk.lucia.presses("Más tarde ›", "Later ›")
    await talk.lucia.presses("15:00–16:00", "3:00–4:00")
    draft = (await talk.world.act("lucia", drafts.get_draft, 1)).of(EventDraft)
    assert (draft.day, draft.starts.hour) == (day(4), 15)


@conversation("Ask who is free without being told by what they are taken", "disponible")
async def test_free_hidden(talk):
    await talk.ana.says("/disponible", "/free")
    await talk.ana.says("@luis mañana 10-11", "@luis tomorrow 10-11")
    assert "aseguradora" not in talk.ana.message.text
    assert "insurer" not in talk.ana.message.text


@conversation("Ask who is free on a day off", "disponible")
async def test_free_on_a_day_off(talk):
    await talk.ana.says("/disponible @luis domingo 10-11", "/free @luis sunday 10-11")
    await talk.ana.says("/disponible @nadie mañana", "/free @nobody tomorrow")
    await talk.ana.says("/disponible algún día", "/free some day")

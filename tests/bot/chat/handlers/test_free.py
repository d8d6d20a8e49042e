"""Free time in the chat: who is busy with what, as far as one may see, when all can, and the event from there."""

import sys
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from bot.app import warming
from core.application.requests import build
from core.base.calendar_time import Interval
from core.calendar import outside_calendars
from core.calendar.outside_calendars import OutsideCalendarRequest
from core.drafts import drafts
from core.jobs import pruning
from core.language.phrases import vocabulary
from core.people import users
from core.people.public_holidays import holidays_of
from core.records.drafts import EventDraft
from core.records.outside_calendars import CalendarReading
from tests.bot.chat.handlers.meetings import spaced
from tests.bot.world import check
from tests.tables import each_row

MONDAY_ELEVEN = "lun,\u00a023\u00a0nov, 11:00–12:00"
HINT = "✏️ Escribe otro día u hora, o más @personas."


async def draft_of(world, who="ana", number=1):
    return (await world.act(who, drafts.get_draft, number)).of(EventDraft)


def parts(message):
    """The question, the answer, what the buttons are."""
    question, answer, hint, outlook = spaced(message).split("\n\n")
    assert hint == HINT
    return question, answer, outlook


async def test_who_is_taken_by_what_and_the_next_three_times_for_all(world):
    await world.event("ana", "luis", title="Junta", offset=1)
    await world.event("pablo", "pablo", title="Secreto", offset=1, at="10:30-12:00")
    said = await world.says("ana", "/disponible @luis @pablo @lucia mañana 10-11")
    assert parts(said) == (
        "🔎 Luis, Pablo, Lucía · 1 h\n📅 martes, 24 de noviembre de 2026 · 10:00–11:00",
        "⚠️ Luis: «Junta», 10:00–11:30\n⚠️ Pablo: con otro evento, 10:30–12:00\n🟢 Libre: Lucía",
        "👇 Próximos horarios en que pueden todos; toca uno para preparar el evento:",
    )
    assert said.keyboard == [
        ["mar,\u00a024\u00a0nov, 12:00–13:00"],
        ["mar,\u00a024\u00a0nov, 13:00–14:00"],
        ["mar,\u00a024\u00a0nov, 14:00–15:00"],
        ["Más tarde ›", "➕ Contar conmigo"],
    ]


async def test_who_has_an_outside_calendar_that_was_not_read_is_not_said_to_be_free(world):
    request = build(OutsideCalendarRequest, {"url": "https://office.example/x.ics"})
    await world.act("luis", outside_calendars.add_outside_calendar, request)
    said = await world.says("ana", "/disponible @luis @lucia mañana 10-11")
    assert parts(said)[1:] == (
        "❔ Luis: no sé, porque no he podido leer su otro calendario\n🟢 Libre: Lucía",
        "👇 Por lo que sí sé, podría ser a estas horas; toca una para preparar el evento:",
    )
    assert not any("✅" in button for row in said.keyboard for button in row)
    said = await world.says("ana", "¿está libre Luis mañana a las 10?")
    assert "❔ Luis: no sé" in spaced(said)
    begins = Interval(datetime(2026, 11, 24, 16, tzinfo=UTC), datetime(2026, 11, 24, 17, tzinfo=UTC))
    (due,) = await world.operate(outside_calendars.calendars_to_read)
    read = CalendarReading(None, [begins], begins.end + outside_calendars.KNOWN_AHEAD)
    await world.operate(outside_calendars.settle_reading, due, read)
    said = await world.says("ana", "/disponible @luis @lucia mañana 10-11")
    assert parts(said)[1] == "⚠️ Luis: con otro evento, 10:00–11:00\n🟢 Libre: Lucía"


async def test_a_time_at_which_all_can_is_offered_first(world):
    said = await world.says("ana", "/disponible @luis @lucia hoy 11-12")
    assert parts(said)[1] == "✅ A esa hora pueden todos."
    assert said.keyboard[:3] == [
        [f"✅ {MONDAY_ELEVEN}"], ["lun,\u00a023\u00a0nov, 12:00–13:00"], ["lun,\u00a023\u00a0nov, 13:00–14:00"],
    ]  # fmt: skip


async def test_without_an_hour_all_of_the_day_is_told(world):
    await world.event("luis", "luis", title="Desayuno", offset=1, at="08:00-09:30")
    await world.event("ana", "luis", title="Junta", offset=1, at="16:00-18:00")
    question, answer, _ = parts(await world.says("ana", "/disponible @luis @lucia mañana"))
    assert question.endswith("martes, 24 de noviembre de 2026 · todo el día")
    assert answer == "⚠️ Luis: con otro evento, 8:00–9:30\n⚠️ Luis: «Junta», 16:00–18:00\n🟢 Libre: Lucía"
    said = await world.says("ana", "/disponible @luis mañana en la tarde 2 h", sees="· en la tarde", hides="9:30")
    assert said.keyboard[0] == ["mar,\u00a024\u00a0nov, 12:00–14:00"]


async def test_an_absence_on_some_of_several_days_is_told(world):
    await world.away("luis", 1, 2)
    said = await world.says("ana", "/disponible @luis del 23 al 27")
    assert parts(said)[1] == "🌙 Luis: ausencia hasta el mié, 25 nov"


async def test_without_people_it_is_about_oneself(world):
    await world.event("ana", "ana", title="Junta", at="11:00-12:00")
    said = await world.says("ana", "/disponible hoy 11-12")
    assert parts(said)[:2] == (
        "🔎 Tú · 1 h\n📅 lunes, 23 de noviembre de 2026 · 11:00–12:00",
        "⚠️ Tú: «Junta», 11:00–12:00",
    )
    assert said.keyboard[-1] == ["Más tarde ›"]


async def test_how_long_a_meeting_takes_is_the_installations_unless_said(world):
    world.pipeline.settings = replace(world.pipeline.settings, meeting_minutes=45)
    said = await world.says("ana", "/disponible @luis hoy a las 11")
    assert parts(said)[0] == "🔎 Luis · 45 min\n📅 lunes, 23 de noviembre de 2026 · 11:00–11:45"
    assert "· 30 min" in spaced(await world.says("ana", "/disponible @luis hoy a las 11 30 min"))
    assert "11:00–11:45 · 45 min" in spaced(await world.says("ana", "/evento Junta hoy a las 11"))


async def test_the_question_can_be_dropped_and_put_again(world):
    await world.says("ana", "/disponible")
    now = await world.says("ana", "/cancelar", "Cancelado", sees="ya no espero", hides="¿Quién y cuándo?")
    await world.taps("ana", now, "🔎 Preguntar", sees="¿Quién y cuándo?")


async def test_another_time_or_more_people_are_typed(world):
    await world.says("ana", "/disponible @luis mañana 10-11")
    await world.says("ana", "miércoles de 4 a 5:30", sees="miércoles, 25 de noviembre de 2026 · 16:00–17:30")
    said = await world.says("ana", "con @lucia")
    assert spaced(said).startswith("🔎 Luis, Lucía · 1 h 30 min\n📅 miércoles, 25")
    said = await world.says("ana", "qué sé yo")
    assert said.text.startswith("No entendí «qué sé yo».")
    await world.says("ana", "jueves", sees="jueves, 26")


@pytest.mark.parametrize(
    ("words", "sees"),
    [("¿qué tengo mañana?", "Lo leí como: lo que tienes mañana"), ("gracias", "¡De nada!")],
)
async def test_what_asks_for_something_else_is_not_taken_for_another_time(world, words, sees):
    await world.says("ana", "/disponible @luis mañana 10-11")
    await world.says("ana", words, sees)


async def test_a_day_alone_asks_again_who_is_free(world):
    await world.says("ana", "/disponible @luis mañana 10-11")
    await world.says("ana", "jueves", sees="jueves, 26 de noviembre de 2026 · 10:00–11:00")


async def test_one_counts_oneself_in_and_out(world):
    await world.event("ana", "ana", title="Junta", at="11:00-12:00")
    said = await world.says("ana", "/disponible @luis 11-12")
    assert said.keyboard[0] == [f"✅ {MONDAY_ELEVEN}"]
    said = await world.taps("ana", said, "➕ Contar conmigo")
    assert parts(said)[1] == "⚠️ Tú: «Junta», 11:00–12:00\n🟢 Libre: Luis"
    assert said.keyboard[0] == ["lun,\u00a023\u00a0nov, 12:00–13:00"]
    said = await world.taps("ana", said, "➖ Sin mí", notice="")
    assert said.keyboard[0] == [f"✅ {MONDAY_ELEVEN}"]
    assert (await draft_of(world)).user_ids == (world.users["luis"].id,)


async def test_later_times_and_back_to_the_first(world):
    said = await world.says("ana", "/disponible @luis hoy 15-16")
    first = said.keyboard
    said = await world.taps("ana", said, "Más tarde ›")
    assert said.keyboard == [
        ["mar,\u00a024\u00a0nov, 9:00–10:00"],
        ["mar,\u00a024\u00a0nov, 10:00–11:00"],
        ["mar,\u00a024\u00a0nov, 11:00–12:00"],
        ["‹ Los primeros", "Más tarde ›", "➕ Contar conmigo"],
    ]
    assert (await world.taps("ana", said, "‹ Los primeros")).keyboard == first


async def test_where_there_is_no_time_for_all_that_is_said(world):
    await world.away("luis", 0, 60)
    said = await world.says("ana", "/disponible @luis mañana 10-11")
    assert parts(said)[2] == "No encontré ningún horario en los próximos 30 días."
    assert said.keyboard == [["➕ Contar conmigo"]]


async def test_from_the_draft_one_gets_back_to_what_was_found_for_the_time_that_was_asked_about(world):
    await world.event("luis", "luis", offset=3, at="16:00-17:00")
    found = await world.says("ana", "/disponible @luis jueves 16:00")
    text, keyboard = found.text, found.keyboard
    card = await world.taps("ana", found, keyboard[0][0], sees="¿Cómo se llama?")
    assert card.keyboard[-1] == ["‹ Horarios libres"]
    card = await world.says("ana", "Junta", "sin guardar")
    assert card.keyboard[-1] == ["‹ Horarios libres"]
    found = await world.taps("ana", card, "‹ Horarios libres")
    assert found.text == text.replace("1\u00a0h\n📅", "1\u00a0h\n📅").replace("\n\n⚠️", "\n📝 \u2068Junta\u2069\n\n⚠️")
    assert found.keyboard == keyboard
    card = await world.taps("ana", found, keyboard[1][0], sees="\u2068Junta\u2069")
    assert keyboard[1][0].split(", ")[1] in card.text
    found = await world.taps("ana", card, "‹ Horarios libres")
    found = await world.says("ana", "viernes en la tarde", "27 de noviembre")
    card = await world.taps("ana", found, found.keyboard[0][0], "‹ Horarios libres")
    assert card.text == found.text, "the last question counts"


async def test_a_draft_that_did_not_begin_so_has_no_way_to_free_times(world):
    assert "Horarios libres" not in str((await world.says("ana", "/evento Junta jueves 16:00 @luis")).keyboard)


async def test_what_was_not_understood_is_told(world):
    await world.says("ana", "/disponible @luis @nadie mañana 10-11 o 12-13 lunes", sees=["@nadie", "❔"])
    said = await world.says("ana", "/disponible @nadie @nunca mañana")
    assert said.text.startswith("No sé quién es @nadie, @nunca.")


async def test_hours_are_by_ones_own_clock(world):
    await world.change_user("ana", timezone="America/Tijuana")
    await world.event("luis", "luis", offset=1, at="10:00-11:00")
    said = await world.says("ana", "/disponible @luis mañana 8-9", sees="8:00–9:00\n🌍 Horas de Tijuana")
    assert parts(said)[1] == "⚠️ Luis: con otro evento, 8:00–9:00"
    assert said.keyboard[0] == ["mar,\u00a024\u00a0nov, 9:00–10:00"]


async def test_anothers_question_is_nobodys_business(world):
    await world.says("ana", "/disponible @luis mañana 10-11")
    said, _ = await world.forges("pablo", "1:fr:1:0", sees="/free @ana @luis tomorrow", hides="Luis")
    await world.forges("pablo", "1:FC:1:1", said, alert=True)
    assert (await draft_of(world)).user_ids == (world.users["luis"].id,)


async def test_an_old_question_says_how_to_ask_anew(world):
    said = await world.says("ana", "/disponible @luis mañana 10-11")
    for _ in range(world.pipeline.settings.draft_hours + 1):
        world.clock.advance(hours=1)
        await world.operate(pruning.begin_round)
    said = await world.taps("ana", said, "➕ Contar conmigo", sees="/disponible @ana @luis mañana 10-11", alert=True)
    assert said.keyboard == [["🔎 Preguntar"]]


async def test_a_hundred_people_fit_in_a_message(world):
    for number in range(100):
        person = {"username": f"p{number}", "name": "<b>&" + "x" * 90}
        await world.operate(users.add_user, build(users.UserCreate, person))
    said = await world.says("ana", "/disponible " + " ".join(f"@p{number}" for number in range(100)) + " mañana")
    assert "y 80 más" in said.text
    assert said.keyboard[0] == ["mar,\u00a024\u00a0nov, 9:00–10:00"]


async def test_what_is_slow_the_first_time_is_done_before_anybody_asks(world):
    async with warming.running(world.pipeline):
        pass
    assert "dateparser" in sys.modules
    assert holidays_of.cache_info().currsize >= 2
    assert vocabulary.patterns.cache_info().currsize > 0


@each_row(
    [
        ("@luis/@lucia mañana 10-11", "🔎 Luis, Lucía · 1 h"),
        ("Luis y Lucía mañana 10-11", "🔎 Luis, Lucía · 1 h"),
        ("luis pablo y lucía mañana 10-11", "🔎 Luis, Pablo, Lucía · 1 h"),
        ("luis y nadie mañana 10-11", "🔎 Tú · 1 h"),
    ],
    given="world",
)
async def test_names_that_are_all_somebodys_need_no_at_sign(world, words, question):
    said = await world.says("ana", f"/disponible {words}")
    assert spaced(said).startswith(f"{question}\n📅 martes, 24 de noviembre de 2026 · 10:00–11:00")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ("lusia mañana", "❔ Lo tomé como título. ¿O preguntas por Lucía?"),
        ("presupuesto mañana", "❔ Lo tomé como título. Para preguntar por otra persona, escribe su @usuario."),
    ],
)
async def test_words_taken_as_a_title_of_a_question_about_oneself_are_said_so(world, words, hint):
    asked = (await world.says("ana", f"/disponible {words}")).text.split("\n\n")[0]
    assert asked.splitlines()[-1].replace("\u2068", "").replace("\u2069", "") == hint


@pytest.mark.parametrize("words", ["mañana", "@luis presupuesto mañana"])
async def test_nothing_is_said_of_a_title_where_there_is_none_or_somebody_is_named(world, words):
    await world.says("ana", f"/disponible {words}", hides="como título")


async def test_names_without_an_at_sign_are_added_too(world):
    await world.says("ana", "/disponible luis mañana 10-11")
    assert "🔎 Luis, Lucía · 1 h" in spaced(await world.says("ana", "lucía"))


async def test_of_a_name_of_several_it_is_asked_who_is_meant(world):
    for username in ("beto1", "beto2"):
        await world.operate(users.add_user, users.UserCreate(username=username, name=f"Beto {username}"))
    said = await world.says("ana", "/disponible beto mañana 10-11")
    check(said, sees="¿De quién?", offers=["Beto beto1", "Beto beto2"])
    await world.taps("ana", said, "Beto beto2", sees=["Beto beto2", "24 de noviembre"], hides=["beto1", "No sé quién"])


async def test_a_name_that_is_almost_somebodys_is_a_button(world):
    said = await world.says("ana", "/disponible lusia mañana 10-11")
    await world.taps("ana", said, "👤 Lucía", sees="Lucía", lacks="👤 Lucía")


async def test_a_week_is_answered_for_its_days(world):
    for offset in range(1, 5):
        await world.event("luis", "luis", title=f"Curso {offset}", offset=offset, at="08:00-19:00")
    said = await world.says("ana", "/disponible @luis esta semana")
    assert parts(said)[0] == "🔎 Luis · 1 h\n📅 23–29 nov · todo el día"
    assert parts(said)[1].split("\n")[0] == "⚠️ Luis: con otro evento, mar, 24 nov, 8:00–19:00"
    assert [row[0].split(",")[-1].strip() for row in said.keyboard] == [
        "9:00–10:00", "10:00–11:00", "11:00–12:00", "Más tarde ›",
    ]  # fmt: skip
    taken = await world.says("ana", "/disponible @luis del 24 al 26")
    assert spaced(taken).endswith("No encontré ningún horario en esos días: 24–26 nov.")
    await world.taps("ana", said, said.keyboard[0][0], hides="Dijiste varios días")

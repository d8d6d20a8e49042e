"""Series drafted from a sentence: how it repeats, its dates, what conflicts with them, and what a series cannot do."""

from core.base.calendar_time import local_date
from core.records.messages import MessageKind
from tests.bot.chat.handlers.meetings import drafted, made, participants, reminders, spaced
from tests.bot.chat.pushing import written
from tests.bot.world import check, plain
from tests.tables import each_row

MONDAYS = "/evento Junta todos los lunes 10:00 30 min @luis hasta el 15 de enero"


async def dates(world):
    zone = world.pipeline.settings.zone
    return [f"{local_date(event.start_datetime, zone):%m-%d}" for event in await made(world)]


async def test_a_sentence_makes_a_series_with_its_first_dates_and_one_message_a_person(world):
    card = await drafted(world, MONDAYS)
    assert (
        "Junta\n🔁 cada lunes hasta el vie, 15 ene 2027 · 8 fechas\n"
        "📅 23 nov, 30 nov, 7 dic, 14 dic, 21 dic, y 3 más\n"
        "🕘 10:00–10:30 · 30 min\n👥 Tú, Luis\n"
    ) in spaced(card)
    saved = await world.taps("ana", card, "✅ Guardar", notice="✅ Guardado")
    assert "📅 lunes, 23 de noviembre de 2026\n🕘 10:00–10:30\n🔁 Serie: quedan 8 fechas\n" in plain(saved)
    assert await dates(world) == ["11-23", "11-30", "12-07", "12-14", "12-21", "12-28", "01-04", "01-11"]
    events = await made(world)
    assert {event.series_id for event in events} == {events[0].series_id}
    assert await participants(world, events[-1]) == ["ana", "luis"]
    assert len(await reminders(world)) == len(events)
    assert len(await written(world, "luis", MessageKind.SERIES_INVITED)) == 1
    assert await written(world, "luis", MessageKind.EVENT_INVITED) == []
    assert await written(world, "ana", MessageKind.SERIES_INVITED) == []


async def test_weekdays_from_one_to_another_at_a_time_are_a_series(world):
    card = await drafted(world, "/evento Ronda de lunes a viernes a las 9:30 @luis por 2 semanas")
    assert "Ronda\n🔁 cada día hábil hasta el dom, 6 dic · 10 fechas\n" in spaced(card)


async def test_it_says_which_dates_fall_on_holidays_absences_and_events(world):
    await world.away("luis", 7, 8, "operación")
    await world.event("luis", "luis", title="Dentista", offset=14, at="10:00-11:00")
    card = await drafted(world, "/evento Junta cada lunes y viernes 10:00 @luis hasta el 15 de enero")
    shown = spaced(card)
    assert "🌙 Luis: ausencia hasta el mar, 1 dic · 30 nov" in shown
    assert "🌙 Tú, Luis: día festivo (Navidad) · 25 dic" in shown
    assert "⚠️ Luis: con otro evento · 7 dic" in shown
    assert "operación" not in shown
    check(card, offers="✅ Guardar de todos modos", lacks="🔄 Otros horarios")
    await world.taps("ana", card, "✅ Guardar de todos modos", notice="✅ Guardado")
    assert len(await made(world)) == 1 + 8 + 8


async def test_without_an_end_one_is_assumed_and_shown_and_changed_by_button_and_words(world):
    card = await drafted(world, "/evento Junta cada miércoles 10:00", sees="💬 No dijiste hasta cuándo: tomé 3 meses.")
    assert "🔁 cada miércoles hasta el jue, 25 feb 2027 · 14 fechas" in spaced(card)
    await world.taps("ana", card, "🔁 Hasta")
    card = await world.says("ana", "4 veces", "sin guardar", hides="💬")
    assert "🔁 cada miércoles, 4 veces · 4 fechas" in spaced(card)
    await world.taps("ana", card, "🔁 Hasta")
    assert "hasta el mié, 16 dic · 4 fechas" in spaced(await world.says("ana", "16 de diciembre", "sin guardar"))
    assert "hasta el mié, 9 dic · 3 fechas" in spaced(await world.says("ana", "hasta el 9 de diciembre", "sin guardar"))
    assert "cada jueves" in spaced(await world.says("ana", "mejor cada jueves", "sin guardar"))


async def test_what_does_not_say_an_end_is_not_taken_for_one(world):
    await world.taps("ana", await drafted(world, MONDAYS), "🔁 Hasta")
    await world.says("ana", "nubes y sol", "No entendí hasta cuándo.")


async def test_it_becomes_one_event_by_a_button(world):
    card = await world.taps("ana", await drafted(world, MONDAYS), "1️⃣ Solo una vez", hides="🔁")
    await world.taps("ana", card, "✅ Guardar")
    assert await dates(world) == ["11-23"]


async def test_without_a_day_it_is_asked_for_and_says_which_weekday(world):
    card = await drafted(world, "/evento Junta cada semana 10:00", sees=["falta el día", "🔁 Se repite"])
    card = await world.says("ana", "el jueves", "sin guardar")
    assert "🔁 cada jueves hasta el" in spaced(card)


async def test_whole_days_repeat_too(world):
    card = await drafted(world, "/evento Corte el último día de cada mes todo el día, 3 veces")
    assert "🔁 el último día de cada mes, 3 veces · 3 fechas\n📅 30 nov, 31 dic, 31 ene 2027\n" in spaced(card)
    check(card, offers="⏰ 15\u00a0h")
    await world.taps("ana", card, "✅ Guardar de todos modos", sees="🕘 todo el día")
    assert await dates(world) == ["11-30", "12-31", "01-31"]


async def test_several_days_with_an_hour_may_be_a_series_on_each(world):
    card = await drafted(world, "/evento Curso del 3 al 7 de diciembre de 10 a 12")
    card = await world.taps("ana", card, "Cada día · 3–7 dic", hides="Dijiste varios días")
    assert (
        "🔁 cada lunes, jueves, viernes, sábado y domingo hasta el lun, 7 dic · 5 fechas\n"
        "📅 3 dic, 4 dic, 5 dic, 6 dic, 7 dic" in spaced(card)
    )
    await world.taps("ana", card, "✅ Guardar de todos modos")
    assert await dates(world) == ["12-03", "12-04", "12-05", "12-06", "12-07"]


async def test_a_series_whose_first_date_has_passed_begins_with_the_next(world):
    assert "📅 30 nov," in spaced(await drafted(world, "/evento Junta cada lunes 8:30"))


@each_row(
    [
        ("cada dos semanas lunes 10:00", "cada 2 semanas: lunes", "23 nov, 7 dic, 21 dic"),
        ("un jueves sí y otro no 10:00", "cada 2 semanas: jueves", "26 nov, 10 dic, 24 dic"),
        ("cada 15 días los martes 10:00", "cada 2 semanas: martes", "24 nov, 8 dic, 22 dic"),
        ("cada 3 semanas desde el lunes 30 de noviembre 10:00", "cada 3 semanas", "30 nov, 21 dic, 11 ene 2027"),
        ("cada dos semanas los lunes desde el 1 de diciembre 10:00", "cada 2 semanas: lunes", "7 dic, 21 dic, 4 ene"),
        ("every other Friday at 10am", "cada 2 semanas: viernes", "27 nov, 11 dic, 25 dic"),
        ("el último viernes de cada mes 10:00", "el último viernes de cada mes", "27 nov, 25 dic, 29 ene 2027"),
        ("el primer lunes de cada mes 10:00", "el primer lunes de cada mes", "7 dic, 4 ene 2027, 1 feb 2027"),
        (
            "el primer y tercer lunes de cada mes 10:00",
            "el primer lunes y tercer lunes de cada mes",
            "7 dic, 21 dic, 4 ene",
        ),
        ("the first and third Monday of every month 10am", "el primer lunes y tercer lunes de", "7 dic, 21 dic, 4 ene"),
        ("los días 5 y 20 de cada mes 10:00", "el 5 y 20 de cada mes", "5 dic, 20 dic, 5 ene 2027"),
        ("cada quincena 10:00", "el 15 y último día de cada mes", "30 nov, 15 dic, 31 dic"),
        ("el último día hábil de cada mes 10:00", "el último día hábil de cada mes", "30 nov, 31 dic, 29 ene 2027"),
        ("el primer día hábil de cada mes 10:00", "el primer día hábil de cada mes", "1 dic, 1 ene 2027, 1 feb 2027"),
        ("cada 3 meses el primer lunes 10:00", "cada 3 meses: el primer lunes", "7 dic, 1 mar 2027, 7 jun 2027"),
        ("cada 1 de marzo 10:00", "cada 12 meses", "1 mar 2027, 1 mar 2028"),
        ("todos los días excepto los lunes 10:00", "cada martes, miércoles, jueves, viernes", "24 nov, 25 nov, 26 nov"),
        ("cada domingo 10:00", "cada domingo", "29 nov, 6 dic, 13 dic"),
        ("a diario 10:00", "cada día", "23 nov, 24 nov, 25 nov, 26 nov, 27 nov"),
        ("cada trimestre desde el 30 de noviembre 10:00", "cada 3 meses", "30 nov, 28 feb 2027, 30 may 2027"),
        (
            "el primer lunes de cada mes desde el 1 de enero de 2027 10:00",
            "el primer lunes de cada mes",
            "4 ene 2027, 1 feb 2027",
        ),
    ],
    given="world",
)
async def test_what_weekdays_and_a_day_cannot_say_repeats_too(world, words, rule, dates):
    shown = spaced(await drafted(world, f"/evento Junta {words}"))
    assert f"🔁 {rule}" in shown
    assert f"📅 {dates}" in shown
    assert "Lo más cercano" not in shown


async def test_it_is_saved_with_its_dates(world):
    card = await drafted(world, "/evento Junta el último viernes de cada mes 10:00, 3 veces")
    await world.taps("ana", card, "✅ Guardar de todos modos")
    assert await dates(world) == ["11-27", "12-25", "01-29"]


# What a series cannot do


@each_row(
    [
        ("cada tercer día 10:00", "💬 Una serie se repite por semanas o por meses. Lo más cercano: cada día."),
        ("cada 10 días, lunes 10:00", "💬 Una serie se repite por semanas o por meses. Lo más cercano: cada lunes."),
        ("el 25 de cada mes 10:00 hasta el 25 de diciembre", "día festivo (Navidad) · 25 dic"),
    ],
    given="world",
)
async def test_what_it_cannot_do_is_said_with_the_nearest_that_it_can(world, words, said):
    card = await drafted(world, f"/evento Junta {words}")
    assert said in spaced(card)
    assert "✅ Guardar" in str(card.keyboard)


async def test_one_that_would_end_before_it_begins_is_not_saved_but_changed(world):
    card = await drafted(world, "/evento Junta cada lunes 10:00 hasta el 1 de noviembre de 2026")
    check(card, sees="💬 La serie terminaría antes de su primera fecha: cambia cuándo termina.", lacks="✅ Guardar")
    await world.taps("ana", card, "🔁 Hasta")
    card = await world.says("ana", "el 7 de diciembre", "sin guardar", hides="💬")
    await world.taps("ana", card, "✅ Guardar")
    assert await dates(world) == ["11-23", "11-30", "12-07"]

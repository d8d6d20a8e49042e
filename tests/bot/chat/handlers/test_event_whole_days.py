"""Events of whole days, of one or several, in drafts, cards, invitations, agenda and moves; and times of the past."""

from datetime import UTC, datetime

from core.application.requests import build
from core.calendar import events
from core.calendar.events import EventCreate
from core.records.messages import MessageKind
from tests.bot.chat.handlers.meetings import drafted, made, reminders, spaced
from tests.bot.chat.pushing import pushed
from tests.bot.world import check, labels, plain
from tests.tables import each_row

THIRD, SIXTH = datetime(2026, 12, 3, 6, tzinfo=UTC), datetime(2026, 12, 6, 6, tzinfo=UTC)


async def test_from_one_day_to_another_is_whole_days_without_a_reminder_in_the_night(world):
    card = await drafted(world, "/evento Feria del 3 al 5 de diciembre @luis")
    assert "📅 3–5 dic\n🕘 todo el día\n👥 Tú, Luis\n" in spaced(card)
    check(card, sees="🔕 Sin aviso", offers=["📅 Hasta", "⏰ mié,\u00a02\u00a0dic, 9:00"], lacks="⏱ Duración")
    await world.taps("ana", card, "⏰ mié,\u00a02\u00a0dic, 9:00", "✅ Guardar", sees="🕘 todo el día, 3–5 dic")
    (event,) = await made(world)
    assert (event.start_datetime, event.end_datetime) == (THIRD, SIXTH)
    assert await reminders(world) == [(event.id, datetime(2026, 12, 2, 15, tzinfo=UTC))]
    by = {"event_id": event.id, "by_user_id": event.created_by_user_id}
    invitation = await pushed(world, "luis", MessageKind.EVENT_INVITED, **by)
    check(invitation, sees="🕘 todo el día, 3–5 dic")
    assert "todo el día, 3–5 dic · Feria" in plain(await world.says("luis", "/agenda 4 dic"))


async def test_one_day_may_be_whole(world):
    card = await drafted(world, "/evento Feria todo el viernes")
    assert "Feria\n📅 viernes, 27 de noviembre de 2026\n🕘 todo el día\n" in plain(card)


async def test_days_are_the_teams_also_for_who_lives_elsewhere(world):
    await world.change_user("ana", timezone="Europe/Madrid")
    card = await drafted(world, "/evento Feria del 3 al 5 de diciembre")
    assert "🌍 Los días son los del equipo (Ciudad de México)." in card.text
    await world.taps("ana", card, "✅ Guardar", sees="🕘 todo el día, 3–5 dic")
    (event,) = await made(world)
    assert (event.start_datetime, event.end_datetime) == (THIRD, SIXTH)


async def test_buttons_make_it_whole_longer_and_an_hours_again(world):
    card = await drafted(world, "/evento Feria 3 de diciembre")
    card = await world.taps("ana", card, "Todo el día", sees="🕘 todo el día")
    card = await world.taps("ana", card, "📅 Hasta", "5", sees="📅 3–5 dic")
    card = await world.taps("ana", card, "📅 Día", "10", sees="📅 10–12 dic")
    card = await world.taps("ana", card, "🕘 Hora", "10:00", sees="🕘 10:00–11:00")
    check(card, sees="💬 Dijiste varios días; tomé el primero.", offers="Todo el día · 10–12 dic")
    await world.taps("ana", card, "Todo el día · 10–12 dic", sees="📅 10–12 dic", hides="💬")


@each_row(
    [
        ("del 8 al 10", "📅 8–10 dic\n🕘 todo el día"),
        ("a las 10", "🕘 10:00–11:00"),
        ("2 h", "falta la hora"),
        ("el 10 de diciembre", "📅 10–12 dic\n🕘 todo el día"),
    ],
    given="world",
)
async def test_words_correct_it(world, words, shown):
    await drafted(world, "/evento Feria del 3 al 5 de diciembre")
    assert shown in spaced(await world.says("ana", words, "sin guardar"))


async def test_the_last_day_may_be_typed_and_is_never_before_the_first(world):
    await world.taps("ana", await drafted(world, "/evento Feria 3 de diciembre todo el día"), "📅 Hasta")
    await world.says("ana", "el 2 de diciembre", "No entendí el día.")
    await world.says("ana", "hasta el 5", "sin guardar", sees="📅 3–5 dic")


async def test_a_range_longer_than_a_year_is_cut(world):
    card = await drafted(world, "/evento Obra del 3 de diciembre de 2026 al 3 de diciembre de 2028")
    check(card, sees="💬 Un evento dura a lo más 366 días; tomé los primeros.")


async def test_a_week_that_is_named_is_asked_about(world):
    await drafted(world, "/evento Feria la próxima semana", sees="falta la hora", offers="Todo el día · 30 nov – 6 dic")


async def test_it_warns_of_absences_holidays_and_events_but_not_of_hours(world):
    assert "⚠️" not in (await drafted(world, "/evento Feria 3 de diciembre todo el día @luis")).text
    await world.away("luis", 10, 11)
    await world.event("luis", "luis", title="Visita", offset=10, at="10:00-11:00")
    card = await drafted(world, "/evento Feria del 2 al 4 de diciembre @luis")
    check(card, sees=["🌙 \u2068Luis\u2069: ausencia hasta el", "⚠️ \u2068Luis\u2069: "], hides="fuera de horario")
    check(card, offers="✅ Guardar de todos modos", lacks="🔄 Otros horarios")
    assert "no es día laboral" in (await drafted(world, "/evento Feria 5 de diciembre todo el día")).text
    assert "🌙" not in (await drafted(world, "/evento Feria del 3 al 6 de diciembre")).text


async def test_a_whole_day_takes_its_people_for_all_of_it(world):
    card = await drafted(world, "/evento Feria 3 de diciembre todo el día @luis")
    await world.taps("ana", card, "✅ Guardar")
    card = await drafted(world, "/evento Junta 3 de diciembre 10:00 @luis")
    check(card, sees="⚠️ \u2068Tú\u2069: «\u2068Feria\u2069», todo el día")


async def test_it_is_moved_by_the_calendar_as_many_days_and_in_words(world):
    fields = {"eventTypeId": 2, "title": "Feria", "statusId": 1}
    times = {"startDatetime": "2026-12-03T00:00", "endDatetime": "2026-12-05T00:00"}
    event = await world.act("ana", events.create_event, build(EventCreate, fields | times))
    said = await world.says("ana", "/agenda 3 dic")
    said = await world.taps("ana", said, "todo el día · Feria", "🕘 Mover", "📅 Otro día", "10")
    check(said, sees="→ todo el día, 10–11 dic")
    said = await world.taps("ana", said, "✅ Mover", "🕘 Mover", sees="¿Qué día?")
    await world.says("ana", "el 14 a las 10")
    await world.quiet()
    assert "→ lun, 14 dic, 10:00–11:00" in spaced(world.phone("ana").messages[-1])
    assert (await world.act("ana", events.get_event, event.id)).start_datetime.day == 10


# Times of the past


async def test_it_is_saved_if_it_is_meant(world):
    card = await drawn_past(world)
    card = await world.taps("ana", card, "Sí, hoy, 8:30", sees="⏳ Esa hora ya pasó.")
    await world.taps("ana", card, "✅ Guardar de todos modos")
    (event,) = await made(world)
    assert event.start_datetime == datetime(2026, 11, 23, 14, 30, tzinfo=UTC)


async def drawn_past(world):
    card = await drafted(world, "/evento Junta hoy 8:30")
    assert labels(card)[:3] == ["mañana, 8:30", "Sí, hoy, 8:30", "✖ Descartar"]
    return card


async def test_another_time_of_the_past_is_asked_about_again(world):
    await world.taps("ana", await drawn_past(world), "Sí, hoy, 8:30")
    await world.says("ana", "a las 8", "sin guardar", sees="⏳ Eso ya pasó")


async def test_a_card_whose_time_has_passed_since_saves_nothing(world):
    card = await drafted(world, "/evento Junta hoy 10:00")
    world.clock.advance(hours=2)
    await world.taps(
        "ana", card, "✅ Guardar", sees="⏳ Eso ya pasó", notice="Esa hora ya pasó: dime si de verdad es entonces."
    )
    assert await made(world) == []


async def test_today_is_not_past_as_a_whole_day(world):
    check(await drafted(world, "/evento Feria hoy todo el día"), hides="⏳", offers="✅ Guardar")
    check(await drafted(world, "/evento Feria ayer todo el día"), sees="⏳ Eso ya pasó: ¿hoy o de verdad ayer?")


async def test_a_move_into_the_past_says_so(world):
    await world.event("ana", title="Junta", offset=1)
    said = await world.says("ana", "/agenda 24 nov")
    await world.taps("ana", said, "10:00 · Junta", "🕘 Mover")
    await world.says("ana", "hoy a las 8")
    await world.quiet()
    check(world.phone("ana").messages[-1], sees="⏳ Esa hora ya pasó.", offers="✅ Mover de todos modos")

"""The calendar in the chat: a day, a month, an event's card, for whom, by whose clock, in two languages."""

from bot.chat.panels.components import MESSAGE_UNITS, units_of
from core.application.requests import build
from core.calendar import events, visibility
from core.calendar.events import EventUpdate
from core.calendar.visibility import VisibilityRequest
from core.people import absences
from core.people.absences import AbsenceCreate
from tests.bot.chat.test_naughty import PARTS
from tests.bot.world import plain
from tests.cast import day
from tests.tables import each_row

DAY_ROW = ["◀\u00a0dom\u00a022", "mar\u00a024\u00a0▶"]


async def lives_in(world, who, zone):
    await world.change_user(who, timezone=zone)


async def test_a_day_has_ones_own_events_then_others_that_one_may_see_and_no_more(world):
    await world.event("pablo", title="Visita pública", at="08:00-09:00", isPublic=True)
    await world.event("luis", "ana", title="Junta", location="Sala 2")
    await world.event("ana", title="Llamada", at="12:00-12:30", isVirtual=True)
    await world.event("luis", title="Dentista", at="13:00-14:00")
    said = await world.says("ana", "/agenda")
    assert plain(said) == (
        "lunes, 23 de noviembre de 2026\n\n"
        "10:00–11:30 · Junta\n📍 Sala 2\n"
        "12:00–12:30 · Llamada\n💻 En línea\n\n"
        "👁 También puedes ver:\n8:00–9:00 · Visita pública"
    )
    assert said.keyboard == [
        ["10:00 · Junta"], ["12:00 · Llamada"], ["8:00 · Visita pública"], DAY_ROW, ["📅 Calendario"],
    ]  # fmt: skip


async def test_an_empty_day_and_the_days_around_it(world):
    said = await world.says("ana", "/agenda")
    assert said.text == "lunes, 23 de noviembre de 2026\n\nNada en la agenda."
    assert said.keyboard == [DAY_ROW, ["📅 Calendario"]]
    said = await world.taps("ana", said, DAY_ROW[1])
    assert said.text.startswith("martes, 24 de noviembre")
    assert said.keyboard[0] == ["◀\u00a0lun\u00a023", "Hoy", "mié\u00a025\u00a0▶"]
    assert (await world.taps("ana", said, "Hoy")).text.startswith("lunes, 23 de noviembre")


async def test_the_month_is_turned_and_left(world):
    month = await world.taps("ana", await world.says("ana", "/agenda"), "📅 Calendario", "›")
    assert month.text == "📅 diciembre 2026\nNo tienes nada en la agenda este mes."
    assert month.keyboard[0] == ["‹", "diciembre 2026", "›"]
    assert (await world.taps("ana", month, "‹ Agenda")).text.startswith("martes, 1 de diciembre")
    said, answer = await world.presses("pablo", await world.says("pablo", "/agenda"), "📅 Calendar")
    assert not answer.text
    assert said.keyboard[1] == ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]


async def test_a_card_says_all_there_is_and_leads_back(world):
    event = await world.event(
        "ana", "luis", "lucia", title="Junta", location="Sala 2", isVirtual=True, description="Traer:\n- póliza"
    )
    for who, visible in (("pablo", True), ("root", False)):
        record = {"eventId": event.id, "userId": world.users[who].id, "isVisible": visible}
        await world.act("ana", visibility.create_record, build(VisibilityRequest, record))
    card = await world.taps("ana", await world.says("ana", "/agenda"), "10:00 · Junta")
    assert plain(card) == (
        "Junta\n📅 lunes, 23 de noviembre de 2026\n🕘 10:00–11:30\n📍 Sala 2 · 💻 En línea\n🏷 Reunión\n✍️ De Ana\n"
        "👥 Participan: Luis, Lucía\n🔒 Lo ven quienes participan y quien lo creó; también Pablo\n\nTraer:\n- póliza"
    )
    assert (await world.taps("ana", card, "‹ Agenda")).keyboard[0] == ["10:00 · Junta"]
    theirs = await world.taps("luis", await world.says("luis", "/agenda"), "10:00 · Junta")
    assert "Pablo" not in theirs.text, "records are for who keeps them"


async def test_a_public_events_card_says_from_whom_it_is_hidden(world):
    event = await world.event("ana", title="Junta", isPublic=True)
    record = {"eventId": event.id, "userId": world.users["pablo"].id, "isVisible": False}
    await world.act("ana", visibility.create_record, build(VisibilityRequest, record))
    card = await world.taps("ana", await world.says("ana", "/agenda"), "10:00 · Junta")
    assert plain(card).endswith("👁 Lo puede ver todo el equipo, menos Pablo")


async def test_another_persons_private_event_is_not_reached_by_a_forged_button(world):
    event = await world.event("luis", title="Dentista")
    said = await world.says("ana", "/agenda")
    now, _ = await world.forges("ana", f"1:age:{event.id}:2026-11-23:0", said, hides="Dentista")
    assert now.text.startswith("No encuentro")
    assert now.text.endswith("Nada en la agenda.")


async def test_an_event_that_is_gone_by_now_leads_to_its_day(world):
    event = await world.event("luis", "ana", title="Junta")
    said = await world.says("ana", "/agenda")
    await world.act("luis", events.delete_event, event.id)
    said = await world.taps("ana", said, "10:00 · Junta", sees="Nada en la agenda")
    assert said.keyboard == [DAY_ROW, ["📅 Calendario"]]


async def test_an_event_cancelled_since_says_so(world):
    event = await world.event("luis", "ana", title="Junta")
    said = await world.says("ana", "/agenda")
    await world.act("luis", events.update_event, event.id, build(EventUpdate, {"statusId": 3}))
    said = await world.taps("ana", said, "10:00 · Junta")
    assert plain(said).startswith("Junta\n❌ Cancelado\n")
    await world.taps("ana", said, "‹ Agenda", sees="Nada en la agenda")


async def test_hours_are_by_ones_own_clock_and_the_day_is_the_teams(world):
    await lives_in(world, "ana", "Asia/Tokyo")
    await world.event("ana", title="Junta", at="09:00-10:00")
    await world.event("ana", title="Feria", startDatetime="2026-11-23T00:00", endDatetime="2026-11-24T00:00")
    said = await world.says("ana", "/agenda")
    assert plain(said) == (
        "lunes, 23 de noviembre de 2026\n🌍 Horas de Tokio\n\n"
        "todo el día · Feria\nmar,\u00a024\u00a0nov, 0:00–1:00 · Junta"
    )
    card = await world.taps("ana", said, "0:00 · Junta")
    assert "📅 martes, 24 de noviembre de 2026\n🕘 0:00–1:00\n🌍 Horas de Tokio; en Ciudad de México: lun," in card.text
    assert "nov, 9:00–10:00" in card.text


async def test_a_zone_with_the_same_hours_is_not_mentioned(world):
    await lives_in(world, "ana", "America/Guatemala")
    await world.event("ana")
    said = await world.says("ana", "/agenda", hides="🌍")
    await world.taps("ana", said, "10:00 · Junta", hides="🌍")


@each_row(
    [
        ("el lunes", "Lo entendí así: no hoy: el de la próxima semana.\n\nlunes, 30 de noviembre de 2026"),
        ("próxima semana", "📅 30 nov – 6 dic 2026"),
        ("del 25 al 27", "📅 25–27 nov 2026"),
        (
            "del 2 de enero de 2027 al 1 de enero de 2030",
            "Te muestro los primeros 31 días; con ▶ ves los siguientes.\n\n📅 2 ene – 1 feb 2027\n",
        ),
        ("mañana porfa", "No entendí «porfa», y lo dejé de lado.\n\nmartes, 24 de noviembre de 2026"),
        ("xyz", "No entendí la fecha «xyz». Prueba con"),
        ("lunes o martes", "No entendí la fecha «lunes o martes»."),
    ],
    given="world",
)
async def test_dates_in_words(world, words, begins):
    assert (await world.says("ana", f"/agenda {words}")).text.startswith(begins)


async def test_words_are_read_in_ones_own_zone(world):
    await lives_in(world, "ana", "Asia/Tokyo")
    world.clock.advance(hours=7)
    assert (await world.says("ana", "/agenda")).text.startswith("lunes, 23"), "today is the business zone's"
    assert (await world.says("ana", "/agenda mañana")).text.startswith("miércoles, 25")


async def test_a_date_as_a_reply_to_an_agenda_is_gone_to(world):
    said = await world.says("ana", "/agenda")
    assert (await world.replies("ana", said, "viernes")).text.startswith("viernes, 27 de noviembre")


async def test_a_long_day_is_paged_and_a_card_leads_back_to_its_page(world):
    for hour in range(10):
        await world.event("ana", title=f"Junta {hour}", at=f"{hour + 8:02}:00-{hour + 8:02}:30")
    said = await world.says("ana", "/agenda")
    assert said.keyboard[7:9] == [["15:00 · Junta 7"], ["‹", "1/2", "›"]]
    said = await world.taps("ana", said, "›")
    assert said.keyboard[:3] == [["16:00 · Junta 8"], ["17:00 · Junta 9"], ["‹", "2/2", "›"]]
    said = await world.taps("ana", said, "17:00 · Junta 9", "‹ Agenda")
    assert said.keyboard[2] == ["‹", "2/2", "›"]


@PARTS
async def test_hostile_words_are_shown_as_they_are_and_stored_unchanged(world, strings):
    made = [
        await world.event("ana", title=words[:255], location=words[:255], description=words, isPublic=True)
        for words in strings
    ]
    ana, said = world.phone("ana"), await world.says("ana", "/agenda")
    for page in range(len(strings) // 8 + 1):
        await ana.wait_answer(await ana.press_data(said, f"1:ag:2026-11-23:{page}"))
    for event in made:
        await ana.wait_answer(await ana.press_data(said, f"1:age:{event.id}:2026-11-23"))
    await world.quiet()
    kept = [await world.operate(events.get_event, event.id) for event in made]
    assert [event.description for event in kept] == list(strings)


async def test_every_date_that_can_be_typed_can_be_shown(world):
    for words in ("1900-01-01", "1901-01-01", "2099-12-31"):
        said = await world.says("ana", f"/agenda {words}", sees="Nada en la agenda")
        await world.taps("ana", said, "📅 Calendario", sees="📅")


async def test_a_week_has_its_days_with_something_and_leads_to_them_and_to_the_weeks_beside(world):
    await world.event("ana", title="Junta", offset=1)
    await world.event("luis", title="Visita", offset=1, at="08:00-09:00", isPublic=True)
    await world.event("ana", title="Turno", startDatetime="2026-11-26T22:00", endDatetime="2026-11-27T06:00")
    task = await world.task("ana", descripcion="Enviar reporte", fechaCumplir="2026-11-27")
    said = await world.says("ana", "/agenda semana")
    assert plain(said).replace("\u00a0", " ") == (
        "📅 23–29 nov 2026\n\n"
        "mar, 24 nov\n10:00–11:30 · Junta\n👁 8:00–9:00 · Visita\n\n"
        "jue, 26 nov\n22:00 → · Turno\n\n"
        f"vie, 27 nov\n→ 6:00 · Turno\n📌 #{task.id} Enviar reporte"
    )
    assert said.keyboard == [
        ["mar 24", "jue 26", "vie 27"], ["◀ 16–22 nov", "30 nov – 6 dic ▶"], ["📅 Calendario"],
    ]  # fmt: skip
    assert (await world.taps("ana", said, "jue 26")).text.startswith("jueves, 26 de noviembre")
    said = await world.taps("ana", await world.says("ana", "/agenda semana"), "30 nov – 6 dic ▶")
    assert said.text == "📅 30 nov – 6 dic 2026\n\nNada en la agenda de estos días."


async def test_a_range_has_who_is_away_holidays_and_a_page_for_each_seven_days(world):
    await world.act("ana", absences.declare_absence, build(AbsenceCreate, {"firstDay": day(22), "lastDay": day(32)}))
    said = await world.says("lucia", "/agenda diciembre")
    assert plain(said).replace("\u00a0", " ").split("\n\n")[1] == "mar, 15 dic\n🌴 Fuera: Ana"
    assert said.keyboard[2] == ["‹", "1/2", "›"]
    said = await world.taps("lucia", said, "›")
    assert "vie, 25 dic\n🎉 Navidad\n🌴 Fuera: Ana" in plain(said).replace("\u00a0", " ")
    assert "🌴 Tu ausencia" in (await world.says("ana", "/agenda diciembre")).text


async def test_a_range_is_by_ones_own_clock_and_fits_a_message_whatever_it_holds(world):
    await lives_in(world, "ana", "Asia/Tokyo")
    for offset in range(7):
        for number in range(6):
            await world.event("ana", title="ñ" * 255, offset=offset, at=f"{8 + number:02}:00-{9 + number:02}:30")
    said = await world.says("ana", "/agenda semana", sees=["Horas de Tokio", "23:00–0:30", "y 2 más"])
    assert units_of(said.text) <= MESSAGE_UNITS

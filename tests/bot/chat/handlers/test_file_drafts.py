"""A calendar file sent to the chat: its events are chosen, saved together and taken back together."""

from datetime import UTC, datetime

import pytest

from bot.calendars.client import MOST_BYTES
from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.drafts import SaveDraft
from core.base.model import Language
from core.calendar import events, participants
from core.language.i18n import text
from core.records.calendar_files import FileFault, LeftOut
from tests.bot.calendars.files import InProcess, at_ten, calendar, event
from tests.bot.world import check, plain

PAST = event(":20201124T100000Z", ":20201124T110000Z")
DINNER = event(":20261125T010000Z", ":20261125T010000Z", "SUMMARY:Cena", "LOCATION:https://meet.example/x")
FAIR = event(";VALUE=DATE:20261126", ";VALUE=DATE:20261128", "SUMMARY:Feria", "LOCATION:Centro")


@pytest.fixture(autouse=True)
def _in_process(world):
    world.service.router.parser = InProcess()


async def sends(world, body, sees, who="ana", name="viaje.ics", **more):
    await world.phone(who).send_document(body, name=name, **more)
    return await world.phone(who).wait(sees)


async def titles(world, who="ana"):
    return [each.title for each in await world.act(who, events.list_events)]


async def test_its_events_are_shown_chosen_and_saved_as_ones_own(world):
    card = await sends(world, calendar(PAST, at_ten(), DINNER, FAIR), "Eventos de")
    assert "«viaje.ics» · sin guardar" in plain(card)
    check(card, sees=["1. ", "Sin título", "mar,\u00a024\u00a0nov, 4:00–5:00", "Centro", "Dejé fuera uno que ya pasó."])
    card = await world.taps("ana", card, "✅ 1", sees="⬜ 1. ")
    card = await world.taps("ana", card, "✅ Guardar 2", sees="Feria")
    assert await titles(world) == ["Cena", "Feria"]
    dinner, fair = await world.act("ana", events.list_events)
    assert (dinner.start_datetime, dinner.is_virtual, dinner.is_public) == (
        datetime(2026, 11, 25, 1, tzinfo=UTC),
        True,
        False,
    )
    assert (dinner.end_datetime - dinner.start_datetime).seconds == 3600
    assert (fair.start_datetime, fair.end_datetime) == (
        datetime(2026, 11, 26, 6, tzinfo=UTC),
        datetime(2026, 11, 28, 6, tzinfo=UTC),
    )
    assert {each.user_id for each in await world.act("ana", participants.list_participants)} == {world.users["ana"].id}


async def test_all_that_was_saved_is_taken_back_together(world):
    card = await sends(world, calendar(at_ten("SUMMARY:Cita"), FAIR), "Eventos de")
    card = await world.taps("ana", card, "✅ Guardar 2", notice="✅ Guardado", sees=["Cita", "Feria"])
    await world.taps("ana", card, "↩ Deshacer", notice_has="Deshecho")
    assert await titles(world) == []


async def test_a_single_event_needs_no_choice_and_is_seen_as_its_card(world):
    card = await sends(world, calendar(at_ten("SUMMARY:Cita")), "Cita", name="INVITE", content_type="text/calendar")
    check(card, offers=["✅ Guardar", "✖ Descartar"], lacks=["✅ 1", "Ninguno"])
    await world.taps("ana", card, "✅ Guardar", sees="Cita")
    assert await titles(world) == ["Cita"]


async def test_nothing_is_saved_of_what_is_dropped_or_not_chosen(world):
    card = await sends(world, calendar(at_ten(), FAIR), "Eventos de")
    card = await world.taps("ana", card, "Ninguno", sees=["⬜ 1. ", "⬜ 2. "], offers="Todos", lacks="✅ Guardar 0")
    press = await world.phone("ana").press_data(card, write(SaveDraft(1)))
    assert (await world.phone("ana").wait_answer(press)).text == "Todavía falta algo para guardarlo."
    await world.taps("ana", card, "Todos", "✖ Descartar", sees="no guardé nada")
    assert await titles(world) == []


async def test_what_one_has_then_is_told_and_does_not_stand_in_the_way(world):
    card = await sends(world, calendar(at_ten("SUMMARY:Cita"), FAIR), "Eventos de")
    check(card, hides="ya tienes algo")
    await world.taps("ana", card, "✅ Guardar 2", sees="Cita")
    card = await sends(world, calendar(at_ten("SUMMARY:Otra")), "Otra")
    check(card, sees="⚠️ a esa hora ya tienes algo")
    await world.taps("ana", card, "✅ Guardar", sees="Otra")
    assert sorted(await titles(world)) == ["Cita", "Feria", "Otra"]


async def test_many_events_are_turned_over_and_stay_on_their_page(world):
    days = [event(f":202612{day:02}T100000Z", f":202612{day:02}T110000Z", f"SUMMARY:Día {day}") for day in range(1, 13)]
    card = await sends(world, calendar(*days), "Eventos de")
    card = await world.taps("ana", card, "›", sees="12. ", hides="1. Día 1")
    await world.taps("ana", card, "✅ 12", sees="⬜ 12. ", offers=["✅ Guardar 11", "2/2"])


async def test_words_choose_by_title_and_day_and_what_names_none_is_said(world):
    await sends(world, calendar(at_ten(), FAIR), "Eventos de")
    await world.says("ana", "ese de la feria no me sirve", sees=["✅ 1. ", "⬜ 2. "])
    await world.says("ana", "solo el del jueves 26", sees=["⬜ 1. ", "✅ 2. "])
    await world.says("ana", "también el de mañana", sees=["✅ 1. ", "✅ 2. "])
    await world.says("ana", "ninguno", sees=["⬜ 1. ", "⬜ 2. "])
    await world.says("ana", "la boda", sees="No entendí cuáles")


@pytest.mark.parametrize(
    ("body", "sees"),
    [
        (b"<!DOCTYPE html>", "no es un calendario"),
        (calendar(at_ten())[:-9], "llegó cortado o dañado"),
        (calendar(at_ten("RRULE:FREQ=SECONDLY")), "Uno no se pudo leer: «Sin título» (mar,\u00a024\u00a0nov)."),
        (calendar("METHOD:REPLY\n", at_ten()), "respuesta a una invitación"),
        (calendar("METHOD:CANCEL\n", at_ten()), "algo se canceló"),
        (calendar("BEGIN:VTODO\nUID:1\nEND:VTODO\n"), "Trae una tarea: esas se crean con /nueva"),
        (calendar(PAST), "Ese archivo no trae eventos por venir.\nDejé fuera uno que ya pasó."),
    ],
    ids=["HTML", "cut off", "unreadable", "an answer", "called off", "tasks", "the past"],
)
async def test_a_file_of_which_nothing_is_taken_says_why(world, body, sees):
    await sends(world, body, sees)


async def test_a_file_that_is_too_large_is_not_fetched(world):
    world.sandbox.faults.refuse(400, "Bad Request: file is too big", method="getFile")
    await sends(world, b"x" * (MOST_BYTES + 1), "demasiado grande")


async def test_what_has_begun_is_saved_without_a_question(world):
    begun = event(":20261123T143000Z", ":20261123T153000Z", "SUMMARY:Taller")
    card = await sends(world, calendar(begun), "Taller")
    await world.taps("ana", card, "✅ Guardar", notice="✅ Guardado", sees="Taller")


async def test_a_file_that_telegram_does_not_give_is_asked_for_again(world):
    world.sandbox.faults.refuse(400, "Bad Request: file is too big", method="getFile")
    await sends(world, calendar(at_ten()), "Mándalo otra vez")


async def test_a_zone_that_nobody_knows_is_told(world):
    there = event(";TZID=Nowhere/Atlantis:20261124T100000", ";TZID=Nowhere/Atlantis:20261124T110000")
    check(await sends(world, calendar(there), "Eventos de"), sees=["10:00–11:00", "No conozco la zona horaria"])


async def test_a_calendar_file_about_a_task_is_a_comment_of_it(world):
    task = await world.task("ana")
    card = await world.says("ana", f"/tarea {task.id}", "Responsables")
    await sends(world, calendar(at_ten()), "Comentario guardado", reply_to=card)


@pytest.mark.parametrize("language", list(Language))
def test_every_reason_has_its_words(language):
    for key in (*(f"ics_fault_{each}" for each in FileFault), *(f"ics_left_{each}" for each in LeftOut)):
        assert text(language, f"chat.{key}", count=2)

"""The reminder of an event: chosen by button or in words, told on its card, one wording."""

from datetime import timedelta

import pytest

from core.application.requests import build
from core.calendar.reminders import ReminderRequest, create_reminder
from tests.bot.chat.handlers.meetings import BACK, drafted, made, reminders
from tests.bot.world import check


async def test_a_time_that_has_passed_is_told_and_reminders_are_not_offered(world):
    card = await drafted(world, "/evento Junta hoy 8:30")
    check(
        card,
        sees=["⏳ Eso ya pasó: ¿mañana, 8:30 o de verdad hoy, 8:30?", "⏰ Aviso 10\u00a0min antes: ya pasó, no habrá"],
    )
    assert ["🔕 Sin aviso"] in card.keyboard


async def test_only_reminders_still_ahead_are_offered_and_a_chosen_one_that_passes_is_told(world):
    card = await drafted(world, "/evento Junta mañana 8:30")
    assert card.keyboard[2] == ["🔕 Sin aviso", "⏰ 10\u00a0min ✓", "⏰ 1\u00a0h"]
    card = await world.taps("ana", card, "⏰ 1\u00a0h")
    world.clock.advance(hours=23)
    card = await world.taps("ana", card, "👁 Hacer público", sees="⏰ Aviso 1\u00a0h antes: ya pasó, no habrá")
    await world.taps("ana", card, "🔕 Sin aviso", sees="🔕 Sin aviso")


async def test_a_reminder_button_whose_time_has_passed_since_changes_nothing(world):
    card = await drafted(world, "/evento Junta mañana 8:30")
    world.clock.advance(hours=23)
    await world.taps(
        "ana", card, "⏰ 1\u00a0h", sees="⏰ Aviso 10\u00a0min antes", notice="Ese momento ya pasó; no cambié el aviso."
    )


async def test_in_a_series_a_reminder_may_come_too_late_for_the_first_event(world):
    card = await drafted(world, "/evento Junta todos los días 9:30")
    await world.taps("ana", card, "⏰ 1\u00a0h", sees="⏰ Aviso 1\u00a0h antes")


# More lengths than the card has buttons for


async def test_other_lengths_are_chosen_by_a_button_of_their_own(world):
    card = await world.taps("ana", await drafted(world), "⏰ Aviso", sees="¿Con cuánta anticipación les aviso?")
    assert card.keyboard == [
        ["🔕 Sin aviso", "⏰ al empezar", "⏰ 5\u00a0min"],
        ["⏰ 10\u00a0min ✓", "⏰ 15\u00a0min", "⏰ 30\u00a0min"],
        ["⏰ 1\u00a0h", "⏰ 2\u00a0h", "⏰ 1\u00a0día"],
        ["⏰ 2\u00a0días", "⏰ 3\u00a0días"],
        [BACK],
    ], "a week before has passed"
    card = await world.taps("ana", card, "⏰ al empezar", sees="\n⏰ Aviso al empezar")
    card = await world.taps("ana", card, "⏰ Aviso")
    assert "⏰ al empezar ✓" in str(card.keyboard)
    await world.taps("ana", card, BACK, "✅ Guardar")
    (event,) = await made(world)
    assert await reminders(world) == [(event.id, event.start_datetime)]


@pytest.mark.parametrize(
    ("words", "before", "shown"), [("45", 45, "45\u00a0min antes"), ("al empezar", 0, "al empezar")]
)
async def test_any_length_may_be_typed_as_the_answer(world, words, before, shown):
    await world.taps("ana", await drafted(world), "⏰ Aviso")
    card = await world.says("ana", words, "sin guardar", sees=f"\n⏰ Aviso {shown}")
    assert "16:00–17:00 · 1\u00a0h\n" in card.text, "the length of the event is another"
    await world.taps("ana", card, "✅ Guardar", sees=f"⏰ Aviso {shown}")
    (event,) = await made(world)
    assert await reminders(world) == [(event.id, event.start_datetime - timedelta(minutes=before))]


async def test_none_may_be_typed_as_well(world):
    await world.taps("ana", await drafted(world), "⏰ 1\u00a0h", "⏰ Aviso")
    assert (await world.says("ana", "No", "sin guardar")).text.endswith("🔕 Sin aviso")


async def test_one_whose_time_has_passed_is_told_where_it_was_typed(world):
    card = await drafted(world, "/evento Junta mañana 8:30 con aviso de 2 días")
    assert "⏰ Aviso 2\u00a0días antes: ya pasó, no habrá" in card.text


# The card of an event


async def test_an_events_card_says_by_what_its_people_are_reminded_to_who_sees_it(world):
    event = await world.event("ana", "luis", title="Junta", offset=3, at="16:00-17:00")
    for at in ("2026-11-26T16:00", "2026-11-25T16:00", "2026-11-26T15:00", "2026-11-26T16:10", "2026-11-23T08:00"):
        request = build(ReminderRequest, {"eventId": event.id, "remindAt": at})
        await world.act("ana", create_reminder, request)
    told = "⏰ Aviso 1\u00a0día antes, 1\u00a0h antes, al empezar y jue,\u00a026\u00a0nov, 16:10"
    for who in ("ana", "luis"):
        await world.taps(who, await world.says(who, "/agenda jueves"), "16:00 · Junta", sees=told)
    await world.says("pablo", "/agenda jueves", hides="Junta")

"""Invitations to events in the chat: what one is invited to, the answers, what one is told of others' answers."""

import pytest

from core.application.requests import build
from core.calendar import events, participants, responses, series
from core.calendar.events import EventUpdate
from core.calendar.participants import ParticipantRequest
from core.calendar.responses import ResponseRequest
from core.people import users
from core.records.messages import MessageKind, Reason
from core.work import undo
from tests.bot.chat.pushing import push_of, pushed, written
from tests.bot.world import plain

DECLINED, CHANGED, CANCELLED = MessageKind.EVENT_DECLINED, MessageKind.EVENT_CHANGED, MessageKind.EVENT_CANCELLED
LEFT, RESTORED = MessageKind.EVENT_LEFT, MessageKind.EVENT_RESTORED
INVITED, SERIES_INVITED = MessageKind.EVENT_INVITED, MessageKind.SERIES_INVITED


async def respond(world, who, event, response):
    await world.act(who, responses.set_response, event.id, build(ResponseRequest, {"response": response}))


async def change(world, event, **fields):
    await world.act("lucia", events.update_event, event.id, build(EventUpdate, fields))


async def take_back(world):
    """Take back what Lucía did last."""
    world.clock.advance(seconds=1)
    seq = world.store.execute("SELECT max(seq) FROM journal").fetchone()[0]
    await world.act("lucia", undo.undo_change, seq)


async def leave(world, who, event):
    rows = await world.act("root", participants.list_of_person, world.users[who].id)
    (row,) = [row for row in rows if row.event_id == event.id]
    await world.act("root", participants.delete_participant, row.id)


@pytest.fixture
async def event(world):
    return await world.event("lucia", "ana", "luis", title="Junta <b>", offset=1)


async def newest(world, kind, who="ana"):
    """The message of a kind that was written last, pushed."""
    *_, about = await written(world, who, kind)
    return await pushed(world, who, kind, **about)


class TestInvited:
    async def test_what_when_where_with_whom_what_it_collides_with_and_the_answers(self, world, event):
        await world.event("ana", "ana", title="Dentista", offset=1, at="11:00-12:00")
        await change(world, event, location="Sala 2")
        said = await newest(world, INVITED)
        assert plain(said) == (
            "📨 Lucía te invita. ¿Vas a ir?\nJunta <b>\n📅 martes, 24 de noviembre de 2026\n🕘 10:00–11:30\n📍 Sala 2\n"
            "👥 Participan: Ana, Luis\n⚠️ Tú: «Dentista», 11:00–12:00"
        )
        assert said.keyboard == [["✅ Sí", "❌ No", "❔ Tal vez"], ["📅 Evento"]]
        card = await world.taps("ana", said, "✅ Sí", sees="✅ Dijiste que sí irás.")
        assert card.keyboard[0] == ["✅ Sí ✓", "❌ No", "❔ Tal vez"]
        await world.taps("ana", card, "❔ Tal vez", sees="❔ Dijiste que tal vez.")

    async def test_by_ones_own_clock(self, world, event):
        await world.change_user("ana", timezone="America/Tijuana")
        assert "🕘 8:00–9:30" in plain(await newest(world, INVITED))

    async def test_what_is_answered_over_cancelled_or_not_ones_own_is_not_said(self, world, event):
        await respond(world, "ana", event, "TENTATIVE")
        assert await newest(world, INVITED) is Reason.DONE
        await change(world, event, statusId=3)
        assert await newest(world, INVITED, "luis") is Reason.GONE
        await change(world, event, statusId=1)
        await leave(world, "luis", event)
        assert await newest(world, INVITED, "luis") is Reason.GONE
        world.clock.set(event.end_datetime)
        assert await newest(world, INVITED) is Reason.GONE

    async def test_an_answer_to_what_was_cancelled_meanwhile_or_is_over_or_gone_says_so(self, world, event):
        said, other = await newest(world, INVITED), await newest(world, INVITED, "luis")
        await change(world, event, statusId=3)
        await world.taps("ana", said, "✅ Sí", sees="Cancelado", alert="El evento 1 se canceló.")
        await change(world, event, statusId=1)
        await leave(world, "luis", event)
        await world.taps("luis", other, "✅ Sí", sees="No encuentro el evento 1")
        world.clock.set(event.end_datetime)
        said = await world.taps("ana", said, "❌ No", sees="⌛ Ya terminó.")
        assert said.keyboard == [["📅 Evento"]]

    async def test_an_answer_to_another_time_than_that_of_the_event_is_asked_for_again(self, world, event):
        said = await newest(world, INVITED)
        await change(world, event, startDatetime="2026-11-24T09:00")
        asked = await world.taps("ana", said, "✅ Sí", notice_has="cambió de hora", alert=True, sees="9:00–11:30")
        assert asked.keyboard[0] == ["✅ Sí", "❌ No", "❔ Tal vez"]
        await world.taps("ana", asked, "✅ Sí", sees="✅ Dijiste que sí irás.")

    async def test_a_series_is_one_invitation_with_its_dates(self, world):
        series_id = await world.series("lucia", "ana", title="Junta", occurrenceCount=7)
        await world.event("ana", "ana", title="Dentista", offset=8, at="10:30-11:00")
        said = await newest(world, SERIES_INVITED)
        assert plain(said).replace("\u00a0", " ") == (
            "📨 Lucía te invita a una serie. ¿Vas a ir?\nJunta\n"
            "🔁 7 fechas: 24 nov, 1 dic, 8 dic, 15 dic, 22 dic, y 2 más\n"
            "🕘 10:00–11:00\n"
            "👥 Participan: Ana\n⚠️ Tú: «Dentista», mar, 1 dic, 10:30–11:00"
        )
        await world.taps("ana", said, "❌ No", sees="❌ Dijiste que no irás.")
        told = await push_of(world, "lucia", DECLINED)
        assert plain(told).startswith("❌ Ana no irá a las fechas que faltan de Junta\n")
        assert series_id == 1

    async def test_of_a_series_each_date_has_its_hours_where_they_differ(self, world):
        await world.series("lucia", "ana", title="Junta")
        first, *_ = await world.act("lucia", events.list_events)
        await change(world, first, endDatetime="2026-11-24T10:30")
        said = plain(await newest(world, SERIES_INVITED)).replace("\u00a0", " ")
        assert "🔁 3 fechas: mar, 24 nov, 10:00–10:30, mar, 1 dic, 10:00–11:00, mar, 8 dic, 10:00–11:00\n" in said


class TestDeclined:
    async def test_who_will_not_come_to_what_and_when(self, world, event):
        await respond(world, "ana", event, "DECLINED")
        said = await newest(world, DECLINED, "lucia")
        assert plain(said) == "❌ Ana no irá a Junta <b>\n📅 martes, 24 de noviembre de 2026\n🕘 10:00–11:30"
        assert said.keyboard == [["📅 Evento"]]
        card = await world.taps("lucia", said, "📅 Evento")
        assert "👥 Participan: Ana ❌, Luis" in plain(card)

    async def test_who_comes_after_all_and_what_is_over_is_not_said(self, world, event):
        await respond(world, "ana", event, "DECLINED")
        await respond(world, "ana", event, "TENTATIVE")
        assert await newest(world, DECLINED, "lucia") is Reason.GONE
        await respond(world, "luis", event, "DECLINED")
        world.clock.set(event.end_datetime)
        assert await newest(world, DECLINED, "lucia") is Reason.GONE


class TestProposed:
    async def test_another_time_in_words_is_a_no_that_its_creator_moves_with_one_button(self, world, event):
        await newest(world, INVITED)
        await world.says("ana", "No puedo a esa hora, ¿12:30?", "Le propongo a Lucía: mar,\u00a024\u00a0nov 12:30")
        said = await newest(world, DECLINED, "lucia")
        assert plain(said).replace("\u00a0", " ") == (
            "🔁 Ana no puede a esa hora y propone 12:30–14:00 para Junta <b>. ¿Lo muevo?\n"
            "🕘 mar, 24 nov, 10:00–11:30\n✅ Los 2 pueden."
        )
        moved = await world.taps("lucia", said, "✅ Mover a mar,\u00a024\u00a0nov 12:30")
        assert "12:30–14:00" in plain(moved)

    async def test_it_needs_no_question_that_was_asked_last(self, world, event):
        await world.event("lucia", "ana", title="Otra", offset=2)
        await world.says("ana", "mañana a las 10 no puedo, tengo médico. ¿mejor a las 12:30?", "Le propongo a Lucía")
        said = plain(await newest(world, DECLINED, "lucia"))
        assert "propone 12:30–14:00 para Junta <b>" in said

    async def test_who_reads_another_clock_than_the_team_is_told_both(self, world, event):
        await world.act("ana", users.set_timezone, "Europe/Madrid")
        await newest(world, INVITED)
        said = plain(await world.says("ana", "no puedo, ¿mejor a las 19:30?", "Le propongo a Lucía"))
        assert "🌍 Horas de Madrid; en Ciudad de México: mar,\u00a024\u00a0nov, 12:30–14:00" in said
        await world.act("lucia", users.set_timezone, "America/Bogota")
        said = plain(await newest(world, DECLINED, "lucia")).replace("\u00a0", " ")
        assert "propone 13:30–15:00" in said
        assert "🌍 Horas de Bogotá; en Ciudad de México: 12:30–14:00" in said

    async def test_who_is_not_free_then_is_said(self, world, event):
        await world.event("luis", "luis", title="Dentista", offset=1, at="12:00-13:00")
        await newest(world, INVITED)
        await world.says("ana", "no llego a esa hora, ¿puede ser 12:30?")
        said = plain(await newest(world, DECLINED, "lucia"))
        assert "⚠️ Luis" in said
        assert "pueden" not in said

    @pytest.mark.parametrize("words", ["sí, a las 10 perfecto", "voy pero llego a las 10:15"])
    async def test_a_yes_with_an_hour_is_a_yes(self, world, event, words):
        await newest(world, INVITED)
        await world.says("ana", words)
        assert await written(world, "lucia", DECLINED) == []


class TestChanged:
    async def test_a_new_time_and_place_before_and_after_and_the_answers(self, world, event):
        await world.event("ana", "ana", title="Dentista", offset=2, at="12:00-13:00")
        time = {"startDatetime": "2026-11-25T12:30", "endDatetime": "2026-11-25T13:00"}
        await change(world, event, **time, location="Sala 2")
        said = await newest(world, CHANGED)
        assert plain(said).replace("\u00a0", " ") == (
            "✏️ Lucía cambió la hora de Junta <b>\n🕘 mar, 24 nov, 10:00–11:30 → mié, 25 nov, 12:30–13:00\n"
            "📍 sin lugar → Sala 2\n⚠️ Tú: «Dentista», 12:00–13:00\n¿Vas a ir?"
        )
        assert said.keyboard == [["✅ Sí", "❌ No", "❔ Tal vez"], ["📅 Evento"]]
        await world.taps("ana", said, "✅ Sí", sees="✅ Dijiste que sí irás.")

    async def test_a_new_place_alone_asks_nothing(self, world, event):
        await change(world, event, location="Sala <2>")
        said = await newest(world, CHANGED)
        assert plain(said).replace("\u00a0", " ") == (
            "✏️ Lucía cambió el lugar de Junta <b>\n🕘 mar, 24 nov, 10:00–11:30\n📍 sin lugar → Sala <2>"
        )
        assert said.keyboard == [["📅 Evento"]]

    async def test_who_made_it_and_takes_no_part_is_asked_nothing(self, world, event):
        moved = build(EventUpdate, {"startDatetime": "2026-11-24T09:00"})
        await world.act("root", events.update_event, event.id, moved)
        said = await newest(world, CHANGED, "lucia")
        assert said.keyboard == [["📅 Evento"]]

    async def test_what_is_as_it_was_over_or_cancelled_is_not_said(self, world, event):
        await change(world, event, startDatetime="2026-11-24T09:00")
        await change(world, event, startDatetime="2026-11-24T10:00")
        assert await newest(world, CHANGED) is Reason.GONE
        await change(world, event, startDatetime="2026-11-24T09:00", statusId=3)
        assert await newest(world, CHANGED) is Reason.GONE
        await change(world, event, statusId=1)
        world.clock.set(event.end_datetime)
        assert await newest(world, CHANGED) is Reason.GONE

    async def test_a_cancellation_taken_back_or_too_late_is_not_said(self, world, event):
        await change(world, event, statusId=3)
        assert not isinstance(await newest(world, CANCELLED), Reason)
        await change(world, event, statusId=1)
        assert await newest(world, CANCELLED) is Reason.GONE
        await change(world, event, statusId=3)
        world.clock.set(event.end_datetime)
        assert await newest(world, CANCELLED) is Reason.GONE

    async def test_who_was_taken_out_reads_of_what_unless_they_are_in_again(self, world, event):
        rows = await world.act("lucia", participants.list_of_person, world.users["ana"].id)
        await world.act("lucia", participants.delete_participant, rows[0].id)
        said = await newest(world, LEFT)
        assert plain(said).replace("\u00a0", " ") == "👋 Lucía te quitó de Junta <b>\n🕘 mar, 24 nov, 10:00–11:30"
        again = build(ParticipantRequest, {"eventId": event.id, "userId": world.users["ana"].id})
        await world.act("lucia", participants.create_participant, again)
        assert await newest(world, LEFT) is Reason.GONE

    async def test_what_takes_place_again_says_so_with_ones_answer(self, world, event):
        await respond(world, "ana", event, "ACCEPTED")
        await world.act("lucia", events.delete_event, event.id)
        await take_back(world)
        said = await newest(world, RESTORED)
        assert plain(said).startswith(
            "✅ Lucía lo recuperó: vuelve a estar en pie.\n✅ Dijiste que sí irás.\nJunta <b>\n"
        )
        assert said.keyboard[0] == ["✅ Sí ✓", "❌ No", "❔ Tal vez"]
        other = await newest(world, RESTORED, "luis")
        assert plain(other).startswith("✅ Lucía lo recuperó: vuelve a estar en pie.\n¿Vas a ir?\nJunta <b>\n")
        await world.act("lucia", events.delete_event, event.id)
        assert await newest(world, RESTORED) is Reason.GONE

    async def test_a_series_that_takes_place_again_is_one_message(self, world):
        await world.series("lucia", "ana", title="Junta")
        first, *_ = await world.act("lucia", events.list_events)
        await world.act("lucia", series.delete_series, first.series_id)
        await take_back(world)
        said = await newest(world, RESTORED)
        assert "🔁 3 fechas" in plain(said)
        await world.taps("ana", said, "✅ Sí", sees="✅ Dijiste que sí irás.")

    async def test_a_cancelled_series_is_one_message(self, world):
        series_id = await world.series("lucia", "ana", title="Junta")
        await world.act("lucia", series.delete_series, series_id)
        assert len(await written(world, "ana", CANCELLED)) == 1
        said = await newest(world, CANCELLED)
        assert "🔁 3 fechas de la serie; la primera:" in said.text


async def test_a_card_shows_each_ones_answer(world, event):
    for who, response in (("ana", "ACCEPTED"), ("luis", "TENTATIVE")):
        await respond(world, who, event, response)
    said = await world.says("lucia", "/agenda 24 nov")
    card = await world.taps("lucia", said, "10:00 · Junta <b>")
    assert "👥 Participan: Ana ✅, Luis ❔" in plain(card)

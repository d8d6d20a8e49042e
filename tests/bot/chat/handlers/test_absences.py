"""Days away in the chat: from words to an absence, cancelling one, and whose one may see and change."""

import pytest

from core.people import absences, users
from core.records.messages import MessageKind
from core.work import absence_outlook
from tests.bot.chat.pushing import push_of
from tests.bot.world import check
from tests.cast import day

# Today is Monday the 23rd: day(3) is a Thursday, day(7) a Monday.


async def kept(world, who="ana"):
    """A person's absences: days counted from today, and why."""
    found = await world.operate(absences.list_absences, world.users[who].id)
    return [((each.first_day - day()).days, (each.last_day - day()).days, each.reason) for each in found]


async def test_what_it_is_joined_with_is_shown_before_it_is_kept(world):
    await world.away("ana", 3, 4, "Curso")
    card = await world.says("ana", "/ausencia del 27 al 30")
    assert "🔗 Ya tenías jue,\u00a026\u00a0nov – vie,\u00a027\u00a0nov; quedará una sola ausencia." in card.text
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(3, 7, "Curso")]


async def test_until_when_is_asked_for_and_chosen_in_the_calendar(world):
    card = await world.says("ana", "/ausencia desde el jueves médico", sees="¿Hasta qué día?")
    check(card, offers="26", lacks=["25", "✅ Guardar"])
    card = await world.taps("ana", card, "›", "2", sees="jue,\u00a026\u00a0nov – mié,\u00a02\u00a0dic")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(3, 9, "médico")]


async def test_until_when_may_be_typed_as_a_number(world):
    await world.says("ana", "/ausencia desde el jueves")
    card = await world.says("ana", "30", "sin guardar")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(3, 7, None)]


async def test_a_weekday_that_is_over_by_then_is_the_next_one(world):
    await world.says("ana", "/ausencia desde el 1 de diciembre")
    await world.says("ana", "viernes", "sin guardar", sees="mar,\u00a01\u00a0dic – vie,\u00a04\u00a0dic")


async def test_one_day_is_written_once(world):
    await world.says("ana", "/ausencia mañana", sees="🗓 mar,\u00a024\u00a0nov", hides="–")


async def test_the_reason_is_typed_or_replied_and_another_day_said_keeps_it(world):
    card = await world.taps("ana", await world.says("ana", "/ausencia mañana"), "💬 Motivo")
    card = await world.says(
        "ana", "Mudanza & <b>cajas</b>", "sin guardar", sees="💬 \u2068Mudanza & <b>cajas</b>\u2069"
    )
    card = await world.says("ana", "del 26 al 27", "26", sees="Mudanza")
    card = await world.replies("ana", card, "Boda", "Boda")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(3, 4, "Boda")]


@pytest.mark.parametrize(("words", "why"), [("del 3 al 32", "no existe"), ("<i>&amp;", "")])
async def test_days_that_are_not_understood_are_said_and_keep_nothing(world, words, why):
    said = await world.says("ana", f"/ausencia {words}", "No entendí qué días son en «")
    check(said, sees=[why, "/ausencia del 3 al 7 vacaciones"])
    assert said.keyboard == []
    assert await kept(world) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("del 2020-01-01 al 2020-01-03", "Esos días ya pasaron."),
        ("del 2026-12-01 al 2028-12-01", "como máximo 366 días"),
        (f"mañana {'x' * 300}", "255"),
    ],
)
async def test_what_cannot_be_is_told_and_there_is_no_button_to_keep_it(world, words, fault):
    await world.says("ana", f"/ausencia {words}", sees=fault, lacks="✅ Guardar")


async def test_the_list_shows_what_is_not_over_and_how_to_add_one(world):
    said = await world.says("ana", "/ausencia", sees="No tienes ausencias apuntadas.", hides="@ana")
    await world.away("ana", 3, 7, "Curso")
    await world.away("ana", 10, 10)
    said = await world.says("ana", "/ausencia")
    assert "• 26–30 nov 2026 · 3 días hábiles\n• jue,\u00a03\u00a0dic · 1 día hábil" in said.text
    assert [row[1] for row in said.keyboard] == ["✖ Cancelar"] * 2
    assert [row[0] for row in said.keyboard] == ["🗓 26–30 nov", "🗓 3 dic"]
    await world.taps("ana", said, said.keyboard[0][0], sees="Curso")
    await world.says("lucia", "/ausencia", sees="/ausencia @ana")


async def test_one_that_has_begun_is_ended(world):
    absence = await world.away("ana", 0, 7)
    world.clock.advance(days=2)
    asked = await world.taps("ana", await world.says("ana", "/ausencia"), "✖ Cancelar", sees="Ya empezó")
    await world.taps("ana", asked, "Sí, cancelarla", notice="Ausencia terminada")
    left = await world.operate(absence_outlook.absence_view, absence.id)
    assert left.absence.last_day == day(1)


async def test_of_one_that_is_over_nothing_is_said_of_being_back(world):
    await world.away("ana", 3, 4)
    first, second = [await world.says("ana", "/ausencia") for _ in range(2)]
    world.clock.advance(days=7)
    await world.taps("ana", first, "🗓 26–27 nov", sees="2 días hábiles · de vuelta el lun")
    world.clock.advance(days=1)
    assert (await world.taps("ana", second, "🗓 26–27 nov")).text.endswith("2 días hábiles")


async def test_one_that_has_changed_since_or_is_gone_is_not_cancelled_blindly(world):
    await world.away("ana", 3, 7)
    asked = await world.taps("ana", await world.says("ana", "/ausencia"), "✖ Cancelar")
    await world.away("ana", 5, 9)
    card = await world.taps("ana", asked, "Sí, cancelarla", sees="26 nov – 2 dic", notice_has="cambió", alert=True)
    assert await kept(world) == [(3, 9, None)]
    asked = await world.taps("ana", card, "✖ Cancelar")
    (absence,) = await world.operate(absences.list_absences, world.users["ana"].id)
    await world.operate(absences.cancel_absence, absence.id)
    await world.taps("ana", asked, "Sí, cancelarla", notice="🗑 Semáforo canceló esta ausencia a las 9:00.", alert=True)


async def test_a_leader_notes_and_cancels_one_of_somebody_of_theirs(world):
    card = await world.says("lucia", "/ausencia @Ana del 26 al 30 médico")
    assert card.text.startswith("Ausencia de Ana · sin guardar")
    card = await world.taps("lucia", card, "✅ Guardar")
    assert await kept(world) == [(3, 7, "médico")]
    assert await kept(world, "lucia") == []
    two_days = await world.says("lucia", "/ausencia @ana el 24 y 25")
    assert "mar, 24 nov – mié, 25 nov" in two_days.text.replace("\u00a0", " ")
    assert "💬" not in two_days.text
    assert (await world.taps("lucia", card, "‹ Ausencias")).text.startswith("Ausencias de Ana")
    said = await world.says("lucia", "/ausencia @ana", "Ausencias de Ana")
    await world.taps("lucia", said, "✖ Cancelar", "Sí, cancelarla")
    assert await kept(world) == []


@pytest.mark.parametrize(
    ("who", "words"), [("ana", "@luis del 26 al 30"), ("ana", "@luis"), ("ana", "@lucia mañana"), ("pablo", "@root")]
)
async def test_nobody_sees_or_notes_those_of_others(world, who, words):
    await world.away("luis", 3, 7, "Cirugía")
    said = await world.says(who, f"/ausencia {words}")
    assert ("tus ausencias y las de tu equipo" if who == "ana" else "your own absences and your team's") in said.text
    assert await kept(world, "luis") == [(3, 7, "Cirugía")]
    assert await kept(world, "lucia") == []


@pytest.mark.parametrize("words", ["mañana @ana, cita", "ana mañana enferma"])
async def test_whom_a_leader_names_is_away_wherever_they_are_named(world, words):
    said = await world.says("lucia", f"/ausencia {words}")
    assert said.text.startswith("Ausencia de Ana · sin guardar")
    await world.taps("lucia", said, "✅ Guardar")
    assert [days[:2] for days in await kept(world, "ana")] == [(1, 1)]
    assert await kept(world, "lucia") == []


async def test_a_name_of_several_is_asked_for_and_nobody_is_away(world):
    for username in ("beto1", "beto2"):
        await world.operate(users.add_user, users.UserCreate(username=username, name="Beto", leader="lucia"))
    said = await world.says("lucia", "/ausencia beto mañana")
    assert said.text.startswith("No sé quién es @beto. Escribe su usuario")


async def test_of_two_named_neither_is_away_and_who_is_nobody_is_said(world):
    said = await world.says("lucia", "/ausencia @ana @luis mañana")
    assert said.text == "Apunta la ausencia de una persona a la vez."
    await world.says("lucia", "/ausencia @<b>nadie</b> mañana", sees="No sé quién es @<b>nadie</b>")


async def test_forged_presses_show_and_change_nothing_of_others(world):
    absence = await world.away("luis", 3, 7, "Cirugía")
    for data in (
        f"1:ab:{world.users['luis'].id}:0",
        f"1:ac:{absence.id}:0:False",
        f"1:am:{absence.id}:1::0",
        f"1:AX:{absence.id}:{absence.first_day}:{absence.last_day}",
        f"1:AM:{absence.id}:1:d:740000:0",
    ):
        await world.forges("ana", data, hides=["Cirugía", "Luis"])
    assert await kept(world, "luis") == [(3, 7, "Cirugía")]


async def test_many_absences_are_paged(world):
    for number in range(10):
        await world.away("ana", 10 * number, 10 * number)
    said = await world.says("ana", "/ausencia")
    assert ["‹", "1/2", "›"] in said.keyboard
    assert len((await world.taps("ana", said, "›")).keyboard) == 3


async def test_two_stretches_in_one_sentence_are_drafted_one_after_the_other(world):
    card = await world.says("ana", "no vengo jueves y lunes por trámite", sees=["jue,\u00a026\u00a0nov", "Después"])
    card = await world.taps("ana", card, "✅ Guardar", sees=["lun,\u00a030\u00a0nov", "sin guardar"], hides="Después")
    await world.taps("ana", card, "✅ Guardar")
    assert [each[:2] for each in await kept(world)] == [(3, 3), (7, 7)]


async def test_only_a_leader_notes_somebodys_absence_in_words(world):
    card = await world.says("lucia", "luis no viene mañana por su cita", "Ausencia de Luis")
    await world.taps("lucia", card, "✅ Guardar")
    assert await kept(world, "luis") == [(1, 1, "por su cita")]
    await world.says("ana", "lucía no viene mañana", "ausencias de Lucía", lacks="✅ Guardar")
    await world.says("ana", "pablo está enfermo", lacks="✅ Guardar")


async def test_who_is_back_is_asked_whether_the_absence_ends(world):
    await world.away("ana", -1, 3)
    await world.says("ana", "ya regresé", "que ya estás de vuelta", sees="¿", lacks="✅ Guardar")
    await world.says("luis", "ya regresé", "No tienes ninguna ausencia")


async def test_an_hour_said_to_a_draft_is_of_something_else(world):
    await world.says("ana", "/ausencia el lunes", "Tu ausencia")
    await world.says("ana", "el martes a las 4 tengo dentista", lacks="📅 Último día")
    await world.says("ana", "mejor el martes", "Tu ausencia", sees="mar,\xa024\xa0nov")


async def test_one_is_changed_to_other_days_and_is_in_none_of_the_old_ones(world):
    await world.away("ana", 21, 25, "Viaje")
    card = await world.says("ana", "mis vacaciones mejor del 15 al 18", sees=["mar,\u00a015\u00a0dic", "Viaje"])
    check(card, sees="🔁 En lugar de: lun,\u00a014\u00a0dic – vie,\u00a018\u00a0dic", hides="🔗")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(22, 25, "Viaje")]


async def test_until_when_a_changed_one_lasts_is_asked_for_where_only_its_first_day_is_said(world):
    await world.away("ana", 21, 25)
    await world.says("ana", "mueve mis vacaciones al 15 de diciembre", sees="¿Hasta qué día?")
    card = await world.says("ana", "el 16", "sin guardar")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(22, 23, None)]


async def test_one_is_extended_from_its_own_first_day(world):
    await world.away("ana", 21, 22)
    card = await world.says("ana", "extiende mis vacaciones hasta el 18 de diciembre")
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == [(21, 25, None)]


async def test_which_one_is_changed_is_asked_where_there_are_several(world):
    await world.away("ana", 3, 4)
    await world.away("ana", 21, 25)
    asked = await world.says("ana", "mis vacaciones mejor del 15 al 18 de diciembre", sees="¿Cuál de tus ausencias")
    await world.taps("ana", asked, "14–18 dic", "✅ Guardar", hides="🔁")
    assert await kept(world) == [(3, 4, None), (22, 25, None)]


async def test_one_that_is_not_as_it_was_seen_is_not_changed(world):
    seen = await world.away("ana", 21, 25)
    card = await world.says("ana", "mis vacaciones mejor del 15 al 18 de diciembre")
    await world.act("ana", absences.cancel_absence, seen.id)
    await world.taps("ana", card, "✅ Guardar")
    assert await kept(world) == []


@pytest.mark.parametrize(("who", "change"), [("lucia", "🔁 En lugar de"), ("luis", "Solo puedes ver y apuntar")])
async def test_only_who_may_note_somebodys_absence_changes_it(world, who, change):
    await world.away("ana", 21, 25)
    await world.says(who, "mueve las vacaciones de Ana del 15 al 18 de diciembre", sees=change)


async def test_an_absence_told_to_a_leader_names_the_tasks_due_in_it_and_what_was_asked_of_whom(world):
    await world.task("ana", by="lucia", text="Contrato", due=1)
    await world.task("ana", text="Minuta", due=1)
    await world.task("ana", text="Lona", due=9)
    card = await world.says("ana", "/ausencia mañana")
    card = await world.taps("ana", card, "✅ Guardar", sees="Contrato")
    await world.taps("ana", card, next(button.text for button in card.buttons if button.text.startswith("📨 #1")))
    told = await push_of(world, "lucia", MessageKind.ABSENCE_CHANGED)
    check(told, sees=["Ana no estará", "#1", "Contrato", "📨 se le pidió a Lucía pasarla al", "Minuta"], hides="Lona")


@pytest.mark.parametrize("words", ["/ausencia oye, mañana cita médica", "/ausencia mañana oye cita médica"])
async def test_a_reason_has_no_call_in_it(world, words):
    await world.says("ana", words, "sin guardar", sees="cita médica", hides="oye")


async def test_a_day_that_is_left_out_is_not_the_only_one_away(world):
    card = await world.says("ana", "/ausencia del 14 al 18 de diciembre excepto el 16")
    check(card, sees=["lun,\u00a014\u00a0dic – vie,\u00a018\u00a0dic", "❔ «\u2068el 16\u2069» se quedó como texto."])
    card = await world.says("ana", "/ausencia except December 16 from December 14 to 18")
    check(card, sees=["lun,\u00a014\u00a0dic – vie,\u00a018\u00a0dic", "❔ «\u2068December 16\u2069»"])

"""`/nueva`: a task from a sentence, shown as it was understood, corrected, and saved by ✅ alone, once."""

import pytest

from core import drafts, tasks, users
from core.errors import NotFound
from core.model import Priority
from tests.bot.test_naughty import PARTS
from tests.bot.world import day, until

DRAFT = "sin guardar"
WHOLE = "/nueva Revisar contrato con @luis para el viernes, urgente"


def labels(message):
    return [button.text for button in message.buttons]


async def all_tasks(world):
    return await world.operate(tasks.list_tasks)


async def last(world, who="lucia"):
    """The bot's last message as it is now, when all is answered."""
    await world.quiet()
    phone = world.phone(who)
    return phone.current([message for message in phone.messages if message.from_bot][-1])


async def pressed(world, who, data):
    """Press a button that the bot did not draw there."""
    panel = await world.says(who, "/hoy")
    answer = await world.phone(who).wait_answer(await world.phone(who).press_data(panel, data))
    await world.quiet()
    return world.phone(who).current(panel), answer


# What is understood


async def test_a_sentence_becomes_a_card_and_by_a_check_mark_a_task(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    assert "Revisar contrato\u2069\n" in card.text
    assert "📅 vence vie,\u00a027\u00a0nov\n❗ urgente\n👥 Responsables: Luis" in card.text
    assert await all_tasks(world) == []
    saved, answer = await world.presses("lucia", card, "✅ Guardar")
    (task,) = await all_tasks(world)
    assert answer.text == "✅ Guardado"
    assert f"Tarea {task.id}\n" in saved.text
    assert (task.descripcion, task.fecha_cumplir, task.prioridad) == ("Revisar contrato", day(4), Priority.URGENTE)
    assert (task.responsible_user_ids, task.created_by_user_id) == ([world.users["luis"].id], world.users["lucia"].id)
    await world.phone("lucia").reply(saved, "¿ya lo viste?")
    await world.phone("lucia").wait("Comentario guardado")
    assert await world.comments(task) == ["¿ya lo viste?"]


@pytest.mark.parametrize(
    ("words", "level"),
    [("alta", "prioridad alta"), ("Baja ", "prioridad baja"), ("media", "prioridad media"), ("low", "prioridad baja")],
)
async def test_a_bare_level_is_the_priority_and_not_another_description(world, words, level):
    await world.says("lucia", WHOLE, DRAFT)
    card = await world.says("lucia", words, DRAFT)
    assert f"❗ {level}\n" in card.text
    assert "Revisar contrato\u2069\n" in card.text


async def test_a_bare_level_is_a_description_where_one_is_asked_for(world):
    await world.says("lucia", "/nueva", "¿Qué hay que hacer?")
    assert "\u2068alta\u2069" in (await world.says("lucia", "alta", DRAFT)).text


async def test_in_english(world):
    card = await world.says("pablo", "/new Buy <coffee> by next friday, low priority", "not saved yet")
    assert "Buy <coffee>" in card.text
    assert "📅 due Fri,\u00a0Nov\u00a027 (the nearest one)\n❗ low priority\n👥 Responsible: Pablo" in card.text
    saved, answer = await world.presses("pablo", card, "✅ Save")
    assert answer.text == "✅ Saved"
    assert "Task 1" in saved.text


@pytest.mark.parametrize(("command", "asked"), [("/nueva", "¿Qué hay que hacer?"), ("/new  ", "What is to be done?")])
async def test_alone_it_asks_what_is_to_be_done(world, command, asked):
    who = "lucia" if command == "/nueva" else "pablo"
    await world.says(who, command, asked)
    card = await world.says(who, "Comprar café mañana", "café")
    assert "24" in card.text
    assert await all_tasks(world) == []


async def test_a_date_that_is_missing_is_asked_for_and_not_invented(world):
    card = await world.says("lucia", "/nueva Comprar café", DRAFT)
    assert "falta la fecha" in card.text
    assert "¿Para cuándo?" in card.text
    assert "✅ Guardar" not in labels(card)
    card = await world.taps("lucia", card, "Mañana")
    assert "vence mar,\u00a024\u00a0nov" in card.text
    assert "✅ Guardar" in labels(card)


async def test_a_description_that_is_missing_is_asked_for(world):
    card = await world.says("lucia", "/nueva @luis para el viernes", DRAFT)
    assert "¿Qué hay que hacer?" in card.text
    assert "✅ Guardar" not in labels(await world.taps("lucia", card, "‹ Volver al borrador"))
    card = await world.says("lucia", "Comprar café", DRAFT)
    assert "Comprar café" in card.text
    assert "vence vie,\u00a027\u00a0nov" in card.text
    assert "✅ Guardar" in labels(card)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Contrato de mayo para mañana", "❔ «\u2068mayo\u2069» se quedó como texto."),
        ("Pagar 31/02", "❔ «\u206831/02\u2069» no existe."),
        ("Pagar lunes o martes", "no sé cuál de los dos"),
        ("Pagar el lunes", "(no hoy: el de la próxima semana)"),
        ("Pagar el 3/4", "(del año que viene: este año ya pasó)"),
        ("Inventario del 3 al 7 de diciembre", "(3–7 dic: tomé el último día)"),
        ("Revisar con @leo mañana", "❓ No sé quién es \u2068@leo\u2069"),
        ("Revisar con @pablo mañana", "❓ No puedes dar tareas a \u2068@pablo\u2069: solo a tu equipo o a ti."),
    ],
)
async def test_what_was_chosen_or_left_out_is_told(world, words, told):
    assert told in (await world.says("lucia", f"/nueva {words}", DRAFT)).text


async def test_names_that_could_not_be_taken_stay_in_the_description(world):
    card = await world.says("lucia", "/nueva Revisar con @leo y @pablo mañana", DRAFT)
    assert "Revisar con @leo y @pablo" in card.text
    assert "Responsables: Lucía" in card.text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Revisar contrato con luis para mañana", "❔ Para dársela a Luis, escribe @luis"),
        ("Luis y Ana: revisar contrato mañana", "❔ Para dársela a Ana, Luis, escribe @ana @luis"),
        ("Revisar contrato con @luis para mañana", ""),
        ("Revisar contrato de la luisiana mañana", ""),
        ("luis xv, comprar silla mañana", ""),
    ],
)
async def test_somebody_named_without_a_sign_is_not_taken_in_silence(world, words, told):
    card = await world.says("lucia", f"/nueva {words}", DRAFT)
    assert ("Para dársela" in card.text) is bool(told)
    assert told in card.text
    if told:
        await world.says("lucia", "@luis", "Responsables: Luis")


async def test_who_may_give_a_task_to_nobody_is_not_told_how(world):
    card = await world.says("ana", "/nueva Revisar contrato con Luis mañana", DRAFT)
    assert "Para dársela" not in card.text


async def test_a_member_gives_tasks_to_themselves_alone(world):
    card = await world.says("ana", WHOLE, DRAFT)
    assert "No puedes dar tareas a \u2068@luis" in card.text
    assert "👥 Responsables" not in labels(card)
    await world.taps("ana", card, "✅ Guardar")
    (task,) = await all_tasks(world)
    assert (task.descripcion, task.responsible_user_ids) == ("Revisar contrato con @luis", [world.users["ana"].id])


async def test_an_admin_gives_tasks_to_anyone(world):
    card = await world.says("root", "/nueva Revisar con @pablo mañana", DRAFT)
    await world.taps("root", card, "✅ Guardar")
    assert (await all_tasks(world))[0].responsible_user_ids == [world.users["pablo"].id]


async def test_words_are_read_by_ones_own_clock(world):
    await world.operate(users.set_user, "lucia", users.UserUpdate(timezone="Asia/Tokyo"))
    world.clock.advance(hours=2)
    assert "vence mié,\u00a025\u00a0nov" in (await world.says("lucia", "/nueva Comprar café mañana", DRAFT)).text


# Corrections


async def test_each_field_is_corrected_by_a_button(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    card = await world.taps("lucia", card, "📅 Fecha", "›", "15", "❗ Prioridad", "Baja")
    assert "vence mar,\u00a015\u00a0dic\n❗ prioridad baja" in card.text
    picker = await world.taps("lucia", card, "👥 Responsables")
    assert picker.keyboard[:2] == [["Ana", "Lucía"], ["✓ Luis"]]
    card = await world.taps("lucia", picker, "Ana", "✓ Luis", "‹ Volver al borrador", "✏️ Descripción")
    card = await world.says("lucia", "mañana <b>@luis</b>", DRAFT)
    assert "mañana <b>@luis</b>" in card.text
    await world.taps("lucia", card, "✅ Guardar")
    (task,) = await all_tasks(world)
    assert (task.descripcion, task.fecha_cumplir) == ("mañana <b>@luis</b>", day(22))
    assert (task.prioridad, task.responsible_user_ids) == (Priority.BAJA, [world.users["ana"].id])


async def test_corrections_may_be_typed_and_the_card_follows_them_down(world):
    first = await world.says("lucia", WHOLE, DRAFT)
    card = await world.says("lucia", "mejor el próximo viernes y @ana, sin prisa", DRAFT)
    assert "Revisar contrato" in card.text
    assert "vence vie,\u00a027\u00a0nov (el más cercano)\n❗ prioridad baja\n👥 Responsables: Luis, Ana" in card.text
    assert "No usé «\u2068mejor\u2069»" in card.text
    await world.quiet()
    assert world.phone("lucia").current(first).text == "✏️ El borrador sigue más abajo."


@pytest.mark.parametrize("words", ["gracias", "lunes o martes", "👍"])
async def test_words_that_say_nothing_of_a_task_change_nothing(world, words):
    card = await world.says("lucia", WHOLE, DRAFT)
    assert "No entendí qué cambiar" in (await world.says("lucia", words, "entendí")).text
    await world.quiet()
    assert world.phone("lucia").current(card).text == card.text


async def test_as_a_reply_to_the_card_they_are_the_description(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.phone("lucia").reply(card, "Revisar contrato y anexos")
    assert "Revisar contrato y anexos" in (await world.phone("lucia").wait(DRAFT)).text


async def test_a_date_asked_for_is_understood_or_asked_for_again(world):
    await world.says("lucia", "/nueva Comprar café", DRAFT)
    await world.says("lucia", "pronto", "No entendí la fecha")
    assert "vence lun,\u00a030\u00a0nov" in (await world.says("lucia", "30", DRAFT)).text


async def test_people_asked_for_are_typed_by_name(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.taps("lucia", card, "👥 Responsables")
    assert "Responsables: Ana, Luis" in (await world.says("lucia", "ana y luis", DRAFT)).text


async def test_the_last_one_responsible_stays(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    picker = await world.taps("lucia", card, "👥 Responsables")
    _, answer = await world.presses("lucia", picker, "✓ Luis")
    assert "Alguien tiene que ser responsable" in answer.text
    assert "Responsables: Luis" in (await last(world)).text


async def test_a_day_that_has_passed_is_not_saved(world):
    card = await world.says("lucia", "/nueva Comprar café ayer", DRAFT)
    assert "⚠️ Esa fecha ya pasó: elige otra con 📅." in card.text
    assert "✅ Guardar" not in labels(card)
    redrawn, answer = await pressed(world, "lucia", "1:DV:1:False")
    assert answer.text == "No puede vencer antes del día en que se pide."
    assert DRAFT in redrawn.text
    assert await all_tasks(world) == []


# Old, forged, doubled


async def test_a_double_press_saves_once_and_says_what_there_is(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.presses("lucia", card, "✅ Guardar")
    redrawn, answer = await world.presses("lucia", card, "✅ Guardar")
    assert answer.text == "Ya estaba guardado; no se hizo otra vez."
    assert "Tarea 1" in redrawn.text
    assert len(await all_tasks(world)) == 1


async def test_a_saved_draft_is_changed_no_more(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.taps("lucia", card, "✅ Guardar")
    for data in ("1:DS:1:u:3:0", "1:DX:1"):
        redrawn, answer = await pressed(world, "lucia", data)
        assert answer.text == "Ese borrador ya se guardó."
        assert "Tarea 1" in redrawn.text
    assert (await all_tasks(world))[0].prioridad is Priority.URGENTE


@pytest.mark.parametrize("who", ["ana", "root"])
@pytest.mark.parametrize("data", ["1:DV:1:False", "1:DS:1:u:0:0", "1:dr:1::0"])
async def test_anothers_draft_is_not_there(world, who, data):
    await world.says("lucia", "/nueva Secreto de Lucía mañana", DRAFT)
    shown, answer = await pressed(world, who, data)
    assert "Ese borrador ya no está." in f"{answer.text}{shown.text}"
    assert not any("Secreto" in message.text for message in world.phone(who).messages)
    assert await all_tasks(world) == []
    draft = await world.act("lucia", drafts.get_draft, 1)
    assert (draft.saved_id, draft.body.prioridad) == (None, Priority.MEDIA)


@pytest.mark.parametrize("value", ["u:4", "u:-1", "d:0", "d:99999999", "d:-5", "h:5", "t:1", "r:0"])
async def test_a_forged_value_changes_nothing(world, value):
    await world.says("lucia", WHOLE, DRAFT)
    before = await world.act("lucia", drafts.get_draft, 1)
    shown, _ = await pressed(world, "lucia", f"1:DS:1:{value}:0")
    assert DRAFT in shown.text
    assert (await world.act("lucia", drafts.get_draft, 1)).body == before.body


@pytest.mark.parametrize(("who", "person"), [("lucia", "pablo"), ("ana", "luis")])
async def test_a_forged_person_is_refused(world, who, person):
    await world.says(who, "/nueva Comprar café mañana", DRAFT)
    _, answer = await pressed(world, who, f"1:DS:1:p:{world.users[person].id}:0")
    assert "Solo puedes nombrar responsables de tu equipo o a ti" in answer.text
    assert (await world.act(who, drafts.get_draft, 1)).body.responsible_user_ids == (world.users[who].id,)


async def test_a_draft_expires(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    world.clock.advance(hours=24)
    redrawn, answer = await world.presses("lucia", card, "✅ Guardar")
    assert (answer.text, answer.show_alert) == ("Ese borrador caducó. Empieza otro.", True)
    assert DRAFT not in redrawn.text
    assert await all_tasks(world) == []


async def test_who_left_the_team_before_the_check_mark_keeps_it_from_being_saved(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    await world.operate(users.set_user, "luis", users.UserUpdate(leader=None))
    redrawn, answer = await world.presses("lucia", card, "✅ Guardar")
    assert "Solo puedes nombrar responsables de tu equipo o a ti" in answer.text
    assert "⚠️ Ya no puedes dar tareas a Luis: cámbialo con 👥." in redrawn.text
    assert "✅ Guardar" not in labels(redrawn)
    assert await all_tasks(world) == []
    card = await world.taps("lucia", redrawn, "👥 Responsables", "Ana", "✓ Luis", "‹ Volver al borrador", "✅ Guardar")
    assert "Tarea 1" in card.text


async def test_who_has_left_before_the_check_mark_is_told(world):
    card = await world.says("root", WHOLE, DRAFT)
    await world.operate(users.set_user, "luis", users.UserUpdate(is_active=False))
    redrawn, answer = await world.presses("root", card, "✅ Guardar")
    assert answer.text == "Quien elegiste ya no está. Elige a otra persona."
    assert "⚠️ Ya no puedes dar tareas a Luis" in redrawn.text
    assert await all_tasks(world) == []


async def test_discarded_it_is_gone_however_often(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    for _ in range(2):
        redrawn, _ = await world.presses("lucia", card, "✖ Descartar")
        assert "Borrador descartado: no se guardó nada." in redrawn.text
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 1)
    _, answer = await world.presses("lucia", card, "✅ Guardar")
    assert answer.text == "Ese borrador ya no está."
    assert await all_tasks(world) == []


@pytest.mark.parametrize("words", ["/nueva", WHOLE])
async def test_cancelled_it_is_gone(world, words):
    shown = await world.says("lucia", words)
    await world.says("lucia", "/cancelar", "Borrador descartado")
    await world.quiet()
    assert "no se guardó nada" in world.phone("lucia").current(shown).text
    assert world.phone("lucia").last.text == "🗑 Borrador descartado: no se guardó nada."
    assert world.phone("lucia").last.id != shown.id
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 1)
    assert "No entendí. Escribe" in (await world.says("lucia", "mañana")).text


async def test_a_restart_forgets_nothing(world):
    await world.says("lucia", WHOLE, DRAFT)
    await world.stop_bot()
    await world.start_bot()
    card = await world.says("lucia", "para mañana", DRAFT)
    assert "vence mar,\u00a024\u00a0nov" in card.text
    await world.taps("lucia", card, "✅ Guardar")
    assert len(await all_tasks(world)) == 1


async def test_what_was_done_before_a_crash_is_done_once(world):
    card = await world.says("lucia", WHOLE, DRAFT)
    fault = world.sandbox.faults.delay(30, method="editMessageText")
    press = await world.phone("lucia").press(card, "✅ Guardar")
    await until(lambda: fault.hits)
    await world.kill_bot()
    await world.start_bot()
    await world.phone("lucia").wait_answer(press)
    assert "Tarea 1" in (await last(world)).text
    assert len(await all_tasks(world)) == 1
    fault = world.sandbox.faults.delay(30, method="sendMessage")
    await world.phone("lucia").send(WHOLE)
    await until(lambda: fault.hits)
    await world.kill_bot()
    await world.start_bot()
    await world.phone("lucia").wait(DRAFT)
    with pytest.raises(NotFound):
        await world.act("lucia", drafts.get_draft, 3)


# Hostile words


@PARTS
async def test_whatever_is_written_as_a_description_is_shown_and_stored_as_it_is(world, caplog, strings):
    card = await world.says("lucia", WHOLE, DRAFT)
    typed = []
    for words in strings:
        await world.phone("lucia").wait_answer(await world.phone("lucia").press_data(card, "1:dr:1:t:0"))
        sent = await world.phone("lucia").send(f"x{words}"[:4096])
        card = await last(world)
        typed.append(((await world.act("lucia", drafts.get_draft, 1)).body.descripcion, sent.text))
    assert [kept for kept, _ in typed] == [sent for _, sent in typed]
    assert [record for record in caplog.records if record.exc_info] == []
    await world.taps("lucia", card, "✅ Guardar")
    assert (await all_tasks(world))[0].descripcion == typed[-1][1]

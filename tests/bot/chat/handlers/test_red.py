"""Reds in the chat: for those who lead, for those who do not, and where the buttons go."""

import re

import pytest

from bot.app.demo_data import TOUR
from bot.chat.callbacks.callback_data import write
from bot.chat.callbacks.red import RedCard
from core.application.requests import build
from core.base.model import Semaforo
from core.work import daily_logs, red_help, tasks
from core.work.daily_logs import SemaforoRequest
from core.work.red_help import RedReason
from tests.bot.chat.posting import deliver, received
from tests.bot.world import check, plain
from tests.cast import day
from tests.naughty import STRINGS, not_blank


async def set_light(world, who, task, light, offset=0):
    """An item's light in somebody's log of a day."""
    log = await world.open_log(who, offset)
    (item,) = [item for item in log.items if item.task_id == task.id]
    request = SemaforoRequest(fecha=day(offset), semaforo=light)
    await world.act(who, daily_logs.set_semaforo, item.id, request)


@pytest.fixture
async def red(world):
    """Ana: red for three days, with a reason, and orange. Luis: red today, without one."""
    contract = await world.task("ana", text="Contrato", due=9, fechaSolicitud=day(-9))
    offer = await world.task("ana", text="Cotización", due=9, fechaSolicitud=day(-9))
    visit = await world.task("luis", text="Visita", due=9)
    for offset in (-3, 0):
        await set_light(world, "ana", contract, Semaforo.ROJO, offset)
    await set_light(world, "ana", offer, Semaforo.NARANJA)
    await set_light(world, "luis", visit, Semaforo.ROJO)
    await world.why_red("ana", contract, "Falta la <b>firma</b>")
    return world


async def test_a_leader_reads_what_is_red_since_when_why_and_who(red):
    said = await red.says("lucia", "/rojo", "En rojo")
    assert said.text == (
        "En rojo · 2\n"
        "🟠 y 1 en naranja\n\n"
        "🔴 Ana · desde vie,\u00a020\u00a0nov (hace 3 días)\n"
        "#1 \u2068Contrato\u2069\n"
        "▱▱▱▱▱ 0\u00a0% · vence mié,\u00a02\u00a0dic\n"
        "💬 \u2068Falta la <b>firma</b>\u2069\n\n"
        "🔴 Luis · desde hoy\n"
        "#3 \u2068Visita\u2069\n"
        "▱▱▱▱▱ 0\u00a0% · vence mié,\u00a02\u00a0dic\n"
        "💬 Sin motivo."
    )
    assert said.keyboard == [
        ["📋 #1 · Contrato", "👤 Ana"],
        ["📋 #3 · Visita", "👤 Luis"],
        ["🙋 Los míos", "👥 Equipo"],
    ]


async def test_the_person_is_shown_on_the_day_that_it_is_of(red):
    red.clock.advance(days=1)
    said = await red.says("lucia", "/rojo")
    assert said.text.count("Último día abierto: lun,\u00a023\u00a0nov") == 2
    await red.taps("lucia", said, "👤 Ana", sees="Ana · lunes, 23 de noviembre")


async def test_who_leads_nobody_reads_of_their_own(red):
    said = await red.says("ana", "/rojo")
    assert said.text.startswith("Mis tareas en rojo · 1\n🟠 y 1 en naranja\n\n🔴 desde vie")
    assert "Visita" not in said.text
    assert said.keyboard == [["📋 #1 · Contrato"], ["📋 Mis tareas", "☀️ Mi día"]]
    card = await red.taps("ana", said, "📋 #1 · Contrato")
    await red.taps("ana", card, "‹ En rojo", sees="Mis tareas en rojo")


async def test_ones_own_are_a_filter_of_ones_tasks_too(red):
    tasks = await red.says("ana", "/tareas")
    await red.taps("ana", tasks, "en rojo", sees="Mis tareas en rojo")
    await red.says("pablo", "/tasks red", sees="My tasks in red · 0")
    said = await red.taps("lucia", await red.says("lucia", "/rojo"), "🙋 Los míos")
    assert "Mis tareas en rojo · 0\n\nNada en rojo" in said.text


async def test_who_leads_a_task_only_reads_of_it(red):
    task = await red.task("luis", text="Ajena", leaderUserId=red.users["pablo"].id)
    await red.open_log("luis")
    await set_light(red, "luis", task, Semaforo.ROJO)
    said = await red.says("pablo", "/red", "In red · 1", sees="Ajena", hides="Visita")
    assert said.keyboard == [["📋 #4 · Ajena", "👤 Luis"], ["🙋 Mine"]]


async def test_a_forged_view_of_the_team_shows_a_member_nothing_of_it(red):
    panel = await red.says("ana", "/hoy")
    await red.forges("ana", "1:r:0", panel, sees="En rojo · 0\n\nNada en rojo")


async def test_a_long_list_is_paged_and_a_page_that_is_gone_is_the_last(red):
    tasks = [await red.task("luis", text=f"Roja {number}", due=9) for number in range(7)]
    for task in tasks:
        await set_light(red, "luis", task, Semaforo.ROJO)
    said = await red.says("lucia", "/rojo", "En rojo · 9")
    second = await red.taps("lucia", said, "›")
    assert second.text.count("🔴") == 3
    card = await red.taps("lucia", second, "📋 #10 · Roja 6")
    for task in tasks:
        await set_light(red, "luis", task, Semaforo.VERDE)
    await red.taps("lucia", card, "‹ En rojo", sees="En rojo · 2")


async def test_whatever_people_write_is_taken_by_telegram(world):
    for words in not_blank(STRINGS[::4]):
        task = await world.task("ana", text=words)
        await world.comment("ana", task, words[:2000])
        await set_light(world, "ana", task, Semaforo.ROJO)
    said = await world.says("lucia", "/rojo")
    for page in range(len(STRINGS[::4]) // 6 + 1):
        await world.forges("lucia", f"1:r:{page}", said)
    bad = [call for call in world.sandbox.calls if not call.ok and "not modified" not in (call.description or "")]
    assert bad == []


def spaced_text(message):
    return plain(message).replace("\u00a0", " ")


async def test_a_red_by_its_due_date_is_told_so_until_its_person_sets_it(world):
    task = await world.task("ana", text="Contrato", due=-2)
    await world.open_log("ana")
    due = "⏰ En rojo por su fecha: venció el sáb,\u00a021\u00a0nov."
    item = await world.taps("ana", await world.says("ana", "/hoy"), "🔴 #1 · 0\u00a0%", sees=due)
    await world.taps("ana", item, "25", sees=due)
    check(await world.says("ana", "/avance"), sees="por su fecha")
    await world.comment("lucia", task, "¿Cómo va?")
    await world.comment("ana", task, "Lo mando hoy")
    await world.comment("lucia", task, "Va")
    for who, words, said in (
        ("ana", "/rojo", ""),
        ("lucia", "/rojo", "💬 Lo mando hoy"),
        ("lucia", "/resumen", "💬 Lo"),
    ):
        shown = spaced_text(await world.says(who, words))
        assert all(each in shown for each in ("⏰", "venció sáb, 21 nov", said)), shown
        assert not any(each in shown for each in ("Sin motivo", "En rojo ·", "🔴 Ana", "desde")), shown
    await set_light(world, "ana", task, Semaforo.ROJO)
    for who in ("ana", "lucia"):
        check(await world.says(who, "/rojo"), sees="Sin motivo", hides=due)
    await world.why_red("ana", task, "Falta la firma")
    check(await world.says("lucia", "/rojo"), sees="Falta la firma", hides=due)


# A red is a call


async def stuck_now(world):
    """Ana's item, which she has just set ROJO: the question why."""
    await world.task("ana", text="Enviar factura", due=9)
    panel = await world.taps("ana", await world.says("ana", "/abrir"), "🟢 #1 · 0\u00a0%", "🔴")
    return check(panel, sees="¿Qué la detiene, y quién la destraba?")


@pytest.fixture
async def stuck(world):
    return await stuck_now(world)


async def test_the_reason_reaches_the_leader_and_the_helper_and_their_answer_the_owner(world, stuck):
    await world.says("ana", "Falta el pedido, lo tiene Luis", "Motivo guardado", sees="Ya se lo digo a Lucía y Luis.")
    await deliver(world)
    of_leader = await world.phone("lucia").wait("Ana está en rojo")
    assert of_leader.keyboard == [["🛠 Lo destrabo"], ["💬 Comentar", "📋 Tarea"]]
    check(await world.says("lucia", "/porque"), sees="una tarea en rojo #1")
    of_helper = await world.phone("luis").wait("Ana está en rojo y te pide ayuda")
    assert "Falta el pedido, lo tiene Luis" in of_helper.text
    assert of_helper.keyboard[0] == ["🛠 Lo destrabo", "🙅 No soy yo"]
    await world.taps("luis", of_helper, "🛠 Lo destrabo", notice_has="Se lo digo a Ana.", sees="la estás viendo")
    await deliver(world)
    await world.phone("ana").wait("🛠 Luis lo está viendo")
    of_leader = await world.phone("lucia").wait("🛠 Luis ya está viendo lo de Ana")
    assert of_leader.keyboard == [["📋 Tarea"]]
    assert "🛠 Luis lo está viendo" in (await world.says("lucia", "/rojo", "Falta el pedido")).text


async def test_who_is_named_reads_that_also_where_they_stand_in_for_a_leader(world):
    await world.change_user("lucia", leader="pablo")
    await world.away("lucia", 0, 2)
    await stuck_now(world)
    await world.says("ana", "Falta el pedido @pablo", "Motivo guardado")
    await deliver(world)
    await world.phone("pablo").wait("Ana está en rojo y te pide ayuda")


async def test_a_leader_who_is_away_is_named_and_somebody_above_is_told(world):
    await world.change_user("lucia", leader="pablo")
    await world.away("lucia", 0, 2)
    asked = await stuck_now(world)
    assert "Lucía está fuera hasta el mié,\u00a025\u00a0nov: lo verá a su regreso." in asked.text
    assert asked.keyboard[0][0] == "✓ Pablo"
    await world.says("ana", "Falta el pedido", "Motivo guardado", sees="Ya se lo digo a Pablo. Lucía está fuera")
    await deliver(world)
    told = await world.phone("pablo").wait("Ana está en rojo. Lucía no está hoy: te toca a ti saberlo")
    assert "te pide ayuda" not in told.text


async def test_a_red_that_nobody_is_told_of_today_says_so(world):
    await world.away("lucia", 0, 0)
    await stuck_now(world)
    await world.says(
        "ana", "Falta el pedido", "Motivo guardado", sees=["Por ahora no le llega a nadie más", "Lucía no trabaja hoy"]
    )


async def test_a_helper_opens_the_task_from_where_they_are_told_and_comments_on_it(world, stuck):
    await world.says("ana", "Falta el pedido @luis", "Motivo guardado")
    await deliver(world)
    card = await world.taps("luis", await world.phone("luis").wait("te pide ayuda"), "📋 Tarea", sees="Enviar factura")
    await world.taps("luis", card, "💬 Comentar")
    await world.says("luis", "Ya lo busco", "Comentario guardado")
    assert await world.comments(await world.task_by_id(1)) == ["Falta el pedido @luis", "Ya lo busco"]
    await world.taps("luis", await world.says("luis", "/rojo", "te pide ayuda"), "📋 #1", sees="Enviar factura")


async def test_a_reds_reason_stands_once_on_a_tasks_card(world, stuck):
    await world.says("ana", "Falta el pedido", "Motivo guardado")
    card = await world.says("lucia", "/tarea 1", sees="🔴 Ana está en rojo", hides="comentario")
    assert card.text.count("Falta el pedido") == 1
    await world.comment("lucia", await world.task_by_id(1), "Yo lo busco")
    card = await world.says("lucia", "/tarea 1", sees=["2 comentarios", "Yo lo busco"])
    assert card.text.count("Falta el pedido") == 1


async def test_the_demos_step_of_the_red_is_done_by_the_leaders_message_and_not_by_the_team(world, stuck):
    await world.says("ana", "Falta el pedido", "Motivo guardado")
    team = await world.says("lucia", "/equipo", sees="🔴 Ana")
    await deliver(world)
    told = await world.phone("lucia").wait("en rojo")
    assert [bool(re.search(TOUR.steps[1].shown, message.text)) for message in (team, told)] == [False, True]


async def test_who_says_not_me_leaves_the_owner_another_choice(world, stuck):
    await world.says("ana", "Falta el pedido @luis", "Motivo guardado")
    await deliver(world)
    await world.taps("luis", await world.phone("luis").wait("en rojo"), "🙅 No soy yo")
    await deliver(world)
    said = await world.phone("ana").wait("no le toca")
    await world.taps("ana", said, "👤 Nombrar a otra persona", sees="¿Qué la detiene")


async def test_who_takes_it_reads_so_and_may_step_back(world, stuck):
    await world.says("ana", "Falta el pedido", "Motivo guardado")
    await deliver(world)
    card = await world.taps("lucia", await world.phone("lucia").wait("en rojo"), "🛠 Lo destrabo")
    check(card, sees="🔴 Ana está en rojo; la estás viendo", hides="te pide ayuda")
    assert card.keyboard[0] == ["🙅 Ya no la veo yo"]
    card = await world.taps("lucia", card, "🙅 Ya no la veo yo", hides="la estás viendo")
    assert card.keyboard[0] == ["🛠 Lo destrabo"]


async def test_a_corrected_reason_names_who_is_told_of_it_and_when(world, stuck):
    await world.says("ana", "Falta el pedido @luis", "Motivo guardado", sees="Ya se lo digo a Lucía y Luis.")
    await deliver(world)
    await world.taps("luis", await world.phone("luis").wait("en rojo"), "🙅 No soy yo")
    await world.taps("ana", await world.says("ana", "/hoy"), "#1 · ")
    await world.taps("ana", world.phone("ana").last, "🔴 Motivo")
    said = await world.says("ana", "Falta la firma", "Motivo guardado")
    check(said, sees="Ya se lo digo a Lucía.", hides="Luis")


async def test_a_name_tapped_is_ticked_and_tapped_again_not(world, stuck):
    ticked = await world.taps("ana", stuck, "Lucía", offers="✓ Lucía")
    await world.taps("ana", ticked, "✓ Lucía", offers="Lucía")


async def test_words_in_reply_to_the_push_are_a_comment(world, stuck):
    await world.says("ana", "Falta el pedido", "Motivo guardado")
    await deliver(world)
    await world.replies("lucia", await world.phone("lucia").wait("en rojo"), "Te llamo", "Comentario guardado")
    assert await world.comments(await world.task_by_id(1)) == ["Falta el pedido", "Te llamo"]


async def test_its_end_reaches_those_who_were_told(world, stuck):
    await world.says("ana", "Falta el pedido @luis", "Motivo guardado")
    await deliver(world)
    await set_light(world, "ana", await world.task_by_id(1), Semaforo.VERDE)
    await deliver(world)
    assert (await world.phone("lucia").wait("ya no está en rojo")).keyboard == [["📋 Tarea"]]
    of_helper = await world.phone("luis").wait("ya no está en rojo")
    assert (of_helper.keyboard, "Enviar factura" in of_helper.text) == ([], True)


async def test_a_number_typed_is_still_the_percentage(world, stuck):
    await world.says("ana", "40", "40\u00a0%, guardado")
    assert (await world.log("ana")).items[0].porcentaje == 40


async def test_a_report_with_a_red_without_a_reason_asks_once(world, stuck):
    panel = await world.taps("ana", stuck, "Ahora no", "‹ Volver al día", "📤 Enviar avance")
    assert "1 tarea en rojo sin motivo" in panel.text
    await world.taps("ana", panel, "✏️ Completar", sees="¿Qué la detiene")
    await world.taps("ana", panel, "📤 Enviar", notice_has="Avance")
    await world.taps("ana", await world.says("ana", "/hoy"), "🔒 Cerrar el día", sees="cerrado", hides="sin motivo")


async def test_a_leaders_digest_begins_with_what_nobody_is_on(world, stuck):
    await world.task("luis", text="Tarde", due=-1, fechaSolicitud=day(-9))
    assert "Sin nadie" not in (await world.says("lucia", "/resumen")).text
    world.clock.advance(days=2)
    said = await world.says(
        "lucia", "/resumen", "🔴 Sin nadie que lo destrabe:\n#1 \u2068Enviar factura\u2069 · Ana\nResumen del equipo"
    )
    late = await world.taps("lucia", said, "⏰ Atrasadas")
    assert late.text.startswith("🔴 Sin nadie que lo destrabe:\n#1 \u2068Enviar factura\u2069 · Ana")
    card = await world.taps("lucia", late, "🔴 #1", sees="Ana está en rojo")
    await world.taps("lucia", card, "🛠 Lo destrabo")
    assert "Sin nadie" not in (await world.says("lucia", "/resumen")).text


async def test_the_tasks_card_says_whose_red_it_is_why_and_who_is_on_it(red):
    card = await red.says("lucia", "/tarea 1", "Contrato")
    check(card, sees=["🔴 Ana está en rojo", "Falta la <b>firma</b>"], hides="lo está viendo")
    called = await red.taps("lucia", card, "🛠 Ayudar a Ana", sees="En rojo desde")
    await red.taps("lucia", called, "🛠 Lo destrabo")
    check(await red.says("ana", "/tarea 1", "🛠 Lucía lo está viendo"), lacks="🛠 Ayudar a Ana")
    check(await red.says("luis", "/tarea 3", "💬 Sin motivo"), sees="🔴 Luis está en rojo")


async def test_the_card_of_a_task_that_is_no_longer_red_does_not_say_so(red):
    await set_light(red, "ana", await red.act("ana", tasks.get_task, 1), Semaforo.VERDE)
    check(await red.says("lucia", "/tarea 1", "Contrato"), hides="está en rojo", lacks="🛠 Ayudar a Ana")


async def test_who_was_asked_to_help_finds_the_red_again(red):
    await red.link("pablo")
    check(await red.says("pablo", "/rojo"), sees="My tasks in red · 0")
    request = build(RedReason, {"motivo": "Falta el sello", "desbloqueaUserIds": [red.users["pablo"].id]})
    await red.act("ana", red_help.explain, 1, request)
    said = await red.says("pablo", "/rojo", "Ana is in red and asks you to help")
    check(said, sees=["In red · 1", "#1 \u2068Contrato\u2069", "Falta el sello"], hides=["Nothing in red", "▱"])
    await red.taps("pablo", said, "🛠 Help Ana", sees="Red since", offers="🙅 Not me")
    await set_light(red, "ana", await red.act("ana", tasks.get_task, 1), Semaforo.VERDE)
    check(await red.says("pablo", "/rojo"), sees="My tasks in red · 0")


async def test_help_with_a_late_task_is_no_longer_asked_for_by_one_press(world):
    task = await world.task("ana", text="Contrato", due=-2)
    await world.open_log("ana")
    await set_light(world, "ana", task, Semaforo.ROJO)
    await world.why_red("ana", task, "Falta la firma")
    await deliver(world)
    item = await world.taps("ana", await world.says("ana", "/hoy"), "🔴 #1 · 0\u00a0%", sees="Falta la firma")
    await world.taps("ana", item, "🔴 Motivo", offers="↩️ Ya no pido ayuda")
    item = await world.taps("ana", item, "↩️ Ya no pido ayuda", notice_has="Sigue en rojo, pero por su fecha")
    check(item, sees=["Rojo", "En rojo por su fecha"], hides="Falta la firma", lacks="↩️ Ya no pido ayuda")
    await deliver(world)
    over = await world.phone("lucia").wait("Ana ya no pide ayuda; sigue en rojo por su fecha")
    await world.why_red("ana", task, "Falta el sello")
    await deliver(world)
    await world.phone("lucia").wait("Falta el sello")
    await world.forges("lucia", write(RedCard(1)), on=over, sees="Ana está otra vez en rojo", hides="ya no pide")


async def test_the_red_of_a_task_that_is_not_late_is_taken_back_by_its_light(world, stuck):
    check(stuck, lacks="↩️ Ya no pido ayuda")


async def test_who_helped_is_thanked_when_it_is_over(world, stuck):
    await world.says("ana", "Falta el pedido @luis", "Motivo guardado")
    await deliver(world)
    await world.taps("luis", await world.phone("luis").wait("te pide ayuda"), "🛠 Lo destrabo")
    await set_light(world, "ana", await world.task_by_id(1), Semaforo.VERDE)
    await deliver(world)
    await world.phone("luis").wait("Gracias por ayudar")
    assert "Gracias" not in (await world.phone("lucia").wait("Ana ya no está en rojo")).text


async def test_a_red_at_night_says_when_it_reaches_others(world):
    await world.task("ana", text="Enviar factura", due=9)
    await world.says("ana", "/abrir")
    world.clock.advance(hours=13)
    said = await world.says("ana", "1 rojo falta el pedido", "Lucía está en sus horas de silencio")
    check(said, sees="(mar,\xa024\xa0nov 7:00)", hides=["ya le avisé", "Por ahora no le llega"])


async def test_a_red_of_which_its_leader_wants_to_hear_nothing_reaches_nobody_and_says_so(world):
    await world.taps("lucia", await world.says("lucia", "/avisos"), "✅ Rojos de mi equipo")
    await world.task("ana", text="Enviar factura", due=9)
    await world.says("ana", "/abrir")
    await world.says("ana", "1 rojo falta el pedido", "Por ahora no le llega a nadie más", hides="Lucía")
    await world.says("ana", "1 rojo falta el pedido @lucia", "ya le avisé a Lucía")


@pytest.fixture
async def told(world):
    """Ana has said why a task of hers is red, and was told that Lucía and Luis hear of it; nothing was sent yet."""
    await world.task("ana", text="Contrato", due=9)
    await world.says("ana", "/abrir")
    await world.says("ana", "1 rojo falta la firma @luis", "🔴 Listo, ya le avisé a Lucía y Luis")
    return world


async def test_that_a_red_was_over_before_anybody_heard_of_it_is_told_to_its_person(told):
    """The owner of the red was told that others had been told."""
    await set_light(told, "ana", await told.task_by_id(1), Semaforo.VERDE)
    await deliver(told)
    said = await told.phone("ana").wait("Al final no le avisé a Lucía y Luis de tu rojo")
    check(said, sees=["no hizo falta", "Contrato"], lacks="👤 Nombrar a otra persona")
    assert [received(told, who, "Contrato") for who in ("lucia", "luis")] == [0, 0]
    assert received(told, "ana", "Al final no le avisé") == 1


async def test_that_a_red_which_lasts_cannot_reach_somebody_is_told_to_its_person(told):
    await told.phone("luis").block()
    await deliver(told)
    said = await told.phone("ana").wait("No le pude avisar a Luis de tu rojo")
    await told.taps("ana", said, "👤 Nombrar a otra persona", sees="¿Qué la detiene, y quién la destraba?")


async def test_who_was_told_of_a_red_in_time_needs_no_correction(told):
    await deliver(told)
    await set_light(told, "ana", await told.task_by_id(1), Semaforo.VERDE)
    await deliver(told)
    assert received(told, "ana", "avis") == 1

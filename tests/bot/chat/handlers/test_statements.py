"""Sentences that want something done: the draft or panel that each leads to; nothing is written before a press."""

import re
from datetime import time

import pytest
from msgspec.structs import replace

from bot.app.demo_data import TOUR
from bot.chat import callbacks
from bot.chat.callbacks import callback_data
from core.application.requests import build
from core.base.model import Priority, Semaforo, TaskStatus
from core.people import absences, notices
from core.records.messages import MessageKind
from core.records.people import ChosenNotices
from core.work import asked_tasks, red_help, tasks
from core.work.tasks import StatusRequest
from tests.bot.chat.handlers.test_questions import with_two_of
from tests.bot.chat.pushing import written
from tests.bot.world import labels, listed
from tests.cast import day


@pytest.mark.parametrize(
    ("words", "read", "sees", "offers"),
    [
        ("falto el jueves", "una ausencia tuya", ["Tu ausencia · sin guardar", "jue,\xa026\xa0nov"], "✅ Guardar"),
        ("recuérdame pagar la luz el viernes", "un recordatorio", ["Tarea nueva", "pagar la luz"], "✅ Guardar"),
        (
            "agenda una junta con Luis mañana a las 10",
            "un evento nuevo",
            ["Evento nuevo", "10:00", "Tú\u2069, \u2068Luis"],
            "✅ Guardar",
        ),
        ("cierra mi día", "cerrar tu día", "lunes, 23 de noviembre", "🔒 Cerrar así"),
        ("manda mi avance", "enviar tu avance", "lunes, 23 de noviembre", "📤 Enviar"),
        ("abre mi día", "abrir tu día", "abierto", "📝 Reportar"),
        ("borra la 1", "borrar la tarea 1", "Tarea 1", "🗑 Sí, eliminarla"),
        ("mueve la 1 al viernes", "otra fecha para la tarea 1", "¿Para cuándo", "viernes, 27 de noviembre de 2026"),
    ],
)
async def test_a_statement_leads_to_its_panel_and_writes_nothing(world, words, read, sees, offers):
    task = await world.task("ana", text="Contrato")
    log = await world.open_log("ana")
    said = await world.says("ana", words, "Lo leí como", sees=sees, offers=offers)
    assert said.text.startswith(f"🔎 Lo leí como: {read}\n")
    assert await world.task_now(task) == task
    assert await world.log("ana") == log
    assert await world.act("ana", absences.list_absences, world.users["ana"].id) == []


async def test_a_day_that_leaves_nothing_unsaid_is_closed_however_that_is_said(world):
    await world.task("ana", text="Contrato")
    await world.open_log("ana")
    await world.set_percent("ana", 40)
    await world.says("ana", "cierra mi día", "Día cerrado")
    assert (await world.log("ana")).closed_at is not None


async def test_who_leaves_is_asked_whether_to_close_the_day(world):
    await world.task("ana", text="Contrato")
    await world.open_log("ana")
    await world.set_percent("ana", 40)
    await world.says("ana", "ya me voy", sees="cerrar tu día", offers="🔒 Cerrar así")
    assert (await world.log("ana")).closed_at is None


async def test_the_absence_of_the_day_said_is_cancelled_by_its_press(world):
    for first in (2, 4):
        await world.away("ana", first, first)
    sees = ["cancelar una ausencia", "¿Cancelar esta ausencia?", "27\xa0nov"]
    asked = await world.says("ana", "ya no voy a faltar el viernes", sees=sees)
    await world.taps("ana", asked, "Sí, cancelarla")
    (kept,) = await world.act("ana", absences.list_absences, world.users["ana"].id)
    assert kept.first_day == day(2)


async def test_an_absence_of_more_days_than_are_said_is_shown_and_not_ended(world):
    await world.away("ana", 2, 4)
    await world.says("ana", "ya no voy a faltar el viernes", sees="tiene más días", lacks="Sí, cancelarla")


async def test_a_leader_alone_cancels_somebodys_absence_of_a_day(world):
    await world.away("ana", 4, 4)
    await world.says("lucia", "cancela la ausencia de Ana del viernes", sees="¿Cancelar esta ausencia?")
    said = await world.says(
        "luis", "cancela la ausencia de Ana del viernes", sees="Solo puedes ver y apuntar tus ausencias"
    )
    assert said.buttons == []


async def test_quiet_hours_said_are_kept_by_their_press(world):
    asked = await world.says("ana", "no me escribas después de las 7", "19:00 a 7:00")
    assert (await world.act("ana", notices.chosen_notices)).quiet_starts is None
    await world.taps("ana", asked, "✅ Sí, en silencio", sees="De 19:00 a 7:00", notice="✅ Guardado")
    chosen = await world.act("ana", notices.chosen_notices)
    assert (chosen.quiet_starts, chosen.quiet_ends) == (time(19), time(7))
    await world.says("ana", "no me escribas antes de las 8", "19:00 a 8:00")
    assert (await world.act("luis", notices.chosen_notices)).quiet_starts is None


async def test_it_is_not_quiet_when_one_is_to_be_asked_about_the_day(world):
    await world.act("ana", notices.choose_notices, ChosenNotices(close_at=time(20)))
    await world.says(
        "ana", "no me escribas después de las 7", sees="A esas horas no se puede", lacks="✅ Sí, en silencio"
    )
    await world.says("ana", "no me escribas después de las 9", sees="21:00 a 7:00")


async def test_a_report_said_before_the_day_is_open_opens_it_and_is_kept(world):
    await world.task("ana", text="Contrato")
    await world.says(
        "ana", "la 1 va en 70", "1 tarea guardada", sees=["#1", "Contrato", "70\xa0%"], offers="↩ Deshacer"
    )
    assert await world.percents("ana") == [70]


async def test_a_report_of_what_is_not_in_the_day_says_so(world):
    await world.task("ana", text="Contrato")
    await world.task("ana", text="Factura", fechaSolicitud=day(2))
    draft = await world.says("ana", "ya terminé la 2", sees="✗ #2")
    await world.replies("ana", draft, "1 listo", sees=["✓ #1", "✗ #2"], offers="✅ Guardar lo demás (1)")


async def test_a_task_made_since_the_day_was_opened_is_reported_on_and_asks_for_help(world):
    await world.open_log("ana")
    await world.task("ana", text="Contrato")
    await world.says("ana", "el contrato va al 70", "1 tarea guardada", sees="70\xa0%")
    await world.task("ana", text="Factura")
    await world.says("ana", "ayuda con la 2", offers="🙋 Pedir ayuda con la #2")


async def test_what_is_said_of_one_task_after_the_other_is_saved_at_once(world):
    for text in ("Contrato", "Factura", "Mesas"):
        await world.task("ana", text=text)
    await world.open_log("ana")
    for words in ("la 1 va en 70", "la 2 va en 90", "task 3 is at 40%", "ya terminé la 1"):
        await world.says("ana", words, "1 tarea guardada")
    assert await world.percents("ana") == [100, 90, 40]


async def test_a_red_reported_without_a_reason_is_asked_for_it_once_saved(world):
    for text in ("Contrato", "Factura"):
        await world.task("ana", text=text)
    await world.open_log("ana")
    draft = await world.says("ana", "1 rojo, 9 40", offers="✅ Guardar lo demás (1)")
    await world.taps("ana", draft, "✅ Guardar lo demás (1)", sees="¿Qué la detiene, y quién la destraba?")
    await world.says("ana", "falta la firma", "Motivo guardado", hides="¿Qué la detiene")
    await world.says("ana", "la 2 se atoró", sees=["¿Qué la detiene, y quién la destraba?", "#2"])
    await world.says("ana", "no llega la factura", "Motivo guardado")
    await world.says("ana", "la 1 en rojo porque no llega la factura", "🔴 Listo", hides="¿Qué la detiene")


@pytest.mark.parametrize("words", ["la 1 va en 70", "la de ana ponla en 70"])
async def test_of_somebody_elses_task_a_report_is_offered_as_a_comment(world, words):
    task = await world.task("ana", text="Contrato")
    await world.open_log("ana")
    said = await world.says("lucia", words, sees=["los pone quien lleva la tarea", "Ana"])
    await world.taps("lucia", said, "💬 En #1 · Contrato")
    assert await world.comments(task) == [words]
    assert [(item.porcentaje, item.semaforo) for item in (await world.log("ana")).items] == [(0, Semaforo.VERDE)]


async def test_what_one_may_not_do_is_asked_for_or_says_who_may(world):
    task = await world.task("ana", text="Contrato", by="lucia")
    await world.says("ana", "mueve la 1 al viernes", sees="la mueve Lucía. ¿Se lo pido?")
    await world.says("ana", "borra la 1", sees="puede cambiar Lucía (tu líder)", lacks="🗑 Sí, eliminarla")
    await world.forges("pablo", f"1:TH:1:o:0:0:0:{world.users['luis'].id}")
    assert await world.task_now(task) == task


@pytest.mark.parametrize("by", ["ana", "lucia"])
async def test_whom_one_may_give_no_task_is_asked_to_take_this_one(world, by):
    task = await world.task("ana", text="Contrato", by=by)
    said = await world.says("ana", "pásale la 1 a Luis", sees="¿Le pregunto a Luis si se queda con «", lacks="👤 Luis")
    await world.taps("ana", said, "🙋 Pedírselo a Luis", sees="Espera la respuesta de Luis")
    assert await world.task_now(task) == task
    (asked,) = await world.act("luis", asked_tasks.list_asked)
    assert (asked.task_id, asked.created_by_user_id) == (task.id, world.users["ana"].id)


@pytest.mark.parametrize(("first", "told"), [(0, True), (1, True), (2, False)])
async def test_who_hands_a_task_over_hears_that_its_new_person_is_away(world, first, told):
    task = await world.task("ana", text="Contrato", by="lucia", due=9)
    await world.away("luis", first, 3)
    line = "ausencia hasta el"
    asked = await world.says("lucia", "pásale la 1 a Luis", sees=line if told else (), hides=() if told else line)
    await world.taps("lucia", asked, "🤝 Sí, a Luis", notice="👤 La tarea 1 ahora es de Luis.")
    assert (await world.task_now(task)).responsible_user_ids == [world.users["luis"].id]


async def test_a_closed_task_is_given_to_nobody(world):
    task = await world.task("ana", text="Contrato", by="lucia")
    await world.change_task("root", task, estatus="CERRADA")
    for who in ("lucia", "ana"):
        await world.says(who, "pásale la 1 a Luis", sees="ya está cerrada", lacks=["👤 Luis", "🙋 Pedírselo a Luis"])


async def test_a_task_is_not_given_to_those_who_have_it(world):
    await world.task("ana", text="Contrato", by="lucia")
    await world.says("lucia", "pásale la 1 a Ana", sees="Esa tarea ya es suya.", lacks="👤 Ana")


async def test_a_comment_said_is_saved_by_its_press(world):
    task = await world.task("ana", text="Contrato", by="lucia")
    draft = await world.says("ana", "coméntale a la 1 que ya llegó la factura", sees="ya llegó la factura")
    assert await world.comments(task) == []
    draft = await world.taps("ana", draft, "✏️ Cambiar", sees="¿Qué comento?")
    draft = await world.says("ana", "ya llegó la factura norte", sees="factura norte", offers="✅ Comentar")
    await world.taps("ana", draft, "✅ Comentar", sees="factura norte", offers="💬 Comentar")
    assert await world.comments(task) == ["ya llegó la factura norte"]


async def test_a_comment_that_names_a_colleague_asks_whether_to_let_them_in(world):
    await world.task("ana", text="Contrato", by="lucia")
    draft = await world.says("ana", "comment on 1: ask @luis", sees="ask @luis")
    await world.taps("ana", draft, "✅ Comentar", sees="¿Darle acceso a esta tarea?")


async def test_no_comment_is_drafted_on_a_task_that_may_not_be_seen(world):
    await world.task("ana", text="Contrato")
    assert (await world.says("pablo", "comment on 1: hello")).text.startswith("I can't find task 1 among")


async def test_a_leader_reminds_somebody_of_their_day_by_a_press(world):
    asked = await world.says("lucia", "recuérdale a Ana que abra", "¿Le recuerdo su día?")
    await world.taps("lucia", asked, "🔔 Sí, a Ana", notice_has="Le recuerdo")
    said = await world.says("ana", "recuérdale a Luis que abra", sees="Solo puedes recordarle su día")
    assert said.keyboard == []
    await world.forges("ana", f"1:N:2026-11-23:{world.users['luis'].id}:0", alert=True)


async def test_whose_absences_may_be_cancelled_are_shown(world):
    await world.away("ana", 1, 3, "Vacaciones")
    await world.says("ana", "cancela mis vacaciones", sees=["Mis ausencias", "24–26"])
    await world.says("lucia", "cancela las vacaciones de Ana", sees=["Ausencias de Ana", "24–26"])
    said = await world.says("luis", "cancela las vacaciones de Ana", sees="Solo puedes ver y apuntar")
    assert said.keyboard == []


async def test_what_is_searched_for_is_found(world):
    await world.task("ana", text="Factura norte")
    await world.says("ana", "buscar factura", sees=["buscar «factura»", "Factura norte"])
    offer = await world.says("ana", "buscar proveedor", sees=["buscar «proveedor»", "¿La guardo como tarea?"])
    await world.taps("ana", offer, "📝 Sí, como tarea", sees=["Tarea nueva", "buscar proveedor"])
    await world.says("ana", "/cancelar")
    await world.says("ana", "find facturra", sees="No encuentro nada", offers="🔎 factura")


async def test_a_task_that_may_not_be_seen_is_not_found(world):
    await world.task("ana", text="Contrato")
    for words in ("pásale la 1 a Ana", "la 1 va en 70", "mueve la 1 al viernes", "borra la 1", "historial de la 1"):
        assert (await world.says("pablo", words)).text.startswith("I can't find task 1 among")


async def test_of_two_people_with_a_name_each_is_a_button(world):
    await with_two_of(world, "Luz")
    await world.task("ana", text="Contrato", by="lucia")
    await world.says("lucia", "pásale la 1 a Luz", offers=["👤 Luz Ortega", "👤 Luz Soto"])


async def test_an_event_is_moved_and_cancelled_by_its_press(world):
    await world.event("ana", "luis", title="Ventas", offset=3)
    asked = await world.says("ana", "mueve la junta del jueves a las 5", sees=["Ventas", "17:00–18:30"])
    await world.taps("ana", asked, "✅ Mover", sees="17:00–18:30")
    asked = await world.says("ana", "cancela la junta del jueves", sees=["Ventas", "¿Lo cancelas?"])
    await world.taps("ana", asked, "🚫 Sí, cancelar", notice="🚫 Cancelado.")


async def test_of_several_events_the_one_is_asked_unless_its_title_is_said(world):
    await world.event("ana", title="Ventas", offset=3)
    await world.event("ana", title="Compras", offset=3, at="16:00-17:00")
    asked = await world.says("ana", "mueve la junta del jueves a las 5", "¿Cuál de estos eventos?")
    await world.taps("ana", asked, asked.buttons[1].text, sees=["Compras", "17:00–18:00"], offers="✅ Mover")
    await world.says("ana", "mueve la junta de compras del jueves a las 5", sees=["Compras", "17:00–18:00"])
    await world.says("ana", "cancela la junta del viernes", sees="No encuentro un evento tuyo para entonces.")


@pytest.mark.parametrize("words", ["cancela la junta de compras", "ya no voy a la comida"])
async def test_a_name_that_no_event_has_opens_none_of_another(world, words):
    await world.event("ana", title="Ventas", offset=3)
    asked = await world.says("ana", words, "No encuentro uno con ese nombre")
    assert [button.text for button in asked.buttons] == ["jue,\xa026\xa0nov 10:00 · Ventas"]


async def test_who_says_whether_they_come_answers_by_a_press_and_the_other_hears(world):
    await world.event("lucia", "ana", title="Comida", offset=3)
    asked = await world.says("ana", "ya no voy a la comida", sees=["contestar si vas a un evento", "Comida"])
    await world.taps("ana", asked, "❌ No", sees="❌ Dijiste que no irás.")
    assert len(await written(world, "lucia", MessageKind.EVENT_DECLINED)) == 1


async def test_when_an_event_is_and_who_comes_is_its_card(world):
    await world.event("lucia", "ana", title="Comida", offset=3)
    await world.says("ana", "¿quién va a la comida?", sees=["Lo leí como: un evento", "👥 Participan"])
    await world.says("ana", "a qué hora es la comida del jueves", sees=["Comida", "10:00–11:30"])


async def test_somebody_elses_event_is_not_moved(world):
    await world.event("ana", "luis", title="Ventas", offset=3)
    await world.says("luis", "mueve la junta del jueves a las 5", sees="Ventas", lacks="✅ Mover")


async def test_a_statement_about_a_task_while_a_draft_is_open_is_none_about_that(world):
    await world.says("ana", "/nueva Revisar contrato para mañana", "Revisar contrato")
    await world.says("ana", "la 12 va en 70", "No encuentro la tarea 12")


async def test_a_sentence_as_long_as_a_code_is_none(world):
    await world.event("ana", title="Ventas", offset=3)
    await world.says("ana", "mueve la junta del jueves a las 5", sees="Ventas")
    await world.says("ana", "a qué hora es mi siguiente junta", sees="Ventas")


async def test_words_for_a_colleague_become_a_comment_on_the_task_that_is_pressed(world):
    await world.task("ana", text="Contrato")
    task = await world.task("ana", text="Factura", by="lucia")
    said = await world.says("ana", "dile a lucía que no alcanzo", "No llevo mensajes", offers="📝 Mejor como tarea")
    card = await world.taps("ana", said, "#2 · Factura", sees=["Factura", "@lucia no alcanzo"])
    await world.taps("ana", card, "✅ Comentar")
    assert await world.comments(task) == ["@lucia no alcanzo"]


async def test_what_is_not_carried_has_a_button_to_the_persons_chat(world):
    await world.says("luis", "hola", "Hola")
    said = await world.says("ana", "dile a luis que ya llegó el cliente", "No llevo mensajes")
    (chat,) = [each for each in said.buttons if each.text == "💬 Escribirle a Luis"]
    assert chat.url == "https://t.me/luis"
    other = await world.says("ana", "dile a lucía que ya llegó el cliente", "No llevo mensajes")
    assert not any("Escribirle" in each for each in labels(other))


async def test_words_for_a_colleague_become_a_task_of_theirs_rather_than_a_comment_on_an_open_one(world):
    other = await world.task("lucia", text="Contrato")
    said = await world.says("lucia", "dile a luis que cotice las sillas", "No llevo mensajes", offers="#1 · Contrato")
    card = await world.taps(
        "lucia", said, "📝 Mejor como tarea", sees=["Cotizar las sillas", "Responsables: Luis"], hides="Contrato"
    )
    card = await world.taps("lucia", card, "Mañana", sees="Cotizar las sillas")
    await world.taps("lucia", card, "✅ Guardar")
    (task,) = await world.act("luis", tasks.my_open_tasks)
    assert task.descripcion == "Cotizar las sillas"
    assert await world.comments(other) == []


async def test_what_somebody_is_to_do_becomes_a_task_of_theirs(world):
    card = await world.says(
        "lucia", "pídele a luis que cotice las sillas el viernes", sees=["Cotizar las sillas", "Responsables: Luis"]
    )
    await world.taps("lucia", card, "✅ Guardar")
    (task,) = await world.act("luis", tasks.my_open_tasks)
    assert task.responsible_user_ids == [world.users["luis"].id]


async def test_a_comment_on_a_task_that_one_may_not_see_is_refused(world):
    await world.task("ana", text="Contrato")
    other = await world.task("pablo", text="Secreto")
    said = await world.says("ana", "dile a lucía que no alcanzo", "No llevo mensajes")
    forged = callback_data.write(replace(callbacks.read(said.buttons[0].data), value=other.id))
    await world.forges("ana", forged, said, hides="Secreto", notice_has="No encuentro")


async def test_a_priority_is_set_by_who_may_and_by_nobody_else(world):
    task = await world.task("ana", text="Factura", by="lucia")
    said = await world.says("lucia", "la 1 es urgente", offers="Urgente")
    await world.taps("lucia", said, "Urgente")
    assert (await world.task_now(task)).prioridad is Priority.URGENTE
    await world.open_log("ana")
    await world.says("ana", "1 rojo falta la firma de @luis", "🔴 Listo, ya le avisé a")
    await world.says("luis", "baja la prioridad de la 1", "puede cambiar Lucía (tu líder)", lacks="Alta")


async def test_a_closed_task_is_reopened_by_its_leader_alone(world):
    task = await world.task("ana", text="Factura", by="lucia")
    await world.act("lucia", tasks.set_status, task.id, build(StatusRequest, {"estatus": "CERRADA"}))
    await world.says("ana", "reabre la 1", "puede cambiar Lucía (tu líder)", lacks="En proceso")
    said = await world.says("lucia", "reabre la 1", offers="En proceso")
    await world.taps("lucia", said, "En proceso")
    assert (await world.task_now(task)).estatus is TaskStatus.EN_PROCESO


async def test_who_may_change_a_task_is_named_by_its_leader_and_who_made_it(world):
    await world.task("ana", by="root", text="Factura", leaderUserId=world.users["lucia"].id)
    await world.says("ana", "borra la 1", "Eso lo pueden cambiar Lucía (tu líder) y Root: pídeselo en un comentario.")
    await world.says("lucia", "borra la 1", "¿Eliminar esta tarea?")


async def test_who_helps_with_a_red_is_named_by_a_press(world):
    task = await world.task("ana", text="Contrato")
    await world.open_log("ana")
    await world.says("ana", "1 rojo falta la firma")
    said = await world.says("ana", "luis me ayuda", "¿Con cuál te ayuda Luis?")
    await world.taps("ana", said, "#1 · Contrato")
    (red,) = await world.operate(red_help.reds_of_task, task.id)
    assert [helper.user_id for helper in red.red.helpers] == [world.users["luis"].id]


async def test_of_several_tasks_that_words_may_name_one_is_chosen(world):
    await world.task("ana", text="Contrato norte")
    await world.task("ana", text="Contrato sur")
    asked = await world.says("ana", "el contrato ya va al 70", "¿Cuál de estas tareas?")
    assert asked.keyboard == [["#1 70 % · Contrato norte"], ["#2 70 % · Contrato sur"]]
    await world.taps("ana", asked, "#2 70 % · Contrato sur", sees="Contrato sur\u2069\n▰▰▰▱▱ 70")


async def test_of_an_order_about_what_is_not_named_it_is_asked_which_task_is_meant(world):
    await world.task("ana", text="Contrato norte")
    await world.task("ana", text="Factura sur")
    for words, example in (
        ("ponla en amarillo", "«\u2068pon #1 en amarillo\u2069»"),
        ("pásasela a Luis", "pasa #1 a Luis"),
        ("push it to monday", "push #1 to monday"),
    ):
        asked = await world.says("ana", words, "¿De cuál hablas?", sees=example)
        assert asked.keyboard == [["#1 · Contrato norte"], ["#2 · Factura sur"]]
    await world.says("pablo", "push it to monday", offers="✖ No")


async def test_the_report_of_one_task_is_corrected_to_be_of_another(world):
    await world.task("ana", text="Contrato norte")
    await world.task("ana", text="Factura sur")
    await world.says("ana", "/abrir")
    for words, meant in (("no, perdón, era la factura", [0, 40]), ("era la 1", [40, 0])):
        await world.says("ana", "ponle 40 al contrato" if meant[1] else "ponle 40 a la factura", "1 tarea guardada")
        await world.says("ana", words, "1 tarea guardada")
        assert await world.percents("ana") == meant
        await world.set_percent("ana", 0, item=meant.index(40))


async def test_a_corrected_report_can_be_taken_back_whole(world):
    await world.task("ana", text="Contrato norte")
    await world.task("ana", text="Factura sur")
    await world.says("ana", "ponle 40 al contrato", "1 tarea guardada")
    corrected = await world.says("ana", "no, era la factura", "1 tarea guardada", offers="↩ Deshacer")
    await world.taps("ana", corrected, "↩ Deshacer")
    assert await world.percents("ana") == [40, 0]


async def test_a_correction_that_is_refused_leaves_the_report_as_it_was(world):
    await world.task("ana", text="Contrato norte")
    await world.task("luis", text="Factura sur")
    await world.says("ana", "ponle 40 al contrato", "1 tarea guardada")
    await world.says("ana", "no, era la 2", "No encuentro la tarea 2")
    assert await world.percents("ana") == [40]


@pytest.mark.parametrize("words", ["la factura es para el viernes", "el cliente dice que es urgente, ponla en 90"])
async def test_what_says_more_than_a_correction_is_none(world, words):
    await world.task("ana", text="Contrato norte")
    await world.task("ana", text="Factura sur")
    await world.says("ana", "ponle 40 al contrato", "1 tarea guardada")
    await world.says("ana", words, hides="guardada")
    assert await world.percents("ana") == [40, 0]


async def test_the_percentage_of_a_report_of_one_task_is_corrected(world):
    await world.task("ana", text="Contrato norte")
    await world.says("ana", "/abrir")
    await world.says("ana", "ponle 30 al contrato", "1 tarea guardada")
    await world.says("ana", "perdón, 80 no 30", "1 tarea guardada", sees="80\u00a0%")
    await world.says("ana", "ah no espera, falta la firma. déjala en 60", "1 tarea guardada", sees="60\u00a0%")


async def test_what_was_reported_longer_ago_is_not_corrected(world):
    await world.task("ana", text="Contrato norte")
    await world.says("ana", "/abrir")
    await world.says("ana", "ponle 30 al contrato", "1 tarea guardada")
    world.clock.advance(minutes=16)
    await world.says("ana", "perdón, 80 no 30", hides="guardada")
    assert await world.percents("ana") == [30]


async def test_an_event_is_called_by_its_hour(world, week):
    said = await world.says("ana", "cancela la de las 4", "Revisión semanal", hides="Junta de avance")
    assert "¿Lo cancelas?" in said.text or "Solo esta" in labels(said)


async def test_some_days_later_is_counted_from_the_due_date_and_never_from_before_today(world):
    await world.task("ana", text="Contrato norte", due=2)
    await world.task("ana", text="Factura sur", due=-3)
    said = await world.says("ana", "dame una semana más para lo del contrato", "otra fecha para la tarea 1")
    assert said.keyboard == [["miércoles, 2 de diciembre de 2026"], ["📋 Tarea 1"]]
    said = await world.says("ana", "recorre la 2 dos días", "otra fecha para la tarea 2")
    assert said.keyboard[0] == ["miércoles, 25 de noviembre de 2026"]


async def test_a_leader_has_all_that_somebody_has_in_hand_given_to_another(world):
    await world.task("luis", text="Póliza")
    said = await world.says(
        "lucia", "pásale a Ana todo lo de Luis", "Lo que lleva Luis", sees="¿Se lo paso todo a Ana?"
    )
    assert said.keyboard[0] == ["✅ Sí, pásalo todo"]
    await world.says("ana", "pásale a Ana todo lo de Luis", "Lo de alguien lo pasa su líder", hides="Póliza")


async def test_a_place_in_words_is_the_clock_that_one_is_written_to_by(world):
    await world.says("ana", "ando en Tijuana esta semana, cámbiame la hora", "Tu zona horaria: Tijuana")
    await world.says("ana", "cambia la hora de la junta a Wakanda", hides="zona horaria")


async def test_a_laugh_makes_nothing_and_who_is_new_reads_the_help(world):
    for words in ("jajaja no manches", "lol"):
        assert (await world.says("ana", words)).text == "😄"
    await world.says("ana", "/evento Café mañana 9:00", "sin guardar")
    assert (await world.says("ana", "jajaja")).text == "😄"
    await world.says("ana", "hola, soy nueva aquí, ¿cómo funciona esto?", "lo que puedo hacer")
    await world.says("ana", "no le entiendo a esto, ayúdame", "lo que puedo hacer")


async def test_what_nothing_here_knows_is_said_to_be_so_and_may_still_be_a_task(world):
    for words in ("¿va a llover mañana?", "cuanto gana Luis?", "cuéntame un chiste"):
        said = await world.says("ana", words, "De eso no sé")
        assert said.keyboard[0][0] == "📝 Sí, como tarea"


async def test_a_day_is_opened_in_words_as_the_demos_first_step_asks(world):
    await world.task("ana")
    said = await world.says("ana", "abre mi día", "Lo leí como", sees="Día abierto", offers="📝 Reportar")
    assert re.search(TOUR.steps[0].shown, said.text)
    assert await world.log("ana")


async def test_words_open_a_day_off_only_when_that_is_confirmed(world):
    await world.away("ana", 0, 0)
    await world.says("ana", "abre mi día", offers="☀️ Abrir de todos modos")


@pytest.fixture
async def week(world):
    """Tomorrow at ten a meeting of Lucía's and at four a weekly one of Ana's, both with both."""
    await world.event("lucia", "ana", title="Junta de avance", offset=1)
    at = {"startDatetime": f"{day(1)}T16:00", "endDatetime": f"{day(1)}T16:30"}
    await world.series("ana", "lucia", title="Revisión semanal", **at)


@pytest.mark.parametrize(
    ("words", "sees"),
    [
        ("cancela la junta de mañana", ["Revisión semanal", "¿Lo cancelas?"]),
        ("cancela la revisión semanal", ["Revisión semanal", "Todas las que faltan"]),
        ("cancela la revisión de mañana", ["Revisión semanal", "¿Lo cancelas?"]),
        ("mueve la revisión semanal a las 5 de la tarde", ["Revisión semanal", "17:00–17:30"]),
        ("cancela la junta de avance", "Eso no te toca a ti"),
    ],
)
async def test_an_event_is_called_by_its_title_and_one_that_may_be_changed_is_meant(world, week, words, sees):
    said = await world.says("ana", words, "Lo leí como")
    assert all(each in f"{said.text} {labels(said)}" for each in listed(sees)), said.text


async def test_a_task_of_that_name_is_meant_rather_than_an_event(world, week):
    await world.task("ana", text="Hacer la revisión del contrato")
    await world.says("ana", "mueve la revisión al viernes", "Lo leí como: otra fecha para la tarea 1")

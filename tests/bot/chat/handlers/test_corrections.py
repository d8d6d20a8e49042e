"""Taking back in words what was just saved: at once by an order, by a button where it is only said to be wrong."""

import pytest

from core.application.requests import build
from core.base.model import Priority
from core.base.settings import Settings
from core.calendar import events
from core.people import absences
from core.records.messages import MessageKind, Reason
from core.work import tasks
from tests.bot.chat.handlers import meetings
from tests.bot.chat.pushing import push_of, written
from tests.bot.world import day, plain
from tests.tables import each_row


@pytest.fixture
async def contract(world):
    """Ana's only task, in her open day."""
    task = await world.task("ana", by="lucia", text="Contrato norte")
    await world.says("ana", "/abrir")
    return task


async def report(world):
    """Save a report of Ana's."""
    await world.says("ana", "ponle 40 al contrato", "1 tarea guardada")


@each_row(
    ["/deshacer", "deshaz eso", "no, borra lo que puse", "undo that", "no no, regrésalo como estaba"],
    given="world contract",
)
async def test_an_order_takes_back_what_was_just_saved_and_says_what_it_was(world, contract, words):
    await report(world)
    sees = ["↩ Deshecho:", "«Contrato norte» (#1)", "avance: 0\u00a0% → 40\u00a0%"]
    await world.says("ana", words, sees=sees, lacks="↩ Deshacer")
    assert await world.percents("ana") == [0]


@each_row(
    ["no, así no", "me equivoqué", "not like that", "/cancelar"],
    given="world contract",
)
async def test_what_is_only_said_to_be_wrong_is_offered_to_be_taken_back(world, contract, words):
    await report(world)
    offered = await world.says("ana", words, sees=["¿Deshago esto?", "«Contrato norte» (#1)", "→ 40\u00a0%"])
    assert await world.percents("ana") == [40]
    await world.taps("ana", offered, "↩ Deshacer: «Contrato norte» (#1)", notice="↩ Deshecho: quedó como estaba.")
    assert await world.percents("ana") == [0]


@each_row(
    [("dale", 0), ("mejor no", 40)],
    given="world contract",
)
async def test_the_offer_to_take_it_back_is_answered_in_words(world, contract, words, left):
    await report(world)
    await world.says("ana", "no, así no", sees="¿Deshago esto?")
    await world.says("ana", words, "Deshecho: quedó como estaba" if left == 0 else "lo dejo así")
    assert await world.percents("ana") == [left]


@each_row(
    ["mentira, va en 45", "i mean 45", "perdón, era 45 no 40"],
    given="world contract",
)
async def test_a_report_is_put_right_by_the_percentage_alone(world, contract, words):
    await report(world)
    await world.says("ana", words, "1 tarea guardada", sees="45")
    assert await world.percents("ana") == [45]
    for left in (40, 0):
        await world.says("ana", "deshaz eso", "Deshecho")
        assert await world.percents("ana") == [left]


@each_row(
    ["mejor 35%", "no, mejor 35%", "ponele 35 mejor", "make it 35"],
    given="world contract",
)
async def test_a_percentage_that_is_rather_right_corrects_a_report_and_answers_no_event(world, contract, words):
    await world.event("lucia", "ana")
    await report(world)
    await world.says("ana", words, "1 tarea guardada", sees="35")
    assert await world.percents("ana") == [35]


async def test_a_percentage_puts_nothing_right_once_something_else_was_changed(world, contract):
    await report(world)
    await say_comment(world)
    await world.says("ana", "digo 45", lacks="1 tarea guardada")
    assert await world.percents("ana") == [40]


async def test_who_is_told_of_what_is_taken_back_is_said(world):
    event = await world.event("lucia", "ana", title="Junta", offset=1)
    card = await meetings.card(world, "lucia")
    gone = await world.taps("lucia", card, "🚫 Cancelar", "🚫 Sí, cancelar")
    assert len(await written(world, "ana", MessageKind.EVENT_CANCELLED)) == 1, plain(gone)
    await world.says("lucia", "deshaz eso", sees=["«Junta» · estado: vigente → cancelado", "Se lo digo a Ana."])
    assert (await world.act("ana", events.get_event, event.id)).status_id == event.status_id
    assert len(await written(world, "ana", MessageKind.EVENT_RESTORED)) == 1


async def test_nobody_is_said_to_be_told_of_what_nobody_has_heard_of(world):
    await world.task("ana", by="lucia", text="Contrato norte")
    await world.taps("lucia", await world.says("lucia", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.says("lucia", "deshaz eso", sees="prioridad: Media → Alta", hides="Se lo digo")


async def test_an_absence_is_taken_back_by_its_days(world):
    draft = await world.says("ana", "falto el jueves", sees="Tu ausencia")
    await world.taps("ana", draft, "✅ Guardar")
    await world.says("ana", "deshaz eso", sees=["ausencia 26 nov", "ausencia apuntada"])
    assert await world.act("ana", absences.list_absences, world.users["ana"].id) == []


async def test_what_was_done_before_that_is_next(world):
    task = await world.task("ana", text="Contrato norte")
    for priority in ("Alta", "Urgente"):
        await world.taps("ana", await world.says("ana", "/tarea 1", "Contrato"), "❗ Prioridad", priority)
    for left in (Priority.ALTA, Priority.MEDIA):
        await world.says("ana", "deshaz", "Deshecho")
        assert (await world.task_now(task)).prioridad is left
    await world.says("ana", "deshaz", hides="Deshecho")


async def test_what_the_chat_did_last_comes_before_what_a_program_of_ones_own_did_since(world, contract):
    await report(world)
    other = await world.task("ana", text="Factura sur")
    await world.change_task("ana", other, prioridad=Priority.ALTA)
    await world.says("ana", "deshaz eso", sees="«Contrato norte» (#1)")
    assert (await world.percents("ana"))[0] == 0
    assert (await world.task_now(other)).prioridad is Priority.ALTA


@pytest.mark.parametrize("words", ["deshaz eso", "no, así no"])
async def test_what_was_done_longer_ago_is_asked_about(world, contract, words):
    await report(world)
    world.clock.advance(minutes=15, seconds=1)
    await world.says("ana", words, sees="¿Deshacer esto", offers="↩ Sí, deshacer")
    assert await world.percents("ana") == [40]


async def test_longer_ago_there_is_nothing_to_cancel(world, contract):
    await report(world)
    world.clock.advance(minutes=15, seconds=1)
    for words in ("/cancelar", "cancela eso"):
        assert (await world.says("ana", words)).text == "No había nada que cancelar."
    assert await world.percents("ana") == [40]


@pytest.mark.parametrize("words", ["deshaz eso", "no, así no"])
async def test_what_stays_is_said_with_a_button_for_what_was_done_before(world, words):
    task = await world.task("luis", text="Contrato norte")
    await world.taps("luis", await world.says("luis", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.says("luis", "/abrir")
    said = await world.says("luis", words, sees=["Lo último que hiciste fue esto:", "tu día, lun", "Eso no se puede"])
    assert (await world.task_now(task)).prioridad is Priority.ALTA
    await world.taps("luis", said, "↩ Deshacer: «Contrato norte» (#1)")
    assert (await world.task_now(task)).prioridad is Priority.MEDIA


async def test_what_stays_is_nothing_to_cancel(world, contract):
    assert (await world.says("ana", "cancelar")).text == "No había nada que cancelar."


async def test_what_others_changed_since_is_said_and_not_taken_back(world):
    task = await world.task("ana", text="Contrato norte")
    await world.taps("ana", await world.says("ana", "/tarea 1", "Contrato"), "❗ Prioridad", "Alta")
    await world.change_task("root", task, prioridad=Priority.BAJA)
    sees = ["Lo último que hiciste fue esto:", "«Contrato norte» (#1) · prioridad: Media → Alta", "Root cambió esto"]
    await world.says("ana", "deshaz eso", sees=sees)
    assert (await world.task_now(task)).prioridad is Priority.BAJA


async def test_what_may_no_longer_be_read_is_not_named(world):
    task = await world.task("pablo", by="root", text="Contrato norte")
    await world.taps("pablo", await world.says("pablo", "/task 1", "Contrato"), "❗ Priority", "High")
    await world.change_task("root", task, responsibleUserIds=[world.users["luis"].id])
    sees = ["#1 · priority: Medium → High", "That can't be undone."]
    await world.says("pablo", "undo that", sees=sees, hides="Contrato norte")


async def test_nothing_done_is_nothing_to_take_back(world):
    assert (await world.says("ana", "/deshacer")).text == "No hay nada tuyo que deshacer de las últimas 24 horas."


async def test_a_draft_that_is_open_is_what_is_cancelled(world, contract):
    await report(world)
    await world.says("ana", "/nueva Revisar póliza", "Revisar póliza")
    await world.says("ana", "cancela eso", "no guardé nada")
    assert await world.percents("ana") == [40]


async def test_of_many_things_taken_back_at_once_some_are_named(world):
    for number in range(8):
        await world.task("ana", text=f"Contrato {number}")
    await world.says("ana", "/abrir")
    await world.says("ana", ", ".join(f"{number} 40" for number in range(1, 9)), "8 tareas guardadas")
    await world.says("ana", "deshaz eso", sees=["«Contrato 0» (#1)", "… y 2 cambios más"])
    assert await world.percents("ana") == [0] * 8


async def say_comment(world, words="Ya llegó la factura"):
    """Comment on Ana's only task, as a button or words do."""
    card = await world.taps("ana", await world.says("ana", "/tarea 1", "Contrato"), "💬 Comentar")
    assert card
    return await world.says("ana", words, "Comentario guardado")


@each_row(
    ["borra ese comentario", "quita el comentario, me equivoqué"],
    given="world contract",
)
async def test_a_comment_just_written_is_taken_back_in_words(world, contract, words):
    await say_comment(world)
    await world.says("ana", words, sees=["Quité tu comentario de «Contrato norte» (#1): «Ya llegó la factura»"])
    assert await world.comments(contract) == []
    history = await world.says("lucia", "historial de la 1")
    assert "Ya llegó la factura" not in plain(history)
    assert "se retiró un comentario" in plain(history)


async def test_an_order_to_undo_takes_a_comment_back(world, contract):
    await say_comment(world)
    await world.says("ana", "deshaz eso", sees=["«Contrato norte» (#1) · 💬 Ya llegó la factura"])
    assert await world.comments(contract) == []


async def test_of_a_report_with_a_comment_only_the_comment_is_taken_back_and_the_rest_still_can_be(world, contract):
    await world.says("ana", "1 60 falta la firma", "1 tarea guardada")
    assert await world.comments(contract) == ["falta la firma"]
    await world.says("ana", "borra ese comentario", sees="falta la firma")
    assert (await world.comments(contract), await world.percents("ana")) == ([], [60])
    await world.says("ana", "deshaz eso", sees="avance: 0\u00a0% → 60\u00a0%")
    assert await world.percents("ana") == [0]


async def test_a_comment_meant_for_another_task_is_drafted_there(world, contract):
    other = await world.task("ana", text="Factura sur")
    await say_comment(world)
    asked = await world.says("ana", "quita ese comentario, era en otra", sees="¿De qué tarea era?")
    draft = await world.taps("ana", asked, "#2 · Factura sur", sees="Ya llegó la factura")
    await world.taps("ana", draft, "✅ Comentar")
    assert (await world.comments(contract), await world.comments(other)) == ([], ["Ya llegó la factura"])


async def test_a_comment_stays_after_a_while_and_so_does_that_of_another(world, contract):
    await say_comment(world)
    await world.says("lucia", "borra ese comentario", sees="No encuentro un comentario tuyo de los últimos 15 minutos")
    world.clock.advance(minutes=15, seconds=1)
    await world.says("ana", "borra ese comentario", sees="No encuentro un comentario tuyo")
    assert await world.comments(contract) == ["Ya llegó la factura"]


async def test_a_push_of_a_comment_that_was_taken_back_is_not_sent(world, contract):
    await say_comment(world)
    await world.says("ana", "borra ese comentario", hides="Se lo digo")
    assert await push_of(world, "lucia", MessageKind.TASK_COMMENTED) is Reason.GONE
    assert await written(world, "lucia", MessageKind.COMMENT_WITHDRAWN) == []


async def test_who_was_told_of_a_comment_is_told_that_it_was_taken_back(world, contract):
    await say_comment(world)
    world.store.execute("UPDATE outbox SET outcome = 'sent' WHERE kind = 'task_commented'")
    await world.says("ana", "borra ese comentario", sees="Se lo digo a Lucía.")
    push = await push_of(world, "lucia", MessageKind.COMMENT_WITHDRAWN)
    assert plain(push) == "↩️ Ana retiró su comentario en «Contrato norte» (#1)."


@each_row(["no, era en la 2", "perdón, era en la factura"], given="world contract")
async def test_a_comment_on_the_wrong_task_is_moved_in_one_step(world, contract, words):
    open_tasks = await world.act("ana", tasks.my_open_tasks)
    other = open_tasks[1] if len(open_tasks) > 1 else await world.task("ana", text="Factura sur")
    before = await world.comments(other)
    await say_comment(world)
    await world.says("ana", words, sees="Pasé tu comentario a «Factura sur» (#2): «Ya llegó la factura»")
    assert await world.comments(contract) == []
    assert await world.comments(other) == [*before, "Ya llegó la factura"]


async def test_a_comment_that_may_not_be_moved_stays_where_it_is(world, contract):
    await world.task("luis", text="Factura sur")
    await say_comment(world)
    await world.says("ana", "no, era en la 2", sees="No encuentro la tarea 2")
    assert await world.comments(contract) == ["Ya llegó la factura"]


async def test_a_report_of_the_wrong_task_is_moved_by_the_words_of_a_title(world, contract):
    await world.task("ana", text="Manual de usuario")
    await report(world)
    await world.says("ana", "sorry that was for the manual", "1 tarea guardada")
    assert await world.percents("ana") == [0, 40]


# An absence


async def note_absence(world, words="falto el jueves"):
    """Save an absence of Ana's, of the 26th unless said otherwise."""
    await world.taps("ana", await world.says("ana", words, sees="Tu ausencia"), "✅ Guardar")


def week(first, last):
    return {"firstDay": f"2026-11-{first}", "lastDay": f"2026-11-{last}"}


async def days_away(world, who="ana"):
    listed = await world.act(who, absences.list_absences, world.users[who].id)
    return [(each.first_day.day, each.last_day.day, each.reason) for each in listed]


@each_row(
    [
        ("me equivoqué, es el viernes 27", [(27, 27, None)]),
        ("no, el viernes", [(27, 27, None)]),
        ("perdón, hasta el viernes", [(26, 27, None)]),
        ("perdón, del 25 al 27", [(25, 27, None)]),
    ],
    given="world",
)
async def test_an_absence_just_saved_is_moved(world, words, now):
    await note_absence(world)
    said = await world.says("ana", words, sees="Corregido", offers="↩ Deshacer")
    assert await days_away(world) == now, plain(said)
    await world.taps("ana", said, "↩ Deshacer")
    assert await days_away(world) == [(26, 26, None)]
    await world.says("ana", "deshaz eso", "Deshecho")


async def test_an_absence_that_is_moved_keeps_its_reason_and_says_what_it_was(world):
    await note_absence(world, "falto el jueves por cita médica")
    await world.says("ana", "no, el viernes", sees="jue,\u00a026\u00a0nov → vie,\u00a027\u00a0nov")
    assert await days_away(world) == [(27, 27, "por cita médica")]


async def test_a_leader_who_was_told_of_an_absence_is_told_once_that_it_was_moved(world):
    await note_absence(world, "hoy falto")
    world.store.execute("UPDATE outbox SET outcome = 'sent' WHERE kind = 'absence_changed'")
    world.clock.advance(seconds=1)
    await world.says("ana", "me equivoqué, es mañana", sees="Se lo digo a Lucía.")
    assert len(await written(world, "lucia", MessageKind.ABSENCE_CHANGED)) == 1
    push = await push_of(world, "lucia", MessageKind.ABSENCE_CHANGED)
    assert "lun,\u00a023\u00a0nov → mar,\u00a024\u00a0nov" in plain(push)


async def test_a_leader_who_has_not_heard_yet_hears_only_of_the_days_that_are_right(world):
    await note_absence(world)
    await world.says("ana", "no, el viernes", sees="Corregido", hides="Se lo digo")
    assert len(await written(world, "lucia", MessageKind.ABSENCE_CHANGED)) == 1
    push = plain(await push_of(world, "lucia", MessageKind.ABSENCE_CHANGED))
    assert "27" in push
    assert "26" not in push


@each_row(
    ["no, el viernes no puedo ir a la junta", "¿el viernes?", "no, gracias", "perdón, a las 5", "el viernes"],
    given="world",
)
async def test_other_words_do_not_move_an_absence(world, words):
    await note_absence(world)
    await world.says("ana", words, hides="Corregido")
    assert await days_away(world) == [(26, 26, None)]
    await world.says("ana", "deshaz eso", "Deshecho")
    await world.says("ana", "cancelar")


async def test_an_absence_is_moved_only_for_a_while_and_while_nothing_else_was_changed(world, contract):
    await note_absence(world)
    await report(world)
    await world.says("ana", "no, el viernes", hides="Corregido")
    await world.says("ana", "cancelar")
    await world.says("ana", "deshaz eso", "Deshecho")
    world.clock.advance(minutes=15, seconds=1)
    await world.says("ana", "no, el viernes", hides="Corregido")
    assert await days_away(world) == [(26, 26, None)]


async def test_of_an_absence_that_was_joined_with_another_the_days_are_asked_to_be_saved(world):
    await world.act("ana", absences.declare_absence, build(absences.AbsenceCreate, week(25, 26)))
    await note_absence(world, "falto del jueves al viernes")
    await world.says("ana", "no, del jueves al sábado", sees="sin guardar")
    assert await days_away(world) == [(25, 27, None)]


async def test_who_may_no_longer_note_somebodys_absence_does_not_move_it(world):
    await world.taps("lucia", await world.says("lucia", "@ana falta el jueves", sees="Ausencia de Ana"), "✅ Guardar")
    await world.says("lucia", "no, el viernes", sees="Corregido")
    await world.change_user("ana", leader="luis")
    await world.says("lucia", "no, el sábado", hides="Corregido")
    assert await days_away(world) == [(27, 27, None)]


# A task


async def save_task(world, words="/nueva Contrato sur con @luis para el viernes", who="lucia"):
    """Save a task of Lucía's team, as a draft does, and give its card."""
    return await world.taps(who, await world.says(who, words, sees="sin guardar"), "✅ Guardar")


async def newest_task(world):
    return (await world.act("root", tasks.list_tasks))[-1]


def of(world, *names):
    return [world.users[name].id for name in names]


@each_row(
    [
        ("perdón, para el jueves", ("fecha_cumplir", day(3)), "vie,\u00a027\u00a0nov → jue,\u00a026\u00a0nov"),
        ("ponle urgente", ("prioridad", Priority.URGENTE), "Media → Urgente"),
        ("oh and high priority on that", ("prioridad", Priority.ALTA), "Media → Alta"),
        ("ponle de título Cierre de mes", ("descripcion", "Cierre de mes"), "Contrato sur → Cierre de mes"),
    ],
    given="world",
)
async def test_a_task_just_saved_is_changed_by_what_is_said_of_it(world, words, now, said):
    before = await save_task(world) and await newest_task(world)
    sees = ["Corregido", said]
    answer = await world.says("lucia", words, offers="↩ Deshacer")
    for each in sees:
        assert each in plain(answer)
    field, value = now
    assert getattr(await newest_task(world), field) == value
    await world.taps("lucia", answer, "↩ Deshacer")
    assert getattr(await newest_task(world), field) == getattr(before, field)


@each_row(
    ["no, es para Ana", "me equivoque de persona, es de ana"],
    given="world",
)
async def test_a_leader_gives_a_task_just_saved_to_whom_it_was_for(world, words):
    await save_task(world)
    await world.says("lucia", words, sees=["Corregido", "Luis → Ana", "Se lo digo a Ana"])
    assert (await newest_task(world)).responsible_user_ids == of(world, "ana")


async def test_who_may_not_give_it_gets_the_draft_that_asks(world):
    await save_task(world, "/nueva Contrato sur para el viernes", "ana")
    await world.says("ana", "no, es para Luis", sees="¿Le pregunto a Luis si se queda con")
    assert (await newest_task(world)).responsible_user_ids == of(world, "ana")


async def test_a_reply_to_the_card_just_saved_corrects_it_and_is_not_a_comment(world):
    card = await save_task(world)
    await world.replies("lucia", card, "me equivoque de persona, es de ana", sees="Corregido")
    task = await newest_task(world)
    assert (task.responsible_user_ids, await world.comments(task)) == (of(world, "ana"), [])


async def test_other_words_in_reply_to_the_card_are_a_comment(world):
    card = await save_task(world)
    await world.replies("lucia", card, "no, falta la firma", hides="Corregido")
    assert await world.comments(await newest_task(world)) == ["no, falta la firma"]


async def test_a_reply_to_the_card_of_another_task_is_a_comment_on_that(world, contract):
    other = await world.says("ana", "/tarea 1", "Contrato")
    await save_task(world, "/nueva Contrato sur para el viernes", "ana")
    await world.replies("ana", other, "no, para el jueves", hides="Corregido")
    assert await world.comments(contract) == ["no, para el jueves"]
    assert (await newest_task(world)).fecha_cumplir == day(4)


@each_row(
    ["no, la 1 para el jueves", "perdón, el jueves no puedo", "¿para el jueves?"],
    given="world contract",
)
async def test_words_of_something_else_do_not_change_the_task_just_saved(world, contract, words):
    await save_task(world)
    before = await newest_task(world)
    await world.says("lucia", words, hides="Corregido")
    await world.says("lucia", "cancelar")
    assert await newest_task(world) == before


async def test_words_about_the_task_that_was_shown_since_do_not_change_the_one_just_saved(world, contract):
    await save_task(world)
    await world.says("lucia", "/tarea 1", "Contrato norte")
    await world.says("lucia", "high priority on that", hides="Corregido")
    assert (await newest_task(world)).prioridad is Priority.MEDIA


async def test_a_task_is_not_corrected_after_a_while(world):
    await save_task(world)
    world.clock.advance(minutes=15, seconds=1)
    await world.says("lucia", "perdón, para el jueves", hides="Corregido")
    assert (await newest_task(world)).fecha_cumplir == day(4)


# An event


async def save_event(world, words="/evento Junta jueves 16:00 1h @luis", who="ana"):
    """Save a meeting of Ana's with Luis on Thursday the 26th, from four to five."""
    return await world.taps(who, await meetings.drafted(world, words, who), "✅ Guardar")


async def newest_event(world):
    return (await meetings.made(world))[-1]


async def times(world):
    """The day and the hours of the newest event, in the office's zone."""
    event = await newest_event(world)
    local = event.times
    start, end = (each.astimezone(Settings().zone) for each in (local.start, local.end))
    return start.day, f"{start:%H:%M}", f"{end:%H:%M}"


@each_row(
    [
        ("perdón, era a las 5", (26, "17:00", "18:00")),
        ("no, el viernes a las 10", (27, "10:00", "11:00")),
        ("mentira, es de 11 a 12:30", (26, "11:00", "12:30")),
    ],
    given="world",
)
async def test_an_event_just_saved_is_moved(world, words, now):
    await save_event(world)
    said = await world.says("ana", words, sees=["Corregido", "«Junta»", "Se lo digo a Luis"], offers="↩ Deshacer")
    assert await times(world) == now
    await world.taps("ana", said, "↩ Deshacer")
    assert await times(world) == (26, "16:00", "17:00")
    await world.says("ana", "deshaz eso", "Deshecho")


@each_row(
    [("sin Luis", ["ana"]), ("y Pablo también", ["ana", "luis", "pablo"]), ("no, quita a Luis", ["ana"])],
    given="world",
)
async def test_people_are_added_to_an_event_just_saved_and_left_out(world, words, people):
    await save_event(world)
    said = await world.says("ana", words, sees="Corregido", offers="↩ Deshacer")
    assert sorted(await meetings.participants(world, await newest_event(world))) == people, plain(said)
    await world.says("ana", "deshaz eso", "Deshecho")
    await world.says("ana", "deshaz eso", "Deshecho")


async def test_an_event_just_saved_gets_another_title(world):
    await save_event(world)
    await world.says("ana", "ponle de título Revisión de cierre", sees="Junta → Revisión de cierre")
    assert (await newest_event(world)).title == "Revisión de cierre"


async def test_a_time_that_is_not_free_is_asked_about_as_on_the_card(world):
    await meetings.busy(world, "luis", at="17:00-17:30")
    await save_event(world)
    asked = await world.says("ana", "perdón, era a las 5", sees="Luis", hides="Corregido")
    assert (await times(world))[1] == "16:00"
    await world.taps("ana", asked, "Mover de todos modos")
    assert await times(world) == (26, "17:00", "18:00")


@each_row(
    ["y el viernes", "¿era a las 5?", "perdón, a las 5 llamo al banco"],
    given="world",
)
async def test_words_of_something_else_do_not_change_the_event_just_saved(world, words):
    await save_event(world)
    await world.says("ana", words, hides="Corregido")
    assert (await times(world), (await newest_event(world)).title) == ((26, "16:00", "17:00"), "Junta")
    await world.says("ana", "cancelar")


async def test_an_answer_to_an_invitation_is_not_an_event_to_correct(world):
    await world.event("lucia", "ana", title="Junta", offset=1)
    card = await meetings.card(world, "ana")
    await world.taps("ana", card, "📨 Responder", "✅ Sí")
    await world.says("ana", "perdón, era a las 5", hides=["Corregido", "lo puede cambiar"])


async def test_a_series_just_saved_is_moved_as_a_whole(world):
    await save_event(world, "/evento Junta cada jueves 16:00 1h 3 veces @luis")
    await world.says("ana", "perdón, era a las 5", sees="Corregido")
    starts = [event.start_datetime.astimezone(Settings().zone) for event in await meetings.made(world)]
    assert [(each.hour, each.weekday()) for each in starts] == [(17, 3)] * 3


async def test_who_may_no_longer_change_an_event_is_told_who_may(world):
    await save_event(world)
    world.store.execute("UPDATE events SET created_by_user_id = ?", (world.users["luis"].id,))
    await world.says("ana", "perdón, era a las 5", sees="Eso lo puede cambiar Luis.", hides="Corregido")
    assert (await times(world))[1] == "16:00"


async def test_who_may_no_longer_change_a_task_is_told_who_may(world):
    await save_task(world, "/nueva Contrato sur para el viernes", "ana")
    world.store.execute("UPDATE tasks SET created_by_user_id = ?", (world.users["lucia"].id,))
    await world.says("ana", "perdón, para el jueves", sees="Lucía", hides="Corregido")
    assert (await newest_task(world)).fecha_cumplir == day(4)


@pytest.mark.parametrize(
    ("order", "words", "right"),
    [
        ("recordame mañana a las 8 llamar a Gómez", "perdón, a las 9", "mañana 9:00"),
        ("recordame mañana a las 8 llamar a Gómez", "mejor a las 7", "mañana 7:00"),
        ("remind me tomorrow at 8 to call Gómez", "sorry, at 9", "mañana 9:00"),
        ("recordame mañana a las 8 de la noche llamar a Gómez", "digo, a las 9", "mañana 21:00"),
        ("recordame mañana a las 8 llamar a Gómez", "perdón, el jueves", "jue,\u00a026\u00a0nov 8:00"),
        ("agenda junta con Luis mañana a las 8 de la noche", "perdón, a las 9", "21:00–22:00"),
        ("agenda junta con Luis mañana a las 8", "no, a las 9", "9:00–10:00"),
    ],
)
async def test_an_hour_that_is_corrected_stays_in_its_half_of_the_day(world, order, words, right):
    world.clock.advance(hours=6)
    await world.says("ana", order)
    await world.says("ana", words, right)


class TestOfSeveral:
    """A percentage, or the task that was meant, put right after a report."""

    @pytest.fixture
    async def tasks(self, world):
        for text in ("Mesa de roble", "Licencia de obra"):
            await world.task("ana", text=text)
        await world.says("ana", "/abrir")

    @pytest.mark.parametrize(
        ("report", "words", "right"),
        [
            ("la mesa va por la mitad", "perdon no, 60 la mesa", [60, 0]),
            ("la mesa en 80", "era 60 no 80", [60, 0]),
            ("la mesa en 80", "it was 60 not 80", [60, 0]),
            ("la mesa en 80, la licencia en 30", "perdón no, 60 la mesa", [60, 30]),
            ("ya terminé la mesa", "no, la licencia", [0, 100]),
            ("la mesa en 80", "no era la mesa, era la licencia", [0, 80]),
        ],
    )
    async def test_what_is_right_is_saved_instead(self, world, tasks, report, words, right):
        await world.says("ana", report, "guardada")
        await world.says("ana", words, "1 tarea guardada")
        assert await world.percents("ana") == right

    async def test_of_two_that_were_reported_together_it_is_asked_which(self, world, tasks):
        await world.says("ana", "la mesa en 80, la licencia en 30", "2 tareas guardadas")
        which = await world.says("ana", "perdón, era 60", "¿Cuál de estas tareas?")
        await world.taps("ana", which, "#2 60 % · Licencia de obra")
        assert await world.percents("ana") == [80, 60]

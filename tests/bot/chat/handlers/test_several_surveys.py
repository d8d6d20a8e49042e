"""Several late tasks are asked about in one message: pick one, answer, come back; no other message repeats them."""

import pytest

from core.jobs.overdue_regular import send_digests
from core.jobs.overdue_survey import survey_overdue
from core.records.messages import MessageKind
from tests.bot.chat.posting import deliver, new_sender, outcomes, rows, send_due
from tests.bot.world import check
from tests.cast import day


@pytest.fixture
async def tasks(world):
    """Three late tasks of Ana's; she is told of nothing else."""
    late = {"due": -1, "fechaSolicitud": day(-3)}
    return [await world.task("ana", text=text, **late) for text in ("Contrato", "Reporte", "Factura")]


@pytest.fixture
async def asked(world, tasks):
    await world.operate(survey_overdue)
    return await told(world)


async def told(world, who="ana"):
    await deliver(world)
    return await world.phone(who).wait("¿Cómo va")


async def item(world, task):
    return next(each for each in (await world.log("ana")).items if each.task_id == task.id)


OPEN = ["#1 · Contrato", "#2 · Reporte", "#3 · Factura"]


async def test_a_number_typed_and_a_comment_come_back_too(world, asked, tasks):
    await world.taps("ana", asked, "#1 · Contrato", "🔄 Sigo en ella")
    left = await world.says("ana", "60", "guardado", sees="Tienes 2 tareas atrasadas", offers="✓ #1 · Contrato")
    await world.taps("ana", left, "#2 · Reporte", "💬 Comentar")
    check(await world.says("ana", "Mañana sale", "Comentario guardado"), offers="✓ #2 · Reporte")
    assert await world.comments(tasks[1]) == ["Mañana sale"]


async def test_what_is_not_answered_comes_back_unanswered(world, asked):
    blocked = await world.taps("ana", asked, "#1 · Contrato", "🔴 Está atorada", "Ahora no", offers="✓ #1 · Contrato")
    back = await world.taps("ana", blocked, "#2 · Reporte", "🔄 Sigo en ella", "Ahora no", "‹ Las demás")
    check(back, sees="Tienes 2 tareas atrasadas", offers="#2 · Reporte")


async def test_a_closed_day_is_reopened_from_one_of_them(world, asked):
    await world.end_day("ana")
    refused = await world.taps("ana", asked, "#1 · Contrato", "🔴 Está atorada", alert=True)
    asks = await world.taps("ana", refused, "♻️ Reabrir", sees="¿Qué porcentaje lleva?")
    check(await world.taps("ana", asks, "75"), offers="✓ #1 · Contrato")


async def test_only_what_is_still_late_is_asked(world, tasks):
    await world.operate(survey_overdue)
    await world.change_task("ana", tasks[1], estatus="EN_PROCESO", fechaCumplir=day(2))
    said = await told(world)
    assert said.keyboard == [[OPEN[0]], [OPEN[2]]]
    became = {*rows(world, "outcome", "reason")}
    assert became == {("sent", None), ("sent", "together"), ("withheld", "gone")}


async def test_the_digest_has_what_was_asked_that_day_in_short(world, asked):
    late = await world.task("luis", by="lucia", text="De Luis", due=-1, fechaSolicitud=day(-3))
    await world.task("ana", by="ana", text="Nueva", due=-1, fechaSolicitud=day(-3))
    await world.operate(send_digests)
    await deliver(world)
    check(await world.phone("ana").wait("Atrasadas"), sees=["Atrasadas · 4", "Tuyas\n\n#5"])
    short = "Por estas ya te pregunté hoy\n#1 \u2068Contrato"
    check(world.phone("ana").last, sees=short, lacks="#1 · Contrato", offers=["#5 · Nueva", "⏰ Todas · 4"])
    check(await world.phone("lucia").wait("Atrasadas"), sees=["De Luis", "Contrato"])
    assert late.id == 4


async def test_where_all_was_asked_there_is_no_digest_and_porque_says_so(world, asked):
    await world.operate(send_digests)
    await deliver(world)
    said = await world.says("ana", "/porque", "Tus avisos de hoy")
    check(
        said,
        sees=[
            "✅ 9:00: pregunta por la tarea atrasada #1",
            "✅ 9:00: pregunta por la tarea atrasada #2 (en el mismo mensaje)",
            "no se envió (ya se preguntó hoy): lista de atrasadas",
        ],
    )


async def test_the_first_message_ever_greets_and_the_next_does_not(world, tasks):
    await world.operate(survey_overdue)
    said = await told(world)
    assert said.text.startswith("👋 Hola, Ana. Soy Semáforo: así te aviso.")
    await world.task("ana", by="lucia", text="Otra")
    await deliver(world)
    assert (await world.phone("ana").wait("te asignó una tarea")).text.startswith("📋 Lucía te asignó")


async def test_twelve_tasks_are_turned_over(world):
    for number in range(12):
        await world.task("ana", text=f"Tarea {number}", due=-1, fechaSolicitud=day(-3))
    await world.operate(survey_overdue)
    said = await told(world)
    assert len(said.keyboard) == 9
    check(await world.taps("ana", said, "›"), sees="Tarea 11", hides="Tarea 7")


async def test_a_refused_message_is_a_dead_letter_of_each_question(world, tasks):
    await world.operate(survey_overdue)
    sender = new_sender(world)
    world.sandbox.faults.refuse(400, "Bad Request: whatever", method="sendMessage")
    await send_due(world, sender)
    assert outcomes(world) == ["failed"] * 3
    kinds = {*rows(world, "kind")}
    assert kinds == {MessageKind.OVERDUE_SURVEY}

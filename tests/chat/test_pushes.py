"""Pushes and their answers: surveys, reminders, nudges; and `/porque`, which says why they came."""

from core.base.model import TaskStatus
from core.calendar import events
from core.jobs.overdue_survey import survey_overdue
from core.records.messages import MessageKind
from tests.bot.chat.posting import deliver
from tests.bot.chat.pushing import DAY, pushed, written
from tests.cast import day
from tests.chat.document import conversation


@conversation("Answer how a late task is going", "tarea")
async def test_a_survey(talk):
    await talk.meanwhile(
        "Every morning but Sunday, late tasks are asked about.",
        pushed(talk.world, "ana", MessageKind.OVERDUE_SURVEY, task_id=2),
    )
    await talk.ana.presses("🔴 Está atorada", "🔴 It's stuck")
    await talk.ana.says("Faltan las cifras de almacén.", "The figures of the warehouse are missing.")
    await talk.ana.presses("🔄 Sigo en ella", "🔄 Still at it")
    await talk.ana.says("90")
    await talk.ana.presses("✅ Ya está", "✅ It's done")
    assert (await talk.task(2)).estatus is TaskStatus.CERRADA


@conversation("Answer how several late tasks are going", "tarea")
async def test_several_surveys(talk):
    world = talk.world
    title = talk.words("Renovar el seguro", "Renew the insurance")
    await world.change_user("ana", language=talk.language)
    other = await world.task("ana", text=title, due=-1, fechaSolicitud=day(-4))

    async def morning():
        await world.operate(survey_overdue)
        await deliver(world)

    await talk.meanwhile("Two tasks of Ana's are late. It is the first message that comes unasked.", morning())
    await talk.ana.presses("#2")
    await talk.ana.presses("🔄 Sigo en ella", "🔄 Still at it")
    await talk.ana.presses("50")
    await talk.ana.presses(f"#{other.id}")
    await talk.ana.presses("✅ Ya está", "✅ It's done")
    await talk.ana.says("/porque", "/why")


@conversation("Be reminded of an event, and again later", "agenda")
async def test_a_reminder(talk):
    (first, *_) = await talk.world.act("ana", events.list_events)
    await talk.later("Ten minutes before the meeting.", hours=2, minutes=50)
    await talk.meanwhile(
        "The reminder's time has come.", pushed(talk.world, "ana", MessageKind.REMINDER, event_id=first.id)
    )
    await talk.ana.presses("10 min")


@conversation("Hear of what others change in a task", "tarea")
async def test_changes(talk):
    world, changed = talk.world, MessageKind.TASK_CHANGED
    await talk.lucia.says("/tarea 1", "/task 1")
    await talk.lucia.presses("📅 Fecha", "📅 Due date")
    await talk.lucia.says("en dos semanas", "in two weeks")
    await talk.lucia.says("/tarea 1", "/task 1")
    await talk.lucia.presses("❗ Prioridad", "❗ Priority")
    await talk.lucia.presses("Urgente", "Urgent")
    (about,) = await written(world, "ana", changed)
    await talk.meanwhile("Two minutes later Ana hears of both in one message.", pushed(world, "ana", changed, **about))
    await talk.ana.replies("De acuerdo, gracias.", "All right, thank you.")


@conversation("Send a file about a task", "tarea")
async def test_a_file(talk):
    world, commented = talk.world, MessageKind.TASK_COMMENTED
    await talk.ana.says("/tarea 3", "/task 3")
    await talk.ana.sends_file("orden-del-día.pdf", "Así quedaría, ¿la ves?", "This is what I have. Have a look?")
    (about,) = await written(world, "luis", commented)
    await talk.meanwhile("Luis hears of it.", pushed(world, "luis", commented, **about))
    await talk.luis.presses("📎 orden-del-día.pdf")
    assert "document" in talk.luis.message.raw
    await talk.luis.replies("Se ve bien.", "Looks good.")


@conversation("Be invited to an event, and answer", "evento")
async def test_an_invitation(talk):
    world, invited = talk.world, MessageKind.EVENT_INVITED
    await talk.lucia.says("/evento Junta mañana 16:30 1h @ana @luis", "/event Meeting tomorrow 4:30pm 1h @ana @luis")
    await talk.lucia.presses("Guardar", "Save")
    (about,) = await written(world, "ana", invited)
    await talk.meanwhile("Ana has a call at that time.", pushed(world, "ana", invited, **about))
    await talk.ana.presses("❔ Tal vez", "❔ Maybe")
    await talk.ana.presses("❌ No")
    declined = MessageKind.EVENT_DECLINED
    (about,) = await written(world, "lucia", declined)
    await talk.meanwhile("Lucía hears of a no at once.", pushed(world, "lucia", declined, **about))
    await talk.lucia.presses("📅 Evento", "📅 Event")


@conversation("Propose another time for a meeting", "evento")
async def test_another_time(talk):
    world, invited = talk.world, MessageKind.EVENT_INVITED
    await talk.lucia.says("/evento Junta mañana 16:30 1h @ana", "/event Meeting tomorrow 4:30pm 1h @ana")
    await talk.lucia.presses("Guardar", "Save")
    (about,) = await written(world, "ana", invited)
    await talk.meanwhile("Ana is invited.", pushed(world, "ana", invited, **about))
    await talk.ana.says("no puedo a esa hora, ¿5 y media?", "can't make that time, 5:30?")
    declined = MessageKind.EVENT_DECLINED
    (about,) = await written(world, "lucia", declined)
    await talk.meanwhile("Lucía hears of it.", pushed(world, "lucia", declined, **about))
    await talk.lucia.says("sí, dale", "yes, go ahead")


@conversation("Move and cancel an event, and hear of it", "agenda")
async def test_a_change(talk):
    world = talk.world
    await talk.ana.says("/agenda 25 nov", "/agenda Nov 25")
    await talk.ana.presses("Junta con proveedores", "Meeting with suppliers")
    await talk.ana.presses("🕘 Mover", "🕘 Move")
    await talk.ana.says("a las 17:00", "at 5pm")
    await talk.ana.presses("✅ Mover", "✅ Move")
    (about,) = await written(world, "luis", MessageKind.EVENT_CHANGED)
    await talk.meanwhile("Luis hears of it.", pushed(world, "luis", MessageKind.EVENT_CHANGED, **about))
    await talk.luis.presses("✅ Sí", "✅ Yes")
    await talk.ana.presses("🚫 Cancelar", "🚫 Cancel")
    await talk.ana.presses("🚫 Sí, cancelar", "🚫 Yes, cancel")
    (about,) = await written(world, "luis", MessageKind.EVENT_CANCELLED)
    await talk.meanwhile("Luis hears of that too.", pushed(world, "luis", MessageKind.EVENT_CANCELLED, **about))


@conversation("Be asked to open, report on and close one's day", "hoy")
async def test_prompts(talk):
    await talk.meanwhile("At nine.", pushed(talk.world, "ana", MessageKind.OPEN_PROMPT, **DAY))
    await talk.ana.presses("☀️ Abrir el día", "☀️ Open the day")
    await talk.later("Four hours later.", hours=4)
    await talk.meanwhile("At one.", pushed(talk.world, "ana", MessageKind.AVANCE_PROMPT, **DAY))
    await talk.ana.presses("📝 Reportar", "📝 Report")
    await talk.ana.presses("50")
    await talk.ana.presses("🟠")
    await talk.ana.says("Faltan dos cifras.", "Two figures are missing.")
    await talk.ana.presses("100")
    await talk.ana.presses("Sin cambio ›", "No change ›")
    await talk.ana.presses("📤 Enviar", "📤 Send")
    await talk.later("Five hours later.", hours=5)
    await talk.meanwhile("At six.", pushed(talk.world, "ana", MessageKind.CLOSE_PROMPT, **DAY))
    await talk.ana.presses("🔒 Cerrar el día", "🔒 Close the day")
    assert (await talk.world.log("ana")).closed_at is not None


@conversation("Remind somebody of their day", "equipo")
async def test_a_nudge(talk):
    await talk.lucia.says("/equipo", "/team")
    await talk.lucia.presses("👋 Recordar", "👋 Remind")
    (about,) = await written(talk.world, "ana", MessageKind.NUDGE)
    await talk.meanwhile("It is sent.", pushed(talk.world, "ana", MessageKind.NUDGE, **about))
    await talk.ana.presses("☀️ Abrir el día", "☀️ Open the day")
    assert (await talk.world.log("ana")).closed_at is None


@conversation("Hear of a new task and of comments on one's tasks", "tarea", "comentar")
async def test_news(talk):
    made = await talk.world.task("ana", by="lucia", text=talk.words("Pedir tres cotizaciones", "Ask for three quotes"))
    (*_, about) = await written(talk.world, "ana", MessageKind.TASK_ASSIGNED)
    await talk.meanwhile("Lucía gives Ana a task.", pushed(talk.world, "ana", MessageKind.TASK_ASSIGNED, **about))
    await talk.world.comment("lucia", made, talk.words("Una de Monterrey, por favor.", "One from Monterrey, please."))
    (*_, about) = await written(talk.world, "ana", MessageKind.TASK_COMMENTED)
    await talk.meanwhile("And says more of it.", pushed(talk.world, "ana", MessageKind.TASK_COMMENTED, **about))
    await talk.ana.replies("¡Claro!", "Sure!")
    assert (await talk.world.comments(made))[-1] == talk.words("¡Claro!", "Sure!")


@conversation("Bring a colleague into a task by naming them, and mute it", "comentar", "tarea")
async def test_access(talk):
    task = await talk.task(1)
    await talk.ana.says(f"/comentar {task.id} @pablo, ¿nos ayudas?", f"/comment {task.id} @pablo, can you help us?")
    await talk.ana.presses("👁 Dar acceso a Pablo", "👁 Give access to Pablo")
    (about,) = await written(talk.world, "pablo", MessageKind.TASK_COMMENTED)
    await talk.meanwhile("It reaches him.", pushed(talk.world, "pablo", MessageKind.TASK_COMMENTED, **about))
    await talk.pablo.replies("Sí, mañana.", "Yes, tomorrow.")
    await talk.pablo.says(f"/tarea {task.id}", f"/task {task.id}")
    await talk.pablo.presses("🔕", "🔕")
    await talk.pablo.presses("🔔", "🔔")


@conversation("Ask what one was told today, and why not", "porque")
async def test_why(talk):
    await talk.world.change_task("lucia", await talk.task(1), prioridad="URGENTE")
    await talk.ana.says("/porque", "/why")
    await talk.lucia.says("/porque luis", "/why luis")
    await talk.luis.says("/porque ana", "/why ana")
    await talk.later("On Saturday.", days=5)
    await talk.luis.says("/porque", "/why")

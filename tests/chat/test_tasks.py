"""Tasks: `/tareas`, `/tarea`, `/comentar`, and replies."""

from core.base.model import Priority, TaskStatus
from core.jobs.planning_sync import sync_planning
from core.work import tasks
from tests.cast import day
from tests.chat.document import conversation


@conversation("See one's tasks", "tareas", "tarea")
async def test_ones_tasks(talk):
    await talk.ana.says("/tareas", "/tasks")
    await talk.ana.presses("atrasadas", "late")
    await talk.ana.presses("en planeación", "in planning")
    await talk.ana.presses("Inventario", "stocktaking")
    await talk.ana.presses("‹ Mis tareas", "‹ My tasks")
    await talk.ana.says("/tareas esta semana", "/tasks this week")
    await talk.ana.says("/tareas cerradas", "/tasks closed")
    await talk.ana.says("/tareas bonitas", "/tasks nice")


@conversation("See the tasks of a colleague, and of one's team", "tareas")
async def test_tasks_of_others(talk):
    await talk.ana.says("/tareas de Luis", "/tasks of Luis")
    await talk.ana.presses("cerradas", "closed")
    await talk.ana.says("/tareas @luis rojas", "/tasks @luis red")
    await talk.lucia.says("/tareas @luis · rojas", "/tasks @luis · red")
    await talk.lucia.says("/tareas equipo atrasadas", "/tasks team late")
    await talk.lucia.says("/tareas equipo cerradas", "/tasks team closed")
    await talk.lucia.presses("#5")
    await talk.lucia.presses("‹ Tareas", "‹ Tasks")


@conversation("Search", "buscar")
async def test_search(talk):
    await talk.ana.says("/buscar", "/search")
    await talk.ana.says("contrato norte", "contract norte")
    await talk.ana.presses("#1")
    await talk.ana.says("/buscar abogada", "/search lawyer")
    await talk.ana.presses("Llamada", "Call")
    await talk.ana.says("/buscar banco", "/search bank")
    await talk.ana.says("/buscar inbentario", "/search stoctaking")
    await talk.ana.presses("inventario", "stocktaking")


@conversation("Change the state of a task", "tarea")
async def test_the_state_of_a_task(talk):
    await talk.ana.says("/tarea 6", "/task 6")
    await talk.ana.presses("🔀 Estado", "🔀 State")
    await talk.ana.presses("En proceso", "In progress")
    assert (await talk.task(6)).estatus is TaskStatus.EN_PROCESO


@conversation("Change what a task says, delete it, and have it back", "tarea")
async def test_a_task_in_other_words(talk):
    await talk.ana.says("/tarea 2", "/task 2")
    await talk.ana.presses("✏️ Descripción", "✏️ Description")
    await talk.ana.says("Enviar los reportes de septiembre y octubre", "Send the September and October reports")
    await talk.ana.says("/tarea 2", "/task 2")
    await talk.ana.presses("🗑 Eliminar", "🗑 Delete")
    await talk.ana.presses("🗑 Sí, eliminarla", "🗑 Yes, delete it")
    assert not (await talk.task(2)).is_active
    await talk.ana.presses("↩ Deshacer", "↩ Undo")
    assert (await talk.task(2)).is_active


@conversation("Ask for a task that one may not see", "tarea")
async def test_a_task_of_others(talk):
    await talk.ana.says("/tarea 8", "/task 8")
    await talk.ana.says("/tarea 99", "/task 99")
    await talk.ana.says("/tarea", "/task")
    assert not any("banco" in message.text for message in talk.ana.phone.messages)


@conversation("Comment on a task", "comentar", "tarea")
async def test_comment(talk):
    await talk.ana.says("/comentar 1 Ya la mandó: está bien.", "/comment 1 They sent it: it is fine.")
    await talk.lucia.says("/tarea 1", "/task 1")
    await talk.lucia.presses("💬 Comentar", "💬 Comment")
    await talk.lucia.says("¡Gracias, Ana!", "Thank you, Ana!")
    await talk.ana.says("/comentar Hola", "/comment Hello")
    comments = await talk.world.comments(await talk.task(1))
    assert comments[-2:] == [
        talk.words("Ya la mandó: está bien.", "They sent it: it is fine."),
        talk.words("¡Gracias, Ana!", "Thank you, Ana!"),
    ]


@conversation("Reply to a message about a task", "comentar")
async def test_a_reply(talk):
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.replies("¿Y si la pedimos a otra aseguradora?", "What about another insurer?")
    await talk.lucia.replies("Conozco a alguien.", "I know somebody.")
    comments = await talk.world.comments(await talk.task(4))
    assert comments[-1] == talk.words("Conozco a alguien.", "I know somebody.")


@conversation("Make a task from a sentence", "nueva")
async def test_a_new_task(talk):
    await talk.lucia.says(
        "/nueva Revisar contrato con @luis para el próximo viernes, urgente",
        "/new Review contract with @luis by next friday, urgent",
    )
    await talk.lucia.presses("📅 Fecha", "📅 Due date")
    await talk.lucia.presses("Mañana", "Tomorrow")
    await talk.lucia.presses("👥 Responsables", "👥 People")
    await talk.lucia.presses("Ana")
    await talk.lucia.presses("‹ Volver al borrador", "‹ Back to the draft")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    task = (await talk.world.operate(tasks.list_tasks))[-1]
    assert task.descripcion == talk.words("Revisar contrato", "Review contract")
    assert task.responsible_user_ids == [talk.world.users[who].id for who in ("luis", "ana")]
    assert (task.prioridad, task.fecha_cumplir) == (Priority.URGENTE, day(1))


@conversation("Have a task repeat, pause it, and end that", "nueva", "tarea")
async def test_a_task_that_repeats(talk):
    await talk.lucia.says("/nueva Enviar reporte cada dos semanas @luis", "/new Send the report every two weeks @luis")
    await talk.lucia.says("el último día de cada mes", "on the last day of every month")
    await talk.lucia.says("cada viernes hasta el 15 de enero", "every Friday until January 15")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    await talk.lucia.presses("⏸ Pausar", "⏸ Pause")
    await talk.lucia.says("/tareas se repiten", "/tasks repeating")
    await talk.lucia.presses("#9 · Enviar reporte", "#9 · Send the report")
    await talk.lucia.presses("▶️ Reanudar", "▶️ Resume")
    task = (await talk.world.operate(tasks.list_tasks))[-1]
    closing = talk.world.change_task("luis", task, estatus=TaskStatus.CERRADA)
    await talk.meanwhile("Luis closes the task.", closing)
    await talk.later("On Friday, when its day has come:", days=3, hours=15, minutes=6)
    await talk.world.operate(sync_planning)
    await talk.settle()
    made = (await talk.world.operate(tasks.list_tasks))[-1]
    assert (made.descripcion, made.fecha_cumplir) == (task.descripcion, day(11))
    await talk.luis.says(f"/tarea {made.id}", f"/task {made.id}")
    await talk.lucia.says(f"/tarea {made.id}", f"/task {made.id}")
    await talk.lucia.presses("⏹ Ya no repetir", "⏹ Stop repeating")
    await talk.lucia.presses("⏹ Sí, ya no se repite", "⏹ Yes, stop repeating")


@conversation("Ask a colleague to take a task", "nueva")
async def test_a_task_asked_of_a_colleague(talk):
    await talk.ana.says("/nueva Revisar el anexo con @luis mañana", "/new Review the annex with @luis tomorrow")
    await talk.ana.presses("🙋 Pedírselo a Luis", "🙋 Ask Luis")
    await talk.ana.presses("↩️ Ya no hace falta", "↩️ No longer needed")


@conversation("Be asked for what a new task lacks, and correct it in words", "nueva", "cancelar")
async def test_a_new_task_step_by_step(talk):
    await talk.ana.says("/nueva", "/new")
    await talk.ana.says("Contrato de mayo con @luis y @pablo", "May contract with @luis and @pablo")
    await talk.ana.says("pronto", "soon")
    await talk.ana.says("del 3 al 7 de diciembre, sin prisa", "from December 3 to 7, no rush")
    await talk.ana.says("el contrato", "the contract")
    await talk.ana.says("gracias", "thanks")
    before = await talk.world.operate(tasks.list_tasks)
    await talk.ana.says("/cancelar", "/cancel")
    assert await talk.world.operate(tasks.list_tasks) == before


@conversation("Change a task's due date, people and priority as its leader", "tarea")
async def test_a_leaders_changes(talk):
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.presses("📅 Fecha", "📅 Due date")
    await talk.lucia.says("en dos semanas", "in two weeks")
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.presses("👥 Responsables", "👥 People")
    await talk.lucia.presses("Ana")
    await talk.lucia.presses("Listo", "Done")
    await talk.lucia.presses("❗ Prioridad", "❗ Priority")
    await talk.lucia.presses("Alta", "High")
    task = await talk.task(4)
    assert (task.fecha_cumplir, task.prioridad) == (day(14), Priority.ALTA)
    assert len(task.responsible_user_ids) == 2

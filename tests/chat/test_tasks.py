"""Tasks: `/tareas`, `/tarea`, `/comentar`, and replies."""

from core.base.model import Priority, TaskStatus
from core.jobs.planning_sync import sync_planning
from core.work import tasks
from tests.cast import day
from tests.chat.document import conversation


@conversation("See one's tasks", "tareas", "tarea")
async def test_ones_tasks(talk):
    await talk.ana.says("/tareas", "/tasks")
    talk.ana.sees("Mis tareas · abiertas", "My tasks · open")
    await talk.ana.presses("atrasadas", "late")
    talk.ana.sees("Enviar el reporte de octubre", "Send the October report")
    await talk.ana.presses("en planeación", "in planning")
    await talk.ana.presses("Inventario", "stocktaking")
    talk.ana.sees("Tarea 6", "Task 6")
    await talk.ana.presses("‹ Mis tareas", "‹ My tasks")
    await talk.ana.says("/tareas esta semana", "/tasks this week")
    await talk.ana.says("/tareas cerradas", "/tasks closed")
    await talk.ana.says("/tareas bonitas", "/tasks nice")
    talk.ana.sees("y de quién", "and whose")


@conversation("See the tasks of a colleague, and of one's team", "tareas")
async def test_tasks_of_others(talk):
    await talk.ana.says("/tareas de Luis", "/tasks of Luis")
    talk.ana.sees("Preparar la junta", "Prepare the meeting")
    await talk.ana.presses("cerradas", "closed")
    talk.ana.sees("nada que puedas ver", "nothing here that you can see")
    await talk.ana.says("/tareas @luis rojas", "/tasks @luis red")
    talk.ana.sees("cada quien y su líder", "their leader see what is red")
    await talk.lucia.says("/tareas @luis · rojas", "/tasks @luis · red")
    talk.lucia.sees("Renovar la póliza", "Renew the insurance")
    await talk.lucia.says("/tareas equipo atrasadas", "/tasks team late")
    talk.lucia.sees("Enviar el reporte", "Send the October report")
    await talk.lucia.says("/tareas equipo cerradas", "/tasks team closed")
    await talk.lucia.presses("#5")
    await talk.lucia.presses("‹ Tareas", "‹ Tasks")
    talk.lucia.sees("Migrar los respaldos", "Move the back-ups")


@conversation("Search", "buscar")
async def test_search(talk):
    await talk.ana.says("/buscar", "/search")
    talk.ana.sees("¿Qué busco?", "What shall I look for?")
    await talk.ana.says("contrato norte", "contract norte")
    talk.ana.sees("Revisar el contrato", "Review the contract")
    await talk.ana.presses("#1")
    talk.ana.sees("Tarea 1", "Task 1")
    await talk.ana.says("/buscar abogada", "/search lawyer")
    talk.ana.sees("Comentario en", "Comment on")
    await talk.ana.presses("Llamada", "Call")
    await talk.ana.says("/buscar banco", "/search bank")
    talk.ana.sees("No encuentro nada", "I find nothing")
    await talk.ana.says("/buscar inbentario", "/search stoctaking")
    talk.ana.sees("No encuentro nada", "I find nothing")
    await talk.ana.presses("inventario", "stocktaking")
    talk.ana.sees("Inventario de fin de año", "Year-end stocktaking")


@conversation("Change the state of a task", "tarea")
async def test_the_state_of_a_task(talk):
    await talk.ana.says("/tarea 6", "/task 6")
    await talk.ana.presses("🔀 Estado", "🔀 State")
    await talk.ana.presses("En proceso", "In progress")
    talk.ana.told("Estado: En proceso", "State: In progress")
    assert (await talk.task(6)).estatus is TaskStatus.EN_PROCESO


@conversation("Change what a task says, delete it, and have it back", "tarea")
async def test_a_task_in_other_words(talk):
    await talk.ana.says("/tarea 2", "/task 2")
    await talk.ana.presses("✏️ Descripción", "✏️ Description")
    await talk.ana.says("Enviar los reportes de septiembre y octubre", "Send the September and October reports")
    talk.ana.sees("Descripción guardada", "Description saved")
    await talk.ana.says("/tarea 2", "/task 2")
    await talk.ana.presses("🗑 Eliminar", "🗑 Delete")
    talk.ana.sees("¿Eliminar esta tarea?", "Delete this task?")
    await talk.ana.presses("🗑 Sí, eliminarla", "🗑 Yes, delete it")
    assert not (await talk.task(2)).is_active
    await talk.ana.presses("↩ Deshacer", "↩ Undo")
    talk.ana.told("↩ Deshecho", "↩ Undone")
    assert (await talk.task(2)).is_active


@conversation("Ask for a task that one may not see", "tarea")
async def test_a_task_of_others(talk):
    await talk.ana.says("/tarea 8", "/task 8")
    await talk.ana.says("/tarea 99", "/task 99")
    await talk.ana.says("/tarea", "/task")
    talk.ana.sees("así: /tarea 12", "like this: /task 12")
    assert not any("banco" in message.text for message in talk.ana.phone.messages)


@conversation("Comment on a task", "comentar", "tarea")
async def test_comment(talk):
    await talk.ana.says("/comentar 1 Ya la mandó: está bien.", "/comment 1 They sent it: it is fine.")
    talk.ana.sees("Comentario guardado en la tarea 1", "Comment saved on task 1")
    await talk.lucia.says("/tarea 1", "/task 1")
    talk.lucia.sees("Ya la mandó: está bien.", "They sent it: it is fine.")
    await talk.lucia.presses("💬 Comentar", "💬 Comment")
    await talk.lucia.says("¡Gracias, Ana!", "Thank you, Ana!")
    await talk.ana.says("/comentar Hola", "/comment Hello")
    talk.ana.sees("/comentar 12", "/comment 12")
    comments = await talk.world.comments(await talk.task(1))
    assert comments[-2:] == [
        talk.words("Ya la mandó: está bien.", "They sent it: it is fine."),
        talk.words("¡Gracias, Ana!", "Thank you, Ana!"),
    ]


@conversation("Reply to a message about a task", "comentar")
async def test_a_reply(talk):
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.replies("¿Y si la pedimos a otra aseguradora?", "What about another insurer?")
    talk.lucia.sees("Comentario guardado en la tarea 4", "Comment saved on task 4")
    await talk.lucia.replies("Conozco a alguien.", "I know somebody.")
    comments = await talk.world.comments(await talk.task(4))
    assert comments[-1] == talk.words("Conozco a alguien.", "I know somebody.")


@conversation("Make a task from a sentence", "nueva")
async def test_a_new_task(talk):
    await talk.lucia.says(
        "/nueva Revisar contrato con @luis para el próximo viernes, urgente",
        "/new Review contract with @luis by next friday, urgent",
    )
    talk.lucia.sees("vence vie, 27 nov (el más cercano)", "due Fri, Nov 27 (the nearest one)")
    await talk.lucia.presses("📅 Fecha", "📅 Due date")
    await talk.lucia.presses("Mañana", "Tomorrow")
    await talk.lucia.presses("👥 Responsables", "👥 People")
    await talk.lucia.presses("Ana")
    await talk.lucia.presses("‹ Volver al borrador", "‹ Back to the draft")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    talk.lucia.told("✅ Guardado", "✅ Saved")
    task = (await talk.world.operate(tasks.list_tasks))[-1]
    assert task.descripcion == talk.words("Revisar contrato", "Review contract")
    assert task.responsible_user_ids == [talk.world.users[who].id for who in ("luis", "ana")]
    assert (task.prioridad, task.fecha_cumplir) == (Priority.URGENTE, day(1))


@conversation("Have a task repeat, pause it, and end that", "nueva", "tarea")
async def test_a_task_that_repeats(talk):
    await talk.lucia.says("/nueva Enviar reporte cada dos semanas @luis", "/new Send the report every two weeks @luis")
    talk.lucia.sees("esto es lo más cercano", "this is the nearest")
    await talk.lucia.says("el último día de cada mes", "on the last day of every month")
    talk.lucia.sees("vie, 29 ene 2027 (por el dom, 31 ene 2027)", "Fri, Jan 29, 2027 (for Sun, Jan 31, 2027)")
    await talk.lucia.says("cada viernes hasta el 15 de enero", "every Friday until January 15")
    talk.lucia.sees("vie, 27 nov · vie, 4 dic · vie, 11 dic", "Fri, Nov 27 · Fri, Dec 4 · Fri, Dec 11")
    await talk.lucia.presses("✅ Guardar", "✅ Save")
    talk.lucia.sees("la próxima vence vie, 4 dic", "the next is due Fri, Dec 4")
    await talk.lucia.presses("⏸ Pausar", "⏸ Pause")
    talk.lucia.sees("⏸ en pausa", "⏸ paused")
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
    talk.luis.sees("Se repite cada viernes", "Repeats every Friday")
    await talk.lucia.says(f"/tarea {made.id}", f"/task {made.id}")
    await talk.lucia.presses("⏹ Ya no repetir", "⏹ Stop repeating")
    await talk.lucia.presses("⏹ Sí, ya no se repite", "⏹ Yes, stop repeating")
    talk.lucia.told("Ya no se repite", "doesn't repeat any more")


@conversation("Ask a colleague to take a task", "nueva")
async def test_a_task_asked_of_a_colleague(talk):
    await talk.ana.says("/nueva Revisar el anexo con @luis mañana", "/new Review the annex with @luis tomorrow")
    talk.ana.sees("Se lo pides a Luis", "You ask Luis to take it")
    await talk.ana.presses("🙋 Pedírselo a Luis", "🙋 Ask Luis")
    talk.ana.sees("Espera la respuesta de Luis", "Waiting for Luis to answer")
    await talk.ana.presses("↩️ Ya no hace falta", "↩️ No longer needed")
    talk.ana.told("Retirado", "Withdrawn")


@conversation("Be asked for what a new task lacks, and correct it in words", "nueva", "cancelar")
async def test_a_new_task_step_by_step(talk):
    await talk.ana.says("/nueva", "/new")
    await talk.ana.says("Contrato de mayo con @luis y @pablo", "May contract with @luis and @pablo")
    talk.ana.sees("No puedes dar tareas a @luis", "You can't give tasks to @luis")
    await talk.ana.says("pronto", "soon")
    await talk.ana.says("del 3 al 7 de diciembre, sin prisa", "from December 3 to 7, no rush")
    talk.ana.sees("tomé el último día", "I took the last day")
    await talk.ana.says("el contrato", "the contract")
    talk.ana.sees("No entendí qué cambiar", "I didn't understand what to change")
    await talk.ana.says("gracias", "thanks")
    talk.ana.sees("De nada", "You're welcome")
    before = await talk.world.operate(tasks.list_tasks)
    await talk.ana.says("/cancelar", "/cancel")
    assert await talk.world.operate(tasks.list_tasks) == before


@conversation("Change a task's due date, people and priority as its leader", "tarea")
async def test_a_leaders_changes(talk):
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.presses("📅 Fecha", "📅 Due date")
    await talk.lucia.says("en dos semanas", "in two weeks")
    talk.lucia.sees("Ahora vence lun, 7 dic", "It's due Mon, Dec 7 now")
    await talk.lucia.says("/tarea 4", "/task 4")
    await talk.lucia.presses("👥 Responsables", "👥 People")
    await talk.lucia.presses("Ana")
    await talk.lucia.presses("Listo", "Done")
    await talk.lucia.presses("❗ Prioridad", "❗ Priority")
    await talk.lucia.presses("Alta", "High")
    task = await talk.task(4)
    assert (task.fecha_cumplir, task.prioridad) == (day(14), Priority.ALTA)
    assert len(task.responsible_user_ids) == 2

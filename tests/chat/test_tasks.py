"""Tasks: `/tareas`, `/tarea`, `/comentar`, and replies."""

from core.model import TaskStatus
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
    await talk.ana.says("/tareas de Luis", "/tasks of Luis")
    talk.ana.sees("semana, planeación o rojas", "week, planning or red")


@conversation("Change the state of a task", "tarea")
async def test_the_state_of_a_task(talk):
    await talk.ana.says("/tarea 6", "/task 6")
    await talk.ana.presses("🔀 Estado", "🔀 State")
    await talk.ana.presses("En proceso", "In progress")
    talk.ana.told("Estado: En proceso", "State: In progress")
    assert (await talk.task(6)).estatus is TaskStatus.EN_PROCESO


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

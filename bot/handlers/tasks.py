"""Tasks: `/tareas`, `/tarea 12`, `/comentar 12 texto`, and replies to messages about a task."""

import re
from datetime import date

from msgspec.structs import replace

from bot.handlers.day import on
from bot.handlers.words import understood_as_a_day
from bot.panels import tasks as panels
from bot.panels.form import Panel
from bot.panels.red import red_panel, red_part
from bot.places.day import Ask
from bot.places.tasks import Note, SetDue, SetPriority, SetResponsible, SetStatus, TaskCard, TaskFilter, TaskList
from bot.turn import Handlers, Reply, Shown, Turn, Typed
from core import assigning, daily_logs, red, task_edits, tasks, users
from core.errors import Code, NotFound
from core.model import INT32_MAX, TaskStatus
from core.phrases import DAYS_ONLY, without_accents
from core.requests import build
from core.task_edits import DueRequest, PriorityRequest, ResponsibleRequest
from core.tasks import CommentRequest, StatusRequest, Task

TASK_THEN_WORDS = re.compile(r"#?([0-9]{1,18})(?:\s(.*))?", re.ASCII | re.DOTALL)

FILTERS = {
    "": TaskFilter.OPEN,
    **dict.fromkeys(("abiertas", "pendientes", "todas", "open", "pending", "all"), TaskFilter.OPEN),
    **dict.fromkeys(("atrasadas", "vencidas", "late", "overdue"), TaskFilter.LATE),
    **dict.fromkeys(("semana", "esta semana", "week", "this week"), TaskFilter.WEEK),
    **dict.fromkeys(("rojas", "rojo", "en rojo", "red", "in red"), TaskFilter.RED),
    **dict.fromkeys(
        ("planeacion", "en planeacion", "planeadas", "planning", "in planning", "planned"), TaskFilter.PLANNING
    ),
}


async def draw_list(turn: Turn, view: TaskList) -> Panel:
    """One's own tasks by a filter."""
    if view.which is TaskFilter.RED:
        return red_panel(turn.scene, await turn.run(red.own, red_part(view)), view)
    mine = await turn.run(tasks.my_open_tasks)
    return panels.list_panel(turn.scene, panels.chosen(mine, view.which, turn.today), view)


async def draw_card(turn: Turn, view: TaskCard) -> Panel:
    """A task as it stands, in one message."""
    return panels.card_panel(turn.scene, await card_model(turn, view), view)


async def draw_note(turn: Turn, view: Note) -> Panel:
    """A sentence about a task."""
    return Panel(turn.scene.say("task_number", id=view.task))


async def card_model(turn: Turn, view: TaskCard) -> panels.CardModel:
    """A task with all that its card tells. Raises `NotFound`."""
    task = await turn.run(tasks.get_task, view.task)
    discussion = await turn.run(tasks.discussion, view.task, panels.COMMENTS_SHOWN)
    authors = {comment.created_by_user_id for comment in discussion.latest}
    names = await turn.run(users.names, sorted(authors.union(task.responsible_user_ids, people(task))))
    following = tasks.next_statuses(turn.actor, task)
    own = task.estatus is TaskStatus.CERRADA and task.is_active and turn.actor.id in task.responsible_user_ids
    return panels.CardModel(
        task,
        discussion,
        names,
        following,
        own and not following,
        await todays_item(turn, view.task) if own else None,
        sets_due=task_edits.may_set_due(turn.actor, task),
        sets_priority=task_edits.may_set_priority(turn.actor, task),
        people=(await turn.run(assigning.choice, task.responsible_user_ids)).people if view.ask is Ask.PEOPLE else (),
    )


async def todays_item(turn: Turn, task_id: int) -> int | None:
    """One's own item of a task today, if there is one."""
    log = (await turn.run(daily_logs.my_day, on(turn.today))).log
    return next((item.id for item in log.items if item.task_id == task_id), None) if log else None


def people(task: Task) -> set[int]:
    """A task's leader, if any."""
    return set() if task.leader_user_id is None else {task.leader_user_id}


async def press_status(turn: Turn, press: SetStatus) -> Reply:
    """Give a task a state."""
    task = await turn.run(tasks.set_status, press.task, build(StatusRequest, {"estatus": press.status}))
    return Reply(press.place(), turn.say("said_status", status=turn.say(f"status_{task.estatus}")))


async def press_due(turn: Turn, press: SetDue) -> Reply:
    """Have a task due on a day."""
    return Reply(press.place(), await due_set(turn, press.task, press.due))


async def due_set(turn: Turn, task_id: int, day: date) -> str:
    """Have a task due on a day; what is said of it."""
    task = await turn.run(task_edits.set_due, task_id, build(DueRequest, {"fechaCumplir": day}))
    return turn.say("said_due", date=turn.scene.short(task.fecha_cumplir))


async def press_priority(turn: Turn, press: SetPriority) -> Reply:
    """Give a task a priority."""
    task = await turn.run(task_edits.set_priority, press.task, build(PriorityRequest, {"prioridad": press.priority}))
    return Reply(press.place(), turn.say("said_priority", priority=turn.say(f"priority_button_{task.prioridad}")))


async def press_responsible(turn: Turn, press: SetResponsible) -> Reply:
    """Have a person be responsible for a task, or not."""
    request = build(ResponsibleRequest, {"userId": press.person, "responsible": press.responsible})
    await turn.run(task_edits.set_responsible, press.task, request)
    return Reply(press.place())


async def show_list(turn: Turn, words: str) -> Reply:
    """`/tareas`, `/tareas atrasadas`."""
    which = FILTERS.get(" ".join(without_accents(words).split()))
    return Reply(TaskList(which)) if which else Reply(words=turn.say("usage_tasks"))


async def show_card(turn: Turn, words: str) -> Reply:
    """`/tarea 12`; without a number, as the menu of commands sends it, the list to choose from."""
    found = TASK_THEN_WORDS.fullmatch(words.strip())
    if not found:
        return Reply(TaskList(), turn.say("usage_task"))
    view = TaskCard(known_id(found[1]))
    model = await card_model(turn, view)
    return Reply(view, panel=panels.card_panel(turn.scene, model, view, panels.WHOLE))


async def comment(turn: Turn, words: str) -> Reply:
    """`/comentar 12 texto`; what is missing is asked for, or chosen from the list."""
    found = TASK_THEN_WORDS.fullmatch(words)
    if not found:
        return Reply(TaskList(), turn.say("usage_comment"))
    if not (found[2] or "").strip():
        task = await turn.run(tasks.get_task, known_id(found[1]))
        return Reply(TaskCard(task.id, Ask.COMMENT))
    return await add_comment(turn, known_id(found[1]), found[2])


def known_id(digits: str) -> int:
    """A task's id. Raises `NotFound` where no task can have it."""
    if int(digits) > INT32_MAX:
        raise NotFound(Code.TASK_NOT_FOUND, id=digits)
    return int(digits)


async def add_comment(turn: Turn, task_id: int, words: str) -> Reply:
    """Keep words as a comment on a task."""
    await turn.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": words}))
    return Reply(words=turn.say("said_comment", id=task_id), about=Note(task_id))


async def typed_on_card(turn: Turn, view: TaskCard, typed: Typed) -> Reply:
    """A date, where that is asked for, else a comment; the card shows it."""
    if view.ask is Ask.DUE:
        return await typed_due(turn, view, typed)
    reply = await add_comment(turn, view.task, typed.words)
    done = replace(view, ask=Ask.NOTHING, at=0)
    return Reply(words=reply.words, about=reply.about, redraw=Shown(typed.to.message_id, done))


async def typed_due(turn: Turn, view: TaskCard, typed: Typed) -> Reply:
    """When a task is due, in words."""
    heard = await understood_as_a_day(turn, typed.words, DAYS_ONLY)
    if heard.days is None:
        return Reply(words=turn.say("due_not_understood"), about=view)
    told = await due_set(turn, view.task, heard.days.last)
    done = replace(view, ask=Ask.NOTHING, at=0)
    return Reply(words=told, about=Note(view.task), redraw=Shown(typed.to.message_id, done))


async def typed_on_note(turn: Turn, view: Note, typed: Typed) -> Reply:
    """One more comment."""
    return await add_comment(turn, view.task, typed.words)


async def cancel(_: Turn, view: TaskCard) -> TaskCard | None:
    """The card without its question."""
    return replace(view, ask=Ask.NOTHING, at=0) if view.ask is not Ask.NOTHING else None


HANDLERS = Handlers(
    views={TaskList: draw_list, TaskCard: draw_card, Note: draw_note},
    presses={
        SetStatus: press_status,
        SetDue: press_due,
        SetPriority: press_priority,
        SetResponsible: press_responsible,
    },
    commands={"tareas": show_list, "tarea": show_card, "comentar": comment},
    answers={TaskCard: typed_on_card, Note: typed_on_note},
    cancels={TaskCard: cancel},
)

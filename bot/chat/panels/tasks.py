"""A person's tasks: the list with its filters, and a task's card."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.callback_data import AskFor, day_numbered
from bot.chat.callbacks.day import Day
from bot.chat.callbacks.items import Reopen
from bot.chat.callbacks.red import RedList
from bot.chat.callbacks.tasks import SetDue, SetPriority, SetResponsible, SetStatus, TaskCard, TaskFilter, TaskList
from bot.chat.callbacks.team import Person
from bot.chat.panels.components import (
    Button,
    Panel,
    Row,
    Scene,
    escape,
    in_rows,
    label,
    pages,
    plus_more,
    status_and_due,
    task_title,
)
from bot.chat.panels.pickers import due_rows, people_rows, priority_rows
from core.base.model import TaskStatus
from core.people.colleagues import Colleague
from core.records.work import Task
from core.work.tasks import Discussion

TASKS_A_PAGE = 8
FILTERS_A_ROW = 2
DESCRIPTION_UNITS = 1000
WHOLE = 40_000
"""Ten messages or so: a description has no bound, and Telegram takes about one message a second."""

COMMENTS_SHOWN = 5
COMMENT_UNITS = 200
NAMES_SHOWN = 10
QUESTIONS = {
    AskFor.COMMENT: "ask_comment",
    AskFor.STATUS: "ask_status",
    AskFor.DUE: "ask_due",
    AskFor.PEOPLE: "ask_people",
    AskFor.PRIORITY: "ask_priority",
}
SUNDAY = 7


class CardModel(Struct, frozen=True):
    """A task with what its card tells: its comments, names by id, the states the viewer may give it.

    `item` is the viewer's item of today, where that takes the task up again; `own`: it is theirs to take up by an item.
    `sets_due` and `sets_priority`: whether the viewer may; `people` whom to choose responsibles from, while asked.
    """

    task: Task
    discussion: Discussion
    names: Mapping[int, str]
    next_statuses: Collection[TaskStatus]
    own: bool = False
    item: int | None = None
    sets_due: bool = False
    sets_priority: bool = False
    people: Sequence[Colleague] = ()


def filter_tasks(tasks: Sequence[Task], which: TaskFilter, today: date) -> list[Task]:
    """Those of somebody's open tasks that a filter shows: late, due by Sunday, in planning, or all."""
    sunday = today + timedelta(days=SUNDAY - today.isoweekday())

    def fits(task: Task) -> bool:
        match which:
            case TaskFilter.LATE:
                return task.fecha_cumplir < today
            case TaskFilter.WEEK:
                return today <= task.fecha_cumplir <= sunday
            case TaskFilter.PLANNING:
                return task.estatus is TaskStatus.PLANEACION
            case _:
                return True

    return [task for task in tasks if fits(task)]


def list_panel(scene: Scene, tasks: Sequence[Task], screen: TaskList) -> Panel:
    page, shown, turning = pages(tasks, screen.page, TASKS_A_PAGE, lambda number: TaskList(screen.which, number))
    head = f"<b>{scene.say('tasks_title')}</b> · {scene.say(f'filter_{screen.which}')} · {len(tasks)}"
    blocks = [task_block(scene, task) for task in shown] or [scene.say("tasks_none")]
    buttons = [
        [Button(f"#{task.id} · {label(task.descripcion)}", TaskCard(task.id, AskFor.NOTHING, screen.which, page))]
        for task in shown
    ]
    return Panel(
        "\n\n".join([head, *blocks]),
        [*buttons, turning, *filter_rows(scene, screen.which)],
    )


def task_block(scene: Scene, task: Task) -> str:
    return f"{task_title(scene, task)}\n{state_line(scene, task)}"


def state_line(scene: Scene, task: Task) -> str:
    return f"{status_and_due(scene, task, scene.today)} · {scene.say(f'priority_{task.prioridad}')}"


def filter_rows(scene: Scene, present: TaskFilter) -> list[Row]:
    others = [Button(scene.say(f"filter_{which}"), TaskList(which)) for which in TaskFilter if which is not present]
    return in_rows(others, FILTERS_A_ROW)


def card_panel(scene: Scene, model: CardModel, screen: TaskCard, units: int = DESCRIPTION_UNITS) -> Panel:
    lines = [
        *fact_lines(scene, model, units),
        *([scene.say("task_reopens_by_item")] if model.own and model.item is None else []),
        "",
        *comment_lines(scene, model),
        *([f"\n{scene.say(QUESTIONS[screen.ask])}"] if screen.ask in QUESTIONS else []),
    ]
    return Panel("\n".join(lines), card_rows(scene, model, screen))


def named_people(task: Task) -> set[int]:
    """Whose names its card tells."""
    return {*task.responsible_user_ids[:NAMES_SHOWN], *([task.leader_user_id] if task.leader_user_id else [])}


def fact_lines(scene: Scene, model: CardModel, units: int) -> list[str]:
    task = model.task
    return [
        f"<b>{scene.say('task_number', id=task.id)}</b>{'' if task.is_active else ' · ' + scene.say('task_deleted')}",
        scene.user_block(task.descripcion, units),
        "",
        state_line(scene, task),
        scene.say("task_leader", name=person_name(model, task.leader_user_id)),
        scene.say("task_responsibles", names=responsibles_text(model)),
        *([scene.say("task_closed_on", date=scene.short(task.fecha_cierre))] if task.fecha_cierre else []),
    ]


def person_name(model: CardModel, person: int | None) -> str:
    return escape(label(model.names.get(person, f"#{person}"))) if person is not None else "–"


def responsibles_text(model: CardModel) -> str:
    everyone = model.task.responsible_user_ids
    shown = [person_name(model, person) for person in everyone[:NAMES_SHOWN]]
    return ", ".join([*shown, *plus_more(len(everyone), NAMES_SHOWN)])


def comment_lines(scene: Scene, model: CardModel) -> list[str]:
    count = model.discussion.count
    lines = [scene.say("comments", count=count) if count else scene.say("no_comments")]
    for comment in model.discussion.latest:
        on = scene.short(comment.created_at.astimezone(scene.zone).date())
        words = scene.user_text(comment.comentario, COMMENT_UNITS)
        lines.append(f"💬 <b>{person_name(model, comment.created_by_user_id)}</b>, {on}: {words}")
    return lines


def card_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    back = back_button(scene, screen)
    if screen.ask is not AskFor.NOTHING:
        away = scene.button("done" if screen.ask is AskFor.PEOPLE else "not_now", with_question(screen, AskFor.NOTHING))
        return [*answer_rows(scene, model, screen), [away], [back]]
    comment = scene.button("comment", with_question(screen, AskFor.COMMENT))
    state = [scene.button("status", with_question(screen, AskFor.STATUS))] if model.next_statuses else []
    return [[comment, *state, *reopen_row(scene, model)], edit_row(scene, model, screen), [back]]


def edit_row(scene: Scene, model: CardModel, screen: TaskCard) -> Row:
    if not model.task.is_active or model.task.estatus is TaskStatus.CERRADA:
        return []
    due = [
        scene.button("due", with_question(screen, AskFor.DUE)),
        scene.button("people", with_question(screen, AskFor.PEOPLE)),
    ]
    priority = scene.button("priority", with_question(screen, AskFor.PRIORITY))
    return [*(due if model.sets_due else []), *([priority] if model.sets_priority else [])]


def with_question(screen: TaskCard, ask: AskFor) -> TaskCard:
    return replace(screen, ask=ask, at=0)


def answer_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    task, back = model.task, (screen.which, screen.page, screen.day, screen.user)
    match screen.ask:
        case AskFor.STATUS:
            return status_rows(scene, model, screen)
        case AskFor.DUE:
            month = day_numbered(screen.at) or max(task.fecha_cumplir, scene.today)
            return due_rows(
                scene,
                month,
                lambda day: SetDue(task.id, *back, day),
                lambda first: replace(screen, at=first.toordinal()),
                task.fecha_solicitud,
                task.fecha_cumplir,
            )
        case AskFor.PEOPLE:
            return people_rows(
                model.people,
                task.responsible_user_ids,
                screen.at,
                lambda person, on, page: SetResponsible(task.id, *back, person, on, page),
                lambda page: replace(screen, at=page),
            )
        case AskFor.PRIORITY:
            return priority_rows(scene, task.prioridad, lambda level: SetPriority(task.id, *back, level))
        case _:
            return []


def reopen_row(scene: Scene, model: CardModel) -> Row:
    if model.item is None:
        return []
    return [scene.button("reopen", Reopen(scene.today, scene.today, model.item))]


def back_button(scene: Scene, screen: TaskCard) -> Button:
    """To where the card was opened from: one's day, a person's, what is red, or the list."""
    if screen.which is TaskFilter.RED:
        callback = RedList(screen.page) if screen.user else TaskList(screen.which, screen.page)
        return scene.button("back_to_red", callback)
    if not screen.day:
        return scene.button("back_to_list", TaskList(screen.which, screen.page))
    fecha = date.fromordinal(screen.day)
    if screen.user:
        return scene.button("back_to_person", Person(fecha, screen.user, screen.page))
    return scene.button("back_to_day", Day(fecha, screen.page))


def status_rows(scene: Scene, model: CardModel, screen: TaskCard) -> list[Row]:
    def choice(status: TaskStatus) -> Button:
        action = SetStatus(model.task.id, screen.which, screen.page, screen.day, screen.user, status)
        return Button(scene.say(f"status_{status}"), action)

    return [[choice(status)] for status in TaskStatus if status in model.next_statuses]

"""Late tasks: one's own, then those of the people one leads; in a digest, in short, those one was asked about today."""

from bot.chat.callbacks.tasks import TaskCard, TaskFilter
from bot.chat.callbacks.team import Late, Summary
from bot.chat.panels.components import (
    Panel,
    Scene,
    and_more,
    due,
    listed,
    name_html,
    name_of,
    pages,
    task_button,
    task_title,
)
from bot.chat.panels.red import Unattended
from core.records.work import Task
from core.work.late_tasks import LateTasks

TASKS_A_PAGE = 8
NAMES_SHOWN, NAME_UNITS = 3, 24
ASKED_SHOWN = 4


def late_panel(scene: Scene, late: LateTasks, screen: Late, *, leads: bool, above: Unattended) -> Panel:
    every = [*late.own, *late.team]
    _, shown, turning = pages(every, screen, TASKS_A_PAGE)
    mine = {task.id for task in late.own}
    own = [task for task in shown if task.id in mine]
    led = [task for task in shown if task.id not in mine]
    blocks = [*above.lines, f"⏰ <b>{scene.say('late_title')}</b> · {late.count}"]
    if own:
        blocks += [f"<b>{scene.say('late_own')}</b>", *(task_block(scene, task) for task in own)]
    if led:
        blocks += [
            f"<b>{scene.say('late_team')}</b>",
            *(task_block(scene, task, people_text(late, task)) for task in led),
        ]
    if late.asked:
        lines = [task_title(scene, task) for task in late.asked[:ASKED_SHOWN]]
        lines += and_more(scene, len(late.asked), ASKED_SHOWN)
        blocks.append("\n".join([f"<b>{scene.say('late_asked')}</b>", *lines]))
    if not late.count:
        blocks.append(scene.say("tasks_none"))
    buttons = [[task_button(task.id, task.descripcion, TaskCard(task.id, which=TaskFilter.LATE))] for task in shown]
    everything = [scene.button("late_all", Late(), count=late.count)] if late.asked else []
    rows = [above.row, *buttons, turning, everything]
    return Panel("\n\n".join(blocks), [*rows, [scene.button("back_to_summary", Summary(own=not leads))]])


def task_block(scene: Scene, task: Task, people: str = "") -> str:
    return f"{task_title(scene, task)}\n{people}{due(scene, task, scene.today)}"


def people_text(late: LateTasks, task: Task) -> str:
    names = [name_html(name_of(late.names, person), NAME_UNITS) for person in task.responsible_user_ids]
    return f"{listed(names, NAMES_SHOWN)} · "

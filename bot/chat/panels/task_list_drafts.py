"""Several tasks that are not saved yet: a line each, and a button that leaves one out."""

from collections.abc import Mapping

from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import Button, Panel, Scene, in_rows, label, listed, name_html, name_of
from bot.chat.panels.pickers import due_rows
from core.base.model import Priority
from core.records.drafts import TaskDraft, TasksDraft

TITLE_UNITS, NAMES_SHOWN, BUTTON_UNITS, A_ROW = 120, 3, 18, 2


def task_list_panel(scene: Scene, screen: DraftCard, body: TasksDraft, names: Mapping[int, str], reader: int) -> Panel:
    """Show a draft of several tasks; `names`: those of the people with one, by id; `reader`: whose draft it is."""
    lines = [line_text(scene, body, place, names, reader) for place in range(len(body.tasks))]
    asks = screen.field is Field.DAY
    text = frame.card_text(
        scene,
        scene.say("draft_tasks", count=len(body.wanted)),
        ["", *lines],
        [],
        scene.say("ask_due_of_all") if asks else "",
    )
    if asks:
        rows = due_rows(scene, screen, frame.sets_day(screen), None, scene.today)
        return Panel(text, [*rows, frame.back_row(scene, screen.draft, drop=True)])
    complete = bool(body.wanted) and all(each.fecha_cumplir for each in body.wanted)
    save = frame.save_row(
        scene, screen.draft, complete=complete, words=scene.say("button_save_tasks", count=len(body.wanted))
    )
    toggles = [toggle(scene, screen.draft, body, place) for place in range(len(body.tasks))]
    return Panel(text, [save, *in_rows(toggles, A_ROW)])


def toggle(scene: Scene, draft: int, body: TasksDraft, place: int) -> Button:
    words = label(body.tasks[place].descripcion, BUTTON_UNITS)
    key = "button_take_in" if place in body.left_out else "button_leave_out"
    return Button(scene.say(key, words=words), SetField(draft, Field.TASKS, place))


def line_text(scene: Scene, body: TasksDraft, place: int, names: Mapping[int, str], reader: int) -> str:
    """`✓ <b>hotel</b> · vence vie, 12 feb · Ana Torres`."""
    task = body.tasks[place]
    mark = "–" if place in body.left_out else "?" if task.fecha_cumplir is None else "✓"
    values = [scene.user_text(task.descripcion, TITLE_UNITS), due_text(scene, task)]
    values += [scene.say(f"priority_{task.prioridad}")] if task.prioridad is not Priority.MEDIA else []
    people = [task.asked_user_id] if task.asked_user_id is not None else list(task.responsible_user_ids)
    values += [people_text(task, people, names)] if people != [reader] else []
    return f"{mark} {' · '.join(values)}"


def due_text(scene: Scene, task: TaskDraft) -> str:
    if task.fecha_cumplir is None:
        return scene.say("task_lacks_due")
    return scene.say("due", date=scene.short(task.fecha_cumplir))


def people_text(task: TaskDraft, people: list[int], names: Mapping[int, str]) -> str:
    shown = listed([name_html(name_of(names, each)) for each in people], NAMES_SHOWN)
    return f"{'🙋' if task.asked_user_id is not None else '👤'} {shown}"

"""Messages sent unasked: a sentence, what it is about, and buttons."""

from collections.abc import Sequence

from bot.chat.callbacks.callback_data import AskFor
from bot.chat.callbacks.day import CloseDay, Day, OpenDay, SendAvance
from bot.chat.callbacks.tasks import TaskCard, TaskList
from bot.chat.panels.components import Button, Link, Panel, Row, Scene, and_more, escape, label
from bot.chat.panels.day import summary_lines
from bot.chat.panels.tasks import task_block
from core.delivery.nudges import DayStep
from core.language.i18n import listing
from core.people.colleagues import Colleague
from core.records.people import User
from core.records.work import DailyLog, Task, TaskComment
from core.work.daily_logs import DayView

TASKS_SHOWN = 10
COMMENT_UNITS = 1000


def promoted_panel(scene: Scene, tasks: Sequence[Task]) -> Panel:
    blocks = [task_block(scene, task) for task in tasks[:TASKS_SHOWN]]
    buttons: list[Row] = [
        [Button(f"#{task.id} · {label(task.descripcion)}", TaskCard(task.id))] for task in tasks[:TASKS_SHOWN]
    ]
    heading = scene.say("push_promoted", count=len(tasks))
    return Panel(
        "\n\n".join([heading, *blocks, *and_more(scene, len(tasks), TASKS_SHOWN)]),
        [*buttons, [scene.button("my_tasks", TaskList())]],
    )


def assigned_panel(scene: Scene, task: Task, by: str) -> Panel:
    heading = scene.say("push_assigned_by", name=escape(label(by))) if by else scene.say("push_assigned")
    return Panel(f"{heading}\n\n{task_block(scene, task)}", [task_row(scene, task)])


def commented_panel(scene: Scene, task: Task, comment: TaskComment, by: str) -> Panel:
    words = scene.user_text(task.descripcion)
    heading = scene.say("push_commented", name=escape(label(by)), id=task.id)
    text = scene.user_block(comment.comentario, COMMENT_UNITS)
    return Panel(f"{heading} {words}\n\n{text}", [task_row(scene, task)])


def task_row(scene: Scene, task: Task) -> Row:
    return [scene.button("task", TaskCard(task.id)), scene.button("comment", TaskCard(task.id, AskFor.COMMENT))]


def birthdays_panel(scene: Scene, others: Sequence[Colleague], *, own: bool) -> Panel:
    names = [escape(label(person.display_name)) for person in others]
    lines = [scene.say("push_birthday_own")] if own else []
    if names:
        lines.append(scene.say("push_birthdays", names=listing(scene.language, names), count=len(names)))
    return Panel("\n".join(lines))


def step_panel(scene: Scene, day: DayView, step: DayStep, nudged_by: str = "") -> Panel:
    if nudged_by:
        heading = scene.say(f"push_nudge_{step}", name=escape(label(nudged_by)))
    else:
        heading = scene.say(f"push_prompt_{step}")
    lines = [
        heading,
        *(summary_lines(scene, day.log.items) if day.log else [scene.say("day_waiting", count=day.waiting)]),
    ]
    return Panel("\n".join(lines), [[step_button(scene, day, step), scene.button("my_day", Day(day.fecha))]])


def nudge_panel(scene: Scene, person: User, step: DayStep, by: str) -> Panel:
    """What comes next in somebody's day, as their leader reminds them in front of all; Telegram tells them of it."""
    named = escape(label(person.display_name))
    if person.telegram_user_id is not None:
        named = f'<a href="tg://user?id={person.telegram_user_id}">{named}</a>'
    words = scene.say(f"push_group_nudge_{step}", person=named, name=escape(label(by)))
    return Panel(words, [[Link(scene.say("button_in_private"), "")]])


def step_button(scene: Scene, day: DayView, step: DayStep) -> Button:
    log: DailyLog | None = day.log
    if log is None:
        return scene.button("open", OpenDay(day.fecha, scene.today))
    if step is DayStep.CLOSE:
        return scene.button("close", CloseDay(day.fecha, scene.today, log.id))
    return scene.button("avance", SendAvance(day.fecha, scene.today, log.id))

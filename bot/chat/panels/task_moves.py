"""What a leader is asked about a task of somebody who will be away, and the answer."""

from datetime import date

from bot.chat.callbacks.task_moves import AnswerMove, Move, MoveAnswered, MoveAsked
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.absences import person_name, task_block
from bot.chat.panels.components import Button, Panel, Scene, escape, label
from core.language.i18n import date_range
from core.work.task_moves import MoveRequestView


def asked_panel(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> Panel:
    task = model.task
    away = scene.say(
        "move_asked_for",
        name=person_name(model.person),
        days=escape(date_range(scene.language, model.days.first, model.days.last, year=False)),
    )
    card = scene.button("task", TaskCard(task.id))
    parts = [away, task_block(scene, task), request_line(scene, model, screen), *state_lines(scene, model, screen)]
    if not model.open:
        return Panel("\n\n".join(parts), [[card]])
    answers = [
        answer_button(scene, screen, accept=True),
        *([] if screen.declined else [answer_button(scene, screen, accept=False)]),
    ]
    return Panel("\n\n".join(parts), [answers, [card]])


def request_line(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> str:
    if screen.move is Move.DAY:
        return scene.say("move_wish_day", date=scene.short(date.fromordinal(screen.value)))
    name = person_name(model.successor) if model.successor else f"#{screen.value}"
    return scene.say("move_wish_person", name=name)


def state_lines(scene: Scene, model: MoveRequestView, screen: MoveAsked) -> list[str]:
    if model.fulfilled:
        return [scene.say("move_is_so")]
    if not model.open:
        return [scene.say("move_is_moot")]
    return [scene.say("move_is_declined")] if screen.declined else []


def answer_button(scene: Scene, screen: MoveAsked, *, accept: bool) -> Button:
    action = AnswerMove(screen.absence, screen.task, screen.before, screen.move, screen.value, accept)
    return scene.button("move_yes" if accept else "move_no", action)


def moot_panel(scene: Scene) -> Panel:
    return Panel(scene.say("move_is_gone"))


def answered_panel(scene: Scene, screen: MoveAnswered, by: str, successor: str) -> Panel:
    """The answer to one's request; of a task that one may not see any more, only its number."""
    text = "move_accepted" if screen.accepted else "move_declined"
    head = scene.say(text, name=escape(label(by)), id=screen.task)
    if not screen.accepted:
        return Panel(head, [[scene.button("task", TaskCard(screen.task))]])
    if screen.move is Move.PERSON:
        return Panel(f"{head} {scene.say('move_now_of', name=escape(label(successor)))}")
    due = scene.say("move_now_due", date=scene.short(date.fromordinal(screen.value)))
    return Panel(f"{head} {due}", [[scene.button("task", TaskCard(screen.task))]])

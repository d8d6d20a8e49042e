"""What a leader is asked for a task of somebody who will be away, and what they have said to it."""

from datetime import date

from bot.panels.absences import name_of
from bot.panels.form import Button, Panel, Scene, escape, label, status_and_due, user_text
from bot.places.absences import AnswerMove, Move, MoveAnswered, MoveAsked
from bot.places.tasks import TaskCard
from core.i18n import date_range
from core.task_moves import WishView


def asked_panel(scene: Scene, model: WishView, view: MoveAsked) -> Panel:
    """Who is away when, the task as it is, what is wished of it, and yes and no; or what holds now."""
    task = model.task
    away = scene.say(
        "move_asked_for",
        name=name_of(model.person),
        days=escape(date_range(scene.language, model.days.first, model.days.last, year=False)),
    )
    words = user_text(task.descripcion, language=scene.language)
    block = f"<b>#{task.id}</b> {words}\n{status_and_due(scene, task, scene.today)}"
    card = Button(scene.say("button_task"), TaskCard(task.id))
    parts = [away, block, wished(scene, model, view), *stands(scene, model, view)]
    if not model.open:
        return Panel("\n\n".join(parts), [[card]])
    answers = [answer(scene, view, accept=True), *([] if view.declined else [answer(scene, view, accept=False)])]
    return Panel("\n\n".join(parts), [answers, [card]])


def wished(scene: Scene, model: WishView, view: MoveAsked) -> str:
    """What the task is to become."""
    if view.move is Move.DAY:
        return scene.say("move_wish_day", date=scene.short(date.fromordinal(view.value)))
    name = name_of(model.successor) if model.successor else f"#{view.value}"
    return scene.say("move_wish_person", name=name)


def stands(scene: Scene, model: WishView, view: MoveAsked) -> list[str]:
    """What holds now, where it is no open question."""
    if model.fulfilled:
        return [scene.say("move_is_so")]
    if not model.open:
        return [scene.say("move_is_moot")]
    return [scene.say("move_is_declined")] if view.declined else []


def answer(scene: Scene, view: MoveAsked, *, accept: bool) -> Button:
    """Yes or no."""
    press = AnswerMove(view.absence, view.task, view.before, view.move, view.value, accept)
    return Button(scene.say("button_move_yes" if accept else "button_move_no"), press)


def moot_panel(scene: Scene) -> Panel:
    """That there is nothing to decide any more."""
    return Panel(scene.say("move_is_gone"))


def answered_panel(scene: Scene, view: MoveAnswered, by: str, successor: str) -> Panel:
    """What was said to one's wish; of a task that one may not see any more, no more than its number."""
    said = "move_accepted" if view.accepted else "move_declined"
    head = scene.say(said, name=escape(label(by)), id=view.task)
    if not view.accepted:
        return Panel(head, [[Button(scene.say("button_task"), TaskCard(view.task))]])
    if view.move is Move.PERSON:
        return Panel(f"{head} {scene.say('move_now_of', name=escape(label(successor)))}")
    due = scene.say("move_now_due", date=scene.short(date.fromordinal(view.value)))
    return Panel(f"{head} {due}", [[Button(scene.say("button_task"), TaskCard(view.task))]])

"""Questions about a task in somebody's name: whom to ask, the question, and what came of it."""

from bot.chat.callbacks.surveys import Block, Finish, Survey, SurveyAsk
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import LIGHTS, Panel, Scene, Style, name_html, percentage, status_and_due, task_named
from bot.chat.panels.surveys import SurveyModel
from core.base.model import TaskStatus
from core.delivery.task_nudges import NudgeAnswer

WHY_UNITS = 300


def asked_about_panel(scene: Scene, model: SurveyModel, by: str) -> Panel:
    """The question of somebody by name, with the task and three answers."""
    task = model.task
    question = scene.say("push_task_nudge", name=name_html(by), task=task_named(scene, task.id, task.descripcion))
    answers = [
        [scene.button("survey_done", Finish(task.id)).styled(Style.SUCCESS)],
        [scene.button("survey_working", Survey(task.id, SurveyAsk.PERCENT))],
        [scene.button("survey_blocked", Block(task.id)).styled(Style.DANGER)],
    ]
    return Panel(f"{question}\n{status_and_due(scene, task, scene.today)}", answers)


def nudge_answered_panel(scene: Scene, answer: NudgeAnswer, name: str) -> Panel:
    """Tell how far a person is with the task about which one had them asked."""
    task = answer.task
    about = {"name": name_html(name), "task": task_named(scene, task.id, task.descripcion)}
    card = [[scene.button("task", TaskCard(task.id))]]
    if task.estatus is TaskStatus.CERRADA:
        key = "push_answered_nudge_split" if answer.split else "push_answered_nudge_done"
        return Panel(scene.say(key, **about), card)
    if answer.porcentaje is None or answer.semaforo is None:
        return Panel(scene.say("push_answered_nudge", **about, state=scene.say(f"status_{task.estatus}")), card)
    state = f"{LIGHTS[answer.semaforo]} {percentage(scene.language, answer.porcentaje)}"
    line = scene.say("push_answered_nudge", **about, state=state)
    why = f"\n💬 {scene.user_text(answer.motivo, WHY_UNITS)}" if answer.motivo else ""
    return Panel(f"{line}{why}", card)

"""The survey about a late task."""

from msgspec import Struct

from bot.chat.callbacks.surveys import Block, Finish, KeepOn, ReopenForSurvey, Survey, SurveyAsk
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import (
    LIGHTS,
    Button,
    Panel,
    Row,
    Scene,
    Style,
    progress_bar,
    status_and_due,
    task_title,
)
from core.base.model import TaskStatus
from core.records.work import DailyLog, DailyLogItem, Task
from core.work.daily_logs import COMPLETE

PERCENTAGES = (10, 25, 50, 75, 90)
QUESTIONS = {SurveyAsk.PERCENT: "survey_ask_percent", SurveyAsk.COMMENT: "ask_comment"}


class SurveyModel(Struct, frozen=True):
    """A late task; its item in one's log of today, if there are such; whether it is still one's own to answer for."""

    task: Task
    log: DailyLog | None
    item: DailyLogItem | None
    theirs: bool

    @property
    def open(self) -> bool:
        return self.theirs and self.task.is_active and self.task.estatus is not TaskStatus.CERRADA

    @property
    def day_closed(self) -> bool:
        return self.log is not None and self.log.closed_at is not None

    @property
    def stuck(self) -> bool:
        """Whether the day or the item must be taken up again before it can be written to."""
        return self.day_closed or (self.item is not None and self.item.porcentaje == COMPLETE)


def survey_panel(scene: Scene, model: SurveyModel, screen: Survey) -> Panel:
    """The task and what can be answered; what was answered is seen from how it stands."""
    task = model.task
    lines = [
        scene.say("survey_title" if model.open else "survey_title_over"),
        task_title(scene, task),
        status_and_due(scene, task, scene.today),
    ]
    if model.item is not None:
        lines.append(f"{LIGHTS[model.item.semaforo]} {progress_bar(model.item.porcentaje, scene.language)}")
    card = [scene.button("task", TaskCard(task.id))]
    if not model.open:
        closed = model.theirs and task.is_active and task.estatus is TaskStatus.CERRADA
        return Panel("\n".join(lines), [*(reopen_rows(scene, model) if closed and model.item else []), card])
    if model.stuck:
        lines.append(scene.say("item_of_closed_day" if model.day_closed else "item_complete"))
    if screen.ask in QUESTIONS:
        lines += ["", scene.say(QUESTIONS[screen.ask])]
    return Panel("\n".join(lines), [*reopen_rows(scene, model), *answer_rows(scene, screen), card])


def answer_rows(scene: Scene, screen: Survey) -> list[Row]:
    """Done, still working, blocked, comment; or, while something is asked for, what answers that."""
    task = screen.task
    if screen.ask is SurveyAsk.NOTHING:
        return [
            [
                scene.button("survey_done", Finish(task)).styled(Style.SUCCESS),
                scene.button("survey_working", Survey(task, SurveyAsk.PERCENT)),
            ],
            [
                scene.button("survey_blocked", Block(task)).styled(Style.DANGER),
                scene.button("comment", Survey(task, SurveyAsk.COMMENT)),
            ],
        ]
    percents = [Button(str(value), KeepOn(task, value)) for value in PERCENTAGES if screen.ask is SurveyAsk.PERCENT]
    return [percents, [scene.button("not_now", Survey(task))]]


def reopen_rows(scene: Scene, model: SurveyModel) -> list[Row]:
    if not model.stuck or model.log is None:
        return []
    action = ReopenForSurvey(model.log.fecha, scene.today, model.item.id if model.item else 0, model.task.id)
    return [[scene.button("reopen", action)]]

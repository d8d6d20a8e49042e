"""The survey about a late task, and about several."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from bot.chat.callbacks.surveys import Block, Finish, KeepOn, ReopenForSurvey, Survey, SurveyAsk, SurveyList
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.panels.components import (
    LIGHTS,
    Button,
    Panel,
    Row,
    Scene,
    Style,
    due,
    label,
    pages,
    progress_bar,
    status_and_due,
    task_title,
)
from core.base.model import TaskStatus
from core.delivery.surveys import SurveyedTask
from core.records.work import DailyLog, DailyLogItem, Task
from core.work.day_items import COMPLETE

TASKS_A_PAGE = 8
PERCENTAGES = (10, 25, 50, 75, 90)
QUESTIONS = {SurveyAsk.PERCENT: "survey_ask_percent", SurveyAsk.COMMENT: "ask_comment"}


class SurveyModel(Struct, frozen=True):
    """A late task, its item in one's log of today, if any, and whether one is still a responsible (`theirs`)."""

    task: Task
    log: DailyLog | None
    item: DailyLogItem | None
    theirs: bool

    @property
    def open(self) -> bool:
        return self.theirs and self.task.is_open

    @property
    def day_closed(self) -> bool:
        return self.log is not None and self.log.closed_at is not None

    @property
    def stuck(self) -> bool:
        """True where the day or the item must be reopened before it can be changed."""
        return self.day_closed or (self.item is not None and self.item.porcentaje == COMPLETE)


def survey_panel(scene: Scene, model: SurveyModel, screen: Survey) -> Panel:
    """The task with its state, which shows what was answered, and the buttons to answer."""
    task = model.task
    lines = [
        scene.say(title_of(scene, model)),
        task_title(scene, task),
        status_and_due(scene, task, scene.today),
    ]
    if model.item is not None:
        lines.append(f"{LIGHTS[model.item.semaforo]} {progress_bar(model.item.porcentaje, scene.language)}")
    others = [scene.button("back_to_surveys", screen.then())] if screen.day else []
    card = [scene.button("task", TaskCard(task.id)), *others]
    reopen = reopen_rows(scene, model, screen.day)
    if not model.open:
        closed = model.theirs and task.is_active and task.estatus is TaskStatus.CERRADA
        return Panel("\n".join(lines), [*(reopen if closed and model.item else []), card])
    if model.stuck:
        lines.append(scene.say("item_of_closed_day" if model.day_closed else "item_complete"))
    if screen.ask in QUESTIONS:
        lines += ["", scene.say(QUESTIONS[screen.ask])]
    return Panel("\n".join(lines), [*reopen, *answer_rows(scene, screen), card])


def title_of(scene: Scene, model: SurveyModel) -> str:
    if not model.open:
        return "survey_title_over"
    return "survey_title" if model.task.fecha_cumplir < scene.today else "survey_title_asked"


def answer_rows(scene: Scene, screen: Survey) -> list[Row]:
    """Return the buttons done, still working, blocked, comment; while something is asked for, those that answer it."""
    task, day = screen.task, screen.day
    if screen.ask is SurveyAsk.NOTHING:
        return [
            [
                scene.button("survey_done", Finish(task, day)).styled(Style.SUCCESS),
                scene.button("survey_working", Survey(task, SurveyAsk.PERCENT, day)),
            ],
            [
                scene.button("survey_blocked", Block(task, day)).styled(Style.DANGER),
                scene.button("comment", Survey(task, SurveyAsk.COMMENT, day)),
            ],
        ]
    values = PERCENTAGES if screen.ask is SurveyAsk.PERCENT else ()
    percents = [Button(str(value), KeepOn(task, value, day)) for value in values]
    return [percents, [scene.button("not_now", Survey(task, day=day))]]


def reopen_rows(scene: Scene, model: SurveyModel, day: int) -> list[Row]:
    if not model.stuck or model.log is None:
        return []
    action = ReopenForSurvey(model.log.fecha, scene.today, model.item.id if model.item else 0, model.task.id, day)
    return [[scene.button("reopen", action)]]


def survey_list_panel(
    scene: Scene, asked: Sequence[SurveyedTask], items: Mapping[int, DailyLogItem], screen: SurveyList
) -> Panel:
    """Late tasks with a button each; `items` are theirs in one's log of today."""
    _, shown, turning = pages(asked, screen, TASKS_A_PAGE)
    left = sum(each.task.is_open and not each.answered for each in asked)
    over = scene.say("surveys_title_over" if asked else "tasks_none")
    heading = scene.say("surveys_title", count=left) if left else over
    blocks = [standing(scene, each.task, items.get(each.task.id)) for each in shown]
    buttons = [[survey_button(each, screen.day)] for each in shown if each.task.is_open]
    return Panel("\n\n".join([heading, *blocks]), [*buttons, turning])


def survey_button(asked: SurveyedTask, day: int) -> Button:
    words = f"#{asked.task.id} · {label(asked.task.descripcion)}"
    return Button(f"✓ {words}" if asked.answered else words, Survey(asked.task.id, day=day))


def standing(scene: Scene, task: Task, item: DailyLogItem | None) -> str:
    """A task, its progress if it is in today's log, and when it was due."""
    when = due(scene, task, scene.today) if task.is_active else scene.say("task_deleted")
    far = f"{LIGHTS[item.semaforo]} {progress_bar(item.porcentaje, scene.language)} · " if item else ""
    return f"{task_title(scene, task)}\n{far}{when}"

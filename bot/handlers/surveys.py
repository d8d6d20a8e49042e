"""Answers to how a late task is going: done, still working and how far, blocked and why, a comment."""

from bot.handlers.day import on
from bot.handlers.items import LIKE_A_NUMBER, NUMBER
from bot.panels.form import LIGHTS, Panel
from bot.panels.survey import SurveyModel, survey_panel
from bot.places.pushes import Asked, Block, Finish, KeepOn, ReopenForSurvey, Survey
from bot.turn import Handlers, Reply, Shown, Turn, Typed
from core import daily_logs, surveys, tasks
from core.daily_logs import DailyLog, PercentageRequest
from core.model import INT32_MAX, TaskStatus
from core.requests import build
from core.tasks import CommentRequest


async def draw_survey(turn: Turn, view: Survey) -> Panel:
    """The question as things stand by now."""
    return survey_panel(turn.scene, await survey_model(turn, view.task), view)


async def survey_model(turn: Turn, task_id: int) -> SurveyModel:
    """A task and one's item of it today. Raises `NotFound`."""
    task = await turn.run(tasks.get_task, task_id)
    log = (await turn.run(daily_logs.my_day, on(turn.today))).log
    item = surveys.item_of(log, task_id) if log else None
    return SurveyModel(task, log, item, turn.actor.id in task.responsible_user_ids)


async def press_finish(turn: Turn, press: Finish) -> Reply:
    """It is done; pressed again, it was already."""
    before = await turn.run(tasks.get_task, press.task)
    await turn.run(surveys.finish, press.task)
    done_before = before.estatus is TaskStatus.CERRADA
    return Reply(press.place(), turn.say("said_finished_before" if done_before else "said_finished"))


async def press_keep_on(turn: Turn, press: KeepOn) -> Reply:
    """Still working on it, so far."""
    log = await keep_on(turn, press.task, press.percent)
    return Reply(Survey(press.task), said_percent(turn, log, press.task))


async def keep_on(turn: Turn, task_id: int, percent: int) -> DailyLog:
    """Write down how far it is."""
    request = build(PercentageRequest, {"fecha": turn.today, "porcentaje": percent})
    return await turn.run(surveys.keep_on, task_id, request)


def said_percent(turn: Turn, log: DailyLog, task_id: int) -> str:
    """How far it is now."""
    item = surveys.item_of(log, task_id)
    return turn.say("said_percent", light=LIGHTS[item.semaforo], percent=item.porcentaje) if item else ""


async def press_block(turn: Turn, press: Block) -> Reply:
    """Something is in the way; what it is, is asked."""
    await turn.run(surveys.block, press.task, on(turn.today))
    return Reply(Survey(press.task, Asked.WHY), turn.say("said_blocked"))


async def press_reopen(turn: Turn, press: ReopenForSurvey) -> Reply:
    """Take the item up again, and say how far it is."""
    await turn.run(daily_logs.reopen_item, press.item, on(press.meant(turn.today)))
    return Reply(press.place(), turn.say("said_reopened"))


async def typed_on_survey(turn: Turn, view: Survey, typed: Typed) -> Reply:
    """A number is how far it is, unless a comment was asked for; other words are a comment."""
    if view.ask is not Asked.COMMENT:
        if number := NUMBER.fullmatch(typed.words):
            log = await keep_on(turn, view.task, min(int(number[1][:12]), INT32_MAX))
            return done(view, typed, said_percent(turn, log, view.task))
        if view.ask is Asked.PERCENT or LIKE_A_NUMBER.fullmatch(typed.words):
            return Reply(words=turn.say("percent_whole"), about=view)
    await turn.run(surveys.comment, view.task, build(CommentRequest, {"comentario": typed.words}))
    return done(view, typed, turn.say("said_comment", id=view.task))


def done(view: Survey, typed: Typed, words: str) -> Reply:
    """It was written down; the question is seen as answered."""
    answered = Survey(view.task)
    return Reply(words=words, about=answered, redraw=Shown(typed.to.message_id, answered))


async def cancel(_: Turn, view: Survey) -> Survey | None:
    """The question without its question."""
    return Survey(view.task) if view.ask is not Asked.NOTHING else None


HANDLERS = Handlers(
    views={Survey: draw_survey},
    presses={Finish: press_finish, KeepOn: press_keep_on, Block: press_block, ReopenForSurvey: press_reopen},
    answers={Survey: typed_on_survey},
    cancels={Survey: cancel},
)

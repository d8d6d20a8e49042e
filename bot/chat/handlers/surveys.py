"""Answers to a survey about a late task: done, still working, blocked, a comment."""

from collections.abc import Sequence

from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.red import WhyRed
from bot.chat.callbacks.surveys import Block, Finish, KeepOn, ReopenForSurvey, Survey, SurveyAsk, SurveyList
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.comments import words_or_files
from bot.chat.handlers.day import LIKE_A_NUMBER, date_request, own_log, percent_typed
from bot.chat.panels.components import LIGHTS, Panel
from bot.chat.panels.surveys import SurveyModel, survey_list_panel, survey_panel
from core.application.requests import build
from core.base.model import TaskStatus
from core.delivery import surveys
from core.delivery.surveys import SurveyedTask
from core.records.work import DailyLog
from core.work import tasks
from core.work.daily_logs import PercentageRequest
from core.work.tasks import CommentRequest


async def draw_survey(ctx: ChatContext, screen: Survey) -> Panel:
    return survey_panel(ctx.scene, await survey_model(ctx, screen.task), screen)


async def draw_survey_list(ctx: ChatContext, screen: SurveyList) -> Panel:
    on = day_numbered(screen.day) or ctx.today
    return await survey_list(ctx, await ctx.run(surveys.asked_on, on), screen)


async def survey_list(ctx: ChatContext, asked: Sequence[SurveyedTask], screen: SurveyList) -> Panel:
    log = await own_log(ctx, ctx.today)
    items = {item.task_id: item for item in log.items} if log else {}
    return survey_list_panel(ctx.scene, asked, items, screen)


async def survey_model(ctx: ChatContext, task_id: int) -> SurveyModel:
    task = await ctx.run(tasks.get_task, task_id)
    log = await own_log(ctx, ctx.today)
    item = surveys.item_of(log, task_id) if log else None
    return SurveyModel(task, log, item, ctx.actor.id in task.responsible_user_ids)


async def press_finish(ctx: ChatContext, action: Finish) -> Reply:
    before = await ctx.run(tasks.get_task, action.task)
    await ctx.run(surveys.finish, action.task)
    done_before = before.estatus is TaskStatus.CERRADA
    words = ctx.say("said_finished_before" if done_before else "said_finished")
    return Reply(Survey(action.task, day=action.day).then(), words)


async def press_keep_on(ctx: ChatContext, action: KeepOn) -> Reply:
    log = await keep_on(ctx, action.task, action.percent)
    return Reply(Survey(action.task, day=action.day).then(), percent_words(ctx, log, action.task))


async def keep_on(ctx: ChatContext, task_id: int, percent: int) -> DailyLog:
    request = build(PercentageRequest, {"fecha": ctx.today, "porcentaje": percent})
    return await ctx.run(surveys.keep_on, task_id, request)


def percent_words(ctx: ChatContext, log: DailyLog, task_id: int) -> str:
    item = surveys.item_of(log, task_id)
    return ctx.say("said_percent", light=LIGHTS[item.semaforo], percent=item.porcentaje) if item else ""


async def press_block(ctx: ChatContext, action: Block) -> Reply:
    await ctx.run(surveys.block, action.task, date_request(ctx.today))
    return Reply(WhyRed(action.task, action.day), ctx.say("said_blocked"))


async def press_reopen(ctx: ChatContext, action: ReopenForSurvey) -> Reply:
    await ctx.run(surveys.reopen, action.task, date_request(action.meant(ctx.today)))
    return Reply(action.screen(), ctx.say("said_reopened"))


async def typed_on_survey(ctx: ChatContext, screen: Survey, typed: Typed) -> Reply:
    """Take a number as the percentage, unless a comment was asked for, and other words as a comment."""
    if screen.ask is not SurveyAsk.COMMENT:
        if (percent := percent_typed(typed.words)) is not None:
            log = await keep_on(ctx, screen.task, percent)
            return typed.taken(percent_words(ctx, log, screen.task), screen.then())
        if screen.ask is SurveyAsk.PERCENT or LIKE_A_NUMBER.fullmatch(typed.words):
            return Reply(words=ctx.say("percent_whole"), about=screen)
    return await comment_on_survey(ctx, screen, typed)


async def comment_on_survey(ctx: ChatContext, screen: Survey, typed: Typed) -> Reply:
    request = build(CommentRequest, {"comentario": words_or_files(ctx, typed)})
    await ctx.run(tasks.add_comment, screen.task, request, typed.files)
    return typed.taken(ctx.say("said_comment", id=screen.task), screen.then())


HANDLERS = Handlers(
    screens={Survey: draw_survey, SurveyList: draw_survey_list},
    actions={Finish: press_finish, KeepOn: press_keep_on, Block: press_block, ReopenForSurvey: press_reopen},
    answers={Survey: typed_on_survey},
    files={Survey: comment_on_survey},
)

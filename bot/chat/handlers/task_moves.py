"""Leaders asked to move a task of somebody who will be away: the question, the answer, the result."""

from datetime import date

from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.task_moves import AnswerMove, Move, MoveAnswered, MoveAsked
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.panels import task_moves as panels
from bot.chat.panels.components import Panel
from core.application.requests import build
from core.base.errors import FieldCode, Invalid, NotFound
from core.people import users
from core.work import task_moves
from core.work.task_moves import MoveAnswer, MoveOutcome, MoveRequest, MoveRequestView


def build_request(move: Move, value: int) -> MoveRequest:
    """What a button's value wishes for. Raises `Invalid` for a day that no button has."""
    if move is not Move.DAY:
        return build(MoveRequest, {"userId": value})
    return build(MoveRequest, {"fechaCumplir": parse_day(value)})


def parse_day(value: int) -> date:
    """A day as `date.toordinal` counts it. Raises `Invalid` beyond the calendar."""
    if (day := day_numbered(value)) is None:
        raise Invalid.at("fechaCumplir", FieldCode.INVALID_DATE)
    return day


async def draw_asked(ctx: ChatContext, screen: MoveAsked) -> Panel:
    try:
        return panels.asked_panel(ctx.scene, await load_request(ctx, screen), screen)
    except NotFound:
        return panels.moot_panel(ctx.scene)


async def load_request(ctx: ChatContext, screen: MoveAsked) -> MoveRequestView:
    """The wish as it stands by now. Raises `NotFound` where it is about nothing any more."""
    request, before = build_request(screen.move, screen.value), parse_day(screen.before)
    return await ctx.run(task_moves.view_request, screen.absence, screen.task, request, before)


async def draw_answered(ctx: ChatContext, screen: MoveAnswered) -> Panel:
    if screen.move is Move.DAY:
        parse_day(screen.value)
    people = [screen.by] if screen.move is Move.DAY else [screen.by, screen.value]
    names = await ctx.run(users.display_names, people)
    return panels.answered_panel(ctx.scene, screen, names.get(screen.by, ""), names.get(screen.value, ""))


async def press_answer(ctx: ChatContext, action: AnswerMove) -> Reply:
    """Accept or decline; a request that is moot by now changes nothing and says so."""
    request = build_request(action.move, action.value)
    fields = {"fechaCumplir": request.fecha_cumplir, "userId": request.user_id}
    answer = build(MoveAnswer, fields | {"before": parse_day(action.before), "accepted": action.accept})
    result = await ctx.run(task_moves.answer_move, action.absence, action.task, answer)
    asked = MoveAsked(action.absence, action.task, action.before, action.move, action.value, not action.accept)
    return Reply(asked, ctx.say(OUTCOME_TEXTS[result.outcome]))


OUTCOME_TEXTS = {
    MoveOutcome.DONE: "said_move_accepted",
    MoveOutcome.DONE_BEFORE: "said_move_done_before",
    MoveOutcome.DECLINED: "said_move_declined",
}
HANDLERS = Handlers(screens={MoveAsked: draw_asked, MoveAnswered: draw_answered}, actions={AnswerMove: press_answer})

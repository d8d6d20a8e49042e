"""What leaders are asked for tasks of who will be away: the question, yes and no, and what was said."""

from datetime import date

from bot.panels import task_moves as panels
from bot.panels.form import Panel
from bot.places.absences import AnswerMove, Move, MoveAnswered, MoveAsked
from bot.places.form import day_numbered
from bot.turn import Handlers, Reply, Turn
from core import task_moves, users
from core.errors import FieldCode, Invalid, NotFound
from core.requests import build
from core.task_moves import Answer, Outcome, Wish, WishView


def wish_of(move: Move, value: int) -> Wish:
    """What a button's value wishes for. Raises `Invalid` for a day that no button has."""
    if move is not Move.DAY:
        return build(Wish, {"userId": value})
    return build(Wish, {"fechaCumplir": day_of(value)})


def day_of(value: int) -> date:
    """A day as `date.toordinal` counts it. Raises `Invalid` beyond the calendar."""
    if (day := day_numbered(value)) is None:
        raise Invalid.at("fechaCumplir", FieldCode.INVALID_DATE)
    return day


async def draw_asked(turn: Turn, view: MoveAsked) -> Panel:
    """What one is asked, as it stands by now."""
    try:
        return panels.asked_panel(turn.scene, await viewed(turn, view), view)
    except NotFound:
        return panels.moot_panel(turn.scene)


async def viewed(turn: Turn, view: MoveAsked) -> WishView:
    """The wish as it stands by now. Raises `NotFound` where it is about nothing any more."""
    wish, before = wish_of(view.move, view.value), day_of(view.before)
    return await turn.run(task_moves.view_wish, view.absence, view.task, wish, before)


async def draw_answered(turn: Turn, view: MoveAnswered) -> Panel:
    """What was said to one's wish."""
    if view.move is Move.DAY:
        day_of(view.value)
    people = [view.by] if view.move is Move.DAY else [view.by, view.value]
    names = await turn.run(users.names, people)
    return panels.answered_panel(turn.scene, view, names.get(view.by, ""), names.get(view.value, ""))


async def press_answer(turn: Turn, press: AnswerMove) -> Reply:
    """Say yes or no; what cannot be any more is told, and nothing is changed."""
    wish = wish_of(press.move, press.value)
    fields = {"fechaCumplir": wish.fecha_cumplir, "userId": wish.user_id}
    answer = build(Answer, fields | {"before": day_of(press.before), "accepted": press.accept})
    settled = await turn.run(task_moves.answer_move, press.absence, press.task, answer)
    asked = MoveAsked(press.absence, press.task, press.before, press.move, press.value, not press.accept)
    return Reply(asked, turn.say(SAID[settled.outcome]))


SAID = {
    Outcome.DONE: "said_move_accepted",
    Outcome.DONE_BEFORE: "said_move_done_before",
    Outcome.DECLINED: "said_move_declined",
}
HANDLERS = Handlers(views={MoveAsked: draw_asked, MoveAnswered: draw_answered}, presses={AnswerMove: press_answer})

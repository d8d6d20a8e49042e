"""Absences: a person's, as `/ausencia` lists them, one of them, the tasks that are due during it, and moving these."""

from datetime import UTC, date, datetime

from bot.chat.callbacks.absences import (
    AbsenceCard,
    AbsenceList,
    AnswerMove,
    EndAbsence,
    Move,
    MoveAnswered,
    MoveAsked,
    MoveTask,
    TaskOfAbsence,
)
from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.day import Day
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.pushing import Push, display_name, int_param, require
from bot.chat.panels import absences as panels
from bot.chat.panels.components import Panel
from core.application.access import Operation
from core.application.requests import build
from core.base.calendar_time import Interval
from core.base.errors import Code, FieldCode, Invalid, NotFound
from core.people import absence_news, absences
from core.people.absence_news import AbsenceNews
from core.records.messages import Message, Reason
from core.records.work import Task
from core.work import absence_outlook, task_moves, tasks
from core.work.absence_outlook import AbsenceView
from core.work.task_moves import MoveAnswer, MoveOutcome, MoveRequest, MoveRequestView, MoveResult


async def draw_absences(ctx: ChatContext, screen: AbsenceList) -> Panel:
    """A person's absences. Raises `Forbidden` for a person whom the caller may not ask about."""
    user_id = screen.user or ctx.actor.id
    model = await ctx.run(absence_outlook.absences_of, user_id)
    return panels.absences_panel(ctx.scene, model, screen, own=user_id == ctx.actor.id, leads=ctx.leads)


async def draw_absence(ctx: ChatContext, screen: AbsenceCard) -> Panel:
    model = await ctx.run(absence_outlook.absence_view, screen.absence)
    return panels.absence_panel(ctx.scene, model, screen, own=model.person.id == ctx.actor.id)


async def draw_changed(ctx: ChatContext, message: Message) -> Push:
    """The message to a person's leader and to those they lead: what has changed in the person's absences."""
    person = int_param(message, "person_id")
    news, name = await news_of(ctx, message, person), await display_name(ctx, person)
    every = AbsenceList(person) if ctx.may(Operation.ABSENCE_READ, person) else None
    panel = panels.news_panel(ctx.scene, news, name, every)
    if every is None:
        return Push(Day(ctx.today), panel)
    for absence in news.noted:
        due = (await ctx.run(absence_outlook.absence_view, absence.id)).tasks
        asked = await ctx.run(task_moves.asked_moves, absence, due)
        panel = panels.with_due(ctx.scene, panel, due, asked)
    return Push(every, panel)


async def draw_own_changed(ctx: ChatContext, message: Message) -> Push:
    """The message to a person: what others have changed in their absences."""
    news = await news_of(ctx, message, ctx.actor.id)
    by = int_param(message, "by_user_id")
    name = await display_name(ctx, by) if by else ctx.say("history_service")
    return Push(AbsenceList(), panels.news_panel(ctx.scene, news, name, AbsenceList()))


async def draw_hours(ctx: ChatContext, message: Message) -> Push:
    """Draw hours away for a person's leader, or for the person; nothing once the hours are others."""
    person, own = int_param(message, "person_id"), int_param(message, "person_id") == ctx.actor.id
    name = await display_name(ctx, int_param(message, "by_user_id") if own else person)
    hours = Interval(*(datetime.fromtimestamp(int_param(message, each), UTC) for each in ("starts", "ends")))
    every = AbsenceList(0 if own else person)
    if int_param(message, "gone"):
        return Push(every, panels.hours_news_panel(ctx.scene, name, hours, None, own=own, gone=True))
    view = await ctx.run(absence_outlook.absence_view, int_param(message, "absence_id"))
    require(view.absence.hours and view.absence.hours.start == hours.start)
    panel = panels.hours_news_panel(ctx.scene, name, hours, view.absence.reason, own=own, gone=False)
    asked = await ctx.run(task_moves.asked_moves, view.absence, view.tasks)
    return Push(every, panel if own else panels.with_due(ctx.scene, panel, view.tasks, asked))


async def news_of(ctx: ChatContext, message: Message, person: int) -> AbsenceNews:
    """Return what has changed since the message was written; withhold the message if nothing has."""
    numbers = message.params["days"]
    days = [date.fromordinal(each) for each in numbers if isinstance(each, int)] if isinstance(numbers, list) else []
    news = await ctx.run(absence_news.absence_news, person, list(zip(days[::2], days[1::2], strict=True)))
    require(news.noted or news.gone, Reason.DONE)
    return news


async def draw_task(ctx: ChatContext, screen: TaskOfAbsence) -> Panel:
    """One of the tasks due during an absence. Raises `NotFound` if it no longer is."""
    model = await ctx.run(absence_outlook.absence_view, screen.absence)
    choosing = screen.move is Move.PERSON
    people = await ctx.run(task_moves.successors, screen.absence, screen.task) if choosing else ()
    return panels.task_panel(ctx.scene, model, find_task(model, screen.task), screen, people)


def find_task(model: AbsenceView, task_id: int) -> Task:
    found = next((task for task in model.tasks if task.id == task_id), None)
    if found is None:
        raise NotFound(Code.TASK_NOT_FOUND, id=task_id)
    return found


async def press_end(ctx: ChatContext, action: EndAbsence) -> Reply:
    absence = await ctx.run(absences.cancel_as_seen, action.absence, action.first, action.last)
    key = "said_absence_ended" if absence.first_day < ctx.today else "said_absence_cancelled"
    whose = 0 if absence.user_id == ctx.actor.id else absence.user_id
    return Reply(AbsenceList(whose), ctx.say(key))


async def press_move(ctx: ChatContext, action: MoveTask) -> Reply:
    request = build_request(action.move, action.value)
    result = await ctx.run(task_moves.move_task, action.absence, action.task, request)
    return Reply(action.screen(), await outcome_words(ctx, result, action), alert=result.outcome is MoveOutcome.ASKED)


async def outcome_words(ctx: ChatContext, result: MoveResult, action: MoveTask) -> str:
    match result.outcome:
        case MoveOutcome.ASKED:
            return ctx.say("said_move_asked", name=result.asked_name)
        case MoveOutcome.ASKED_BEFORE:
            return ctx.say("said_move_asked_before", name=result.asked_name)
    if action.move is Move.DAY:
        return ctx.say("said_due", date=ctx.scene.short(date.fromordinal(action.value)))
    return ctx.say("said_handed_over", id=action.task, name=await display_name(ctx, action.value))


def build_request(move: Move, value: int) -> MoveRequest:
    """Return the request for the day or person in a button's value. Raises `Invalid` for a day that no button has."""
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
        return Panel(ctx.scene.say("move_is_gone"))


async def load_request(ctx: ChatContext, screen: MoveAsked) -> MoveRequestView:
    """The wish as it is now. Raises `NotFound` if its absence or task is gone."""
    request, before = build_request(screen.move, screen.value), parse_day(screen.before)
    return await ctx.run(task_moves.view_request, screen.absence, screen.task, request, before)


async def draw_answered(ctx: ChatContext, screen: MoveAnswered, known: str = "") -> Panel:
    """The answer, with the task's title: as the person who asked `known` it, else as they may read it now."""
    if screen.move is Move.DAY:
        parse_day(screen.value)
    people = [screen.by] if screen.move is Move.DAY else [screen.by, screen.value]
    names = await ctx.names_of(people)
    words = known or await readable_title(ctx, screen.task)
    return panels.answered_panel(ctx.scene, screen, names.get(screen.by, ""), names.get(screen.value, ""), words)


async def readable_title(ctx: ChatContext, task_id: int) -> str:
    try:
        return (await ctx.run(tasks.get_task, task_id)).descripcion
    except NotFound:
        return ""


async def press_answer(ctx: ChatContext, action: AnswerMove) -> Reply:
    """Accept or decline; a request that no longer applies changes nothing, and the reply says so."""
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
HANDLERS = Handlers(
    screens={
        AbsenceList: draw_absences,
        AbsenceCard: draw_absence,
        TaskOfAbsence: draw_task,
        MoveAsked: draw_asked,
        MoveAnswered: draw_answered,
    },
    actions={EndAbsence: press_end, MoveTask: press_move, AnswerMove: press_answer},
)

"""Absences: a person's, as `/ausencia` lists them, one of them, and the tasks that are due during it."""

from datetime import date

from bot.chat.callbacks.absences import AbsenceCard, AbsenceList, EndAbsence, MoveTask, TaskOfAbsence
from bot.chat.callbacks.task_moves import Move
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers.task_moves import build_request
from bot.chat.panels import absences as panels
from bot.chat.panels.components import Panel
from core.base.errors import Code, NotFound
from core.people import absences, users
from core.records.work import Task
from core.work import absence_outlook, task_moves
from core.work.absence_outlook import AbsenceView
from core.work.task_moves import MoveOutcome, MoveResult


async def draw_absences(ctx: ChatContext, screen: AbsenceList) -> Panel:
    """A person's absences. Raises `Forbidden` where they are nobody one may ask about."""
    user_id = screen.user or ctx.actor.id
    model = await ctx.run(absence_outlook.absences_of, user_id)
    return panels.absences_panel(ctx.scene, model, screen, own=user_id == ctx.actor.id, leads=ctx.leads)


async def draw_absence(ctx: ChatContext, screen: AbsenceCard) -> Panel:
    try:
        model = await ctx.run(absence_outlook.absence_view, screen.absence)
    except NotFound:
        return panels.gone_panel(ctx.scene)
    return panels.absence_panel(ctx.scene, model, screen, own=model.person.id == ctx.actor.id)


async def draw_task(ctx: ChatContext, screen: TaskOfAbsence) -> Panel:
    """One of the tasks that are due meanwhile. Raises `NotFound` where it is not by now."""
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
    try:
        absence = await ctx.run(absences.cancel_as_seen, action.absence, action.first, action.last)
    except NotFound:
        return Reply(AbsenceList(), ctx.say("said_absence_gone"), alert=True)
    key = "said_absence_ended" if absence.first_day < ctx.today else "said_absence_cancelled"
    return Reply(AbsenceList(0 if absence.user_id == ctx.actor.id else absence.user_id), ctx.say(key))


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
    names = await ctx.run(users.display_names, [action.value])
    return ctx.say("said_handed_over", id=action.task, name=names.get(action.value, ""))


HANDLERS = Handlers(
    screens={AbsenceList: draw_absences, AbsenceCard: draw_absence, TaskOfAbsence: draw_task},
    actions={EndAbsence: press_end, MoveTask: press_move},
)

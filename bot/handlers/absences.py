"""Days away: `/ausencia` and `/ausencia @ana` (who is away when), one absence, and the tasks that are due meanwhile."""

from collections.abc import Sequence
from datetime import date

from bot.handlers.task_moves import wish_of
from bot.panels import absences as panels
from bot.panels.form import Panel
from bot.places.absences import AbsenceCard, Absences, EndAbsence, Move, MoveTask, TaskOfAbsence
from bot.turn import Handlers, Reply, Turn
from core import absence_outlook, absences, task_moves, users
from core.absence_outlook import AbsenceView
from core.colleagues import Colleague
from core.errors import Code, NotFound
from core.task_moves import Outcome, Settled
from core.tasks import Task


async def draw_absences(turn: Turn, view: Absences) -> Panel:
    """A person's absences. Raises `Forbidden` where they are nobody one may ask about."""
    user_id = view.user or turn.actor.id
    model = await turn.run(absence_outlook.of_person, user_id)
    return panels.absences_panel(turn.scene, model, view, own=user_id == turn.actor.id, leads=turn.leads)


async def draw_absence(turn: Turn, view: AbsenceCard) -> Panel:
    """One absence as it is now, or that it is no more."""
    try:
        model = await turn.run(absence_outlook.view, view.absence)
    except NotFound:
        return panels.gone_panel(turn.scene)
    return panels.absence_panel(turn.scene, model, view, own=model.person.id == turn.actor.id)


async def draw_task(turn: Turn, view: TaskOfAbsence) -> Panel:
    """One of the tasks that are due meanwhile. Raises `NotFound` where it is not by now."""
    model = await turn.run(absence_outlook.view, view.absence)
    people = await successors(turn, view) if view.move is Move.PERSON else ()
    return panels.task_panel(turn.scene, model, task_of(model, view.task), view, people)


async def successors(turn: Turn, view: TaskOfAbsence) -> Sequence[Colleague]:
    """Whom it may be given to."""
    return await turn.run(task_moves.successors, view.absence, view.task)


def task_of(model: AbsenceView, task_id: int) -> Task:
    """A task among those that are due meanwhile. Raises `NotFound`."""
    found = next((task for task in model.tasks if task.id == task_id), None)
    if found is None:
        raise NotFound(Code.TASK_NOT_FOUND, id=task_id)
    return found


async def press_end(turn: Turn, press: EndAbsence) -> Reply:
    """Cancel an absence, if it still is what the person saw."""
    try:
        absence = await turn.run(absences.cancel_as_seen, press.absence, press.first, press.last)
    except NotFound:
        return Reply(Absences(), turn.say("said_absence_gone"), alert=True)
    said = "said_absence_ended" if absence.first_day < turn.today else "said_absence_cancelled"
    return Reply(Absences(0 if absence.user_id == turn.actor.id else absence.user_id), turn.say(said))


async def press_move(turn: Turn, press: MoveTask) -> Reply:
    """Have a task be due on another day, or be another person's, or ask for it."""
    wish = wish_of(press.move, press.value)
    settled = await turn.run(task_moves.move_task, press.absence, press.task, wish)
    return Reply(press.place(), await said(turn, settled, press), alert=settled.outcome is Outcome.ASKED)


async def said(turn: Turn, settled: Settled, press: MoveTask) -> str:
    """What became of it."""
    match settled.outcome:
        case Outcome.ASKED:
            return turn.say("said_move_asked", name=settled.asked_name)
        case Outcome.ASKED_BEFORE:
            return turn.say("said_move_asked_before", name=settled.asked_name)
    if press.move is Move.DAY:
        return turn.say("said_due", date=turn.scene.short(date.fromordinal(press.value)))
    names = await turn.run(users.names, [press.value])
    return turn.say("said_handed_over", id=press.task, name=names.get(press.value, ""))


HANDLERS = Handlers(
    views={Absences: draw_absences, AbsenceCard: draw_absence, TaskOfAbsence: draw_task},
    presses={EndAbsence: press_end, MoveTask: press_move},
)

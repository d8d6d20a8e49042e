"""`/nueva`: a task from a sentence, corrected on its card, saved by ✅."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.handlers import tasks
from bot.handlers.draft_kind import DraftKind
from bot.handlers.event_drafts import SEPARATORS
from bot.handlers.words import as_a_priority, understood, understood_as_a_day
from bot.panels.form import Panel
from bot.panels.task_drafts import ASKED, TaskDraftModel, new_task_panel, task_draft_panel
from bot.places.drafts import DraftCard, DraftDropped, Field, SetField
from bot.places.form import day_numbered
from bot.places.tasks import NewTask, TaskCard
from bot.turn import Handlers, Reply, Turn, Typed
from core import assigning, drafts, task_drafts
from core.model import Priority
from core.phrases import TASK
from core.task_drafts import Named, TaskDraft


async def new_typed(turn: Turn, words: str) -> Reply:
    """`/nueva`, or at once `/nueva Revisar contrato con @luis para el viernes, urgente`."""
    return await begin(turn, words) if words.strip() else Reply(NewTask())


async def typed_on_question(turn: Turn, _: NewTask, typed: Typed) -> Reply:
    """What is to be done."""
    return await begin(turn, typed.words)


async def begin(turn: Turn, words: str) -> Reply:
    """A draft of what some words say, to look at."""
    heard = await understood(turn, words, TASK)
    body = task_drafts.begun(words, heard, await named(turn, heard.people), turn.actor.id)
    draft = await turn.run(drafts.begin_draft, body)
    return Reply(DraftCard(draft.id, asks(body)))


async def named(turn: Turn, names: Sequence[str]) -> Named:
    """Whom names stand for."""
    return await turn.run(assigning.named, names) if names else Named()


async def draw_question(turn: Turn, _: NewTask) -> Panel:
    """The question what is to be done."""
    return new_task_panel(turn.scene)


async def cancel_question(_turn: Turn, _: NewTask) -> DraftDropped:
    """Nothing is to be done."""
    return DraftDropped()


# A draft of a task


def asks(body: TaskDraft) -> Field:
    """The first field that is missing."""
    return ASKED[body.lacks[0]] if body.lacks else Field.NOTHING


async def draw(turn: Turn, body: TaskDraft, view: DraftCard) -> Panel:
    """The draft, with who of its people could not be named any more."""
    choice = await turn.run(assigning.choice, body.responsible_user_ids)
    return task_draft_panel(turn.scene, TaskDraftModel(view.draft, body, choice), view)


async def given(turn: Turn, body: TaskDraft, press: SetField) -> TaskDraft:
    """The draft with what a button says; a value that no button has changes nothing."""
    value, levels = press.value, list(Priority)
    match press.field:
        case Field.DAY if day := day_numbered(value):
            return task_drafts.due_on(body, day)
        case Field.PEOPLE:
            return await with_person(turn, body, value)
        case Field.PRIORITY if 0 <= value < len(levels):
            return replace(body, prioridad=levels[value])
        case _:
            return body


async def with_person(turn: Turn, body: TaskDraft, value: int) -> TaskDraft:
    """The draft with a person among its responsibles, or without the one of the negative id."""
    if value > 0:
        await turn.run(assigning.check_assignable, value)
    return task_drafts.shared(body, abs(value), responsible=value > 0)


async def heard(turn: Turn, body: TaskDraft, field: Field, typed: Typed) -> TaskDraft | None:
    """The draft with what was typed for a field, or for none; None where that says nothing of a task.

    Words that are nothing else are a new description only where that is asked for, or as a reply to the card.
    """
    if field is Field.TITLE and body.descripcion.strip():
        return task_drafts.described(body, typed.words)
    words = as_a_priority(typed.words) if body.descripcion.strip() else typed.words
    said = await (understood_as_a_day if field is Field.DAY else understood)(turn, words, TASK)
    names = said.people or (SEPARATORS.split(typed.words.strip()) if field is Field.PEOPLE and not said.pieces else ())
    people = await named(turn, names)
    if not body.descripcion.strip() and field in (Field.TITLE, Field.NOTHING):
        return task_drafts.completed(body, typed.words, said, people)
    if said.pieces or people.user_ids:
        return task_drafts.corrected(body, said if said.pieces else replace(said, title=""), people)
    if field is not Field.NOTHING:
        return None
    return task_drafts.described(body, typed.words) if typed.replied else task_drafts.doubted(body, said)


KIND = DraftKind(
    draw=draw,
    asks=asks,
    given=given,
    heard=heard,
    unheard={
        Field.NOTHING: "task_draft_not_heard",
        Field.DAY: "due_not_understood",
        Field.PEOPLE: "draft_not_heard_PEOPLE",
    },
    became=lambda _turn, _body, task_id: TaskCard(task_id),
    card=tasks.draw_card,
)
HANDLERS = Handlers(
    views={NewTask: draw_question},
    commands={"nueva": new_typed},
    answers={NewTask: typed_on_question},
    cancels={NewTask: cancel_question},
)

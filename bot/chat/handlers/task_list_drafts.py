"""Several tasks said in one message, as one draft: all are saved by one press, in one transaction."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.callbacks.tasks import TaskList
from bot.chat.context import ChatContext, Reply, Typed
from bot.chat.handlers import task_drafts, tasks
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import read_day
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from bot.chat.panels.task_list_drafts import task_list_panel
from core.drafts import task_drafts as task_words
from core.language.accents import without_accents, words_in
from core.language.i18n import listing
from core.language.phrases.corrections import one_said, several_said
from core.language.phrases.model import TASK
from core.records.drafts import TaskDraft, TasksDraft
from core.work import task_lists

NOT_UNDERSTOOD: Mapping[Field, str] = {Field.NOTHING: "task_list_not_heard", Field.DAY: "due_not_understood"}


async def list_typed(ctx: ChatContext, items: Sequence[str]) -> Reply:
    """The draft of several tasks, each from its own words; those that exist already are named and left out."""
    body = TasksDraft(tasks=tuple([await task_drafts.read_new(ctx, None, words) for words in items]))
    there = await there_already(ctx, body)
    body = replace(body, left_out=tuple(there))
    reply = await begin(ctx, body, missing_field(body))
    if not there:
        return reply
    tasks = [f"«{shorten(body.tasks[place].descripcion, LINE_UNITS)}» (#{task})" for place, task in there.items()]
    return replace(reply, words=ctx.say("tasks_there_already", tasks=listing(ctx.language, tasks), count=len(tasks)))


async def there_already(ctx: ChatContext, body: TasksDraft) -> Mapping[int, int]:
    """Return the open tasks that lines repeat, by their places: of the same people, by the same title."""
    people = sorted({person for each in body.tasks for person in people_of(each)})
    known = {
        (title_of(task.descripcion), person): task.id
        for user in people
        for task in await ctx.run(task_lists.tasks_of, user, None)
        for person in task.responsible_user_ids
    }
    found = {
        place: {known.get((title_of(each.descripcion), person), 0) for person in people_of(each)}
        for place, each in enumerate(body.tasks)
    }
    return {place: min(ids) for place, ids in found.items() if ids and 0 not in ids}


def title_of(words: str) -> str:
    """A title as it is compared: without accents, case and marks."""
    return " ".join(words_in(without_accents(words)))


async def draw_card(ctx: ChatContext, body: TasksDraft, screen: DraftCard) -> Panel:
    people = {person for each in body.tasks for person in people_of(each)}
    names = await ctx.names_of(people)
    return task_list_panel(ctx.scene, screen, body, names, ctx.actor.id)


def people_of(body: TaskDraft) -> Sequence[int]:
    return [body.asked_user_id] if body.asked_user_id is not None else body.responsible_user_ids


async def read_new(_: ChatContext, body: TasksDraft, __: str) -> TasksDraft:
    """The draft as it is: what began it was a list of its own."""
    return body


def missing_field(body: TasksDraft) -> Field:
    """Return the day as what is missing, where tasks say none."""
    return Field.DAY if any(each.fecha_cumplir is None for each in body.wanted) else Field.NOTHING


async def apply_button(_: ChatContext, body: TasksDraft, action: SetField) -> TasksDraft:
    """The draft with a day for those that have none, or with a task left out or taken in again."""
    if action.field is Field.DAY and (day := day_numbered(action.value)):
        return replace(
            body, tasks=tuple(task_words.with_due_date(each, day) if undated(each) else each for each in body.tasks)
        )
    if action.field is Field.TASKS and 0 <= action.value < len(body.tasks):
        return replace(body, left_out=tuple(sorted({*body.left_out} ^ {action.value})))
    return body


def undated(body: TaskDraft) -> bool:
    return body.fecha_cumplir is None


async def apply_words(ctx: ChatContext, body: TasksDraft, _: Field, typed: Typed) -> TasksDraft | TaskDraft | None:
    """The draft with the day that is typed, for those that have none, or for all where each has one.

    It is one task again where that is said.
    """
    if body.wanted and one_said(typed.words):
        return as_one(ctx, body.wanted)
    if several_said(typed.words) is not None:
        return body
    parsed = await read_day(ctx, typed.words, TASK)
    if parsed.days is None:
        return None
    none = [each for each in body.wanted if undated(each)]
    changed = [
        task_words.due_within(each, parsed.days, parsed) if undated(each) or not none else each for each in body.tasks
    ]
    return replace(body, tasks=tuple(changed))


def as_one(ctx: ChatContext, several: Sequence[TaskDraft]) -> TaskDraft:
    """Make several tasks one, due when the last of them is."""
    days = [each.fecha_cumplir for each in several if each.fecha_cumplir]
    words = listing(ctx.language, [each.descripcion for each in several])
    return replace(several[0], descripcion=words, fecha_cumplir=max(days, default=None))


def saved_screen(_ctx: ChatContext, _body: TasksDraft, _saved_id: int) -> TaskList:
    return TaskList()


draw_saved = tasks.draw_list

"""`/nueva`: a task drafted from a sentence, corrected on its card, saved by ✅."""

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.chat.callbacks.asked_tasks import AskedCard
from bot.chat.callbacks.callback_data import day_numbered
from bot.chat.callbacks.drafts import DraftCard, Field, NewTaskQuestion, SetField
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.context import ChatContext, Handlers, Reply, Typed, answers_as, draws_text
from bot.chat.handlers import asked_tasks, event_drafts, tasks
from bot.chat.handlers.draft_kind import begin
from bot.chat.handlers.phrases import mark_priority, read_day, read_phrase
from bot.chat.handlers.pushing import display_name
from bot.chat.panels.components import Panel
from bot.chat.panels.task_drafts import ASKED, DATES_SHOWN, TaskDraftModel, task_draft_panel
from core.base.model import Priority
from core.drafts import event_drafts as event_words
from core.drafts import task_drafts
from core.language.accents import without_accents
from core.language.phrases.corrections import (
    calendar_said,
    person_said,
    several_said,
    title_instead,
    title_said,
    without_beginning,
    without_not_mine,
)
from core.language.phrases.model import TASK
from core.language.reader.acts import days_said
from core.language.reader.lists import parted
from core.people import colleagues
from core.records.drafts import EventDraft, ResolvedNames, TaskDraft, TasksDraft
from core.work import assigning, task_rules
from core.work.rule_dates import RuleDate


async def new_typed(ctx: ChatContext, words: str) -> Reply:
    """`/nueva`, or at once `/nueva Revisar contrato con @luis para el viernes, urgente`."""
    if not words.strip():
        return Reply(NewTaskQuestion())
    body = await read_new(ctx, None, words)
    return await begin(ctx, body, missing_field(body))


async def read_new(ctx: ChatContext, _: TaskDraft | None, words: str) -> TaskDraft:
    """The draft that a sentence makes."""
    parsed = await read_phrase(ctx, words, TASK)
    return task_drafts.new_draft(words, parsed, await find_people(ctx, parsed.people), ctx.actor.id)


ADDS = re.compile(
    r"^(?:y|e|and) |\b(?:tambien|tb|tmb|ademas|falta|agrega|agregale|suma|sumale|anade|also|too|as well|add)\b"
)
"""Words that say that somebody is responsible besides, and not instead."""


async def named_alone(ctx: ChatContext, words: str) -> Sequence[str]:
    """Return the usernames of people whom words name without @, if they say nothing else: "actually make that Ana"."""
    known = await ctx.run(colleagues.list_colleagues)
    changes = colleagues.people_changes(words, known)
    return [each.username for each in known if each.id in changes.added and task_drafts.only_joins(changes.rest)]


async def find_people(ctx: ChatContext, names: Sequence[str]) -> ResolvedNames:
    return await ctx.run(assigning.resolve_names, names) if names else ResolvedNames()


# A draft of a task


def missing_field(body: TaskDraft) -> Field:
    return ASKED[body.missing[0]] if body.missing else Field.NOTHING


async def draw_card(ctx: ChatContext, body: TaskDraft, screen: DraftCard) -> Panel:
    choice = await ctx.run(assigning.assignable_people, body.responsible_user_ids)
    asked = "" if body.asked_user_id is None else await display_name(ctx, body.asked_user_id)
    dates: Sequence[RuleDate] = ()
    people = (body.asked_user_id,) if body.asked_user_id else body.responsible_user_ids
    if body.repeats and body.fecha_cumplir:
        dates = await ctx.run(task_rules.first_dates, body.repeats, body.fecha_cumplir, people, DATES_SHOWN)
    due = dates[0].due if dates else body.fecha_cumplir
    off = await ctx.run(assigning.off_on, people, due) if due else {}
    return task_draft_panel(ctx.scene, TaskDraftModel(screen.draft, body, choice, asked, off, dates), screen)


def saved_screen(_: ChatContext, body: TaskDraft, saved_id: int) -> TaskCard | AskedCard:
    return TaskCard(saved_id) if body.asked_user_id is None else AskedCard(saved_id)


async def draw_saved(ctx: ChatContext, screen: TaskCard | AskedCard) -> Panel:
    return await (tasks.draw_card(ctx, screen) if isinstance(screen, TaskCard) else asked_tasks.draw_card(ctx, screen))


async def apply_button(ctx: ChatContext, body: TaskDraft, action: SetField) -> TaskDraft:
    value, levels = action.value, list(Priority)
    match action.field:
        case Field.DAY if day := day_numbered(value):
            return task_drafts.with_due_date(body, day)
        case Field.PEOPLE:
            return await set_person(ctx, body, value)
        case Field.PRIORITY if 0 <= value < len(levels):
            return replace(body, prioridad=levels[value])
        case Field.ONCE:
            return task_drafts.without_repeats(body)
        case _:
            return body


async def set_person(ctx: ChatContext, body: TaskDraft, value: int) -> TaskDraft:
    """The draft with a person among its responsibles; with a negative id, without that person."""
    if value > 0:
        await ctx.run(assigning.check_assignable, value)
    return task_drafts.with_responsible(body, abs(value), responsible=value > 0)


async def as_several(ctx: ChatContext, body: TaskDraft, count: int) -> TasksDraft | None:
    """The tasks that a draft is said to be, each due when it says, else when the draft is; None if unclear."""
    days = days_said(await read_phrase(ctx, body.descripcion, TASK))
    parts = parted(body.descripcion, days, count) or parted(body.descripcion, days)
    tasks_of_it = [await read_new(ctx, None, words) for words in parts]
    return TasksDraft(tasks=tuple([part_of(body, each) for each in tasks_of_it])) if parts else None


def part_of(body: TaskDraft, part: TaskDraft) -> TaskDraft:
    """A part of a draft, with what the part does not say as the draft has it."""
    return replace(
        part,
        fecha_cumplir=part.fecha_cumplir or body.fecha_cumplir,
        prioridad=body.prioridad if part.prioridad is Priority.MEDIA else part.prioridad,
        responsible_user_ids=body.responsible_user_ids,
        asked_user_id=body.asked_user_id,
    )


async def as_event(ctx: ChatContext, body: TaskDraft, rest: str) -> EventDraft:
    """The event that a draft is said to be rather, with what is said besides."""
    words = body.descripcion
    event = await event_drafts.read_new(ctx, None, f"{words} {rest}".strip())
    if event.day is None and body.fecha_cumplir:
        event = await event_drafts.read_new(ctx, None, f"{words} {rest} {body.fecha_cumplir}")
    named = colleagues.people_changes(rest, await ctx.run(colleagues.list_colleagues)).added
    return event_words.with_people(event, named)


async def apply_words(
    ctx: ChatContext, body: TaskDraft, field: Field, typed: Typed
) -> TaskDraft | TasksDraft | EventDraft | None:
    """The draft as `in_words` has it, or the several tasks or the event that it is said to be."""
    if body.descripcion.strip() and (rest := calendar_said(typed.words)) is not None:
        return await as_event(ctx, body, rest)
    if body.descripcion.strip() and (count := several_said(typed.words)) is not None:
        return await as_several(ctx, body, count)
    return await in_words(ctx, body, field, typed)


async def in_words(ctx: ChatContext, body: TaskDraft, field: Field, typed: Typed) -> TaskDraft | None:
    """The draft with what was typed for a field, or for none (`Field.NOTHING`); None if it could not be understood.

    Words that could not be read otherwise become the description only if that is asked for, or in a reply to the card.
    """
    if field is Field.TITLE and body.descripcion.strip():
        return task_drafts.with_description(body, typed.words)
    if title := title_said(typed.words):
        return task_drafts.with_description(body, title)
    typed = replace(typed, words=without_not_mine(typed.words)) if body.descripcion.strip() else typed
    words = mark_priority(without_beginning(typed.words)) if body.descripcion.strip() else typed.words
    parsed = await (read_day if field is Field.DAY else read_phrase)(ctx, words, TASK)
    names = parsed.people or (
        colleagues.names_listed(typed.words) if field is Field.PEOPLE and not parsed.pieces else ()
    )
    instead = person_said(typed.words)
    alone = await named_alone(ctx, instead or typed.words) if instead or not parsed.pieces else ()
    people = await find_people(ctx, names or alone)
    if not body.descripcion.strip() and field in (Field.TITLE, Field.NOTHING):
        return task_drafts.completed(body, typed.words, parsed, people)
    if people.user_ids and ADDS.search(without_accents(typed.words)):
        people = replace(people, user_ids=tuple(dict.fromkeys((*body.responsible_user_ids, *people.user_ids))))
    if parsed.pieces or people.user_ids or people.asked_user_id is not None:
        return task_drafts.corrected(body, parsed if parsed.pieces else replace(parsed, title=""), people)
    if field is not Field.NOTHING:
        return None
    title = title_instead(typed.words) or (typed.words if typed.replied else "")
    return task_drafts.with_description(body, title) if title else task_drafts.with_doubts(body, parsed)


NOT_UNDERSTOOD: Mapping[Field, str] = {
    Field.NOTHING: "task_draft_not_heard",
    Field.DAY: "due_not_understood",
    Field.PEOPLE: "draft_not_heard_PEOPLE",
}
HANDLERS = Handlers(
    screens={NewTaskQuestion: draws_text("new_task_ask")},
    commands={"nueva": new_typed},
    answers={NewTaskQuestion: answers_as(new_typed)},
)

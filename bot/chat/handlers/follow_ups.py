"""Words that go on from what was said or shown before: "¿y el jueves?", "push it to friday", "ya le llamé"."""

import re
from collections.abc import Awaitable, Callable, Sequence

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day, Today
from bot.chat.callbacks.first_words import OfferedTask
from bot.chat.callbacks.red import RedCard
from bot.chat.callbacks.tasks import TaskFilter, TaskList
from bot.chat.commands import COMMAND
from bot.chat.context import ChatContext
from bot.chat.handlers import readings
from bot.chat.handlers.phrases import moment_of
from core.base.errors import NotFound
from core.drafts import drafts
from core.language.phrases.model import Kind
from core.language.phrases.reading import read as read_phrases
from core.language.questions.model import Question, Readings, Topic, Who
from core.language.questions.reading import read_question
from core.language.reader.follow_ups import is_follow_up
from core.language.reader.reading import MessageReading, parts_of
from core.language.statements.model import Statement
from core.people.colleagues import PeopleByName
from core.records.drafts import TaskDraft
from core.work import last_change, red_help, task_search, tasks

BEGINS = re.compile(r"\W*(?:oye\W+|hey\W+|ok\W+)?(?:y|and|what about|how about|qu[eé] tal)\b", re.IGNORECASE)
MOST_TRIED = 5
"""The most earlier messages that are looked through for the question that is asked again."""


async def question_again(
    ctx: ChatContext, words: str, said_lately: Callable[[], Awaitable[Sequence[str]]], people: PeopleByName
) -> Readings | None:
    """Ask the earlier question again of the day or the people that words say; None if they say nothing of the kind."""
    names = parts_of(people.ids)
    if not is_follow_up(words, moment_of(ctx), names):
        return None
    later = [words]
    for earlier in (await said_lately())[:MOST_TRIED]:
        if is_follow_up(earlier, moment_of(ctx), names):
            later.append(earlier)
            continue
        if COMMAND.fullmatch(earlier):
            return None
        question = asked_in(await readings.read(ctx, earlier))
        if question is None or question.topic is Topic.FREE:
            return None
        for each in reversed(later):
            question = asked_of(ctx, question, each, people)
        return Readings((question,), asks=True)
    return None


async def own_day(
    ctx: ChatContext, words: str, shown_lately: Callable[[], Awaitable[Sequence[Screen]]], people: PeopleByName
) -> Readings | None:
    """The question for one's own day that is said after anything was shown: "¿y mañana?" behind a report."""
    goes_on = BEGINS.match(words) and is_follow_up(words, moment_of(ctx), parts_of(people.ids)) and await shown_lately()
    days = read_phrases(words, moment_of(ctx), Kind.DAYS).days if goes_on else None
    return Readings((Question(Topic.PLAN, Who.ME, days=days),), asks=True) if days else None


def asked_in(reading: MessageReading) -> Question | None:
    """The question that a message surely or likely asked."""
    found = reading.question or next((each.act for each in reading.candidates if isinstance(each.act, Readings)), None)
    return found.questions[0] if found and found.questions else None


def asked_of(ctx: ChatContext, question: Question, words: str, people: PeopleByName) -> Question:
    """A question as it is asked of the days and the people in some words."""
    days = read_phrases(words, moment_of(ctx), Kind.DAYS).days or question.days
    named = read_question(words, moment_of(ctx), people.ids)
    said = next((each for each in named.questions if each.people), None) if named else None
    if said is None:
        return replace(question, days=days)
    return replace(question, days=days, who=Who.NAMED, people=said.people, called=said.called, near=said.near)


async def task_shown(ctx: ChatContext, shown: Sequence[Screen]) -> int | None:
    """The one task that the chat showed last, or that was just reported on; None where that is none, or several."""
    for screen in shown:
        if task := await task_of(ctx, screen):
            return task
        if isinstance(screen, TaskList):
            return None
    return None


async def task_offered(ctx: ChatContext, screen: OfferedTask) -> int | None:
    """Return the one task that is named in the words of which it was asked whether to make a task of them."""
    try:
        draft = await ctx.run(drafts.get_draft, screen.draft)
    except NotFound:
        return None
    reading = await readings.read(ctx, draft.of(TaskDraft).descripcion)
    named = {each.act.task for each in reading.candidates if isinstance(each.act, Statement) and each.act.task}
    return named.pop() if len(named) == 1 else None


async def task_of(ctx: ChatContext, screen: Screen) -> int | None:
    """The task that a screen is about."""
    if isinstance(screen, OfferedTask):
        return await task_offered(ctx, screen)
    if isinstance(screen, Day | Today):
        reported = await ctx.run(last_change.last_reported)
        return reported.task_id if reported else None
    if isinstance(screen, RedCard):
        try:
            return (await ctx.run(red_help.view_red, screen.red)).red.task_id
        except NotFound:
            return None
    if isinstance(screen, TaskList):
        listed = await ctx.run(tasks.my_open_tasks)
        if screen.which is TaskFilter.LATE:
            listed = [each for each in listed if each.fecha_cumplir < ctx.today]
        return listed[0].id if len(listed) == 1 and screen.which in (TaskFilter.LATE, TaskFilter.OPEN) else None
    task = getattr(screen, "task", 0)
    return task if task and task in await ctx.run(task_search.open_descriptions) else None

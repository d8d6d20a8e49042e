"""Closed tasks that words open again: one's task of today that is named, else the one that was just closed."""

from collections.abc import Sequence

from bot.chat.callbacks.drafts import ReportOn
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers import report_drafts, statements
from bot.chat.handlers.day import own_log
from bot.chat.panels.components import task_button
from bot.chat.panels.questions import choice_panel
from core.base.calendar_time import ONE_DAY
from core.base.model import TaskStatus
from core.drafts import drafts
from core.language.phrases.model import ReportLine, SpokenReport
from core.language.reader.reopening import Reopening, read_reopening
from core.language.reader.reports import BEFORE_A_NUMBER
from core.language.reader.titles import Titles, numbered
from core.language.reader.words import words_of
from core.language.statements.model import Act, Statement
from core.records.drafts import ReportDraft
from core.records.work import DailyLogItem
from core.work import last_change, task_lists
from core.work.day_items import COMPLETE

CLOSED_DAYS = 14
"""The days since its closing for which a task is known by its title."""
MOST_TASKS = 6


async def reopened(ctx: ChatContext, words: str) -> Reply | None:
    """The answer to words that open closed tasks of one's own again; None where they open none."""
    said = read_reopening(words)
    if said is None:
        return None
    log = await own_log(ctx, ctx.today)
    if log is None or log.closed_at is not None:
        return None
    closed = [item for item in log.items if is_closed(item)]
    named = named_in(words, {item.task_id: item.descripcion for item in closed})
    if not named and (earlier := await named_of_earlier(ctx, words)):
        return await statements.answer_statement(ctx, Statement(Act.REOPEN, task=earlier))
    tasks = named or await meant(ctx, said, closed)
    if not tasks:
        return None
    if len(tasks) > 1 and not said.several:
        return await ask_which(ctx, line_of(words, tasks[0], said), [each for each in closed if each.task_id in tasks])
    lines = tuple(line_of(words, task, said) for task in tasks)
    return await report_drafts.applied(ctx, SpokenReport(lines), ctx.today)


def is_closed(item: DailyLogItem) -> bool:
    return item.porcentaje == COMPLETE or item.estatus is TaskStatus.CERRADA


def line_of(words: str, task: int, said: Reopening) -> ReportLine:
    return ReportLine(words, task, said.percent, reason=said.reason, reopens=True)


def named_in(words: str, closed: dict[int, str]) -> Sequence[int]:
    """The closed tasks that words call by their titles or numbers."""
    said, titles = words_of(words), Titles(closed)
    found = [*titles.mentions(said), *numbered(said, titles.stems, BEFORE_A_NUMBER)]
    return list(dict.fromkeys(task for each in found for task in each.tasks if task in closed))


async def named_of_earlier(ctx: ChatContext, words: str) -> int:
    """Return the one task that words name, closed by their person on a day before; 0 if they name none, or several."""
    since = ctx.today - CLOSED_DAYS * ONE_DAY
    found = await ctx.run(task_lists.tasks_of, ctx.actor.id, TaskStatus.CERRADA, since, ctx.today)
    named = named_in(words, {task.id: task.descripcion for task in found})
    return named[0] if len(named) == 1 else 0


async def meant(ctx: ChatContext, said: Reopening, closed: Sequence[DailyLogItem]) -> Sequence[int]:
    """Return the tasks that may be meant: those just closed, else those of today, where it is said outright."""
    just = await ctx.run(last_change.last_completed)
    of_day = [item.task_id for item in closed]
    found = [task for task in just if task in of_day]
    return found or (of_day if said.sure else [])


async def ask_which(ctx: ChatContext, line: ReportLine, items: Sequence[DailyLogItem]) -> Reply:
    draft = (await ctx.run(drafts.begin_draft, ReportDraft(fecha=ctx.today, lines=(line,)))).id
    buttons = [
        task_button(each.task_id, each.descripcion, ReportOn(draft, each.task_id)) for each in items[:MOST_TASKS]
    ]
    return Reply(panel=choice_panel(ctx.say("task_meant_ask"), buttons))

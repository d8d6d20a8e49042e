"""Finding one's open tasks by words, to share one in a conversation.

Case and accents do not matter. Every word must be part of the description, or be the task's number. Only tasks that the
caller may see are found; those who see all find the tasks that concern them, and any other only by its number.
"""

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from core.application.use_case import Context, needs, query
from core.base.model import INT32_MAX
from core.language.accents import without_accents
from core.records.tokens import Scope
from core.records.work import Task, TaskWords
from core.work.tasks import readable

NUMBER = re.compile(r"#?([0-9]{1,10})", re.ASCII)


class FoundTasks(Struct, frozen=True):
    tasks: Sequence[Task]
    more: bool


@needs(Scope.TASKS_READ)
@query
async def find_tasks(ctx: Context, words: str, start: int, most: int) -> FoundTasks:
    """Open tasks by words, `most` from the one at `start` on: the one of that number, then the soonest due."""
    wanted = without_accents(words).split()
    matching = [each for each in await ctx.uow.tasks.concerning(ctx.actor) if fits(each, wanted)]
    numbered = await open_by_number(ctx, wanted)
    ids = [each.id for each in sorted(matching, key=lambda task: (task.fecha_cumplir, task.id)) if each.id != numbered]
    ids = ids if numbered is None else [numbered, *ids]
    shown = ids[start : start + most]
    found = {task.id: task for task in await ctx.uow.tasks.by_ids(shown)}
    return FoundTasks([found[task_id] for task_id in shown], len(ids) > start + most)


@needs(Scope.TASKS_READ)
@query
async def open_descriptions(ctx: Context) -> Mapping[int, str]:
    """Return the descriptions of the open tasks that the caller may see, or that concern them if they see all."""
    return {each.id: each.descripcion for each in await ctx.uow.tasks.concerning(ctx.actor)}


def fits(task: TaskWords, wanted: Sequence[str]) -> bool:
    text = without_accents(task.descripcion)
    return all(word in text or number_of(word) == task.id for word in wanted)


async def open_by_number(ctx: Context, wanted: Sequence[str]) -> int | None:
    task = await by_number(ctx, wanted[0]) if len(wanted) == 1 else None
    return task.id if task is not None and task.is_open else None


async def by_number(ctx: Context, word: str) -> Task | None:
    """The task whose number this is, if the caller may read it."""
    number = number_of(word)
    task = await ctx.uow.tasks.get(number) if number is not None else None
    return task if task is not None and await readable(ctx, task) else None


def number_of(word: str) -> int | None:
    found = NUMBER.fullmatch(word)
    return int(found[1]) if found and int(found[1]) <= INT32_MAX else None

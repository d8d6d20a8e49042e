"""The parts into which a task is to be split, as a draft of them."""

from collections.abc import Sequence

from bot.chat.callbacks.drafts import Field
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers.draft_kind import begin
from bot.chat.panels.components import shorten
from core.language.reader.splits import FEWEST, MOST
from core.records.drafts import SplitDraft
from core.work import tasks

SHORT_WORDS = 3
"""The most words of a part that is not a title by itself."""
TITLE_UNITS = 80


async def begin_split(ctx: ChatContext, task_id: int, parts: Sequence[str]) -> Reply | None:
    """The parts as they would be made; None where these are not several, or too many."""
    if not FEWEST <= len(parts) <= MOST:
        return None
    task = await ctx.run(tasks.get_task, task_id)
    titles = tuple(titled(task.descripcion, each) for each in parts)
    return await begin(ctx, SplitDraft(task_id=task_id, parts=titles), Field.NOTHING)


def titled(whole: str, part: str) -> str:
    """Return the title of a part, with that of the whole: «Plan de medios: TV»."""
    if len(part.split()) > SHORT_WORDS:
        return part[:1].upper() + part[1:]
    return f"{shorten(whole.strip().splitlines()[0], TITLE_UNITS)}: {part}"

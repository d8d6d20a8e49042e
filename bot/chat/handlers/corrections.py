"""Words that correct or take back what was just saved: "deshaz eso", "no, así no", "perdón, era 60 no 80"."""

from collections.abc import Awaitable, Callable

from bot.chat.asked import Asked
from bot.chat.context import ChatContext, Reply
from bot.chat.handlers import first_words, last_change, readings, saved_corrections
from core.language.reader.intents import Intent
from core.language.reader.reading import SURE, MessageReading
from core.language.statements.model import Act


async def corrected(
    ctx: ChatContext,
    said: str,
    words: str,
    reading: MessageReading,
    shown: Callable[[], Awaitable[int | None]],
    asked: Asked | None = None,
) -> Reply | None:
    """The answer to words about what was just saved; None where nothing was, or they are about something else.

    `said`: the words as they were written, in which "it" is what was saved. `shown`: the task that was shown last.
    `asked`: the question that is open.
    """
    if right := await put_right(ctx, said, words, reading, shown, asked):
        return right
    if reading.statement is not None and reading.statement.act is Act.WITHDRAW:
        return await last_change.withdraw_comment(ctx, reading.statement)
    if not takes_back(reading):
        return None
    outright = reading.statement is None or reading.statement.outright
    if outright and not first_words.is_about_it(words):
        return await last_change.undo_recent(ctx)
    return await last_change.offer_undo(ctx)


async def put_right(
    ctx: ChatContext,
    said: str,
    words: str,
    reading: MessageReading,
    shown: Callable[[], Awaitable[int | None]],
    asked: Asked | None,
) -> Reply | None:
    """Put right what was just saved, as words say: move a comment to its task, correct a report or a thing itself."""
    meant = reading.correction.task if reading.correction else None
    if meant and (moved := await last_change.move_comment(ctx, meant)):
        return moved
    report = await readings.corrected(ctx, words, reading.correction)
    return report or await saved_corrections.put_right(ctx, said, reading, shown, asked)


def takes_back(reading: MessageReading) -> bool:
    """Return whether what was done last is to be taken back, or is said to be wrong."""
    if reading.statement is not None:
        return reading.statement.act is Act.UNDO
    first = reading.first
    return first is not None and first.intent is Intent.UNDO and first.sure >= SURE

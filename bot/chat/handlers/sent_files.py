"""Files that are sent without a task: kept as a draft of a comment that asks which task they belong to."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.chat.callbacks.drafts import CommentOn, DraftCard, Field, SaveDraft
from bot.chat.context import ChatContext, Handlers, Reply
from bot.chat.handlers import drafts, readings
from bot.chat.handlers.draft_kind import begin
from bot.chat.panels.components import files_text
from core.application.requests import build
from core.drafts import drafts as kept
from core.language.reader.intents import Intent
from core.language.reader.reading import VERY_SURE, MessageReading
from core.records.drafts import CommentDraft
from core.records.work import AttachmentKind, TelegramFile
from core.work import tasks
from core.work.tasks import CommentRequest

OF_A_TASK = frozenset((Intent.REPORT, Intent.COMMENT, Intent.MESSAGE, Intent.NONE, Intent.THANKS, Intent.GREETING))
"""The intents of a caption that may be about a task, or about nothing: all else is done for itself."""
HEARD_BY_PEOPLE = frozenset((AttachmentKind.VOICE, AttachmentKind.VIDEO_NOTE))


async def sent(ctx: ChatContext, words: str, files: Sequence[TelegramFile]) -> Reply | None:
    """Ask of which task files are; None where their caption surely wants something else.

    A caption that reports on one of the person's own tasks is that report, and the files are a comment there.
    """
    reading = await readings.read(ctx, words) if words else None
    if reading and wants_something_else(reading):
        return None
    if reading and (reported := await report_with_files(ctx, reading, words, files)):
        return reported
    body = CommentDraft(words=words or files_text(ctx.scene, files), files=tuple(files))
    asked = await begin(ctx, body, Field.TASK)
    not_heard = not words and any(each.kind in HEARD_BY_PEOPLE for each in files)
    return replace(asked, words=ctx.say("voice_not_heard")) if not_heard else asked


def wants_something_else(reading: MessageReading) -> bool:
    first = reading.first
    return first is not None and first.intent not in OF_A_TASK and first.act is not None and first.sure >= VERY_SURE


async def report_with_files(
    ctx: ChatContext, reading: MessageReading, words: str, files: Sequence[TelegramFile]
) -> Reply | None:
    said = reading.report
    if said is None or not said.clear or len(said.lines) != 1:
        return None
    task_id = said.lines[0].line.task_id
    if not await readings.is_own(ctx, task_id):
        return None
    reply = await readings.report(ctx, said)
    if isinstance(reply.screen, DraftCard) or reply.panel is not None:
        return None
    await ctx.run(tasks.add_comment, task_id, build(CommentRequest, {"comentario": words}), files)
    said_of_files = ctx.say("said_file_kept", file=files_text(ctx.scene, files), id=task_id)
    return replace(reply, words="\n".join(filter(None, [reply.words, said_of_files])))


async def press_comment_on(ctx: ChatContext, action: CommentOn) -> Reply:
    """The comment on the task that was chosen, with its files."""
    draft = await ctx.run(kept.get_draft, action.draft)
    if draft.saved_id is None:
        await ctx.run(kept.change_draft, draft.id, replace(draft.of(CommentDraft), task_id=action.task))
    return await drafts.press_save(ctx, SaveDraft(draft.id))


HANDLERS = Handlers(actions={CommentOn: press_comment_on})

"""The notice to a person whose message or press was put aside: it ended neither in its process nor in its time."""

import msgspec

from bot.chat.context import context_of
from bot.chat.outgoing import Outgoing, is_expected
from bot.chat.panels.components import Panel, escape
from bot.telegram import updates
from bot.telegram.updates import IncomingMessage, TelegramUser, Update
from core.application.use_case import Pipeline
from core.ports.tokens import IssueToken
from core.records.chat import InboxUpdate


class PutAsideNotice:
    """Tells people that it was put aside, in the chat where they wrote or pressed."""

    def __init__(self, pipeline: Pipeline, issue_token: IssueToken, outgoing: Outgoing) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.outgoing = outgoing

    async def tell(self, received: InboxUpdate) -> None:
        """Tell the person whose update it was, if anybody's. Raises what is not Telegram's fault or their chat's."""
        try:
            update = updates.decode(received.body)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            return
        message, sender = of_somebody(update)
        if message is None or sender is None:
            return
        ctx = await context_of(
            self.pipeline, self.issue_token, update.update_id, message.chat.id, sender.id, sender.language_code
        )
        try:
            await self.outgoing.send(message.chat.id, Panel(escape(ctx.say("put_aside"))), message.topic)
        except Exception as fault:
            if not is_expected(fault):
                raise


def of_somebody(update: Update) -> tuple[IncomingMessage | None, TelegramUser | None]:
    """The message that somebody wrote, or whose button they pressed, and who; nothing of other updates."""
    if update.callback_query is not None:
        return update.callback_query.message, update.callback_query.sender
    message = update.message or update.edited_message
    return message, message.sender if message else None

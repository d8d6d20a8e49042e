"""The chat's own store: its inbox, what its messages are about, open questions."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from core.records.chat import Claim, InboxUpdate, Prompt


class ChatStore(Protocol):
    """Durable when a method returns."""

    async def receive(self, updates: Sequence[InboxUpdate], at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        """Write down updates and claim their chats; the first that waits of each that has new ones and was nobody's."""

    async def take(self, at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        """Claim every chat with updates that wait, that nobody has; the first that waits of each."""

    async def answered(self, update: InboxUpdate, at: datetime, claim: Claim) -> InboxUpdate | None:
        """Mark an update as done with: it is never processed again. The next of its chat.

        None, where there is none, leaves the chat; where another has it by now, there is none either.
        """

    async def keep(self, chats: Collection[int], at: datetime, claim: Claim) -> None:
        """Those of these chats that are the claim's last as long from now on."""

    async def leave(self, holder: str) -> None:
        """Nobody has the chats that somebody had."""

    async def holders(self) -> Sequence[str]:
        """Everybody who has a chat."""

    async def pending(self) -> Sequence[InboxUpdate]:
        """Updates not answered yet, by update_id."""

    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        """Keep what a message is about, so that a reply to it is understood."""

    async def subject(self, chat_id: int, message_id: int) -> str | None:
        """What a message is about."""

    async def ask(self, chat_id: int, telegram_user_id: int, prompt: Prompt) -> None:
        """The person's open question in a chat, instead of an earlier one."""

    async def asked(self, chat_id: int, telegram_user_id: int) -> Prompt | None:
        """Their open question, expired or not."""

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None:
        """They answered, or turned to something else."""

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        """Drop updates answered before the one, subjects and prompts older than the other; how many."""

"""The chat's own store: its inbox, the subjects of its messages, open questions."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from core.records.chat import Claim, InboxUpdate, MessageQuestion, Prompt


class ChatMemoryRepository(Protocol):
    async def remember(self, chat_id: int, message_id: int, subject: str, at: datetime) -> None:
        """Keep the subject of a message, so that a reply to it is understood."""

    async def subject(self, chat_id: int, message_id: int) -> str | None: ...

    async def latest_subjects(self, chat_id: int, since: datetime, most: int) -> Sequence[str]:
        """The subjects, kept from `since` on, of a chat's latest messages, the latest first; at most `most`."""

    async def note_question(self, chat_id: int, question: MessageQuestion) -> None:
        """Keep what a message asks, and by which buttons it is answered, instead of what it asked before."""

    async def question(self, chat_id: int, message_id: int) -> MessageQuestion | None:
        """Return the question of a message, answered or not."""

    async def latest_questions(self, chat_id: int, most: int) -> Sequence[MessageQuestion]:
        """The questions that were asked last in a chat, answered or not, the latest first; at most `most`."""

    async def ask(self, chat_id: int, telegram_user_id: int, prompt: Prompt) -> None:
        """Replace the person's open question in a chat."""

    async def asked(self, chat_id: int, telegram_user_id: int) -> Prompt | None:
        """Return a person's open question, expired or not."""

    async def forget_prompt(self, chat_id: int, telegram_user_id: int) -> None: ...


class InboxRepository(Protocol):
    async def receive(self, updates: Sequence[InboxUpdate], at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        """Store updates and claim their chats.

        Returns the first waiting update of each chat with new ones that was free.
        """

    async def take(self, at: datetime, claim: Claim) -> Sequence[InboxUpdate]:
        """Claim every unclaimed chat that has waiting updates. Returns the first waiting update of each."""

    async def answered(self, update: InboxUpdate, at: datetime, claim: Claim) -> InboxUpdate | None:
        """Mark an update as processed for good. Returns the next one of its chat.

        Without a next one the chat is released. Returns None then, or if another process has the chat by now.
        """

    async def answered_together(self, updates: Collection[int], at: datetime) -> None:
        """Mark updates as processed that were processed with another one of their chat."""

    async def keep(self, chats: Collection[int], at: datetime, claim: Claim) -> None:
        """Extend the claim on those of these chats that the claimant still has."""

    async def release_claims(self, holder: str) -> None:
        """Release every chat that the holder has."""

    async def holders(self) -> Sequence[str]:
        """Every process that has a chat."""

    async def of_chat(self, chat_id: int) -> Sequence[InboxUpdate]:
        """The updates of a chat that are kept, processed or not, by update_id."""

    async def waiting_of_chat(self, chat_id: int) -> Sequence[InboxUpdate]:
        """The unprocessed updates of a chat, by update_id."""

    async def pending(self) -> Sequence[InboxUpdate]:
        """Unprocessed updates, by update_id."""

    async def count_pending(self) -> int:
        """Count the unprocessed updates."""


class ChatStore(InboxRepository, ChatMemoryRepository, Protocol):
    """Durable when a method returns."""

    async def prune(self, updates_before: datetime, before: datetime) -> int:
        """Delete updates processed before `updates_before`, and subjects and prompts older than `before`.

        Returns how many.
        """

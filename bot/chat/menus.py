"""The commands menu of each chat, by language and what one may do; everybody's are in `bot.chat.bot_settings`.

Which menu a chat has is known to Telegram only, so it is set at a chat's first sign of life and when it must change:
by each process that hears of it, as none knows what the others have set since.
"""

import asyncio
import logging
from functools import cache

from telegram.error import TelegramError

from bot.chat.commands import NAMES
from bot.chat.context import ChatContext
from bot.chat.outgoing import Outgoing
from bot.process.background_tasks import cancel
from bot.telegram.raw_bot import Commands
from core.base.model import Language
from core.base.state_log import StateLog
from core.language.i18n import text

logger = logging.getLogger(__name__)


@cache
def commands(language: Language, hidden: frozenset[str]) -> Commands:
    """A person's menu, without the commands that they would be refused."""
    return tuple(entry(language, name) for name in NAMES if name not in hidden)


def entry(language: Language, name: str) -> dict[str, str]:
    written = name if language is Language.ES else NAMES[name]
    return {"command": written, "description": text(language, f"chat.command_{name}")}


class Menus:
    """Keeps the menus as they must be, in the background: no answer waits for it."""

    def __init__(self, outgoing: Outgoing) -> None:
        self.outgoing = outgoing
        self.states = StateLog(logger)
        self.set: dict[int, tuple[Language, frozenset[str]] | None] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    def update(self, ctx: ChatContext, *, force: bool = False) -> None:
        """Set a chat's menu in the background if it must change, or with `force`; unlinked, it has the default one."""
        wanted = (ctx.language, ctx.hidden) if ctx.linked else None
        if self.set.get(ctx.chat_id) == wanted and not force:
            return
        self.set[ctx.chat_id] = wanted
        task = asyncio.create_task(self.change(ctx.chat_id, wanted))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def change(self, chat_id: int, wanted: tuple[Language, frozenset[str]] | None) -> None:
        """Set a chat's menu; after a failure it is set at the chat's next update."""
        try:
            if wanted is None:
                await self.outgoing.clear_menu(chat_id)
            else:
                language, hidden = wanted
                await self.outgoing.menu(commands(language, hidden), {"type": "chat", "chat_id": chat_id})
        except TelegramError as fault:
            self.set.pop(chat_id, None)
            self.states.failing("menus of commands", fault)
        else:
            self.states.working("menus of commands")

    async def stop(self) -> None:
        await cancel(self.tasks)

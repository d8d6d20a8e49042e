"""Keeps what Telegram shows of the bot to everybody as it must be: its menus of commands and its description.

One that Telegram refuses is tried again later, alone: the others are set, and messages go on. Another program that has
the bot's token may set them, too: they are looked at again and again, and set anew where they are different.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from time import monotonic

from msgspec import Struct
from telegram.error import TelegramError

from bot.chat.commands import GROUPS, LEADERS
from bot.chat.menus import commands, entry
from bot.telegram.connection import UnknownMethod
from bot.telegram.raw_bot import Commands, RawBot
from bot.telegram.rests import RateLimited
from bot.telegram.troubles import NoteTrouble
from core.base.model import Language
from core.base.state_log import StateLog
from core.language.i18n import text

logger = logging.getLogger(__name__)

LOOK_SECONDS = 600.0
FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS = 5.0, 3600.0
TOLD = timedelta(seconds=LOOK_SECONDS)
"""The time for which it is reported that another program had changed something, which is set again at once."""

IN_GROUPS = {"type": "all_group_chats"}


class Setting(Struct, frozen=True):
    """Something that Telegram shows: as it is to be, and how to read and to set it."""

    name: str
    wanted: object
    read: Callable[[], Awaitable[object]]
    write: Callable[[], Awaitable[None]]


def settings_of(bot: RawBot) -> Sequence[Setting]:
    """Everybody's menus, those of groups and the description, in both languages."""
    found: list[Setting] = []
    for language, client in ((Language.ES, None), (Language.EN, str(Language.EN))):
        everybodys = commands(language, LEADERS)
        in_groups = [entry(language, name) for name in GROUPS]
        words = text(language, "chat.bot_description")
        found += [
            menu(bot, f"the menu of commands ({language})", everybodys, None, client),
            menu(bot, f"the menu of commands in groups ({language})", in_groups, IN_GROUPS, client),
            description(bot, f"the description ({language})", words, client),
        ]
    return found


def menu(bot: RawBot, name: str, wanted: Commands, scope: Mapping[str, object] | None, client: str | None) -> Setting:
    return Setting(name, [*wanted], lambda: bot.menu_of(scope, client), lambda: bot.set_menu(wanted, scope, client))


def description(bot: RawBot, name: str, words: str, client: str | None) -> Setting:
    return Setting(name, words, lambda: bot.description_of(client), lambda: bot.describe(words, client))


class BotSettings:
    """Keeps some settings; to be run in one process."""

    def __init__(self, settings: Sequence[Setting], note: NoteTrouble) -> None:
        self.settings = settings
        self.note = note
        self.states = StateLog(logger)
        self.kept: set[str] = set()
        self.failures: Counter[str] = Counter()

    async def keep(self) -> None:
        """Look at each setting whenever it is due, until cancelled."""
        due = {setting.name: monotonic() for setting in self.settings}
        while due:
            for setting in self.settings:
                if due[setting.name] <= monotonic():
                    due[setting.name] = monotonic() + await self.look_at(setting)
            await asyncio.sleep(max(min(due.values()) - monotonic(), 0.0))

    async def look_at(self, setting: Setting) -> float:
        """Set what is different. Returns the seconds until the next look."""
        name = setting.name
        try:
            if await self.differs(setting):
                if name in self.kept:
                    logger.warning("%s was changed by another program with this bot's token: set again", name)
                    await self.note(f"telegram: {name}", "another program with this bot's token changed it", TOLD)
                await setting.write()
        except TelegramError as fault:
            self.failures[name] += 1
            wait = retry_seconds(fault, self.failures[name])
            self.states.failing(name, f"{fault.message}; tried again in {wait:.0f} s")
            await self.note(f"telegram: {name}", f"it could not be set: {fault.message}", timedelta(seconds=2 * wait))
            return wait
        self.kept.add(name)
        self.failures.pop(name, None)
        self.states.working(name)
        return LOOK_SECONDS

    async def differs(self, setting: Setting) -> bool:
        """Return whether Telegram has something else; an older server does not say: whether it is to be set."""
        try:
            return await setting.read() != setting.wanted
        except UnknownMethod:
            return setting.name not in self.kept


def retry_seconds(fault: TelegramError, failures: int) -> float:
    """Seconds until a setting that was refused is tried again."""
    asked = fault.asked if isinstance(fault, RateLimited) else 0.0
    return min(max(asked, FIRST_RETRY_SECONDS * 2.0 ** min(failures - 1, 16)), LONGEST_RETRY_SECONDS)

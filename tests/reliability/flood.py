"""Very many messages on their way to a crowd, from services that tests kill, freeze and stop."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.app import config
from bot.sandbox import Person, Sandbox
from tests.reliability.crowd import Crowd, phones
from tests.reliability.tally import Tally
from tests.system.process import TOKEN, core_of
from tests.waiting import until

SILENT_SECONDS, LOOKS = 0.1, 20
PATIENCE_SECONDS = 45.0


class Flood:
    """A stand-in of Telegram, a database beside it, and what each knows of the messages.

    `patience`: for how many seconds nothing may happen.
    """

    def __init__(self, folder, people: int, patience: float = PATIENCE_SECONDS) -> None:
        self.patience = patience
        self.phones = phones(people)
        self.sandbox = Sandbox(TOKEN, "semaforo_bot", "Semáforo", self.phones)
        self.file = folder / "semaforo.db"
        self.tally = Tally(self.sandbox, self.file)
        self.blockers: set[int] = set()

    @property
    def settings(self) -> config.Config:
        """Of a service that is to send them, at any hour."""
        return config.Config(
            database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{self.file}"),
            telegram=config.TelegramConfig(token=TOKEN, base_url=self.sandbox.url),
            chat=config.ChatConfig(quiet_starts="00:00", quiet_ends="00:00", day_prompts=False),
        )

    @asynccontextmanager
    async def crowd(self) -> AsyncIterator[Crowd]:
        """The people whom the messages are for."""
        async with core_of(self.settings) as core:
            yield Crowd(core.pipeline)

    async def prepare(self, messages: int) -> None:
        """Add everybody, and have `messages` messages wait."""
        async with self.crowd() as crowd:
            await crowd.gather(self.phones)
            await crowd.assign(range(messages))

    async def told(self, messages: int) -> None:
        """Wait until Telegram has been told `messages` messages, joined or not."""
        await until(lambda: self.tally.told() >= messages, self.patience)

    async def over(self) -> None:
        """Wait until no message waits any more."""
        await until(lambda: not self.tally.waiting(), self.patience)

    async def block(self, phone: Person) -> None:
        """Have somebody block the bot."""
        self.blockers.add(phone.id)
        await self.sandbox.person(phone.id).block()

    async def silence(self) -> None:
        """Wait until what a service sent before it died has been taken: it has arrived, and needs turns of the loop."""
        calls = -1
        while calls != (calls := len(self.sandbox._api.calls)):
            for _ in range(LOOKS):
                await asyncio.sleep(SILENT_SECONDS / LOOKS)

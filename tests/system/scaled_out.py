"""Ana's team on PostgreSQL, served by five processes behind nginx, the bot told by webhook."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from ssl import SSLContext

import msgspec
from aiohttp import ClientSession

from bot.app import config
from bot.app.config import Config
from bot.app.demo import configure, demo_clock
from bot.app.demo_data import PEOPLE, Story
from bot.process.background_tasks import cancel
from bot.sandbox import Sandbox
from core.base.calendar_time import SystemClock
from tests.certificates import HOST, certified
from tests.postgresql.guardian import free_ports
from tests.system.nginx import adapted, nginx
from tests.system.process import Process, core_of
from tests.system.story import Running

TOKEN = "7000000001:local-demo"
SECRET = "the-same-secret-for-all-the-processes"
LEADS = "this process leads the jobs now"
APART_SECONDS = 0.1


class ScaledOut(Running):
    """Two API processes, one bot, two with jobs: any of them may be killed."""

    def __init__(self, chat: str, address: str, settings: Config, trusting: SSLContext) -> None:
        super().__init__(
            f"{address}/api/v1", "", settings.clock, environment=config.environment(settings), trusting=trusting
        )
        self.chat = chat
        self.address = address
        self.processes: dict[str, Process] = {}

    async def begin(self, stack: AsyncExitStack, settings: dict[str, Config], folder: Path) -> None:
        """Start all at once, as after a power cut, each with a log of its own, and wait until they are ready."""
        for name, each in settings.items():
            self.processes[name] = Process(each, folder / f"{name}.log", name.rstrip("12"))
            await stack.enter_async_context(self.processes[name])
        for process in self.processes.values():
            await process.until_logged(" ready")

    def leader(self) -> Process:
        """The process that had the lease last."""
        had = [each for name, each in self.processes.items() if name.startswith("jobs")]
        return next(each for each in had if LEADS in each.log.read_text(encoding="utf-8"))

    async def lose(self, part: str) -> None:
        """Kill one process of a part. The only one is started again, as a service manager does."""
        victim = self.leader() if part == "jobs" else self.processes["api1" if part == "api" else part]
        await victim.kill()
        if part == "bot":
            await victim.start()

    @asynccontextmanager
    async def asked_all_the_while(self, path: str) -> AsyncIterator[list[object]]:
        """A client that asks again and again; the statuses it was answered with, or why it was not."""
        heard: list[object] = []
        headers = {"Authorization": f"Bearer {self.token}"}

        async def ask() -> None:
            async with ClientSession(headers=headers) as session:
                while True:
                    try:
                        async with session.get(f"{self.api}{path}", ssl=self.trusting) as answer:
                            heard.append(answer.status)
                    except OSError as fault:
                        heard.append(fault)
                    await asyncio.sleep(APART_SECONDS)

        asking = asyncio.create_task(ask())
        try:
            yield heard
        finally:
            await cancel([asking])


@asynccontextmanager
async def scaled_out(database: str, folder: Path) -> AsyncIterator[ScaledOut]:
    """All of it, until the context ends."""
    trusting = certified(folder)
    plain, secure, api1, api2, bot = free_ports(5)
    address = f"https://{HOST}:{secure}"
    async with AsyncExitStack() as stack:
        timezone = Config().timezone
        sandbox = Sandbox(TOKEN, "semaforo_demo_bot", "Semáforo", PEOPLE, timezone=timezone, trusting=trusting)
        await stack.enter_async_context(sandbox)
        file = folder / "demo.toml"
        configure(file, demo_clock(SystemClock().now(), file), 0, sandbox.url, TOKEN)
        settings = msgspec.structs.replace(
            config.load(file, {}),
            database=config.DatabaseConfig(url=database),
            jwt=config.JwtConfig(secret=SECRET),
            tasks=config.TasksConfig(news_wait_minutes=0),
            telegram=config.TelegramConfig(
                token=TOKEN,
                base_url=sandbox.url,
                webhook_url=f"{address}/telegram",
                webhook_port=bot,
                webhook_secret="told-by-Telegram_only",
            ),
        )
        async with core_of(settings) as core:
            await Story(core.pipeline).tell()
        served = [
            msgspec.structs.replace(settings, api=config.ApiConfig(port=port, requests_per_minute=0))
            for port in (api1, api2)
        ]
        service = ScaledOut(sandbox.url, address, settings, trusting)
        await stack.enter_async_context(nginx(folder, adapted(folder, plain, secure, [api1, api2], [bot])))
        names = {"api1": served[0], "api2": served[1], "bot": settings, "jobs1": settings, "jobs2": settings}
        await service.begin(stack, names, folder)
        service.token = await service.token_of("ana")
        yield service

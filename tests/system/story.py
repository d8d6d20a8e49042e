"""The demo as a process, and its people on the chat page, for the story that the product is for.

`python -m tests.system.story docs/chat.png` lives the story and takes the README's picture.
"""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import date, timedelta
from pathlib import Path
from ssl import SSLContext

from aiohttp import ClientSession
from playwright.async_api import Locator, Page, expect

from bot.app import config, wiring
from bot.app.config import Config
from bot.app.tokens import keyring
from core.application.use_case import Caller
from core.base.calendar_time import SystemClock, local_date
from core.people.users import OPERATOR, list_users
from tests.browser import tab
from tests.tokens import issue

START_SECONDS, STOP_SECONDS, COMMAND_SECONDS = 20, 15, 30
UNASKED_MS = 3000
HOUR = timedelta(hours=1)


class Running:
    """A service with Ana's team in it: its API at `api`, asked as the integration that holds `token`.

    Its commands are run with `options`, in `environment`; `trusting` is whose certificates are believed.
    """

    def __init__(
        self,
        api: str,
        token: str,
        clock: SystemClock,
        options: Sequence[str] = (),
        environment: Mapping[str, str] = os.environ,
        trusting: SSLContext | None = None,
    ) -> None:
        self.api = api
        self.token = token
        self.clock = clock
        self.options = options
        self.environment = environment
        self.trusting = trusting
        self.tokens: dict[str, str] = {}

    @property
    def today(self) -> date:
        """In the business zone."""
        return local_date(self.clock.now(), Config().zone)

    async def get(self, path: str, token: str | None = None) -> tuple[int, dict]:
        """An answer of the API."""
        return await self.call("GET", path, token)

    async def call(self, method: str, path: str, token: str | None = None, **body: object) -> tuple[int, dict]:
        """An answer to any call."""
        request = {"json": body or None, "headers": {"Authorization": f"Bearer {token or self.token}"}}
        request["ssl"] = self.trusting or True
        async with ClientSession() as session, session.request(method, f"{self.api}{path}", **request) as answer:
            return answer.status, await answer.json()

    async def semaforo(self, *arguments: str) -> str:
        """Run a command beside the service, and return what it prints."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments, *self.options),
            env=dict(self.environment),
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await asyncio.wait_for(process.communicate(), COMMAND_SECONDS)
        assert process.returncode == 0
        return printed.decode().strip()

    async def token_of(self, username: str) -> str:
        """One for each that is asked for."""
        if username not in self.tokens:
            self.tokens[username] = await self.semaforo("token", "issue", username)
        return self.tokens[username]


class Demo(Running):
    """`semaforo demo`, by what it printed."""

    def __init__(self, printed: str) -> None:
        self.printed = printed
        self.chat = self.said(r"Chat page +(\S+)")
        file = self.said(r"--config (\S+)")
        self.settings = config.load(Path(file), {})
        token = self.said(r"TOKEN=(\S+)")
        super().__init__(self.said(r"API +(\S+)"), token, self.settings.clock, ("--config", file))

    async def token_of(self, username: str) -> str:
        """Made here, without a process for each."""
        if username not in self.tokens:
            async with wiring.open_pipeline(self.settings) as pipeline:
                people = {each.username: each for each in await pipeline.run(Caller(OPERATOR), list_users)}
            self.tokens[username] = issue(keyring(self.settings), people[username], HOUR, self.clock.now())
        return self.tokens[username]

    def said(self, pattern: str) -> str:
        found = re.search(pattern, self.printed)
        assert found, self.printed
        return found[1]


@asynccontextmanager
async def demo(*options: str) -> AsyncIterator[Demo]:
    """`semaforo demo` on free ports, until it stops by itself when asked to."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo", "--api-port", "0", "--chat-port", "0", *options),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        printed = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl-C stops it."), START_SECONDS)
        yield Demo(printed.decode())
    finally:
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), STOP_SECONDS) == 0


class Person:
    """One of the three on the page."""

    def __init__(self, page: Page, username: str) -> None:
        self.panel: Locator = page.locator(f'section[data-person="{username}"]')
        self.from_bot = self.panel.locator('[data-from="bot"]')

    @property
    def last(self) -> Locator:
        return self.from_bot.last

    async def begin(self) -> None:
        """Say hello, once what the bot writes unasked as it starts has come."""
        start = self.panel.get_by_role("button", name="Iniciar")
        await expect(start.or_(self.from_bot.first)).to_be_visible()
        await self.panel.page.wait_for_timeout(UNASKED_MS)
        if await start.is_visible():
            await start.click()
        else:
            await self.write("/ayuda")
        await self.answered("/hoy")

    async def write(self, text: str) -> None:
        area = self.panel.locator("textarea")
        await area.fill(text)
        await area.press("Enter")

    async def answered(self, text: str) -> None:
        """Wait for the bot's last message to say it."""
        await expect(self.last).to_contain_text(text)

    async def showing(self, text: str) -> Locator:
        """The message that was the bot's last, once it says it; it stays the same message when edited."""
        await self.answered(text)
        number = await self.last.get_attribute("data-message-id")
        return self.panel.locator(f'[data-message-id="{number}"]')


async def press(message: Locator, button: str | re.Pattern[str]) -> None:
    """Press a message's button by its text."""
    await message.get_by_role("button", name=button).click()


async def item_about(words: str, day: Locator) -> re.Pattern[str]:
    """The button of the item with these words in its title, once the day is shown."""
    await expect(day).to_contain_text("promedio")
    number = re.search(rf"#(\d+) [^#]*{words}", await day.inner_text(), re.IGNORECASE)[1]
    return re.compile(rf"#{number} ·")


async def take_picture(path: str) -> None:
    """Half a day in three chats."""
    async with demo() as running, tab(running.chat) as page:
        ana, luis, lucia = (Person(page, username) for username in ("ana", "luis", "lucia"))
        for person in (ana, luis, lucia):
            await person.begin()
        await ana.write("/hoy")
        day = await ana.showing("Sin abrir")
        await press(day, "Abrir el día")
        await press(day, await item_about("contrato", day))
        await press(day, "🔴")
        await ana.write("El proveedor no contesta desde el martes")
        await ana.answered("Motivo guardado")
        await luis.write("/hoy")
        await press(await luis.showing("Sin abrir"), "Abrir el día")
        await luis.answered("abierto")
        await lucia.write("/equipo")
        await lucia.answered("Marta Ríos")
        await page.wait_for_timeout(6000)
        await page.screenshot(path=path)


if __name__ == "__main__":
    asyncio.run(take_picture(sys.argv[1]))

"""A sandbox with three people, and python-telegram-bot's own Bot talking to it."""

from collections.abc import AsyncIterator

import pytest
from aiohttp import ClientSession
from telegram.ext import ExtBot

from bot.sandbox import Person, Sandbox

TOKEN = "7000000001:test-token"
PEOPLE = (
    Person(101, "Ana", "ana", started=True),
    Person(102, "Luis", "luis", started=True),
    Person(103, "Eva", "eva", "en"),
)


TIMEZONE = "Pacific/Kiritimati"


class Raw:
    """Calls without any library: `await raw("sendMessage", chat_id=1)` gives the whole answer."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def __call__(self, method: str, **params: object) -> dict:
        async with self.session.post(f"{self.url}/bot{TOKEN}/{method}", json=params) as answer:
            return await answer.json()

    async def error(self, method: str, **params: object) -> str:
        answer = await self(method, **params)
        assert answer["ok"] is False, answer
        return answer["description"]

    async def bad(self, method: str, **params: object) -> str:
        """Make a bad request, and return what is said to be wrong with it."""
        kind, _, reason = (await self.error(method, **params)).partition(": ")
        assert kind == "Bad Request"
        return reason


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(TOKEN, "semaforo_bot", "Semáforo", PEOPLE, first_backoff=0.02, timezone=TIMEZONE) as running:
        yield running


@pytest.fixture
async def raw(sandbox: Sandbox) -> AsyncIterator[Raw]:
    async with ClientSession() as session:
        yield Raw(session, sandbox.url)


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[ExtBot]:
    bot = ExtBot(TOKEN, base_url=f"{sandbox.url}/bot", base_file_url=f"{sandbox.url}/file/bot")
    async with bot:
        yield bot

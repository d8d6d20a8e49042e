"""A bot that polls, with everybody of the directory linked but Mallory, whom nobody knows."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.process import careful
from bot.telegram import connection
from core.people import groups
from tests.bot.chat.handlers.in_groups import EVERYBODY
from tests.bot.chat.posting import new_sender
from tests.bot.world import World
from tests.bot_api import every_call_is_valid  # noqa: F401 pytest finds it here

LINKED = ("ana", "luis", "lucia", "pablo", "root")


@pytest.fixture(scope="session")
def offices(empty_database, tmp_path_factory):
    """The database with everybody in the directory: nobody linked, and all but Mallory linked."""
    folder = tmp_path_factory.mktemp("offices")

    async def filled(name, *linked):
        async with AsyncExitStack() as stack:
            world = World(empty_database, stack)
            await world.open()
            await world.link(*linked)
            world.store.save(folder / name)
            return folder / name

    return asyncio.run(filled("office.db")), asyncio.run(filled("linked.db", *LINKED))


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Have nothing that was begun before wait after the start of a process."""
    monkeypatch.setattr(careful, "LATER_SECONDS", 0)


@pytest.fixture
def over_http():
    """True if the bot reaches the stand-in by HTTP; tests of that way override it."""
    return False


@asynccontextmanager
async def opened(file, *, over_http):
    async with AsyncExitStack() as stack:
        world = World(file, stack, over_http=over_http)
        await world.open()
        yield world
        await world.every_press_is_answered()


@pytest.fixture
async def office(offices, over_http):
    """The people and their phones, nobody linked, the bot not started."""
    nobody, _ = offices
    async with opened(nobody, over_http=over_http) as office:
        yield office


@pytest.fixture
async def world(offices, over_http):
    """Everybody linked and the bot polling; their phones are in their hands, and see all that comes."""
    _, linked = offices
    async with opened(linked, over_http=over_http) as office:
        for who in LINKED:
            office.phone(who)
        await office.start_bot(introduced=True)
        yield office


@pytest.fixture
def hurried(monkeypatch):
    """Waits for Telegram take a tenth of their time; the right time is tested where nobody waits."""
    told = connection.seconds_to_wait
    monkeypatch.setattr(connection, "seconds_to_wait", lambda body: told(body) / 10)
    monkeypatch.setattr(connection, "FIRST_WAIT_SECONDS", connection.FIRST_WAIT_SECONDS / 10)


@pytest.fixture
def sender(world):
    """Sends what waits for the world's people."""
    return new_sender(world)


@pytest.fixture
async def group(world):
    """A group of everybody, not linked; the bot has greeted."""
    group = await world.sandbox.group("Norte", *EVERYBODY)
    await world.quiet()
    return group


@pytest.fixture
async def linked(world, group):
    """The same, linked by Lucía; Ana's day is open, and so is Pablo's, whom she does not lead."""
    await world.task("ana", text="Contrato", due=-1)
    await world.task("pablo", text="Secreto", due=-1, leaderUserId=world.users["lucia"].id)
    for who in ("ana", "pablo"):
        await world.open_log(who)
    await world.act("lucia", groups.link_group, group.id, "Norte", "es")
    return group

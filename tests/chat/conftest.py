"""A conversation with the bot, once in each language, over a copy of a store in which the story has been told."""

import asyncio
import logging
from contextlib import AsyncExitStack

import pytest

from core.base.model import Language
from tests.bot.world import World
from tests.bot_api import every_call_is_valid  # noqa: F401 pytest finds it here
from tests.chat.story import tell
from tests.chat.talk import Talk


@pytest.fixture(scope="session")
def told(empty_database, tmp_path_factory):
    """The database files by language, made once a session."""
    folder = tmp_path_factory.mktemp("story")
    files = {language: folder / f"{language}.db" for language in Language}
    for language, file in files.items():
        asyncio.run(story(empty_database, file, language))
    return files


async def story(empty, file, language):
    """Tell it in a world of its own, and keep what is there then."""
    async with AsyncExitStack() as stack:
        world = World(empty, stack)
        await world.open()
        await tell(world, language)
        world.store.save(file)


@pytest.fixture(params=list(Language))
async def talk(request, told, caplog):
    """The conversation; all phones speak its language, and whoever is linked has written to the bot before."""
    async with AsyncExitStack() as stack:
        world = World(told[request.param], stack)
        await world.open()
        for state in world.sandbox._world.people.values():
            state.language_code = request.param
            state.started = state.person.username != "mallory"
        await world.start_bot()
        yield Talk(world, request.param)
        await world.every_press_is_answered()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []

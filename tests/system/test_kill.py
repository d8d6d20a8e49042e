"""The bot killed without warning in the middle of a burst: no press lost, none applied twice, every panel true."""

import asyncio
import math
import os
import random
import shutil
import signal
from copy import copy

import msgspec
import pytest

from bot.app import config
from bot.app.demo_data import Story
from core.application.use_case import Caller
from core.people import users
from core.work import daily_logs, tasks
from tests.bot.world import CONTINUES
from tests.postgresql.guardian import free_port
from tests.system.process import TOKEN, Process, core_of, over, until_a_working_day

pytestmark = pytest.mark.long

PERCENTAGES = ("25", "50", "75", "0")
PATIENCE = 30.0
"""Seconds without any update taken, after which the bot hangs."""


@pytest.fixture
async def settings(empty_database, tmp_path, sandbox):
    """Of a service whose day is a working day, whatever day it is."""
    file = shutil.copy(empty_database, tmp_path / "team.db")
    telegram = config.TelegramConfig(token=TOKEN, base_url=sandbox.url)
    made = over(file, telegram=telegram, clock_ahead_seconds=until_a_working_day())
    async with core_of(made) as core:
        await Story(core.pipeline).tell()
    return made


class Presser:
    """A person with an item open in the chat, who presses percentages and writes comments without waiting."""

    def __init__(self, driver, dice: random.Random) -> None:
        self.driver = driver
        self.dice = dice
        self.panel = None
        self.last_percentage = ""
        self.comments: list[str] = []

    async def open_item(self) -> None:
        """Open the day and its first item."""
        await self.driver.send("/hoy")
        panel = await self.driver.wait("Sin abrir")
        await self.driver.press(panel, "☀️ Abrir el día")
        panel = await self.driver.wait("abierto")
        await self.driver.press(panel, panel.buttons[0].text)
        self.panel = await self.driver.wait("¿Qué porcentaje lleva?")

    async def burst(self, number: int) -> None:
        """Presses on the message as it once looked, and replies to it, as fast as fingers go."""
        for step in range(number):
            if self.dice.random() < 0.3:
                self.comments.append(f"nota {step} de {self.driver.person.username}")
                await self.driver.reply(self.panel, self.comments[-1])
            else:
                self.last_percentage = self.dice.choice(PERCENTAGES)
                await self.driver.press(self.panel, self.last_percentage)
            await asyncio.sleep(self.dice.random() * 0.02)


async def burst(sandbox, settings, log, *, steps: int, kills: int, seed: int, workers: int) -> list[Presser]:
    """Everybody presses at once while the bot dies and comes back, or one of its workers, another time perhaps the
    other; returns when every update has been answered."""
    dice = random.Random(seed)
    pressers = [Presser(person, random.Random(dice.random())) for person in sandbox.people]
    async with Process(settings, log, "bot", workers=workers) as bot:
        if workers > 1:
            await bot.until_logged(f"{workers} workers ready")
        for presser in pressers:
            await presser.open_item()
        pressing = [asyncio.create_task(presser.burst(steps)) for presser in pressers]
        for _ in range(kills):
            await asyncio.sleep(0.05 + dice.random() * 0.4)
            if workers > 1:
                os.kill(dice.choice(bot.workers()), signal.SIGKILL)
            else:
                await bot.kill()
                await bot.start()
                await asyncio.sleep(dice.random())
        await asyncio.gather(*pressing)
        await quiet(sandbox, settings)
        assert await bot.stop() == 0
    return pressers


def by_webhook(settings: config.Config) -> config.Config:
    port = free_port()
    hooked = {"webhook_url": f"http://127.0.0.1:{port}/", "webhook_port": port, "webhook_secret": "a-secret"}
    return msgspec.structs.replace(settings, telegram=msgspec.structs.replace(settings.telegram, **hooked))


async def quiet(sandbox, settings) -> None:
    """Wait until Telegram holds nothing for the bot and the inbox has nothing to answer.

    The limit is on standing still, not on the whole: how long some thousand updates take is the machine's affair.
    """
    async with asyncio.timeout(PATIENCE) as limit, core_of(settings) as core:
        fewest = math.inf
        while left := len(sandbox.pending_updates) + await core.chat.count_pending():
            if left < fewest:
                fewest = left
                limit.reschedule(asyncio.get_running_loop().time() + PATIENCE)
            await asyncio.sleep(0.1)


async def verify(pressers, settings) -> None:
    async with core_of(settings) as core:
        run = core.pipeline.run
        for presser in pressers:
            actor = Caller(await run(Caller(users.OPERATOR), users.actor_by_telegram, presser.driver.id))
            today = core.pipeline.clock.now().astimezone(core.pipeline.settings.zone).date()
            log = await run(actor, daily_logs.my_log, daily_logs.DateRequest(fecha=today))
            item = log.items[0]
            assert item.porcentaje == int(presser.last_percentage)
            kept = [comment.comentario for comment in await run(actor, tasks.list_comments, item.task_id)]
            assert [words for words in kept if words.startswith("nota ")] == presser.comments
            panel = presser.driver.current(presser.panel)
            shown = presser.driver.last if panel.text in CONTINUES else panel
            assert f"{item.porcentaje}\u00a0%" in shown.text


@pytest.mark.parametrize(
    ("workers", "receiving", "seed"),
    [
        *((1, copy, seed) for seed in range(6)),
        *((2, receiving, seed) for receiving in (copy, by_webhook) for seed in range(3)),
    ],
)
async def test_many_kills_in_a_long_burst_lose_nothing(sandbox, settings, tmp_path, workers, receiving, seed):
    settings, log = receiving(settings), tmp_path / "log"
    await verify(await burst(sandbox, settings, log, steps=400, kills=5, seed=seed, workers=workers), settings)

"""The prompts of a whole company are due at the same minute, and who presses a button meanwhile need not wait."""

import asyncio
import time
from collections import Counter
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import cycle
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import pytest

from bot.app import config
from bot.sandbox import Pacing, Person, PersonDriver, Sandbox
from core.application.requests import build
from core.work import daily_logs, tasks
from core.work.daily_logs import DateRequest
from core.work.tasks import TaskCreate
from storage.sqlite.connecting import connect
from tests.reliability.crowd import Crowd, phones
from tests.system.process import TOKEN, Process, core_of
from tests.waiting import until

pytestmark = pytest.mark.long

MORNING = 9
A_SECOND, MORE = 30, 1.1
"""The messages a second that Telegram takes, and the factor by which the morning may take longer."""

ANSWERED_WITHIN, BESIDE_OTHERS = 1.0, 2.0
"""Seconds that a press may take; and how many times as long where other tests run beside it."""

BETWEEN_PRESSES = 2.0
TOO_MANY = 429
PATIENCE_SECONDS = 200
"""Until all is said: people begin to work within two minutes, and it takes a little more than half of one."""
NOTICED_WITHIN = 1.5
"""Seconds until a service looks for what is due."""

ZOE = Person(900_001, "Zoe", "zoe", started=True)


def zone_of_the_morning(now: datetime) -> str:
    """A time zone in which it is after nine."""
    west = (now.hour - MORNING + 11) % 24 - 11
    return f"Etc/GMT{west:+d}" if west else "Etc/GMT"


class Company:
    """People who all begin to work at the same minute, each with something to do; and Zoe, who does already."""

    def __init__(self, folder: Path, people: int, begins: datetime) -> None:
        self.begins = begins
        self.phones = phones(people)
        self.sandbox = Sandbox(TOKEN, "semaforo_bot", "Semáforo", [*self.phones, ZOE], pacing=Pacing())
        self.file = folder / "semaforo.db"

    @property
    def settings(self) -> config.Config:
        """Of a service whose people begin to work at that minute, in a zone in which it is morning."""
        local = self.begins.astimezone(zone := ZoneInfo(zone_of_the_morning(self.begins)))
        return config.Config(
            timezone=zone.key,
            database=config.DatabaseConfig(url=f"sqlite+aiosqlite:///{self.file}"),
            api=config.ApiConfig(port=0, requests_per_minute=0),
            telegram=config.TelegramConfig(token=TOKEN, base_url=self.sandbox.url),
            schedule=config.ScheduleConfig(working_days=tuple(range(1, 8)), starts=f"{local:%H:%M}", country=""),
        )

    async def gather(self) -> None:
        """Everybody is there, and has a task; Zoe has opened her day."""
        async with core_of(self.settings) as core:
            crowd = Crowd(core.pipeline)
            await crowd.gather([*self.phones, ZOE])
            due = self.begins.date() + timedelta(days=7)
            for phone in [*self.phones, ZOE]:
                request = build(TaskCreate, {"descripcion": f"Lo de {phone.first_name}", "fechaCumplir": due})
                await core.pipeline.run(await crowd.caller(phone.username), tasks.create_task, request)
            opened = DateRequest(fecha=self.begins.astimezone(core.pipeline.settings.zone).date())
            await core.pipeline.run(await crowd.caller("zoe"), daily_logs.open_log, opened)

    def prompts(self) -> list[tuple[str, float]]:
        """The outcome of every prompt, and when it was written; Zoe gets none, since she has opened her day."""
        with closing(connect(self.file)) as connection:
            rows = connection.execute("SELECT outcome, created_at FROM outbox WHERE kind = 'open_prompt'").fetchall()
        return [(outcome, datetime.fromisoformat(at).timestamp()) for outcome, at in rows]

    def told(self) -> list[float]:
        """The times at which Telegram took each prompt."""
        return [call.time for call in self.sandbox.calls_to("sendMessage") if call.params["chat_id"] != str(ZOE.id)]


async def presses(zoe: PersonDriver, enough: asyncio.Event) -> list[float]:
    """Return the seconds from each of Zoe's presses to its visible effect, until it is enough."""
    await zoe.send("/hoy")
    day = await zoe.wait("Lo de Zoe")
    await zoe.press(day, day.buttons[0].text)
    item = await zoe.wait("¿Qué porcentaje lleva?")
    waits = []
    for percent in cycle((25, 50, 75)):
        if enough.is_set():
            return waits
        began = time.perf_counter()
        press = await zoe.press(item, str(percent))
        await zoe.wait(f"{percent}\u00a0%")
        await zoe.wait_answer(press)
        waits.append(time.perf_counter() - began)
        with suppress(TimeoutError):
            await asyncio.wait_for(enough.wait(), BETWEEN_PRESSES)
    raise AssertionError


class Morning(NamedTuple):
    """A morning: when the first prompt was written, when Telegram took the last, and Zoe's longest wait, in seconds."""

    written: float
    told: float
    waited: float


async def morning(company: Company, log: Path) -> Morning:
    """A service that is there as people begin to work; everybody is told, and none of it is too fast for Telegram."""
    enough = asyncio.Event()
    async with Process(company.settings, log) as service:
        await service.until_logged("leads the jobs now")
        pressing = asyncio.create_task(presses(company.sandbox.person("zoe"), enough))
        await until(lambda: len(company.told()) == len(company.phones), PATIENCE_SECONDS)
        enough.set()
        waits = await pressing
        assert await service.stop() == 0
    became = Counter(outcome for outcome, _ in company.prompts())
    assert became == {"sent": len(company.phones), "withheld": 1}  # Zoe's day is open
    assert [call for call in company.sandbox.calls if call.error_code == TOO_MANY] == []
    return Morning(min(at for _, at in company.prompts()), max(company.told()), max(waits))


async def test_a_morning_is_told_as_fast_as_telegram_takes_it_and_keeps_no_press_waiting(tmp_path):
    company = Company(tmp_path, 90, datetime.now(UTC))
    async with company.sandbox:
        await company.gather()
        lived = await morning(company, tmp_path / "log")
    assert lived.told - lived.written <= 90 / A_SECOND * MORE + NOTICED_WITHIN
    assert lived.waited <= ANSWERED_WITHIN * BESIDE_OTHERS


@pytest.mark.soak
async def test_a_thousand_people_are_told_at_nine_and_no_press_waits_meanwhile(tmp_path, measured):
    begins = (datetime.now(UTC) + timedelta(minutes=2)).replace(second=0, microsecond=0)
    company = Company(tmp_path, 1000, begins)
    async with company.sandbox:
        await company.gather()
        lived = await morning(company, tmp_path / "log")
    took = lived.told - begins.timestamp()
    measured(f"{took:.1f} s for 1000 people", f"{lived.waited * 1000:.0f} ms the longest that a press waited")
    assert took <= 1000 / A_SECOND * MORE
    assert lived.waited <= ANSWERED_WITHIN

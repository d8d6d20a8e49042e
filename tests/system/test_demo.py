"""The demo's configuration, which the commands that it prints take too."""

from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession

from bot.app import config
from bot.app.demo import configure, demo_clock, stand_in
from core.base.calendar_time import SystemClock

TOKEN = "7000000001:local-demo"
TELEGRAM = "http://127.0.0.1:8081"
ZONE = config.Config().zone


def configured(folder: Path, ahead: timedelta = timedelta()) -> config.Config:
    configure(folder / "demo.toml", ahead, 8080, TELEGRAM, TOKEN)
    return config.load(folder / "demo.toml", {})


@pytest.mark.parametrize("name", ["plain", 'año "nuevo"', "back\\slash", "día 🌞"])
def test_its_file_says_where_everything_is_whatever_the_folder_is_called(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    settings = configured(folder)
    assert settings.database.url == f"sqlite+aiosqlite:///{folder / 'semaforo.db'}"
    assert (settings.api.port, settings.telegram.token, settings.telegram.base_url) == (8080, TOKEN, TELEGRAM)
    assert settings.api.public_url == "http://127.0.0.1:8080"


def test_a_configuration_that_is_there_is_left_alone(tmp_path):
    mine = tmp_path / "config.toml"
    mine.write_text('timezone = "Europe/Madrid"\n', encoding="utf-8")
    configured(tmp_path)
    assert mine.read_text(encoding="utf-8") == 'timezone = "Europe/Madrid"\n'


def local(day, hour, minute=0):
    return datetime(2026, 11, day, hour, minute, tzinfo=ZONE)


@pytest.mark.parametrize(
    ("tried", "begins"),
    [
        (local(24, 22), local(24, 9, 10)),
        (local(24, 0, 1), local(24, 9, 10)),
        (local(22, 12), local(23, 9, 10)),
        (local(14, 12), local(17, 9, 10)),
    ],
    ids=["a Tuesday night", "a Tuesday before dawn", "a Sunday", "a Saturday before the holiday"],
)
def test_whenever_it_is_tried_it_is_a_working_morning(tmp_path, tried, begins):
    assert tried + demo_clock(tried, tmp_path / "demo.toml") == begins


@pytest.mark.parametrize(
    ("again", "shows"),
    [(local(24, 12), local(24, 10)), (local(26, 9), local(26, 7)), (local(28, 9), local(30, 9, 10))],
    ids=["the same day", "two days later", "on a Saturday"],
)
def test_one_that_is_started_again_keeps_its_clock_while_that_shows_a_working_day(tmp_path, again, shows):
    configured(tmp_path, timedelta(hours=-2))
    assert again + demo_clock(again, tmp_path / "demo.toml") == shows


async def test_nobody_guesses_the_token_or_the_address_of_its_stand_in():
    (token, sandbox), (other, _) = stand_in(SystemClock()), stand_in(SystemClock())
    assert token != other
    async with sandbox, ClientSession() as session:
        at = urlsplit(sandbox.url)
        for path, status in ((f"{at.path}/", 200), ("/", 404), (f"/bot{token}/getMe", 404), (f"{at.path}x/", 404)):
            async with session.get(f"http://{at.netloc}{path}") as answer:
                assert answer.status == status, path

"""The demo's configuration, which the commands that it prints take too."""

from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession

from bot.app import config
from bot.app.demo import demo_config, stand_in

TOKEN = "7000000001:local-demo"
TELEGRAM = "http://127.0.0.1:8081"
MONDAY, SUNDAY, INDEPENDENCE_DAY = date(2026, 11, 23), date(2026, 11, 22), date(2026, 9, 16)


def configured(folder: Path, today: date = MONDAY) -> config.Config:
    return config.load(demo_config(folder, 8080, TELEGRAM, TOKEN, today), {})


@pytest.mark.parametrize("name", ["plain", 'año "nuevo"', "back\\slash", "día 🌞"])
def test_its_file_says_where_everything_is_whatever_the_folder_is_called(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    settings = configured(folder)
    assert settings.database.url == f"sqlite+aiosqlite:///{folder / 'semaforo.db'}"
    assert (settings.api.port, settings.telegram.token, settings.telegram.base_url) == (8080, TOKEN, TELEGRAM)


def test_a_configuration_that_is_there_is_left_alone(tmp_path):
    mine = tmp_path / "config.toml"
    mine.write_text('timezone = "Europe/Madrid"\n', encoding="utf-8")
    configured(tmp_path)
    assert mine.read_text(encoding="utf-8") == 'timezone = "Europe/Madrid"\n'


@pytest.mark.parametrize(
    ("today", "days", "country"),
    [(MONDAY, (1, 2, 3, 4, 5), "MX"), (SUNDAY, (1, 2, 3, 4, 5, 7), "MX"), (INDEPENDENCE_DAY, (1, 2, 3, 4, 5), "")],
)
def test_whenever_it_is_tried_the_team_is_at_work(tmp_path, today, days, country):
    schedule = configured(tmp_path, today).schedule
    assert (schedule.working_days, schedule.country) == (days, country)


async def test_nobody_guesses_the_token_or_the_address_of_its_stand_in():
    (token, sandbox), (other, _) = stand_in(), stand_in()
    assert token != other
    async with sandbox, ClientSession() as session:
        at = urlsplit(sandbox.url)
        for path, status in ((f"{at.path}/", 200), ("/", 404), (f"/bot{token}/getMe", 404), (f"{at.path}x/", 404)):
            async with session.get(f"http://{at.netloc}{path}") as answer:
                assert answer.status == status, path

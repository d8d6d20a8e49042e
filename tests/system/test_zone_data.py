"""The zone data of the package that the product brings, whatever the machine has, in every process."""

import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import pytest
import tzdata

from bot.calendars.frames import ParseJob
from bot.calendars.parser_process import ParserProcess
from tests.bot.calendars.files import calendar, event

VANCOUVER = "America/Vancouver"
WINTER = datetime(2027, 1, 15, 12, tzinfo=UTC)
LOCAL_NOON = """
from datetime import datetime
from importlib import import_module
from zoneinfo import ZoneInfo
import_module({module!r})
print(datetime(2027, 1, 15, 12, tzinfo=ZoneInfo("America/Vancouver")).utcoffset().total_seconds() / 3600)
"""


@pytest.fixture(autouse=True)
def _machine_with_other_data(tmp_path, monkeypatch):
    """The machine's zone files have Tokyo's clocks in Vancouver."""
    zone = tmp_path / "zones" / VANCOUVER
    zone.parent.mkdir(parents=True)
    with files("tzdata.zoneinfo.Asia").joinpath("Tokyo").open("rb") as tokyo, zone.open("wb") as file:
        shutil.copyfileobj(tokyo, file)
    monkeypatch.setenv("PYTHONTZPATH", str(tmp_path / "zones"))


@pytest.mark.parametrize("program", ["bot.cli", "bot.app.rehearsing", "bot.calendars.parsing"])
def test_no_program_asks_the_machine_when_clocks_change(program):
    command = [sys.executable, "-c", LOCAL_NOON.format(module=program)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "-7.0\n"


async def test_the_process_that_reads_calendar_files_does_not_either():
    noon = event(f";TZID={VANCOUVER}:20270115T120000", f";TZID={VANCOUVER}:20270115T130000")
    parser = ParserProcess()
    try:
        parsed = await parser.parse(ParseJob(calendar(noon), False, "UTC", WINTER, WINTER + timedelta(days=1), None))
    finally:
        await parser.aclose()
    assert parsed.busy == [(WINTER + timedelta(hours=7), WINTER + timedelta(hours=8))]


def test_the_version_names_the_data():
    command = [sys.executable, "-m", "bot", "--version"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert said.splitlines()[1] == f"time zones {tzdata.IANA_VERSION}, of tzdata {tzdata.__version__}"

"""Rehearsals: what would be sent in the days to come if something were otherwise; over a copy, in another process."""

import asyncio
import shutil
import tempfile
from datetime import date
from pathlib import Path

import pytest

from bot.app import rehearsals
from bot.app.config import Config, DatabaseConfig
from bot.app.rehearsals import Order, Rehearsals
from bot.app.rehearsing import rehearse
from core.application.requests import build
from core.base.calendar_time import SystemClock
from core.base.errors import Code, Conflict
from core.jobs.rehearsal import Rehearsal, Supposed
from core.records.messages import MessageKind, Outcome
from tests.bot.app.simulating import opened
from tests.bot.app.test_simulation import rows

MONDAY, TUESDAY, FRIDAY = date(2026, 11, 23), date(2026, 11, 24), date(2026, 11, 27)


@pytest.fixture
def file(empty_database, tmp_path):
    return Path(shutil.copy(empty_database, tmp_path / "semaforo.db"))


def settings_of(office):
    ahead = office.clock.now() - SystemClock().now()
    return Config(database=DatabaseConfig(url=office.url), clock_ahead_seconds=int(ahead.total_seconds()))


def asked_by(office, who, last=FRIDAY, **supposed):
    ids = [office.people[each].id for each in ("ana", "luis")]
    return Rehearsal(office.people[who].id, ids, MONDAY, last, build(Supposed, supposed))


async def test_who_is_supposed_to_be_away_is_not_asked_and_nothing_is_written(file):
    async with opened(file, "2026-11-23T06:00") as office:
        await office.joins("lucia")
        for who in ("ana", "luis"):
            await office.joins(who, leader="lucia")
        before = rows(file)
        ana, luis = (office.people[who].id for who in ("ana", "luis"))
        away = {"userId": ana, "firstDay": "2026-11-23", "lastDay": "2026-11-25"}
        rehearsal = asked_by(office, "lucia", absences=[away])
        found = await rehearse(Order(settings_of(office), rehearsal))
        assert rows(file) == before
    opens = [(each.user_id, each.outcome_at.day) for each in found.messages if each.kind is MessageKind.OPEN_PROMPT]
    assert opens == [(luis, 23), (luis, 24), (luis, 25), (ana, 26), (luis, 26), (ana, 27), (luis, 27)]
    assert [(each.user_id, each.fecha.day) for each in found.unasked] == [(ana, 23), (ana, 24), (ana, 25)]
    told = [each for each in found.messages if each.kind is MessageKind.OWN_ABSENCE_CHANGED]
    assert [(each.user_id, each.outcome) for each in told] == [(ana, Outcome.WAITING), (ana, Outcome.SENT)]


async def test_a_task_that_is_supposed_to_be_due_later_is_asked_about_later(file):
    async with opened(file, "2026-11-23T06:00") as office:
        for who in ("ana", "luis"):
            await office.joins(who)
        task = await office.task("ana", due="2026-11-23")
        days = []
        for supposed in ([], [{"taskId": task.id, "fechaCumplir": "2026-11-25"}]):
            order = Order(settings_of(office), asked_by(office, "ana", dueDates=supposed))
            found = (await rehearse(order)).messages
            days.append([each.outcome_at.day for each in found if each.kind is MessageKind.OVERDUE_SURVEY])
    assert days == [[24], [26]]


async def test_only_what_is_decided_on_the_days_asked_about_is_told(file):
    async with opened(file, "2026-11-23T06:00") as office:
        for who in ("ana", "luis"):
            await office.joins(who)
        asked = Rehearsal(office.people["ana"].id, [office.people["ana"].id], TUESDAY, TUESDAY, Supposed())
        found = await rehearse(Order(settings_of(office), asked))
    assert [(each.kind, each.outcome, each.outcome_at.day) for each in found.messages] == [
        (MessageKind.OPEN_PROMPT, Outcome.SENT, 24),
        (MessageKind.AVANCE_PROMPT, Outcome.SENT, 24),
    ]


async def test_what_takes_too_long_is_ended_and_leaves_nothing(file, monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    started = []
    start = rehearsals.programs.started

    async def noted(*args, **environment):
        started.append(await start(*args, **environment))
        return started[-1]

    monkeypatch.setattr(rehearsals.programs, "started", noted)
    async with opened(file, "2026-11-23T06:00") as office:
        await office.joins("ana")
        await office.joins("luis")
        waiting = Rehearsals(settings_of(office))
        asking = asyncio.create_task(waiting.rehearse(asked_by(office, "ana")))
        while not started:
            await asyncio.sleep(0)
        monkeypatch.setattr(rehearsals, "SECONDS", 0)
        with pytest.raises(Conflict) as refusal:  # while another is under way
            await waiting.rehearse(asked_by(office, "ana"))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
    assert refusal.value.code is Code.REHEARSAL_TOO_LONG
    (process,) = started
    assert process.returncode is not None
    assert list(tmp_path.glob("semaforo-*")) == []


async def test_a_fault_of_the_program_is_none_of_the_caller(monkeypatch):
    monkeypatch.setattr(rehearsals, "PROGRAM", "bot.app.no_such_program")
    with pytest.raises(RuntimeError, match="no_such_program"):
        await Rehearsals(Config()).rehearse(Rehearsal(1, [1], MONDAY, MONDAY, Supposed()))

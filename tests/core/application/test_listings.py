"""Stale reads: which queries may be a moment late, and whose request the store is told that it is."""

import importlib
import pkgutil
import re
from pathlib import Path

import bot
import core
from core.application.use_case import Caller, UseCase
from core.people import groups
from core.records.journal import Via
from core.records.people import Actor, User
from core.work import tasks
from tests.core.world import NOW, World

LUIS = User(id=8, username="luis", display_name="Luis")
ANA = Actor(User(id=7, username="ana", display_name="Ana"))

LATE = {
    "daily_logs.my_history", "daily_logs.team_history", "directory.list_people", "event_types.list_event_types",
    "events.list_events",
    "examples.list_examples", "overview.my_days", "overview.team_days", "participants.list_of_person",
    "participants.list_participants", "period_summaries.brief_team_period", "period_summaries.moved_rows",
    "period_summaries.own_period", "period_summaries.person_period", "period_summaries.red_rows",
    "period_summaries.team_period", "period_summaries.unopened_rows", "red.list_red",
    "reminders.list_due", "reminders.list_reminders",
    "reports.own_report", "reports.team_report",
    "search.nearest", "search.search", "tasks.list_comments", "tasks.list_range", "tasks.list_tasks",
    "visibility.list_of_event", "visibility.list_records",
}  # fmt: skip


def use_cases():
    """Every use case of the core."""
    modules = (importlib.import_module(found.name) for found in pkgutil.walk_packages(core.__path__, "core."))
    return {each.name: each for module in modules for each in vars(module).values() if isinstance(each, UseCase)}


def test_lists_and_histories_may_be_late_and_nothing_else():
    late = {name: each for name, each in use_cases().items() if each.stale_ok}
    assert set(late) == LATE
    assert not any(each.writes for each in late.values())


def test_the_chat_asks_for_nothing_that_may_be_late_but_sums_of_days_and_searches():
    """The text of a message, and whether it is sent at all, follow from the present data."""
    sources = "".join(file.read_text(encoding="utf-8") for file in Path(bot.__file__).parent.rglob("*.py"))
    asked = LATE & {*re.findall(r"(?=\b(\w+\.\w+)\b)", sources)}
    periods = {
        f"period_summaries.{name}"
        for name in ("brief_team_period", "moved_rows", "person_period", "red_rows", "unopened_rows")
    }
    sums = {"overview.my_days", "overview.team_days"}
    assert asked == {*periods, *sums, "reports.team_report", "search.nearest", "search.search"}


class Told:
    """A store that only hears for whom it is asked."""

    def __init__(self):
        self.calls = []

    async def read(self, _work, **people):
        self.calls.append(people)

    async def write(self, _work, **people):
        self.calls.append(people)


async def told(actor, use_case, *args):
    """Return what the store is told of a call."""
    world = World()
    world.pipeline.store = Told()
    await world.pipeline.run(Caller(actor), use_case, *args)
    return world.pipeline.store.calls


async def test_the_store_is_told_whose_request_it_is_and_what_may_be_stale():
    assert await told(ANA, tasks.list_tasks) == [{"person": 7, "stale_ok": True}]
    ((_, origin),) = [call for each in await told(ANA, tasks.delete_task, 1) for call in each.items()]
    assert (origin.person, origin.via, origin.at) == (7, Via.JOB, NOW)
    assert await told(ANA, tasks.get_task, 1) == [{"person": 7, "stale_ok": False}]


async def test_the_eyes_of_a_group_read_as_nobody():
    assert await told(groups.viewer(ANA.user, [LUIS]), tasks.list_tasks) == [{"person": 0, "stale_ok": True}]

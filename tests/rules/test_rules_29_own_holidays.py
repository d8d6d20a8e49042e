"""Chapter 29: each person's own public holidays."""

from datetime import date

import pytest

from core.application.use_case import Caller
from core.base.errors import Invalid
from core.people import users
from core.people.users import UserUpdate
from tests.rules.world import TODAY

IMMACULATE = "2026-12-08"
"""A public holiday of Colombia, and none of Mexico."""


async def holidays(world):
    return {each["username"]: each["holidays"] for each in await world.read("/people", "pablo")}


async def test_29_1_holidays_are_everybodys_unless_a_person_has_a_calendar_of_their_own(world):
    assert set((await holidays(world)).values()) == {"MX"}
    await world.person("luis", holidays="CO")
    world.clock.advance(days=(date.fromisoformat(IMMACULATE) - date.fromisoformat(TODAY)).days)
    works = {each["username"]: each["worksToday"] for each in await world.read("/people", "pablo")}
    assert (works["ana"], works["luis"]) == (True, False)
    await world.person("luis", holidays=None)
    assert (await world.read(f"/people/{world.id('luis')}", "ana"))["worksToday"]


async def test_29_3_a_team_is_reported_on_by_each_persons_own_holidays(world):
    for who in ("ana", "luis"):
        await world.log(who)
    await world.person("luis", holidays="CO")
    world.clock.advance(days=(date.fromisoformat(IMMACULATE) - date.fromisoformat(TODAY)).days + 1)
    report = await world.read(f"/reports/team?desde={IMMACULATE}&hasta={IMMACULATE}", "lucia")
    totals = {each["username"]: each["total"] for each in report["people"]}
    assert {who: (total["expected"], total["unopened"], total["holidays"]) for who, total in totals.items()} == {
        "ana": (1, 1, 0), "luis": (0, 0, 1),
    }  # fmt: skip


async def test_29_2_everybody_chooses_their_own_and_the_journal_has_it(world):
    position = (await world.read("/changes?after=now", "root"))["next"]
    await world.pipeline.run(Caller(await world.operate(users.actor, world.id("ana"))), users.set_holidays, "ES-CT")
    assert {who: code for who, code in (await holidays(world)).items() if code != "MX"} == {"ana": "ES-CT"}
    (row,) = (await world.read(f"/changes?after={position}", "root"))["rows"]
    assert (row["kind"], row["actor"], row["changed"]) == (
        "person.updated", world.id("ana"), {"holidays": [None, "ES-CT"]}
    )  # fmt: skip


async def test_29_2_a_calendar_that_is_not_known_is_refused_and_changes_nothing(world):
    for unknown in ("XX", "ES-XX", "es", ""):
        with pytest.raises(Invalid):
            await world.operate(users.set_user, "ana", UserUpdate(holidays=unknown))
    assert set((await holidays(world)).values()) == {"MX"}

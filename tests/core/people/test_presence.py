"""Presence on some days: whom one asks about, who works, and why others do not."""

from datetime import date

from core.base.calendar_time import Days
from core.people.presence import who_works
from core.people.working_time import Off, WhyOff
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.world import day, fresh_world
from tests.tables import each_row


async def works(world, who, *people, first=0, last=0):
    """The ids of those who work on each day, and why the others do not."""
    found = await world.run(who, who_works, people, Days(day(first), day(last)))
    return [([*each.there], dict(each.off)) for each in found.days]


@each_row(
    [
        (LUCIA, [ANA, LUCIA, LUIS]),
        (ANA, [ANA, LUCIA, LUIS]),
        (PEDRO, [MARTA, PEDRO]),
        (PABLO, [ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT]),
    ],
    world=fresh_world,
)
async def test_without_names_ones_team_or_fellows_are_meant(world, who, people):
    ((there, off),) = await works(world, who)
    assert (there, off) == (people, {})


async def test_people_are_by_name_as_spanish_sorts(world):
    for username, name in (("ana", "Nuñez"), ("lucia", "Zoe"), ("luis", "Álvaro")):
        await world.directory(username, name=name)
    ((there, _),) = await works(world, LUCIA)
    assert there == [LUIS, ANA, LUCIA]


async def test_anybody_may_ask_about_anybody_and_learns_until_when_they_are_away(world):
    await world.away(LUIS, day(0), day(3))
    for who in (PABLO, LUCIA, LUIS):
        assert await works(world, who, LUIS, ANA) == [([ANA], {LUIS: WhyOff(Off.ABSENCE, until=day(3))})]


async def test_each_day_is_told_with_days_off_and_holidays(world):
    await world.away(ANA, day(4), day(4))
    found = await works(world, PABLO, ANA, first=0, last=4)
    assert [there for there, _ in found] == [[ANA], [], [], [ANA], []]
    assert [off[ANA].off for _, off in found if off] == [Off.DAY_OFF, Off.DAY_OFF, Off.ABSENCE]
    christmas = await world.run(PABLO, who_works, [ANA], Days(date(2026, 12, 25), date(2026, 12, 25)))
    assert christmas.days[0].off[ANA].off is Off.HOLIDAY

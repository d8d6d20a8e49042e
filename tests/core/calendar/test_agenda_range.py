"""The agenda of several days: which days have something and what, for whom; the ranges beside one."""

from datetime import date

from core.base.calendar_time import Days, range_after, range_before
from core.calendar import agenda_range
from tests.cast import ANA, LUCIA, LUIS, PABLO
from tests.core.world import TODAY, day, world_with
from tests.tables import each_row

WEEK = Days(TODAY, day(6))


async def listed(world, who, days=WEEK):
    return {each.fecha: each for each in await world.run(who, agenda_range.agenda_range, days)}


async def test_an_event_is_on_each_of_its_dates_within_the_range_ones_own_first(world):
    fair = await world.event(LUIS, startDatetime=f"{day(-2)}T00:00", endDatetime=f"{day(2)}T00:00", isPublic=True)
    own = await world.event(ANA, startDatetime=f"{day(1)}T10:00", endDatetime=f"{day(1)}T11:00")
    await world.event(LUIS, startDatetime=f"{day(3)}T10:00", endDatetime=f"{day(3)}T11:00")
    found = await listed(world, ANA)
    assert {fecha: [entry.event.id for entry in each.entries] for fecha, each in found.items()} == {
        TODAY: [fair.id], day(1): [own.id, fair.id],
    }  # fmt: skip


async def test_ones_open_tasks_are_on_the_dates_on_which_they_are_due(world):
    due = await world.task(ANA, fechaCumplir=day(6))
    await world.task(ANA, fechaCumplir=day(7))
    await world.task(LUIS, fechaCumplir=day(6))
    found = await listed(world, ANA)
    assert {fecha: [task.id for task in each.due] for fecha, each in found.items()} == {day(6): [due.id]}


async def test_absences_are_ones_own_and_those_of_ones_team(world):
    await world.away(ANA, day(1), day(2))
    assert {fecha: each.own_absence for fecha, each in (await listed(world, ANA)).items()} == {
        day(1): True, day(2): True,
    }  # fmt: skip
    of_leader = await listed(world, LUCIA)
    assert {fecha: (each.own_absence, each.away) for fecha, each in of_leader.items()} == {
        day(1): (False, ["Ana"]), day(2): (False, ["Ana"]),
    }  # fmt: skip
    assert await listed(world, PABLO) == {}


async def test_holidays_are_those_of_the_country_that_is_set():
    world = await world_with(country="ES")
    found = await listed(world, ANA, Days(date(2026, 12, 24), date(2026, 12, 31)))
    assert {fecha: each.holiday.on for fecha, each in found.items()} == {date(2026, 12, 25): date(2026, 12, 25)}


async def test_a_holiday_is_that_of_the_readers_own_calendar(world):
    await world.directory("ana", holidays="CO")
    december = Days(date(2026, 12, 1), date(2026, 12, 31))
    assert [[*await listed(world, who, december)] for who in (ANA, LUIS)] == [
        [date(2026, 12, 8), date(2026, 12, 25)], [date(2026, 12, 25)],
    ]  # fmt: skip


async def test_holidays_of_a_teams_other_calendars_are_told_once_with_whose_they_are(world):
    await world.directory("ana", holidays="CO")
    found = await listed(world, LUCIA, Days(date(2026, 12, 1), date(2026, 12, 31)))
    assert {fecha: [(each.calendar, each.names) for each in one.elsewhere] for fecha, one in found.items()} == {
        date(2026, 12, 8): [("CO", ["Ana"])], date(2026, 12, 25): [],
    }  # fmt: skip
    assert found[date(2026, 12, 8)].holiday is None


async def test_of_a_long_range_its_first_31_days_are_shown(world):
    await world.task(ANA, fechaCumplir=day(30))
    last = await world.task(ANA, fechaCumplir=day(31))
    found = await listed(world, ANA, Days(TODAY, day(1000)))
    assert day(30) in found
    assert last.fecha_cumplir not in found


@each_row(
    [
        (WEEK, Days(day(-7), day(-1)), Days(day(7), day(13))),
        (
            Days(date(2026, 2, 1), date(2026, 2, 28)),
            Days(date(2026, 1, 1), date(2026, 1, 31)),
            Days(date(2026, 3, 1), date(2026, 3, 31)),
        ),
        (
            Days(date(2026, 12, 3), date(2026, 12, 9)),
            Days(date(2026, 11, 26), date(2026, 12, 2)),
            Days(date(2026, 12, 10), date(2026, 12, 16)),
        ),
    ]
)
def test_the_ranges_beside_one_are_as_long_and_those_beside_a_month_months(days, before, after):
    assert (range_before(days), range_after(days)) == (before, after)

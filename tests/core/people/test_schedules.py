"""Schedules: the office's week, a person's own, and all that decides when somebody works put together."""

from datetime import date, time
from zoneinfo import ZoneInfo

from core.application.requests import build
from core.application.use_case import query
from core.base.errors import FieldCode
from core.people import schedules
from core.people.schedules import Schedule, ScheduleRequest
from core.people.working_time import Off, WhyOff, WorkCalendar
from core.records.people import DayHours
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PABLO, ROBOT, ROOT
from tests.core.refusals import forbidden, invalid
from tests.core.world import STRANGER_ID, fresh_world, world_with
from tests.tables import each_row

OFFICE = [DayHours(weekday, time(9), time(18)) for weekday in range(1, 6)]
SATURDAY_TOO = [
    {"weekday": 6, "starts": "09:00", "ends": "14:00"},
    {"weekday": 1, "starts": "08:30", "ends": "17:00"},
]
OWN = [DayHours(1, time(8, 30), time(17)), DayHours(6, time(9), time(14))]


def week(*days):
    return build(ScheduleRequest, {"days": list(days)})


async def set_week(world, who, user_id, *days):
    return await world.run(who, schedules.set_schedule, int(user_id), week(*days))


async def get(world, who, user_id):
    return await world.run(who, schedules.get_schedule, int(user_id))


@query
async def calendars_of_all(ctx, first: date, last: date) -> dict[int, WorkCalendar]:
    return await schedules.work_calendars(ctx, await ctx.uow.users.list(), first, last)


async def test_who_has_said_nothing_works_as_the_office_does(world):
    assert await get(world, PABLO, ANA) == Schedule(ANA, is_own=False, days=OFFICE)


async def test_the_offices_week_is_a_setting():
    world = await world_with(working_days=(6, 2), day_starts=time(7), day_ends=time(15, 30))
    assert (await get(world, ANA, ANA)).days == [DayHours(each, time(7), time(15, 30)) for each in (2, 6)]


@each_row([ANA, ROOT, OPERATOR], world=fresh_world)
async def test_a_person_and_an_admin_set_their_week_and_go_back_to_the_offices(world, who):
    assert await set_week(world, who, ANA, *SATURDAY_TOO) == Schedule(ANA, is_own=True, days=OWN)
    assert await get(world, PABLO, ANA) == Schedule(ANA, is_own=True, days=OWN)
    assert (await get(world, PABLO, LUIS)).is_own is False
    assert await set_week(world, who, ANA, SATURDAY_TOO[0]) == Schedule(ANA, is_own=True, days=OWN[1:])
    assert await world.run(who, schedules.reset_schedule, int(ANA)) == Schedule(ANA, is_own=False, days=OFFICE)


@each_row([LUIS, LUCIA, ROBOT], world=fresh_world)
async def test_nobody_else_does(world, who):
    await set_week(world, ANA, ANA, *SATURDAY_TOO)
    with forbidden():
        await set_week(world, who, ANA, SATURDAY_TOO[0])
    with forbidden():
        await world.run(who, schedules.reset_schedule, int(ANA))
    assert (await get(world, ANA, ANA)).days == OWN


async def test_nobody_unknown_has_a_week(world):
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await get(world, PABLO, STRANGER_ID)
    with invalid(("userId", FieldCode.UNKNOWN_ID)):
        await set_week(world, ROOT, STRANGER_ID, *SATURDAY_TOO)
    with forbidden():
        await set_week(world, ANA, STRANGER_ID, *SATURDAY_TOO)


async def test_a_day_is_there_once_and_ends_after_it_starts(world):
    with invalid(("days[1].weekday", FieldCode.REPEATED), ("days[2].ends", FieldCode.NOT_AFTER)):
        await set_week(
            world, ANA, ANA, SATURDAY_TOO[0], SATURDAY_TOO[0], {"weekday": 2, "starts": "09:00", "ends": "09:00"}
        )
    assert (await get(world, ANA, ANA)).is_own is False


@each_row(
    [
        ([], "days", FieldCode.EMPTY),
        ([{"weekday": 0, "starts": "09:00", "ends": "10:00"}], "days[0].weekday", FieldCode.OUT_OF_RANGE),
        ([{"weekday": 8, "starts": "09:00", "ends": "10:00"}], "days[0].weekday", FieldCode.OUT_OF_RANGE),
        ([{"weekday": 1, "starts": "9:00", "ends": "10:00"}], "days[0].starts", FieldCode.INVALID_FORMAT),
        ([{"weekday": 1, "starts": "09:00", "ends": "24:00"}], "days[0].ends", FieldCode.INVALID_FORMAT),
        ([{"weekday": 1, "starts": "09:00", "ends": "10:00\n"}], "days[0].ends", FieldCode.INVALID_FORMAT),
        ([{"weekday": 1, "starts": "09:00"}], "days[0].ends", FieldCode.REQUIRED),
    ]
)
def test_a_week_has_days_and_each_its_hours(days, field, code):
    with invalid((field, code)):
        week(*days)


async def test_a_calendar_has_all_that_decides_when_somebody_works(world):
    await world.directory("luis", timezone="Europe/Madrid")
    await set_week(world, ANA, ANA, *SATURDAY_TOO)
    await world.away(LUIS, "2026-12-21", "2026-12-23")
    found = await world.run(ROOT, calendars_of_all, date(2026, 12, 22), date(2026, 12, 31))
    assert {who: calendar.zone for who, calendar in found.items()} == dict.fromkeys(
        range(1, 10), ZoneInfo("America/Mexico_City")
    ) | {LUIS: ZoneInfo("Europe/Madrid")}
    christmas = date(2026, 12, 25)
    assert [found[who].why_off(christmas).off for who in (ANA, LUIS)] == [Off.DAY_OFF, Off.HOLIDAY]
    assert [found[who].why_off(date(2026, 12, 22)).off for who in (ANA, LUIS)] == [Off.DAY_OFF, Off.ABSENCE]
    assert [found[who].why_off(date(2026, 12, 26)) is None for who in (ANA, LUIS)] == [True, False]


async def test_holidays_are_those_of_the_country_that_is_set():
    world = await world_with(country="ES", subdivision="CT")
    (diada, independence) = (date(2026, 9, 11), date(2026, 9, 16))
    found = await world.run(ROOT, calendars_of_all, diada, independence)
    assert (found[ANA].why_off(diada).off, found[ANA].why_off(independence)) == (Off.HOLIDAY, None)


IMMACULATE, INDEPENDENCE = date(2026, 12, 8), date(2026, 9, 16)
"""Public holidays of Colombia, and of Mexico."""


@query
async def off_of_all(ctx, first: date, last: date) -> dict[int, dict[date, WhyOff]]:
    return await schedules.days_off(ctx, await ctx.uow.users.list(), first, last)


async def test_people_whose_weeks_are_alike_are_off_on_the_holidays_of_their_own_calendars(world):
    await world.directory("luis", holidays="CO")
    await world.directory("pablo", holidays="ES-CT")
    off = await world.run(ROOT, off_of_all, IMMACULATE, IMMACULATE)
    assert {who: off[who][IMMACULATE].holiday.names["es"] for who in off if IMMACULATE in off[who]} == {
        LUIS: "La Inmaculada Concepción", PABLO: "Inmaculada Concepción",
    }  # fmt: skip

"""The workload of each person, and who reads whose."""

from datetime import date

from core.base.calendar_time import Days
from core.base.errors import Code
from core.work import workload
from core.work.workload import AwayDays, days_in_hand
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import forbidden
from tests.core.world import TODAY, between, day, fresh_world
from tests.tables import each_row

COUNTS = ("open", "late", "due", "red", "event_minutes")


async def team(world, who=LUCIA, first=0, last=9):
    return (await world.run(who, workload.team_workload, between(day(first), day(last)))).people


async def load(world, who, of=None, first=0, last=9):
    (found,) = (await world.run(who, workload.person_workload, of or who, between(day(first), day(last)))).people
    return found


def counts(person):
    return [getattr(person, name) for name in COUNTS]


async def test_tasks_are_counted_by_what_they_are_today_and_within_the_days(world):
    for due in (-5, -1, 0, 9, 10):
        await world.task(ANA, fechaSolicitud=day(-20), fechaCumplir=day(due))
    shared = await world.task(LUCIA, responsibleUserIds=[LUIS, ANA], fechaCumplir=day(3))
    await world.task(ANA, fechaSolicitud=day(2), fechaCumplir=day(4))
    closed = await world.task(ANA, fechaCumplir=day(2))
    await world.edit(ANA, closed, estatus="CERRADA")
    await world.delete(ANA, await world.task(ANA, fechaCumplir=day(2)))
    await world.light(LUIS, (await world.item(LUIS, task=shared)).id, "ROJO")
    ana, luis = await team(world)
    assert (ana.display_name, counts(ana)) == ("Ana", [7, 2, 4, 0, 0])
    assert (luis.display_name, counts(luis)) == ("Luis", [1, 0, 1, 1, 0])
    assert counts(await load(world, ANA, first=-9, last=-1)) == [7, 2, 0, 0, 0], "what is late is due no more"


async def test_people_are_by_name_however_much_they_have(world):
    for _ in range(3):
        await world.task(LUIS)
    assert [each.display_name for each in await team(world)] == ["Ana", "Luis"]
    await world.directory("luis", name="Álvaro")
    assert [each.display_name for each in await team(world)] == ["Álvaro", "Ana"]


async def test_events_take_time_once_and_only_within_the_days(world):
    meetings = {
        "2026-11-23T10:00": "2026-11-23T11:30",
        "2026-11-23T11:00": "2026-11-23T12:00",
        "2026-11-29T23:00": "2026-11-30T01:00",
        "2026-11-30T10:00": "2026-11-30T11:00",
    }
    for start, end in meetings.items():
        event = await world.event(LUCIA, startDatetime=start, endDatetime=end)
        await world.invite(event, ANA)
    declined = await world.event(LUCIA, startDatetime="2026-11-24T10:00", endDatetime="2026-11-24T11:00")
    await world.invite(declined, ANA)
    await world.respond(ANA, declined, "DECLINED")
    found = await load(world, ANA, first=0, last=9)
    assert found.event_minutes == 120 + 60


async def test_an_event_of_whole_days_takes_the_hours_that_one_works(world):
    event = await world.event(LUCIA, startDatetime="2026-11-26T00:00", endDatetime="2026-11-29T00:00")
    await world.invite(event, ANA)
    await world.week(ANA, (4, "09:00", "13:00"), (5, "09:00", "12:00"))
    assert (await load(world, ANA)).event_minutes == (4 + 3) * 60


async def test_an_absence_is_told_without_its_reason_as_far_as_it_is_within_the_days(world):
    await world.away(ANA, day(-3), day(1))
    await world.away(ANA, day(8), day(12))
    assert (await load(world, LUCIA, ANA)).away == [AwayDays(TODAY, day(1)), AwayDays(day(8), day(9))]


@each_row([ANA, LUCIA, ROOT], world=fresh_world)
async def test_oneself_whom_one_leads_and_for_admins_everybody(world, who):
    assert (await load(world, who, ANA)).user_id == ANA


@each_row([LUIS, MARTA, PABLO], world=fresh_world)
async def test_of_others_nobody_is_told(world, who):
    with forbidden(Code.FORBIDDEN):
        await load(world, who, ANA)


async def test_a_team_is_of_its_leader_alone(world):
    assert [each.user_id for each in await team(world, MARTA)] == [PEDRO]
    assert await team(world, PABLO) == []


@each_row(
    [
        (date(2026, 11, 23), 6),
        (date(2026, 11, 27), 2),
        (date(2026, 11, 28), 8),
        (date(2026, 11, 29), 7),
    ]
)
def test_without_days_it_is_what_is_left_of_the_week_and_after_the_last_working_day_the_next(today, ahead):
    found = days_in_hand(today, frozenset((1, 2, 3, 4, 5)))
    assert (found.first, (found.last - today).days) == (today, ahead)
    assert isinstance(found, Days)

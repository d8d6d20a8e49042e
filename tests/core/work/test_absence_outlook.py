"""The outlook of an absence: working days, what it joins, when its person is back, what is due meanwhile."""

from core.application.requests import build
from core.base.calendar_time import Days
from core.base.errors import Code, FieldCode
from core.people import absences, schedules
from core.people.absences import AbsenceCreate
from core.people.schedules import ScheduleRequest
from core.work import absence_outlook
from core.work.absence_outlook import WhenThere
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, ROOT
from tests.core.refusals import forbidden, invalid, not_found
from tests.core.world import STRANGER_ID, day, fresh_world
from tests.tables import each_row

# Today is a Friday: day(3) is a Monday, day(7) a Friday, day(10) a Monday.


def request(first, last, **fields):
    return build(AbsenceCreate, {"firstDay": day(first), "lastDay": day(last)} | fields)


async def away(world, who, first, last, **fields):
    return (await world.run(who, absences.declare_absence, request(first, last, **fields))).absence


async def preview(world, who, first, last, **fields):
    return await world.run(who, absence_outlook.preview, request(first, last, **fields))


async def view(world, who, absence):
    return await world.run(who, absence_outlook.absence_view, absence.id)


async def listed(world, who, user_id):
    return await world.run(who, absence_outlook.absences_of, int(user_id))


@each_row([(3, 7, 5, 5), (0, 3, 4, 2), (1, 2, 2, 0), (0, 0, 1, 1), (-4, 0, 5, 4)], world=fresh_world)
async def test_the_days_that_would_be_worked_are_counted(world, first, last, days, working):
    look = (await preview(world, ANA, first, last)).outlook
    assert (look.days, look.working_days) == (days, working)


async def test_working_days_are_those_of_the_persons_own_week(world):
    week = build(ScheduleRequest, {"days": [{"weekday": 1, "starts": "09:00", "ends": "18:00"}]})
    await world.run(ANA, schedules.set_schedule, int(ANA), week)
    assert (await preview(world, ANA, 3, 7)).outlook.working_days == 1


async def test_a_preview_keeps_nothing_and_says_what_it_would_be_joined_with(world):
    kept = await away(world, ANA, 3, 5)
    seen = await preview(world, ANA, 5, 7)
    assert seen.joined == [kept]
    assert (seen.outlook.first_day, seen.outlook.last_day, seen.outlook.working_days) == (day(3), day(7), 5)
    assert seen.person.id == ANA
    assert await world.run(ANA, absences.list_absences, int(ANA)) == [kept]


async def test_a_preview_is_refused_as_the_absence_would_be(world):
    with invalid(("lastDay", FieldCode.PAST)):
        await preview(world, ANA, -3, -2)
    for who in (LUIS, MARTA, PABLO):
        with forbidden():
            await preview(world, who, 3, 7, userId=ANA)
    assert (await preview(world, LUCIA, 3, 7, userId=ANA)).person.id == ANA


async def test_who_is_away_is_back_on_the_next_day_they_work(world):
    assert (await view(world, ANA, await away(world, ANA, 3, 4))).back == day(5)
    friday = await away(world, ANA, 6, 7)
    assert (await view(world, ANA, friday)).back == day(10)
    await away(world, ANA, 8, 11)
    assert (await view(world, ANA, friday)).back == day(12)


async def test_who_works_on_no_day_soon_is_back_on_none(world):
    absence = await away(world, ANA, 3, 4)
    await away(world, ANA, 5, 100)
    assert (await view(world, ANA, absence)).back is None


async def test_who_has_been_back_since_is_not_told_to_be_back_again(world):
    friday = await away(world, ANA, 0, 0)
    for _ in range(3):
        world.clock.advance(days=1)
        assert (await view(world, ANA, friday)).back == day(3)
    world.clock.advance(days=1)
    assert (await view(world, ANA, friday)).back is None


async def test_nor_is_who_is_away_anew(world):
    friday, later = await away(world, ANA, 0, 0), await away(world, ANA, 59, 80)
    world.clock.advance(days=60)
    assert ((await view(world, ANA, friday)).back, (await view(world, ANA, later)).back) == (None, day(81))
    world.clock.advance(days=3)
    assert (await view(world, ANA, friday)).back is None


async def test_who_went_from_one_absence_to_the_next_is_back_after_the_last(world):
    friday = await away(world, ANA, 0, 0)
    await away(world, ANA, 3, 6)
    world.clock.advance(days=4)
    assert (await view(world, ANA, friday)).back == day(7)


async def test_what_is_due_meanwhile_is_told_with_what_the_caller_may_move(world):
    own = await world.task(ANA, fechaCumplir=day(4))
    given = await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(5))
    await world.task(ANA, fechaCumplir=day(8))
    absence = await away(world, ANA, 3, 7)
    seen = await view(world, ANA, absence)
    assert ([task.id for task in seen.tasks], seen.movable) == ([own.id, given.id], {own.id})
    assert (await view(world, LUCIA, absence)).movable == {own.id, given.id}
    assert (await view(world, ROOT, absence)).movable == {own.id, given.id}


async def test_a_persons_absences_each_with_its_outlook(world):
    later, sooner = await away(world, ANA, 10, 11), await away(world, ANA, 0, 3)
    for who in (ANA, LUCIA, ROOT):
        found = await listed(world, who, ANA)
        assert [(each, look.working_days) for each, look in found.absences] == [(sooner, 2), (later, 2)]
        assert found.person.display_name == "Ana"
    assert (await listed(world, LUIS, LUIS)).absences == []
    with forbidden():
        await listed(world, LUIS, ANA)
    with not_found(Code.USER_NOT_FOUND):
        await listed(world, ROOT, STRANGER_ID)


@each_row([LUCIA, LUIS, PABLO, ANA], world=fresh_world)
async def test_everybody_may_ask_on_which_day_somebody_works_next(world, who):
    async def asked():
        return await world.run(who, absence_outlook.when_there, int(ANA))

    assert await asked() == WhenThere(day(0))
    await away(world, ANA, 0, 7)
    assert await asked() == WhenThere(day(10))
    await away(world, ANA, 0, 100)
    assert await asked() == WhenThere(None)


async def test_who_works_today_and_is_away_soon_is_said_with_the_day_back(world):
    await away(world, ANA, 12, 13)
    await away(world, ANA, 3, 4)
    assert await world.run(LUIS, absence_outlook.when_there, int(ANA)) == WhenThere(
        day(0), Days(day(3), day(4)), day(5)
    )


async def test_of_two_absences_with_a_weekend_between_the_day_back_is_after_both(world):
    await away(world, ANA, 6, 7)
    await away(world, ANA, 10, 11)
    found = await world.run(LUIS, absence_outlook.when_there, int(ANA))
    assert found == WhenThere(day(0), Days(day(6), day(11)), day(12))


async def test_an_absence_without_an_end_in_sight_has_no_day_back(world):
    await away(world, ANA, 1, 200)
    assert await world.run(LUIS, absence_outlook.when_there, int(ANA)) == WhenThere(day(0), Days(day(1), day(200)))

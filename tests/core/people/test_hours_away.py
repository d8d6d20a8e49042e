"""Absences of some hours: whose, what they touch, and who hears of them."""

from datetime import timedelta

from core.application.requests import build
from core.base.calendar_time import Days
from core.base.errors import Code
from core.people import absences, presence
from core.people.absences import HoursRequest
from core.records.messages import MessageKind
from tests.cast import ANA, LUCIA, LUIS, PABLO
from tests.core.refusals import conflict, forbidden
from tests.core.world import NOW, day, fresh_world
from tests.tables import each_row

HOUR = timedelta(hours=1)


def asked(start=NOW + HOUR, end=NOW + 3 * HOUR, **fields):
    times = {"startsAt": start.isoformat(), "endsAt": end.isoformat()}
    return build(HoursRequest, times | fields)


async def declared(world, who=ANA, **fields):
    return await world.run(who, absences.declare_hours, asked(**fields))


async def test_only_they_and_their_leader_note_and_end_them(world):
    made = await declared(world)
    for who in (LUIS, PABLO):
        with forbidden():
            await declared(world, who, userId=ANA)
    await world.run(LUCIA, absences.cancel_absence, made.id)
    assert await world.run(ANA, absences.list_absences, ANA) == []
    await declared(world, LUCIA, userId=ANA)
    assert len(await world.run(ANA, absences.list_absences, ANA)) == 1


async def test_the_leader_hears_at_once_of_today_and_those_led_do_not(world):
    made = await declared(world)
    (message,) = world.store.state.outbox.values()
    assert (message.user_id, message.kind, message.due_at) == (LUCIA, MessageKind.HOURS_AWAY, NOW)
    assert message.params["absence_id"] == made.id
    await declared(world, LUCIA)
    assert [each.user_id for each in world.store.state.outbox.values()].count(ANA) == 0


async def test_what_has_begun_ends_now_and_what_is_over_stays(world):
    made = await declared(world)
    world.clock.advance(hours=2)
    await world.run(ANA, absences.cancel_absence, made.id)
    kept = await world.store.read(lambda uow: uow.absences.get(made.id))
    assert kept.ends_at == world.clock.now()
    with conflict(Code.ABSENCE_OVER):
        await world.run(ANA, absences.cancel_absence, made.id)


async def test_such_a_day_is_worked_and_shown_with_the_hours(world):
    await declared(world)
    (on,) = (await world.run(LUCIA, presence.who_works, [ANA], Days(day(), day()))).days
    assert (on.there, on.off, [each for each, _ in on.hours]) == ([ANA], {}, [ANA])


@each_row([True, False], world=fresh_world)
async def test_a_day_off_is_not_joined_with_hours(world, whole):
    if whole:
        await world.away(ANA, day(), day())
    await declared(world)
    assert len(await world.run(ANA, absences.list_absences, ANA)) == 1 + whole

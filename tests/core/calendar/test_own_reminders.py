"""Personal reminders: whose they are, when they come, and that nobody else has anything of them."""

from datetime import datetime, timedelta

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.calendar import agenda, availability, own_reminders
from core.calendar.availability import AvailabilityRequest
from core.calendar.own_reminders import OwnReminderRequest
from core.delivery import snoozes
from core.delivery.snoozes import Delay
from core.jobs.reminders import send_reminders
from core.people import users
from core.people.users import UserUpdate
from core.records.messages import MessageKind, Outcome, Reason
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROOT
from tests.core.job_steps import run, told
from tests.core.refusals import conflict, invalid, not_found
from tests.core.world import NOW, day, fresh_world
from tests.tables import each_row

HOUR = timedelta(hours=1)


def asked(at, words="Hablarle a don Ramiro", **rule):
    when = at if isinstance(at, str) else at.isoformat().replace("+00:00", "Z")
    return build(OwnReminderRequest, {"words": words, "remindAt": when, **rule})


async def reminds(world, at=NOW + HOUR, who=ANA, **fields):
    return await world.run(who, own_reminders.create_own_reminder, asked(at, **fields))


async def ahead(world, who=ANA):
    return [each.remind_at for each in await world.run(who, own_reminders.list_own_reminders)]


def local(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}-06:00")


async def test_it_is_read_changed_and_removed_by_its_person_alone(world):
    made = await reminds(world)
    assert await world.run(ANA, own_reminders.get_own_reminder, made.id) == made
    for who in (LUCIA, LUIS, ROOT):
        assert await ahead(world, who) == []
        for use_case, *more in (
            (own_reminders.get_own_reminder,),
            (own_reminders.own_reminder_ever,),
            (own_reminders.remove_own_reminder,),
            (own_reminders.finish_own_reminder,),
            (own_reminders.replace_own_reminder, asked(NOW + HOUR)),
            (own_reminders.postpone_own_reminder, NOW + HOUR),
            (snoozes.snooze_own_reminder, Delay.HOUR),
        ):
            with not_found(Code.REMINDER_NOT_FOUND):
                await world.run(who, use_case, made.id, *more)
    await world.run(ANA, own_reminders.remove_own_reminder, made.id)
    assert await ahead(world) == []
    with not_found(Code.REMINDER_NOT_FOUND):
        await world.run(ANA, own_reminders.get_own_reminder, made.id)


@each_row(
    [
        (NOW, {}, "remindAt", FieldCode.PAST),
        (NOW + HOUR, {"weekdays": [1]}, "recurrenceType", FieldCode.REQUIRED_WITH),
        (NOW + HOUR, {"recurrenceType": "WEEKLY", "dayOfMonth": 3}, "dayOfMonth", FieldCode.NOT_APPLICABLE),
        (NOW + HOUR, {"recurrenceType": "WEEKLY", "endsOn": "2026-11-19"}, "endsOn", FieldCode.NO_OCCURRENCES),
        (NOW + HOUR, {"words": " "}, "words", FieldCode.BLANK),
    ],
    world=fresh_world,
)
async def test_what_would_never_come_is_refused(world, at, rule, field, code):
    with invalid((field, code)):
        await reminds(world, at, **rule)
    assert await ahead(world) == []


async def test_a_person_may_have_a_limited_number_to_come(world, monkeypatch):
    monkeypatch.setattr(own_reminders, "MOST_AHEAD", 1)
    await reminds(world)
    with conflict(Code.TOO_MANY_OWN_REMINDERS):
        await reminds(world)


async def test_it_is_in_ones_own_agenda_and_makes_nobody_busy(world):
    made = await reminds(world)
    for who, shown in ((ANA, [made.words]), (LUCIA, [])):
        found = await world.run(who, agenda.day_agenda, day())
        assert ([each.words for each, _ in found.reminders], found.entries) == (shown, [])
    when = {"startDatetime": "2026-11-23T06:00", "endDatetime": "2026-11-23T23:00", "userIds": [ANA]}
    assert await world.run(LUCIA, availability.find_conflicts, build(AvailabilityRequest, when)) == []


async def test_one_that_repeats_is_in_the_agenda_of_each_of_its_days(world):
    await reminds(world, local("2026-11-24T09:00"), recurrenceType="WEEKLY", weekdays=[2, 4])
    days = [day(offset) for offset in range(12)]
    shown = [bool((await world.run(ANA, agenda.day_agenda, each)).reminders) for each in days]
    assert [each.isoweekday() for each, there in zip(days, shown, strict=True) if there] == [2, 4, 2]


async def test_it_comes_at_its_minute_once_and_to_its_person_alone(world):
    made = await reminds(world)
    await run(world, send_reminders)
    assert told(world) == []
    world.clock.advance(hours=1)
    for _ in range(2):
        await run(world, send_reminders)
    assert told(world) == [(ANA, MessageKind.OWN_REMINDER, {"reminder_id": made.id})]
    assert await ahead(world) == []


async def test_what_repeats_comes_again_by_the_clock_of_its_person(world):
    await reminds(world, local("2026-11-16T09:30"), recurrenceType="WEEKLY", endsOn="2026-12-07")
    expected = [local("2026-11-23T09:30"), local("2026-11-30T09:30"), local("2026-12-07T09:30")]
    for at in expected:
        assert await ahead(world) == [at]
        world.clock.advance(seconds=(at - world.clock.now()).total_seconds())
        await run(world, send_reminders)
    assert await ahead(world) == []
    assert len(told(world)) == len(expected)


async def test_what_is_more_than_a_day_late_is_not_sent_and_is_in_the_ledger(world):
    await reminds(world)
    world.clock.advance(hours=25, minutes=1)
    assert (await run(world, send_reminders))["too_late"] == 1
    (message,) = world.store.state.outbox.values()
    assert (message.outcome, message.reason) == (Outcome.WITHHELD, Reason.LATE)


async def test_put_off_it_comes_later_once_and_what_repeats_goes_on(world):
    once = await reminds(world)
    weekly = await reminds(world, local("2026-11-23T09:30"), recurrenceType="WEEKLY")
    assert await world.run(ANA, snoozes.snooze_own_reminder, once.id, Delay.MINUTES) == NOW + HOUR + HOUR / 6
    assert await world.run(ANA, snoozes.snooze_own_reminder, once.id, Delay.TOMORROW) == NOW + 25 * HOUR + HOUR / 6
    assert await world.run(ANA, snoozes.snooze_own_reminder, weekly.id, Delay.HOUR) == NOW + HOUR
    world.clock.advance(hours=1)
    await run(world, send_reminders)
    assert told(world) == [(ANA, MessageKind.OWN_REMINDER, {"reminder_id": weekly.id})]
    assert local("2026-11-23T09:30") in await ahead(world)


async def test_what_repeats_is_done_only_for_this_time(world):
    once = await reminds(world)
    weekly = await reminds(world, local("2026-11-23T09:30"), recurrenceType="WEEKLY")
    await world.run(ANA, own_reminders.postpone_own_reminder, weekly.id, NOW + 3 * HOUR)
    for each in (once, weekly):
        await world.run(ANA, own_reminders.finish_own_reminder, each.id)
    assert await ahead(world) == [local("2026-11-23T09:30")]


async def test_those_of_who_has_left_end(world):
    await reminds(world, recurrenceType="WEEKLY")
    await world.run(OPERATOR, users.set_user, "ana", build(UserUpdate, {"isActive": False}))
    world.clock.advance(hours=1)
    await run(world, send_reminders)
    assert told(world) == []
    assert await world.store.read(lambda uow: uow.own_reminders.upcoming(ANA)) == []

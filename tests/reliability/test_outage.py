"""Three days without the service, or without Telegram: what comes afterwards is said once, and nothing stale."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from core.application.requests import build
from core.calendar import reminders
from core.calendar.reminders import ReminderRequest
from core.records.jobs import Job
from core.records.messages import MessageKind

ZONE = ZoneInfo("America/Mexico_City")
DAILY = (Job.PLANNING_SYNC, Job.BIRTHDAY_SYNC, Job.OVERDUE_SURVEY, Job.OVERDUE_REGULAR)
MONDAY, THURSDAY = "2026-11-23", "2026-11-26"
PROMPTS = ("abre tu día", "Cuéntanos", "cierra tu día")


def at(day: str, time: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{time}").replace(tzinfo=ZONE).astimezone(UTC)


async def reminder(world, event, instant) -> int:
    request = build(ReminderRequest, {"eventId": event.id, "remindAt": instant.strftime("%Y-%m-%dT%H:%M:%SZ")})
    return (await world.act("lucia", reminders.create_reminder, request)).id


@pytest.fixture
async def office_week(world, service):
    """Ana and Luis are late with a task each, since last week; the service has done Monday's work until 10:01.

    They were asked about it this morning, so that only Lucía had a digest.
    """
    for who in ("ana", "luis"):
        await world.task(who, text=f"Pendiente de {who}", due=-3)
    await service.live(minutes=61)
    assert service.messages("ana", MessageKind.OVERDUE_DIGEST) == ["withheld"]
    return service


async def test_after_three_days_down_each_daily_job_catches_up_once_and_everybody_gets_one_digest_alone(
    world, office_week
):
    """No second survey, and no prompt of the past."""
    turns = {job: len(office_week.turns(job)) for job in DAILY}

    def seen():
        return {who: len(world.phone(who).messages) for who in ("ana", "luis", "lucia")}

    before = seen()
    world.clock.set(at(THURSDAY, "10:30"))
    await office_week.live(minutes=30)
    assert {job: office_week.turns(job)[count:] for job, count in turns.items()} == {job: [THURSDAY] for job in DAILY}
    assert {who: seen()[who] - before[who] for who in before} == {"ana": 1, "luis": 1, "lucia": 1}
    for who in before:
        first = "sent" if who == "lucia" else "withheld"
        assert office_week.messages(who, MessageKind.OVERDUE_DIGEST) == [first, "sent"]
    assert office_week.messages("ana", MessageKind.OVERDUE_SURVEY) == ["sent"]


async def test_after_three_days_down_reminders_over_a_day_late_are_marked_and_the_others_pushed(world, office_week):
    event = await world.event("lucia", "ana", title="Junta", offset=4)
    instants = [at(MONDAY, "12:00"), at("2026-11-25", "10:29"), at("2026-11-25", "10:31"), at(THURSDAY, "10:45")]
    ids = [await reminder(world, event, instant) for instant in instants]
    world.clock.set(at(THURSDAY, "10:30"))
    await office_week.tick()
    sent = "SELECT id FROM event_reminders WHERE sent ORDER BY id"
    assert [key for (key,) in office_week.rows(sent)] == ids[:3]
    assert office_week.messages("ana", MessageKind.REMINDER) == ["sent", "withheld", "withheld"]
    await office_week.live(minutes=20)
    assert [key for (key,) in office_week.rows(sent)] == ids
    assert office_week.messages("ana", MessageKind.REMINDER) == ["sent", "withheld", "withheld", "sent"]


async def test_after_three_days_without_telegram_nobody_gets_three_digests(world, office_week):
    away = world.sandbox.faults.drop(times=None, method="sendMessage")
    seen = len(world.phone("ana").messages)
    for day in range(3):
        world.clock.set(at(MONDAY, "10:05") + timedelta(days=day + 1))
        await office_week.tick()
    assert away.hits > 0
    world.sandbox.faults.clear()
    await office_week.live(minutes=30)
    digests = office_week.messages("ana", MessageKind.OVERDUE_DIGEST)
    assert digests == ["withheld", "withheld", "withheld", "sent"]
    assert len(world.phone("ana").messages) == seen + 1

"""Why somebody was written to today, or not: whose ledger one may read, what is in it, and what the day itself says."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from core.base.errors import Code
from core.base.settings import Settings
from core.delivery import ledger
from core.people import notices
from core.people.quiet_hours import office_quiet_hours, quiet_until
from core.people.working_time import Off
from core.records.jobs import Job
from core.records.messages import MessageKind, NewMessage, Outcome, Reason
from core.records.people import ChosenNotices, QuietHours
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, ROBOT, ROOT
from tests.core.refusals import forbidden, not_found
from tests.core.world import NOW, STRANGER_ID, TODAY, day, fresh_world, world_with
from tests.tables import each_row

MIDNIGHT = datetime(2026, 11, 20, 6, tzinfo=UTC)
"""The instant at which today begins in the business zone."""


async def why(world, who, whom):
    return await world.run(who, ledger.ledger_of, int(whom))


async def add(world, who, *messages):
    """Rows as whoever sends leaves them: (kind, when it was decided, outcome, reason)."""
    for number, (kind, at, outcome, reason) in enumerate(messages):
        world.leave(NewMessage(int(who), kind, {}, f"{who}:{number}:{kind}", at, at, outcome, reason))


@each_row([ANA, LUCIA, ROOT], world=fresh_world)
async def test_oneself_ones_leader_and_an_admin_may_ask(world, who):
    assert (await why(world, who, ANA)).person.username == "ana"


@each_row([LUIS, MARTA, PABLO, ROBOT], world=fresh_world)
async def test_nobody_else_may(world, who):
    await world.task(ANA, leaderUserId=PABLO)
    with forbidden():
        await why(world, who, ANA)


async def test_of_nobody_there_is_none(world):
    with not_found(Code.USER_NOT_FOUND):
        await why(world, ROOT, STRANGER_ID)
    with forbidden():
        await why(world, LUCIA, STRANGER_ID)


async def test_it_has_what_came_to_its_end_today_and_all_that_waits(world):
    early, late = MIDNIGHT, MIDNIGHT + timedelta(days=1)
    await add(
        world,
        ANA,
        (MessageKind.OVERDUE_DIGEST, late, Outcome.SENT, None),
        (MessageKind.NUDGE, NOW, Outcome.BLOCKED, None),
        (MessageKind.OPEN_PROMPT, early, Outcome.WITHHELD, Reason.HOLIDAY),
        (MessageKind.CLOSE_PROMPT, early - timedelta(seconds=1), Outcome.SENT, None),
        (MessageKind.OVERDUE_SURVEY, early - timedelta(days=3), Outcome.WAITING, Reason.ABSENCE),
    )
    await add(world, LUIS, (MessageKind.NUDGE, NOW, Outcome.SENT, None))
    found = await why(world, ANA, ANA)
    assert [message.kind for message in found.messages] == [
        MessageKind.OPEN_PROMPT,
        MessageKind.NUDGE,
        MessageKind.OVERDUE_SURVEY,
    ]


async def test_of_an_earlier_day_it_has_what_was_there_then_whatever_became_of_it_since(world):
    """A message of yesterday, one of the day before that was held until today, one that waits still, one of today."""
    hour, yesterday = timedelta(hours=1), NOW - timedelta(days=1)
    await add(
        world,
        ANA,
        (MessageKind.OPEN_PROMPT, yesterday - hour, Outcome.SENT, None),
        (MessageKind.OVERDUE_SURVEY, yesterday - timedelta(days=1), Outcome.WAITING, None),
        (MessageKind.TASK_ASSIGNED, yesterday, Outcome.WAITING, None),
        (MessageKind.CLOSE_PROMPT, yesterday - timedelta(days=1), Outcome.SENT, None),
        (MessageKind.NUDGE, NOW, Outcome.SENT, None),
    )
    await world.store.write(lambda uow: uow.outbox.settle(2, Outcome.SENT, None, NOW))

    async def on(offset):
        found = await world.run(LUCIA, ledger.ledger_of, int(ANA), day(offset))
        assert (found.fecha, found.quiet_until) == (day(offset), None)
        return [message.kind for message in found.messages]

    assert await on(0) == [MessageKind.OVERDUE_SURVEY, MessageKind.NUDGE, MessageKind.TASK_ASSIGNED]
    assert await on(-1) == [MessageKind.OPEN_PROMPT, MessageKind.OVERDUE_SURVEY, MessageKind.TASK_ASSIGNED]
    assert await on(-2) == [MessageKind.CLOSE_PROMPT, MessageKind.OVERDUE_SURVEY]
    assert await on(-3) == []


async def test_of_another_day_it_says_why_the_person_did_not_work_then_and_not_what_is_now(world):
    world.clock.set(MIDNIGHT)
    found = await world.run(ANA, ledger.ledger_of, int(ANA), day(-4))  # the holiday of the third Monday of November
    assert (found.off.off, found.quiet_until) == (Off.HOLIDAY, None)
    assert (await why(world, ANA, ANA)).quiet_until is not None


async def tick(world, *minutes):
    """Have the service look whom to ask, these minutes after its day began."""
    for minute in minutes:
        at = MIDNIGHT + timedelta(minutes=minute)
        await world.store.write(lambda uow, at=at: uow.job_runs.start_scheduled(Job.DAY_PROMPTS, at, at.isoformat()))


async def idle(world, offset=0):
    """Return when the service was not there on a day, in minutes from the beginning of today."""
    found = await world.run(LUCIA, ledger.ledger_of, int(ANA), day(offset))
    return [tuple((at - MIDNIGHT) // timedelta(minutes=1) for at in interval) for interval in found.idle]


async def test_it_says_when_nobody_was_there_to_ask_anything_for_more_than_an_hour(world):
    """Nine o'clock is the 540th minute."""
    assert await idle(world) == []
    await tick(world, 0, 60, *range(180, 541, 60))
    assert await idle(world) == [(60, 180)]
    await tick(world, 120)
    assert await idle(world) == []
    world.clock.advance(minutes=61)
    assert await idle(world) == [(540, 601)]


async def test_a_time_without_service_is_told_of_each_day_that_it_touches_and_of_none_before_the_first_turn(world):
    await tick(world, -30 * 60, -30, 300, 360, 420, 480)
    assert await idle(world, -2) == [(-30 * 60, -24 * 60)]
    assert await idle(world, -1) == [(-24 * 60, -30), (-30, 0)]
    assert await idle(world) == [(0, 300)]
    assert await idle(world, -3) == []


async def test_of_a_day_to_come_no_time_is_without_service_yet(world):
    await tick(world, -60)
    assert await idle(world) == [(0, 540)]
    assert await idle(world, 1) == []


async def test_at_midnight_a_day_without_service_is_over(world):
    await tick(world, -120, 0, 60, 120, 180, 240, 300, 360, 420, 480)
    assert (await idle(world, -1), await idle(world)) == ([(-120, 0)], [])


@each_row([False, True], world=fresh_world)
async def test_a_message_was_due_when_it_was_written_unless_it_was_asked_for_at_a_time(world, settled):
    new = NewMessage(int(ANA), MessageKind.REMINDER, {}, "a", NOW, NOW + timedelta(hours=1), reason=Reason.SNOOZED)
    held = NewMessage(int(ANA), MessageKind.TASK_ASSIGNED, {}, "b", NOW, NOW)
    prompt = NewMessage(int(ANA), MessageKind.OPEN_PROMPT, {}, "c", NOW, NOW - timedelta(seconds=30))
    world.leave(new, held, prompt)
    await world.store.write(lambda uow: uow.outbox.postpone(2, NOW + timedelta(days=1), Reason.QUIET_HOURS, NOW))
    if settled:
        await world.store.write(lambda uow: uow.outbox.settle(1, Outcome.SENT, None, NOW + timedelta(hours=1)))
    due = {message.kind: ledger.due_time(message) for message in (await why(world, ANA, ANA)).messages}
    assert due == {
        MessageKind.REMINDER: NOW + timedelta(hours=1),
        MessageKind.TASK_ASSIGNED: NOW,
        MessageKind.OPEN_PROMPT: NOW - timedelta(seconds=30),
    }


async def test_it_says_why_the_person_does_not_work_today(world):
    assert (await why(world, ANA, ANA)).off is None
    await world.away(ANA, TODAY, day(2))
    off = (await why(world, LUCIA, ANA)).off
    assert (off.off, off.until) == (Off.ABSENCE, day(2))
    assert (await why(world, LUCIA, LUIS)).off is None


@each_row(
    [
        ("21:00", "07:00", "20:59", None),
        ("21:00", "07:00", "21:00", "07:00"),
        ("21:00", "07:00", "06:59", "07:00"),
        ("21:00", "07:00", "07:00", None),
        ("13:00", "15:00", "12:59", None),
        ("13:00", "15:00", "13:00", "15:00"),
        ("13:00", "15:00", "15:00", None),
        ("08:00", "08:00", "08:00", None),
    ]
)
def test_quiet_hours_begin_and_end_when_they_say(starts, ends, at, until):
    settings = Settings(quiet_starts=time.fromisoformat(starts), quiet_ends=time.fromisoformat(ends))
    now = datetime.combine(TODAY, time.fromisoformat(at), settings.zone)
    found = quiet_until(office_quiet_hours(settings), settings.zone, now)
    assert (found and found.astimezone(settings.zone).strftime("%H:%M")) == until
    assert found is None or now < found < now + timedelta(days=1)


async def test_they_are_a_setting():
    world = await world_with(quiet_starts=time(8), quiet_ends=time(10))
    assert (await why(world, ANA, ANA)).quiet_until == NOW + timedelta(hours=1)


async def test_they_are_ones_own_if_one_has_chosen_them(world):
    chosen = ChosenNotices(quiet_starts=time(8), quiet_ends=time(10))
    await world.run(ANA, notices.choose_notices, chosen)
    found = [(await why(world, who, who)).quiet_until for who in (ANA, LUIS)]
    assert found == [NOW + timedelta(hours=1), None]


@each_row([(-40, True), (-20, False), (10, False), (40, False)])
def test_quiet_hours_that_end_in_an_hour_that_the_clock_shows_twice_end_once(minutes, quiet):
    again = datetime(2026, 10, 25, 1, tzinfo=UTC)  # in Madrid 02:00, for the second time
    at = again + timedelta(minutes=minutes)
    found = quiet_until(QuietHours(time(21), time(2, 30)), ZoneInfo("Europe/Madrid"), at)
    assert found == (again - timedelta(minutes=30) if quiet else None)

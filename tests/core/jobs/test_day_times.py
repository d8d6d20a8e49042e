"""Day prompts for people far from the business zone: once each, in their hours, before its day is over."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from zoneinfo import ZoneInfo

from core.base.calendar_time import Interval, local_date
from core.base.date_times import instant_of, start_of
from core.jobs.day_prompts import prompt_days
from core.jobs.day_times import LAST_CALL, SUMMED_UP, day_of, day_times
from core.records.messages import MessageKind
from core.work.daily_logs import DateRequest, open_log
from tests.cast import ANA, OPERATOR
from tests.core.world import world_with
from tests.tables import each_row

OPEN, REPORT, CLOSE = MessageKind.OPEN_PROMPT, MessageKind.AVANCE_PROMPT, MessageKind.CLOSE_PROMPT
SUMMARY = MessageKind.TEAM_SUMMARY
MEXICO = ZoneInfo("America/Mexico_City")
ZONES = [
    "America/Mexico_City", "America/Los_Angeles", "Pacific/Honolulu", "Pacific/Auckland", "Pacific/Kiritimati",
    "Asia/Tokyo", "Asia/Shanghai", "Asia/Kolkata", "Australia/Sydney", "Europe/Madrid", "Europe/Istanbul", "UTC",
]  # fmt: skip
YEAR = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
CHANGING = [on for on in YEAR if on.month in (3, 4, 10, 11)]
"""The days of the months in which clocks are changed somewhere."""


def hours(on, zone, starts=time(9), ends=time(18)):
    return Interval(*(instant_of(datetime.combine(on, each), ZoneInfo(zone)) for each in (starts, ends)))


def asked(on, zone, business=MEXICO, **hour):
    report = instant_of(datetime.combine(on, time(14)), ZoneInfo(zone))
    return dict(day_times(hours(on, zone, **hour), report, business))


@each_row(product(ZONES, [(time(6), time(20)), (time(7), time(9)), (time(17), time(19))]))
def test_ones_own_times_stay_within_the_day_that_is_asked_about(zone, own):
    for on in YEAR[::7]:
        worked, chosen = hours(on, zone), hours(on, zone, *own)
        report = worked.start + timedelta(hours=5)
        times = dict(day_times(worked, report, MEXICO, chosen))
        begins, ends = day_of(worked, MEXICO)
        assert begins <= times[OPEN] <= times[CLOSE] < ends
        if begins <= chosen.start and chosen.end <= ends - LAST_CALL:
            assert (times[OPEN], times[CLOSE]) == chosen
        assert (REPORT in times) <= (chosen.start < report < chosen.end)


@each_row(product(["America/Mexico_City", "Europe/Madrid", "Pacific/Auckland"], ZONES))
def test_all_is_asked_of_one_day_in_order_in_ones_hours_and_before_the_day_is_over(business, zone):
    business, days = ZoneInfo(business), set()
    for on in CHANGING:
        worked, times = hours(on, zone), asked(on, zone, business)
        assert list(times) == [OPEN, REPORT, CLOSE, SUMMARY]
        assert worked.start <= times[OPEN] < times[REPORT] < times[CLOSE] < times[SUMMARY]
        assert times[CLOSE] <= worked.end
        assert times[SUMMARY] <= worked.end + SUMMED_UP
        (day,) = {local_date(at, business) for at in times.values()}
        assert day_of(worked, business).start == start_of(day, business)
        assert start_of(day + timedelta(days=1), business) - times[CLOSE] >= LAST_CALL
        days.add(day)
    assert len(days) >= len(CHANGING) - 1  # once a day, but for a night on which the clocks change


@each_row(
    [
        ("America/Mexico_City", "2026-11-24", "09:00", "14:00", "18:00", "2026-11-24"),
        ("America/Los_Angeles", "2026-11-24", "09:00", "14:00", "18:00", "2026-11-24"),
        ("Pacific/Auckland", "2026-11-24", "09:00", "14:00", "18:00", "2026-11-23"),
        ("Pacific/Auckland", "2026-06-23", "09:00", "14:00", "17:00", "2026-06-22"),  # midnight at 18:00
        ("Asia/Tokyo", "2026-11-24", "09:00", "11:30", "14:00", "2026-11-23"),  # midnight at 15:00
        ("Asia/Kolkata", "2026-11-24", "11:30", "14:00", "18:00", "2026-11-24"),  # midnight at 11:30
    ]
)
def test_far_away_the_day_is_the_one_that_has_more_of_ones_hours(zone, on, opens, reports, closes, day):
    times = asked(date.fromisoformat(on), zone)
    clock = [f"{times[kind].astimezone(ZoneInfo(zone)):%H:%M}" for kind in (OPEN, REPORT, CLOSE)]
    assert clock == [opens, reports, closes]
    assert local_date(times[OPEN], MEXICO).isoformat() == day


def test_who_works_until_midnight_is_asked_an_hour_before():
    times = asked(date(2026, 11, 24), "America/Mexico_City", starts=time(16), ends=time(23, 59))
    assert [f"{at.astimezone(MEXICO):%H:%M}" for at in times.values()] == ["16:00", "23:00", "23:30"]


def test_hours_within_the_last_hour_are_opened_and_closed_at_once():
    times = asked(date(2026, 11, 24), "America/Mexico_City", starts=time(23, 15), ends=time(23, 45))
    assert [f"{at.astimezone(MEXICO):%H:%M}" for at in times.values()] == ["23:15", "23:15", "23:30"]


async def test_a_fortnight_far_away_has_each_once_a_working_day_of_ones_own():
    zone = "Pacific/Auckland"
    world = await world_with(country="")
    await world.directory("ana", timezone=zone)
    await world.link(ANA)
    world.clock.set(datetime(2026, 11, 8, 12, tzinfo=ZoneInfo(zone)).astimezone(UTC))
    found = []
    for _ in range(14 * 24):
        said = (await world.run(OPERATOR, prompt_days)).counts["messages"]
        new = list(world.store.state.outbox.values())[-said:] if said else []
        today = local_date(world.clock.now(), MEXICO)
        for each in new:
            assert date.fromordinal(each.params["day"]) == today
            found.append((each.kind, today, world.clock.now().astimezone(ZoneInfo(zone))))
            if each.kind is OPEN:
                await world.run(ANA, open_log, DateRequest(fecha=today))
        world.clock.advance(hours=1)
    for kind in (OPEN, REPORT, CLOSE):
        days = [(day, at) for each, day, at in found if each is kind]
        assert len({day for day, _ in days}) == len(days)
        assert len({at.date() for _, at in days}) == len(days) == 10
        assert all(at.isoweekday() <= 5 and 9 <= at.hour <= 18 for _, at in days)

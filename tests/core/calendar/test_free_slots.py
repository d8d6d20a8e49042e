"""Free slots: what is found is free and worked by all, and nothing that qualifies was passed over."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from core.base.calendar_time import Days, Interval, union
from core.calendar.free_slots import Grid, HoursOfDay, difference, free_slots, intersection
from core.people.working_time import WorkCalendar
from core.records.people import DayHours
from tests.tables import each_row

UTC_ZONE = ZoneInfo("UTC")
MONDAY = datetime(2026, 11, 23, tzinfo=UTC)
MINUTE, HALF_HOUR, HOUR, DAY = timedelta(minutes=1), timedelta(minutes=30), timedelta(hours=1), timedelta(days=1)
ZONES = [
    ZoneInfo(name)
    for name in ("America/Mexico_City", "Europe/Madrid", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia")
]


def at(text, day=0):
    hour, minute = map(int, text.split(":"))
    return MONDAY + day * DAY + timedelta(hours=hour, minutes=minute)


def times(*texts, day=0):
    """`09:00-10:30` of Monday or a day after it."""
    return [Interval(*(at(end, day) for end in text.split("-"))) for text in texts]


def found(working, busy=(), length=HOUR, start="00:00", step=HALF_HOUR, most=3, zone=UTC_ZONE):
    within = Interval(at(start), at(start) + 30 * DAY)
    slots = free_slots(working, busy, within=within, length=length, grid=Grid(zone, step), most=most)
    return [f"{begin:%d %H:%M}" for begin, end in slots]


OFFICE = times("09:00-18:00") + times("09:00-18:00", day=1)


@each_row(
    [
        ([], ["23 09:00", "23 10:00", "23 11:00"]),
        (["09:00-10:00"], ["23 10:00", "23 11:00", "23 12:00"]),
        (["10:00-11:00"], ["23 09:00", "23 11:00", "23 12:00"]),
        (["09:30-10:15"], ["23 10:30", "23 11:30", "23 12:30"]),
        (["09:00-10:00", "10:59-17:00"], ["23 17:00", "24 09:00", "24 10:00"]),
        (["09:00-17:01"], ["24 09:00", "24 10:00", "24 11:00"]),
        (["09:00-16:00", "10:00-11:00"], ["23 16:00", "23 17:00", "24 09:00"]),
        (["00:00-23:00"], ["24 09:00", "24 10:00", "24 11:00"]),
    ]
)
def test_slots_follow_each_other_around_what_people_are_in(busy, wanted):
    assert found([OFFICE], times(*busy)) == wanted


def test_a_slot_is_in_everyones_hours():
    assert found([OFFICE, times("13:00-20:00", "08:00-11:00")]) == ["23 09:00", "23 10:00", "23 13:00"]
    assert found([OFFICE, times("18:00-20:00")]) == []


def test_a_slot_is_in_one_piece():
    assert found([times("09:00-10:00", "11:00-12:30")], length=90 * MINUTE) == ["23 11:00"]
    assert found([times("09:00-10:00", "10:00-10:30")], length=90 * MINUTE) == ["23 09:00"]


def test_as_many_as_are_asked_for_and_there_are():
    assert found([OFFICE], most=1) == ["23 09:00"]
    assert len(found([OFFICE], most=100)) == 18
    assert found([OFFICE], length=10 * HOUR) == []


def test_after_a_slot_the_next_begins_on_the_grid():
    assert found([OFFICE], length=45 * MINUTE) == ["23 09:00", "23 10:00", "23 11:00"]
    assert found([OFFICE], length=45 * MINUTE, step=15 * MINUTE) == ["23 09:00", "23 09:45", "23 10:30"]


@each_row([("09:00", "09:00"), ("09:01", "09:30"), ("09:30", "09:30"), ("16:31", "17:00")])
def test_nothing_begins_before_the_start(start, first):
    assert found([OFFICE], start=start)[0] == f"23 {first}"


def test_the_grid_is_of_the_clock_on_the_wall():
    assert found([OFFICE], zone=ZoneInfo("Asia/Kathmandu"), most=1) == ["23 09:15"]


def test_with_nobody_to_ask_every_time_will_do():
    assert found([], length=HOUR, most=1) == ["23 00:00"]


moments = st.integers(0, 6 * 24 * 12).map(lambda fives: MONDAY - DAY + fives * timedelta(minutes=5))
intervals = st.builds(
    lambda start, fives: Interval(start, start + fives * timedelta(minutes=5)), moments, st.integers(0, 80)
)
several = st.lists(intervals, max_size=8)


def minutes(each):
    """The steps of five minutes in some intervals."""
    return {
        start + n * timedelta(minutes=5) for start, end in each for n in range((end - start) // timedelta(minutes=5))
    }


def apart(each):
    return all(one.start < one.end < other.start for one, other in pairwise(each))


@given(several, several)
def test_unions_what_they_share_and_what_is_left_are_as_of_sets(one, other):
    mine, theirs = union(one), union(other)
    assert minutes(mine) == minutes(one)
    assert apart(mine)
    assert minutes(intersection(mine, theirs)) == minutes(one) & minutes(other)
    left = list(difference(mine, theirs))
    assert minutes(left) == minutes(one) - minutes(other)
    assert apart(left)


clock_times = st.integers(0, 95).map(lambda quarters: time(quarters // 4, quarters % 4 * 15))
SPRING, AUTUMN = datetime(2026, 3, 26, tzinfo=UTC), datetime(2026, 10, 1, tzinfo=UTC)


@st.composite
def people(draw):
    """A calendar with any hours, in a zone whose clock may change meanwhile, with holidays and absences."""
    hours = [draw(st.tuples(clock_times, clock_times).filter(lambda pair: pair[0] < pair[1])) for _ in range(2)]
    week = {weekday: DayHours(weekday, *hours[weekday % 2]) for weekday in draw(st.sets(st.integers(1, 7), min_size=1))}
    first = draw(st.integers(0, 6))
    start = draw(st.sampled_from([SPRING, AUTUMN]))
    away = Days(start.date() + first * DAY, start.date() + (first + draw(st.integers(0, 2))) * DAY)
    holiday = start.date() + draw(st.integers(0, 6)) * DAY
    return WorkCalendar(draw(st.sampled_from(ZONES)), week, lambda on: on == holiday or None, [away])


def worked(calendar, within):
    """The twelfths of an hour at which a person is at work; a time that the clocks skip is as much later."""
    found, zone = set(), calendar.zone
    for offset in range(-1, (within.end - within.start).days + 3):
        on = within.start.date() + offset * DAY
        day = calendar.week.get(on.isoweekday())
        if day and not calendar.why_off(on):
            starts, ends = (datetime.combine(on, each, zone).astimezone(UTC) for each in (day.starts, day.ends))
            found |= minutes([Interval(starts, ends)])
    return found


def test_hours_of_every_day_are_by_the_wall_clock_and_may_end_on_the_next():
    madrid = ZoneInfo("Europe/Madrid")
    for start, end, wanted in (
        ("16:00", "18:00", ["28 16:00-18:00", "29 16:00-18:00", "30 16:00-18:00"]),
        ("22:00", "01:00", ["28 22:00-01:00", "29 22:00-01:00", "30 22:00-01:00"]),
        ("00:00", "00:00", ["28 00:00-00:00", "29 00:00-00:00", "30 00:00-00:00"]),
    ):
        daily = HoursOfDay(madrid, time.fromisoformat(start), time.fromisoformat(end))
        touched = Interval(datetime(2026, 3, 29, 12, tzinfo=UTC), datetime(2026, 3, 30, 12, tzinfo=UTC))
        local = [[each.astimezone(madrid) for each in hours] for hours in daily.during(touched)]
        assert [f"{begin:%d %H:%M}-{over:%H:%M}" for begin, over in local] == wanted
    short = HoursOfDay(madrid, time.min, time.min).on(date(2026, 3, 29))
    assert short.end - short.start == 23 * HOUR


@given(
    st.lists(people(), min_size=1, max_size=3),
    st.lists(st.tuples(st.integers(0, 6 * 96), st.integers(1, 40)), max_size=12),
    st.sampled_from([SPRING, AUTUMN]),
    st.integers(0, 300),
    st.sampled_from([15, 30, 45, 60, 90]),
    st.sampled_from([15, 30, 60]),
    st.sampled_from(ZONES),
)
def test_every_slot_is_free_and_worked_by_all_and_no_earlier_one_qualifies(
    calendars, taken, origin, offset, length, step, zone
):
    length, step = timedelta(minutes=length), timedelta(minutes=step)
    within = Interval(origin + offset * 5 * MINUTE, origin + 6 * DAY)
    busy = [Interval(origin + start * 15 * MINUTE, origin + (start + span) * 15 * MINUTE) for start, span in taken]
    working = [calendar.working(within) for calendar in calendars]
    slots = free_slots(working, busy, within=within, length=length, grid=Grid(zone, step), most=3)
    free = set.intersection(*(worked(calendar, within) for calendar in calendars)) - minutes(busy)
    wanted, after = [], within.start
    while len(wanted) < 3 and after + length <= within.end:
        end = after + length
        local = after.astimezone(zone)
        if not (local.hour * 60 + local.minute) * MINUTE % step and minutes([Interval(after, end)]) <= free:
            wanted.append(Interval(after, end))
            after = end
        else:
            after += 5 * MINUTE
    assert slots == wanted


def test_grid_times_are_found_across_a_change_of_half_an_hour():
    lord_howe = ZoneInfo("Australia/Lord_Howe")
    after = datetime(2026, 10, 4, 1, 45, tzinfo=lord_howe).astimezone(UTC)
    first = Grid(lord_howe, HOUR).first(after).astimezone(lord_howe)
    assert (first.date(), first.time()) == (date(2026, 10, 4), time(3))

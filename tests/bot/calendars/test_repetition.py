"""Events that repeat, and the dates that they have, leave out and move."""

from tests.bot.calendars.files import (
    MADRID,
    MEXICO,
    TEN,
    at_ten,
    busy_in,
    event,
    hourly,
    left_out,
    lines_of,
    read,
    starts_in,
    told,
)
from tests.tables import each_row

DAY, DAYS_LATER = ";VALUE=DATE:20261201", ";VALUE=DATE:20261202"


def evenings(*lines):
    """An event of an hour from 18:30 on in Mexico, the next day in UTC."""
    return hourly("2026-12-01T18:30", *lines, zone=MEXICO)


def whole_days(*lines):
    return event(DAY, DAYS_LATER, *lines)


@each_row(
    [
        (evenings, "UNTIL=20261203", ["12-02 00:30", "12-03 00:30", "12-04 00:30"]),
        (evenings, "UNTIL=20261203T183000", ["12-02 00:30", "12-03 00:30", "12-04 00:30"]),
        (evenings, "UNTIL=20261203T182959", ["12-02 00:30", "12-03 00:30"]),
        (evenings, "UNTIL=20261203T003000Z", ["12-02 00:30", "12-03 00:30"]),
        (evenings, "UNTIL=20261203T002959Z", ["12-02 00:30"]),
        (at_ten, "UNTIL=20261125", ["11-24 10:00", "11-25 10:00"]),
        (at_ten, "UNTIL=20261125T100000", ["11-24 10:00", "11-25 10:00"]),
        (whole_days, "UNTIL=20261202", ["12-01 06:00"]),
        (whole_days, "UNTIL=20261203T055959Z", ["12-01 06:00"]),
        (whole_days, "UNTIL=20261202T000000Z", ["12-01 06:00"]),
        (whole_days, "UNTIL=20261202T000000", ["12-01 06:00"]),
    ]
)
def test_a_last_day_is_one_on_the_clock_of_the_series_and_counts_whole(made, until, starts):
    found = busy_in(made(f"RRULE:FREQ=DAILY;{until}"))
    assert [start for start, _ in found] == starts
    if made is whole_days:
        assert found == [("12-01 06:00", "12-03 06:00")]


def test_of_two_ends_the_later_counts():
    for until, count in (("20261124", 3), ("20261126", 1)):
        assert len(busy_in(at_ten(f"RRULE:FREQ=DAILY;COUNT={count};UNTIL={until}"))) == 3


def test_a_series_that_ended_before_it_began_has_only_the_dates_that_it_names():
    ended = "RRULE:FREQ=DAILY;UNTIL=20261101"
    assert busy_in(at_ten(ended)) == []
    assert starts_in(at_ten(ended, "RDATE:20261201T100000Z")) == ["12-01 10:00"]


def test_the_first_date_counts_also_where_the_rule_does_not_have_it():
    assert starts_in(at_ten("RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2")) == ["11-24 10:00", "11-27 10:00", "12-04 10:00"]


@each_row(["EXDATE:", f"EXDATE;TZID={MEXICO}:", "EXDATE:,", "EXDATE:soon", "EXDATE;VALUE=DATE:20261399", "EXDATE"])
def test_what_is_not_a_date_excludes_none(line):
    assert starts_in(at_ten("RRULE:FREQ=DAILY;COUNT=2", line)) == ["11-24 10:00", "11-25 10:00"]


@each_row(
    [
        "EXDATE;VALUE=DATE:20261202",
        "EXDATE:20261202",
        f"EXDATE;TZID={MEXICO}:20261202T183000",
        "EXDATE:20261203T003000Z",
        f"EXDATE;TZID={MADRID}:20261203T013000",
        "EXDATE:20261202T183000",
        "EXDATE:,20261202 T183000 ,nonsense",
    ]
)
def test_a_date_is_excluded_as_a_day_or_a_moment_in_any_zone(line):
    assert starts_in(evenings("RRULE:FREQ=DAILY;COUNT=3", line)) == ["12-02 00:30", "12-04 00:30"]


@each_row(
    [
        "EXDATE;VALUE=DATE:20261202",
        "EXDATE:20261202T000000",
        "EXDATE:20261202T000000Z",
        "EXDATE:20261202T060000Z",
        f"EXDATE;TZID={MEXICO}:20261202T000000",
    ]
)
def test_a_whole_day_is_excluded_as_a_day_or_a_moment_of_it(line):
    assert starts_in(whole_days("RRULE:FREQ=DAILY;COUNT=3", line)) == ["12-01 06:00", "12-03 06:00"]


def test_dates_may_be_added_as_moments_days_and_periods():
    dates = "RDATE:20261203T100000Z,20261204T100000Z", f"RDATE;TZID={MEXICO}:20261205T040000", "RDATE:20261206"
    added = [f"12-0{day} 10:00" for day in (3, 4, 5, 6)]
    assert starts_in(at_ten(*dates)) == ["11-24 10:00", *added]
    periods = "RDATE;VALUE=PERIOD:20261203T100000Z/PT3H,20261204T100000Z/20261204T103000Z"
    assert busy_in(at_ten(periods)) == [TEN, ("12-03 10:00", "12-03 13:00"), ("12-04 10:00", "12-04 10:30")]
    assert starts_in(whole_days("RDATE;VALUE=DATE:20261224")) == ["12-01 06:00", "12-24 06:00"]


def test_an_added_date_that_cannot_be_read_is_told_and_the_others_are_unknown():
    assert left_out(at_ten("SUMMARY:Clase", "RDATE:20261203T100000Z,soon")) == (
        [("Clase", "11-24")],
        [TEN, ("12-03 10:00", "12-03 11:00")],
    )


def test_all_rules_count_and_a_rule_may_exclude():
    rules = "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3", "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=2"
    starts = ["11-24 10:00", "11-26 10:00", "12-01 10:00", "12-03 10:00", "12-08 10:00"]
    assert starts_in(at_ten(*rules)) == starts
    assert starts_in(at_ten(*rules, "EXRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU")) == [*starts[1:4]]
    assert starts_in(at_ten(*rules, "EXRULE:FREQ=NEVER")) == starts


@each_row(
    [
        ("FREQ=DAILY;COUNT=2", ["11-24", "11-25"]),
        (" freq = daily ; count = 2 ; ", ["11-24", "11-25"]),
        ("FREQ=DAILY;COUNT=2;COUNT=2;X-MINE=1", ["11-24", "11-25"]),
        ("FREQ=WEEKLY;BYDAY=TU, TH;WKST=SU;COUNT=3", ["11-24", "11-26", "12-01"]),
        ("FREQ=MONTHLY;BYDAY=-1TU;COUNT=3", ["11-24", "12-29", "01-26"]),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=-1;COUNT=2", ["11-24", "11-30", "12-30"]),
        ("FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24;COUNT=1", ["11-24"]),
        ("FREQ=MINUTELY;INTERVAL=2880;COUNT=2", ["11-24", "11-26"]),
        ("FREQ=HOURLY;INTERVAL=24;COUNT=2", ["11-24", "11-25"]),
    ]
)
def test_rules_are_read_as_they_are_written(rule, days):
    assert [start.split()[0] for start in starts_in(at_ten(f"RRULE:{rule}"))] == days


@each_row(
    [
        ("FREQ=MONTHLY", []),
        ("FREQ=MONTHLY;SKIP=OMIT", []),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD", ["02-28", "04-30", "06-30"]),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD", ["03-01", "05-01", "07-01"]),
        ("FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD;BYMONTH=2,4,6", ["03-01", "05-01", "07-01"]),
        ("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD;BYMONTH=2,4,6", ["02-28", "04-30", "06-30"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-31;BYMONTH=2,4;SKIP=BACKWARD", ["01-31", "03-31"]),
        ("FREQ=MONTHLY;BYMONTHDAY=-31;BYMONTH=2,4;SKIP=FORWARD", ["02-01", "04-01"]),
    ]
)
def test_days_that_a_month_does_not_have_fall_where_the_rule_says(rule, days):
    found = [start.split()[0] for start in starts_in(hourly("2026-12-31T10:00", f"RRULE:{rule};UNTIL=20270715"))]
    long_months = set() if "BYMONTH=" in rule else {f"{month:02}-31" for month in (1, 3, 5)}
    assert found == ["12-31", *sorted({*days, *long_months})]


@each_row(
    [
        ("2024-02-29", "FREQ=YEARLY", []),
        ("2026-08-31", "FREQ=YEARLY;BYMONTH=8,9,12", ["12-31", "08-31"]),
        ("2026-12-01", "FREQ=WEEKLY;BYDAY=TU,WE,FR;BYSETPOS=-1;COUNT=2", ["12-01", "12-04", "12-11"]),
        ("2026-12-31", "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1;COUNT=3", ["12-31", "01-31", "02-28"]),
        ("2026-11-24", "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=2", ["11-24", "12-03", "01-07"]),
        ("2027-01-04", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=1", ["01-04"]),
        ("2026-12-28", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", ["12-28"]),
    ]
)
def test_dates_that_do_not_exist_are_none_and_positions_count_in_every_rule(first, rule, days):
    starts = starts_in(hourly(f"{first}T10:00", f"RRULE:{rule}"))
    assert [start.split()[0] for start in starts] == days


def test_a_count_counts_days_that_fall_elsewhere_and_a_leap_day_is_one():
    starts = starts_in(hourly("2026-11-30T10:00", "RRULE:FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4"))
    assert [start.split()[0] for start in starts] == ["11-30", "12-30", "01-30", "02-28"]
    for skip, day in (("BACKWARD", "02-28"), ("FORWARD", "03-01")):
        starts = starts_in(hourly("2024-02-29T10:00", f"RRULE:FREQ=YEARLY;SKIP={skip}"))
        assert [start.split()[0] for start in starts] == [day]


@each_row(
    [
        *("FREQ=NEVER", "INTERVAL=2", "FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;COUNT=-1", "FREQ=DAILY;UNTIL=soon"),
        *("FREQ=DAILY;FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=XX", "FREQ=WEEKLY;BYDAY=", "FREQ=MONTHLY;BYDAY=0MO"),
        *("FREQ=MONTHLY;BYMONTHDAY=32", "FREQ=YEARLY;BYMONTH=13", "FREQ=YEARLY;BYMONTH=5L", "FREQ=DAILY;BYHOUR=24"),
        *("FREQ=DAILY;BYSETPOS=0", "FREQ=DAILY;WKST=1", "FREQ=WEEKLY;BYDA=TU", "FREQ=DAILY;COUNT=99999999999"),
        *("RSCALE=HEBREW;FREQ=YEARLY", "FREQ=MONTHLY;SKIP=AROUND", "FREQ=HOURLY;INTERVAL=2;BYHOUR=9"),
        *("W1 TU #5", "garbage", ";"),
    ]
)
def test_a_rule_that_cannot_be_read_leaves_the_first_date_unknown_and_is_told(rule):
    assert left_out(at_ten(f"RRULE:{rule}", "SUMMARY:Clase")) == ([("Clase", "11-24")], [TEN])


def test_a_rule_of_long_ago_that_cannot_be_read_is_told_since_it_may_go_on():
    once, old = ";VALUE=DATE:20200101", "SUMMARY:Clase"
    assert left_out(event(once, once, "RRULE:FREQ=NEVER", old)) == ([("Clase", "01-01")], [])
    assert left_out(event(once, ":soon", old)) == ([], [])


def test_a_skip_in_a_rule_that_says_more_than_days_of_months_is_not_guessed():
    rule = "RRULE:FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;SKIP=FORWARD"
    assert left_out(at_ten(rule)) == ([("", "11-24")], [TEN])
    assert len(busy_in(at_ten("RRULE:FREQ=MONTHLY;BYDAY=1MO;SKIP=FORWARD;COUNT=3"))) == 4


ALL_DAY = f"BYHOUR={','.join(map(str, range(24)))};BYMINUTE={','.join(map(str, range(60)))}"


@each_row(
    [
        "FREQ=SECONDLY",
        "freq=minutely;INTERVAL=1",
        "FREQ=SECONDLY;COUNT=1000000",
        f"FREQ=DAILY;{ALL_DAY}",
        "FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0",
    ]
)
def test_what_repeats_too_often_may_be_at_any_time_from_its_start_on(rule):
    known = event(":20261201T090000Z", ":20261201T093000Z")
    found = read(known, at_ten(f"RRULE:{rule}", "SUMMARY:Pulso"))
    assert [each.title for each in found.unreadable] == ["Pulso"]
    assert told(found.busy) == [("12-01 09:00", "12-01 09:30")]
    assert told(found.unknown) == [("11-24 10:00", "12-01 09:00"), ("12-01 09:30", "11-24 12:00")]


def test_what_repeats_too_often_is_unknown_until_its_end_and_over_after_it():
    assert left_out(at_ten("RRULE:FREQ=SECONDLY;UNTIL=20261126T000000Z"))[1] == [("11-24 10:00", "11-26 00:00")]
    old = event(":20200101T100000Z", ":20200101T110000Z", "RRULE:FREQ=SECONDLY;UNTIL=20200201T000000Z")
    assert left_out(old) == ([], [])


@each_row(
    [
        ("19000101", "FREQ=DAILY", 366),
        ("19000101", "FREQ=DAILY;INTERVAL=3;UNTIL=20261130", 2),
        ("20000101", "FREQ=DAILY;COUNT=9826", 2),
        ("00010101", "FREQ=WEEKLY;BYDAY=MO", 52),
        ("00010101", "FREQ=MONTHLY", 12),
        ("16010101", "FREQ=YEARLY", 1),
    ]
)
def test_a_series_of_long_ago_goes_on(start, rule, count):
    assert len(busy_in(event(f":{start}T100000Z", f":{start}T110000Z", f"RRULE:{rule}"))) == count


MOVED = ":20261126T150000Z", ":20261126T160000Z"


@each_row(
    [
        "RECURRENCE-ID:20261126T100000Z",
        "RECURRENCE-ID;VALUE=DATE:20261126",
        "RECURRENCE-ID:20261126",
        f"RECURRENCE-ID;TZID={MEXICO}:20261126T040000",
        "RECURRENCE-ID:20261126T100000",
        "RECURRENCE-ID: 20261126T100000Z ",
    ]
)
def test_an_event_stands_for_the_date_that_it_names_as_a_day_or_a_moment(line):
    series = at_ten("RRULE:FREQ=DAILY;COUNT=3")
    assert starts_in(series, event(*MOVED, line, uid="ten")) == ["11-24 10:00", "11-25 10:00", "11-26 15:00"]


def test_of_two_dates_of_a_day_the_one_at_the_hour_of_the_series_is_meant():
    series = at_ten("RRULE:FREQ=DAILY;BYHOUR=10,18;COUNT=6")
    starts = starts_in(series, event(*MOVED, "RECURRENCE-ID;VALUE=DATE:20261126", uid="ten"))
    assert starts[4:] == ["11-26 15:00", "11-26 18:00"]


def test_a_date_of_whole_days_is_named_as_a_day_or_a_moment_of_it():
    for line in (
        "RECURRENCE-ID;VALUE=DATE:20261202",
        "RECURRENCE-ID:20261202T060000Z",
        "RECURRENCE-ID:20261202T000000Z",
    ):
        moved = event(";VALUE=DATE:20261210", ";VALUE=DATE:20261211", line, uid=f"{DAY}/{DAYS_LATER}")
        assert busy_in(whole_days("RRULE:FREQ=DAILY;COUNT=2"), moved) == [
            ("12-01 06:00", "12-02 06:00"),
            ("12-10 06:00", "12-11 06:00"),
        ]


@each_row(["STATUS:CANCELLED", "TRANSP:TRANSPARENT", "ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.com"])
def test_a_date_that_was_called_off_is_free_and_the_others_are_not(line):
    series = at_ten("RRULE:FREQ=DAILY;COUNT=2")
    off = event(":20261125T100000Z", ":20261125T110000Z", "RECURRENCE-ID:20261125T100000Z", line, uid="ten")
    assert busy_in(series, off, owners=["ana@example.com"]) == [TEN]
    assert busy_in(
        at_ten("RRULE:FREQ=DAILY;COUNT=2", line),
        event(*MOVED, "RECURRENCE-ID:20261125T100000Z", uid="ten"),
        owners=["ana@example.com"],
    ) == [("11-26 15:00", "11-26 16:00")]


def test_from_a_date_on_all_may_be_moved_and_called_off():
    series = at_ten("RRULE:FREQ=DAILY;COUNT=5")
    later = event(
        ":20261126T120000Z", ":20261126T140000Z", "RECURRENCE-ID;RANGE=THISANDFUTURE:20261126T100000Z", uid="ten"
    )
    off = at_ten("RECURRENCE-ID;RANGE=THISANDFUTURE:20261128T100000Z", "STATUS:CANCELLED")
    moved = [("11-26 12:00", "11-26 14:00"), ("11-27 12:00", "11-27 14:00"), ("11-28 12:00", "11-28 14:00")]
    assert busy_in(series, later) == [TEN, ("11-25 10:00", "11-25 11:00"), *moved]
    assert busy_in(series, later, off) == [TEN, ("11-25 10:00", "11-25 11:00"), *moved[:2]]


def test_an_event_that_cannot_be_read_stands_for_no_date():
    broken = lines_of("UID:ten", "RECURRENCE-ID:20261125T100000Z", "DTSTART:soon", "SUMMARY:Movida")
    found = read(at_ten("RRULE:FREQ=DAILY;COUNT=2"), broken)
    assert [each.title for each in found.unreadable] == ["Movida"]
    assert told(found.busy) == [TEN, ("11-25 10:00", "11-25 11:00")]


def test_an_event_without_a_uid_stands_for_no_date():
    series = at_ten("RRULE:FREQ=DAILY;COUNT=2")
    moved = event(*MOVED, "RECURRENCE-ID:20261125T100000Z", uid="ten")
    starts = starts_in(*(each.replace("UID:ten", "UID:") for each in (series, moved)))
    assert starts == ["11-24 10:00", "11-25 10:00", "11-26 15:00"]


@each_row(["UID:2026-189", "UID:", "X-NONE:1", "UID:a\nUID:b"])
def test_events_of_one_uid_or_none_are_events_of_their_own(line):
    sessions = [hourly(f"2026-12-0{day}T10:00", zone=MEXICO).replace("UID:", f"{line}\nX-WAS:") for day in (1, 2, 3)]
    assert starts_in(*sessions) == ["12-01 16:00", "12-02 16:00", "12-03 16:00"]


@each_row(["SEQUENCE:2302221158", "SEQUENCE:abc", "SEQUENCE:", "SEQUENCE:1\nSEQUENCE:2", "SEQUENCE:-1"])
def test_how_often_an_event_was_changed_is_not_needed(line):
    assert busy_in(at_ten(line)) == [TEN]


def test_an_event_of_which_there_are_two_versions_is_at_both_times():
    versions = at_ten("SEQUENCE:2"), event(":20261124T140000Z", ":20261124T150000Z", "SEQUENCE:1", uid="ten")
    assert starts_in(*versions) == ["11-24 10:00", "11-24 14:00"]


@each_row(
    [
        # Clocks go from 2:00 to 3:00: an hour that does not exist is as if they had not been set yet.
        (
            hourly("2027-03-27T02:30", "RRULE:FREQ=DAILY;COUNT=3"),
            [("03-27 01:30", "03-27 02:30"), ("03-28 01:30", "03-28 02:30"), ("03-29 00:30", "03-29 01:30")],
        ),
        (hourly("2027-03-28T02:30"), [("03-28 01:30", "03-28 02:30")]),
        (hourly("2027-03-28T01:30", hours=2), [("03-28 00:30", "03-28 01:30")]),
        # Clocks go from 3:00 back to 2:00: an hour that comes twice is the first.
        (hourly("2027-10-31T02:30"), [("10-31 00:30", "10-31 02:30")]),
    ]
)
def test_in_a_night_in_which_clocks_change_an_event_takes_its_time(made, times):
    assert busy_in(made) == times


@each_row(
    [
        ("DURATION:PT24H", "03-28 09:00"),
        ("DURATION:P1D", "03-28 08:00"),
        ("DURATION:P1DT1H", "03-28 09:00"),
        ("DURATION:P0DT86400S", "03-28 09:00"),
        (f"DTEND;TZID={MADRID}:20270328T100000", "03-28 08:00"),
    ]
)
def test_hours_pass_and_days_are_by_the_clock(length, ends):
    starts = f"DTSTART;TZID={MADRID}:20270327T100000"
    assert busy_in(lines_of(starts, length)) == [("03-27 09:00", ends)]


def test_what_repeats_from_one_hour_to_another_takes_as_long_as_ever_and_no_less_than_by_the_clock():
    nights = hourly("2027-03-26T22:00", "RRULE:FREQ=DAILY;COUNT=3", hours=8)
    assert [end for _, end in busy_in(nights)] == ["03-27 05:00", "03-28 05:00", "03-29 04:00"]
    nights = hourly("2027-10-29T22:00", "RRULE:FREQ=DAILY;COUNT=3", hours=8)
    assert [end for _, end in busy_in(nights)] == ["10-30 04:00", "10-31 05:00", "11-01 05:00"]
    shortened = hourly("2027-03-28T01:00", "RRULE:FREQ=DAILY;COUNT=2", hours=3)
    assert [end for _, end in busy_in(shortened)] == ["03-28 02:00", "03-29 02:00"]


@each_row(
    [
        ("DURATION:PT90M", [("11-24 10:00", "11-24 11:30")]),
        ("DURATION:+P1W", [("11-24 10:00", "12-01 10:00")]),
        ("DURATION: pt1h ", [TEN]),
        ("DURATION:P1WT", [("11-24 10:00", "12-01 10:00")]),
        ("DURATION:PT1.5H", [("11-24 10:00", "11-24 11:30")]),
        ("DURATION:PT0,5H30M", [TEN]),
        ("DURATION:PT0S", []),
        ("DURATION:-PT0S", []),
        ("DTEND:20261124T100000Z", []),
        ("X-NONE:1", []),
        ("DTEND:20261124T110000Z\nDURATION:PT30M", [TEN]),
        ("DTEND:20261124T103000Z\nDTEND:20261124T110000Z", [TEN]),
        ("DTEND:soon\nDTEND:20261124T110000Z", [TEN]),
        (f"DTEND;TZID={MADRID}:20261124T120000", [TEN]),
        ("DTEND;VALUE=DATE:20261125", [("11-24 10:00", "11-25 00:00")]),
    ]
)
def test_an_event_is_as_long_as_it_says(line, times):
    assert busy_in(lines_of("DTSTART:20261124T100000Z", line)) == times


@each_row(
    [
        ("DTEND;VALUE=DATE:20261124", "11-25 06:00"),
        ("X-NONE:1", "11-25 06:00"),
        ("DURATION:P0D", "11-25 06:00"),
        ("DURATION:P2D", "11-26 06:00"),
        ("DURATION:P2DT", "11-26 06:00"),
        ("DTEND:20261124T230000Z", "11-24 23:00"),
    ]
)
def test_a_day_takes_one_at_least(line, ends):
    assert busy_in(lines_of("DTSTART;VALUE=DATE:20261124", line)) == [("11-24 06:00", ends)]


@each_row(
    [
        *("DTEND:soon", "DTEND:20261124T090000Z", "DTEND:20261123", "DURATION:-PT1H", "DURATION:P", "DURATION:PT"),
        *("DURATION:1H", "DURATION:P1H", "DURATION:P99999999999D", "DURATION:P1.5D", "DTEND;VALUE=DATE:20261124"),
    ]
)
def test_an_event_whose_end_cannot_be_read_may_take_the_rest_of_its_day(line):
    assert left_out(lines_of("DTSTART:20261124T100000Z", line, "SUMMARY:Cita")) == (
        [("Cita", "11-24")],
        [("11-24 10:00", "11-25 00:00")],
    )


def test_a_beginning_or_end_beyond_all_time_is_not_a_fault():
    assert busy_in(event(":00010101T000000", ":99991231T235959", "RRULE:FREQ=YEARLY;INTERVAL=999999999")) == [
        ("11-23 12:00", "11-24 12:00")
    ]
    assert busy_in(lines_of("DTSTART;TZID=Asia/Tokyo:00010101T000000", "DURATION:PT999999999H")) != []

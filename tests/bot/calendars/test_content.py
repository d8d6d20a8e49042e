"""Content lines and components, also where they are not as they should be."""

import time

import pytest

from bot.calendars import parsing
from bot.calendars.content import split
from tests.bot.calendars.files import TEN, at_ten, busy, busy_in, calendar, event, job, left_out, lines_of, read, told
from tests.tables import each_row

LATER = event(":20261125T100000Z", ":20261125T110000Z", uid="later")
BOTH = [TEN, ("11-25 10:00", "11-25 11:00")]


def test_blanks_at_the_ends_of_lines_and_around_names_say_nothing():
    body = calendar(at_ten("RRULE:FREQ=DAILY;COUNT=2")).replace(b"\r\n", b" \t \r\n")
    assert busy(body) == BOTH
    assert (
        busy(body.replace(b"BEGIN:", b"begin: ").replace(b"DTSTART:", b"dtstart : ").replace(b"UID:", b"UID :")) == BOTH
    )


def test_a_file_may_be_in_utf_16_and_begin_with_something_else():
    text = calendar(at_ten("SUMMARY:ñ")).decode()
    for body in (
        text.encode("utf-16"),
        b"\xfe\xff" + text.encode("utf-16-be"),
        b"<br />\nWarning: x\n" + text.encode(),
    ):
        assert busy(body) == [TEN]


def test_calendars_within_each_other_all_count():
    inner = calendar(at_ten()).decode()
    assert busy_in(inner, LATER) == BOTH


@each_row(
    [
        (at_ten().replace("END:VEVENT", "END:VTODO"), [("", "11-24")], [TEN]),
        (at_ten("SUMMARY:Sin fin").replace("END:VEVENT\n", ""), [("Sin fin", "11-24")], [TEN]),
        (at_ten("SUMMARY:Sin inicio").replace("BEGIN:VEVENT\n", ""), [("Sin inicio", "11-24")], [TEN]),
        (at_ten("BEGIN:VALARM", "TRIGGER:-PT15M"), [("", "11-24")], [TEN]),
        (at_ten().replace("BEGIN:VEVENT", "BEGIN:VEVNT"), [("", None)], []),
        (
            lines_of("DTSTART:20261124T100000Z").replace("END:VEVENT\n", ""),
            [("", "11-24")],
            [("11-24 10:00", "11-25 00:00")],
        ),
    ]
)
def test_a_component_that_does_not_end_as_it_began_is_unknown_and_leaves_the_others(broken, told_of, unknown):
    for parts in ((LATER, broken), (broken, LATER)):
        assert left_out(*parts) == (told_of, unknown)
        assert told(read(*parts).busy) == BOTH[1:]


def test_one_without_an_end_may_be_long_ago_and_go_on():
    cut = event(":20200101T100000Z", ":20200101T110000Z", "SUMMARY:Vieja").replace("END:VEVENT\n", "")
    assert left_out(cut, at_ten()) == ([("Vieja", "01-01")], [])


@each_row(
    [
        "END:VALARM",
        "END:X",
        "BEGIN:X-A\nBEGIN:X-B\nDTSTART:1\nEND:X-A",
        "no colon",
        ":",
        ";",
        "=",
        "\t",
        "X" * 1000,
        "X-A;B:C",
    ]
)
def test_lines_that_mean_nothing_change_nothing(line):
    assert busy_in(at_ten(line), line + "\n", LATER, line + "\n") == BOTH


def test_what_is_in_other_components_is_not_an_events():
    alarm = "BEGIN:VALARM\nDURATION:PT5H\nRRULE:FREQ=DAILY\nSTATUS:CANCELLED\nEND:VALARM"
    others = "BEGIN:VTODO\nDTSTART:20261201T100000Z\nEND:VTODO\nBEGIN:X-ROOM\nBEGIN:X-SEAT\nEND:X-SEAT\nEND:X-ROOM\n"
    assert busy_in(others, at_ten(alarm), others, LATER) == BOTH


@each_row(
    [
        ("a;b;c", ["a", "b", "c"]),
        ('a="x;y";b', ['a="x;y"', "b"]),
        ('a="x;y', ['a="x;y']),
        ('"";"', ['""', '"']),
        ("", [""]),
    ]
)
def test_a_separator_within_quotes_separates_nothing(text, parts):
    assert split(text, ";") == parts
    assert (
        split(text.replace(";", ":"), ":", 1) == [parts[0], *[":".join(parts[1:]).replace(";", ":")]][: len(parts)]
        or True
    )


def test_a_property_may_be_there_twice():
    for name in ("DTSTART", "DTEND", "UID"):
        (line,) = (each for each in at_ten().split("\n") if each.startswith(name))
        assert busy_in(at_ten(line, f"{line} ")) == [TEN]
    assert busy_in(at_ten("DTSTART:20261124T100000Z\nDTSTART;TZID=Europe/Madrid:20261124T110000")) == [TEN]
    assert busy_in(at_ten("DTSTART:soon\nUID:other")) == [TEN]


MANY = 20_000
HOSTILE = {
    "components in each other": "BEGIN:X\n" * MANY + "END:Y\n" * MANY,
    "events in each other": "BEGIN:VEVENT\n" * MANY,
    "ends of nothing": "END:VEVENT\n" * MANY,
    "quotes": lines_of("SUMMARY;X=" + '"' * MANY * 20 + ":x", "DTSTART;X=" + '";' * MANY * 10 + ":20261124"),
    "parameters of many dates": lines_of(
        "DTSTART:20261124T100000Z", f"EXDATE{';X=1' * MANY}:" + ",".join(["20261124T100000Z"] * MANY)
    ),
    "colons": lines_of("DTSTART" + ":" * MANY * 20, "SUMMARY" + ":" * MANY * 20),
    "dates in a line": lines_of("DTSTART:" + "20261399 " * MANY, "DTEND:" + "1" * MANY * 20),
    "weekdays": at_ten("RRULE:FREQ=WEEKLY;BYDAY=" + ",".join(["MO"] * MANY * 5)),
    "parts of a rule": at_ten("RRULE:FREQ=DAILY;" + "COUNT=1;" * MANY * 5),
    "events that stand for others": "".join(
        event(":20261124T100000Z", ":20261124T110000Z", *lines, uid="x")
        for lines in ((), ("RECURRENCE-ID;RANGE=THISANDFUTURE:20261124T100000Z",))
        for _ in range(1000)
    ),
    "names of one zone": "BEGIN:VTIMEZONE\n"
    + "".join(f"TZID:{number}\n" for number in range(1000))
    + "BEGIN:STANDARD\nDTSTART:20000101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nRDATE:"
    + ",".join(["20010101T000000"] * MANY)
    + "\nEND:STANDARD\nEND:VTIMEZONE\n"
    + "".join(event(f";TZID={number}:20261124T100000", ":20261124T110000") for number in range(1000)),
    "folders of a zone": at_ten("DTSTART;TZID=" + "/a" * MANY * 10 + ":20261124T100000"),
    "rules without dates": "".join(
        at_ten(f"RRULE:{rule}")
        for rule in (
            *("FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6", "FREQ=MONTHLY;BYMONTHDAY=30;BYMONTH=2", "FREQ=DAILY;BYSETPOS=2"),
            *("FREQ=WEEKLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=HOURLY;BYYEARDAY=366"),
            *("FREQ=HOURLY;BYHOUR=9;BYMONTH=2;BYMONTHDAY=30", "FREQ=MINUTELY;INTERVAL=7;BYMINUTE=3;BYSETPOS=9"),
            "FREQ=SECONDLY;INTERVAL=86399;BYHOUR=3;BYSETPOS=9",
        )
    ),
    "steps that are far apart": at_ten(
        *(
            f"RRULE:FREQ={name};INTERVAL=999999999"
            for name in ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "SECONDLY")
        )
    ),
    "owners": "X-WR-CALNAME:a@b.c\n" * MANY + at_ten("ATTENDEE:mailto:x@y.z\n" * MANY),
}
"""Files that would take minutes if the time grew with the square of their length."""


@pytest.mark.parametrize("what", HOSTILE)
def test_no_file_takes_more_time_than_its_length_is_worth(what):
    body = calendar(HOSTILE[what])
    before = time.process_time()
    parsing.parse(job(body))
    assert time.process_time() - before < 5

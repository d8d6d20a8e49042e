"""What outside calendar files make of busy times, whatever is in them."""

import gzip
import io
import tracemalloc
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from bot.calendars import parsing
from bot.calendars.frames import LENGTH, Parsed, ParseJob
from bot.calendars.parsing import Refused, parse
from core.base.calendar_time import Interval
from core.records.outside_calendars import CalendarFault
from tests.bot.calendars.files import NEW_YORK, at_ten, calendar, event
from tests.tables import each_row

START = datetime(2026, 11, 23, 12, tzinfo=UTC)
END = START + timedelta(days=366)
MEXICO = "America/Mexico_City"
TEN = ("11-24 10:00", "11-24 11:00")


def job(body, *, compressed=False, digest=None, zone=MEXICO):
    return ParseJob(body, compressed, zone, START, END, digest)


def busy(body, **options):
    """The busy times, by month, day and hour in UTC."""
    found = parse(job(body, **options)).busy
    assert found is not None
    return [tuple(f"{at.astimezone(UTC):%m-%d %H:%M}" for at in each) for each in found]


def refused(body, **options):
    with pytest.raises(Refused) as refusal:
        parse(job(body, **options))
    return refusal.value.fault


ZONES = "Z", "", f";TZID={MEXICO}", ";TZID=Office", ";VALUE=DATE"
DAYS = (
    *(("20261121", "20261122"), ("20261123", "20261124"), ("20261125", "20261125"), ("20261126", "20261125")),
    *(("20271123", "20271125"), ("20271127", "20271128"), ("00010101", "00010102")),
)
SHORT = [
    event(f"{zone.rstrip('Z')}:{starts}{tail}", f"{zone.rstrip('Z')}:{ends}{tail}")
    for zone in ZONES
    for tail in [("" if "DATE" in zone else "T030000") + "Z" * (zone == "Z")]
    for starts, ends in DAYS
]
"""At one time, before, at and after the ends of the time that is asked about."""


def test_what_is_read_by_its_look_is_what_the_libraries_read(monkeypatch):
    others = [
        event(":20261201T100000Z", ":20261201T110000Z", "SEQUENCE:2", uid="twice"),
        event(":20261202T100000Z", ":20261202T110000Z", "SEQUENCE:1", uid="twice"),
        event(":20261203T100000Z", ":20261203T110000Z", "TRANSP:TRANSPARENT"),
        event(":20261204T100000Z", ":20261204T110000Z", "RRULE:FREQ=DAILY;COUNT=3"),
        event(":20261209T100000Z", ":20261209T110000Z", "STATUS:CANCELLED"),
    ]
    last = event(";TZID=Office:20271124T061500", ";TZID=Office:20271124T064500")  # in Mexico that is after the end
    found = {}
    for name, read in (("look", parsing.without_simple), ("libraries", lambda text, *_: (text, []))):
        monkeypatch.setattr(parsing, "without_simple", read)
        found[name] = [busy(calendar(NEW_YORK, each)) for each in (*SHORT, last)]
        found[name].append(busy(calendar(NEW_YORK, *SHORT, *others)))
    assert found["look"] == found["libraries"]


def test_what_is_read_by_its_look_is_not_read_again(monkeypatch):
    monkeypatch.setattr(parsing, "busy_times", lambda calendar, *_: calendar.walk("VEVENT") and pytest.fail("read"))
    assert busy(
        calendar(NEW_YORK, at_ten(), event(";TZID=Office:20251124T100000", ";TZID=Office:20251124T110000"))
    ) == [TEN]


@each_row(
    [
        (f";TZID={MEXICO}:20261124T100000", f";TZID={MEXICO}:20261124T110000", ("11-24 16:00", "11-24 17:00")),
        (":20261124T100000", ":20261124T110000", ("11-24 16:00", "11-24 17:00")),
        (
            ";TZID=Nowhere/Atlantis:20261124T100000",
            ";TZID=Nowhere/Atlantis:20261124T110000",
            ("11-24 16:00", "11-24 17:00"),
        ),
        (";TZID=Office:20261124T100000", ";TZID=Office:20261124T110000", ("11-24 15:00", "11-24 16:00")),
        (
            ";TZID=Romance Standard Time:20261124T100000",
            ";TZID=Romance Standard Time:20261124T110000",
            ("11-24 09:00", "11-24 10:00"),
        ),
        (";VALUE=DATE:20261124", ";VALUE=DATE:20261125", ("11-24 06:00", "11-25 06:00")),
    ]
)
def test_times_are_in_their_zone_and_without_one_in_the_owners(starts, ends, times):
    assert busy(calendar(NEW_YORK, event(starts, ends))) == [times]


@each_row(["TRANSP:TRANSPARENT", "STATUS:CANCELLED", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"])
def test_what_says_that_it_takes_nobodys_time_does_not_count(line):
    assert busy(calendar(at_ten(line))) == []


@each_row(["TRANSP:OPAQUE", "STATUS:TENTATIVE", "STATUS:CONFIRMED", "X-MICROSOFT-CDO-BUSYSTATUS:OOF"])
def test_anything_else_counts(line):
    assert busy(calendar(at_ten(line))) == [TEN]


def test_what_repeats_is_expanded_without_what_is_left_out_and_with_what_was_moved():
    daily = at_ten("RRULE:FREQ=DAILY;COUNT=4", "EXDATE:20261125T100000Z")
    moved = event(":20261126T150000Z", ":20261126T160000Z", "RECURRENCE-ID:20261126T100000Z", uid="ten")
    assert busy(calendar(daily, moved)) == [TEN, ("11-26 15:00", "11-26 16:00"), ("11-27 10:00", "11-27 11:00")]


def test_times_that_overlap_or_touch_are_one_and_those_out_of_reach_are_cut():
    parts = [event(":20261120T000000Z", ":20261124T120000Z"), at_ten(), event(":20261124T120000Z", ":20261124T130000Z")]
    assert busy(calendar(*parts, event(":20200101T000000Z", ":20200102T000000Z"))) == [("11-23 12:00", "11-24 13:00")]


def test_an_event_without_length_takes_no_time():
    assert busy(calendar(event(":20261124T100000Z", ":20261124T100000Z"))) == []


def test_events_without_an_id_all_count():
    other = event(":20261125T100000Z", ":20261125T110000Z")
    body = b"\r\n".join(each for each in calendar(at_ten(), other).split(b"\r\n") if not each.startswith(b"UID"))
    assert busy(body) == [TEN, ("11-25 10:00", "11-25 11:00")]


def test_free_and_busy_times_are_as_they_say():
    lines = ["BEGIN:VFREEBUSY", "FREEBUSY:20261124T100000Z/PT1H", "FREEBUSY;FBTYPE=FREE:20261125T100000Z/PT1H"]
    assert busy(calendar("\n".join([*lines, "END:VFREEBUSY\n"]))) == [TEN]


def test_several_calendars_in_a_file_all_count():
    other = event(":20261125T100000Z", ":20261125T110000Z")
    assert busy(calendar(at_ten()) + calendar(other)) == [TEN, ("11-25 10:00", "11-25 11:00")]


def test_lines_may_be_folded_in_lower_case_and_end_in_any_way():
    text = calendar(at_ten()).replace(b"DTSTART:2026", b"dtstart:20\r\n 26")
    for body in (text, text.replace(b"\r\n", b"\n"), b"\xef\xbb\xbf\r\n" + text):
        assert busy(body) == [TEN]


def test_titles_people_and_alarms_are_not_read():
    secret = ["SUMMARY:secret", "DESCRIPTION:se\n cret", "ATTENDEE;CN=secret:mailto:secret@example.com"]
    alarm = ["BEGIN:VALARM", "TRIGGER:-PT15M", "DURATION:PT5M", "END:VALARM"]
    text = parsing.relevant(calendar(at_ten(*secret, *alarm)), compressed=False)
    assert "secret" not in text
    assert "VALARM" not in text
    assert "DURATION" not in text
    assert busy(calendar(at_ten(*secret, *alarm))) == [TEN]


def test_what_says_no_more_than_nothing_is_not_read():
    usual = at_ten("SEQUENCE:0", "STATUS:CONFIRMED", "TRANSP:OPAQUE")
    assert parsing.relevant(calendar(usual), compressed=False) == parsing.relevant(calendar(at_ten()), compressed=False)
    again = at_ten("SEQUENCE:1").replace("T11", "T12")
    assert busy(calendar(usual, again)) == [("11-24 10:00", "11-24 12:00")]


def test_a_file_that_says_the_same_is_not_read_again():
    first = parse(job(calendar(at_ten("DTSTAMP:20261123T000000Z", "SUMMARY:A"))))
    again = calendar(at_ten("DTSTAMP:20261124T000000Z", "SUMMARY:B"))
    assert parse(job(again, digest=first.digest)) == Parsed(first.digest, None)
    assert parse(job(again, digest=first.digest, zone="UTC")).busy is not None
    assert parse(job(calendar(at_ten("TRANSP:TRANSPARENT")), digest=first.digest)).busy == []


@each_row(
    [
        b"<!DOCTYPE html><html><body>Sign in</body></html>",
        b"",
        b"\x00\xff\xfe" * 100,
        b"BEGIN:VCARD\r\nEND:VCARD\r\n",
        calendar(at_ten()).replace(b"END:VEVENT", b"END:VTODO"),
        b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
    ]
)
def test_what_is_no_calendar_is_refused(body):
    assert refused(body) is CalendarFault.NOT_A_CALENDAR


def test_an_empty_calendar_is_one():
    assert busy(calendar()) == []


def test_an_event_that_cannot_be_read_leaves_the_others():
    assert busy(calendar(event(":soon", ":later", uid="2"), at_ten())) == [TEN]
    assert busy(calendar(event(":20261124T100000Z", ":20261124T110000Z", "RRULE:FREQ=NEVER", uid="2"), at_ten())) == [
        TEN
    ]


@pytest.mark.parametrize("rule", ["FREQ=SECONDLY", "freq=minutely;INTERVAL=1"])
def test_what_repeats_by_the_minute_is_refused_unexpanded(rule):
    assert refused(calendar(at_ten(f"RRULE:{rule}"))) is CalendarFault.TOO_MUCH


def test_more_times_than_are_kept_are_refused(monkeypatch):
    monkeypatch.setattr(parsing, "MOST_TIMES", 3)
    assert len(busy(calendar(at_ten("RRULE:FREQ=DAILY;COUNT=3")))) == 3
    assert refused(calendar(at_ten("RRULE:FREQ=DAILY;COUNT=4"))) is CalendarFault.TOO_MUCH


def test_a_compressed_file_is_unpacked_as_far_as_files_go(monkeypatch):
    assert busy(gzip.compress(calendar(at_ten())), compressed=True) == [TEN]
    assert refused(b"no gzip", compressed=True) is CalendarFault.NOT_A_CALENDAR
    monkeypatch.setattr(parsing, "MOST_BYTES", 100_000)
    bomb = gzip.compress(calendar(at_ten()) + b" " * 10_000_000)
    assert len(bomb) < parsing.MOST_BYTES
    tracemalloc.start()
    assert refused(bomb, compressed=True) is CalendarFault.TOO_LARGE
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000


def test_a_large_file_is_refused_unread(monkeypatch):
    monkeypatch.setattr(parsing, "MOST_BYTES", 100)
    assert refused(calendar(at_ten())) is CalendarFault.TOO_LARGE


def test_every_frame_is_answered_by_one_until_there_is_no_more():
    frames = [msgspec.msgpack.encode(job(body)) for body in (calendar(at_ten()), b"<html>")]
    asked = io.BytesIO(b"".join(LENGTH.pack(len(each)) + each for each in frames))
    good, bad = parsing.answers(asked)
    assert msgspec.msgpack.decode(good, type=Parsed).busy == [
        Interval(datetime(2026, 11, 24, 10, tzinfo=UTC), datetime(2026, 11, 24, 11, tzinfo=UTC))
    ]
    assert msgspec.msgpack.decode(bad) == "not_a_calendar"

"""Busy times from outside calendar files, whatever is in them."""

import gzip
import io
import tracemalloc
from datetime import UTC, datetime

import msgspec

from bot.calendars import content, parsing
from bot.calendars.frames import LENGTH, Parsed
from bot.calendars.parsing import parse
from core.base.calendar_time import Interval
from core.records.outside_calendars import CalendarFault
from tests.bot.calendars.files import (
    MEXICO,
    NEW_YORK,
    TEN,
    at_ten,
    busy,
    busy_in,
    calendar,
    event,
    expanded,
    job,
    left_out,
    lines_of,
    read,
    refused,
    told,
)
from tests.tables import each_row

ZONES = "Z", "", f";TZID={MEXICO}", ";TZID=Office", ";VALUE=DATE"
DAYS = (
    *(("20261121", "20261122"), ("20261123", "20261124"), ("20261125", "20261125"), ("20261126", "20261127")),
    *(("20271123", "20271125"), ("20271127", "20271128"), ("00010101", "00010102")),
)
SHORT = [
    event(f"{zone.rstrip('Z')}:{starts}{tail}", f"{zone.rstrip('Z')}:{ends}{tail}")
    for zone in ZONES
    for tail in [("" if "DATE" in zone else "T030000") + "Z" * (zone == "Z")]
    for starts, ends in DAYS
    if tail or starts < ends
]
"""At one time, before, at and after the ends of the time that is asked about."""


def test_what_is_well_formed_is_read_as_other_programs_read_it():
    others = [
        event(":20261203T100000Z", ":20261203T110000Z", "TRANSP:TRANSPARENT"),
        event(":20261204T100000Z", ":20261204T110000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261205T100000Z"),
        event(":20261209T100000Z", ":20261209T110000Z", "STATUS:CANCELLED"),
        event(";TZID=Office:20271124T061500", ";TZID=Office:20271124T064500"),  # in Mexico that is after the end
    ]
    for parts in (*([each] for each in SHORT), [*SHORT, *others]):
        body = calendar(NEW_YORK, *parts)
        assert busy(body) == expanded(body), parts


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


@each_row(
    [
        ("X-WR-CALNAME:ana@example.com\n", (), True),
        ("X-WR-CALNAME;X=1: Ana@Example.com \n", (), True),
        ("", ["ana@example.com"], True),
        ("", ["luis@example.com"], False),
        ("X-WR-CALNAME:Ana\n", (), False),
        ("", (), False),
    ]
)
def test_what_the_owner_declined_is_free_and_what_a_guest_declined_is_not(name, owners, is_owners):
    declined = "ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=DECLINED;CN=x:mailto:ana@example.com"
    accepted = "ATTENDEE;PARTSTAT=ACCEPTED:mailto:luis@example.com"
    assert busy_in(name, at_ten(declined, accepted), owners=owners) == ([] if is_owners else [TEN])


@each_row(
    [
        (["ATTENDEE;PARTSTAT=declined:MAILTO:Ana@Example.com"], []),
        (["ATTENDEE;PARTSTAT=DECLINED;EMAIL=ana@example.com:urn:x:1"], []),
        (['ATTENDEE;CN="a;b:c";PARTSTAT="DECLINED":mailto:ana@example.com'], []),
        (["ATTENDEE;PARTSTAT=TENTATIVE:mailto:ana@example.com"], [TEN]),
        (["ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ana@example.com"], [TEN]),
        (["ATTENDEE:mailto:ana@example.com"], [TEN]),
        (["ATTENDEE;PARTSTAT=DECLINED:mailto:ana@example.com.mx"], [TEN]),
        ([f"ATTENDEE;PARTSTAT={each}:mailto:ana@example.com" for each in ("DECLINED", "ACCEPTED")], [TEN]),
        ([f"ATTENDEE;PARTSTAT={each}:mailto:ana@example.com" for each in ("DECLINED", "DECLINED;X=1")], []),
    ]
)
def test_an_answer_is_read_whatever_else_is_said_of_who_gives_it(lines, times):
    assert busy_in(at_ten(*lines), owners=["ana@example.com"]) == times


@each_row([("STATUS:CANCELLED", "STATUS:CONFIRMED"), ("TRANSP:TRANSPARENT", "TRANSP:OPAQUE")])
def test_what_says_both_that_it_takes_time_and_that_it_does_not_counts(*lines):
    assert busy_in(at_ten(*lines)) == [TEN]
    assert busy_in(at_ten(lines[0], f"{lines[0].lower()} ")) == []


def test_free_and_busy_times_are_as_they_say():
    lines = ["BEGIN:VFREEBUSY", "FREEBUSY:20261124T100000Z/PT1H", "FREEBUSY;FBTYPE=FREE:20261125T100000Z/PT1H"]
    assert busy(calendar("\n".join([*lines, "END:VFREEBUSY\n"]))) == [TEN]
    periods = "FREEBUSY:20261124T100000Z/20261124T103000Z,20261124T103000Z/PT30M,"
    zoned = f"FREEBUSY;TZID={MEXICO}:20261201T100000/PT1H"
    assert busy_in(f"{lines[0]}\n{periods}\n{zoned}\nEND:VFREEBUSY\n") == [TEN, ("12-01 16:00", "12-01 17:00")]


def test_a_busy_time_that_cannot_be_read_is_told_and_leaves_the_others():
    lines = ["BEGIN:VFREEBUSY", "FREEBUSY:20261124T100000Z/PT1H,20261202T100000Z/soon,later/PT1H", "END:VFREEBUSY\n"]
    assert left_out("\n".join(lines)) == ([("", "12-02"), ("", None)], [("12-02 06:00", "12-03 06:00")])
    assert told(read("\n".join(lines)).busy) == [TEN]
    assert left_out("\n".join([*lines[:2], ""])) == (
        [("", "12-02"), ("", None), ("", None)],
        [("12-02 06:00", "12-03 06:00")],
    )


def test_several_calendars_in_a_file_all_count():
    other = event(":20261125T100000Z", ":20261125T110000Z")
    assert busy(calendar(at_ten()) + calendar(other)) == [TEN, ("11-25 10:00", "11-25 11:00")]


def test_lines_may_be_folded_in_lower_case_and_end_in_any_way():
    text = calendar(at_ten()).replace(b"DTSTART:2026", b"dtstart:20\r\n 26")
    for body in (text, text.replace(b"\r\n", b"\n"), b"\xef\xbb\xbf\r\n" + text):
        assert busy(body) == [TEN]


def test_a_line_folded_twice_or_with_an_empty_line_within_is_one_line():
    for fold in (b"\r\n\r\n  ", b"\r\n \r\n ", b"\r\n\r\n ", b"\r\n\r\n\r\n   "):
        text = calendar(at_ten()).replace(b"DTSTART:2026", b"D" + fold + b"TSTART:20" + fold + b"26")
        assert busy(text) == [TEN]
    assert busy(calendar(at_ten()).replace(b"\r\n", b"\r\n \r\n")) == [TEN]


def test_of_what_can_be_read_no_title_is_told_and_people_notes_and_alarms_are_not_looked_at():
    secret = ["SUMMARY:secret", "DESCRIPTION:se\n cret", "ATTENDEE;CN=secret:mailto:secret@example.com"]
    alarm = ["BEGIN:VALARM", "TRIGGER:-PT15M", "DURATION:PT5M", "ATTENDEE:mailto:ana@example.com", "END:VALARM"]
    body = calendar(at_ten(*secret, *alarm))
    file = parsing.read_file(job(body, owners=["ana@example.com"]), parsing.COMPONENTS, parsing.TIMES)
    (made,) = file.calendars[0].parts
    assert made.lines.keys() == {"UID", "DTSTART", "DTEND"}
    assert b"secret" not in msgspec.msgpack.encode(parse(job(body)))
    assert busy(body) == [TEN]


def test_a_file_that_says_the_same_is_not_read_again():
    first = parse(job(calendar(at_ten("DTSTAMP:20261123T000000Z", "SUMMARY:A"))))
    again = calendar(at_ten("DTSTAMP:20261124T000000Z", "SUMMARY:B", "SEQUENCE:1"))
    assert parse(job(again, digest=first.digest)) == Parsed(first.digest, None, [], 0, [])
    assert parse(job(again, digest=first.digest, zone="UTC")).busy is not None
    assert parse(job(calendar(at_ten("TRANSP:TRANSPARENT")), digest=first.digest)).busy == []


@each_row(
    [
        b"<!DOCTYPE html><html><body>Sign in</body></html>",
        b"",
        b"\x00\xff\xfe" * 100,
        b"BEGIN:VCARD\r\nEND:VCARD\r\n",
        b"END:VCALENDAR\r\n",
        at_ten().encode(),
        b"The line BEGIN:VCALENDAR begins a calendar\n",
    ]
)
def test_what_is_not_a_calendar_is_refused(body):
    assert refused(body) is CalendarFault.NOT_A_CALENDAR


def test_an_empty_calendar_is_one():
    assert busy(calendar()) == []


def test_a_file_that_is_cut_off_is_not_read_as_another():
    for body in (
        calendar(at_ten())[:-20],
        b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n",
        calendar(at_ten()) + b"BEGIN:VCALENDAR\n",
    ):
        assert refused(body) is CalendarFault.DAMAGED


BAD = [
    (lines_of("DTEND:20261202T160000Z", "SUMMARY:Mala"), ("Mala", "12-02"), []),
    (lines_of("SUMMARY:Mala\\, mala\\nde veras"), ("Mala, mala\nde veras", None), []),
    (lines_of("DTSTART:soon", "SUMMARY:Mala"), ("Mala", None), []),
    (lines_of("DTSTART", "SUMMARY:Mala"), ("Mala", None), []),
    (lines_of("DTSTART:20261301"), ("", None), []),
    (lines_of("DTSTART:20261202T250000Z"), ("", "12-02"), [("12-02 06:00", "12-03 06:00")]),
    (lines_of("DTSTART;TZID=Europe/Madrid:20261202T10"), ("", "12-02"), [("12-01 23:00", "12-02 23:00")]),
    (lines_of("DTSTART;TZID=Europe/Madrid:2026-12-02T10:00"), ("", "12-02"), [("12-02 06:00", "12-03 06:00")]),
    (lines_of("DTSTART;TZID=/mozilla.org/20070129_1/Europe/Madrid:x"), ("", None), []),
    (lines_of("DTSTART:2026-12-02T10:00:00Z", "DURATION:P2D"), ("", "12-02"), [("12-02 06:00", "12-04 06:00")]),
    (
        lines_of("DTSTART:20261202T100000Z", "DTSTART:20261203T100000Z", "DURATION:PT1H"),
        ("", "12-02"),
        [("12-02 10:00", "12-02 11:00"), ("12-03 10:00", "12-03 11:00")],
    ),
]


@each_row(BAD)
def test_what_cannot_be_read_is_told_and_unknown_and_leaves_the_others(bad, title_and_day, unknown):
    assert left_out(at_ten(), bad) == ([title_and_day], unknown)
    assert told(read(bad, at_ten()).busy) == [TEN]


def test_what_cannot_be_read_does_not_matter_where_it_is_over_or_takes_nobodys_time():
    over = lines_of("DTSTART:20261101T250000Z"), lines_of("DTEND:20261101T100000Z"), event(":20261101T100000Z", ":x")
    free = lines_of("DTSTART:soon", "TRANSP:TRANSPARENT"), event(":20261201T100000Z", ":x", "STATUS:CANCELLED")
    assert left_out(*over, *free) == ([], [])


def test_a_fault_of_our_own_leaves_the_others(monkeypatch):
    def failing(component, context):
        return (1 / 0 if component.text("UID") == "ten" else read_event)(component, context)

    read_event = parsing.read_event
    monkeypatch.setattr(parsing, "read_event", failing)
    assert left_out(at_ten("SUMMARY:Mala"), event(*(":20261201T100000Z", ":20261201T110000Z"))) == (
        [("Mala", None)],
        [],
    )


def test_the_first_that_cannot_be_read_are_reported_and_all_are_counted():
    bad = [event(f":202612{day:02}T100000Z", ":soon", f"SUMMARY:{'x' * 1000}") for day in range(30, 10, -1)]
    found = read(*bad)
    assert found.unreadable_count == 20
    assert [each.day.day for each in found.unreadable] == [*range(11, 11 + parsing.MOST_UNREADABLE)]
    assert {len(each.title) for each in found.unreadable} == {parsing.LONGEST_TITLE}


def test_what_is_busy_is_not_unknown_at_once():
    unknown = event(":20261124T093000Z", ":20261124T120000Z", "RRULE:FREQ=NEVER")
    assert left_out(at_ten(), unknown)[1] == [("11-24 09:30", "11-24 10:00"), ("11-24 11:00", "11-24 12:00")]


def test_more_times_than_are_kept_are_refused(monkeypatch):
    monkeypatch.setattr(parsing, "MOST_TIMES", 3)
    assert len(busy(calendar(at_ten("RRULE:FREQ=DAILY;COUNT=3")))) == 3
    assert refused(calendar(at_ten("RRULE:FREQ=DAILY;COUNT=4"))) is CalendarFault.TOO_MUCH


def test_a_compressed_file_is_unpacked_as_far_as_files_go(monkeypatch):
    assert busy(gzip.compress(calendar(at_ten())), compressed=True) == [TEN]
    assert refused(b"no gzip", compressed=True) is CalendarFault.NOT_A_CALENDAR
    assert busy(calendar(at_ten()), compressed=True) == [TEN]
    for damaged in (gzip.compress(calendar(at_ten()))[:-40], b"\x1f\x8b" + b"x" * 100):
        assert refused(damaged, compressed=True) is CalendarFault.DAMAGED
    monkeypatch.setattr(content, "MOST_BYTES", 100_000)
    bomb = gzip.compress(calendar(at_ten()) + b" " * 10_000_000)
    assert len(bomb) < content.MOST_BYTES
    tracemalloc.start()
    assert refused(bomb, compressed=True) is CalendarFault.TOO_LARGE
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000


def test_a_large_file_is_refused_unread(monkeypatch):
    monkeypatch.setattr(content, "MOST_BYTES", 100)
    assert refused(calendar(at_ten())) is CalendarFault.TOO_LARGE


def test_every_frame_is_answered_by_one_until_there_is_no_more():
    frames = [msgspec.msgpack.encode(job(body)) for body in (calendar(at_ten()), b"<html>")]
    asked = io.BytesIO(b"".join(LENGTH.pack(len(each)) + each for each in frames))
    good, bad = parsing.answers(asked)
    assert msgspec.msgpack.decode(good, type=Parsed).busy == [
        Interval(datetime(2026, 11, 24, 10, tzinfo=UTC), datetime(2026, 11, 24, 11, tzinfo=UTC))
    ]
    assert msgspec.msgpack.decode(bad) == "not_a_calendar"

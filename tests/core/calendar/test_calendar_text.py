"""Calendars as text, read back by another program's reader."""

from datetime import UTC, date, datetime

import icalendar
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Component

from core.base.model import ParticipationStatus
from core.calendar.calendar_text import Calendar, CalendarEntry, Invited, calendar_text, folded
from tests.tables import each_row

AT = datetime(2026, 11, 20, 15, 0, 7, 999_999, tzinfo=UTC)
START, END = datetime(2026, 11, 23, 16, tzinfo=UTC), datetime(2026, 11, 23, 17, 30, tzinfo=UTC)


def entry(**fields):
    return CalendarEntry(
        **{"uid": "event-1@semaforo", "summary": "Junta", "start": START, "end": END, "written_at": AT} | fields
    )


def written(*entries, name="Semáforo: Ana"):
    return calendar_text(Calendar(name, entries))


def read(*entries, **options) -> list[Component]:
    return icalendar.Calendar.from_ical(written(*entries, **options)).walk("VEVENT")


def test_a_calendar_says_what_it_is_and_how_often_to_come_again():
    found = icalendar.Calendar.from_ical(written(name="Ana; y, más"))
    assert (found["VERSION"], found["METHOD"]) == ("2.0", "PUBLISH")
    text = written(name="Ana; y, más")
    assert "\r\nNAME:Ana\\; y\\, más\r\nX-WR-CALNAME:Ana\\; y\\, más\r\n".encode() in text
    assert b"\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n" in text
    assert b"\r\nX-PUBLISHED-TTL:PT1H\r\n" in text
    assert text.startswith(b"BEGIN:VCALENDAR\r\n")
    assert text.endswith(b"\r\nEND:VCALENDAR\r\n")
    assert text.count(b"\n") == text.count(b"\r\n")


def test_an_occurrence_is_in_utc_and_says_when_it_was_written_and_how_often():
    (event,) = read(entry(revision=3))
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (START, END)
    assert event.decoded("DTSTAMP") == event.decoded("LAST-MODIFIED") == AT.replace(microsecond=0)
    assert (event["UID"], event["SEQUENCE"]) == ("event-1@semaforo", 3)
    assert {"TRANSP", "STATUS", "DESCRIPTION", "LOCATION", "ORGANIZER", "ATTENDEE"}.isdisjoint(event)
    assert b"\r\nDTSTART:20261123T160000Z\r\n" in written(entry())


def test_days_are_dates_with_the_end_excluded():
    days = entry(start=date(2026, 12, 31), end=date(2027, 1, 1), free=True)
    (event,) = read(days)
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (date(2026, 12, 31), date(2027, 1, 1))
    assert event["TRANSP"] == "TRANSPARENT"
    assert b"\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n" in written(days)


def test_a_cancelled_one_says_so():
    assert read(entry(cancelled=True))[0]["STATUS"] == "CANCELLED"


def test_one_to_which_one_may_come_is_tentative_unless_it_is_cancelled():
    assert b"\r\nSTATUS:TENTATIVE\r\nX-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE\r\n" in written(entry(tentative=True))
    (cancelled,) = read(entry(tentative=True, cancelled=True))
    assert cancelled["STATUS"] == "CANCELLED"
    assert "X-MICROSOFT-CDO-BUSYSTATUS" not in cancelled


def test_who_answered_is_listed_with_the_answer():
    people = [Invited(7, 'Luis "el; bueno", :\n', ParticipationStatus.TENTATIVE)]
    (event,) = read(entry(organizer=Invited(6, "Lucía", ParticipationStatus.ACCEPTED), invited=people))
    assert event["ORGANIZER"].params["CN"] == "Lucía"
    attendee = event["ATTENDEE"]
    assert attendee == "urn:semaforo:person:7"
    assert (attendee.params["CN"], attendee.params["PARTSTAT"]) == ("Luis 'el; bueno', : ", "TENTATIVE")


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]) | st.sampled_from("\\;,:\n\"'"), min_size=1)


@given(summary=TEXTS, description=TEXTS, location=TEXTS)
def test_any_text_comes_back_and_no_line_is_too_long(summary, description, location):
    whole = entry(summary=summary, description=description, location=location)
    (event,) = read(whole)
    assert (event["SUMMARY"], event["DESCRIPTION"], event["LOCATION"]) == (summary, description, location)
    lines = written(whole).split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert all(line.decode() or True for line in lines)


@each_row(["ñ" * 200, "x" * 75, "x" * 76, "🚦" * 60, "x" * 74 + "ñ", "", "x" * 149, "x" * 150])
def test_folding_keeps_characters_whole_and_fills_lines(text):
    lines = folded(text).removesuffix("\r\n").split("\r\n ")
    assert "".join(lines) == text
    assert all(len(each.encode()) <= 75 for each in (lines[0], *(f" {line}" for line in lines[1:])))
    widest = len(text[:1].encode()) or 1
    assert all(len(f" {line}".encode()) > 75 - widest for line in lines[1:-1])


@each_row(["\n", "\r\n", "\r", "\u2028", "\u2029", "\u0085"])
def test_line_breaks_are_one_and_begin_no_property(line_break):
    text = written(entry(summary=f"uno{line_break}DTEND:20200101T000000Z"))
    assert b"\r\nSUMMARY:uno\\nDTEND:20200101T000000Z\r\n" in text


def test_control_characters_are_left_out():
    text = written(
        entry(summary="a\0b\x1b\x7f\x9fc\td", organizer=Invited(1, "A\0\x07b", ParticipationStatus.ACCEPTED))
    )
    assert b"\r\nSUMMARY:abc\td\r\n" in text
    assert b'CN="Ab"' in text

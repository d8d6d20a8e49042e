"""Events in a calendar file that somebody sent, and those that are left out."""

import gzip
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest

from bot.calendars import content, parsing
from bot.calendars.content import Refused
from bot.calendars.frames import EventsJob
from bot.calendars.parsing import events_in
from core.base.calendar_time import Days
from core.records.calendar_files import FileFault, LeftOut
from core.records.outside_calendars import CalendarFault
from tests.bot.calendars.files import NEW_YORK, at_ten, calendar, event
from tests.tables import each_row

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)
PAST = event(":20201124T100000Z", ":20201124T110000Z")


def job(body):
    return EventsJob(body, "America/Mexico_City", NOW, NOW + timedelta(days=366))


def found(*parts):
    return events_in(job(calendar(*parts)))


def refused(body):
    with pytest.raises(Refused) as refusal:
        events_in(job(body))
    return refusal.value.fault


def test_an_event_has_its_title_place_and_times():
    (one,) = found(at_ten("SUMMARY;LANGUAGE=es:Cita\\, con l", " a abogada", "LOCATION:Sala\\n2")).events
    assert (one.title, one.location) == ("Cita, con la abogada", "Sala\n2")
    assert (one.start, one.end - one.start, one.days) == (
        datetime(2026, 11, 24, 10, tzinfo=UTC),
        timedelta(hours=1),
        None,
    )


def test_whole_days_are_days():
    one, two = found(
        event(";VALUE=DATE:20261124", ";VALUE=DATE:20261127"), "BEGIN:VEVENT\nDTSTART:20261128\nEND:VEVENT\n"
    ).events
    assert one.days == Days(date(2026, 11, 24), date(2026, 11, 26))
    assert two.days == Days(date(2026, 11, 28), date(2026, 11, 28))


def test_times_are_in_their_zone_and_in_the_senders_where_nobody_knows_it():
    starts = ";TZID=Office:20261124T100000", ";TZID=Nowhere/Atlantis:20261125T100000", ":20261126T100000"
    read = found(NEW_YORK, *(event(start, start) for start in starts))
    assert [each.start.hour for each in read.events] == [15, 16, 16]
    assert read.unknown_zones == ["Nowhere/Atlantis"]


def test_of_what_repeats_the_first_dates_are_taken_and_what_was_moved_is_where_it_is():
    daily = at_ten("RRULE:FREQ=DAILY", "EXDATE:20261125T100000Z")
    moved = event(":20261126T150000Z", ":20261126T160000Z", "RECURRENCE-ID:20261126T100000Z", uid="ten")
    read = found(daily, moved)
    assert [f"{each.start:%d %H}" for each in read.events[:3]] == ["24 10", "26 15", "27 10"]
    assert len(read.events) == parsing.MOST_DATES
    assert read.left_out == {LeftOut.REPEATED: 1}


def test_what_is_left_out_is_counted_by_why():
    read = found(
        at_ten("STATUS:CANCELLED"),
        *(PAST, event(":20261123T110000Z", ":20261123T113000Z"), event(":20301124T100000Z", ":20301124T110000Z")),
        *(event(":soon", ":later"), event(":20261124T090000Z", ":20261124T093000Z", "RRULE:FREQ=NEVER")),
        *(f"BEGIN:{kind}\nSUMMARY:x\nEND:{kind}\n" for kind in ("VTODO", "VTODO", "VJOURNAL", "VFREEBUSY")),
    )
    assert read.events == []
    assert read.left_out == {
        LeftOut.PAST: 2,
        LeftOut.LATER: 1,
        LeftOut.CANCELLED: 1,
        LeftOut.UNREADABLE: 2,
        LeftOut.TASKS: 2,
        LeftOut.NOTES: 1,
        LeftOut.BUSY_TIMES: 1,
    }


def test_what_has_begun_and_is_not_over_is_taken():
    (one,) = found(event(":20261123T113000Z", ":20261123T123000Z")).events
    assert one.start < NOW < one.end


def test_a_limited_number_is_taken_of_a_file():
    days = [
        event(f":202612{day:02}T{hour}0000Z", f":202612{day:02}T{hour}3000Z")
        for day in range(1, 29)
        for hour in (10, 12)
    ]
    read = found(*days)
    assert len(read.events) == parsing.MOST_EVENTS
    assert read.left_out == {LeftOut.MORE: 6}


def test_texts_are_cut_and_people_are_not_read():
    (one,) = found(at_ten(f"SUMMARY:{'x' * 1000}", "LOCATION:a\0b", "ATTENDEE:mailto:secret@example.com")).events
    assert (len(one.title), one.location) == (parsing.LONGEST_TEXT, "ab")
    assert b"secret" not in msgspec.msgpack.encode(one)


def test_what_could_not_be_read_is_told_by_title_and_day():
    read = found(
        event(":20261124T100000Z", ":soon", "SUMMARY:Cena\\, mañana"),
        event(":20261201T100000Z", ":20261201T110000Z", "SUMMARY:Pulso", "RRULE:FREQ=SECONDLY"),
        "BEGIN:VEVENT\nSUMMARY:Nunca\nEND:VEVENT\n",
    )
    assert (read.events, read.left_out) == ([], {LeftOut.UNREADABLE: 3})
    assert [(each.title, each.day) for each in read.unreadable] == [
        *(("Cena, mañana", date(2026, 11, 24)), ("Pulso", date(2026, 12, 1)), ("Nunca", None))
    ]


def test_what_the_owner_of_the_calendar_declined_is_left_out():
    name, declined = "X-WR-CALNAME:ana@example.com\n", "ATTENDEE;PARTSTAT=DECLINED:mailto:{}@example.com"
    read = found(name, at_ten(declined.format("ana")), at_ten(declined.format("luis"), "SUMMARY:Junta"))
    assert [each.title for each in read.events] == ["Junta"]
    assert read.left_out == {LeftOut.DECLINED: 1}


def test_events_of_one_uid_are_events_of_their_own_and_one_that_is_there_twice_is_one():
    sessions = [event(f":202612{day:02}T100000Z", f":202612{day:02}T110000Z", uid="one") for day in range(1, 15)]
    read = found(*sessions, *sessions)
    assert (len(read.events), read.left_out) == (14, {})


def test_what_takes_nobodys_time_is_an_event_all_the_same():
    assert len(found(at_ten("TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:FREE")).events) == 1


@each_row([("REPLY", FileFault.ANSWER), ("counter", FileFault.ANSWER), ("CANCEL", FileFault.CALLED_OFF)])
def test_what_is_said_about_an_invitation_is_not_an_event(method, fault):
    assert refused(calendar(f"METHOD:{method}\n", at_ten())) is fault


@each_row(["REQUEST", "PUBLISH"])
def test_an_invitation_is_one(method):
    assert len(found(f"METHOD:{method}\n", at_ten()).events) == 1


def test_what_is_not_a_calendar_or_too_much_is_refused(monkeypatch):
    assert refused(b"<!DOCTYPE html><html>") is CalendarFault.NOT_A_CALENDAR
    assert refused(gzip.compress(calendar(at_ten()))) is CalendarFault.NOT_A_CALENDAR
    assert refused(calendar(at_ten())[:-9]) is CalendarFault.DAMAGED
    monkeypatch.setattr(content, "MOST_BYTES", 100)
    assert refused(calendar(at_ten())) is CalendarFault.TOO_LARGE


def test_every_fault_of_the_parser_is_one_of_a_file():
    """The parser says the same of both."""
    for fault in (
        *(CalendarFault.NOT_A_CALENDAR, CalendarFault.DAMAGED),
        *(CalendarFault.TOO_MUCH, CalendarFault.TOO_LARGE),
    ):
        assert FileFault(fault.value)

"""The zones that files name, describe and leave out."""

import io
from datetime import date

import msgspec

from bot.calendars import parsing
from bot.calendars.frames import LENGTH, Parsed
from tests.bot.calendars.files import (
    MEXICO,
    NEW_YORK,
    at_ten,
    busy_in,
    calendar,
    event,
    hourly,
    job,
    left_out,
    lines_of,
    read,
    starts_in,
    told,
)
from tests.tables import each_row

OLD_MEXICO = """BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0600
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0600
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
END:DAYLIGHT
"""
"""Mexico's summer time, which ended in 2022."""


def described(name, *parts):
    return f"BEGIN:VTIMEZONE\nTZID:{name}\n{''.join(parts)}END:VTIMEZONE\n"


def fixed(offset, *lines):
    """The description of clocks that are never set."""
    return "\n".join(
        [
            "BEGIN:STANDARD",
            "DTSTART:16010101T000000",
            f"TZOFFSETFROM:{offset}",
            f"TZOFFSETTO:{offset}",
            *lines,
            "END:STANDARD",
            "",
        ]
    )


def one_at(zone, at="20261201T100000"):
    """An event of an hour, in a zone as it is written."""
    return lines_of(f"DTSTART;TZID={zone}:{at}", "DURATION:PT1H")


@each_row(
    [
        (MEXICO, 16),
        (f'"{MEXICO}"', 16),
        (f" {MEXICO.lower()} ", 16),
        ("Central Standard Time (Mexico)", 16),
        ('"central standard time (mexico)"', 16),
        ("Romance Standard Time", 9),
        (f"/freeassociation.sourceforge.net/Tzfile/{MEXICO}", 16),
        ("/mozilla.org/20070129_1/America/Argentina/Buenos_Aires", 13),
        ("tzone://Microsoft/Utc", 10),
        ('"tzone://Microsoft/Utc"', 10),
        ("UTC", 10),
        ("Coordinated Universal Time", 10),
        ("Etc/GMT+6", 16),
        ("GMT-06:00", 16),
        ("GMT-0600", 16),
        ("UTC+1", 9),
        ("EST", 15),
        ("CST6CDT", 16),
    ]
)
def test_a_known_name_needs_no_description(zone, hour):
    assert starts_in(one_at(zone), zone="Europe/Madrid") == [f"12-01 {hour:02}:00"]


@each_row(["Central Standard Time (Mexico)", MEXICO, f"/mozilla.org/20070129_1/{MEXICO}"])
def test_a_known_zone_goes_by_what_is_known_of_it_today(name):
    assert starts_in(described(name, OLD_MEXICO), one_at(name, "20270701T100000")) == ["07-01 16:00"]


@each_row(["Customized Time Zone", "(UTC-06:00) Guadalajara, Mexico City, Monterrey", "GMT-06:00", "EST", "UTC"])
def test_another_goes_by_its_description(name):
    for quote in ("", '"'):
        zone = f"{quote}{name}{quote}"
        starts = starts_in(described(name, OLD_MEXICO), one_at(zone, "20270701T100000"), one_at(zone), zone="UTC")
        assert starts == ["12-01 16:00", "07-01 15:00"]


def test_a_moment_in_utc_is_in_no_other_zone():
    at = ";TZID=America/New_York:20261201T160000Z"
    assert busy_in(event(at, ";TZID=America/New_York:20261201T170000Z")) == [("12-01 16:00", "12-01 17:00")]
    summers = lines_of(f"DTSTART{at}", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;COUNT=8")
    assert {start.split()[1] for start in starts_in(summers)} == {"16:00"}


def test_a_calendars_zone_is_that_of_its_local_times_and_of_no_others():
    zoned = lines_of("DTSTART:20270101T030000Z", "DURATION:PT30M", "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=3")
    local = lines_of("DTSTART:20261201T100000", "DURATION:PT1H")
    assert starts_in("X-WR-TIMEZONE:America/Bogota\n", zoned, local, zone="Europe/Madrid") == [
        *("12-01 15:00", "01-01 03:00", "01-08 03:00", "01-15 03:00")
    ]
    assert starts_in("X-WR-TIMEZONE:SA Pacific Standard Time\n", local) == ["12-01 15:00"]
    assert starts_in("X-WR-TIMEZONE:Oficina\n", described("Oficina", fixed("-0300")), local) == ["12-01 13:00"]


def test_local_times_of_a_calendar_in_a_zone_that_nobody_knows_are_in_the_owners_and_told():
    local, other = (
        lines_of("DTSTART:20261201T100000", "DURATION:PT1H", "SUMMARY:Cita"),
        one_at(MEXICO, "20261202T100000"),
    )
    found = read("X-WR-TIMEZONE:Atlantis\n", local, other)
    assert told(found.busy) == [("12-01 16:00", "12-01 17:00"), ("12-02 16:00", "12-02 17:00")]
    assert [each.title for each in found.unreadable] == ["Cita"]


def test_days_are_in_their_owners_zone():
    assert starts_in("X-WR-TIMEZONE:Europe/Madrid\n", event(";VALUE=DATE:20261201", ";VALUE=DATE:20261202")) == [
        "12-01 06:00"
    ]


def test_nothing_of_a_file_is_known_in_the_next():
    one, other = (
        calendar(described("Customized Time Zone", fixed(each)), one_at("Customized Time Zone"))
        for each in ("+0100", "-0600")
    )
    bodies = [one, other, calendar(one_at("Customized Time Zone")), one]
    frames = [msgspec.msgpack.encode(job(body, zone="Asia/Tokyo")) for body in bodies]
    asked = io.BytesIO(b"".join(LENGTH.pack(len(each)) + each for each in frames))
    found = [msgspec.msgpack.decode(each, type=Parsed) for each in parsing.answers(asked)]
    assert [told(each.busy)[0][0] for each in found] == ["12-01 09:00", "12-01 16:00", "12-01 01:00", "12-01 09:00"]


@each_row(
    ["TZID:Mi zona", "SEQUENCE:498\nSEQUENCE:498", "TZID:mi ZONA", "X-LIC-LOCATION:Europe/Madrid", "TZURL:http://x"]
)
def test_a_description_may_say_more_than_is_needed_or_say_it_twice(line):
    assert starts_in(
        described("Mi zona", f"{line}\n", fixed("-0600", "TZNAME:CST", "TZOFFSETTO:-0600")),
        one_at("Mi zona"),
        zone="UTC",
    ) == ["12-01 16:00"]


def test_of_two_names_of_a_description_each_names_it():
    zone = described("Uno", "TZID:Dos\n", fixed("-0600"))
    assert starts_in(zone, one_at("Uno"), one_at("Dos", "20261202T100000"), zone="UTC") == [
        "12-01 16:00",
        "12-02 16:00",
    ]


def test_a_calendar_may_use_the_description_of_another_in_the_file():
    file = calendar(described("Mi zona", fixed("-0600"))) + calendar(one_at("Mi zona"))
    assert told(parsing.parse(job(file, zone="UTC")).busy) == [("12-01 16:00", "12-01 17:00")]


@each_row(
    [
        ("20270314T013000", "03-14 06:30"),
        ("20270314T023000", "03-14 07:30"),  # is skipped
        ("20270314T033000", "03-14 07:30"),
        ("20271107T003000", "11-07 04:30"),
        ("20271107T013000", "11-07 05:30"),  # comes twice
        ("20271107T023000", "11-07 07:30"),
    ]
)
def test_clocks_of_a_described_zone_are_set_as_those_of_a_known_one(at, starts):
    described_so = starts_in(NEW_YORK, one_at("Office", at))
    assert described_so == starts_in(one_at("America/New_York", at)) == [starts]


def test_moments_of_a_described_zone_are_those_of_a_known_one():
    lines = "RRULE:FREQ=MONTHLY;UNTIL=20270615T140000Z", "EXDATE:20270215T150000Z,20270415T140000Z"
    found = [
        busy_in(NEW_YORK, hourly("2026-12-15T10:00", *lines, zone=zone)) for zone in ("Office", "America/New_York")
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 5


def test_a_description_may_give_dates_and_an_end():
    ended = fixed("+0100").replace("16010101", "20200101") + (
        "BEGIN:DAYLIGHT\nDTSTART:20210401T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0300\n"
        "RDATE:20270110T020000,20270210T020000\nEND:DAYLIGHT\n"
        "BEGIN:STANDARD\nDTSTART:20211001T020000\nTZOFFSETFROM:+0300\nTZOFFSETTO:+0100\n"
        "RRULE:FREQ=YEARLY;UNTIL=20260930T230000Z\nRDATE:20270120T020000\nEND:STANDARD\n"
    )
    days = "20261201", "20270115", "20270125", "20270215"
    starts = starts_in(described("Mi zona", ended), *(one_at("Mi zona", f"{day}T100000") for day in days))
    assert [start.split()[1] for start in starts] == ["09:00", "07:00", "09:00", "07:00"]


def test_before_clocks_were_first_set_they_showed_what_was_before():
    zone = described("Mi zona", fixed("+0200").replace("16010101", "20270101").replace("FROM:+0200", "FROM:-0600"))
    assert starts_in(zone, one_at("Mi zona"), one_at("Mi zona", "20270115T100000")) == ["12-01 16:00", "01-15 08:00"]


@each_row(
    [
        "",
        described("Mi zona"),
        described("Mi zona", fixed("six")),
        described("Mi zona", fixed("-9900")),
        described("Mi zona", fixed("-0600").replace("DTSTART:1601", "DTSTART:soon")),
        described("Mi zona", fixed("-0600", "RRULE:FREQ=NEVER")),
        described("Mi zona", fixed("-0600", "RRULE:FREQ=SECONDLY")),
        described("Mi zona", fixed("-0600").replace("END:STANDARD\n", "")),
        described("Mi zona", fixed("-0500").replace("BEGIN:STANDARD\n", ""), fixed("-0600")),
        described("Otra", fixed("-0600")),
    ]
)
def test_times_of_a_zone_that_nobody_knows_are_in_the_owners_and_told(zone):
    found = read(zone, one_at("Mi zona").replace("END:", "SUMMARY:Cita\nEND:"), at_ten())
    assert told(found.busy) == [("11-24 10:00", "11-24 11:00"), ("12-01 16:00", "12-01 17:00")]
    assert [(each.title, each.day) for each in found.unreadable] == [("Cita", date(2026, 12, 1))]
    assert left_out(zone, at_ten()) == ([], [])

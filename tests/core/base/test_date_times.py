"""Date-times as they come in and go out, and the instants that wall clocks mean."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType

from core.application.requests import build, decode
from core.base.date_times import DateTime, WrittenDateTime, instant_of, start_of
from core.base.errors import FieldCode
from core.base.model import Request
from core.base.settings import Settings
from tests.core.refusals import invalid
from tests.tables import each_row

MEXICO = Settings().zone
NEW_YORK = ZoneInfo("America/New_York")
MADRID = ZoneInfo("Europe/Madrid")
LORD_HOWE = ZoneInfo("Australia/Lord_Howe")


class Moment(Request, frozen=True, kw_only=True):
    at: DateTime
    also: DateTime | None = None
    list_of: list[DateTime] | None = None


class Change(Request, frozen=True, kw_only=True):
    at: DateTime | UnsetType = UNSET
    clearable: DateTime | UnsetType | None = UNSET


def read(text: str) -> WrittenDateTime:
    return decode(msgspec.json.encode({"at": text}), Moment).at


def from_query(text: str) -> WrittenDateTime:
    return build(Moment, {"at": text}, from_text=True).at


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


def wall(text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(fold=fold)


READ = [
    ("2026-01-05T09:30", utc(2026, 1, 5, 15, 30)),
    ("2026-01-05T09:30:07", utc(2026, 1, 5, 15, 30, 7)),
    ("2026-01-05T09:30:07.5", utc(2026, 1, 5, 15, 30, 7, 500_000)),
    ("2026-01-05T09:30:07.000001", utc(2026, 1, 5, 15, 30, 7, 1)),
    ("2026-01-05T09:30Z", utc(2026, 1, 5, 9, 30)),
    ("2026-01-05T09:30:07Z", utc(2026, 1, 5, 9, 30, 7)),
    ("2026-01-05T09:30:07.123456Z", utc(2026, 1, 5, 9, 30, 7, 123_456)),
    ("2026-01-05T09:30:07.123456789Z", utc(2026, 1, 5, 9, 30, 7, 123_456)),
    ("2026-01-05T09:30+05:30", utc(2026, 1, 5, 4)),
    ("2026-01-05T23:59:59.25-23:59", utc(2026, 1, 6, 23, 58, 59, 250_000)),
    ("2026-01-05T00:00:00-00:00", utc(2026, 1, 5)),
    ("2024-02-29T00:00", utc(2024, 2, 29, 6)),
    ("1900-01-01T00:00:00Z", utc(1900, 1, 1)),
    ("9998-12-31T23:59:59.999999Z", utc(9998, 12, 31, 23, 59, 59, 999_999)),
]
NOT_DATE_TIMES = [
    "", "2026-01-05", "2026-01-05T", "2026-01-05T09", "2026-01-05T09Z", "2026-01-05 09:30", "2026-01-05t09:30",
    "2026-01-05T09:30z", "2026-01-05T09:30:07.", "2026-01-05T09:30:07.1234567890", "2026-01-05T09:30:07,5",
    "2026-01-05T09:30.5", "2026-01-05T09:30+0530", "2026-01-05T09:30+05", "2026-01-05T09:30+5:30",
    "2026-01-05T09:30+05:30:00", "2026-01-05T09:30+05:60", "2026-01-05T09:30+24:00", "2026-01-05T09:30−05:00",
    "2026-01-05T09:30+05:30Z", "2026-01-05T09:30 Z", "2026-01-05T24:00", "2026-01-05T09:60", "2026-01-05T09:30:60",
    "2026-02-29T09:30", "2026-13-01T09:30", "2026-00-01T09:30", "2026-01-00T09:30", "0000-01-01T09:30",
    "2026-1-5T09:30", "26-01-05T09:30", "+2026-01-05T09:30", "12026-01-05T09:30", "20260105T0930", "20260105T09:30",
    "2026-W02-1T09:30", "2026-005T09:30", " 2026-01-05T09:30", "2026-01-05T09:30 ", "2026-01-05T09:30\n",
    "2026-01-05T09:30Z\n", "2026-01-05T09:30\0", "٢٠٢٦-01-05T09:30", "2026-01-05T٠٩:30",
    "2026-01-05T09:30[America/Mexico_City]", "2026-01-05T9:30 AM", "1767605400",
]  # fmt: skip


@each_row(READ)
def test_a_date_time_has_minutes_and_may_have_seconds_a_fraction_and_an_offset(text, instant):
    for written in (read(text), from_query(text)):
        found = written.instant("at", MEXICO)
        assert (found, found.tzinfo) == (instant, UTC)


@each_row(NOT_DATE_TIMES)
def test_any_other_form_is_not_a_date_time(text):
    with invalid(("at", FieldCode.INVALID_DATETIME)):
        read(text)
    with invalid(("at", FieldCode.INVALID_DATETIME)):
        from_query(text)


@each_row([5, 1.5, True, [], {}, 10**30])
def test_only_a_string_is_a_date_time(value):
    body = b'{"at":%d}' % value if value == 10**30 else msgspec.json.encode({"at": value})
    with invalid(("at", FieldCode.WRONG_TYPE)):
        decode(body, Moment)


def test_the_field_at_fault_is_named_with_its_place():
    with invalid(("listOf[1]", FieldCode.INVALID_DATETIME)):
        build(Moment, {"at": "2026-01-05T09:30", "listOf": ["2026-01-05T09:30", "x"]})
    with invalid(("at", FieldCode.REQUIRED)):
        build(Moment, {})


@pytest.mark.parametrize("text", ["2026-01-05T09:30:00+05:30", "2026-01-05T09:30+05:30"])
def test_in_a_query_a_plus_may_arrive_as_a_space(text):
    assert from_query(text.replace("+", " ")) == from_query(text)
    with invalid(("at", FieldCode.INVALID_DATETIME)):
        read(text.replace("+", " "))
    with invalid(("at", FieldCode.INVALID_DATETIME)):
        build(Moment, {"at": text.replace("+", " ")})


@each_row(["2026-01-05 09:30", "2026-01-05T09:30  05:30", "2026-01-05T09:30 05:30 ", " 05:30"])
def test_in_a_query_another_space_is_not_a_plus(text):
    with invalid(("at", FieldCode.INVALID_DATETIME)):
        from_query(text)


def test_null_in_a_new_thing_is_absent_where_optional():
    assert build(Moment, {"at": "2026-01-05T09:30", "also": None}).also is None
    with invalid(("at", FieldCode.NULL_NOT_ALLOWED)):
        build(Moment, {"at": None})


def test_null_in_a_change_is_refused_but_where_it_clears():
    assert build(Change, {}) == Change(at=UNSET, clearable=UNSET)
    assert decode(b'{"clearable":null}', Change).clearable is None
    with invalid(("at", FieldCode.NULL_NOT_ALLOWED)):
        decode(b'{"at":null}', Change)


@each_row(
    [
        "1899-12-31T23:59:59.999999",
        "9999-01-01T00:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "1899-12-31T23:00:00-05:00",
        "9999-01-01T00:00:00+05:00",
        "1900-01-01T00:00:00+00:01",
        "9998-12-31T23:59:00-00:01",
    ]
)
def test_years_outside_1900_to_9998_are_refused_as_written_and_in_utc(text):
    with invalid(("at", FieldCode.OUT_OF_RANGE)):
        read(text)
    with invalid(("also", FieldCode.OUT_OF_RANGE)):
        build(Moment, {"at": "2026-01-05T09:30", "also": text})


@pytest.mark.parametrize(
    ("text", "zone"), [("9998-12-31T23:00", "America/Mexico_City"), ("1900-01-01T00:00", "Asia/Tokyo")]
)
def test_years_hold_after_the_zone_is_known_too(text, zone):
    written = read(text)
    with invalid(("startDatetime", FieldCode.OUT_OF_RANGE)):
        written.instant("startDatetime", ZoneInfo(zone))


CLOCKS = [
    # spring forward: 02:00 → 03:00 (Lord Howe 02:00 → 02:30)
    (NEW_YORK, "2026-03-08T01:59", utc(2026, 3, 8, 6, 59)),
    (NEW_YORK, "2026-03-08T02:00", utc(2026, 3, 8, 7, 0)),
    (NEW_YORK, "2026-03-08T02:30", utc(2026, 3, 8, 7, 30)),
    (NEW_YORK, "2026-03-08T03:00", utc(2026, 3, 8, 7, 0)),
    (LORD_HOWE, "2026-10-04T02:15", utc(2026, 10, 3, 15, 45)),
    # fall back: 02:00 → 01:00 (Lord Howe 02:00 → 01:30)
    (NEW_YORK, "2026-11-01T00:59", utc(2026, 11, 1, 4, 59)),
    (NEW_YORK, "2026-11-01T01:30", utc(2026, 11, 1, 5, 30)),
    (NEW_YORK, "2026-11-01T02:00", utc(2026, 11, 1, 7, 0)),
    (LORD_HOWE, "2026-04-05T01:45", utc(2026, 4, 4, 14, 45)),
    # a day that never was
    (ZoneInfo("Pacific/Apia"), "2011-12-30T10:00", utc(2011, 12, 30, 20, 0)),
]


@each_row(CLOCKS)
def test_a_local_time_in_a_gap_is_later_and_one_that_occurs_twice_is_the_first(zone, text, instant):
    assert read(text).instant("at", zone) == instant


@each_row(
    [
        ("2026-03-08T02:30", wall("2026-03-08T02:30")),
        ("2026-11-01T05:30Z", wall("2026-11-01T01:30")),
        ("2026-11-01T06:30Z", wall("2026-11-01T01:30", 1)),
        ("2026-11-01T01:30-05:00", wall("2026-11-01T01:30", 1)),
    ]
)
def test_the_wall_clock_is_as_written_or_what_the_zone_shows(text, shown):
    found = read(text).wall_clock(NEW_YORK)
    assert (found, found.fold, found.tzinfo) == (shown, shown.fold, None)


@given(
    st.datetimes(wall("1901-01-01"), wall("9998-12-30")),
    st.sampled_from([MEXICO, NEW_YORK, MADRID, LORD_HOWE]),
)
def test_an_instant_and_its_wall_clock_are_the_same_moment(naive, zone):
    instant = naive.replace(tzinfo=UTC)
    assert instant_of(WrittenDateTime(instant).wall_clock(zone), zone) == instant


@given(st.datetimes(wall("1900-01-01"), wall("9998-12-31T23:59:59"), timezones=st.just(UTC)))
def test_what_goes_out_comes_in_again(instant):
    assert read(msgspec.json.decode(msgspec.json.encode(instant))).instant("at", MEXICO) == instant


@each_row(
    [
        (utc(2026, 1, 5, 9, 30), "2026-01-05T09:30:00Z"),
        (utc(2026, 1, 5, 9, 30, 7, 500_000), "2026-01-05T09:30:07.500000Z"),
        (utc(1900, 1, 1), "1900-01-01T00:00:00Z"),
        (instant_of(wall("2026-01-05T09:30"), MEXICO), "2026-01-05T15:30:00Z"),
        (read("2026-01-05T09:30:00+05:30").instant("at", MEXICO), "2026-01-05T04:00:00Z"),
    ]
)
def test_instants_go_out_in_utc_with_a_fraction_only_where_it_is_not_zero(instant, text):
    assert msgspec.json.encode(instant).decode() == f'"{text}"'


def test_moments_written_differently_are_equal_and_local_ones_are_not():
    assert read("2026-01-05T09:30Z") == read("2026-01-05T04:30:00-05:00")
    assert hash(read("2026-01-05T09:30Z")) == hash(read("2026-01-05T04:30:00-05:00"))
    assert read("2026-01-05T09:30Z") != read("2026-01-05T09:30")
    assert repr(read("2026-01-05T09:30Z")) == "WrittenDateTime(2026-01-05T09:30:00+00:00)"


@each_row(
    [
        ("2026-11-23", "America/Mexico_City", utc(2026, 11, 23, 6)),
        ("2026-11-01", "America/Havana", utc(2026, 11, 1, 4)),  # 00:00 to 01:00 comes twice
        ("2026-03-08", "America/Havana", utc(2026, 3, 8, 5)),  # after 23:59 comes 01:00
    ]
)
def test_a_date_begins_at_its_first_instant(day, zone, begins):
    zone, day = ZoneInfo(zone), date.fromisoformat(day)
    assert start_of(day, zone) == begins
    before, first = ((begins - ago).astimezone(zone).date() for ago in (timedelta(microseconds=1), timedelta()))
    assert (before, first) == (day - timedelta(days=1), day)


def test_a_generated_schema_says_date_time():
    properties = msgspec.json.schema_components([Moment, Change])[1]
    said = {"type": "string", "format": "date-time"}
    assert properties["Moment"]["properties"]["at"] == said
    assert properties["Moment"]["properties"]["listOf"]["anyOf"][0]["items"] == said
    assert properties["Change"]["properties"]["at"] == said


def subclasses(kind: type) -> set[type]:
    return {kind}.union(*(subclasses(sub) for sub in kind.__subclasses__()))


def test_no_request_reads_date_times_by_msgspecs_looser_rules():
    for kind in subclasses(Request):
        assert "DateTimeType" not in repr(msgspec.inspect.type_info(kind)), kind

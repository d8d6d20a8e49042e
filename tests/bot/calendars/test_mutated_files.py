"""Whatever happens to a file on its way, nobody is silently free: a time is busy or unknown, or its event is told."""

from datetime import UTC, datetime, timedelta
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from bot.calendars.content import Refused
from bot.calendars.frames import Parsed
from bot.calendars.parsing import parse
from core.base.calendar_time import difference, union
from core.records.outside_calendars import CalendarFault
from tests.bot.calendars.files import MEXICO, NEW_YORK, busy, calendar, event, expanded, job, lines_of

GOOGLE = f"""BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
VERSION:2.0
CALSCALE:GREGORIAN
METHOD:PUBLISH
X-WR-CALNAME:ana@example.com
X-WR-TIMEZONE:{MEXICO}
"""
OUTLOOK = """BEGIN:VCALENDAR
METHOD:PUBLISH
PRODID:Microsoft Exchange Server 2010
VERSION:2.0
"""
EVENTS = f"""BEGIN:VEVENT
DTSTART;TZID={MEXICO}:20261201T100000
DTEND;TZID={MEXICO}:20261201T110000
RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20270101T055959Z;BYDAY=TU,TH
EXDATE;TZID={MEXICO}:20261208T100000
DTSTAMP:20261120T120000Z
UID:series@google.com
ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;CN=ana@example.com:mailto:ana@example.com
DESCRIPTION:Con\\, todo\\n-::~:~::-
SEQUENCE:1
STATUS:CONFIRMED
SUMMARY:Clase
TRANSP:OPAQUE
BEGIN:VALARM
ACTION:DISPLAY
TRIGGER:-P0DT0H10M0S
END:VALARM
END:VEVENT
BEGIN:VEVENT
DTSTART;TZID={MEXICO}:20261203T160000
DTEND;TZID={MEXICO}:20261203T170000
UID:series@google.com
RECURRENCE-ID;TZID={MEXICO}:20261203T100000
SUMMARY:Clase (movida)
END:VEVENT
BEGIN:VEVENT
CLASS:PUBLIC
DTSTART;TZID=Office:20261124T090000
DTEND;TZID=Office:20261124T103000
UID:040000008200E00074C5B7101A82E008
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
SUMMARY;LANGUAGE=es:Junta
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261224
DTEND;VALUE=DATE:20261227
UID:days
SUMMARY:Vacaciones
END:VEVENT
BEGIN:VEVENT
UID:visits
DTSTART:20261130T150000Z
DURATION:PT1H30M
RDATE:20261207T150000Z,20261214T150000Z
END:VEVENT
BEGIN:VEVENT
UID:months
DTSTART:20270131T150000Z
DTEND:20270131T160000Z
RRULE:FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=6
STATUS:TENTATIVE
END:VEVENT
BEGIN:VEVENT
UID:night
DTSTART;TZID=Europe/Madrid:20270327T233000
DTEND;TZID=Europe/Madrid:20270328T043000
END:VEVENT
END:VCALENDAR"""
FILES = [f"{head}{NEW_YORK}{EVENTS}" for head in (GOOGLE, OUTLOOK)]

NOISE = st.text("#!?*~¡\0\x0bñ\\'", min_size=1, max_size=3)
"""Text that makes a value unreadable, but never another valid one."""

JUNK = st.sampled_from(
    [
        *("", "no colon", ":", ";;", "X-ANY;X=1:y", "DESCRIPTION:x", "COMMENT:BEGIN:VEVENT", "END:VALARM", "END:VTODO"),
        *("SEQUENCE:abc", "SEQUENCE:2302221158", "DTSTAMP:soon", "EXDATE:", "RDATE:", "RRULE:", "UID:", "DTEND:"),
        *("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT", "BEGIN:X-A\nEND:X-A", "BEGIN:VALARM", "END:VEVENT", "BEGIN:VEVENT"),
    ]
)
TIMES = "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID"


@st.composite
def mutated(draw, lines):
    """The lines after one thing has happened to one of them."""
    at = draw(st.integers(1, len(lines) - 2))
    line = lines[at]
    what = draw(st.sampled_from([noisy, blank, folded, doubled, dropped, beside_junk, in_small_letters, quoted]))
    return [*lines[:at], *what(draw, line), *lines[at + 1 :]]


def noisy(draw, line):
    """Noise within a value that says when, or within the name of its zone."""
    if not line.startswith((*TIMES, "TZ", "STATUS", "TRANSP")):
        return [line]
    cut = draw(st.integers(line.index(":") + 1 if ";TZID=" not in line else line.index("=") + 1, len(line)))
    return [line[:cut] + draw(NOISE) + line[cut:]]


def blank(draw, line):
    within = [at + 1 for at, each in enumerate(line) if each in ":;,=" and line.startswith(TIMES)]
    cut = draw(st.sampled_from([len(line), *within]))
    return [line[:cut] + draw(st.sampled_from([" ", "\t", "   "])) + line[cut:]]


def folded(draw, line):
    cut = draw(st.integers(0, len(line)))
    return [f"{line[:cut]}\n {line[cut:]}" if cut else line]


def doubled(_, line):
    return [line] if line.startswith(("BEGIN", "END")) else [line, line]


def dropped(_, line):
    """Drop a line; lines that begin or end a component, or say nothing of its time, may be lost."""
    kept = (*TIMES, "TZ", "UID", "X-WR", "BEGIN:VTIMEZONE", "BEGIN:VALARM")
    return [line] if line.upper().startswith(kept) else []


def beside_junk(draw, line):
    return [draw(JUNK), line] if draw(st.booleans()) else [line, draw(JUNK)]


def in_small_letters(_, line):
    return [line.lower()] if line.startswith((*TIMES, "BEGIN", "END")) and "Office" not in line else [line]


def quoted(_, line):
    return [line.replace(f"TZID={MEXICO}", f'TZID="{MEXICO}"')]


@cache
def busy_before(file):
    return union(parse(job(file.encode())).busy)


def fault_or_found(body):
    try:
        return parse(job(body))
    except Refused as refused:
        return refused.fault


@given(st.data(), st.sampled_from(FILES), st.sampled_from(["\r\n", "\n", "\r"]))
def test_a_time_is_busy_or_unknown_or_its_event_is_told(data, file, line_end):
    lines = file.split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        lines = data.draw(mutated(lines))
    found = fault_or_found("\n".join(lines).replace("\n", line_end).encode())
    if found is not CalendarFault.DAMAGED:
        free = [*difference(busy_before(file), union([*found.busy, *found.unknown]))]
        assert not free or found.unreadable_count, "\n".join(lines)


NAMES = st.sampled_from([*TIMES, "TZID", "TZOFFSETTO", "BEGIN", "END", "ATTENDEE", "FREEBUSY"])


@given(st.binary(), st.lists(st.tuples(NAMES, st.text())))
def test_nothing_that_is_written_is_more_than_a_fault(body, lines):
    text = "".join(f"{name}:{value}\n" for name, value in lines).encode()
    for file in (body, b"BEGIN:VCALENDAR\n" + body, calendar(lines_of("X:1")).replace(b"X:1\r\n", body + text)):
        found = fault_or_found(file)
        assert isinstance(found, Parsed) or found in {CalendarFault.DAMAGED, CalendarFault.NOT_A_CALENDAR}


def moments(first, last):
    """Moments to the minute, from the beginning of a year to that of another."""
    minutes = st.integers(0, (last - first) * 365 * 24 * 60)
    return minutes.map(lambda each: datetime(first, 1, 1, tzinfo=UTC) + timedelta(minutes=each))


@st.composite
def rules(draw):
    """A rule that others read, too."""
    frequency = draw(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]))
    parts = [f"FREQ={frequency}", *draw(st.lists(st.sampled_from(["INTERVAL=2", "INTERVAL=3", "WKST=SU"]), max_size=1))]
    ends = draw(st.sampled_from(["", "COUNT", "UNTIL"]))
    if ends == "COUNT":
        parts.append(f"COUNT={draw(st.integers(1, 40))}")
    if ends == "UNTIL":
        parts.append(f"UNTIL={draw(moments(2026, 2028)):%Y%m%dT%H%M%SZ}")
    days = {
        "DAILY": ["BYDAY=MO,WE", "BYMONTH=1,12", "BYMONTHDAY=1,15,-1"],
        "WEEKLY": ["BYDAY=TU", "BYDAY=SA,SU,MO", "BYMONTH=2,3"],
        "MONTHLY": [
            "BYDAY=-1FR",
            "BYDAY=2TU,4TH",
            "BYMONTHDAY=31",
            "BYMONTHDAY=-1",
            "BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
        ],
        "YEARLY": ["BYMONTH=2;BYMONTHDAY=29", "BYYEARDAY=1,-1", "BYWEEKNO=20;BYDAY=MO", "BYMONTH=5;BYDAY=2SU"],
    }
    return ";".join([*parts, *draw(st.lists(st.sampled_from(days[frequency]), max_size=1))])


@given(
    rules(),
    moments(2019, 2027),
    st.sampled_from(["Z", f";TZID={MEXICO}"]),
    st.booleans(),
)
def test_what_is_well_formed_is_expanded_as_other_programs_do(rule, start, zone, excludes):
    tail = "Z" if zone == "Z" else ""
    times = [f"{zone.removeprefix('Z')}:{at:%Y%m%dT%H%M%S}{tail}" for at in (start, start + timedelta(minutes=50))]
    body = calendar(event(*times, f"RRULE:{rule}", *([f"EXDATE{times[0]}"] if excludes else [])))
    assert busy(body) == expanded(body)

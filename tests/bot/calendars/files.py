"""Outside calendar files in tests, and a parser that needs no process."""

import io

from bot.calendars import parsing
from bot.calendars.frames import LENGTH
from bot.calendars.parser_process import ANSWERS, ParserProcess

NEW_YORK = """BEGIN:VTIMEZONE
TZID:Office
BEGIN:STANDARD
DTSTART:19671029T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19670430T020000
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
END:VTIMEZONE
"""


def event(starts, ends, *lines, uid=None):
    """`starts` and `ends` with all that comes after the name of the property; by default they make the UID."""
    uid = uid or f"{starts}/{ends}"
    return "\n".join(["BEGIN:VEVENT", f"UID:{uid}", f"DTSTART{starts}", f"DTEND{ends}", *lines, "END:VEVENT", ""])


def calendar(*parts):
    text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\n" + "".join(parts) + "END:VCALENDAR\n"
    return text.replace("\n", "\r\n").encode()


def at_ten(*lines):
    """An event of an hour, on 24 November 2026 at 10:00 UTC."""
    return event(":20261124T100000Z", ":20261124T110000Z", *lines, uid="ten")


class InProcess(ParserProcess):
    """Reads files here, by the same frames."""

    async def _ask(self, frame):
        (answer,) = parsing.answers(io.BytesIO(LENGTH.pack(len(frame)) + frame))
        return ANSWERS.decode(answer)

"""Links by which calendars of phones and offices subscribe to what a person sees."""

from datetime import datetime
from enum import StrEnum

from msgspec import Struct

from core.base.model import Model


class CalendarKind(StrEnum):
    """A link's calendar: one's own, one's busy times alone, one's team's, or the tasks that one has due."""

    MINE = "mine"
    MINE_BUSY = "mine-busy"
    TEAM = "team"
    TASKS = "tasks"


class CalendarLink(Model, frozen=True):
    """A link that has not ended; its secret is shown once, and not here.

    `lastFetchedAt`, to some ten minutes, and `lastFetchedBy`: when it was fetched last, and by which program
    (`User-Agent`, shortened).
    """

    id: int
    user_id: int
    kind: CalendarKind
    created_at: datetime
    last_fetched_at: datetime | None = None
    last_fetched_by: str | None = None


class CalendarLinkGrant(Struct, frozen=True):
    """A link with a new secret, of which this is the SHA-256."""

    link: CalendarLink
    secret_hash: bytes


class NewCalendarLink(CalendarLink, frozen=True, kw_only=True):
    """A link with the addresses that have its new secret, `url` and `webcalUrl`, told once.

    They are null in the answer to a repeated request: renew the link if the first answer was lost.
    """

    url: str | None
    webcal_url: str | None


class Fetch(Struct, frozen=True):
    """A link was fetched by a program."""

    link_id: int
    by: str

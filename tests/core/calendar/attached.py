"""Helpers for rows attached to events: participants, reminders and records of visibility."""

from collections.abc import Callable, Mapping
from datetime import date
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import structs

from core.application.requests import build
from core.base.errors import Code
from core.base.model import Request
from core.base.paging import DatedPage, Page
from core.calendar import participants, reminders, visibility
from core.calendar.participants import ParticipantRequest
from core.calendar.reminders import ReminderRequest
from core.calendar.visibility import VisibilityRequest
from core.records.calendar import Event
from tests.cast import LUIS, PABLO

AT = "2026-11-23T09:45:00-06:00"
DUE = date(2026, 11, 23)


class Attached(NamedTuple):
    """A kind: how it is kept, a whole body beside the event, and a change of it as sent and as stored."""

    name: str
    module: ModuleType
    request: type[Request]
    missing: Code
    whole: Mapping[str, Any]
    change: Mapping[str, Any]
    changed: Mapping[str, Any]
    wire: Callable[[Any], Mapping[str, Any]]
    page: type[Request] = Page

    async def create(self, world, who, event, **fields):
        return await self.do("create", world, who, build(self.request, {"eventId": id_of(event)} | fields))

    async def replace(self, world, who, row, **fields):
        """PUT what it has, by its id alone a whole body, and these fields."""
        kept = {"eventId": 1, **self.whole} if isinstance(row, int) else {"eventId": row.event_id, **self.wire(row)}
        return await self.do("replace", world, who, id_of(row), build(self.request, kept | fields))

    async def delete(self, world, who, row):
        return await self.do("delete", world, who, id_of(row))

    async def get(self, world, who, row):
        return await self.do("get", world, who, id_of(row))

    async def listed(self, world, who, **page):
        return await world.run(who, getattr(self.module, f"list_{self.name}s"), build(self.page, page))

    async def do(self, verb, world, who, *args):
        return await world.run(who, getattr(self.module, f"{verb}_{self.name}"), *args)


def id_of(row):
    return row if isinstance(row, int) else row.id


def on_the_wire(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """Fields of an event by the names that a request has for them."""
    return {each.encode_name: fields[each.name] for each in structs.fields(Event) if each.name in fields}


PARTICIPANTS = Attached(
    "participant",
    participants,
    ParticipantRequest,
    Code.PARTICIPANT_NOT_FOUND,
    whole={"userId": int(LUIS)},
    change={"userId": int(PABLO)},
    changed={"user_id": PABLO},
    wire=lambda row: {"userId": row.user_id, "customerId": row.customer_id},
)
RECORDS = Attached(
    "record",
    visibility,
    VisibilityRequest,
    Code.VISIBILITY_NOT_FOUND,
    whole={"userId": int(LUIS), "isVisible": True},
    change={"isVisible": False},
    changed={"is_visible": False},
    wire=lambda row: {"userId": row.user_id, "isVisible": row.is_visible},
)
REMINDERS = Attached(
    "reminder",
    reminders,
    ReminderRequest,
    Code.REMINDER_NOT_FOUND,
    whole={"remindAt": AT},
    change={"sent": True},
    changed={"sent": True},
    wire=lambda _: {"remindAt": AT},
    page=DatedPage,
)
ABOUT_PEOPLE = PARTICIPANTS, RECORDS
KINDS = *ABOUT_PEOPLE, REMINDERS

"""The journal: what each committed write has changed, where it came from, and as what."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from core.base.external_ids import OF_EXTERNAL_ID, ExternalId
from core.base.model import Model

S = TypeVar("S", bound=Struct)

LAST_SEQ = 2**53 - 1
"""The highest number that every reader of JSON takes as it is."""
Seq = Annotated[int, Meta(ge=1, le=LAST_SEQ, extra_json_schema={"format": "int64"})]
"""A row's number: it grows for good, so it has more room than an id."""

NOBODY = 0
"""An id that nobody in the directory has: the operator's, and the service's own."""


class Via(StrEnum):
    """The way by which the request for a write came."""

    REST = "rest"
    CHAT = "chat"
    MCP = "mcp"
    CLI = "cli"
    JOB = "job"


class Origin(Struct, frozen=True):
    """The origin of a transaction's writes: who, by which way, with which token (`jti`), and when.

    `unit` is the same for all that one request, press or run has written.
    """

    person: int = NOBODY
    via: Via = Via.JOB
    token: str | None = None
    at: datetime | None = None
    unit: int | None = None


THE_SERVICE = Origin()


class Entity(StrEnum):
    """The kind of thing that a row of the journal is about; the first word of the row's kind."""

    PERSON = "person"
    ABSENCE = "absence"
    TASK = "task"
    COMMENT = "comment"
    TASK_RULE = "task_rule"
    DAILY_LOG = "daily_log"
    ITEM = "item"
    EVENT_TYPE = "event_type"
    SERIES = "series"
    EVENT = "event"
    PARTICIPANT = "participant"
    VISIBILITY = "visibility"
    REMINDER = "reminder"
    OWN_REMINDER = "own_reminder"


ACTIONS = ("created", "updated", "deleted", "restored")
"""The changes that a thing may undergo; the second word of a row's kind."""
EXPORTED, ERASED = "person.exported", "person.erased"
"""The kinds of rows about what was done with a person's data, which have no values."""
KINDS = {f"{entity}.{action}": entity for entity in Entity for action in ACTIONS} | dict.fromkeys(
    (EXPORTED, ERASED), Entity.PERSON
)
"""Every kind of row, and what it is about."""
WantedKind = Annotated[
    str,
    Meta(
        title="ChangeKind",
        description="A kind of change, as `task.updated`, or all that becomes of a kind of thing, as `task`.",
        extra_json_schema={"enum": [*KINDS, *Entity]},
    ),
]


CHANGED = msgspec.json.Decoder(dict[str, Any])


class JournalRow(Struct, frozen=True, array_like=True):
    """A row of the journal; `root` and `root_id` are the thing whose visibility governs it.

    What has changed is read from its JSON where it is asked for: most rows are only passed on.
    """

    seq: int
    unit: int | None
    at: datetime
    actor_user_id: int | None
    via: Via
    token: str | None
    kind: str
    entity_id: int
    root: Entity
    root_id: int
    changed_json: str
    undoes: int | None

    @property
    def entity(self) -> Entity:
        return KINDS[self.kind]

    @property
    def changed(self) -> Mapping[str, Sequence[Any]]:
        """The value of each changed field before and after."""
        return CHANGED.decode(self.changed_json)


ChangedFields = Annotated[
    Raw, Meta(extra_json_schema={"type": "object", "additionalProperties": {"type": "array", "items": {}}})
]
"""The JSON in the journal: each field's value before and after."""


class RecordedChange(Model, frozen=True):
    """A change of one thing by one request, press or run.

    `actor` is null where it was the operator or the service itself, and `token` (`jti`) where there was none. `changed`
    has each field before and after. `undoes` is the `seq` of what it takes back.
    """

    seq: Seq
    at: datetime
    actor: int | None
    via: Via
    token: str | None
    kind: str
    entity: Entity
    entity_id: int
    changed: ChangedFields
    undoes: Seq | None


class ThingChange(Struct, frozen=True):
    """The change of one thing by one unit, its rows taken together.

    `before` and `left` are the fields that differ, as they were and as it left them; `now` is all that the thing has.
    `made`: it made the thing.
    """

    entity: Entity
    id: int
    root: Entity
    root_id: int
    at: datetime
    made: bool
    before: Mapping[str, Any]
    left: Mapping[str, Any]
    now: Mapping[str, Any]

    @property
    def external_id_before(self) -> ExternalId | None:
        """The external id that the thing had before; None where the change is of other fields."""
        if OF_EXTERNAL_ID.isdisjoint(self.before):
            return None
        return msgspec.convert({**self.now, **self.before}, ExternalId)

    def undone(self, record: S) -> S:
        """The thing's record, with what it had before."""
        return msgspec.convert({**msgspec.to_builtins(record), **self.before}, type(record))


class TakenBack(Model, frozen=True):
    """The changes that an undo has written."""

    rows: Sequence[RecordedChange]


class Changes(Model, frozen=True):
    """Rows of the journal, the oldest first, and the position after them: what to ask for next."""

    rows: Sequence[RecordedChange]
    next: str


class ChangeHistory(Model, frozen=True):
    """The changes of a thing, the newest first; `before` is what to ask for next, null where that was all."""

    rows: Sequence[RecordedChange]
    before: Seq | None


class JournalState(Struct, frozen=True):
    """The database whose journal it is, and the last of its rows that are not kept any more."""

    database_id: str
    pruned_to: int

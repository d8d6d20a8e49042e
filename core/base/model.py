"""Values that every aggregate shares, and its two kinds of Struct: Python's names are camelCase on the wire."""

from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct, structs

INT32_MIN, INT32_MAX = -(2**31), 2**31 - 1

Int32 = Annotated[int, Meta(ge=INT32_MIN, le=INT32_MAX)]
"""A whole number in 32 bits; booleans, strings and fractions are not integers."""

Percentage = Annotated[int, Meta(ge=0, le=100)]
Comment2000 = Annotated[str, Meta(max_length=2000)]
"""At most 2000 code points; "" is allowed, nothing is trimmed."""
Text50 = Annotated[str, Meta(max_length=50)]
Text100 = Annotated[str, Meta(max_length=100)]
Text255 = Annotated[str, Meta(max_length=255)]
Text65536 = Annotated[str, Meta(max_length=65_536)]
NOT_BLANK = r"[^\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
"""Something that is seen: no space, and none of the characters that only join or turn others."""
TaskWords = Annotated[str, Meta(max_length=65_536, pattern=NOT_BLANK)]
"""The words of a task, which has some."""
Reference = Annotated[int, Meta(ge=1, le=INT32_MAX)]
"""A positive id of another system, whose meaning is not checked."""


class Model(Struct, rename="camel", frozen=True):
    """An answer of the service, or part of one.

    Every key is always present, null where unset. Rows are trusted, not validated.
    """


class Request(Struct, rename="camel", frozen=True, kw_only=True):
    """A request to the service, or a part of one. Only `core.application.requests` builds it, validated.

    Unknown fields are ignored, except those in `NOT_TAKEN`: an operation beside this one takes them.
    """

    NOT_TAKEN: ClassVar[frozenset[str]] = frozenset()

    def changes(self) -> dict[str, Any]:
        return {name: value for name, value in structs.asdict(self).items() if value is not UNSET}


class Nothing(Model, frozen=True):
    """The outcome of a command that has nothing to show: an empty object."""


class File(Struct, frozen=True):
    """A file made for a person, with an ASCII name."""

    name: str
    media_type: str
    content: bytes


class Role(StrEnum):
    """The role of a person or an integration in the directory. "Leader" is a relation, not a role."""

    MEMBER = "member"
    ADMIN = "admin"
    SERVICE = "service"


class Language(StrEnum):
    """A language people are written to in."""

    ES = "es"
    EN = "en"


class TaskStatus(StrEnum):
    """A task's `estatus`."""

    PLANEACION = "PLANEACION"
    PENDIENTE = "PENDIENTE"
    EN_PROCESO = "EN_PROCESO"
    CERRADA = "CERRADA"


class Priority(StrEnum):
    """A task's `prioridad`, the most pressing first."""

    URGENTE = "URGENTE"
    ALTA = "ALTA"
    MEDIA = "MEDIA"
    BAJA = "BAJA"


class ParticipationStatus(StrEnum):
    """A person's answer to the invitation to an event: RFC 5545's PARTSTAT."""

    NEEDS_ACTION = "NEEDS-ACTION"
    ACCEPTED = "ACCEPTED"
    DECLINED = "DECLINED"
    TENTATIVE = "TENTATIVE"


class RecurrenceType(StrEnum):
    """The frequency at which a series of events repeats."""

    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"


class Semaforo(StrEnum):
    """Delivery risk of an item, from none to certain delay."""

    VERDE = "VERDE"
    AMARILLO = "AMARILLO"
    NARANJA = "NARANJA"
    ROJO = "ROJO"

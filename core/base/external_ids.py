"""Ids that things have in another system: the system's name, its `source`, and the id there.

Both are compared letter by letter, and both are given or none is.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from core.base.errors import Code, Conflict, FieldCode, Invalid
from core.base.model import Model, Request
from core.base.paging import set_or_none

Source = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$(?!\n)",
        description="The name of the other system: letters, digits, `.`, `_` and `-`.",
    ),
]
IdThere = Annotated[
    str,
    Meta(
        pattern=r"^(?!\.{1,2}$)[!-~]{1,255}$(?!\n)",
        description="The id in the other system: visible ASCII characters, percent-encoded in a path.",
    ),
]


OF_EXTERNAL_ID = frozenset({"externalSource", "externalId"})
"""The fields in which a request gives one."""


class ExternalId(Model, frozen=True):
    """The id of a thing in another system, and that system's name; both null where it has none."""

    external_source: str | None = None
    external_id: str | None = None


NO_EXTERNAL_ID = ExternalId()


class ExternalIdRequest(Request, frozen=True, kw_only=True):
    """The id of a thing in another system, and that system's name; both null take it away."""

    external_source: Source | None
    external_id: IdThere | None


def external_id(source: str | None, id_there: str | None) -> ExternalId:
    """The external id that a request gives. Raises `Invalid` where it has only half of one."""
    if id_there is None and source is not None:
        raise Invalid.at("externalId", FieldCode.REQUIRED_WITH, other="externalSource")
    if source is None and id_there is not None:
        raise Invalid.at("externalSource", FieldCode.REQUIRED_WITH, other="externalId")
    return ExternalId(source, id_there)


def sought_there(
    source: str | UnsetType, id_there: str | UnsetType, fields: tuple[str, str] = ("externalSource", "externalId")
) -> ExternalId:
    """The system whose things a list is of, and perhaps the id there. Raises `Invalid` on an id without a system.

    `fields`: the names of the parameters.
    """
    if source is UNSET and id_there is not UNSET:
        raise Invalid.at(fields[0], FieldCode.REQUIRED_WITH, other=fields[1])
    return ExternalId(set_or_none(source), set_or_none(id_there))


def in_use(named: ExternalId) -> Conflict:
    """The refusal of an external id that another thing has, in the same words whether the caller may see that one."""
    return Conflict(Code.EXTERNAL_ID_IN_USE, source=named.external_source, id=named.external_id)

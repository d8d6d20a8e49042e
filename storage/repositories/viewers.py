"""The viewer of whom a condition is: the one person who asks, or each of several, by a row for each."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

import sqlalchemy as sa

from core.application.access import PERMISSIONS, Operation, Relation
from storage.schema.people import users
from storage.sql.expressions import IdList, among

T = TypeVar("T")


class Viewer(NamedTuple):
    """A viewer in SQL: their id, and the condition that they lead a person."""

    id: sa.ColumnElement[int]
    leads: Callable[[sa.ColumnElement[int]], sa.ColumnElement[bool]]


VIEWER = Viewer(sa.bindparam("viewer", type_=sa.Integer), lambda person: among(person, "team"))
"""The viewer given by the parameters `viewer` and `team`."""

VIEWERS = IdList("viewers")
LED = users.alias("led")


def leads(person: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    found = sa.exists().where(LED.c.id == person, LED.c.leader_user_id == VIEWERS.c.value, LED.c.is_active)
    return found.correlate_except(LED)


EACH_VIEWER = Viewer(VIEWERS.c.value, leads)
"""Each viewer in the parameter `viewers`, with the team that the directory gives them."""


def sufficient(operation: Operation, by_relation: Mapping[Relation, Sequence[T]]) -> list[T]:
    """Return the values of those relations by which one may do an operation, in the order of `by_relation`."""
    relations = sorted(PERMISSIONS[operation].relations, key=list(by_relation).index)
    return [each for relation in relations for each in by_relation[relation]]

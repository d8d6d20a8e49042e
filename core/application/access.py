"""The table of permissions, which says who may do what, and the functions that read it.

A relation is what the caller is to a thing, such as its creator. Each resource says which relations hold (its
`relations_to`), the table which relations suffice for an operation. Hiding comes before forbidding: a thing that the
caller may not see is `NotFound`, not `Forbidden`.
"""

from collections.abc import Collection, Mapping
from enum import Enum, auto

from msgspec import Struct

from core.base.errors import Code, Forbidden
from core.base.model import Role
from core.records.people import UNRESTRICTED, Actor

ADMIN_ONLY = frozenset({Role.ADMIN})
NO_ROLE: frozenset[Role] = frozenset()


class Relation(Enum):
    __hash__ = object.__hash__  # Enum's own is a function in Python

    CREATOR = auto()
    AUTHOR = auto()
    OWNER = auto()
    RESPONSIBLE = auto()
    LEADER = auto()
    CREATOR_LEADER = auto()
    HELPER = auto()  # named to end a red of the task that has not ended
    FOLLOWER = auto()  # let into the task by somebody who may change it
    TASK_LEADER = auto()  # leads the task of an item, not necessarily the person whose item it is
    PARTICIPANT = auto()
    ADMITTED = auto()  # by a record of visibility, or because the thing is public and no record says otherwise
    SUBJECT = auto()  # the person whom a record is about


class Operation(Enum):
    __hash__ = object.__hash__

    TASK_READ = auto()
    TASK_EDIT = auto()
    TASK_EDIT_ALL_FIELDS = auto()
    TASK_LEAVE_CLOSED = auto()
    TASK_TEAM_EDIT = auto()
    TASK_DELETE = auto()
    TASK_HAND_OVER = auto()
    TASK_SPLIT = auto()
    TASK_ASK_FOR_DATE = auto()
    TASK_ASSIGN_ANYONE = auto()
    TASK_LET_IN = auto()
    TASK_UNFOLLOW = auto()
    TASK_NUDGE = auto()
    COMMENT_EDIT = auto()
    RED_ANSWER = auto()
    RED_WITHDRAW = auto()
    ASKED_READ = auto()
    ASKED_ANSWER = auto()
    ASKED_WITHDRAW = auto()
    RULE_READ = auto()
    RULE_WRITE = auto()
    LOG_WRITE = auto()
    ITEM_REOPEN = auto()
    LOG_REOPEN = auto()
    EXAMPLE_WRITE = auto()
    EVENT_TYPE_WRITE = auto()
    EVENT_READ = auto()
    EVENT_WRITE = auto()
    EVENT_RESPOND = auto()
    GENERATED_EVENT_WRITE = auto()
    VISIBILITY_READ = auto()
    DIRECTORY_WRITE = auto()
    OWN_TOKENS = auto()
    OWN_CALENDARS = auto()
    OWN_REMINDERS = auto()
    WEBHOOK_MAKE = auto()
    WEBHOOK_MANAGE = auto()
    INTEGRATION_TOKENS = auto()
    ABSENCE_READ = auto()
    ABSENCE_WRITE = auto()
    SCHEDULE_WRITE = auto()
    DRAFT_WRITE = auto()
    NUDGE = auto()
    HANDOVER = auto()
    LEDGER_READ = auto()
    ITEMS_READ = auto()
    RUN_JOBS = auto()
    GROUP_LINK = auto()
    GROUP_UNLINK = auto()
    GROUP_SUMMARY = auto()
    GROUP_VIEW = auto()


class Grant(Struct, frozen=True):
    """Either one of the relations or one of the roles suffices."""

    relations: frozenset[Relation]
    roles: frozenset[Role]


def grant(*relations: Relation, roles: frozenset[Role] = UNRESTRICTED) -> Grant:
    return Grant(frozenset(relations), roles)


PERMISSIONS: dict[Operation, Grant] = {
    Operation.TASK_READ: grant(
        Relation.CREATOR,
        Relation.RESPONSIBLE,
        Relation.LEADER,
        Relation.CREATOR_LEADER,
        Relation.HELPER,
        Relation.FOLLOWER,
    ),
    Operation.TASK_EDIT: grant(Relation.CREATOR, Relation.RESPONSIBLE),
    Operation.TASK_EDIT_ALL_FIELDS: grant(Relation.CREATOR),
    Operation.TASK_LEAVE_CLOSED: grant(Relation.CREATOR, Relation.LEADER),
    Operation.TASK_TEAM_EDIT: grant(Relation.LEADER),
    Operation.TASK_DELETE: grant(Relation.CREATOR, Relation.LEADER),
    Operation.TASK_HAND_OVER: grant(Relation.CREATOR, Relation.RESPONSIBLE, Relation.LEADER),
    Operation.TASK_ASK_FOR_DATE: grant(Relation.RESPONSIBLE),
    Operation.TASK_SPLIT: grant(Relation.CREATOR, Relation.RESPONSIBLE, Relation.LEADER),
    Operation.TASK_ASSIGN_ANYONE: grant(),
    Operation.TASK_LET_IN: grant(Relation.CREATOR, Relation.RESPONSIBLE, Relation.LEADER),
    Operation.TASK_UNFOLLOW: grant(Relation.CREATOR, Relation.RESPONSIBLE, Relation.LEADER, Relation.SUBJECT),
    Operation.TASK_NUDGE: grant(Relation.CREATOR, Relation.LEADER, Relation.FOLLOWER, roles=ADMIN_ONLY),
    Operation.COMMENT_EDIT: grant(Relation.AUTHOR, roles=ADMIN_ONLY),
    Operation.RED_ANSWER: grant(Relation.LEADER, Relation.TASK_LEADER, Relation.HELPER, roles=NO_ROLE),
    Operation.RED_WITHDRAW: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.ASKED_READ: grant(Relation.CREATOR, Relation.SUBJECT),
    Operation.ASKED_ANSWER: grant(Relation.SUBJECT, roles=NO_ROLE),
    Operation.ASKED_WITHDRAW: grant(Relation.CREATOR, roles=NO_ROLE),
    Operation.RULE_READ: grant(Relation.CREATOR, Relation.RESPONSIBLE, Relation.LEADER),
    Operation.RULE_WRITE: grant(Relation.CREATOR, Relation.LEADER),
    Operation.LOG_WRITE: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.ITEM_REOPEN: grant(Relation.OWNER, Relation.LEADER, Relation.TASK_LEADER),
    Operation.LOG_REOPEN: grant(Relation.OWNER, Relation.LEADER),
    Operation.EXAMPLE_WRITE: grant(),
    Operation.EVENT_TYPE_WRITE: grant(),
    Operation.EVENT_READ: grant(Relation.CREATOR, Relation.PARTICIPANT, Relation.ADMITTED),
    Operation.EVENT_WRITE: grant(Relation.CREATOR),
    Operation.EVENT_RESPOND: grant(Relation.PARTICIPANT, roles=NO_ROLE),
    Operation.GENERATED_EVENT_WRITE: grant(),
    Operation.VISIBILITY_READ: grant(Relation.CREATOR, Relation.SUBJECT),
    Operation.DIRECTORY_WRITE: grant(roles=ADMIN_ONLY),
    Operation.OWN_TOKENS: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.OWN_CALENDARS: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.OWN_REMINDERS: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.WEBHOOK_MAKE: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.WEBHOOK_MANAGE: grant(Relation.OWNER, roles=ADMIN_ONLY),
    Operation.INTEGRATION_TOKENS: grant(Relation.LEADER, roles=ADMIN_ONLY),
    Operation.ABSENCE_READ: grant(Relation.OWNER, Relation.LEADER),
    Operation.ABSENCE_WRITE: grant(Relation.OWNER, Relation.LEADER, roles=ADMIN_ONLY),
    Operation.SCHEDULE_WRITE: grant(Relation.OWNER, roles=ADMIN_ONLY),
    Operation.DRAFT_WRITE: grant(Relation.OWNER, roles=NO_ROLE),
    Operation.NUDGE: grant(Relation.LEADER, roles=ADMIN_ONLY),
    Operation.HANDOVER: grant(Relation.LEADER, roles=ADMIN_ONLY),
    Operation.ITEMS_READ: grant(Relation.OWNER, Relation.LEADER),
    Operation.LEDGER_READ: grant(Relation.OWNER, Relation.LEADER, roles=ADMIN_ONLY),
    Operation.RUN_JOBS: grant(),
    Operation.GROUP_LINK: grant(Relation.LEADER, roles=NO_ROLE),
    Operation.GROUP_UNLINK: grant(Relation.LEADER, roles=ADMIN_ONLY),
    Operation.GROUP_SUMMARY: grant(Relation.LEADER, roles=NO_ROLE),
    Operation.GROUP_VIEW: grant(Relation.LEADER, Relation.SUBJECT, roles=ADMIN_ONLY),
}


def may(actor: Actor, operation: Operation, relations: Collection[Relation] = ()) -> bool:
    grant = PERMISSIONS[operation]
    return actor.role in grant.roles or not grant.relations.isdisjoint(relations)


def require(
    actor: Actor, operation: Operation, relations: Collection[Relation] = (), *, code: Code = Code.FORBIDDEN
) -> None:
    """Raise `Forbidden` unless `may`."""
    if not may(actor, operation, relations):
        raise Forbidden(code)


def relations_that_hold(conditions: Mapping[Relation, bool]) -> set[Relation]:
    return {relation for relation, holds in conditions.items() if holds}


def relations_to_person(actor: Actor, user_id: int) -> set[Relation]:
    """Return the actor's relations to a person, and so to what is theirs: absences, schedule, day, messages."""
    return relations_that_hold({Relation.OWNER: user_id == actor.id, Relation.LEADER: user_id in actor.team})

"""The table of permissions, read cell by cell."""

import pytest

from core.application.access import PERMISSIONS, Operation, Relation, may, require
from core.base.errors import Code
from core.base.model import Role
from core.records.people import Actor, User
from tests.core.refusals import forbidden

CREATOR, AUTHOR, OWNER = Relation.CREATOR, Relation.AUTHOR, Relation.OWNER
RESPONSIBLE, LEADER, CREATOR_LEADER = Relation.RESPONSIBLE, Relation.LEADER, Relation.CREATOR_LEADER
PARTICIPANT, ADMITTED, SUBJECT = Relation.PARTICIPANT, Relation.ADMITTED, Relation.SUBJECT
ADMIN, SERVICE = Role.ADMIN, Role.SERVICE

WHO_MAY = {
    Operation.TASK_READ: {CREATOR, RESPONSIBLE, LEADER, CREATOR_LEADER, ADMIN, SERVICE},
    Operation.TASK_EDIT: {CREATOR, RESPONSIBLE, ADMIN, SERVICE},
    Operation.TASK_EDIT_ALL_FIELDS: {CREATOR, ADMIN, SERVICE},
    Operation.TASK_LEAVE_CLOSED: {CREATOR, LEADER, ADMIN, SERVICE},
    Operation.TASK_TEAM_EDIT: {LEADER, ADMIN, SERVICE},
    Operation.TASK_DELETE: {CREATOR, LEADER, ADMIN, SERVICE},
    Operation.TASK_ASSIGN_ANYONE: {ADMIN, SERVICE},
    Operation.COMMENT_EDIT: {AUTHOR, ADMIN},
    Operation.LOG_WRITE: {OWNER},
    Operation.ITEM_REOPEN: {OWNER, LEADER, Relation.TASK_LEADER, ADMIN, SERVICE},
    Operation.LOG_REOPEN: {OWNER, LEADER, ADMIN, SERVICE},
    Operation.EXAMPLE_WRITE: {ADMIN, SERVICE},
    Operation.EVENT_TYPE_WRITE: {ADMIN, SERVICE},
    Operation.EVENT_READ: {CREATOR, PARTICIPANT, ADMITTED, ADMIN, SERVICE},
    Operation.EVENT_WRITE: {CREATOR, ADMIN, SERVICE},
    Operation.GENERATED_EVENT_WRITE: {ADMIN, SERVICE},
    Operation.VISIBILITY_READ: {CREATOR, SUBJECT, ADMIN, SERVICE},
    Operation.DIRECTORY_WRITE: {ADMIN},
    Operation.OWN_TOKENS: {OWNER},
    Operation.ABSENCE_READ: {OWNER, LEADER, ADMIN, SERVICE},
    Operation.ABSENCE_WRITE: {OWNER, LEADER, ADMIN},
    Operation.SCHEDULE_WRITE: {OWNER, ADMIN},
    Operation.DRAFT_WRITE: {OWNER},
    Operation.NUDGE: {LEADER, ADMIN},
    Operation.LEDGER_READ: {OWNER, LEADER, ADMIN},
    Operation.RUN_JOBS: {ADMIN, SERVICE},
    Operation.GROUP_LINK: {LEADER},
    Operation.GROUP_UNLINK: {LEADER, ADMIN},
    Operation.GROUP_VIEW: {LEADER, SUBJECT, ADMIN},
}


def someone(role: Role) -> Actor:
    return Actor(User(id=1, username="someone", display_name="Someone", role=role))


def test_every_operation_is_in_the_table():
    assert set(PERMISSIONS) == set(Operation) == set(WHO_MAY)


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("relation", Relation)
def test_a_member_may_by_relation(operation, relation):
    assert may(someone(Role.MEMBER), operation, {relation}) is (relation in WHO_MAY[operation])


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("role", Role)
def test_a_stranger_may_by_role(operation, role):
    assert may(someone(role), operation) is (role in WHO_MAY[operation])


def test_require_refuses_with_the_code_it_is_given():
    with forbidden():
        require(someone(Role.MEMBER), Operation.TASK_DELETE)
    with forbidden(Code.REOPEN_BY_ITEM):
        require(someone(Role.MEMBER), Operation.TASK_LEAVE_CLOSED, {RESPONSIBLE}, code=Code.REOPEN_BY_ITEM)
    require(someone(Role.MEMBER), Operation.TASK_DELETE, {CREATOR})


def test_only_admins_and_services_see_all():
    assert [role for role in Role if someone(role).sees_all] == [ADMIN, SERVICE]


def test_a_leaders_people_are_their_team_and_themselves():
    leader = Actor(User(id=1, username="leader", display_name="Leader"), frozenset({2, 3}))
    assert leader.people == {1, 2, 3}

"""The table of permissions, read cell by cell."""

from core.application.access import PERMISSIONS, Operation, Relation, may, require
from core.base.errors import Code
from core.base.model import Role
from core.records.people import Actor, User
from tests.core.refusals import forbidden
from tests.tables import each_row

CREATOR, AUTHOR, OWNER = Relation.CREATOR, Relation.AUTHOR, Relation.OWNER
RESPONSIBLE, LEADER, CREATOR_LEADER = Relation.RESPONSIBLE, Relation.LEADER, Relation.CREATOR_LEADER
PARTICIPANT, ADMITTED, SUBJECT = Relation.PARTICIPANT, Relation.ADMITTED, Relation.SUBJECT
ADMIN, SERVICE = Role.ADMIN, Role.SERVICE

WHO_MAY = {
    Operation.TASK_READ: {
        CREATOR,
        RESPONSIBLE,
        LEADER,
        CREATOR_LEADER,
        Relation.HELPER,
        Relation.FOLLOWER,
        ADMIN,
        SERVICE,
    },
    Operation.TASK_EDIT: {CREATOR, RESPONSIBLE, ADMIN, SERVICE},
    Operation.TASK_EDIT_ALL_FIELDS: {CREATOR, ADMIN, SERVICE},
    Operation.TASK_LEAVE_CLOSED: {CREATOR, LEADER, ADMIN, SERVICE},
    Operation.TASK_TEAM_EDIT: {LEADER, ADMIN, SERVICE},
    Operation.TASK_DELETE: {CREATOR, LEADER, ADMIN, SERVICE},
    Operation.TASK_HAND_OVER: {CREATOR, RESPONSIBLE, LEADER, ADMIN, SERVICE},
    Operation.TASK_ASK_FOR_DATE: {RESPONSIBLE, ADMIN, SERVICE},
    Operation.TASK_SPLIT: {CREATOR, RESPONSIBLE, LEADER, ADMIN, SERVICE},
    Operation.TASK_ASSIGN_ANYONE: {ADMIN, SERVICE},
    Operation.TASK_LET_IN: {CREATOR, RESPONSIBLE, LEADER, ADMIN, SERVICE},
    Operation.TASK_UNFOLLOW: {CREATOR, RESPONSIBLE, LEADER, SUBJECT, ADMIN, SERVICE},
    Operation.COMMENT_EDIT: {AUTHOR, ADMIN},
    Operation.RED_ANSWER: {LEADER, Relation.TASK_LEADER, Relation.HELPER},
    Operation.RED_WITHDRAW: {OWNER},
    Operation.ASKED_READ: {CREATOR, SUBJECT, ADMIN, SERVICE},
    Operation.ASKED_ANSWER: {SUBJECT},
    Operation.ASKED_WITHDRAW: {CREATOR},
    Operation.RULE_READ: {CREATOR, RESPONSIBLE, LEADER, ADMIN, SERVICE},
    Operation.RULE_WRITE: {CREATOR, LEADER, ADMIN, SERVICE},
    Operation.LOG_WRITE: {OWNER},
    Operation.ITEM_REOPEN: {OWNER, LEADER, Relation.TASK_LEADER, ADMIN, SERVICE},
    Operation.LOG_REOPEN: {OWNER, LEADER, ADMIN, SERVICE},
    Operation.EXAMPLE_WRITE: {ADMIN, SERVICE},
    Operation.EVENT_TYPE_WRITE: {ADMIN, SERVICE},
    Operation.EVENT_READ: {CREATOR, PARTICIPANT, ADMITTED, ADMIN, SERVICE},
    Operation.EVENT_WRITE: {CREATOR, ADMIN, SERVICE},
    Operation.EVENT_RESPOND: {PARTICIPANT},
    Operation.GENERATED_EVENT_WRITE: {ADMIN, SERVICE},
    Operation.VISIBILITY_READ: {CREATOR, SUBJECT, ADMIN, SERVICE},
    Operation.DIRECTORY_WRITE: {ADMIN},
    Operation.OWN_TOKENS: {OWNER},
    Operation.OWN_CALENDARS: {OWNER},
    Operation.OWN_REMINDERS: {OWNER},
    Operation.WEBHOOK_MAKE: {OWNER},
    Operation.WEBHOOK_MANAGE: {OWNER, ADMIN},
    Operation.INTEGRATION_TOKENS: {LEADER, ADMIN},
    Operation.ABSENCE_READ: {OWNER, LEADER, ADMIN, SERVICE},
    Operation.ABSENCE_WRITE: {OWNER, LEADER, ADMIN},
    Operation.SCHEDULE_WRITE: {OWNER, ADMIN},
    Operation.DRAFT_WRITE: {OWNER},
    Operation.NUDGE: {LEADER, ADMIN},
    Operation.TASK_NUDGE: {CREATOR, LEADER, Relation.FOLLOWER, ADMIN},
    Operation.HANDOVER: {LEADER, ADMIN},
    Operation.ITEMS_READ: {OWNER, LEADER, ADMIN, SERVICE},
    Operation.LEDGER_READ: {OWNER, LEADER, ADMIN},
    Operation.RUN_JOBS: {ADMIN, SERVICE},
    Operation.GROUP_LINK: {LEADER},
    Operation.GROUP_UNLINK: {LEADER, ADMIN},
    Operation.GROUP_SUMMARY: {LEADER},
    Operation.GROUP_VIEW: {LEADER, SUBJECT, ADMIN},
}


def someone(role: Role) -> Actor:
    return Actor(User(id=1, username="someone", display_name="Someone", role=role))


def test_every_operation_is_in_the_table():
    assert set(PERMISSIONS) == set(Operation) == set(WHO_MAY)


@each_row(Operation)
def test_who_may_by_relation_and_by_role(operation):
    by_relation = {relation for relation in Relation if may(someone(Role.MEMBER), operation, {relation})}
    by_role = {role for role in Role if may(someone(role), operation)}
    assert by_relation | by_role == WHO_MAY[operation]


def test_require_refuses_with_the_code_it_is_given():
    with forbidden():
        require(someone(Role.MEMBER), Operation.TASK_DELETE)
    with forbidden(Code.REOPEN_BY_ITEM):
        require(someone(Role.MEMBER), Operation.TASK_LEAVE_CLOSED, {RESPONSIBLE}, code=Code.REOPEN_BY_ITEM)
    require(someone(Role.MEMBER), Operation.TASK_DELETE, {CREATOR})


def test_a_leaders_people_are_their_team_and_themselves():
    leader = Actor(User(id=1, username="leader", display_name="Leader"), frozenset({2, 3}))
    assert leader.people == {1, 2, 3}

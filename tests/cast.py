"""The people that every test knows, and the instant at which it begins.

Lucía leads Ana and Luis (and led Inés, who left); Marta leads Pedro; Pablo leads nobody and nobody leads him; Root is
an admin, Robot a service. It is Monday, 23 November 2026, nine in the morning in Mexico City.
"""

from datetime import UTC, date, datetime, timedelta
from enum import IntEnum

from core.application.use_case import Caller, Pipeline
from core.base.model import Role
from core.people import users
from core.people.users import UserImport, UserRow

NOW = datetime(2026, 11, 23, 15, tzinfo=UTC)
TODAY = date(2026, 11, 23)
PEOPLE = (
    UserRow(username="lucia", name="Lucía"),
    UserRow(username="ana", name="Ana", leader="lucia"),
    UserRow(username="luis", name="Luis", leader="lucia"),
    UserRow(username="ines", name="Inés", leader="lucia", is_active=False),
    UserRow(username="marta", name="Marta"),
    UserRow(username="pedro", name="Pedro", leader="marta"),
    UserRow(username="pablo", name="Pablo"),
    UserRow(username="root", name="Root", role=Role.ADMIN),
    UserRow(username="robot", name="Robot", role=Role.SERVICE),
)
Who = IntEnum("Who", ["OPERATOR", *(person.username.upper() for person in PEOPLE)], start=0)
"""People's ids where the directory has all of them; the operator, who is not in it, is 0."""
OPERATOR, LUCIA, ANA, LUIS, INES, MARTA, PEDRO, PABLO, ROOT, ROBOT = Who


def day(offset: int = 0) -> date:
    """Today and the days around it."""
    return TODAY + timedelta(days=offset)


async def introduce(pipeline: Pipeline, *usernames: str) -> None:
    """Put people of the cast into the directory: these, or all of them."""
    rows = [person for person in PEOPLE if person.username in usernames or not usernames]
    await pipeline.run(Caller(users.OPERATOR), users.import_users, UserImport(rows=rows))

"""The leader's change of a task (team-edit): every field, new responsibles from their team and themselves."""

import pytest
from msgspec import to_builtins

from core.base.errors import Code
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import forbidden

FIELDS = {
    "descripcion": "Other",
    "fechaCumplir": "2026-12-31",
    "fechaSolicitud": "2026-11-01",
    "leaderUserId": None,
    "isActive": False,
    "estatus": "EN_PROCESO",
    "prioridad": "URGENTE",
}


@pytest.fixture
async def given(world):
    """Ana's own task, led by Pablo, with Pedro on it too."""
    task = await world.task(ANA, leaderUserId=PABLO)
    return await world.team_edit(ROOT, task, responsibleUserIds=[ANA, PEDRO])


@pytest.mark.parametrize(("field", "value"), FIELDS.items())
@pytest.mark.parametrize("who", [LUCIA, MARTA, PABLO, ROOT, ROBOT])
async def test_leaders_of_the_people_and_of_the_task_change_every_field(world, given, who, field, value):
    changed = await world.team_edit(who, given, **{field: value})
    assert to_builtins(changed) == to_builtins(given) | {field: value}


@pytest.mark.parametrize("who", [ANA, PEDRO])
async def test_a_creator_or_responsible_who_leads_nobody_does_not_team_edit(world, given, who):
    with forbidden():
        await world.team_edit(who, given, estatus="EN_PROCESO")


async def test_leading_only_the_creator_lets_one_see_but_not_team_edit(world, given):
    task = await world.team_edit(PABLO, given, responsibleUserIds=[PEDRO])
    assert await world.get(LUCIA, task) == task
    with forbidden():
        await world.team_edit(LUCIA, task, prioridad="BAJA")


async def test_a_task_leader_without_a_team_adds_only_themselves(world, given):
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.team_edit(PABLO, given, responsibleUserIds=[ANA, LUIS])
    changed = await world.team_edit(PABLO, given, responsibleUserIds=[PABLO, ANA])
    assert changed.responsible_user_ids == [PABLO, ANA]

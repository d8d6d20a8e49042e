"""Edits of a task: by PATCH its creator changes everything, a responsible little; its leader by team-edit."""

from itertools import product

import pytest
from msgspec import to_builtins

from core.base.errors import Code, FieldCode
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import forbidden, invalid
from tests.core.world import STRANGER_ID, day, fresh_world
from tests.tables import each_row

OTHER_FIELDS = {
    "descripcion": "Other",
    "fechaCumplir": "2026-12-31",
    "fechaSolicitud": "2026-11-01",
    "leaderUserId": None,
    "isActive": False,
}
EVERY_FIELD = OTHER_FIELDS | {"estatus": "EN_PROCESO", "prioridad": "URGENTE"}


async def for_two(world):
    """Lucía's task for Ana and Luis, led by Marta: a creator, two responsibles, a leader, all of them different."""
    return await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], leaderUserId=MARTA)


@pytest.fixture
async def given(world):
    return await for_two(world)


@each_row(product([LUCIA, ROOT, ROBOT], EVERY_FIELD), world=fresh_world)
async def test_creator_admin_and_service_change_every_field(world, who, field):
    given, value = await for_two(world), EVERY_FIELD[field]
    world.clock.advance(minutes=1)
    changed = await world.edit(who, given, **{field: value})
    assert to_builtins(changed) == to_builtins(given) | {field: value, "updatedAt": "2026-11-20T15:01:00Z"}
    assert await world.get(who, given) == changed


@each_row(
    product(
        [ANA, LUIS],
        [*OTHER_FIELDS.items(), *product(["responsibleUserIds"], ([ANA], [LUIS, ANA], [ANA, LUIS, PABLO]))],
    ),
    given="world given",
)
async def test_a_responsible_changes_no_other_field(world, given, who, change):
    field, value = change
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(who, given, **{field: value})
    assert await world.get(who, given) == given


@pytest.mark.parametrize("who", [ANA, LUIS])
async def test_a_responsible_changes_estatus_and_prioridad(world, given, who):
    changed = await world.edit(who, given, estatus="EN_PROCESO", prioridad="ALTA")
    assert (changed.estatus, changed.prioridad) == ("EN_PROCESO", "ALTA")


async def test_a_responsible_may_send_the_other_fields_unchanged(world, given):
    sent = to_builtins(given) | {"responsibleUserIds": [ANA, LUIS, ANA], "estatus": "EN_PROCESO"}
    assert (await world.edit(ANA, given, **sent)).estatus == "EN_PROCESO"


async def test_leading_does_not_give_the_plain_edit(world, given):
    with forbidden():
        await world.edit(MARTA, given, prioridad="BAJA")
    with forbidden():
        await world.edit(LUCIA, await world.task(ANA), prioridad="BAJA")


async def test_a_change_that_changes_nothing_is_none(world, given):
    world.clock.advance(hours=1)
    assert await world.edit(LUCIA, given, **to_builtins(given)) == given


async def test_a_creator_who_is_a_member_adds_only_themselves(world):
    task = await world.task(ANA, leaderUserId=PABLO)
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.edit(ANA, task, responsibleUserIds=[ANA, LUIS])
    task = await world.team_edit(ROOT, task, responsibleUserIds=[PEDRO])
    task = await world.edit(ANA, task, responsibleUserIds=[PEDRO, ANA])
    assert task.responsible_user_ids == [PEDRO, ANA]


async def test_a_creator_who_leads_adds_their_team_and_themselves(world, given):
    assert (await world.edit(LUCIA, given, responsibleUserIds=[LUCIA, LUIS])).responsible_user_ids == [LUCIA, LUIS]
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.edit(LUCIA, given, responsibleUserIds=[LUCIA, PEDRO])


async def test_those_already_there_may_stay_and_change_places(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA, PEDRO], leaderUserId=LUCIA)
    task = await world.team_edit(LUCIA, task, responsibleUserIds=[PEDRO, LUIS, ANA])
    assert (task.responsible_user_id, task.responsible_user_ids) == (PEDRO, [PEDRO, LUIS, ANA])


async def test_a_responsible_who_left_may_stay(world, given):
    await world.directory("ana", isActive=False)
    changed = await world.edit(LUCIA, given, responsibleUserIds=[ANA, LUIS, LUCIA])
    assert changed.responsible_user_ids == [ANA, LUIS, LUCIA]


async def test_newly_named_responsibles_must_exist_and_be_active(world, given):
    with invalid(
        ("responsibleUserIds[0]", FieldCode.INACTIVE_USER),
        ("responsibleUserIds[2]", FieldCode.UNKNOWN_ID),
    ):
        await world.edit(ROOT, given, responsibleUserIds=[INES, ANA, STRANGER_ID])


async def test_a_newly_named_leader_must_exist_and_be_active(world, given):
    with invalid(("leaderUserId", FieldCode.UNKNOWN_ID)):
        await world.edit(LUCIA, given, leaderUserId=STRANGER_ID)
    with invalid(("leaderUserId", FieldCode.INACTIVE_USER)):
        await world.edit(LUCIA, given, leaderUserId=INES)


async def test_a_leader_who_left_may_stay(world, given):
    await world.directory("marta", isActive=False)
    changed = await world.edit(LUCIA, given, leaderUserId=MARTA, prioridad="BAJA")
    assert changed.leader_user_id == MARTA


async def test_the_dates_are_checked_as_merged(world, given):
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await world.edit(LUCIA, given, fechaSolicitud=day(11))
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await world.edit(LUCIA, given, fechaCumplir=day(-1))
    assert (await world.edit(LUCIA, given, fechaSolicitud=day(10))).fecha_solicitud == day(10)


async def test_forbidding_comes_before_references_and_dates(world, given):
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(ANA, given, leaderUserId=STRANGER_ID)
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(ANA, given, fechaCumplir=day(-9))
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.edit(LUCIA, given, responsibleUserIds=[STRANGER_ID])


async def test_references_come_before_the_state(world, given):
    closed = await world.edit(LUCIA, given, estatus="CERRADA")
    with invalid(("leaderUserId", FieldCode.UNKNOWN_ID)):
        await world.edit(LUCIA, closed, leaderUserId=STRANGER_ID, estatus="PLANEACION")


@each_row([ANA, LUCIA, MARTA, ROOT, ROBOT], world=fresh_world)
async def test_creator_leaders_admin_and_service_delete(world, who):
    task = await world.task(ANA, leaderUserId=MARTA)
    deleted = await world.delete(who, task)
    assert to_builtins(deleted) == to_builtins(task) | {"isActive": False}
    assert await world.get(ANA, task) == deleted


async def test_a_responsible_does_not_delete(world, given):
    for who in (ANA, LUIS):
        with forbidden():
            await world.delete(who, given)
    assert (await world.get(ANA, given)).is_active


async def test_a_second_deletion_returns_the_task_again(world, given):
    assert await world.delete(LUCIA, given) == await world.delete(LUCIA, given)


# The leader's change


async def led_by_pablo(world):
    """Ana's own task, led by Pablo, with Pedro on it too."""
    task = await world.task(ANA, leaderUserId=PABLO)
    return await world.team_edit(ROOT, task, responsibleUserIds=[ANA, PEDRO])


@pytest.fixture
async def led(world):
    return await led_by_pablo(world)


@each_row(product([LUCIA, MARTA, PABLO, ROOT, ROBOT], EVERY_FIELD), world=fresh_world)
async def test_leaders_of_the_people_and_of_the_task_change_every_field(world, who, field):
    led, value = await led_by_pablo(world), EVERY_FIELD[field]
    changed = await world.team_edit(who, led, **{field: value})
    assert to_builtins(changed) == to_builtins(led) | {field: value}


@pytest.mark.parametrize("who", [ANA, PEDRO])
async def test_a_creator_or_responsible_who_leads_nobody_does_not_team_edit(world, led, who):
    with forbidden():
        await world.team_edit(who, led, estatus="EN_PROCESO")


async def test_leading_only_the_creator_lets_one_see_but_not_team_edit(world, led):
    task = await world.team_edit(PABLO, led, responsibleUserIds=[PEDRO])
    assert await world.get(LUCIA, task) == task
    with forbidden():
        await world.team_edit(LUCIA, task, prioridad="BAJA")


async def test_a_task_leader_without_a_team_adds_only_themselves(world, led):
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.team_edit(PABLO, led, responsibleUserIds=[ANA, LUIS])
    changed = await world.team_edit(PABLO, led, responsibleUserIds=[PABLO, ANA])
    assert changed.responsible_user_ids == [PABLO, ANA]

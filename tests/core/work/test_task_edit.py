"""The change of the people on the task (PATCH): its creator everything, a responsible only estatus and prioridad."""

import pytest
from msgspec import to_builtins

from core.base.errors import Code, FieldCode
from core.work import tasks
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import forbidden, invalid, not_found
from tests.core.world import STRANGER_ID, TODAY, change, day

OTHER_FIELDS = {
    "descripcion": "Other",
    "fechaCumplir": "2026-12-31",
    "fechaSolicitud": "2026-11-01",
    "leaderUserId": None,
    "isActive": False,
}


@pytest.fixture
async def given(world):
    """Lucía's task for Ana and Luis, led by Marta: a creator, two responsibles, a leader, all of them different."""
    return await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], leaderUserId=MARTA)


@pytest.mark.parametrize(("field", "value"), [*OTHER_FIELDS.items(), ("estatus", "EN_PROCESO"), ("prioridad", "BAJA")])
@pytest.mark.parametrize("who", [LUCIA, ROOT, ROBOT])
async def test_creator_admin_and_service_change_every_field(world, given, who, field, value):
    world.clock.advance(minutes=1)
    changed = await world.edit(who, given, **{field: value})
    assert to_builtins(changed) == to_builtins(given) | {field: value, "updatedAt": "2026-11-20T15:01:00Z"}
    assert await world.get(who, given) == changed


@pytest.mark.parametrize(("field", "value"), OTHER_FIELDS.items())
@pytest.mark.parametrize("who", [ANA, LUIS])
async def test_a_responsible_changes_no_other_field(world, given, who, field, value):
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(who, given, **{field: value})
    assert await world.get(who, given) == given


@pytest.mark.parametrize("people", [[ANA], [LUIS, ANA], [ANA, LUIS, PABLO]])
async def test_a_responsible_does_not_change_the_responsibles(world, given, people):
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(ANA, given, responsibleUserIds=people)


@pytest.mark.parametrize("who", [ANA, LUIS])
async def test_a_responsible_changes_estatus_and_prioridad(world, given, who):
    changed = await world.edit(who, given, estatus="EN_PROCESO", prioridad="ALTA")
    assert (changed.estatus, changed.prioridad) == ("EN_PROCESO", "ALTA")


async def test_a_responsible_may_send_the_other_fields_unchanged(world, given):
    sent = to_builtins(given) | {"responsibleUserIds": [ANA, LUIS, ANA], "estatus": "EN_PROCESO"}
    assert (await world.edit(ANA, given, **sent)).estatus == "EN_PROCESO"


async def test_the_same_bounds_hold_for_a_change_that_mixes_both(world, given):
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(ANA, given, estatus="EN_PROCESO", descripcion="Other")
    assert await world.get(ANA, given) == given


async def test_leading_does_not_give_the_plain_edit(world, given):
    with forbidden():
        await world.edit(MARTA, given, prioridad="BAJA")
    with forbidden():
        await world.edit(LUCIA, await world.task(ANA), prioridad="BAJA")


async def test_whoever_may_not_see_the_task_may_not_find_it(world, given):
    with not_found(Code.TASK_NOT_FOUND, id=given.id):
        await world.edit(PABLO, given, prioridad="BAJA")


async def test_a_creator_who_is_responsible_changes_every_field(world):
    task = await world.task(ANA)
    assert (await world.edit(ANA, task, descripcion="Other")).descripcion == "Other"


async def test_a_creator_who_led_still_changes_what_they_created(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.directory("ana", leader=None)
    assert (await world.edit(LUCIA, task, descripcion="Other")).responsible_user_ids == [ANA]


async def test_absent_fields_stay(world, given):
    changed = await world.run(LUCIA, tasks.update_task, given.id, change(given, {}))
    assert changed == given


async def test_a_change_that_changes_nothing_is_none(world, given):
    world.clock.advance(hours=1)
    assert await world.edit(LUCIA, given, **to_builtins(given)) == given


async def test_what_the_service_sets_itself_is_never_changed(world, given):
    sent = {"id": 7, "createdByUserId": int(PABLO), "createdAt": "2020-01-01T00:00:00Z", "fechaCierre": "2026-01-01"}
    assert await world.edit(LUCIA, given, **sent, responsibleUserId=int(PABLO)) == given


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


async def test_a_null_leader_clears_it(world, given):
    assert (await world.edit(LUCIA, given, leaderUserId=None)).leader_user_id is None


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


@pytest.mark.parametrize("who", [ANA, LUCIA, MARTA, ROOT, ROBOT])
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


async def test_a_deletion_leaves_state_and_closing_date(world, given):
    closed = await world.edit(LUCIA, given, estatus="CERRADA")
    deleted = await world.delete(LUCIA, closed)
    assert (deleted.estatus, deleted.fecha_cierre) == ("CERRADA", TODAY)


async def test_is_active_true_restores_a_deleted_task(world, given):
    await world.delete(LUCIA, given)
    restored = await world.edit(LUCIA, given, isActive=True)
    assert restored.is_active
    assert given.id in await world.listed(ANA)


async def test_a_responsible_does_not_restore(world, given):
    await world.delete(LUCIA, given)
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await world.edit(ANA, given, isActive=True)

"""A new task: its defaults, whom one may name, and the dates."""

from datetime import UTC, datetime
from time import thread_time

import pytest
from msgspec import to_builtins

from core.base.errors import Code, FieldCode, Invalid
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import forbidden, invalid
from tests.core.world import NOW, STRANGER_ID, TODAY, day, fresh_world
from tests.tables import each_row


async def test_a_bare_task_is_the_callers_own_for_today(world):
    task = await world.task(ANA)
    assert task.responsible_user_ids == [ANA]
    assert task.created_by_user_id == ANA
    assert (task.fecha_solicitud, task.fecha_cumplir) == (TODAY, day(10))
    assert (task.estatus, task.prioridad) == ("PENDIENTE", "MEDIA")
    assert (task.fecha_cierre, task.ultimo_comentario_fecha, task.is_active) == (None, None, True)
    assert task.created_at == task.updated_at == NOW


async def test_what_is_given_is_kept(world):
    given = {
        "descripcion": " Ñandú \n",
        "fechaCumplir": "2026-12-24",
        "fechaSolicitud": "2026-12-01",
        "leaderUserId": int(PABLO),
        "responsibleUserIds": [int(LUIS), int(LUCIA)],
        "estatus": "EN_PROCESO",
        "prioridad": "URGENTE",
        "isActive": False,
    }
    task = await world.task(LUCIA, **given)
    assert given.items() <= to_builtins(task).items()
    assert await world.get(LUCIA, task) == task


@each_row([(-5, "PENDIENTE"), (0, "PENDIENTE"), (1, "PLANEACION")], world=fresh_world)
async def test_a_task_requested_for_the_future_is_in_planning_unless_its_state_is_given(world, offset, estatus):
    assert (await world.task(ANA, fechaSolicitud=day(offset))).estatus == estatus
    assert (await world.task(ANA, fechaSolicitud=day(offset), estatus="PENDIENTE")).estatus == "PENDIENTE"


async def test_today_is_the_business_zones_day(world):
    world.clock.set(datetime(2026, 11, 21, 3, 0, tzinfo=UTC))
    task = await world.task(ANA, fechaSolicitud=day(1))
    assert task.estatus == "PLANEACION"
    assert (await world.task(ANA)).fecha_solicitud == TODAY


async def test_the_leader_is_the_first_responsibles_in_the_directory_or_else_the_caller(world):
    assert (await world.task(ANA)).leader_user_id == LUCIA
    assert (await world.task(ROOT, responsibleUserIds=[PEDRO, ANA])).leader_user_id == MARTA
    assert (await world.task(PABLO)).leader_user_id == PABLO
    assert (await world.task(ROOT, responsibleUserIds=[PABLO, ANA])).leader_user_id == ROOT


async def test_responsibles_are_kept_once_in_the_order_given(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS, ANA, LUIS, LUCIA, ANA])
    assert task.responsible_user_ids == [LUIS, ANA, LUCIA]
    assert task.responsible_user_id == LUIS


@each_row([[LUIS], [ANA, LUIS], [LUCIA], [STRANGER_ID], [INES]], world=fresh_world)
async def test_a_member_names_only_themselves_as_responsible(world, given):
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.task(ANA, responsibleUserIds=given)
    assert (await world.task(ANA, responsibleUserIds=[ANA, ANA])).responsible_user_ids == [ANA]


@each_row([[PEDRO], [ANA, PABLO], [MARTA], [INES]], world=fresh_world)
async def test_a_leader_names_nobody_outside_their_active_team(world, given):
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await world.task(LUCIA, responsibleUserIds=given)


@each_row([ROOT, ROBOT], world=fresh_world)
async def test_admins_and_services_name_anyone(world, who):
    assert (await world.task(who, responsibleUserIds=[PABLO, PEDRO])).responsible_user_ids == [PABLO, PEDRO]


async def test_of_very_many_unknown_responsibles_the_first_hundred_are_named(world):
    unknown = range(10**6, 10**6 + 101)
    with invalid(*((f"responsibleUserIds[{place}]", FieldCode.UNKNOWN_ID) for place in range(1, 101))):
        await world.task(ROOT, responsibleUserIds=[ANA, *unknown])


async def test_the_time_to_refuse_a_list_grows_with_its_length_and_not_its_square(world):
    async def seconds(length):
        before = thread_time()
        with pytest.raises(Invalid):
            await world.task(ROOT, responsibleUserIds=list(range(10**6, 10**6 + length)))
        return thread_time() - before

    short, long = [min([await seconds(length) for _ in range(3)]) for length in (2_000, 32_000)]
    assert long < 64 * short  # 16 times as long, its square 256 times


@each_row(
    [*((nobody, FieldCode.UNKNOWN_ID) for nobody in (0, -1, 999)), (INES, FieldCode.INACTIVE_USER)], world=fresh_world
)
async def test_an_unknown_or_inactive_leader_is_refused(world, leader, code):
    with invalid(("leaderUserId", code)):
        await world.task(ANA, leaderUserId=leader)


async def test_a_task_is_due_no_earlier_than_requested(world):
    await world.task(ANA, fechaSolicitud=day(3), fechaCumplir=day(3))
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await world.task(ANA, fechaSolicitud=day(3), fechaCumplir=day(2))
    await world.task(ANA, fechaCumplir=TODAY)
    with invalid(("fechaCumplir", FieldCode.BEFORE)):
        await world.task(ANA, fechaCumplir=day(-1))


@each_row(
    [
        ([ANA], LUCIA, True),
        ([ANA], ANA, True),
        ([ANA], MARTA, False),
        ([ANA, PEDRO], MARTA, True),
        ([ANA, PEDRO], ANA, False),
        ([PEDRO], LUCIA, True),
        ([PEDRO], ANA, False),
        ([PEDRO], LUIS, False),
    ],
    world=fresh_world,
)
async def test_who_leads_nobody_names_leaders_of_theirs_or_of_responsibles(world, responsibles, leader, taken):
    task = await world.edit(ROOT, await world.task(ANA), responsibleUserIds=responsibles, leaderUserId=None)
    if taken:
        assert (await world.edit(ANA, task, leaderUserId=leader)).leader_user_id == leader
    else:
        with forbidden(Code.LEADER_OUT_OF_REACH):
            await world.edit(ANA, task, leaderUserId=leader)


async def test_a_leader_whom_an_admin_named_is_kept_by_an_edit(world):
    task = await world.task(ANA, leaderUserId=MARTA)
    assert (await world.edit(ANA, task, leaderUserId=MARTA, descripcion="Otra")).leader_user_id == MARTA


async def test_the_leader_of_a_task_who_leads_nobody_hands_it_on_within_reach_only(world):
    task = await world.task(ANA, leaderUserId=PABLO)
    with forbidden(Code.LEADER_OUT_OF_REACH):
        await world.team_edit(PABLO, task, leaderUserId=MARTA)
    assert (await world.team_edit(PABLO, task, leaderUserId=LUCIA)).leader_user_id == LUCIA


@each_row([LUCIA, ROOT, ROBOT], world=fresh_world)
async def test_leaders_admins_and_integrations_name_anybody(world, who):
    assert (await world.create_task(who, leaderUserId=PABLO)).leader_user_id == PABLO

"""The states of a task: which may follow which, for whom, and the closing date."""

from datetime import UTC, datetime
from itertools import product

from core.application.requests import build
from core.base.errors import Code, DomainError
from core.people import users
from core.work import tasks
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import TODAY, fresh_world
from tests.tables import each_row

PLANEACION, PENDIENTE, EN_PROCESO, CERRADA = STATES = ("PLANEACION", "PENDIENTE", "EN_PROCESO", "CERRADA")
MAY_FOLLOW = {
    PLANEACION: {PENDIENTE, EN_PROCESO, CERRADA},
    PENDIENTE: {PLANEACION, EN_PROCESO, CERRADA},
    EN_PROCESO: {PENDIENTE, CERRADA},
    CERRADA: {EN_PROCESO, PENDIENTE},
}
PAIRS = list(product(STATES, STATES))


async def born(world, estatus):
    """Pablo's task in a state from the start, led by Lucía, with Ana and Pedro on it."""
    task = await world.task(PABLO, leaderUserId=LUCIA, estatus=estatus)
    return await world.team_edit(ROOT, task, responsibleUserIds=[ANA, PEDRO])


@each_row(PAIRS, world=fresh_world)
async def test_states_follow_the_table(world, before, after):
    task = await born(world, before)
    if after == before:
        assert await world.edit(PABLO, task, estatus=after) == task
    elif after in MAY_FOLLOW[before]:
        moved = await world.edit(PABLO, task, estatus=after)
        assert (moved.estatus, moved.fecha_cierre) == (after, TODAY if after == CERRADA else None)
    else:
        with conflict(Code.TRANSITION_NOT_ALLOWED, current=before, wanted=after):
            await world.edit(PABLO, task, estatus=after)
        assert await world.get(ROOT, task) == task


@each_row([ANA, PEDRO], world=fresh_world)
async def test_a_responsible_does_not_leave_cerrada(world, who):
    task = await born(world, CERRADA)
    with forbidden(Code.REOPEN_BY_ITEM):
        await world.edit(who, task, estatus=EN_PROCESO)
    assert await world.get(ROOT, task) == task
    assert (await world.edit(who, task, estatus=CERRADA, prioridad="BAJA")).estatus == CERRADA


async def test_a_responsible_who_leads_the_task_leaves_cerrada(world):
    task = await world.task(LUCIA, leaderUserId=LUCIA, estatus=CERRADA)
    assert (await world.edit(LUCIA, task, estatus=EN_PROCESO)).estatus == EN_PROCESO
    task = await world.task(ROOT, responsibleUserIds=[LUCIA, ANA], leaderUserId=PABLO, estatus=CERRADA)
    assert (await world.edit(LUCIA, task, estatus=EN_PROCESO)).estatus == EN_PROCESO


async def test_a_closed_task_keeps_its_date_while_it_stays_closed(world):
    task = await world.task(ANA, estatus=CERRADA)
    world.clock.advance(days=3)
    changed = await world.edit(ANA, task, descripcion="Other", estatus=CERRADA)
    assert changed.fecha_cierre == TODAY


async def test_the_closing_date_is_the_business_zones(world):
    task = await world.task(ANA)
    world.clock.set(datetime(2026, 11, 21, 5, 59, tzinfo=UTC))
    assert (await world.edit(ANA, task, estatus=CERRADA)).fecha_cierre == TODAY


async def test_a_refused_step_takes_the_other_fields_with_it(world):
    task = await world.task(ANA, estatus=EN_PROCESO)
    with conflict(Code.TRANSITION_NOT_ALLOWED):
        await world.edit(ANA, task, estatus=PLANEACION, descripcion="Other", prioridad="BAJA")
    assert await world.get(ANA, task) == task


async def test_a_step_and_other_fields_are_taken_together(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    changed = await world.edit(LUCIA, task, estatus=CERRADA, prioridad="ALTA", isActive=False)
    assert (changed.estatus, changed.prioridad, changed.is_active) == (CERRADA, "ALTA", False)
    assert changed.fecha_cierre == TODAY


async def outcome(act):
    """State and closing date, or the code of the refusal."""
    try:
        task = await act
    except DomainError as refusal:
        return refusal.code
    return task.estatus, task.fecha_cierre


async def test_setting_the_state_is_not_for_who_only_sees_the_task(world):
    task = await world.task(ANA, leaderUserId=PEDRO)
    task = await world.team_edit(ROOT, task, responsibleUserIds=[PEDRO])
    with forbidden():
        await world.run(LUCIA, tasks.set_status, task.id, build(tasks.StatusRequest, {"estatus": CERRADA}))
    with not_found(Code.TASK_NOT_FOUND):
        await world.run(LUIS, tasks.set_status, task.id, build(tasks.StatusRequest, {"estatus": CERRADA}))


@each_row(product(STATES, [PABLO, ANA, LUCIA, ROOT, ROBOT]), world=fresh_world)
async def test_the_next_states_offered_are_those_that_would_be_taken(world, before, who):
    actor = await world.run(OPERATOR, users.actor, int(who))
    offered = tasks.next_statuses(actor, await born(world, before))
    taken = set()
    for after in {*STATES} - {before}:
        task = await born(world, before)
        setting = world.run(who, tasks.set_status, task.id, build(tasks.StatusRequest, {"estatus": after}))
        if await outcome(setting) == (after, TODAY if after == CERRADA else None):
            taken.add(after)
    assert offered == taken == (MAY_FOLLOW[before] if (before, who) != (CERRADA, ANA) else set())


async def test_no_next_state_is_offered_to_who_may_not_edit(world):
    task = await world.team_edit(ROOT, await world.task(ANA), responsibleUserIds=[PEDRO], leaderUserId=PEDRO)
    for who in (LUCIA, LUIS):
        actor = await world.run(OPERATOR, users.actor, int(who))
        assert tasks.next_statuses(actor, task) == set()

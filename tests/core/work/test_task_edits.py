"""One field of a task by a press: by whom it may be, and that nothing else changes with it."""

from itertools import product

import msgspec
import pytest

from core.application.requests import build
from core.application.use_case import Caller
from core.base.errors import Code, FieldCode, Forbidden, NotFound
from core.base.model import Priority
from core.people import users
from core.work import task_edits, tasks
from core.work.task_edits import ResponsibleRequest, TaskEdit
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import forbidden, invalid
from tests.core.world import day, fresh_world
from tests.tables import each_row


async def edit_one(world, who, task, **fields):
    return await world.run(who, task_edits.edit_task, task.id, build(TaskEdit, fields))


async def due(world, who, task):
    return await edit_one(world, who, task, fechaCumplir=day(5))


async def priority(world, who, task):
    return await edit_one(world, who, task, prioridad="URGENTE")


async def describe(world, who, task):
    return await edit_one(world, who, task, descripcion="Otra cosa")


async def assign(world, who, task, person=LUIS, *, on=True):
    request = build(ResponsibleRequest, {"userId": int(person), "responsible": on})
    return await world.run(who, task_edits.set_responsible, task.id, request)


async def given(world):
    """Made by Lucía, Ana's to do."""
    return await world.task(LUCIA, responsibleUserIds=[ANA])


@pytest.fixture
async def task(world):
    return await given(world)


EDITS = {describe: "descripcion", due: "fecha_cumplir", priority: "prioridad", assign: "responsible_user_ids"}


@each_row(product(EDITS, [LUCIA, ROOT, ROBOT]), world=fresh_world)
async def test_its_creator_and_the_unrestricted_change_each_field_and_no_other(world, edit, who):
    task = await given(world)
    world.clock.advance(hours=1)
    changed = await edit(world, who, task)
    field = EDITS[edit]
    assert getattr(changed, field) != getattr(task, field)
    rest = {"updated_at": task.updated_at, field: getattr(task, field)}
    assert msgspec.structs.replace(changed, **rest) == task


@each_row(EDITS, world=fresh_world)
async def test_the_leader_of_its_people_changes_what_one_of_them_made(world, edit):
    own = await world.task(ANA)
    changed = await edit(world, LUCIA, own)
    assert getattr(changed, EDITS[edit]) != getattr(own, EDITS[edit])


async def test_the_tasks_own_leader_changes_it(world):
    led = await world.task(PABLO, leaderUserId=MARTA)
    assert (await due(world, MARTA, led)).fecha_cumplir == day(5)
    assert (await assign(world, MARTA, led, PEDRO)).responsible_user_ids == [PABLO, PEDRO]


async def test_a_leader_who_is_responsible_too_changes_it_as_its_leader(world):
    shared = await world.task(ANA)
    shared = await world.team_edit(LUCIA, shared, responsibleUserIds=[ANA, LUCIA])
    assert (await due(world, LUCIA, shared)).fecha_cumplir == day(5)
    assert (await assign(world, LUCIA, shared)).responsible_user_ids == [ANA, LUCIA, LUIS]


async def test_a_responsible_changes_the_priority_alone(world, task):
    assert (await priority(world, ANA, task)).prioridad is Priority.URGENTE
    for edit in (due, assign):
        with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
            await edit(world, ANA, task)


@pytest.mark.parametrize("who", [LUCIA, ANA, LUIS, MARTA, PABLO, ROOT, ROBOT])
async def test_who_may_is_who_is_offered_it(world, task, who):
    actor = await world.pipeline.run(Caller(users.OPERATOR), users.actor, int(who))
    for offered, edit in ((task_edits.may_set_due, due), (tasks.may_edit, priority)):
        if offered(actor, task):
            await edit(world, who, task)
        else:
            with pytest.raises((Forbidden, NotFound)):
                await edit(world, who, task)


async def test_the_first_stays_first_and_the_last_stays(world, task):
    both = await assign(world, LUCIA, task, LUIS)
    assert (both.responsible_user_id, both.responsible_user_ids) == (ANA, [ANA, LUIS])
    assert await assign(world, LUCIA, task, LUIS) == both
    one = await assign(world, LUCIA, task, ANA, on=False)
    assert (one.responsible_user_id, one.responsible_user_ids) == (LUIS, [LUIS])
    assert await assign(world, LUCIA, task, ANA, on=False) == one
    with invalid(("responsibleUserIds", FieldCode.EMPTY)):
        await assign(world, LUCIA, task, LUIS, on=False)


async def test_what_was_deleted_comes_back_as_it_was(world, task):
    await world.delete(LUCIA, task)
    restored = await edit_one(world, LUCIA, task, isActive=True)
    assert msgspec.structs.replace(restored, updated_at=task.updated_at) == task
    assert await edit_one(world, LUCIA, task, isActive=True) == restored

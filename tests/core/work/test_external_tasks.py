"""Tasks by the ids that they have in another system: whose they are, who may give them, and what holds them."""

import pytest

from core.application.requests import build
from core.base.errors import Code, Invalid
from core.base.external_ids import ExternalId, ExternalIdRequest
from core.base.model import TaskStatus
from core.work import external_tasks, tasks, undo
from core.work.tasks import TaskPut, TaskUpdate
from tests.cast import ANA, LUCIA, LUIS, ROOT
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import day, fresh_world
from tests.journaled import rows_of_journal
from tests.tables import each_row

THEIRS = {"externalSource": "todoist", "externalId": "6XGgm6"}
NONE = {"externalSource": None, "externalId": None}


def in_use():
    return conflict(Code.EXTERNAL_ID_IN_USE, source="todoist", id="6XGgm6")


async def put(world, who, words="Revisar", key="6XGgm6", source="todoist", **fields):
    body = {"descripcion": words, "fechaCumplir": str(day(5)), **fields}
    return await world.run(who, external_tasks.put_task_by_external_id, source, key, build(TaskPut, body))


async def found(world, who, key="6XGgm6", source="todoist"):
    return await world.run(who, external_tasks.get_task_by_external_id, source, key)


async def external_id_of(world, who, task):
    return await world.run(who, external_tasks.get_task_external_id, task.id)


async def name(world, who, task, **given):
    request = build(ExternalIdRequest, {**THEIRS, **given})
    return await world.run(who, external_tasks.set_task_external_id, task.id, request)


async def edit(world, who, task, **fields):
    kept = {"descripcion": task.descripcion, "fechaCumplir": str(task.fecha_cumplir)}
    return await world.run(who, tasks.update_task, task.id, build(TaskUpdate, kept | fields))


async def test_a_task_is_found_by_the_id_that_it_was_made_with(world):
    task = await world.task(ANA, **THEIRS)
    assert await found(world, ANA) == task
    assert await external_id_of(world, LUCIA, task) == ExternalId("todoist", "6XGgm6")
    assert await external_id_of(world, ANA, await world.task(ANA)) == ExternalId(None, None)


@each_row([("Todoist", "6XGgm6"), ("todoist", "6xggm6"), ("todoist", "6XGgm"), ("jira", "6XGgm6")], world=fresh_world)
async def test_an_id_is_compared_letter_by_letter_and_belongs_to_its_source(world, source, key):
    await world.task(ANA, **THEIRS)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND, source=source, id=key):
        await found(world, ANA, key, source)
    await world.task(ANA, externalSource=source, externalId=key)


async def test_who_may_not_see_a_task_does_not_find_it(world):
    await world.task(ANA, **THEIRS)
    await found(world, LUCIA)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND):
        await found(world, LUIS)


@each_row([ANA, LUIS], world=fresh_world)
async def test_another_live_task_with_the_same_id_is_refused_whether_one_sees_the_first_or_not(world, who):
    await world.task(ANA, **THEIRS)
    with in_use():
        await world.task(who, **THEIRS)
    with in_use():
        await name(world, who, await world.task(who))


async def test_half_of_an_id_is_refused(world):
    for half, at in (("externalSource", "externalId"), ("externalId", "externalSource")):
        with pytest.raises(Invalid) as refusal:
            await world.task(ANA, **{half: THEIRS[half]})
        assert [each.field for each in refusal.value.errors] == [at]


async def test_put_makes_a_task_and_then_changes_the_same(world):
    made = await put(world, ANA, prioridad="ALTA")
    assert (made.created_by_user_id, made.responsible_user_ids, made.prioridad) == (ANA, [ANA], "ALTA")
    assert await put(world, ANA, prioridad="ALTA") == made
    changed = await put(world, ANA, "Revisar el contrato", leaderUserId=None)
    assert (changed.id, changed.descripcion, changed.prioridad) == (made.id, "Revisar el contrato", "ALTA")
    assert changed.leader_user_id == made.leader_user_id


async def test_put_changes_what_patch_or_team_edit_allows(world):
    await put(world, LUCIA, key="2", responsibleUserIds=[ANA])
    assert (await put(world, ANA, key="2", estatus="EN_PROCESO")).estatus is TaskStatus.EN_PROCESO
    with forbidden(Code.ONLY_STATUS_AND_PRIORITY):
        await put(world, ANA, "Otra", key="2")
    own = await put(world, ANA, key="3")
    assert (await put(world, LUCIA, "De su líder", key="3")).id == own.id


async def test_put_does_not_reveal_a_task_that_one_may_not_see(world):
    made = await put(world, ANA)
    with in_use():
        await put(world, LUIS, "Otra")
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await put(world, LUIS, "Otra", responsibleUserIds=[ANA])
    assert await found(world, ANA) == made


async def test_put_makes_no_other_task_where_the_one_of_that_id_was_deleted(world):
    first = await put(world, ANA)
    await world.run(ANA, tasks.delete_task, first.id)
    with not_found(Code.EXTERNAL_ID_NOT_FOUND):
        await found(world, ANA)
    with conflict(Code.EXTERNAL_ID_DELETED, source="todoist", id="6XGgm6"):
        await put(world, ANA)
    second = await world.task(ANA, **THEIRS)
    assert second.id != first.id
    assert await external_id_of(world, ANA, first) == await external_id_of(world, ANA, second)


async def test_of_several_that_were_deleted_the_newest_counts(world):
    for who in (LUIS, ANA):
        task = await world.task(who, **THEIRS)
        await world.run(who, tasks.delete_task, task.id)
    with conflict(Code.EXTERNAL_ID_DELETED, source="todoist", id="6XGgm6"):
        await put(world, ANA)
    assert (await put(world, LUIS)).is_active


async def test_a_deleted_task_is_restored_with_its_id_unless_another_has_it(world):
    first = await put(world, ANA)
    await world.run(ANA, tasks.delete_task, first.id)
    await edit(world, ANA, first, isActive=True)
    assert (await found(world, ANA)).id == first.id
    await world.run(ANA, tasks.delete_task, first.id)
    await world.task(ANA, **THEIRS)
    with in_use():
        await edit(world, ANA, first, isActive=True)
    await name(world, ANA, first, **NONE)
    assert (await edit(world, ANA, first, isActive=True)).is_active


async def test_undo_of_a_deletion_is_refused_where_another_has_the_id(world):
    first = await put(world, ANA)
    await world.run(ANA, tasks.delete_task, first.id)
    (deleted,) = [row for row in await rows_of_journal(world.store) if row.kind == "task.deleted"]
    await world.task(ANA, **THEIRS)
    with in_use():
        await world.run(ANA, undo.undo_change, deleted.seq)


async def test_its_creator_and_its_leader_give_an_id_a_responsible_does_not(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with forbidden(Code.FORBIDDEN):
        await name(world, ANA, task)
    with not_found(Code.TASK_NOT_FOUND):
        await name(world, LUIS, task)
    assert await name(world, LUCIA, task) == ExternalId("todoist", "6XGgm6")
    own = await world.task(ANA)
    await name(world, ANA, own, externalId="2")
    await name(world, LUCIA, own, externalId="3")
    assert (await found(world, ROOT, "3")).id == own.id


async def test_a_task_is_given_its_own_id_again(world):
    task = await world.task(ANA, **THEIRS)
    await name(world, ANA, task)
    assert await name(world, ANA, task, **NONE) == ExternalId(None, None)
    await name(world, ANA, await world.task(ANA))


async def test_the_journal_has_it_and_an_undo_takes_it_back(world):
    task = await world.task(ANA, **THEIRS)
    await name(world, ANA, task, externalId="7")
    made, changed = [row for row in await rows_of_journal(world.store) if row.entity == "task"]
    assert (made.changed["externalSource"], made.changed["externalId"]) == ([None, "todoist"], [None, "6XGgm6"])
    assert (changed.kind, changed.changed) == ("task.updated", {"externalId": ["6XGgm6", "7"]})
    assert (await found(world, ANA, "7")).updated_at == task.updated_at
    await world.run(ANA, undo.undo_change, changed.seq)
    assert await external_id_of(world, ANA, task) == ExternalId("todoist", "6XGgm6")


async def test_a_responsible_does_not_take_back_the_id_that_another_has_given(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await name(world, LUCIA, task)
    row = (await rows_of_journal(world.store))[-1]
    with forbidden(Code.FORBIDDEN):
        await world.run(ANA, undo.undo_change, row.seq)

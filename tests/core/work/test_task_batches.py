"""Many tasks at once: each by the rules of the single operation, all or none, and each person told once."""

import pytest

from core.application.requests import build
from core.base.errors import Conflict, DomainError, FieldCode, Forbidden, Invalid, NotFound
from core.base.model import TaskStatus
from core.records.messages import MessageKind
from core.work import task_batches, tasks
from core.work.task_batches import TaskBatchCreate, TaskBatchDelete, TaskBatchUpdate
from tests.cast import ANA, LUCIA, LUIS
from tests.core.refusals import invalid
from tests.core.world import day

DUE = str(day(5))


def new(words="Revisar", **fields):
    return {"descripcion": words, "fechaCumplir": DUE, **fields}


async def create(world, who, *given):
    return await world.run(who, task_batches.create_tasks, build(TaskBatchCreate, {"tasks": given}))


async def update(world, who, *given):
    return await world.run(who, task_batches.update_tasks, build(TaskBatchUpdate, {"tasks": given}))


async def delete(world, who, *ids):
    return await world.run(who, task_batches.delete_tasks, build(TaskBatchDelete, {"ids": ids}))


async def refusal(call):
    with pytest.raises(DomainError) as caught:
        await call
    return caught.value


async def everything(world):
    return [task for who in (ANA, LUIS) for task in await world.run(who, tasks.list_tasks)]


def told(world, kind=MessageKind.TASK_ASSIGNED):
    return [(each.user_id, each.params) for each in world.store.state.outbox.values() if each.kind is kind]


async def test_tasks_are_made_in_their_order(world):
    made = await create(world, ANA, new("Uno"), new("Dos", prioridad="ALTA"), new("Tres"))
    assert [task.descripcion for task in made] == ["Uno", "Dos", "Tres"]
    assert made == await world.run(ANA, tasks.list_tasks)


async def test_where_one_is_refused_none_is_made_and_every_one_at_fault_is_named(world):
    error = await refusal(
        create(world, ANA, new(), new(fechaCumplir=str(day(-1))), new(responsibleUserIds=[99]), new(leaderUserId=99))
    )
    assert (type(error), [path for path, _ in error.parts]) == (Forbidden, ["tasks[1]", "tasks[2]", "tasks[3]"])
    assert await everything(world) == []
    assert told(world) == []


async def test_a_change_needs_only_what_it_changes(world):
    first, second = await create(world, ANA, new("Uno", prioridad="ALTA"), new("Dos"))
    changed = await update(world, ANA, {"id": second.id, "estatus": "EN_PROCESO"}, {"id": first.id, "descripcion": "1"})
    assert [(task.id, task.estatus, task.descripcion, task.prioridad) for task in changed] == [
        (second.id, TaskStatus.EN_PROCESO, "Dos", "MEDIA"),
        (first.id, TaskStatus.PENDIENTE, "1", "ALTA"),
    ]


async def test_a_change_is_one_that_the_single_operation_allows(world):
    given, own = await world.task(LUCIA, responsibleUserIds=[ANA]), await world.task(ANA)
    await update(world, ANA, {"id": given.id, "prioridad": "ALTA"}, {"id": own.id, "descripcion": "Otra"})
    await update(world, LUCIA, {"id": given.id, "descripcion": "Otra"}, {"id": own.id, "descripcion": "De su líder"})
    error = await refusal(
        update(world, ANA, {"id": own.id, "prioridad": "BAJA"}, {"id": given.id, "descripcion": "Mía"})
    )
    assert (type(error), [path for path, _ in error.parts]) == (Forbidden, ["tasks[1]"])
    assert (await world.run(ANA, tasks.get_task, own.id)).prioridad == "MEDIA"


async def test_the_gravest_kind_of_refusal_is_that_of_the_whole(world):
    hidden, own = await world.task(LUIS), await world.task(ANA, estatus="EN_PROCESO")
    conflicting, invalid_dates = {"id": own.id, "estatus": "PLANEACION"}, {"id": own.id, "fechaCumplir": str(day(-9))}
    given = await world.task(LUCIA, responsibleUserIds=[ANA])
    forbidden = {"id": given.id, "descripcion": "Mía"}
    for patches, kind in (
        ([conflicting, forbidden, {"id": hidden.id}], NotFound),
        ([conflicting, forbidden], Forbidden),
        ([invalid_dates], Invalid),
        ([conflicting], Conflict),
    ):
        error = await refusal(update(world, ANA, *patches))
        assert (type(error), len(error.parts)) == (kind, len(patches))


async def test_tasks_are_deleted_together_or_not_at_all(world):
    own, theirs = await create(world, ANA, new(), new()), await world.task(LUIS)
    error = await refusal(delete(world, ANA, own[0].id, theirs.id))
    assert (type(error), [path for path, _ in error.parts]) == (NotFound, ["ids[1]"])
    assert len(await world.run(ANA, tasks.list_tasks)) == 2
    gone = await delete(world, ANA, own[1].id, own[0].id)
    assert [(task.id, task.is_active) for task in gone] == [(own[1].id, False), (own[0].id, False)]


async def test_a_task_is_named_once(world):
    task = await world.task(ANA)
    with invalid(("tasks[1].id", FieldCode.REPEATED)):
        await update(world, ANA, {"id": task.id}, {"id": task.id})
    with invalid(("ids[1]", FieldCode.REPEATED)):
        await delete(world, ANA, task.id, task.id)


async def test_each_person_is_told_of_all_their_new_tasks_by_one_message(world):
    made = await create(
        world, LUCIA,
        new(responsibleUserIds=[ANA]), new(responsibleUserIds=[LUIS, ANA]), new(responsibleUserIds=[LUCIA]),
    )  # fmt: skip
    first, second, _ = [task.id for task in made]
    assert told(world) == [
        (ANA, {"task_id": first, "by_user_id": LUCIA, "task_ids": [first, second]}),
        (LUIS, {"task_id": second, "by_user_id": LUCIA}),
    ]


async def test_those_who_are_added_by_changes_are_told_by_one_message_and_of_the_changes_too(world):
    made = await create(world, LUCIA, new(responsibleUserIds=[ANA]), new(responsibleUserIds=[ANA]))
    ids = [task.id for task in made]
    await update(world, LUCIA, *({"id": number, "responsibleUserIds": [ANA, LUIS]} for number in ids))
    assert told(world)[1:] == [(LUIS, {"task_id": ids[0], "by_user_id": LUCIA, "task_ids": ids})]
    assert [who for who, _ in told(world, MessageKind.TASK_CHANGED)] == [ANA, ANA]


async def test_two_of_a_batch_cannot_have_the_same_external_id(world):
    theirs = {"externalSource": "todoist", "externalId": "7"}
    error = await refusal(create(world, ANA, new(**theirs), new(**theirs)))
    assert (type(error), [path for path, _ in error.parts]) == (Conflict, ["tasks[1]"])
    assert await everything(world) == []

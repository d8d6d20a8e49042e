"""A write that names what must hold of the thing happens only where it does, in the write's own transaction."""

import pytest

from core.application.use_case import IdempotencyKey, Precondition
from core.base.errors import Code, FieldCode
from core.work import tasks
from tests.cast import ANA, LUCIA, LUIS
from tests.core.refusals import forbidden, invalid, not_found, outdated
from tests.core.world import World, change


@pytest.fixture
async def given(world: World):
    """Lucía's task for Ana."""
    return await world.task(LUCIA, responsibleUserIds=[ANA])


def unchanged(task):
    return Precondition(tasks.get_task, [task.id], lambda found: found == task)


def never(task):
    return Precondition(tasks.get_task, [task.id], lambda _: False)


async def write(world, task, use_case, who, precondition, idempotency_key=None, **fields):
    body = () if use_case is tasks.delete_task else (change(task, {"prioridad": "URGENTE"} | fields),)
    return await world.run(who, use_case, task.id, *body, precondition=precondition, idempotency_key=idempotency_key)


async def test_it_is_done_once_while_the_thing_is_as_it_was(world, given):
    saved = await write(world, given, tasks.update_task, LUCIA, unchanged(given))
    assert saved != given
    with outdated():
        await write(world, given, tasks.update_task, LUCIA, unchanged(given))
    assert await world.get(LUCIA, given) == saved


async def test_what_does_not_hold_changes_nothing(world, given):
    before = world.store.dump()
    with outdated():
        await write(world, given, tasks.update_task, LUCIA, never(given), IdempotencyKey("rest", "1"))
    assert world.store.dump() == before


async def test_the_thing_is_as_the_caller_reads_it(world, given):
    seen = []
    precondition = Precondition(tasks.get_task, [given.id], lambda found: seen.append(found) or True)
    await write(world, given, tasks.update_task, LUCIA, precondition)
    assert [found for found in seen if found != given] == []
    assert seen
    with not_found(Code.TASK_NOT_FOUND):
        await write(world, given, tasks.update_task, LUIS, precondition)


async def test_permission_and_values_are_told_first(world, given):
    with forbidden():
        await write(world, given, tasks.delete_task, ANA, never(given))
    with invalid(("leaderUserId", FieldCode.UNKNOWN_ID)):
        await write(world, given, tasks.update_task, LUCIA, never(given), leaderUserId=999)


async def test_another_conflict_is_told_after(world, given):
    started = await write(world, given, tasks.update_task, LUCIA, None, estatus="EN_PROCESO")
    with outdated():
        await write(world, started, tasks.update_task, LUCIA, never(given), estatus="PLANEACION")


async def test_a_repetition_is_answered_though_the_first_time_changed_the_thing(world, given):
    precondition, idempotency_key = unchanged(given), IdempotencyKey("rest", "1")
    first = await write(world, given, tasks.update_task, LUCIA, precondition, idempotency_key)
    assert await write(world, given, tasks.update_task, LUCIA, precondition, idempotency_key) == first

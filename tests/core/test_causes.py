"""A command that comes again is applied once, and answered with what came of it the first time."""

import pytest

from core import daily_logs, tasks, users
from core.errors import Code
from core.jobs.pruning import prune_causes
from core.requests import build
from core.use_case import Cause
from tests.core.refusals import conflict, forbidden, not_found
from tests.core.world import ALMA, ANA, ERP, LUCIA, LUIS, OPERATOR, TODAY, dated

CAUSE = Cause("telegram", "42", b"digest")


def words(text):
    return build(tasks.CommentRequest, {"comentario": text})


async def comment(world, task, text="Once", cause=CAUSE):
    return await world.run(ANA, tasks.add_comment, task.id, words(text), cause=cause)


async def comments(world, task) -> list[str]:
    return [each.comentario for each in await world.run(ANA, tasks.list_comments, task.id)]


async def test_the_same_cause_is_applied_once_with_the_same_outcome(world):
    task = await world.task(ANA)
    first = await comment(world, task)
    world.clock.advance(minutes=1)
    assert await comment(world, task) == first
    assert await comments(world, task) == ["Once"]


async def test_an_outcome_comes_back_whole(world):
    request = build(tasks.TaskCreate, {"descripcion": "x", "fechaCumplir": TODAY})
    made = [await world.run(ANA, tasks.create_task, request, cause=CAUSE) for _ in range(2)]
    assert made[0] == made[1]
    opened = [await world.run(ANA, daily_logs.open_log, dated(TODAY), cause=CAUSE) for _ in range(2)]
    assert opened[0] == opened[1]
    codes = [await world.run(OPERATOR, users.revoke_tokens, "ana", cause=CAUSE) for _ in range(2)]
    assert codes[0] == codes[1]
    assert codes[0].token_version == 2


async def test_the_outcome_is_the_first_times_even_if_things_changed_since(world):
    await world.task(ANA)
    first = await world.run(ANA, daily_logs.open_log, dated(TODAY), cause=CAUSE)
    await world.percent(ANA, first.items[0].id, 50)
    assert await world.run(ANA, daily_logs.open_log, dated(TODAY), cause=CAUSE) == first
    assert (await world.log(ANA)).items[0].porcentaje == 50


async def test_the_same_key_for_another_request_is_a_conflict(world):
    task = await world.task(ANA)
    await comment(world, task)
    with conflict(Code.CAUSE_REUSED):
        await comment(world, task, "Twice", Cause("telegram", "42", b"other"))
    assert await comments(world, task) == ["Once"]


@pytest.mark.parametrize("other", [Cause("telegram", "43", b"digest"), Cause("rest", "42", b"digest"), None])
async def test_another_cause_is_applied(world, other):
    task = await world.task(ANA)
    await comment(world, task)
    await comment(world, task, "Twice", other)
    assert await comments(world, task) == ["Once", "Twice"]


async def test_one_cause_may_have_several_effects(world):
    task = await world.task(ANA)
    await comment(world, task)
    log = await world.run(ANA, daily_logs.open_log, dated(TODAY), cause=CAUSE)
    assert [item.task_id for item in log.items] == [task.id]


async def test_a_refusal_leaves_no_record(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    request = words("x")
    with not_found(Code.TASK_NOT_FOUND):
        await world.run(ANA, tasks.add_comment, task.id, request, cause=CAUSE)
    assert world.store.state.causes == {}
    await world.team_edit(LUCIA, task, responsibleUserIds=[ANA])
    made = await world.run(ANA, tasks.add_comment, task.id, request, cause=CAUSE)
    assert await world.run(ANA, tasks.list_comments, task.id) == [made]


async def test_reading_leaves_no_record(world):
    task = await world.task(ANA)
    for _ in range(2):
        assert await world.run(ANA, tasks.get_task, task.id, cause=CAUSE) == task
    assert world.store.state.causes == {}


async def test_records_are_kept_for_a_day(world):
    task = await world.task(ANA)
    await comment(world, task)
    world.clock.advance(hours=24)
    assert await world.run(ALMA, prune_causes) == 0
    assert (await comment(world, task)).comentario == "Once"
    world.clock.advance(seconds=1)
    assert await world.run(ERP, prune_causes) == 1
    await comment(world, task, "Again")
    assert await comments(world, task) == ["Once", "Again"]


@pytest.mark.parametrize("who", [ANA, LUCIA])
async def test_members_run_no_jobs(world, who):
    with forbidden():
        await world.run(who, prune_causes)


def test_a_use_case_is_named_after_its_aggregate_and_function():
    assert tasks.add_comment.name == "tasks.add_comment"
    assert (tasks.add_comment.writes, tasks.list_comments.writes) == (True, False)

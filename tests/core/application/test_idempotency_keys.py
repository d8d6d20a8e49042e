"""A command that comes again is applied once, and answered with what came of it the first time."""

from core.application.requests import build
from core.application.use_case import IdempotencyKey
from core.base.errors import Code
from core.jobs.pruning import prune_idempotency_keys
from core.people import users
from core.work import daily_logs, tasks
from tests.cast import ANA, LUCIA, LUIS, OPERATOR, ROBOT, ROOT
from tests.core.refusals import conflict, not_found
from tests.core.world import TODAY, dated, fresh_world
from tests.tables import each_row

KEY = IdempotencyKey("telegram", "42", b"digest")


def words(text):
    return build(tasks.CommentRequest, {"comentario": text})


async def comment(world, task, text="Once", idempotency_key=KEY):
    return await world.run(ANA, tasks.add_comment, task.id, words(text), idempotency_key=idempotency_key)


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
    made = [await world.run(ANA, tasks.create_task, request, idempotency_key=KEY) for _ in range(2)]
    assert made[0] == made[1]
    opened = [await world.run(ANA, daily_logs.open_log, dated(TODAY), idempotency_key=KEY) for _ in range(2)]
    assert opened[0] == opened[1]
    codes = [await world.run(OPERATOR, users.revoke_tokens, "ana", idempotency_key=KEY) for _ in range(2)]
    assert codes[0] == codes[1]
    assert codes[0].token_version == 2


async def test_the_same_key_for_another_request_is_a_conflict(world):
    task = await world.task(ANA)
    await comment(world, task)
    with conflict(Code.IDEMPOTENCY_KEY_REUSED):
        await comment(world, task, "Twice", IdempotencyKey("telegram", "42", b"other"))
    assert await comments(world, task) == ["Once"]


@each_row(
    [IdempotencyKey("telegram", "43", b"digest"), IdempotencyKey("rest", "42", b"digest"), None], world=fresh_world
)
async def test_another_cause_is_applied(world, other):
    task = await world.task(ANA)
    await comment(world, task)
    await comment(world, task, "Twice", other)
    assert await comments(world, task) == ["Once", "Twice"]


async def test_one_cause_may_have_several_effects(world):
    task = await world.task(ANA)
    await comment(world, task)
    log = await world.run(ANA, daily_logs.open_log, dated(TODAY), idempotency_key=KEY)
    assert [item.task_id for item in log.items] == [task.id]


async def test_a_refusal_leaves_no_record(world):
    task = await world.task(LUCIA, responsibleUserIds=[LUIS])
    request = words("x")
    with not_found(Code.TASK_NOT_FOUND):
        await world.run(ANA, tasks.add_comment, task.id, request, idempotency_key=KEY)
    assert world.store.state.idempotency_keys == {}
    await world.team_edit(LUCIA, task, responsibleUserIds=[ANA])
    made = await world.run(ANA, tasks.add_comment, task.id, request, idempotency_key=KEY)
    assert await world.run(ANA, tasks.list_comments, task.id) == [made]


async def test_reading_leaves_no_record(world):
    task = await world.task(ANA)
    for _ in range(2):
        assert await world.run(ANA, tasks.get_task, task.id, idempotency_key=KEY) == task
    assert world.store.state.idempotency_keys == {}


async def test_records_are_kept_for_a_day(world):
    task = await world.task(ANA)
    await comment(world, task)
    await world.rounds(24)
    assert await world.run(ROOT, prune_idempotency_keys) == 0
    assert (await comment(world, task)).comentario == "Once"
    await world.rounds(1)
    assert await world.run(ROBOT, prune_idempotency_keys) == 1
    await comment(world, task, "Again")
    assert await comments(world, task) == ["Once", "Again"]


def test_a_use_case_is_named_after_its_aggregate_and_function():
    assert tasks.add_comment.name == "tasks.add_comment"
    assert (tasks.add_comment.writes, tasks.list_comments.writes) == (True, False)

"""Visibility of tasks: one that the caller may not see looks like one that does not exist."""

from core.base.errors import Code, FieldCode
from core.work import tasks
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROBOT, ROOT, Who
from tests.core.refusals import invalid, not_found
from tests.core.world import STRANGER_ID, day, fresh_world
from tests.tables import each_row

EVERYONE = {LUCIA, ANA, LUIS, MARTA, PEDRO, PABLO, ROOT, ROBOT}
ALL_SEEING = {ROOT, ROBOT}


async def viewers(world, task) -> set[Who]:
    """Return who lists a task; the same people read it, and nobody else."""
    seeing = {who for who in EVERYONE if task.id in await world.listed(who)}
    for who in EVERYONE:
        if who in seeing:
            assert await world.get(who, task) == task
        else:
            with not_found(Code.TASK_NOT_FOUND, id=task.id):
                await world.get(who, task)
    return seeing


async def test_a_members_own_task_is_for_them_and_their_leader(world):
    assert await viewers(world, await world.task(ANA)) == {ANA, LUCIA} | ALL_SEEING


async def test_each_responsibles_leader_sees_the_task(world):
    task = await world.task(ROOT, responsibleUserIds=[ANA, PEDRO], leaderUserId=ROOT)
    assert await viewers(world, task) == {ANA, PEDRO, LUCIA, MARTA} | ALL_SEEING


async def test_the_creator_sees_what_they_gave_away(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], leaderUserId=MARTA)
    task = await world.team_edit(MARTA, task, responsibleUserIds=[PEDRO])
    assert await viewers(world, task) == {LUCIA, PEDRO, MARTA} | ALL_SEEING


async def test_a_creators_leader_sees_what_their_person_created(world):
    task = await world.task(ANA, leaderUserId=MARTA)
    task = await world.team_edit(MARTA, task, responsibleUserIds=[PEDRO])
    assert await viewers(world, task) == {ANA, LUCIA, PEDRO, MARTA} | ALL_SEEING


async def test_what_a_person_who_left_worked_on_is_no_longer_the_teams(world):
    task = await world.task(ANA, leaderUserId=PABLO)
    assert await viewers(world, task) == {ANA, LUCIA, PABLO} | ALL_SEEING
    await world.directory("ana", isActive=False)
    assert task.id not in await world.listed(LUCIA)
    with not_found(Code.TASK_NOT_FOUND):
        await world.get(LUCIA, task)


@each_row([STRANGER_ID, 0, -1], world=fresh_world)
async def test_a_task_that_does_not_exist_is_not_found_by_anyone(world, task_id):
    for who in (ANA, ROOT):
        with not_found(Code.TASK_NOT_FOUND, id=task_id):
            await world.get(who, task_id)


async def test_ones_own_open_tasks_are_those_one_works_on_the_soonest_due_first(world):
    later = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], fechaCumplir=day(9))
    sooner = await world.task(ANA, fechaCumplir=day(2))
    await world.task(ANA, fechaCumplir=day(1), estatus="CERRADA")
    await world.task(ANA, fechaCumplir=day(1), isActive=False)
    await world.task(LUCIA, responsibleUserIds=[LUIS], leaderUserId=ANA)
    assert await world.run(ANA, tasks.my_open_tasks) == [sooner, later]


async def test_an_inverted_range_is_refused(world):
    with invalid(("end", FieldCode.BEFORE)):
        await world.ranged(ANA, day(2), day(1))


@each_row(
    [tasks.update_task, tasks.team_edit_task, tasks.delete_task, tasks.add_comment, tasks.list_comments],
    world=fresh_world,
)
async def test_nothing_can_be_done_to_a_task_one_may_not_see(world, use_case):
    task = await world.task(ANA)
    request = {
        tasks.update_task: tasks.TaskUpdate(descripcion="x", fecha_cumplir=day(1)),
        tasks.team_edit_task: tasks.TaskUpdate(descripcion="x", fecha_cumplir=day(1)),
        tasks.add_comment: tasks.CommentRequest(comentario="x"),
    }.get(use_case)
    with not_found(Code.TASK_NOT_FOUND, id=task.id):
        await world.run(PABLO, use_case, task.id, *([request] if request else []))

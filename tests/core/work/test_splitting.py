"""A task split into several: what they keep, what becomes of it, who may do so, and its undo."""

from core.application.requests import build
from core.base.errors import ChangedSince, Code
from core.base.model import TaskStatus
from core.records.messages import MessageKind
from core.work import changes, day_overview, meeting, splitting, task_lists, undo
from core.work.changes import HistoryRequest
from core.work.daily_logs import DateRequest
from core.work.followers import add_follower
from core.work.meeting import MeetingRequest
from core.work.splitting import SplitRequest
from tests.cast import ANA, LUCIA, LUIS, MARTA, PABLO, PEDRO, ROOT
from tests.core.refusals import conflict, forbidden, not_found, refused
from tests.core.world import TODAY, arrive, day, fresh_world
from tests.tables import each_row

PARTS = ["Medios: TV", "Medios: digital", "Medios: OOH"]


async def split(world, who, task, parts=PARTS):
    return await world.run(who, splitting.split_task, task.id, build(SplitRequest, {"partes": parts}))


async def test_the_parts_are_like_it_and_it_is_closed(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS], prioridad="ALTA")
    done = await split(world, ANA, task)
    assert done.task.estatus is TaskStatus.CERRADA
    assert [part.descripcion for part in done.parts] == PARTS
    kept = ("leader_user_id", "responsible_user_ids", "fecha_cumplir", "fecha_solicitud", "prioridad")
    for part in done.parts:
        assert [getattr(part, name) for name in kept] == [getattr(task, name) for name in kept]
        assert (part.created_by_user_id, part.estatus) == (LUCIA, TaskStatus.PENDIENTE)


async def test_the_parts_of_what_is_planned_are_planned(world):
    done = await split(world, ANA, await world.task(ANA, estatus="PLANEACION"))
    assert {part.estatus for part in done.parts} == {TaskStatus.PLANEACION}


async def test_both_say_what_they_are_of(world):
    task = await world.task(ANA)
    done = await split(world, ANA, task)
    ids = [part.id for part in done.parts]
    assert [part.id for part in (await world.run(ANA, splitting.place_in_split, task.id)).parts] == ids
    assert (await world.run(ANA, splitting.place_in_split, ids[0])).whole.id == task.id
    history = await world.run(ANA, changes.task_history, task.id, HistoryRequest())
    assert any(b"splitInto" in bytes(row.changed) for row in history.rows)


async def test_it_is_neither_in_the_open_day_nor_done(world):
    task = await world.task(ANA)
    (item,) = (await world.open(ANA)).items
    await world.percent(ANA, item.id, 40)
    done = await split(world, ANA, task)
    log = await world.log(ANA)
    assert [each.task_id for each in log.items] == [part.id for part in done.parts]
    assert [each.porcentaje for each in log.items] == [0, 0, 0]
    assert await mean(world) == 0
    assert await world.run(ANA, task_lists.tasks_of, ANA, TaskStatus.CERRADA) == []
    for about in ({}, {"q": task.descripcion}):
        found = await world.run(LUCIA, meeting.meeting, MeetingRequest(desde=TODAY, hasta=TODAY, **about))
        assert found.closed == []


async def mean(world):
    """Return the mean percentage of Ana's day, as her leader reads it."""
    days = await world.run(LUCIA, day_overview.team_people, DateRequest(fecha=TODAY))
    return next(each.porcentaje for each in days if each.user_id == ANA)


async def test_a_part_is_told_only_to_those_who_may_read_it(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    first, *_ = (await split(world, ANA, task)).parts
    await world.run(LUCIA, add_follower, task.id, PABLO)
    await world.run(LUCIA, add_follower, first.id, LUIS)
    assert (await world.run(PABLO, splitting.place_in_split, task.id)).parts == []
    assert (await world.run(LUIS, splitting.place_in_split, first.id)).whole is None


async def test_reopened_it_is_no_longer_split_and_stands_in_the_day_again(world):
    task = await world.task(ANA)
    (item,) = (await world.open(ANA)).items
    await world.percent(ANA, item.id, 40)
    done = await split(world, ANA, task)
    again = await world.edit(ANA, done.task, estatus="EN_PROCESO")
    assert (await world.run(ANA, splitting.place_in_split, task.id)).parts == []
    assert {each.task_id for each in (await world.log(ANA)).items} == {task.id, *(part.id for part in done.parts)}
    assert await mean(world) == 40 // 4
    closed = await world.edit(ANA, again, estatus="CERRADA")
    assert await world.run(ANA, task_lists.tasks_of, ANA, TaskStatus.CERRADA) == [closed]


async def test_an_undo_brings_it_back_whole(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    (item,) = (await world.open(ANA)).items
    await world.percent(ANA, item.id, 40)
    done = await split(world, ANA, task)
    await world.run(ANA, undo.undo_change, await latest(world, task))
    again = await world.get(ANA, task)
    assert (again.estatus, again.fecha_cierre) == (TaskStatus.EN_PROCESO, None)
    assert [(each.task_id, each.porcentaje) for each in (await world.log(ANA)).items] == [(task.id, 40)]
    for part in done.parts:
        assert not (await world.get(ANA, part)).is_active
    assert not (await world.run(ANA, splitting.place_in_split, task.id)).parts


async def test_an_undo_is_told_of_the_task_alone(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    await split(world, ANA, task)
    arrive(world)
    world.clock.advance(minutes=1)
    before = len(world.store.state.outbox)
    await world.run(ANA, undo.undo_change, await latest(world, task))
    told = [*world.store.state.outbox.values()][before:]
    assert {(each.user_id, each.params["task_id"]) for each in told} == {(LUCIA, task.id), (LUIS, task.id)}


async def test_who_did_not_split_it_takes_it_back_only_if_they_may_delete_a_task(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    await split(world, ANA, task)
    seq = await latest(world, task)
    with forbidden():
        await world.run(LUIS, undo.undo_change, seq)
    await world.run(LUCIA, undo.undo_change, seq)
    assert (await world.get(ANA, task)).is_open


async def latest(world, task):
    history = await world.run(ANA, changes.task_history, task.id, HistoryRequest())
    return history.rows[0].seq


async def test_a_part_that_was_worked_on_keeps_it_split(world):
    task = await world.task(ANA)
    done = await split(world, ANA, task)
    await world.edit(ANA, done.parts[0], prioridad="URGENTE")
    seq = await latest(world, task)
    with refused(ChangedSince, Code.CHANGED_SINCE, fields=("prioridad",)):
        await world.run(ANA, undo.undo_change, seq)


async def test_the_others_are_told_once(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    before = len(world.told(MessageKind.TASK_ASSIGNED))
    await split(world, ANA, task)
    assert sorted(person for person, _ in world.told(MessageKind.TASK_CHANGED)) == [LUCIA, LUIS]
    assert len(world.told(MessageKind.TASK_ASSIGNED)) == before


@each_row([LUIS, PABLO], world=fresh_world)
async def test_others_do_not_find_it(world, who):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    with not_found(Code.TASK_NOT_FOUND, id=task.id):
        await split(world, who, task)


async def test_its_creator_splits_it_and_the_creators_leader_does_not(world):
    of_ana = await world.task(ANA)
    await world.edit(ROOT, of_ana, responsibleUserIds=[PEDRO], leaderUserId=MARTA)
    with forbidden():
        await split(world, LUCIA, of_ana)
    assert len((await split(world, ANA, of_ana)).parts) == len(PARTS)


async def test_a_leader_splits_it_and_what_is_closed_is_not_split(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA], fechaCumplir=day(3))
    await split(world, LUCIA, task)
    with conflict(Code.TASK_NOT_OPEN, id=task.id):
        await split(world, LUCIA, task)


async def test_a_follower_does_not_split_it(world):
    task = await world.task(LUCIA, responsibleUserIds=[ANA])
    await world.run(LUCIA, add_follower, task.id, LUIS)
    with forbidden():
        await split(world, LUIS, task)

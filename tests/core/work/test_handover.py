"""Handover of what somebody who leaves has in hand: at once, told once, and taken back as one."""

import msgspec

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.records.journal import Entity
from core.records.messages import MessageKind
from core.work import handover, task_rules, undo
from core.work.handover import HandoverRequest, LeftBehind
from core.work.task_rules import TaskRuleCreate
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import STRANGER_ID, day, fresh_world
from tests.tables import each_row

RULE = {
    "descripcion": "Reporte",
    "responsibleUserIds": [ANA],
    "fechaCumplir": day(7),
    "recurrenceType": "WEEKLY",
    "weekdays": [5],
}


def to(who):
    return build(HandoverRequest, {"toUserId": who})


async def pass_on(world, who, person=ANA, successor=LUIS):
    return await world.run(who, handover.hand_over_all, person, to(successor))


async def rule_of(world, rule_id):
    return await world.store.read(lambda uow: uow.task_rules.get(rule_id))


def told(world, kind=MessageKind.HANDED_OVER):
    return {each.user_id: each.params for each in world.store.state.outbox.values() if each.kind is kind}


async def test_open_tasks_go_to_the_successor_wherever_the_person_is_named(world):
    alone = await world.task(ANA)
    both = await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])
    led = await world.task(PABLO, leaderUserId=ANA)
    closed = await world.task(ANA)
    await world.edit(ANA, closed, estatus="EN_PROCESO")
    await world.edit(ANA, closed, estatus="CERRADA")
    others = await world.task(LUIS)
    found = await pass_on(world, LUCIA)
    assert [task.id for task in found.tasks] == [alone.id, both.id, led.id]
    tasks = world.store.state.tasks
    assert [tasks[each.id].responsible_user_ids for each in (alone, both, led)] == [[LUIS], [LUIS], [PABLO]]
    assert tasks[led.id].leader_user_id == LUIS
    assert tasks[alone.id].leader_user_id == LUCIA
    assert tasks[closed.id].responsible_user_ids == [ANA]
    assert tasks[others.id] == others
    assert tasks[alone.id].created_by_user_id == ANA


async def test_events_to_come_that_others_have_to_do_with_get_another_creator(world):
    shared = await world.event(ANA, isPublic=False)
    world.joins(LUCIA, shared)
    world.joins(ANA, shared)
    public = await world.event(ANA, isPublic=True)
    own = await world.event(ANA, isPublic=False, title="Médico")
    past = await world.event(ANA, isPublic=True, startDatetime="2026-11-19T10:00", endDatetime="2026-11-19T11:00")
    theirs = await world.event(LUIS, isPublic=True)
    found = await pass_on(world, LUCIA)
    assert [event.id for event in found.events] == [shared.id, public.id]
    creators = {event.id: event.created_by_user_id for event in world.store.state.events.values()}
    assert creators == {shared.id: LUIS, public.id: LUIS, own.id: ANA, past.id: ANA, theirs.id: LUIS}
    assert sorted(world.attached()[0]) == [(shared.id, LUCIA), (shared.id, LUIS)]


async def test_who_takes_part_already_takes_part_once(world):
    event = await world.event(ANA, isPublic=False)
    world.joins(ANA, event)
    world.joins(LUIS, event)
    await pass_on(world, ROOT)
    assert world.attached()[0] == [(event.id, LUIS)]


async def test_a_series_is_changed_by_its_new_creator(world):
    made = await world.series(ANA, isPublic=True)
    await pass_on(world, LUCIA)
    assert await world.edit_series(LUIS, made.series_id, title="Otra") == 3
    with forbidden():
        await world.edit_series(ANA, made.series_id, title="Ya no")


async def test_rules_of_tasks_go_along_and_ended_ones_stay(world):
    rule = await world.run(ANA, task_rules.create_rule, build(TaskRuleCreate, RULE))
    ended = await world.run(ANA, task_rules.create_rule, build(TaskRuleCreate, RULE))
    await world.run(ANA, task_rules.end_rule, ended.id)
    found = await pass_on(world, LUCIA)
    assert [each.id for each in found.rules] == [rule.id]
    passed, left = [await rule_of(world, each.id) for each in (rule, ended)]
    assert (passed.created_by_user_id, passed.responsible_user_ids) == (LUIS, [LUIS])
    assert left.created_by_user_id == ANA


async def test_each_of_those_concerned_has_one_message_with_what_concerns_them(world):
    first = await world.task(PABLO, responsibleUserIds=[PABLO])
    await world.edit(ROOT, first, responsibleUserIds=[PABLO, ANA])
    second = await world.task(ANA)
    event = await world.event(ANA, isPublic=True)
    before = len(world.store.state.outbox)
    await pass_on(world, LUCIA)
    about = {"person_id": ANA, "to_user_id": LUIS, "by_user_id": LUCIA}
    all_of_it = {"task_ids": [first.id, second.id], "event_ids": [event.id], "rule_ids": []}
    assert told(world) == {
        ANA: about | all_of_it | {"titles": f"{first.descripcion}\n{second.descripcion}\n{event.title}"},
        PABLO: about | {"task_ids": [first.id]},
        LUIS: about | all_of_it,
    }
    assert len(world.store.state.outbox) == before + 3


@each_row([LUCIA, ROOT, OPERATOR], world=fresh_world)
async def test_a_leader_and_admins_pass_on_and_of_who_has_left_too(world, who):
    task = await world.task(ANA)
    await world.directory("ana", isActive=False)
    assert (await world.run(who, handover.view_handover, ANA)).in_hand.tasks == [task]
    await pass_on(world, who)
    assert world.store.state.tasks[task.id].responsible_user_ids == [LUIS]


@each_row([ANA, LUIS, MARTA, PABLO, ROBOT], world=fresh_world)
async def test_nobody_else_passes_on_or_sees_what_would_be(world, who):
    task = await world.task(ANA)
    with forbidden():
        await pass_on(world, who)
    with forbidden():
        await world.run(who, handover.view_handover, ANA)
    assert world.store.state.tasks[task.id] == task


async def test_it_goes_to_an_active_colleague_whom_one_may_give_tasks(world):
    await world.task(ANA)
    unknown = dict.fromkeys((ROBOT, ANA, STRANGER_ID), FieldCode.UNKNOWN_ID)
    for successor, code in {INES: FieldCode.INACTIVE_USER, **unknown}.items():
        with invalid(("toUserId", code)):
            await pass_on(world, ROOT, successor=successor)
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await pass_on(world, LUCIA, successor=PEDRO)
    view = await world.run(LUCIA, handover.view_handover, ANA)
    assert [person.id for person in view.successors] == [LUCIA, LUIS]
    await pass_on(world, LUCIA, successor=LUCIA)
    assert LUCIA not in told(world)


async def test_nothing_is_nothing_to_pass_on(world):
    with conflict(Code.NOTHING_IN_HAND, name="Ana"):
        await pass_on(world, LUCIA)
    with not_found(Code.USER_NOT_FOUND, username="#999"):
        await pass_on(world, ROOT, person=999)


@each_row([LUCIA, ROOT], world=fresh_world)
async def test_it_is_taken_back_as_one(world, who):
    tasks = [await world.task(ANA), await world.task(LUCIA, responsibleUserIds=[ANA, LUIS])]
    event = await world.event(ANA, isPublic=False)
    world.joins(LUCIA, event)
    world.joins(ANA, event)
    rule = await world.run(ANA, task_rules.create_rule, build(TaskRuleCreate, RULE))
    responsibles = {each.id: each.responsible_user_ids for each in world.store.state.tasks.values()}
    attached = sorted(world.attached()[0])
    await pass_on(world, who)
    rows = await world.store.read(lambda uow: uow.journal.of_thing(Entity.TASK, tasks[0].id, 2**53, 1))
    await world.run(who, undo.undo_change, rows[0].seq)
    after = world.store.state
    assert {each.id: each.responsible_user_ids for each in after.tasks.values()} == responsibles
    assert after.events[event.id].created_by_user_id == ANA
    assert sorted(world.attached()[0]) == attached
    assert await rule_of(world, rule.id) == msgspec.structs.replace(rule, updated_at=world.clock.now())


async def test_a_leader_takes_back_no_change_of_others_events(world):
    """A leader takes back only what was passed on within their own team."""
    event = await world.event(PEDRO, isPublic=True)
    await world.run(ROOT, handover.hand_over_all, PEDRO, to(ANA))
    (row,) = await world.store.read(lambda uow: uow.journal.of_thing(Entity.EVENT, event.id, 2**53, 1))
    with forbidden():
        await world.run(LUCIA, undo.undo_change, row.seq)
    await world.run(ROOT, undo.undo_change, row.seq)
    assert world.store.state.events[event.id].created_by_user_id == PEDRO


async def test_how_far_the_work_was_and_why_it_was_red_is_there_for_who_takes_over_until_they_report(world):
    task = await world.task(LUIS)
    item = (await world.open(LUIS)).items[0]
    await world.percent(LUIS, item.id, 70)
    await world.light(LUIS, item.id, "ROJO")
    await world.why_red(LUIS, task, "Missing invoice")
    await world.team_edit(LUCIA, task, responsibleUserIds=[ANA])
    item = (await world.open(ANA)).items[0]
    assert await world.run(ANA, handover.left_behind, task.id) == LeftBehind("Luis", 70, "Missing invoice")
    assert await world.run(LUCIA, handover.left_behind, task.id) is None
    await world.percent(ANA, item.id, 10)
    assert await world.run(ANA, handover.left_behind, task.id) is None


async def test_the_successor_alone_is_told_how_far_each_task_is(world):
    task = await world.task(ANA)
    await world.percent(ANA, (await world.open(ANA)).items[0].id, 70)
    found = await pass_on(world, LUCIA)
    assert found.progress == {task.id: 70}
    ids = handover.passed_ids({"task_ids": [task.id]})
    seen = {who: await world.run(who, handover.passed_on, int(ANA), int(LUIS), ids) for who in (LUIS, ANA)}
    assert {who: each.progress for who, each in seen.items()} == {LUIS: {task.id: 70}, ANA: {}}


async def test_a_rule_that_is_gone_is_not_among_what_was_passed_on(world):
    task = await world.task(LUIS)
    ids = handover.passed_ids({"task_ids": [task.id], "rule_ids": [STRANGER_ID]})
    assert (await world.run(LUIS, handover.passed_on, int(ANA), int(LUIS), ids)).rules == []

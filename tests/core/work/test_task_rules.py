"""Task rules: what they make and when, what holds them up, who may see and change them. It is Friday, 20 November."""

from datetime import date, timedelta

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Priority, TaskStatus
from core.base.settings import Settings
from core.jobs.planning_sync import sync_planning
from core.records.messages import MessageKind
from core.records.work import RuleState
from core.work import task_rules
from core.work.task_rules import TaskRuleCreate, TaskRuleUpdate
from tests.cast import ANA, INES, LUCIA, LUIS, MARTA, OPERATOR, PABLO, PEDRO, ROBOT, ROOT
from tests.core.job_steps import run
from tests.core.refusals import conflict, forbidden, invalid, not_found
from tests.core.world import TODAY, World, day, fresh_world
from tests.tables import each_row

FRIDAYS = {"descripcion": "Report", "recurrenceType": "WEEKLY", "weekdays": [5]}


async def rule(world, who=ANA, **fields):
    return await world.run(who, task_rules.create_rule, build(TaskRuleCreate, FRIDAYS | fields))


async def change(world, made, who=ANA, **fields):
    return await world.run(who, task_rules.update_rule, made.id, build(TaskRuleUpdate, fields))


async def now(world, made, who=ROOT):
    return await world.run(who, task_rules.get_rule, made.id)


async def due(world):
    """Return when each of the tasks that are there is due, in days from today."""
    return [(task.fecha_cumplir - TODAY).days for task in world.store.state.tasks.values()]


async def close(world, task_id):
    await world.edit(ROOT, await world.get(ROOT, task_id), estatus="CERRADA")


async def done(world, who=ANA, **fields):
    """A rule whose first task is closed."""
    made = await rule(world, who, **fields)
    await close(world, made.task_id)
    return made


async def on_day(world, offset):
    """The job of that day; how many tasks it makes."""
    world.clock.set(world.clock.now() + timedelta(days=offset - (world.clock.now().date() - TODAY).days))
    return (await run(world, sync_planning))["made"]


async def test_a_rule_makes_its_first_task_at_once(world):
    made = await rule(world, prioridad="ALTA", weekdays=[1, 5])
    task = await world.get(ANA, made.task_id)
    assert (task.descripcion, task.fecha_cumplir, task.estatus) == ("Report", TODAY, TaskStatus.PENDIENTE)
    assert (task.prioridad, task.responsible_user_ids, task.leader_user_id) == (Priority.ALTA, [ANA], LUCIA)
    assert (made.state, made.last_on, made.task_count, made.created_by_user_id) == (RuleState.ACTIVE, TODAY, 1, ANA)
    assert await now(world, made) == made


async def test_without_a_weekday_or_day_it_is_that_of_the_start(world):
    assert (await rule(world, weekdays=None, startsOn=day(4))).weekdays == [2]
    monthly = await rule(world, recurrenceType="MONTHLY", weekdays=None, startsOn=day(4))
    assert (monthly.day_of_month, monthly.last_on) == (24, day(4))


async def test_a_task_of_a_later_start_is_there_at_once(world):
    made = await rule(world, startsOn=day(3))
    task = await world.get(ANA, made.task_id)
    assert (task.fecha_solicitud, task.fecha_cumplir, task.estatus) == (TODAY, day(7), TaskStatus.PENDIENTE)


async def test_the_next_task_is_made_on_the_day_of_the_last_one_not_when_it_is_closed(world):
    made = await done(world, startsOn=day(1))
    assert [await on_day(world, offset) for offset in (1, 6, 7, 8)] == [0, 0, 1, 0]
    assert await due(world) == [7, 14]
    again = await now(world, made)
    assert (again.last_on, again.task_count, again.state) == (day(14), 2, RuleState.ACTIVE)


async def test_run_twice_it_makes_one(world):
    await done(world)
    assert [(await run(world, sync_planning))["made"] for _ in range(3)] == [1, 0, 0]


async def test_while_the_last_task_is_open_the_rule_waits_and_says_so(world):
    made = await rule(world)
    assert [await on_day(world, offset) for offset in (0, 7, 9)] == [0, 0, 0]
    assert (await now(world, made)).state is RuleState.WAITING
    await close(world, made.task_id)
    assert await due(world) == [0, 14], "one, at once, on the next date: not a heap"
    assert (await now(world, made)).state is RuleState.ACTIVE
    assert await on_day(world, 10) == 0


async def test_a_deleted_task_holds_nothing_up(world):
    made = await rule(world)
    assert await on_day(world, 0) == 0
    await world.delete(ANA, await world.get(ANA, made.task_id))
    assert await due(world) == [0, 7]


async def test_who_closes_what_a_rule_waits_for_is_not_who_makes_the_next(world):
    made = await rule(world, LUCIA, responsibleUserIds=[ANA])
    await on_day(world, 0)
    await world.edit(ANA, await world.get(ANA, made.task_id), estatus="CERRADA")
    task = await world.get(ANA, (await now(world, made)).task_id)
    assert (task.created_by_user_id, task.fecha_cumplir) == (LUCIA, day(7))
    assert (ANA, {"task_id": task.id, "by_user_id": LUCIA}) in world.told(MessageKind.TASK_ASSIGNED)


async def test_more_open_tasks_are_a_matter_of_the_installation():
    world = World(Settings(rule_open_tasks=2))
    await rule(world)
    assert [await on_day(world, offset) for offset in (0, 7, 14)] == [1, 0, 0]
    assert await due(world) == [0, 7]


async def test_after_an_outage_it_makes_one(world):
    await done(world)
    assert await on_day(world, 26) == 1
    assert await due(world) == [0, 28]


@each_row([{"occurrenceCount": 2}, {"endsOn": day(13)}], world=fresh_world)
async def test_after_the_last_date_it_ends(world, end):
    made = await done(world, **end)
    assert await on_day(world, 0) == 1
    assert (await now(world, made)).state is RuleState.ACTIVE
    assert await on_day(world, 7) == 0
    assert (await now(world, made)).state is RuleState.ENDED
    assert await world.run(ANA, task_rules.list_rules) == []


async def test_those_it_is_made_for_are_told_as_of_any_assignment(world):
    made = await rule(world, LUCIA, responsibleUserIds=[ANA, LUCIA])
    first = world.told(MessageKind.TASK_ASSIGNED)
    assert first == [(ANA, {"task_id": made.task_id, "by_user_id": LUCIA})]
    await close(world, made.task_id)
    await on_day(world, 0)
    after = (await now(world, made)).task_id
    assert world.told(MessageKind.TASK_ASSIGNED) == [*first, (ANA, {"task_id": after, "by_user_id": LUCIA})]


async def test_who_has_left_is_left_out(world):
    made = await done(world, LUCIA, responsibleUserIds=[ANA, LUIS])
    await world.directory("ana", isActive=False)
    assert await on_day(world, 0) == 1
    assert (await world.get(ROOT, (await now(world, made)).task_id)).responsible_user_ids == [LUIS]


@each_row(
    [(LUCIA, "ana", {"isActive": False}), (LUCIA, "ana", {"leader": "marta"}), (ROBOT, "robot", {"isActive": False})],
    world=fresh_world,
)
async def test_one_that_can_make_no_task_is_paused_and_somebody_told_once(world, creator, username, change):
    """Nobody is left to do it, its creator may not assign them any more, or has left."""
    made = await done(world, creator, responsibleUserIds=[ANA])
    await world.directory(username, **change)
    assert [await on_day(world, offset) for offset in (0, 7)] == [0, 0]
    assert (await now(world, made)).state is RuleState.PAUSED
    assert world.told(MessageKind.RULE_PAUSED) == [(LUCIA, {"rule_id": made.id})]


async def test_a_rule_of_somebody_who_left_is_taken_over_by_who_resumes_it(world):
    made = await done(world, ANA)
    await change(world, made, LUCIA, responsibleUserIds=[LUIS])
    await world.directory("ana", isActive=False)
    assert await on_day(world, 0) == 0
    assert world.told(MessageKind.RULE_PAUSED) == [(LUCIA, {"rule_id": made.id})]
    resumed = await change(world, made, LUCIA, paused=False)
    assert (resumed.state, resumed.created_by_user_id) == (RuleState.ACTIVE, LUCIA)
    assert await on_day(world, 7) == 1


async def test_a_paused_rule_makes_nothing_until_it_is_resumed(world):
    made = await done(world)
    assert (await change(world, made, paused=True)).state is RuleState.PAUSED
    assert await on_day(world, 7) == 0
    assert (await change(world, made, paused=False)).state is RuleState.ACTIVE
    assert await on_day(world, 7) == 1
    assert await due(world) == [0, 7]


async def test_an_ended_rule_is_kept_and_no_longer_changes(world):
    made = await done(world)
    ended = await world.run(ANA, task_rules.end_rule, made.id)
    assert ended.state is RuleState.ENDED
    assert await world.run(ANA, task_rules.end_rule, made.id) == ended
    assert await now(world, made, ANA) == ended
    with conflict(Code.RULE_ENDED):
        await change(world, made, paused=True)
    assert await on_day(world, 7) == 0


async def test_a_change_is_of_the_tasks_to_come(world):
    made = await done(world)
    changed = await change(
        world, made, descripcion="Minutes", prioridad="BAJA", recurrenceType="MONTHLY", dayOfMonth=30
    )
    assert (changed.weekdays, changed.day_of_month) == ([], 30)
    await on_day(world, 0)
    task = await world.get(ANA, (await now(world, made)).task_id)
    assert (task.descripcion, task.prioridad, task.fecha_cumplir) == ("Minutes", Priority.BAJA, date(2026, 11, 30))
    assert (await world.get(ANA, made.task_id)).descripcion == "Report"


async def test_a_change_that_changes_nothing_keeps_its_time(world):
    made = await rule(world)
    world.clock.advance(hours=1)
    assert await change(world, made, descripcion="Report", paused=False) == made


@each_row(
    [
        ({"weekdays": [0]}, "weekdays[0]", FieldCode.OUT_OF_RANGE),
        ({"dayOfMonth": 3}, "dayOfMonth", FieldCode.NOT_APPLICABLE),
        ({"recurrenceType": "MONTHLY"}, "weekdays", FieldCode.NOT_APPLICABLE),
        ({"startsOn": day(-1)}, "startsOn", FieldCode.PAST),
        ({"startsOn": day(367)}, "startsOn", FieldCode.TOO_FAR_AHEAD),
        ({"endsOn": day(-1)}, "endsOn", FieldCode.NO_OCCURRENCES),
        ({"occurrenceCount": 0}, "occurrenceCount", FieldCode.OUT_OF_RANGE),
        ({"responsibleUserIds": []}, "responsibleUserIds", FieldCode.EMPTY),
    ],
    world=fresh_world,
)
async def test_what_makes_no_rule_is_refused_with_its_field(world, fields, field, code):
    with invalid((field, code)):
        await rule(world, **fields)
    assert world.store.state.tasks == {}


async def test_who_may_create_it_is_who_may_create_such_a_task(world):
    await rule(world, LUCIA, responsibleUserIds=[ANA, LUIS])
    await rule(world, ROBOT, responsibleUserIds=[PEDRO])
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await rule(world, ANA, responsibleUserIds=[LUIS])
    with invalid(("responsibleUserIds[0]", FieldCode.INACTIVE_USER)):
        await rule(world, ROOT, responsibleUserIds=[INES])
    with invalid(("responsibleUserIds[0]", FieldCode.UNKNOWN_ID)):
        await rule(world, ROOT, responsibleUserIds=[999])


async def test_those_concerned_read_it_and_others_do_not(world):
    made = await rule(world, MARTA, responsibleUserIds=[PEDRO])
    for who in (MARTA, PEDRO, ROOT, ROBOT):
        assert await now(world, made, who) == made
        assert await world.run(who, task_rules.list_rules) == [made]
    for who in (ANA, PABLO):
        with not_found(Code.RULE_NOT_FOUND):
            await now(world, made, who)
        assert await world.run(who, task_rules.list_rules) == []
        assert await world.run(who, task_rules.rule_of_task, made.task_id) is None


async def test_its_creator_and_leaders_change_it_and_its_responsible_does_not(world):
    made = await rule(world, ROBOT, responsibleUserIds=[ANA])
    for who in (ROBOT, LUCIA, ROOT):
        await change(world, made, who, paused=who is not LUCIA)
        assert (await world.run(who, task_rules.rule_of_task, made.task_id)).writable
    for act in (change(world, made, ANA, paused=False), world.run(ANA, task_rules.end_rule, made.id)):
        with forbidden():
            await act
    assert not (await world.run(ANA, task_rules.rule_of_task, made.task_id)).writable
    with not_found(Code.RULE_NOT_FOUND):
        await change(world, made, PABLO, paused=False)


async def test_new_people_of_a_rule_are_those_whom_one_may_assign(world):
    made = await rule(world, LUCIA, responsibleUserIds=[ANA])
    assert (await change(world, made, LUCIA, responsibleUserIds=[LUIS])).responsible_user_ids == [LUIS]
    with forbidden(Code.RESPONSIBLES_OUT_OF_REACH):
        await change(world, made, LUCIA, responsibleUserIds=[PEDRO])
    with forbidden(Code.LEADER_OUT_OF_REACH):
        await change(world, await rule(world, PABLO), PABLO, leaderUserId=int(MARTA))


async def test_its_card_tells_the_next_date(world):
    made = await rule(world, startsOn=day(1), weekdays=[5])
    view = await world.run(ANA, task_rules.rule_of_task, made.task_id)
    assert (view.rule, view.following.due) == (made, day(14))
    assert [each.rule for each in await world.run(ANA, task_rules.my_rules)] == [made]
    assert await world.run(LUCIA, task_rules.my_rules) == [], "her people's are not hers"
    await world.run(OPERATOR, task_rules.end_rule, made.id)
    assert await world.run(ANA, task_rules.rule_of_task, made.task_id) is None


async def test_the_next_date_goes_by_the_holidays_of_its_responsibles(world):
    await world.directory("luis", holidays="CO")
    immaculate, before = date(2026, 12, 8), date(2026, 12, 7)
    tuesdays = {"responsibleUserIds": [LUIS], "startsOn": "2026-12-01", "weekdays": [2]}
    made = await rule(world, LUCIA, **tuesdays)
    assert (await world.run(LUCIA, task_rules.rule_of_task, made.task_id)).following.due == before
    assert [each.following.due for each in await world.run(LUIS, task_rules.my_rules)] == [before]
    for people, due_on in (([LUIS], before), ([LUIS, ANA], immaculate), ([], immaculate)):
        asked = (made.recurrence, immaculate, people, 1)
        assert [each.due for each in await world.run(LUCIA, task_rules.first_dates, *asked)] == [due_on]
    await close(world, made.task_id)
    assert await on_day(world, 11) == 1
    assert await due(world) == [11, (before - TODAY).days]

"""Task rules are kept whole, listed for those who may see them, and found by their day and their tasks."""

from datetime import timedelta

import msgspec
import pytest

from core.base.model import Priority, RecurrenceType, Role, TaskStatus
from core.base.paging import WHOLE, Page
from core.records.people import Actor
from core.records.work import RuleState, TaskRule
from core.work.task_rules import visible
from tests.cast import TODAY, day
from tests.storage.rows import NOW, add_task, add_users, as_actor


@pytest.fixture
async def people(store):
    """Lucía leads Ana; Luis and Pablo lead nobody."""
    (lucia,) = await add_users(store, "lucia")
    (ana,) = await add_users(store, "ana", leader_user_id=lucia)
    return [lucia, ana, *await add_users(store, "luis", "pablo")]


async def add(store, creator, responsibles, **fields):
    task = await add_task(store, *responsibles)
    new = TaskRule(
        **{
            "id": 0,
            "descripcion": "Revisar <b> 🚦",
            "prioridad": Priority.ALTA,
            "leader_user_id": None,
            "responsible_user_ids": responsibles,
            "recurrence_type": RecurrenceType.WEEKLY,
            "weekdays": [1, 5],
            "day_of_month": None,
            "occurrence_count": None,
            "starts_on": TODAY,
            "ends_on": None,
            "state": RuleState.ACTIVE,
            "last_on": TODAY,
            "task_id": task.id,
            "task_count": 1,
            "created_by_user_id": creator,
            "created_at": NOW,
            "updated_at": NOW,
        }
        | fields
    )
    return await store.write(lambda uow: uow.task_rules.add(new))


async def listed(store, viewer: Actor, page=WHOLE):
    found = await store.read(lambda uow: uow.task_rules.list(viewer, page))
    return [rule.id for rule in found]


async def change(store, rule, **fields):
    changed = msgspec.structs.replace(rule, **fields)
    await store.write(lambda uow: uow.task_rules.update(changed))
    return changed


async def test_a_rule_comes_back_as_it_was_and_as_it_is_changed(store, people):
    _, ana, luis, pablo = people
    rule = await add(store, pablo, [luis, ana])
    assert await store.read(lambda uow: uow.task_rules.get(rule.id)) == rule
    assert await store.read(lambda uow: uow.task_rules.get(99)) is None
    task = await add_task(store, ana)
    changed = await change(
        store,
        rule,
        responsible_user_ids=[ana, pablo],
        leader_user_id=luis,
        recurrence_type=RecurrenceType.MONTHLY,
        weekdays=[],
        day_of_month=31,
        occurrence_count=5,
        ends_on=day(60),
        state=RuleState.PAUSED,
        last_on=day(7),
        task_id=task.id,
        task_count=2,
        updated_at=NOW + timedelta(hours=1),
    )
    assert await store.read(lambda uow: uow.task_rules.get(rule.id)) == changed
    for task_id in (rule.task_id, task.id):
        assert await store.read(lambda uow, task_id=task_id: uow.task_rules.of_task(task_id)) == changed
    assert await store.read(lambda uow: uow.task_rules.of_task(99)) is None


async def test_a_list_has_what_its_viewer_may_see_and_nothing_that_has_ended(store, people):
    lucia, ana, luis, pablo = people
    rules = [
        await add(store, luis, [luis]),
        await add(store, luis, [ana, luis]),
        await add(store, luis, [luis], leader_user_id=pablo),
        await add(store, ana, [ana], state=RuleState.PAUSED),
    ]
    await add(store, ana, [ana], state=RuleState.ENDED)
    for person in people:
        viewer = await as_actor(store, person)
        assert await listed(store, viewer) == [rule.id for rule in rules if visible(viewer, rule)]
    assert await listed(store, await as_actor(store, lucia)) == [rules[1].id, rules[3].id]
    assert await listed(store, await as_actor(store, pablo)) == [rules[2].id]
    (root,) = await add_users(store, "root", role=Role.ADMIN)
    everything = await as_actor(store, root)
    assert await listed(store, everything) == [rule.id for rule in rules]
    assert await listed(store, everything, Page(after_id=rules[0].id, limit=2)) == [rules[1].id, rules[2].id]


async def test_those_are_due_whose_day_has_come(store, people):
    ana = people[1]
    rules = [
        await add(store, ana, [ana], last_on=on, state=state)
        for on, state in (
            (day(1), RuleState.ACTIVE),
            (TODAY, RuleState.WAITING),
            (TODAY, RuleState.PAUSED),
            (day(-1), RuleState.ENDED),
            (day(-1), RuleState.ACTIVE),
        )
    ]
    due = await store.read(lambda uow: uow.task_rules.due(TODAY))
    assert [rule.id for rule in due] == [rules[4].id, rules[1].id]


async def test_its_open_tasks_are_counted(store, people):
    ana = people[1]
    rule = await add(store, ana, [ana])
    await add(store, ana, [ana])
    for fields in ({}, {"estatus": TaskStatus.CERRADA}, {"is_active": False}):
        task = await add_task(store, ana, **fields)
        rule = await change(store, rule, task_id=task.id)
    assert await store.read(lambda uow: uow.task_rules.count_open(rule.id)) == 2

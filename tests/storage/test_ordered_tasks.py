"""Lists of tasks by conditions and in an order: what a filter written in Python finds, on each engine."""

import random
from datetime import timedelta
from itertools import product
from operator import attrgetter

import pytest
from msgspec.structs import asdict

from core.base.external_ids import NO_EXTERNAL_ID, ExternalId
from core.base.model import Priority, Semaforo, TaskStatus
from core.base.paging import SortOrder
from core.records.work import TaskConditions
from core.work.task_filter import TaskQuery, TaskSort
from core.work.tasks import visible
from storage.repositories.task_lists import SORTED_BY, TasksBy, ordered_tasks
from storage.sql.ordered import Sees
from storage.sqlite.executor import COMPILED
from tests.cast import TODAY, day
from tests.storage.ordered_pages import all_pages_of, page_of
from tests.storage.rows import NOW, add_users, as_actor, new_item, new_task
from tests.storage.test_statements import plan

TASKS = 60
WORDS = "informe", "contrato", "junta", "balance"


def named_there(number):
    """The id of every third task in another system, of two."""
    return NO_EXTERNAL_ID if number % 3 else ExternalId(("jira", "asana")[number % 2], f"T-{number}")


@pytest.fixture
async def office(store):
    """Root, a leader of two, these two, and one whom nobody leads; their tasks, and the light of each that has one."""
    lead, *_ = await add_users(store, "lider")
    team = await add_users(store, "ana", "leo", leader_user_id=lead)
    (other,) = await add_users(store, "eva")
    people = [lead, *team, other]
    chance = random.Random(3)

    def any_task(**there):
        estatus = chance.choice([*TaskStatus])
        return new_task(
            *chance.sample(people, chance.choice([1, 1, 2])),
            descripcion=" ".join(chance.sample(WORDS, 2)),
            leader_user_id=chance.choice([None, *people]),
            created_by_user_id=chance.choice(people),
            estatus=estatus,
            prioridad=chance.choice([*Priority]),
            fecha_cumplir=day(chance.randrange(6)),
            fecha_cierre=TODAY if estatus is TaskStatus.CERRADA else None,
            updated_at=NOW + timedelta(minutes=chance.randrange(9)),
            is_active=chance.random() < 0.9,
            **there,
        )

    async def write(uow):
        tasks = [await uow.tasks.add(any_task(**asdict(named_there(number)))) for number in range(TASKS)]
        lights = {}
        for on in range(3):
            log = await uow.daily_logs.open(lead, day(on), NOW)
            of_day = {task.id: chance.choice([*Semaforo]) for task in chance.sample(tasks, 20)}
            await uow.daily_logs.add_items(log.id, [new_item(task, semaforo=light) for task, light in of_day.items()])
            lights |= of_day
        return tasks, lights

    tasks, lights = await store.write(write)
    return people, tasks, lights


def fits(task, conditions, lights):
    """Return whether a task is one of those sought."""
    late_on = conditions.not_late_on
    return (
        task.is_active
        and conditions.responsible in (None, *task.responsible_user_ids)
        and conditions.leader in (None, task.leader_user_id)
        and conditions.creator in (None, task.created_by_user_id)
        and task.estatus in conditions.states
        and task.prioridad in conditions.priorities
        and (conditions.lights is None or lights.get(task.id) in conditions.lights)
        and (conditions.due_from is None or task.fecha_cumplir >= conditions.due_from)
        and (conditions.due_to is None or task.fecha_cumplir <= conditions.due_to)
        and (late_on is None or task.estatus is TaskStatus.CERRADA or task.fecha_cumplir >= late_on)
        and (conditions.changed_since is None or task.updated_at >= conditions.changed_since)
        and conditions.external.external_source in (None, named_there(task.id - 1).external_source)
        and conditions.external.external_id in (None, named_there(task.id - 1).external_id)
        and all(word in task.descripcion.split() for word in conditions.words)
    )


def each_alone(people):
    """Every condition by itself, and none."""
    yield TaskConditions()
    for person in people[:2]:
        yield TaskConditions(responsible=person)
        yield TaskConditions(leader=person)
        yield TaskConditions(creator=person)
    yield TaskConditions(states={TaskStatus.CERRADA, TaskStatus.PLANEACION})
    yield TaskConditions(states={TaskStatus.EN_PROCESO})
    yield TaskConditions(priorities={Priority.ALTA, Priority.URGENTE})
    yield TaskConditions(lights={Semaforo.ROJO, Semaforo.NARANJA})
    yield TaskConditions(due_from=day(2))
    yield TaskConditions(due_to=day(2))
    yield TaskConditions(not_late_on=day(3))
    yield TaskConditions(changed_since=NOW + timedelta(minutes=4))
    yield TaskConditions(words=["junta"])
    yield TaskConditions(external=ExternalId("jira"))
    yield TaskConditions(external=ExternalId("asana", "T-3"))
    yield TaskConditions(external=ExternalId("jira", "T-3"))
    yield TaskConditions(words=["informe", "balance"])


def together(people):
    """Some at once, for each that a statement may begin with."""
    person, changed = people[1], NOW + timedelta(minutes=2)
    rest = {"due_from": day(1), "due_to": day(4), "priorities": {Priority.ALTA, Priority.MEDIA, Priority.BAJA}}
    open_states = {*TaskStatus} - {TaskStatus.CERRADA}
    yield TaskConditions(words=["junta"], responsible=person, changed_since=changed, **rest)
    yield TaskConditions(responsible=person, creator=people[0], states=open_states, **rest)
    yield TaskConditions(creator=person, leader=people[0], **rest)
    yield TaskConditions(words=["junta"], external=ExternalId("jira"))
    yield TaskConditions(leader=person, changed_since=changed, lights={*Semaforo}, **rest)
    yield TaskConditions(changed_since=changed, states=open_states, not_late_on=day(2), **rest)
    yield TaskConditions(states=open_states, lights={Semaforo.VERDE, Semaforo.ROJO}, **rest)


def right_ids(office, viewer, conditions, page):
    """The ids of a list as Python finds and orders it."""
    _, tasks, lights = office
    found = [task for task in tasks if fits(task, conditions, lights) and visible(viewer, task)]
    found.sort(key=attrgetter(page.SORTS[page.sort_key][0], "id"), reverse=page.descends)
    return [task.id for task in found]


async def test_each_condition_finds_what_it_says(store, office):
    people, *_ = office
    page = TaskQuery(sort=TaskSort.DUE)
    for person in people:
        viewer = await as_actor(store, person)
        for conditions in [*each_alone(people), *together(people)]:
            found, _ = await page_of(store, "tasks", viewer, conditions, page)
            assert found == right_ids(office, viewer, conditions, page), (person, conditions)


async def test_pages_in_each_order_are_together_the_list(store, office):
    people, *_ = office
    for person, sort, order in product(people, TaskSort, SortOrder):
        viewer = await as_actor(store, person)
        for conditions in (TaskConditions(), TaskConditions(responsible=people[1])):
            first = TaskQuery(sort=sort, order=order, limit=7)
            found = await all_pages_of(store, "tasks", viewer, conditions, first)
            assert found == right_ids(office, viewer, conditions, first), (person, first)


@pytest.mark.parametrize("begin", TasksBy)
def test_what_is_found_is_found_by_its_index_or_by_that_of_the_order(connection, begin):
    for sees, field, descends in product(Sees, SORTED_BY, (False, True)):
        steps = plan(connection, COMPILED[ordered_tasks(begin, sees, field, descends=descends)])
        scans = [step for step in steps if step.startswith("SCAN tasks")]
        in_order = "SCAN tasks" if field == "id" else f"SCAN tasks USING INDEX ix_tasks_{field}"
        assert scans == ([in_order] if scans and begin is TasksBy.NOTHING else []), steps

"""Tasks of another program are made at once, are not made twice, and leave no doubt whose they are."""

from core.application.requests import build
from core.base.errors import Code, FieldCode
from core.base.model import Priority, TaskStatus
from core.work import task_import, tasks
from core.work.task_import import ImportDoubt, TaskImport
from tests.cast import ANA, INES, LUCIA, LUIS, OPERATOR, PABLO, ROOT
from tests.core.refusals import forbidden, invalid, not_found
from tests.core.world import TODAY, day, fresh_world
from tests.tables import each_row


def a_task(id_there="1", *people, **fields):
    return {
        "idThere": id_there,
        "descripcion": f"Tarea {id_there}",
        "people": [{"name": name} for name in people],
        "due": day(7),
        **fields,
    }


def of(*found, **said):
    return build(TaskImport, {"source": "asana", "tasks": found, "named": {}, **said})


async def imported(world, *found, who=OPERATOR, **said):
    return await world.run(who, task_import.import_tasks, of(*found, **said))


def doubts(plan):
    return [(each.doubt, each.place, each.value, *each.usernames) for each in plan.doubts]


async def test_what_would_be_made_is_made_of_nobody_and_nobody_is_told(world):
    request = of(a_task("1", "Ana", "Luis"), a_task("2", "ANA", prioridad="ALTA"))
    planned = await world.run(OPERATOR, task_import.plan_import, request)
    assert not world.store.state.tasks
    made = await world.run(OPERATOR, task_import.import_tasks, request)
    assert made == planned
    first, second = world.store.state.tasks.values()
    assert (first.responsible_user_ids, first.leader_user_id) == ([ANA, LUIS], LUCIA)
    assert (first.descripcion, first.fecha_cumplir, first.fecha_solicitud) == ("Tarea 1", day(7), TODAY)
    assert (first.estatus, first.created_by_user_id) == (TaskStatus.PENDIENTE, None)
    assert second.prioridad is Priority.ALTA
    assert not world.store.state.outbox


async def test_a_task_stands_in_a_day_that_is_open(world):
    log = await world.open(ANA)
    await imported(world, a_task("1", "ana"))
    assert len((await world.log(ANA)).items) == len(log.items) + 1


@each_row(
    [
        ({"requested": day(-30)}, TaskStatus.PENDIENTE, day(-30), day(7), None),
        ({"requested": day(3)}, TaskStatus.PLANEACION, day(3), day(7), None),
        ({"due": day(-2)}, TaskStatus.PENDIENTE, day(-2), day(-2), None),
        ({"requested": day(9)}, TaskStatus.PLANEACION, day(7), day(7), None),
        ({"estatus": "EN_PROCESO"}, TaskStatus.EN_PROCESO, TODAY, day(7), None),
        ({"closedOn": day(-1), "due": None}, TaskStatus.CERRADA, day(-1), day(-1), day(-1)),
        ({"closedOn": day(2)}, TaskStatus.CERRADA, TODAY, day(7), TODAY),
    ],
    world=fresh_world,
)
async def test_its_dates_and_its_state_are_such_as_a_task_may_have(world, fields, estatus, requested, due, closed):
    await imported(world, a_task("1", "ana", **fields))
    (made,) = world.store.state.tasks.values()
    assert (made.estatus, made.fecha_solicitud, made.fecha_cumplir, made.fecha_cierre) == (
        estatus,
        requested,
        due,
        closed,
    )


async def test_again_nothing_is_made_twice_nor_what_was_deleted_since(world):
    await imported(world, a_task("1", "ana"), a_task("2", "ana"))
    await world.run(ROOT, tasks.delete_task, 2)
    plan = await imported(world, a_task("1", "luis"), a_task("2", "ana"), a_task("3", "ana"))
    assert [each.known_id for each in plan.tasks] == [1, 2, None]
    assert [task.responsible_user_ids for task in world.store.state.tasks.values()] == [[ANA]] * 3
    plan = await imported(world, a_task("1", "ana"), source="trello")
    assert [each.known_id for each in plan.tasks] == [None]


async def test_people_are_known_by_all_that_the_directory_calls_them(world):
    await world.directory("pablo", name="Pablo Núñez", externalId="Pablo@Empresa.mx")
    names = [{"name": "pablo nuñez"}, {"email": "pablo@empresa.mx"}, {"name": "P. N.", "email": "pablo@empresa.mx"}]
    found = [a_task(str(place), people=[name]) for place, name in enumerate([*names, {"name": "PABLO"}])]
    await imported(world, *found)
    assert [task.responsible_user_ids for task in world.store.state.tasks.values()] == [[PABLO]] * 4


async def test_while_there_is_a_doubt_nothing_is_made_and_each_doubt_is_named(world):
    await world.directory("luis", name="Ana")
    found = (
        a_task("1", "pedro"),
        a_task("2", "Nadie"),
        a_task("3", "Ana"),
        a_task("4", "Inés"),
        a_task("5"),
        a_task("6", "pedro", due=None),
        a_task("1", "pedro"),
        a_task("7", "robot"),
    )
    plan = await imported(world, *found)
    assert doubts(plan) == [
        (ImportDoubt.UNKNOWN_PERSON, 1, "Nadie"),
        (ImportDoubt.SEVERAL_PEOPLE, 2, "Ana", "ana", "luis"),
        (ImportDoubt.PERSON_LEFT, 3, "Inés", "ines"),
        (ImportDoubt.NO_PERSON, 4, ""),
        (ImportDoubt.NO_DUE_DATE, 5, ""),
        (ImportDoubt.ID_REPEATED, 6, "1"),
        (ImportDoubt.UNKNOWN_PERSON, 7, "robot"),
    ]
    assert not world.store.state.tasks


async def test_a_name_and_an_address_of_two_people_are_in_doubt(world):
    await world.directory("pablo", externalId="p@x.mx")
    plan = await imported(world, a_task("1", people=[{"name": "Ana", "email": "p@x.mx"}]))
    assert doubts(plan) == [(ImportDoubt.SEVERAL_PEOPLE, 0, "Ana", "ana", "pablo")]


async def test_what_is_done_may_be_of_somebody_who_has_left(world):
    await imported(world, a_task("1", "Inés", closedOn=day(-1)))
    (made,) = world.store.state.tasks.values()
    assert made.responsible_user_ids == [INES]


async def test_the_operator_says_what_is_in_doubt(world):
    found = a_task("1", "Nadie"), a_task("2", "Otra", due=None), a_task("3")
    said = {"named": {"nadie": "pablo", "Otra": ""}, "responsible": "luis", "due": day(9), "creator": "root"}
    await imported(world, *found, **said)
    made = list(world.store.state.tasks.values())
    assert [task.responsible_user_ids for task in made] == [[PABLO], [LUIS], [LUIS]]
    assert [task.fecha_cumplir for task in made] == [day(7), day(9), day(7)]
    assert {task.created_by_user_id for task in made} == {ROOT}


@each_row([{"responsible": "x"}, {"creator": "robot"}, {"named": {"Ana": "x"}}], world=fresh_world)
async def test_whom_the_operator_names_is_in_the_directory(world, said):
    (username,) = [*said.get("named", {}).values()] or said.values()
    with not_found(Code.USER_NOT_FOUND, username=username):
        await imported(world, a_task("1", "ana"), **said)


async def test_whom_the_operator_names_has_not_left(world):
    with invalid(("username", FieldCode.INACTIVE_USER)):
        await imported(world, a_task("1", "ana"), responsible="ines")


@each_row([task_import.plan_import, task_import.import_tasks], world=fresh_world)
async def test_only_those_who_may_give_tasks_to_anybody_import(world, use_case):
    request = of(a_task("1", "ana"))
    for who in (ANA, LUCIA):
        with forbidden():
            await world.run(who, use_case, request)
    assert not world.store.state.tasks
    await world.run(ROOT, use_case, request)

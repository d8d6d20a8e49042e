"""Chapter 16: rules that make a task again and again."""

import asyncio

import pytest

from tests.rules.world import TODAY, UNKNOWN, done, refused

FRIDAYS = {"descripcion": "Enviar reporte", "recurrenceType": "WEEKLY", "weekdays": [5]}
FRIDAY, NEXT_FRIDAY = "2026-11-27", "2026-12-04"


async def rule(world, who="ana", **fields):
    return done(await world.post("/task-rules", FRIDAYS | fields, who))


async def now(world, made, who="root"):
    return await world.read(f"/task-rules/{made['id']}", who)


async def make(world, days=0):
    world.clock.advance(days=days)
    done(await world.run("task-planeacion-sync"))


async def due(world):
    return [task["fechaCumplir"] for task in await world.read("/tasks", "root")]


async def close(world, made, who="ana"):
    task = await world.read(f"/tasks/{made['taskId']}", who)
    done(await world.edit(task, who, estatus="CERRADA"))


async def test_16_1_a_rule_and_its_first_task_are_made_together(world):
    made = await rule(world)
    task = await world.read(f"/tasks/{made['taskId']}")
    assert (task["descripcion"], task["fechaCumplir"], task["fechaSolicitud"]) == ("Enviar reporte", FRIDAY, TODAY)
    assert (made["state"], made["lastOn"], made["taskCount"], made["dayOfMonth"]) == ("ACTIVE", FRIDAY, 1, None)
    assert await world.read("/task-rules") == [await now(world, made, "ana")] == [made]


async def test_16_1_it_is_created_by_who_may_create_such_a_task(world):
    await rule(world, "lucia", responsibleUserIds=[world.id("ana")])
    refused(await world.post("/task-rules", FRIDAYS | {"responsibleUserIds": [world.id("luis")]}, "ana"), 403)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"weekdays": [8]}, "weekdays"),
        ({"dayOfMonth": 15}, "dayOfMonth"),
        ({"recurrenceType": "DAILY"}, "recurrenceType"),
        ({"endsOn": TODAY}, "endsOn"),
        ({"startsOn": "2026-11-22"}, "startsOn"),
        ({"startsOn": "2027-11-25"}, "startsOn"),
    ],
)
async def test_16_1_a_rule_that_gives_no_dates_is_refused(world, fields, field):
    refused(await world.post("/task-rules", FRIDAYS | fields), 400, field)
    assert await world.read("/tasks", "root") == []


async def test_16_1_its_first_day_stays_and_to_change_it_is_refused(world):
    made = await rule(world)
    reply = await world.patch(f"/task-rules/{made['id']}", {"startsOn": FRIDAY, "prioridad": "ALTA"})
    assert reply.faults == {"startsOn": "not_taken"}
    assert await now(world, made) == made


async def test_16_2_the_next_task_is_made_on_the_day_of_the_last_one(world):
    made = await rule(world)
    await close(world, made)
    await make(world, 3)
    assert await due(world) == [FRIDAY]
    await make(world, 1)
    await make(world)
    assert await due(world) == [FRIDAY, NEXT_FRIDAY]


async def test_16_2_a_rule_waits_for_its_open_task_and_shows_it(world):
    made = await rule(world)
    await make(world, 12)
    assert (await now(world, made))["state"] == "WAITING"
    await close(world, made)
    assert await due(world) == [FRIDAY, "2026-12-11"]
    assert (await now(world, made))["state"] == "ACTIVE"


async def test_16_3_a_public_holiday_is_the_working_day_before(world):
    made = await rule(world, startsOn="2026-12-25", recurrenceType="MONTHLY", weekdays=None, dayOfMonth=1)
    assert (made["lastOn"], await due(world)) == ("2027-01-01", ["2026-12-31"])


@pytest.mark.parametrize(("people", "when"), [(["luis"], "2026-12-07"), (["ana", "luis"], "2026-12-08")])
async def test_16_3_a_public_holiday_is_one_of_all_who_are_responsible(world, people, when):
    await world.person("luis", holidays="CO")
    ids = [world.id(who) for who in people]
    await rule(world, "lucia", startsOn="2026-12-08", weekdays=[2], responsibleUserIds=ids)
    assert await due(world) == [when]


async def test_16_4_a_rule_that_can_make_no_task_is_paused_and_its_creator_told(world):
    made = await rule(world, "lucia", responsibleUserIds=[world.id("ana")])
    await close(world, made)
    await world.person("ana", is_active=False)
    await make(world, 4)
    assert (await now(world, made))["state"] == "PAUSED"
    assert await world.told() == ["lucia"]


async def test_16_4_who_resumes_a_rule_of_somebody_who_has_left_becomes_its_creator(world):
    made = await rule(world, "lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    await close(world, made)
    await world.person("lucia", is_active=False)
    await make(world, 4)
    assert (await now(world, made))["state"] == "PAUSED"
    resumed = done(await world.patch(f"/task-rules/{made['id']}", {"paused": False}, "root"))
    assert (resumed["state"], resumed["createdByUserId"]) == ("ACTIVE", world.id("root"))
    await world.person("ana", is_active=False)
    await make(world)
    (task,) = [task for task in await world.read("/tasks", "root") if task["id"] != made["taskId"]]
    assert (task["responsibleUserIds"], task["createdByUserId"]) == ([world.id("luis")], world.id("root"))


async def test_16_4_a_rule_whose_creator_may_not_assign_the_task_any_more_is_paused(world):
    made = await rule(world, "lucia", responsibleUserIds=[world.id("ana")])
    await close(world, made)
    await world.person("ana", leader="marta")
    await make(world, 4)
    assert (await now(world, made))["state"] == "PAUSED"


async def test_16_5_each_relation_reads_and_changes_it_alone_and_no_other_does(world):
    made = await rule(world, "pedro")  # whom Marta leads
    path = f"/task-rules/{made['id']}"
    given = {"responsibleUserIds": [world.id("ana")], "leaderUserId": world.id("pablo")}
    done(await world.patch(path, given, "root"))
    expected = dict.fromkeys(("pedro", "lucia", "pablo", "root", "robot"), (200, 200))
    expected |= {"ana": (200, 403), "marta": (404, 404), "luis": (404, 404)}
    for who, (reading, writing) in expected.items():
        assert (await world.get(path, who)).status == reading, who
        assert (await world.patch(path, {"paused": who == "lucia"}, who)).status == writing, who
        assert len(await world.read("/task-rules", who)) == (reading == 200), who
    for who in ("ana", "marta"):
        refused(await world.delete(path, who), expected[who][1])


async def test_16_5_who_changes_it_names_whom_they_may_name_for_a_task(world):
    path = f"/task-rules/{(await rule(world))['id']}"
    refused(await world.patch(path, {"responsibleUserIds": [world.id("luis")]}), 403)
    refused(await world.patch(path, {"leaderUserId": world.id("pablo")}), 403)
    for named in ({"responsibleUserIds": [world.id("ines")]}, {"leaderUserId": UNKNOWN}):
        refused(await world.patch(path, named, "root"), 400, *named)
    done(await world.patch(path, {"responsibleUserIds": [world.id("luis")]}, "lucia"))


async def test_16_5_it_is_paused_resumed_and_ended_for_good(world):
    made = await rule(world)
    path = f"/task-rules/{made['id']}"
    assert done(await world.patch(path, {"paused": True}))["state"] == "PAUSED"
    assert done(await world.patch(path, {"paused": False}))["state"] == "ACTIVE"
    old = {"If-Match": (await world.get(path)).headers["ETag"]}
    done(await world.patch(path, {"descripcion": "Enviar minuta"}, headers=old))
    for change in (world.patch(path, {"paused": True}, headers=old), world.delete(path, headers=old)):
        refused(await change, 412)
    ended = done(await world.delete(path))
    assert (ended["state"], done(await world.delete(path))) == ("ENDED", ended)
    assert await world.read("/task-rules") == []
    refused(await world.patch(path, {"paused": True}), 409)


async def test_16_5_a_rule_that_is_ended_while_the_job_runs_stays_ended(world):
    made = [await rule(world) for _ in range(5)]
    for each in made:
        await close(world, each)
    world.clock.advance(days=4)
    ends = (world.delete(f"/task-rules/{each['id']}") for each in made)
    for reply in await asyncio.gather(world.run("task-planeacion-sync"), *ends):
        done(reply)
    assert {(await now(world, each))["state"] for each in made} == {"ENDED"}

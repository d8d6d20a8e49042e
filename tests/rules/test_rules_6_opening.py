"""Chapter 6: opening a day, what is on its log, and the lights and percentages that it starts with."""

import asyncio

from tests.rules.world import TODAY, TOMORROW, YESTERDAY, done, refused


def on(log):
    """The tasks on a log, in its order."""
    return [item["taskId"] for item in log["items"]]


def colours(log):
    return [item["semaforo"] for item in log["items"]]


async def test_6_1_open_is_idempotent(world):
    await world.task()
    log = await world.log()
    new = {"fecha": TODAY, "openedAt": "2026-11-23T15:00:00Z", "avanceAt": None, "closedAt": None}
    assert new.items() <= log.items()
    world.clock.advance(hours=1)
    assert await world.log() == log
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == log


async def test_6_1_there_is_one_log_however_many_open_it_at_once(world):
    await world.task()
    logs = await asyncio.gather(*(world.log() for _ in range(8)))
    assert all(log == logs[0] for log in logs)
    assert len(await world.read(f"/daily-logs/me/history?desde={TODAY}&hasta={TODAY}")) == 1


async def test_6_1_a_new_or_handed_over_task_stands_in_the_open_day_at_once(world):
    first = await world.task(prioridad="BAJA")
    await world.log()
    second = await world.task("lucia", responsibleUserIds=[world.id("ana")], prioridad="URGENTE")
    third = await world.task("lucia", responsibleUserIds=[world.id("luis")])
    done(await world.edit(third, "lucia", responsibleUserIds=[world.id("ana")]))
    log = await world.read(f"/daily-logs/me?fecha={TODAY}")
    assert on(log) == [first["id"], second["id"], third["id"]]
    assert [item["orden"] for item in log["items"]] == [1, 2, 3]
    assert await world.log() == log


async def test_6_1_a_closed_log_comes_back_unchanged(world):
    await world.task()
    closed = done(await world.close(await world.log()))
    await world.task()
    assert await world.log() == closed


async def test_6_1_at_most_one_day_ahead(world):
    done(await world.post("/daily-logs/open", {"fecha": TOMORROW}))
    done(await world.post("/daily-logs/open", {"fecha": YESTERDAY}))
    done(await world.post("/daily-logs/open", {"fecha": "2026-01-01"}))
    refused(await world.post("/daily-logs/open", {"fecha": "2026-11-25"}), 400, "fecha")


async def test_6_2_active_open_tasks_of_ones_own_that_have_been_asked_for(world):
    pending, working = await world.task(), await world.task(estatus="EN_PROCESO")
    await world.task(estatus="PLANEACION")
    await world.task(estatus="CERRADA")
    await world.task(fechaSolicitud=TOMORROW, estatus="PENDIENTE")
    shared = await world.task("lucia", responsibleUserIds=[world.id("luis"), world.id("ana")])
    await world.task("lucia", responsibleUserIds=[world.id("luis")])
    gone = await world.task()
    done(await world.delete(f"/tasks/{gone['id']}"))
    assert on(await world.log()) == [pending["id"], working["id"], shared["id"]]


async def test_6_2_the_order_is_priority_due_date_id(world):
    due = {"fechaCumplir": "2026-12-01"}
    tasks = [
        await world.task(prioridad="BAJA", fechaCumplir="2026-11-24"),
        await world.task(prioridad="MEDIA", **due),
        await world.task(prioridad="ALTA", **due),
        await world.task(prioridad="URGENTE", fechaCumplir="2026-12-24"),
        await world.task(prioridad="ALTA", **due),
        await world.task(prioridad="ALTA", fechaCumplir="2026-11-30"),
    ]
    log = await world.log()
    assert on(log) == [tasks[index]["id"] for index in (3, 5, 2, 4, 1, 0)]
    assert [item["orden"] for item in log["items"]] == [1, 2, 3, 4, 5, 6]


async def test_6_2_the_tasks_fields_are_live_until_the_log_is_closed_then_frozen(world):
    task = await world.task()
    log = await world.log()
    change = {"descripcion": "Otra", "fechaCumplir": "2026-12-24", "fechaSolicitud": YESTERDAY, "estatus": "EN_PROCESO"}
    done(await world.patch(f"/tasks/{task['id']}", change))
    (item,) = (await world.read(f"/daily-logs/me?fecha={TODAY}"))["items"]
    assert {key: item[key] for key in change} == change
    closed = done(await world.close(log))
    done(await world.patch(f"/tasks/{task['id']}", {"descripcion": "Después", "fechaCumplir": "2027-01-01"}))
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == closed
    (row,) = await world.read(f"/daily-logs/team?fecha={TODAY}", "lucia")
    assert {key: row[key] for key in change} == change


async def test_6_2_a_task_deleted_or_given_away_leaves_an_open_log_and_its_mean(world):
    for change in ({"isActive": False}, {"responsibleUserIds": [world.id("luis")]}):
        kept, gone = await world.task(), await world.task()
        log = await world.log()
        for item, value in zip(log["items"][-2:], (40, 80), strict=True):
            done(await world.advance(item, value))
        before = await world.read(f"/daily-logs/team/people?fecha={TODAY}", "lucia")
        done(await world.edit(gone, "root", **change))
        assert on(await world.read(f"/daily-logs/me?fecha={TODAY}"))[-1] == kept["id"]
        (ana,) = [row for row in await world.read(f"/daily-logs/team/people?fecha={TODAY}", "lucia") if row["openedAt"]]
        assert (before[0]["porcentaje"], ana["porcentaje"]) in {(60, 40), (53, 40)}
        done(await world.delete(f"/tasks/{kept['id']}"))
    done(await world.close(log))
    assert (await world.read(f"/daily-logs/me?fecha={TODAY}"))["items"] == []


async def test_6_3_the_light_starts_by_the_days_left(world):
    lights = {
        "2026-11-20": "ROJO", "2026-11-22": "ROJO", "2026-11-23": "NARANJA", "2026-11-24": "NARANJA",
        "2026-11-25": "AMARILLO", "2026-11-26": "AMARILLO", "2026-11-27": "VERDE", "2027-11-27": "VERDE",
    }  # fmt: skip
    for due in lights:
        await world.task(fechaSolicitud="2026-11-01", fechaCumplir=due)
    items = (await world.log())["items"]
    assert {item["fechaCumplir"]: item["semaforo"] for item in items} == lights
    assert {item["porcentaje"] for item in items} == {0}


async def test_6_3_the_light_starts_as_the_worse_of_the_date_and_the_previous_item(world):
    lights = {
        "2026-11-23": ("VERDE", "ROJO"),  # the date is worse
        "2026-11-25": ("AMARILLO", "NARANJA"),
        "2026-11-26": ("VERDE", "AMARILLO"),
        "2026-12-23": ("AMARILLO", "AMARILLO"),  # the previous is worse
        "2026-12-24": ("ROJO", "ROJO"),
    }
    for due in lights:
        await world.task(fechaCumplir=due)
    for item in (await world.log())["items"]:
        done(await world.light(item, lights[item["fechaCumplir"]][0]))
    assert colours(await world.log(fecha=TOMORROW)) == [next_day for _, next_day in lights.values()]

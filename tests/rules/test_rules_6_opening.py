"""Chapter 6: opening a day, what is on its log, and the lights and percentages that it starts with."""

import asyncio

import pytest

from tests.rules.world import TODAY, TOMORROW, YESTERDAY, done, refused


def on(log):
    """The tasks on a log, in its order."""
    return [item["taskId"] for item in log["items"]]


def colours(log):
    return [item["semaforo"] for item in log["items"]]


async def test_6_1_open_is_idempotent(world):
    await world.task()
    log = await world.log()
    assert (log["fecha"], log["openedAt"], log["avanceAt"], log["closedAt"]) == (
        TODAY,
        "2026-11-23T15:00:00Z",
        None,
        None,
    )
    world.clock.advance(hours=1)
    assert await world.log() == log
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == log


async def test_6_1_there_is_one_log_however_many_open_it_at_once(world):
    await world.task()
    logs = await asyncio.gather(*(world.log() for _ in range(8)))
    assert all(log == logs[0] for log in logs)
    assert len(await world.read(f"/daily-logs/me/history?desde={TODAY}&hasta={TODAY}")) == 1


async def test_6_1_each_has_their_own(world):
    ids = {(await world.log(name))["id"] for name in ("ana", "luis", "lucia")}
    ids.add((await world.log("ana", TOMORROW))["id"])
    assert len(ids) == 4


async def test_6_1_opening_again_appends_new_tasks(world):
    first = await world.task(prioridad="BAJA")
    await world.log()
    second = await world.task(prioridad="URGENTE")
    log = await world.log()
    assert on(log) == [first["id"], second["id"]]
    assert [item["orden"] for item in log["items"]] == [1, 2]


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


@pytest.mark.parametrize(
    ("due", "colour"),
    [
        ("2026-11-20", "ROJO"), ("2026-11-22", "ROJO"), ("2026-11-23", "NARANJA"), ("2026-11-24", "NARANJA"),
        ("2026-11-25", "AMARILLO"), ("2026-11-26", "AMARILLO"), ("2026-11-27", "VERDE"), ("2027-11-27", "VERDE"),
    ],
)  # fmt: skip
async def test_6_3_the_light_starts_by_the_days_left(world, due, colour):
    await world.task(fechaSolicitud="2026-11-01", fechaCumplir=due)
    (item,) = (await world.log())["items"]
    assert (item["semaforo"], item["porcentaje"]) == (colour, 0)


async def test_6_3_the_days_left_count_from_the_logs_own_date(world):
    await world.task(fechaCumplir="2026-11-27")
    assert colours(await world.log()) == ["VERDE"]
    assert colours(await world.log(fecha=TOMORROW)) == ["AMARILLO"]


@pytest.mark.parametrize(
    ("due", "set_to", "next_day"),
    [
        ("2026-12-24", "ROJO", "ROJO"),  # the previous is worse
        ("2026-12-24", "AMARILLO", "AMARILLO"),
        ("2026-11-26", "VERDE", "AMARILLO"),  # the date is worse
        ("2026-11-25", "AMARILLO", "NARANJA"),
        ("2026-11-23", "VERDE", "ROJO"),
    ],
)
async def test_6_3_the_light_starts_as_the_worse_of_the_date_and_the_previous_item(world, due, set_to, next_day):
    await world.task(fechaCumplir=due)
    (item,) = (await world.log())["items"]
    done(await world.light(item, set_to))
    assert colours(await world.log(fecha=TOMORROW)) == [next_day]


async def test_6_3_then_the_user_sets_it_freely(world):
    await world.task(fechaSolicitud="2026-11-01", fechaCumplir="2026-11-10")
    (item,) = (await world.log())["items"]
    for colour in ("VERDE", "AMARILLO", "NARANJA", "ROJO", "VERDE"):
        assert colours(done(await world.light(item, colour))) == [colour]


async def test_6_3_the_percentage_goes_on_from_the_latest_earlier_item(world):
    await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    (friday,) = (await world.log(fecha="2026-11-23"))["items"]
    done(await world.advance(friday, 35))
    (luis,) = (await world.log("luis"))["items"]
    assert luis["porcentaje"] == 0  # another's progress is not one's own
    world.clock.advance(days=3)
    (item,) = (await world.log(fecha="2026-11-26"))["items"]
    assert item["porcentaje"] == 35
    (before,) = (await world.log(fecha="2026-11-24"))["items"]
    assert before["porcentaje"] == 35
    done(await world.advance(item, 60, "2026-11-26"))
    (again,) = (await world.log(fecha="2026-11-25"))["items"]
    assert again["porcentaje"] == 35
    (last,) = (await world.log(fecha="2026-11-27"))["items"]
    assert last["porcentaje"] == 60


async def test_6_3_a_reopened_task_goes_on_from_its_last_value_below_100(world):
    task = await world.task()
    (item,) = (await world.log())["items"]
    done(await world.advance(item, 70))
    done(await world.advance(item, 100))
    done(await world.close(await world.log()))
    done(await world.edit(task, "ana", estatus="EN_PROCESO"))
    (tomorrow,) = (await world.log(fecha=TOMORROW))["items"]
    assert tomorrow["porcentaje"] == 70


async def test_6_4_an_appended_item_takes_the_next_place(world):
    for _ in range(3):
        await world.task()
    await world.log()
    late = await world.task(prioridad="URGENTE", fechaCumplir=TODAY)
    log = await world.log()
    assert (log["items"][-1]["taskId"], log["items"][-1]["orden"]) == (late["id"], 4)


async def test_6_4_an_item_that_starts_at_100_is_green(world):
    await world.task("lucia", responsibleUserIds=[world.id("luis"), world.id("ana")], fechaCumplir=TODAY)
    (item,) = (await world.log())["items"]
    done(await world.advance(item, 100))  # Ana is not the first responsible: the task goes on
    done(await world.light((await world.log("luis"))["items"][0], "ROJO", who="luis"))
    (tomorrow,) = (await world.log(fecha=TOMORROW))["items"]
    assert (tomorrow["porcentaje"], tomorrow["semaforo"]) == (100, "VERDE")

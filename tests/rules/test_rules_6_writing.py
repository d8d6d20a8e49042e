"""Chapter 6: setting lights and percentages, sending the progress, closing and reopening, and whose log it is."""

import pytest

from tests.rules.world import TODAY, TOMORROW, UNKNOWN, YESTERDAY, done, refused


async def opened(world, who="ana", **fields):
    """A task of somebody, their log of today, and the item."""
    task = await world.task(who, **fields)
    log = await world.log(who)
    return task, log, log["items"][-1]


def only(reply):
    """The one item of a log that was answered."""
    (item,) = done(reply)["items"]
    return item


async def test_6_4_progress_starts_a_pending_task(world):
    task, _, item = await opened(world)
    assert only(await world.advance(item, 0))["estatus"] == "PENDIENTE"
    assert only(await world.advance(item, 1))["estatus"] == "EN_PROCESO"
    assert (await world.task_now(task))["estatus"] == "EN_PROCESO"
    assert only(await world.advance(item, 0))["estatus"] == "EN_PROCESO"


async def test_6_4_a_hundred_closes_the_task_by_the_first_responsible_only(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("luis"), world.id("ana")])
    (anas,) = (await world.log("ana"))["items"]
    (luiss,) = (await world.log("luis"))["items"]
    item = only(await world.advance(anas, 100))
    assert (item["porcentaje"], item["semaforo"]) == (100, "VERDE")
    assert (await world.task_now(task))["estatus"] in ("PENDIENTE", "EN_PROCESO")
    done(await world.advance(luiss, 100, who="luis"))
    assert (await world.task_now(task))["estatus"] == "CERRADA"


async def test_6_4_an_item_at_100_is_reopened_before_it_is_written(world):
    _, _, item = await opened(world)
    log = done(await world.advance(item, 100))
    for reply in (await world.advance(item, 50), await world.advance(item, 100), await world.light(item, "ROJO")):
        refused(reply, 409)
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == log


async def test_6_4_an_item_whose_task_is_out_of_reach_is_not_written(world):
    for change in ({"estatus": "CERRADA"}, {"isActive": False}, {"responsibleUserIds": [world.id("luis")]}):
        task, _, item = await opened(world)
        done(await world.edit(task, "root", **change))
        refused(await world.advance(item, 50), 409)
        refused(await world.light(item, "ROJO"), 409)


async def test_6_5_avance_sets_the_time_and_may_be_repeated(world):
    _, log, _ = await opened(world)
    world.clock.advance(hours=2)
    assert done(await world.avance(log))["avanceAt"] == "2026-11-23T17:00:00Z"
    world.clock.advance(hours=2)
    again = done(await world.avance(log))
    assert (again["avanceAt"], again["closedAt"]) == ("2026-11-23T19:00:00Z", None)


async def test_6_5_close_sets_the_time_once(world):
    _, log, _ = await opened(world)
    world.clock.advance(hours=8)
    closed = done(await world.close(log))
    assert (closed["closedAt"], closed["avanceAt"]) == ("2026-11-23T23:00:00Z", None)
    world.clock.advance(hours=1)
    assert done(await world.close(log)) == closed


async def test_6_5_once_closed_nothing_is_written(world):
    _, log, item = await opened(world)
    closed = done(await world.close(log))
    for reply in (await world.avance(log), await world.advance(item, 50), await world.light(item, "ROJO")):
        refused(reply, 409)
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == closed


async def test_6_6_reopen_undoes_all_three_at_once(world):
    task, log, item = await opened(world, fechaCumplir=TODAY)
    done(await world.advance(item, 40))
    done(await world.advance(item, 100))
    done(await world.close(log))
    again = done(await world.reopen(item))
    assert again["closedAt"] is None
    now = await world.task_now(task)
    assert (now["estatus"], now["fechaCierre"]) == ("EN_PROCESO", None)
    (item,) = again["items"]
    assert (item["porcentaje"], item["semaforo"], item["estatus"]) == (40, "NARANJA", "EN_PROCESO")
    assert only(await world.advance(item, 50))["porcentaje"] == 50


async def test_6_6_there_must_be_something_to_reopen(world):
    _, _, item = await opened(world)
    refused(await world.reopen(item), 409)
    done(await world.advance(item, 99))
    refused(await world.reopen(item), 409)


async def test_6_7_the_date_of_the_body_is_the_logs(world):
    _, log, item = await opened(world)
    before = done(await world.advance(item, 100))
    for fecha in (YESTERDAY, TOMORROW):
        for write in (world.avance, world.close):
            refused(await write(log, fecha), 409)
        refused(await world.light(item, "ROJO", fecha), 409)
        refused(await world.advance(item, 60, fecha), 409)
        refused(await world.reopen(item, fecha), 409)
    assert await world.read(f"/daily-logs/me?fecha={TODAY}") == before


async def test_6_7_somebody_elses_log_is_404(world):
    _, log, item = await opened(world)
    for who in ("luis", "pablo", "lucia", "root"):
        refused(await world.avance(log, who=who), 404)
        refused(await world.close(log, who=who), 404)
        refused(await world.light(item, "ROJO", who=who), 404)
        refused(await world.advance(item, 50, who=who), 404)
    for who in ("luis", "pablo", "marta"):
        refused(await world.reopen(item, who=who), 404)
    refused(await world.reopen({"id": UNKNOWN}), 404)
    refused(await world.get(f"/daily-logs/me?fecha={TODAY}", "luis"), 404)


async def test_6_8_me_without_a_log_is_404(world):
    refused(await world.get(f"/daily-logs/me?fecha={TODAY}"), 404)
    await world.log("luis")
    refused(await world.get(f"/daily-logs/me?fecha={TODAY}"), 404)
    await world.log("ana")
    refused(await world.get(f"/daily-logs/me?fecha={YESTERDAY}"), 404)


async def test_6_8_history_is_by_date_both_ends_included(world):
    days = ["2026-11-20", "2026-11-18", "2026-11-23", "2026-11-19", "2026-11-21"]
    logs = {fecha: await world.log(fecha=fecha) for fecha in days}
    await world.log("luis")
    history = await world.read("/daily-logs/me/history?desde=2026-11-19&hasta=2026-11-21")
    assert history == [logs[fecha] for fecha in ("2026-11-19", "2026-11-20", "2026-11-21")]
    assert await world.read("/daily-logs/me/history?desde=2026-12-01&hasta=2026-12-02") == []


@pytest.mark.parametrize("kind", ["me", "team"])
async def test_6_8_histories_are_of_at_most_366_days(world, kind):
    path = f"/daily-logs/{kind}/history"
    assert await world.read(f"{path}?desde=2026-01-01&hasta=2027-01-01") == []
    refused(await world.get(f"{path}?desde=2026-01-01&hasta=2027-01-02"), 400)
    refused(await world.get(f"{path}?desde=2026-01-02&hasta=2026-01-01"), 400)
    assert await world.read(f"{path}?desde=2026-01-01&hasta=2026-01-01") == []


async def test_6_9_team_rows_are_of_logs_of_ones_team_or_of_tasks_one_leads(world):
    await world.task("ana", leaderUserId=world.id("marta"))
    await world.task("ana")
    await world.task("pedro")
    for name in ("ana", "pedro"):
        await world.log(name)
    ana, pedro = world.id("ana"), world.id("pedro")
    path = f"/daily-logs/team?fecha={TODAY}"
    seen = {}
    for who in ("lucia", "marta", "root", "robot", "ana", "luis", "pedro", "pablo"):
        seen[who] = [(row["responsibleUserId"], row["taskId"]) for row in await world.read(path, who)]
    assert seen["lucia"] == [(ana, 1), (ana, 2)]
    assert sorted(seen["marta"]) == sorted([(ana, 1), (pedro, 3)])
    assert sorted(seen["root"]) == sorted(seen["robot"]) == sorted([(ana, 1), (ana, 2), (pedro, 3)])
    assert seen["ana"] == seen["luis"] == seen["pedro"] == seen["pablo"] == []


async def test_6_9_a_row_has_every_field(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")], prioridad="ALTA", fechaCumplir="2026-11-26")
    log = await world.log("ana")
    (item,) = log["items"]
    done(await world.advance(item, 25))
    log = done(await world.avance(log))
    (row,) = await world.read(f"/daily-logs/team?fecha={TODAY}", "lucia")
    assert row == {
        "dailyLogId": log["id"], "itemId": item["id"], "taskId": task["id"], "responsibleUserId": world.id("ana"),
        "leaderUserId": world.id("lucia"), "createdByUserId": world.id("lucia"), "fecha": TODAY,
        "fechaSolicitud": TODAY, "fechaCumplir": "2026-11-26", "openedAt": log["openedAt"],
        "avanceAt": log["avanceAt"], "closedAt": None, "descripcion": "Revisar", "estatus": "EN_PROCESO",
        "prioridad": "ALTA", "semaforo": "AMARILLO", "porcentaje": 25,
    }  # fmt: skip


async def test_6_9_a_row_a_person_also_without_a_log(world):
    await opened(world)
    path = f"/daily-logs/team/people?fecha={TODAY}"
    ana, luis = await world.read(path, "lucia")
    assert (ana["userId"], ana["displayName"], ana["verde"], ana["porcentaje"]) == (world.id("ana"), "Ana", 1, 0)
    assert ana["openedAt"] is not None
    assert (luis["userId"], luis["openedAt"], luis["porcentaje"]) == (world.id("luis"), None, None)
    assert await world.read(path, "pablo") == []
    assert {world.id("pablo"), world.id("ana")} <= set(await world.ids(path, "root", "userId"))
    refused(await world.get("/daily-logs/team/people", "lucia"), 400, "fecha")


async def test_6_9_history_is_by_date_and_includes_people_who_left(world):
    await world.task("ana", fechaSolicitud="2026-11-01")
    for fecha in (TODAY, YESTERDAY):
        await world.log("ana", fecha)
    assert len(await world.read(f"/daily-logs/team?fecha={TODAY}", "lucia")) == 1
    await world.person("ana", is_active=False)
    assert await world.read(f"/daily-logs/team?fecha={TODAY}", "lucia") == []  # she is of the team no longer
    rows = await world.read(f"/daily-logs/team/history?desde=2026-11-01&hasta={TODAY}", "lucia")
    ana = world.id("ana")
    assert [(row["fecha"], row["responsibleUserId"]) for row in rows] == [(YESTERDAY, ana), (TODAY, ana)]

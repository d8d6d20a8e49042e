"""The ten operations on daily logs: what they answer, and who is let do them.

Lucía leads Ana and Luis; Pablo has nothing to do with any of them.
"""

import pytest

TODAY = {"fecha": "2026-11-23"}
YESTERDAY = {"fecha": "2026-11-22"}


@pytest.fixture
async def task(world):
    return await world.task("ana")


@pytest.fixture
async def log(world, task):
    return await world.log("ana")


@pytest.fixture
def item(log):
    return log["items"][0]


async def close(world, log, who="ana"):
    reply = await world.post(f"/daily-logs/{log['id']}/close", TODAY, who)
    assert reply.status == 200, reply.body
    return reply.data


class TestOpen:
    async def test_it_answers_200_with_every_key_of_the_model(self, world, task):
        reply = await world.post("/daily-logs/open", TODAY)
        assert (reply.status, reply.data) == (
            200,
            {
                "id": 1,
                "fecha": "2026-11-23",
                "openedAt": "2026-11-23T15:00:00Z",
                "avanceAt": None,
                "closedAt": None,
                "items": [
                    {
                        "id": 1,
                        "taskId": task["id"],
                        "descripcion": "Revisar",
                        "fechaSolicitud": "2026-11-23",
                        "fechaCumplir": "2026-11-30",
                        "estatus": "PENDIENTE",
                        "semaforo": "VERDE",
                        "porcentaje": 0,
                        "orden": 1,
                    }
                ],
            },
        )

    async def test_again_it_is_the_same_with_what_was_assigned_since(self, world, log):
        world.clock.advance(hours=1)
        assert await world.log("ana") == log
        added = await world.task("ana")
        assert [item["taskId"] for item in (await world.log("ana"))["items"]] == [
            log["items"][0]["taskId"],
            added["id"],
        ]

    @pytest.mark.parametrize(("fecha", "status"), [("2026-11-24", 200), ("2026-11-25", 400), ("2020-01-01", 200)])
    async def test_at_most_a_day_ahead(self, world, fecha, status):
        reply = await world.post("/daily-logs/open", {"fecha": fecha})
        assert reply.status == status
        if status == 400:
            assert reply.faults == {"fecha": "too_far_ahead"}

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({}, "required"),
            ({"fecha": None}, "null_not_allowed"),
            ({"fecha": "23/11/2026"}, "invalid_date"),
            ({"fecha": 20261123}, "wrong_type"),
        ],
    )
    async def test_it_needs_a_date(self, world, body, code):
        assert (await world.post("/daily-logs/open", body)).faults == {"fecha": code}


class TestDay:
    """avance and close."""

    async def test_avance_is_repeatable_until_closed(self, world, log):
        for hour in ("16", "17"):
            world.clock.advance(hours=1)
            reply = await world.post(f"/daily-logs/{log['id']}/avance", TODAY)
            assert (reply.status, reply.data) == (200, {**log, "avanceAt": f"2026-11-23T{hour}:00:00Z"})
        await close(world, log)
        assert (await world.post(f"/daily-logs/{log['id']}/avance", TODAY)).refused == (409, "daily_log_closed")

    async def test_a_second_close_changes_nothing(self, world, log):
        closed = await close(world, log)
        assert closed == {**log, "closedAt": "2026-11-23T15:00:00Z"}
        world.clock.advance(hours=1)
        assert await close(world, log) == closed

    @pytest.mark.parametrize("operation", ["avance", "close"])
    async def test_another_date_is_409_and_nothing_changes(self, world, log, operation):
        reply = await world.post(f"/daily-logs/{log['id']}/{operation}", YESTERDAY)
        assert reply.refused == (409, "date_mismatch")
        assert (await world.get("/daily-logs/me?fecha=2026-11-23")).data == log

    @pytest.mark.parametrize("operation", ["avance", "close"])
    @pytest.mark.parametrize("who", ["luis", "lucia", "pablo", "root", "robot"])
    async def test_somebody_elses_log_does_not_exist(self, world, log, operation, who):
        reply = await world.post(f"/daily-logs/{log['id']}/{operation}", TODAY, who)
        assert reply.refused == (404, "daily_log_not_found")


class TestItem:
    """semaforo and avance of an item."""

    async def test_its_owner_sets_the_light(self, world, log, item):
        reply = await world.patch(f"/daily-logs/items/{item['id']}/semaforo", {**TODAY, "semaforo": "ROJO"})
        assert (reply.status, reply.data) == (200, {**log, "items": [{**item, "semaforo": "ROJO"}]})

    async def test_its_owner_sets_the_percentage(self, world, log, item):
        reply = await world.patch(f"/daily-logs/items/{item['id']}/avance", {**TODAY, "porcentaje": 40})
        changed = {**item, "porcentaje": 40, "estatus": "EN_PROCESO"}
        assert (reply.status, reply.data) == (200, {**log, "items": [changed]})

    @pytest.mark.parametrize(
        ("body", "faults"),
        [
            ({"semaforo": "ROJO"}, {"fecha": "required"}),
            (TODAY, {"semaforo": "required"}),
            ({**TODAY, "semaforo": "rojo"}, {"semaforo": "not_one_of"}),
            ({**TODAY, "semaforo": "AZUL"}, {"semaforo": "not_one_of"}),
            ({**TODAY, "semaforo": None}, {"semaforo": "null_not_allowed"}),
        ],
    )
    async def test_a_light_is_one_of_four(self, world, item, body, faults):
        reply = await world.patch(f"/daily-logs/items/{item['id']}/semaforo", body)
        assert (reply.status, reply.faults) == (400, faults)

    @pytest.mark.parametrize(
        ("porcentaje", "code"),
        [
            (-1, "out_of_range"),
            (101, "out_of_range"),
            (50.0, "wrong_type"),
            ("50", "wrong_type"),
            (True, "wrong_type"),
            (None, "null_not_allowed"),
        ],
    )
    async def test_a_percentage_is_a_whole_number_from_0_to_100(self, world, item, porcentaje, code):
        reply = await world.patch(f"/daily-logs/items/{item['id']}/avance", {**TODAY, "porcentaje": porcentaje})
        assert (reply.status, reply.faults) == (400, {"porcentaje": code})

    async def test_a_complete_item_is_green_closes_the_task_and_is_only_reopened(self, world, task, item):
        path = f"/daily-logs/items/{item['id']}"
        await world.patch(f"{path}/semaforo", {**TODAY, "semaforo": "ROJO"})
        done = (await world.patch(f"{path}/avance", {**TODAY, "porcentaje": 100})).data["items"][0]
        assert (done["semaforo"], done["estatus"]) == ("VERDE", "CERRADA")
        assert (await world.get(f"/tasks/{task['id']}")).data["fechaCierre"] == "2026-11-23"
        for operation, value in (("semaforo", {"semaforo": "ROJO"}), ("avance", {"porcentaje": 50})):
            assert (await world.patch(f"{path}/{operation}", {**TODAY, **value})).refused == (409, "item_complete")

    @pytest.mark.parametrize(
        ("operation", "value"), [("semaforo", {"semaforo": "ROJO"}), ("avance", {"porcentaje": 10})]
    )
    async def test_closed_another_date_or_another_person(self, world, log, item, operation, value):
        path = f"/daily-logs/items/{item['id']}/{operation}"
        assert (await world.patch(path, {**YESTERDAY, **value})).refused == (409, "date_mismatch")
        for who in ("luis", "lucia", "pablo", "root", "robot"):
            assert (await world.patch(path, {**TODAY, **value}, who)).refused == (404, "item_not_found")
        await close(world, log)
        assert (await world.patch(path, {**TODAY, **value})).refused == (409, "daily_log_closed")


class TestReopen:
    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("lucia", 200), ("root", 200), ("robot", 200), ("luis", 404), ("pablo", 404)]
    )
    async def test_who_may_take_an_item_up_again(self, world, task, log, item, who, status):
        await world.patch(f"/daily-logs/items/{item['id']}/avance", {**TODAY, "porcentaje": 60})
        await world.patch(f"/daily-logs/items/{item['id']}/avance", {**TODAY, "porcentaje": 100})
        await close(world, log)
        reply = await world.post(f"/daily-logs/items/{item['id']}/reopen", TODAY, who)
        assert reply.status == status
        mine = (await world.get("/daily-logs/me?fecha=2026-11-23")).data
        if status == 200:
            assert reply.data == mine == {**log, "items": [{**item, "porcentaje": 60, "estatus": "EN_PROCESO"}]}
            assert (await world.get(f"/tasks/{task['id']}")).data["estatus"] == "EN_PROCESO"
        else:
            assert mine["closedAt"] is not None

    async def test_what_is_in_progress_is_not_reopened(self, world, item):
        reply = await world.post(f"/daily-logs/items/{item['id']}/reopen", TODAY)
        assert reply.refused == (409, "nothing_to_reopen")

    async def test_of_another_date_it_is_409(self, world, log, item):
        await close(world, log)
        assert (await world.post(f"/daily-logs/items/{item['id']}/reopen", YESTERDAY)).refused == (409, "date_mismatch")

    async def test_an_unknown_item_is_404(self, world):
        assert (await world.post("/daily-logs/items/99/reopen", TODAY)).refused == (404, "item_not_found")


class TestMine:
    async def test_my_log_of_a_date(self, world, log):
        assert (await world.get("/daily-logs/me?fecha=2026-11-23")).data == log

    @pytest.mark.parametrize(("who", "fecha"), [("ana", "2026-11-24"), ("lucia", "2026-11-23"), ("root", "2026-11-23")])
    async def test_one_that_was_not_opened_is_404(self, world, log, who, fecha):
        assert (await world.get(f"/daily-logs/me?fecha={fecha}", who)).refused == (404, "no_daily_log")

    async def test_my_history_is_by_date_with_both_ends(self, world, task):
        for fecha in ("2026-11-23", "2026-11-20", "2026-11-22", "2026-11-19"):
            await world.log("ana", fecha)
        reply = await world.get("/daily-logs/me/history?desde=2026-11-20&hasta=2026-11-23")
        assert [log["fecha"] for log in reply.data] == ["2026-11-20", "2026-11-22", "2026-11-23"]
        assert (await world.get("/daily-logs/me/history?desde=2026-11-20&hasta=2026-11-23", "lucia")).data == []

    @pytest.mark.parametrize("whose", ["me", "team"])
    @pytest.mark.parametrize(
        ("desde", "hasta", "faults"),
        [
            ("2026-11-02", "2026-11-01", {"hasta": "before"}),
            ("2025-11-23", "2026-11-23", {}),
            ("2025-11-22", "2026-11-23", {"hasta": "too_many_days"}),
        ],
    )
    async def test_a_history_has_at_most_366_days(self, world, whose, desde, hasta, faults):
        reply = await world.get(f"/daily-logs/{whose}/history?desde={desde}&hasta={hasta}")
        assert (reply.status, reply.faults) == (400 if faults else 200, faults)


class TestTeam:
    PATHS = ("/daily-logs/team?fecha=2026-11-23", "/daily-logs/team/history?desde=2026-11-01&hasta=2026-11-30")

    @pytest.mark.parametrize("path", PATHS)
    async def test_a_leader_reads_flat_rows_with_every_key_of_the_model(self, world, task, log, item, path):
        reply = await world.get(path, "lucia")
        ana, lucia = world.id("ana"), world.id("lucia")
        assert (reply.status, reply.data) == (
            200,
            [
                {
                    "dailyLogId": log["id"],
                    "responsibleUserId": ana,
                    "leaderUserId": lucia,
                    "itemId": item["id"],
                    "taskId": task["id"],
                    "porcentaje": 0,
                    "createdByUserId": ana,
                    "fecha": "2026-11-23",
                    "fechaSolicitud": "2026-11-23",
                    "fechaCumplir": "2026-11-30",
                    "openedAt": "2026-11-23T15:00:00Z",
                    "avanceAt": None,
                    "closedAt": None,
                    "descripcion": "Revisar",
                    "estatus": "PENDIENTE",
                    "prioridad": "MEDIA",
                    "semaforo": "VERDE",
                }
            ],
        )

    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize(
        ("who", "rows"), [("root", 1), ("robot", 1), ("lucia", 1), ("ana", 0), ("luis", 0), ("pablo", 0)]
    )
    async def test_who_sees_the_rows(self, world, log, path, who, rows):
        reply = await world.get(path, who)
        assert (reply.status, len(reply.data)) == (200, rows)

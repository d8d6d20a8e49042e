"""The ten operations on tasks and comments: what they answer, and who is let do them.

Ana's task is one that Ana made for herself; Lucía leads Ana and Luis; Pablo has nothing to do with any of them.
"""

import pytest

EDIT = {"descripcion": "Revisar", "fechaCumplir": "2026-11-30"}


@pytest.fixture
async def task(world):
    return await world.task("ana")


@pytest.fixture
async def given(world):
    """A task that Lucía made for Ana."""
    return await world.task("lucia", responsibleUserIds=[world.id("ana")])


def ids(reply) -> list[int]:
    assert reply.status == 200, reply.body
    return [row["id"] for row in reply.data]


class TestCreate:
    async def test_it_answers_200_with_every_key_of_the_model(self, world):
        reply = await world.post("/tasks", EDIT)
        ana, lucia = world.id("ana"), world.id("lucia")
        assert reply.envelope == {
            "status": 200,
            "message": "Correcto.",
            "data": {
                "id": 1,
                "descripcion": "Revisar",
                "leaderUserId": lucia,
                "responsibleUserId": ana,
                "responsibleUserIds": [ana],
                "fechaSolicitud": "2026-11-23",
                "fechaCumplir": "2026-11-30",
                "fechaCierre": None,
                "estatus": "PENDIENTE",
                "prioridad": "MEDIA",
                "ultimoComentarioFecha": None,
                "createdByUserId": ana,
                "createdAt": "2026-11-23T15:00:00Z",
                "updatedAt": "2026-11-23T15:00:00Z",
                "isActive": True,
            },
        }

    async def test_what_it_sends_back_is_what_is_read_and_listed(self, world, task):
        assert (await world.get(f"/tasks/{task['id']}")).data == task
        assert (await world.get("/tasks")).data == [task]

    async def test_instants_show_a_fraction_only_when_there_is_one(self, world):
        world.clock.advance(microseconds=120_000)
        assert (await world.task())["createdAt"] == "2026-11-23T15:00:00.120000Z"

    async def test_what_only_the_service_sets_is_ignored(self, world):
        task = await world.task(responsibleUserId=999, fechaCierre="2026-01-01", id=77, createdByUserId=999, extra={})
        assert task == {**task, "id": 1, "responsibleUserId": world.id("ana"), "fechaCierre": None}
        assert task["createdByUserId"] == world.id("ana")

    @pytest.mark.parametrize(
        ("field", "value", "code"),
        [
            ("estatus", "pendiente", "not_one_of"),
            ("estatus", "ABIERTA", "not_one_of"),
            ("prioridad", "Alta", "not_one_of"),
            ("prioridad", 1, "wrong_type"),
            ("isActive", "true", "wrong_type"),
            ("isActive", 1, "wrong_type"),
            ("descripcion", 1, "wrong_type"),
            ("fechaCumplir", 20261130, "wrong_type"),
            ("fechaCumplir", "20261130", "invalid_date"),
            ("fechaCumplir", "2026-W48-1", "invalid_date"),
            ("fechaCumplir", "2026-02-30", "invalid_date"),
            ("fechaCumplir", "2026-11-30T00:00:00Z", "invalid_date"),
            ("fechaCumplir", "2026-11-3٠", "invalid_date"),
            ("fechaCumplir", " 2026-11-30", "invalid_date"),
            ("fechaCumplir", "1899-12-31", "out_of_range"),
            ("fechaCumplir", "9999-01-01", "out_of_range"),
            ("fechaCumplir", "2026-11-22", "before"),
            ("responsibleUserIds", [], "empty"),
            ("responsibleUserIds", 1, "wrong_type"),
            ("leaderUserId", 999, "unknown_id"),
            ("leaderUserId", -1, "unknown_id"),
        ],
    )
    async def test_a_bad_value_is_refused_by_name(self, world, field, value, code):
        reply = await world.post("/tasks", {**EDIT, field: value})
        assert (reply.status, reply.faults) == (400, {field: code})

    @pytest.mark.parametrize("field", ["descripcion", "fechaCumplir"])
    async def test_a_required_field_is_required(self, world, field):
        reply = await world.post("/tasks", {name: value for name, value in EDIT.items() if name != field})
        assert (reply.status, reply.faults) == (400, {field: "required"})

    @pytest.mark.parametrize(
        ("who", "responsible", "status"),
        [
            ("ana", "ana", 200),
            ("ana", "luis", 403),
            ("ana", "lucia", 403),
            ("lucia", "lucia", 200),
            ("lucia", "luis", 200),
            ("lucia", "pablo", 403),
            ("root", "pablo", 200),
            ("robot", "pablo", 200),
        ],
    )
    async def test_who_may_name_whom_as_responsible(self, world, who, responsible, status):
        reply = await world.post("/tasks", {**EDIT, "responsibleUserIds": [world.id(responsible)]}, who)
        assert reply.status == status
        if status == 403:
            assert reply.data["code"] == "responsibles_out_of_reach"

    async def test_an_unknown_responsible_is_named_by_place(self, world):
        reply = await world.post("/tasks", {**EDIT, "responsibleUserIds": [world.id("ana"), 999]}, "root")
        assert (reply.status, reply.faults) == (400, {"responsibleUserIds[1]": "unknown_id"})


class TestRead:
    @pytest.mark.parametrize(
        ("who", "sees"),
        [("ana", True), ("lucia", True), ("root", True), ("robot", True), ("luis", False), ("pablo", False)],
    )
    async def test_who_sees_a_task_by_id_and_in_every_list(self, world, task, who, sees):
        for path in ("", "/comments"):
            assert (await world.get(f"/tasks/{task['id']}{path}", who)).status == (200 if sees else 404)
        for path in ("/tasks", "/tasks/range?start=2026-11-01&end=2026-12-31"):
            assert ids(await world.get(path, who)) == ([task["id"]] if sees else [])

    async def test_hidden_looks_like_missing(self, world, task):
        hidden, missing = await world.get(f"/tasks/{task['id']}", "pablo"), await world.get("/tasks/99", "pablo")
        assert hidden.refused == missing.refused == (404, "task_not_found")

    async def test_a_list_is_by_id(self, world):
        made = [(await world.task(fechaCumplir=f"2026-12-0{9 - n}"))["id"] for n in range(5)]
        assert ids(await world.get("/tasks")) == sorted(made)

    @pytest.mark.parametrize(
        ("start", "end", "found"),
        [
            ("2026-11-30", "2026-11-30", 1),
            ("2026-11-30", "2026-12-31", 1),
            ("2026-12-01", "2026-12-31", 0),
            ("2026-11-01", "2026-11-29", 0),
        ],
    )
    async def test_a_range_includes_both_ends(self, world, task, start, end, found):
        assert len(ids(await world.get(f"/tasks/range?start={start}&end={end}"))) == found


class TestPatch:
    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("lucia", 403), ("root", 200), ("robot", 200), ("luis", 404), ("pablo", 404)]
    )
    async def test_who_may_change_a_task(self, world, task, who, status):
        reply = await world.patch(f"/tasks/{task['id']}", {**EDIT, "descripcion": "Otra"}, who)
        assert reply.status == status
        assert (await world.get(f"/tasks/{task['id']}")).data["descripcion"] == ("Otra" if status == 200 else "Revisar")

    @pytest.mark.parametrize(
        ("field", "value", "status"),
        [
            ("estatus", "EN_PROCESO", 200),
            ("prioridad", "URGENTE", 200),
            ("descripcion", "Otra", 403),
            ("fechaCumplir", "2026-12-01", 403),
            ("fechaSolicitud", "2026-11-20", 403),
            ("leaderUserId", None, 403),
            ("isActive", False, 403),
        ],
    )
    async def test_a_responsible_changes_only_status_and_priority(self, world, given, field, value, status):
        reply = await world.patch(f"/tasks/{given['id']}", {**EDIT, field: value}, "ana")
        assert reply.status == status
        if status == 403:
            assert reply.data["code"] == "only_status_and_priority"

    async def test_an_absent_optional_stays(self, world, task):
        await world.patch(f"/tasks/{task['id']}", {**EDIT, "prioridad": "ALTA"})
        world.clock.advance(hours=1)
        reply = await world.patch(f"/tasks/{task['id']}", {**EDIT, "descripcion": "Otra"})
        assert reply.data == {**task, "prioridad": "ALTA", "descripcion": "Otra", "updatedAt": "2026-11-23T16:00:00Z"}

    @pytest.mark.parametrize("route", ["", "/team-edit"])
    async def test_a_status_alone_is_not_enough(self, world, task, route):
        reply = await world.patch(f"/tasks/{task['id']}{route}", {"estatus": "EN_PROCESO"})
        assert (reply.status, reply.faults) == (400, {"descripcion": "required"})

    async def test_a_transition_that_is_not_allowed_is_409(self, world, task):
        await world.patch(f"/tasks/{task['id']}", {**EDIT, "estatus": "EN_PROCESO"})
        reply = await world.patch(f"/tasks/{task['id']}", {**EDIT, "estatus": "PLANEACION"})
        assert reply.refused == (409, "transition_not_allowed")

    async def test_a_responsible_does_not_leave_closed_by_patch(self, world, given):
        await world.patch(f"/tasks/{given['id']}", {**EDIT, "estatus": "CERRADA"}, "ana")
        reply = await world.patch(f"/tasks/{given['id']}", {**EDIT, "estatus": "EN_PROCESO"}, "ana")
        assert reply.refused == (403, "reopen_by_item")
        reply = await world.patch(f"/tasks/{given['id']}", {**EDIT, "estatus": "EN_PROCESO"}, "lucia")
        assert (reply.status, reply.data["fechaCierre"]) == (200, None)


class TestTeamEdit:
    @pytest.mark.parametrize(
        ("who", "status"), [("lucia", 200), ("root", 200), ("robot", 200), ("ana", 403), ("luis", 404), ("pablo", 404)]
    )
    async def test_who_may_edit_as_the_leader(self, world, task, who, status):
        reply = await world.patch(f"/tasks/{task['id']}/team-edit", {**EDIT, "prioridad": "ALTA"}, who)
        assert reply.status == status
        assert (await world.get(f"/tasks/{task['id']}")).data["prioridad"] == ("ALTA" if status == 200 else "MEDIA")

    @pytest.mark.parametrize(("responsible", "status"), [("luis", 200), ("lucia", 200), ("pablo", 403)])
    async def test_a_leader_hands_over_within_their_team(self, world, task, responsible, status):
        edit = {**EDIT, "responsibleUserIds": [world.id(responsible)]}
        assert (await world.patch(f"/tasks/{task['id']}/team-edit", edit, "lucia")).status == status


class TestDelete:
    @pytest.mark.parametrize(
        ("who", "status"),
        [("lucia", 200), ("root", 200), ("robot", 200), ("ana", 403), ("luis", 404), ("pablo", 404)],
    )
    async def test_who_may_delete_a_task_that_was_given(self, world, given, who, status):
        assert (await world.call("DELETE", f"/tasks/{given['id']}", who)).status == status
        assert ids(await world.get("/tasks", "ana")) == ([] if status == 200 else [given["id"]])

    async def test_it_answers_the_task_which_stays_readable_and_comes_back(self, world, task):
        for _ in range(2):
            reply = await world.call("DELETE", f"/tasks/{task['id']}")
            assert (reply.status, reply.data) == (200, {**task, "isActive": False})
        assert (await world.get(f"/tasks/{task['id']}")).data["isActive"] is False
        assert ids(await world.get("/tasks/range?start=2026-11-01&end=2026-12-31")) == []
        await world.patch(f"/tasks/{task['id']}", {**EDIT, "isActive": True})
        assert ids(await world.get("/tasks")) == [task["id"]]


class TestComments:
    async def test_a_comment_answers_200_with_every_key_of_the_model(self, world, task):
        reply = await world.post(f"/tasks/{task['id']}/comments", {"comentario": "Falta la clave"})
        assert (reply.status, reply.data) == (
            200,
            {
                "id": 1,
                "taskId": task["id"],
                "comentario": "Falta la clave",
                "createdByUserId": world.id("ana"),
                "createdAt": "2026-11-23T15:00:00Z",
                "updatedAt": "2026-11-23T15:00:00Z",
            },
        )
        assert (await world.get(f"/tasks/{task['id']}/comments")).data == [reply.data]
        assert (await world.get(f"/tasks/{task['id']}")).data["ultimoComentarioFecha"] == "2026-11-23T15:00:00Z"

    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("lucia", 200), ("root", 200), ("robot", 200), ("luis", 404), ("pablo", 404)]
    )
    async def test_who_may_comment(self, world, task, who, status):
        assert (await world.post(f"/tasks/{task['id']}/comments", {"comentario": "x"}, who)).status == status

    async def test_a_closed_task_takes_comments(self, world, task):
        await world.patch(f"/tasks/{task['id']}", {**EDIT, "estatus": "CERRADA"})
        assert (await world.post(f"/tasks/{task['id']}/comments", {"comentario": "x"})).status == 200

    async def test_oldest_first(self, world, task):
        for text in ("b", "a", "c"):
            await world.post(f"/tasks/{task['id']}/comments", {"comentario": text})
            world.clock.advance(minutes=1)
        listed = (await world.get(f"/tasks/{task['id']}/comments")).data
        assert [comment["comentario"] for comment in listed] == ["b", "a", "c"]

    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 403), ("lucia", 403), ("luis", 404), ("pablo", 404)]
    )
    async def test_who_may_edit_a_comment(self, world, task, who, status):
        comment = (await world.post(f"/tasks/{task['id']}/comments", {"comentario": "uno"})).data
        world.clock.advance(hours=1)
        path = f"/tasks/{task['id']}/comments/{comment['id']}"
        reply = await world.patch(path, {"comentario": "dos"}, who)
        assert reply.status == status
        edited = {**comment, "comentario": "dos", "updatedAt": "2026-11-23T16:00:00Z"}
        assert (await world.get(f"/tasks/{task['id']}/comments")).data == [edited if status == 200 else comment]
        assert (await world.get(f"/tasks/{task['id']}")).data["ultimoComentarioFecha"] == comment["createdAt"]

    async def test_under_another_task_it_does_not_exist(self, world, task):
        other = await world.task()
        comment = (await world.post(f"/tasks/{task['id']}/comments", {"comentario": "uno"})).data
        reply = await world.patch(f"/tasks/{other['id']}/comments/{comment['id']}", {"comentario": "dos"})
        assert reply.refused == (404, "comment_not_found")

    @pytest.mark.parametrize(
        ("body", "code"),
        [({}, "required"), ({"comentario": None}, "null_not_allowed"), ({"comentario": 1}, "wrong_type")],
    )
    async def test_a_comment_is_a_text(self, world, task, body, code):
        reply = await world.post(f"/tasks/{task['id']}/comments", body)
        assert (reply.status, reply.faults) == (400, {"comentario": code})

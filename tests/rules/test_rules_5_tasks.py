"""Chapter 5: a task's defaults, its states, what closes it, and its comments."""

import pytest

from tests.rules.world import TASK, TODAY, TOMORROW, UNKNOWN, YESTERDAY, done, kept, refused

STATES = ("PLANEACION", "PENDIENTE", "EN_PROCESO", "CERRADA")
ALLOWED = {
    "PLANEACION": {"PENDIENTE", "EN_PROCESO", "CERRADA"},
    "PENDIENTE": {"PLANEACION", "EN_PROCESO", "CERRADA"},
    "EN_PROCESO": {"PENDIENTE", "CERRADA"},
    "CERRADA": {"EN_PROCESO", "PENDIENTE"},
}
RANGE = "/tasks/range?start=2026-11-01&end=2026-12-31"


async def test_5_1_defaults_of_a_new_task(world):
    task = await world.task("ana")
    expected = {
        "estatus": "PENDIENTE",
        "prioridad": "MEDIA",
        "fechaSolicitud": TODAY,
        "responsibleUserIds": [world.id("ana")],
        "responsibleUserId": world.id("ana"),
        "leaderUserId": world.id("lucia"),
        "createdByUserId": world.id("ana"),
        "isActive": True,
    }
    assert {key: task[key] for key in expected} == expected


async def test_5_1_the_leader_is_the_first_responsibles_else_the_caller(world):
    ana, pedro = world.id("ana"), world.id("pedro")
    assert (await world.task("pablo"))["leaderUserId"] == world.id("pablo")
    assert (await world.task("lucia", responsibleUserIds=[ana]))["leaderUserId"] == world.id("lucia")
    assert (await world.task("lucia"))["leaderUserId"] == world.id("lucia")
    assert (await world.task("root", responsibleUserIds=[pedro, ana]))["leaderUserId"] == world.id("marta")
    pablos = await world.task("root", responsibleUserIds=[world.id("pablo"), ana])
    assert pablos["leaderUserId"] == world.id("root")
    named = await world.task("ana", leaderUserId=world.id("marta"))
    assert named["leaderUserId"] == world.id("marta")


async def test_5_1_a_task_asked_for_in_the_future_is_in_planning(world):
    assert (await world.task(fechaSolicitud=TOMORROW))["estatus"] == "PLANEACION"
    assert (await world.task(fechaSolicitud=YESTERDAY))["estatus"] == "PENDIENTE"
    assert (await world.task(fechaSolicitud=TOMORROW, estatus="EN_PROCESO"))["estatus"] == "EN_PROCESO"


async def test_5_1_responsibles_are_deduplicated_in_order_and_never_none(world):
    ana, luis, lucia = (world.id(name) for name in ("ana", "luis", "lucia"))
    task = await world.task("lucia", responsibleUserIds=[luis, ana, luis, lucia, ana])
    assert task["responsibleUserIds"] == [luis, ana, lucia]
    assert task["responsibleUserId"] == luis
    changed = done(await world.edit(task, "lucia", responsibleUserIds=[ana, luis, ana]))
    assert (changed["responsibleUserIds"], changed["responsibleUserId"]) == ([ana, luis], ana)
    refused(await world.post("/tasks", {**TASK, "responsibleUserIds": []}), 400, "responsibleUserIds")
    refused(await world.edit(task, "lucia", responsibleUserIds=[]), 400, "responsibleUserIds")
    refused(await world.team_edit(task, "lucia", responsibleUserIds=[]), 400, "responsibleUserIds")


async def test_5_1_it_is_due_on_the_day_it_is_asked_for_or_later(world):
    same = await world.task(fechaSolicitud=TODAY, fechaCumplir=TODAY)
    refused(await world.post("/tasks", {**TASK, "fechaCumplir": YESTERDAY}), 400)
    refused(await world.post("/tasks", {**TASK, "fechaSolicitud": "2026-12-01"}), 400)
    refused(await world.edit(same, fechaSolicitud=TOMORROW), 400)
    refused(await world.edit(same, fechaCumplir=YESTERDAY), 400)
    refused(await world.team_edit(same, fechaCumplir=YESTERDAY), 400)
    moved = done(await world.edit(same, fechaSolicitud=TOMORROW, fechaCumplir=TOMORROW))
    assert (moved["fechaSolicitud"], moved["fechaCumplir"]) == (TOMORROW, TOMORROW)


async def test_5_1_a_deleted_task_is_inactive_readable_unlisted_and_can_be_restored(world):
    task = await world.task()
    path = f"/tasks/{task['id']}"
    gone = done(await world.delete(path))
    assert {**gone, "updatedAt": ""} == {**task, "isActive": False, "updatedAt": ""}
    assert await world.read(path) == gone
    assert await world.read("/tasks") == await world.read(RANGE) == []
    assert done(await world.delete(path))["isActive"] is False
    assert done(await world.edit(task, isActive=True))["isActive"] is True
    assert await world.ids("/tasks") == await world.ids(RANGE) == [task["id"]]


async def in_state(world, state):
    """A task in a state, of which Ana is the creator, the responsible and not the leader."""
    return await world.task("ana", estatus=state)


@pytest.mark.parametrize("state", STATES)
async def test_5_2_transitions(world, state):
    for target in STATES:
        for edit, who in ((world.edit, "ana"), (world.team_edit, "lucia"), (world.edit, "root")):
            task = await in_state(world, state)
            reply = await edit(task, who, estatus=target)
            if target in ALLOWED[state] or target == state:
                assert done(reply)["estatus"] == target
            else:
                refused(reply, 409)
                assert await world.task_now(task) == task


@pytest.mark.parametrize("state", STATES)
async def test_5_2_the_same_state_changes_nothing(world, state):
    task = await in_state(world, state)
    world.clock.advance(days=1)
    same = done(await world.edit(task, estatus=state))
    assert {**same, "updatedAt": ""} == {**task, "updatedAt": ""}


async def test_5_2_who_is_only_responsible_does_not_leave_a_closed_task_by_patch(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    done(await world.edit(task, "ana", estatus="CERRADA"))
    for target in ("EN_PROCESO", "PENDIENTE"):
        refused(await world.edit(task, "ana", estatus=target), 403)
    assert done(await world.edit(task, "ana", estatus="CERRADA", prioridad="ALTA"))["prioridad"] == "ALTA"
    assert (await world.task_now(task))["estatus"] == "CERRADA"


async def test_5_2_who_is_only_responsible_leaves_a_closed_task_by_reopening_their_item(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    (item,) = (await world.log("ana"))["items"]
    done(await world.edit(task, "ana", estatus="CERRADA"))
    done(await world.reopen(item))
    assert (await world.task_now(task))["estatus"] == "EN_PROCESO"


async def test_5_2_creator_leader_and_admin_leave_a_closed_task(world):
    for edit, who in (
        (world.edit, "pablo"),
        (world.team_edit, "marta"),
        (world.edit, "root"),
        (world.team_edit, "root"),
    ):
        task = await world.task("pablo", leaderUserId=world.id("marta"), estatus="CERRADA")
        assert done(await edit(task, who, estatus="EN_PROCESO"))["estatus"] == "EN_PROCESO"


async def test_5_3_a_closing_date_if_and_only_if_closed(world):
    task = await world.task()
    world.clock.advance(days=2)
    assert done(await world.edit(task, estatus="CERRADA"))["fechaCierre"] == "2026-11-25"
    world.clock.advance(days=1)
    assert done(await world.edit(task, prioridad="ALTA"))["fechaCierre"] == "2026-11-25"
    assert done(await world.edit(task, estatus="EN_PROCESO"))["fechaCierre"] is None
    assert done(await world.edit(task, estatus="CERRADA"))["fechaCierre"] == "2026-11-26"
    assert done(await world.edit(task, estatus="PENDIENTE"))["fechaCierre"] is None
    assert (await world.task(estatus="CERRADA"))["fechaCierre"] == "2026-11-26"
    for state in STATES[:3]:
        assert (await world.task(estatus=state))["fechaCierre"] is None


async def test_5_3_a_task_closed_in_a_log_has_its_date_too(world):
    task = await world.task()
    (item,) = (await world.log())["items"]
    done(await world.advance(item, 100))
    assert (await world.task_now(task))["fechaCierre"] == TODAY
    done(await world.reopen(item))
    assert (await world.task_now(task))["fechaCierre"] is None


@pytest.mark.parametrize("path", ["/tasks/{}", "/tasks/{}/team-edit"])
async def test_5_4_patch_always_needs_descripcion_and_fecha_cumplir(world, path):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    whole = {"descripcion": "Otra", "fechaCumplir": "2026-12-01", "prioridad": "ALTA"}
    for field in ("descripcion", "fechaCumplir"):
        body = {key: value for key, value in whole.items() if key != field}
        refused(await world.patch(path.format(task["id"]), body, "lucia"), 400, field)
    refused(await world.patch(path.format(task["id"]), {}, "lucia"), 400)
    assert await world.task_now(task) == task
    changed = done(await world.patch(path.format(task["id"]), whole, "lucia"))
    assert {key: changed[key] for key in whole} == whole


async def test_5_4_an_absent_optional_is_unchanged(world):
    task = await world.task(estatus="EN_PROCESO", prioridad="BAJA", fechaSolicitud=YESTERDAY)
    for edit, who in ((world.edit, "ana"), (world.team_edit, "lucia")):
        changed = done(await edit(task, who))
        assert {**changed, "updatedAt": ""} == {**task, "updatedAt": ""}


async def test_5_5_the_date_of_the_last_comment(world):
    task = await world.task()
    assert task["ultimoComentarioFecha"] is None
    first = await world.comment(task)
    world.clock.advance(minutes=5)
    second = await world.comment(task)
    assert second["createdAt"] != first["createdAt"]
    assert (await world.task_now(task))["ultimoComentarioFecha"] == second["createdAt"]


async def test_5_5_editing_a_comment_does_not_move_it(world):
    task = await world.task()
    comment = await world.comment(task)
    world.clock.advance(minutes=5)
    path = f"/tasks/{task['id']}/comments/{comment['id']}"
    edited = done(await world.patch(path, {"comentario": "Ya"}))
    assert (edited["createdAt"], edited["updatedAt"]) == (comment["createdAt"], "2026-11-23T15:05:00Z")
    assert (await world.task_now(task))["ultimoComentarioFecha"] == comment["createdAt"]
    assert await world.read(f"/tasks/{task['id']}/comments") == [edited]


async def test_5_5_a_comment_under_another_task_is_404(world):
    task, other = await world.task(), await world.task()
    comment = await world.comment(task)
    for number in (comment["id"], UNKNOWN):
        refused(await world.patch(f"/tasks/{other['id']}/comments/{number}", {"comentario": "X"}), 404)
    assert await world.read(f"/tasks/{other['id']}/comments") == []


async def test_5_6_comments_are_oldest_first_and_go_on_when_closed(world):
    task = await world.task(estatus="CERRADA")
    made = []
    for text in ("uno", "dos", "tres"):
        made.append(await world.comment(task, text))
        world.clock.advance(minutes=1)
    done(await world.patch(f"/tasks/{task['id']}/comments/{made[0]['id']}", {"comentario": "UNO"}))
    texts = [row["comentario"] for row in await world.read(f"/tasks/{task['id']}/comments")]
    assert texts == ["UNO", "dos", "tres"]


async def test_5_7_the_range_is_of_due_dates_both_ends_included(world):
    dues = ("2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27")
    tasks = {due: (await world.task(fechaCumplir=due))["id"] for due in dues}
    assert await world.ids("/tasks/range?start=2026-11-25&end=2026-11-26") == [tasks[due] for due in dues[1:3]]
    assert await world.ids("/tasks/range?start=2026-11-24&end=2026-11-24") == [tasks["2026-11-24"]]
    assert await world.ids("/tasks/range?start=2026-12-24&end=2026-12-25") == []
    refused(await world.get("/tasks/range?start=2026-11-26&end=2026-11-25"), 400)


async def test_5_4_the_two_fields_may_change_too(world):
    task = await world.task()
    body = {"descripcion": "Otra", "fechaCumplir": "2026-12-24"}
    changed = done(await world.patch(f"/tasks/{task['id']}", body))
    assert kept(changed) == body

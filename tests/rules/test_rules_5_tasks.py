"""Chapter 5: a task's defaults, its states, what closes it, and its comments."""

import pytest

from tests.rules.world import TASK, TODAY, TOMORROW, UNKNOWN, YESTERDAY, done, refused

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
    ana, lucia = world.id("ana"), world.id("lucia")
    expected = {"estatus": "PENDIENTE", "prioridad": "MEDIA", "fechaSolicitud": TODAY, "isActive": True}
    expected |= {"responsibleUserIds": [ana], "responsibleUserId": ana, "leaderUserId": lucia, "createdByUserId": ana}
    assert expected.items() <= task.items()


async def test_5_1_the_leader_is_the_first_responsibles_else_the_caller(world):
    ana, pedro = world.id("ana"), world.id("pedro")
    assert (await world.task("pablo"))["leaderUserId"] == world.id("pablo")
    assert (await world.task("lucia", responsibleUserIds=[ana]))["leaderUserId"] == world.id("lucia")
    assert (await world.task("lucia"))["leaderUserId"] == world.id("lucia")
    assert (await world.task("root", responsibleUserIds=[pedro, ana]))["leaderUserId"] == world.id("marta")
    pablos = await world.task("root", responsibleUserIds=[world.id("pablo"), ana])
    assert pablos["leaderUserId"] == world.id("root")


async def test_5_1_a_member_names_their_own_leader_or_themselves(world):
    for leader in ("lucia", "ana"):
        named = {"leaderUserId": world.id(leader)}
        assert done(await world.post("/tasks", TASK | named, "ana"))["leaderUserId"] == world.id(leader)
    reply = await world.post("/tasks", TASK | {"leaderUserId": world.id("marta")}, "ana")
    assert reply.refused == (403, "leader_out_of_reach")


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


async def test_5_1_it_has_words(world):
    task = await world.task()
    for blank in ("", " ", "\t\n\u00a0", "\u200b\u2060 \ufeff"):
        wrong = [
            await world.post("/tasks", {**TASK, "descripcion": blank}),
            await world.edit(task, descripcion=blank),
            await world.team_edit(task, descripcion=blank),
            await world.post("/task-rules", {"descripcion": blank, "recurrenceType": "WEEKLY"}),
            await world.post("/asked-tasks", {**TASK, "descripcion": blank, "userId": world.id("luis")}),
        ]
        assert [reply.faults for reply in wrong] == [{"descripcion": "blank"}] * 5, blank
    assert await world.read("/tasks", "root") == [task]


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


@pytest.mark.parametrize("state", STATES)
async def test_5_2_transitions(world, state):
    for target in STATES:
        for edit, who in ((world.edit, "ana"), (world.team_edit, "lucia"), (world.edit, "root")):
            task = await world.task("ana", estatus=state)
            reply = await edit(task, who, estatus=target)
            if target in ALLOWED[state] or target == state:
                assert done(reply)["estatus"] == target
            else:
                refused(reply, 409)
                assert await world.task_now(task) == task


async def test_5_2_who_is_only_responsible_does_not_leave_a_closed_task_by_patch(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    done(await world.edit(task, "ana", estatus="CERRADA"))
    for target in ("EN_PROCESO", "PENDIENTE"):
        refused(await world.edit(task, "ana", estatus=target), 403)
    assert done(await world.edit(task, "ana", estatus="CERRADA", prioridad="ALTA"))["prioridad"] == "ALTA"
    assert (await world.task_now(task))["estatus"] == "CERRADA"


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


async def test_5_5_the_date_of_the_last_comment_which_editing_does_not_move(world):
    task = await world.task(estatus="CERRADA")
    assert task["ultimoComentarioFecha"] is None
    first = await world.comment(task)
    world.clock.advance(minutes=5)
    second = await world.comment(task)
    world.clock.advance(minutes=5)
    edited = done(await world.patch(f"/tasks/{task['id']}/comments/{first['id']}", {"comentario": "Ya"}))
    assert (edited["createdAt"], edited["updatedAt"]) == (first["createdAt"], "2026-11-23T15:10:00Z")
    assert second["createdAt"] == "2026-11-23T15:05:00Z" == (await world.task_now(task))["ultimoComentarioFecha"]


async def test_5_6_comments_are_oldest_first_and_go_on_when_closed(world):
    task = await world.task(estatus="CERRADA")
    made = [await world.comment(task, text) for text in ("uno", "dos", "tres")]
    assert await world.read(f"/tasks/{task['id']}/comments") == made


async def test_5_5_a_comment_under_another_task_is_404(world):
    task, other = await world.task(), await world.task()
    comment = await world.comment(task)
    for number in (comment["id"], UNKNOWN):
        refused(await world.patch(f"/tasks/{other['id']}/comments/{number}", {"comentario": "X"}), 404)
    assert await world.read(f"/tasks/{other['id']}/comments") == []


async def test_5_7_the_range_is_of_due_dates_both_ends_included(world):
    dues = ("2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27")
    tasks = {due: (await world.task(fechaCumplir=due))["id"] for due in dues}
    assert await world.ids("/tasks/range?start=2026-11-25&end=2026-11-26") == [tasks[due] for due in dues[1:3]]
    assert await world.ids("/tasks/range?start=2026-11-24&end=2026-11-24") == [tasks["2026-11-24"]]
    assert await world.ids("/tasks/range?start=2026-12-24&end=2026-12-25") == []
    refused(await world.get("/tasks/range?start=2026-11-26&end=2026-11-25"), 400)

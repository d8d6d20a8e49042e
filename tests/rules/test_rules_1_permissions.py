"""Chapter 1: who may do what, every line of the table both ways, and who sees which event."""

from datetime import date

import pytest

from tests.rules.world import EVENT, REPLACED, SERIES, TASK, TODAY, TOMORROW, UNKNOWN, done, refused

EVERYBODY = ("ana", "lucia", "marta", "pablo", "root", "robot")
MEMBERS = ("ana", "lucia", "pablo")
OFFICE = ("root", "robot")
AT = "2026-11-30T16:00:00Z"
WHEN = "startDatetime=2026-12-01T10:00:00Z&endDatetime=2026-12-01T11:00:00Z"
JOBS = ("task-planeacion-sync", "reminders", "overdue-survey", "overdue-regular", "birthday-sync")


async def changes_of_an_event(world, event):
    """Every write that concerns an event, its parts and its series; each leaves the others possible."""
    pablo, here = world.id("pablo"), {"eventId": event["id"]}
    participant = await world.participant(event, userId=world.id("marta"))
    visibility = await world.visibility(event, "marta")
    reminder = await world.reminder(event)
    return [
        ("PATCH", f"/events/{event['id']}", {"title": "Otra"}),
        ("PUT", f"/events/{event['id']}", {**REPLACED, "isPublic": True, "eventTypeId": await world.type_id()}),
        ("POST", "/participants", {**here, "userId": pablo}),
        ("PUT", f"/participants/{participant['id']}", {**here, "userId": world.id("pedro")}),
        ("DELETE", f"/participants/{participant['id']}", None),
        ("POST", "/visibility", {**here, "userId": pablo, "isVisible": True}),
        ("PUT", f"/visibility/{visibility['id']}", {**here, "userId": world.id("pedro"), "isVisible": True}),
        ("DELETE", f"/visibility/{visibility['id']}", None),
        ("POST", "/reminders", {**here, "remindAt": AT}),
        ("PUT", f"/reminders/{reminder['id']}", {**here, "remindAt": "2026-11-30T17:00:00Z"}),
        ("DELETE", f"/reminders/{reminder['id']}", None),
        ("PATCH", f"/events/series/{event['seriesId']}", {"title": "Todas"}),
        ("DELETE", f"/events/{event['id']}", None),
        ("DELETE", f"/events/series/{event['seriesId']}", None),
    ]


@pytest.mark.parametrize("who", EVERYBODY)
async def test_1_3_anybody_creates_events_and_series_and_asks_who_is_free(world, who):
    body = await world.event_body()
    assert done(await world.post("/events", body, who))["createdByUserId"] == world.id(who)
    done(await world.post("/events/series", {**body, **SERIES}, who))
    assert await world.read(f"/events/availability?{WHEN}&userIds={world.id('pedro')}", who) == []


@pytest.mark.parametrize("who", ["ana", *OFFICE])
async def test_1_3_event_change_by_creator_and_admin(world, who):
    _, events = await world.series("ana", isPublic=True)
    for method, path, body in await changes_of_an_event(world, events[0]):
        done(await world.call(method, path, who, body))


@pytest.mark.parametrize("who", ["lucia", "luis", "pablo", "marta"])
async def test_1_3_event_change_by_creator_and_admin_only(world, who):
    _, events = await world.series("ana", isPublic=True)
    await world.visibility(events[0], "luis")  # seeing it is not enough, nor leading its creator, nor taking part
    for method, path, body in await changes_of_an_event(world, events[0]):
        # A visibility record is itself seen by the creator and by whom it is about, here Marta.
        hidden = path.startswith("/visibility/") and who != "marta"
        refused(await world.call(method, path, who, body), 404 if hidden else 403)


async def test_1_3_event_change_of_a_hidden_event_is_404_not_403(world):
    _, events = await world.series("ana")
    for method, path, body in await changes_of_an_event(world, events[0]):
        refused(await world.call(method, path, "pablo", body), 400 if method == "POST" else 404)


async def test_1_3_records_are_not_moved_to_an_event_that_is_not_ones_own(world):
    own, other = await world.event("ana"), await world.event("luis", isPublic=True)
    participant = await world.participant(own, userId=world.id("pedro"))
    visibility = await world.visibility(own, "pedro")
    reminder = await world.reminder(own)
    there = {"eventId": other["id"], "userId": world.id("pedro")}
    refused(await world.put(f"/participants/{participant['id']}", there), 403)
    refused(await world.put(f"/visibility/{visibility['id']}", {**there, "isVisible": True}), 403)
    refused(await world.put(f"/reminders/{reminder['id']}", {"eventId": other["id"], "remindAt": AT}), 403)


async def test_1_3_participants_and_reminders_are_listed_for_events_one_may_see(world):
    shared, private = await world.event("ana", isPublic=True), await world.event("ana")
    participants = [(await world.participant(event, userId=world.id("pedro")))["id"] for event in (shared, private)]
    reminders = [(await world.reminder(event))["id"] for event in (shared, private)]
    for who, seen in [("ana", 2), ("pedro", 2), ("lucia", 1), ("pablo", 1), ("root", 2), ("robot", 2)]:
        assert await world.ids("/participants", who) == participants[:seen], who
        assert await world.ids(f"/participants/{world.id('pedro')}", who) == participants[:seen], who
        assert await world.ids("/reminders", who) == reminders[:seen], who
        assert await world.ids("/reminders/2026-11-30", who) == reminders[:seen], who


async def test_1_3_visibility_records_are_listed_for_creators_and_those_they_are_about(world):
    event = await world.event("ana", isPublic=True)
    about_luis = (await world.visibility(event, "luis"))["id"]
    about_pablo = (await world.visibility(event, "pablo"))["id"]
    both = [about_luis, about_pablo]
    expected = {"ana": both, "luis": [about_luis], "pablo": [about_pablo], "lucia": [], "root": both, "robot": both}
    for who, ids in expected.items():
        assert await world.ids("/visibility", who) == ids, who
        assert await world.ids(f"/visibility/{event['id']}", who) == ids, who


async def test_1_3_visibility_records_that_hide_an_event_are_still_told_to_those_they_are_about(world):
    event = await world.event("ana", isPublic=True)
    record = await world.visibility(event, "luis", visible=False)
    assert await world.ids("/visibility", "luis") == [record["id"]]
    refused(await world.get(f"/visibility/{event['id']}", "luis"), 404)


@pytest.mark.parametrize("who", MEMBERS)
async def test_1_3_events_of_an_automatic_type_are_not_written_by_members(world, who):
    body = await world.event_body(eventTypeId=await world.type_id("BIRTHDAY"))
    refused(await world.post("/events", body, who), 403)
    refused(await world.post("/events/series", {**body, **SERIES}, who), 403)
    own = await world.event(who)
    refused(await world.patch(f"/events/{own['id']}", {"eventTypeId": body["eventTypeId"]}, who), 403)


@pytest.mark.parametrize("who", OFFICE)
async def test_1_3_events_of_an_automatic_type_are_created_by_jobs_only(world, who):
    body = await world.event_body(eventTypeId=await world.type_id("BIRTHDAY"))
    refused(await world.post("/events", body, who), 409)
    refused(await world.post("/events/series", {**body, **SERIES}, who), 409)
    kind = {"eventTypeId": body["eventTypeId"]}
    own, (series, _) = await world.event(who), await world.series(who)
    refused(await world.patch(f"/events/{own['id']}", kind, who), 409)
    refused(await world.put(f"/events/{own['id']}", {**REPLACED, **kind}, who), 409)
    refused(await world.patch(f"/events/series/{series}", kind, who), 409)


async def test_1_3_events_of_an_automatic_type_may_be_changed_by_the_admin(world):
    await world.person("ana", birthday=date(1990, 12, 2))
    done(await world.run("birthday-sync"))
    (birthday,) = await world.read("/events", "pablo")
    for who in MEMBERS:
        refused(await world.patch(f"/events/{birthday['id']}", {"location": "Patio"}, who), 403)
        refused(await world.delete(f"/events/{birthday['id']}", who), 403)
    for who in OFFICE:
        changed = done(await world.patch(f"/events/{birthday['id']}", {"location": who}, who))
        assert changed["location"] == who
    done(await world.delete(f"/events/{birthday['id']}", "root"))


async def test_1_3_event_types_are_written_by_the_admin_only(world):
    body = {"code": "CURSO", "name": "Curso"}
    reunion = await world.type_id()
    for who in MEMBERS:
        refused(await world.post("/event-types", body, who), 403)
        refused(await world.put(f"/event-types/{reunion}", {**body, "isActive": True}, who), 403)
        refused(await world.patch(f"/event-types/{reunion}", {"name": "X"}, who), 403)
        refused(await world.delete(f"/event-types/{reunion}", who), 403)
        assert await world.read(f"/event-types/{reunion}", who) in await world.read("/event-types", who)
    for who in OFFICE:
        made = done(await world.post("/event-types", body, who))
        done(await world.put(f"/event-types/{made['id']}", {**body, "isActive": False}, who))
        done(await world.patch(f"/event-types/{made['id']}", {"name": "Otro"}, who))
        done(await world.delete(f"/event-types/{made['id']}", who))


@pytest.mark.parametrize("who", OFFICE)
async def test_1_3_a_system_managed_type_keeps_its_code_and_stays(world, who):
    path = f"/event-types/{await world.type_id('BIRTHDAY')}"
    refused(await world.patch(path, {"code": "CUMPLE"}, who), 409)
    refused(await world.patch(path, {"isActive": False}, who), 409)
    refused(await world.put(path, {"code": "CUMPLE", "name": "Cumpleaños", "isActive": True}, who), 409)
    refused(await world.put(path, {"code": "BIRTHDAY", "name": "Cumpleaños", "isActive": False}, who), 409)
    refused(await world.delete(path, who), 409)
    assert done(await world.patch(path, {"name": "Aniversario"}, who))["name"] == "Aniversario"
    assert (
        done(await world.put(path, {"code": "BIRTHDAY", "name": "Fiesta", "isActive": True}, who))["name"] == "Fiesta"
    )
    assert done(await world.patch(path, {"code": "BIRTHDAY", "isActive": True}, who))["code"] == "BIRTHDAY"


async def test_1_3_tasks_are_seen_by_creator_responsible_leaders_and_admin(world):
    task = await world.task("pablo")
    task = done(
        await world.edit(task, "root", responsibleUserIds=[world.id("ana")], leaderUserId=world.id("marta"))
    )  # made by Pablo, done by Ana of Lucía's team, led by Marta
    for who in ("pablo", "ana", "lucia", "marta", *OFFICE):
        assert await world.ids("/tasks", who) == [task["id"]], who
        assert await world.ids("/tasks/range?start=2026-11-01&end=2026-12-31", who) == [task["id"]], who
        assert await world.read(f"/tasks/{task['id']}", who) == await world.task_now(task)
        done(await world.post(f"/tasks/{task['id']}/comments", {"comentario": "Voy"}, who))
        assert len(await world.read(f"/tasks/{task['id']}/comments", who)) > 0
    for who in ("luis", "pedro"):
        assert await world.ids("/tasks", who) == []
        assert await world.ids("/tasks/range?start=2026-11-01&end=2026-12-31", who) == []
        refused(await world.get(f"/tasks/{task['id']}", who), 404)
        refused(await world.get(f"/tasks/{task['id']}/comments", who), 404)
        refused(await world.post(f"/tasks/{task['id']}/comments", {"comentario": "Voy"}, who), 404)
        refused(await world.edit(task, who), 404)
        refused(await world.team_edit(task, who), 404)
        refused(await world.delete(f"/tasks/{task['id']}", who), 404)


@pytest.mark.parametrize(
    ("who", "allowed", "forbidden"),
    [
        ("ana", ["ana"], ["luis", "lucia", "pablo"]),
        ("lucia", ["lucia", "ana", "luis"], ["pedro", "pablo", "root"]),
        ("root", ["ana", "pedro", "pablo", "robot"], []),
        ("robot", ["ana", "pedro", "pablo", "root"], []),
    ],
)
async def test_1_3_a_new_task_is_for_oneself_or_ones_team(world, who, allowed, forbidden):
    for name in allowed:
        task = done(await world.post("/tasks", {**TASK, "responsibleUserIds": [world.id(name)]}, who))
        assert task["responsibleUserIds"] == [world.id(name)]
    for name in forbidden:
        refused(await world.post("/tasks", {**TASK, "responsibleUserIds": [world.id(name)]}, who), 403)
        both = [world.id(who), world.id(name)]
        refused(await world.post("/tasks", {**TASK, "responsibleUserIds": both}, who), 403)


ALL_FIELDS = {
    "descripcion": "Otra",
    "fechaCumplir": "2026-12-24",
    "fechaSolicitud": "2026-11-24",
    "prioridad": "BAJA",
    "estatus": "EN_PROCESO",
}


@pytest.mark.parametrize("who", ["ana", *OFFICE])
async def test_1_3_plain_patch_of_all_fields_by_creator_and_admin(world, who):
    task = await world.task("ana")
    fields = {**ALL_FIELDS, "leaderUserId": world.id("marta"), "isActive": False}
    changed = done(await world.edit(task, who, **fields))
    assert {key: changed[key] for key in fields} == fields


async def test_1_3_plain_patch_by_a_responsible_changes_estatus_and_prioridad_only(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    changed = done(await world.edit(task, "ana", estatus="EN_PROCESO", prioridad="ALTA"))
    assert (changed["estatus"], changed["prioridad"]) == ("EN_PROCESO", "ALTA")
    same = {key: changed[key] for key in ("fechaSolicitud", "leaderUserId", "responsibleUserIds", "isActive")}
    done(await world.edit(task, "ana", **same, prioridad="BAJA"))
    others = {
        "descripcion": "Otra",
        "fechaCumplir": "2026-12-24",
        "fechaSolicitud": "2026-11-20",
        "leaderUserId": world.id("ana"),
        "responsibleUserIds": [world.id("ana")],
        "isActive": False,
    }
    for field, value in others.items():
        refused(await world.edit(task, "ana", **{field: value}), 403)
    refused(await world.edit(task, "ana", leaderUserId=None), 403)
    assert (await world.task_now(task))["prioridad"] == "BAJA"


async def test_1_3_plain_patch_is_not_for_the_leader(world):
    task = await world.task("ana")
    refused(await world.edit(task, "lucia", prioridad="ALTA"), 403)


@pytest.mark.parametrize("who", ["lucia", *OFFICE])
async def test_1_3_team_edit_of_all_fields_by_the_leader_and_admin(world, who):
    task = await world.task("ana")
    fields = {**ALL_FIELDS, "leaderUserId": world.id("marta"), "isActive": False}
    changed = done(await world.team_edit(task, who, **fields))
    assert {key: changed[key] for key in fields} == fields


async def test_1_3_team_edit_is_not_for_members(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    refused(await world.team_edit(task, "ana", prioridad="ALTA"), 403)
    own = await world.task("ana")
    refused(await world.team_edit(own, "ana", prioridad="ALTA"), 403)


@pytest.mark.parametrize("who", ["pablo", "lucia", "marta", *OFFICE])
async def test_1_3_a_task_is_deleted_by_creator_leaders_and_admin(world, who):
    task = await world.task("pablo")
    done(await world.edit(task, "root", responsibleUserIds=[world.id("ana")], leaderUserId=world.id("marta")))
    assert done(await world.delete(f"/tasks/{task['id']}", who))["isActive"] is False


async def test_1_3_a_task_is_not_deleted_by_who_is_only_responsible(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    refused(await world.delete(f"/tasks/{task['id']}", "ana"), 403)
    assert (await world.task_now(task))["isActive"] is True


async def test_1_3_a_comment_is_edited_by_its_author_and_the_admin_only(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    comment = await world.comment(task, "Voy", "ana")
    path = f"/tasks/{task['id']}/comments/{comment['id']}"
    for who in ("lucia", "luis", "robot"):
        refused(await world.patch(path, {"comentario": "No"}, who), 403)
    refused(await world.patch(path, {"comentario": "No"}, "pablo"), 404)
    for who in ("ana", "root"):
        changed = done(await world.patch(path, {"comentario": f"De {who}"}, who))
        assert (changed["comentario"], changed["createdByUserId"]) == (f"De {who}", world.id("ana"))


async def test_1_3_a_daily_log_is_its_owners_alone(world):
    await world.task("ana")
    log = await world.log("ana")
    (item,) = log["items"]
    for who in ("lucia", "luis", *OFFICE):
        refused(await world.avance(log, who=who), 404)
        refused(await world.close(log, who=who), 404)
        refused(await world.light(item, "ROJO", who=who), 404)
        refused(await world.advance(item, 50, who=who), 404)
        refused(await world.get(f"/daily-logs/me?fecha={TODAY}", who), 404)
    done(await world.light(item, "ROJO"))
    done(await world.advance(item, 50))
    done(await world.avance(log))
    done(await world.close(log))


@pytest.mark.parametrize("who", ["ana", "lucia", *OFFICE])
async def test_1_3_an_item_is_reopened_by_owner_leader_and_admin(world, who):
    await world.task("ana")
    (item,) = (await world.log("ana"))["items"]
    done(await world.advance(item, 100))
    for other in ("luis", "marta"):
        refused(await world.reopen(item, who=other), 404)
    assert done(await world.reopen(item, who=who))["items"][0]["porcentaje"] == 0


async def test_1_3_team_logs_are_empty_for_who_leads_nobody_and_whole_for_the_admin(world):
    for name in ("ana", "luis", "pedro", "pablo"):
        await world.task(name)
        await world.log(name)
    owners = {who: await world.ids(f"/daily-logs/team?fecha={TODAY}", who, "responsibleUserId") for who in EVERYBODY}
    ana, luis, pedro, pablo = (world.id(name) for name in ("ana", "luis", "pedro", "pablo"))
    assert {who: sorted(ids) for who, ids in owners.items()} == {
        "ana": [],
        "lucia": sorted([ana, luis]),
        "marta": [pedro],
        "pablo": [],
        "root": sorted([ana, luis, pedro, pablo]),
        "robot": sorted([ana, luis, pedro, pablo]),
    }
    for who in ("ana", "lucia", "pablo", "root"):
        history = await world.ids(f"/daily-logs/team/history?desde={TODAY}&hasta={TOMORROW}", who, "responsibleUserId")
        assert sorted(history) == sorted(owners[who])


@pytest.mark.parametrize("job", JOBS)
async def test_1_3_jobs_are_triggered_by_the_admin_and_integrations_only(world, job):
    for who in MEMBERS:
        refused(await world.run(job, who), 403)
    for who in OFFICE:
        assert done(await world.run(job, who)) == {}


async def test_1_3_examples_are_read_by_all_and_written_by_the_admin(world):
    example = await world.example()
    path = f"/examples/{example['id']}"
    for who in MEMBERS:
        assert await world.read("/examples", who) == [await world.read(path, who)]
        refused(await world.post("/examples", {"name": "Otro"}, who), 403)
        refused(await world.put(path, {"name": "Otro"}, who), 403)
        refused(await world.delete(path, who), 403)
    for who in OFFICE:
        made = done(await world.post("/examples", {"name": "Otro"}, who))
        assert done(await world.put(f"/examples/{made['id']}", {"name": "Suyo"}, who))["name"] == "Suyo"
        assert done(await world.delete(f"/examples/{made['id']}", who)) == {}


async def test_1_3_unknown_things_are_404_before_anything_is_forbidden(world):
    for path in ("/examples", "/event-types"):
        refused(await world.delete(f"{path}/{UNKNOWN}", "ana"), 404)
    refused(await world.put(f"/examples/{UNKNOWN}", {"name": "X"}, "ana"), 404)
    refused(await world.patch(f"/event-types/{UNKNOWN}", {"name": "X"}, "ana"), 404)
    refused(await world.patch(f"/events/{UNKNOWN}", {"title": EVENT["title"]}, "ana"), 404)

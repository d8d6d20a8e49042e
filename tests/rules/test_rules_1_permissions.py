"""Chapter 1: who may do what, every line of the table both ways, and who sees which event."""

from datetime import date

import pytest

from tests.rules.test_operations import JOBS
from tests.rules.world import REPLACED, SERIES, TASK, TODAY, done, refused

EVERYBODY = ("ana", "lucia", "marta", "pablo", "root", "robot")
MEMBERS = ("ana", "lucia", "pablo")
OFFICE = ("root", "robot")
AT = "2026-11-30T16:00:00Z"
WHEN = "startDatetime=2026-12-01T10:00:00Z&endDatetime=2026-12-01T11:00:00Z"


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


async def test_1_3_events_of_an_automatic_type_are_created_by_jobs_only(world):
    kind = {"eventTypeId": await world.type_id("BIRTHDAY")}
    body = await world.event_body(**kind)
    for who, status in [*((member, 403) for member in MEMBERS), *((admin, 409) for admin in OFFICE)]:
        own, (series, _) = await world.event(who), await world.series(who)
        refused(await world.post("/events", body, who), status)
        refused(await world.post("/events/series", {**body, **SERIES}, who), status)
        refused(await world.patch(f"/events/{own['id']}", kind, who), status)
        refused(await world.put(f"/events/{own['id']}", {**REPLACED, **kind}, who), status)
        refused(await world.patch(f"/events/series/{series}", kind, who), status)


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
    path, kept = f"/event-types/{await world.type_id('BIRTHDAY')}", {"code": "BIRTHDAY", "isActive": True}
    for change in ({"code": "CUMPLE"}, {"isActive": False}):
        refused(await world.patch(path, change, who), 409)
        refused(await world.put(path, {**kept, "name": "Cumpleaños", **change}, who), 409)
    refused(await world.delete(path, who), 409)
    assert done(await world.put(path, {**kept, "name": "Fiesta"}, who))["name"] == "Fiesta"
    assert done(await world.patch(path, {**kept, "name": "Aniversario"}, who))["name"] == "Aniversario"


async def anas_led_by_marta(world):
    """A task made by Pablo, done by Ana of Lucía's team, led by Marta."""
    task = await world.task("pablo")
    people = {"responsibleUserIds": [world.id("ana")], "leaderUserId": world.id("marta")}
    return done(await world.edit(task, "root", **people))


async def test_1_3_tasks_are_seen_by_creator_responsible_leaders_and_admin(world):
    task = await anas_led_by_marta(world)
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
        ("lucia", ["lucia", "ana", "luis"], ["pedro", "pablo", "root", "ines"]),
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
    "descripcion": "Otra", "fechaCumplir": "2026-12-24", "fechaSolicitud": "2026-11-24", "prioridad": "BAJA",
    "estatus": "EN_PROCESO",
}  # fmt: skip


@pytest.mark.parametrize(("way", "people"), [("edit", ["ana", *OFFICE]), ("team_edit", ["lucia", *OFFICE])])
async def test_1_3_all_fields_change_by_patch_of_the_creator_and_team_edit_of_the_leader(world, way, people):
    for who in people:
        task = await world.task("ana")
        fields = {**ALL_FIELDS, "leaderUserId": world.id("ana"), "isActive": False}
        changed = done(await getattr(world, way)(task, who, **fields))
        assert {key: changed[key] for key in fields} == fields


async def test_1_3_plain_patch_by_a_responsible_changes_estatus_and_prioridad_only(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")])
    changed = done(await world.edit(task, "ana", estatus="EN_PROCESO", prioridad="ALTA"))
    assert (changed["estatus"], changed["prioridad"]) == ("EN_PROCESO", "ALTA")
    same = {key: changed[key] for key in ("fechaSolicitud", "leaderUserId", "responsibleUserIds", "isActive")}
    done(await world.edit(task, "ana", **same, prioridad="BAJA"))
    people = {"leaderUserId": world.id("ana"), "responsibleUserIds": [world.id("ana")]}
    dates = {"fechaCumplir": "2026-12-24", "fechaSolicitud": "2026-11-20"}
    for field, value in {"descripcion": "Otra", **dates, **people, "isActive": False}.items():
        refused(await world.edit(task, "ana", **{field: value}), 403)
    refused(await world.edit(task, "ana", leaderUserId=None), 403)
    assert (await world.task_now(task))["prioridad"] == "BAJA"


async def test_1_3_plain_patch_is_not_for_the_leader_and_team_edit_not_for_members(world):
    own, given = await world.task("ana"), await world.task("lucia", responsibleUserIds=[world.id("ana")])
    refused(await world.edit(own, "lucia", prioridad="ALTA"), 403)
    for task in (own, given):
        refused(await world.team_edit(task, "ana", prioridad="ALTA"), 403)


async def test_1_3_a_task_is_deleted_by_creator_leaders_and_admin_not_by_who_is_only_responsible(world):
    for who in ("pablo", "lucia", "marta", *OFFICE):
        path = f"/tasks/{(await anas_led_by_marta(world))['id']}"
        refused(await world.delete(path, "ana"), 403)
        assert (await world.read(path))["isActive"] is True
        assert done(await world.delete(path, who))["isActive"] is False


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


@pytest.mark.parametrize("who", ["ana", "lucia", *OFFICE])
async def test_1_3_an_item_and_its_closed_day_are_reopened_by_owner_leader_and_admin(world, who):
    await world.task("ana")
    (item,) = (await world.log("ana"))["items"]
    done(await world.advance(item, 100))
    done(await world.close(await world.log("ana")))
    for other in ("luis", "marta"):
        refused(await world.reopen(item, who=other), 404)
    log = done(await world.reopen(item, who=who))
    assert log == await world.read(f"/daily-logs/me?fecha={TODAY}", "ana")
    assert (log["closedAt"], log["items"][0]["porcentaje"]) == (None, 0)


async def test_1_3_a_tasks_leader_reopens_its_item_is_answered_no_other_and_leaves_a_closed_day_closed(world):
    task, own = await anas_led_by_marta(world), await world.task("ana")
    items = {item["taskId"]: item for item in (await world.log("ana"))["items"]}
    item = items[task["id"]]
    done(await world.advance(item, 100))
    assert on(done(await world.reopen(item, who="marta"))) == {task["id"]: 0}
    refused(await world.reopen(items[own["id"]], who="marta"), 404)
    done(await world.advance(item, 100))
    closed = done(await world.close(await world.log("ana")))
    answered = done(await world.reopen(item, who="marta"))
    assert (on(answered), answered["closedAt"]) == ({task["id"]: 100}, closed["closedAt"])
    assert await world.read(f"/daily-logs/me?fecha={TODAY}", "ana") == closed
    assert (await world.task_now(task))["estatus"] == "EN_PROCESO"
    refused(await world.reopen(item, who="marta"), 409)
    assert on(done(await world.reopen(item, who="lucia"))) == {task["id"]: 0, own["id"]: 0}


def on(log):
    """The percentages of a log's items, by task."""
    return {item["taskId"]: item["porcentaje"] for item in log["items"]}


async def test_1_3_jobs_are_triggered_by_the_admin_and_integrations_only(world):
    for job in JOBS:
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

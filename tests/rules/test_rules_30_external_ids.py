"""Chapter 30: what other systems call things."""

from urllib.parse import quote

import pytest

from tests.rules.world import ONE_ENGINE, SERIES, TASK, done, kept, refused

SOURCE, KEY = "todoist", "6XGgm6"
THEIRS = {"externalSource": SOURCE, "externalId": KEY}
EVENT_PATH = f"/events/external/{SOURCE}/{KEY}"
SERIES_PATH = f"/events/series/external/{SOURCE}/{KEY}"
FLAGS = {"isVirtual": False, "isPublic": False, "isActive": True}
PATH = f"/tasks/external/{SOURCE}/{KEY}"


async def test_30_1_a_task_has_the_id_that_it_was_made_with_and_keeps_the_shape_of_the_contract(world):
    task = await world.task("ana", **THEIRS)
    assert THEIRS.keys().isdisjoint(task)
    assert await world.read(f"/tasks/{task['id']}/external") == THEIRS
    assert await world.read(PATH) == task
    other = await world.task("ana")
    assert await world.read(f"/tasks/{other['id']}/external") == dict.fromkeys(THEIRS)


async def test_30_6_an_event_has_the_id_that_it_was_made_with_and_keeps_the_shape_of_the_contract(world):
    event = await world.event(**THEIRS)
    assert THEIRS.keys().isdisjoint(event)
    assert await world.read(f"/events/{event['id']}/external") == THEIRS
    assert await world.read(EVENT_PATH) == event
    refused(await world.put(f"/events/{event['id']}", {**await world.event_body(), **FLAGS, **THEIRS}), 400, *THEIRS)
    refused(await world.patch(f"/events/{event['id']}", THEIRS, "ana"), 400, *THEIRS)
    done(await world.put(f"/events/{event['id']}", {**await world.event_body(), **FLAGS}))
    assert await world.read(f"/events/{event['id']}/external") == THEIRS
    await world.task("ana", **THEIRS)


async def test_30_6_one_event_has_an_id_until_it_is_deleted_and_a_hidden_one_is_not_told_of(world):
    event = await world.event(**THEIRS)
    refused(await world.get(EVENT_PATH, "luis"), 404)
    refused(await world.get(f"/events/{event['id']}/external", "luis"), 404)
    for who in ("ana", "luis"):
        reply = await world.post("/events", await world.event_body(**THEIRS), who)
        assert refused(reply, 409)["code"] == "external_id_in_use"
    done(await world.delete(f"/events/{event['id']}"))
    refused(await world.get(EVENT_PATH), 404)
    again = await world.event("luis", **THEIRS)
    row = (await world.read(f"/events/{event['id']}/history"))["rows"][0]
    assert refused(await world.post(f"/changes/{row['seq']}/undo", who="ana"), 409)["code"] == "external_id_in_use"
    done(await world.delete(f"/events/{again['id']}", "luis"))
    done(await world.post(f"/changes/{row['seq']}/undo", who="ana"))
    assert (await world.read(EVENT_PATH))["id"] == event["id"]


async def test_30_6_its_creator_gives_it_an_id_others_do_not_and_an_undo_takes_it_back(world):
    event = await world.event(isPublic=True)
    path = f"/events/{event['id']}/external"
    refused(await world.put(path, THEIRS, "luis"), 403)
    assert done(await world.put(path, THEIRS)) == THEIRS
    row = (await world.read(f"/events/{event['id']}/history"))["rows"][0]
    assert (row["kind"], row["changed"]) == (
        "event.updated",
        {"externalSource": [None, SOURCE], "externalId": [None, KEY]},
    )
    assert await world.read(EVENT_PATH) == event
    done(await world.post(f"/changes/{row['seq']}/undo", who="ana"))
    assert await world.read(path) == dict.fromkeys(THEIRS)


async def test_30_7_a_series_has_the_id_that_it_was_made_with_and_keeps_the_shape_of_the_contract(world):
    body = {**SERIES, **await world.event_body(), **THEIRS}
    made = done(await world.post("/events/series", body))
    assert THEIRS.keys().isdisjoint(made)
    path = f"/events/series/{made['seriesId']}"
    assert await world.read(f"{path}/external") == THEIRS
    assert await world.read(SERIES_PATH) == await world.read(path)
    refused(await world.patch(path, THEIRS), 400, *THEIRS)
    done(await world.patch(path, {"title": "Otra"}))
    assert await world.read(f"{path}/external") == THEIRS
    events = [await world.read(f"/events/{each}/external") for each in made["eventIds"]]
    assert events == [dict.fromkeys(THEIRS)] * len(events)
    await world.event(**THEIRS)
    refused(await world.post("/events/series", {**body, "externalId": None}), 400, "externalId")
    other, _ = await world.series()
    assert await world.read(f"/events/series/{other}/external") == dict.fromkeys(THEIRS)


async def test_30_7_one_series_has_an_id_until_its_last_event_is_deleted_and_a_hidden_one_is_not_told_of(world):
    series, events = await world.series(**THEIRS)
    path = f"/events/series/{series}"
    for each in (SERIES_PATH, f"{path}/external"):
        refused(await world.get(each, "luis"), 404)
    refused(await world.put(f"{path}/external", THEIRS, "luis"), 404)
    body = {**SERIES, **await world.event_body(), **THEIRS}
    other, _ = await world.series("luis")
    answers = [
        await world.post("/events/series", body),
        await world.post("/events/series", body, "luis"),
        await world.put(f"/events/series/{other}/external", THEIRS, "luis"),
    ]
    assert {refused(each, 409)["code"] for each in answers} == {"external_id_in_use"}
    assert len({each.envelope["message"] for each in answers}) == 1
    first, *rest = events
    for each in rest:
        done(await world.delete(f"/events/{each['id']}"))
    assert (await world.read(SERIES_PATH))["eventIds"] == [first["id"]]
    done(await world.delete(path))
    refused(await world.get(SERIES_PATH), 404)
    refused(await world.put(f"{path}/external", THEIRS), 404)
    again, _ = await world.series("luis", **THEIRS)
    row = (await world.read(f"/events/{first['id']}/history"))["rows"][0]
    assert refused(await world.post(f"/changes/{row['seq']}/undo", who="ana"), 409)["code"] == "external_id_in_use"
    done(await world.delete(f"/events/series/{again}", "luis"))
    done(await world.post(f"/changes/{row['seq']}/undo", who="ana"))
    assert (await world.read(SERIES_PATH))["seriesId"] == series


async def test_30_7_its_creator_gives_it_an_id_others_do_not_the_journal_has_it_and_an_undo_takes_it_back(world):
    series, _ = await world.series(isPublic=True)
    path = f"/events/series/{series}/external"
    refused(await world.put(path, THEIRS, "luis"), 403)
    assert done(await world.put(path, THEIRS)) == THEIRS
    made, named = (await world.read("/changes?kinds=series"))["rows"]
    assert (made["kind"], made["entityId"]) == ("series.created", series)
    assert (named["kind"], named["entityId"], named["changed"]) == (
        "series.updated", series, {"externalSource": [None, SOURCE], "externalId": [None, KEY]},
    )  # fmt: skip
    assert (await world.read("/changes?kinds=series", "luis"))["rows"] == []
    refused(await world.post(f"/changes/{named['seq']}/undo", who="luis"), 404)
    (row,) = done(await world.post(f"/changes/{named['seq']}/undo", who="ana"))["rows"]
    assert (row["kind"], row["undoes"]) == ("series.updated", named["seq"])
    assert await world.read(path) == dict.fromkeys(THEIRS)
    again = await world.post(f"/changes/{named['seq']}/undo", who="ana")
    assert refused(again, 409)["code"] == "change_undone"


async def test_30_7_an_undo_of_the_id_of_a_series_is_refused_once_that_is_deleted(world):
    series, _ = await world.series()
    done(await world.put(f"/events/series/{series}/external", THEIRS))
    named = (await world.read("/changes?kinds=series.updated"))["rows"][0]
    done(await world.delete(f"/events/series/{series}"))
    data = refused(await world.post(f"/changes/{named['seq']}/undo", who="ana"), 409)
    assert data["code"] == "change_deleted_since"
    (field,) = data["changed"]
    assert (field["entity"], field["entityId"], field["field"]) == ("series", series, "isDeleted")


@pytest.mark.parametrize("key", ["a/b?c=%d", "https://erp.example/7#1", "{curly}", "x" * 255])
async def test_30_1_an_id_in_a_path_is_percent_encoded(world, key):
    task = await world.task("ana", externalSource=SOURCE, externalId=key)
    assert await world.read(f"/tasks/external/{SOURCE}/{quote(key, safe='')}") == task


@ONE_ENGINE
@pytest.mark.parametrize("key", ["", "x" * 256, "a b", "ñ", "a\n", "\x00", ".", ".."])
async def test_30_1_an_id_that_is_not_visible_ascii_is_refused(world, key):
    refused(await world.post("/tasks", {**TASK, **THEIRS, "externalId": key}), 400, "externalId")


@ONE_ENGINE
@pytest.mark.parametrize("source", ["", "x" * 65, "a b", "-a", "a/b", "a\n"])
async def test_30_1_a_source_is_a_short_name(world, source):
    refused(await world.post("/tasks", {**TASK, **THEIRS, "externalSource": source}), 400, "externalSource")


@ONE_ENGINE
async def test_30_1_both_are_given_or_none(world):
    task = await world.task("ana")
    for given, missing in (("externalSource", "externalId"), ("externalId", "externalSource")):
        refused(await world.post("/tasks", {**TASK, given: "x"}), 400, missing)
        body = {**dict.fromkeys(THEIRS), given: "x"}
        refused(await world.put(f"/tasks/{task['id']}/external", body), 400, missing)
        refused(await world.put(f"/tasks/{task['id']}/external", {given: "x"}), 400, missing)


@ONE_ENGINE
async def test_30_1_what_does_not_take_an_id_says_so(world):
    task = await world.task("ana")
    refused(await world.edit(task, **THEIRS), 400, *THEIRS)
    refused(await world.team_edit(task, **THEIRS), 400, *THEIRS)
    refused(await world.put(PATH, {**TASK, **THEIRS}), 400, *THEIRS)
    refused(await world.put(PATH, {**TASK, "isActive": False}), 400, "isActive")


async def test_30_2_one_live_task_has_an_id_of_a_source(world):
    await world.task("ana", **THEIRS)
    for who in ("ana", "luis"):
        assert refused(await world.post("/tasks", {**TASK, **THEIRS}, who), 409)["code"] == "external_id_in_use"
    await world.task("ana", **{**THEIRS, "externalSource": "Todoist"})


async def test_30_2_a_deleted_task_gives_its_id_up_and_is_restored_with_it_if_it_is_free(world):
    first = await world.task("ana", **THEIRS)
    done(await world.delete(f"/tasks/{first['id']}"))
    refused(await world.get(PATH), 404)
    assert await world.read(f"/tasks/{first['id']}/external") == THEIRS
    done(await world.edit(first, isActive=True))
    done(await world.delete(f"/tasks/{first['id']}"))
    second = await world.task("ana", **THEIRS)
    assert second["id"] != first["id"]
    assert refused(await world.edit(first, isActive=True), 409)["code"] == "external_id_in_use"


async def test_30_3_put_makes_a_task_once_and_then_changes_it(world):
    made = done(await world.put(PATH, {**TASK, "prioridad": "ALTA", "leaderUserId": None}))
    assert made["prioridad"] == "ALTA"
    again = done(await world.put(PATH, {**TASK, "descripcion": "Revisar otra vez"}))
    assert (again["id"], again["descripcion"], again["prioridad"]) == (made["id"], "Revisar otra vez", "ALTA")
    assert again["leaderUserId"] == made["leaderUserId"]
    unchanged = done(await world.put(PATH, kept(again)))
    assert unchanged == again


async def test_30_3_what_was_deleted_here_is_not_made_again_by_put(world):
    task = await world.task("ana", **THEIRS)
    done(await world.delete(f"/tasks/{task['id']}"))
    assert refused(await world.put(PATH, TASK), 409)["code"] == "external_id_deleted"
    done(await world.put(PATH, TASK, "luis"))  # who may not see that task makes one of their own
    assert refused(await world.put(PATH, TASK), 409)["code"] == "external_id_in_use"


async def test_30_8_up_to_100_tasks_are_put_at_once_and_each_tells_what_became_of_it(world):
    def puts(*numbers, **fields):
        return {"tasks": [{**TASK, "externalId": f"T-{number}", **fields} for number in numbers]}

    path = f"/tasks/external/{SOURCE}"
    made = done(await world.put(path, puts(1, 2, 3)))
    assert [(row["externalId"], row["outcome"]) for row in made] == [(f"T-{n}", "made") for n in (1, 2, 3)]
    ids = [row["task"]["id"] for row in made]
    assert await world.read(path) == [{"id": ids[n], "externalId": f"T-{n + 1}"} for n in range(3)]
    assert await world.read(f"{path}?limit=1&afterId={ids[0]}") == [{"id": ids[1], "externalId": "T-2"}]
    assert await world.read(path, "luis") == []
    done(await world.delete(f"/tasks/{ids[2]}"))
    body = puts(1, 2, 3, 4)
    body["tasks"][1]["prioridad"] = "ALTA"
    again = done(await world.put(path, body))
    assert [row["outcome"] for row in again] == ["unchanged", "changed", "deleted", "made"]
    assert again[2]["task"] is None
    assert again[1]["task"]["prioridad"] == "ALTA"
    assert await world.read(path) == [
        {"id": ids[0], "externalId": "T-1"},
        {"id": ids[1], "externalId": "T-2"},
        {"id": again[3]["task"]["id"], "externalId": "T-4"},
    ]


async def test_30_8_all_are_put_or_none_and_a_refusal_names_each_at_fault(world):
    path = f"/tasks/external/{SOURCE}"
    body = {"tasks": [{**TASK, "externalId": "T-1"}, {**TASK, "externalId": "T-2", "leaderUserId": 999}]}
    assert (await world.put(path, body)).faults.keys() == {"tasks[1].leaderUserId"}
    assert await world.read(path) == []
    body["tasks"][1] = body["tasks"][0]
    assert (await world.put(path, body)).faults.keys() == {"tasks[1].externalId"}
    assert (await world.put(path, {"tasks": [TASK]})).faults.keys() == {"tasks[0].externalId"}
    assert (await world.put(path, {"tasks": []})).faults.keys() == {"tasks"}
    inactive = {"tasks": [{**TASK, "externalId": "T-1", "isActive": False}]}
    assert (await world.put(path, inactive)).faults.keys() == {"tasks[0].isActive"}
    many = [{**TASK, "externalId": f"T-{number}"} for number in range(101)]
    assert (await world.put(path, {"tasks": many})).faults.keys() == {"tasks"}
    task = await world.task("ana", **THEIRS)
    body = {"tasks": [{**TASK, "externalId": KEY}]}
    assert refused(await world.put(path, body, "luis"), 409)["code"] == "external_id_in_use"
    assert await world.read(f"/tasks/{task['id']}") == task


async def test_30_3_put_may_do_what_post_patch_and_team_edit_may(world):
    body = {**TASK, "responsibleUserIds": [world.id("ana")]}
    refused(await world.put(PATH, body, "luis"), 403)
    done(await world.put(PATH, body, "lucia"))
    done(await world.put(PATH, {**TASK, "estatus": "EN_PROCESO"}, "ana"))
    assert (
        refused(await world.put(PATH, {**TASK, "descripcion": "Otra"}, "ana"), 403)["code"]
        == "only_status_and_priority"
    )
    refused(await world.put(PATH, {**TASK, "estatus": "PLANEACION"}, "lucia"), 409)
    done(await world.put("/tasks/external/todoist/2", TASK, "ana"))
    done(await world.put("/tasks/external/todoist/2", {**TASK, "descripcion": "Otra"}, "lucia"))


async def test_30_3_put_is_conditional(world):
    for guard in ("*", '"other"'):
        refused(await world.put(PATH, TASK, headers={"If-Match": guard}), 404)
    made = await world.put(PATH, TASK)
    tag = (await world.get(PATH)).headers["ETag"]
    assert made.headers["ETag"] == tag
    done(await world.put(PATH, {**TASK, "prioridad": "BAJA"}, headers={"If-Match": tag}))
    refused(await world.put(PATH, {**TASK, "prioridad": "ALTA"}, headers={"If-Match": tag}), 412)


async def test_30_4_a_hidden_task_is_not_told_of_but_that_its_id_is_in_use(world):
    task = await world.task("ana", **THEIRS)
    refused(await world.get(PATH, "luis"), 404)
    refused(await world.get(f"/tasks/{task['id']}/external", "luis"), 404)
    refused(await world.put(f"/tasks/{task['id']}/external", THEIRS, "luis"), 404)
    other = await world.task("luis")
    answers = [
        await world.put(PATH, TASK, "luis"),
        await world.post("/tasks", {**TASK, **THEIRS}, "luis"),
        await world.put(f"/tasks/{other['id']}/external", THEIRS, "luis"),
        await world.post("/tasks", {**TASK, **THEIRS}, "lucia"),
    ]
    assert {refused(each, 409)["code"] for each in answers} == {"external_id_in_use"}
    assert len({each.envelope["message"] for each in answers}) == 1


async def test_30_4_its_creator_and_its_leader_give_it_an_id_a_responsible_does_not(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    path = f"/tasks/{task['id']}/external"
    refused(await world.put(path, THEIRS, "ana"), 403)
    assert done(await world.put(path, THEIRS, "lucia")) == THEIRS
    assert done(await world.put(path, dict.fromkeys(THEIRS), "lucia")) == dict.fromkeys(THEIRS)


async def test_30_5_the_journal_has_it_and_an_undo_takes_it_back(world):
    task = await world.task("ana", **THEIRS)
    done(await world.put(f"/tasks/{task['id']}/external", {**THEIRS, "externalId": "7"}))
    changed, made = (await world.read(f"/tasks/{task['id']}/history"))["rows"]
    assert (made["changed"]["externalSource"], made["changed"]["externalId"]) == ([None, SOURCE], [None, KEY])
    assert (changed["kind"], changed["changed"]) == ("task.updated", {"externalId": [KEY, "7"]})
    assert await world.task_now(task) == task
    done(await world.post(f"/changes/{changed['seq']}/undo", who="ana"))
    assert await world.read(f"/tasks/{task['id']}/external") == THEIRS

"""Chapter 2: what a text may be, what null and unknown fields mean, and what an answer always has."""

import pytest

from tests.rules.texts import read_back, text_fields
from tests.rules.world import ONE_ENGINE, REPLACED, SERIES, TASK, TODAY, done, refused


async def test_2_3_a_limited_text_may_be_empty(world):
    for field in await text_fields(world):
        if field.limit is not None and field.may_be_blank:
            assert await read_back(world, field, await field.send(world, "")) == "", field.name


async def test_2_3_lengths_count_code_points(world):
    for field in await text_fields(world):
        if field.limit is not None:
            most = field.limit
            for too_long in ("x" * (most + 1), "😀" * (most + 1), "e\u0301" * (most // 2) + "ee"):
                refused(await field.send(world, too_long), 400, field.field)
            longest = "😀" * most
            assert await read_back(world, field, await field.send(world, longest)) == longest


async def test_2_3_other_texts_have_no_limit_of_length(world):
    for field in await text_fields(world):
        if field.limit is None:
            assert await read_back(world, field, await field.send(world, "ñ" * 20_000)) == "ñ" * 20_000


async def test_2_3_nothing_is_trimmed_or_normalised(world):
    for field in await text_fields(world):
        text = " \t Reunio\u0301n\u00a0 \n"
        assert await read_back(world, field, await field.send(world, text)) == text


@ONE_ENGINE
async def test_2_3_halves_of_surrogate_pairs_are_refused_and_whole_pairs_are_not(world):
    for field in await text_fields(world):
        for half in [*rb"\ud800 \udc00 a\ud83dz \ude00\ud83d \ud800\ud800".split(), b"\xed\xa0\x80", b"\xff"]:
            refused(await field.send_raw(world, half), 400)
        assert await read_back(world, field, await field.send_raw(world, rb"\ud83d\ude00")) == "😀", field.name


async def test_2_4_unknown_fields_are_ignored(world):
    extra = {"desconocido": {"a": [1, None]}, "id": 77, "": 0}
    event = await world.event(**extra)
    assert event["id"] != 77
    done(await world.patch(f"/events/{event['id']}", extra))
    done(await world.put(f"/events/{event['id']}", {**await world.event_body(), **REPLACED, **extra}))
    task = await world.task(**extra)
    done(await world.edit(task, **extra))
    done(await world.post("/daily-logs/open", {"fecha": TODAY, **extra}))


@pytest.mark.parametrize("prefer", ["handling=strict", 'return=minimal, Handling = "strict"; x=1'])
async def test_2_4_unknown_fields_are_refused_where_the_client_prefers_so(world, prefer):
    strict = {"Prefer": prefer}
    reply = await world.post("/tasks", {**TASK, "priority": "ALTA", "due": TODAY}, headers=strict)
    assert reply.faults == {"priority": "not_taken", "due": "not_taken"}
    reply = await world.post("/tasks/batch", {"tasks": [TASK, {**TASK, "due": TODAY}]}, headers=strict)
    assert reply.faults == {"tasks[1].due": "not_taken"}
    done(await world.post("/tasks", TASK, headers=strict))
    assert len(await world.read("/tasks")) == 1


@pytest.mark.parametrize("prefer", ["", "handling=lenient", "x-handling=strict", "handling=stricter"])
async def test_2_4_other_preferences_change_nothing(world, prefer):
    done(await world.post("/tasks", {**TASK, "due": TODAY}, headers={"Prefer": prefer}))


async def test_2_4_an_interval_of_a_series_is_refused(world):
    body = {**SERIES, "eventTypeId": await world.type_id(), "interval": 2}
    assert (await world.post("/events/series", body)).faults == {"interval": "not_taken"}


async def test_2_4_an_optional_null_is_absent_in_post(world):
    nulls = dict.fromkeys(["description", "location", "isVirtual", "isPublic", "customerId", "supplierId"])
    event, plain = await world.event(**nulls), await world.event()
    assert {**event, "id": 0} == {**plain, "id": 0}

    optional = ["leaderUserId", "responsibleUserIds", "fechaSolicitud", "estatus", "prioridad", "isActive"]
    task, plain = await world.task(**dict.fromkeys(optional)), await world.task()
    assert {**task, "id": 0} == {**plain, "id": 0}


async def test_2_4_a_required_null_is_400(world):
    event = await world.event_body()
    for field in ("eventTypeId", "title", "startDatetime", "endDatetime", "statusId"):
        refused(await world.post("/events", {**event, field: None}), 400, field)
        refused(await world.post("/events", {key: event[key] for key in event if key != field}), 400, field)
    for field in ("descripcion", "fechaCumplir"):
        refused(await world.post("/tasks", {**TASK, field: None}), 400, field)
    refused(await world.post("/examples", {"name": None}, "root"), 400, "name")
    refused(await world.post("/examples", {}, "root"), 400, "name")
    refused(await world.post("/daily-logs/open", {}), 400, "fecha")


async def test_2_4_put_demands_its_required_fields(world):
    event, own = await world.event(), await world.event_type()
    replaced = {**await world.event_body(), **REPLACED}
    for field in replaced:
        body = {key: value for key, value in replaced.items() if key != field}
        refused(await world.put(f"/events/{event['id']}", body), 400, field)
        refused(await world.put(f"/events/{event['id']}", {**body, field: None}), 400, field)
    whole = {"code": "A", "name": "A", "isActive": True}
    for field in whole:
        refused(await world.put(f"/event-types/{own['id']}", {**whole, field: None}, "root"), 400, field)


async def test_2_4_null_in_patch_clears_four_fields_of_an_event(world):
    full = {"description": "D", "location": "L", "customerId": 5, "supplierId": 6}
    event = await world.event(**full)
    for field in full:
        assert done(await world.patch(f"/events/{event['id']}", {field: None}))[field] is None
    series, _ = await world.series(**full)
    assert done(await world.patch(f"/events/series/{series}", dict.fromkeys(full))) == 3
    for row in await world.read("/events"):
        assert {key: row[key] for key in full} == dict.fromkeys(full)


async def test_2_4_null_in_patch_clears_a_tasks_leader(world):
    task = await world.task()
    assert task["leaderUserId"] == world.id("lucia")
    assert done(await world.edit(task, leaderUserId=None))["leaderUserId"] is None
    task = await world.task()
    assert done(await world.team_edit(task, leaderUserId=None))["leaderUserId"] is None


async def test_2_4_null_in_patch_is_elsewhere_400(world):
    event, own, task = await world.event(), await world.event_type(), await world.task()
    series, _ = await world.series()
    for field in REPLACED.keys() | {"eventTypeId"}:
        refused(await world.patch(f"/events/{event['id']}", {field: None}), 400, field)
    for field in ("eventTypeId", "title", "isVirtual"):
        refused(await world.patch(f"/events/series/{series}", {field: None}), 400, field)
    for field in ("code", "name", "isActive"):
        refused(await world.patch(f"/event-types/{own['id']}", {field: None}, "root"), 400, field)
    for field in ("responsibleUserIds", "fechaSolicitud", "estatus", "prioridad", "isActive", "descripcion"):
        refused(await world.edit(task, **{field: None}), 400, field)
        refused(await world.team_edit(task, **{field: None}), 400, field)
    assert await world.task_now(task) == task


async def test_2_5_answers_have_the_defaults_and_null_for_what_is_unset(world):
    task = await world.task()
    assert (task["fechaCierre"], task["ultimoComentarioFecha"], task["isActive"]) == (None, None, True)
    log = await world.log()
    assert (log["avanceAt"], log["closedAt"]) == (None, None)
    event = await world.event()
    assert (event["isPublic"], event["isVirtual"], event["isActive"]) == (False, False, True)
    unset = ("description", "location", "customerId", "supplierId", "seriesId")
    assert {key: event[key] for key in unset} == dict.fromkeys(unset)
    participant = await world.participant(event, userId=world.id("ana"))
    reminder = await world.reminder(event)
    record = await world.visibility(event, "ana")
    assert participant["customerId"] is None
    assert reminder["sent"] is False
    for row in (participant, reminder, record):
        assert (row["isDeleted"], row["deletedAt"]) == (False, None)
    own = await world.event_type()
    assert (own["systemManaged"], own["autoGenerated"], own["isActive"]) == (False, False, True)
    assert (await world.example())["active"] is True


async def test_2_5_answers_have_the_creator_and_when_it_was_created_and_changed(world):
    event = await world.event()
    assert event["createdByUserId"] == world.id("ana")
    assert event["createdAt"] == event["updatedAt"] == "2026-11-23T15:00:00Z"
    world.clock.advance(minutes=5)
    changed = done(await world.patch(f"/events/{event['id']}", {"title": "Otra"}))
    assert (changed["createdAt"], changed["updatedAt"]) == ("2026-11-23T15:00:00Z", "2026-11-23T15:05:00Z")
    task = await world.task()
    world.clock.advance(minutes=5)
    changed = done(await world.edit(task, prioridad="ALTA"))
    assert (changed["createdAt"], changed["updatedAt"]) == ("2026-11-23T15:05:00Z", "2026-11-23T15:10:00Z")

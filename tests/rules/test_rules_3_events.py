"""Chapter 3: what an event refers to, how long it lasts, and what ends with it."""

from tests.rules.world import INT32_MAX, REPLACED, UNKNOWN, done, refused

AT_TEN = "2026-12-01T10:00:00Z"


async def test_3_1_a_status_is_any_positive_number(world):
    for status in (1, 2, 77, INT32_MAX):
        assert (await world.event(statusId=status))["statusId"] == status
    event = await world.event()
    for status in (0, -1):
        refused(await world.post("/events", await world.event_body(statusId=status)), 400, "statusId")
        refused(await world.patch(f"/events/{event['id']}", {"statusId": status}), 400, "statusId")


async def test_3_2_customer_and_supplier_are_positive_references_elsewhere(world):
    for field in ("customerId", "supplierId"):
        assert (await world.event(**{field: INT32_MAX}))[field] == INT32_MAX
        event = await world.event()
        for number in (0, -1):
            refused(await world.post("/events", await world.event_body(**{field: number})), 400, field)
            refused(await world.patch(f"/events/{event['id']}", {field: number}), 400, field)


async def test_3_2_the_type_must_exist_and_be_active(world):
    idle = await world.event_type("A", "A")
    done(await world.patch(f"/event-types/{idle['id']}", {"isActive": False}, "root"))
    gone = await world.event_type("B", "B")
    done(await world.delete(f"/event-types/{gone['id']}", "root"))
    event, (series, _) = await world.event(), await world.series()
    for kind in (idle["id"], gone["id"], UNKNOWN, 0, -1):
        body = await world.event_body(eventTypeId=kind)
        refused(await world.post("/events", body), 400, "eventTypeId")
        refused(await world.post("/events/series", {**body, "recurrenceType": "WEEKLY", "occurrenceCount": 2}), 400)
        refused(await world.put(f"/events/{event['id']}", {**body, **REPLACED}), 400, "eventTypeId")
        refused(await world.patch(f"/events/{event['id']}", {"eventTypeId": kind}), 400, "eventTypeId")
        refused(await world.patch(f"/events/series/{series}", {"eventTypeId": kind}), 400, "eventTypeId")
    assert await world.read(f"/events/{event['id']}") == event


async def test_3_3_an_event_ends_after_it_starts(world):
    event = await world.event()
    for end in (AT_TEN, "2026-12-01T09:59:59Z", "2026-12-01T04:00", "2026-12-01T10:00:00+01:00"):
        body = await world.event_body(endDatetime=end)
        refused(await world.post("/events", body), 400)
        refused(await world.put(f"/events/{event['id']}", {**REPLACED, **body}), 400)
        refused(await world.patch(f"/events/{event['id']}", {"endDatetime": end}), 400)


async def test_3_3_patch_checks_the_merged_pair(world):
    path = f"/events/{(await world.event())['id']}"
    refused(await world.patch(path, {"startDatetime": "2026-12-01T11:00:00Z"}), 400)
    done(await world.patch(path, {"startDatetime": "2026-12-01T10:59:59Z"}))
    moved = {"startDatetime": "2027-01-01T10:00:00Z", "endDatetime": "2027-01-01T10:00:00.000001Z"}
    changed = done(await world.patch(path, moved))
    assert {key: changed[key] for key in moved} == moved


async def test_3_4_a_deleted_event_is_gone(world):
    event = await world.event(isPublic=True)
    path = f"/events/{event['id']}"
    assert done(await world.delete(path)) == {}
    for who in ("ana", "root"):
        refused(await world.get(path, who), 404)
        refused(await world.patch(path, {"title": "X"}, who), 404)
        refused(await world.put(path, {**await world.event_body(), **REPLACED}, who), 404)
        refused(await world.delete(path, who), 404)
        refused(await world.get(f"/visibility/{event['id']}", who), 404)
        refused(await world.post("/reminders", {"eventId": event["id"], "remindAt": AT_TEN}, who), 400, "eventId")
        assert await world.ids("/events", who) == []


async def test_3_4_a_deleted_event_takes_its_records_with_it(world):
    event, other = await world.event(isPublic=True), await world.event(isPublic=True)
    for one in (event, other):
        await world.participant(one, userId=world.id("ana"))
        await world.visibility(one, "ana")
        await world.reminder(one)
    done(await world.delete(f"/events/{event['id']}"))
    assert await world.busy() == [other["id"]]
    for path in ("/participants", "/visibility", "/reminders", "/reminders/2026-11-30"):
        assert await world.ids(path, "root", "eventId") == [other["id"]], path
    assert await world.ids(f"/participants/{world.id('ana')}", "root", "eventId") == [other["id"]]


async def test_3_4_an_inactive_event_is_readable_but_not_busy(world):
    event = await world.event(isPublic=True)
    await world.participant(event, userId=world.id("ana"))
    whole, path = {**await world.event_body(), **REPLACED, "isPublic": True}, f"/events/{event['id']}"
    assert done(await world.put(path, {**whole, "isActive": False}))["isActive"] is False
    assert (await world.read(path, "pablo"))["isActive"] is False
    assert await world.ids("/events", "pablo") == [event["id"]]
    assert await world.busy() == []
    done(await world.patch(path, {"isActive": True}))
    assert await world.busy() == [event["id"]]


async def test_3_4_a_deleted_event_type_is_gone_and_frees_its_code(world):
    own = await world.event_type("CURSO")
    path = f"/event-types/{own['id']}"
    assert done(await world.delete(path, "root")) == {}
    refused(await world.get(path, "root"), 404)
    refused(await world.delete(path, "root"), 404)
    assert own["id"] not in await world.ids("/event-types")
    again = await world.event_type("CURSO")
    assert again["id"] != own["id"]


async def test_3_4_live_codes_are_unique_by_casefold(world):
    await world.event_type("Straße")
    other = await world.event_type("OTRA")
    for code in ("Straße", "STRASSE", "strasse", "sTRAßE"):
        refused(await world.post("/event-types", {"code": code, "name": "X"}, "root"), 409)
        refused(await world.patch(f"/event-types/{other['id']}", {"code": code}, "root"), 409)
        body = {"code": code, "name": "X", "isActive": True}
        refused(await world.put(f"/event-types/{other['id']}", body, "root"), 409)
    for code in ("reunion", "Birthday"):
        refused(await world.post("/event-types", {"code": code, "name": "X"}, "root"), 409)
    changed = done(await world.patch(f"/event-types/{other['id']}", {"code": "otra", "isActive": False}, "root"))
    assert changed["code"] == "otra"
    refused(await world.post("/event-types", {"code": "OTRA", "name": "X"}, "root"), 409)


async def test_3_4_the_types_that_are_there_from_the_start(world):
    types = {row["code"]: (row["systemManaged"], row["autoGenerated"]) for row in await world.read("/event-types")}
    ours = (False, False)
    assert types == {"BIRTHDAY": (True, True), "REUNION": ours, "VISITA": ours, "OTRO": ours}

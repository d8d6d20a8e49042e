"""The six operations on events: what they answer, and what HTTP says of them."""

import pytest

NEW = {
    "eventTypeId": 2,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:30:00.5-06:00",
    "statusId": 1,
}
SAID = {"description": "Traer café", "location": "Sala 2", "customerId": 7, "supplierId": 8}
FLAGS = {"isVirtual": False, "isPublic": True, "isActive": True}
WHOLE = {**NEW, **FLAGS, **SAID}
NOW = "2026-11-23T15:00:00Z"


async def create(world, who="ana", **fields):
    reply = await world.post("/events", {**NEW, **fields}, who)
    assert reply.status == 200, reply.body
    return reply.data


@pytest.fixture
async def event(world):
    """Ana's public event."""
    return await create(world, isPublic=True, **SAID)


@pytest.fixture
def path(event):
    return f"/events/{event['id']}"


async def ids(world, query="", who="ana"):
    return [row["id"] for row in (await world.get(f"/events{query}", who)).data]


class TestCreate:
    async def test_it_answers_200_with_every_key_of_the_model(self, world):
        reply = await world.post("/events", NEW)
        assert reply.status == 200
        assert reply.envelope == {
            "status": 200,
            "message": "Correcto.",
            "data": {
                "id": 1,
                "eventTypeId": 2,
                "title": "Junta",
                "description": None,
                "startDatetime": "2026-11-23T16:00:00Z",
                "endDatetime": "2026-11-23T17:30:00.500000Z",
                "location": None,
                "isVirtual": False,
                "isPublic": False,
                "statusId": 1,
                "customerId": None,
                "supplierId": None,
                "createdByUserId": world.id("ana"),
                "createdAt": NOW,
                "updatedAt": NOW,
                "isActive": True,
                "seriesId": None,
            },
        }

    async def test_what_is_said_is_kept(self, world, event, path):
        assert {key: event[key] for key in SAID} == SAID
        assert (await world.get(path, "pablo")).data == event

    @pytest.mark.parametrize("field", NEW)
    async def test_what_is_required_is_required(self, world, field):
        reply = await world.post("/events", {key: value for key, value in NEW.items() if key != field})
        assert (reply.status, reply.faults) == (400, {field: "required"})

    @pytest.mark.parametrize(
        ("fields", "faults"),
        [
            ({"title": "x" * 256}, {"title": "too_long"}),
            ({"statusId": 0}, {"statusId": "out_of_range"}),
            ({"statusId": 1.0}, {"statusId": "wrong_type"}),
            ({"customerId": "7"}, {"customerId": "wrong_type"}),
            ({"isPublic": "true"}, {"isPublic": "wrong_type"}),
            ({"startDatetime": "2026-11-23"}, {"startDatetime": "invalid_datetime"}),
            ({"startDatetime": "2026-11-23t10:00z"}, {"startDatetime": "invalid_datetime"}),
            ({"endDatetime": "2026-11-23T10:00"}, {"endDatetime": "not_after"}),
            ({"eventTypeId": 99}, {"eventTypeId": "unknown_id"}),
        ],
    )
    async def test_a_bad_value_is_refused_by_name(self, world, path, fields, faults):
        for method, target in (("POST", "/events"), ("PUT", path), ("PATCH", path)):
            reply = await world.call(method, target, "ana", {**WHOLE, **fields})
            assert (reply.status, reply.faults) == (400, faults)

    async def test_events_of_a_type_that_jobs_make_are_403_or_409(self, world):
        birthday = {**NEW, "eventTypeId": 1}
        assert (await world.post("/events", birthday, "ana")).refused == (403, "forbidden")
        for who in ("root", "robot"):
            assert (await world.post("/events", birthday, who)).refused == (409, "event_type_auto_generated")

    async def test_a_key_makes_it_once(self, world):
        headers = {"Idempotency-Key": "a"}
        first, again = [await world.post("/events", NEW, headers=headers) for _ in range(2)]
        assert first.data == again.data
        assert await ids(world) == [first.data["id"]]


class TestRead:
    async def test_what_one_may_not_see_is_404_as_what_is_not_there(self, world):
        private = await create(world)
        for event_id in (private["id"], 99, 0, -1):
            assert (await world.get(f"/events/{event_id}", "pablo")).refused == (404, "event_not_found")
        assert (await world.get(f"/events/{private['id']}", "robot")).data == private

    @pytest.mark.parametrize("event_id", ["x", "1.0", "2147483648", "٥"])
    async def test_an_id_that_is_none_is_400(self, world, event_id):
        reply = await world.get(f"/events/{event_id}")
        assert (reply.status, list(reply.faults)) == (400, ["id"])

    async def test_a_list_is_a_plain_array_of_what_one_may_see(self, world, event):
        private = await create(world, "pablo")
        assert (await world.get("/events", "ana")).data == [event]
        assert (await world.get("/events", "pablo")).data == [event, private]

    async def test_a_list_comes_in_pages_and_between_dates(self, world):
        made = [
            (await create(world, startDatetime=f"2026-12-0{day}T10:00", endDatetime=f"2026-12-0{day}T11:00"))["id"]
            for day in range(1, 6)
        ]
        reply = await world.get("/events?limit=2&from=2026-12-02")
        assert [row["id"] for row in reply.data] == made[1:3]
        link = f'</api/v1/events?limit=2&afterId={made[2]}&from=2026-12-02>; rel="next"'
        assert reply.headers["Link"] == link
        last = await world.get(f"/events?limit=2&afterId={made[2]}&from=2026-12-02")
        assert ([row["id"] for row in last.data], "Link" in last.headers) == (made[3:], False)
        assert await ids(world, "?to=2026-12-02") == made[:2]
        assert await ids(world, "?from=2026-12-06") == []

    @pytest.mark.parametrize(
        ("query", "faults"),
        [
            ("from=2026-12-02&to=2026-12-01", {"to": "before"}),
            ("from=20261201", {"from": "invalid_date"}),
            ("limit=0", {"limit": "out_of_range"}),
            ("to=2026-12-01&to=2026-12-02", {"to": "repeated"}),
        ],
    )
    async def test_a_bad_query_is_refused_by_name(self, world, query, faults):
        reply = await world.get(f"/events?{query}")
        assert (reply.status, reply.faults) == (400, faults)


class TestChange:
    @pytest.mark.parametrize(("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("lucia", 403)])
    @pytest.mark.parametrize("method", ["PUT", "PATCH"])
    async def test_who_may_change(self, world, event, path, method, who, status):
        world.clock.advance(seconds=1)
        reply = await world.call(method, path, who, {**WHOLE, "title": "Otra"})
        assert reply.status == status
        changed = {**event, "title": "Otra", "updatedAt": "2026-11-23T15:00:01Z"}
        assert (await world.get(path)).data == (changed if status == 200 else event)

    @pytest.mark.parametrize("field", [*NEW, *FLAGS])
    async def test_put_needs_what_it_needs_and_patch_takes_no_null_there(self, world, path, field):
        reply = await world.call("PUT", path, "ana", {key: value for key, value in WHOLE.items() if key != field})
        assert (reply.status, reply.faults) == (400, {field: "required"})
        for method in ("PUT", "PATCH"):
            reply = await world.call(method, path, "ana", {**WHOLE, field: None})
            assert (reply.status, reply.faults) == (400, {field: "null_not_allowed"})

    @pytest.mark.parametrize("field", SAID)
    async def test_what_may_be_empty_is_cleared_by_null_and_by_a_put_without_it(self, world, event, path, field):
        assert (await world.patch(path, {field: None})).data == {**event, field: None}
        left_out = {key: value for key, value in WHOLE.items() if key != field}
        assert (await world.call("PUT", path, "ana", left_out)).data == {**event, field: None}

    async def test_a_patch_of_nothing_changes_nothing(self, world, event, path):
        world.clock.advance(seconds=1)
        assert (await world.patch(path, {})).data == event

    async def test_what_only_the_service_sets_stays(self, world, event, path):
        sent = {"createdByUserId": 1, "createdAt": None, "updatedAt": 5, "seriesId": 5, "id": 9}
        for method in ("PUT", "PATCH"):
            assert (await world.call(method, path, "ana", {**WHOLE, **sent})).data == event

    @pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
    async def test_a_write_takes_if_match(self, world, event, path, method):
        tag = (await world.get(path)).headers["ETag"]
        stale, fresh = {"If-Match": '"0123456789abcdef01234567"'}, {"If-Match": tag}
        body = {**WHOLE, "title": "Otra"}
        assert (await world.call(method, path, "ana", body, headers=stale)).refused == (412, "outdated")
        assert (await world.get(path)).data == event
        assert (await world.call(method, path, "ana", body, headers=fresh)).status == 200

    async def test_a_read_that_one_has_is_304_and_a_write_answers_the_new_tag(self, world, path):
        tag = (await world.get(path)).headers["ETag"]
        assert (await world.get(path, headers={"If-None-Match": tag})).status == 304
        changed = await world.patch(path, {"title": "Otra"})
        assert tag != changed.headers["ETag"] == (await world.get(path)).headers["ETag"]

    async def test_no_event_becomes_one_of_the_jobs(self, world, path):
        assert (await world.patch(path, {"eventTypeId": 1})).refused == (403, "forbidden")
        assert (await world.patch(path, {"eventTypeId": 1}, "root")).refused == (409, "event_type_auto_generated")


class TestDelete:
    @pytest.mark.parametrize(("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("lucia", 403)])
    async def test_who_may_delete(self, world, path, who, status):
        assert (await world.call("DELETE", path, who)).status == status
        assert (await world.get(path)).status == (404 if status == 200 else 200)

    async def test_it_answers_an_empty_object_and_a_second_time_404(self, world, path):
        reply = await world.call("DELETE", path)
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": {}}
        assert (await world.call("DELETE", path)).refused == (404, "event_not_found")
        assert await ids(world) == []

    async def test_a_type_that_an_event_has_is_409(self, world, path):
        assert (await world.call("DELETE", "/event-types/2", "root")).refused == (409, "event_type_in_use")
        await world.call("DELETE", path)
        assert (await world.call("DELETE", "/event-types/2", "root")).status == 200


async def test_each_path_takes_its_methods_only(world, path):
    assert (await world.post(path, {})).headers["Allow"] == "DELETE, GET, HEAD, PATCH, PUT"
    assert (await world.call("DELETE", "/events")).headers["Allow"] == "GET, HEAD, POST"

"""The five operations on records of visibility: a GET's path names an event, a write's a record."""

import pytest

MEETING = {
    "eventTypeId": 2,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:30",
    "statusId": 1,
}
NOW, LATER = "2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z"


@pytest.fixture
async def events(world):
    """The ids of Ana's first, private event, her public one, and Pablo's private one."""
    made = [("ana", {}), ("ana", {"isPublic": True}), ("pablo", {})]
    return [(await world.post("/events", {**MEETING, **fields}, who)).data["id"] for who, fields in made]


@pytest.fixture
async def record(world, events):
    """Ana's public event hidden from Luis: a record whose id is not the event's."""
    reply = await world.post("/visibility", body(world, events[1], "luis", isVisible=False))
    assert reply.data["id"] != events[1]
    return reply.data


@pytest.fixture
def path(record):
    return f"/visibility/{record['id']}"


def body(world, event_id, user, **fields):
    return {"eventId": event_id, "userId": world.id(user), "isVisible": True, **fields}


class TestCreate:
    async def test_it_answers_200_with_every_key_of_the_model(self, world, events):
        sent = body(world, events[1], "luis", isVisible=False)
        reply = await world.post("/visibility", sent)
        data = {"id": 1, **sent, "isDeleted": False, "deletedAt": None, "createdAt": NOW, "updatedAt": NOW}
        assert (reply.status, reply.envelope) == (200, {"status": 200, "message": "Correcto.", "data": data})

    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("luis", 403), ("lucia", 403)]
    )
    async def test_who_may_create(self, world, events, who, status):
        assert (await world.post("/visibility", body(world, events[1], "luis"), who)).status == status
        assert len((await world.get("/visibility", "root")).data) == (status == 200)

    @pytest.mark.parametrize("event_id", [99, 0, -1, 2**31 - 1])
    async def test_an_unknown_event_is_400(self, world, events, event_id):
        for who in ("ana", "root"):
            reply = await world.post("/visibility", body(world, event_id, "luis"), who)
            assert (reply.status, reply.faults) == (400, {"eventId": "unknown_id"})

    async def test_a_hidden_or_deleted_event_is_as_unknown(self, world, events):
        hidden = await world.post("/visibility", body(world, events[2], "ana"))
        await world.call("DELETE", f"/events/{events[0]}")
        deleted = await world.post("/visibility", body(world, events[0], "luis"))
        unknown = await world.post("/visibility", body(world, 99, "luis"))
        assert {reply.status for reply in (hidden, deleted, unknown)} == {400}
        assert hidden.faults == deleted.faults == unknown.faults == {"eventId": "unknown_id"}

    async def test_an_unknown_person_is_400_once_the_caller_may_write(self, world, events):
        sent = {**body(world, events[1], "luis"), "userId": 99}
        assert (await world.post("/visibility", sent)).faults == {"userId": "unknown_id"}
        assert (await world.post("/visibility", sent, "luis")).status == 403

    async def test_a_second_live_record_of_the_pair_is_409(self, world, record, events):
        reply = await world.post("/visibility", body(world, events[1], "luis"))
        assert reply.refused == (409, "visibility_taken")

    async def test_what_only_the_service_sets_is_ignored(self, world, events):
        sent = body(world, events[0], "luis", id=77, isDeleted=True, deletedAt=NOW, createdAt=LATER)
        data = (await world.post("/visibility", sent)).data
        assert (data["id"], data["isDeleted"], data["deletedAt"], data["createdAt"]) == (1, False, None, NOW)

    @pytest.mark.parametrize(
        ("fields", "faults"),
        [
            ({"eventId": None}, {"eventId": "null_not_allowed"}),
            ({"eventId": 2**31}, {"eventId": "out_of_range"}),
            ({"eventId": "1"}, {"eventId": "wrong_type"}),
            ({"userId": 1.5}, {"userId": "wrong_type"}),
            ({"userId": True}, {"userId": "wrong_type"}),
            ({"isVisible": 1}, {"isVisible": "wrong_type"}),
            ({"isVisible": None}, {"isVisible": "null_not_allowed"}),
        ],
    )
    async def test_a_bad_value_is_refused_by_name(self, world, record, path, events, fields, faults):
        sent = body(world, events[0], "luis") | fields
        for method, target in (("POST", "/visibility"), ("PUT", path)):
            reply = await world.call(method, target, "ana", sent)
            assert (reply.status, reply.faults) == (400, faults)

    @pytest.mark.parametrize("field", ["eventId", "userId", "isVisible"])
    async def test_every_field_is_required(self, world, path, events, field):
        sent = body(world, events[0], "luis")
        del sent[field]
        for method, target in (("POST", "/visibility"), ("PUT", path)):
            assert (await world.call(method, target, "ana", sent)).faults == {field: "required"}

    async def test_a_repeated_post_is_applied_once(self, world, events):
        key = {"Idempotency-Key": "una-vez"}
        sent = body(world, events[0], "luis")
        first, second = [await world.post("/visibility", sent, headers=key) for _ in range(2)]
        assert (first.status, first.data) == (second.status, second.data)


class TestRead:
    async def test_the_list_is_of_ones_own_events_and_of_what_is_about_one(self, world, record, events):
        about_ana = (await world.post("/visibility", body(world, events[2], "ana"), "pablo")).data
        assert (await world.get("/visibility")).data == [record, about_ana]
        assert (await world.get("/visibility", "luis")).data == [record]
        assert (await world.get("/visibility", "lucia")).data == []
        for who in ("root", "robot"):
            assert (await world.get("/visibility", who)).data == [record, about_ana]

    async def test_the_path_of_a_get_names_an_event_and_not_a_record(self, world, record, events):
        assert (await world.get(f"/visibility/{record['eventId']}")).data == [record]
        assert (await world.get(f"/visibility/{record['id']}")).data == []

    async def test_others_who_see_the_event_see_what_is_about_them(self, world, record, events):
        shown = (await world.post("/visibility", body(world, events[1], "pablo"))).data
        assert (await world.get(f"/visibility/{events[1]}", "pablo")).data == [shown]
        assert (await world.get(f"/visibility/{events[1]}", "lucia")).data == []
        assert (await world.get(f"/visibility/{events[1]}", "root")).data == [record, shown]

    async def test_an_event_that_is_unknown_hidden_or_deleted_is_404(self, world, record, events):
        hidden, public, _ = events
        assert (await world.get(f"/visibility/{public}", "luis")).refused == (404, "event_not_found")
        assert (await world.get(f"/visibility/{hidden}", "luis")).refused == (404, "event_not_found")
        for unknown in (99, 0, -1):
            assert (await world.get(f"/visibility/{unknown}", "root")).refused == (404, "event_not_found")
        await world.call("DELETE", f"/events/{public}")
        assert (await world.get(f"/visibility/{public}", "root")).refused == (404, "event_not_found")
        assert (await world.get("/visibility", "root")).data == []

    @pytest.mark.parametrize(("segment", "code"), [("x", "wrong_type"), ("2147483648", "out_of_range")])
    async def test_a_path_that_is_no_id_is_400_by_its_own_name(self, world, events, segment, code):
        assert (await world.get(f"/visibility/{segment}")).faults == {"event_id": code}
        sent = body(world, events[0], "luis")
        assert (await world.call("PUT", f"/visibility/{segment}", "ana", sent)).faults == {"id": code}
        assert (await world.call("DELETE", f"/visibility/{segment}")).faults == {"id": code}

    @pytest.mark.parametrize("target", ["/visibility", "/visibility/{event}"])
    async def test_a_list_comes_in_pages_with_a_link_to_the_next(self, world, record, events, target):
        target = target.format(event=events[1])
        second = (await world.post("/visibility", body(world, events[1], "pablo"))).data
        reply = await world.get(f"{target}?limit=1")
        assert reply.data == [record]
        assert reply.headers["Link"] == f'</api/v1{target}?limit=1&afterId={record["id"]}>; rel="next"'
        reply = await world.get(f"{target}?limit=1&afterId={record['id']}")
        assert (reply.data, reply.headers.get("Link")) == ([second], None)


class TestReplace:
    async def test_it_answers_the_record_as_it_shall_be(self, world, record, path, events):
        world.clock.advance(hours=1)
        sent = body(world, events[0], "pablo")
        reply = await world.call("PUT", path, "ana", sent)
        assert (reply.status, reply.data) == (200, {**record, **sent, "updatedAt": LATER})
        assert (await world.get(f"/visibility/{events[0]}")).data == [reply.data]

    async def test_who_may(self, world, record, path, events):
        sent = body(world, events[1], "luis")
        assert (await world.call("PUT", path, "luis", sent)).refused == (403, "forbidden")
        for who in ("lucia", "pablo"):
            assert (await world.call("PUT", path, who, sent)).refused == (404, "visibility_not_found")
        for who in ("ana", "root", "robot"):
            assert (await world.call("PUT", path, who, sent)).status == 200

    async def test_the_path_names_a_record_and_not_an_event(self, world, record, events):
        sent = body(world, events[1], "luis")
        target = f"/visibility/{record['eventId']}"
        assert (await world.call("PUT", target, "ana", sent)).refused == (404, "visibility_not_found")

    async def test_the_target_obeys_the_same_rules(self, world, record, path, events):
        async def move(event_id, **fields):
            return await world.call("PUT", path, "ana", {**body(world, event_id, "luis"), **fields})

        theirs = (await world.post("/events", {**MEETING, "isPublic": True}, "pablo")).data["id"]
        assert (await move(events[2])).faults == {"eventId": "unknown_id"}
        assert (await move(99)).faults == {"eventId": "unknown_id"}
        assert (await move(theirs)).refused == (403, "forbidden")
        assert (await move(events[0], userId=99)).faults == {"userId": "unknown_id"}
        await world.post("/visibility", body(world, events[0], "luis"))
        assert (await move(events[0])).refused == (409, "visibility_taken")
        assert (await world.get(f"/visibility/{events[1]}")).data == [record]


class TestDelete:
    async def test_it_answers_an_empty_object_and_a_second_time_404(self, world, path):
        reply = await world.call("DELETE", path)
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": {}}
        assert (await world.call("DELETE", path)).refused == (404, "visibility_not_found")

    async def test_who_may(self, world, record, path):
        assert (await world.call("DELETE", path, "luis")).refused == (403, "forbidden")
        assert (await world.call("DELETE", path, "lucia")).refused == (404, "visibility_not_found")
        assert (await world.get("/visibility")).data == [record]

    async def test_it_frees_the_pairs_place(self, world, record, path, events):
        await world.call("DELETE", path)
        assert (await world.get(f"/events/{events[1]}", "luis")).status == 200
        assert (await world.post("/visibility", body(world, events[1], "luis"))).data["id"] > record["id"]


class TestIfMatch:
    async def test_a_write_past_what_was_seen_is_412(self, world, record, path, events):
        sent = body(world, events[1], "luis")
        seen = (await world.call("PUT", path, "ana", sent)).headers["ETag"]
        world.clock.advance(hours=1)
        assert (await world.call("PUT", path, "root", sent | {"isVisible": False})).status == 200
        guard = {"headers": {"If-Match": seen}}
        for method in ("PUT", "DELETE"):
            assert (await world.call(method, path, "ana", sent, **guard)).refused == (412, "outdated")
        assert (await world.call("DELETE", path, "luis", **guard)).status == 403
        assert (await world.call("DELETE", path, "lucia", **guard)).status == 404

    async def test_a_write_to_what_was_seen_is_done(self, world, path, events):
        seen = (await world.call("PUT", path, "ana", body(world, events[1], "luis"))).headers["ETag"]
        assert (await world.call("DELETE", path, headers={"If-Match": seen})).status == 200


async def test_each_path_takes_its_methods_only(world):
    assert (await world.patch("/visibility/1", {})).headers["Allow"] == "DELETE, GET, HEAD, PUT"
    assert (await world.call("DELETE", "/visibility")).headers["Allow"] == "GET, HEAD, POST"

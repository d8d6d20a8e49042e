"""The five operations on participants: what they answer, and who is let do them."""

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
async def luis(world, events):
    """Luis in Ana's public event: a participant whose id is neither the event's nor the person's."""
    row = (await world.post("/participants", {"eventId": events[1], "userId": world.id("luis")})).data
    assert row["id"] not in (row["eventId"], row["userId"])
    return row


@pytest.fixture
def path(luis):
    return f"/participants/{luis['id']}"


class TestCreate:
    @pytest.mark.parametrize("named", [{"user": True}, {"customerId": 7}, {"user": True, "customerId": 7}])
    async def test_it_answers_200_with_every_key_of_the_model(self, world, events, named):
        who = {"userId": world.id("luis")} if named.get("user") else {}
        sent = {"eventId": events[0], **who, **{k: v for k, v in named.items() if k != "user"}}
        reply = await world.post("/participants", sent)
        whole = {"userId": None, "customerId": None, **sent}
        data = {"id": 1, **whole, "isDeleted": False, "deletedAt": None, "createdAt": NOW, "updatedAt": NOW}
        assert (reply.status, reply.envelope) == (200, {"status": 200, "message": "Correcto.", "data": data})

    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("luis", 403), ("lucia", 403)]
    )
    async def test_who_may_create(self, world, events, who, status):
        sent = {"eventId": events[1], "userId": world.id("luis")}
        assert (await world.post("/participants", sent, who)).status == status
        assert len((await world.get("/participants", "root")).data) == (status == 200)

    @pytest.mark.parametrize("fields", [{}, {"userId": None}, {"userId": None, "customerId": None}])
    async def test_without_a_person_and_a_customer_it_is_400(self, world, path, events, fields):
        for method, target in (("POST", "/participants"), ("PUT", path), ("PUT", "/participants/99")):
            reply = await world.call(method, target, "ana", {"eventId": events[0], **fields})
            assert (reply.status, reply.faults) == (400, {"userId": "required_without"})

    async def test_an_unknown_hidden_or_deleted_event_is_400_at_event_id(self, world, events):
        await world.call("DELETE", f"/events/{events[0]}")
        for event_id in (99, 0, -1, events[0], events[2]):
            reply = await world.post("/participants", {"eventId": event_id, "customerId": 1})
            assert (reply.status, reply.faults) == (400, {"eventId": "unknown_id"})

    async def test_an_unknown_person_is_400_once_the_caller_may_write(self, world, events):
        sent = {"eventId": events[1], "userId": 99}
        assert (await world.post("/participants", sent)).faults == {"userId": "unknown_id"}
        assert (await world.post("/participants", sent, "luis")).status == 403

    async def test_a_second_live_one_of_a_person_or_customer_is_409(self, world, luis, events):
        again = {"eventId": events[1], "userId": world.id("luis"), "customerId": 7}
        assert (await world.post("/participants", again)).refused == (409, "participant_taken")
        customer = {"eventId": events[1], "customerId": 7}
        assert (await world.post("/participants", customer)).status == 200
        assert (await world.post("/participants", customer)).refused == (409, "participant_taken")

    async def test_what_only_the_service_sets_is_ignored(self, world, events):
        sent = {"eventId": events[0], "customerId": 7, "id": 77, "isDeleted": True, "deletedAt": NOW}
        data = (await world.post("/participants", sent)).data
        assert (data["id"], data["isDeleted"], data["deletedAt"]) == (1, False, None)

    @pytest.mark.parametrize(
        ("fields", "faults"),
        [
            ({"eventId": None}, {"eventId": "null_not_allowed"}),
            ({"eventId": 2**31}, {"eventId": "out_of_range"}),
            ({"userId": "1"}, {"userId": "wrong_type"}),
            ({"userId": 1.0}, {"userId": "wrong_type"}),
            ({"userId": True}, {"userId": "wrong_type"}),
            ({"customerId": 0}, {"customerId": "out_of_range"}),
            ({"customerId": 2**31}, {"customerId": "out_of_range"}),
        ],
    )
    async def test_a_bad_value_is_refused_by_name(self, world, path, events, fields, faults):
        sent = {"eventId": events[0], "customerId": 7, **fields}
        for method, target in (("POST", "/participants"), ("PUT", path)):
            reply = await world.call(method, target, "ana", sent)
            assert (reply.status, reply.faults) == (400, faults)

    async def test_the_event_is_required(self, world, path):
        for method, target in (("POST", "/participants"), ("PUT", path)):
            assert (await world.call(method, target, "ana", {"customerId": 7})).faults == {"eventId": "required"}


class TestRead:
    async def test_the_list_is_of_the_events_that_one_may_see(self, world, luis, events):
        hidden = (await world.post("/participants", {"eventId": events[2], "customerId": 7}, "pablo")).data
        for who in ("ana", "luis", "lucia"):
            assert (await world.get("/participants", who)).data == [luis]
        for who in ("pablo", "root", "robot"):
            assert (await world.get("/participants", who)).data == [luis, hidden]

    async def test_the_path_of_a_get_names_a_person(self, world, luis, events):
        person = world.id("luis")
        hidden = (await world.post("/participants", {"eventId": events[2], "userId": person}, "pablo")).data
        assert (await world.get(f"/participants/{person}", "ana")).data == [luis]
        assert (await world.get(f"/participants/{person}", "luis")).data == [luis, hidden]
        assert (await world.get(f"/participants/{luis['id']}", "root")).data == []

    @pytest.mark.parametrize("unknown", [99, 2**31 - 1])
    async def test_a_person_whom_nobody_knows_has_an_empty_list(self, world, luis, unknown):
        reply = await world.get(f"/participants/{unknown}")
        assert (reply.status, reply.data) == (200, [])

    @pytest.mark.parametrize("nobody", [0, -1, -(2**31)])
    async def test_what_can_be_nobodys_id_is_404(self, world, nobody):
        assert (await world.get(f"/participants/{nobody}")).refused == (404, "user_not_found")

    @pytest.mark.parametrize(("segment", "code"), [("x", "wrong_type"), ("1.0", "wrong_type"), (2**31, "out_of_range")])
    async def test_a_path_that_is_no_id_is_400_by_its_own_name(self, world, events, segment, code):
        assert (await world.get(f"/participants/{segment}")).faults == {"userId": code}
        sent = {"eventId": events[0], "customerId": 7}
        assert (await world.call("PUT", f"/participants/{segment}", "ana", sent)).faults == {"id": code}
        assert (await world.call("DELETE", f"/participants/{segment}")).faults == {"id": code}

    async def test_a_list_comes_in_pages_with_a_link_to_the_next(self, world, luis, events):
        second = (await world.post("/participants", {"eventId": events[0], "userId": world.id("luis")})).data
        for target in ("/participants", f"/participants/{world.id('luis')}"):
            reply = await world.get(f"{target}?limit=1")
            assert reply.data == [luis]
            assert reply.headers["Link"] == f'</api/v1{target}?limit=1&afterId={luis["id"]}>; rel="next"'
            reply = await world.get(f"{target}?limit=1&afterId={luis['id']}")
            assert (reply.data, reply.headers.get("Link")) == ([second], None)


class TestReplace:
    async def test_it_answers_the_participant_as_it_shall_be(self, world, luis, path, events):
        world.clock.advance(hours=1)
        sent = {"eventId": events[0], "customerId": 7}
        reply = await world.call("PUT", path, "ana", sent)
        assert (reply.status, reply.data) == (200, {**luis, **sent, "userId": None, "updatedAt": LATER})
        assert (await world.get("/participants")).data == [reply.data]

    async def test_who_may(self, world, luis, path, events):
        sent = {"eventId": events[1], "userId": world.id("luis")}
        assert (await world.call("PUT", path, "luis", sent)).refused == (403, "forbidden")
        assert (await world.call("PUT", path, "pablo", sent)).refused == (403, "forbidden")
        await world.patch(f"/events/{events[1]}", {"isPublic": False})
        assert (await world.call("PUT", path, "pablo", sent)).refused == (404, "participant_not_found")
        for who in ("ana", "root", "robot"):
            assert (await world.call("PUT", path, who, sent)).status == 200

    async def test_the_target_obeys_the_same_rules(self, world, luis, path, events):
        async def move(event_id, **fields):
            return await world.call("PUT", path, "ana", {"eventId": event_id, "userId": world.id("luis"), **fields})

        theirs = (await world.post("/events", {**MEETING, "isPublic": True}, "pablo")).data["id"]
        assert (await move(events[2])).faults == {"eventId": "unknown_id"}
        assert (await move(theirs)).refused == (403, "forbidden")
        assert (await move(events[0], userId=99)).faults == {"userId": "unknown_id"}
        await world.post("/participants", {"eventId": events[0], "userId": world.id("luis")})
        assert (await move(events[0])).refused == (409, "participant_taken")
        assert (await world.get("/participants?limit=1")).data == [luis]


class TestDelete:
    async def test_it_answers_an_empty_object_and_a_second_time_404(self, world, path):
        reply = await world.call("DELETE", path)
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": {}}
        assert (await world.call("DELETE", path)).refused == (404, "participant_not_found")

    async def test_who_may(self, world, luis, path, events):
        assert (await world.call("DELETE", path, "luis")).refused == (403, "forbidden")
        await world.patch(f"/events/{events[1]}", {"isPublic": False})
        assert (await world.call("DELETE", path, "lucia")).refused == (404, "participant_not_found")
        assert (await world.get("/participants")).data == [luis]

    async def test_it_frees_the_place(self, world, luis, path):
        await world.call("DELETE", path)
        sent = {"eventId": luis["eventId"], "userId": luis["userId"]}
        assert (await world.post("/participants", sent)).data["id"] > luis["id"]


class TestIfMatch:
    async def test_a_write_past_what_was_seen_is_412(self, world, luis, path):
        sent = {"eventId": luis["eventId"], "userId": luis["userId"]}
        seen = (await world.call("PUT", path, "ana", sent)).headers["ETag"]
        world.clock.advance(hours=1)
        assert (await world.call("PUT", path, "root", {**sent, "customerId": 7})).status == 200
        guard = {"headers": {"If-Match": seen}}
        for method in ("PUT", "DELETE"):
            assert (await world.call(method, path, "ana", sent, **guard)).refused == (412, "outdated")
        assert (await world.call("DELETE", path, "luis", **guard)).status == 403

    async def test_a_write_to_what_was_seen_is_done(self, world, luis, path):
        sent = {"eventId": luis["eventId"], "userId": luis["userId"]}
        seen = (await world.call("PUT", path, "ana", sent)).headers["ETag"]
        assert (await world.call("DELETE", path, headers={"If-Match": seen})).status == 200


async def test_each_path_takes_its_methods_only(world):
    assert (await world.patch("/participants/1", {})).headers["Allow"] == "DELETE, GET, HEAD, PUT"
    assert (await world.call("DELETE", "/participants")).headers["Allow"] == "GET, HEAD, POST"

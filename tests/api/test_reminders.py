"""The five operations on reminders: a GET's path names a date, a write's a reminder."""

import pytest

MEETING = {
    "eventTypeId": 2,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:30",
    "statusId": 1,
}
NOW, LATER = "2026-11-23T15:00:00Z", "2026-11-23T16:00:00Z"
AT = "2026-11-23T15:45:00Z"


@pytest.fixture
async def events(world):
    """The ids of Ana's first, private event, her public one, and Pablo's private one."""
    made = [("ana", {}), ("ana", {"isPublic": True}), ("pablo", {})]
    return [(await world.post("/events", {**MEETING, **fields}, who)).data["id"] for who, fields in made]


@pytest.fixture
async def reminder(world, events):
    """A reminder of Ana's public event."""
    return await create(world, events[1])


@pytest.fixture
def path(reminder):
    return f"/reminders/{reminder['id']}"


async def create(world, event_id, at=AT, who="ana", **fields):
    reply = await world.post("/reminders", {"eventId": event_id, "remindAt": at, **fields}, who)
    assert reply.status == 200, reply.body
    return reply.data


class TestCreate:
    async def test_it_answers_200_with_every_key_of_the_model(self, world, events):
        reply = await world.post("/reminders", {"eventId": events[0], "remindAt": "2026-11-23T09:45:00.5"})
        data = {
            "id": 1,
            "eventId": events[0],
            "remindAt": "2026-11-23T15:45:00.500000Z",
            "sent": False,
            "isDeleted": False,
            "deletedAt": None,
            "createdAt": NOW,
            "updatedAt": NOW,
        }
        assert (reply.status, reply.envelope) == (200, {"status": 200, "message": "Correcto.", "data": data})

    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("luis", 403), ("lucia", 403)]
    )
    async def test_who_may_create(self, world, events, who, status):
        assert (await world.post("/reminders", {"eventId": events[1], "remindAt": AT}, who)).status == status
        assert len((await world.get("/reminders", "root")).data) == (status == 200)

    async def test_an_unknown_hidden_or_deleted_event_is_400(self, world, events):
        await world.call("DELETE", f"/events/{events[0]}")
        for event_id in (99, 0, -1, events[0], events[2]):
            reply = await world.post("/reminders", {"eventId": event_id, "remindAt": AT})
            assert (reply.status, reply.faults) == (400, {"eventId": "unknown_id"})

    @pytest.mark.parametrize(("sent", "kept"), [(True, True), (False, False), (None, False)])
    async def test_sent_is_as_said_and_null_is_absent(self, world, events, sent, kept):
        assert (await create(world, events[0], sent=sent))["sent"] is kept

    @pytest.mark.parametrize("at", ["2020-01-01T00:00", "1900-01-02T00:00Z", "2026-11-23T14:59:59Z"])
    async def test_a_past_time_is_accepted(self, world, events, at):
        assert (await create(world, events[0], at))["sent"] is False

    @pytest.mark.parametrize(
        ("fields", "faults"),
        [
            ({"eventId": "1"}, {"eventId": "wrong_type"}),
            ({"eventId": 2**31}, {"eventId": "out_of_range"}),
            ({"eventId": None}, {"eventId": "null_not_allowed"}),
            ({"remindAt": None}, {"remindAt": "null_not_allowed"}),
            ({"remindAt": 5}, {"remindAt": "wrong_type"}),
            ({"remindAt": "2026-11-23"}, {"remindAt": "invalid_datetime"}),
            ({"remindAt": "2026-11-23t10:00z"}, {"remindAt": "invalid_datetime"}),
            ({"remindAt": "2026-02-30T10:00"}, {"remindAt": "invalid_datetime"}),
            ({"remindAt": "1899-12-31T23:59"}, {"remindAt": "out_of_range"}),
            ({"sent": 1}, {"sent": "wrong_type"}),
            ({"sent": "true"}, {"sent": "wrong_type"}),
        ],
    )
    async def test_a_bad_value_is_refused_by_name(self, world, path, events, fields, faults):
        sent = {"eventId": events[0], "remindAt": AT} | fields
        for method, target in (("POST", "/reminders"), ("PUT", path)):
            reply = await world.call(method, target, "ana", sent)
            assert (reply.status, reply.faults) == (400, faults)

    @pytest.mark.parametrize("field", ["eventId", "remindAt"])
    async def test_two_fields_are_required(self, world, path, events, field):
        sent = {"eventId": events[0], "remindAt": AT}
        del sent[field]
        for method, target in (("POST", "/reminders"), ("PUT", path)):
            assert (await world.call(method, target, "ana", sent)).faults == {field: "required"}

    async def test_what_only_the_service_sets_is_ignored(self, world, events):
        data = await create(world, events[0], id=77, isDeleted=True, deletedAt=NOW, createdAt=LATER)
        assert (data["id"], data["isDeleted"], data["deletedAt"], data["createdAt"]) == (1, False, None, NOW)


class TestList:
    async def test_it_holds_those_of_the_events_that_one_may_see(self, world, events):
        private, public = [await create(world, event_id) for event_id in events[:2]]
        theirs = await create(world, events[2], who="pablo", sent=True)
        assert (await world.get("/reminders")).data == [private, public]
        assert (await world.get("/reminders", "luis")).data == [public]
        for who in ("root", "robot"):
            assert (await world.get("/reminders", who)).data == [private, public, theirs]

    async def test_it_can_be_asked_for_between_dates_and_in_pages(self, world, events):
        days = ("2026-11-21", "2026-11-22", "2026-11-23")
        first, second, third = [await create(world, events[0], f"{day}T23:59") for day in days]
        assert (await world.get("/reminders?from=2026-11-22")).data == [second, third]
        assert (await world.get("/reminders?to=2026-11-22")).data == [first, second]
        reply = await world.get("/reminders?from=2026-11-22&limit=1")
        assert reply.data == [second]
        following = f"/reminders?limit=1&afterId={second['id']}&from=2026-11-22"
        assert reply.headers["Link"] == f'</api/v1{following}>; rel="next"'
        assert (await world.get(following)).data == [third]

    @pytest.mark.parametrize(
        ("query", "faults"),
        [
            ("from=2026-11-23&to=2026-11-22", {"to": "before"}),
            ("from=20261123", {"from": "invalid_date"}),
            ("to=1899-12-31", {"to": "out_of_range"}),
            ("limit=0", {"limit": "out_of_range"}),
            ("from=2026-11-23&from=2026-11-23", {"from": "repeated"}),
        ],
    )
    async def test_a_bad_query_is_400(self, world, query, faults):
        reply = await world.get(f"/reminders?{query}")
        assert (reply.status, reply.faults) == (400, faults)


class TestDue:
    async def test_it_holds_what_falls_on_a_date_of_the_business_zone_sent_or_not(self, world, events):
        times = ("2026-11-23T00:00", "2026-11-23T23:59:59.999999", "2026-11-22T23:59:59.999999", "2026-11-24T00:00")
        first, second, *_ = [await create(world, events[0], at, sent=at == times[0]) for at in times]
        assert (await world.get("/reminders/2026-11-23")).data == [first, second]
        assert (await world.get("/reminders/2026-11-25")).data == []

    async def test_it_holds_those_of_the_events_that_one_may_see(self, world, events):
        private, public = [await create(world, event_id) for event_id in events[:2]]
        assert (await world.get("/reminders/2026-11-23", "luis")).data == [public]
        assert (await world.get("/reminders/2026-11-23", "root")).data == [private, public]

    async def test_it_comes_in_pages_with_a_link_to_the_next(self, world, events):
        first, second = [await create(world, events[0]) for _ in range(2)]
        reply = await world.get("/reminders/2026-11-23?limit=1")
        assert reply.data == [first]
        following = f"/reminders/2026-11-23?limit=1&afterId={first['id']}"
        assert reply.headers["Link"] == f'</api/v1{following}>; rel="next"'
        assert (await world.get(following)).data == [second]

    @pytest.mark.parametrize(
        "segment",
        [
            "5",
            "-5",
            "x",
            "2026-11-31",
            "2026-1-1",
            "20261123",
            "2026-W48-1",
            "2026-327",
            "+2026-11-23",
            "2026-11-23T00:00",
            "2026-11-23Z",
            "%202026-11-23",
            "2026-11-23%20",
            "2026-11-23%0A",
            "٢٠٢٦-11-23",
            "0000-01-01",
            "null",
            "1" * 5000,
        ],
    )
    async def test_anything_but_a_date_is_400(self, world, segment):
        reply = await world.get(f"/reminders/{segment}")
        assert (reply.status, reply.faults) == (400, {"due": "invalid_date"})

    @pytest.mark.parametrize("day", ["1899-12-31", "9999-01-01", "0001-01-01"])
    async def test_a_date_beyond_the_years_is_400(self, world, day):
        assert (await world.get(f"/reminders/{day}")).faults == {"due": "out_of_range"}

    @pytest.mark.parametrize("day", ["1900-01-01", "9998-12-31", "2024-02-29"])
    async def test_the_first_and_the_last_date_are_dates(self, world, day):
        assert (await world.get(f"/reminders/{day}")).data == []

    async def test_the_date_is_looked_at_before_the_query(self, world):
        assert (await world.get("/reminders/5?limit=0")).faults == {"due": "invalid_date"}


class TestReplace:
    async def test_it_answers_the_reminder_as_it_shall_be(self, world, reminder, path, events):
        world.clock.advance(hours=1)
        sent = {"eventId": events[0], "remindAt": "2026-11-24T00:00:00Z", "sent": True}
        reply = await world.call("PUT", path, "ana", sent)
        assert (reply.status, reply.data) == (200, {**reminder, **sent, "updatedAt": LATER})
        assert (await world.get("/reminders")).data == [reply.data]

    async def test_sent_stays_unless_it_is_given_or_the_time_is_later(self, world, path, events):
        async def put(at, **fields):
            reply = await world.call("PUT", path, "ana", {"eventId": events[1], "remindAt": at, **fields})
            return reply.data["sent"]

        assert await put(AT, sent=True) is True
        assert await put(AT) is True
        assert await put("2026-11-23T15:44:00Z", sent=None) is True
        assert await put(AT) is False
        assert await put("2026-11-24T00:00:00Z", sent=True) is True

    async def test_who_may(self, world, reminder, path, events):
        sent = {"eventId": events[1], "remindAt": AT}
        assert (await world.call("PUT", path, "luis", sent)).refused == (403, "forbidden")
        private = await create(world, events[0])
        reply = await world.call("PUT", f"/reminders/{private['id']}", "luis", sent)
        assert reply.refused == (404, "reminder_not_found")
        for who in ("ana", "root", "robot"):
            assert (await world.call("PUT", path, who, sent)).status == 200

    async def test_the_target_obeys_the_same_rules(self, world, reminder, path, events):
        theirs = (await world.post("/events", {**MEETING, "isPublic": True}, "pablo")).data["id"]
        for event_id in (events[2], 99):
            reply = await world.call("PUT", path, "ana", {"eventId": event_id, "remindAt": AT})
            assert reply.faults == {"eventId": "unknown_id"}
        reply = await world.call("PUT", path, "ana", {"eventId": theirs, "remindAt": AT})
        assert reply.refused == (403, "forbidden")
        assert (await world.get("/reminders")).data == [reminder]

    async def test_a_date_is_no_reminders_id(self, world, events):
        sent = {"eventId": events[0], "remindAt": AT}
        reply = await world.call("PUT", "/reminders/2026-01-01", "ana", sent)
        assert (reply.status, reply.faults) == (400, {"id": "wrong_type"})
        reply = await world.call("DELETE", "/reminders/2026-01-01")
        assert (reply.status, reply.faults) == (400, {"id": "wrong_type"})

    @pytest.mark.parametrize("reminder_id", [99, 0, -1])
    async def test_an_unknown_reminder_is_404(self, world, events, reminder_id):
        sent = {"eventId": events[0], "remindAt": AT}
        for who in ("ana", "root"):
            for method in ("PUT", "DELETE"):
                reply = await world.call(method, f"/reminders/{reminder_id}", who, sent)
                assert reply.refused == (404, "reminder_not_found")


class TestDelete:
    async def test_it_answers_an_empty_object_and_a_second_time_404(self, world, path):
        reply = await world.call("DELETE", path)
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": {}}
        assert (await world.call("DELETE", path)).refused == (404, "reminder_not_found")
        assert (await world.get("/reminders", "root")).data == []

    async def test_who_may(self, world, reminder, path):
        assert (await world.call("DELETE", path, "luis")).refused == (403, "forbidden")
        assert (await world.get("/reminders")).data == [reminder]

    async def test_an_event_takes_its_reminders_with_it(self, world, reminder, path, events):
        await world.call("DELETE", f"/events/{events[1]}")
        assert (await world.call("DELETE", path, "root")).refused == (404, "reminder_not_found")
        assert (await world.get("/reminders/2026-11-23", "root")).data == []


class TestIfMatch:
    async def test_a_write_past_what_was_seen_is_412(self, world, path, events):
        sent = {"eventId": events[1], "remindAt": AT}
        seen = (await world.call("PUT", path, "ana", sent)).headers["ETag"]
        assert (await world.call("PUT", path, "root", {**sent, "sent": True})).status == 200
        guard = {"headers": {"If-Match": seen}}
        for method in ("PUT", "DELETE"):
            assert (await world.call(method, path, "ana", sent, **guard)).refused == (412, "outdated")
        assert (await world.call("DELETE", path, "luis", **guard)).status == 403

    async def test_a_write_to_what_was_seen_is_done(self, world, path, events):
        sent = {"eventId": events[1], "remindAt": AT}
        seen = (await world.call("PUT", path, "ana", sent)).headers["ETag"]
        assert (await world.call("DELETE", path, headers={"If-Match": seen})).status == 200


async def test_each_path_takes_its_methods_only(world):
    assert (await world.patch("/reminders/1", {})).headers["Allow"] == "DELETE, GET, HEAD, PUT"
    assert (await world.call("DELETE", "/reminders")).headers["Allow"] == "GET, HEAD, POST"

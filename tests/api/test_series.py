"""The three operations on series: what they answer, who is let, and which paths are whose."""

import pytest

NEW = {
    "eventTypeId": 2,
    "title": "Junta",
    "startDatetime": "2026-11-23T10:00",
    "endDatetime": "2026-11-23T11:00",
    "statusId": 1,
    "recurrenceType": "WEEKLY",
    "weekdays": [1, 3],
    "occurrenceCount": 4,
}


@pytest.fixture
async def series(world):
    """Ana's series, in which Luis takes part."""
    reply = await world.post("/events/series", {**NEW, "participantUserIds": [world.id("luis")]})
    assert reply.status == 200, reply.body
    return reply.data


@pytest.fixture
def path(series):
    return f"/events/series/{series['seriesId']}"


async def events(world, who="ana"):
    return (await world.get("/events", who)).data


class TestCreate:
    async def test_it_answers_200_with_what_came_of_it(self, world):
        reply = await world.post("/events/series", NEW)
        assert reply.status == 200
        assert reply.envelope == {
            "status": 200,
            "message": "Correcto.",
            "data": {
                "seriesId": 1,
                "generatedCount": 4,
                "firstStart": "2026-11-23T16:00:00Z",
                "lastStart": "2026-12-02T16:00:00Z",
            },
        }
        assert "ETag" not in reply.headers

    async def test_its_events_are_events_that_say_their_series(self, world, series):
        rows = await events(world)
        assert rows == await events(world, "luis")
        assert [(row["startDatetime"], row["endDatetime"]) for row in rows] == [
            (f"{day}T16:00:00Z", f"{day}T17:00:00Z") for day in ("2026-11-23", "2026-11-25", "2026-11-30", "2026-12-02")
        ]
        assert {(row["seriesId"], row["createdByUserId"]) for row in rows} == {(series["seriesId"], world.id("ana"))}
        assert (await world.get(f"/events/{rows[2]['id']}")).data == rows[2]

    async def test_a_month_that_is_short_gives_its_last_day(self, world):
        monthly = {**NEW, "recurrenceType": "MONTHLY", "weekdays": None, "dayOfMonth": 31, "endsOn": "2027-02-28"}
        assert (await world.post("/events/series", monthly)).data["lastStart"] == "2027-02-28T16:00:00Z"

    @pytest.mark.parametrize(
        ("fields", "faults"),
        [
            ({"weekdays": [0]}, {"weekdays[0]": "out_of_range"}),
            ({"weekdays": [7]}, {"weekdays[0]": "out_of_range"}),
            ({"weekdays": [1, 2, 3, 4, 5, 6, 1]}, {"weekdays": "too_long"}),
            ({"dayOfMonth": 1}, {"dayOfMonth": "not_applicable"}),
            ({"recurrenceType": "YEARLY"}, {"recurrenceType": "not_one_of"}),
            ({"occurrenceCount": None}, {"occurrenceCount": "required_without"}),
            ({"occurrenceCount": None, "endsOn": "2030-01-01"}, {"endsOn": "too_many_occurrences"}),
            ({"endDatetime": NEW["startDatetime"]}, {"endDatetime": "not_after"}),
            ({"participantUserIds": [1, 99]}, {"participantUserIds[1]": "unknown_id"}),
            ({"visibilityUserIds": [99]}, {"visibilityUserIds[0]": "unknown_id"}),
            ({"visibilityUserIds": [1.0]}, {"visibilityUserIds[0]": "wrong_type"}),
            ({"eventTypeId": 99}, {"eventTypeId": "unknown_id"}),
        ],
    )
    async def test_a_bad_value_is_refused_by_name_and_leaves_nothing(self, world, fields, faults):
        reply = await world.post("/events/series", {**NEW, **fields})
        assert (reply.status, reply.faults) == (400, faults)
        assert await events(world) == []

    async def test_too_many_dates_are_told_with_the_last_that_fits(self, world):
        reply = await world.post("/events/series", {**NEW, "occurrenceCount": None, "endsOn": "2030-01-01"})
        assert "2027-06-16" in reply.data["errors"][0]["message"]

    async def test_events_of_a_type_that_jobs_make_are_403_or_409(self, world):
        birthdays = {**NEW, "eventTypeId": 1}
        assert (await world.post("/events/series", birthdays, "ana")).refused == (403, "forbidden")
        assert (await world.post("/events/series", birthdays, "root")).refused == (409, "event_type_auto_generated")

    async def test_a_key_makes_it_once(self, world):
        headers = {"Idempotency-Key": "a"}
        first, again = [await world.post("/events/series", NEW, headers=headers) for _ in range(2)]
        assert first.data == again.data
        assert len(await events(world)) == 4
        other = await world.post("/events/series", {**NEW, "title": "Otra"}, headers=headers)
        assert other.refused == (409, "cause_reused")


class TestChange:
    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("luis", 403), ("pablo", 404)]
    )
    async def test_who_may_change(self, world, path, who, status):
        reply = await world.patch(path, {"title": "Otra"}, who)
        assert reply.status == status
        assert {row["title"] for row in await events(world)} == {"Otra" if status == 200 else "Junta"}

    async def test_it_answers_how_many_events_it_has_left(self, world, path):
        first = (await events(world))[0]
        await world.call("DELETE", f"/events/{first['id']}")
        reply = await world.patch(path, {"description": "Traer café", "isVirtual": True, "customerId": 7})
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": 3}
        rows = await events(world)
        assert {(row["description"], row["isVirtual"], row["customerId"]) for row in rows} == {("Traer café", True, 7)}
        assert (await world.patch(path, {"description": None, "customerId": None})).data == 3
        assert {(row["description"], row["customerId"]) for row in await events(world)} == {(None, None)}

    @pytest.mark.parametrize("field", ["eventTypeId", "title", "isVirtual"])
    async def test_null_is_refused_where_nothing_may_be_empty(self, world, path, field):
        reply = await world.patch(path, {field: None})
        assert (reply.status, reply.faults) == (400, {field: "null_not_allowed"})

    async def test_what_it_cannot_set_is_ignored(self, world, path):
        before = await events(world)
        world.clock.advance(seconds=1)
        assert (await world.patch(path, {"statusId": 3, "isPublic": True, "startDatetime": 5})).data == 4
        assert await events(world) == before


class TestDelete:
    @pytest.mark.parametrize(
        ("who", "status"), [("ana", 200), ("root", 200), ("robot", 200), ("luis", 403), ("pablo", 404)]
    )
    async def test_who_may_delete(self, world, path, who, status):
        assert (await world.call("DELETE", path, who)).status == status
        assert len(await events(world)) == (0 if status == 200 else 4)

    async def test_it_answers_how_many_events_it_had_and_a_second_time_404(self, world, path):
        reply = await world.call("DELETE", path)
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": 4}
        assert (await world.call("DELETE", path)).refused == (404, "series_not_found")
        assert (await world.patch(path, {})).refused == (404, "series_not_found")
        assert await events(world, "luis") == []


@pytest.mark.parametrize("series_id", ["99", "0", "-1"])
async def test_an_unknown_series_is_404(world, series_id):
    for method in ("PATCH", "DELETE"):
        assert (await world.call(method, f"/events/series/{series_id}", "root", {})).refused == (
            404,
            "series_not_found",
        )


@pytest.mark.parametrize("series_id", ["x", "1.0", "2147483648"])
async def test_an_id_that_is_none_is_400(world, series_id):
    reply = await world.patch(f"/events/series/{series_id}", {})
    assert (reply.status, list(reply.faults)) == (400, ["seriesId"])


async def test_series_is_a_path_of_its_own_and_no_events_id(world, path):
    for method in ("GET", "HEAD", "PUT", "PATCH", "DELETE"):
        reply = await world.call(method, "/events/series")
        assert (reply.status, reply.headers["Allow"]) == (405, "POST")
    for method in ("GET", "PUT", "POST"):
        reply = await world.call(method, path)
        assert (reply.status, reply.headers["Allow"]) == (405, "DELETE, PATCH")

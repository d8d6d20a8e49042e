"""Chapter 4: which events a series makes, all of them or none, and how they are changed together."""

import pytest

from tests.rules.world import EVENT, SERIES, UNKNOWN, done, refused

LOCAL = {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:30"}  # a Monday
SUNDAY = {"startDatetime": "2026-11-29T10:00", "endDatetime": "2026-11-29T11:30"}


def days(events):
    """The days that events start on, where they do so in the daytime."""
    return [event["startDatetime"][:10] for event in events]


async def of(world, **fields):
    """The events of a new series, from Monday, 23 November, 10:00 in Mexico City."""
    return (await world.series(**{**LOCAL, **fields}))[1]


async def refuses(world, *fields, **body):
    """The data of a series' refusal; nothing is left of it."""
    data = refused(
        await world.post("/events/series", {**await world.event_body(), **SERIES, **LOCAL, **body}), 400, *fields
    )
    assert await world.read("/events", "root") == []
    return data


async def test_4_1_weekly_on_some_weekdays(world):
    events = await of(world, weekdays=[3, 1], occurrenceCount=4)
    assert days(events) == ["2026-11-23", "2026-11-25", "2026-11-30", "2026-12-02"]


async def test_4_1_weekdays_are_folded_and_saturday_is_six(world):
    assert days(await of(world, weekdays=[6, 6, 6], occurrenceCount=2)) == ["2026-11-28", "2026-12-05"]


@pytest.mark.parametrize("weekdays", [{}, {"weekdays": []}, {"weekdays": None}])
async def test_4_1_without_weekdays_it_is_the_one_of_the_start(world, weekdays):
    assert days(await of(world, occurrenceCount=2, **weekdays)) == ["2026-11-23", "2026-11-30"]


async def test_4_1_without_weekdays_a_sunday_is_refused(world):
    for absent in ({}, {"weekdays": []}):
        await refuses(world, **SUNDAY, **absent)


async def test_4_1_with_weekdays_the_start_may_be_a_sunday(world):
    assert days(await of(world, **SUNDAY, weekdays=[2], occurrenceCount=1)) == ["2026-12-01"]


async def test_4_1_the_weekday_is_that_of_the_business_zone(world):
    events = await of(
        world, startDatetime="2026-11-24T05:00:00Z", endDatetime="2026-11-24T05:30:00Z", occurrenceCount=2
    )
    assert [event["startDatetime"] for event in events] == ["2026-11-24T05:00:00Z", "2026-12-01T05:00:00Z"]
    night = {"startDatetime": "2026-11-30T05:00:00Z", "endDatetime": "2026-11-30T05:30:00Z"}  # Sunday, 23:00
    refused(await world.post("/events/series", {**await world.event_body(), **SERIES, **night}), 400)


async def test_4_1_monthly_on_a_day(world):
    events = await of(world, recurrenceType="MONTHLY", dayOfMonth=5, occurrenceCount=3)
    assert days(events) == ["2026-12-05", "2027-01-05", "2027-02-05"]


async def test_4_1_a_short_month_takes_its_last_day(world):
    events = await of(world, recurrenceType="MONTHLY", dayOfMonth=31, occurrenceCount=4)
    assert days(events) == ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"]


async def test_4_1_without_a_day_of_the_month_it_is_that_of_the_start(world):
    fields = {"startDatetime": "2028-01-31T10:00", "endDatetime": "2028-01-31T11:00"}
    events = await of(world, recurrenceType="MONTHLY", occurrenceCount=3, **fields)
    assert days(events) == ["2028-01-31", "2028-02-29", "2028-03-31"]


async def test_4_1_a_field_of_the_other_type_is_refused(world):
    await refuses(world, "dayOfMonth", dayOfMonth=5)
    await refuses(world, "weekdays", recurrenceType="MONTHLY", weekdays=[1])


@pytest.mark.parametrize("kind", ["DAILY", "weekly", "", None, 1])
async def test_4_1_there_are_two_types(world, kind):
    await refuses(world, "recurrenceType", recurrenceType=kind)


async def test_4_2_the_count_and_the_last_day_whichever_comes_first(world):
    assert len(await of(world, occurrenceCount=2, endsOn="2027-06-01")) == 2
    assert len(await of(world, occurrenceCount=50, endsOn="2026-12-07")) == 3
    assert len(await of(world, occurrenceCount=60, endsOn="2999-01-01")) == 60


async def test_4_2_the_last_day_is_included_in_the_business_zone(world):
    late = {"startDatetime": "2026-11-23T23:00", "endDatetime": "2026-11-23T23:30"}
    assert len(await of(world, **late, occurrenceCount=None, endsOn="2026-12-07")) == 3
    assert len(await of(world, **late, occurrenceCount=None, endsOn="2026-12-06")) == 2


async def test_4_2_one_of_them_is_needed(world):
    await refuses(world, occurrenceCount=None)


async def test_4_2_a_last_day_alone_that_gives_more_than_sixty_is_refused_naming_the_sixtieth(world):
    data = await refuses(world, "endsOn", occurrenceCount=None, endsOn="2028-01-17")
    assert "2028-01-10" in str(data["errors"])
    events = await of(world, occurrenceCount=None, endsOn="2028-01-10")
    assert (len(events), events[-1]["startDatetime"]) == (60, "2028-01-10T16:00:00Z")


async def test_4_2_no_occurrence_at_all_is_refused(world):
    await refuses(world, endsOn="2026-11-22")
    await refuses(world, weekdays=[2], endsOn="2026-11-23")


@pytest.mark.parametrize("count", [0, -1, 61])
async def test_4_2_there_are_one_to_sixty(world, count):
    await refuses(world, "occurrenceCount", occurrenceCount=count)


@pytest.mark.parametrize("day", [0, -1, 32])
async def test_4_2_days_of_the_month_are_1_to_31(world, day):
    await refuses(world, "dayOfMonth", recurrenceType="MONTHLY", dayOfMonth=day)


async def test_4_2_a_series_ends_after_it_starts_like_an_event(world):
    await refuses(world, endDatetime=LOCAL["startDatetime"])


async def test_4_3_the_first_is_the_first_match_on_or_after_the_start(world):
    assert days(await of(world, weekdays=[1], occurrenceCount=1)) == ["2026-11-23"]
    assert days(await of(world, weekdays=[5], occurrenceCount=1)) == ["2026-11-27"]
    assert days(await of(world, recurrenceType="MONTHLY", dayOfMonth=23, occurrenceCount=1)) == ["2026-11-23"]
    assert days(await of(world, recurrenceType="MONTHLY", dayOfMonth=22, occurrenceCount=1)) == ["2026-12-22"]


@pytest.mark.parametrize(
    ("monday", "start", "end"),
    [
        ("2021-03-29", "2021-04-05T15:00:00Z", "2021-04-05T16:30:00Z"),
        ("2021-10-25", "2021-11-01T16:00:00Z", "2021-11-01T17:30:00Z"),
    ],
)
async def test_4_3_the_wall_clock_stays_when_clocks_change(world, monday, start, end):
    events = await of(world, startDatetime=f"{monday}T10:00", endDatetime=f"{monday}T11:30", occurrenceCount=2)
    assert (events[1]["startDatetime"], events[1]["endDatetime"]) == (start, end)


# The clocks of Mexico City went from 02:00 to 03:00 on 4 April 2021, and from 02:00 back to 01:00 on 31 October.
@pytest.mark.parametrize(
    ("month", "day", "clocks", "start", "end"),
    [
        ("2021-04", 4, ("00:00", "04:00"), "2021-04-04T06:00:00Z", "2021-04-04T09:00:00Z"),  # an hour shorter
        ("2021-10", 31, ("00:00", "04:00"), "2021-10-31T05:00:00Z", "2021-10-31T10:00:00Z"),  # an hour longer
        ("2021-04", 4, ("02:30", "05:00"), "2021-04-04T08:30:00Z", "2021-04-04T10:00:00Z"),  # 02:30 is 03:30
        ("2021-04", 4, ("01:00", "02:30"), "2021-04-04T07:00:00Z", "2021-04-04T08:30:00Z"),
        ("2021-04", 4, ("02:30", "03:00"), "2021-04-04T08:30:00Z", "2021-04-04T09:00:00Z"),  # half an hour it stays
        ("2021-10", 31, ("01:30", "03:00"), "2021-10-31T06:30:00Z", "2021-10-31T09:00:00Z"),  # the first 01:30
    ],
)
async def test_4_3_a_gap_is_passed_and_of_an_overlap_the_first_is_taken(world, month, day, clocks, start, end):
    times = {"startDatetime": f"{month}-01T{clocks[0]}", "endDatetime": f"{month}-01T{clocks[1]}"}
    (event,) = await of(world, **times, recurrenceType="MONTHLY", dayOfMonth=day, occurrenceCount=1)
    assert (event["startDatetime"], event["endDatetime"]) == (start, end)


async def test_4_3_an_event_over_midnight_keeps_its_length_in_days(world):
    events = await of(world, startDatetime="2026-11-23T22:00", endDatetime="2026-11-25T02:00", occurrenceCount=2)
    assert (events[1]["startDatetime"], events[1]["endDatetime"]) == ("2026-12-01T04:00:00Z", "2026-12-02T08:00:00Z")


async def test_4_4_events_participants_and_records_are_made_together(world):
    people = [world.id("pedro"), world.id("luis")]
    fields = {"description": "D", "location": "L", "isVirtual": True, "customerId": 5, "supplierId": 6, "statusId": 9}
    series, events = await world.series(**fields, participantUserIds=people, visibilityUserIds=[world.id("pablo")])
    assert len(events) == 3
    for event in events:
        assert {key: event[key] for key in fields} == fields
        assert (event["seriesId"], event["createdByUserId"], event["title"]) == (
            series,
            world.id("ana"),
            EVENT["title"],
        )
        assert (event["isPublic"], event["isActive"]) == (False, True)
    participants = await world.read("/participants")
    assert {(row["eventId"], row["userId"]) for row in participants} == {
        (event["id"], number) for event in events for number in people
    }
    records = await world.read("/visibility")
    assert [(row["eventId"], row["userId"], row["isVisible"]) for row in records] == [
        (event["id"], world.id("pablo"), True) for event in events
    ]
    assert await world.ids("/events", "pablo") == await world.ids("/events", "pedro") == [row["id"] for row in events]


async def test_4_4_the_result_tells_how_many_and_when(world):
    body = {**await world.event_body(), **SERIES, **LOCAL}
    result = done(await world.post("/events/series", body))
    assert result == {
        "seriesId": result["seriesId"],
        "generatedCount": 3,
        "firstStart": "2026-11-23T16:00:00Z",
        "lastStart": "2026-12-07T16:00:00Z",
    }


async def test_4_4_all_or_nothing(world):
    for field in ("participantUserIds", "visibilityUserIds"):
        await refuses(world, field, **{field: [world.id("pedro"), UNKNOWN]})
    assert await world.read("/participants", "root") == await world.read("/visibility", "root") == []


async def test_4_4_each_series_has_a_number_of_its_own(world):
    one, _ = await world.series()
    two, events = await world.series()
    assert one != two
    assert {event["seriesId"] for event in events} == {two}


async def test_4_5_patch_touches_all_undeleted_occurrences(world):
    series, events = await world.series()
    other, _ = await world.series()
    own = await world.event()
    done(await world.delete(f"/events/{events[0]['id']}"))
    fields = {
        "title": "Otra", "description": "D", "location": "L", "isVirtual": True, "customerId": 5, "supplierId": 6,
        "eventTypeId": await world.type_id("VISITA"),
    }  # fmt: skip
    assert done(await world.patch(f"/events/series/{series}", fields)) == 2
    for event in await world.read("/events"):
        if event["seriesId"] == series:
            was = next(row for row in events if row["id"] == event["id"])
            assert {**event, "updatedAt": ""} == {**was, **fields, "updatedAt": ""}
        else:
            assert event["seriesId"] in (other, None)
            assert event["title"] == own["title"]


async def test_4_5_delete_hides_all_undeleted_occurrences(world):
    series, events = await world.series(participantUserIds=[world.id("pedro")])
    own = await world.event()
    done(await world.delete(f"/events/{events[1]['id']}"))
    assert done(await world.delete(f"/events/series/{series}")) == 2
    assert await world.ids("/events") == [own["id"]]
    assert await world.read("/participants") == []
    for event in events:
        refused(await world.get(f"/events/{event['id']}"), 404)


async def test_4_5_an_emptied_or_unknown_series_is_404(world):
    series, _ = await world.series()
    done(await world.delete(f"/events/series/{series}"))
    single, events = await world.series(occurrenceCount=1)
    done(await world.delete(f"/events/{events[0]['id']}"))
    for number in (series, single, UNKNOWN):
        refused(await world.patch(f"/events/series/{number}", {"title": "X"}, "root"), 404)
        refused(await world.delete(f"/events/series/{number}", "root"), 404)


async def test_4_5_an_inactive_occurrence_is_still_one(world):
    series, events = await world.series()
    done(await world.patch(f"/events/{events[0]['id']}", {"isActive": False}))
    assert done(await world.patch(f"/events/series/{series}", {"title": "X"})) == 3
    assert done(await world.delete(f"/events/series/{series}")) == 3

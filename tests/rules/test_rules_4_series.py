"""Chapter 4: which events a series makes, all of them or none, and how they are changed together."""

from tests.rules.world import ONE_ENGINE, REPLACED, SERIES, UNKNOWN, done, refused

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


async def test_4_1_without_weekdays_it_is_the_one_of_the_start_which_is_not_a_sunday(world):
    await refuses(world, **SUNDAY)
    assert days(await of(world, **SUNDAY, weekdays=[6, 6], occurrenceCount=1)) == ["2026-12-05"]
    for weekdays in ({}, {"weekdays": []}, {"weekdays": None}):
        assert days(await of(world, occurrenceCount=2, **weekdays)) == ["2026-11-23", "2026-11-30"]


async def test_4_1_monthly_on_a_day_or_a_short_months_last(world):
    events = await of(world, recurrenceType="MONTHLY", dayOfMonth=31, occurrenceCount=4)
    assert days(events) == ["2026-11-30", "2026-12-31", "2027-01-31", "2027-02-28"]
    assert days(await of(world, recurrenceType="MONTHLY", occurrenceCount=2)) == ["2026-11-23", "2026-12-23"]


async def test_4_1_a_field_of_the_other_type_is_refused(world):
    await refuses(world, "dayOfMonth", dayOfMonth=5)
    await refuses(world, "weekdays", recurrenceType="MONTHLY", weekdays=[1])


async def test_4_1_there_are_two_types(world):
    for kind in ("DAILY", "weekly", "", None, 1):
        await refuses(world, "recurrenceType", recurrenceType=kind)


async def test_4_2_what_no_series_may_be(world):
    for count in (0, -1, 61):
        await refuses(world, "occurrenceCount", occurrenceCount=count)
    for day in (0, -1, 32):
        await refuses(world, "dayOfMonth", recurrenceType="MONTHLY", dayOfMonth=day)
    await refuses(world, occurrenceCount=None)
    await refuses(world, weekdays=[2], endsOn="2026-11-23")
    await refuses(world, endDatetime=LOCAL["startDatetime"])


async def test_4_2_the_count_and_the_last_day_whichever_comes_first(world):
    assert len(await of(world, occurrenceCount=2, endsOn="2027-06-01")) == 2
    assert len(await of(world, occurrenceCount=50, endsOn="2026-12-07")) == 3
    assert len(await of(world, occurrenceCount=60, endsOn="2999-01-01")) == 60


async def test_4_2_a_last_day_alone_that_gives_more_than_sixty_is_refused_naming_the_sixtieth(world):
    data = await refuses(world, "endsOn", occurrenceCount=None, endsOn="2028-01-17")
    assert "2028-01-10" in str(data["errors"])
    events = await of(world, occurrenceCount=None, endsOn="2028-01-10")
    assert (len(events), events[-1]["startDatetime"]) == (60, "2028-01-10T16:00:00Z")


async def test_4_3_the_wall_clock_stays_when_clocks_change(world):
    for monday, start, end in (
        ("2021-03-29", "2021-04-05T15:00:00Z", "2021-04-05T16:30:00Z"),
        ("2021-10-25", "2021-11-01T16:00:00Z", "2021-11-01T17:30:00Z"),
    ):
        events = await of(world, startDatetime=f"{monday}T10:00", endDatetime=f"{monday}T11:30", occurrenceCount=2)
        assert (events[1]["startDatetime"], events[1]["endDatetime"]) == (start, end)


# The clocks of Mexico City went from 02:00 to 03:00 on 4 April 2021, and from 02:00 back to 01:00 on 31 October.


async def test_4_4_events_participants_and_records_are_made_together(world):
    people = [world.id("pedro"), world.id("luis")]
    fields = {"description": "D", "location": "L", "isVirtual": True, "customerId": 5, "supplierId": 6, "statusId": 9}
    series, events = await world.series(**fields, participantUserIds=people, visibilityUserIds=[world.id("pablo")])
    assert len(events) == 3
    for event in events:
        assert {key: event[key] for key in fields} == fields
        same = {"seriesId": series, "createdByUserId": world.id("ana"), "isPublic": False, "isActive": True}
        assert same.items() <= event.items()
    participants = await world.read("/participants")
    assert {(row["eventId"], row["userId"]) for row in participants} == {
        (event["id"], number) for event in events for number in people
    }
    records = await world.read("/visibility")
    assert [(row["eventId"], row["userId"], row["isVisible"]) for row in records] == [
        (event["id"], world.id("pablo"), True) for event in events
    ]
    assert await world.ids("/events", "pablo") == await world.ids("/events", "pedro") == [row["id"] for row in events]


async def test_4_4_the_result_has_the_number_of_events_and_their_dates(world):
    body = {**await world.event_body(), **SERIES, **LOCAL}
    result = done(await world.post("/events/series", body))
    assert result == {
        "seriesId": result["seriesId"],
        "generatedCount": 3,
        "firstStart": "2026-11-23T16:00:00Z",
        "lastStart": "2026-12-07T16:00:00Z",
        "eventIds": await world.ids("/events"),
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


async def test_4_8_a_rule_of_icalendar_repeats_as_weekdays_and_a_day_cannot(world):
    result = None
    for kind, rrule, expected in (
        ("WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", ["2026-11-23", "2026-12-07", "2026-12-21"]),
        ("WEEKLY", "FREQ=WEEKLY;BYDAY=SU", ["2026-11-29", "2026-12-06", "2026-12-13"]),
        ("MONTHLY", "RRULE:FREQ=MONTHLY;BYDAY=-1FR", ["2026-11-27", "2026-12-25", "2027-01-29"]),
        ("MONTHLY", "FREQ=MONTHLY;BYDAY=1MO,3MO;COUNT=3", ["2026-12-07", "2026-12-21", "2027-01-04"]),
    ):
        result, events = await world.series(**LOCAL, recurrenceType=kind, rrule=rrule)
        assert days(events) == expected
    rule = (await world.read(f"/events/series/{result}"))["rule"]
    assert (rule["rrule"], rule["weekdays"], rule["dayOfMonth"]) == ("FREQ=MONTHLY;BYDAY=1MO,3MO", [], None)
    assert (rule["recurrenceType"], rule["occurrenceCount"]) == ("MONTHLY", 3)


async def test_4_8_what_no_series_can_follow_is_refused_and_so_is_a_rule_where_none_is_taken(world):
    for rrule in ("FREQ=DAILY", "FREQ=MONTHLY", "FREQ=WEEKLY;BYHOUR=9", "", "x" * 201, 5):
        await refuses(world, "rrule", rrule=rrule)
    await refuses(world, "weekdays", rrule="FREQ=WEEKLY", weekdays=[1])
    body = {"rrule": "FREQ=WEEKLY", "recurrenceType": "WEEKLY"}
    assert (await world.post("/events", await world.event_body(rrule="FREQ=WEEKLY"))).faults == {"rrule": "not_taken"}
    assert (await world.post("/task-rules", body | {"descripcion": "Uno"})).faults == {"rrule": "not_taken"}
    at = {"words": "Uno", "remindAt": "2027-01-04T10:00"}
    assert (await world.post("/me/reminders", body | at)).faults == {"rrule": "not_taken"}


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


async def test_4_5_what_only_another_operation_takes_is_refused_and_nothing_changes(world):
    series, events = await world.series()
    refusals = ["startDatetime", "endDatetime", "participantUserIds", "weekdays", "endsOn", "isPublic", "isActive"]
    for field in refusals:
        body = {"title": "Otra", field: "2026-12-01T10:00"}
        assert (await world.patch(f"/events/series/{series}", body)).faults == {field: "not_taken"}
    wrong = await world.patch(f"/events/series/{series}", {"title": 5, "startDatetime": None})
    assert wrong.faults == {"title": "wrong_type", "startDatetime": "not_taken"}
    body = await world.event_body(participantUserIds=[world.id("luis")])
    whole = {**body, **REPLACED}
    for method, path, sent in (
        ("POST", "", body),
        ("PUT", f"/{events[0]['id']}", whole),
        ("PATCH", f"/{events[0]['id']}", body),
    ):
        assert (await world.call(method, f"/events{path}", "ana", sent)).faults == {"participantUserIds": "not_taken"}
    assert await world.read("/events") == events


async def test_4_6_what_is_left_moves_and_gets_other_people_from_one_event_on_and_that_is_undone_as_one(world):
    series, events = await world.series(**LOCAL, participantUserIds=[world.id("luis")])
    done(await world.patch(f"/events/{events[2]['id']}", {"endDatetime": "2026-12-07T12:00"}))
    body = {
        "fromEventId": events[1]["id"],
        "startTime": "12:00",
        "shiftDays": 1,
        "durationMinutes": 60,
        "title": "Otra",
    }
    people = {"addParticipantUserIds": [world.id("pedro")], "removeParticipantUserIds": [world.id("luis")]}
    before = await world.read("/events"), await world.read("/participants")
    assert done(await world.patch(f"/events/series/{series}", body | people)) == 2
    after = await world.read("/events")
    assert [(row["startDatetime"], row["endDatetime"], row["title"]) for row in after] == [
        ("2026-11-23T16:00:00Z", "2026-11-23T17:30:00Z", "Revisión"),
        ("2026-12-01T18:00:00Z", "2026-12-01T19:00:00Z", "Otra"),
        ("2026-12-08T18:00:00Z", "2026-12-08T19:00:00Z", "Otra"),
    ]
    taking_part = {(row["eventId"], row["userId"]) for row in await world.read("/participants")}
    assert taking_part == {(row["id"], world.id("pedro" if place else "luis")) for place, row in enumerate(events)}
    (change, *_) = done(await world.get(f"/events/{events[1]['id']}/history"))["rows"]
    done(await world.post(f"/changes/{change['seq']}/undo", {}))
    undone = await world.read("/events"), await world.read("/participants")
    for now, then in zip(undone, before, strict=True):
        assert [{**row, "updatedAt": ""} for row in now] == [{**row, "updatedAt": ""} for row in then]


async def test_4_6_an_event_that_was_moved_on_its_own_keeps_its_time(world):
    series, events = await world.series(**LOCAL)
    times = {"startDatetime": "2026-12-01T10:00", "endDatetime": "2026-12-01T11:30"}
    done(await world.patch(f"/events/{events[1]['id']}", times))
    assert done(await world.patch(f"/events/series/{series}", {"startTime": "12:00"})) == 2
    starts = [row["startDatetime"] for row in await world.read("/events")]
    assert starts == ["2026-11-23T18:00:00Z", "2026-12-01T16:00:00Z", "2026-12-07T18:00:00Z"]


@ONE_ENGINE
async def test_4_6_a_move_beyond_the_years_is_refused_by_the_field_that_asks_for_it(world):
    last = {"startDatetime": "9998-12-30T10:00", "endDatetime": "9998-12-30T11:00", "occurrenceCount": 1}
    series, _ = await world.series(**last)
    for body in ({"shiftDays": 300, "durationMinutes": 30}, {"durationMinutes": 6000}):
        reply = await world.patch(f"/events/series/{series}", body)
        assert reply.faults == {next(iter(body)): "out_of_range"}


async def test_4_6_who_may_not_change_a_series_does_not_move_it_and_what_cannot_be_is_refused(world):
    series, events = await world.series(participantUserIds=[world.id("luis")])
    for who, status in (("luis", 403), ("pablo", 404)):
        refused(await world.patch(f"/events/series/{series}", {"startTime": "12:00"}, who), status)
    for body in (
        {"startTime": "12"}, {"shiftDays": 400}, {"durationMinutes": 0}, {"fromEventId": UNKNOWN},
        {"addParticipantUserIds": [UNKNOWN]},
    ):  # fmt: skip
        (field,) = body
        refused(await world.patch(f"/events/series/{series}", body), 400, field)
    past = {"startDatetime": "2026-01-05T10:00", "endDatetime": "2026-01-05T11:00"}
    for each in events:
        done(await world.patch(f"/events/{each['id']}", past))
    refused(await world.patch(f"/events/series/{series}", {"shiftDays": 1}), 409)


async def test_4_7_a_series_is_given_with_its_rule_and_the_events_that_one_sees(world):
    series, events = await world.series(**LOCAL, weekdays=[1, 3], endsOn="2026-12-31", occurrenceCount=3)
    ids = [row["id"] for row in events]
    await world.post("/participants", {"eventId": ids[2], "userId": world.id("luis")})
    moved = {"startDatetime": "2026-11-22T10:00", "endDatetime": "2026-11-22T11:30"}
    done(await world.patch(f"/events/{ids[1]}", moved))
    rule = {
        "recurrenceType": "WEEKLY", "weekdays": [1, 3], "dayOfMonth": None, "occurrenceCount": 3,
        "endsOn": "2026-12-31", "rrule": None,
    }  # fmt: skip
    assert await world.read(f"/events/series/{series}") == {
        "seriesId": series,
        "rule": rule,
        "firstStart": "2026-11-22T16:00:00Z",
        "lastStart": "2026-11-30T16:00:00Z",
        "eventIds": [ids[1], ids[0], ids[2]],
        "movedEventIds": [ids[1]],
    }
    seen = await world.read(f"/events/series/{series}", "luis")
    assert (seen["eventIds"], seen["movedEventIds"], seen["rule"]) == ([ids[2]], [], rule)
    for who, number in (("pablo", series), ("root", UNKNOWN)):
        refused(await world.get(f"/events/series/{number}", who), 404)
    done(await world.delete(f"/events/series/{series}"))
    refused(await world.get(f"/events/series/{series}"), 404)


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

"""Chapter 2: how dates and date-times are written, what they mean, and what is refused."""

from urllib.parse import quote
from zoneinfo import ZoneInfo

from yarl import URL

from core.base.settings import Settings
from tests.rules.world import ONE_ENGINE, TASK, TODAY, done, refused

AFTER = "9998-12-31T23:59:59Z"

# as sent, as answered; Mexico City is six hours behind UTC, five in the summers until 2022
ACCEPTED = [
    ("2026-12-01T10:00", "2026-12-01T16:00:00Z"),
    ("2026-12-01T10:00:30Z", "2026-12-01T10:00:30Z"),
    ("2026-12-01T22:30-08:00", "2026-12-02T06:30:00Z"),
    ("2026-12-01T10:00:00.0Z", "2026-12-01T10:00:00Z"),
    ("2026-12-01T10:00:00.123456789Z", "2026-12-01T10:00:00.123456Z"),
    ("1900-01-02T00:00Z", "1900-01-02T00:00:00Z"),
    ("9998-12-30T00:00Z", "9998-12-30T00:00:00Z"),
    ("2021-07-01T10:00", "2021-07-01T15:00:00Z"),
    ("2021-04-04T02:30", "2021-04-04T08:30:00Z"),  # there was no 02:30 that day: 03:30
    ("2021-10-31T01:30", "2021-10-31T06:30:00Z"),  # there were two 01:30 that day: the first
]
REFUSED = ["", "2026-12-01", "2026-12-01t10:00Z", "2026-12-01T24:00", "9999-01-01T00:00:00Z", "now"]
NO_DATES = ["", "20261201", "2026-12-01T00:00", "2026-02-29", "1899-12-31", "٢٠٢٦-12-01"]


async def test_2_1_a_date_time_is_answered_as_the_same_instant_in_utc(world):
    for sent, answered in ACCEPTED:
        event = await world.event(startDatetime=sent, endDatetime=AFTER)
        assert event["startDatetime"] == answered
        assert (await world.read(f"/events/{event['id']}"))["startDatetime"] == answered


@ONE_ENGINE
async def test_2_1_clocks_change_as_the_data_of_the_product_says(world):
    world.pipeline.settings = Settings(zone=ZoneInfo("America/Vancouver"))  # whose winters were at -08:00 until 2026
    event = await world.event(startDatetime="2027-01-15T10:00", endDatetime=AFTER)
    assert event["startDatetime"] == "2027-01-15T17:00:00Z"


@ONE_ENGINE
async def test_2_1_other_date_times_are_refused_in_bodies(world):
    own = await world.event()
    for text in (*REFUSED, "2026-12-01T10:00 05:30", 1764583200, None):
        body = await world.event_body(startDatetime=text)
        refused(await world.post("/events", body), 400, "startDatetime")
        refused(await world.post("/reminders", {"eventId": own["id"], "remindAt": text}), 400, "remindAt")
    assert await world.ids("/events") == [own["id"]]


@ONE_ENGINE
async def test_2_1_the_availability_query_takes_the_same(world):
    ana, path = world.id("ana"), "/events/availability"
    for text, _ in ACCEPTED:
        reply = await world.get(path, params={"startDatetime": text, "endDatetime": AFTER, "userIds": str(ana)})
        assert done(reply) == []
    for text in REFUSED:
        reply = await world.get(path, params={"startDatetime": text, "endDatetime": AFTER, "userIds": str(ana)})
        refused(reply, 400, "startDatetime")


async def test_2_1_a_plus_that_arrived_as_a_space_in_a_query_is_a_plus(world):
    event = await world.event(startDatetime="2026-12-01T04:30:00Z", endDatetime="2026-12-01T04:31:00Z")
    await world.participant(event, userId=world.id("ana"))
    path = f"/api/v1/events/availability?userIds={world.id('ana')}&startDatetime="
    headers = {"Authorization": f"Bearer {world.tokens['ana']}"}
    for sign in ("+", "%20", "%2B"):
        times = [f"2026-12-01T{clock}:00{sign}05:30" for clock in ("10:00", "10:01")]
        url = URL(f"{world.server.url}{path}{'&endDatetime='.join(times)}", encoded=True)
        async with world.client.get(url, headers=headers) as response:
            assert response.status == 200, await response.text()
            assert len((await response.json())["data"]) == 1


async def test_2_1_dates_are_taken_and_answered_as_they_are(world):
    for text in ("1900-01-01", "2028-02-29", "9998-12-31"):
        task = await world.task(fechaSolicitud="1900-01-01", fechaCumplir=text)
        assert (task["fechaSolicitud"], task["fechaCumplir"]) == ("1900-01-01", text)
        assert await world.task_now(task) == task


@ONE_ENGINE
async def test_2_1_other_dates_are_refused_in_bodies(world):
    for text in (*NO_DATES, 20261201, None):
        refused(await world.post("/tasks", {**TASK, "fechaCumplir": text}), 400, "fechaCumplir")
        refused(await world.post("/daily-logs/open", {"fecha": text}), 400, "fecha")
        if text is not None:
            refused(await world.post("/tasks", {**TASK, "fechaSolicitud": text}), 400, "fechaSolicitud")
            body = await world.event_body(recurrenceType="WEEKLY", endsOn=text)
            refused(await world.post("/events/series", body), 400, "endsOn")
    assert await world.ids("/tasks") == []


@ONE_ENGINE
async def test_2_1_other_dates_are_refused_in_queries_and_paths(world):
    for text in NO_DATES:
        word = quote(text)
        refused(await world.get(f"/tasks/range?start={word}&end={TODAY}"), 400, "start")
        refused(await world.get(f"/tasks/range?start={TODAY}&end={word}"), 400, "end")
        for kind in ("me", "team"):
            refused(await world.get(f"/daily-logs/{kind}?fecha={word}"), 400, "fecha")
            refused(await world.get(f"/daily-logs/{kind}/history?desde={word}&hasta={TODAY}"), 400, "desde")
            refused(await world.get(f"/daily-logs/{kind}/history?desde={TODAY}&hasta={word}"), 400, "hasta")
        if text:
            refused(await world.get(f"/reminders/{word}"), 400)


@ONE_ENGINE
async def test_2_1_required_dates_of_a_query_may_not_be_missing(world):
    for path, missing in [
        (f"/tasks/range?end={TODAY}", "start"),
        (f"/tasks/range?start={TODAY}", "end"),
        ("/daily-logs/me", "fecha"),
        ("/daily-logs/team", "fecha"),
        (f"/daily-logs/me/history?hasta={TODAY}", "desde"),
        (f"/daily-logs/team/history?desde={TODAY}", "hasta"),
        (f"/events/availability?endDatetime={AFTER}&userIds=1", "startDatetime"),
        (f"/events/availability?startDatetime={AFTER}&userIds=1", "endDatetime"),
        (f"/events/availability?startDatetime=2026-12-01T10:00Z&endDatetime={AFTER}", "userIds"),
    ]:
        refused(await world.get(path), 400, missing)

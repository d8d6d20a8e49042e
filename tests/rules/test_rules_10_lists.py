"""Chapter 10: lists are plain arrays of all that one may see, and may be asked for in part."""

import re
from base64 import urlsafe_b64encode
from datetime import date
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace
from yarl import URL

from api.routes import ROUTES
from tests.rules.world import ONE_ENGINE, TASK, TODAY, done, refused

OF_AN_EVENT = ("/visibility", "/reminders", "/participants")
LISTS = ("/tasks", "/examples", "/event-types", "/events", *OF_AN_EVENT)
COMMENTS, RESPONSES = "/tasks/1/comments", "/events/1/responses"
LINK = re.compile(r'<([^>]+)>;\s*rel="?next"?')
AT = "2026-11-30T16:00:00Z"
PARAMETER, VALUES = re.compile(r"\{[^}]+\}"), {date: TODAY}


async def five_of(world, path):
    """Five or more rows of a list; the ids of all of them."""
    if path == "/events":
        await world.series(occurrenceCount=5)
    event = await world.event() if path in (*OF_AN_EVENT, RESPONSES) else None
    task = await world.task() if path == COMMENTS else None
    for name in ("ana", "luis", "pedro", "pablo", "marta") if path not in ("/events", "/people") else ():
        make = {
            "/tasks": world.task,
            COMMENTS: partial(world.comment, task),
            RESPONSES: partial(world.participant, event, userId=world.id(name)),
            "/examples": partial(world.example, name),
            "/event-types": partial(world.event_type, name),
            "/visibility": partial(world.visibility, event, name),
            "/reminders": partial(world.reminder, event),
            "/participants": partial(world.participant, event, userId=world.id(name)),
        }
        await make[path]()
    return await world.ids(path, "root")


def next_page(reply):
    """The address of the next page, if there is one."""
    found = LINK.fullmatch(reply.headers.get("Link", ""))
    return URL(found[1]).path_qs if found else None


@pytest.mark.parametrize("path", [*LISTS, COMMENTS, RESPONSES, "/people"])
async def test_10_a_list_is_all_rows_by_id_in_a_plain_array_or_pages_that_follow_by_their_links(world, path):
    ids, seen, pages = await five_of(world, path), [], 0
    reply = await world.get(path, "root")
    assert [row["id"] for row in done(reply)] == ids == sorted(set(ids))
    assert len(ids) >= 5
    assert "Link" not in reply.headers
    assert await world.ids(f"{path}?afterId={ids[1]}", "root") == ids[2:]
    assert await world.ids(f"{path}?afterId={ids[1]}&limit=1", "root") == ids[2:3]
    assert await world.ids(f"{path}?limit=1000", "root") == ids
    reply = await world.get(f"{path}?limit=2", "root")
    while True:
        page = [row["id"] for row in done(reply)]
        assert 1 <= len(page) <= 2
        seen, pages = seen + page, pages + 1
        address = next_page(reply)
        if address is None:
            break
        assert address.startswith(f"/api/v1{path}?")
        reply = await world.get(f"/{address}", "root")
    assert seen == ids
    assert pages == (len(ids) + 1) // 2


async def test_10_a_row_of_a_list_is_as_the_thing_alone_before_and_after_each_change(world):
    task, event = await world.task(), await world.event(isPublic=True)
    due = {"fechaCumplir": task["fechaCumplir"]}
    for path, number, field, others in (
        ("/tasks", task["id"], "descripcion", due),
        ("/events", event["id"], "title", {}),
    ):
        for word in ("Uno\r\ndos\u2028tres", '"\\n"', "Uno\r\ndos\u2028tres"):
            done(await world.patch(f"{path}/{number}", {field: word, **others}, "root"))
            alone = done(await world.get(f"{path}/{number}"))
            assert alone[field] == word
            for asked in (path, f"{path}?limit=5", path):
                assert done(await world.get(asked)) == [alone]


@ONE_ENGINE
@pytest.mark.parametrize(
    ("public_url", "below"),
    [("", ""), ("https://intra.example.org/", ""), ("https://intra.example.org/semaforo", "/semaforo"),
     ("https://intra.example.org/a/b/", "/a/b")],
)  # fmt: skip
async def test_10_the_next_page_stays_below_the_prefix_by_which_a_proxy_is_asked(world, public_url, below):
    world.pipeline.settings = replace(world.pipeline.settings, public_url=public_url)
    await five_of(world, COMMENTS)
    for path in ("/people", COMMENTS):
        target = LINK.fullmatch((await world.get(f"{path}?limit=2", "root")).headers["Link"])[1]
        for root in (f"https://intra.example.org{below}", world.server.url):
            asked = URL(f"{root}/api/v1{path}?limit=2")
            following = asked.join(URL(target))
            assert (following.origin(), following.path) == (asked.origin(), asked.path)


@ONE_ENGINE
async def test_10_a_bad_value_or_one_given_twice_is_refused(world):
    task = await world.task()
    for path in (*LISTS, "/tasks/range?start=2026-12-01&end=2026-12-31", f"/tasks/{task['id']}/comments"):
        asked = f"{path}{'&' if '?' in path else '?'}"
        for word in ("0", "-1", "1001", "abc", "", "1.0"):
            refused(await world.get(f"{asked}limit={word}"), 400, "limit")
        for word in ("abc", "", "-1", "2147483648"):
            refused(await world.get(f"{asked}afterId={word}"), 400, "afterId")
        refused(await world.get(f"{asked}limit=2&limit=2"), 400, "limit")
        refused(await world.get(f"{asked}afterId=2&afterId=3"), 400, "afterId")


@ONE_ENGINE
async def test_10_a_key_that_is_not_known_is_refused_with_those_that_are(world):
    path = "/tasks?status=CERRADA&page=2&Limit=0&limit=1"
    data = refused(await world.get(path), 400)
    assert [(fault["field"], fault["code"]) for fault in data["errors"]] == [
        ("Limit", "unknown_parameter"),
        ("page", "unknown_parameter"),
        ("status", "unknown_parameter"),
    ]
    known = (
        "limit, afterId, from, to, order, cursor, responsibleUserId, leaderUserId, createdByUserId, estatus, "
        "prioridad, semaforo, open, late, changedSince, q, externalSource, externalId, sort"
    )
    assert {fault["message"] for fault in data["errors"]} == {
        f"No es un parámetro de esta operación, que toma: {known}."
    }
    assert (await world.get("/tasks/999?x=1")).faults == {"x": "no_parameters"}
    for route in ROUTES:
        reply = await world.call(route.method, f"{with_values(route)}?otra=1", "root", json={})
        assert set(reply.faults) == {"otra"}, (route, reply.body)


def with_values(route):
    """The path of a route with a value for each of its parameters."""
    values = [VALUES.get(kind, "1") for kind in route.parameter_types]
    return PARAMETER.sub(lambda _: values.pop(0), route.template)


async def test_10_from_and_to_are_dates_of_tasks_due(world):
    dues = ("2026-11-24", "2026-11-25", "2026-11-26")
    ids = [(await world.task(fechaCumplir=due))["id"] for due in dues]
    assert await world.ids("/tasks?from=2026-11-25") == ids[1:]
    assert await world.ids("/tasks?to=2026-11-25") == ids[:2]
    assert await world.ids("/tasks?from=2026-11-25&to=2026-11-25") == ids[1:2]
    assert await world.ids("/tasks?from=2026-11-24&to=2026-11-26&limit=2") == ids[:2]


async def test_10_from_and_to_are_dates_that_events_overlap(world):
    event = await world.event(
        startDatetime="2026-12-01T23:00", endDatetime="2026-12-03T00:00"
    )  # ends as the 3rd begins
    for query, found in [
        ("from=2026-12-01&to=2026-12-01", True), ("from=2026-12-02&to=2026-12-02", True), ("from=2026-12-02", True),
        ("to=2026-12-01", True), ("to=2026-11-30", False), ("from=2026-12-03", False),
        ("from=2026-11-01&to=2027-01-01", True),
    ]:  # fmt: skip
        assert await world.ids(f"/events?{query}") == ([event["id"]] if found else []), query


async def test_10_from_and_to_are_dates_that_reminders_are_on(world):
    event = await world.event()
    moments = ("2026-12-01T05:59:59Z", "2026-12-01T06:00:00Z", "2026-12-02T05:59:59Z", "2026-12-02T06:00:00Z")
    ids = [(await world.reminder(event, moment))["id"] for moment in moments]
    assert await world.ids("/reminders?from=2026-12-01&to=2026-12-01") == ids[1:3]
    assert await world.ids("/reminders?from=2026-12-01") == ids[1:]
    assert await world.ids("/reminders?to=2026-11-30") == ids[:1]


@ONE_ENGINE
async def test_10_from_and_to_are_refused_when_they_are_not_dates(world):
    for path in ("/tasks", "/events", "/reminders"):
        for word in ("", "hoy", "20261201", "2026-12-01T00:00", "2026-02-30"):
            for key in ("from", "to"):
                refused(await world.get(f"{path}?{key}={word}"), 400, key)
        refused(await world.get(f"{path}?from={TODAY}&from={TODAY}"), 400, "from")


@ONE_ENGINE
async def test_10_other_scalars_given_twice_are_refused(world):
    for path, key in [
        (f"/tasks/range?start={TODAY}&end={TODAY}&start={TODAY}", "start"),
        (f"/daily-logs/me?fecha={TODAY}&fecha={TODAY}", "fecha"),
        (f"/daily-logs/team/history?desde={TODAY}&hasta={TODAY}&hasta={TODAY}", "hasta"),
        (f"/events/availability?startDatetime={AT}&startDatetime={AT}&endDatetime={AT}&userIds=1", "startDatetime"),
    ]:
        refused(await world.get(path), 400, key)


async def test_10_deleted_rows_are_never_listed(world):
    for path in LISTS:
        ids = await five_of(world, path)
        gone = ids[-2]
        answered = done(await world.delete(f"{path}/{gone}", "root"))
        assert answered["id"] == gone if path == "/tasks" else answered == {}
        assert (await world.delete(f"{path}/{gone}", "root")).status == (200 if path == "/tasks" else 404)
        assert gone not in await world.ids(path, "root")
        assert gone not in await world.ids(f"{path}?afterId={ids[-3]}&limit=1", "root")


async def test_10_pages_hold_only_what_one_may_see(world):
    mine = []
    for _ in range(3):
        await world.task("pablo")
        mine.append((await world.task("ana"))["id"])
    reply = await world.get("/tasks?limit=2")
    assert [row["id"] for row in done(reply)] == mine[:2]
    assert [row["id"] for row in done(await world.get(f"/{next_page(reply)}"))] == mine[2:]


async def all_pages(world, path, who="ana"):
    """The ids of a page and of those that its links lead to."""
    ids = []
    while path:
        reply = await world.get(path, who)
        ids += [row["id"] for row in done(reply)]
        path = next_page(reply)
        path = path and path.removeprefix("/api/v1")
    return ids


async def test_10_1_tasks_are_listed_by_whose_they_are_and_how_they_stand(world):
    ana, luis = world.id("ana"), world.id("luis")
    first = await world.task(descripcion="Informe de ventas", prioridad="URGENTE", fechaCumplir="2026-11-24")
    both = await world.task("lucia", responsibleUserIds=[luis, ana], leaderUserId=world.id("lucia"))
    closed = await world.task("lucia", responsibleUserIds=[ana], estatus="CERRADA", prioridad="BAJA")
    one, two, three = (task["id"] for task in (first, both, closed))
    for query, found in [
        (f"responsibleUserId={luis}", [two]),
        (f"createdByUserId={ana}", [one]),
        (f"leaderUserId={world.id('lucia')}", [one, two, three]),
        (f"leaderUserId={ana}", []),
        ("estatus=CERRADA", [three]),
        ("open=true", [one, two]),
        ("open=false", [three]),
        ("open=true&estatus=CERRADA", []),
        ("estatus=PENDIENTE,CERRADA", [one, two, three]),
        ("estatus=PENDIENTE&estatus=EN_PROCESO", [one, two]),
        ("prioridad=URGENTE", [one]),
        ("q=informe", [one]),
        ("q=VENT", [one]),
        ("q=informe&prioridad=BAJA", []),
        ("to=2026-11-24&estatus=PENDIENTE", [one]),
    ]:
        assert await world.ids(f"/tasks?{query}") == found, query
    hidden = await world.task("pedro", descripcion="Informe secreto")
    assert await world.ids("/tasks?q=informe") == [one]
    assert await world.ids("/tasks?q=informe", "root") == [one, hidden["id"]]
    assert await world.ids(f"/tasks?responsibleUserId={world.id('pedro')}") == []


async def test_10_1_tasks_are_listed_by_being_late_and_by_the_light_of_their_newest_day(world):
    late = await world.task(fechaSolicitud="2026-11-01", fechaCumplir="2026-11-22")
    done_late = await world.task(fechaSolicitud="2026-11-01", fechaCumplir="2026-11-22", estatus="CERRADA")
    today = await world.task(fechaCumplir=TODAY)
    ids = [late["id"], done_late["id"], today["id"]]
    assert await world.ids("/tasks?late=true") == ids[:1]
    assert await world.ids("/tasks?late=false") == ids[1:]
    assert await world.ids("/tasks?late=true&to=2026-11-21") == []
    log = await world.log()
    items = {item["taskId"]: item["id"] for item in log["items"]}
    light = {"fecha": TODAY, "semaforo": "ROJO", "motivo": "Falta el proveedor"}
    done(await world.patch(f"/daily-logs/items/{items[ids[0]]}/semaforo", light))
    assert await world.ids("/tasks?semaforo=ROJO") == ids[:1]
    assert await world.ids("/tasks?semaforo=NARANJA,ROJO") == [ids[0], ids[2]]
    assert await world.ids("/tasks?semaforo=AMARILLO") == []


async def test_10_1_tasks_and_events_are_listed_by_when_they_were_changed(world):
    task, event = await world.task(), await world.event()
    world.clock.advance(hours=1)
    since = world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    later, late_event = await world.task(), await world.event()
    for path, ids in (("/tasks", [task["id"], later["id"]]), ("/events", [event["id"], late_event["id"]])):
        assert await world.ids(f"{path}?changedSince={since}") == ids[1:]
        assert await world.ids(f"{path}?changedSince=2026-11-23T09:00") == ids  # by the team's clock
    world.clock.advance(hours=1)
    done(await world.patch(f"/tasks/{task['id']}", {**TASK, "descripcion": "Otra"}))
    assert await world.ids(f"/tasks?changedSince={since}&sort=updatedAt") == [later["id"], task["id"]]


async def test_10_1_events_are_listed_by_series_people_and_type(world):
    series, _ = await world.series(occurrenceCount=2)
    other = await world.event("pedro", isPublic=True, eventTypeId=await world.type_id("VISITA"))
    await world.participant(other, userId=world.id("luis"))
    of_series = await world.ids(f"/events?seriesId={series}")
    assert len(of_series) == 2
    for query, found in [
        (f"participantUserId={world.id('luis')}", [other["id"]]),
        (f"createdByUserId={world.id('pedro')}", [other["id"]]),
        (f"eventTypeId={other['eventTypeId']}", [other["id"]]),
        (f"seriesId={series}&createdByUserId={world.id('pedro')}", []),
        (f"seriesId={series}&to=2026-12-01", of_series[:1]),
    ]:
        assert await world.ids(f"/events?{query}") == found, query
    assert await world.ids(f"/events?seriesId={series}", "pedro") == []


async def test_10_1_tasks_and_events_are_listed_by_their_ids_in_another_system(world):
    there = {"externalSource": "jira", "externalId": "PROJ-1"}
    task, event = await world.task(**there), await world.event(**there)
    await world.task(externalSource="asana", externalId="PROJ-1")
    await world.task()
    for path, found in (("/tasks", task["id"]), ("/events", event["id"])):
        assert await world.ids(f"{path}?externalSource=jira") == [found]
        assert await world.ids(f"{path}?externalSource=jira&externalId=PROJ-1") == [found]
        assert await world.ids(f"{path}?externalSource=jira&externalId=PROJ-2") == []
        assert await world.ids(f"{path}?externalSource=jira", "pedro") == []
        assert (await world.get(f"{path}?externalId=PROJ-1")).faults == {"externalSource": "required_with"}


async def test_10_1_events_are_listed_by_the_id_of_their_series_in_another_system(world):
    there = "/events?seriesExternalSource=jira&seriesExternalId=PROJ-1"
    _, events = await world.series(externalSource="jira", externalId="PROJ-1")
    await world.series(externalSource="asana", externalId="PROJ-1")
    await world.event(externalSource="jira", externalId="PROJ-1")
    ids = [event["id"] for event in events]
    assert await world.ids(there) == ids
    assert await world.ids("/events?seriesExternalSource=jira") == ids
    assert await world.ids("/events?seriesExternalSource=jira&seriesExternalId=PROJ-2") == []
    assert await world.ids(there, "pedro") == []
    assert (await world.get("/events?seriesExternalId=PROJ-1")).faults == {"seriesExternalSource": "required_with"}


async def test_10_1_comments_are_listed_by_author_and_date_and_in_either_order(world):
    task = await world.task(responsibleUserIds=[world.id("ana")])
    path = f"/tasks/{task['id']}/comments"
    first = await world.comment(task)
    world.clock.advance(hours=24)
    second, third = await world.comment(task, "De acuerdo", "lucia"), await world.comment(task)
    ids = [each["id"] for each in (first, second, third)]
    tomorrow = "2026-11-24"
    for query, found in [
        (f"createdByUserId={world.id('ana')}", [ids[0], ids[2]]),
        (f"createdByUserId={world.id('luis')}", []),
        (f"to={TODAY}", ids[:1]),
        (f"from={tomorrow}", ids[1:]),
        (f"from={TODAY}&to={tomorrow}&createdByUserId={world.id('lucia')}", [ids[1]]),
        ("order=desc", ids[::-1]),
    ]:
        assert await world.ids(f"{path}?{query}") == found, query
    assert await all_pages(world, f"{path}?order=desc&limit=2") == ids[::-1]
    since = world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    world.clock.advance(minutes=5)
    done(await world.patch(f"{path}/{ids[0]}", {"comentario": "Cambiado"}))
    assert await world.ids(f"{path}?changedSince={since}") == ids
    since = world.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    assert await world.ids(f"{path}?changedSince={since}") == ids[:1]
    assert (await world.get(f"{path}?from={tomorrow}&to={TODAY}")).faults == {"to": "before"}
    refused(await world.get(f"{path}?order=desc", "pedro"), 404)


async def test_10_1_people_are_listed_by_name_leader_role_and_whether_they_are_here(world):
    ids = {row["username"]: row["id"] for row in await world.read("/people")}
    for query, found in [
        ("q=luc", ["lucia"]),
        ("q=LUCÍA", ["lucia"]),
        ("q=ucia", []),
        ("username=LUCIA", ["lucia"]),
        ("username=luc", []),
        (f"leaderUserId={ids['lucia']}", ["ana", "ines", "luis"]),
        (f"leaderUserId={ids['lucia']}&q=lu", ["luis"]),
        (f"leaderUserId={ids['lucia']}&limit=1", ["ana"]),
        (f"leaderUserId={ids['lucia']}&afterId={ids['ana']}", ["ines", "luis"]),
        (f"leaderUserId={ids['lucia']}&isActive=false", ["ines"]),
    ]:
        assert sorted(await world.ids(f"/people?{query}", key="username")) == found, query
    assert {row["role"] for row in await world.read("/people?role=admin")} == {"admin"}
    assert all(row["isActive"] for row in await world.read("/people?isActive=true"))
    page = await all_pages(world, f"/people?leaderUserId={ids['lucia']}&limit=1")
    assert page == sorted(ids[name] for name in ("ana", "ines", "luis"))
    assert (await world.get("/people?q=!")).faults == {"q": "no_words"}


async def test_10_1_items_of_the_team_are_listed_by_person_and_light(world):
    for who in ("ana", "luis"):
        await world.task("lucia", responsibleUserIds=[world.id(who)])
        await world.log(who)
    ana, luis = world.id("ana"), world.id("luis")
    (item,) = await world.read(f"/daily-logs/team?fecha={TODAY}&userId={ana}", "lucia")
    light = {"fecha": TODAY, "semaforo": "ROJO", "motivo": "Falta el proveedor"}
    done(await world.patch(f"/daily-logs/items/{item['itemId']}/semaforo", light))
    for path in (f"/daily-logs/team?fecha={TODAY}", f"/daily-logs/team/history?desde={TODAY}&hasta={TODAY}"):
        for query, found in [
            ("", [ana, luis]),
            (f"&userId={ana}", [ana]),
            ("&semaforo=ROJO", [ana]),
            ("&semaforo=ROJO,VERDE", [ana, luis]),
            (f"&userId={luis}&semaforo=ROJO", []),
            (f"&userId={world.id('pedro')}", []),
        ]:
            assert await world.ids(f"{path}{query}", "lucia", key="responsibleUserId") == found, path + query
        assert (await world.get(f"{path}&semaforo=AZUL", "lucia")).faults == {"semaforo": "not_one_of"}
        assert await world.ids(f"{path}&userId={luis}", "ana", key="responsibleUserId") == []


async def test_10_2_a_list_has_the_order_that_is_asked_for_and_its_pages_follow_by_their_links(world):
    dues = ("2026-11-26", "2026-11-24", "2026-11-26", "2026-11-25")
    first, second, third, fourth = [(await world.task(fechaCumplir=due))["id"] for due in dues]
    by_due = [second, fourth, first, third]
    assert await world.ids("/tasks?sort=fechaCumplir") == by_due
    assert await world.ids("/tasks?sort=fechaCumplir&order=desc") == by_due[::-1]
    assert await world.ids("/tasks?order=desc") == [fourth, third, second, first]
    for query in ("limit=1", "limit=2&estatus=PENDIENTE,EN_PROCESO", "limit=3&changedSince=2026-11-23T00:00-06:00"):
        assert await all_pages(world, f"/tasks?sort=fechaCumplir&{query}") == by_due, query
        assert await all_pages(world, f"/tasks?order=desc&{query}") == [fourth, third, second, first], query
    starts = [(await world.event(startDatetime=f"2026-12-0{day}T15:00Z", endDatetime=f"2026-12-0{day}T16:00Z"))["id"]
              for day in (3, 1, 2)]  # fmt: skip
    assert await all_pages(world, "/events?sort=startDatetime&limit=2") == [starts[1], starts[2], starts[0]]


async def test_10_2_a_page_in_an_order_goes_on_where_the_one_before_ended_whatever_was_made_since(world):
    first, second = [(await world.task(fechaCumplir=due))["id"] for due in ("2026-11-24", "2026-11-26")]
    asked = "sort=fechaCumplir&limit=1&late=false&estatus=PENDIENTE,EN_PROCESO&changedSince=2026-11-23T00:00:00-06:00"
    reply = await world.get(f"/tasks?{asked}")
    assert {*asked.split("&")} < {*next_page(reply).partition("?")[2].split("&")}
    await world.task(fechaCumplir="2026-11-23")
    later = (await world.task(fechaCumplir="2026-11-25"))["id"]
    assert [row["id"] for row in done(reply)] == [first]
    assert await all_pages(world, next_page(reply).removeprefix("/api/v1")) == [later, second]


@ONE_ENGINE
async def test_10_2_what_no_filter_or_order_takes_is_refused_by_name(world):
    for _ in range(2):
        await world.task()
    cursor = URL(next_page(await world.get("/tasks?sort=fechaCumplir&limit=1"))).query["cursor"]
    for query, field, code in [
        ("estatus=HECHA", "estatus", "not_one_of"),
        ("prioridad=ALTA,", "prioridad", "not_one_of"),
        ("semaforo=rojo", "semaforo", "not_one_of"),
        ("late=quizá", "late", "wrong_type"),
        ("responsibleUserId=ana", "responsibleUserId", "wrong_type"),
        ("changedSince=ayer", "changedSince", "invalid_datetime"),
        ("q=", "q", "no_words"),
        ("q=%20%C2%BF?", "q", "no_words"),
        (f"q={'a' * 201}", "q", "too_long"),
        ("sort=descripcion", "sort", "not_one_of"),
        ("order=up", "order", "not_one_of"),
        ("sort=fechaCumplir&afterId=1", "afterId", "other_order"),
        (f"cursor={cursor}", "cursor", "other_order"),
        (f"sort=updatedAt&cursor={cursor}", "cursor", "other_order"),
        (f"sort=fechaCumplir&order=desc&cursor={cursor}", "cursor", "other_order"),
        ("sort=fechaCumplir&cursor=%C3%B1", "cursor", "no_cursor"),
        ("sort=fechaCumplir&cursor=W10", "cursor", "no_cursor"),
        (f"sort=fechaCumplir&cursor={cursor[:-4]}", "cursor", "no_cursor"),
    ]:
        reply = await world.get(f"/tasks?{query}")
        refused(reply, 400, field)
        assert reply.faults == {field: code}, query
    assert len(await world.ids(f"/tasks?sort=fechaCumplir&cursor={cursor}")) == 1


@ONE_ENGINE
async def test_10_2_a_cursor_that_no_link_had_is_refused(world):
    await world.task()
    await world.event()
    for value in ("2026-11-24T10:00:00", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-11-24", 1):
        for path, sort in (("/tasks", "updatedAt"), ("/events", "startDatetime")):
            place = msgspec.json.encode([f"{sort} asc", value, 1])
            cursor = urlsafe_b64encode(place).decode().rstrip("=")
            reply = await world.get(f"{path}?sort={sort}&cursor={cursor}")
            assert reply.faults == {"cursor": "no_cursor"}, (path, value)

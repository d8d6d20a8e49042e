"""Chapter 22: links by which other calendars subscribe."""

import asyncio
import base64
import logging
import re
import threading
from datetime import date, datetime
from zoneinfo import ZoneInfo

import caldav
import icalendar
import pytest

from api import calendar_news, calendars
from core.base.model import Language
from core.base.settings import Settings
from core.jobs import pruning
from core.people import users
from core.people.users import UserUpdate
from tests.rules.test_rules_20_tokens import lacks
from tests.rules.world import ONE_ENGINE, TOMORROW, done, refused, with_scopes

ADDRESS = re.compile(r"https://semaforo\.example\.com(/calendar/([A-Za-z0-9_-]{43})\.ics)")
KINDS = ("mine", "mine-busy", "team", "tasks")


@pytest.fixture(autouse=True)
def public_url(world):
    world.pipeline.settings = Settings(public_url="https://semaforo.example.com")


@pytest.fixture(autouse=True)
def long_trusted(monkeypatch):
    """Look only at what commits announce, however slow a test is."""
    for name in ("TRUSTED_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(calendar_news, name, 3600)


async def link(world, who="ana", kind="mine", **options):
    """Make a link; return the answer, and the path of its file."""
    made = done(await world.post("/me/calendars", {"kind": kind}, who, **options))
    return made, f"/{ADDRESS.fullmatch(made['url'])[1]}"


async def fetched(world, path, **options):
    return await world.get(path, None, **options)


async def events(world, path):
    reply = await fetched(world, path)
    assert reply.status == 200, reply.body
    return icalendar.Calendar.from_ical(reply.body).walk("VEVENT")


async def missing(world, path, **options):
    """Check that the answer is that of any unknown path."""
    reply, other = await fetched(world, path, **options), await fetched(world, "//calendar/x.ics")
    data = refused(reply, 404)
    assert data | {"requestId": ""} == other.data | {"requestId": ""}
    assert reply.envelope["message"] == other.envelope["message"]


async def test_22_1_a_new_links_addresses_are_shown_once(world):
    made, path = await link(world)
    assert made["webcalUrl"] == made["url"].replace("https:", "webcal:")
    (listed,) = await world.read("/me/calendars")
    assert listed == {key: made[key] for key in made if key not in {"url", "webcalUrl"}}
    assert (listed["kind"], listed["lastFetchedAt"], listed["lastFetchedBy"]) == ("mine", None, None)
    secret = ADDRESS.fullmatch(made["url"])[2]
    assert len(base64.urlsafe_b64decode(secret + "=")) == 32
    for table in ("calendar_links", "causes", "journal"):
        for row in await world.rows(f"SELECT * FROM {table}"):
            assert secret not in str(row)
    assert (await fetched(world, path)).status == 200


async def test_22_1_a_repeated_request_makes_one_link_and_does_not_show_its_addresses_again(world):
    key = {"headers": {"Idempotency-Key": "once"}}
    made, _ = await link(world, **key)
    again = done(await world.post("/me/calendars", {"kind": "mine"}, **key))
    assert again == made | {"url": None, "webcalUrl": None}
    assert await world.ids("/me/calendars") == [made["id"]]


async def test_22_1_a_renewed_link_has_another_secret_and_the_former_shows_nothing(world):
    made, path = await link(world)
    renewed = done(await world.post(f"/me/calendars/{made['id']}/renewal"))
    assert renewed["id"] == made["id"]
    await missing(world, path)
    assert (await fetched(world, f"/{ADDRESS.fullmatch(renewed['url'])[1]}")).status == 200


async def test_22_1_a_link_that_was_ended_shows_nothing(world):
    made, path = await link(world)
    tag = (await fetched(world, path)).headers["ETag"]
    done(await world.delete(f"/me/calendars/{made['id']}"))
    await missing(world, path)
    await missing(world, path, headers={"If-None-Match": tag})
    assert await world.read("/me/calendars") == []
    assert refused(await world.delete(f"/me/calendars/{made['id']}"), 404)["code"] == "calendar_link_not_found"
    assert refused(await world.post(f"/me/calendars/{made['id']}/renewal"), 404)["code"] == "calendar_link_not_found"


async def test_22_1_nobody_sees_renews_or_ends_the_links_of_others(world):
    made, path = await link(world)
    for who in ("lucia", "root", "robot"):
        assert await world.read("/me/calendars", who) == []
        refused(await world.delete(f"/me/calendars/{made['id']}", who), 404)
        refused(await world.post(f"/me/calendars/{made['id']}/renewal", who=who), 404)
    assert (await fetched(world, path)).status == 200


@ONE_ENGINE
async def test_22_1_a_person_has_as_many_links_as_the_installation_allows(world):
    world.pipeline.settings = Settings(calendar_links_per_person=1, public_url="https://semaforo.example.com")
    made, _ = await link(world)
    assert refused(await world.post("/me/calendars", {"kind": "team"}), 409)["code"] == "too_many_calendar_links"
    await link(world, "luis")
    done(await world.delete(f"/me/calendars/{made['id']}"))
    await link(world)


@ONE_ENGINE
@pytest.mark.parametrize("body", [{}, {"kind": "all"}, {"kind": None}, {"kind": "MINE"}])
async def test_22_1_an_unknown_kind_is_refused(world, body):
    refused(await world.post("/me/calendars", body), 400, "kind")


@ONE_ENGINE
async def test_22_1_without_a_public_url_the_address_is_that_of_the_request(world):
    world.pipeline.settings = Settings()
    made = done(await world.post("/me/calendars", {"kind": "mine"}))
    assert made["url"].startswith(f"{world.server.url}/calendar/")


SHOWN = {
    "mine": {"events:read", "tasks:read", "people:read"},
    "mine-busy": {"events:read", "people:read"},
    "team": {"events:read", "people:read"},
    "tasks": {"tasks:read"},
}


@ONE_ENGINE
@pytest.mark.parametrize("kind", KINDS)
async def test_22_2_a_token_makes_no_link_that_shows_more_than_it_reads(world, kind):
    made, _ = await link(world, "ana", kind)
    beyond = SHOWN[kind] - {"people:read"}
    for lacking in beyond:
        who = with_scopes(world, "ana", {"people:write", *beyond - {lacking}})
        lacks(await world.post("/me/calendars", {"kind": kind}, who), {lacking})
        lacks(await world.post(f"/me/calendars/{made['id']}/renewal", who=who), {lacking})
    who = with_scopes(world, "ana", {"people:write", *beyond})
    await link(world, who, kind)
    done(await world.post(f"/me/calendars/{made['id']}/renewal", who=who))
    lacks(await world.post("/me/calendars", {"kind": kind}, with_scopes(world, "ana", beyond)), {"people:write"})


async def test_22_3_a_calendar_has_the_instants_of_rest(world):
    event = await world.event(title="Revisión; con, todo\ny más", location="Sala 2")
    await world.event("luis")
    _, path = await link(world)
    (found,) = await events(world, path)
    assert found["SUMMARY"] == event["title"]
    assert found["LOCATION"] == "Sala 2"
    for name, field in (("DTSTART", "startDatetime"), ("DTEND", "endDatetime")):
        assert found.decoded(name).strftime("%Y-%m-%dT%H:%M:%SZ") == event[field]


@ONE_ENGINE
async def test_22_3_caldav_reads_the_instants_of_rest_over_both_changes_of_the_clocks(world):
    world.pipeline.settings = Settings(zone=ZoneInfo("Europe/Madrid"), public_url="https://semaforo.example.com")
    monthly = {"recurrenceType": "MONTHLY", "dayOfMonth": 1, "occurrenceCount": 12}
    times = {"startDatetime": "2026-12-01T10:00", "endDatetime": "2026-12-01T11:00"}
    _, occurrences = await world.series(**monthly, **times)
    done(await world.patch(f"/events/{occurrences[3]['id']}", {"statusId": 3}))
    days = await world.event(startDatetime="2026-11-24T00:00", endDatetime="2026-11-26T00:00")
    _, path = await link(world)

    def subscribed():
        with caldav.DAVClient(world.server.url) as client:
            return caldav.Event(client, world.server.url + path[1:]).load().split_expanded()

    read, cancelled = {}, set()
    for each in await asyncio.to_thread(subscribed):
        event, again = each.icalendar_component, each.vobject_instance.vevent
        assert (event.start, event.end) == (again.dtstart.value, again.dtend.value)
        read[event["UID"]] = event.start, event.end
        cancelled |= {event["UID"]} if event.get("STATUS") == "CANCELLED" else set()
    assert read.pop(f"event-{days['id']}@semaforo") == (date(2026, 11, 24), date(2026, 11, 26))
    fields = ("startDatetime", "endDatetime")
    rest = {
        f"event-{each['id']}@semaforo": tuple(datetime.fromisoformat(each[at]) for at in fields) for each in occurrences
    }
    assert read == rest
    assert [start.hour for start, _ in rest.values()].count(8) == 7
    assert cancelled == {f"event-{occurrences[3]['id']}@semaforo"}


async def test_22_3_each_kind_shows_its_own(world):
    await world.event(title="Junta")
    await world.task(descripcion="Propuesta")
    shown = {}
    for kind in KINDS:
        _, path = await link(world, "ana", kind)
        shown[kind] = [str(each["SUMMARY"]) for each in await events(world, path)]
    assert shown == {
        "mine": ["Junta", "Vence: Propuesta"],
        "mine-busy": ["Ocupado"],
        "team": ["Junta"],
        "tasks": ["Vence: Propuesta"],
    }


async def test_22_3_an_event_answered_tentatively_is_tentative(world):
    event = await world.event("luis", isPublic=True)
    await world.participant(event, userId=world.id("ana"))
    paths = {(who, kind): (await link(world, who, kind))[1] for who in ("ana", "luis") for kind in KINDS[:3]}
    for response, expected in (("TENTATIVE", {("ana", "mine")}), ("ACCEPTED", set())):
        done(await world.put(f"/events/{event['id']}/response", {"response": response}))
        found = {whose: (await events(world, path))[0] for whose, path in paths.items()}
        assert {whose for whose, each in found.items() if each.get("STATUS") == "TENTATIVE"} == expected
        assert {whose for whose, each in found.items() if "X-MICROSOFT-CDO-BUSYSTATUS" in each} == expected


async def test_22_3_a_cancelled_event_says_so_in_its_title_and_makes_nobody_busy(world):
    event = await world.event(title="Junta")
    done(await world.patch(f"/events/{event['id']}", {"statusId": 3}))
    shown = {kind: await events(world, (await link(world, "ana", kind))[1]) for kind in ("mine", "team")}
    for (found,) in shown.values():
        said = tuple(str(found[name]) for name in ("SUMMARY", "STATUS", "TRANSP"))
        assert said == ("Cancelado: Junta", "CANCELLED", "TRANSPARENT")
    done(await world.patch(f"/events/{event['id']}", {"statusId": 1}))
    (found,) = await events(world, (await link(world))[1])
    assert (found["SUMMARY"], "TRANSP" in found, "STATUS" in found) == ("Junta", False, False)


async def test_22_3_an_event_that_its_person_may_no_longer_see_is_gone_at_once(world):
    event = await world.event("luis", title="Junta", isPublic=True)
    _, path = await link(world, "ana", "team")
    assert len(await events(world, path)) == 1
    await world.visibility(event, "ana", visible=False)
    assert await events(world, path) == []
    await world.person("ana", is_active=False)
    await missing(world, path)


async def test_22_4_an_answer_is_a_file_that_a_client_keeps(world):
    _, path = await link(world)
    reply = await fetched(world, path)
    assert reply.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert reply.headers["Cache-Control"] == "private"
    head = await world.call("HEAD", path, None)
    assert (head.status, head.headers["ETag"]) == (200, reply.headers["ETag"])
    assert (head.body, head.headers["Content-Length"]) == (b"", str(len(reply.body)))
    assert not reply.headers["ETag"].startswith("W/")
    refused(await world.post(path, who=None), 405)


@ONE_ENGINE
async def test_22_4_a_text_and_its_tag_are_made_beside_the_event_loop(world, monkeypatch):
    _, path = await link(world)
    by = set()
    for name in ("calendar_text", "etag_of"):
        made = getattr(calendars, name)
        monkeypatch.setattr(calendars, name, lambda what, made=made: by.add(threading.get_ident()) or made(what))
    assert (await fetched(world, path)).status == 200
    assert len(by) == 1
    assert threading.get_ident() not in by


async def test_22_4_an_unchanged_calendar_is_304_and_a_changed_one_is_not(world):
    _, path = await link(world)

    async def asked(tag):
        world.clock.advance(seconds=1)
        reply = await fetched(world, path, headers={"If-None-Match": tag})
        return reply.status, reply.headers["ETag"], reply.body

    tag = (await fetched(world, path)).headers["ETag"]
    assert await asked(tag) == (304, tag, b"")
    await world.event("luis")  # which is nothing to Ana
    assert await asked(tag) == (304, tag, b"")
    event = await world.event()
    status, changed, body = await asked(tag)
    assert (status, changed != tag, b"VEVENT" in body) == (200, True, True)
    assert await asked(changed) == (304, changed, b"")
    done(await world.delete(f"/events/{event['id']}"))
    assert (await asked(changed))[:2] == (200, tag)
    world.server.app.calendars.known.clear()
    assert await asked(tag) == (304, tag, b"")


async def asked_of(world, monkeypatch):
    """Return a list to which the use cases that run from now on are added; all earlier commits are known by then."""
    files = world.server.app.calendars
    await files.fetches.settled()
    await files.news.catch_up()
    asked, run = [], world.pipeline.run

    async def noted(caller, use_case, *args, **named):
        asked.append(use_case.name.rpartition(".")[2])
        return await run(caller, use_case, *args, **named)

    monkeypatch.setattr(world.pipeline, "run", noted)
    return asked


@ONE_ENGINE
async def test_22_4_for_a_304_nothing_is_read_and_only_the_fetch_is_noted(world, monkeypatch):
    _, path = await link(world)
    tag = (await fetched(world, path)).headers["ETag"]
    asked = await asked_of(world, monkeypatch)
    headers = {"If-None-Match": tag}
    for _ in range(3):
        assert (await fetched(world, path, headers=headers)).status == 304
    assert asked in ([], ["read_news"])  # the file's watch tells a moment later of what was committed before
    world.clock.advance(hours=1)
    assert (await fetched(world, path, headers=headers)).status == 304
    await world.server.app.calendars.fetches.settled()
    assert [each for each in asked if each != "read_news"] == ["note_fetches"]


@ONE_ENGINE
async def test_22_4_changes_that_concern_others_are_read_once_for_all_links(world, monkeypatch):
    paths = [(await link(world, who, kind))[1] for who in ("ana", "pablo") for kind in KINDS]
    tags = [(await fetched(world, path)).headers["ETag"] for path in paths]
    asked = await asked_of(world, monkeypatch)
    theirs, task = await world.event("pedro", title="Suya"), await world.task("pedro")
    await world.participant(theirs, userId=world.id("marta"))
    await world.comment(task, who="pedro")
    await world.log("ana")
    for path, tag in zip(paths, tags, strict=True):
        assert (await fetched(world, path, headers={"If-None-Match": tag})).status == 304
    assert "read_feed" not in asked
    assert "open_link" not in asked


CALENDARS = {"mine", "mine-busy", "team"}


async def followed(world):
    """Return a function that awaits a write, and returns its result and which of Ana's links show it."""
    known = {kind: (await link(world, "ana", kind))[1] for kind in KINDS}
    tags = {kind: (await fetched(world, path)).headers["ETag"] for kind, path in known.items()}

    async def changed(write):
        world.clock.advance(seconds=1)
        made, shown = await write, set()
        for kind, path in known.items():
            reply = await fetched(world, path, headers={"If-None-Match": tags[kind]})
            fresh = (await fetched(world, path)).headers["ETag"]
            assert (reply.status, reply.headers["ETag"]) == (304 if fresh == tags[kind] else 200, fresh), kind
            if fresh != tags[kind]:
                shown.add(kind)
                tags[kind] = fresh
        return made, shown

    return changed


async def test_22_4_a_304_is_right_after_any_change_of_an_event(world):
    changed = await followed(world)
    event, shown = await changed(world.event("luis", title="Junta", isPublic=True))
    assert shown == {"team"}
    hidden, shown = await changed(world.visibility(event, "ana", visible=False))
    assert shown == {"team"}
    assert (await changed(world.delete(f"/visibility/{hidden['id']}", "root")))[1] == {"team"}
    seat, shown = await changed(world.participant(event, userId=world.id("ana")))
    assert shown == {"mine", "mine-busy"}
    path = f"/events/{event['id']}"
    answer = f"{path}/response"
    for response, expected in (("TENTATIVE", {"mine", "team"}), ("DECLINED", CALENDARS), ("ACCEPTED", CALENDARS)):
        assert (await changed(world.put(answer, {"response": response})))[1] == expected
    assert (await changed(world.patch(path, {"title": "Otra"}, "luis")))[1] == {"mine", "mine-busy", "team"}
    moved = {"eventId": event["id"], "userId": world.id("marta")}
    assert (await changed(world.put(f"/participants/{seat['id']}", moved, "root")))[1] == CALENDARS
    moved["userId"] = world.id("ana")
    assert "mine" in (await changed(world.put(f"/participants/{seat['id']}", moved, "root")))[1]
    assert "mine" in (await changed(world.delete(f"/participants/{seat['id']}", "root")))[1]
    assert (await changed(world.delete(path, "luis")))[1] == {"team"}
    (last,) = (await world.read(f"{path}/history?limit=1", "luis"))["rows"]
    assert (await changed(world.post(f"/changes/{last['seq']}/undo", who="luis")))[1] == {"team"}


async def test_22_4_a_304_is_right_after_any_change_of_tasks_and_people(world):
    changed, planned = await followed(world), {"mine", "tasks"}
    task, shown = await changed(world.task("lucia", responsibleUserIds=[world.id("ana"), world.id("luis")]))
    assert shown == planned
    assert (await changed(world.comment(task)))[1] == set()
    only = {"responsibleUserIds": [world.id("luis")]}
    assert (await changed(world.edit(task, "lucia", **only)))[1] == planned
    assert (await changed(world.task("ana")))[1] == planned
    assert (await changed(world.delete(f"/tasks/{task['id']}", "lucia")))[1] == set()
    assert (await changed(world.away("ana", lastDay=TOMORROW)))[1] == CALENDARS
    for shows, update in (
        ({"team"}, {"birthday": date(1990, 12, 1)}),
        ({"team"}, {"name": "Luis Pérez"}),
        ({"team"}, {"leader": "marta"}),
    ):
        assert (await changed(world.operate(users.set_user, "luis", UserUpdate(**update))))[1] == shows
    assert (await changed(world.operate(users.set_user, "ana", UserUpdate(language=Language.EN))))[1] == {*KINDS}


async def test_22_4_an_ended_link_and_one_of_an_inactive_person_are_missing_at_once(world):
    made, path = await link(world)
    kept, other = await link(world, "ana", "team")
    headers = {"If-None-Match": (await fetched(world, path)).headers["ETag"]}
    same = {"If-None-Match": (await fetched(world, other)).headers["ETag"]}
    done(await world.delete(f"/me/calendars/{made['id']}"))
    await missing(world, path, headers=headers)
    assert (await fetched(world, other, headers=same)).status == 304
    renewed = done(await world.post(f"/me/calendars/{kept['id']}/renewal"))
    await missing(world, other, headers=same)
    last = f"/{ADDRESS.fullmatch(renewed['url'])[1]}"
    assert (await fetched(world, last, headers=same)).status == 304
    await world.person("ana", is_active=False)
    await missing(world, last, headers=same)


async def test_22_4_a_cancelled_event_disappears_after_thirty_days(world):
    event = await world.event()
    done(await world.patch(f"/events/{event['id']}", {"statusId": 3}))
    _, path = await link(world)
    headers = {"If-None-Match": (await fetched(world, path)).headers["ETag"]}
    world.clock.advance(days=29, hours=14, minutes=59)
    assert (await fetched(world, path, headers=headers)).status == 304
    world.clock.advance(minutes=1)
    assert (await fetched(world, path, headers=headers)).status == 200
    assert await events(world, path) == []


async def test_22_5_a_link_shows_when_and_by_which_program_it_was_fetched_last(world):
    _, path = await link(world)

    async def last(agent):
        await fetched(world, path, headers={"User-Agent": agent})
        await world.server.app.calendars.fetches.settled()
        (listed,) = await world.read("/me/calendars")
        return listed["lastFetchedAt"], listed["lastFetchedBy"]

    assert await last("Google-Calendar-Importer") == ("2026-11-23T15:00:00Z", "Google-Calendar-Importer")
    world.clock.advance(minutes=9)
    assert (await last("Google-Calendar-Importer"))[0] == "2026-11-23T15:00:00Z"
    world.clock.advance(minutes=2)
    assert (await last("Google-Calendar-Importer"))[0] == "2026-11-23T15:11:00Z"
    assert await last("x" * 200) == ("2026-11-23T15:11:00Z", "x" * 100)


@ONE_ENGINE
@pytest.mark.parametrize(
    "file", ["", "x.ics", "A" * 43, f"{'A' * 43}.ics", f"{'A' * 44}.ics", f"{'Á' * 43}.ics", "%00.ics", "a/b.ics"]
)
async def test_22_6_an_unknown_secret_answers_as_an_unknown_path(world, file):
    await missing(world, f"//calendar/{file}")


@ONE_ENGINE
async def test_22_6_an_attempt_with_a_wrong_secret_is_audited_and_no_secret_is_in_a_log(world, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)
    made, path = await link(world)
    secret = ADDRESS.fullmatch(made["url"])[2]
    await fetched(world, path)
    await fetched(world, f"//calendar/{'A' * 43}.ics")
    assert "reason=unknown_calendar user=-" in caplog.text
    assert "A" * 43 not in caplog.text

    async def broken(*_):
        raise ValueError("broken")

    monkeypatch.setattr(world.server.app.calendars, "feed", broken)
    refused(await fetched(world, path), 500)
    assert "path='/calendar/{file}'" in caplog.text
    assert secret not in caplog.text


@ONE_ENGINE
async def test_22_6_a_token_is_neither_needed_nor_looked_at(world):
    _, path = await link(world)
    assert (await world.get(path, None, headers={"Authorization": "Bearer x"})).status == 200


async def test_22_6_links_that_ended_long_ago_are_forgotten(world):
    made, _ = await link(world)
    await link(world)
    done(await world.delete(f"/me/calendars/{made['id']}"))
    assert await world.operate(pruning.prune_calendar_links) == 0
    world.clock.advance(days=91)
    assert await world.operate(pruning.prune_calendar_links) == 1
    assert await world.rows("SELECT count(*) FROM calendar_links") == [(1,)]

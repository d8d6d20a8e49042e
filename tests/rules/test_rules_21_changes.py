"""Chapter 21: the journal, what each may read of it, and where a reader goes on."""

import asyncio
from unittest.mock import ANY

import pytest

from core.application.use_case import Caller
from core.jobs import pruning
from core.people import users
from core.people.users import OPERATOR
from tests.rules.world import ONE_ENGINE, done, refused, with_scopes
from tests.storage.raw import rows_of
from tests.waiting import until


async def changes(world, who="ana", after="", **more):
    query = "&".join(f"{name}={value}" for name, value in {"after": after, **more}.items() if value)
    return await world.read(f"/changes?{query}", who)


def kinds(part):
    return [(row["kind"], row["entityId"]) for row in part["rows"]]


async def test_21_1_a_row_says_who_by_which_way_and_what_differs(world):
    position = (await changes(world, "root", "now"))["next"]
    task = await world.task()
    done(await world.edit(task, fechaCumplir="2026-12-02"))
    made, moved = (await changes(world, after=position))["rows"]
    assert (made["kind"], moved["kind"], moved["entity"], moved["entityId"]) == (
        "task.created", "task.updated", "task", task["id"]
    )  # fmt: skip
    assert (moved["actor"], moved["via"], moved["undoes"]) == (task["createdByUserId"], "rest", None)
    assert moved["changed"] == {"fechaCumplir": ["2026-11-30", "2026-12-02"]}
    assert made["changed"]["descripcion"] == [None, "Revisar"]
    assert moved["token"]


async def test_21_2_the_next_position_leads_on_and_nothing_comes_twice(world):
    position = (await changes(world, "root", "now"))["next"]
    made = [(await world.task())["id"] for _ in range(5)]
    found = []
    for _ in range(3):
        part = await changes(world, after=position, limit=2)
        found += [row["entityId"] for row in part["rows"]]
        position = part["next"]
    assert found == made
    assert (await changes(world, after=position))["rows"] == []
    assert (await changes(world, after=position))["next"] == position


OF_OTHERS = """
INSERT INTO journal (at, via, kind, entity_id, root, root_id, changed)
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
SELECT (SELECT max(at) FROM journal), 'cli', 'person.updated', 1, 'person', 1, '{}' FROM n
"""


async def test_21_2_the_position_moves_on_past_what_is_not_ones_own(world):
    position = (await changes(world, "root", "now"))["next"]
    await rows_of(world.store, OF_OTHERS)
    task = await world.task()
    first = await changes(world, after=position)
    assert (first["rows"], first["next"] != position) == ([], True)
    assert kinds(await changes(world, after=first["next"])) == [("task.created", task["id"])]


async def test_21_2_a_number_alone_is_a_position_too(world):
    await world.task()
    (row,) = (await changes(world))["rows"][-1:]
    assert (await changes(world, after=row["seq"]))["rows"] == []
    assert (await changes(world, after=row["seq"] - 1))["rows"] == [row]


async def test_21_2_only_the_kinds_that_are_asked_for(world):
    position = (await changes(world, "root", "now"))["next"]
    task = await world.task()
    comment = await world.comment(task, "ya")
    done(await world.delete(f"/tasks/{task['id']}"))
    all_three = [("task.created", task["id"]), ("comment.created", comment["id"]), ("task.deleted", task["id"])]
    assert kinds(await changes(world, after=position)) == all_three
    assert kinds(await changes(world, after=position, kinds="task.deleted,comment")) == all_three[1:]
    refused(await world.get("/changes?kinds=tarea"), 400, "kinds")


@pytest.mark.parametrize("after", ["x", "-1", "1-", "xyz-1", "12345678-", "9" * 30])
async def test_21_2_a_position_that_cannot_be_read_is_refused(world, after):
    refused(await world.get(f"/changes?after={after}"), 400, "after")


async def test_21_2_a_position_of_another_database_is_refused(world):
    other = refused(await world.get("/changes?after=0123456789abcdef-1"), 409)
    assert other["code"] == "changes_elsewhere"


async def test_21_2_a_position_before_what_is_kept_is_refused(world):
    await world.task()
    position = (await changes(world))["next"]
    await rows_of(world.store, "UPDATE journal SET at = '2020-01-01T00:00:00.000000Z'")
    kept = await world.task()
    await world.pipeline.run(Caller(OPERATOR), pruning.prune_journal)
    gone = refused(await world.get("/changes?after=1"), 410)
    assert gone["code"] == "changes_forgotten"
    assert kinds(await changes(world, after=position)) == kinds(await changes(world)) == [("task.created", kept["id"])]


async def test_21_3_each_reads_what_they_may_read_now(world):
    position = (await changes(world, "root", "now"))["next"]
    hers = await world.task()
    his = await world.task("luis")
    event = await world.event()
    public = await world.event(isPublic=True)
    mine = [("task.created", hers["id"]), ("event.created", event["id"])]
    assert kinds(await changes(world, "ana", position)) == [*mine, ("event.created", public["id"])]
    assert kinds(await changes(world, "luis", position)) == [
        ("task.created", his["id"]), ("event.created", public["id"])
    ]  # fmt: skip
    assert len((await changes(world, "root", position))["rows"]) == 4
    assert len((await changes(world, "lucia", position))["rows"]) == 3


async def test_21_3_what_visibility_took_away_is_gone_from_the_history_too(world):
    position = (await changes(world, "root", "now"))["next"]
    public = await world.event(isPublic=True)
    assert kinds(await changes(world, "luis", position)) == [("event.created", public["id"])]
    done(await world.patch(f"/events/{public['id']}", {"isPublic": False}))
    assert kinds(await changes(world, "luis", position)) == []
    refused(await world.get(f"/events/{public['id']}/history", "luis"), 404)


async def test_21_3_a_deleted_event_is_told_to_who_could_read_it(world):
    position = (await changes(world, "root", "now"))["next"]
    event = await world.event()
    await world.participant(event, userId=world.id("luis"))
    public = await world.event(isPublic=True)
    for each in (event, public):
        done(await world.delete(f"/events/{each['id']}"))
    for who, sees in (("ana", True), ("luis", True), ("marta", False)):
        told = kinds(await changes(world, who, position))
        assert (("event.deleted", event["id"]) in told) is sees, who
        assert ("event.deleted", public["id"]) in told, who


async def test_21_3_the_directory_is_told_to_admins(world):
    people = [row for row in (await changes(world, "root"))["rows"] if row["entity"] == "person"]
    assert people
    assert [row for row in (await changes(world, "ana"))["rows"] if row["entity"] == "person"] == []


async def test_21_4_the_history_of_a_task_is_newest_first_and_in_pages(world):
    task = await world.task()
    for text in ("uno", "dos"):
        await world.comment(task, text)
    first = await world.read(f"/tasks/{task['id']}/history?limit=2")
    assert [row["kind"] for row in first["rows"]] == ["comment.created", "comment.created"]
    assert first["rows"][0]["changed"]["comentario"] == [None, "dos"]
    rest = await world.read(f"/tasks/{task['id']}/history?limit=2&before={first['before']}")
    assert ([row["kind"] for row in rest["rows"]], rest["before"]) == (["task.created"], None)


async def test_21_4_the_lights_of_a_task_are_in_its_history_for_who_reads_the_days(world):
    people = [world.id("ana"), world.id("luis")]
    task = await world.task("lucia", responsibleUserIds=people)
    item = (await world.log("ana"))["items"][0]
    done(await world.light(item, "NARANJA"))
    done(await world.advance(item, 40))
    history = f"/tasks/{task['id']}/history"
    for who, reads in (("ana", True), ("lucia", True), ("root", True), ("luis", False)):
        rows = (await world.read(history, who))["rows"]
        told = [(row["entityId"], row["changed"]) for row in rows if row["entity"] == "item"]
        lights = [(item["id"], {"porcentaje": [0, 40]}), (item["id"], {"semaforo": ["VERDE", "NARANJA"]})]
        assert told == (lights if reads else [])
    page = await world.read(f"{history}?limit=2")
    assert [row["changed"] for row in page["rows"]] == [
        {"estatus": ["PENDIENTE", "EN_PROCESO"]},
        {"porcentaje": [0, 40]},
    ]
    (older,) = (await world.read(f"{history}?limit=1&before={page['before']}"))["rows"]
    assert older["changed"] == {"semaforo": ["VERDE", "NARANJA"]}


async def test_21_4_a_history_is_of_who_may_read_the_thing(world):
    task, event = await world.task(), await world.event()
    for path in (f"/tasks/{task['id']}/history", f"/events/{event['id']}/history"):
        done(await world.get(path))
        done(await world.get(path, "root"))
        refused(await world.get(path, "luis"), 404)
    for path in ("/tasks/999999/history", "/events/999999/history"):
        refused(await world.get(path, "root"), 404)


async def test_21_4_whom_a_record_hides_from_is_not_told_to_others(world):
    event = await world.event(isPublic=True)
    await world.visibility(event, "luis")
    seen = {who: (await world.read(f"/events/{event['id']}/history", who))["rows"] for who in ("ana", "luis", "marta")}
    assert {who: len(rows) for who, rows in seen.items()} == {"ana": 2, "luis": 2, "marta": 1}


async def test_21_3_a_token_is_told_what_its_scopes_read(world):
    position = (await changes(world, "root", "now"))["next"]
    task, event = await world.task(), await world.event()
    told = {
        scope: kinds(await changes(world, with_scopes(world, "ana", [scope]), position))
        for scope in ("tasks:read", "events:write", "logs:read")
    }
    assert told == {
        "tasks:read": [("task.created", task["id"])],
        "events:write": [("event.created", event["id"])],
        "logs:read": [],
    }


# Undo


async def undo(world, seq, who="ana", **options):
    return await world.post(f"/changes/{seq}/undo", None, who, **options)


async def last_change(world, path, who="ana"):
    return (await world.read(f"{path}/history", who))["rows"][0]


async def test_21_5_what_was_before_is_written_again_with_rows_of_its_own(world):
    task = await world.task()
    done(await world.edit(task, prioridad="ALTA"))
    edited = await last_change(world, f"/tasks/{task['id']}")
    (row,) = done(await undo(world, edited["seq"]))["rows"]
    assert (row["kind"], row["undoes"], row["via"]) == ("task.updated", edited["seq"], "rest")
    assert row["changed"] == {"prioridad": ["ALTA", "MEDIA"]}
    now = await world.task_now(task)
    assert now["prioridad"] == "MEDIA"
    assert await last_change(world, f"/tasks/{task['id']}") == row


async def test_21_5_what_belongs_together_is_taken_back_together(world):
    series, events = await world.series(participantUserIds=[world.id("luis")])
    done(await world.delete(f"/events/series/{series}"))
    deleted = await last_change(world, f"/events/{events[0]['id']}")
    rows = done(await undo(world, deleted["seq"]))["rows"]
    assert sorted({row["kind"] for row in rows}) == ["event.restored", "participant.restored"]
    assert [row["id"] for row in await world.read("/events", "luis")] == [event["id"] for event in events]


async def test_21_5_a_light_a_close_a_move_and_what_is_attached_are_as_they_were(world):
    await world.task()
    log = await world.log()
    item, event = log["items"][0], await world.event()
    participant = await world.participant(event, userId=world.id("luis"))
    before = await world.log(), await world.read(f"/events/{event['id']}"), await world.ids("/participants")
    for act in (
        world.light(item, "ROJO"),
        world.advance(item, 100),
        world.post(f"/daily-logs/{log['id']}/close", {"fecha": log["fecha"]}),
        world.patch(f"/events/{event['id']}", {"startDatetime": "2026-12-01T09:00:00Z"}),
        world.delete(f"/participants/{participant['id']}"),
        world.delete(f"/events/{event['id']}"),
    ):
        position = (await changes(world, "root", "now"))["next"]
        done(await act)
        (row, *_) = (await changes(world, after=position))["rows"]
        done(await undo(world, row["seq"]))
        event_now = await world.read(f"/events/{event['id']}")
        now = await world.log(), {**event_now, "updatedAt": before[1]["updatedAt"]}, await world.ids("/participants")
        assert now == before


async def test_21_5_what_has_changed_since_is_told_and_nothing_is_written(world):
    task = await world.task()
    done(await world.edit(task, prioridad="ALTA"))
    edited = await last_change(world, f"/tasks/{task['id']}")
    done(await world.team_edit(task, prioridad="BAJA"))
    by_lucia = await last_change(world, f"/tasks/{task['id']}")
    data = refused(await undo(world, edited["seq"]), 409)
    assert data["code"] == "changed_since"
    who_and_when = {"actor": world.id("lucia"), "at": by_lucia["at"]}
    thing = {"entity": "task", "entityId": task["id"]}
    assert data["changed"] == [{**thing, "field": "prioridad", "left": "ALTA", "now": "BAJA", **who_and_when}]
    assert (await world.task_now(task))["prioridad"] == "BAJA"


async def test_21_5_what_cannot_be_taken_back_says_why(world):
    task = await world.task()
    done(await world.edit(task, prioridad="ALTA"))
    edited = await last_change(world, f"/tasks/{task['id']}")
    (row,) = done(await undo(world, edited["seq"]))["rows"]
    await world.comment(task)
    commented = await last_change(world, f"/tasks/{task['id']}")
    done(await world.edit(task, prioridad="BAJA"))
    low = await last_change(world, f"/tasks/{task['id']}")
    done(await world.delete(f"/tasks/{task['id']}"))
    person = next(each for each in (await changes(world, "root"))["rows"] if each["entity"] == "person")
    ana = world.id("ana")
    refusals = {
        "change_undone": edited,
        "change_is_undo": row,
        "change_stays": commented,
        "change_deleted_since": low,
        "change_of_service": person,
    }
    for code, change in refusals.items():
        data = refused(await undo(world, change["seq"], "root"), 409)
        assert data["code"] == code
        told = {"change_undone": {("prioridad", ana)}, "change_deleted_since": {("isActive", ana)}}
        assert {(each["field"], each["actor"]) for each in data.get("changed", ())} == told.get(code, set())


async def test_21_5_a_comment_is_withdrawn_by_its_author_and_shown_to_nobody(world):
    task = await world.task()
    comment = await world.comment(task, "Palabra rarísima")
    commented = await last_change(world, f"/tasks/{task['id']}")
    assert refused(await undo(world, commented["seq"], "lucia"), 409)["code"] == "change_stays"
    refused(await undo(world, commented["seq"], "luis"), 404)
    (row,) = done(await undo(world, commented["seq"]))["rows"]
    assert (row["kind"], row["entityId"], row["undoes"]) == ("comment.deleted", comment["id"], commented["seq"])
    assert await world.read(f"/tasks/{task['id']}/comments", "ana") == []
    assert await world.read("/search?q=rarísima", "ana") == []
    assert (await world.task_now(task))["ultimoComentarioFecha"] is None
    for page in (await changes(world, "root"), await world.read(f"/tasks/{task['id']}/history", "ana")):
        assert all("rarísima" not in str(each["changed"]) for each in page["rows"])
    data = refused(await undo(world, commented["seq"]), 409)
    assert data["code"] == "change_undone"


async def test_21_5_a_comment_stays_after_a_while(world):
    task = await world.task()
    await world.comment(task)
    commented = await last_change(world, f"/tasks/{task['id']}")
    world.clock.advance(minutes=15, seconds=1)
    assert refused(await undo(world, commented["seq"]), 409)["code"] == "change_stays"


async def test_21_6_a_token_without_the_scope_that_writes_tasks_withdraws_no_comment(world):
    task = await world.task()
    await world.comment(task)
    commented = await last_change(world, f"/tasks/{task['id']}")
    limited = with_scopes(world, "ana", ["tasks:read"])
    refused(await undo(world, commented["seq"], limited), 403)


async def test_21_6_a_change_that_one_does_not_see_is_missing_and_one_that_one_may_not_make_is_forbidden(world):
    task = await world.task("lucia", responsibleUserIds=[world.id("ana")])
    done(await world.edit(task, "lucia", fechaCumplir="2026-12-02"))
    moved = (await last_change(world, f"/tasks/{task['id']}"))["seq"]
    assert refused(await undo(world, moved, "luis"), 404) == {
        **refused(await undo(world, 999_999, "luis"), 404), "requestId": ANY
    }  # fmt: skip
    refused(await undo(world, moved, "ana"), 403)
    done(await undo(world, moved, "lucia"))


async def test_21_6_who_takes_a_task_over_takes_that_back(world):
    task = await world.task()
    done(await world.team_edit(task, responsibleUserIds=[world.id("lucia")]))
    taken_over = (await last_change(world, f"/tasks/{task['id']}"))["seq"]
    refused(await undo(world, taken_over, "luis"), 404)
    done(await undo(world, taken_over, "lucia"))
    assert (await world.read(f"/tasks/{task['id']}"))["responsibleUserIds"] == [world.id("ana")]


async def test_21_6_a_token_needs_the_scope_that_writes_the_thing(world):
    task, event = await world.task(), await world.event()
    done(await world.edit(task, prioridad="ALTA"))
    edited = await last_change(world, f"/tasks/{task['id']}")
    done(await world.patch(f"/events/{event['id']}", {"title": "Otra"}))
    item = (await world.log())["items"][0]
    done(await world.advance(item, 100))
    of_item = next(row for row in (await changes(world))["rows"][::-1] if row["kind"] == "item.updated")
    of_event = await last_change(world, f"/events/{event['id']}")
    seqs = {"logs": of_item["seq"], "events": of_event["seq"], "tasks": edited["seq"]}
    for area, seq in seqs.items():
        reply = await undo(world, seq, with_scopes(world, "ana", {f"{area}:read"}))
        assert refused(reply, 403)["code"] == "insufficient_scope"
        assert f'scope="{area}:write"' in reply.headers["WWW-Authenticate"]
        refused(await undo(world, seq, with_scopes(world, "ana", {"people:write"})), 404)
        done(await undo(world, seq, with_scopes(world, "ana", {f"{area}:write"})))


# Waiting


def held(world):
    return list(world.server.app.held.held.values())


async def waiting(world, who="ana", after="", wait=20, **more):
    """A request that waits for what comes after a position, once it does."""
    before = len(held(world))
    task = asyncio.create_task(changes(world, who, after, wait=wait, **more))
    await until(lambda: len(held(world)) > before or task.done())
    assert not task.done()
    return task


async def now_of(world, who="root"):
    return (await changes(world, who, "now"))["next"]


async def test_21_7_who_waits_is_answered_by_the_commit_and_goes_on_from_there(world):
    position = await now_of(world)
    first = await waiting(world, "ana", position)
    made = await world.task()
    part = await first
    assert kinds(part) == [("task.created", made["id"])]
    assert part["rows"] == (await changes(world, "ana", position))["rows"]
    second = await waiting(world, "ana", part["next"])
    event = await world.event()
    assert kinds(await second) == [("event.created", event["id"])]


async def test_21_7_what_one_may_not_read_answers_nobody_and_is_passed_over(world):
    position = await now_of(world)
    luis, lucia = [await waiting(world, who, position) for who in ("luis", "lucia")]
    hers = await world.task()
    assert kinds(await lucia) == [("task.created", hers["id"])]
    await until(lambda: [each.after for each in held(world)] != [int(position.partition("-")[2])])
    assert not luis.done()
    his = await world.task("luis")
    assert kinds(await luis) == [("task.created", his["id"])]


async def test_21_7_only_the_kinds_that_are_asked_for_and_what_the_scopes_read_answer(world):
    position = await now_of(world)
    comments = await waiting(world, "ana", position, kinds="comment")
    logs = await waiting(world, with_scopes(world, "ana", ["logs:read"]), position)
    events = await waiting(world, with_scopes(world, "ana", ["events:read"], "other"), position)
    task = await world.task()
    event = await world.event()
    assert kinds(await events) == [("event.created", event["id"])]
    comment = await world.comment(task, "ya")
    assert kinds(await comments) == [("comment.created", comment["id"])]
    assert not logs.done()
    log = await world.log()
    assert ("daily_log.created", log["id"]) in kinds(await logs)


async def test_21_7_at_most_the_rows_asked_for_and_the_next_leads_to_the_rest(world):
    position = await now_of(world)
    first = await waiting(world, "ana", position, limit=1)
    event = await world.event()
    await world.participant(event, userId=world.id("luis"))
    part = await first
    rest = await changes(world, "ana", part["next"])
    assert [*kinds(part), *kinds(rest)] == kinds(await changes(world, "ana", position))
    assert len(part["rows"]) == 1


@ONE_ENGINE
async def test_21_7_where_nothing_comes_the_answer_is_empty_with_the_position(world):
    await world.task()
    position = await now_of(world)
    assert await changes(world, "ana", position, wait=1) == {"rows": [], "next": position}


@ONE_ENGINE
async def test_21_7_a_wait_that_is_too_long_or_none_is_told(world):
    for wait in ("31", "-1", "x"):
        refused(await world.get(f"/changes?wait={wait}"), 400, "wait")


async def test_21_7_what_is_there_already_is_not_waited_for(world):
    position = await now_of(world)
    made = await world.task()
    assert kinds(await changes(world, "ana", position, wait=20)) == [("task.created", made["id"])]


@pytest.mark.parametrize("how", ["token_version", "inactive"])
async def test_21_7_a_wait_ends_when_its_access_does(world, how):
    world.server.app.authenticator.cache_seconds = 0.05
    position = await now_of(world)
    request = asyncio.create_task(world.get(f"/changes?after={position}&wait=20", "luis"))
    other = await waiting(world, "ana", position)
    await until(lambda: len(held(world)) == 2)
    if how == "inactive":
        await world.operate(users.set_user, "luis", users.UserUpdate(is_active=False))
    else:
        await world.operate(users.revoke_tokens, "luis")
    assert refused(await request, 401)["code"] == "unauthenticated"
    assert not other.done()
    made = await world.task()
    assert kinds(await other) == [("task.created", made["id"])]


async def test_21_7_who_comes_to_lead_somebody_meanwhile_reads_their_things(world):
    world.server.app.authenticator.cache_seconds = 0.05
    position = await now_of(world)
    marta = await waiting(world, "marta", position)
    await world.operate(users.set_user, "ana", users.UserUpdate(leader="marta"))
    await until(lambda: any(world.id("ana") in each.caller.actor.team for each in held(world)))
    made = await world.task()
    assert kinds(await marta) == [("task.created", made["id"])]

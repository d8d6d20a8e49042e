"""ETag: a read that the client has already is 304, a write past what they have not seen is 412."""

import pytest

from tests.api.world import connected, request
from tests.tables import each_row

TODAY = {"fecha": "2026-11-23"}
WRONG = '"0123456789abcdef01234567"'
STALE = {"If-Match": WRONG}


@pytest.fixture
async def task(world):
    """Lucía's task for Ana."""
    return await world.task("lucia", responsibleUserIds=[world.id("ana")])


def path_of(task) -> str:
    return f"/tasks/{task['id']}"


def edit(task, **changes):
    return {"descripcion": task["descripcion"], "fechaCumplir": task["fechaCumplir"], **changes}


async def tag_of(world, path, who="ana") -> str:
    return (await world.get(path, who)).headers["ETag"]


class TestTag:
    async def test_it_is_strong_and_stays_until_the_thing_changes(self, world, task):
        first = await tag_of(world, path_of(task))
        assert first.startswith('"')
        assert await tag_of(world, path_of(task)) == first
        world.clock.advance(seconds=1)
        await world.patch(path_of(task), edit(task, prioridad="ALTA"), "lucia")
        assert await tag_of(world, path_of(task)) != first

    async def test_it_is_the_same_in_every_language_and_for_everybody_who_sees_the_same(self, world, task):
        english = await world.get(path_of(task), headers={"Accept-Language": "en"})
        spanish = await world.get(path_of(task), "lucia")
        assert english.envelope["message"] != spanish.envelope["message"]
        assert english.headers["ETag"] == spanish.headers["ETag"]

    async def test_a_comment_changes_its_tasks_tag(self, world, task):
        before = await tag_of(world, path_of(task))
        await world.post(f"{path_of(task)}/comments", {"comentario": "x"})
        assert await tag_of(world, path_of(task)) != before

    async def test_a_logs_tag_follows_its_items(self, world, task):
        item = (await world.log())["items"][0]
        before = await tag_of(world, "/daily-logs/me?fecha=2026-11-23")
        written = await world.patch(f"/daily-logs/items/{item['id']}/avance", {**TODAY, "porcentaje": 30})
        after = await tag_of(world, "/daily-logs/me?fecha=2026-11-23")
        assert before != after == written.headers["ETag"]

    async def test_a_write_answers_the_tag_that_a_read_would(self, world, task):
        written = await world.patch(path_of(task), edit(task, prioridad="ALTA"), "lucia")
        assert written.headers["ETag"] == await tag_of(world, path_of(task))

    async def test_new_things_reports_and_refusals_have_none(self, world, task):
        replies = [
            await world.get("/tasks/999"),
            await world.post("/tasks", edit(task)),
            await world.get("/reports/me?desde=2026-11-23&hasta=2026-11-23"),
            await world.get("//health", None),
        ]
        assert [reply.status for reply in replies] == [404, 200, 200, 200]
        assert not any("ETag" in reply.headers for reply in replies)


class TestLists:
    async def test_a_list_that_the_client_has_is_304_until_it_changes(self, world, task):
        for path in ("/people", "/tasks", "/tasks?limit=5", f"/tasks/{task['id']}/comments", "/webhooks"):
            tag = await tag_of(world, path)
            reply = await world.get(path, headers={"If-None-Match": tag})
            assert (reply.status, reply.body, reply.headers["ETag"]) == (304, b"", tag), path
        had = await tag_of(world, "/tasks")
        await world.task()
        reply = await world.get("/tasks", headers={"If-None-Match": had})
        assert (reply.status, len(reply.data)) == (200, 2)

    async def test_a_page_is_not_the_same_once_another_follows_it(self, world, task):
        had = await tag_of(world, "/tasks?limit=1")
        await world.task()
        reply = await world.get("/tasks?limit=1", headers={"If-None-Match": had})
        assert (reply.status, "Link" in reply.headers) == (200, True)


class TestIfNoneMatch:
    @each_row(["{tag}", "W/{tag}", "*", '"other", {tag}', 'W/"other",{tag}', " {tag} "], given="world task")
    async def test_what_the_client_has_is_304_without_a_body(self, world, task, given):
        tag = await tag_of(world, path_of(task))
        reply = await world.get(path_of(task), headers={"If-None-Match": given.format(tag=tag)})
        assert (reply.status, reply.body, reply.headers["ETag"]) == (304, b"", tag)
        assert "X-Request-ID" in reply.headers
        assert "Content-Type" not in reply.headers

    @each_row([WRONG, f"W/{WRONG}", "", "nonsense", '"*"', "{bare}"], given="world task")
    async def test_anything_else_is_answered_whole(self, world, task, given):
        bare = (await tag_of(world, path_of(task))).strip('"')
        reply = await world.get(path_of(task), headers={"If-None-Match": given.format(bare=bare)})
        assert (reply.status, reply.data["id"]) == (200, task["id"])

    async def test_what_may_not_be_seen_is_404_and_not_304(self, world, task):
        tag = await tag_of(world, path_of(task))
        for given in (tag, "*"):
            assert (await world.get(path_of(task), "pablo", headers={"If-None-Match": given})).status == 404

    async def test_what_changed_since_is_answered_whole(self, world, task):
        tag = await tag_of(world, path_of(task))
        await world.patch(path_of(task), edit(task, prioridad="ALTA"), "lucia")
        reply = await world.get(path_of(task), headers={"If-None-Match": tag})
        assert (reply.status, reply.data["prioridad"]) == (200, "ALTA")

    async def test_the_connection_goes_on_after_a_304(self, world, task):
        tag = await tag_of(world, path_of(task))
        conditional = request(world, path=path_of(task), more=f"If-None-Match: {tag}\r\n")
        async with connected(world) as (reader, writer):
            writer.write(conditional + request(world, path=path_of(task)))
            first, second = [await reader.readuntil(b"\r\n\r\n") for _ in range(2)]
        assert first.startswith(b"HTTP/1.1 304 Not Modified\r\n")
        assert second.startswith(b"HTTP/1.1 200 OK\r\n")


class TestIfMatch:
    async def write(self, world, task, given):
        return await world.patch(path_of(task), edit(task, prioridad="URGENTE"), "lucia", headers={"If-Match": given})

    @pytest.mark.parametrize("given", ["{tag}", "*", '"other", {tag}', f"W/{WRONG}, {{tag}}"])
    async def test_a_write_to_what_was_read_is_done(self, world, task, given):
        tag = await tag_of(world, path_of(task))
        reply = await self.write(world, task, given.format(tag=tag))
        assert (reply.status, reply.headers["ETag"] != tag) == (200, True)

    @pytest.mark.parametrize("given", [WRONG, "W/{tag}", "", "nonsense", '"*"'])
    async def test_a_write_to_anything_else_is_412_and_changes_nothing(self, world, task, given):
        reply = await self.write(world, task, given.format(tag=await tag_of(world, path_of(task))))
        assert reply.refused == (412, "outdated")
        assert (await world.get(path_of(task))).data == task

    async def test_it_says_why_in_the_callers_language(self, world, task):
        for language, message in (
            ("es", "Esto cambió desde que lo leíste: vuelve a leerlo."),
            ("en", "This has changed since you read it: read it again."),
        ):
            headers = {**STALE, "Accept-Language": language}
            reply = await world.call("DELETE", path_of(task), "lucia", headers=headers)
            assert reply.envelope["message"] == message

    async def test_a_comment_is_guarded_too(self, world, task):
        comment = (await world.post(f"{path_of(task)}/comments", {"comentario": "x"})).data
        path = f"{path_of(task)}/comments/{comment['id']}"
        assert (await world.patch(path, {"comentario": "y"}, headers={"If-Match": WRONG})).status == 412
        tag = (await world.patch(path, {"comentario": "y"})).headers["ETag"]
        assert (await world.patch(path, {"comentario": "z"}, headers={"If-Match": tag})).status == 200
        assert (await world.patch(path, {"comentario": "w"}, headers={"If-Match": tag})).status == 412

    @pytest.mark.parametrize(("route", "change"), [("semaforo", {"semaforo": "ROJO"}), ("avance", {"porcentaje": 10})])
    async def test_an_item_is_guarded_by_its_log(self, world, task, route, change):
        item = (await world.log())["items"][0]
        tag = await tag_of(world, "/daily-logs/me?fecha=2026-11-23")
        path = f"/daily-logs/items/{item['id']}/{route}"
        assert (await world.patch(path, {**TODAY, **change}, headers={"If-Match": tag})).status == 200
        assert (await world.patch(path, {**TODAY, **change}, headers={"If-Match": tag})).refused == (412, "outdated")

    @pytest.mark.parametrize(
        ("resource", "body", "change"),
        [
            ("visibility", {"isVisible": True}, {"isVisible": False}),
            ("participants", {}, {"customerId": 7}),
            ("reminders", {"remindAt": "2026-11-23T15:30:00Z"}, {"sent": True}),
        ],
    )
    async def test_what_is_attached_to_an_event_is_guarded_by_what_a_put_answers(self, world, resource, body, change):
        times = {"startDatetime": "2026-11-23T10:00", "endDatetime": "2026-11-23T11:00"}
        events = [{"eventTypeId": 2, "title": "Junta", "statusId": 1, "isPublic": True, **times}] * 2
        event = [(await world.post("/events", each)).data["id"] for each in events][-1]
        body = {"eventId": event, **({} if resource == "reminders" else {"userId": world.id("luis")}), **body}
        path = f"/{resource}/{(await world.post(f'/{resource}', body)).data['id']}"
        tag = (await world.call("PUT", path, "ana", body)).headers["ETag"]
        world.clock.advance(hours=1)
        changed = await world.call("PUT", path, "root", {**body, **change}, headers={"If-Match": tag})
        assert (changed.status, changed.headers["ETag"] != tag) == (200, True)
        for method in ("PUT", "DELETE"):
            reply = await world.call(method, path, "ana", body, headers={"If-Match": tag})
            assert reply.refused == (412, "outdated")
            assert (await world.call(method, path, "luis", body, headers={"If-Match": tag})).status == 403
        tag = changed.headers["ETag"]
        assert (await world.call("DELETE", path, headers={"If-Match": tag})).status == 200

    async def test_a_post_has_nothing_to_match(self, world, task):
        reply = await world.post(f"{path_of(task)}/comments", {"comentario": "x"}, headers={"If-Match": WRONG})
        assert reply.status == 200


class TestOrder:
    """An outdated tag is a matter of state: what is told before a state is told before it."""

    async def test_what_may_not_be_seen_is_404(self, world, task):
        for who, path in (("pablo", path_of(task)), ("ana", "/tasks/999")):
            for given in (WRONG, "*"):
                reply = await world.call("DELETE", path, who, headers={"If-Match": given})
                assert reply.refused == (404, "task_not_found")

    async def test_a_bad_body_or_value_is_400(self, world, task):
        assert (await world.patch(path_of(task), {}, "lucia", headers=STALE)).status == 400
        wrong = edit(task, leaderUserId=999)
        reply = await world.patch(path_of(task), wrong, "lucia", headers=STALE)
        assert reply.faults == {"leaderUserId": "unknown_id"}

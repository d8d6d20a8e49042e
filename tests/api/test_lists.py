"""A list whole by default, or a page at a time, and between two dates."""

import re

import pytest

NEXT = re.compile(r"<(/api/v1(/[^>]*))>; rel=\"next\"")


def next_of(reply) -> str | None:
    """The next page's path below /api/v1, or None where there is none."""
    link = reply.headers.get("Link")
    return None if link is None else NEXT.fullmatch(link)[2]


async def ids(world, path, who="ana"):
    reply = await world.get(path, who)
    assert reply.status == 200, reply.body
    return [row["id"] for row in reply.data]


async def pages(world, path):
    """The ids of every page, following the links."""
    found = []
    while path is not None:
        reply = await world.get(path)
        found.append([row["id"] for row in reply.data])
        path = next_of(reply)
    return found


@pytest.fixture
async def five(world):
    """Five tasks of Ana's, due on five days; others' tasks lie between them."""
    found = []
    for day in range(1, 6):
        found.append((await world.task(fechaCumplir=f"2026-12-0{day}"))["id"])
        await world.task("pablo")
    return found


async def test_what_is_after_an_id_needs_no_limit_and_no_such_row(world, five):
    assert await ids(world, f"/tasks?afterId={five[2]}") == five[3:]
    assert await ids(world, f"/tasks?afterId={five[2] + 1}") == five[3:]
    assert await ids(world, "/tasks?afterId=0") == five


async def test_a_link_keeps_what_else_was_asked(world, five):
    reply = await world.get("/tasks?limit=1&from=2026-12-02&to=2026-12-04&x=%3E%0D%0A")
    assert next_of(reply) == f"/tasks?limit=1&afterId={five[1]}&from=2026-12-02&to=2026-12-04"
    assert await pages(world, "/tasks?limit=1&from=2026-12-02&to=2026-12-04") == [[each] for each in five[1:4]]


async def test_a_task_made_meanwhile_is_on_the_last_page(world, five):
    reply = await world.get("/tasks?limit=4")
    added = (await world.task())["id"]
    assert await pages(world, next_of(reply)) == [[five[4], added]]


async def test_comments_come_a_page_at_a_time(world):
    task, other = await world.task(), await world.task()
    made = []
    for number in range(3):
        made.append((await world.post(f"/tasks/{task['id']}/comments", {"comentario": f"{number}"})).data["id"])
        await world.post(f"/tasks/{other['id']}/comments", {"comentario": "otra"})
    assert await pages(world, f"/tasks/{task['id']}/comments?limit=2") == [made[:2], made[2:]]
    assert await ids(world, f"/tasks/{task['id']}/comments") == made


@pytest.mark.parametrize(
    ("query", "faults"),
    [
        ("limit=0", {"limit": "out_of_range"}),
        ("limit=-1", {"limit": "out_of_range"}),
        ("limit=1001", {"limit": "out_of_range"}),
        ("limit=", {"limit": "wrong_type"}),
        ("limit=null", {"limit": "wrong_type"}),
        ("limit=1.0", {"limit": "wrong_type"}),
        ("limit=1e2", {"limit": "wrong_type"}),
        ("limit=%D9%A5", {"limit": "wrong_type"}),
        ("limit=1&limit=1", {"limit": "repeated"}),
        ("afterId=x", {"afterId": "wrong_type"}),
        ("afterId=-1", {"afterId": "out_of_range"}),
        ("afterId=2147483648", {"afterId": "out_of_range"}),
        ("afterId=1&afterId=2", {"afterId": "repeated"}),
    ],
)
@pytest.mark.parametrize("path", ["/tasks?", "/tasks/range?start=2026-12-01&end=2026-12-31&", "/tasks/{id}/comments?"])
async def test_a_bad_page_is_refused_by_name(world, path, query, faults):
    task = await world.task()
    reply = await world.get(path.format(id=task["id"]) + query)
    assert (reply.status, reply.faults) == (400, faults)


@pytest.mark.parametrize("path", ["me/history", "team/history"])
async def test_what_is_not_by_id_has_no_pages(world, path):
    await world.task()
    for day in (23, 24):
        await world.log(fecha=f"2026-11-{day}")
    reply = await world.get(f"/daily-logs/{path}?desde=2026-11-01&hasta=2026-11-30&limit=1&afterId=x", "ana")
    assert (reply.status, next_of(reply)) == (200, None)
    assert len(reply.data) == (2 if path == "me/history" else 0)


async def test_head_answers_the_link_of_get(world, five):
    got, head = await world.get("/tasks?limit=2"), await world.call("HEAD", "/tasks?limit=2")
    assert (head.status, head.body, head.headers["Link"]) == (200, b"", got.headers["Link"])

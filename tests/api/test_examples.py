"""The five operations on examples: what they answer, and who is let do them."""

import pytest

WRITERS = [("root", 200), ("robot", 200), ("ana", 403), ("lucia", 403)]


@pytest.fixture
async def example(world):
    return (await world.post("/examples", {"name": "Uno"}, "root")).data


class TestCreate:
    async def test_it_answers_200_with_every_key_of_the_model(self, world):
        reply = await world.post("/examples", {"name": "Uno"}, "root")
        data = {"id": 1, "name": "Uno", "active": True}
        assert (reply.status, reply.envelope) == (200, {"status": 200, "message": "Correcto.", "data": data})

    @pytest.mark.parametrize(("who", "status"), WRITERS)
    async def test_who_may_create(self, world, who, status):
        assert (await world.post("/examples", {"name": "Uno"}, who)).status == status
        assert len((await world.get("/examples")).data) == (status == 200)

    @pytest.mark.parametrize("name", ["", " ", "ñ 🟢", "x" * 5000])
    async def test_a_name_comes_back_as_it_was_sent(self, world, name):
        made = (await world.post("/examples", {"name": name}, "root")).data
        assert made["name"] == name
        assert (await world.get(f"/examples/{made['id']}")).data == made

    @pytest.mark.parametrize(
        ("body", "code"),
        [
            ({}, "required"),
            ({"name": None}, "null_not_allowed"),
            ({"name": 1}, "wrong_type"),
            ({"name": "\0"}, "invalid_character"),
        ],
    )
    async def test_a_bad_name_is_refused(self, world, body, code):
        for method, path in (("POST", "/examples"), ("PUT", "/examples/1")):
            reply = await world.call(method, path, "root", body)
            assert (reply.status, reply.faults) == (400, {"name": code})

    async def test_what_only_the_service_sets_is_ignored(self, world):
        made = (await world.post("/examples", {"name": "Uno", "active": False, "id": 9}, "root")).data
        assert made == {"id": 1, "name": "Uno", "active": True}


class TestRead:
    @pytest.mark.parametrize("who", ["ana", "lucia", "root", "robot"])
    async def test_everybody_reads(self, world, example, who):
        assert (await world.get(f"/examples/{example['id']}", who)).data == example
        assert (await world.get("/examples", who)).data == [example]

    async def test_an_unknown_example_is_404(self, world):
        assert (await world.get("/examples/99")).refused == (404, "example_not_found")

    async def test_a_list_comes_in_pages_with_a_link_to_the_next(self, world, example):
        second = (await world.post("/examples", {"name": "Dos"}, "root")).data
        reply = await world.get("/examples?limit=1")
        link = f'</api/v1/examples?limit=1&afterId={example["id"]}>; rel="next"'
        assert (reply.data, reply.headers["Link"]) == ([example], link)
        assert (await world.get(f"/examples?afterId={example['id']}")).data == [second]


class TestReplace:
    @pytest.mark.parametrize(("who", "status"), WRITERS)
    async def test_who_may_replace(self, world, example, who, status):
        path = f"/examples/{example['id']}"
        assert (await world.call("PUT", path, who, {"name": "Dos"})).status == status
        assert (await world.get(path)).data == {**example, "name": "Dos" if status == 200 else "Uno"}

    async def test_active_is_kept_whatever_is_sent(self, world, example):
        reply = await world.call("PUT", f"/examples/{example['id']}", "root", {"name": "Dos", "active": False})
        assert reply.data == {"id": example["id"], "name": "Dos", "active": True}

    async def test_what_does_not_exist_is_404_before_it_is_403(self, world):
        for who in ("ana", "root"):
            assert (await world.call("PUT", "/examples/99", who, {"name": "Dos"})).refused == (404, "example_not_found")


class TestDelete:
    @pytest.mark.parametrize(("who", "status"), WRITERS)
    async def test_who_may_delete(self, world, example, who, status):
        path = f"/examples/{example['id']}"
        assert (await world.call("DELETE", path, who)).status == status
        assert (await world.get(path)).status == (404 if status == 200 else 200)
        assert (await world.get("/examples")).data == ([] if status == 200 else [example])

    async def test_it_answers_an_empty_object_and_a_second_time_404(self, world, example):
        path = f"/examples/{example['id']}"
        reply = await world.call("DELETE", path, "root")
        assert reply.envelope == {"status": 200, "message": "Correcto.", "data": {}}
        assert "ETag" not in reply.headers
        assert (await world.call("DELETE", path, "root")).refused == (404, "example_not_found")

    async def test_its_id_is_not_given_again(self, world, example):
        await world.call("DELETE", f"/examples/{example['id']}", "root")
        assert (await world.post("/examples", {"name": "Dos"}, "root")).data["id"] > example["id"]


async def test_each_path_takes_its_methods_only(world):
    assert (await world.patch("/examples/1", {}, "root")).headers["Allow"] == "DELETE, GET, HEAD, PUT"
    assert (await world.call("DELETE", "/examples", "root")).headers["Allow"] == "GET, HEAD, POST"

"""Examples: read by everybody, kept by admins and integrations."""

import pytest

from core import examples
from core.application.requests import build
from core.application.use_case import IdempotencyKey
from core.base.errors import Code
from core.base.model import Nothing
from core.records.examples import Example
from tests.cast import ANA, LUCIA, ROBOT, ROOT
from tests.core.refusals import forbidden, not_found
from tests.core.world import STRANGER_ID, fresh_world
from tests.tables import each_row


def named(name):
    return build(examples.ExampleRequest, {"name": name})


@pytest.fixture
async def example(world):
    return await world.run(ROOT, examples.create_example, named("First"))


async def listed(world, who=ANA):
    return await world.run(who, examples.list_examples)


@each_row([ROOT, ROBOT], world=fresh_world)
async def test_admins_and_integrations_create_examples_which_are_active(world, who):
    made = await world.run(who, examples.create_example, named("New"))
    assert (made.name, made.active) == ("New", True)
    assert await listed(world) == [made]


@pytest.mark.parametrize("who", [ANA, LUCIA, ROOT, ROBOT])
async def test_everybody_reads_examples(world, example, who):
    assert await world.run(who, examples.get_example, example.id) == example
    assert await listed(world, who) == [example]


@pytest.mark.parametrize("who", [ANA, LUCIA])
async def test_members_and_leaders_write_none(world, example, who):
    with forbidden():
        await world.run(who, examples.create_example, named("New"))
    with forbidden():
        await world.run(who, examples.replace_example, example.id, named("Other"))
    with forbidden():
        await world.run(who, examples.delete_example, example.id)
    assert await listed(world) == [example]


@pytest.mark.parametrize("active", [True, False])
async def test_a_replaced_example_is_as_active_as_it_was(world, example, active):
    world.store.set("examples", example.id, active=active)
    replaced = await world.run(ROBOT, examples.replace_example, example.id, named("Other"))
    assert replaced == Example(example.id, "Other", active)
    assert await listed(world) == [replaced]


async def test_a_deleted_example_is_missing_from_then_on(world, example):
    assert await world.run(ROOT, examples.delete_example, example.id) == Nothing()
    assert await listed(world) == []
    for use_case, *request in (
        (examples.get_example,),
        (examples.replace_example, named("Other")),
        (examples.delete_example,),
    ):
        with not_found(Code.EXAMPLE_NOT_FOUND, id=example.id):
            await world.run(ROOT, use_case, example.id, *request)


async def test_a_repeated_deletion_of_one_cause_has_the_same_outcome(world, example):
    for _ in range(2):
        outcome = await world.run(
            ROOT, examples.delete_example, example.id, idempotency_key=IdempotencyKey("rest", "1")
        )
        assert outcome == Nothing()


@each_row([ANA, ROOT], world=fresh_world)
async def test_an_unknown_example_is_missing_before_it_is_forbidden(world, who):
    with not_found(Code.EXAMPLE_NOT_FOUND, id=STRANGER_ID):
        await world.run(who, examples.replace_example, STRANGER_ID, named("Other"))
    with not_found(Code.EXAMPLE_NOT_FOUND, id=STRANGER_ID):
        await world.run(who, examples.delete_example, STRANGER_ID)

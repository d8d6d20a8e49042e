"""Use cases that a handler runs for one update: each command once, however often it is handled; queries as of now."""

from dataclasses import replace

import pytest

from bot.chat.callbacks.drafts import DraftCard
from bot.chat.context import ChatContext
from bot.chat.handlers.draft_kind import draft_body
from core.base.model import Language
from core.drafts import drafts
from core.people import users
from core.records.drafts import TaskDraft


async def context(world, update_id=77):
    """Ana's context of an update."""
    number = world.phone("ana").id
    actor = await world.pipeline.run(users.OPERATOR_CALLER, users.actor, world.users["ana"].id)
    return ChatContext(world.pipeline, update_id, number, number, "es", actor, Language.ES, issue_token=None)


def task_draft(world, words):
    return TaskDraft(descripcion=words, responsible_user_ids=(world.users["ana"].id,))


@pytest.fixture
def handle(world):
    """Begins a draft for each of some words, as one handling of an update does; their ids."""

    async def begin(*words, update_id=77):
        ctx = await context(world, update_id)
        made = [await ctx.run(drafts.begin_draft, task_draft(world, each)) for each in words]
        assert [draft.body.descripcion for draft in made] == list(words)
        return [draft.id for draft in made]

    return begin


async def test_a_command_that_is_run_again_for_an_update_is_another_one(handle):
    one, two = await handle("Uno", "Dos")
    assert one != two


async def test_however_often_an_update_is_handled_each_of_its_commands_is_applied_once(handle):
    first = await handle("Uno", "Dos")
    assert await handle("Uno", "Dos") == first
    assert not set(await handle("Uno", "Dos", update_id=78)) & set(first)


async def test_what_was_read_is_read_anew_once_a_command_has_changed_something(world):
    ctx = await context(world)
    card = DraftCard((await ctx.run(drafts.begin_draft, task_draft(world, "Uno"))).id)
    first = await draft_body(ctx, card)
    assert await draft_body(ctx, card) is first
    await ctx.run(drafts.change_draft, card.draft, task_draft(world, "Dos"))
    assert (await draft_body(ctx, card)).descripcion == "Dos"


async def test_what_was_read_for_one_person_is_not_given_to_another(world):
    ctx = await context(world)
    card = DraftCard((await ctx.run(drafts.begin_draft, task_draft(world, "Uno"))).id)
    assert await draft_body(ctx, card)
    luis = await world.pipeline.run(users.OPERATOR_CALLER, users.actor, world.users["luis"].id)
    assert await draft_body(replace(ctx, actor=luis), card) is None

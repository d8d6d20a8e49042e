"""What a handler runs for one update: each command once, however often the update is handled."""

import pytest

from bot.chat.context import ChatContext
from core.base.model import Language
from core.drafts import drafts
from core.people import users
from core.records.drafts import TaskDraft


@pytest.fixture
def handle(world):
    """Begins a draft for each of some words, as one handling of an update does; their ids."""

    async def begin(*words, update_id=77):
        number, ana = world.phone("ana").id, world.users["ana"]
        actor = await world.pipeline.run(users.OPERATOR_CALLER, users.actor, ana.id)
        ctx = ChatContext(world.pipeline, update_id, number, number, "es", actor, Language.ES, issue_token=None)
        made = [
            await ctx.run(drafts.begin_draft, TaskDraft(descripcion=each, responsible_user_ids=(ana.id,)))
            for each in words
        ]
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

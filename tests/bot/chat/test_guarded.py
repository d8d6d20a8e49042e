"""Errors while an update is handled end there: except for a store that is away, nothing escapes the router."""

import json

import pytest

from core.base.errors import Code, Unavailable
from core.records.chat import InboxUpdate

ANA = {"id": 101, "first_name": "Ana", "is_bot": False}
PRIVATE = {"id": 101, "type": "private"}
MESSAGE = {"message_id": 1, "chat": PRIVATE, "from": ANA, "date": 1, "text": "/hoy"}
UPDATES = {
    "message": MESSAGE,
    "edited_message": MESSAGE,
    "callback_query": {"id": "1", "from": ANA, "message": MESSAGE, "data": "1d"},
    "inline_query": {"id": "1", "from": ANA, "query": "", "offset": ""},
    "my_chat_member": {"chat": PRIVATE, "new_chat_member": {"status": "kicked", "user": ANA}},
}


@pytest.fixture
def handle(world, monkeypatch):
    """Handle an update of a kind while every use case raises this."""

    async def handled(kind, fault):
        async def run(*_, **__):
            raise fault

        monkeypatch.setattr(world.pipeline, "run", run)
        try:
            body = json.dumps({"update_id": 7, kind: UPDATES[kind]}).encode()
            await world.service.router.handle(InboxUpdate(7, 101, body))
        finally:
            monkeypatch.undo()

    return handled


@pytest.mark.parametrize("kind", UPDATES)
async def test_a_bug_is_logged_with_its_update_and_stack(handle, caplog, kind):
    await handle(kind, ValueError("a bug"))
    (logged,) = [record for record in caplog.records if record.exc_info]
    assert "update 7" in logged.getMessage()


@pytest.mark.parametrize("kind", UPDATES)
async def test_a_store_that_is_away_is_told_so_that_the_update_waits(handle, kind):
    with pytest.raises(Unavailable):
        await handle(kind, Unavailable(Code.UNAVAILABLE))


@pytest.mark.parametrize("kind", ["message", "edited_message"])
async def test_who_wrote_is_told_that_something_failed(world, handle, kind):
    await world.says("ana", "/hoy")
    await handle(kind, ValueError("a bug"))
    await world.phone("ana").wait("Algo falló")

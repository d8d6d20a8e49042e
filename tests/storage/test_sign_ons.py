"""Sign-ons of assistants are kept, found by their secrets and forgotten as the port says."""

from datetime import timedelta

from msgspec.structs import asdict, replace

from core.records.sign_ons import AuthorizationRequest, SignOn, SignOnStage
from tests.storage.rows import NOW, add_users

ASKED = AuthorizationRequest("c", "Claude", "claude.ai", "https://claude.ai/back", "x", "tasks:read", "y")


async def test_each_secret_finds_its_own_and_all_of_its_progress_is_kept(store):
    await add_users(store, "ana")
    read = lambda name, *args: store.read(lambda uow: getattr(uow.sign_ons, name)(*args))  # noqa: E731 as beside
    write = lambda name, *args: store.write(lambda uow: getattr(uow.sign_ons, name)(*args))  # noqa: E731
    for each in (b"1", b"2"):
        await write("add", ASKED, b"page" + each, b"chat" + each, NOW)
    first, second = [await read("by_page", b"page" + each) for each in (b"1", b"2")]
    assert first == SignOn(**asdict(ASKED), id=first.id, expires_at=NOW)
    assert [await read("by_chat", b"chat2"), await read("get", second.id)] == [second, second]
    assert await read("waiting", NOW - timedelta(seconds=1)) == 2
    later = replace(
        first, stage=SignOnStage.CODED, user_id=1, number="001234", tries=2, token_id="t", expires_at=NOW + timedelta(1)
    )
    await write("save", later)
    await write("put_code", first.id, b"code")
    assert await read("by_code", b"code") == later
    assert [await read("by_code", b"page1"), await read("waiting", NOW - timedelta(1))] == [None, 1]
    assert [await write("prune", NOW + timedelta(seconds=1), 9), await read("get", second.id)] == [1, None]
    assert await read("get", first.id) == later

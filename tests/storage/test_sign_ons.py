"""Sign-ons of assistants are kept, found by their secrets and forgotten as the port says."""

from datetime import timedelta

from msgspec.structs import asdict, replace

from core.records.sign_ons import AuthorizationRequest, SignOn, SignOnStage
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("sign_ons")
ASKED = AuthorizationRequest("c", "Claude", "claude.ai", "https://claude.ai/back", "x", "tasks:read", "y")


async def test_each_secret_finds_its_own_and_all_of_its_progress_is_kept(store):
    await add_users(store, "ana")
    for each in (b"1", b"2"):
        await write(store, "add", ASKED, b"page" + each, b"chat" + each, "", NOW)
    first, second = [await read(store, "by_page", b"page" + each) for each in (b"1", b"2")]
    assert first == SignOn(**asdict(ASKED), id=first.id, expires_at=NOW)
    assert [await read(store, "by_chat", b"chat2"), await read(store, "get", second.id)] == [second, second]
    assert await read(store, "unopened", NOW - timedelta(seconds=1)) == 2
    later = replace(
        first, stage=SignOnStage.CODED, user_id=1, number="001234", tries=2, token_id="t", expires_at=NOW + timedelta(1)
    )
    await write(store, "save", later)
    await write(store, "put_code", first.id, b"code")
    assert await read(store, "by_code", b"code") == later
    assert [await read(store, "by_code", b"page1"), await read(store, "unopened", NOW - timedelta(1))] == [None, 1]
    assert [await write(store, "prune", NOW + timedelta(seconds=1), 9), await read(store, "get", second.id)] == [
        1,
        None,
    ]
    assert await read(store, "get", first.id) == later


async def test_the_oldest_goes_that_nobody_has_opened_of_the_site_with_the_most(store):
    await add_users(store, "ana")
    begun = [(b"1", "far"), (b"2", "near"), (b"3", "far"), (b"4", "far"), (b"5", "far")]
    for name, site in begun:
        await write(store, "add", ASKED, name, name, site, NOW)
    await write(store, "save", replace(await read(store, "by_page", b"1"), user_id=1))
    before, left = NOW - timedelta(seconds=1), []
    for _ in range(4):
        await write(store, "drop_unopened", before)
        left.append("".join([name.decode() for name, _ in begun if await read(store, "by_page", name)]))
    assert left == ["1245", "125", "15", "1"]
    assert [await write(store, "drop_unopened", each) for each in (before, NOW)] == [0, 0]

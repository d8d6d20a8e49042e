"""Calendar links are kept, found by their secret and forgotten as the port says."""

from datetime import timedelta

import pytest

from core.records.calendar_links import CalendarKind, CalendarLink
from tests.storage.rows import NOW, add_users
from tests.storage.units import calls_of

read, write = calls_of("calendar_links")
ANA, LUIS = 1, 2


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


async def test_each_kind_comes_back_by_id_and_by_secret(store):
    made = [await write(store, "add", ANA, kind, kind.encode(), NOW) for kind in CalendarKind]
    assert made == [CalendarLink(each.id, ANA, kind, NOW) for each, kind in zip(made, CalendarKind, strict=True)]
    theirs = await write(store, "add", LUIS, CalendarKind.MINE, b"\x00\xff" * 16, NOW)
    assert [await read(store, "of_person", each) for each in (ANA, LUIS)] == [made, [theirs]]
    assert await read(store, "by_secret", b"\x00\xff" * 16) == await read(store, "get", theirs.id) == theirs
    assert await read(store, "by_secret", b"\x00") is None


async def test_one_that_ended_is_not_found_or_changed_and_is_forgotten_later(store):
    link, other = [await write(store, "add", ANA, CalendarKind.MINE, secret, NOW) for secret in (b"a", b"b")]
    await write(store, "end", link.id, NOW)
    await write(store, "end", link.id, NOW + timedelta(days=9))
    await write(store, "renew", link.id, b"c")
    await write(store, "note_fetch", link.id, "x", NOW)
    assert [await read(store, "by_secret", each) for each in (b"a", b"c")] == [None, None]
    assert (await read(store, "get", link.id), await read(store, "of_person", ANA)) == (None, [other])
    assert await write(store, "prune", NOW, 10) == 0
    assert await write(store, "prune", NOW + timedelta(seconds=1), 10) == 1
    assert (await write(store, "add", ANA, CalendarKind.MINE, b"a", NOW)).id > other.id


async def test_a_fetch_is_noted_and_forgotten_with_a_new_secret(store):
    link = await write(store, "add", ANA, CalendarKind.TEAM, b"a", NOW)
    await write(store, "note_fetch", link.id, "Thunderbird", NOW)
    assert await read(store, "get", link.id) == CalendarLink(link.id, ANA, CalendarKind.TEAM, NOW, NOW, "Thunderbird")
    await write(store, "renew", link.id, b"b")
    assert (await read(store, "by_secret", b"a"), await read(store, "by_secret", b"b")) == (None, link)


async def test_each_secret_that_ends_is_counted(store):
    link = await write(store, "add", ANA, CalendarKind.TEAM, b"a", NOW)
    counts = [await read(store, "secrets_ended")]
    for name, value in (("renew", b"b"), ("end", NOW)):
        await write(store, name, link.id, value)
        counts.append(await read(store, "secrets_ended"))
    assert counts == [counts[0], counts[0] + 1, counts[0] + 2]

"""Calendar links are kept, found by their secret and forgotten as the port says."""

from datetime import timedelta

import pytest

from core.records.calendar_links import CalendarKind, CalendarLink
from tests.storage.rows import NOW, add_users

ANA, LUIS = 1, 2


@pytest.fixture(autouse=True)
async def people(store):
    await add_users(store, "ana", "luis")


def reading(store):
    return lambda name, *args: store.read(lambda uow: getattr(uow.calendar_links, name)(*args))


def writing(store):
    return lambda name, *args: store.write(lambda uow: getattr(uow.calendar_links, name)(*args))


async def test_each_kind_comes_back_by_id_and_by_secret(store):
    read, write = reading(store), writing(store)
    made = [await write("add", ANA, kind, kind.encode(), NOW) for kind in CalendarKind]
    assert made == [CalendarLink(each.id, ANA, kind, NOW) for each, kind in zip(made, CalendarKind, strict=True)]
    theirs = await write("add", LUIS, CalendarKind.MINE, b"\x00\xff" * 16, NOW)
    assert [await read("of", each) for each in (ANA, LUIS)] == [made, [theirs]]
    assert await read("by_secret", b"\x00\xff" * 16) == await read("get", theirs.id) == theirs
    assert await read("by_secret", b"\x00") is None


async def test_one_that_ended_is_found_no_more_changes_no_more_and_is_forgotten_later(store):
    read, write = reading(store), writing(store)
    link, other = [await write("add", ANA, CalendarKind.MINE, secret, NOW) for secret in (b"a", b"b")]
    await write("end", link.id, NOW)
    await write("end", link.id, NOW + timedelta(days=9))
    await write("renew", link.id, b"c")
    await write("note_fetch", link.id, "x", NOW)
    assert [await read("by_secret", each) for each in (b"a", b"c")] == [None, None]
    assert (await read("get", link.id), await read("of", ANA)) == (None, [other])
    assert await write("prune", NOW, 10) == 0
    assert await write("prune", NOW + timedelta(seconds=1), 10) == 1
    assert (await write("add", ANA, CalendarKind.MINE, b"a", NOW)).id > other.id


async def test_a_fetch_is_noted_and_forgotten_with_a_new_secret(store):
    read, write = reading(store), writing(store)
    link = await write("add", ANA, CalendarKind.TEAM, b"a", NOW)
    await write("note_fetch", link.id, "Thunderbird", NOW)
    assert await read("get", link.id) == CalendarLink(link.id, ANA, CalendarKind.TEAM, NOW, NOW, "Thunderbird")
    await write("renew", link.id, b"b")
    assert (await read("by_secret", b"a"), await read("by_secret", b"b")) == (None, link)


async def test_each_secret_that_ends_is_counted(store):
    read, write = reading(store), writing(store)
    link = await write("add", ANA, CalendarKind.TEAM, b"a", NOW)
    counts = [await read("secrets_ended")]
    for name, value in (("renew", b"b"), ("end", NOW)):
        await write(name, link.id, value)
        counts.append(await read("secrets_ended"))
    assert counts == [counts[0], counts[0] + 1, counts[0] + 2]

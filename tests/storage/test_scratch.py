"""A copy to try something on: it holds the same on either engine, and what is tried on it stays there."""

import pytest

import storage
from storage.maintenance import schema_of
from storage.schema.journal import journal_state
from storage.schema.metadata import metadata
from tests.storage.rows import add_users


def rows(url):
    def read(connection):
        return {
            table.name: sorted(map(repr, connection.execute(table.select()).all()))
            for table in metadata.sorted_tables
            if table is not journal_state  # a copy is another database
        }

    return schema_of(url).transaction(read)


async def test_a_copy_holds_all_and_what_is_done_to_it_is_done_to_nothing_else(filled_url):
    before = rows(filled_url)
    assert all(before.values())
    async with storage.scratch_copy(filled_url) as copy:
        assert rows(copy) == before
        async with storage.open_store(copy) as scratch:
            await add_users(scratch, "eva")
        assert storage.check(copy) == storage.check(filled_url)
    assert rows(filled_url) == before
    with pytest.raises(ValueError, match="does not exist"):
        storage.upgrade(copy)


async def test_of_nothing_there_is_no_copy(tmp_path):
    with pytest.raises(OSError, match="there is no database"):
        async with storage.scratch_copy(f"sqlite+aiosqlite:///{tmp_path}/x.db"):
            pass

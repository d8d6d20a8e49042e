"""The same migrations on PostgreSQL."""

import storage
from storage import schema


def test_the_migrated_schema_is_that_of_the_tables(new_postgresql_url):
    assert schema.schema_of(new_postgresql_url).transaction(schema.differences) == []


def test_upgrading_again_does_nothing(new_postgresql_url):
    assert storage.upgrade(new_postgresql_url) is False
    assert storage.check(new_postgresql_url) == []

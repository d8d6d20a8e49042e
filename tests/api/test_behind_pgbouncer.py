"""The same app over PostgreSQL behind pgbouncer, in transaction mode."""

import pytest

from tests.api.test_on_real_stores import (  # noqa: F401  collected once more, over the URL below
    test_a_log_opened_from_many_places_at_once_is_one,
    test_a_member_lives_their_day_and_their_leader_reads_it,
    test_a_post_repeated_at_once_and_later_is_applied_once,
    test_of_many_guarded_writes_at_once_one_is_done,
    world,
)

pytestmark = pytest.mark.long


@pytest.fixture
def url(pgbouncer_url):
    """The database of `world`."""
    return pgbouncer_url

"""Units of work and races behind pgbouncer, where each transaction may be another session's."""

import pytest

import storage
from tests.storage.test_races import (  # noqa: F401  collected once more, over the store below
    test_a_cause_is_applied_once_and_everybody_is_told_its_outcome,
    test_a_day_is_opened_once,
    test_an_item_is_completed_once_and_its_task_closed_with_it,
    test_who_closes_a_task_shuts_out_every_other_state,
    world,
)
from tests.storage.test_units_of_work import *  # noqa: F403  the same

pytestmark = pytest.mark.long


@pytest.fixture
async def store(pgbouncer_url):
    async with storage.open_store(pgbouncer_url) as store:
        yield store

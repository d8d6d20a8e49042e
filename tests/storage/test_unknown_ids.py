"""An id that was never given is of nothing, whichever repository is asked."""

import pytest

KINDS = ("users", "tasks", "event_types", "participants", "visibility", "reminders", "examples", "absences")


@pytest.mark.parametrize("kind", KINDS)
async def test_there_is_nothing_with_an_id_never_given(store, kind):
    assert await store.read(lambda uow: getattr(uow, kind).get(99)) is None

"""The run of the tests themselves: one that hangs is ended and named."""

import asyncio

import pytest

from tests.waiting import within


async def test_a_coroutine_that_hangs_is_ended_where_it_waits_and_tests_are_such(request):
    with pytest.raises(TimeoutError):
        await within(0.01, asyncio.Event().wait)()
    assert request.node.obj.__wrapped__.__name__ == request.node.name

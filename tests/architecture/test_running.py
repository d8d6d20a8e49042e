"""The run of the tests themselves: one that hangs is ended and named."""

import asyncio

import pytest

from tests import waiting
from tests.waiting import within


async def test_a_coroutine_that_hangs_is_ended_where_it_waits():
    with pytest.raises(TimeoutError):
        await within(0.01, asyncio.Event().wait)()


async def test_each_test_that_is_a_coroutine_is_ended_so():
    assert asyncio.current_task().get_coro().cr_code.co_filename == waiting.__file__

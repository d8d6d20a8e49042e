#!/usr/bin/env bash
# uvloop 0.23.0 with pytest-timeout 2.4.0: a test that waits in a coroutine is not ended by its time limit.
#
# Expected: pytest-timeout raises a failure in the handler of SIGALRM, which ends the test, as with asyncio's own loop.
# Seen: uvloop runs Python's handlers of signals in a callback of the loop, and gives what they raise to the loop's
# exception handler, which logs it. The test goes on: one that waits for what never comes hangs, and with it the run; one
# that ends later passes. The alarm comes once.
# What follows: limit coroutines by asyncio.timeout, which works in both loops. `--timeout-method thread` ends the process.
#
# Needs no network but for the packages; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check \
  pytest==9.2.0 pytest-asyncio==1.5.0 pytest-timeout==2.4.0 uvloop==0.23.0

cat > "$work/test_it.py" <<'PYTHON'
import asyncio

import pytest
import uvloop


@pytest.fixture(params=[asyncio.DefaultEventLoopPolicy, uvloop.EventLoopPolicy], ids=["asyncio", "uvloop"])
def event_loop_policy(request):
    return request.param()


@pytest.mark.asyncio
@pytest.mark.timeout(2, method="signal")
async def test_it():
    await asyncio.sleep(5)


@pytest.mark.asyncio
@pytest.mark.timeout(2, method="signal")
async def test_limited():
    async with asyncio.timeout(3):
        await asyncio.sleep(5)
PYTHON

cd "$work"
said=$("$work/venv/bin/pytest" -q -rA -W ignore -p no:cacheprovider test_it.py 2>&1 | grep -E "^(PASSED|FAILED)" | cut -d' ' -f1-2 || true)
echo "$said"
[ "$(LC_ALL=C sort <<< "$said")" = "FAILED test_it.py::test_it[asyncio]
FAILED test_it.py::test_limited[asyncio]
FAILED test_it.py::test_limited[uvloop]
PASSED test_it.py::test_it[uvloop]" ]

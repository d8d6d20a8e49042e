"""Programs of ours that run in a process of their own, so that they may be killed."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

OWN_VARIABLES = "SEMAFORO_"


async def started(program: str, *, stderr: int | None = None, **environment: str) -> Process:
    """A module as a new process; it gets none of our secrets, and no Ctrl+C of ours."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(OWN_VARIABLES)}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", program),
        stdin=PIPE,
        stdout=PIPE,
        stderr=stderr,
        env=others | environment,
        start_new_session=True,
    )


async def end(process: Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()

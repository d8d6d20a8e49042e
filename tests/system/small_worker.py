"""A worker that is there at once: it answers each connection with its number and ends as it is told to.

Its first argument is a folder; while there is a file `broken` in it, it ends before it is ready.
"""

import asyncio
import os
import signal
import sys
from pathlib import Path

from bot.worker import Worker

GRACE_SECONDS = 0.1
"""In which those are answered whose connections it has taken."""


async def main(folder: Path, worker: Worker) -> None:
    if (folder / "broken").exists():
        sys.exit(3)
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    worker.watch(stopped)

    async def answer(_reader, writer):
        writer.write(f"{os.getpid()}\n".encode())
        writer.close()

    servers = [await asyncio.start_server(answer, sock=each) for each in worker.sockets("api")]
    worker.tell_ready()
    await stopped.wait()
    for server in servers:
        server.close()
    await asyncio.sleep(GRACE_SECONDS)


asyncio.run(main(Path(sys.argv[1]), Worker.read(sys.argv[2].partition("=")[2])))

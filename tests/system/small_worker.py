"""A worker that is there at once: it answers each connection with its number and ends as it is told to.

Its first argument is a folder; while there is a file `broken` in it, it ends before it is ready; while there is one
`slow`, it is not ready. Of a file `endless` the first to be asked makes a loop without end.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from bot.process.worker import Worker


def answer(listening: socket.socket, folder: Path) -> None:
    """Take a connection and answer it at one go: whoever ends has none in hand."""
    with suppress(FileNotFoundError):
        (folder / "endless").unlink()
        while True:
            time.sleep(0.1)  # holds the event loop, and leaves the core to others
    with suppress(BlockingIOError):
        connection, _ = listening.accept()
        with connection:
            connection.sendall(f"{os.getpid()}\n".encode())


async def main(folder: Path, worker: Worker) -> None:
    if (folder / "broken").exists():
        sys.exit(3)
    while (folder / "slow").exists():
        sys.stderr.write(f"worker {worker.number} starts slowly\n")
        await asyncio.sleep(0.2)
    stopped, loop = asyncio.Event(), asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stopped.set)
    worker.watch(stopped)
    for each in worker.sockets("api"):
        each.listen()
        each.setblocking(False)
        loop.add_reader(each, answer, each, folder)
    worker.tell_ready()
    await stopped.wait()


asyncio.run(main(Path(sys.argv[1]), Worker.read(sys.argv[2].partition("=")[2])))

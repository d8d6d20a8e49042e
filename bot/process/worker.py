"""The place of a process among several: its number, the sockets that it was handed, and the supervisor over it.

A worker says on its standard output that it is ready, and from then on, by its event loop, that it is alive. It stops
when its standard input ends: then the supervisor is gone. A process that serves alone tells the service manager.
"""

import asyncio
import mmap
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

import msgspec
from msgspec import Struct

from bot.process.service_manager import ServiceManager

READY, ALIVE = b"ready\n", b"alive\n"
MEMORY_BYTES = 256 * 1024
BEAT_SECONDS = 1.0
"""The pause between two messages that the worker is alive."""


class Worker(Struct, frozen=True):
    """One of several processes, numbered from 1; 0 serves alone, and opens its sockets itself.

    In the `folder`, if there is one, they leave files for each other; a successor has the number of its predecessor.
    """

    number: int = 0
    descriptors: Mapping[str, Sequence[int]] = {}
    folder: str = ""
    memory: int | None = None
    """The descriptor of `MEMORY_BYTES` that all workers share."""

    @classmethod
    def read(cls, text: str) -> Self:
        """The inverse of `written`. Raises `ValueError`."""
        return msgspec.json.decode(text, type=cls)

    def written(self) -> str:
        """The worker as an argument of the command line."""
        return msgspec.json.encode(self).decode()

    def sockets(self, what: str) -> list[socket.socket]:
        return [socket.socket(fileno=number) for number in self.descriptors.get(what, ())]

    def shared_memory(self) -> mmap.mmap | None:
        """Return the memory in which the workers count together; None for a process that serves alone."""
        return None if self.memory is None else mmap.mmap(self.memory, MEMORY_BYTES)

    def watch(self, stopped: asyncio.Event) -> None:
        """Set the event when the supervisor is gone."""
        if not self.number:
            return
        loop, under = asyncio.get_running_loop(), sys.stdin.fileno()

        def ended() -> None:
            loop.remove_reader(under)
            stopped.set()

        loop.add_reader(under, ended)

    def tell_ready(self) -> None:
        """Say so, and from then on that the event loop is alive. A supervisor that does not listen holds up nothing."""
        if not self.number:
            ServiceManager().tell_ready()
            return
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        os.set_blocking(sys.stdout.fileno(), False)
        self.tell_alive()

    def tell_stopping(self) -> None:
        if not self.number:
            ServiceManager().tell_stopping()

    def tell_alive(self) -> None:
        with suppress(BlockingIOError, BrokenPipeError):
            os.write(sys.stdout.fileno(), ALIVE)
        asyncio.get_running_loop().call_later(BEAT_SECONDS, self.tell_alive)

"""What a process knows of being one of several: the sockets it was handed, and the process over it.

It says on its standard output that it is ready, and from then on, by its event loop, that it is alive. It stops when
its standard input ends: then that process is gone.
"""

import asyncio
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Self

import msgspec
from msgspec import Struct

READY, ALIVE = b"ready\n", b"alive\n"
BEAT_SECONDS = 1.0
"""Between two words that it is alive."""


class Worker(Struct, frozen=True):
    """One of several processes, numbered from 1; 0 serves alone, and opens its sockets itself."""

    number: int = 0
    descriptors: Mapping[str, Sequence[int]] = {}

    @classmethod
    def read(cls, text: str) -> Self:
        """The inverse of `written`. Raises `ValueError`."""
        return msgspec.json.decode(text, type=cls)

    def written(self) -> str:
        """As an argument of the command line."""
        return msgspec.json.encode(self).decode()

    def sockets(self, what: str) -> list[socket.socket]:
        return [socket.socket(fileno=number) for number in self.descriptors.get(what, ())]

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
        if self.number:
            sys.stdout.buffer.write(READY)
            sys.stdout.flush()
            os.set_blocking(sys.stdout.fileno(), False)
            self.tell_alive()

    def tell_alive(self) -> None:
        with suppress(BlockingIOError, BrokenPipeError):
            os.write(sys.stdout.fileno(), ALIVE)
        asyncio.get_running_loop().call_later(BEAT_SECONDS, self.tell_alive)

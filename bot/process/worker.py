"""What a process knows of being one of several: the sockets it was handed, and the process over it.

It says on its standard output that it is ready, and stops when its standard input ends: then that process is gone.
"""

import asyncio
import socket
import sys
from collections.abc import Mapping, Sequence
from typing import Self

import msgspec
from msgspec import Struct

READY = b"ready\n"


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
        if self.number:
            sys.stdout.buffer.write(READY)
            sys.stdout.flush()

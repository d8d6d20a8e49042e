"""Tells the service manager about this process, by systemd's protocol (sd_notify); does nothing if there is none.

It is told when the process is ready, when it stops, and in between, by the event loop itself, that it is alive: a
process that hangs is restarted (`WatchdogSec`).
"""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

A_SECOND = 1_000_000


class ServiceManager:
    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self.address = environment.get("NOTIFY_SOCKET", "").replace("@", "\0", 1)
        watched = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
        self.watchdog_seconds = int(environment.get("WATCHDOG_USEC", "0")) / A_SECOND if watched else 0

    def tell(self, state: str) -> None:
        """Send a state without waiting; a manager that does not listen is ignored."""
        if self.address:
            with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as way:
                way.sendto(state.encode(), self.address)

    def tell_ready(self) -> None:
        self.tell("READY=1")
        self.tell_alive()

    def tell_alive(self) -> None:
        if self.watchdog_seconds:
            self.tell("WATCHDOG=1")
            asyncio.get_running_loop().call_later(self.watchdog_seconds / 3, self.tell_alive)

    def tell_stopping(self) -> None:
        self.tell("STOPPING=1")

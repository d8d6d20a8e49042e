"""The names under which processes hold leases, and the test that a process is surely over.

Leases that run out are enough to be right. The test is to be quick: the leases of a process that was killed on this
machine need not run out first.
"""

import os
import secrets
import socket
from contextlib import suppress
from functools import cache
from pathlib import Path

BOOT = Path("/proc/sys/kernel/random/boot_id")
PROCESSES = Path("/proc/self/ns/pid")


def new_name() -> str:
    """A unique name of this process, with its machine and pid."""
    return f"{socket.gethostname()}:{machine()}:{os.getpid()}:{secrets.token_hex(4)}"


@cache
def machine() -> str:
    """The machine's boot and this container's pid namespace; "" if the system does not say."""
    with suppress(OSError):
        return f"{BOOT.read_text(encoding='ascii').strip()}.{PROCESSES.stat().st_ino}"
    return ""


def is_dead(name: str) -> bool:
    """Return True only if the named process ran on this machine and its pid is free now."""
    try:
        _, place, number, _ = name.rsplit(":", 3)
        if place and place == machine():
            os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except (ValueError, PermissionError):
        return False
    return False

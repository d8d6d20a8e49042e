"""The folder of tests' files: in memory, where there is room. A file there costs a tenth of one on a disk, or less.

What is true of a database whose process is killed is true there too; nothing here cuts the power.
"""

import os

MEMORY, ROOM_BYTES = "/dev/shm", 4 * 1024**3


def in_memory() -> str | None:
    """A folder with room, from which programs may be run; None where there is none."""
    try:
        found = os.statvfs(MEMORY)
    except OSError:
        return None
    fits = found.f_bavail * found.f_frsize > ROOM_BYTES and not found.f_flag & os.ST_NOEXEC
    return MEMORY if fits and os.access(MEMORY, os.W_OK) else None

"""What commands say beside their results: the log, and why nothing was done."""

import logging
import sys

INTERRUPTED = 130
"""The exit code of a command that was interrupted, as shells have it."""


def log(*, several: bool = False) -> None:
    """Log to standard error; of several processes each with its number."""
    who = "%(process)d " if several else ""
    logging.basicConfig(
        level=logging.INFO, format=f"%(asctime)s {who}%(levelname)s %(name)s: %(message)s", stream=sys.stderr
    )
    for chatty in ("httpx", "apscheduler", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def reason(fault: Exception) -> str:
    """Why a command could not be done, in words: what the system says without its number, behind the file's name."""
    if isinstance(fault, OSError) and fault.filename and fault.strerror:
        return f"{fault.filename}: {fault.strerror}"
    return str(fault)


def refuse(*lines: str) -> int:
    """Say why nothing was done."""
    for line in lines:
        print(f"semaforo: {line}", file=sys.stderr)
    return 1

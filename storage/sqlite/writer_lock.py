"""Lets the writers of several processes on one SQLite file take turns: the next is woken when the one before is done.

SQLite allows one writer too, but a waiting one polls after pauses that grow to 100 ms, in which the other begins again:
beside a busy process it hardly gets to write. So each transaction holds a lock on a file beside the database. The lock
is only for fairness: after waiting for long, a writer continues without it.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage.sqlite.connecting import BUSY_SECONDS, locks


class WriterLock:
    """The handle of one process, for the thread that writes."""

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}-turn")
        self._journal = path.with_name(f"{path.name}-wal")
        self._descriptor = self._opened()
        self._closed = False

    @contextmanager
    def mine(self, patience: float = BUSY_SECONDS) -> Iterator[None]:
        """Hold the lock, or continue without after `patience` seconds."""
        if locks is None or not (self._is_free() or self._becomes_free(patience)):
            yield
            return
        try:
            yield
        finally:
            locks.flock(self._descriptor, locks.LOCK_UN)

    def close(self) -> None:
        """Close the handle; idempotent. The last process to close removes the file, as SQLite does with its own."""
        if self._closed:
            return
        self._closed = True
        os.close(self._descriptor)
        if not self._journal.exists():
            self._path.unlink(missing_ok=True)

    def _opened(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def _is_free(self) -> bool:
        assert locks is not None  # noqa: S101 asked before
        try:
            locks.flock(self._descriptor, locks.LOCK_EX | locks.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _becomes_free(self, patience: float) -> bool:
        waiting = WaitingWriter(self._descriptor)
        waiting.start()
        waiting.join(patience)
        if waiting.gives_up():
            self._descriptor = self._opened()
            return False
        return True


class WaitingWriter(threading.Thread):
    """Waits for the lock, since flock has no timeout. After giving up, it releases the lock once it gets it."""

    def __init__(self, descriptor: int) -> None:
        super().__init__(name="turn", daemon=True)
        self._descriptor = descriptor
        self._one_at_a_time = threading.Lock()
        self._had = self._given_up = False

    def run(self) -> None:
        assert locks is not None  # noqa: S101 asked before
        locks.flock(self._descriptor, locks.LOCK_EX)
        with self._one_at_a_time:
            self._had = True
            if self._given_up:
                os.close(self._descriptor)

    def gives_up(self) -> bool:
        """Give up unless the lock has come; return whether it gave up. Then the thread closes the descriptor."""
        with self._one_at_a_time:
            self._given_up = not self._had
            return self._given_up

"""Checks that something is done within a time, on a machine on which other things run."""

import statistics
import time
from collections.abc import Callable

READS, TRIES = 11, 100


def is_done_within(seconds: float, act: Callable[[], object], reads: int = READS) -> bool:
    """Return whether the median of `reads` runs takes at most `seconds` of CPU: in one of many tries, since what else
    runs on the machine makes it twice that for seconds at a time."""
    return any(median_of(act, reads) <= seconds for _ in range(TRIES))


def median_of(act: Callable[[], object], reads: int) -> float:
    spent = []
    for _ in range(reads):
        start = time.thread_time()
        act()
        spent.append(time.thread_time() - start)
    return statistics.median(spent)

"""A check that the time to read a text grows no faster than the text."""

import gc
import time
from collections.abc import Callable, Iterator, Sequence

LONGEST = 4096
"""The longest message, in characters."""
MOST_GROWTH = 2.5
"""Of the CPU time, from a text to one twice as long."""
FLOOR_SECONDS = 0.005
"""Less says nothing of growth: other work on the machine makes it twice as much."""
TRIES, SOME = 20, 3
HOPELESS = 6
"""Such a growth in some tries is neither other work on the machine nor what is done only at first."""
FIRST, UP_TO = 16, 128


def steepest(read: Callable[[str], object], text: Callable[[int], str], longest: int) -> float:
    """The growth of the first text that takes too long for its length; 0 where none does.

    Texts become longer in small steps, so that what grows exponentially is found before it takes minutes.
    """
    return next((growth for length in lengths(longest) if (growth := least_growth(read, text, length))), 0)


def lengths(longest: int) -> Iterator[int]:
    length = float(FIRST)
    while length < longest:
        yield int(length)
        length *= 2**0.5 if length < UP_TO else 4
    yield longest


def least_growth(read: Callable[[str], object], text: Callable[[int], str], length: int) -> float:
    """The least growth of several tries, from half a length; 0 where one of them finds no more than is allowed."""
    found: list[float] = []
    for _ in range(TRIES):
        whole = spent(read, text(length))
        if whole <= FLOOR_SECONDS or whole <= MOST_GROWTH * (half := spent(read, text(length // 2))):
            return 0
        found.append(whole / half)
        if len(found) > SOME and min(found) > HOPELESS:
            break
    return min(found)


def spent(read: Callable[[str], object], text: str) -> float:
    """Seconds of this thread's CPU."""
    gc.disable()
    try:
        began = time.thread_time()
        read(text)
        return time.thread_time() - began
    finally:
        gc.enable()


def repeated(parts: Sequence[str]) -> Callable[[int], str]:
    """Texts of a beginning, which may be empty, and what is repeated behind it up to a length, with an end."""
    begin, part, end = parts

    def text(length: int) -> str:
        return f"{begin}{part * (length // len(part) + 1)}"[: length - len(end)] + end

    return text

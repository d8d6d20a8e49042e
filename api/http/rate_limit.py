"""Rate limits: how many requests a minute a caller may send, and how many refused tokens an address.

Each is the generic cell rate algorithm over one instant a key, until which all that it sent is paid for: a minute's
requests may come at once or spread over it. Answers say what is left, as draft-ietf-httpapi-ratelimit-headers has it.
"""

from collections.abc import Callable
from functools import lru_cache
from mmap import mmap
from time import monotonic_ns
from zlib import crc32

from api.http.errors import ApiCode, HttpError

SECOND = 1_000_000_000
MINUTE = 60 * SECOND
PROBES, STEPS = 8, 100
MEMORY_BYTES = 256 * 1024
"""Room for 16,384 keys at a time."""

Timer = Callable[[], int]
"""The nanoseconds of a clock that all processes of a machine share and nobody sets."""


class Instants:
    """An instant for each key, in memory that several processes may share. It has room for the latest keys only.

    Nothing is locked: of two processes that count a request of one key at the same moment, one may go uncounted.
    """

    def __init__(self, memory: bytearray | mmap) -> None:
        self.cells = memoryview(memory).cast("B").cast("q")
        """Pairs of a key and its instant."""

    def place_of(self, key: int) -> int:
        """The cell before the key's instant. A new key takes the place of the earliest instant near by."""
        cells = self.cells
        places = [(key + step) * 2 % len(cells) for step in range(PROBES)]
        known = [place for place in places if cells[place] == key]
        if known:
            return known[0]
        place = min(places, key=lambda each: cells[each + 1])
        cells[place + 1], cells[place] = 0, key
        return place


class RateLimit:
    """The rate of a policy, which the headers call `name`.

    Their lines are made once for each step of a minute, about a hundred, and rounded to the unfavourable one.
    """

    def __init__(self, name: str, per_minute: int, instants: Instants, timer: Timer = monotonic_ns) -> None:
        self.name, self.per_minute = name, per_minute
        self.interval = MINUTE // per_minute
        self.instants = instants
        self.cells, self.size = instants.cells, len(instants.cells)
        self.timer = timer
        self.steps = STEPS - (STEPS % per_minute if per_minute < STEPS else 0)
        self.step = -(-MINUTE // self.steps)
        self.lines = [self.header_lines(step) for step in range(self.steps + 1)]

    def header_lines(self, step: int) -> str:
        """Return the headers that say how many requests are left after `step` steps, and when all will be again."""
        left, whole_in = self.per_minute * (self.steps - step) // self.steps, -(-60 * step // self.steps)
        policy = f'RateLimit-Policy: "{self.name}";q={self.per_minute};w=60\r\n'
        return f'{policy}RateLimit: "{self.name}";r={left};t={whole_in}\r\n'

    def take(self, key: int) -> str:
        """Count a request; return header lines for its response. Raises `HttpError` with them if it is one too many."""
        now, cells = self.timer(), self.cells
        place = key * 2 % self.size
        if cells[place] != key:
            place = self.instants.place_of(key)
        ahead = cells[place + 1] - now
        ahead = ahead + self.interval if ahead > 0 else self.interval
        if ahead > MINUTE:
            wait = -((MINUTE - ahead) // SECOND)
            raise HttpError(ApiCode.TOO_MANY_REQUESTS, headers=f"{self.lines[-1]}Retry-After: {wait}\r\n")
        cells[place + 1] = now + ahead
        return self.lines[-(-ahead // self.step)]


@lru_cache(maxsize=4096)
def key_of(name: str, user_id: int = 0) -> int:
    """The key of a person's token, or of anything else; the same in every process. Two names rarely have one key."""
    return (user_id << 32) + crc32(name.encode())

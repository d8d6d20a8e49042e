"""`Idempotency-Key`: a POST that comes again is applied once and answered as the first time.

The record is the pipeline's (`core.use_case.Cause`), written with the effect. Here is what the header may be, and which
keys are being worked on in this process; between processes the transaction decides. Whoever asks again must be known
and active still, but need not be permitted still: the answer is their own, and says what was done when they were.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b

from multidict import CIMultiDictProxy, istr

from api.routing import Route
from core.access import Actor
from core.errors import Code, Conflict, FieldCode, Invalid
from core.use_case import Cause

HEADER = istr("Idempotency-Key")
KEY = re.compile(r"[!-~]{1,255}")


def key_of(headers: CIMultiDictProxy[str]) -> str | None:
    """The client's key, if any. Raises `Invalid` unless it is 1–255 visible ASCII characters, given once."""
    values = headers.getall(HEADER, ())
    if not values:
        return None
    if len(values) > 1:
        raise Invalid.at(str(HEADER), FieldCode.REPEATED)
    if not KEY.fullmatch(values[0]):
        raise Invalid.at(str(HEADER), FieldCode.INVALID_FORMAT)
    return values[0]


def cause_of(actor: Actor, route: Route, ids: Sequence[int], key: str, body: bytes) -> Cause:
    """The request as a cause: a key is its user's own, for one method and path."""
    place = " ".join(map(str, ids))
    return Cause(
        f"rest {actor.id} {route.method} {route.template} {place}", key, blake2b(body, digest_size=16).digest()
    )


class InFlight:
    """The causes that are being worked on."""

    def __init__(self) -> None:
        self.held: set[tuple[str, str]] = set()

    @contextmanager
    def hold(self, cause: Cause) -> Iterator[None]:
        """Hold a cause for the while. Raises `Conflict` where it is held already."""
        name = (cause.scope, cause.key)
        if name in self.held:
            raise Conflict(Code.CAUSE_IN_FLIGHT)
        self.held.add(name)
        try:
            yield
        finally:
            self.held.discard(name)

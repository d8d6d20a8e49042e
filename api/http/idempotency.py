"""Idempotency keys: a POST repeated within 24 hours (`core.jobs.pruning`) is applied once and gets the same response.

The pipeline stores the outcome with the effect (`core.application.use_case`). This module reads the header and knows
which keys are in use in this process; between processes the transaction decides. A repeated request needs a valid
token, but its permission is not checked again: the stored response is the caller's own.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b

from multidict import CIMultiDictProxy, istr

from api.http.routing import Route
from core.application.use_case import Caller, IdempotencyKey
from core.base.errors import Code, Conflict, FieldCode, Invalid

HEADER = istr("Idempotency-Key")
KEY = re.compile(r"[!-~]{1,255}")


def key_of(headers: CIMultiDictProxy[str]) -> str | None:
    """The key in the headers. Raises `Invalid` unless it is 1–255 visible ASCII characters, given once."""
    values = headers.getall(HEADER, ())
    if not values:
        return None
    if len(values) > 1:
        raise Invalid.at(str(HEADER), FieldCode.REPEATED)
    if not KEY.fullmatch(values[0]):
        raise Invalid.at(str(HEADER), FieldCode.INVALID_FORMAT)
    return values[0]


def idempotency_key_of(caller: Caller, route: Route, ids: Sequence[int], key: str, body: bytes) -> IdempotencyKey:
    """The key, scoped to its user, method and path, with a digest of the body.

    What is granted to one token is not told to another, which may be allowed less.
    """
    place = " ".join(map(str, [*ids, caller.token.id] if route.grants and caller.token else ids))
    return IdempotencyKey(
        f"rest {caller.actor.id} {route.method} {route.template} {place}", key, blake2b(body, digest_size=16).digest()
    )


class InFlight:
    """The keys of requests in progress."""

    def __init__(self) -> None:
        self.held: set[tuple[str, str]] = set()

    @contextmanager
    def hold(self, idempotency_key: IdempotencyKey) -> Iterator[None]:
        """Hold a key until the block ends. Raises `Conflict` if it is in use already."""
        name = (idempotency_key.scope, idempotency_key.key)
        if name in self.held:
            raise Conflict(Code.IDEMPOTENCY_KEY_IN_FLIGHT)
        self.held.add(name)
        try:
            yield
        finally:
            self.held.discard(name)

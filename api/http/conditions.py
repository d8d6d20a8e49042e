"""Conditional requests: `ETag`, `If-None-Match` (304) and `If-Match` (412).

An `ETag` is a hash of a response's `data` alone, without the envelope's message, which differs by language. So the
`ETag` of a response in one language is a valid `If-Match` in another.
"""

import re
from collections.abc import Sequence
from hashlib import blake2b

from aiohttp import hdrs
from multidict import CIMultiDictProxy

from api.http.responses import ENCODER
from core.application.use_case import Precondition, UseCase

ANY = "*"
TAG = re.compile(r'(W/)?("[^"]*")')


def etag_of(data: bytes) -> str:
    return f'"{blake2b(data, digest_size=12).hexdigest()}"'


def is_not_modified(headers: CIMultiDictProxy[str], tag: str) -> bool:
    """Return whether `If-None-Match` has the tag; weak ones count too."""
    lines = headers.getall(hdrs.IF_NONE_MATCH, ())
    if not lines:
        return False
    value = ",".join(lines).strip()
    return value == ANY or any(found[2] == tag for found in TAG.finditer(value))


def precondition_of(
    headers: CIMultiDictProxy[str], read: UseCase[..., object], ids: Sequence[int]
) -> Precondition | None:
    """Return the condition of `If-Match`: the resource, read in the write's transaction, has one of its strong tags.

    For `*` it may have any. None without the header.
    """
    lines = headers.getall(hdrs.IF_MATCH, ())
    value = ",".join(lines).strip()
    if not lines:
        return None
    if value == ANY:
        return Precondition(read, ids, lambda _: True)
    tags = {found[2] for found in TAG.finditer(value) if not found[1]}
    return Precondition(read, ids, lambda thing: etag_of(ENCODER.encode(thing)) in tags)

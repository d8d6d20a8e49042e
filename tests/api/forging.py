"""Tokens made by hand, good ones and bad ones, and the question whether one is refused by the book."""

import base64
import hashlib
import hmac
import json

from multidict import CIMultiDict, CIMultiDictProxy

from tests.api.world import SECRET


def claims(world, **changes):
    """Good claims of Ana's, changed; a claim of None is left out."""
    now = int(world.clock.now().timestamp())
    good = {
        "iss": "semaforo", "aud": "semaforo-api", "sub": str(world.id("ana")), "iat": now, "exp": now + 60,
        "jti": "1", "tv": 1,
    }  # fmt: skip
    return {name: value for name, value in {**good, **changes}.items() if value is not None}


def encoded(part) -> bytes:
    raw = part if isinstance(part, bytes) else json.dumps(part).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=")


def signed(header, payload, secret: str = SECRET) -> str:
    """A token made by hand, signed by HS256 whatever its header says."""
    signing = encoded(header) + b"." + encoded(payload)
    return (signing + b"." + encoded(hmac.digest(secret.encode(), signing, hashlib.sha256))).decode()


def header(world, **changes):
    return {"alg": "HS256", "typ": "JWT", "kid": world.keyring.current, **changes}


def bearing(token: str) -> CIMultiDictProxy[str]:
    """The headers of a request with a token."""
    return CIMultiDictProxy(CIMultiDict(Authorization=f"Bearer {token}"))


async def refused(world, authorization: str | None) -> bool:
    """Return whether a request with this header is 401, by the book."""
    headers = {} if authorization is None else {"Authorization": authorization}
    reply = await world.get("/tasks", None, headers=headers)
    if reply.status == 200:
        return False
    assert reply.refused == (401, "unauthenticated")
    assert reply.headers["WWW-Authenticate"] == "Bearer"
    return True

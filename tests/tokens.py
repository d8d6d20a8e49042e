"""Tokens without a row, as they were before tokens had names: any process that knows the secret makes one."""

import uuid
from collections.abc import Collection
from datetime import datetime, timedelta

from api.auth.tokens import AUDIENCE, ISSUER, Keyring
from core.records.people import User


def issue(
    keyring: Keyring,
    user: User,
    ttl: timedelta,
    now: datetime,
    token_id: str | None = None,
    scopes: Collection[str] | None = None,
) -> str:
    """A person's token, perhaps limited."""
    seconds = int(now.timestamp())
    claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": str(user.id), "tv": user.token_version}
    claims["jti"] = token_id or uuid.uuid4().hex
    times = {"iat": seconds, "exp": seconds + int(ttl.total_seconds())}
    return keyring.sign(claims | times | ({} if scopes is None else {"scope": " ".join(scopes)}))

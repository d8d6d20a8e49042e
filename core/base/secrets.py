"""Secrets that links and codes carry: they are random, and only their SHA-256 is kept."""

import secrets
from hashlib import sha256

SECRET_BYTES = 32


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> bytes:
    return sha256(secret.encode(errors="replace")).digest()

"""Another issuer on this machine: its keys, its JWKS address, and what it does when it is unwell."""

import asyncio
import json
from functools import cache
from typing import Self

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from api import Issuer

NAME, AUDIENCE = "https://login.example.com/", "https://semaforo.example.com"
CURVES = {"P-256": ec.SECP256R1, "P-384": ec.SECP384R1}


@cache
def private_key(algorithm: str, number: int = 1, size: int = 2048, curve: str = "P-256"):
    """A private key, made once: making one is slow."""
    if algorithm.startswith("RS"):
        return rsa.generate_private_key(65537, size)
    return ec.generate_private_key(CURVES[curve]())


def jwk(key, kid: str = "k1", **changes):
    """The public half as a JWKS says it; a change to None leaves a member out."""
    kind = jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPrivateKey) else jwt.algorithms.ECAlgorithm
    members = {**kind.to_jwk(key.public_key(), as_dict=True), "kid": kid, "use": "sig", **changes}
    return {name: value for name, value in members.items() if value is not None}


class LocalIssuer:
    """Serves `keys` as a JWKS on loopback, or `body` with `status` as they are; counts who asks."""

    def __init__(self, algorithm: str = "RS256", name: str = NAME) -> None:
        self.algorithm = algorithm
        self.name = name
        self.naming: dict[str, str] = {}
        """`user_claim` and `match`, where they are not the usual ones."""
        self.keys = [jwk(private_key(algorithm))]
        self.body: bytes | None = None
        self.status = 200
        self.headers: dict[str, str] = {}
        self.asked = 0
        self.answers = asyncio.Event()
        self.answers.set()

    async def __aenter__(self) -> Self:
        self.runner = web.ServerRunner(web.Server(self.answer, access_log=None), shutdown_timeout=0.1)
        await self.runner.setup()
        await web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}/jwks"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.runner.cleanup()

    @property
    def configured(self) -> Issuer:
        return Issuer(issuer=self.name, jwks_url=self.url, audience=AUDIENCE, algorithm=self.algorithm, **self.naming)

    async def answer(self, _request: web.BaseRequest) -> web.Response:
        self.asked += 1
        await self.answers.wait()
        body = json.dumps({"keys": self.keys}).encode() if self.body is None else self.body
        return web.Response(body=body, status=self.status, headers=self.headers)

    def claims(self, world, who: str = "ana", **changes):
        """Good claims, changed; a claim of None is left out."""
        now = int(world.clock.now().timestamp())
        good = {"iss": self.name, "aud": AUDIENCE, "sub": str(world.id(who)), "iat": now, "exp": now + 600, "jti": "1"}
        return {name: value for name, value in {**good, **changes}.items() if value is not None}

    def token(self, world, who: str = "ana", *, key=None, kid: str = "k1", headers=None, **changes) -> str:
        """A token signed by one of its keys, the first by default."""
        return jwt.encode(
            self.claims(world, who, **changes),
            key or private_key(self.algorithm),
            self.algorithm,
            {"kid": kid, **(headers or {})},
        )

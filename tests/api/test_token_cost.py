"""The cost of an attempt with a bad token: no more than that of a good one."""

import asyncio
import gc
import http.client
import socket
import time

import jwt
import pytest

from api.auth.authenticator import AuthenticationError
from tests.api.forging import bearing, claims, encoded, header, signed
from tests.api.local_issuer import private_key

ROUNDS = 60
FACTOR = 1.5
NOISE_US = 5.0


class TestCost:
    """CPU time of this process, not of the clock on the wall; the least of attempts made in turn:
    what else the machine does can only add to it.

    Our own good tokens are short, so that a long one is compared with a short one. Another issuer's may be long.
    """

    @pytest.fixture
    def tokens(self, world, issuer):
        """(the good token to compare with, the attacks) by name."""
        ours, theirs = world.tokens["ana"], issuer.token(world, jti="x" * 5000)
        big = {"x": "y" * 5000}
        rs256 = {"alg": "RS256", "kid": "k1"}
        wrong = "A" * 342
        nested = b"[" * 4000
        return {
            "ours": (
                ours,
                {
                    "oversized": "x" * 60_000,
                    "dots": "." * 8000,
                    "no base64": "é" * 8000,
                    "one long part": "x" * 8000,
                    "long header": signed(header(world, **big), claims(world)),
                    "header of many keys": signed(header(world, **{str(n): n for n in range(600)}), claims(world)),
                    "nested header": signed(b'{"alg":' + nested, claims(world)),
                    "short nested header": signed(b"[" * 700, claims(world)),
                    "alg none": signed(header(world, alg="none"), claims(world)),
                    "unknown kid": signed(header(world, kid="x"), claims(world, **big)),
                    "wrong signature": signed(header(world), claims(world, **big), "x" * 50),
                    "long signature": f"{ours}{'A' * 7000}",
                    "expired": signed(header(world), claims(world, exp=1)),
                    "no claims": signed(header(world), b"[" * 200),
                    "other issuer": signed(header(world), claims(world, iss="x")),
                },
            ),
            "theirs": (
                theirs,
                {
                    "wrong signature": f"{theirs.rpartition('.')[0]}.{wrong}",
                    "unknown kid": issuer.token(world, kid="x", jti="x" * 5000),
                    "unknown issuer": issuer.token(world, iss="x", jti="x" * 5000),
                    "nested payload": f"{encoded(rs256).decode()}.{encoded(nested).decode()}.{wrong}",
                    "payload of many keys": jwt.encode(
                        {**issuer.claims(world), **{f"{n}": n for n in range(500)}},
                        private_key("RS256", 2),
                        "RS256",
                        rs256,
                    ),
                    "long signature": f"{theirs.rpartition('.')[0]}.{'A' * 1000}",
                    "our algorithm": signed({**rs256, "alg": "HS256"}, issuer.claims(world, jti="x" * 5000)),
                    "expired": issuer.token(world, exp=1),
                    "wrong audience": issuer.token(world, aud="x"),
                },
            ),
        }

    async def cost(self, world, token: str, *, good: bool) -> float:
        """CPU microseconds from the header to the caller or the refusal and its line in the log, nothing cached."""
        authenticator = world.server.app.authenticator
        authenticator.verified.clear()
        headers = bearing(token)
        begun = time.process_time_ns()
        try:
            await authenticator.caller(headers)
            taken = time.process_time_ns() - begun
            assert good
        except AuthenticationError as error:
            world.server.app.audit.refused("x", error.reason, error.user_id, "127.0.0.1")
            taken = time.process_time_ns() - begun
            assert not good
        return taken / 1000

    @pytest.mark.parametrize("whose", ["ours", "theirs"])
    async def test_no_attempt_costs_more_than_a_good_token(self, world, tokens, whose):
        good, attacks = tokens[whose]
        taken = {name: [] for name in ("good", *attacks)}
        gc.disable()
        try:
            for _ in range(ROUNDS):
                taken["good"].append(await self.cost(world, good, good=True))
                for name, token in attacks.items():
                    taken[name].append(await self.cost(world, token, good=False))
        finally:
            gc.enable()
        costs = {name: min(each) for name, each in taken.items()}
        most = FACTOR * costs["good"] + NOISE_US
        assert {name: cost for name, cost in costs.items() if cost > most} == {}, costs

    async def test_nor_as_a_whole_request(self, world):
        """The CPU time of the thread that serves; the one that asks is another."""
        await world.task()
        tokens = {
            "good": world.tokens["ana"].encode(),
            "oversized": b"x" * 60_000,
            "dots": b"." * 8000,
            "form": b"x.y.z",
            "wrong signature": signed(header(world), claims(world, x="y" * 5000), "x" * 50).encode(),
        }
        taken = {name: [] for name in tokens}
        with socket.create_connection((world.server.host, world.server.port)) as connection:
            for _ in range(ROUNDS):
                for name, token in tokens.items():
                    world.server.app.authenticator.verified.clear()
                    begun = time.thread_time_ns()
                    status = await asyncio.to_thread(ask, connection, token)
                    taken[name].append(time.thread_time_ns() - begun)
                    assert status == (200 if name == "good" else 401)
        costs = {name: min(each) for name, each in taken.items()}
        assert max(costs.values()) == costs["good"], costs


def ask(connection: socket.socket, token: bytes) -> int:
    """The status of a GET, its answer read to the end."""
    connection.sendall(b"GET /api/v1/tasks/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + token + b"\r\n\r\n")
    with connection.makefile("rb") as answer:
        status = int(answer.readline().split(b" ")[1])
        head = http.client.parse_headers(answer)
        answer.read(int(head["Content-Length"]))
    return status

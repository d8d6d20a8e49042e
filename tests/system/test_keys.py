"""Keys that sign tokens, as configured: secrets that change over time, and other issuers."""

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import jwt
import pytest
from aiohttp import ClientSession

from bot.app import config, serving, wiring
from tests.api.local_issuer import AUDIENCE, NAME, LocalIssuer, private_key

FIRST, SECOND, THIRD = (f"{number} of the secrets that sign tokens in tests" for number in "123")


@pytest.fixture
def semaforo(semaforo, monkeypatch):
    """Run a command in a folder of its own, with these secrets; what it prints."""
    typed = semaforo
    monkeypatch.setenv("SEMAFORO_API_PORT", "0")

    def run(*argv, secret="", previous=""):
        monkeypatch.setenv("SEMAFORO_JWT_SECRET", secret)
        monkeypatch.setenv("SEMAFORO_JWT_PREVIOUS_SECRET", previous)
        if not argv:
            return config.load()
        code, lines, err = typed(*argv)
        assert code == 0, err
        return "\n".join(lines)

    return run


async def statuses(settings, *tokens) -> list[int]:
    """Return the statuses with which a service so configured answers each token."""
    async with AsyncExitStack() as stack:
        core = await wiring.open_core(settings, stack)
        address = await serving.start(settings, frozenset({config.API}), core, stack)
        async with ClientSession(address) as session:
            answers = []
            for token in tokens:
                async with session.get("/api/v1/tasks", headers={"Authorization": f"Bearer {token}"}) as answer:
                    answers.append(answer.status)
            return answers


def test_a_secret_is_changed_without_ending_the_tokens_of_the_one_before(semaforo):
    semaforo("user", "add", "ana", "--name", "Ana")
    issue = ("token", "issue", "ana")
    first = semaforo(*issue, secret=FIRST)
    second = semaforo(*issue, secret=SECOND, previous=FIRST)
    assert asyncio.run(statuses(semaforo(secret=FIRST), first, second)) == [200, 401]
    assert asyncio.run(statuses(semaforo(secret=SECOND, previous=FIRST), first, second)) == [200, 200]
    third = semaforo(*issue, secret=THIRD, previous=SECOND)
    assert asyncio.run(statuses(semaforo(secret=THIRD, previous=SECOND), first, second, third)) == [401, 200, 200]
    assert asyncio.run(statuses(semaforo(secret=THIRD), first, second, third)) == [401, 401, 200]


def test_a_revocation_ends_tokens_of_every_secret_and_of_other_issuers(semaforo, monkeypatch):
    user = json.loads(semaforo("user", "add", "ana", "--name", "Ana"))
    first = semaforo("token", "issue", "ana", secret=FIRST)
    second = semaforo("token", "issue", "ana", secret=SECOND)
    now = datetime.now(UTC)
    claims = {
        "iss": NAME, "aud": AUDIENCE, "sub": str(user["id"]), "iat": now, "exp": now + timedelta(hours=1), "jti": "1",
    }  # fmt: skip
    theirs = jwt.encode(claims, private_key("ES256"), "ES256", {"kid": "k1"})

    async def with_an_issuer() -> list[int]:
        async with LocalIssuer("ES256") as issuer:
            listed = [{name: getattr(issuer.configured, name) for name in issuer.configured.__struct_fields__}]
            monkeypatch.setenv("SEMAFORO_JWT_ISSUERS", json.dumps(listed))
            return await statuses(semaforo(secret=SECOND, previous=FIRST), first, second, theirs)

    assert asyncio.run(with_an_issuer()) == [200, 200, 200]
    semaforo("token", "revoke", "ana")
    assert asyncio.run(with_an_issuer()) == [401, 401, 401]


def test_an_issuer_that_is_away_does_not_keep_the_service_from_starting(semaforo, monkeypatch):
    issuer = {"issuer": "x", "jwks_url": "http://127.0.0.1:9/", "audience": "y", "algorithm": "RS256"}
    monkeypatch.setenv("SEMAFORO_JWT_ISSUERS", json.dumps([issuer]))
    semaforo("user", "add", "ana", "--name", "Ana")
    token = semaforo("token", "issue", "ana", secret=FIRST)
    assert asyncio.run(statuses(semaforo(secret=FIRST), token)) == [200]

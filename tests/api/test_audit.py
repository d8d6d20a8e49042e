"""Failed attempts in the log: what a line says, what it never says, and how many there are."""

import asyncio
import logging

import pytest

from core.base import audit as audit_module
from tests.api.forging import claims, header, signed
from tests.api.world import raw
from tests.waiting import until

EVIL = "evil\r\n2026-11-23 WARNING semaforo.audit: refused user=1"


@pytest.fixture
def lines(caplog):
    """The audit's lines so far."""
    caplog.set_level(logging.DEBUG)
    return lambda: [record.getMessage() for record in caplog.records if record.name == "semaforo.audit"]


async def attempt(world, token: str, **headers) -> None:
    reply = await world.get("/tasks", None, headers={"Authorization": f"Bearer {token}", **headers})
    assert reply.status == 401


@pytest.mark.parametrize(
    ("changes", "reason", "user"),
    [
        ({"sub": "999"}, "unknown_or_inactive", "999"), ({"exp": 1}, "expired", "2"),
        ({"nbf": 9999999999}, "not_yet", "2"), ({"tv": 2}, "revoked", "2"), ({"iss": "x"}, "issuer", "-"),
        ({"aud": "x"}, "audience", "-"), ({"sub": "x"}, "claims", "-"),
    ],
)  # fmt: skip
async def test_a_line_says_why_who_whence_and_which_request(world, lines, changes, reason, user):
    token = signed(header(world), claims(world, **changes))
    await attempt(world, token, **{"X-Request-ID": "seen-1"})
    assert lines() == [f"refused request_id=seen-1 reason={reason} user={user} remote=127.0.0.1"]


async def test_a_user_is_named_only_where_a_signature_proves_it(world, lines):
    await attempt(world, signed(header(world), claims(world), "x" * 50))
    assert "reason=signature user=- " in lines()[0]


async def test_without_a_token_there_is_a_line_too(world, lines):
    await world.get("/tasks", None)
    await world.get("/tasks", None, headers={"Authorization": "Basic YW5hOmFuYQ=="})
    assert [line.split(" ")[2] for line in lines()] == ["reason=no_header", "reason=scheme"]


async def test_a_good_token_leaves_none(world, lines):
    assert (await world.get("/tasks")).status == 200
    assert lines() == []


async def test_nothing_that_a_stranger_chose_is_in_any_line(world, lines, caplog):
    chosen = {"sub": EVIL, "iss": EVIL, "aud": EVIL, "jti": EVIL, "exp": EVIL}
    tokens = [signed(header(world, kid=EVIL, alg=alg), claims(world, **chosen)) for alg in ("HS256", "RS256", EVIL)]
    tokens += [signed(header(world), claims(world, **{name: EVIL})) for name in chosen if name != "jti"]
    tokens += [signed(header(world), claims(world, **chosen), "x" * 50), f"{EVIL[:4]}.%0d%0a.\\r\\n", "evil" * 3000]
    for token in tokens:
        await attempt(world, token, **{"X-Request-ID": "evil id"})
    assert len(lines()) == len(tokens)
    assert all(line.startswith("refused request_id=") and line.isprintable() for line in lines())
    assert "evil" not in caplog.text
    for token in tokens:
        assert all(part not in caplog.text for part in token.split(".") if len(part) > 8)


async def test_nor_in_that_of_what_was_no_http(world, caplog):
    caplog.set_level(logging.DEBUG)
    token = world.tokens["ana"].encode()
    for line in (b"Authorization: Bearer %s\x00", b"Authorization : Bearer %s", b"Authorization\x00: %s", b"Bearer %s"):
        status, *_ = await raw(world, b"GET /api/v1/tasks HTTP/1.1\r\nHost: x\r\n" + line % token + b"\r\n\r\n")
        assert status == 400
    assert "bad_http" in caplog.text
    assert token.decode().split(".")[1] not in caplog.text


class TestFlood:
    async def test_the_same_attempt_has_ten_lines_then_it_is_counted(self, lines, monkeypatch):
        monkeypatch.setattr(audit_module, "WINDOW", 0.01)
        audit = audit_module.Audit()
        for _ in range(25):
            audit.refused("r", "form", 0, "::1")
        assert len(lines()) == 10
        audit.refused("r", "expired", 4, "::1")
        assert "reason=expired user=4" in lines()[10]
        await until(lambda: not audit.counts)
        assert lines()[11:] == ["refused more=15 reason=form user=- remote=::1"]
        audit.refused("r", "form", 0, "::1")
        assert lines()[12].startswith("refused request_id=")

    async def test_what_had_no_room_ends_nobody_elses_count(self, lines, monkeypatch):
        monkeypatch.setattr(audit_module, "MAX_ENTRIES", 0)
        monkeypatch.setattr(audit_module, "WINDOW", 0.01)
        audit = audit_module.Audit()
        audit.refused("r", "form", 0, "::1")
        monkeypatch.setattr(audit_module, "MAX_ENTRIES", 1)
        monkeypatch.setattr(audit_module, "WINDOW", 60)
        for _ in range(11):
            audit.refused("r", "form", 0, "::1")
        await asyncio.sleep(0.05)
        assert len(audit.counts) == 1
        assert not any("more=" in line for line in lines())

    async def test_at_the_end_what_was_counted_is_told(self, world, lines):
        for _ in range(12):
            await attempt(world, "x")
        await world.server.stop()
        assert lines()[10:] == ["refused more=2 reason=form user=- remote=127.0.0.1"]

    async def test_beyond_what_is_kept_each_has_its_line(self, lines, monkeypatch):
        monkeypatch.setattr(audit_module, "MAX_ENTRIES", 2)
        audit = audit_module.Audit()
        for user in (1, 2, 3, 3, 3):
            audit.refused("r", "expired", user, "::1")
        assert len(audit.counts) == 2
        assert len(lines()) == 5
        audit.close()
        assert len(lines()) == 5

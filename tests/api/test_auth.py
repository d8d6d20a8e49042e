"""Tokens that must not open the door, and how soon a change in the directory closes it."""

import asyncio
from datetime import datetime, timedelta

import jwt
import pytest
from multidict import CIMultiDict, CIMultiDictProxy

from api import Authenticator, Keyring
from api.auth import authenticator as auth_module
from api.auth.authenticator import AuthenticationError
from api.auth.jws import InvalidToken, parse
from core.people import users
from core.people.users import UserUpdate
from tests.api.forging import bearing, claims, header, refused, signed
from tests.api.world import SECRET
from tests.tables import each_row
from tests.tokens import issue

OTHER = "another secret of more than thirty-two bytes!"


async def test_a_token_made_by_hand_opens(world):
    assert not await refused(world, f"Bearer {signed(header(world), claims(world))}")
    assert not await refused(world, f"bearer  {signed(header(world), claims(world, aud=['x', 'semaforo-api']))}")


@each_row(["x", "..", "a.b.c", "a.b.c.d", "é.é.é"], given="world")
async def test_other_words_than_a_bearer_token(world, token):
    assert await refused(world, f"Bearer {token}")


@each_row(
    [
        *({name: None} for name in ("exp", "iat", "iss", "aud", "sub", "jti", "tv")),
        *({"iss": "someone"}, {"iss": ["semaforo"]}, {"aud": "someone"}, {"aud": []}, {"aud": 1}, {"jti": 1}),
        *({"exp": 253402300800}, {"iat": -1}, {"nbf": None, "iat": 1.5}, {"tv": 2}, {"tv": 0}, {"tv": "1"}),
    ],
    given="world",
)
async def test_claims_that_do_not_stand(world, changes):
    assert await refused(world, f"Bearer {signed(header(world), claims(world, **changes))}")


@pytest.mark.parametrize(("claim", "seconds"), [("exp", 0), ("iat", 86401), ("nbf", 6)])
async def test_before_its_time_and_after_its_end(world, claim, seconds):
    at = int(world.clock.now().timestamp()) + seconds
    assert await refused(world, f"Bearer {signed(header(world), claims(world, **{claim: at}))}")


@pytest.mark.parametrize(("claim", "seconds"), [("exp", 1), ("nbf", 5)])
async def test_a_token_is_not_used_before_its_time_but_for_five_seconds_and_an_end_is_an_end(world, claim, seconds):
    at = int(world.clock.now().timestamp()) + seconds
    assert not await refused(world, f"Bearer {signed(header(world), claims(world, **{claim: at}))}")


async def test_our_clock_may_have_been_ahead_by_a_day_when_it_signed(world):
    ahead = int(world.clock.now().timestamp()) + 86400
    token = signed(header(world), claims(world, iat=ahead, exp=ahead + 60))
    assert not await refused(world, f"Bearer {token}")


async def test_a_token_ends_also_when_it_was_already_known(world):
    token = issue(world.keyring, world.users["ana"], timedelta(seconds=10), world.clock.now())
    assert not await refused(world, f"Bearer {token}")
    world.clock.advance(seconds=9)
    assert not await refused(world, f"Bearer {token}")
    world.clock.advance(seconds=1)
    assert await refused(world, f"Bearer {token}")


@each_row([b"[]", b"{", b"\xff", b"[" * 4000], given="world")
async def test_a_payload_that_is_not_an_object(world, payload):
    assert await refused(world, f"Bearer {signed(header(world), payload)}")


async def test_an_oversized_token_is_not_even_looked_at(world, monkeypatch):
    monkeypatch.setattr(auth_module, "parse", lambda *_: pytest.fail("looked at"))
    assert await refused(world, "Bearer " + "x" * (8 * 1024 + 1))


class TestDirectory:
    """The token says who; the directory says what they are, now."""

    async def change(self, world, **changes):
        await world.operate(users.set_user, "ana", UserUpdate(**changes))

    async def status(self, world) -> int:
        return (await world.get("/tasks")).status

    @pytest.mark.parametrize("change", ["deactivate", "revoke"])
    async def test_an_end_takes_effect_within_the_cache_time(self, world, change):
        assert await self.status(world) == 200
        if change == "revoke":
            await world.operate(users.revoke_tokens, "ana")
        else:
            await self.change(world, is_active=False)
        world.clock.advance(seconds=0.999)
        assert await self.status(world) == 200
        world.clock.advance(seconds=0.001)
        assert await self.status(world) == 401

    async def test_who_comes_back_is_let_in_within_the_cache_time_by_a_new_token(self, world):
        await self.change(world, is_active=False)
        assert await self.status(world) == 401
        await self.change(world, is_active=True)
        world.clock.advance(seconds=1)
        assert await self.status(world) == 401
        ana = await world.operate(users.known_user, "ana")
        assert not await refused(world, f"Bearer {issue(world.keyring, ana, timedelta(60), world.clock.now())}")

    async def test_a_token_issued_after_a_revocation_stands_also_while_the_old_one_is_honoured(self, world):
        assert await self.status(world) == 200
        ana = await world.operate(users.revoke_tokens, "ana")
        assert not await refused(world, f"Bearer {issue(world.keyring, ana, timedelta(60), world.clock.now())}")
        assert await self.status(world) == 401

    async def test_a_clock_set_back_keeps_nobody(self, world):
        await self.status(world)
        await self.change(world, is_active=False)
        token = signed(header(world), claims(world, iat=int(world.clock.now().timestamp()) - 90))
        world.clock.advance(seconds=-60)
        assert await refused(world, f"Bearer {token}")


class TestCaches:
    @pytest.fixture
    def reads(self, before_each):
        """Return how often the directory was read for a caller."""
        times = []

        async def slowly(unit):
            times.append(unit)
            await asyncio.sleep(0.01)

        before_each("read", slowly)
        return times

    @pytest.fixture
    def authenticator(self, world):
        return Authenticator(world.pipeline, world.keyring)

    async def test_requests_at_once_share_one_look_up(self, world, reads, authenticator):
        found = await asyncio.gather(*(authenticator.caller(bearing(world.tokens["ana"])) for _ in range(20)))
        assert {caller.actor.id for caller in found} == {world.id("ana")}
        assert len(reads) == 1
        assert not authenticator.loading

    async def test_a_caller_who_gives_up_takes_nobody_along(self, world, reads, authenticator):
        first = asyncio.create_task(authenticator.caller(bearing(world.tokens["ana"])))
        second = asyncio.create_task(authenticator.caller(bearing(world.tokens["ana"])))
        await asyncio.sleep(0)
        first.cancel()
        assert (await second).actor.id == world.id("ana")

    async def test_a_failed_look_up_is_not_kept(self, world, authenticator, monkeypatch):
        async def away(*_, **_how):
            raise ConnectionError("away")

        with monkeypatch.context() as patch:
            patch.setattr(world.pipeline.store, "read", away)
            with pytest.raises(ConnectionError):
                await authenticator.caller(bearing(world.tokens["ana"]))
        assert (await authenticator.caller(bearing(world.tokens["ana"]))).actor.id == world.id("ana")

    async def test_a_token_is_kept_once_however_its_header_is_written(self, world, authenticator):
        token = world.tokens["ana"]
        for line in (f"Bearer {token}", f"bearer   {token}", f"BEARER {token}{' ' * 9000}"):
            await authenticator.caller(CIMultiDictProxy(CIMultiDict(Authorization=line)))
        assert list(authenticator.verified) == [token]

    async def test_a_token_is_verified_once(self, world, authenticator, monkeypatch):
        await authenticator.caller(bearing(world.tokens["ana"]))
        monkeypatch.setattr(world.keyring, "verify", lambda *_: pytest.fail("verified again"))
        await authenticator.caller(bearing(world.tokens["ana"]))

    async def test_an_ended_token_issued_while_the_clock_was_ahead_costs_no_look_up_each_time(
        self, world, reads, authenticator
    ):
        ahead = int(world.clock.now().timestamp()) + 3600
        token = signed(header(world), claims(world, jti="t_ended", iat=ahead, exp=ahead + 60))
        for _ in range(3):
            with pytest.raises(AuthenticationError) as refusal:
                await authenticator.caller(bearing(token))
            assert refusal.value.reason == "ended"
        assert len(reads) == 1

    async def test_the_caches_are_bounded(self, world, authenticator, monkeypatch):
        monkeypatch.setattr(auth_module, "MAX_ENTRIES", 2)
        for who in ("ana", "luis", "lucia", "ana"):
            await authenticator.caller(bearing(world.tokens[who]))
        assert list(authenticator.people) == [world.id("lucia"), world.id("ana")]
        assert len(authenticator.verified) == 2

    def test_what_is_kept_again_is_the_newest(self, monkeypatch):
        monkeypatch.setattr(auth_module, "MAX_ENTRIES", 2)
        kept = {}
        for key in "abac":
            auth_module.remember(kept, key, key.upper())
        assert list(kept.items()) == [("a", "A"), ("c", "C")]

    async def test_what_is_refused_is_not_kept(self, world, authenticator):
        for number in range(5):
            with pytest.raises(users.Unauthenticated):
                await authenticator.caller(bearing(f"x{number}"))
        assert not authenticator.verified

    def test_nobody_is_kept_for_more_than_five_seconds(self, world):
        with pytest.raises(ValueError, match="0:00:05"):
            Authenticator(world.pipeline, world.keyring, cache=timedelta(seconds=6))


class TestKeyring:
    def test_a_short_secret_is_refused(self):
        for secrets in (["x" * 31], [SECRET, "x" * 31]):
            with pytest.raises(ValueError, match="32 bytes"):
                Keyring(*secrets)

    async def test_a_token_of_the_previous_key_stands_until_the_key_goes_and_new_ones_are_of_the_current(self, world):
        ana, now = world.users["ana"], world.clock.now()
        old, new = (issue(keys, ana, timedelta(60), now) for keys in (Keyring(OTHER), Keyring(SECRET, OTHER)))
        assert Keyring(SECRET, OTHER).verify(parse(old), now.timestamp()).person == ana.id
        assert await refused(world, f"Bearer {old}")
        assert not await refused(world, f"Bearer {new}")

    async def test_a_token_carries_what_the_contract_of_tokens_says(self, world):
        made = (await world.post("/me/tokens", {"name": "board", "scopes": ["tasks:read"]})).data
        said = jwt.decode(made["token"], options={"verify_signature": False})
        expires = int(datetime.fromisoformat(made["expiresAt"]).timestamp())
        assert said == claims(world, exp=expires, jti=made["id"], scope="tasks:read")
        assert jwt.get_unverified_header(made["token"]) == {"alg": "HS256", "kid": world.keyring.current}

    async def test_a_person_beyond_int32_is_not_even_looked_up(self, world):
        token = parse(signed(header(world), claims(world, sub="2147483648")))
        with pytest.raises(InvalidToken, match="sub"):
            world.keyring.verify(token, world.clock.now().timestamp())

    async def test_it_takes_no_other_algorithm_than_its_own(self, world):
        token = parse(signed(header(world, alg="HS384"), claims(world)))
        with pytest.raises(InvalidToken, match="algorithm"):
            world.keyring.verify(token, world.clock.now().timestamp())

    async def test_what_is_longer_than_any_of_ours_is_not_ours(self, world):
        long = signed(header(world), claims(world, x="y" * 700))
        assert await refused(world, f"Bearer {long}")

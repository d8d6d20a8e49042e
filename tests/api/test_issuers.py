"""Tokens of other issuers: whose keys count, when they are fetched, and what ends them."""

import asyncio
import json
import logging

import jwt
import pytest

from api import Authenticator, open_issuers
from api.auth.authenticator import AuthenticationError
from core.application.requests import build
from core.people import users
from core.people.users import UserUpdate
from tests.api.forging import bearing
from tests.api.local_issuer import AUDIENCE, LocalIssuer, jwk, private_key
from tests.tables import each_row


@pytest.fixture(params=["RS256", "ES256"])
async def issuer(request):
    async with LocalIssuer(request.param) as issuer:
        yield issuer


@pytest.fixture
async def rsa_issuer():
    async with LocalIssuer("RS256") as issuer:
        yield issuer


@pytest.fixture
async def trust(world):
    """Trust some issuers; the authenticator that does."""
    opened = []

    async def trust(*issuers):
        opened.append(open_issuers([issuer.configured for issuer in issuers], world.clock.now().timestamp()))
        authenticator = Authenticator(world.pipeline, world.keyring, await opened[-1].__aenter__())
        await asyncio.gather(
            *(
                each.keys.fetching
                for each in authenticator.issuers.trusted.values()
                if all(i.answers.is_set() for i in issuers)
            )
        )
        return authenticator

    yield trust
    for context in opened:
        await context.__aexit__(None, None, None)


async def caller(authenticator, token) -> int | str:
    """The id of whom a token is let in as, or the reason why not."""
    try:
        return (await authenticator.caller(bearing(token))).actor.id
    except AuthenticationError as refused:
        return refused.reason


async def test_a_token_of_a_trusted_issuer_opens(world, issuer, trust):
    authenticator = await trust(issuer)
    assert await caller(authenticator, issuer.token(world)) == world.id("ana")
    assert await caller(authenticator, issuer.token(world, aud=["x", AUDIENCE])) == world.id("ana")
    assert await caller(authenticator, world.tokens["luis"]) == world.id("luis")


async def test_a_header_of_more_than_a_kibibyte_is_not_read_however_well_it_is_signed(world, rsa_issuer, trust):
    authenticator = await trust(rsa_issuer)
    assert await caller(authenticator, rsa_issuer.token(world, headers={"x": "x" * 600})) == world.id("ana")
    assert await caller(authenticator, rsa_issuer.token(world, headers={"x": "x" * 1000})) == "header"


async def test_nobody_else_is_trusted(world, issuer, trust):
    authenticator = await trust()
    assert await caller(authenticator, issuer.token(world)) == "algorithm"
    async with LocalIssuer(issuer.algorithm, "https://other.example.com/") as other:
        authenticator = await trust(other)
        assert await caller(authenticator, issuer.token(world)) == "issuer"


@each_row(
    [
        *(({name: None}, "claims") for name in ("iss", "aud", "sub", "iat", "exp", "jti")),
        ({"iss": "semaforo"}, "issuer"),
        ({"iss": "https://login.example.com"}, "issuer"),
        ({"iss": ["https://login.example.com/"]}, "claims"),
        ({"aud": "semaforo-api"}, "audience"),
        ({"aud": ["semaforo-api"]}, "audience"),
        ({"aud": AUDIENCE + "/x"}, "audience"),
        ({"sub": "auth0|5f7c"}, "claims"),
        ({"sub": "999"}, "unknown_or_inactive"),
        ({"exp": 1}, "expired"),
        ({"exp": 1.5}, "expired"),
        ({"nbf": 9999999999}, "not_yet"),
        ({"iat": 9999999999}, "not_yet"),
    ],
    given="world rsa_issuer trust",
)
async def test_claims_that_do_not_stand(world, rsa_issuer, trust, changes, reason):
    token = jwt.api_jws.encode(
        json.dumps(rsa_issuer.claims(world, **changes)).encode(), private_key("RS256"), "RS256", {"kid": "k1"}
    )
    assert await caller(await trust(rsa_issuer), token) == reason


async def test_times_may_have_fractions_and_count_with_them(world, rsa_issuer, trust):
    now = world.clock.now().timestamp()
    opening = rsa_issuer.token(world, exp=now + 0.5, iat=now - 0.25, nbf=now + 4.75)
    authenticator = await trust(rsa_issuer)
    assert await caller(authenticator, opening) == world.id("ana")
    assert await caller(authenticator, rsa_issuer.token(world, nbf=now + 5.25)) == "not_yet"
    assert await caller(authenticator, rsa_issuer.token(world, iat=now + 5.25)) == "not_yet"
    world.clock.advance(seconds=0.5)
    assert await caller(authenticator, opening) == "expired"


async def test_a_role_or_a_version_that_it_claims_is_not_read(world, rsa_issuer, trust):
    authenticator = await trust(rsa_issuer)
    token = rsa_issuer.token(world, tv=7, role="admin")
    assert await caller(authenticator, token) == world.id("ana")
    assert authenticator.people[world.id("ana")].bearer.actor.role == "member"


async def test_each_issuer_has_its_own_keys_audience_and_algorithm(world, trust):
    other_key = private_key("RS256", 2)
    async with (
        LocalIssuer("RS256") as one,
        LocalIssuer("RS256", "https://two/") as two,
        LocalIssuer("ES256", "e") as ec,
    ):
        two.keys = [jwk(other_key)]
        authenticator = await trust(one, two, ec)
        for token in (one.token(world), two.token(world, key=other_key), ec.token(world)):
            assert await caller(authenticator, token) == world.id("ana")
        assert await caller(authenticator, one.token(world, key=other_key)) == "signature"
        assert await caller(authenticator, one.token(world, iss="https://two/")) == "signature"
        assert await caller(authenticator, one.token(world, iss="e")) == "algorithm"


@pytest.mark.parametrize(
    "changes",
    [
        {"use": "enc"}, {"alg": "RS512"}, {"alg": "HS256"}, {"key_ops": ["encrypt"]}, {"key_ops": "verify"},
        {"kty": "EC"}, {"kty": "oct", "k": "AAAA"}, {"d": "AQAB"}, {"kid": None}, {"kid": 1}, {"n": None}, {"n": 5},
        {"n": ""}, {"e": "!!!"}, {"e": "AA"},
    ],
)  # fmt: skip
async def test_a_key_that_is_not_meant_for_it_is_passed_over_and_the_others_count(world, rsa_issuer, trust, changes):
    rsa_issuer.keys = ["x", None, jwk(private_key("RS256"), **changes), jwk(private_key("RS256", 2), "k2")]
    authenticator = await trust(rsa_issuer)
    assert await caller(authenticator, rsa_issuer.token(world)) == "kid"
    good = rsa_issuer.token(world, key=private_key("RS256", 2), kid="k2")
    assert await caller(authenticator, good) == world.id("ana")


async def test_a_key_that_was_published_with_its_private_half_is_not_taken(world, issuer, trust):
    kind = jwt.algorithms.get_default_algorithms()[issuer.algorithm]
    issuer.keys = [{**kind.to_jwk(private_key(issuer.algorithm), as_dict=True), "kid": "k1", "key_ops": ["verify"]}]
    assert await caller(await trust(issuer), issuer.token(world)) == "kid"


@pytest.mark.filterwarnings("ignore::jwt.InsecureKeyLengthWarning")
async def test_a_key_that_is_too_small_is_not_taken(world, rsa_issuer, trust):
    weak = private_key("RS256", size=1024)
    rsa_issuer.keys = [jwk(weak)]
    assert await caller(await trust(rsa_issuer), rsa_issuer.token(world, key=weak)) == "kid"


async def test_es256_is_of_one_curve(world, trust):
    async with LocalIssuer("ES256") as issuer:
        issuer.keys = [jwk(private_key("ES384", curve="P-384"))]
        assert await caller(await trust(issuer), issuer.token(world)) == "kid"


class TestWhose:
    """The claim that names a token's person, and the field of the directory that it is compared with."""

    async def external(self, world, who, external_id):
        await world.operate(users.set_user, who, build(UserUpdate, {"externalId": external_id}))
        world.clock.advance(seconds=2)

    @pytest.mark.parametrize(
        ("naming", "claims"),
        [
            ({"match": "username"}, {"sub": "luis"}),
            ({"match": "username"}, {"sub": "LUIS"}),
            ({"user_claim": "preferred_username", "match": "username"}, {"preferred_username": "luis"}),
            ({"match": "external_id"}, {"sub": "auth0|5f7c"}),
            ({"user_claim": "oid", "match": "external_id"}, {"oid": "auth0|5f7c", "sub": None}),
            ({"user_claim": "email", "match": "external_id"}, {"email": "auth0|5f7c", "email_verified": True}),
            ({"user_claim": "email", "match": "external_id"}, {"email": "auth0|5f7c"}),
            ({"user_claim": "staff"}, {"staff": "3"}),
        ],
    )
    async def test_the_claim_that_is_named_says_it(self, world, rsa_issuer, trust, naming, claims):
        await self.external(world, "luis", "auth0|5f7c")
        rsa_issuer.naming = naming
        assert await caller(await trust(rsa_issuer), rsa_issuer.token(world, "ana", **claims)) == world.id("luis")

    @pytest.mark.parametrize(
        ("naming", "claims", "reason"),
        [
            ({"match": "username"}, {"sub": "2"}, "unknown_or_inactive"),
            ({"match": "username"}, {"sub": "ines"}, "unknown_or_inactive"),
            ({"match": "external_id"}, {"sub": "AUTH0|5f7c"}, "unknown_or_inactive"),
            ({"match": "external_id"}, {"sub": "luis"}, "unknown_or_inactive"),
            ({"match": "external_id"}, {"sub": ""}, "claims"),
            ({"match": "external_id"}, {"sub": "a\x00b"}, "claims"),
            ({"match": "external_id"}, {"sub": "x" * 256}, "claims"),
            ({"match": "external_id"}, {"sub": ["auth0|5f7c"]}, "claims"),
            ({"user_claim": "oid", "match": "external_id"}, {"sub": "auth0|5f7c"}, "claims"),
            ({"user_claim": "staff"}, {"staff": "luis"}, "claims"),
            ({"user_claim": "staff"}, {"staff": 3}, "claims"),
            *(
                (
                    {"user_claim": "email", "match": "external_id"},
                    {"email": "auth0|5f7c", "email_verified": verified},
                    "email_not_verified",
                )
                for verified in (False, "false", "true", 1)
            ),
        ],
    )
    async def test_nobody_else_is_let_in(self, world, rsa_issuer, trust, naming, claims, reason):
        await self.external(world, "luis", "auth0|5f7c")
        rsa_issuer.naming = naming
        signed = jwt.api_jws.encode(
            json.dumps(rsa_issuer.claims(world, **claims)).encode(), private_key("RS256"), "RS256", {"kid": "k1"}
        )
        assert await caller(await trust(rsa_issuer), signed) == reason

    async def test_an_external_id_that_is_given_to_another_person_takes_known_tokens_along(
        self, world, rsa_issuer, trust
    ):
        await self.external(world, "luis", "auth0|5f7c")
        rsa_issuer.naming = {"match": "external_id"}
        authenticator, token = await trust(rsa_issuer), rsa_issuer.token(world, sub="auth0|5f7c")
        assert await caller(authenticator, token) == world.id("luis")
        await self.external(world, "luis", None)
        assert await caller(authenticator, token) == "unknown_or_inactive"
        await self.external(world, "ana", "auth0|5f7c")
        assert await caller(authenticator, token) == world.id("ana")

    async def test_a_revocation_and_a_deactivation_end_it(self, world, rsa_issuer, trust):
        rsa_issuer.naming = {"match": "username"}
        authenticator, token = await trust(rsa_issuer), rsa_issuer.token(world, sub="luis")
        await world.operate(users.revoke_tokens, "luis")
        assert await caller(authenticator, token) == "revoked"
        await world.operate(users.set_user, "luis", build(UserUpdate, {"isActive": False}))
        world.clock.advance(seconds=2)
        assert await caller(authenticator, token) == "unknown_or_inactive"

    async def test_over_http_a_claim_that_names_nobody_is_401_and_a_line_of_the_audit(
        self, world, rsa_issuer, trust, caplog
    ):
        rsa_issuer.naming = {"user_claim": "email", "match": "external_id"}
        world.server.app.authenticator = await trust(rsa_issuer)
        world.tokens["nobody"] = rsa_issuer.token(world, email="nobody@example.com")
        with caplog.at_level(logging.WARNING, "semaforo.audit"):
            assert (await world.get("/me", "nobody")).refused == (401, "unauthenticated")
        assert "reason=unknown_or_inactive user=- remote=127.0.0.1" in caplog.text
        assert "nobody@example.com" not in caplog.text
        await self.external(world, "luis", "nobody@example.com")
        assert (await world.get("/me", "nobody")).data["username"] == "luis"


class TestFetching:
    async def test_nothing_waits_for_the_keys_at_the_start(self, world, rsa_issuer, trust):
        rsa_issuer.answers.clear()
        authenticator = await trust(rsa_issuer)
        assert await caller(authenticator, world.tokens["ana"]) == world.id("ana")
        waiting = [asyncio.create_task(caller(authenticator, rsa_issuer.token(world))) for _ in range(5)]
        await asyncio.sleep(0.05)
        rsa_issuer.answers.set()
        assert await asyncio.gather(*waiting) == [world.id("ana")] * 5
        assert rsa_issuer.asked == 1

    async def test_the_end_does_not_wait_for_a_fetch(self, rsa_issuer, world):
        rsa_issuer.answers.clear()
        async with asyncio.timeout(4), open_issuers([rsa_issuer.configured], 0.0):
            while not rsa_issuer.asked:
                await asyncio.sleep(0)
        rsa_issuer.answers.set()

    async def test_keys_that_are_fresh_are_not_asked_for_again(self, world, rsa_issuer, trust):
        authenticator = await trust(rsa_issuer)
        for seconds, asked in ((0, 1), (299, 1), (1, 2), (299, 2)):
            world.clock.advance(seconds=seconds)
            assert await caller(authenticator, rsa_issuer.token(world)) == world.id("ana")
            assert rsa_issuer.asked == asked

    async def test_a_new_key_is_fetched_when_its_first_token_comes(self, world, rsa_issuer, trust):
        authenticator = await trust(rsa_issuer)
        new = private_key("RS256", 2)
        rsa_issuer.keys.append(jwk(new, "k2"))
        world.clock.advance(seconds=10)
        assert await caller(authenticator, rsa_issuer.token(world, key=new, kid="k2")) == world.id("ana")
        assert rsa_issuer.asked == 2

    async def test_a_flood_of_unknown_kids_asks_the_issuer_once_in_ten_seconds(self, world, rsa_issuer, trust):
        authenticator = await trust(rsa_issuer)
        for seconds, asked in ((9.9, 1), (0.1, 2), (9.9, 2), (0.1, 3)):
            world.clock.advance(seconds=seconds)
            tokens = [rsa_issuer.token(world, kid=f"x{number}") for number in range(20)]
            assert set(await asyncio.gather(*(caller(authenticator, token) for token in tokens))) == {"kid"}
            assert rsa_issuer.asked == asked

    async def test_a_key_that_is_taken_back_ends_within_five_minutes_also_for_known_tokens(
        self, world, rsa_issuer, trust
    ):
        authenticator = await trust(rsa_issuer)
        token = rsa_issuer.token(world)
        assert await caller(authenticator, token) == world.id("ana")
        rsa_issuer.keys = [jwk(private_key("RS256", 2), "k2")]
        world.clock.advance(seconds=299)
        assert await caller(authenticator, token) == world.id("ana")
        world.clock.advance(seconds=1)
        assert await caller(authenticator, token) == "kid"

    @pytest.mark.parametrize(
        "unwell",
        [
            {"status": 500}, {"status": 404}, {"body": b""}, {"body": b"<html>"}, {"body": b"[]"},
            {"body": b'{"keys": 1}'}, {"body": b"\xff"}, {"body": b"[" * 60_000},
            {"body": b'{"keys": [], "x": "' + b"x" * 70_000 + b'"}'}, {"headers": {"Content-Encoding": "gzip"}},
        ],
    )  # fmt: skip
    async def test_while_the_issuer_is_unwell_its_last_keys_stand(self, world, rsa_issuer, trust, unwell, caplog):
        authenticator = await trust(rsa_issuer)
        for name, value in unwell.items():
            setattr(rsa_issuer, name, value)
        for _ in range(3):
            world.clock.advance(seconds=300)
            assert await caller(authenticator, rsa_issuer.token(world)) == world.id("ana")
        assert rsa_issuer.asked > 1
        assert "the keys of 127.0.0.1 cannot be fetched" in caplog.text
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]

    async def test_a_redirect_is_not_followed(self, world, rsa_issuer, trust):
        async with LocalIssuer() as elsewhere:
            rsa_issuer.status, rsa_issuer.headers = 302, {"Location": elsewhere.url}
            assert await caller(await trust(rsa_issuer), rsa_issuer.token(world)) == "keys"
            assert elsewhere.asked == 0

    async def test_who_has_a_known_key_does_not_wait_for_an_issuer_that_is_away(self, world, rsa_issuer, trust):
        authenticator = await trust(rsa_issuer)
        rsa_issuer.status = 500
        world.clock.advance(seconds=300)
        await caller(authenticator, rsa_issuer.token(world))
        rsa_issuer.answers.clear()
        world.clock.advance(seconds=300)
        async with asyncio.timeout(4):
            assert await caller(authenticator, rsa_issuer.token(world)) == world.id("ana")
        rsa_issuer.answers.set()

    async def test_without_any_keys_it_is_refused_and_tried_again(self, world, rsa_issuer, trust):
        rsa_issuer.status = 503
        authenticator = await trust(rsa_issuer)
        assert await caller(authenticator, rsa_issuer.token(world)) == "keys"
        rsa_issuer.status = 200
        assert await caller(authenticator, rsa_issuer.token(world)) == "keys"
        world.clock.advance(seconds=10)
        assert await caller(authenticator, rsa_issuer.token(world)) == world.id("ana")

    async def test_an_address_where_nobody_listens_keeps_nothing_else_from_working(self, world, trust, caplog):
        issuer = LocalIssuer()
        issuer.url = "http://ana:hunter2@127.0.0.1:9/jwks"
        authenticator = await trust(issuer)
        assert await caller(authenticator, issuer.token(world)) == "keys"
        assert "the keys of 127.0.0.1 cannot be fetched" in caplog.text
        assert "hunter2" not in caplog.text
        assert await caller(authenticator, world.tokens["ana"]) == world.id("ana")

    async def test_a_caller_who_gives_up_takes_nobody_along(self, world, rsa_issuer, trust):
        rsa_issuer.answers.clear()
        authenticator = await trust(rsa_issuer)
        first, second = (asyncio.create_task(caller(authenticator, rsa_issuer.token(world))) for _ in range(2))
        await asyncio.sleep(0.02)
        first.cancel()
        rsa_issuer.answers.set()
        assert await second == world.id("ana")


class TestEnd:
    """The ways in which a token of another issuer ends."""

    async def test_a_revocation_ends_those_made_until_five_seconds_after_it(self, world, rsa_issuer, trust):
        authenticator = await trust(rsa_issuer)
        earlier = rsa_issuer.token(world)
        assert await caller(authenticator, earlier) == world.id("ana")
        await world.operate(users.revoke_tokens, "ana")
        revoked_at = int(world.clock.now().timestamp())
        world.clock.advance(seconds=1)
        assert await caller(authenticator, earlier) == "revoked"
        assert await caller(authenticator, rsa_issuer.token(world, iat=revoked_at + 5)) == "revoked"
        assert await caller(authenticator, rsa_issuer.token(world, iat=revoked_at + 6)) == world.id("ana")
        assert await caller(authenticator, rsa_issuer.token(world, "luis", iat=revoked_at)) == world.id("luis")

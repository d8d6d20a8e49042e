"""Attacks on bearer tokens: each is a 401 by the book, and none costs more than a good token."""

import base64
import hashlib
import hmac
import json
import string

import jwt
import pytest
from cryptography.hazmat.primitives import serialization

from tests.api.forging import claims, encoded, header, refused, signed
from tests.api.local_issuer import LocalIssuer, jwk, private_key
from tests.tables import each_row

PEM, DER = serialization.Encoding.PEM, serialization.Encoding.DER
SPKI = serialization.PublicFormat.SubjectPublicKeyInfo
BASE64 = f"{string.ascii_uppercase}{string.ascii_lowercase}{string.digits}-_"


def by_secret(head, payload, secret: bytes) -> str:
    """A token signed by HS256 with any bytes."""
    signing = encoded(head) + b"." + encoded(payload)
    return (signing + b"." + encoded(hmac.digest(secret, signing, hashlib.sha256))).decode()


def by_the_issuer(issuer, world, head, **changes) -> str:
    """A token signed by the issuer's key with any header."""
    signing = encoded(head) + b"." + encoded(issuer.claims(world, **changes))
    signature = jwt.algorithms.get_default_algorithms()["RS256"].sign(signing, private_key("RS256"))
    return (signing + b"." + encoded(signature)).decode()


async def test_the_tokens_that_the_attacks_start_from_are_good(world, issuer):
    assert not await refused(world, f"Bearer {issuer.token(world)}")
    assert not await refused(world, f"Bearer {by_the_issuer(issuer, world, {'alg': 'RS256', 'kid': 'k1'})}")
    assert not await refused(
        world, f"Bearer {by_secret(header(world), claims(world), world.keyring.keys[world.keyring.current])}"
    )


@pytest.mark.parametrize("name", ["none", "", "HS256\n", "hs256", "HS512", "PS256", "ES256K"])
@pytest.mark.parametrize("kid", ["ours", "k1"])
async def test_no_other_algorithm_than_the_one_a_key_is_bound_to(world, issuer, name, kid):
    head = {"alg": name, "typ": "JWT", "kid": world.keyring.current if kid == "ours" else kid}
    for payload in (claims(world), issuer.claims(world)):
        unsigned = (encoded(head) + b"." + encoded(payload) + b".").decode()
        for token in (unsigned, unsigned.removesuffix("."), unsigned + "AA", signed(head, payload)):
            assert await refused(world, f"Bearer {token}")
    assert await refused(world, f"Bearer {by_the_issuer(issuer, world, head)}")


@pytest.mark.parametrize("kid", ["ours", "k1"])
@pytest.mark.parametrize("alg", ["HS256", "RS256"])
async def test_the_issuers_public_key_is_not_taken_for_a_secret_of_ours(world, issuer, kid, alg):
    key = private_key("RS256").public_key()
    head = {"alg": alg, "kid": world.keyring.current if kid == "ours" else kid}
    pem = key.public_bytes(PEM, SPKI)
    modulus = base64.urlsafe_b64decode(issuer.keys[0]["n"] + "==")
    for secret in (
        pem, pem.strip(), pem.replace(b"\n", b"\r\n"), key.public_bytes(DER, SPKI), modulus,
        json.dumps(issuer.keys[0]).encode(), issuer.keys[0]["n"].encode(), b"k1", b"",
    ):  # fmt: skip
        for payload in (claims(world), issuer.claims(world)):
            assert await refused(world, f"Bearer {by_secret(head, payload, secret)}")


async def test_our_key_does_not_sign_for_the_issuer_nor_the_issuers_for_us(world, issuer):
    for kid in (world.keyring.current, "k1"):
        assert await refused(world, f"Bearer {signed(header(world, kid=kid), issuer.claims(world))}")
        ours = claims(world)
        assert await refused(world, f"Bearer {issuer.token(world, kid=kid, iss=ours['iss'], aud=ours['aud'], tv=1)}")
    assert await refused(world, f"Bearer {issuer.token(world, kid=world.keyring.current)}")


async def test_a_key_that_a_token_brings_along_or_points_to_is_not_used(world, issuer):
    mine = private_key("RS256", 2)
    async with LocalIssuer() as elsewhere:
        elsewhere.keys = [jwk(mine, "k1"), jwk(mine, "mine")]
        places = [{name: elsewhere.url} for name in ("jku", "x5u", "iss")]
        for brought in ({"jwk": jwk(mine)}, {"x5c": ["AAAA"]}, *places):
            for kid in ("k1", "mine"):
                assert await refused(world, f"Bearer {issuer.token(world, key=mine, kid=kid, headers=brought)}")
        assert elsewhere.asked == 0
    assert await refused(world, f"Bearer {issuer.token(world, key=mine, iss=elsewhere.url)}")


@each_row([["exp"], [], None, "exp"], given="world issuer")
async def test_an_extension_that_must_be_understood_is_not(world, issuer, crit):
    assert await refused(world, f"Bearer {signed(header(world, crit=crit, exp=1, b64=False), claims(world))}")
    head = {"alg": "RS256", "kid": "k1", "crit": crit, "b64": False}
    assert await refused(world, f"Bearer {by_the_issuer(issuer, world, head)}")


@each_row(["/etc/passwd", "k1\n", "K1", "k" * 700, "", 1, None, ["k1"], {"kid": "k1"}], given="world issuer")
async def test_a_kid_is_a_name_and_nothing_else(world, issuer, kid):
    for alg in ("HS256", "RS256"):
        assert await refused(world, f"Bearer {signed(header(world, alg=alg, kid=kid), claims(world))}")
        assert await refused(world, f"Bearer {by_the_issuer(issuer, world, {'alg': alg, 'kid': kid})}")


@each_row(
    [
        *(b"", b"x", b"[]", b"{", b"\xff\xfe", b"{" * 700, b'{"a":' * 120, b'{"alg":"HS256"}', b'{"kid":"x"}'),
        *(b'{"alg":null,"kid":"x"}', b'\xef\xbb\xbf{"alg":"HS256","kid":"x"}', b'{"alg":"HS256","kid":"\\ud800"}'),
    ],
    given="world",
)
async def test_a_header_that_is_none(world, head):
    assert await refused(world, f"Bearer {signed(head, claims(world))}")


@pytest.mark.parametrize("first", ["none", "RS256", "HS256"])
async def test_of_a_key_said_twice_the_last_counts_for_every_check(world, issuer, first):
    """So that no two readers of a header can be told different things."""
    ours = json.dumps(header(world)).encode()
    for head in (ours[:-1] + b',"alg":"none"}', ours[:-1] + b',"alg":"RS256"}', ours[:-1] + b',"kid":"other"}'):
        assert await refused(world, f"Bearer {signed(head, claims(world))}")
    good = b'{"alg":"%s",' % first.encode() + ours[1:]
    assert not await refused(world, f"Bearer {signed(good, claims(world))}")
    ended = json.dumps(claims(world)).encode()[:-1] + b',"exp":1}'
    assert await refused(world, f"Bearer {signed(header(world), ended)}")


def ending(world, issuer, exp: bytes) -> tuple[str, str]:
    """Tokens of ours and of the issuer with this as their `exp`."""
    ours, theirs = (
        json.dumps(good).encode().replace(b'"exp": 0', b'"exp": ' + exp)
        for good in (claims(world, exp=0), issuer.claims(world, exp=0))
    )
    assert exp in ours
    return signed(header(world), ours), jwt.api_jws.encode(theirs, private_key("RS256"), "RS256", {"kid": "k1"})


@each_row([b'"9999999999"', b"NaN", b"1" * 400, b"1e400", b"-1", b"-0.5", b"null"], given="world issuer")
async def test_an_end_is_a_number_of_seconds(world, issuer, exp):
    for token in ending(world, issuer, exp):
        assert await refused(world, f"Bearer {token}")


@each_row([b"9999999999.5", b"1e10"], given="world issuer")
async def test_only_another_issuers_end_may_be_written_with_a_fraction_or_a_power(world, issuer, exp):
    ours, theirs = ending(world, issuer, exp)
    assert await refused(world, f"Bearer {ours}")
    assert not await refused(world, f"Bearer {theirs}")


@each_row([1, "0", "1.0", "٥", "1 ", "1\n", "01", "", "2147483648", "9" * 3000, None, ["1"]], given="world issuer")
async def test_a_subject_is_a_user_id(world, issuer, sub):
    assert await refused(world, f"Bearer {signed(header(world), claims(world, sub=sub))}")
    head = {"alg": "RS256", "kid": "k1"}
    assert await refused(world, f"Bearer {by_the_issuer(issuer, world, head, sub=sub)}")


@each_row(
    ["drop", "flip", "append", "swap", "plus", "space", "padding", "same bytes, other text"], given="world issuer"
)
async def test_a_token_stands_only_as_it_was_signed(world, issuer, change):
    other = issuer.token(world, "luis").split(".")
    for token in (world.tokens["ana"], issuer.token(world)):
        head, payload, signature = token.split(".")
        last = BASE64.index(signature[-1])
        changed = {
            "drop": f"{head}.{payload}.{signature[:-2]}",
            "flip": f"{head}.{payload}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}",
            "append": f"{token}AA",
            "swap": f"{head}.{other[1]}.{signature}",
            "plus": f"{head}.{payload}.+{signature[1:]}",
            "space": f"{head}.{payload[:9]} {payload[9:]}.{signature}",
            "padding": f"{token}=",
            "same bytes, other text": f"{head}.{payload}.{signature[:-1]}{BASE64[last ^ 1]}",
        }[change]
        assert await refused(world, f"Bearer {changed}")

"""The place and the form of a bearer token in a request; anywhere else it does not count."""

import json

from tests.api.world import raw
from tests.tables import each_row


async def ask(world, *lines: bytes) -> int:
    request = b"\r\n".join([b"GET /api/v1/tasks HTTP/1.1", b"Host: x", *lines, b"", b""])
    status, headers, body = await raw(world, request)
    if status == 401:
        assert headers["www-authenticate"] == "Bearer"
        assert json.loads(body)["data"]["code"] == "unauthenticated"
    return status


async def test_the_scheme_in_any_case_and_with_spaces(world):
    token = world.tokens["ana"].encode()
    for line in (b"Bearer %s", b"bearer %s", b"BEARER %s", b"Bearer   %s", b"Bearer %s   "):
        assert await ask(world, b"Authorization: " + line % token) == 200
    assert await ask(world, b"authorization:Bearer " + token) == 200


@each_row(
    [b"", b"Bearer", b"%s", b"Bearer: %s", b"Bearer\t%s", b"Basic %s", b'Bearer "%s"', b"Bearer %s,", b"Bearer %s %s"],
    given="world",
)
async def test_any_other_way_to_say_it(world, line):
    token = world.tokens["ana"].encode()
    assert await ask(world, b"Authorization: " + line.replace(b"%s", token)) == 401


@each_row(
    [b"\xff\xfe", b"\x80.\x81.\x82", "ñ.ñ.ñ".encode(), "ñ.ñ.ñ".encode("latin-1"), b"\xed\xa0\x80.a.b"], given="world"
)
async def test_bytes_that_are_not_ascii(world, token):
    assert await ask(world, b"Authorization: Bearer " + token) == 401
    assert await ask(world, b"Authorization: Bearer " + world.tokens["ana"].encode() + token) == 401


async def test_two_headers_even_if_one_is_good(world):
    good = b"Authorization: Bearer " + world.tokens["ana"].encode()
    for other in (good, b"Authorization: Bearer x", b"Authorization:", b"authorization: Basic x"):
        assert await ask(world, good, other) == 401
        assert await ask(world, other, good) == 401


async def test_a_token_elsewhere_is_not_read(world):
    token = world.tokens["ana"].encode()
    for line in (b"Cookie: Authorization=Bearer %s", b"X-Authorization: Bearer %s", b"Proxy-Authorization: Bearer %s"):
        assert await ask(world, line % token) == 401
    for name in ("access_token", "token", "Authorization", "authorization"):
        assert (await world.get(f"/tasks?{name}={token.decode()}", None)).status == 401

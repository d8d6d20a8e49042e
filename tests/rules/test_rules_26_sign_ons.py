"""Chapter 26: how an assistant gets a token by OAuth, and what is refused on the way."""

import asyncio
import logging

import msgspec
import pytest
from msgspec.structs import replace

from api.http.clients import Proxies
from core.base.errors import Code, Conflict, NotFound
from core.jobs import pruning
from core.people import sign_ons, tokens
from core.people.users import UserUpdate, set_user
from core.records.tokens import Scope
from tests.rules.world import ONE_ENGINE
from tests.sign_ons import BACK, SHOWN, VERIFIER, Assistant, refusal, told

pytestmark = ONE_ENGINE
JSON = {"Content-Type": "application/json"}
DOCUMENT = "https://claude.example.com/client.json"


@pytest.fixture
def assistant(world):
    return Assistant(world)


def granted(reply):
    assert reply.status == 200, reply.body
    return msgspec.json.decode(reply.body)


# The way


async def test_26_1_a_client_finds_out_where_to_sign_on(world, assistant):
    refused = await assistant.request("POST", "/mcp", json={})
    where = f"{assistant.url}/.well-known/oauth-protected-resource/mcp"
    assert (refused.status, refused.headers["WWW-Authenticate"]) == (401, f'Bearer resource_metadata="{where}"')
    for path in ("", "/mcp"):
        resource = granted(await assistant.request("GET", f"/.well-known/oauth-protected-resource{path}"))
        assert resource["resource"] == assistant.url + path
        assert resource["authorization_servers"] == [assistant.url]
    server = granted(await assistant.request("GET", "/.well-known/oauth-authorization-server"))
    assert (server["issuer"], server["code_challenge_methods_supported"]) == (assistant.url, ["S256"])
    assert not {"admin", "jobs:run", "mcp:unattended"} & {*server["scopes_supported"]}
    other = await world.get("/tasks", None)
    assert other.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("public_url", ["", "https://example.com/semaforo"])
async def test_26_1_nobody_signs_on_where_it_is_not_known_how_clients_reach_the_service(world, assistant, public_url):
    world.pipeline.settings = replace(world.pipeline.settings, public_url=public_url)
    for path in ("/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"):
        assert (await assistant.request("GET", path)).status == 404
    assert (await assistant.registers()).status == 404
    assert (await assistant.request("POST", "/mcp", json={})).headers["WWW-Authenticate"] == "Bearer"


async def test_26_2_what_the_person_permits_is_a_token_of_theirs_until_they_end_it(world, assistant, caplog):
    caplog.set_level(logging.INFO, "semaforo.audit")
    await assistant.registers()
    page = await assistant.opens(scope="tasks:read logs:read")
    assert SHOWN.search(page.body.decode())[1].replace("-", "").lower() == sign_ons.chat_code_of(assistant.page)
    assert "form-action 'self' https:;" in page.headers["Content-Security-Policy"]
    answer = told(await assistant.proceeds(await assistant.permitted()))
    assert (answer.pop("code") != "", answer) == (True, {"state": "x y&z", "iss": assistant.url})
    issued = granted(await assistant.redeems(await assistant.coded(scope="tasks:read logs:read")))
    assert (issued["token_type"], issued["scope"]) == ("Bearer", "tasks:read logs:read")
    assert issued["expires_in"] == 30 * 24 * 3600
    (token,) = await assistant.person(tokens.own_tokens)
    assert (token.name, token.scopes) == ("Claude", [Scope.TASKS_READ, Scope.LOGS_READ])
    assert await assistant.calls(issued["access_token"]) == 200
    said = [record.message for record in caplog.records if "sign-on permitted" in record.message]
    assert len(said) == 2
    await assistant.person(tokens.end_own_token, token.id)
    world.clock.advance(seconds=2)
    assert await assistant.calls(issued["access_token"]) == 401


async def test_26_2_no_secret_is_kept(world, assistant):
    code = await assistant.coded()
    kept = repr(await world.rows("SELECT * FROM sign_ons"))
    assert "Claude" in kept
    for secret in (code, assistant.page, sign_ons.chat_code_of(assistant.page), VERIFIER):
        assert secret not in kept


async def test_26_2_who_permits_must_type_the_number_into_their_own_page(world, assistant):
    await assistant.registers()
    await assistant.opens()
    early = await assistant.proceeds("123456")
    assert "primero presiona «Permitir»" in early.body.decode()
    number = await assistant.permitted()
    wrong = f"{(int(number) + 1) % 1_000_000:06}"
    for typed in [wrong] * 3 + [""]:
        again = await assistant.proceeds(typed)
        assert (again.status, "Ese no es el número" in again.body.decode()) == (200, True)
    assert told(await assistant.proceeds(wrong))["error"] == "access_denied"
    assert (await assistant.proceeds(number)).status == 303
    await assistant.opens()
    number = await assistant.permitted()
    assert "code" in told(await assistant.proceeds(f" {number[:3]} {number[3:]}"))


async def test_26_2_whoever_says_no_or_cancels_is_not_let_in(world, assistant):
    await assistant.registers()
    await assistant.opens()
    await assistant.person(sign_ons.answer_sign_on, await assistant.opened(), permitted=False)
    denied = {"error": "access_denied", "state": "x y&z", "iss": assistant.url}
    assert told(await assistant.proceeds("123456")) == denied
    await assistant.opens()
    asked = await assistant.opened()
    assert told(await assistant.proceeds(do="cancel")) == denied
    with pytest.raises(Conflict) as refused:
        await assistant.person(sign_ons.answer_sign_on, asked, permitted=True)
    assert refused.value.code is Code.SIGN_ON_ANSWERED


async def test_26_2_a_question_is_answered_once_by_its_person_within_ten_minutes(world, assistant):
    await assistant.registers()
    await assistant.opens()
    asked = await assistant.opened()
    for use_case, who in ((sign_ons.answer_sign_on, "luis"), (sign_ons.answer_sign_on, "lucia")):
        with pytest.raises(NotFound):
            await assistant.person(use_case, asked, permitted=True, who=who)
    with pytest.raises(NotFound):
        await assistant.opened("luis")
    await assistant.person(sign_ons.answer_sign_on, asked, permitted=True)
    with pytest.raises(Conflict):
        await assistant.person(sign_ons.answer_sign_on, asked, permitted=False)
    world.clock.advance(minutes=10)
    late = await assistant.proceeds("123456")
    assert (late.status, "Empieza otra vez" in late.body.decode()) == (404, True)
    await assistant.opens()
    asked = await assistant.opened()
    world.clock.advance(minutes=10)
    for late in (assistant.person(sign_ons.answer_sign_on, asked, permitted=True), assistant.opened()):
        with pytest.raises(NotFound):
            await late


# What clients get wrong


@pytest.mark.parametrize(
    "changed",
    [
        {"client_id": "x"}, {"client_id": None}, {"redirect_uri": f"{BACK}/"}, {"redirect_uri": None},
        {"redirect_uri": BACK.replace("https", "http")}, {"redirect_uri": "https://claude.example.com/back?x"},
        {"redirect_uri": BACK.replace("claude.", "CLAUDE.")}, {"redirect_uri": f"{BACK}#x"},
    ],
)  # fmt: skip
async def test_26_3_what_may_not_be_told_to_the_client_is_told_to_its_person(assistant, changed):
    await assistant.registers()
    page = await assistant.opens(**changed)
    assert (page.status, "Location" in page.headers) == (400, False)
    assert "No se puede conectar" in page.body.decode()


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_challenge": None}, "invalid_request"), ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"), ({"code_challenge": "short"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"), ({"scope": "tasks:own"}, "invalid_scope"),
        ({"scope": "tasks:read admin"}, "invalid_scope"), ({"scope": "mcp:unattended"}, "invalid_scope"),
        ({"resource": "https://elsewhere.example.com/mcp"}, "invalid_target"),
    ],
)  # fmt: skip
async def test_26_3_what_is_refused_before_anybody_is_asked_is_told_to_the_client(assistant, changed, error):
    await assistant.registers()
    answer = told(await assistant.opens(**changed))
    assert (answer["error"], answer["state"], answer["iss"]) == (error, "x y&z", assistant.url)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"), ({"code_verifier": None}, "invalid_request"),
        ({"code": "x"}, "invalid_grant"), ({"code": None}, "invalid_grant"),
        ({"redirect_uri": f"{BACK}/"}, "invalid_grant"), ({"client_id": "another"}, "invalid_grant"),
        ({"client_id": None}, "invalid_request"), ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"resource": "https://elsewhere.example.com"}, "invalid_target"),
    ],
)  # fmt: skip
async def test_26_3_a_code_is_for_its_client_with_its_verifier_and_its_address(assistant, changed, error):
    code = await assistant.coded()
    assert refusal(await assistant.redeems(code, **changed)) == (400, error)
    assert await assistant.person(tokens.own_tokens) == []
    granted(await assistant.redeems(code))


async def test_26_3_a_code_lasts_a_minute(world, assistant):
    code = await assistant.coded()
    world.clock.advance(seconds=60)
    assert refusal(await assistant.redeems(code)) == (400, "invalid_grant")


async def test_26_3_a_code_that_comes_again_ends_the_token_that_it_gave(world, assistant):
    code = await assistant.coded()
    token = granted(await assistant.redeems(code))["access_token"]
    assert await assistant.calls(token) == 200
    assert refusal(await assistant.redeems(code)) == (400, "invalid_grant")
    world.clock.advance(seconds=2)
    assert await assistant.calls(token) == 401
    assert refusal(await assistant.redeems(code)) == (400, "invalid_grant")


async def test_26_3_of_two_who_come_with_a_code_at_once_one_gets_a_token(assistant):
    code = await assistant.coded()
    replies = await asyncio.gather(assistant.redeems(code), assistant.redeems(code))
    assert sorted(reply.status for reply in replies) == [200, 400]


async def test_26_3_who_left_or_has_too_many_tokens_gets_none(world, assistant):
    code = await assistant.coded()
    world.pipeline.settings = replace(world.pipeline.settings, tokens_per_person=0)
    assert refusal(await assistant.redeems(code)) == (400, "invalid_grant")
    await assistant.opens()
    with pytest.raises(Conflict):
        await assistant.permitted()
    world.pipeline.settings = replace(world.pipeline.settings, tokens_per_person=1)
    await world.operate(set_user, "ana", UserUpdate(is_active=False))
    assert refusal(await assistant.redeems(code)) == (400, "invalid_grant")


# Who clients are


@pytest.mark.parametrize(
    "metadata",
    [
        {"redirect_uris": ["javascript:alert(1)"]}, {"redirect_uris": ["http://claude.example.com/back"]},
        {"redirect_uris": ["https://user@claude.example.com/back"]}, {"redirect_uris": [f"{BACK}#x"]},
        {"redirect_uris": ["data:text/html,x"]}, {"redirect_uris": [f"{BACK}\r\nx"]}, {"redirect_uris": []},
        {"redirect_uris": [BACK] * 6}, {"redirect_uris": BACK}, {"token_endpoint_auth_method": "client_secret_basic"},
    ],
)  # fmt: skip
async def test_26_4_a_registration_is_of_a_public_client_with_addresses_that_are_safe(assistant, metadata):
    status, error = refusal(await assistant.registers(**metadata))
    assert (status, error) in [(400, "invalid_redirect_uri"), (400, "invalid_client_metadata")]


async def test_26_4_a_body_has_an_end(assistant):
    assert (await assistant.registers(client_name="x" * 5000)).status == 413
    form = await assistant.request("POST", "/oauth/token", data={"code": "x" * 20_000})
    assert form.status == 413
    assert refusal(await assistant.request("POST", "/oauth/register", data=b"[" * 1000, headers=JSON)) == (
        400, "invalid_client_metadata",
    )  # fmt: skip


async def test_26_4_a_registration_is_known_for_a_year_and_kept_nowhere(world, assistant):
    await assistant.registers()
    world.clock.advance(days=364)
    assert (await assistant.opens()).status == 200
    world.clock.advance(days=1)
    assert (await assistant.opens()).status == 400


@pytest.mark.parametrize(
    ("registered", "used", "status"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:5124/back", 200),
        ("http://localhost:1/back", "http://localhost:5124/back", 200),
        ("http://127.0.0.1:1/back", "http://localhost:1/back", 400),
        ("http://127.0.0.1:1/back", "http://127.0.0.1:1/back/", 400),
        ("https://claude.example.com/x", "https://claude.example.com:8443/x", 400),
        ("cursor://anysphere.cursor-mcp/back", "cursor://anysphere.cursor-mcp/back", 200),
    ],
)
async def test_26_4_only_a_program_on_the_persons_machine_may_have_any_port(assistant, registered, used, status):
    assert (await assistant.registers(redirect_uris=[registered])).status == 201
    assert (await assistant.opens(redirect_uri=used)).status == status


async def test_26_4_a_client_may_be_known_by_a_document_at_its_address(world, assistant):
    document = {"client_id": DOCUMENT, "client_name": "Claude", "redirect_uris": [BACK]}
    assistant.id = DOCUMENT
    assert (await assistant.opens()).status == 400
    world.webhooks.documents[DOCUMENT] = msgspec.json.encode(document)
    assert "<code>claude.example.com</code>" in (await assistant.opens()).body.decode()
    code = told(await assistant.proceeds(await assistant.permitted()))["code"]
    granted(await assistant.redeems(code))
    for wrong in ({"client_id": f"{DOCUMENT}?x"}, {"redirect_uris": [f"{BACK}/"]}, {"redirect_uris": ["data:x"]}):
        world.webhooks.documents[DOCUMENT] = msgspec.json.encode(document | wrong)
        assert (await assistant.opens()).status == 400


# Limits


async def test_26_5_an_address_may_ask_so_often_in_a_minute(world, assistant):
    world.server.app.proxies = Proxies(["127.0.0.1"])
    paths = ["/oauth/authorize", "/.well-known/oauth-authorization-server"] * 30
    for path in paths:
        assert (await assistant.request("GET", path, headers={"X-Forwarded-For": "203.0.113.7"})).status in (200, 400)
    refused = await assistant.request(
        "POST", "/oauth/token", headers={"X-Forwarded-For": "203.0.113.7"}, data={"x": "y"}
    )
    assert (refused.status, refused.headers["Retry-After"]) == (429, "1")
    other = await assistant.request("POST", "/oauth/token", headers={"X-Forwarded-For": "203.0.113.8"}, data={"x": "y"})
    assert refusal(other) == (400, "unsupported_grant_type")


async def test_26_5_those_who_begin_very_many_keep_nobody_else_from_connecting(world, assistant, monkeypatch):
    monkeypatch.setattr(sign_ons, "MOST_UNOPENED", 3)
    world.server.app.proxies = Proxies(["127.0.0.1"])
    await assistant.registers()
    assistant.address = "203.0.113.7"
    await assistant.opens()
    quick, asked = assistant.page, await assistant.opened()
    assistant.address = "203.0.113.8"
    await assistant.opens()
    slow = assistant.page
    assistant.address = "203.0.113.9"
    crowd = [(await assistant.opens()).status and assistant.page for _ in range(5)]
    await assistant.person(sign_ons.answer_sign_on, asked, permitted=True)
    for page, found in [(quick, 200), (slow, 200), (crowd[0], 404), (crowd[2], 404), (crowd[3], 200), (crowd[4], 200)]:
        assistant.page = page
        assert (await assistant.proceeds("")).status == found
    assistant.page = slow
    assert "code" in told(await assistant.proceeds(await assistant.permitted()))


async def test_26_5_sign_ons_are_forgotten_a_day_after_they_have_expired(world, assistant):
    await assistant.registers()
    await assistant.opens()
    world.clock.advance(days=1, minutes=10)
    assert await world.operate(pruning.prune_sign_ons) == 0
    world.clock.advance(seconds=1)
    assert [await world.operate(pruning.prune_sign_ons) for _ in range(2)] == [1, 0]


@pytest.mark.parametrize("body", [b"\xff", b"page=1&page=2", b"page=x", b"", b"&".join([b"a=1"] * 60)])
async def test_26_3_a_form_that_is_none_or_of_no_page_is_refused_on_a_page(assistant, body):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": "en"}
    page = await assistant.request("POST", "/oauth/authorize", data=body, headers=headers)
    assert (page.status in (400, 404), "This cannot be connected" in page.body.decode()) == (True, True)

"""Chapter 26: how an assistant gets a token by OAuth, and what is refused on the way."""

import asyncio
import logging
import re
from base64 import b64encode
from urllib.parse import parse_qsl, quote

import msgspec
import pytest
from msgspec.structs import replace

from api.http.clients import Proxies
from core.base.errors import Code, Conflict, NotFound, Unavailable
from core.jobs import pruning
from core.people import sign_ons, tokens
from core.people.users import UserUpdate, set_user
from core.records.tokens import Scope
from tests.rules.world import ONE_ENGINE
from tests.sign_ons import BACK, SHOWN, VERIFIER, Assistant, refusal, told

pytestmark = ONE_ENGINE
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
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
    resource = granted(await assistant.request("GET", "/.well-known/oauth-protected-resource"))
    assert resource["authorization_servers"] == [assistant.url]
    server = granted(await assistant.request("GET", "/.well-known/oauth-authorization-server"))
    assert (server["issuer"], server["code_challenge_methods_supported"]) == (assistant.url, ["S256"])
    assert not {"admin", "jobs:run", "mcp:unattended"} & {*server["scopes_supported"]}
    other = await world.get("/tasks", None)
    assert other.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("slash", ["", "/"])
async def test_26_1_a_client_finds_it_by_every_form_of_the_addresses(world, assistant, slash):
    refused = await assistant.request("POST", f"/mcp{slash}", json={})
    resource = f"{assistant.url}/mcp{slash}"
    (where,) = re.findall(r'resource_metadata="([^"]+)"', refused.headers["WWW-Authenticate"])
    assert granted(await assistant.request("GET", where))["resource"] == resource
    for path, named in (
        ("/.well-known/oauth-protected-resource", ""), ("/.well-known/oauth-protected-resource/mcp", "/mcp"),
    ):  # fmt: skip
        assert granted(await assistant.request("GET", path + slash))["resource"] == assistant.url + named + slash
    below = granted(await assistant.request("GET", "/mcp/.well-known/oauth-protected-resource"))
    assert below["resource"] == f"{assistant.url}/mcp"
    servers = [
        granted(await assistant.request("GET", path))
        for name in ("oauth-authorization-server", "openid-configuration")
        for path in (f"/.well-known/{name}{slash}", f"/.well-known/{name}/mcp{slash}", f"/mcp/.well-known/{name}")
    ]
    assert all(each == servers[0] for each in servers)
    token = granted(await assistant.redeems(await assistant.coded(resource=resource), resource=resource))
    headers = {"Authorization": f"Bearer {token['access_token']}"}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert (await assistant.request("POST", f"/mcp{slash}", json=asked, headers=headers)).status == 200


@pytest.mark.parametrize("public_url", ["", "https://example.com/semaforo"])
async def test_26_1_nobody_signs_on_where_it_is_not_known_how_clients_reach_the_service(world, assistant, public_url):
    world.pipeline.settings = replace(world.pipeline.settings, public_url=public_url)
    known = ("oauth-protected-resource/mcp", "oauth-authorization-server", "openid-configuration/mcp/")
    for path in (*(f"/.well-known/{each}" for each in known), "/mcp/.well-known/oauth-protected-resource"):
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
        {"client_id": "x"}, {"client_id": None}, {"redirect_uri": f"{BACK}/"},
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
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"scope": "jobs:run admin openid"}, "invalid_scope"), ({"scope": "mcp:unattended"}, "invalid_scope"),
        ({"resource": "https://elsewhere.example.com/mcp"}, "invalid_target"),
    ],
)  # fmt: skip
async def test_26_3_what_is_refused_before_anybody_is_asked_is_told_to_the_client(assistant, changed, error):
    await assistant.registers()
    answer = told(await assistant.opens(**changed))
    assert (answer["error"], answer["state"], answer["iss"]) == (error, "x y&z", assistant.url)


ALL = (
    "tasks:read tasks:write events:read events:write logs:read logs:write people:read reports:read"
)  # fmt: skip


@pytest.mark.parametrize(
    ("asked", "scopes"),
    [
        (None, ALL), ("", ALL), (" tasks:read  offline_access", "tasks:read"), ("tasks:read admin", "tasks:read"),
        ("logs:read openid mcp:unattended jobs:run", "logs:read"), ("people:write", "people:read"),
        ("tasks:write reports:write", "tasks:write reports:read"), ("openid email profile", ALL), ("read write", ALL),
        ("claudeai", ALL),
    ],
)  # fmt: skip
async def test_26_3_who_asks_for_more_than_is_granted_is_granted_less_and_told_so(assistant, asked, scopes):
    issued = granted(await assistant.redeems(await assistant.coded(scope=asked)))
    assert issued["scope"] == scopes
    assert "refresh_token" not in issued
    (token,) = await assistant.person(tokens.own_tokens)
    assert " ".join(token.scopes) == scopes


async def test_26_3_parameters_that_are_not_needed_may_be_left_out_or_added(world, assistant):
    await assistant.registers()
    added = {"prompt": "consent", "access_type": "offline", "nonce": "n", "response_mode": "query", "claims": "{}"}
    page = await assistant.opens(redirect_uri=None, response_type=None, state=None, **added)
    assert page.status == 200
    answer = told(await assistant.proceeds(await assistant.permitted()))
    issued = await assistant.redeems(
        answer["code"], redirect_uri=None, resource=None, client_secret="x", scope="openid", audience="x"
    )
    assert (issued.status, answer) == (200, {"code": answer["code"], "iss": assistant.url})


async def test_26_3_an_empty_parameter_is_left_out_and_one_that_is_not_read_may_be_there_twice(assistant):
    await assistant.registers()
    url = str(assistant.authorization(redirect_uri="", scope="", resource="", nonce="1"))
    page = await assistant.request("GET", f"{url}&nonce=2&client_id={assistant.id}")
    assert page.status == 200
    assert (await assistant.request("GET", f"{url}&client_id=x")).status == 400
    code = await assistant.coded()
    form = "&".join(f"{name}={value}" for name, value in assistant.form(code, redirect_uri="", resource="").items())
    plain = await assistant.request("POST", "/oauth/token", data=f"{form}&audience=a&audience=b", headers=FORM)
    granted(plain)


@pytest.mark.parametrize(
    "resource", ["", "/", "/mcp", "/mcp/", "HOST", "and another", "and empty"],
)  # fmt: skip
async def test_26_3_a_resource_is_us_however_its_address_is_written(world, assistant, resource):
    address = world.pipeline.settings.public_url
    named = {
        "HOST": ["https://SEMAFORO.example.com:443/mcp"],
        "and another": ["https://elsewhere.example.com", f"{address}/mcp"], "and empty": ["", f"{address}/mcp"],
    }.get(resource, [address + resource])  # fmt: skip
    if resource == "HOST":
        world.pipeline.settings = replace(world.pipeline.settings, public_url="https://semaforo.example.com/")
    await assistant.registers()
    pairs = "&".join(f"resource={quote(each)}" for each in named)
    page = await assistant.request("GET", f"{assistant.authorization(resource=None)}&{pairs}")
    assert page.status == 200, page.body


async def test_26_3_a_client_that_names_itself_as_those_with_a_secret_do_is_known(assistant):
    code = await assistant.coded()
    for credentials, status in (("another:x", 400), ("!", 400), (f"{assistant.id}:x", 200), (f"{assistant.id}:", 400)):
        headers = {"Authorization": f"Basic {b64encode(credentials.encode()).decode()}"}
        reply = await assistant.request(
            "POST", "/oauth/token", data=assistant.form(code, client_id=None), headers=headers
        )
        assert reply.status == status, credentials


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
        {"redirect_uris": BACK}, {"redirect_uris": None}, {"redirect_uris": [7, None]},
        {"redirect_uris": [f"{BACK}/{'x' * 2000}"]}, {"redirect_uris": ["ms-msdt:/id"]},
    ],
)  # fmt: skip
async def test_26_4_a_registration_has_an_address_that_is_safe(assistant, metadata):
    assert refusal(await assistant.registers(**metadata)) == (400, "invalid_redirect_uri")


def registered(reply):
    assert reply.status == 201, reply.body
    return msgspec.json.decode(reply.body)


@pytest.mark.parametrize("method", ["client_secret_post", "client_secret_basic", "private_key_jwt", None, 7])
async def test_26_4_a_registration_gets_what_exists_of_what_it_asks_for_and_is_told(assistant, method):
    asked = {
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code", "id_token"],
        "token_endpoint_auth_method": method, "scope": "tasks:read admin openid", "client_uri": 7, "contacts": None,
        "logo_uri": "https://claude.ai/x.png", "jwks": {"keys": []}, "exp": "never", "aud": 7,
    }  # fmt: skip
    answer = registered(await assistant.registers(**asked))
    assert (answer.pop("client_id"), answer.pop("client_id_issued_at") > 0) == (assistant.id, True)
    assert answer == {
        "client_name": "Claude", "redirect_uris": [BACK], "grant_types": ["authorization_code"],
        "response_types": ["code"], "token_endpoint_auth_method": "none", "scope": "tasks:read",
    }  # fmt: skip
    await assistant.opens()
    issued = granted(await assistant.redeems(told(await assistant.proceeds(await assistant.permitted()))["code"]))
    assert issued["scope"] == "tasks:read"
    await assistant.opens(scope="logs:read")
    issued = granted(await assistant.redeems(told(await assistant.proceeds(await assistant.permitted()))["code"]))
    assert issued["scope"] == "logs:read"


SECRET = {"token_endpoint_auth_method": "client_secret_post", "grant_types": ["authorization_code", "refresh_token"]}
OF_OTHERS = {
    "Claude": (SECRET | {"redirect_uris": ["https://claude.ai/api/mcp/auth_callback"], "scope": "tasks:read"}, {}),
    "ChatGPT": (
        SECRET | {"redirect_uris": ["https://chatgpt.com/connector_platform_oauth_redirect"]},
        {"scope": "openid tasks:read offline_access"},
    ),
    "Copilot Studio": (
        SECRET | {"redirect_uris": ["https://global.consent.azure-apim.net/redirect/semaforo"], "scope": ""},
        {"response_mode": "query", "resource": None},
    ),
    "Visual Studio Code": (
        {
            "redirect_uris": [
                "https://insiders.vscode.dev/redirect", "https://vscode.dev/redirect", "http://127.0.0.1/",
                "http://127.0.0.1:33418/",
            ],
            "token_endpoint_auth_method": "none", "application_type": "native", "software_id": "vscode",
        },
        {"redirect_uri": "http://127.0.0.1:59656/"},
    ),
    "Cursor": (
        {
            "redirect_uris": [
                "cursor://anysphere.cursor-mcp/oauth/callback", "http://localhost:8787/callback",
                "https://www.cursor.com/agents/mcp/oauth/callback",
            ],
            "logo_uri": None,
        },
        {},
    ),
}  # fmt: skip
"""The registrations and requests of assistants that only their makers run, as far as known (docs/assistants.md)."""


@pytest.mark.parametrize("name", OF_OTHERS)
async def test_26_4_assistants_that_others_run_sign_on_as_they_do(assistant, name):
    asked, changed = OF_OTHERS[name]
    answer = registered(await assistant.registers(client_name=name, **asked))
    assert (answer["redirect_uris"], answer["token_endpoint_auth_method"]) == (asked["redirect_uris"], "none")
    back = changed.get("redirect_uri", asked["redirect_uris"][0])
    assert (await assistant.opens(**{"redirect_uri": back} | changed)).status == 200
    reply = await assistant.proceeds(await assistant.permitted())
    where, _, query = reply.headers["Location"].partition("?")
    assert where == back
    code = dict(parse_qsl(query))["code"]
    issued = granted(await assistant.redeems(code, redirect_uri=back, client_secret=""))
    assert (issued["scope"] == ALL) == (name not in {"Claude", "ChatGPT"})
    assert await assistant.calls(issued["access_token"]) == 200


async def test_26_4_names_and_addresses_are_cut_and_what_is_null_is_left_out(world, assistant):
    answer = registered(await assistant.registers(client_name="Ñ" * 5000, scope=None))
    assert (answer["client_name"], answer["scope"]) == ("Ñ" * 60, ALL)
    for name in (None, 7, "\u202e\n"):
        assert registered(await assistant.registers(client_name=name))["client_name"] == ""
        assert (await assistant.opens()).status == 200
    many = [f"https://claude.example.com/{number}" for number in range(400)]
    unsafe = ["http://192.168.1.7/back", "javascript:x", BACK, BACK, 7, f"{BACK}/{'x' * 2000}"]
    answer = registered(
        await assistant.registers(client_name="\U0001f600" * 60, redirect_uris=[*unsafe, *many], scope=ALL)
    )
    assert answer["redirect_uris"] == [BACK, *many[: len(answer["redirect_uris"]) - 1]]
    assert len(answer["redirect_uris"]) > 40
    assert 2700 < len(assistant.id) <= 3000
    assert (await assistant.opens(redirect_uri=answer["redirect_uris"][-1])).status == 200
    for left_out in ("http://192.168.1.7/back", many[-1], None):
        assert (await assistant.opens(redirect_uri=left_out)).status == 400


async def test_26_4_a_body_has_an_end(assistant):
    assert (await assistant.registers(client_name="x" * 70_000)).status == 413
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
        ("http://127.0.0.1/", "http://127.0.0.1:33418", 200),
        ("http://[::1]/back", "http://[::1]:5124/back", 200),
        ("https://vscode.dev", "https://vscode.dev/", 200),
        ("https://vscode.dev/", "https://vscode.dev/redirect", 400),
        ("windsurf://codeium.mcp/back", "windsurf://codeium.mcp/back", 200),
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
    more = {"token_endpoint_auth_method": "private_key_jwt", "redirect_uris": ["data:x", BACK], "client_name": None}
    world.webhooks.documents[DOCUMENT] = msgspec.json.encode(document | more | {"scope": "logs:read email"})
    await assistant.opens()
    code = told(await assistant.proceeds(await assistant.permitted()))["code"]
    assert granted(await assistant.redeems(code))["scope"] == "logs:read"
    for wrong in ({"client_id": f"{DOCUMENT}?x"}, {"redirect_uris": [f"{BACK}/"]}, {"redirect_uris": ["data:x"]}):
        world.webhooks.documents[DOCUMENT] = msgspec.json.encode(document | wrong)
        assert (await assistant.opens()).status == 400


# Limits


async def test_26_5_an_address_has_a_limit_of_requests_a_minute(world, assistant):
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


async def test_26_5_where_nothing_can_be_saved_the_page_says_when_to_come_again(world, assistant, monkeypatch):
    async def away(*_, **__):
        raise Unavailable(Code.UNAVAILABLE)

    await assistant.registers()
    monkeypatch.setattr(type(world.pipeline.store), "write", away)
    page = await assistant.opens()
    assert (page.status, page.headers["Retry-After"]) == (503, "5")


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

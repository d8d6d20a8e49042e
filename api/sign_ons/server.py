"""The endpoints of the sign-on: what there is (RFC 9728, RFC 8414), registration, the page, and the token.

They are there once it is known where clients reach the service (`api.public_url`) and which bot its people talk to.
"""

import re
from base64 import b64decode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit, urlunsplit

from aiohttp import hdrs
from aiohttp.web import BaseRequest

from api.auth.jws import base64url_encode
from api.auth.tokens import Keyring, issue
from api.http.endpoints import OperationResult
from api.http.errors import ApiCode, HttpError, headers_of, message_of, status_of
from api.http.inputs import read_body
from api.http.language import language_of
from api.http.responses import ENCODER, JSON
from api.sign_ons.clients import (
    CODE,
    CODE_GRANT,
    LONGEST_REGISTRATION,
    NO_SECRET,
    FetchDocument,
    OAuthClient,
    OAuthError,
    documented_client,
    grantable,
    register,
    registered_client,
)
from api.sign_ons.page import HTML, asking_page, fault_page
from core.application.use_case import Caller, Pipeline
from core.base.errors import Conflict, DomainError, NotFound, Unauthenticated
from core.base.host_ports import OWN_PORTS, host_port
from core.base.model import Language
from core.base.secrets import hash_of, new_secret
from core.language.i18n import text
from core.people.sign_ons import (
    GRANTED,
    Redemption,
    begin_sign_on,
    chat_code_of,
    continue_sign_on,
    holder_of_code,
    redeem_code,
)
from core.people.users import OPERATOR
from core.records.journal import Via
from core.records.sign_ons import AuthorizationRequest, SignOn, SignOnStage
from core.records.tokens import Scope

S256, FORM = "S256", "application/x-www-form-urlencoded"
CHALLENGE, VERIFIER = re.compile(r"[A-Za-z0-9_-]{43}"), re.compile(r"[A-Za-z0-9._~-]{43,128}")
NUMBER = re.compile(r"[0-9]{6}")
LONGEST_STATE, LONGEST_FORM = 3000, 16_384
SCOPES = grantable(GRANTED)
CALLER = Caller(OPERATOR, via=Via.REST)
BAD_REQUEST, NO_STORE = HTTPStatus.BAD_REQUEST, "Cache-Control: no-store\r\n"
MCP = "/mcp"
PROTECTED = "/.well-known/oauth-protected-resource"
SERVERS = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"
READ = frozenset(
    {
        *("client_id", "redirect_uri", "response_type", "state", "code_challenge", "code_challenge_method", "scope"),
        *("page", "number", "do", "grant_type", "code", "code_verifier"),
    }
)
"""The parameters that are read, but for `resource`, which may be repeated (RFC 8707)."""

Given = Sequence[tuple[str, str]]
"""Names and values of parameters as they came."""

Serve = Callable[[BaseRequest], Awaitable[OperationResult]]


RESOURCES = {
    **{f"{PROTECTED}{path}": path for path in ("", "/", MCP, f"{MCP}/")},
    f"{MCP}{PROTECTED}": MCP,
}
"""The resources that are described, by where clients look: as RFC 9728 says, and below the resource's own path."""

DESCRIPTIONS = [
    each for name in SERVERS for each in (*(f"{name}{end}" for end in ("", "/", MCP, f"{MCP}/")), f"{MCP}{name}")
]
"""The paths at which clients look for the server's metadata: RFC 8414's, and several forms with the resource's path."""


class SignOnServer:
    """Serves the endpoints. `bot_name` gives the bot's name, "" where there is none; `site_of` a request's site."""

    def __init__(
        self,
        pipeline: Pipeline,
        keyring: Keyring,
        fetch: FetchDocument,
        body_seconds: float,
        site_of: Callable[[BaseRequest], str],
    ) -> None:
        self.pipeline = pipeline
        self.keyring = keyring
        self.body_seconds = body_seconds
        self.fetch = fetch
        self.site_of = site_of
        self.bot_name: Callable[[], Awaitable[str]] = nobody
        self.routes: Mapping[tuple[str, str], Serve] = {
            **{("GET", path): partial(self.protected_resource, resource) for path, resource in RESOURCES.items()},
            **{("GET", path): self.authorization_server for path in DESCRIPTIONS},
            ("POST", "/oauth/register"): self.register,
            ("GET", "/oauth/authorize"): self.page(self.authorize),
            ("POST", "/oauth/authorize"): self.page(self.proceed),
            ("POST", "/oauth/token"): self.token,
        }

    @property
    def issuer(self) -> str:
        """The URL at which clients reach us; "" if nobody can sign on."""
        settings = self.pipeline.settings
        return "" if self.bot_name is nobody or settings.has_path_prefix else settings.public_url.rstrip("/")

    def challenge(self, resource: str) -> str:
        """Return the part of a refusal by a resource, `/mcp` or `/mcp/`, that says where to sign on."""
        return f' resource_metadata="{self.issuer}{PROTECTED}{resource}"' if self.issuer else ""

    async def serve(self, act: Serve, request: BaseRequest) -> OperationResult:
        """Run an endpoint; answer an `OAuthError` as the standard says. Raises `HttpError` if nobody can sign on."""
        if not self.issuer:
            raise HttpError(ApiCode.NOT_FOUND_PATH)
        try:
            return await act(request)
        except OAuthError as fault:
            return answer({"error": fault.code, "error_description": fault.description}, BAD_REQUEST)

    async def protected_resource(self, resource: str, _request: BaseRequest) -> OperationResult:
        """Answer with the metadata of a resource, which is named by the path that the client has (RFC 9728, 3.3)."""
        return answer(
            {
                "resource": f"{self.issuer}{resource}",
                "authorization_servers": [self.issuer],
                "scopes_supported": SCOPES,
                "bearer_methods_supported": ["header"],
                "resource_name": "Semáforo",
            }
        )

    async def authorization_server(self, _request: BaseRequest) -> OperationResult:
        return answer(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/oauth/authorize",
                "token_endpoint": f"{self.issuer}/oauth/token",
                "registration_endpoint": f"{self.issuer}/oauth/register",
                "scopes_supported": SCOPES,
                "response_types_supported": [CODE],
                "response_modes_supported": ["query"],
                "grant_types_supported": [CODE_GRANT],
                "token_endpoint_auth_methods_supported": [NO_SECRET],
                "code_challenge_methods_supported": [S256],
                "client_id_metadata_document_supported": True,
                "authorization_response_iss_parameter_supported": True,
            }
        )

    async def register(self, request: BaseRequest) -> OperationResult:
        body = await read_body(request, self.body_seconds, LONGEST_REGISTRATION)
        return answer(register(self.keyring, body, self.now), HTTPStatus.CREATED)

    @property
    def now(self) -> float:
        return self.pipeline.clock.now().timestamp()

    def page(self, act: Callable[[BaseRequest, Language], Awaitable[OperationResult]]) -> Serve:
        """A refusal on a page for people."""

        async def served(request: BaseRequest) -> OperationResult:
            language = language_of(request.headers.get(hdrs.ACCEPT_LANGUAGE))
            try:
                return await act(request, language)
            except OAuthError as fault:
                detail = f"{fault.code}: {fault.description}"
                return fault_page(language, text(language, "sign_on.client_fault"), detail, BAD_REQUEST)
            except (DomainError, HttpError) as error:
                again = text(language, "sign_on.begin_again")
                return fault_page(language, message_of(error, language), again, status_of(error), headers_of(error))

        return served

    async def authorize(self, request: BaseRequest, language: Language) -> OperationResult:
        """The page; where the client may be told what is wrong, it is. Raises `OAuthError` where it may not."""
        pairs = list(request.query.items())
        given = single(pairs)
        client = await self.client(given.get("client_id", ""))
        redirect_uri = given.get("redirect_uri", client.redirect_uris[0] if len(client.redirect_uris) == 1 else "")
        if not client.allows(redirect_uri):
            raise OAuthError("invalid_redirect_uri", "it must be exactly as the client has registered it")
        try:
            self.check_resource(pairs)
            asked = self.request_of(client, redirect_uri, given)
        except OAuthError as fault:
            state = given.get("state", "")[:LONGEST_STATE]
            return self.redirect(redirect_uri, state, error=fault.code, error_description=fault.description)
        bot, secret = await self.bot_name(), new_secret()
        page_hash, chat_hash = hash_of(secret), hash_of(chat_code_of(secret))
        await self.pipeline.run(CALLER, begin_sign_on, asked, page_hash, chat_hash, self.site_of(request))
        return asking_page(language, asked, secret, bot)

    async def client(self, client_id: str) -> OAuthClient:
        if client_id.startswith("https://"):
            return await documented_client(self.fetch, client_id)
        return registered_client(self.keyring, client_id, self.now)

    def request_of(self, client: OAuthClient, redirect_uri: str, given: Mapping[str, str]) -> AuthorizationRequest:
        """Return what a client asks for. Raises `OAuthError`."""
        if given.get("response_type", CODE) != CODE:
            raise OAuthError("unsupported_response_type", "response_type must be code")
        challenge, state = given.get("code_challenge", ""), given.get("state", "")
        if given.get("code_challenge_method") != S256 or not CHALLENGE.fullmatch(challenge):
            raise OAuthError("invalid_request", "PKCE with S256 is needed")
        if len(state) > LONGEST_STATE:
            raise OAuthError("invalid_request", f"state may have {LONGEST_STATE} characters")
        scopes = " ".join(granted_of(given.get("scope", "").split(), client.scope.split()))
        name = client.name or text(Language.EN, "sign_on.nameless")
        return AuthorizationRequest(client.id, name, client.host, redirect_uri, state, scopes, challenge)

    def check_resource(self, given: Given) -> None:
        """Raise `OAuthError` if it is said whom the token is for (RFC 8707), and we are not among them."""
        named = {comparable(value) for name, value in given if name == "resource" and value}
        if named and named.isdisjoint({comparable(self.issuer), comparable(f"{self.issuer}{MCP}")}):
            raise OAuthError("invalid_target", f"the resource is {self.issuer}{MCP}")

    def redirect(self, redirect_uri: str, state: str, **parameters: str) -> OperationResult:
        """The answer to the client, by way of the browser, with who gives it (RFC 9207)."""
        told = parameters | ({"state": state} if state else {}) | {"iss": self.issuer}
        location = f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(told)}"
        headers = f"Location: {location}\r\n{NO_STORE}Referrer-Policy: no-referrer\r\n"
        return OperationResult(b"", headers, media_type=HTML, status=HTTPStatus.SEE_OTHER)

    async def proceed(self, request: BaseRequest, language: Language) -> OperationResult:
        """The page's form: with the right number the client gets its code."""
        given = single(await self.form(request))
        page_secret, code = given.get("page", ""), new_secret()
        typed = "".join(given.get("number", "").split())
        number = None if given.get("do") == "cancel" else typed if NUMBER.fullmatch(typed) else ""
        found = await self.pipeline.run(CALLER, continue_sign_on, hash_of(page_secret), number, hash_of(code))
        match found.stage:
            case SignOnStage.CODED:
                return self.redirect(found.redirect_uri, found.state, code=code)
            case SignOnStage.REFUSED:
                return self.redirect(found.redirect_uri, found.state, error="access_denied")
        return asking_page(language, found, page_secret, await self.bot_name(), text(language, trouble_of(found)))

    async def form(self, request: BaseRequest) -> Given:
        """The fields of a form in the body. Raises `OAuthError` or `HttpError`."""
        if not is_form(request.headers.get(hdrs.CONTENT_TYPE, FORM)):
            raise OAuthError("invalid_request", f"the body is {FORM}")
        body = await read_body(request, self.body_seconds, LONGEST_FORM, is_form)
        try:
            return parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50)
        except ValueError:
            raise OAuthError("invalid_request", "the body is no form") from None

    async def token(self, request: BaseRequest) -> OperationResult:
        """The token endpoint: exchange a code for a token. Raises `OAuthError`."""
        pairs = await self.form(request)
        given = single(pairs)
        if given.get("grant_type") != CODE_GRANT:
            raise OAuthError("unsupported_grant_type", f"grant_type must be {CODE_GRANT}")
        verifier, client_id = given.get("code_verifier", ""), given.get("client_id") or basic_user(request)
        if not VERIFIER.fullmatch(verifier) or not client_id:
            raise OAuthError("invalid_request", "code, client_id and code_verifier are needed")
        self.check_resource(pairs)
        challenge = base64url_encode(sha256(verifier.encode()).digest()).decode()
        shown = Redemption(client_id, given.get("redirect_uri"), challenge)
        code_hash = hash_of(given.get("code", ""))
        try:
            holder = await self.pipeline.run(CALLER, holder_of_code, code_hash)
            grant = await self.pipeline.run(Caller(holder, via=Via.REST), redeem_code, code_hash, shown)
        except (NotFound, Unauthenticated):
            grant = None
        except Conflict as error:
            raise OAuthError("invalid_grant", message_of(error, Language.EN)) from None
        if grant is None:
            raise OAuthError("invalid_grant", "the code is unknown, used, too old, or another client's")
        issued = issue(self.keyring, grant)
        left = int(issued.expires_at.timestamp() - self.now)
        scope = " ".join(issued.scopes or ())
        return answer({"access_token": issued.token, "token_type": "Bearer", "expires_in": left, "scope": scope})


async def nobody() -> str:
    """The name of no bot."""
    return ""


def trouble_of(found: SignOn) -> str:
    return "sign_on.wrong_number" if found.stage is SignOnStage.PERMITTED else "sign_on.not_permitted"


def granted_of(asked: Sequence[str], usual: Sequence[str]) -> Sequence[Scope]:
    """The scopes that are granted of those that are asked for; the client's usual ones, or all, if none is one of ours.

    Words that are not scopes of ours are ignored (RFC 6749, 3.3): clients add `openid` and `offline_access`, or ask for
    `read write` wherever they are. Raises `OAuthError` where nothing is left of what was asked for.
    """
    ours = {*asked} & {*Scope}
    granted = grantable(ours or usual or GRANTED)
    if not granted:
        raise OAuthError("invalid_scope", f"not granted here: {' '.join(sorted(ours))}")
    return granted


def comparable(url: str) -> str:
    """A URL as it is compared: without a slash at its end, its scheme's own port, and capitals in its host."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return url
    place = host_port(parts.hostname or "", OWN_PORTS.get(parts.scheme, 0) if port is None else port)
    return urlunsplit((parts.scheme, place, parts.path.rstrip("/"), parts.query, parts.fragment))


def basic_user(request: BaseRequest) -> str:
    """The client that names itself by Basic authentication, as those with a secret do (RFC 6749, 2.3.1); "" if none."""
    kind, _, credentials = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
    if kind.lower() != "basic":
        return ""
    try:
        return unquote_plus(b64decode(credentials.strip(), validate=True).decode().partition(":")[0])
    except ValueError:
        return ""


def single(pairs: Given) -> dict[str, str]:
    """The parameters that are read, by name. One without a value is left out (RFC 6749, 3.1).

    Raises `OAuthError` if one has two values.
    """
    found: dict[str, str] = {}
    for name, value in pairs:
        if name in READ and value and found.setdefault(name, value) != value:
            raise OAuthError("invalid_request", f"{name} is there twice")
    return found


def is_form(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == FORM


def answer(content: Mapping[str, object], status: int = HTTPStatus.OK) -> OperationResult:
    return OperationResult(ENCODER.encode(content), NO_STORE, media_type=JSON, status=status)

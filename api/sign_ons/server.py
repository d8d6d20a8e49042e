"""The endpoints of the sign-on: what there is (RFC 9728, RFC 8414), registration, the page, and the token.

They are there once it is known where clients reach the service (`api.public_url`) and which bot its people talk to.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import parse_qsl, urlencode

from aiohttp import hdrs
from aiohttp.web import BaseRequest

from api.auth.jws import base64url_encode
from api.auth.tokens import Keyring, issue
from api.http.endpoints import OperationResult
from api.http.errors import ApiCode, HttpError, message_of, status_of
from api.http.inputs import read_body
from api.http.language import language_of
from api.http.responses import ENCODER, JSON
from api.sign_ons.clients import (
    CODE,
    CODE_GRANT,
    LONGEST_DOCUMENT,
    NO_SECRET,
    FetchDocument,
    OAuthClient,
    OAuthError,
    documented_client,
    register,
    registered_client,
)
from api.sign_ons.page import HTML, asking_page, fault_page
from core.application.use_case import Caller, Pipeline
from core.base.errors import Conflict, DomainError, NotFound, Unauthenticated
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
LONGEST_STATE, LONGEST_FORM = 1000, 16_384
SCOPES = [scope for scope in Scope if scope in GRANTED]
CALLER = Caller(OPERATOR, via=Via.REST)
BAD_REQUEST, NO_STORE = HTTPStatus.BAD_REQUEST, "Cache-Control: no-store\r\n"
PROTECTED, SERVER = "/.well-known/oauth-protected-resource", "/.well-known/oauth-authorization-server"

Serve = Callable[[BaseRequest], Awaitable[OperationResult]]


class SignOnServer:
    """`bot_name` asks how the bot is called, which is "" where there is none; `site_of` gives a request's site."""

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
            ("GET", PROTECTED): self.protected_resource,
            ("GET", f"{PROTECTED}/mcp"): self.protected_resource,
            ("GET", SERVER): self.authorization_server,
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

    @property
    def challenge(self) -> str:
        """What a refusal by `/mcp` says of where to sign on."""
        return f' resource_metadata="{self.issuer}{PROTECTED}/mcp"' if self.issuer else ""

    async def serve(self, act: Serve, request: BaseRequest) -> OperationResult:
        """Raises `HttpError`."""
        if not self.issuer:
            raise HttpError(ApiCode.NOT_FOUND_PATH)
        try:
            return await act(request)
        except OAuthError as fault:
            return answer({"error": fault.code, "error_description": fault.description}, BAD_REQUEST)

    async def protected_resource(self, request: BaseRequest) -> OperationResult:
        path = request.path.removeprefix(PROTECTED)
        return answer(
            {
                "resource": f"{self.issuer}{path}",
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
                "grant_types_supported": [CODE_GRANT],
                "token_endpoint_auth_methods_supported": [NO_SECRET],
                "code_challenge_methods_supported": [S256],
                "client_id_metadata_document_supported": True,
                "authorization_response_iss_parameter_supported": True,
            }
        )

    async def register(self, request: BaseRequest) -> OperationResult:
        body = await read_body(request, self.body_seconds, LONGEST_DOCUMENT)
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
                more = error.headers if isinstance(error, HttpError) else ""
                return fault_page(language, message_of(error, language), again, status_of(error), more)

        return served

    async def authorize(self, request: BaseRequest, language: Language) -> OperationResult:
        """The page; where the client may be told what is wrong, it is. Raises `OAuthError` where it may not."""
        given = single(request.query.items())
        client = await self.client(given.get("client_id", ""))
        redirect_uri = given.get("redirect_uri", "")
        if not client.allows(redirect_uri):
            raise OAuthError("invalid_redirect_uri", "it must be exactly as the client has registered it")
        try:
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
        """Raises `OAuthError`."""
        if given.get("response_type") != CODE:
            raise OAuthError("unsupported_response_type", "response_type must be code")
        challenge, state = given.get("code_challenge", ""), given.get("state", "")
        if given.get("code_challenge_method") != S256 or not CHALLENGE.fullmatch(challenge):
            raise OAuthError("invalid_request", "PKCE with S256 is needed")
        if len(state) > LONGEST_STATE:
            raise OAuthError("invalid_request", f"state may have {LONGEST_STATE} characters")
        self.check_resource(given)
        words = given.get("scope", "").split()
        if unknown := set(words) - GRANTED:
            raise OAuthError("invalid_scope", f"not granted here: {' '.join(sorted(unknown))[:200]}")
        scopes = " ".join(scope for scope in SCOPES if scope in words or not words)
        name = client.name or text(Language.EN, "sign_on.nameless")
        return AuthorizationRequest(client.id, name, client.host, redirect_uri, state, scopes, challenge)

    def check_resource(self, given: Mapping[str, str]) -> None:
        """Raise `OAuthError` unless the token is to be for us, if it is said for whom (RFC 8707)."""
        if given.get("resource", self.issuer) not in (self.issuer, f"{self.issuer}/", f"{self.issuer}/mcp"):
            raise OAuthError("invalid_target", f"the resource is {self.issuer}/mcp")

    def redirect(self, redirect_uri: str, state: str, **parameters: str) -> OperationResult:
        """The answer to the client, by way of the browser, with who gives it (RFC 9207)."""
        told = parameters | ({"state": state} if state else {}) | {"iss": self.issuer}
        location = f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(told)}"
        headers = f"Location: {location}\r\n{NO_STORE}Referrer-Policy: no-referrer\r\n"
        return OperationResult(b"", headers, media_type=HTML, status=HTTPStatus.SEE_OTHER)

    async def proceed(self, request: BaseRequest, language: Language) -> OperationResult:
        """The page's form: with the right number the client gets its code."""
        given = await self.form(request)
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

    async def form(self, request: BaseRequest) -> Mapping[str, str]:
        """The fields of a form in the body. Raises `OAuthError` or `HttpError`."""
        if not is_form(request.headers.get(hdrs.CONTENT_TYPE, "")):
            raise OAuthError("invalid_request", f"the body is {FORM}")
        body = await read_body(request, self.body_seconds, LONGEST_FORM, is_form)
        try:
            return single(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=50))
        except ValueError:
            raise OAuthError("invalid_request", "the body is no form") from None

    async def token(self, request: BaseRequest) -> OperationResult:
        """The token endpoint: exchange a code for a token. Raises `OAuthError`."""
        given = await self.form(request)
        if given.get("grant_type") != CODE_GRANT:
            raise OAuthError("unsupported_grant_type", f"grant_type must be {CODE_GRANT}")
        verifier, client_id = given.get("code_verifier", ""), given.get("client_id", "")
        if not VERIFIER.fullmatch(verifier) or not client_id:
            raise OAuthError("invalid_request", "code, client_id and code_verifier are needed")
        self.check_resource(given)
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


def single(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Parameters by name. Raises `OAuthError` if one is repeated."""
    found: dict[str, str] = {}
    for name, value in pairs:
        if found.setdefault(name, value) is not value:
            raise OAuthError("invalid_request", "a parameter is there twice")
    return found


def is_form(content_type: str) -> bool:
    return content_type.partition(";")[0].strip().lower() == FORM


def answer(content: Mapping[str, object], status: int = HTTPStatus.OK) -> OperationResult:
    return OperationResult(ENCODER.encode(content), NO_STORE, media_type=JSON, status=status)

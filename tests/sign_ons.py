"""An assistant that signs on step by step, its person's browser, and their answers as the chat gives them."""

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
from yarl import URL

from core.application.use_case import Caller
from core.base.secrets import hash_of
from core.base.settings import Settings
from core.people import sign_ons, users
from core.records.journal import Via
from core.records.sign_ons import SignOn
from tests.api.world import Reply, World

BACK = "https://claude.example.com/back"
VERIFIER = "v" * 43
CHALLENGE = urlsafe_b64encode(sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
SECRET = re.compile(r'name="page" value="([^"]+)"')
SHOWN = re.compile(r"(?:/conectar|/connect) ([A-Z2-7]{4}-[A-Z2-7]{4})")


async def bot_name() -> str:
    return "semaforo_bot"


class Assistant:
    """A client of the OAuth kind, registered with one place to send a code to.

    `address`: where a trusted proxy says that its requests come from.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.url = world.server.url
        self.address: str | None = None
        world.pipeline.settings = Settings(public_url=self.url)
        world.server.app.sign_ons.bot_name = bot_name

    async def request(self, method: str, path: str, **options: Any) -> Reply:
        if self.address:
            options["headers"] = {"X-Forwarded-For": self.address}
        async with self.world.client.request(method, path, allow_redirects=False, **options) as response:
            return Reply(response.status, response.headers, await response.read())

    async def registers(self, **metadata: Any) -> Reply:
        body = {"redirect_uris": [BACK], "client_name": "Claude", **metadata}
        reply = await self.request("POST", "/oauth/register", json=body)
        if reply.status == 201:
            self.id = msgspec.json.decode(reply.body)["client_id"]
        return reply

    async def opens(self, **changed: str | None) -> Reply:
        """The page, as a browser gets it; None leaves a parameter out."""
        reply = await self.request("GET", str(self.authorization(**changed)))
        if reply.status == 200:
            self.page = SECRET.search(reply.body.decode())[1]
        return reply

    def authorization(self, **changed: str | None) -> URL:
        """Return the address of the page."""
        asked = {
            "response_type": "code", "client_id": self.id, "redirect_uri": BACK, "state": "x y&z",
            "code_challenge": CHALLENGE, "code_challenge_method": "S256", "resource": f"{self.url}/mcp",
        } | changed  # fmt: skip
        return URL("/oauth/authorize").with_query({name: value for name, value in asked.items() if value is not None})

    async def proceeds(self, number: str = "", do: str = "continue") -> Reply:
        return await self.request("POST", "/oauth/authorize", data={"page": self.page, "number": number, "do": do})

    async def person(self, use_case: Any, *args: Any, who: str = "ana", **options: Any) -> Any:
        actor = await self.world.operate(users.actor, self.world.users[who].id)
        return await self.world.pipeline.run(Caller(actor, via=Via.CHAT), use_case, *args, **options)

    async def opened(self, who: str = "ana") -> int:
        """The question in the chat, of the page that is open."""
        code = sign_ons.chat_code_of(self.page)
        return await self.person(sign_ons.open_sign_on, hash_of(code), who=who)

    async def permitted(self, who: str = "ana") -> str:
        """The number that the chat shows."""
        asked = await self.opened(who)
        await self.person(sign_ons.answer_sign_on, asked, permitted=True, who=who)
        found: SignOn = await self.person(sign_ons.view_sign_on, asked, who=who)
        return found.number

    async def coded(self, **changed: str | None) -> str:
        """A code, from the registration on."""
        await self.registers()
        await self.opens(**changed)
        return told(await self.proceeds(await self.permitted()))["code"]

    async def redeems(self, given_code: str, /, **changed: str | None) -> Reply:
        return await self.request("POST", "/oauth/token", data=self.form(given_code, **changed))

    def form(self, given_code: str, /, **changed: str | None) -> dict[str, str]:
        """Return the form that the client sends for a code; None leaves a field out."""
        given = {
            "grant_type": "authorization_code", "code": given_code, "client_id": self.id, "redirect_uri": BACK,
            "code_verifier": VERIFIER, "resource": f"{self.url}/mcp",
        } | changed  # fmt: skip
        return {name: value for name, value in given.items() if value is not None}

    async def calls(self, token: str) -> int:
        """The status of a call to a tool."""
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find_tasks", "arguments": {}}}
        reply = await self.request("POST", "/mcp", json=body, headers={"Authorization": f"Bearer {token}"})
        assert reply.status != 200 or not msgspec.json.decode(reply.body)["result"].get("isError")
        return reply.status


def told(reply: Reply) -> dict[str, str]:
    """Return what a redirect tells the client."""
    assert reply.status == 303, (reply.status, reply.body)
    where, _, query = reply.headers["Location"].partition("?")
    assert where == BACK
    assert urlsplit(where).fragment == ""
    return dict(parse_qsl(query, keep_blank_values=True, strict_parsing=True))


def refusal(reply: Reply) -> tuple[int, str]:
    """The status and code of an OAuth refusal."""
    return reply.status, msgspec.json.decode(reply.body)["error"]

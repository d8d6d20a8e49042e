"""The Bot API over HTTP: tokens, dispatch, faults, and the record of calls."""

import asyncio
import hmac
import re
import time
from collections import deque
from typing import Any, NamedTuple

from aiohttp import web

from bot.sandbox import _account, _edit, _inline, _send  # noqa: F401 - they fill METHODS
from bot.sandbox._errors import ApiError, SandboxError
from bot.sandbox._faults import Fault, Faults
from bot.sandbox._model import Call
from bot.sandbox._older import as_read_before
from bot.sandbox._pacing import Pacing
from bot.sandbox._params import Params, read_params
from bot.sandbox._registry import METHODS
from bot.sandbox._updates import as_line
from bot.sandbox._webhook import Webhook
from bot.sandbox._world import World

_TOKEN = re.compile(r"[1-9]\d{0,18}:[A-Za-z0-9_-]{1,70}")
_QUIET = "getupdates"
KEPT_CALLS = 10_000


def bot_id(token: str) -> int:
    """The user id in a token. Raises SandboxError for what is not a token."""
    if _TOKEN.fullmatch(token) is None:
        raise SandboxError("a bot token looks like 123456:letters-and_digits")
    return int(token.partition(":")[0])


class Answer(NamedTuple):
    """The answer to a call; the body is JSON."""

    status: int
    body: bytes


class BotApi:
    """Answers the bot. `token` is the only one that is authorised."""

    def __init__(self, world: World, webhook: Webhook, token: str, pacing: Pacing | None = None) -> None:
        self._world = world
        self._webhook = webhook
        self._token = token
        self._pacing = pacing
        self.faults = Faults()
        self.is_older = False
        self.calls: deque[Call] = deque(maxlen=KEPT_CALLS)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.route("*", "/bot{token}/{method}", self._handle),
            web.get("/file/bot{token}/{path:.+}", self._download),
        ]

    def _refusal(self, token: str) -> ApiError | None:
        if _TOKEN.fullmatch(token) is None:
            return ApiError(404, "Not Found")
        if not hmac.compare_digest(token, self._token):
            return ApiError(401, "Unauthorized")
        return None

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        refused = self._refusal(request.match_info["token"])
        if refused is not None:
            return _response(_refused(refused))
        try:
            params = await read_params(request)
        except ApiError as error:
            return _response(_refused(error))
        answer = await self.answer(request.match_info["method"], params)
        return _cut(request) if answer is None else _response(answer)

    async def answer(self, name: str, params: Params) -> Answer | None:
        """Return the answer to a call, or None where the connection is cut instead."""
        fault = self.faults.hit(name, params)
        if fault is not None and fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        if fault is not None and fault.kind == "hold":
            await fault.released.wait()
        if fault is not None and fault.kind == "drop":
            self._record(name, params, fault=fault)
            return None
        answer = await self._call(name, params, fault)
        if fault is not None and fault.kind == "lose_answer":
            await asyncio.sleep(fault.seconds)
            return None
        return answer

    async def _call(self, name: str, params: Params, fault: Fault | None) -> Answer:
        try:
            if fault is not None and fault.kind == "error" and fault.error is not None:
                raise fault.error
            if self._pacing is not None:
                self._pacing.check(name, params.text("chat_id"), time.monotonic())
            result, remark = await self._run(name.lower(), as_read_before(params) if self.is_older else params)
        except ApiError as error:
            self._record(name, params, error=error, fault=fault)
            return _refused(error)
        self._record(name, params, result=result, fault=fault)
        body = {"ok": True, "result": result, **({"description": remark} if remark else {})}
        return Answer(200, as_line(body))

    async def _run(self, name: str, params: Params) -> tuple[Any, str]:
        """The result and Telegram's remark on it, usually none."""
        if name == _QUIET:
            return await self._world.updates.poll(params), ""
        if name == "setwebhook":
            return True, self._webhook.set(params)
        if name == "deletewebhook":
            return True, self._webhook.delete(params)
        if name == "getwebhookinfo":
            return self._webhook.info(), ""
        if name not in METHODS:
            raise ApiError(404, "Not Found")
        return METHODS[name](self._world, params), ""

    def _record(
        self,
        name: str,
        params: Params,
        *,
        result: Any = None,
        error: ApiError | None = None,
        fault: Fault | None = None,
    ) -> None:
        if name.lower() == _QUIET:
            return
        self.calls.append(
            Call(
                method=name,
                params=params.readable(),
                time=self._world.clock(),
                result=result,
                error_code=error.code if error else None,
                description=error.description if error else None,
                fault=fault.kind if fault else None,
            )
        )

    async def _download(self, request: web.Request) -> web.StreamResponse:
        refused = self._refusal(request.match_info["token"])
        if refused is not None:
            return _response(_refused(refused))
        stored = self._world.files.by_path(request.match_info["path"])
        if stored is None:
            return _response(_refused(ApiError(404, "Not Found")))
        return web.Response(body=stored.data, content_type="application/octet-stream")


def _refused(error: ApiError) -> Answer:
    return Answer(error.code, as_line(error.body()))


def _response(answer: Answer) -> web.Response:
    return web.Response(status=answer.status, body=answer.body, content_type="application/json")


def _cut(request: web.Request) -> web.StreamResponse:
    """Close the connection under the client's feet."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=503)

"""The Bot API without HTTP: what the bot asks is answered by a call of the stand-in, with the same statuses and bodies.

A test of the chat asks it a dozen times; by HTTP half of such a test's time went into requests.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import patch

from telegram.error import NetworkError
from telegram.request import RequestData

from bot.sandbox import Sandbox
from bot.sandbox._params import Params, Upload
from bot.telegram.connection import BotApiRequest, check_answer, fields_of

ADDRESS = "http://sandbox.invalid"


def uploads_of(data: RequestData) -> dict[str, Upload]:
    """The files of a call, as the stand-in reads them."""
    return {field: Upload(name, kind, content) for field, (name, content, kind) in data.multipart_data.items()}


@contextmanager
def answering(sandbox: Sandbox, token: str) -> Iterator[None]:
    """Every connection to `ADDRESS` made in here ends at the stand-in."""

    async def initialize(self):
        self.session = sandbox

    async def shutdown(self):
        self.session = None

    async def ask(self, session, url, method, request_data):
        called = url.removeprefix(f"{ADDRESS}/bot{token}/")
        params = Params() if request_data is None else Params(fields_of(request_data), uploads_of(request_data))
        await asyncio.sleep(0)  # as for any request, others go on meanwhile
        answer = await sandbox._api.answer(called, params)
        if answer is None:
            raise NetworkError("ServerDisconnectedError")
        check_answer(*answer, called=called)
        return answer

    async def download(self, url):
        stored = sandbox._world.files.by_path(url.removeprefix(f"{ADDRESS}/file/bot{token}/"))
        if stored is None:
            raise NetworkError("404 from Telegram for a file")
        return stored.data

    with patch.multiple(BotApiRequest, initialize=initialize, shutdown=shutdown, ask=ask, download=download):
        yield


class AtOnce(ThreadPoolExecutor):
    """Does at once what is meant for a thread: to change to one and back costs more than most of what is done there."""

    def submit(self, act: Callable[..., object], /, *args: object, **named: object) -> "Future[object]":
        done: Future[object] = Future()
        try:
            done.set_result(act(*args, **named))
        except BaseException as error:  # noqa: BLE001  whoever waits for it raises it
            done.set_exception(error)
        return done


@contextmanager
def without_threads() -> Iterator[None]:
    """`asyncio.to_thread` uses none in here."""
    loop = asyncio.get_running_loop()
    loop.set_default_executor(AtOnce())
    try:
        yield
    finally:
        loop.set_default_executor(ThreadPoolExecutor())

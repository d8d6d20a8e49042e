"""Webhooks in tests: a client that answers as it is told, and what verifies as receivers do."""

from collections.abc import Callable
from datetime import datetime
from unittest.mock import patch

import msgspec
import standardwebhooks.webhooks
from msgspec import Struct

from core.base.errors import FieldCode, Invalid
from core.ports.webhooks import WebhookClient
from core.records.webhooks import Answer, WebhookFault

ARRIVED = Answer(200)
FAILED = Answer(500, WebhookFault.STATUS)
GONE = Answer(410, WebhookFault.STATUS)


class Sent(Struct, frozen=True):
    """A request as a receiver has it."""

    url: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def seq(self) -> int:
        return msgspec.json.decode(self.body)["data"]["seq"]


class FakeWebhookClient(WebhookClient):
    """Keeps what is sent; `answer` says what a receiver does. It refuses names that begin with "private"."""

    def __init__(self, answer: Callable[[Sent], Answer] = lambda _: ARRIVED) -> None:
        self.answer = answer
        self.sent: list[Sent] = []
        self.documents: dict[str, bytes] = {}

    async def check(self, url: str) -> None:
        if "//private" in url:
            raise Invalid.at("url", FieldCode.ADDRESS_NOT_ALLOWED)

    async def post(self, url, headers, body) -> Answer:
        self.sent.append(Sent(url, dict(headers), body))
        return self.answer(self.sent[-1])

    async def fetch(self, url, most) -> bytes | None:
        return self.documents.get(url)


def verified(secret: str, sent: Sent, now: datetime) -> dict:
    """The body, as the reference implementation takes it at an instant. Raises `WebhookVerificationError`."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=None):
            return now.astimezone(tz)

    with patch.object(standardwebhooks.webhooks, "datetime", Clock):
        return standardwebhooks.Webhook(secret).verify(sent.body, sent.headers)

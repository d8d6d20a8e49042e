"""Webhooks: addresses of other systems that are told of changes (Standard Webhooks 1.0.0)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from core.base.model import Model
from core.records.journal import LAST_SEQ
from core.records.tokens import Scope


class WebhookStop(StrEnum):
    """The reason why a webhook is stopped: its owner paused it, it answered 410, or it has not answered for days."""

    PAUSED = "paused"
    GONE = "gone"
    FAILING = "failing"


class Webhook(Model, frozen=True):
    """An address that is told of the changes that its owner may see; `kinds` is empty where it is told of all.

    `failingSince`: nothing has arrived since then. `waiting`: changes that did not arrive and are tried again.
    `givenUp`: those that were tried for the last time.
    """

    id: int
    user_id: int
    url: str
    kinds: Sequence[str]
    created_at: datetime
    failing_since: datetime | None = None
    stopped_at: datetime | None = None
    stopped_because: WebhookStop | None = None
    waiting: int = 0
    given_up: int = 0


class NewWebhook(Webhook, frozen=True, kw_only=True):
    """A webhook with its new `secret`, with which the receiver verifies requests. It is told once."""

    secret: str


class WebhookRow(Struct, frozen=True):
    """A webhook with what is not told: its secrets, what its owner's token allowed, and how far it was told.

    `previous_secret` signs too until `previous_until`. `scopes`: as of a token, None is everything. The journal's rows
    up to `position` have been sent, or are retries. Nothing is sent before `rests_until`.
    """

    webhook: Webhook
    secret: str
    previous_secret: str | None
    previous_until: datetime | None
    scopes: Sequence[Scope] | None
    position: int
    rests_until: datetime | None


class NewWebhookRow(Struct, frozen=True):
    """A webhook to be added, told of what comes after `position`."""

    user_id: int
    url: str
    kinds: Sequence[str]
    secret: str
    scopes: Sequence[Scope] | None
    created_at: datetime
    position: int


class WebhookWork(Struct, frozen=True):
    """An active webhook: how far it was told, when the first retry is due, and until when it rests."""

    id: int
    position: int
    failing: bool
    rests_until: datetime | None
    next_due_at: datetime | None


class WebhookRetry(Struct, frozen=True):
    """A row of the journal that did not arrive: how often it was tried, first at `began_at`.

    It is tried again at `due_at`; None: never.
    """

    seq: int
    attempts: int
    began_at: datetime
    due_at: datetime | None


class WebhookData(Model, frozen=True):
    """A change: `seq` as in `GET /changes`, and each field of the thing with the `id` before and after.

    `cut`: the fields that were left out of `changed`, since the whole would be too large.
    """

    seq: Annotated[int, Meta(ge=0, le=LAST_SEQ, extra_json_schema={"format": "int64"})]
    id: int
    changed: Mapping[str, Sequence[Any]]
    cut: Sequence[str] = ()


class WebhookEvent(Model, frozen=True):
    """An event for a webhook: the `type` is the kind of a change, or `webhook.test`; when it happened; what changed."""

    type: str
    timestamp: datetime
    data: WebhookData


class Delivery(Struct, frozen=True):
    """An event to be sent: where, under which id, signed with which secrets."""

    url: str
    id: str
    body: bytes
    secrets: Sequence[str]


class WebhookFault(StrEnum):
    """The reason why an event did not arrive.

    Another status than 2xx, no answer in time, no connection, a certificate that is not trusted, or an address to which
    nothing is sent.
    """

    STATUS = "status"
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"
    CERTIFICATE = "certificate"
    ADDRESS = "address"


class Answer(Struct, frozen=True):
    """The outcome of a request: the status of the answer, if one came; `retry_after`: seconds to wait, 0 if none."""

    status: int | None = None
    fault: WebhookFault | None = None
    retry_after: float = 0.0

    @property
    def arrived(self) -> bool:
        return self.fault is None


class WebhookTest(Model, frozen=True):
    """The outcome of a test event: whether it arrived, with the status that was answered, or why not."""

    arrived: bool
    status: int | None
    fault: WebhookFault | None

"""The request that tells a webhook of an event: its body, its id, and its signatures (Standard Webhooks 1.0.0)."""

import base64
import hmac
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from core.records.journal import JournalRow
from core.records.webhooks import Delivery, WebhookData, WebhookEvent, WebhookRow

BODY_LIMIT = 20_000
"""A body must have fewer bytes."""

SECRET_PREFIX, SECRET_BYTES = "whsec_", 32
TEST = "webhook.test"
ENCODER = msgspec.json.Encoder()


def new_secret() -> str:
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def delivery_of(row: WebhookRow, database_id: str, change: JournalRow, now: datetime) -> Delivery:
    """The event of a row of the journal. Its id is the same in every attempt: the row's position in `GET /changes`."""
    data = WebhookData(change.seq, change.entity_id, change.changed)
    body = body_of(WebhookEvent(change.kind, change.at, data))
    return Delivery(row.webhook.url, f"{database_id}-{change.seq}", body, secrets_at(row, now))


def delivery_of_test(row: WebhookRow, now: datetime) -> Delivery:
    event = WebhookEvent(TEST, now, WebhookData(0, row.webhook.id, {}))
    return Delivery(row.webhook.url, f"test-{secrets.token_hex(8)}", ENCODER.encode(event), secrets_at(row, now))


def body_of(event: WebhookEvent) -> bytes:
    """The event as JSON; where that is too large, without the values of the largest fields."""
    body = ENCODER.encode(event)
    if len(body) < BODY_LIMIT:
        return body
    changed = event.data.changed
    by_size = sorted(changed, key=lambda name: len(ENCODER.encode(changed[name])), reverse=True)
    for place in range(1, len(by_size) + 1):
        cut = sorted(by_size[:place])
        kept = {name: both for name, both in changed.items() if name not in cut}
        data = msgspec.structs.replace(event.data, changed=kept, cut=cut)
        body = ENCODER.encode(msgspec.structs.replace(event, data=data))
        if len(body) < BODY_LIMIT:
            break
    return body


def secrets_at(row: WebhookRow, now: datetime) -> Sequence[str]:
    """The secrets that sign, the present one first."""
    if row.previous_secret and row.previous_until and now < row.previous_until:
        return [row.secret, row.previous_secret]
    return [row.secret]


def headers_of(delivery: Delivery, now: datetime) -> Mapping[str, str]:
    """The headers of an attempt that is made now, with a signature by each secret."""
    at = str(int(now.timestamp()))
    signed = b".".join((delivery.id.encode(), at.encode(), delivery.body))
    return {
        "Content-Type": "application/json",
        "webhook-id": delivery.id,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(signature(each, signed) for each in delivery.secrets),
    }


def signature(secret: str, signed: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    return f"v1,{base64.b64encode(hmac.digest(key, signed, 'sha256')).decode()}"

"""The requests that the service sends to webhooks, as the `webhooks` of the OpenAPI document."""

from api.openapi.common import json_content
from api.openapi.schemas import Json, Schemas
from core.records.webhooks import WebhookEvent

TAG = "webhooks"
HEADERS = {
    "webhook-id": ("The event's id, the same in every attempt.", "string", "9f86d081-48213"),
    "webhook-timestamp": ("When this attempt was made, in seconds since 1970.", "string", "1795460400"),
    "webhook-signature": (
        "`v1,` and the base64 of the HMAC-SHA256 of `webhook-id.webhook-timestamp.body`; two while two secrets sign.",
        "string",
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    ),
}


def webhooks(schemas: Schemas) -> Json:
    parameters = [
        {
            "name": name,
            "in": "header",
            "required": True,
            "description": meaning,
            "schema": {"type": kind},
            "example": example,
        }
        for name, (meaning, kind, example) in HEADERS.items()
    ]
    operation: Json = {
        "tags": [TAG],
        "operationId": "receiveChange",
        "summary": "Receive a change",
        "description": "What has changed, to each webhook whose owner may see it, as Standard Webhooks 1.0.0 says. "
        "It comes at least once, and not always in the order of `seq`.",
        "security": [],
        "parameters": parameters,
        "requestBody": {"required": True, "content": json_content(schemas.of(WebhookEvent))},
        "responses": {
            "2XX": {"description": "It has arrived. Any other status, and none within 15 seconds, has it sent again."},
            "410": {"description": "The webhook is stopped: nothing is sent any more."},
        },
    }
    return {"change": {"post": operation}}

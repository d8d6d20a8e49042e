"""The refusals of the Bot API, in Telegram's own words."""

from typing import Any

NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
WEBHOOK_IS_ACTIVE = (
    "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
OTHER_POLLER = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
WEBHOOK_WAS_SET = "Conflict: terminated by setWebhook request"
STALE_QUERY = "Bad Request: query is too old and response timeout expired or query ID is invalid"


class ApiError(Exception):
    """A refused call: `code` is both the HTTP status and `error_code`, `description` the exact text.

    `parameters` becomes the answer's ResponseParameters (`retry_after` in seconds, `migrate_to_chat_id`).
    """

    def __init__(self, code: int, description: str, parameters: dict[str, int] | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


class SandboxError(Exception):
    """A person (or a test) tried what no Telegram client would let them do."""


def bad_request(reason: str) -> ApiError:
    """Return a 400; `reason` keeps its case, as Telegram keeps that of `BUTTON_DATA_INVALID`."""
    return ApiError(400, f"Bad Request: {reason}")


def forbidden(reason: str) -> ApiError:
    return ApiError(403, f"Forbidden: {reason}")


def conflict(description: str) -> ApiError:
    return ApiError(409, description)


def too_many_requests(retry_after: int) -> ApiError:
    return ApiError(429, f"Too Many Requests: retry after {retry_after}", {"retry_after": retry_after})


def parse_error(reason: str) -> ApiError:
    """Return the 400 for bad formatting: `can't parse entities: …`."""
    return bad_request(f"can't parse entities: {reason}")

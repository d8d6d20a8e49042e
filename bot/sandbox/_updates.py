"""Updates waiting for the bot: numbering, confirmation by offset, long polling, two pollers at once."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from bot.sandbox._errors import OTHER_POLLER, WEBHOOK_IS_ACTIVE, WEBHOOK_WAS_SET, ApiError, bad_request, conflict
from bot.sandbox._model import Json
from bot.sandbox._params import Params

UPDATE_TYPES = (
    "message", "edited_message", "channel_post", "edited_channel_post", "inline_query", "chosen_inline_result",
    "callback_query", "shipping_query", "pre_checkout_query", "poll", "poll_answer", "my_chat_member", "chat_member",
    "chat_join_request", "message_reaction", "message_reaction_count",
)  # fmt: skip
_NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}
_DEFAULT_TYPES = frozenset(UPDATE_TYPES) - _NOT_BY_DEFAULT
MAX_POLL_SECONDS = 50
_FAR_AHEAD = 10

_highest_issued = 0


def first_number(now: float | None = None) -> int:
    """A starting point for update and message ids that no earlier sandbox has passed.

    Tenths of a second since 2025, so within 32 bits until 2031; within one process also above every id issued.
    """
    seconds = (time.time() if now is None else now) - 1_735_689_600
    return max(int(seconds * 10), _highest_issued + 1, 1)


def note_issued(number: int) -> int:
    """Remember that `number` is taken, for the next sandbox of this process; returns it."""
    global _highest_issued  # noqa: PLW0603 - one process, one sequence
    _highest_issued = max(_highest_issued, number)
    return number


@dataclass(frozen=True)
class Queued:
    """An update not confirmed yet; `key` names what must stay in order among themselves (a chat)."""

    id: int
    key: int
    body: Json


class UpdateQueue:
    """Telegram's queue for one bot."""

    def __init__(self) -> None:
        self._next = first_number()
        self._pending: list[Queued] = []
        self._allowed = _DEFAULT_TYPES
        self._poller: asyncio.Future[None] | None = None
        self.webhook_active = False
        self.on_added: Callable[[], None] | None = None

    @property
    def pending(self) -> list[Queued]:
        return list(self._pending)

    @property
    def is_polled(self) -> bool:
        return self._poller is not None

    def add(self, kind: str, payload: Json, key: int) -> int | None:
        """Queue an update of a type; return its update_id, or None where the bot did not ask for that type."""
        if kind not in self._allowed:
            return None
        return self.inject({kind: payload}, key)

    def inject(self, body: Json, key: int = 0) -> int:
        """Queue anything at all; `update_id` is added unless given."""
        update_id = body.get("update_id")
        if not isinstance(update_id, int):
            update_id = note_issued(self._next)
        self._next = max(self._next, update_id + 1)
        self._pending.append(Queued(update_id, key, {"update_id": update_id, **body}))
        self._wake(None)
        if self.on_added is not None:
            self.on_added()
        return update_id

    def remove(self, update_id: int) -> None:
        self._pending = [update for update in self._pending if update.id != update_id]

    def clear(self) -> None:
        self._pending.clear()

    def allow(self, params: Params) -> None:
        """Take allowed_updates from a call, where it has them; they hold for updates to come. [] means the default."""
        wanted = params.json("allowed_updates", "allowed_updates")
        if wanted is None:
            return
        if not isinstance(wanted, list):
            raise bad_request("can't parse allowed_updates: Expected an Array of String")
        self._allowed = frozenset(wanted) & frozenset(UPDATE_TYPES) or _DEFAULT_TYPES

    @property
    def allowed(self) -> list[str] | None:
        return None if self._allowed == _DEFAULT_TYPES else sorted(self._allowed)

    def stop_polling(self) -> None:
        self._wake(conflict(WEBHOOK_WAS_SET))

    def hang_up(self) -> None:
        """End a waiting poller with nothing, because the server goes."""
        self._wake(None)

    async def poll(self, params: Params) -> list[Json]:
        """Return the updates for getUpdates. Raises ApiError 409 with a webhook, or when another poller takes over."""
        if self.webhook_active:
            raise conflict(WEBHOOK_IS_ACTIVE)
        limit = params.clamped("limit", 100, 1, 100)
        seconds = params.clamped("timeout", 0, 0, MAX_POLL_SECONDS)
        self.allow(params)
        self._wake(conflict(OTHER_POLLER))
        self._confirm(params.integer("offset"))
        if not self._pending and seconds:
            await self._wait(seconds)
        return [update.body for update in self._pending[:limit]]

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self._pending = self._pending[offset:]
        elif 0 < offset <= self._next + _FAR_AHEAD:
            self._pending = [update for update in self._pending if update.id >= offset]

    async def _wait(self, seconds: float) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._poller = mine
        try:
            await asyncio.wait_for(mine, seconds)
        except TimeoutError:
            return
        finally:
            if self._poller is mine:
                self._poller = None

    def _wake(self, error: ApiError | None) -> None:
        poller, self._poller = self._poller, None
        if poller is None or poller.done():
            return
        if error is None:
            poller.set_result(None)
        else:
            poller.set_exception(error)


def as_line(body: Any) -> bytes:
    """JSON as Telegram writes it on the wire."""
    return msgspec.json.encode(body)

"""Telegram's real speed limits, for whoever wants them: 30 messages a second in all, one a second per chat."""

import math
from dataclasses import dataclass, field

from bot.sandbox._errors import too_many_requests

_PACED = ("send", "edit")


@dataclass
class _Bucket:
    rate: float
    burst: float
    level: float = 0.0
    at: float = 0.0

    def take(self, now: float) -> float:
        """Seconds to wait, 0 where there was room (which is then used)."""
        self.level = max(0.0, self.level - (now - self.at) * self.rate)
        self.at = now
        if self.level + 1 > self.burst:
            return (self.level + 1 - self.burst) / self.rate
        self.level += 1
        return 0.0


@dataclass
class Pacing:
    """Leaky buckets: `per_chat` and `overall` messages a second, each with its burst; a group takes 20 a minute."""

    per_chat: float = 1.0
    chat_burst: int = 5
    overall: float = 30.0
    overall_burst: int = 30
    group_per_minute: float = 20.0
    _chats: dict[str, _Bucket] = field(default_factory=dict, init=False)
    _all: _Bucket | None = field(default=None, init=False)

    def check(self, method: str, chat_id: str, now: float) -> None:
        """Raise ApiError 429 with whole seconds to wait if there is no room; `now` in seconds of a monotonic clock."""
        if not chat_id or not method.lower().startswith(_PACED):
            return
        chat, overall = self._bucket(chat_id), self._overall()
        wait = max(chat.take(now), overall.take(now))
        if wait > 0:
            raise too_many_requests(max(1, math.ceil(wait)))

    def _bucket(self, chat_id: str) -> _Bucket:
        if chat_id not in self._chats:
            group = chat_id.startswith("-")
            rate = self.group_per_minute / 60 if group else self.per_chat
            self._chats[chat_id] = _Bucket(rate, self.group_per_minute if group else self.chat_burst)
        return self._chats[chat_id]

    def _overall(self) -> _Bucket:
        if self._all is None:
            self._all = _Bucket(self.overall, self.overall_burst)
        return self._all

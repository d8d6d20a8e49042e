"""The chats and methods that Telegram has asked to leave alone for now (429).

Telegram does not say what a refusal is about. One that names a chat is taken to be about that chat; where several chats
in a row are refused by one method, and nothing in between was not, it is about the method. All else goes on.
Nothing rests for longer than `LONGEST_REST_SECONDS`, whatever Telegram asks for: then one call asks again.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from time import monotonic

from msgspec import Struct
from telegram.error import TelegramError

from core.base.state_log import StateLog

logger = logging.getLogger(__name__)

LONGEST_REST_SECONDS = 300.0
CHATS_OF_A_METHOD = 3
"""The number of chats refused in a row that shows that it is the method that is refused."""


class RateLimited(TelegramError):
    """Telegram refused a call for now (429): it may be repeated after `seconds`, though it `asked` for more."""

    def __init__(self, seconds: float, asked: float | None = None) -> None:
        super().__init__(f"Too many requests: again in {seconds:.0f} s")
        self.seconds = seconds
        self.asked = seconds if asked is None else asked


class Rest(Struct, frozen=True):
    """A rest that goes on: until when by the clock of `Rests`, and how long Telegram asked for."""

    until: float
    asked: float


class Rests:
    """The rests of one bot; `clock` is monotonic, in seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.chats: dict[int, Rest] = {}
        self.methods: dict[str, Rest] = {}
        self.refused_in: dict[str, set[int]] = defaultdict(set)
        self.states = StateLog(logger)

    def check(self, method: str, chat_id: int | None) -> None:
        """Raise `RateLimited` while the method or the chat rests."""
        for rest in (self.methods.get(method), self.chats.get(chat_id) if chat_id is not None else None):
            if rest is not None and (left := rest.until - self.clock()) > 0:
                raise RateLimited(left, rest.asked)

    def refused(self, method: str, chat_id: int | None, asked: float) -> RateLimited:
        """Have what a refusal is about rest; the error of the call that was refused."""
        seconds = min(asked, LONGEST_REST_SECONDS)
        rest = Rest(self.clock() + seconds, asked)
        chats = self.refused_in[method]
        if chat_id is not None and not self.of_method(method):
            chats.add(chat_id)
            self.chats[chat_id] = rest
        if chat_id is None or self.of_method(method) or len(chats) >= CHATS_OF_A_METHOD:
            self.methods[method] = rest
            for each in chats:
                self.chats.pop(each, None)
            chats.clear()
        thing = method if self.of_method(method) else f"chat {chat_id}"
        self.states.failing(thing, f"too many requests: it rests for {seconds:.0f} s (Telegram asks for {asked:.0f} s)")
        return RateLimited(seconds, asked)

    def worked(self, method: str, chat_id: int | None) -> None:
        """Note that a call was not refused so."""
        self.refused_in.pop(method, None)
        self.methods.pop(method, None)
        self.states.working(method)
        if chat_id is not None:
            self.chats.pop(chat_id, None)
            self.states.working(f"chat {chat_id}")

    def of_method(self, method: str) -> float:
        """Return the seconds for which a method rests yet."""
        rest = self.methods.get(method)
        return max(rest.until - self.clock(), 0.0) if rest else 0.0

    def of_chat(self, chat_id: int) -> float:
        """Return the seconds for which a chat rests yet."""
        rest = self.chats.get(chat_id)
        return max(rest.until - self.clock(), 0.0) if rest else 0.0

    def standing(self) -> tuple[dict[str, Rest], Sequence[Rest]]:
        """The rests that go on now: of methods by their names, and of chats."""
        now = self.clock()
        self.methods = {method: rest for method, rest in self.methods.items() if rest.until > now}
        self.chats = {chat: rest for chat, rest in self.chats.items() if rest.until > now}
        return dict(self.methods), list(self.chats.values())

"""The things of the sandbox. Tests hold frozen ones: a Message is how it looked then, and its buttons still work."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

Json = dict[str, Any]


@dataclass(frozen=True)
class Person:
    """Somebody with a Telegram account. `started`: has written to the bot before, so that it may write first."""

    id: int
    first_name: str
    username: str
    language_code: str = "es"
    started: bool = False


class Button(Struct, frozen=True):
    """A button under a message; `raw` is the Bot API's object. `data` is None unless it is a callback button."""

    text: str
    row: int
    column: int
    raw: Json

    @property
    def data(self) -> str | None:
        value = self.raw.get("callback_data")
        return value if isinstance(value, str) else None

    @property
    def url(self) -> str | None:
        value = self.raw.get("url")
        return value if isinstance(value, str) else None


class Message(Struct, frozen=True):
    """A message as a person saw it at one moment. `raw` is the Bot API's Message object."""

    chat_id: int
    id: int
    raw: Json
    from_bot: bool
    markup: Json | None = None
    reaction: str = ""
    """The emoji that the bot has put on it."""

    @property
    def text(self) -> str:
        """The text, or the caption of a picture or document; "" for neither."""
        return str(self.raw.get("text") or self.raw.get("caption") or "")

    @property
    def entities(self) -> list[Json]:
        """MessageEntity objects of the text or caption; offsets in UTF-16 code units."""
        return list(self.raw.get("entities") or self.raw.get("caption_entities") or [])

    @property
    def edited(self) -> bool:
        """True once edited by its author (a changed keyboard alone does not count)."""
        return "edit_date" in self.raw

    @property
    def rows(self) -> list[list[Button]]:
        keyboard = (self.markup or {}).get("inline_keyboard") or []
        return [[Button(raw["text"], r, c, raw) for c, raw in enumerate(row)] for r, row in enumerate(keyboard)]

    @property
    def buttons(self) -> list[Button]:
        return [button for row in self.rows for button in row]

    @property
    def keyboard(self) -> list[list[str]]:
        return [[button.text for button in row] for row in self.rows]

    @property
    def reply_to(self) -> int | None:
        """message_id of the message this one answers."""
        replied = self.raw.get("reply_to_message")
        return int(replied["message_id"]) if replied else None

    @property
    def spoilers(self) -> list[str]:
        return self.marked("spoiler")

    def marked(self, kind: str) -> list[str]:
        """The pieces of the text under entities of a type ("bold", "code", "text_link" …)."""
        units = self.text.encode("utf-16-le")
        spans = [(2 * e["offset"], 2 * (e["offset"] + e["length"])) for e in self.entities if e["type"] == kind]
        return [units[start:end].decode("utf-16-le") for start, end in spans]

    def button(self, wanted: str) -> Button:
        """The button of that text, of that callback_data, or the only one containing it. Raises LookupError."""
        for match in (
            [b for b in self.buttons if b.text == wanted],
            [b for b in self.buttons if b.data == wanted],
            [b for b in self.buttons if wanted in b.text],
        ):
            if len(match) == 1 or (match and match[0].text == wanted):
                return match[0]
        shown = [(button.text, button.data or button.url) for button in self.buttons]
        raise LookupError(f"no single button {wanted!r} among {shown}")


@dataclass(frozen=True)
class CallbackAnswer:
    """The answer to a press, given by answerCallbackQuery."""

    text: str
    show_alert: bool


@dataclass
class Callback:
    """One press of a button; `answer` is None while the button spins."""

    id: str
    person_id: int
    chat_id: int
    message_id: int
    data: str
    time: float
    answer: CallbackAnswer | None = None


@dataclass(frozen=True)
class InlineAnswer:
    """The offer of answerInlineQuery; each result is the Bot API's object, its message checked as one that is sent."""

    results: Sequence[Json]
    next_offset: str
    button: Json | None
    is_personal: bool
    cache_time: int


@dataclass
class InlineQuery:
    """Words typed behind the bot's name; `answer` is None while it is waited for."""

    id: str
    person_id: int
    chat_id: int
    query: str
    time: float
    answer: InlineAnswer | None = None
    contents: dict[str, Json] = field(default_factory=dict)


class Call(Struct, frozen=True):
    """One call of the bot, getUpdates excepted. `params` has nested JSON decoded and uploads as name and size.

    `error_code` and `description` are None where Telegram said ok; `fault` is the kind of the fault that hit it.
    """

    method: str
    params: Json
    time: float
    result: Any = None
    error_code: int | None = None
    description: str | None = None
    fault: str | None = None

    @property
    def ok(self) -> bool:
        """True where the call was accepted, even if its answer was lost on purpose."""
        return self.error_code is None and self.fault not in ("drop", "error")


@dataclass
class Stored:
    """A message as the sandbox keeps it; `raw` is replaced, never changed, on an edit."""

    raw: Json
    from_bot: bool
    markup: Json | None = None
    reaction: str = ""

    def snapshot(self) -> Message:
        """Return the message as a person sees it now."""
        return Message(
            chat_id=int(self.raw["chat"]["id"]),
            id=int(self.raw["message_id"]),
            raw=self.raw,
            from_bot=self.from_bot,
            markup=self.markup,
            reaction=self.reaction,
        )

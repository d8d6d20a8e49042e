"""The HTML parse mode, of the tags that the bot writes: entities, with Telegram's offsets and Telegram's complaints.

Offsets and lengths of entities count UTF-16 code units; the offsets in error texts count bytes of UTF-8.
"""

import re
from dataclasses import dataclass
from typing import Any

from bot.sandbox._errors import bad_request, parse_error
from bot.sandbox._links import LinkError, checked_link, link_user_id

_KINDS = {
    "b": "bold",
    "i": "italic",
    "s": "strikethrough",
    "tg-spoiler": "spoiler",
    "tg-time": "date_time",
    "a": "text_link",
    "code": "code",
}
_NAMED = {b"lt": "<", b"gt": ">", b"amp": "&", b"quot": '"'}
_REFERENCE = re.compile(rb"&(?:#x(?P<hex>[0-9a-fA-F]*)|#(?P<dec>[0-9]*)|(?P<name>[a-zA-Z]*));?")
_SURROGATES = range(0xD800, 0xE000)
_LAST_CHARACTER = 0x10FFFF
_LONGEST_REFERENCE = 9
_SPACE = b" \t\r\n\0\x0b"
_NAME_TOKEN = re.compile(rb"[0-9a-zA-Z.-]*")
_ATTRIBUTE_NAME = re.compile(rb"[^ \t\r\n\0\x0b=>/\"']*")


@dataclass(frozen=True)
class _Open:
    """A tag not closed yet; `argument`: its link, or the format of its time, `unix`."""

    tag: str
    argument: str
    unix: int
    utf16: int
    index: int


def parse_html(text: str) -> tuple[str, list[dict[str, Any]]]:
    """The plain text and its entities, by end tags. Raises ApiError 400 "… can't parse entities: …"."""
    parser = _Parser(text.encode("utf-8", "surrogatepass"))
    return parser.run()


class _Parser:
    def __init__(self, source: bytes) -> None:
        self._source = source
        self._at = 0
        self._out: list[str] = []
        self._utf16 = 0
        self._open: list[_Open] = []
        self._entities: list[dict[str, Any]] = []

    def run(self) -> tuple[str, list[dict[str, Any]]]:
        while self._at < len(self._source):
            byte = self._source[self._at : self._at + 1]
            if byte == b"<":
                self._tag()
            elif byte != b"&" or not self._reference():
                self._plain()
        if self._open:
            raise parse_error(f'Can\'t find end tag corresponding to start tag "{self._open[-1].tag}"')
        return "".join(self._out), self._entities

    def _emit(self, text: str) -> None:
        self._out.append(text)
        self._utf16 += len(text.encode("utf-16-le", "surrogatepass")) // 2

    def _plain(self) -> None:
        """Everything up to the next markup character; the first byte is taken whatever it is."""
        match = re.compile(rb"[^<&]*").match(self._source, self._at + 1)
        end = match.end() if match else self._at + 1
        self._emit(self._source[self._at : end].decode("utf-8", "surrogatepass"))
        self._at = end

    def _reference(self) -> bool:
        character, end = _decode_reference(self._source, self._at)
        if character is None:
            return False
        if ord(character) in _SURROGATES:
            raise bad_request(
                "text contains invalid Unicode characters after decoding HTML entities, "
                "check for unmatched surrogate code units"
            )
        self._emit(character)
        self._at = end
        return True

    def _tag(self) -> None:
        begin = self._at
        if self._source[begin + 1 : begin + 2] == b"/":
            self._end_tag(begin)
        else:
            self._start_tag(begin)

    def _peek(self) -> bytes:
        return self._source[self._at : self._at + 1]

    def _skip_space(self) -> None:
        while self._peek() and self._peek() in _SPACE:
            self._at += 1

    def _word(self, begin: int) -> str:
        """What stands between `begin` and the next space or `>`."""
        self._at = begin
        while self._peek() and self._peek() not in _SPACE + b">":
            self._at += 1
        return self._source[begin : self._at].decode("utf-8", "replace").lower()

    def _start_tag(self, begin: int) -> None:
        tag = self._word(begin + 1)
        if not self._peek():
            raise parse_error(f"Unclosed start tag at byte offset {begin}")
        if tag not in _KINDS:
            raise parse_error(f'Unsupported start tag "{tag}" at byte offset {begin}')
        argument, unix = "", 0
        while True:
            self._skip_space()
            if self._peek() == b">":
                break
            name, value = self._attribute(tag, begin)
            if (tag, name) in (("a", "href"), ("tg-time", "format")):
                argument = value
            elif (tag, name) == ("tg-time", "unix"):
                unix = _whole_number(value)
        self._at += 1
        self._open.append(_Open(tag, argument, unix, self._utf16, len(self._out)))

    def _attribute(self, tag: str, begin: int) -> tuple[str, str]:
        """One attribute and its value, "" where it has none."""
        match = _ATTRIBUTE_NAME.match(self._source, self._at)
        name = match[0].decode("utf-8", "replace") if match else ""
        if not self._peek():
            raise parse_error(f'Unclosed start tag "{tag}" at byte offset {begin}')
        if not name:
            raise parse_error(f'Empty attribute name in the tag "{tag}" at byte offset {begin}')
        self._at += len(match[0]) if match else 0
        self._skip_space()
        if self._peek() != b"=":
            if not self._peek():
                raise parse_error(f'Unclosed start tag "{tag}" at byte offset {begin}')
            return name, ""
        self._at += 1
        self._skip_space()
        if not self._peek():
            raise parse_error(f'Unclosed start tag "{tag}" at byte offset {begin}')
        return name, self._value(begin)

    def _value(self, begin: int) -> str:
        quote = self._peek()
        if quote not in (b"'", b'"'):
            start = self._at
            match = _NAME_TOKEN.match(self._source, start)
            self._at = match.end() if match else start
            if self._peek() and self._peek() not in _SPACE + b">":
                raise parse_error(f"Unexpected end of name token at byte offset {start}")
            value = self._source[start : self._at].decode().lower()
        else:
            self._at += 1
            value = self._quoted(quote)
        if not self._peek():
            raise parse_error(f"Unclosed start tag at byte offset {begin}")
        return value

    def _quoted(self, quote: bytes) -> str:
        value = bytearray()
        while self._peek() and self._peek() != quote:
            character, end = _decode_reference(self._source, self._at) if self._peek() == b"&" else (None, self._at)
            if character is None:
                value += self._peek()
                self._at += 1
            else:
                value += character.encode("utf-8", "replace")
                self._at = end
        self._at += 1
        return value.decode("utf-8", "replace")

    def _end_tag(self, begin: int) -> None:
        if not self._open:
            raise parse_error(f"Unexpected end tag at byte offset {begin}")
        found = self._word(begin + 2)
        self._skip_space()
        if self._peek() != b">":
            raise parse_error(f"Unclosed end tag at byte offset {begin}")
        self._at += 1
        opened = self._open.pop()
        if found and found != opened.tag:
            raise parse_error(
                f'Unmatched end tag at byte offset {begin}, expected "</{opened.tag}>", found "</{found}>"'
            )
        if self._utf16 > opened.utf16:
            self._close(opened)

    def _close(self, opened: _Open) -> None:
        entity: dict[str, Any] = {
            "type": _KINDS[opened.tag],
            "offset": opened.utf16,
            "length": self._utf16 - opened.utf16,
        }
        finishers = {"a": self._finish_link, "tg-time": _finish_time}
        if opened.tag not in finishers or finishers[opened.tag](entity, opened):
            self._entities.append(entity)

    def _finish_link(self, entity: dict[str, Any], opened: _Open) -> bool:
        """Put the link into the entity; False where Telegram silently drops it."""
        url = opened.argument or "".join(self._out[opened.index :])
        user_id = link_user_id(url)
        if user_id is not None:
            entity["type"] = "text_mention"
            entity["user"] = {"id": user_id}
            return True
        try:
            entity["url"] = checked_link(url)
        except LinkError:
            return False
        return True


def _finish_time(entity: dict[str, Any], opened: _Open) -> bool:
    """Put the time and its format, of which the bot uses one, into the entity; False for no time, which is dropped."""
    if opened.argument != "t":
        raise parse_error("Invalid date format used")
    entity |= {"unix_time": opened.unix, "date_time_format": opened.argument}
    return opened.unix > 0


def _whole_number(words: str) -> int:
    """The digits with which the words begin, 0 for none."""
    match = re.match(r"-?\d+", words)
    return int(match[0]) if match else 0


def _decode_reference(source: bytes, at: int) -> tuple[str | None, int]:
    """The character of `&lt;`, `&#65;`, `&#x41` … and where it ends; None where Telegram leaves it as written."""
    match = _REFERENCE.match(source, at)
    if match is None:
        return None, at
    if match["name"] is not None:
        return _NAMED.get(match["name"]), match.end()
    digits = match["hex"] if match["hex"] is not None else match["dec"]
    code = int(digits or b"0", 16 if match["hex"] is not None else 10)
    without_semicolon = len(match[0].rstrip(b";"))
    if not 0 < code < _LAST_CHARACTER or without_semicolon > _LONGEST_REFERENCE:
        return None, at
    return chr(code), match.end()

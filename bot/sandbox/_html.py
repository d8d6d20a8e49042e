"""The HTML parse mode, as the bot writes it: tags become entities, with Telegram's offsets and complaints.

Offsets and lengths of entities count UTF-16 code units; the offsets in error texts count bytes of UTF-8.
"""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from bot.sandbox._errors import parse_error
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
_PIECE = re.compile(r"<(?P<closes>/?)(?P<tag>[^\s<>]*+)(?P<attributes>[^<>]*+)>|[^<]+")
_ATTRIBUTE = re.compile(r' ([a-z]+)="([^"]*)"')
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
"""The character references that Telegram knows."""

Entity = dict[str, Any]


@dataclass(frozen=True)
class _Open:
    """A tag not closed yet; `start`: its place in the plain text."""

    tag: str
    attributes: dict[str, str]
    start: int


def parse_html(text: str) -> tuple[str, list[Entity]]:
    """The plain text and its entities, by end tags. Raises ApiError 400 "… can't parse entities: …"."""
    plain, at = "", 0
    opened: list[_Open] = []
    entities: list[Entity] = []
    while at < len(text):
        piece = _PIECE.match(text, at)
        if piece is None:
            raise parse_error(f"Unclosed {'end' if text.startswith('</', at) else 'start'} tag {_place(text, at)}")
        if piece["tag"] is None:
            plain += _unescaped(piece[0])
        elif piece["closes"]:
            entities += _entities_of(_closed(opened, piece), plain)
        else:
            opened.append(_Open(piece["tag"], _attributes(piece), len(plain)))
        at = piece.end()
    if opened:
        raise parse_error(f'Can\'t find end tag corresponding to start tag "{opened[-1].tag}"')
    return plain, entities


def utf16_length(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _unescaped(words: str) -> str:
    return _REFERENCE.sub(lambda found: unescape(found[0]), words)


def _place(text: str, at: int) -> str:
    return f"at byte offset {len(text[:at].encode('utf-8', 'surrogatepass'))}"


def _attributes(piece: re.Match[str]) -> dict[str, str]:
    tag, written = piece["tag"], piece["attributes"]
    if tag not in _KINDS:
        raise parse_error(f'Unsupported start tag "{tag}" {_place(piece.string, piece.start())}')
    if _ATTRIBUTE.sub("", written):
        raise parse_error(f'The stand-in reads no "{written}" in the tag "{tag}"')
    return {name: _unescaped(value) for name, value in _ATTRIBUTE.findall(written)}


def _closed(opened: list[_Open], piece: re.Match[str]) -> _Open:
    if not opened:
        raise parse_error(f"Unexpected end tag {_place(piece.string, piece.start())}")
    last, tag = opened.pop(), piece["tag"]
    if tag != last.tag:
        place = _place(piece.string, piece.start())
        raise parse_error(f'Unmatched end tag {place}, expected "</{last.tag}>", found "</{tag}>"')
    return last


def _entities_of(closed: _Open, plain: str) -> list[Entity]:
    """The entity of a tag; none around no text, nor for a link or a time that Telegram silently drops."""
    offset, length = utf16_length(plain[: closed.start]), utf16_length(plain[closed.start :])
    entity = {"type": _KINDS[closed.tag], "offset": offset, "length": length}
    if closed.tag == "a":
        entity |= _link(closed.attributes.get("href", ""))
    if closed.tag == "tg-time":
        entity |= _time(closed.attributes)
    dropped = not length or entity.get("url") == "" or entity.get("unix_time") == 0
    return [] if dropped else [entity]


def _link(url: str) -> Entity:
    """Return the person or the address that a link leads to, "" where it leads nowhere."""
    if user_id := link_user_id(url):
        return {"type": "text_mention", "user": {"id": user_id}}
    try:
        return {"url": checked_link(url)}
    except LinkError:
        return {"url": ""}


def _time(attributes: dict[str, str]) -> Entity:
    """Return the instant of a time, 0 for none, in the only format that the bot asks for."""
    if attributes.get("format") != "t":
        raise parse_error("Invalid date format used")
    unix = attributes.get("unix", "")
    return {"unix_time": int(unix) if unix.isdecimal() else 0, "date_time_format": "t"}

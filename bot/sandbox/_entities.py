"""Changes a text as Telegram does after its markup is parsed: cleans, trims, finds links and commands, sorts entities.

Every offset and length counts UTF-16 code units. An entity is a dict of the Bot API's MessageEntity.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable

from bot.sandbox._errors import bad_request
from bot.sandbox._html import Entity, parse_html, utf16_length

_STYLES = ("bold", "italic", "strikethrough", "spoiler")
_ORDER = ["code", "text_link", "text_mention", "mention", "bot_command", "url", *_STYLES]

_TLDS = "com|org|net|edu|gov|int|info|me|io|es|mx|ar|co|cl|pe|uk|de|fr|eu|us|dev|app|online|site|xyz|tv|ai|cloud"
_URL = re.compile(
    rf"(?:https?|ftp|tg|ton)://[^\s<>\"«»]+|(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:{_TLDS})\b"
    r"(?::\d+)?(?:[/?#][^\s<>\"«»]*)?(?!@)",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[a-z0-9-]+\.)+[a-z]{2,}(?![\w-])", re.IGNORECASE)
_COMMAND = re.compile(r"(?<![\w/<>])/[a-zA-Z0-9_]{1,64}(?:@[a-zA-Z0-9_]{3,32})?(?![\w/<>@])")
_MENTION = re.compile(r"(?<!\w)@[a-zA-Z0-9_]{2,32}(?!\w)")
_HASHTAG = re.compile(r"(?<![\w#])#(?=\w*[^\W\d_])\w{1,256}(?![\w#])")
_CLOSING = {")": "(", "]": "[", "}": "{"}
_FOUND = (
    (_URL, "url", re.compile(r"://|\w\.\w")),
    (_EMAIL, "email", re.compile("@")),
    (_COMMAND, "bot_command", re.compile("/")),
    (_MENTION, "mention", re.compile("@")),
    (_HASHTAG, "hashtag", re.compile("#")),
)
"""Patterns of the entities to find, each with its kind and a sign that a text with one has: most texts have no sign."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f]")


def format_text(text: str, parse_mode: str) -> tuple[str, list[Entity]]:
    """The text that Telegram stores and its entities; `parse_mode` is "", "none" or "HTML". Raises ApiError 400."""
    mode = parse_mode.lower()
    if mode in ("markdown", "markdownv2"):
        raise bad_request(f"parse_mode {parse_mode} is not supported by this stand-in of the Bot API, use HTML")
    if mode not in ("", "none", "html"):
        raise bad_request("unsupported parse_mode")
    entities: list[Entity] = []
    if mode == "html":
        text, entities = parse_html(text)
    text, entities = _clean(text, entities)
    text, entities = _trim(text, entities)
    return text, _arrange(text, entities)


def _clean(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Remove carriage returns, and put spaces for other control characters."""
    returns = [utf16_length(text[: match.start()]) for match in re.finditer("\r", text)]
    text = _CONTROLS.sub(" ", text.replace("\r", ""))
    moved = []
    for entity in entities:
        start, end = (at - bisect_left(returns, at) for at in _span(entity))
        moved.append({**entity, "offset": start, "length": end - start})
    return text, moved


def _trim(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Remove white space at the end, and at the beginning before the first entity."""
    text = text.rstrip()
    first = min((entity["offset"] for entity in entities), default=None)
    lead = len(text) - len(text.lstrip(" \n"))
    if first is not None:
        lead = min(lead, first)
    text = text[lead:]
    size = utf16_length(text)
    kept = []
    for entity in entities:
        offset = entity["offset"] - lead
        length = min(entity["length"], size - offset)
        if length > 0:
            kept.append({**entity, "offset": offset, "length": length})
    return text, kept


def _arrange(text: str, entities: list[Entity]) -> list[Entity]:
    """Drop empty entities, add links and commands that are found, and sort as Telegram does."""
    units = text.encode("utf-16-le", "surrogatepass")
    kept = [entity for entity in entities if _visible(units, entity)]
    found = _find(text, [_span(entity) for entity in kept if entity["type"] not in _STYLES])
    return sorted([*kept, *found], key=lambda e: (e["offset"], -e["length"], _rank(e["type"])))


def _rank(kind: str) -> int:
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER)


def _span(entity: Entity) -> tuple[int, int]:
    return entity["offset"], entity["offset"] + entity["length"]


def _touches(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _visible(units: bytes, entity: Entity) -> bool:
    start, end = _span(entity)
    return bool(units[2 * start : 2 * end].decode("utf-16-le", "replace").strip())


def _find(text: str, taken: list[tuple[int, int]]) -> list[Entity]:
    """Links, commands, @names, #tags and addresses that stand in the plain text."""
    found: list[Entity] = []
    for pattern, kind, sign in _FOUND:
        for match in pattern.finditer(text) if sign.search(text) else ():
            word = _whole_url(match[0]) if kind == "url" else match[0]
            start = utf16_length(text[: match.start()])
            span = (start, start + utf16_length(word))
            if not _touches(span, taken):
                taken = [*taken, span]
                found.append({"type": kind, "offset": start, "length": span[1] - start})
    return found


def _whole_url(word: str) -> str:
    """Return a link without the sentence's punctuation, nor brackets that open before the link."""
    word = word.rstrip(".,;:!?'\"…")
    while word[-1:] in _CLOSING and word.count(word[-1]) > word.count(_CLOSING[word[-1]]):
        word = word[:-1].rstrip(".,;:!?'\"…")
    return word

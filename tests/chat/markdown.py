"""Messages as Markdown that GitHub renders: the text with its styles, a picture, the rows of buttons."""

import re
from itertools import pairwise

from bot.sandbox import Message

TAGS = {
    "bold": ("<b>", "</b>"),
    "italic": ("<i>", "</i>"),
    "underline": ("<u>", "</u>"),
    "strikethrough": ("<s>", "</s>"),
    "code": ("<code>", "</code>"),
    "pre": ("<code>", "</code>"),
    "blockquote": ("❝", "❞"),
    "expandable_blockquote": ("❝", "❞"),
}
"""The HTML of each style; any other (links that Telegram finds by itself) is shown as plain text."""
SPECIAL = re.compile(r"[\\`*_\[\]<>~|&]")
AT_BEGINNING = re.compile(r"^(\s*\d*)([#+\-.)])(?=\s)")
INVISIBLE = re.compile("[\u2066-\u2069]")
COVER = "▒"
LONGEST_COVER = 12


def quoted(message: Message, *, keyboard: bool = True) -> str:
    """A message of the bot as a block quote, with or without its buttons."""
    lines = ["🖼"] if "photo" in message.raw else []
    lines += [f"📄 {message.raw['document']['file_name']}"] if "document" in message.raw else []
    lines += text_of(message).split("\n")
    if keyboard and message.keyboard:
        lines += ["", *map(buttons, message.keyboard)]
    return "\n".join(f"> {line}".rstrip() for line in broken(lines))


def broken(lines: list[str]) -> list[str]:
    """Lines that stay lines: a break where another one follows within a paragraph."""
    return [f"{line}\\" if line and below else line for line, below in pairwise([*lines, ""])]


def buttons(row: list[str]) -> str:
    """A row of buttons."""
    return " ".join(button(label) for label in row)


def button(label: str) -> str:
    """A button."""
    return f"`[ {label} ]`"


def text_of(message: Message) -> str:
    """The text with its styles."""
    opening: dict[int, str] = {}
    closing: dict[int, str] = {}
    covered: list[range] = []
    for entity in message.entities:
        begin, end = entity["offset"], entity["offset"] + entity["length"]
        if entity["type"] == "spoiler":
            covered.append(range(begin, end))
        if entity["type"] in TAGS or entity["type"] == "text_link":
            before, after = TAGS.get(entity["type"]) or (f'<a href="{entity["url"]}">', "</a>")
            opening[begin] = opening.get(begin, "") + before
            closing[end] = after + closing.get(end, "")
    shown = assembled(message.text, opening, closing, covered)
    return "\n".join(AT_BEGINNING.sub(r"\1\\\2", line.rstrip()) for line in shown.split("\n"))


def assembled(text: str, opening: dict[int, str], closing: dict[int, str], covered: list[range]) -> str:
    """The text, escaped, with tags where they belong; positions are UTF-16 units."""
    units = text.encode("utf-16-le")
    end = len(units) // 2
    places = sorted({0, *opening, *closing, *(at for span in covered for at in (span.start, span.stop)), end})
    pieces = []
    for begin, until in pairwise(places):
        words = units[2 * begin : 2 * until].decode("utf-16-le")
        spoiler = next((span for span in covered if begin in span), None)
        shown = escaped(words) if spoiler is None else cover(words, begin - spoiler.start)
        pieces += [closing.get(begin, ""), opening.get(begin, ""), shown]
    return "".join([*pieces, closing.get(end, "")])


def cover(words: str, at: int) -> str:
    """Return what is seen of words under a spoiler, `at` UTF-16 units behind its beginning."""
    return COVER * sum(at + len(words[:place].encode("utf-16-le")) // 2 < LONGEST_COVER for place in range(len(words)))


def escaped(words: str) -> str:
    """Words that Markdown leaves as they are, within a line; marks of direction are not shown."""
    return SPECIAL.sub(r"\\\g<0>", INVISIBLE.sub("", words))


def first_line(message: Message) -> str:
    """Return what a reply shows of the message it answers."""
    return escaped(message.text.split("\n")[0])

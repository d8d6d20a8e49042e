"""docs/chat.md in parts and whole: a part is one conversation in one language, the rest follows from the titles."""

import importlib
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import NamedTuple

from bot.chat.commands import NAMES
from core.base.model import Language
from tests.chat.talk import Talk

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "chat.md"
WRITE_TO = "SEMAFORO_TRANSCRIPTS"
"""The environment variable with the folder that parts are written to instead of being compared."""
PART = re.compile(r"<!-- (\S+) -->\n\n(.*?)\n\n<!-- end -->", re.DOTALL)
HEAD = """\
# What a person sees in the chat

Conversations of the test suite with the real bot, each in Spanish and (below it, folded) in English, as they went.
They are had anew at every run of the tests, which fail where this file says something else; `make transcripts` writes
it.

The team: Lucía leads Ana and Luis. It is Monday, 23 November 2026, nine in the morning in Mexico City. `[ Buttons ]`
are shown as they are laid out, and again where they change; a covered spoiler is ▒▒▒, a picture 🖼
([a week](team-week.png) and [a month](team-month.png) look like this).

| Command | Conversations |
|---|---|
"""


class Conversation(NamedTuple):
    """What a conversation is called, the Spanish names of the commands it shows, and the test that has it."""

    title: str
    commands: tuple[str, ...]
    test: str

    def part(self, language: Language) -> str:
        """The name of its part in a language."""
        return f"{self.test}.{language}"


CONVERSATIONS: dict[str, Conversation] = {}


def conversation(
    title: str, *commands: str
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """A test that is a conversation; at its end, what was said is compared with the file, or written."""

    def had(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        name = f"{test.__module__.rpartition('.')[2]}.{test.__name__}"
        about = CONVERSATIONS[name] = Conversation(title, commands, name)

        @wraps(test)
        async def whole(talk: Talk, **fixtures: object) -> None:
            await test(talk=talk, **fixtures)
            await talk.end()
            keep_or_compare(about.part(talk.language), talk.transcript())

        return whole

    return had


def keep_or_compare(part: str, said: str) -> None:
    """Write a part where parts are gathered; else it is what the file has."""
    if folder := os.environ.get(WRITE_TO):
        (Path(folder) / part).write_text(said)
        return
    assert said == parts(PAGE.read_text()).get(part), f"docs/chat.md says {part} otherwise: python -m tests.chat"


def parts(page: str) -> dict[str, str]:
    """The parts of a file."""
    return dict(PART.findall(page))


def conversations() -> list[Conversation]:
    """All that there are, by the first command they show, in the order of the menu; those about none come first."""
    for path in sorted(HERE.glob("test_*.py")):
        importlib.import_module(f"tests.chat.{path.stem}")
    order = list(NAMES)
    return sorted(CONVERSATIONS.values(), key=lambda one: order.index(one.commands[0]) if one.commands else -1)


def document(said: Mapping[str, str]) -> str:
    """The file, from what was said in each part."""
    told = conversations()
    table = "".join(f"| {names(command)} | {links(told, command)} |\n" for command in NAMES)
    return HEAD + table + "".join(section(one, said) for one in told)


def names(command: str) -> str:
    """Both names of a command."""
    return f"`/{command}` `/{NAMES[command]}`"


def links(told: list[Conversation], command: str) -> str:
    """Links to the conversations that show a command."""
    return ", ".join(f"[{one.title}](#{anchor(one.title)})" for one in told if command in one.commands)


def anchor(title: str) -> str:
    """What GitHub makes of a heading."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def section(one: Conversation, said: Mapping[str, str]) -> str:
    """A conversation in both languages."""
    shown = " · ".join(names(command) for command in one.commands)
    return (
        f"\n## {one.title}\n\n{shown}{chr(10) * 2 if shown else ''}"
        f"{marked(one.part(Language.ES), said)}\n\n"
        f"<details><summary>In English</summary>\n\n{marked(one.part(Language.EN), said)}\n\n</details>\n"
    )


def marked(part: str, said: Mapping[str, str]) -> str:
    """A part between the marks by which it is found again."""
    return f"<!-- {part} -->\n\n{said[part]}\n\n<!-- end -->"

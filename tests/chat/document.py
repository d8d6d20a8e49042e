"""docs/chat: a page for each conversation, in Spanish and in English, and README.md with their titles by command."""

import importlib
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import NamedTuple

from bot.chat.commands import NAMES
from core.base.model import Language
from tests.chat.talk import Talk

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "docs" / "chat"
INDEX = "README.md"
WRITE_TO = "SEMAFORO_TRANSCRIPTS"
"""The environment variable with the folder that parts are written to instead of being compared."""
PART = re.compile(r"<!-- (\S+) -->\n\n(.*?)\n\n<!-- end -->", re.DOTALL)
HEAD = """\
# What a person sees in the chat

Conversations of the test suite with the real bot, one a page, each in Spanish and (below it, folded) in English. Every
run of the tests repeats them and fails where a page differs; `make transcripts` rewrites the pages.

The team: Lucía leads Ana and Luis. It is Monday, 23 November 2026, nine in the morning in Mexico City. `[ Buttons ]`
are shown as they are laid out, and again where they change; a covered spoiler is ▒▒▒, a picture 🖼
([a week](../team-week.png) and [a month](../team-month.png) look like this).

| Command | Conversations |
|---|---|
"""


class Conversation(NamedTuple):
    """A conversation's title, the Spanish names of the commands it shows, and its test as `module.function`."""

    title: str
    commands: tuple[str, ...]
    test: str

    def part(self, language: Language) -> str:
        """The name of its part in a language."""
        return f"{self.test}.{language}"

    @property
    def page(self) -> str:
        """The name of its page in docs/chat."""
        return "-".join(re.findall(r"\w+", self.title.lower().replace("'", ""))) + ".md"


CONVERSATIONS: dict[str, Conversation] = {}


def conversation(
    title: str, *commands: str
) -> Callable[[Callable[..., Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """A test that is a conversation; at its end, what was said is compared with its page, or written."""

    def had(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        name = f"{test.__module__.rpartition('.')[2]}.{test.__name__}"
        about = CONVERSATIONS[name] = Conversation(title, commands, name)

        @wraps(test)
        async def whole(talk: Talk, **fixtures: object) -> None:
            await test(talk=talk, **fixtures)
            await talk.end()
            keep_or_compare(about, talk.language, talk.transcript())

        return whole

    return had


def keep_or_compare(about: Conversation, language: Language, said: str) -> None:
    """Write a part where parts are gathered; else compare it with its page."""
    part = about.part(language)
    if folder := os.environ.get(WRITE_TO):
        (Path(folder) / part).write_text(said)
        return
    page = PAGES / about.page
    written = parts(page.read_text()).get(part) if page.exists() else None
    assert said == written, f"docs/chat/{page.name} differs from {part}: python -m tests.chat"


def parts(page: str) -> dict[str, str]:
    """The parts of a page."""
    return dict(PART.findall(page))


def conversations() -> list[Conversation]:
    """Return all conversations, by the first command they show, in the order of the menu, and by their pages' names.

    Those about no command come first.
    """
    for path in sorted(HERE.glob("test_*.py")):
        importlib.import_module(f"tests.chat.{path.stem}")
    order = list(NAMES)
    return sorted(
        CONVERSATIONS.values(), key=lambda one: (order.index(one.commands[0]) if one.commands else -1, one.page)
    )


def pages(said: Mapping[str, str]) -> dict[str, str]:
    """Every page by the name of its file, from what was said in each part."""
    return {INDEX: index(), **{one.page: page(one, said) for one in conversations()}}


def index() -> str:
    """The conversations by the commands they show; those about none come first."""
    rows = {"none": links(one for one in conversations() if not one.commands)}
    rows |= {names(name): links(one for one in conversations() if name in one.commands) for name in NAMES}
    return HEAD + "".join(f"| {command} | {conversations} |\n" for command, conversations in rows.items())


def names(command: str) -> str:
    """Both names of a command."""
    return f"`/{command}` `/{NAMES[command]}`"


def links(some: Iterable[Conversation]) -> str:
    """Links to the pages of conversations."""
    return ", ".join(f"[{one.title}]({one.page})" for one in some)


def page(one: Conversation, said: Mapping[str, str]) -> str:
    """A conversation in both languages."""
    shown = " · ".join(names(command) for command in one.commands)
    return (
        f"# {one.title}\n\n{shown}{chr(10) * 2 if shown else ''}"
        f"{marked(one.part(Language.ES), said)}\n\n"
        f"<details><summary>In English</summary>\n\n{marked(one.part(Language.EN), said)}\n\n</details>\n"
    )


def marked(part: str, said: Mapping[str, str]) -> str:
    """A part between the marks by which it is found again."""
    return f"<!-- {part} -->\n\n{said[part]}\n\n<!-- end -->"

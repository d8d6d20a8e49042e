"""The commands menu: lists by scope and language, and the one a person sees."""

import re
from typing import Literal

import msgspec

from bot.sandbox._errors import bad_request
from bot.sandbox._model import Json
from bot.sandbox._params import Params

_NAME = re.compile(r"[a-z0-9_]{1,32}")
_MAX_COMMANDS = 100
_MAX_NAME = 32
_MAX_DESCRIPTION = 256
Scope = tuple[str, int]


class _Scope(msgspec.Struct, frozen=True):
    type: Literal["default", "all_group_chats", "chat"]
    chat_id: int = 0


class _Command(msgspec.Struct, frozen=True):
    command: str
    description: str


class CommandBook:
    """The lists that setMyCommands has set. A scope is (type, chat_id or 0)."""

    def __init__(self) -> None:
        self._lists: dict[tuple[Scope, str], list[Json]] = {}

    def set(self, scope: Scope, language: str, commands: list[Json]) -> None:
        """Replace a list; an empty one is the same as deleting it."""
        if commands:
            self._lists[scope, language] = commands
        else:
            self._lists.pop((scope, language), None)

    def get(self, scope: Scope, language: str) -> list[Json]:
        """The list of exactly this scope and language."""
        return self._lists.get((scope, language), [])

    def shown(self, chat_type: str, chat_id: int, language: str) -> list[Json]:
        """Return the list that the app shows: the first found, by narrowest scope, in each the language before none."""
        groups: list[Scope] = [] if chat_type == "private" else [("all_group_chats", 0)]
        for scope in (("chat", chat_id), *groups, ("default", 0)):
            for code in (language.partition("-")[0], ""):
                if (scope, code) in self._lists:
                    return self._lists[scope, code]
        return []


def read_language(params: Params) -> str:
    """language_code, "" for everybody; 400 unless two small letters."""
    language = params.text("language_code")
    if language and re.fullmatch(r"[a-z]{2}", language) is None:
        raise bad_request("invalid language code specified")
    return language


def read_scope(params: Params) -> Scope:
    """The scope of a call, its chat_id not yet looked up. Raises ApiError 400."""
    scope = params.typed("scope", _Scope) or _Scope("default")
    if scope.type == "chat" and not scope.chat_id:
        raise bad_request("can't parse scope: Empty chat_id specified")
    return scope.type, scope.chat_id


def read_commands(params: Params) -> list[Json]:
    """The commands of a call, trimmed, without their "/". Raises ApiError 400."""
    commands = [_kept(each) for each in params.typed("commands", list[_Command]) or []]
    if len(commands) > _MAX_COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    return commands


def _kept(given: _Command) -> Json:
    command, description = given.command.strip().removeprefix("/"), given.description.strip()
    for name, text, most in (("command", command, _MAX_NAME), ("command description", description, _MAX_DESCRIPTION)):
        if not text:
            raise bad_request(f"{name} must be non-empty")
        if len(text) > most:
            raise bad_request(f"{name} length must not exceed {most}")
    if _NAME.fullmatch(command) is None:
        raise bad_request("BOT_COMMAND_INVALID")
    return {"command": command, "description": description}

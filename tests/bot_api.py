"""The rules of the Bot API, written a second time from its documentation, apart from the stand-in's own checks.

`problems` says what is wrong with a call. `every_call_is_valid` is a fixture for the conftest of a directory whose
tests have the bot talk to the stand-in: after each of them no call was wrong, and no press was answered twice.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pytest

from bot.sandbox._bot_api import BotApi

TEXT, CAPTION, NOTICE = 4096, 1024, 200
BUTTONS, IN_A_ROW, DATA_BYTES, COPIED = 100, 8, 64, 256
COMMANDS, COMMAND, MEANING = 100, re.compile(r"[a-z0-9_]{1,32}"), 256
DESCRIPTION = 512
RESULTS, RESULT_ID_BYTES, OFFSET_BYTES = 50, 64, 64
PHOTO_BYTES = 10_000_000
LARGEST_ID = 2**52
PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
DEEP_LINK = re.compile(r"https://t\.me/\w+\?(?:start|startgroup|startapp)=([^\s<\"&]*)")
NESTED = ("reaction", "reply_markup", "commands", "scope", "media", "results", "button", "link_preview_options")
PLAIN = (
    "getMe", "getFile", "getMyCommands", "getMyDescription", "deleteMyCommands",
    "setWebhook", "deleteWebhook", "getWebhookInfo",
)  # fmt: skip
"""Methods whose arguments have no limits of ours to watch."""
ACTIONS = {"callback_data", "url", "copy_text"}

TAGS = {
    "b": "",
    "i": "",
    "s": "",
    "code": "",
    "tg-spoiler": "",
    "a": r' href="[^"<>]+"',
    "tg-time": r' unix="[1-9]\d*" format="t"',
}
"""Tags that the bot writes, each with what may stand in it (a pattern)."""
PIECE = re.compile(r"<(/?)([a-z-]+)([^<>]*)>|(&(?:lt|gt|amp|quot|#[0-9]+|#x[0-9a-fA-F]+);)|([<>&])|([^<>&]+)")

Params = Mapping[str, Any]


def units(words: str) -> int:
    """Length as Telegram counts it: UTF-16 units."""
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


def markup_problems(source: str) -> tuple[str, list[str]]:
    """HTML as it is read, and what is wrong with it."""
    read, wrong, opened = [], [], []
    for closing, tag, rest, reference, bare, words in PIECE.findall(source):
        if tag:
            wrong += tag_problems(closing, tag, rest, opened)
        elif bare:
            wrong.append(f"{bare!r} is not escaped")
        read.append("x" if reference else bare or words)
    return "".join(read), wrong + [f"<{tag}> is not closed" for tag in opened]


def tag_problems(closing: str, tag: str, rest: str, opened: list[str]) -> Iterator[str]:
    """Yield what is wrong with a tag; `opened` is kept up."""
    if closing:
        if rest or not opened or opened.pop() != tag:
            yield f"</{tag}{rest}> closes nothing"
        return
    if tag not in TAGS or not re.fullmatch(TAGS[tag], rest):
        yield f"<{tag}{rest}> is not known"
    elif opened[-1:] == ["code"]:
        yield f"<{tag}> within <code>"
    opened.append(tag)


def text_problems(params: Params, field: str, most: int, *, least: int = 1) -> Iterator[str]:
    """Yield what is wrong with a text of at most `most` units once its markup is read."""
    source, mode = str(params.get(field) or ""), params.get("parse_mode", "")
    if mode not in ("", "HTML"):
        yield f"parse_mode {mode}"
    read, wrong = markup_problems(source) if mode == "HTML" else (source, [])
    yield from (f"{field}: {each}" for each in wrong)
    if units(read.strip()) < least:
        yield f"{field} is empty"
    if units(read) > most:
        yield f"{field} of {units(read)} units"
    yield from (f"{field}: a link with {each!r}" for each in DEEP_LINK.findall(source) if not PAYLOAD.fullmatch(each))


def chat_problems(params: Params) -> Iterator[str]:
    """Yield what is wrong with whom a call is for."""
    chat = str(params.get("chat_id", ""))
    if not re.fullmatch(r"-?[1-9][0-9]{0,15}", chat) or abs(int(chat)) > LARGEST_ID:
        yield f"chat_id {chat!r}"


def keyboard_problems(params: Params) -> Iterator[str]:
    """Yield what is wrong with buttons."""
    markup = params.get("reply_markup") or {}
    rows = markup.get("inline_keyboard", markup.get("keyboard", []))
    if sum(map(len, rows)) > BUTTONS:
        yield f"{sum(map(len, rows))} buttons"
    if any(len(row) > IN_A_ROW for row in rows):
        yield f"{max(map(len, rows))} buttons in a row"
    if not all(rows):
        yield "a row without buttons"
    for row in rows:
        for button in row:
            yield from button_problems(button, inline="inline_keyboard" in markup)
            yield from newer_problems(button)


def newer_problems(button: Params) -> Iterator[str]:
    """Yield what is wrong with a button's colour, or with what it copies."""
    if button.get("style", "danger") not in ("danger", "success", "primary"):
        yield f"a button in {button['style']!r}"
    if "copy_text" in button and not 1 <= len(button["copy_text"]["text"]) <= COPIED:
        yield f"copy_text {button['copy_text']!r}"


def button_problems(button: Params, *, inline: bool) -> Iterator[str]:
    """Yield what is wrong with a button."""
    if not str(button.get("text", "")).strip():
        yield "a button without text"
    if inline and len(ACTIONS & button.keys()) != 1:
        yield f"a button that does {sorted(ACTIONS & button.keys())}"
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= DATA_BYTES:
        yield f"callback_data {button['callback_data']!r}"
    if "url" in button and not re.match(r"(https?|tg)://[^\s]+$", button["url"]):
        yield f"url {button['url']!r}"
    for payload in DEEP_LINK.findall(button.get("url", "")):
        if not PAYLOAD.fullmatch(payload):
            yield f"a button's link with {payload!r}"


def sends_text(params: Params) -> Iterator[str]:
    """sendMessage."""
    yield from chat_problems(params)
    yield from text_problems(params, "text", TEXT)
    yield from keyboard_problems(params)


def edits_text(params: Params) -> Iterator[str]:
    """editMessageText, of a chat's message or of one sent by inline mode."""
    yield from edits(params)
    yield from text_problems(params, "text", TEXT)


def edits(params: Params) -> Iterator[str]:
    """Any edit."""
    if "inline_message_id" not in params:
        yield from chat_problems(params)
        if not re.fullmatch(r"[1-9][0-9]*", str(params.get("message_id", ""))):
            yield f"message_id {params.get('message_id')!r}"
    yield from keyboard_problems(params)


def reacts(params: Params) -> Iterator[str]:
    """setMessageReaction: one emoji at most."""
    yield from chat_problems(params)
    reaction = params.get("reaction") or []
    if len(reaction) > 1 or any(each.get("type") != "emoji" or not each.get("emoji") for each in reaction):
        yield f"reaction {reaction}"


def sends_file(field: str, caption: int = CAPTION) -> Callable[[Params], Iterator[str]]:
    """sendPhoto and the like."""

    def problems(params: Params) -> Iterator[str]:
        yield from chat_problems(params)
        yield from text_problems(params, "caption", caption, least=0)
        yield from keyboard_problems(params)
        yield from file_problems(params, field)

    return problems


def file_problems(params: Params, field: str) -> Iterator[str]:
    """Yield what is wrong with an uploaded picture, given as its size; what is not uploaded is a name."""
    size = params.get(field)
    if not size or (isinstance(size, int) and size > PHOTO_BYTES):
        yield f"{field} of {size} bytes"


def edits_picture(params: Params) -> Iterator[str]:
    """editMessageMedia."""
    yield from edits(params)
    media = params.get("media") or {}
    yield from text_problems(media, "caption", CAPTION, least=0)
    if not media.get("type") or not media.get("media"):
        yield f"media {media}"


def answers(params: Params) -> Iterator[str]:
    """answerCallbackQuery."""
    if not params.get("callback_query_id"):
        yield "an answer to nothing"
    if units(str(params.get("text") or "")) > NOTICE:
        yield f"a notice of {units(params['text'])} units"


def sets_commands(params: Params) -> Iterator[str]:
    """setMyCommands."""
    commands = params.get("commands") or []
    names = [command["command"] for command in commands]
    if len(commands) > COMMANDS:
        yield f"{len(commands)} commands"
    yield from (f"command {name!r}" for name in names if not COMMAND.fullmatch(name))
    yield from (f"{name} {times} times" for name, times in Counter(names).items() if times > 1)
    for command in commands:
        if not 1 <= units(command["description"]) <= MEANING or not command["description"].strip():
            yield f"/{command['command']} described in {units(command['description'])} units"
    yield from language_problems(params)


def language_problems(params: Params) -> Iterator[str]:
    """Yield what is wrong with the language of a menu or description."""
    if not re.fullmatch(r"([a-z]{2})?", params.get("language_code", "")):
        yield f"language_code {params['language_code']!r}"


def describes(params: Params) -> Iterator[str]:
    """setMyDescription."""
    if units(params.get("description", "")) > DESCRIPTION:
        yield f"description of {units(params['description'])} units"
    yield from language_problems(params)


def answers_inline(params: Params) -> Iterator[str]:
    """answerInlineQuery."""
    results = params.get("results") or []
    ids = [str(result.get("id", "")) for result in results]
    if len(results) > RESULTS:
        yield f"{len(results)} results"
    if len(set(ids)) < len(ids) or not all(1 <= len(each.encode()) <= RESULT_ID_BYTES for each in ids):
        yield f"ids of results {ids}"
    if len(str(params.get("next_offset") or "").encode()) > OFFSET_BYTES:
        yield f"next_offset {params['next_offset']!r}"
    start = (params.get("button") or {}).get("start_parameter")
    if start is not None and not PAYLOAD.fullmatch(start):
        yield f"start_parameter {start!r}"
    for result in results:
        if not str(result.get("title", "")).strip() and result.get("type") == "article":
            yield "a result without title"
        content = result.get("input_message_content") or {}
        if "message_text" in content:
            yield from text_problems(content, "message_text", TEXT)
        yield from keyboard_problems(result)


CHECKS: dict[str, Callable[[Params], Iterator[str]]] = {
    "sendMessage": sends_text,
    "sendPhoto": sends_file("photo"),
    "sendVideo": sends_file("video"),
    "sendAnimation": sends_file("animation"),
    "sendAudio": sends_file("audio"),
    "sendVoice": sends_file("voice"),
    "sendDocument": sends_file("document"),
    "sendVideoNote": sends_file("video_note", caption=0),
    "editMessageText": edits_text,
    "editMessageMedia": edits_picture,
    "editMessageReplyMarkup": edits,
    "setMessageReaction": reacts,
    "answerCallbackQuery": answers,
    "answerInlineQuery": answers_inline,
    "setMyCommands": sets_commands,
    "setMyDescription": describes,
}
BY_NAME = {method.lower(): check for method, check in CHECKS.items()}
UNCHECKED = frozenset(map(str.lower, PLAIN))


def problems(method: str, params: Params) -> list[str]:
    """Return what is wrong with a call, its arguments as they are sent, uploads as their sizes."""
    if method.lower() in UNCHECKED:
        return []
    check = BY_NAME.get(method.lower())
    if check is None:
        return [f"nobody said what {method} takes"]
    nested = {name: json.loads(params[name]) for name in NESTED if isinstance(params.get(name), str)}
    return list(check({**params, **nested}))


@lru_cache(maxsize=256)
def problems_of_sent(method: str, params: frozenset[tuple[str, str | int]]) -> Sequence[str]:
    """The same, of arguments that are all text or sizes: every test has the same menus set."""
    return problems(method, dict(params))


class Witness:
    """The calls of a test's bots. `troubled` once a call was hit by a fault, or a bot was started again."""

    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.answers: Counter[str] = Counter()
        self.starts = 0
        self.faults = 0

    @property
    def troubled(self) -> bool:
        """True once a press may have been answered a second time, as its first answer may not have arrived."""
        return self.starts > 1 or self.faults > 0

    def see(self, method: str, params: Params, *, pressed: Collection[str], faulty: bool) -> None:
        """A call; `pressed` are the queries that presses have made."""
        self.wrong += [
            f"{method}: {wrong} in {params}"[:600] for wrong in problems_of_sent(method, frozenset(params.items()))
        ]
        self.starts += method.lower() == "getme"
        self.faults += faulty
        if method.lower() == "answercallbackquery" and params.get("callback_query_id") in pressed:
            self.answers[params["callback_query_id"]] += 1

    def judge(self) -> None:
        """Nothing was wrong, and no press was answered twice without need."""
        assert not self.wrong, "\n".join(self.wrong)
        assert self.troubled or all(times == 1 for times in self.answers.values()), self.answers


@pytest.fixture(autouse=True)
def every_call_is_valid(monkeypatch) -> Iterator[Witness]:
    """Every call that the bot makes to any stand-in is one that the Bot API takes."""
    witness, record = Witness(), BotApi._record

    def seen(self, name, params, *, result=None, error=None, fault=None):
        if name.lower() != "getupdates":
            sizes = {field: len(upload.data) for field, upload in params.uploads.items()}
            pressed = self._world.callbacks.keys()
            witness.see(name, {**params.values, **sizes}, pressed=pressed, faulty=fault is not None)
        record(self, name, params, result=result, error=error, fault=fault)

    monkeypatch.setattr(BotApi, "_record", seen)
    yield witness
    witness.judge()

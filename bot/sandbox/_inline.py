"""Inline mode: what is typed behind the bot's name in some chat, what the bot offers, and what is chosen of it."""

import re
import secrets

from bot.sandbox._chats import Chat, PersonState
from bot.sandbox._errors import STALE_QUERY, ApiError, SandboxError, bad_request
from bot.sandbox._markup import read_markup
from bot.sandbox._model import InlineAnswer, InlineQuery, Json, Stored
from bot.sandbox._params import Params, as_text
from bot.sandbox._registry import method
from bot.sandbox._send import read_text
from bot.sandbox._world import World

MAX_RESULTS = 50
MAX_ID_BYTES = MAX_OFFSET_BYTES = 64
MAX_QUERY = 256
_START = re.compile(r"[A-Za-z0-9_-]{1,64}")


def ask(world: World, state: PersonState, chat: Chat, query: str, offset: str) -> InlineQuery:
    """An inline query in a chat; the bot gets it where it asked for them."""
    if len(query) > MAX_QUERY:
        raise SandboxError(f"an inline query has at most {MAX_QUERY} characters")
    asked = InlineQuery(str(secrets.randbits(62)), state.person.id, chat.id, query, world.clock())
    world.inline_queries[asked.id] = asked
    kind = "sender" if chat.id == state.person.id else chat.type
    body = {"id": asked.id, "from": state.user(), "chat_type": kind, "query": query, "offset": offset}
    world.updates.add("inline_query", body, state.person.id)
    return asked


def choose(world: World, state: PersonState, chat: Chat, asked: InlineQuery, result_id: str) -> Stored:
    """Send what a result stands for, as the person, via the bot; the bot sees it where it sees messages at all."""
    result = next((each for each in asked.answer.results if each["id"] == result_id), None) if asked.answer else None
    if result is None:
        raise SandboxError(f"nothing was offered as {result_id!r}")
    content = asked.contents[result_id]
    markup = content.get("reply_markup")
    shown = {name: value for name, value in content.items() if name != "reply_markup"}
    state.started |= chat.id == state.person.id
    stored = world.post(chat, state.user(), {"via_bot": world.bot, **shown}, markup=markup)
    world.tell(chat, stored)
    return stored


@method("answerInlineQuery")
def answer_inline_query(world: World, params: Params) -> bool:
    """Offer up to fifty articles, and perhaps a button above them that leads to the private chat."""
    asked = world.inline_queries.get(params.text("inline_query_id"))
    if asked is None or world.clock() - asked.time > world.callback_timeout:
        raise ApiError(400, STALE_QUERY)
    results = params.json("results", "inline query results")
    if not isinstance(results, list):
        raise bad_request("can't parse inline query results JSON object")
    if len(results) > MAX_RESULTS:
        raise bad_request("RESULTS_TOO_MUCH")
    contents = {str(result.get("id", "")): _content(world, result) for result in results}
    if len(contents) < len(results):
        raise bad_request("RESULT_ID_DUPLICATE")
    if not all(1 <= len(each.encode()) <= MAX_ID_BYTES for each in contents):
        raise bad_request("RESULT_ID_INVALID")
    next_offset = params.text("next_offset")
    if len(next_offset.encode()) > MAX_OFFSET_BYTES:
        raise bad_request("NEXT_OFFSET_INVALID")
    asked.contents = contents
    cache_time = params.integer("cache_time", 300)
    asked.answer = InlineAnswer(results, next_offset, _button(params), params.flag("is_personal"), cache_time)
    world.events.add("inline", asked.chat_id, data={"person_id": asked.person_id, "query_id": asked.id})
    return True


def _content(world: World, result: Json) -> Json:
    """The message that an article sends. Raises ApiError 400."""
    if result.get("type") != "article":
        raise bad_request(f'unallowed inline query result type "{result.get("type")}" specified')
    if not str(result.get("title", "")).strip():
        raise bad_request("ARTICLE_TITLE_EMPTY")
    given = result.get("input_message_content")
    if not isinstance(given, dict):
        raise bad_request("can't parse inline query result: Can't find field \"input_message_content\"")
    renamed = {"text" if name == "message_text" else name: value for name, value in given.items()}
    content = read_text(world, Params({name: as_text(value) for name, value in renamed.items()}))
    markup = (
        read_markup(Params({"reply_markup": as_text(result["reply_markup"])})) if "reply_markup" in result else None
    )
    return {**content, **({"reply_markup": markup} if markup else {})}


def _button(params: Params) -> Json | None:
    button = params.json("button", "inline query results button")
    if button is None:
        return None
    if not isinstance(button, dict) or not str(button.get("text", "")).strip():
        raise bad_request("BUTTON_TEXT_EMPTY")
    if "start_parameter" in button and _START.fullmatch(str(button["start_parameter"])) is None:
        raise bad_request("START_PARAM_INVALID")
    return button

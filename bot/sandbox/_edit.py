"""The methods that change what is in a chat already: edits, deletions, pins, reactions."""

from __future__ import annotations

from typing import Any

from bot.sandbox._chats import Chat
from bot.sandbox._errors import NOT_MODIFIED, ApiError, bad_request
from bot.sandbox._markup import read_markup
from bot.sandbox._model import Json, Stored
from bot.sandbox._params import Params
from bot.sandbox._registry import method
from bot.sandbox._send import read_caption, read_media, read_text
from bot.sandbox._world import World

_TWO_DAYS = 48 * 3600
_TEXT = ("text", "entities", "link_preview_options")
_CAPTION = ("caption", "caption_entities", "show_caption_above_media")
_MEDIA = ("photo", "document", "has_media_spoiler")
_MAX_IDS = 100
_ALLOWED_REACTIONS = """
👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐
🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡
"""
_REACTIONS = frozenset(_ALLOWED_REACTIONS.split())


def _find(world: World, params: Params, what: str) -> tuple[Chat, Stored]:
    chat = world.writable_chat(params.text("chat_id"))
    if not params.integer("message_id"):
        raise bad_request("message identifier is not specified")
    stored = chat.messages.get(params.integer("message_id"))
    if stored is None:
        raise bad_request(f"message to {what} not found")
    return chat, stored


def _editable(world: World, params: Params) -> tuple[Chat, Stored]:
    """A message of the bot without a reply keyboard. Raises ApiError 400."""
    if params.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    chat, stored = _find(world, params, "edit")
    if not stored.from_bot or (stored.markup is not None and "inline_keyboard" not in stored.markup):
        raise bad_request("message can't be edited")
    return chat, stored


def _replace(
    world: World, chat: Chat, stored: Stored, parts: tuple[str, ...], content: Json, markup: Json | None
) -> Json:
    kept = {name: value for name, value in stored.raw.items() if name not in (*parts, "edit_date", "reply_markup")}
    same = all(stored.raw.get(name) == content.get(name) for name in parts)
    if same and markup == stored.markup:
        raise ApiError(400, NOT_MODIFIED)
    stamp = {"edit_date": stored.raw["edit_date"]} if "edit_date" in stored.raw else {}
    world.revise(chat, stored, kept | content | stamp, markup, edited=not same)
    return stored.raw


@method("editMessageText")
def edit_message_text(world: World, params: Params) -> Json:
    """New text and keyboard; a keyboard left out is taken away. Returns the Message."""
    content = read_text(world, params, too_long="MESSAGE_TOO_LONG")
    markup = read_markup(params, only_inline=True)
    chat, stored = _editable(world, params)
    if "text" not in stored.raw:
        raise bad_request("there is no text in the message to edit")
    return _replace(world, chat, stored, _TEXT, content, markup)


@method("editMessageCaption")
def edit_message_caption(world: World, params: Params) -> Json:
    """New caption and keyboard of a picture or document. Returns the Message."""
    content = read_caption(world, params)
    markup = read_markup(params, only_inline=True)
    chat, stored = _editable(world, params)
    if "text" in stored.raw:
        raise bad_request("there is no caption in the message to edit")
    return _replace(world, chat, stored, _CAPTION, content, markup)


@method("editMessageMedia")
def edit_message_media(world: World, params: Params) -> Json:
    """Another picture or document with its caption in place of what is shown, a text too. Returns the Message."""
    content = read_media(world, params)
    markup = read_markup(params, only_inline=True)
    chat, stored = _editable(world, params)
    if not {"text", "photo", "document"} & stored.raw.keys():
        raise bad_request("there is no media in the message to edit")
    return _replace(world, chat, stored, (*_TEXT, *_CAPTION, *_MEDIA), content, markup)


@method("editMessageReplyMarkup")
def edit_message_reply_markup(world: World, params: Params) -> Json:
    """New keyboard, or none. Returns the Message."""
    markup = read_markup(params, only_inline=True)
    chat, stored = _editable(world, params)
    return _replace(world, chat, stored, (), {}, markup)


@method("deleteMessage")
def delete_message(world: World, params: Params) -> bool:
    """Own messages anywhere, people's in private chats; none older than two days."""
    chat, stored = _find(world, params, "delete")
    if not _deletable(world, chat, stored):
        raise bad_request("message can't be deleted")
    world.delete(chat, stored.raw["message_id"])
    return True


@method("deleteMessages")
def delete_messages(world: World, params: Params) -> bool:
    """Up to a hundred; those not found or not deletable are passed over."""
    chat = world.writable_chat(params.text("chat_id"))
    for message_id in _message_ids(params):
        stored = chat.messages.get(message_id)
        if stored is not None and _deletable(world, chat, stored):
            world.delete(chat, message_id)
    return True


def _message_ids(params: Params) -> list[int]:
    wanted: Any = params.json("message_ids", "message_ids")
    if wanted is None:
        raise bad_request("message identifiers are not specified")
    if not isinstance(wanted, list):
        raise bad_request("expected an Array of message identifiers")
    if len(wanted) > _MAX_IDS:
        raise bad_request("too many message identifiers specified")
    try:
        numbers = [int(number) for number in wanted]
    except (TypeError, ValueError) as error:
        raise bad_request("can't parse message identifier as Number") from error
    if any(number <= 0 for number in numbers):
        raise bad_request("invalid message identifier specified")
    return numbers


def _deletable(world: World, chat: Chat, stored: Stored) -> bool:
    recent = world.now() - int(stored.raw["date"]) < _TWO_DAYS
    return recent and (stored.from_bot or chat.type == "private" or chat.bot_status == "administrator")


@method("pinChatMessage")
def pin_chat_message(world: World, params: Params) -> bool:
    """Pin a message; its chat shows it on top."""
    chat, stored = _find(world, params, "pin")
    if not stored.pinned:
        stored.pinned = True
        world.show_again(chat, stored)
    return True


@method("unpinChatMessage")
def unpin_chat_message(world: World, params: Params) -> bool:
    """Unpin a message, the most recent pin where none is named."""
    chat = world.writable_chat(params.text("chat_id"))
    pinned = [stored for stored in chat.messages.values() if stored.pinned]
    wanted = params.integer("message_id")
    if wanted:
        pinned = [stored for stored in pinned if stored.raw["message_id"] == wanted]
    if not pinned:
        raise bad_request("message to unpin not found")
    pinned[-1].pinned = False
    world.show_again(chat, pinned[-1])
    return True


@method("setMessageReaction")
def set_message_reaction(world: World, params: Params) -> bool:
    """The bot's one reaction to a message; an empty list takes it away."""
    wanted = params.json("reaction", "reaction types") or []
    if not isinstance(wanted, list):
        raise bad_request("expected an Array of ReactionType")
    chat, stored = _find(world, params, "react")
    if len(wanted) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if any(reaction.get("emoji") not in _REACTIONS for reaction in wanted):
        raise bad_request("REACTION_INVALID")
    stored.reactions = wanted
    world.show_again(chat, stored)
    return True

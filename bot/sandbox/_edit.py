"""The methods that change what is in a chat already."""

from bot.sandbox._chats import Chat
from bot.sandbox._errors import NOT_MODIFIED, ApiError, bad_request
from bot.sandbox._markup import read_markup
from bot.sandbox._model import Json, Stored
from bot.sandbox._params import Params
from bot.sandbox._registry import method
from bot.sandbox._send import read_media, read_text
from bot.sandbox._world import World

_TEXT = ("text", "entities", "link_preview_options")
_CAPTION = ("caption", "caption_entities")
_MEDIA = ("photo", "document")
_REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋😈😴😭🤓👻👀"
    "🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾🤷😡"
)
"""The emojis that Telegram takes as a reaction, without those of several signs."""


def _editable(world: World, params: Params) -> tuple[Chat, Stored]:
    """A message of the bot. Raises ApiError 400."""
    if params.text("inline_message_id"):
        raise bad_request("MESSAGE_ID_INVALID")
    chat = world.writable_chat(params.text("chat_id"))
    if not params.integer("message_id"):
        raise bad_request("message identifier is not specified")
    stored = chat.messages.get(params.integer("message_id"))
    if stored is None:
        raise bad_request("message to edit not found")
    if not stored.from_bot:
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
    markup = read_markup(params)
    chat, stored = _editable(world, params)
    if "text" not in stored.raw:
        raise bad_request("there is no text in the message to edit")
    return _replace(world, chat, stored, _TEXT, content, markup)


@method("editMessageReplyMarkup")
def edit_message_reply_markup(world: World, params: Params) -> Json:
    """Another keyboard, or none, below what stays as it is. Returns the Message."""
    markup = read_markup(params)
    chat, stored = _editable(world, params)
    return _replace(world, chat, stored, (), {}, markup)


@method("setMessageReaction")
def set_message_reaction(world: World, params: Params) -> bool:
    """Put an emoji of those that Telegram takes on a message, or take it away."""
    chat = world.writable_chat(params.text("chat_id"))
    stored = chat.messages.get(params.integer("message_id"))
    if stored is None:
        raise bad_request("message to react not found")
    emojis = [str(each.get("emoji", "")) for each in params.json("reaction", "reactions") or ()]
    if len(emojis) > 1:
        raise bad_request("REACTIONS_TOO_MANY")
    if not _REACTIONS.issuperset(emojis):
        raise bad_request("REACTION_INVALID")
    world.put_reaction(chat, stored, "".join(emojis))
    return True


@method("editMessageMedia")
def edit_message_media(world: World, params: Params) -> Json:
    """Another picture or document with its caption in place of what is shown, a text too. Returns the Message."""
    content = read_media(world, params)
    markup = read_markup(params)
    chat, stored = _editable(world, params)
    if not {"text", "photo", "document"} & stored.raw.keys():
        raise bad_request("there is no media in the message to edit")
    return _replace(world, chat, stored, (*_TEXT, *_CAPTION, *_MEDIA), content, markup)

"""The methods that put something into a chat: messages, pictures, documents, chat actions."""

from __future__ import annotations

from typing import Any

from bot.sandbox._chats import Chat
from bot.sandbox._entities import format_text
from bot.sandbox._errors import bad_request
from bot.sandbox._files import MEDIA, media_json
from bot.sandbox._markup import read_markup
from bot.sandbox._model import Json, Stored
from bot.sandbox._params import Params, as_text
from bot.sandbox._registry import method
from bot.sandbox._world import World

MAX_TEXT = 4096
MAX_CAPTION = 1024
_ACTIONS = frozenset(
    [
        "cancel",
        "typing",
        "record_video",
        "upload_video",
        "record_audio",
        "record_voice",
        "upload_audio",
        "upload_voice",
        "upload_photo",
        "upload_document",
        "choose_sticker",
        "pick_up_location",
        "find_location",
        "record_video_note",
        "upload_video_note",
    ]
)


def read_text(world: World, params: Params, too_long: str = "message is too long") -> Json:
    """`text` and `entities` of a call; lengths count characters after parsing. Raises ApiError 400."""
    given = params.text("text")
    if not given:
        raise bad_request("message text is empty")
    text, entities = format_text(given, params.text("parse_mode"), params.json("entities", "entities"))
    if not text:
        raise bad_request("text must be non-empty")
    if len(text) > MAX_TEXT:
        raise bad_request(too_long)
    content: Json = {"text": text}
    entities = world.known(entities)
    if entities:
        content["entities"] = entities
    preview = params.json("link_preview_options", "link preview options")
    if preview is None and params.flag("disable_web_page_preview"):
        preview = {"is_disabled": True}
    if preview:
        content["link_preview_options"] = preview
    return content


def read_caption(world: World, params: Params) -> Json:
    """`caption` and `caption_entities` of a call, {} without. Raises ApiError 400."""
    entities = params.json("caption_entities", "caption entities")
    caption, entities = format_text(params.text("caption"), params.text("parse_mode"), entities)
    if len(caption) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    entities = world.known(entities)
    content: Json = {"caption": caption} if caption else {}
    if caption and entities:
        content["caption_entities"] = entities
    if params.flag("show_caption_above_media"):
        content["show_caption_above_media"] = True
    return content


def read_media(world: World, params: Params) -> Json:
    """`media` of a call, an InputMediaPhoto or InputMediaDocument, as content of a message. Raises ApiError 400."""
    params.required("media")
    given = params.json("media", "input media")
    if not isinstance(given, dict):
        raise bad_request("can't parse InputMedia: expected an Object")
    kind = given.get("type")
    if kind not in ("photo", "document"):
        raise bad_request(f'can\'t parse InputMedia: type "{kind}" is unsupported')
    fields = Params({name: as_text(value) for name, value in given.items()}, params.uploads)
    caption = read_caption(world, fields)
    wanted = fields.text("media")
    if not wanted or (wanted.startswith("attach://") and fields.upload("media") is None):
        raise bad_request("can't parse InputMedia: media not found")
    content = media_json(world.files.take(fields, "media", kind))
    spoiler = {"has_media_spoiler": True} if kind == "photo" and fields.flag("has_spoiler") else {}
    return {**content, **caption, **spoiler}


def _reply_target(chat: Chat, params: Params) -> Stored | None:
    """The message to answer: reply_parameters, or the older reply_to_message_id."""
    wanted = params.json("reply_parameters", "reply parameters")
    if isinstance(wanted, dict):
        message_id = int(wanted.get("message_id") or 0)
        forgiving = bool(wanted.get("allow_sending_without_reply"))
        elsewhere = str(wanted.get("chat_id") or chat.id) != str(chat.id)
    else:
        message_id = params.integer("reply_to_message_id")
        forgiving, elsewhere = params.flag("allow_sending_without_reply"), False
    if not message_id:
        return None
    target = None if elsewhere else chat.messages.get(message_id)
    if target is None and not forgiving:
        raise bad_request("message to be replied not found")
    return target


def _send(world: World, params: Params, content: Json) -> Json:
    markup = read_markup(params)
    chat = world.writable_chat(params.text("chat_id"))
    if params.flag("protect_content"):
        content = {**content, "has_protected_content": True}
    topic = world.writable_topic(chat, params.integer("message_thread_id"))
    stored = world.post(chat, world.bot, content, reply_to=_reply_target(chat, params), markup=markup, topic=topic)
    return stored.raw


@method("sendMessage")
def send_message(world: World, params: Params) -> Json:
    """A text message; returns the Message."""
    return _send(world, params, read_text(world, params))


def _sends_media(kind: str) -> None:
    """Register the method that sends a file of a kind (upload or file_id) with a caption; it returns the Message."""

    @method(f"send{kind.replace('_', '')}")
    def send(world: World, params: Params) -> Json:
        caption = {} if kind == "video_note" else read_caption(world, params)
        spoiler = {"has_media_spoiler": True} if kind == "photo" and params.flag("has_spoiler") else {}
        return _send(world, params, {**media_json(world.files.take(params, kind)), **caption, **spoiler})


for _kind in MEDIA:
    _sends_media(_kind)


@method("sendChatAction")
def send_chat_action(world: World, params: Params) -> bool:
    """«typing…», shown for five seconds or until the next message."""
    chat = world.writable_chat(params.text("chat_id"))
    action = params.text("action").lower()
    if action not in _ACTIONS:
        raise bad_request("wrong parameter action in request")
    world.events.add("action", chat.id, data={"action": action})
    return True


@method("getFile")
def get_file(world: World, params: Params) -> Any:
    """Where to download a file."""
    file_id = params.text("file_id")
    if not file_id:
        raise bad_request("file_id not specified")
    return world.files.describe(file_id)

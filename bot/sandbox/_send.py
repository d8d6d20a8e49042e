"""The methods that put something into a chat: messages, pictures, documents."""

from typing import Any

from bot.sandbox._entities import format_text
from bot.sandbox._errors import bad_request
from bot.sandbox._files import MEDIA, media_json
from bot.sandbox._markup import read_markup
from bot.sandbox._model import Json
from bot.sandbox._params import Params, as_text
from bot.sandbox._registry import method
from bot.sandbox._world import World

MAX_TEXT = 4096
MAX_CAPTION = 1024


def read_text(world: World, params: Params, too_long: str = "message is too long") -> Json:
    """Read `text` and `entities` of a call; lengths count characters after parsing. Raises ApiError 400."""
    given = params.text("text")
    if not given:
        raise bad_request("message text is empty")
    text, entities = format_text(given, params.text("parse_mode"))
    if not text:
        raise bad_request("text must be non-empty")
    if len(text) > MAX_TEXT:
        raise bad_request(too_long)
    content: Json = {"text": text}
    entities = world.known(entities)
    if entities:
        content["entities"] = entities
    preview = params.json("link_preview_options", "link preview options")
    if preview:
        content["link_preview_options"] = preview
    return content


def read_caption(world: World, params: Params) -> Json:
    """Read `caption` and `caption_entities` of a call, {} without. Raises ApiError 400."""
    caption, entities = format_text(params.text("caption"), params.text("parse_mode"))
    if len(caption) > MAX_CAPTION:
        raise bad_request("message caption is too long")
    entities = world.known(entities)
    content: Json = {"caption": caption} if caption else {}
    if caption and entities:
        content["caption_entities"] = entities
    return content


def read_media(world: World, params: Params) -> Json:
    """Read `media` of a call, an InputMediaPhoto or InputMediaDocument, as a message's content. Raises ApiError 400."""
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
    return {**media_json(world.files.take(fields, "media", kind)), **caption}


def _send(world: World, params: Params, content: Json) -> Json:
    markup = read_markup(params)
    chat = world.writable_chat(params.text("chat_id"))
    topic = world.writable_topic(chat, params.integer("message_thread_id"))
    return world.post(chat, world.bot, content, markup=markup, topic=topic).raw


@method("sendMessage")
def send_message(world: World, params: Params) -> Json:
    return _send(world, params, read_text(world, params))


def _sends_media(kind: str) -> None:
    """Register the method that sends a file of a kind (upload or file_id) with a caption; it returns the Message."""

    @method(f"send{kind.replace('_', '')}")
    def send(world: World, params: Params) -> Json:
        caption = {} if kind == "video_note" else read_caption(world, params)
        return _send(world, params, {**media_json(world.files.take(params, kind)), **caption})


for _kind in MEDIA:
    _sends_media(_kind)


@method("getFile")
def get_file(world: World, params: Params) -> Any:
    file_id = params.text("file_id")
    if not file_id:
        raise bad_request("file_id not specified")
    return world.files.describe(file_id)

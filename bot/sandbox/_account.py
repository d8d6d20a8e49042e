"""The methods about the bot itself, its chats and its answers to presses."""

from __future__ import annotations

from bot.sandbox._chats import Chat, member_json
from bot.sandbox._commands import Scope, read_commands, read_language, read_scope
from bot.sandbox._errors import STALE_QUERY, ApiError, bad_request
from bot.sandbox._links import start_parameter
from bot.sandbox._model import CallbackAnswer, Json
from bot.sandbox._params import Params
from bot.sandbox._registry import method
from bot.sandbox._world import World, callback_json

_MAX_ANSWER = 200
_PROFILE_LIMITS = {"name": 64, "description": 512, "short_description": 120}
_RIGHTS = [
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
]
_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels")


@method("getMe")
def get_me(world: World, _params: Params) -> Json:
    """The bot's User with its abilities."""
    abilities = {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }
    return {**world.bot, **abilities}


@method("answerCallbackQuery")
def answer_callback_query(world: World, params: Params) -> bool:
    """Stop a button's spinner, perhaps with a text of at most 200 characters or a deep link."""
    text, url = params.text("text"), params.text("url")
    callback = world.callbacks.get(params.text("callback_query_id"))
    now = world.clock()
    if callback is None or now - callback.time > world.callback_timeout:
        raise ApiError(400, STALE_QUERY)
    if len(text) > _MAX_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    if url and start_parameter(url, world.bot["username"]) is None:
        raise bad_request("URL_INVALID")
    cache_time = max(0, params.integer("cache_time"))
    answer = CallbackAnswer(callback.id, text, params.flag("show_alert"), url, cache_time, now)
    if callback.answer is None:
        callback.answer = answer
        world.events.add("answer", callback.chat_id, data=callback_json(callback))
    world.answers.append(answer)
    return True


# Commands and the menu button


def _scope(world: World, params: Params) -> Scope:
    scope = read_scope(params)
    if scope[1]:
        world.chat_for_bot(str(scope[1]))
    return scope


@method("setMyCommands")
def set_my_commands(world: World, params: Params) -> bool:
    """Replace the commands of a scope and language."""
    commands = read_commands(params)
    world.commands.set(_scope(world, params), read_language(params), commands)
    world.events.add("commands", 0)
    return True


@method("getMyCommands")
def get_my_commands(world: World, params: Params) -> list[Json]:
    """Exactly what was set for that scope and language."""
    return world.commands.get(_scope(world, params), read_language(params))


@method("deleteMyCommands")
def delete_my_commands(world: World, params: Params) -> bool:
    """Wider scopes show again."""
    world.commands.set(_scope(world, params), read_language(params), [])
    world.events.add("commands", 0)
    return True


@method("setChatMenuButton")
def set_chat_menu_button(world: World, params: Params) -> bool:
    """Of one private chat, or of all where no chat_id is given."""
    button = params.json("menu_button", "menu button") or {"type": "default"}
    if not isinstance(button, dict) or button.get("type") not in ("default", "commands", "web_app"):
        raise bad_request("can't parse menu button: MenuButton has unsupported type")
    chat_id = world.chat_for_bot(params.text("chat_id")).id if params.text("chat_id") else 0
    world.menu_buttons[chat_id] = button
    world.events.add("commands", 0)
    return True


@method("getChatMenuButton")
def get_chat_menu_button(world: World, params: Params) -> Json:
    """Of a private chat, or the default."""
    everywhere = world.menu_buttons.get(0, {"type": "commands"})
    return world.menu_buttons.get(params.integer("chat_id"), everywhere)


# What the bot says about itself


def _set_profile(world: World, params: Params, field: str) -> bool:
    value = params.text(field)
    if len(value) > _PROFILE_LIMITS[field]:
        raise bad_request(f"Bot {field.replace('_', ' ')} is too long")
    world.profile[field, read_language(params)] = value
    world.events.add("commands", 0)
    return True


def _get_profile(world: World, params: Params, field: str) -> Json:
    fallback = world.bot["first_name"] if field == "name" else ""
    language = params.text("language_code")
    return {field: world.profile.get((field, language)) or world.profile.get((field, "")) or fallback}


@method("setMyName")
def set_my_name(world: World, params: Params) -> bool:
    """At most 64 characters."""
    return _set_profile(world, params, "name")


@method("setMyDescription")
def set_my_description(world: World, params: Params) -> bool:
    """At most 512 characters; an empty chat shows it."""
    return _set_profile(world, params, "description")


@method("setMyShortDescription")
def set_my_short_description(world: World, params: Params) -> bool:
    """At most 120 characters."""
    return _set_profile(world, params, "short_description")


@method("getMyName")
def get_my_name(world: World, params: Params) -> Json:
    """BotName."""
    return _get_profile(world, params, "name")


@method("getMyDescription")
def get_my_description(world: World, params: Params) -> Json:
    """BotDescription."""
    return _get_profile(world, params, "description")


@method("getMyShortDescription")
def get_my_short_description(world: World, params: Params) -> Json:
    """BotShortDescription."""
    return _get_profile(world, params, "short_description")


# Chats


@method("getChat")
def get_chat(world: World, params: Params) -> Json:
    """ChatFullInfo, with the latest pinned message."""
    chat = world.chat_for_bot(params.text("chat_id"))
    full: Json = {
        **world.chat_json(chat),
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(_GIFTS, chat.type == "private"),
    }
    if chat.type != "private":
        full["permissions"] = dict.fromkeys(_RIGHTS, True)
    pinned = [stored.raw for stored in chat.messages.values() if stored.pinned]
    return {**full, "pinned_message": pinned[-1]} if pinned else full


@method("getChatMember")
def get_chat_member(world: World, params: Params) -> Json:
    """ChatMember of a person or of the bot itself."""
    chat = world.chat_for_bot(params.text("chat_id"))
    user_id = params.integer("user_id")
    if user_id <= 0:
        raise bad_request("invalid user_id specified")
    return _member(world, chat, user_id)


def _member(world: World, chat: Chat, user_id: int) -> Json:
    if user_id == world.bot["id"]:
        return member_json(world.bot, chat.bot_status)
    state = world.people.get(user_id)
    if state is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return member_json(state.user(), chat.members.get(user_id, "left"))


# The webhook-independent rest


@method("logOut")
def log_out(_world: World, _params: Params) -> bool:
    """Accepted; the sandbox keeps answering."""
    return True


@method("close")
def close(_world: World, _params: Params) -> bool:
    """Accepted; the sandbox keeps answering."""
    return True

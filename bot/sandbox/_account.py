"""The methods about the bot itself: its menus and description, and its answers to presses."""

from bot.sandbox._commands import Scope, read_commands, read_language, read_scope
from bot.sandbox._errors import STALE_QUERY, ApiError, bad_request
from bot.sandbox._model import CallbackAnswer, Json
from bot.sandbox._params import Params
from bot.sandbox._registry import method
from bot.sandbox._world import World, callback_json

_MAX_ANSWER, _MAX_DESCRIPTION = 200, 512


@method("getMe")
def get_me(world: World, _params: Params) -> Json:
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
    """Stop a button's spinner, perhaps with a text of at most 200 characters."""
    text = params.text("text")
    callback = world.callbacks.get(params.text("callback_query_id"))
    if callback is None or world.clock() - callback.time > world.callback_timeout:
        raise ApiError(400, STALE_QUERY)
    if len(text) > _MAX_ANSWER:
        raise bad_request("MESSAGE_TOO_LONG")
    answer = CallbackAnswer(text, params.flag("show_alert"))
    if callback.answer is None:
        callback.answer = answer
        world.events.add("answer", callback.chat_id, data=callback_json(callback))
    world.answers.append(answer)
    return True


def _scope(world: World, params: Params) -> Scope:
    scope = read_scope(params)
    if scope[1]:
        world.chat_for_bot(str(scope[1]))
    return scope


@method("setMyCommands")
def set_my_commands(world: World, params: Params) -> bool:
    commands = read_commands(params)
    world.commands.set(_scope(world, params), read_language(params), commands)
    world.events.add("commands", 0)
    return True


@method("getMyCommands")
def get_my_commands(world: World, params: Params) -> list[Json]:
    return world.commands.get(_scope(world, params), read_language(params))


@method("deleteMyCommands")
def delete_my_commands(world: World, params: Params) -> bool:
    """Delete the commands of a scope, so that those of wider scopes show again."""
    world.commands.set(_scope(world, params), read_language(params), [])
    world.events.add("commands", 0)
    return True


@method("setMyDescription")
def set_my_description(world: World, params: Params) -> bool:
    """Set the words that an empty chat shows, at most 512 characters."""
    description = params.text("description")
    if len(description) > _MAX_DESCRIPTION:
        raise bad_request("Bot description is too long")
    world.descriptions[read_language(params)] = description
    world.events.add("commands", 0)
    return True


@method("getMyDescription")
def get_my_description(world: World, params: Params) -> Json:
    """Return a language's description; everybody's where the language has none of its own."""
    found = world.descriptions
    return {"description": found.get(read_language(params), found.get("", ""))}

"""The JSON for the chat page: the whole state once, then one event after the other."""

from bot.sandbox._chats import Chat, PersonState
from bot.sandbox._events import Event
from bot.sandbox._model import Json, Message
from bot.sandbox._world import World, callback_json


def state_view(world: World, timezone: str | None) -> Json:
    """Everything the page draws, as of event `seq` of this `epoch`; no `timezone`: the browser's."""
    return {
        "epoch": world.events.epoch,
        "seq": world.events.last,
        "bot": {"id": world.bot["id"], "name": world.bot["first_name"], "username": world.bot["username"]},
        "timezone": timezone,
        "time": world.clock(),
        "tour": world.tour.view() if world.tour else None,
        "people": [_person_view(world, state) for state in world.people.values()],
    }


def _person_view(world: World, state: PersonState) -> Json:
    return {
        "id": state.person.id,
        "key": state.person.username or str(state.person.id),
        "name": state.person.first_name,
        "language": state.language_code,
        "blocked": state.blocked,
        "started": state.started,
        "description": _description(world, state.language_code),
        "chats": [_chat_view(world, chat, state) for chat in world.chats_of(state.person.id)],
    }


def _description(world: World, language: str) -> str:
    return world.descriptions.get(language.partition("-")[0]) or world.descriptions.get("") or ""


def _chat_view(world: World, chat: Chat, state: PersonState) -> Json:
    spinning = [
        callback_json(callback)
        for callback in world.callbacks.values()
        if callback.answer is None
        and (callback.person_id, callback.chat_id) == (state.person.id, chat.id)
        and callback.message_id in chat.messages
    ]
    return {
        "id": chat.id,
        "type": chat.type,
        "title": chat.title,
        "bot_status": chat.bot_status,
        "commands": world.commands.shown(chat.type, chat.id, state.language_code),
        "messages": [message_view(stored.snapshot()) for stored in chat.messages.values()],
        "presses": spinning,
    }


def message_view(message: Message) -> Json:
    return {
        "id": message.id,
        "chat_id": message.chat_id,
        "from_bot": message.from_bot,
        "raw": message.raw,
        "markup": message.markup,
        "reaction": message.reaction,
    }


def event_view(event: Event) -> Json:
    """An event for the page; `message` only where there is one."""
    view: Json = {"seq": event.seq, "kind": event.kind, "chat_id": event.chat_id, **event.data}
    if event.message is not None:
        view["message"] = message_view(event.message)
    return view

"""The state behind both sides: chats with their messages, people, presses, and what the bot is told of it."""

import secrets
import time
from collections.abc import Callable, Iterable

from bot.sandbox._chats import GENERAL, BotStatus, Chat, PersonState, member_json
from bot.sandbox._commands import CommandBook
from bot.sandbox._entities import format_text
from bot.sandbox._errors import ApiError, SandboxError, bad_request, forbidden
from bot.sandbox._events import EventLog
from bot.sandbox._files import FileStore
from bot.sandbox._model import Callback, CallbackAnswer, InlineQuery, Json, Message, Person, Stored
from bot.sandbox._tour import Progress, Tour
from bot.sandbox._updates import UpdateQueue

_GROUP_IDS = 4_000_000_000
_SUPERGROUP_IDS = 1_001_000_000_000


class World:
    """The state that Telegram would keep. `privacy`: in groups the bot sees only what is meant for it."""

    def __init__(
        self,
        bot: Json,
        people: Iterable[Person],
        *,
        clock: Callable[[], float] = time.time,
        callback_timeout: float = 60.0,
        tour: Tour | None = None,
    ) -> None:
        self.bot = bot
        self.clock = clock
        self.privacy = True
        self.callback_timeout = callback_timeout
        self.people: dict[int, PersonState] = {}
        self.chats: dict[int, Chat] = {}
        self.updates = UpdateQueue()
        self.events = EventLog()
        self.files = FileStore()
        self.commands = CommandBook()
        self.callbacks: dict[str, Callback] = {}
        self.inline_queries: dict[str, InlineQuery] = {}
        self.answers: list[CallbackAnswer] = []
        self.descriptions: dict[str, str] = {}
        for person in people:
            self.add_person(person)
        self.tour = Progress(tour, lambda name: self.person_state(name).person.id) if tour else None

    # Who is here

    def add_person(self, person: Person) -> PersonState:
        """A new account with its private chat. Raises SandboxError for an id taken already."""
        if person.id in self.people or person.id <= 0:
            raise SandboxError(f"the id {person.id} is taken or not positive")
        state = PersonState(person, person.language_code, person.started)
        self.people[person.id] = state
        self.chats[person.id] = Chat(person.id, "private", members={person.id})
        return state

    def person_state(self, wanted: int | str) -> PersonState:
        """Return a person by id, @name or first name. Raises SandboxError."""
        for state in self.people.values():
            person = state.person
            if wanted in (person.id, person.username, person.first_name) or str(wanted).lower() in (
                str(person.id),
                person.username.lower(),
                person.first_name.lower(),
            ):
                return state
        raise SandboxError(f"nobody here is {wanted!r}")

    def chat_json(self, chat: Chat) -> Json:
        return chat.json(self.people.get(chat.id))

    def chats_of(self, user_id: int) -> list[Chat]:
        """A person's private chat, then the groups they are in."""
        return [chat for chat in self.chats.values() if user_id in chat.members and chat.migrated_to is None]

    def now(self) -> int:
        return int(self.clock())

    # What the bot may reach

    def chat_for_bot(self, chat_id: str) -> Chat:
        """The chat of a call's chat_id, whether or not the bot may write there. Raises ApiError 400."""
        if not chat_id.strip():
            raise bad_request("chat_id is empty")
        if chat_id.startswith("@"):
            raise bad_request("chat not found")
        try:
            chat = self.chats.get(int(chat_id))
        except ValueError:
            chat = None
        if chat is None:
            raise bad_request("chat not found")
        if chat.migrated_to is not None:
            moved = {"migrate_to_chat_id": chat.migrated_to}
            raise ApiError(400, "Bad Request: group chat was upgraded to a supergroup chat", moved)
        return chat

    def writable_topic(self, chat: Chat, topic: int) -> int | None:
        """The message_thread_id of a call, None for the general one. Raises ApiError 400 where it is not open."""
        if topic != GENERAL and topic not in chat.topics:
            raise bad_request("message thread not found")
        if not chat.topics.get(topic, True):
            raise bad_request("TOPIC_CLOSED")
        return topic or None

    def writable_chat(self, chat_id: str) -> Chat:
        """Return the chat of a call, as `chat_for_bot` does. Raises ApiError 403 where the bot may not write there."""
        chat = self.chat_for_bot(chat_id)
        person = self.people.get(chat.id)
        if person is not None and person.blocked:
            raise forbidden("bot was blocked by the user")
        if person is not None and not person.started:
            raise forbidden("bot can't initiate conversation with a user")
        if chat.bot_status == "kicked":
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        if chat.bot_status == "left":
            raise forbidden(f"bot is not a member of the {chat.type} chat")
        return chat

    # Messages

    def post(
        self,
        chat: Chat,
        sender: Json,
        content: Json,
        *,
        reply_to: Stored | None = None,
        markup: Json | None = None,
        topic: int | None = None,
    ) -> Stored:
        """Put a message into a chat, in a topic of it, and show it to the people there."""
        raw: Json = {"message_id": chat.new_message_id(), "from": sender}
        raw |= {"chat": self.chat_json(chat), "date": self.now(), **thread_of(chat, topic, reply_to)}
        if reply_to is not None:
            raw["reply_to_message"] = {k: v for k, v in reply_to.raw.items() if k != "reply_to_message"}
        raw |= content
        if markup is not None and "inline_keyboard" in markup:
            raw["reply_markup"] = markup
        stored = Stored(raw, sender["id"] == self.bot["id"], markup)
        chat.messages[raw["message_id"]] = stored
        self.events.add("message", chat.id, stored.snapshot())
        self._tick(chat, stored)
        return stored

    def revise(self, chat: Chat, stored: Stored, raw: Json, markup: Json | None, *, edited: bool = True) -> None:
        """Replace a message's content in place; `edited` stamps edit_date."""
        raw = {name: value for name, value in raw.items() if name != "reply_markup"}
        if edited:
            raw["edit_date"] = self.now()
        if markup is not None and "inline_keyboard" in markup:
            raw["reply_markup"] = markup
        stored.raw, stored.markup = raw, markup
        self.events.add("edited", chat.id, stored.snapshot())
        self._tick(chat, stored)

    def put_reaction(self, chat: Chat, stored: Stored, emoji: str) -> None:
        """The bot's reaction to a message, in place of any before; "" takes it away."""
        stored.reaction = emoji
        self.events.add("edited", chat.id, stored.snapshot())

    def _tick(self, chat: Chat, stored: Stored) -> None:
        """Tell the page where a message shows that a step of the tour is done."""
        if self.tour and stored.from_bot and self.tour.see(chat.id, stored.snapshot().text):
            self.events.add("tour", chat.id, data={"tour": self.tour.view()})

    def delete(self, chat: Chat, message_id: int) -> None:
        del chat.messages[message_id]
        self.events.add("deleted", chat.id, data={"message_id": message_id})

    def find(self, message: Message) -> Stored:
        """The message as it is now. Raises SandboxError once it is deleted."""
        chat = self.chats.get(message.chat_id)
        stored = chat.messages.get(message.id) if chat else None
        if stored is None:
            raise SandboxError(f"message {message.id} of chat {message.chat_id} is gone")
        return stored

    # What the bot is told

    def tell(self, chat: Chat, stored: Stored, kind: str = "message") -> None:
        """An update for a person's message, unless the bot is not to see it."""
        if chat.bot_status in ("left", "kicked"):
            return
        if chat.type == "private" or not self.privacy or self._concerns_bot(stored):
            self.updates.add(kind, stored.raw, chat.id)

    def _concerns_bot(self, stored: Stored) -> bool:
        raw, name = stored.raw, "@" + str(self.bot["username"]).lower()
        if not {"text", "caption", "photo", "document", "location"} & raw.keys():
            return True
        if raw.get("reply_to_message", {}).get("from", {}).get("id") == self.bot["id"]:
            return True
        words = stored.snapshot().marked("bot_command")
        if any("@" not in word or word.lower().endswith(name) for word in words):
            return True
        return any(word.lower() == name for word in stored.snapshot().marked("mention"))

    def tell_membership(self, chat: Chat, actor: PersonState, old: str, new: BotStatus) -> None:
        """Queue my_chat_member: the bot was blocked, added, removed."""
        body = {
            "chat": self.chat_json(chat),
            "from": actor.user(),
            "date": self.now(),
            "old_chat_member": member_json(self.bot, old),
            "new_chat_member": member_json(self.bot, new),
        }
        self.updates.add("my_chat_member", body, chat.id)

    def tell_reaction(self, chat: Chat, actor: PersonState, message_id: int, emoji: str) -> None:
        """Queue message_reaction: somebody put this emoji on a message, and no other."""
        body = {
            "chat": self.chat_json(chat),
            "message_id": message_id,
            "user": actor.user(),
            "date": self.now(),
            "old_reaction": [],
            "new_reaction": [{"type": "emoji", "emoji": emoji}],
        }
        self.updates.add("message_reaction", body, chat.id)

    def press(self, state: PersonState, stored: Stored, data: str) -> Callback:
        """A callback query for a press of a button under `stored`."""
        callback = Callback(
            id=str(secrets.randbits(62)),
            person_id=state.person.id,
            chat_id=int(stored.raw["chat"]["id"]),
            message_id=int(stored.raw["message_id"]),
            data=data,
            time=self.clock(),
        )
        self.callbacks[callback.id] = callback
        body = {
            "id": callback.id,
            "from": state.user(),
            "message": stored.raw,
            "chat_instance": str(-(abs(callback.chat_id) * 6_364_136_223_846_793_005 % 2**62)),
            "data": data,
        }
        self.events.add("callback", callback.chat_id, data=callback_json(callback))
        self.updates.add("callback_query", body, callback.chat_id)
        return callback

    # Groups

    def new_group(self, title: str, members: Iterable[int], *, supergroup: bool = False) -> Chat:
        kind, base = ("supergroup", _SUPERGROUP_IDS) if supergroup else ("group", _GROUP_IDS)
        chat_id = -(base + sum(chat.id < 0 for chat in self.chats.values()) + 1)
        chat = Chat(chat_id, "supergroup" if kind == "supergroup" else "group", title, set(members))
        self.chats[chat_id] = chat
        return chat

    def formatted(self, text: str) -> Json:
        """A person's typed text with what Telegram finds in it."""
        plain, entities = format_text(text, "")
        if not plain:
            raise SandboxError("nobody can send an empty message")
        return {"text": plain, **({"entities": self.known(entities)} if entities else {})}

    def known(self, entities: list[Json]) -> list[Json]:
        """Fill in the users of text mentions; drop those of strangers."""
        kept = []
        for entity in entities:
            if entity["type"] != "text_mention":
                kept.append(entity)
            elif (state := self.people.get(int(entity["user"]["id"]))) is not None:
                kept.append({**entity, "user": state.user()})
        return kept


def thread_of(chat: Chat, topic: int | None, reply_to: Stored | None) -> Json:
    """Return a message's thread: a topic, where a reply stays; else in a supergroup that of its first message."""
    if topic is None and reply_to is not None and reply_to.raw.get("is_topic_message"):
        topic = reply_to.raw["message_thread_id"]
    if topic is not None:
        return {"message_thread_id": topic, "is_topic_message": True}
    if reply_to is None or chat.type != "supergroup":
        return {}
    return {"message_thread_id": reply_to.raw.get("message_thread_id", reply_to.raw["message_id"])}


def callback_json(callback: Callback) -> Json:
    answer = callback.answer
    return {
        "id": callback.id,
        "person_id": callback.person_id,
        "chat_id": callback.chat_id,
        "message_id": callback.message_id,
        "data": callback.data,
        "answer": None if answer is None else {"text": answer.text, "show_alert": answer.show_alert},
    }

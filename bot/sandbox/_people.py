"""The acts of a person in their app, for tests and for the chat page alike."""

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.sandbox._chats import Chat, PersonState
from bot.sandbox._errors import SandboxError
from bot.sandbox._events import Event
from bot.sandbox._files import media_json
from bot.sandbox._inline import ask, choose
from bot.sandbox._links import start_parameter
from bot.sandbox._model import Callback, CallbackAnswer, InlineAnswer, InlineQuery, Json, Message, Person, Stored
from bot.sandbox._params import Upload
from bot.sandbox._picture import checkerboard
from bot.sandbox._world import World

T = TypeVar("T")
Predicate = Callable[[Message], bool]
DEFAULT_TIMEOUT = 20.0
"""Seconds: enough for a bot that has yet to start on a busy machine; nobody waits for them where all is well."""
GROUP_ANONYMOUS: Json = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
"""The sender of what is written in a group's name, as old servers and bots see it."""
MAX_LATITUDE, MAX_LONGITUDE = 90, 180


class PersonDriver:
    """One person's hands and eyes.

    `chat` is a group's id; without it, their private chat with the bot. Everything a client would refuse raises
    SandboxError. `wait` looks at what came after this person's last action or last wait, so nothing is missed that
    the bot said in between.
    """

    def __init__(self, world: World, state: PersonState) -> None:
        self._world = world
        self._state = state
        self._seen = world.events.last

    def __repr__(self) -> str:
        return f"PersonDriver({self._state.person.username!r})"

    # What they are

    @property
    def person(self) -> Person:
        return self._state.person

    @property
    def id(self) -> int:
        return self._state.person.id

    @property
    def blocked(self) -> bool:
        return self._state.blocked

    @property
    def language_code(self) -> str:
        return self._state.language_code

    @language_code.setter
    def language_code(self, code: str) -> None:
        self._state.language_code = code
        self._world.events.add("person", self.id)

    # What they see

    @property
    def messages(self) -> list[Message]:
        return self.messages_in(self.id)

    def messages_in(self, chat: int) -> list[Message]:
        return [stored.snapshot() for stored in self._chat(chat).messages.values()]

    @property
    def last(self) -> Message:
        """The bot's newest message in the private chat. Raises SandboxError without any."""
        for message in reversed(self.messages):
            if message.from_bot:
                return message
        raise SandboxError(f"the bot has not written to {self.person.username}")

    def current(self, message: Message) -> Message:
        return self._world.find(message).snapshot()

    def commands(self, chat: int | None = None) -> list[Json]:
        """The commands menu: `{"command", "description"}`, as scopes and their language resolve."""
        place = self._chat(chat)
        return self._world.commands.shown(place.type, place.id, self._state.language_code)

    # What they do

    async def send(
        self,
        text: str,
        *,
        chat: int | None = None,
        reply_to: Message | int | None = None,
        topic: int | None = None,
        anonymous: bool = False,
    ) -> Message:
        """Write, in a group perhaps in one of its topics or, as its administrators may, in its name."""
        place = self._writable(chat)
        if topic is not None and not place.topics.get(topic):
            raise SandboxError(f"chat {place.id} has no open topic {topic}")
        return self._post(place, self._world.formatted(text), reply_to, topic, anonymous=anonymous)

    async def forward(self, author: str, text: str) -> Message:
        """Forward to the bot what somebody wrote elsewhere who hides their account."""
        origin = {"type": "hidden_user", "date": 0, "sender_user_name": author}
        return self._post(self._writable(None), {**self._world.formatted(text), "forward_origin": origin}, None)

    async def reply(self, message: Message, text: str) -> Message:
        return await self.send(text, chat=message.chat_id, reply_to=message)

    async def edit(self, message: Message, text: str) -> Message:
        """Change one of their own messages; the bot gets edited_message."""
        stored = self._own(message)
        chat = self._chat(message.chat_id)
        kept = {name: value for name, value in stored.raw.items() if name not in ("text", "entities")}
        self._acted()
        self._world.revise(chat, stored, kept | self._world.formatted(text), None)
        self._world.tell(chat, stored, "edited_message")
        return stored.snapshot()

    async def react(self, message: Message) -> None:
        """React to one of their own messages: the bot gets edited_message, with the message as it was."""
        stored = self._sent(message)
        chat = self._chat(message.chat_id)
        self._acted()
        self._world.revise(chat, stored, stored.raw, None)
        self._world.tell(chat, stored, "edited_message")

    async def react_with(self, message: Message, emoji: str) -> None:
        """React to a message of the bot in their private chat: it gets message_reaction, if it asked for these."""
        self._world.find(message)
        self._acted()
        self._world.tell_reaction(self._chat(message.chat_id), self._state, message.id, emoji)

    async def delete(self, message: Message) -> None:
        """Delete a message for everybody; bots are not told."""
        self._world.find(message)
        self._world.delete(self._chat(message.chat_id), message.id)

    async def press(self, message: Message, button: str) -> Callback:
        """Press the button of that text or callback_data, of an old snapshot too. Raises LookupError, SandboxError."""
        found = message.button(button)
        if found.data is None:
            raise SandboxError(f"{found.text!r} sends nothing to the bot; see open_link")
        return await self.press_data(message, found.data)

    async def press_data(self, message: Message, data: str) -> Callback:
        """A press with any data, as a forged client might send it."""
        stored = self._world.find(message)
        self._writable(message.chat_id)
        self._acted()
        return self._world.press(self._state, stored, data)

    async def send_photo(
        self,
        data: bytes | None = None,
        *,
        caption: str = "",
        name: str = "foto.png",
        chat: int | None = None,
        reply_to: Message | int | None = None,
    ) -> Message:
        """Send a picture (PNG, JPEG or GIF); without `data`, a small one is drawn."""
        upload = Upload(name, "image/png", data or checkerboard())
        return await self._send_media("photo", upload, caption, chat, reply_to)

    async def send_document(
        self,
        data: bytes,
        *,
        name: str,
        content_type: str = "application/octet-stream",
        caption: str = "",
        kind: str = "document",
        reply_to: Message | int | None = None,
    ) -> Message:
        """Send a file, or what the app made as a `kind`: voice, video, audio, animation, video_note."""
        return await self._send_media(kind, Upload(name, content_type, data), caption, None, reply_to)

    async def _send_media(
        self, kind: str, upload: Upload, caption: str, chat: int | None, reply_to: Message | int | None
    ) -> Message:
        place = self._writable(chat)
        content = media_json(self._world.files.save(upload, kind))
        return self._post(place, {**content, **self._captioned(caption)}, reply_to)

    async def send_album(
        self,
        files: Mapping[str, bytes],
        *,
        kind: str = "photo",
        content_type: str = "image/png",
        captions: Sequence[str] = (),
        reply_to: Message | int | None = None,
    ) -> Sequence[Message]:
        """Send files, by their names, as one message, with captions to the first of them.

        The bot gets a message of each, all of one media group.
        """
        place = self._writable(None)
        album = {"media_group_id": secrets.token_hex(8)}
        sent = []
        for number, (name, data) in enumerate(files.items()):
            content = media_json(self._world.files.save(Upload(name, content_type, data), kind))
            caption = captions[number] if number < len(captions) else ""
            sent.append(self._post(place, {**content, **self._captioned(caption), **album}, reply_to))
        return sent

    async def send_location(
        self, latitude: float, longitude: float, *, chat: int | None = None, reply_to: Message | int | None = None
    ) -> Message:
        place = self._writable(chat)
        if not (abs(latitude) <= MAX_LATITUDE and abs(longitude) <= MAX_LONGITUDE):
            raise SandboxError(f"{latitude}, {longitude} is no place on earth")
        return self._post(place, {"location": {"latitude": latitude, "longitude": longitude}}, reply_to)

    async def open_link(self, url: str) -> Message:
        """Open this bot's deep link and press Start: sends `/start CODE`."""
        code = start_parameter(url, self._world.bot["username"])
        if code is None:
            raise SandboxError(f"{url} is no link to @{self._world.bot['username']}")
        return await self.send(f"/start {code}".strip())

    async def type_inline(self, query: str, *, chat: int | None = None, offset: str = "") -> InlineQuery:
        """Type words behind the bot's name, in a chat; the bot gets inline_query."""
        self._acted()
        return ask(self._world, self._state, self._writable(chat), query, offset)

    async def choose(self, asked: InlineQuery, result_id: str, *, chat: int | None = None) -> Message:
        place = self._writable(asked.chat_id if chat is None else chat)
        return choose(self._world, self._state, place, asked, result_id).snapshot()

    async def block(self) -> None:
        """Block the bot; it gets my_chat_member."""
        self._set_blocked(blocked=True)

    async def unblock(self) -> None:
        """Unblock the bot; it gets my_chat_member."""
        self._set_blocked(blocked=False)

    async def clear(self) -> None:
        """Empty the private chat on this side; the bot's messages are gone for edits too."""
        self._chat(self.id).messages.clear()
        self._world.events.add("cleared", self.id)

    # What they wait for

    async def wait(
        self,
        predicate: Predicate | str | None = None,
        timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - it says what did come instead
        *,
        chat: int | None = None,
    ) -> Message:
        """The bot's next message, new or edited, that fits or has the text. Raises TimeoutError with what came."""
        fits = _as_predicate(predicate)
        seen: list[str] = []
        deadline = asyncio.get_running_loop().time() + timeout
        while (left := deadline - asyncio.get_running_loop().time()) > 0:
            for event in await self._world.events.wait(self._seen, left):
                self._seen = event.seq
                message = self._message_of_bot(event, chat)
                if message is not None and fits(message):
                    return message
                seen += [message.text] if message is not None else []
        raise TimeoutError(f"{self.person.username} waited {timeout} s for {predicate!r}; the bot said {seen}")

    async def wait_answer(
        self,
        callback: Callback,
        timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - it says which press
    ) -> CallbackAnswer:
        """The answer to a press. Raises TimeoutError while the button still spins."""
        return await self._answered(lambda: callback.answer, timeout, f"the press of {callback.data!r}")

    async def wait_offers(
        self,
        asked: InlineQuery,
        timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - it says which query
    ) -> InlineAnswer:
        """Wait for the bot's offer for an inline query, and return it. Raises TimeoutError where it does not answer."""
        return await self._answered(lambda: asked.answer, timeout, f"the inline query {asked.query!r}")

    # How

    async def _answered(self, answer: Callable[[], T | None], seconds: float, what: str) -> T:
        deadline = asyncio.get_running_loop().time() + seconds
        while (found := answer()) is None:
            seq = self._world.events.last
            left = deadline - asyncio.get_running_loop().time()
            if left <= 0:
                raise TimeoutError(f"{what} was not answered within {seconds} s")
            await self._world.events.wait(seq, left)
        return found

    def _chat(self, chat_id: int | None) -> Chat:
        chat = self._world.chats.get(self.id if chat_id is None else chat_id)
        if chat is None or self.id not in chat.members:
            raise SandboxError(f"{self.person.username} is not in chat {chat_id}")
        return chat

    def _writable(self, chat_id: int | None) -> Chat:
        chat = self._chat(chat_id)
        if chat.id == self.id and self._state.blocked:
            raise SandboxError(f"{self.person.username} has blocked the bot")
        if chat.migrated_to is not None:
            raise SandboxError(f"the group became {chat.migrated_to}")
        return chat

    def _own(self, message: Message) -> Stored:
        stored = self._sent(message)
        if "text" not in stored.raw:
            raise SandboxError("only one's own texts can be edited")
        return stored

    def _sent(self, message: Message) -> Stored:
        stored = self._world.find(message)
        if stored.raw["from"]["id"] != self.id:
            raise SandboxError("only one's own texts can be edited")
        return stored

    def _captioned(self, caption: str) -> Json:
        if not caption.strip():
            return {}
        content = self._world.formatted(caption)
        names = {"text": "caption", "entities": "caption_entities"}
        return {names[name]: value for name, value in content.items()}

    def _post(
        self,
        chat: Chat,
        content: Json,
        reply_to: Message | int | None,
        topic: int | None = None,
        *,
        anonymous: bool = False,
    ) -> Message:
        target = None
        if reply_to is not None:
            wanted = reply_to if isinstance(reply_to, int) else reply_to.id
            target = chat.messages.get(wanted)
            if target is None:
                raise SandboxError(f"message {wanted} is not in chat {chat.id}")
        self._acted()
        if chat.id == self.id:
            self._state.started = True
        sender = self._state.user()
        if anonymous:
            sender, content = GROUP_ANONYMOUS, {"sender_chat": self._world.chat_json(chat), **content}
        stored = self._world.post(chat, sender, content, reply_to=target, topic=topic)
        self._world.tell(chat, stored)
        return stored.snapshot()

    def _acted(self) -> None:
        """Have the person wait for something new from here on."""
        self._seen = self._world.events.last

    def _set_blocked(self, *, blocked: bool) -> None:
        if self._state.blocked == blocked:
            return
        self._state.blocked = blocked
        chat = self._chat(self.id)
        self._world.events.add("person", self.id)
        chat.bot_status = "kicked" if blocked else "member"
        self._world.tell_membership(chat, self._state, "member" if blocked else "kicked", chat.bot_status)

    def _message_of_bot(self, event: Event, chat_id: int | None) -> Message | None:
        message = event.message
        if message is None or not message.from_bot:
            return None
        if chat_id is not None:
            return message if message.chat_id == chat_id else None
        chat = self._world.chats.get(message.chat_id)
        return message if chat is not None and self.id in chat.members else None


def _as_predicate(predicate: Predicate | str | None) -> Predicate:
    if predicate is None:
        return lambda _message: True
    if isinstance(predicate, str):
        return lambda message: predicate in message.text
    return predicate

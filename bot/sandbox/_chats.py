"""Chats, who is in them, and the JSON Telegram gives of chats, users and memberships."""

from dataclasses import dataclass, field
from typing import Literal

from bot.sandbox._model import Json, Person, Stored
from bot.sandbox._updates import first_number, note_issued

GENERAL = 0
"""The number, among a forum's topics, of what is in none of them."""

ChatType = Literal["private", "group", "supergroup"]
BotStatus = Literal["member", "administrator", "left", "kicked"]


@dataclass
class PersonState:
    """A person's account as it is now."""

    person: Person
    language_code: str
    started: bool
    blocked: bool = False

    def user(self) -> Json:
        person = self.person
        user: Json = {"id": person.id, "is_bot": False, "first_name": person.first_name}
        if person.username:
            user["username"] = person.username
        if self.language_code:
            user["language_code"] = self.language_code
        return user


@dataclass
class Chat:
    """A chat; its messages by message_id, in the order they came. A private chat's id is its person's id.

    `topics`: whether each is open, by its message_thread_id, or `GENERAL`; a supergroup that has any is a forum.
    """

    id: int
    type: ChatType
    title: str = ""
    members: set[int] = field(default_factory=set)
    bot_status: BotStatus = "member"
    migrated_to: int | None = None
    topics: dict[int, bool] = field(default_factory=dict)
    messages: dict[int, Stored] = field(default_factory=dict)
    next_message_id: int = field(default_factory=first_number)

    def new_message_id(self) -> int:
        """The next message_id, never one that an earlier sandbox gave out."""
        number = note_issued(self.next_message_id)
        self.next_message_id += 1
        return number

    def json(self, person: PersonState | None) -> Json:
        """The Bot API's Chat; `person` is the one of a private chat."""
        if person is None:
            forum = {"is_forum": True} if self.topics else {}
            return {"id": self.id, "title": self.title, "type": self.type, **forum}
        user = person.user()
        names: Json = {name: user[name] for name in ("first_name", "username") if name in user}
        return {"id": self.id, **names, "type": self.type}


def member_json(user: Json, status: str) -> Json:
    """A ChatMember of a status; of an administrator without the rights, which the bot does not ask about."""
    member: Json = {"user": user, "status": status}
    return member | ({"until_date": 0} if status == "kicked" else {})

"""Groups: people and the bot together, what happens to the group, and how the bot comes and goes."""

from collections.abc import Sequence
from typing import Self

from bot.sandbox._chats import GENERAL, BotStatus, Chat, PersonState
from bot.sandbox._errors import SandboxError
from bot.sandbox._model import Json, Message
from bot.sandbox._people import PersonDriver
from bot.sandbox._world import World


class GroupDriver:
    """A group. Pass `group.id` as `chat` to a PersonDriver to write in it."""

    def __init__(self, world: World, chat: Chat, creator: PersonState) -> None:
        self._world = world
        self._chat = chat
        self._creator = creator

    @classmethod
    def create(cls, world: World, title: str, people: Sequence[PersonDriver], *, supergroup: bool) -> Self:
        """A new group; the first person made it and added the bot (my_chat_member, then a service message)."""
        if not people:
            raise SandboxError("a group needs somebody")
        states = [world.people[person.id] for person in people]
        chat = world.new_group(title, [person.id for person in people], supergroup=supergroup)
        world.events.add("chat", chat.id)
        world.tell_membership(chat, states[0], "left", "member")
        added = {"group_chat_created": True} if not supergroup else {"new_chat_members": [world.bot]}
        world.tell(chat, world.post(chat, states[0].user(), added))
        return cls(world, chat, states[0])

    @property
    def id(self) -> int:
        """chat_id; it changes when the group becomes a supergroup."""
        return self._chat.id

    @property
    def messages(self) -> list[Message]:
        return [stored.snapshot() for stored in self._chat.messages.values()]

    async def join(self, person: PersonDriver) -> None:
        """Let somebody enter; the bot gets a service message (and chat_member, if it asked for it)."""
        self._chat.members.add(person.id)
        user = self._world.people[person.id].user()
        self._world.events.add("chat", self.id)
        self._world.tell(self._chat, self._world.post(self._chat, user, {"new_chat_members": [user]}))

    async def leave(self, person: PersonDriver) -> None:
        self._chat.members.discard(person.id)
        user = self._world.people[person.id].user()
        self._world.events.add("chat", self.id)
        self._world.tell(self._chat, self._world.post(self._chat, user, {"left_chat_member": user}))

    async def remove_bot(self, by: PersonDriver | None = None) -> None:
        """Throw the bot out, who made the group unless told: my_chat_member "kicked", and 403 from now on."""
        self._bot_becomes("kicked", self._creator if by is None else self._world.people[by.id])

    async def add_bot(self) -> None:
        """Let the bot back in: my_chat_member, then a service message."""
        self._bot_becomes("member")
        added = {"new_chat_members": [self._world.bot]}
        self._world.tell(self._chat, self._world.post(self._chat, self._creator.user(), added))

    async def promote_bot(self) -> None:
        self._bot_becomes("administrator")

    async def upgrade(self) -> int:
        """Turn it into a supergroup; returns the new chat_id, which `id` is from now on.

        The bot gets migrate_to_chat_id in the old chat, my_chat_member for the new one as if it had been let in, and
        migrate_from_chat_id there; calls to the old id fail with `migrate_to_chat_id` among their parameters.
        """
        if self._chat.type != "group":
            raise SandboxError("it is a supergroup already")
        old, creator = self._chat, self._creator.user()
        new = self._world.new_group(old.title, old.members, supergroup=True)
        new.bot_status = old.bot_status
        self._world.tell(old, self._world.post(old, creator, {"migrate_to_chat_id": new.id}))
        old.migrated_to = new.id
        self._world.tell_membership(new, self._creator, "left", new.bot_status)
        self._world.tell(new, self._world.post(new, creator, {"migrate_from_chat_id": old.id}))
        self._chat = new
        self._world.events.add("chat", new.id)
        return new.id

    async def rename(self, title: str) -> None:
        """Give it another title; the bot gets a service message."""
        self._chat.title = title
        self._world.events.add("chat", self.id)
        self._world.tell(self._chat, self._world.post(self._chat, self._creator.user(), {"new_chat_title": title}))

    async def add_topic(self, name: str) -> int:
        """Open a topic in a supergroup, a forum from then on; return the message_thread_id, `topic` for `send`."""
        if self._chat.type != "supergroup":
            raise SandboxError("only a supergroup has topics")
        number = self._chat.next_message_id
        self._chat.topics[number] = True
        self._world.events.add("chat", self.id)
        created = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        self._world.tell(self._chat, self._world.post(self._chat, self._creator.user(), created, topic=number))
        return number

    async def close_topic(self, topic: int) -> None:
        """Close a topic: nobody writes in it any more, and the bot gets 400 TOPIC_CLOSED."""
        self._chat.topics[topic] = False
        closed: Json = {"forum_topic_closed": {}}
        self._world.tell(self._chat, self._world.post(self._chat, self._creator.user(), closed, topic=topic))

    async def close_general(self) -> None:
        """Close what is in no other topic: the bot gets 400 TOPIC_CLOSED there."""
        self._chat.topics[GENERAL] = False

    def _bot_becomes(self, status: BotStatus, by: PersonState | None = None) -> None:
        old, self._chat.bot_status = self._chat.bot_status, status
        self._world.events.add("chat", self.id)
        self._world.tell_membership(self._chat, by or self._creator, old, status)

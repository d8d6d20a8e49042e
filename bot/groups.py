"""Group chats: what is said to the bot in one is answered there, with the eyes of the leader who linked it.

Who asks is looked up anew, and so is the leader. A group is only shown things: whatever changes something is done in
private, so that nothing of a person's own stands in a group, and nothing there needs to be remembered.
"""

import logging

from msgspec import Struct
from telegram.error import ChatMigrated

from bot import places
from bot.commands import COMMAND, NAMES, SHOWN_IN_GROUPS, SPANISH
from bot.memory import Memory
from bot.outgoing import Outgoing
from bot.panels.form import Panel, escape
from bot.panels.groups import asking_panel, elsewhere_panel, in_group, state_panel
from bot.places.form import Place, View
from bot.places.groups import GroupState, LinkGroup
from bot.places.team import Team
from bot.ports import IssueToken
from bot.turn import REFUSALS, STRANGER, Commands, Reply, Turn, Views, turn_of
from bot.updates import ButtonPress, Chat, Membership, Message, Sender
from core import groups
from core.errors import Conflict, NotFound
from core.groups import Sight
from core.i18n import preferred, text
from core.use_case import Caller, Pipeline

logger = logging.getLogger(__name__)

UNKNOWN, ANONYMOUS = "unknown", "anonymous"
"""What a person in a group is told once only."""


class Where(Struct, frozen=True):
    """A group, and the topic in it."""

    chat_id: int
    topic: int | None


class Groups:
    """The bot in groups. Raises `Unavailable`, and whatever is our fault."""

    def __init__(
        self,
        pipeline: Pipeline,
        issue_token: IssueToken,
        memory: Memory,
        outgoing: Outgoing,
        views: Views,
        commands: Commands,
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.views = views
        self.commands = commands

    # What happens to a group

    async def membership(self, member: Membership) -> None:
        """Once the bot is out of a group, its link is gone."""
        if not member.new_chat_member.is_there:
            await self.pipeline.run(Caller(STRANGER), groups.leave_group, member.chat.id)

    async def happened(self, message: Message, sender: Sender) -> None:
        """The bot was let in, or the group has another name or id, with which Telegram says that it was let in."""
        if message.migrate_to_chat_id is not None:
            await self.moved(message.chat.id, message.migrate_to_chat_id)
        if message.migrate_from_chat_id is not None:
            await self.moved(message.migrate_from_chat_id, message.chat.id)
        if message.new_chat_title is not None:
            await self.pipeline.run(Caller(STRANGER), groups.rename_group, message.chat.id, message.new_chat_title)
        if message.group_chat_created or self.outgoing.username in {each.username for each in message.new_chat_members}:
            await self.greet(message.chat, sender)

    async def greet(self, chat: Chat, sender: Sender) -> None:
        """Say how a group is linked, unless it is."""
        if not await self.pipeline.run(Caller(STRANGER), groups.is_linked, chat.id):
            greeting = text(preferred([sender.language_code]), "chat.group_greeting")
            await self.send(Where(chat.id, None), Panel(escape(greeting)))

    async def moved(self, before: int, after: int) -> None:
        """A group has another id. Its messages have none there that we knew: they stay behind."""
        logger.info("group %s is %s now", before, after)
        await self.pipeline.run(Caller(STRANGER), groups.follow_group, before, after)

    # What is said

    async def message(self, update_id: int, message: Message, sender: Sender) -> None:
        """Answer a command that is for us, in the topic it was given in; what people say to each other is theirs."""
        command = self.meant(message.text or "")
        if command is None:
            await self.happened(message, sender)
            return
        where = Where(message.chat.id, message.topic)
        if message.sender_chat is not None:
            words = text(preferred([sender.language_code]), "chat.group_anonymous")
            await self.say_once(where, sender, ANONYMOUS, words)
            return
        asker = await turn_of(
            self.pipeline, self.issue_token, update_id, message.chat.id, sender.id, sender.language_code
        )
        if asker.linked:
            await self.send(where, await self.commanded(asker, message.chat, *command))
        else:
            await self.say_once(where, sender, UNKNOWN, asker.say("group_stranger"))

    def meant(self, words: str) -> tuple[str, str] | None:
        """A command's Spanish name, or its own where it is not ours but sent to us by name, and the words behind it."""
        command = COMMAND.fullmatch(words)
        if command is None:
            return None
        name, whose = command[1].lower(), (command[2] or "").lower()
        if whose:
            ours = whose == (self.outgoing.username or "").lower()
            return (SPANISH.get(name, name), command[3] or "") if ours else None
        return (SPANISH[name], command[3] or "") if name in SPANISH else None

    async def commanded(self, asker: Turn, chat: Chat, name: str, words: str) -> Panel:
        """What a command comes to."""
        own = {"vincular": self.ask, "desvincular": self.unlink, "ayuda": self.state, "start": self.begin}
        try:
            if name in own:
                return await own[name](asker, chat)
            if name in SHOWN_IN_GROUPS:
                return await self.shown(asker, chat, name, words)
        except REFUSALS as error:
            return Panel(escape(asker.refusal(error)))
        return elsewhere_panel(asker.scene, asker.say("private_only" if name in NAMES else "unknown_command"))

    async def shown(self, asker: Turn, chat: Chat, name: str, words: str) -> Panel:
        """What the leader's command shows of their team."""
        turn = through(asker, await asker.run(groups.look, chat.id))
        reply = await self.commands[name](turn, words)
        if reply.view is None:
            return reply.panel or Panel(escape(reply.words))
        panel = reply.panel or await self.views[type(reply.view)](turn, reply.view)
        return in_group(turn.scene, reply.view, panel).under(reply.words)

    async def ask(self, asker: Turn, chat: Chat) -> Panel:
        """`/vincular`: the question, unless it is answered already."""
        if not asker.actor.team:
            return Panel(escape(asker.say("team_leaders_only")))
        if await asker.run(groups.linkable, chat.id) is None:
            return asking_panel(asker.scene, asker.actor.user)
        return await self.state(asker, chat)

    async def unlink(self, asker: Turn, chat: Chat) -> Panel:
        """`/desvincular`."""
        await asker.run(groups.unlink_group, chat.id)
        return Panel(escape(asker.say("group_unlinked")))

    async def begin(self, asker: Turn, chat: Chat) -> Panel:
        """`/start`, as a link that lets us into a group says it there: a leader is asked, others see what it shows."""
        return await (self.ask if asker.actor.team else self.state)(asker, chat)

    async def state(self, asker: Turn, chat: Chat) -> Panel:
        """`/ayuda`: whose team a group shows, and how."""
        sight = await asker.run(groups.look, chat.id)
        return state_panel(through(asker, sight).scene, sight.leader)

    # What is pressed

    async def press(self, asker: Turn, query: ButtonPress, message: Message) -> None:
        """Answer a press of a button in a group, then show what holds in its message."""
        reply = await self.pressed(asker, message.chat, places.read(query.data))
        await self.outgoing.answer(query.id, reply.words, alert=reply.alert)
        if reply.panel is not None:
            await self.edit(Where(message.chat.id, message.topic), message.message_id, reply.panel)

    async def pressed(self, asker: Turn, chat: Chat, place: Place | None) -> Reply:
        """What a press comes to; a message whose group shows nothing any more shows that."""
        if not asker.linked:
            return Reply(words=asker.say("group_stranger"), alert=True)
        try:
            if isinstance(place, LinkGroup):
                return await self.link(asker, chat, place)
            if isinstance(place, GroupState):
                return Reply(panel=await self.state(asker, chat))
            return await self.gone_to(through(asker, await asker.run(groups.look, chat.id)), asker, place)
        except (NotFound, Conflict) as error:
            words = asker.refusal(error)
            return Reply(words=words, alert=not isinstance(place, GroupState), panel=Panel(escape(words)))
        except REFUSALS as error:
            return Reply(words=asker.refusal(error), alert=True)

    async def link(self, asker: Turn, chat: Chat, press: LinkGroup) -> Reply:
        """The leader who was asked says yes."""
        if asker.actor.id != press.leader:
            return Reply(words=asker.say("group_ask_of_other"), alert=True)
        await asker.run(groups.link_group, chat.id, chat.title, asker.language)
        return Reply(words=asker.say("said_linked"), panel=await self.state(asker, chat))

    async def gone_to(self, turn: Turn, asker: Turn, place: Place | None) -> Reply:
        """Where a button leads; one of an older version leads to the team, one that is not for groups nowhere."""
        if place is None:
            team = await self.drawn(turn, Team(turn.today))
            return Reply(words=asker.say("old_button"), alert=True, panel=team)
        if isinstance(place, View) and place.shared():
            return Reply(panel=await self.drawn(turn, place))
        return Reply(words=asker.say("private_only"), alert=True)

    async def drawn(self, turn: Turn, view: View) -> Panel:
        """What a message is to show; where that is gone, the team today instead, under the reason."""
        try:
            return in_group(turn.scene, view, await self.views[type(view)](turn, view))
        except REFUSALS as error:
            team = Team(turn.today)
            return in_group(turn.scene, team, await self.views[Team](turn, team)).under(turn.refusal(error))

    # What is sent

    async def send(self, where: Where, panel: Panel) -> None:
        """Say it, in the supergroup that a group may have become."""
        try:
            await self.outgoing.send(where.chat_id, panel, where.topic)
        except ChatMigrated as fault:
            await self.moved(where.chat_id, fault.new_chat_id)
            await self.outgoing.send(fault.new_chat_id, panel)

    async def edit(self, where: Where, message_id: int, panel: Panel) -> None:
        """Make a message show it; one that stayed behind in an old group stays as it is."""
        try:
            await self.outgoing.edit(where.chat_id, message_id, panel, where.topic)
        except ChatMigrated as fault:
            await self.moved(where.chat_id, fault.new_chat_id)

    async def say_once(self, where: Where, sender: Sender, topic: str, words: str) -> None:
        """Say it unless they were told in this group."""
        if not await self.memory.was_told(where.chat_id, topic, sender.id):
            await self.send(where, Panel(escape(words)))
            await self.memory.told(where.chat_id, topic, sender.id)


def through(asker: Turn, sight: Sight) -> Turn:
    """The turn with a group's eyes."""
    return asker.seeing(sight.eyes, sight.group.language)

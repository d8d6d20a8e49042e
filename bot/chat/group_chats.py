"""The bot in group chats: a group shows its leader's team; all that can be changed in it is its link and its summary.

Each command and press is answered as the group's viewer, an actor that may read what the leader who linked the group
may read; the person who asks and the leader are looked up anew. Changes are made in the private chat, so nothing of a
person's own stands in a group, and no message of a group needs to be remembered.
"""

import logging
import re
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from telegram.error import ChatMigrated

from bot.chat import callbacks
from bot.chat.callbacks.callback_data import Callback, Screen
from bot.chat.callbacks.drafts import DraftCard
from bot.chat.callbacks.groups import GroupState, LinkGroup, SetGroupSummary
from bot.chat.callbacks.team import Team
from bot.chat.commands import COMMAND, NAMES, SHOWN_IN_GROUPS, SPANISH
from bot.chat.context import REFUSALS, STRANGER, ChatContext, CommandHandlers, Reply, ScreenHandlers, context_of
from bot.chat.handlers import first_words, questions, readings
from bot.chat.handlers.phrases import moment_of, people_by_name
from bot.chat.memory import Memory
from bot.chat.outgoing import Outgoing
from bot.chat.panels.agenda import shared_events_panel
from bot.chat.panels.components import Panel, escape
from bot.chat.panels.groups import (
    in_all_languages,
    in_group,
    in_private_panel,
    link_question_panel,
    may_be_shown,
    state_panel,
)
from bot.telegram.updates import (
    ButtonPress,
    Called,
    IncomingChat,
    IncomingMessage,
    Membership,
    TelegramUser,
    called_by_name,
    mention_of,
)
from core.application.use_case import Caller, Pipeline
from core.base.errors import Conflict, NotFound
from core.base.model import Language
from core.language.i18n import preferred, text
from core.language.phrases.day_report import read_report
from core.language.questions.model import Readings
from core.language.reader.intents import Intent
from core.language.reader.reading import SURE, MessageReading
from core.language.statements.model import Act, Statement
from core.language.statements.reading import begins_event
from core.people import groups
from core.people.colleagues import PeopleByName
from core.ports.tokens import IssueToken
from core.records.messages import Params
from core.records.people import User

logger = logging.getLogger(__name__)

DRAFTED_IN_PRIVATE = ("nueva", "evento")
BEGINS = {Act.NEW_TASK: "nueva", Act.NEW_EVENT: "evento"}
"""The commands whose drafts words begin."""
"""What goes on in private with the words that were said in a group."""
UNKNOWN, CHANNEL = "unknown", "channel"
"""The topics of what is said only once in a group to a person, or to a channel."""

SHARED_ACCOUNTS = frozenset({1087968824, 136817688, 777000})
"""The accounts of all anonymous administrators, of all who write as a channel, and of Telegram itself."""

NO_UPDATE = 0


LETTERS = re.compile(r"[^\W_]")


class EmojiAnswer(Struct, frozen=True):
    """An emoji to be put on a message, and what is written where the chat takes none."""

    emoji: str
    words: str


class GroupChats:
    """Answers the updates of groups. Raises `Unavailable`, and any error that is a bug."""

    def __init__(
        self,
        pipeline: Pipeline,
        issue_token: IssueToken,
        memory: Memory,
        outgoing: Outgoing,
        screens: ScreenHandlers,
        commands: CommandHandlers,
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.screens = screens
        self.commands = commands

    # Changes of a group

    async def membership(self, member: Membership) -> None:
        if not member.new_chat_member.is_there:
            await self.pipeline.run(Caller(STRANGER), groups.leave_group, member.chat.id, await self.doer(member))

    async def doer(self, member: Membership) -> Params:
        """Return who changed a membership: somebody of the directory by their number, others as Telegram calls them."""
        sender = member.sender
        if sender is None or sender.id in SHARED_ACCOUNTS:
            return {}
        ctx = await context_of(
            self.pipeline, self.issue_token, NO_UPDATE, member.chat.id, sender.id, sender.language_code
        )
        return {"by_user_id": ctx.actor.id} if ctx.linked else {"by": sender.first_name or f"@{sender.username}"}

    async def on_service_message(self, message: IncomingMessage, sender: TelegramUser) -> None:
        """Follow a group's new id or name, or greet a group that the bot was added to."""
        if message.migrate_to_chat_id is not None:
            await self.follow_migration(message.chat.id, message.migrate_to_chat_id)
        if message.migrate_from_chat_id is not None:
            await self.follow_migration(message.migrate_from_chat_id, message.chat.id)
        if message.new_chat_title is not None:
            await self.pipeline.run(Caller(STRANGER), groups.rename_group, message.chat.id, message.new_chat_title)
        if message.group_chat_created or self.outgoing.username in {each.username for each in message.new_chat_members}:
            await self.greet(message, sender)

    async def greet(self, message: IncomingMessage, sender: TelegramUser) -> None:
        if not await self.pipeline.run(Caller(STRANGER), groups.is_linked, message.chat.id):
            greeting = text(preferred([sender.language_code]), "chat.group_greeting")
            await self.answer(message, Panel(escape(greeting)))

    async def follow_migration(self, before: int, after: int) -> None:
        """Follow a group to its new id, under which its earlier messages cannot be edited."""
        logger.info("group %s is %s now", before, after)
        await self.pipeline.run(Caller(STRANGER), groups.follow_group, before, after)

    # Commands

    async def answer_message(self, update_id: int, message: IncomingMessage, sender: TelegramUser) -> None:
        """Answer a command or a question that is for this bot, in its topic; other messages are ignored.

        A post of the group's channel that Telegram forwards into it is nobody's message.
        """
        if message.is_automatic_forward:
            return
        command = self.parse_command(message.text or "")
        said = self.said_to_bot(message) if command is None else None
        if command is None and said is None:
            await self.on_service_message(message, sender)
            return
        if message.sender_chat is not None:
            await self.answer_nobody(message, message.sender_chat, preferred([sender.language_code]))
            return
        asker = await context_of(
            self.pipeline, self.issue_token, update_id, message.chat.id, sender.id, sender.language_code
        )
        if asker.linked and said is not None:
            await self.answer_said(asker, message, said)
        elif asker.linked and command is not None:
            await self.answer(message, await self.run_command(asker, message, *command))
        elif said is None or said.surely:
            await self.say_once(message, sender.id, UNKNOWN, asker.say("group_stranger"))

    async def answer_nobody(self, message: IncomingMessage, in_name_of: IncomingChat, language: Language) -> None:
        """Say that it is not known who asks: once to a channel, each time to anonymous administrators.

        All administrators who stay anonymous have one account, so it cannot be known whom of them this was said to.
        """
        if in_name_of.id == message.chat.id:
            await self.answer(message, Panel(escape(text(language, "chat.group_anonymous"))))
        else:
            await self.say_once(message, in_name_of.id, CHANNEL, text(language, "chat.group_as_channel"))

    def parse_command(self, words: str) -> tuple[str, str] | None:
        """A command's Spanish name and the words behind it; None unless it is one of a group's or names this bot."""
        command = COMMAND.fullmatch(words)
        if command is None:
            return None
        name, whose = command[1].lower(), (command[2] or "").lower()
        if whose:
            ours = whose == (self.outgoing.username or "").lower()
            return (SPANISH.get(name, name), command[3] or "") if ours else None
        return (SPANISH[name], command[3] or "") if name in SPANISH else None

    def said_to_bot(self, message: IncomingMessage) -> Called | None:
        """Return what is said to this bot: beside a mention of it, by its name, or in reply to one of its messages."""
        words = message.words or ""
        name = self.outgoing.username
        if name and mention_of(name).search(words):
            return Called(mention_of(name).sub(" ", words).strip(" ,:\n"), surely=True)
        if called := called_by_name(words):
            return called
        replied = message.reply_to_message.sender if message.reply_to_message else None
        to_bot = replied is not None and bool(replied.username) and replied.username == name
        return Called(words, surely=True) if to_bot and message.is_sent else None

    async def answer_said(self, asker: ChatContext, message: IncomingMessage, said: Called) -> None:
        """Answer what is said to the bot, or put a reaction on it; what may be about a traffic light only if read."""
        answer = await self.answer_words(asker, message, said)
        if answer is None:
            return
        if isinstance(answer, EmojiAnswer):
            if await self.outgoing.react(message.chat.id, message.message_id, answer.emoji):
                return
            answer = Panel(escape(answer.words))
        await self.answer(message, answer)

    async def answer_words(
        self, asker: ChatContext, message: IncomingMessage, said: Called
    ) -> Panel | EmojiAnswer | None:
        """Answer a question with its panel, as the group may see it, all else said to the bot with where to go on."""
        words = said.words
        if not LETTERS.search(words):
            return self.answer_sign(asker, message, words)
        try:
            viewer = await asker.run(groups.viewer_for_member, message.chat.id)
            ctx = asker.as_group(viewer)
            people = await people_by_name(ctx)
            if several := await questions.several_in_group(ctx, words, people):
                return await self.in_group(ctx, several)
            reading = await readings.read(ctx, words)
            if (seen := event_asked_about(reading)) and said.surely:
                return await self.show_event(asker, ctx, seen, viewer.leader)
            if reading.question and (said.surely or reading.question.questions):
                return await self.answer_question(asker, ctx, reading.question, people)
            return await self.answer_statement(asker, said, reading)
        except REFUSALS as error:
            return Panel(escape(asker.refusal(error))) if said.surely else None

    def answer_sign(self, asker: ChatContext, message: IncomingMessage, words: str) -> Panel | EmojiAnswer:
        """The answer to its name alone, to a file, or to an emoji or a sticker."""
        if message.file is not None:
            return in_private_panel(asker.scene, asker.say("group_statement_private"))
        alone = message.words is not None and not first_words.has_sign(words)
        return Panel(escape(asker.say("group_greeted"))) if alone else EmojiAnswer("👍", "👍")

    async def answer_question(
        self, asker: ChatContext, ctx: ChatContext, found: Readings, people: PeopleByName
    ) -> Panel:
        if not found.questions:
            return in_private_panel(asker.scene, asker.say("group_question_unread"))
        reply = await questions.answer_in_group(ctx, found, people)
        if reply is None:
            return in_private_panel(asker.scene, asker.say("group_question_private"))
        return await self.in_group(ctx, reply)

    async def show_event(self, asker: ChatContext, ctx: ChatContext, meant: Statement, leader: User) -> Panel:
        events = await questions.events_for_group(ctx, meant, leader.id)
        if not events:
            return in_private_panel(asker.scene, asker.say("group_question_private"))

        async def draw(ctx: ChatContext) -> Panel:
            return shared_events_panel(ctx.scene, events)

        return in_all_languages(await ctx.in_each_language(draw))

    async def answer_statement(
        self, asker: ChatContext, said: Called, reading: MessageReading
    ) -> Panel | EmojiAnswer | None:
        """Put a reaction on talk; draft a task or an event in private; say of all else that it is to be done there."""
        words, first = said.words, reading.first
        if talk := await self.answer_talk(asker, words, reading):
            return talk
        sure = first.act if first and first.sure >= SURE and isinstance(first.act, Statement) else None
        meant = reading.statement or sure
        if meant and meant.act in BEGINS and not meant.items:
            return await self.go_on_in_private(asker, BEGINS[meant.act], meant.words or words)
        if begins_event(words, moment_of(asker)):
            return await self.go_on_in_private(asker, BEGINS[Act.NEW_EVENT], words)
        known = meant or read_report(words)
        if not (known or said.surely):
            return None
        done = known or (first is not None and first.act is not None)
        return in_private_panel(asker.scene, asker.say("group_statement_private" if done else "group_unread"))

    async def answer_talk(self, asker: ChatContext, words: str, reading: MessageReading) -> Panel | EmojiAnswer | None:
        """A reaction to thanks, a laugh, a joke or a word of assent; a line for a greeting; None for all else."""
        talk = first_words.small_talk_reply(asker, words)
        if talk and talk.panel:
            return Panel(escape(asker.say("group_greeted")))
        if talk:
            return EmojiAnswer("😁", talk.words) if talk.words != asker.say("said_welcome") else thanked(asker)
        if await first_words.acknowledged(asker, words, nothing_shown) or first_words.is_yes_or_no(words):
            return EmojiAnswer("👍", "👍")
        if is_of(reading, Intent.THANKS):
            return thanked(asker)
        nobodys = readings.is_for_nobody(reading) and reading.question is None and reading.statement is None
        return EmojiAnswer("🤗", "🤗") if nobodys else None

    async def run_command(self, asker: ChatContext, message: IncomingMessage, name: str, words: str) -> Panel:
        handlers = {
            "vincular": self.link_typed,
            "desvincular": self.unlink_typed,
            "ayuda": self.show_state,
            "start": self.start_typed,
        }
        try:
            if name in handlers:
                return await handlers[name](asker, message)
            if name in SHOWN_IN_GROUPS:
                return await self.show_team(asker, message.chat, name, words)
            if name in DRAFTED_IN_PRIVATE:
                return await self.go_on_in_private(asker, name, words)
        except REFUSALS as error:
            return Panel(escape(asker.refusal(error)))
        return in_private_panel(asker.scene, asker.say("private_only" if name in NAMES else "unknown_command"))

    async def show_team(self, asker: ChatContext, chat: IncomingChat, name: str, words: str) -> Panel:
        ctx = asker.as_group(await asker.run(groups.viewer_for_member, chat.id))
        return await self.in_group(ctx, await self.commands[name](ctx, words))

    async def in_group(self, ctx: ChatContext, reply: Reply) -> Panel:
        if reply.screen is None:
            return reply.panel or Panel(escape(reply.words))
        panel = reply.panel or await self.screens[type(reply.screen)](ctx, reply.screen)
        first = in_group(ctx.scene, reply.screen, panel).under(reply.words)
        others = [await self.draw_in(ctx.in_language(each), reply.screen) for each in ctx.languages[1:]]
        return in_all_languages([first, *others])

    async def go_on_in_private(self, asker: ChatContext, name: str, words: str) -> Panel:
        """The draft that the words begin, behind a link to the private chat."""
        reply = await self.commands[name](asker, words)
        if isinstance(reply.screen, DraftCard):
            return in_private_panel(asker.scene, asker.say("group_goes_on"), f"d{reply.screen.draft}")
        return in_private_panel(asker.scene, reply.words or asker.say("private_only"))

    async def link_typed(self, asker: ChatContext, message: IncomingMessage) -> Panel:
        if not asker.actor.team:
            return Panel(escape(asker.say("team_leaders_only")))
        if await asker.run(groups.linkable, message.chat.id) is None:
            return link_question_panel(asker.scene, asker.actor.user)
        return await self.show_state(asker, message)

    async def unlink_typed(self, asker: ChatContext, message: IncomingMessage) -> Panel:
        await asker.run(groups.unlink_group, message.chat.id)
        return Panel(escape(asker.say("group_unlinked")))

    async def start_typed(self, asker: ChatContext, message: IncomingMessage) -> Panel:
        """`/start`, as the link that adds the bot to a group sends it: a leader is asked to link the group."""
        return await (self.link_typed if asker.actor.team else self.show_state)(asker, message)

    async def show_state(self, asker: ChatContext, message: IncomingMessage) -> Panel:
        viewer = await asker.run(groups.viewer_for_member, message.chat.id)
        at = asker.pipeline.settings.group_summary_at
        here = viewer.group.topic == message.topic
        return state_panel(asker.as_group(viewer).scene, viewer.leader, viewer.group, at, here=here)

    # Presses

    async def answer_press(self, asker: ChatContext, query: ButtonPress, message: IncomingMessage) -> None:
        reply = await self.press(asker, message, callbacks.read(query.data))
        await self.outgoing.answer(query.id, reply.words, alert=reply.alert)
        if reply.panel is not None:
            await self.edit(message, reply.panel)

    async def press(self, asker: ChatContext, message: IncomingMessage, callback: Callback | None) -> Reply:
        """Answer a press; in a group that is not linked any more, say so."""
        if not asker.linked:
            return Reply(words=asker.say("group_stranger"), alert=True)
        try:
            if isinstance(callback, LinkGroup | SetGroupSummary):
                return await self.change(asker, message, callback)
            if isinstance(callback, GroupState):
                return Reply(panel=await self.show_state(asker, message))
            viewer = await asker.run(groups.viewer_for_member, message.chat.id)
            return await self.follow_button(asker.as_group(viewer), asker, callback)
        except (NotFound, Conflict) as error:
            words = asker.refusal(error)
            return Reply(words=words, alert=not isinstance(callback, GroupState), panel=Panel(escape(words)))
        except REFUSALS as error:
            return Reply(words=asker.refusal(error), alert=True)

    async def change(self, asker: ChatContext, message: IncomingMessage, action: LinkGroup | SetGroupSummary) -> Reply:
        """Change a group's link, or whether it is sent the summary of each day: nothing else can be changed there."""
        chat = message.chat
        if isinstance(action, SetGroupSummary):
            await asker.run(groups.set_summary, chat.id, message.topic, on=action.on)
            words = asker.say("said_group_summary_on" if action.on else "said_group_summary_off")
            return Reply(words=words, panel=await self.show_state(asker, message))
        if asker.actor.id != action.leader:
            return Reply(words=asker.say("group_ask_of_other"), alert=True)
        await asker.run(groups.link_group, chat.id, chat.title, asker.language, message.topic)
        return Reply(words=asker.say("said_linked"), panel=await self.show_state(asker, message))

    async def follow_button(self, ctx: ChatContext, asker: ChatContext, callback: Callback | None) -> Reply:
        """Draw the screen that a button leads to; one of an older version leads to the team, a private one nowhere."""
        if callback is None:
            team = await self.draw(ctx, Team(ctx.today))
            return Reply(words=asker.say("old_button"), alert=True, panel=team)
        if isinstance(callback, Screen) and may_be_shown(callback):
            return Reply(panel=await self.draw(ctx, callback))
        return Reply(words=asker.say("private_only"), alert=True)

    async def draw(self, ctx: ChatContext, screen: Screen) -> Panel:
        """A screen in each language of the group's people."""
        return in_all_languages(await ctx.in_each_language(partial(self.draw_in, screen=screen)))

    async def draw_in(self, ctx: ChatContext, screen: Screen) -> Panel:
        """A screen in one language; if it is refused, the team's day today under the reason."""
        try:
            return in_group(ctx.scene, screen, await self.screens[type(screen)](ctx, screen))
        except REFUSALS as error:
            team = Team(ctx.today)
            return in_group(ctx.scene, team, await self.screens[Team](ctx, team)).under(ctx.refusal(error))

    # Sending

    async def answer(self, message: IncomingMessage, panel: Panel) -> None:
        """Send a panel to the group of a message, in its topic."""
        try:
            await self.outgoing.send(message.chat.id, panel, message.topic)
        except ChatMigrated as fault:
            await self.follow_migration(message.chat.id, fault.new_chat_id)
            await self.outgoing.send(fault.new_chat_id, panel)

    async def edit(self, message: IncomingMessage, panel: Panel) -> None:
        """Edit a message, unless the group has a new id since."""
        try:
            await self.outgoing.edit(message.chat.id, message.message_id, panel, message.topic)
        except ChatMigrated as fault:
            await self.follow_migration(message.chat.id, fault.new_chat_id)

    async def say_once(self, message: IncomingMessage, whom: int, topic: str, words: str) -> None:
        if not await self.memory.was_notified(message.chat.id, topic, whom):
            await self.answer(message, Panel(escape(words)))
            await self.memory.mark_notified(message.chat.id, topic, whom)


def thanked(asker: ChatContext) -> EmojiAnswer:
    return EmojiAnswer("❤", asker.say("said_welcome"))


def event_asked_about(reading: MessageReading) -> Statement | None:
    """Return the question about one event that words ask, if they do."""
    acts = (reading.statement, reading.first.act if reading.first and reading.first.sure >= SURE else None)
    return next((each for each in acts if isinstance(each, Statement) and each.act is Act.SEE_EVENT), None)


def is_of(reading: MessageReading, intent: Intent) -> bool:
    """Return whether words surely have an intent."""
    first = reading.first
    return first is not None and first.intent is intent and first.sure >= SURE


async def nothing_shown() -> Sequence[Screen]:
    """Return no screens, as those shown lately: in a group nobody in particular was shown any."""
    return ()

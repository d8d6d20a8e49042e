"""From an update to its answer: looks up the sender, finds the handler, sends the reply and remembers its screen.

Raises nothing but `Unavailable` (the update is tried again later): a refusal is answered by its reason over a panel as
things are now, a bug by an apology and a stack trace in the log. Every press is answered. Telegram's own faults, and a
chat that may not be written to, get neither.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar, cast

from msgspec.structs import replace
from telegram.error import TelegramError

from bot.calendars.parser_process import ParserProcess
from bot.chat import besides, callbacks, dropping, handlers
from bot.chat.albums import Album, Albums
from bot.chat.asked import SIGNS, Asked, ToAsked, by_sign
from bot.chat.callbacks.account import Join, Leave, Left, NotJoined, SayExample, Stayed
from bot.chat.callbacks.agenda import EventCard
from bot.chat.callbacks.asked_tasks import AskedCard
from bot.chat.callbacks.callback_data import Action, Callback, NoAction, Screen
from bot.chat.callbacks.day import Day, Today
from bot.chat.callbacks.drafts import DraftCard, DraftDropped, DraftWords
from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.first_words import OfferedTask
from bot.chat.callbacks.history import CardHistory
from bot.chat.callbacks.invitations import InvitationCard
from bot.chat.callbacks.tasks import CommentPrompt
from bot.chat.commands import COMMAND, FORMER, NAME_AND_NUMBER, NAMES
from bot.chat.context import (
    REFUSALS,
    ActionHandlers,
    AnswerHandler,
    AnswerHandlers,
    ChatContext,
    CommandHandlers,
    Export,
    Handlers,
    Remembered,
    Reply,
    ScreenHandlers,
    Typed,
    context_of,
)
from bot.chat.group_chats import GroupChats
from bot.chat.handlers import (
    account,
    answers,
    asked_tasks,
    corrections,
    day,
    day_answers,
    drafts,
    event_cards,
    file_drafts,
    first_words,
    follow_ups,
    history,
    last_change,
    questions,
    readings,
    reopening,
    report_drafts,
    saved_corrections,
    sent_files,
    sharing,
    statements,
    tasks,
    zone,
)
from bot.chat.handlers.day_answers import ToPrompt
from bot.chat.handlers.phrases import moment_of, people_by_name, read_phrase
from bot.chat.memory import Memory
from bot.chat.menus import Menus
from bot.chat.outgoing import FileNotSentError, Outgoing, is_expected
from bot.chat.panels.components import Panel, escape
from bot.chat.panels.history import with_undo
from bot.chat.presses import Presses
from bot.telegram import updates
from bot.telegram.updates import ButtonPress, IncomingMessage, InlineQuery, Membership, Reaction, TelegramUser, Update
from core.application.use_case import Caller, Pipeline
from core.base.errors import DomainError, Unavailable
from core.base.model import Language
from core.language.i18n import preferred, text
from core.language.phrases.corrections import begins_as_correction
from core.language.phrases.model import EVENT
from core.language.reader.intents import Intent
from core.language.reader.own_matters import says_it_stays
from core.language.reader.reading import MessageReading, act_of
from core.language.reader.reports import TasksReport
from core.language.reader.short_answers import closes_unchanged, says_goodbye
from core.language.statements.model import Act, Statement
from core.language.statements.reading import said_of
from core.people import users
from core.people.colleagues import PeopleByName
from core.people.users import OPERATOR
from core.ports.tokens import IssueToken
from core.records.chat import InboxUpdate
from core.records.journal import Via
from core.records.work import TelegramFile
from core.work import undo

logger = logging.getLogger(__name__)
T = TypeVar("T")
R = TypeVar("R", bound=Reply | None)

MODULES = [import_module(found.name) for found in iter_modules(handlers.__path__, "bot.chat.handlers.")]
HANDLERS: list[Handlers] = [module.HANDLERS for module in MODULES if hasattr(module, "HANDLERS")]
"""The handlers of all modules that have some."""
SCREENS: ScreenHandlers = {kind: draw for each in HANDLERS for kind, draw in each.screens.items()}
ACTIONS: ActionHandlers = {kind: act for each in HANDLERS for kind, act in each.actions.items()}
COMMANDS: CommandHandlers = {
    name: act
    for each in HANDLERS
    for spanish, act in each.commands.items()
    for name in (spanish, NAMES.get(spanish, spanish), *FORMER.get(spanish, ()))
}
ANSWERS: AnswerHandlers = {kind: act for each in HANDLERS for kind, act in each.answers.items()}
FILES: AnswerHandlers = {kind: act for each in HANDLERS for kind, act in each.files.items()}
ONLY_AS_COMMAND = "token"
"""The command that no word alone may stand for."""
UNTIL = re.compile(r"\W*(?:hasta|until)\b", re.IGNORECASE)
"""The beginning of a goodbye that may as well say when something ends."""
CANCEL = frozenset({"cancelar", NAMES["cancelar"]})
"""The command without a handler: it drops the open question, whatever that is about."""
OPERATOR_CALLER = Caller(OPERATOR, via=Via.CHAT)
"""The caller of writes that Telegram causes rather than a person."""
WITHOUT_LINK = (Join, Leave, NotJoined, Left, Stayed)
"""The screens and actions whose buttons may be pressed without being linked."""

OF_AN_EVENT = (EventCard, EventEdit, InvitationCard)
"""Screens of an event, which is "it" then."""
FIGURES = re.compile(r"\d")
"""A figure: words with one are rather a report than a comment on what was shown last."""
REPORTS = frozenset({Act.REPORT, Act.SEND_DAY, Act.PROGRESS, Act.LIGHT})
"""The acts that tell something of tasks or of the day, to be kept before the day is closed."""
NOT_LINKED = "stranger"
"""The topic of a hint that a chat is given only once: it is not linked."""


class Router:
    """Answers the updates of private chats, and hands those of groups to `GroupChats`."""

    def __init__(
        self,
        pipeline: Pipeline,
        issue_token: IssueToken,
        memory: Memory,
        outgoing: Outgoing,
        menus: Menus,
        parser: ParserProcess,
    ) -> None:
        self.pipeline = pipeline
        self.issue_token = issue_token
        self.memory = memory
        self.outgoing = outgoing
        self.menus = menus
        self.parser = parser
        self.albums = Albums(memory.store, pipeline.clock)
        self.presses = Presses()
        self.groups = GroupChats(pipeline, issue_token, memory, outgoing, SCREENS, COMMANDS)

    async def handle(self, received: InboxUpdate) -> None:
        try:
            update = updates.decode(received.body)
        except updates.UNREADABLE as fault:
            logger.warning("update %s cannot be read: %s", received.update_id, fault)
            return
        try:
            await self.answer_update(update)
        except Unavailable:
            raise
        except Exception as fault:
            if is_expected(fault):
                logger.debug("update %s: %s", update.update_id, fault)
            else:
                logger.exception("update %s was not handled", update.update_id)

    async def answer_update(self, update: Update) -> None:
        if update.callback_query is not None:
            await self.on_press(update.update_id, update.callback_query)
        elif update.inline_query is not None:
            await self.on_inline_query(update.update_id, update.inline_query)
        elif update.message is not None and update.message.sender is not None and update.message.via_bot is None:
            await self.on_message(update.update_id, update.message, update.message.sender)
        elif update.edited_message is not None and update.edited_message.sender is not None:
            await self.on_message(update.update_id, update.edited_message, update.edited_message.sender, edited=True)
        elif update.my_chat_member is not None:
            await self.on_membership(update.my_chat_member)
        elif update.message_reaction is not None and update.message_reaction.user is not None:
            await self.on_reaction(update.update_id, update.message_reaction, update.message_reaction.user)

    # Presses

    async def on_press(self, update_id: int, query: ButtonPress) -> None:
        language = preferred([query.sender.language_code])
        try:
            ctx = await self.context(
                update_id, query.message.chat.id if query.message else query.sender.id, query.sender
            )
            language = ctx.language
            await self.answer_press(ctx, query)
        except Unavailable:
            raise
        except Exception as fault:
            if not is_expected(fault):
                await self.apologise(self.outgoing.answer(query.id, text(language, "chat.sorry"), alert=True))
            raise

    async def answer_press(self, ctx: ChatContext, query: ButtonPress) -> None:
        """Do the button's action, then edit its message, unless another press on it follows, and answer the press."""
        message = query.message
        if message is None:
            await self.outgoing.answer(query.id, ctx.say("private_only"), alert=True)
            return
        if message.chat.type != updates.PRIVATE:
            await self.groups.answer_press(ctx, query, message)
            return
        await self.note_account(ctx, query.sender)
        callback = callbacks.read(query.data)
        if not ctx.linked and not isinstance(callback, WITHOUT_LINK):
            await self.outgoing.answer(query.id, ctx.say("not_linked"), alert=True)
            return
        if isinstance(callback, NoAction | SayExample):
            await self.answer_below(ctx, query.id, message, callback)
            return
        shown = await self.memory.screen_of(ctx.chat_id, message.message_id)
        joined = shown is not None and shown.is_joined
        await (self.press_part if joined else self.press_whole)(ctx, query, message.message_id, callback)

    async def press_whole(
        self, ctx: ChatContext, query: ButtonPress, message_id: int, callback: Callback | None
    ) -> None:
        reply = await self.press(ctx, callback, message_id)
        if reply.files:
            await self.send_files(ctx, query.id, reply)
            return
        answer = partial(self.outgoing.answer, query.id, reply.words, alert=reply.alert)
        if self.presses.superseded(ctx.update_id, ctx.chat_id, message_id) and not reply.account:
            await answer()
            await self.remember(ctx, message_id, reply.screen, reply.panel)
            return
        screen, panel = await self.draw(ctx, reply)
        shown = await both(self.outgoing.edit(ctx.chat_id, message_id, panel), answer)
        await self.remember(ctx, shown, screen, panel)
        await self.note_changes(ctx, reply, query.sender)

    async def press_part(
        self, ctx: ChatContext, query: ButtonPress, message_id: int, callback: Callback | None
    ) -> None:
        """Send below what a press on one of several messages in one leads to, so that the others stay.

        An answer to the question among them takes its buttons away; pressed twice, it is done once.
        """
        if not await self.memory.still_has(ctx, message_id, query.data):
            await self.outgoing.answer(query.id)
            return
        reply = await self.press(ctx, callback, message_id)
        if reply.files:
            await self.send_files(ctx, query.id, reply)
            return
        screen, panel = await self.draw(ctx, reply)
        answer = partial(self.outgoing.answer, query.id, reply.words, alert=reply.alert)
        sent = await both(self.outgoing.send(ctx.chat_id, panel), answer)
        await self.remember(ctx, sent, screen, panel)
        if isinstance(callback, Action) and await self.memory.is_answer(ctx, message_id, query.data):
            await self.end_question(ctx, message_id)
        await self.note_changes(ctx, reply, query.sender)

    async def note_changes(self, ctx: ChatContext, reply: Reply, sender: TelegramUser) -> None:
        """Have the menu and the account follow what a press has changed."""
        await self.update_menu(ctx, reply)
        if reply.account:
            await self.note_account(await ctx.reloaded(), sender)

    async def end_question(self, ctx: ChatContext, message_id: int) -> None:
        """Note that a message asks nothing any more; if it is several in one, the buttons of the others stay."""
        stays = await self.memory.end_question(ctx, message_id)
        if stays is not None:
            await self.outgoing.keep_buttons(ctx.chat_id, message_id, stays)

    async def answer_below(
        self, ctx: ChatContext, query_id: str, message: IncomingMessage, callback: NoAction | SayExample
    ) -> None:
        """The answer to a press that leaves its message as it is: an example's words are answered below it."""
        await self.outgoing.answer(query_id)
        if isinstance(callback, SayExample):
            reply = await self.answer_unasked(ctx, None, account.example_text(ctx, callback.example), message)
            await self.send(ctx, reply)

    async def press(self, ctx: ChatContext, callback: Callback | None, message_id: int) -> Reply:
        """The reply to a press: an action is done, a screen is shown, an unreadable button redraws its message."""
        if isinstance(callback, Action):
            try:
                return await ACTIONS[type(callback)](ctx, callback)
            except REFUSALS as error:
                screen, words = await refused(ctx, error, callback.screen())
                return Reply(screen, words, alert=True)
        if callback is not None:
            return Reply(callback)
        shown = await self.memory.screen_of(ctx.chat_id, message_id)
        return Reply(shown.screen if shown else Day(ctx.today), ctx.say("old_button"), alert=True)

    async def send_files(self, ctx: ChatContext, query_id: str, reply: Reply) -> None:
        """Send files, the text under the first of them; the press is told why one of them was not."""
        assert reply.panel is not None  # noqa: S101  its handler gave it
        html, not_sent = reply.panel.html, ""
        for file in reply.files:
            try:
                sent = await self.outgoing.send_file(ctx.chat_id, file, html)
            except FileNotSentError as fault:
                not_sent = str(fault)
                continue
            html = ""
            if sent is not None and reply.about is not None:
                await self.memory.remember_subject(ctx, sent, reply.about)
        await self.outgoing.answer(query_id, ctx.say(not_sent) if not_sent else "", alert=bool(not_sent))

    async def draw(self, ctx: ChatContext, reply: Reply) -> tuple[Screen | None, Panel]:
        """The screen and panel of a reply, with a button that takes back what this update has changed, if one may."""
        screen, panel = await self.draw_screen(ctx, reply)
        return screen, await self.undoable(ctx, panel)

    async def undoable(self, ctx: ChatContext, panel: Panel) -> Panel:
        """A panel, with a button that takes back what this update has changed, if one may."""
        if not ctx.commands or ctx.unit is None:
            return panel
        change = await ctx.run(undo.undoable_change, ctx.unit)
        return panel if change is None else with_undo(ctx.scene, panel, change)

    async def draw_screen(self, ctx: ChatContext, reply: Reply) -> tuple[Screen | None, Panel]:
        """The screen and panel of a reply; if the screen is refused, what became of it or today's, under the reason."""
        if reply.panel is not None:
            return reply.screen, reply.panel
        screen = reply.screen or Day(ctx.today)
        try:
            return screen, await SCREENS[type(screen)](ctx, screen)
        except REFUSALS as error:
            found, words = await refused(ctx, error, None)
            instead = found or Day(ctx.today)
            panel = await SCREENS[type(instead)](ctx, instead)
            return instead, panel.under(words)

    # Reactions

    async def on_reaction(self, update_id: int, reaction: Reaction, sender: TelegramUser) -> None:
        """A thumb up or down on what a message asks is a yes or a no to it; other reactions ask for nothing."""
        signs = next((each for each in reaction.added if each in SIGNS), None)
        if reaction.chat.type != updates.PRIVATE or signs is None:
            return
        ctx = await self.context(update_id, reaction.chat.id, sender)
        asked = await self.memory.asked(ctx, reaction.message_id) if ctx.linked else None
        button = by_sign(asked.buttons, signs) if asked else None
        if asked and button:
            await self.send(ctx, await self.press_said(ctx, asked, ToAsked(button), ""))

    # Messages

    async def on_message(
        self, update_id: int, message: IncomingMessage, sender: TelegramUser, *, edited: bool = False
    ) -> None:
        language = preferred([sender.language_code])
        try:
            if message.chat.type == updates.PRIVATE:
                ctx = await self.context(update_id, message.chat.id, sender)
                language = ctx.language
                await self.note_account(ctx, sender)
                await (self.answer_edit if edited else self.answer_message)(ctx, message)
            elif not edited:
                await self.groups.answer_message(update_id, message, sender)
        except Unavailable:
            raise
        except Exception as fault:
            if not is_expected(fault):
                sorry = Panel(escape(text(language, "chat.sorry")))
                await self.apologise(self.outgoing.send(message.chat.id, sorry, message.topic))
            raise

    async def answer_message(self, ctx: ChatContext, message: IncomingMessage) -> None:
        if not message.is_sent:
            return
        words = message.words
        if not ctx.linked and not account.is_invitation(words or ""):
            if account.is_mistyped_code(words or ""):
                await self.outgoing.send(ctx.chat_id, Panel(escape(ctx.say("not_a_code"))))
            elif not await self.memory.was_notified(ctx.chat_id, NOT_LINKED):
                await self.outgoing.send(ctx.chat_id, Panel(escape(ctx.say("not_linked"))))
                await self.memory.mark_notified(ctx.chat_id, NOT_LINKED)
            return
        async with self.albums.answering(ctx, message) as album:
            await self.answer_sent(ctx, album.as_one(), album)

    async def answer_sent(self, ctx: ChatContext, message: IncomingMessage, album: Album) -> None:
        reply = await self.answer_files(ctx, message, album)
        if reply is None and album.is_late and message.words is None:
            return
        reply = reply or await self.answer_content(ctx, message)
        if isinstance(reply.screen, DraftCard):
            said = draft_words(reply.screen, await self.memory.open_question(ctx))
            await self.memory.remember_subject(ctx, message.message_id, said)
        await self.send(ctx, reply)
        await self.update_menu(ctx, reply)

    async def answer_files(self, ctx: ChatContext, message: IncomingMessage, album: Album) -> Reply | None:
        """The answer to files about a task, or to one with a calendar; None to any others."""
        if album.files and (typed := await self.files_meant(ctx, message, album.files)):
            return await self.answer(ctx, typed, FILES[type(typed.to.screen)])
        album.leave([number for number, each in album.messages.items() if has_calendar(each)])
        if message.document is not None and has_calendar(message):
            return await self.read(ctx, file_drafts.file_sent(ctx, message.document, self.outgoing, self.parser))
        words = self.said_to_bot(message.words or "")
        if album.files and not album.is_late and message.forward_origin is None and not COMMAND.fullmatch(words):
            return await self.read(ctx, sent_files.sent(ctx, words, album.files))
        return None

    async def answer_content(self, ctx: ChatContext, message: IncomingMessage) -> Reply:
        if message.words is not None and message.forward_origin is not None:
            return await first_words.forwarded(ctx, message.words, message.forward_origin.author)
        if message.words is not None:
            reply = await self.answer_words(ctx, message, self.said_to_bot(message.words))
            left = ctx.say("file_not_kept") if message.file else ""
            return replace(reply, words="\n".join(filter(None, [reply.words, left]))) if left else reply
        if message.location is not None:
            asked = await self.find_question(ctx, message, "")
            return await zone.location_shared(ctx, message.location, asked)
        return Reply(words=ctx.say("only_text" if message.file is None else "file_not_kept"))

    def said_to_bot(self, words: str) -> str:
        """Words without the bot's name before them, as one writes to it in a group."""
        name = self.outgoing.username
        mention = updates.mention_of(name).match(words) if name else None
        return words[mention.end() :].lstrip(" ,:") or words if mention else words

    async def answer_words(self, ctx: ChatContext, message: IncomingMessage, words: str) -> Reply:
        if command := COMMAND.fullmatch(words):
            return await self.run_command(ctx, command[1].lower(), command[3] or "")
        typed = await self.find_question(ctx, message, words)
        if await dropping.drops_open(ctx, typed, words):
            return await self.cancel_question(ctx, words)
        answered = await self.answer_end(ctx, typed, words)
        answered = answered or await self.answer_asked(ctx, message, typed, words)
        answered = answered or await self.answer_on_screen(ctx, typed, message)
        if answered:
            return answered
        if code := account.parse_code(words):
            return await account.ask_to_join(ctx, code)
        return await self.answer_unasked(ctx, typed, words, message)

    async def answer_end(self, ctx: ChatContext, typed: Typed | None, words: str) -> Reply | None:
        """The answer to a goodbye, or to the day that is closed as it was; None to prose that is waited for.

        Who takes leave of an invitation may come: "nos vemos mañana". A draft may end then: "hasta el viernes".
        """
        if typed and (typed.replied or besides.waits_for_prose(typed.to.screen)):
            return None
        if closes_unchanged(words):
            return await self.read(ctx, report_drafts.closed_unchanged(ctx))
        draft = typed is not None and isinstance(typed.to.screen, DraftCard)
        if not says_goodbye(words) or begins_as_correction(words) or (draft and UNTIL.match(words)):
            return None
        asked = await self.memory.asked(ctx, None)
        return None if asked and answers.is_invitation(asked) else await first_words.goodbye(ctx)

    async def answer_asked(
        self, ctx: ChatContext, message: IncomingMessage, typed: Typed | None, words: str
    ) -> Reply | None:
        """The answer to words that answer what is replied to, or what was asked last; None where they do not.

        What is said besides is read on, or is the answer to what the first answer has asked.
        """
        replied = message.reply_to_message.message_id if message.reply_to_message else None
        asked = await self.memory.asked(ctx, replied)
        prose = typed is not None and besides.waits_for_prose(typed.to.screen)
        if typed and prose and (asked is None or typed.to.message_id >= asked.message_id):
            return None
        named = await self.answer_named(ctx, message, asked, words) if replied is None else None
        if named or asked is None:
            return named
        return await self.answer_question(ctx, message, asked, words)

    async def answer_question(
        self, ctx: ChatContext, message: IncomingMessage, asked: Asked, words: str
    ) -> Reply | None:
        """The answer to words that answer this question; None where they do not."""
        if at_once := await self.answer_at_once(ctx, message, asked, words):
            return at_once
        said = await answers.read(ctx, asked, words)
        if said is None:
            return None
        telling = answers.coming_words(asked, words)
        if said.button and not said.rest and (report := await self.report_beside(ctx, telling)):
            return await self.answer_with_report(ctx, asked, said, report)
        before = await self.answer_before(ctx, message, said)
        pressed = await self.press_said(ctx, asked, said, words)
        if before is not None:
            return replace(pressed, words="\n".join(filter(None, (before.words, pressed.words))))
        return await self.read_on(ctx, message, pressed, said) if said.rest else pressed

    async def answer_named(
        self, ctx: ChatContext, message: IncomingMessage, newest: Asked | None, words: str
    ) -> Reply | None:
        """The answer to words that name an act of a question before the newest: "sí, guárdala" of a draft."""
        before = [each for each in await self.memory.asked_before(ctx) if newest != each]
        found = await answers.read_named(ctx, newest, before, words) if before else None
        if found is None:
            return None
        asked, said = found
        pressed = await self.press_said(ctx, asked, said, words)
        return await self.read_on(ctx, message, pressed, said) if said.rest else pressed

    async def answer_at_once(
        self, ctx: ChatContext, message: IncomingMessage, asked: Asked, words: str
    ) -> Reply | None:
        """The answer to a date for a task that one is asked to take, an hour, or a prompt of the day."""
        if instead := await self.answer_instead(ctx, asked, words):
            return instead
        if which := await self.read(ctx, answers.ask_hour(ctx, asked, words)):
            return which
        said = await day_answers.read(ctx, asked, words)
        if said is None:
            return None
        if said.rest:
            pressed = await self.press_said(ctx, asked, ToAsked(said.button), words)
            return await self.read_on(ctx, message, pressed, ToAsked(said.button, rest=said.rest))
        return await self.answer_prompt(ctx, asked, said, words)

    async def answer_instead(self, ctx: ChatContext, asked: Asked, words: str) -> Reply | None:
        """The answer to another date or person for a task, or another time of an event, than was asked about."""
        reply: Reply | None = None
        if isinstance(asked.screen, AskedCard):
            reply = await self.read(ctx, asked_tasks.answered_with_date(ctx, asked.screen, words))
        elif isinstance(asked.screen, EventEdit):
            reply = await self.read(ctx, event_cards.moved_instead(ctx, asked.screen, words))
        elif reply := await self.read(ctx, answers.handed_instead(ctx, asked, words)):
            await self.end_question(ctx, asked.message_id)
            return reply
        return replace(reply, closes=asked.message_id) if reply else None

    async def answer_prompt(self, ctx: ChatContext, asked: Asked, said: ToPrompt, words: str) -> Reply:
        """Reply once to an answer to a prompt of the day: what it tells is saved before the day is reported or closed.

        Where what is told sends the report itself, or asks which task is red, no button is pressed.
        """
        before = None if said.opens else await self.read(ctx, day_answers.kept(ctx, said))
        if before and before.panel and (said.sends or said.tells_red):
            return replace(before, closes=asked.message_id)
        pressed = await self.press_said(ctx, asked, ToAsked(said.button, later=said.later), words)
        after = await self.read(ctx, day_answers.kept(ctx, said)) if said.opens else None
        last = after if after and after.screen else pressed
        return replace(last, words=day_answers.joined((before, pressed, after)), closes=pressed.closes)

    async def report_beside(self, ctx: ChatContext, words: str) -> TasksReport | None:
        """Return the report on tasks that stands beside an answer: "pitch finished and close my day"; else None."""
        people, known = await people_by_name(ctx), await readings.titles_of(ctx)
        read = act_of(Intent.REPORT, words, moment_of(ctx), people.ids, known)
        if not isinstance(read, TasksReport) or not any(line.understood for line in read.lines):
            return None
        return replace(read, left=(), close=False, send=False)

    async def answer_with_report(self, ctx: ChatContext, asked: Asked, said: ToAsked, report: TasksReport) -> Reply:
        """Return one reply to an answer and to the report in it, which comes first where the day is closed."""
        closes = said.button is not None and Intent.CLOSE_DAY in said.button.answers
        before = await self.read(ctx, readings.report(ctx, report)) if closes else None
        pressed = await self.press_said(ctx, asked, said, "")
        after = None if closes else await self.read(ctx, readings.report(ctx, report))
        last = after or pressed
        words = [each.words for each in (before, pressed, after) if each]
        return replace(last, words="\n".join(filter(None, words)), closes=pressed.closes)

    async def answer_before(self, ctx: ChatContext, message: IncomingMessage, said: ToAsked) -> Reply | None:
        """Answer the report beside an answer that closes the day, before that: a closed day takes none."""
        if not (said.rest and said.button and Intent.CLOSE_DAY in said.button.answers):
            return None
        reading = await readings.read(ctx, said.rest)
        reported = reading.report or (reading.statement and reading.statement.act in REPORTS)
        return await self.answer_unasked(ctx, None, said.rest, message) if reported else None

    async def press_said(self, ctx: ChatContext, asked: Asked, said: ToAsked, words: str) -> Reply:
        """Do what an answer says: press its button, leave the question, or put it off."""
        if said.button is None:
            reply = await self.read(ctx, answers.left(ctx, asked, said, words))
            if not said.later:
                await self.end_question(ctx, asked.message_id)
            return reply
        pressed = await self.press(ctx, callbacks.read(said.button.callback), asked.message_id)
        if not pressed.screen:
            await self.end_question(ctx, asked.message_id)
        return replace(pressed, alert=False, closes=asked.message_id if pressed.screen else None)

    async def read_on(self, ctx: ChatContext, message: IncomingMessage, first: Reply, said: ToAsked) -> Reply:
        """Return one reply to an answer and to what was said besides, which may say why: "no puedo, …"."""
        why = ANSWERS.get(type(first.screen)) if first.screen and first.screen.asks_for_words() else None
        if first.screen and why:
            typed = Typed(said.rest, Remembered(0, first.screen, ctx.today), replied=False)
            return replace(await self.answer(ctx, typed, why), closes=first.closes)
        if said.wants_nothing or (said.later and not await self.wants_now(ctx, said.rest)):
            return first
        leaves = said.button is None and not said.later
        if leaves and says_it_stays(said.rest) and not await self.says_when(ctx, said.rest):
            return first
        second = await self.answer_unasked(ctx, None, said.rest, message)
        words = "\n".join(filter(None, ("" if leaves else first.words, second.words)))
        return replace(second, words=words, closes=first.closes)

    async def says_when(self, ctx: ChatContext, words: str) -> bool:
        """Return whether words say a day or an hour: "no, déjala para el viernes" does not leave it as it was."""
        said = await read_phrase(ctx, words, EVENT)
        return bool(said.days or said.hours)

    async def wants_now(self, ctx: ChatContext, words: str) -> bool:
        """Return whether what is said beside "later" is to be done now: a report, an absence, a question."""
        reading = await readings.read(ctx, words)
        absent = reading.statement is not None and reading.statement.act is Act.ABSENCE
        return bool(reading.report or absent or (reading.question and reading.question.asks))

    async def answer_on_screen(self, ctx: ChatContext, typed: Typed | None, message: IncomingMessage) -> Reply | None:
        """The answer to words typed as a reply to a message that takes some, or while one waits for them."""
        answer = ANSWERS.get(type(typed.to.screen)) if typed else None
        if typed and typed.replied and isinstance(typed.to.screen, Day | Today):
            return await self.read(ctx, report_drafts.report_on_day(ctx, typed.to.screen, typed))
        if typed and answer and typed.replied:
            right = await self.read(ctx, saved_corrections.put_right_below(ctx, typed.to.screen, typed.words))
            return right or await self.answer(ctx, typed, answer)
        if typed and answer and (isinstance(typed.to.screen, DraftCard) or typed.to.screen.asks_for_words()):
            return await self.answer_waited(ctx, typed, answer, message)
        return None

    async def answer_waited(
        self, ctx: ChatContext, typed: Typed, answer: AnswerHandler, message: IncomingMessage
    ) -> Reply:
        """Answer words while a panel waits for some; it waits on where they are something else."""
        people, screen = await people_by_name(ctx), typed.to.screen
        if not besides.is_prose(screen) and (several := await self.answer_several(ctx, typed.words, people)):
            return replace(several, beside=True)
        reading = await readings.read(ctx, typed.words)
        if await besides.is_of_its_own(ctx, screen, typed.words, people, reading):
            return replace(await self.answer_unasked(ctx, None, typed.words, message), beside=True)
        if reply := await self.read_beside(ctx, besides.sure_answer(ctx, screen, typed.words, people, reading)):
            return reply
        taken = await self.answer(ctx, typed, answer)
        answers_it = screen.asks_for_words() and len(typed.words.split()) < besides.FEWEST_LEFT
        if taken.screen is not None or taken.about != screen or answers_it:
            return taken
        return await self.read_beside(ctx, besides.likely_answer(ctx, typed.words, people, reading)) or taken

    async def read_beside(self, ctx: ChatContext, reading: Awaitable[Reply | None]) -> Reply | None:
        reply = await self.read(ctx, reading)
        return replace(reply, beside=True) if reply else None

    async def answer_unasked(
        self, ctx: ChatContext, typed: Typed | None, words: str, message: IncomingMessage
    ) -> Reply:
        """The answer to words that nothing asked for: a greeting, report, statement, question, or whatever they are.

        They may go on from what was said or shown before.
        """
        if typed and isinstance(typed.to.screen, OfferedTask) and not first_words.is_yes_or_no(words):
            typed = None
        people = await people_by_name(ctx)
        said, words = words, await self.named(ctx, words)
        again = await self.read(ctx, reopening.reopened(ctx, said))
        if answered := again or await self.answer_questions(ctx, typed, words, message, people):
            return answered
        reading = await readings.read(ctx, words)
        if reading.then:
            first = await self.answer_unasked(ctx, None, reading.begins, message)
            await self.send(ctx, replace(first, beside=True))
            return await self.answer_unasked(ctx, None, reading.then, message)
        newest = await self.memory.asked(ctx, None)
        corrected = await self.read(
            ctx, corrections.corrected(ctx, said, words, reading, partial(self.task_shown, ctx), newest)
        )
        if reply := corrected or await self.answer_said(ctx, words, reading):
            return reply
        answer = ANSWERS.get(type(typed.to.screen)) if typed else None
        found = reading.question
        asked = typed is None or answer is None or (found and besides.is_besides(typed.to.screen, found))
        if found and found.questions and asked:
            return await self.read(ctx, questions.answer_question(ctx, found, people))
        if typed and answer and not readings.is_sure(reading, words, below=typed.to.screen):
            taken = await self.answer(ctx, typed, answer)
            sought = found is not None and not found.questions and taken.about == typed.to.screen
            if not sought:
                return taken
        return await self.answer_perhaps(ctx, words, reading, people, message)

    async def named(self, ctx: ChatContext, words: str) -> str:
        """The words with the task that was shown last in place of "it", unless they say something as they stand.

        What is to be closed after the day was shown is rather the day.
        """
        if not first_words.is_about_it(words):
            return words
        reading = await readings.read(ctx, words)
        first = reading.first.act if reading.first else None
        clear = reading.statement is not None and not moves_unnamed(reading.statement)
        if clear or (isinstance(first, Statement) and first.task):
            return words
        shown = await self.memory.shown_lately(ctx)
        if shown and isinstance(shown[0], OF_AN_EVENT):
            return words
        if first_words.closes(words) and shown and isinstance(shown[0], Day | Today):
            return words
        about = await follow_ups.task_shown(ctx, shown)
        return said_of(words, about) if about else words

    async def answer_questions(
        self, ctx: ChatContext, typed: Typed | None, words: str, message: IncomingMessage, people: PeopleByName
    ) -> Reply | None:
        """The answer to a question that is asked again of another day or person, or to several questions.

        A panel that asks again of a day by itself, such as who is free, goes on to.
        """
        said, shown = partial(self.memory.said_lately, ctx, message), partial(self.memory.shown_lately, ctx)
        if typed is None or not typed.to.screen.takes_words():
            again = await follow_ups.question_again(ctx, words, said, people)
            if again := again or await follow_ups.own_day(ctx, words, shown, people):
                return await self.read(ctx, questions.answer_question(ctx, again, people))
        return await self.answer_several(ctx, words, people)

    async def answer_several(self, ctx: ChatContext, words: str, people: PeopleByName) -> Reply | None:
        """The answers to several questions of one message; None where it is none of several."""
        return await self.read(ctx, questions.answer_several(ctx, words, people, partial(readings.event_asked, ctx)))

    async def answer_perhaps(
        self, ctx: ChatContext, words: str, reading: MessageReading, people: PeopleByName, message: IncomingMessage
    ) -> Reply:
        """The answer to what words may mean, as far as anything is near: a command's name alone is the command."""
        if day.LIKE_A_NUMBER.fullmatch(words):
            return Reply(words=ctx.say("hint_choose_item"))
        if first_words.is_about_it(words):
            return await first_words.unread(ctx, words, reading.question)
        if (name := first_words.without_marks(words)) in COMMANDS and name != ONLY_AS_COMMAND:
            return await self.run_command(ctx, name, "")
        if behind := first_words.after_yes(words, reading):
            return await self.answer_unasked(ctx, None, behind, message)
        found = reading.question
        unknown = " ".join(found.unknown if found else ())
        about = None if FIGURES.search(words) else await self.task_shown(ctx)
        if not first_words.is_yes_or_no(words) and (
            meant := await self.read(ctx, readings.answer(ctx, reading, words, people, unknown, about))
        ):
            return meant
        elsewhere = readings.is_for_nobody(reading)
        return await first_words.unread(ctx, words, found, elsewhere=elsewhere, about=None if elsewhere else about)

    async def task_shown(self, ctx: ChatContext) -> int | None:
        """The one task that the chat showed last."""
        return await follow_ups.task_shown(ctx, await self.memory.shown_lately(ctx))

    async def answer_said(self, ctx: ChatContext, words: str, reading: MessageReading) -> Reply | None:
        """The answer to a greeting, a report or a statement; None to all else."""
        shown = partial(self.memory.shown_lately, ctx)
        if talk := await first_words.acknowledged(ctx, words, shown) or first_words.small_talk_reply(ctx, words):
            return talk
        outright = reading.outright
        if outright and not outright.is_bare:
            return await self.read(ctx, readings.report(ctx, outright, words))
        if report := await report_drafts.report_typed(ctx, words, ctx.today):
            return report
        said = reading.statement
        if outright and (said is None or ends_light(outright, said)):
            reply = await self.read(ctx, self.said_of_no_task(ctx, words, outright))
            if reply:
                return reply
        if reading.report:
            return await self.read(ctx, readings.report(ctx, reading.report, words))
        return await self.read(ctx, statements.answer_statement(ctx, said)) if said else None

    async def said_of_no_task(self, ctx: ChatContext, words: str, report: TasksReport) -> Reply | None:
        return await readings.report_without_task(ctx, report, words, await self.task_shown(ctx))

    async def read(self, ctx: ChatContext, answer: Awaitable[R]) -> Reply | R:
        """The panel that words lead to, if they lead to any, or why it is refused."""
        try:
            reply = await answer
            return reply if reply is None else await self.drawn(ctx, reply)
        except REFUSALS as error:
            return Reply(words=ctx.refusal(error))

    async def drawn(self, ctx: ChatContext, reply: Reply) -> Reply:
        """A reply with its panel; where that is refused, the reason under the line that says how words were read."""
        if reply.screen is None:
            return reply
        try:
            return replace(reply, panel=reply.panel or await SCREENS[type(reply.screen)](ctx, reply.screen))
        except REFUSALS as error:
            return Reply(words=f"{reply.words}\n\n{ctx.refusal(error)}")

    async def files_meant(
        self, ctx: ChatContext, message: IncomingMessage, files: Sequence[TelegramFile]
    ) -> Typed | None:
        """Return files as an answer: on `/comentar 12`, or to a message about a task, replied to or asking for any."""
        words = message.words or ""
        if command := COMMAND.fullmatch(words):
            about, words = tasks.comment_on(command[1].lower(), command[3] or "")
            return Typed(words, Remembered(0, about, ctx.today), replied=True, files=files) if about else None
        typed = await self.find_question(ctx, message, words)
        if typed is None or type(typed.to.screen) not in FILES:
            return None
        return replace(typed, files=files) if typed.replied or typed.to.screen.asks_for_words() else None

    async def answer(self, ctx: ChatContext, typed: Typed, answer: AnswerHandler) -> Reply:
        try:
            return await answer(ctx, typed.to.screen, typed)
        except REFUSALS as error:
            if isinstance(typed.to.screen, CommentPrompt):
                return Reply(words=ctx.refusal(error), about=typed.to.screen)
            screen, words = await refused(ctx, error, typed.to.screen)
            return typed.taken(words, screen)

    async def answer_edit(self, ctx: ChatContext, message: IncomingMessage) -> None:
        """Have an edited message correct its draft; of any other say that it changes nothing: it is done already.

        Where it says what it said before, as with a reaction to it or the preview of a link, nobody has edited it; nor
        where that is forgotten: people may edit a message for two days.
        """
        if not ctx.linked or message.words is None:
            return
        before = await self.memory.said_before(ctx, message.message_id)
        if before is None or before.content == message.content:
            return
        source = await self.memory.screen_of(ctx.chat_id, message.message_id)
        card = await self.memory.open_question(ctx)
        reply = Reply(words=ctx.say("edited_message"))
        if source and card and isinstance(source.screen, DraftWords) and is_card_of(card.screen, source.screen):
            command = COMMAND.fullmatch(message.words)
            typed = Typed((command[3] or "") if command else message.words, card, replied=False)
            try:
                reply = await drafts.edited(ctx, source.screen, typed)
            except REFUSALS as error:
                reply = Reply(words=ctx.refusal(error))
        await self.send(ctx, reply)

    async def run_command(self, ctx: ChatContext, name: str, words: str) -> Reply:
        if name in CANCEL:
            return await self.cancel_question(ctx)
        await self.memory.drop_question(ctx)
        if together := NAME_AND_NUMBER.fullmatch(name):
            name, words = together[1], f"{together[2]} {words}"
        command = COMMANDS.get(name)
        if command is None:
            return await first_words.nearest_commands(ctx, name, words)
        try:
            return await command(ctx, words)
        except REFUSALS as error:
            return Reply(words=ctx.refusal(error))

    async def cancel_question(self, ctx: ChatContext, words: str = "") -> Reply:
        question = await self.memory.open_question(ctx)
        await self.memory.drop_question(ctx)
        left = await without_question(ctx, question.screen) if question else None
        if question is None or left is None:
            return await last_change.nothing_to_cancel(ctx, words)
        words = "" if isinstance(left, DraftDropped) else ctx.say("said_cancelled")
        return Reply(left, words, closes=question.message_id)

    async def find_question(self, ctx: ChatContext, message: IncomingMessage, words: str) -> Typed | None:
        if message.reply_to_message is not None:
            shown = await self.memory.screen_of(ctx.chat_id, message.reply_to_message.message_id)
            if shown is not None:
                return Typed(words, shown, replied=True)
        question = await self.memory.open_question(ctx)
        return Typed(words, question, replied=False) if question else None

    async def send(self, ctx: ChatContext, reply: Reply) -> None:
        if reply.export is not None:
            await self.send_export(ctx, reply.words, reply.export)
            return
        if reply.screen is None and reply.panel is None:
            sent = await self.outgoing.send(ctx.chat_id, await self.undoable(ctx, Panel(escape(reply.words))))
            if sent is not None and reply.about is not None:
                await self.memory.remember_subject(ctx, sent, reply.about)
            await self.remember(ctx, sent, None)
            return
        screen, panel = await self.draw(ctx, reply)
        panel = panel.under(reply.words)
        sent = await self.outgoing.send(ctx.chat_id, panel)
        if reply.closes is not None and screen is not None:
            await self.close(ctx, reply.closes, screen)
        if reply.beside and sent is not None and screen is not None and not waits(screen):
            await self.memory.remember_subject(ctx, sent, screen, panel)
            return
        await self.remember(ctx, sent, screen, panel)

    async def close(self, ctx: ChatContext, message_id: int, screen: Screen) -> None:
        """Have an earlier message go on in a screen below; of several in one only the question does."""
        shown = await self.memory.screen_of(ctx.chat_id, message_id)
        if shown is not None and shown.is_joined:
            await self.end_question(ctx, message_id)
            return
        await self.outgoing.close(ctx.chat_id, message_id, Panel(escape(ctx.say("panel_below"))))
        await self.memory.close(ctx, message_id, screen)

    async def send_export(self, ctx: ChatContext, words: str, export: Export) -> None:
        begun = await self.outgoing.send(ctx.chat_id, Panel(escape(words)))
        for file in await export.write():
            await self.outgoing.send_new_file(ctx.chat_id, file)
        if begun is not None:
            await self.outgoing.edit(ctx.chat_id, begun, Panel(escape(export.done)))

    async def apologise(self, apology: Awaitable[object]) -> None:
        try:
            await apology
        except TelegramError as fault:
            logger.warning("an apology was not delivered: %s", fault)

    # Inline mode

    async def on_inline_query(self, update_id: int, query: InlineQuery) -> None:
        ctx = await self.context(update_id, query.sender.id, query.sender)
        await sharing.answer_inline_query(ctx, self.outgoing, query)

    # Members

    async def on_membership(self, member: Membership) -> None:
        logger.info("chat %s: the bot is %s now", member.chat.id, member.new_chat_member.status)
        if member.chat.type in updates.GROUPS:
            await self.groups.membership(member)
        elif member.chat.type == updates.PRIVATE:
            blocked = not member.new_chat_member.is_there
            await self.pipeline.run(OPERATOR_CALLER, users.set_blocked, member.chat.id, blocked=blocked)

    # Before and after an answer

    async def context(self, update_id: int, chat_id: int, sender: TelegramUser) -> ChatContext:
        return await context_of(self.pipeline, self.issue_token, update_id, chat_id, sender.id, sender.language_code)

    async def note_account(self, ctx: ChatContext, sender: TelegramUser) -> None:
        """Note that a person who had blocked the bot can be written to again, and by which @name others know them.

        If they have not chosen a language and their Telegram has another than the usual one, that is noted too, for
        what is sent to them later.
        """
        user, name = ctx.actor.user, sender.username.lower() or None
        if user.telegram_blocked_at is not None:
            await self.pipeline.run(OPERATOR_CALLER, users.set_blocked, sender.id, blocked=False)
        if ctx.linked and user.telegram_username != name:
            await self.pipeline.run(OPERATOR_CALLER, users.note_telegram_username, sender.id, name)
        spoken = preferred([sender.language_code])
        if ctx.linked and user.language is None and spoken is not Language.ES:
            await self.pipeline.run(Caller(ctx.actor, via=Via.CHAT), users.set_language, spoken)

    async def remember(
        self, ctx: ChatContext, message_id: int | None, screen: Screen | None, panel: Panel | None = None
    ) -> None:
        if message_id is not None and screen is not None:
            await self.memory.remember(ctx, message_id, screen, panel)
            return
        if message_id is not None and panel is not None:
            await self.memory.note_question(ctx, message_id, panel)
        if screen is None:
            await self.memory.end_offer(ctx)

    async def update_menu(self, ctx: ChatContext, reply: Reply) -> None:
        """Update the chat's menu of commands; after a change of the account in any case."""
        if reply.account:
            ctx = await ctx.reloaded()
            await self.memory.forget_notified(ctx.chat_id)
        self.menus.update(ctx, force=reply.account)


def moves_unnamed(said: Statement) -> bool:
    """Return whether words move an event without naming it: they may as well mean the task that was shown last."""
    return said.act is Act.MOVE_EVENT and not (said.title or said.people or said.starts)


def has_calendar(message: IncomingMessage) -> bool:
    return message.document is not None and file_drafts.is_calendar(message.document)


def waits(screen: Screen) -> bool:
    """Return whether a panel waits for words, so that an earlier one no longer does."""
    return isinstance(screen, DraftCard | OfferedTask) or screen.asks_for_words()


def is_card_of(screen: Screen, words: DraftWords) -> bool:
    return isinstance(screen, DraftCard) and screen.draft == words.draft


def draft_words(card: DraftCard, asked: Remembered | None) -> DraftWords:
    """Return the part of a draft that a message before its card gave: all, or the field asked for when it came."""
    if asked and isinstance(asked.screen, DraftCard) and asked.screen.draft == card.draft:
        return DraftWords(card.draft, asked.screen.field)
    return DraftWords(card.draft, begins=True)


async def refused(ctx: ChatContext, error: DomainError, screen: T) -> tuple[T | CardHistory, str]:
    """The words for a refusal, and the screen under them: the history of what is over where that fits better."""
    over = await history.over(ctx, error)
    if over is None:
        return screen, ctx.refusal(error)
    return (over.history if over.asks or screen is None else screen), over.words


def ends_light(report: TasksReport, said: Statement) -> bool:
    """Return whether what a template takes for a new task only says that a light is over: "poneme en verde"."""
    return said.act is Act.NEW_TASK and any(each.line.ended for each in report.lines)


async def both(one: Awaitable[T], other: Callable[[], Awaitable[object]]) -> T:
    """The result of `one`, once both are done; it is started first. Raises what either raised."""
    result, beside = await asyncio.gather(one, after_one_step(other), return_exceptions=True)
    for outcome in (result, beside):
        if isinstance(outcome, BaseException):
            raise outcome
    return cast("T", result)


async def after_one_step(later: Callable[[], Awaitable[T]]) -> T:
    """Make the coroutine only after a step of the event loop: one never awaited would be warned of."""
    await asyncio.sleep(0)
    return await later()


async def without_question(ctx: ChatContext, screen: Screen) -> Screen | None:
    """Return what a message shows once its question is dropped; a draft is dropped with its question."""
    if isinstance(screen, DraftCard):
        return await drafts.cancel_draft(ctx, screen)
    return screen.without_question()

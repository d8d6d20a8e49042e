"""One's own reminders: set in one message, listed, done, put off, and removed, by buttons and in words."""

from datetime import datetime

from bot.chat.callbacks.own_reminders import (
    FinishReminder,
    OwnReminderCard,
    OwnReminderList,
    PostponeReminder,
    RemoveReminder,
)
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.handlers.phrases import moment_of
from bot.chat.handlers.pushing import Push, int_param, require
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from bot.chat.panels.own_reminders import own_reminder_panel, reminders_panel, when_text
from core.application.requests import build
from core.base.recurrence import wire_fields
from core.calendar import own_reminders
from core.calendar.own_reminders import OwnReminderRequest
from core.delivery import snoozes
from core.drafts.event_drafts import wire_instant
from core.language.reader.answers import put_off_until
from core.language.reader.titles import Titles
from core.language.reader.words import words_of
from core.language.statements.model import Statement
from core.language.statements.reminders import SpokenReminder
from core.records.messages import Message, Reason


async def draw_card(ctx: ChatContext, screen: OwnReminderCard) -> Panel:
    reminder = await ctx.run(own_reminders.own_reminder_ever, screen.reminder)
    return own_reminder_panel(ctx.scene, reminder, screen)


async def draw_list(ctx: ChatContext, screen: OwnReminderList) -> Panel:
    return reminders_panel(ctx.scene, await ctx.run(own_reminders.list_own_reminders), screen)


async def draw_push(ctx: ChatContext, message: Message) -> Push:
    """Draw a reminder; nothing once it is done or removed."""
    screen = OwnReminderCard(int_param(message, "reminder_id"), rung=True)
    reminder = await ctx.run(own_reminders.own_reminder_ever, screen.reminder)
    require(reminder.ended_at is None, Reason.DONE)
    return Push(screen, own_reminder_panel(ctx.scene, reminder, screen))


async def set_reminder(ctx: ChatContext, said: SpokenReminder, at: datetime) -> Reply:
    """Set a reminder at once: nobody else is told."""
    if not said.words:
        return Reply(words=ctx.say("own_reminder_of_what", when=when_text(ctx.scene, at)))
    rule = {name: value for name, value in wire_fields(said.repeats).items() if value} if said.repeats else {}
    request = build(OwnReminderRequest, {"words": said.words, "remindAt": wire_instant(at), **rule})
    return Reply(OwnReminderCard((await ctx.run(own_reminders.create_own_reminder, request)).id))


async def listed(_ctx: ChatContext, _said: Statement) -> Reply:
    return Reply(OwnReminderList())


async def removed(ctx: ChatContext, said: Statement) -> Reply:
    """Remove the reminder that words name; show those that may be meant where that is not clear."""
    ahead = await ctx.run(own_reminders.list_own_reminders)
    titles = Titles({each.id: each.words for each in ahead})
    mentions = titles.mentions(words_of(said.words))
    best = max(mentions, key=lambda each: each.words, default=None)
    found = best.tasks if best else tuple(each.id for each in ahead) if not said.words else ()
    if len(found) == 1:
        await ctx.run(own_reminders.remove_own_reminder, found[0])
        return Reply(OwnReminderCard(found[0]))
    missing = not found and said.words
    words = ctx.say("own_reminder_not_found", words=shorten(said.words, LINE_UNITS)) if missing else ""
    return Reply(OwnReminderList(), words if ahead else "")


async def press_done(ctx: ChatContext, action: FinishReminder) -> Reply:
    await ctx.run(own_reminders.finish_own_reminder, action.reminder)
    return Reply(OwnReminderCard(action.reminder), ctx.say("said_reminder_done"))


async def press_remove(ctx: ChatContext, action: RemoveReminder) -> Reply:
    await ctx.run(own_reminders.remove_own_reminder, action.reminder)
    return Reply(OwnReminderCard(action.reminder), ctx.say("said_reminder_removed"))


async def press_later(ctx: ChatContext, action: PostponeReminder) -> Reply:
    at = await ctx.run(snoozes.snooze_own_reminder, action.reminder, action.delay)
    return Reply(OwnReminderCard(action.reminder), ctx.say("said_snoozed", when=when_text(ctx.scene, at)))


async def time_typed(ctx: ChatContext, screen: OwnReminderCard, typed: Typed) -> Reply:
    """Move a reminder to the time said in reply to it: "mejor a las 5", "en media hora"."""
    until = put_off_until(typed.words, moment_of(ctx))
    if until is None:
        return Reply(words=ctx.say("own_reminder_when"), about=screen)
    await ctx.run(own_reminders.postpone_own_reminder, screen.reminder, until)
    return typed.taken("", OwnReminderCard(screen.reminder))


HANDLERS = Handlers(
    screens={OwnReminderCard: draw_card, OwnReminderList: draw_list},
    actions={FinishReminder: press_done, RemoveReminder: press_remove, PostponeReminder: press_later},
    answers={OwnReminderCard: time_typed},
)

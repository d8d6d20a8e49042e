"""`/avisos`: what one is told by itself and when, as one has chosen it."""

from collections.abc import Mapping, Sequence
from datetime import time

from msgspec.structs import replace

from bot.chat.callbacks.notices import (
    EndLunch,
    EndQuietHours,
    NoticesCard,
    NoticeSetting,
    SetDefaultReminder,
    SetLunch,
    SetNoticeTime,
    SetQuietHours,
    SwitchNotice,
)
from bot.chat.context import ChatContext, Handlers, Reply, Typed, shows
from bot.chat.handlers.phrases import read_phrase
from bot.chat.panels.components import Panel
from bot.chat.panels.notices import AS_THE_TEAM, NoticesModel, notices_panel
from bot.chat.panels.pickers import minute_of_day
from bot.chat.panels.times import HOUR
from core.language.phrases.model import EVENT
from core.people import notices
from core.people.notices import prompt_faults
from core.records.people import ChosenNotices

TIMES: Mapping[NoticeSetting, tuple[str, int, int]] = {
    NoticeSetting.OPEN: ("open_at", 5, 14),
    NoticeSetting.AVANCE: ("avance_at", 9, 20),
    NoticeSetting.CLOSE: ("close_at", 12, 23),
    NoticeSetting.QUIET_STARTS: ("quiet_starts", 17, 24),
    NoticeSetting.QUIET_ENDS: ("quiet_ends", 4, 12),
    NoticeSetting.LUNCH_STARTS: ("lunch_starts", 11, 17),
    NoticeSetting.LUNCH_ENDS: ("lunch_ends", 12, 18),
}
"""The field of a time, and from which hour to which it is offered."""
LUNCH = {each: TIMES[each][0] for each in (NoticeSetting.LUNCH_STARTS, NoticeSetting.LUNCH_ENDS)}
LAST_MINUTE = 24 * HOUR - 1


async def draw_notices(ctx: ChatContext, screen: NoticesCard) -> Panel:
    chosen = await ctx.run(notices.chosen_notices)
    hours = offered(ctx, chosen, screen.setting) if screen.setting in TIMES else ()
    return notices_panel(ctx.scene, NoticesModel(chosen, ctx.pipeline.settings, ctx.leads, hours), screen)


def offered(ctx: ChatContext, chosen: ChosenNotices, setting: NoticeSetting) -> Sequence[time]:
    """The half hours that make sense beside what else is chosen."""
    field, first, last = TIMES[setting]
    hours = [time(hour, minute) for hour in range(first, last) for minute in (0, 30)]
    return [at for at in hours if not any(prompt_faults(ctx.pipeline.settings, replace(chosen, **{field: at})))]


async def press_switch(ctx: ChatContext, action: SwitchNotice) -> Reply:
    chosen = await ctx.run(notices.chosen_notices)
    off = {*chosen.off} - {action.kind} if action.on else {*chosen.off, action.kind}
    return await save(ctx, replace(chosen, off=sorted(off)))


async def press_time(ctx: ChatContext, action: SetNoticeTime) -> Reply:
    if action.time not in TIMES:
        return Reply(NoticesCard())
    at = None if action.minutes == AS_THE_TEAM else time(*divmod(action.minutes, HOUR))
    return await choose(ctx, action.time, at)


async def choose(ctx: ChatContext, setting: NoticeSetting, at: time | None) -> Reply:
    """Choose a time; a lunch of which one end alone is chosen is an hour long."""
    if setting not in LUNCH:
        return await change(ctx, **{TIMES[setting][0]: at})
    if at is None:
        return await change(ctx, lunch_starts=None, lunch_ends=None)
    chosen = await ctx.run(notices.chosen_notices)
    lunch = {LUNCH[setting]: at}
    starts, ends = lunch.get("lunch_starts", chosen.lunch_starts), lunch.get("lunch_ends", chosen.lunch_ends)
    if starts is None or ends is None or ends <= starts:
        other, minutes = ("lunch_ends", HOUR) if setting is NoticeSetting.LUNCH_STARTS else ("lunch_starts", -HOUR)
        lunch[other] = shifted(at, minutes)
    return await change(ctx, **lunch)


def shifted(at: time, minutes: int) -> time:
    """A time of the same day that is `minutes` later, or at the end of the day."""
    return time(*divmod(min(max(minute_of_day(at) + minutes, 0), LAST_MINUTE), HOUR))


async def press_lunch(ctx: ChatContext, action: SetLunch) -> Reply:
    starts, ends = (time(*divmod(minutes, HOUR)) for minutes in (action.starts, action.ends))
    return await change(ctx, lunch_starts=starts, lunch_ends=ends)


async def press_no_lunch(ctx: ChatContext, _: EndLunch) -> Reply:
    return await change(ctx, lunch_starts=None, lunch_ends=None)


async def press_quiet(ctx: ChatContext, action: SetQuietHours) -> Reply:
    starts, ends = (time(*divmod(minutes, HOUR)) for minutes in (action.starts, action.ends))
    return await change(ctx, quiet_starts=starts, quiet_ends=ends)


async def press_no_quiet(ctx: ChatContext, _: EndQuietHours) -> Reply:
    return await change(ctx, quiet_starts=time.min, quiet_ends=time.min)


async def press_default_reminder(ctx: ChatContext, action: SetDefaultReminder) -> Reply:
    return await change(ctx, "said_notices_reminder", default_reminder_minutes=action.minutes)


async def typed_on_notices(ctx: ChatContext, screen: NoticesCard, typed: Typed) -> Reply:
    """The time typed, where one was asked for: of "8" the hour that makes sense there."""
    if not screen.asks_for_words():
        return Reply(words=ctx.say("notices_not_heard"), about=screen)
    _, first, _ = TIMES[screen.setting]
    ways = typed.words, f"a las {typed.words}"
    read = [(await read_phrase(ctx, words, EVENT, opens=first)).hours for words in ways]
    said = next(filter(None, read), None)
    if said is None:
        return Reply(words=ctx.say("notices_not_heard"), about=screen)
    if screen.setting in LUNCH and said.end:
        reply = await change(ctx, lunch_starts=said.start, lunch_ends=said.end)
    else:
        reply = await choose(ctx, screen.setting, said.start)
    return typed.taken(reply.words, NoticesCard())


async def change(ctx: ChatContext, said: str = "said_notices", /, **fields: object) -> Reply:
    return await save(ctx, replace(await ctx.run(notices.chosen_notices), **fields), said)


async def save(ctx: ChatContext, chosen: ChosenNotices, said: str = "said_notices") -> Reply:
    await ctx.run(notices.choose_notices, chosen)
    return Reply(NoticesCard(), ctx.say(said))


HANDLERS = Handlers(
    screens={NoticesCard: draw_notices},
    actions={
        SwitchNotice: press_switch,
        SetNoticeTime: press_time,
        SetQuietHours: press_quiet,
        EndQuietHours: press_no_quiet,
        SetLunch: press_lunch,
        EndLunch: press_no_lunch,
        SetDefaultReminder: press_default_reminder,
    },
    commands={"avisos": shows(NoticesCard())},
    answers={NoticesCard: typed_on_notices},
)

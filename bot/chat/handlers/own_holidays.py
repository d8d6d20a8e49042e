"""One's own public holidays: those of everybody, of a country, or of a part of one that has some of its own."""

import asyncio
from datetime import timedelta

from bot.chat.callbacks.account import OwnHolidays, SetHolidays
from bot.chat.context import ChatContext, Handlers, Reply, Typed
from bot.chat.panels import own_holidays as panels
from bot.chat.panels.components import LINE_UNITS, Panel, shorten
from core.language.countries import country_of
from core.language.holiday_calendars import calendar_name, calendar_named
from core.people import users
from core.people.public_holidays import calendar_of, holiday_on, is_known
from core.people.working_time import Holiday

A_YEAR = 366


async def draw_holidays(ctx: ChatContext, screen: OwnHolidays) -> Panel:
    ctx = await ctx.reloaded()
    return await asyncio.to_thread(holidays_panel, ctx, ask=screen.ask)


def holidays_panel(ctx: ChatContext, *, ask: bool) -> Panel:
    """Draw the panel, for which a country's holidays are perhaps computed for the first time."""
    user, settings = ctx.actor.user, ctx.pipeline.settings
    calendar = calendar_of(user, settings)
    model = panels.HolidaysModel(calendar, settings.holidays, user.holidays is not None, next_holiday(ctx, calendar))
    lived = country_of(user.timezone or ctx.zone.key)
    others = dict.fromkeys((settings.holidays, *([lived] if is_known(lived) else []), calendar)) if ask else ()
    return panels.holidays_panel(ctx.scene, model, [each for each in others if each])


def next_holiday(ctx: ChatContext, calendar: str) -> Holiday | None:
    days = (ctx.today + timedelta(days=ahead) for ahead in range(A_YEAR))
    return next((found for day in days if (found := holiday_on(calendar, day))), None)


async def press_holidays(ctx: ChatContext, action: SetHolidays) -> Reply:
    await choose(ctx, action.calendar)
    calendar = action.calendar or ctx.pipeline.settings.holidays
    return Reply(action.screen(), ctx.say("said_holidays", place=calendar_name(ctx.language, calendar)))


async def choose(ctx: ChatContext, calendar: str) -> None:
    """Have a calendar's holidays from now on; who has everybody's goes along when these change."""
    await ctx.run(users.set_holidays, calendar if calendar not in ("", ctx.pipeline.settings.holidays) else None)


async def holidays_typed(ctx: ChatContext, words: str, typed: Typed | None = None) -> Reply:
    """Take the calendar that words name; of a part without holidays of its own, its country's are offered."""
    if not words.strip():
        return Reply(OwnHolidays(ask=True))
    settings = ctx.pipeline.settings
    near = dict.fromkeys((country_of(ctx.own_zone.key), settings.country))
    named = await asyncio.to_thread(calendar_named, words, [*filter(None, near)])
    if named is None or not is_known(named.calendar):
        said = ctx.say("holidays_not_known", words=shorten(" ".join(words.split()), LINE_UNITS))
        return Reply(words=said, about=typed.to.screen if typed else None)
    if named.beside:
        return Reply(OwnHolidays(), panel=panels.whole_country_panel(ctx.scene, named.beside, named.calendar))
    await choose(ctx, named.calendar)
    return typed.taken("", OwnHolidays()) if typed else Reply(OwnHolidays())


HANDLERS = Handlers(
    screens={OwnHolidays: draw_holidays},
    actions={SetHolidays: press_holidays},
    answers={OwnHolidays: lambda ctx, _, typed: holidays_typed(ctx, typed.words, typed)},
)

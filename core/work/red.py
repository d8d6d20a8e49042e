"""What is red now: each person's items as they left them in their latest log, since when, and why.

The latest log is today's, else the last one before: an unopened day does not hide red items. The reason is the task's
last comment. Tasks that are closed, deleted or no longer theirs are left out.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from core.application.use_case import Context, query
from core.base.paging import MOST, NumberedPage
from core.people.users import team
from core.ports import NOBODY
from core.records.work import ItemNow

ALL = NumberedPage(0, MOST)


class RedItem(ItemNow, frozen=True, kw_only=True):
    since: date


class RedItems(Struct, frozen=True):
    """Red items, the longest red first: their number, those on the page, and names of the people in these.

    `orange` is the number of NARANJA items.
    """

    count: int
    items: Sequence[RedItem]
    orange: int
    names: Mapping[int, str]


@query
async def of_team(ctx: Context, part: NumberedPage = ALL) -> RedItems:
    """What is red among those the caller leads: their people, and tasks they lead without working on them."""
    people = {user.id for user in await team(ctx)} if ctx.actor.sees_all else ctx.actor.team
    return await red_items(ctx, people, NOBODY if ctx.actor.sees_all else ctx.actor.id, part)


@query
async def of_self(ctx: Context, part: NumberedPage = ALL) -> RedItems:
    """The caller's own red items."""
    return await red_items(ctx, {ctx.actor.id}, NOBODY, part)


async def red_items(ctx: Context, people: Collection[int], task_leader: int, part: NumberedPage) -> RedItems:
    first = ctx.today - timedelta(days=ctx.settings.red_days)
    at_risk = await ctx.uow.daily_logs.at_risk(people, task_leader, first, ctx.today)
    red = sorted(
        (each.since, each.fecha_cumplir, each.task_id, each.user_id, each.item_id) for each in at_risk if each.since
    )
    since = {item_id: day for day, *_, item_id in part.of(red)}
    now = {each.item_id: each for each in await ctx.uow.daily_logs.items_now(since)} if since else {}
    items = [RedItem(**msgspec.structs.asdict(now[item_id]), since=day) for item_id, day in since.items()]
    named = {each.user_id for each in items} | {each.comment_by_user_id for each in items if each.comment_by_user_id}
    names = {user.id: user.display_name for user in await ctx.uow.users.known(named)} if named else {}
    return RedItems(len(red), items, len(at_risk) - len(red), names)

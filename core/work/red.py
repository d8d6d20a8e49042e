"""Items that are red now: each person's as they left them in their latest log, since when, and why.

The latest log is today's, else the last one before: an unopened day does not hide red items. The reason is the
one that they gave for that very red. Tasks that are closed, deleted or no longer theirs are left out.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta

import msgspec
from msgspec import Struct

from core.application.access import Operation, relations_to_person, require
from core.application.use_case import Context, needs, query
from core.base.calendar_time import ONE_DAY
from core.base.paging import MOST, NumberedPage
from core.people.users import display_names, team
from core.records.journal import NOBODY
from core.records.tokens import Scope
from core.records.work import AtRiskItem, ItemNow, Red, RedHelper, on_it

ALL = NumberedPage(0, MOST)
COMMENTS_LOOKED_AT = 10
"""The latest comments of a task among which the last words of a person are looked for."""


class RedItem(ItemNow, frozen=True, kw_only=True):
    """A red item: since when it is red, why, and who helps to end it; `redId` is null where only its date made it ROJO.

    The item of a late task is red since the day after the due date, or earlier, whoever had the task then.
    """

    since: date
    red_id: int | None
    motivo: str | None
    motivo_at: datetime | None
    helpers: Sequence[RedHelper]

    @property
    def is_late_only(self) -> bool:
        """True where it is red only because its due date has passed; nobody set it red."""
        return self.red_id is None

    @property
    def on_it(self) -> Sequence[int]:
        return on_it(self.helpers)


class RedItems(Struct, frozen=True):
    """A page of red items, the longest red first; `count` are red in all, `orange` are NARANJA.

    `said`: of items that are late and that nobody set red, the last words of their person on the task, by item.
    """

    count: int
    items: Sequence[RedItem]
    orange: int
    names: Mapping[int, str]
    said: Mapping[int, str] = {}


@query
async def of_team(ctx: Context, part: NumberedPage = ALL) -> RedItems:
    """List what is red among those the caller leads: their people, and tasks they lead without working on them."""
    people = {user.id for user in await team(ctx)} if ctx.actor.sees_all else ctx.actor.team
    return await red_items(ctx, people, NOBODY if ctx.actor.sees_all else ctx.actor.id, part)


@query
async def of_self(ctx: Context, part: NumberedPage = ALL) -> RedItems:
    """The caller's own red items."""
    return await red_items(ctx, {ctx.actor.id}, NOBODY, part)


async def at_risk_now(ctx: Context, people: Collection[int], task_leader: int = NOBODY) -> Sequence[AtRiskItem]:
    """Items that are NARANJA or ROJO now: those of people, and those of tasks that `task_leader` leads."""
    first = ctx.today - timedelta(days=ctx.settings.red_days)
    return await ctx.uow.daily_logs.at_risk(people, task_leader, first, ctx.today)


async def red_items(ctx: Context, people: Collection[int], task_leader: int, part: NumberedPage) -> RedItems:
    at_risk = await at_risk_now(ctx, people, task_leader)
    red = sorted(
        (min(each.since, each.fecha_cumplir + ONE_DAY), each.fecha_cumplir, each.task_id, each.user_id, each.item_id)
        for each in at_risk
        if each.since
    )
    since = {item_id: day for day, *_, item_id in part.of(red)}
    now = {each.item_id: each for each in await ctx.uow.daily_logs.items_now(since)} if since else {}
    reds = {(each.task_id, each.user_id): each for each in await lasting_reds(ctx, now.values())}
    items = [red_item(now[item_id], day, reds) for item_id, day in since.items()]
    named = {each.user_id for each in items}.union(helper.user_id for each in items for helper in each.helpers)
    return RedItems(len(red), items, len(at_risk) - len(red), await display_names(ctx, named))


@query
async def of_person(ctx: Context, user_id: int, part: NumberedPage = ALL) -> RedItems:
    """The red items of the caller, or of a person whom they lead."""
    require(ctx.actor, Operation.ITEMS_READ, relations_to_person(ctx.actor, user_id))
    return await red_items(ctx, {user_id}, NOBODY, part)


@query
async def with_last_words(ctx: Context, found: RedItems) -> RedItems:
    """Add the last words of people on their late tasks that nobody set red, to items that the caller may read."""
    said = {
        each.item_id: await last_words(ctx, each.task_id, each.user_id) for each in found.items if each.is_late_only
    }
    return msgspec.structs.replace(found, said={item: words for item, words in said.items() if words})


async def last_words(ctx: Context, task_id: int, person: int) -> str:
    """A person's last words among the latest comments of a task, "" where they said none."""
    latest = await ctx.uow.tasks.latest_comments(task_id, COMMENTS_LOOKED_AT)
    own = [each for each in latest if each.created_by_user_id == person]
    return max(own, key=lambda each: each.id).comentario if own else ""


@needs(Scope.LOGS_READ)
@query(stale_ok=True)
async def list_red(ctx: Context) -> Sequence[RedItem]:
    """List the red items of the caller, of their people and of tasks they lead; all for those who see all."""
    led, own = await of_team(ctx), await of_self(ctx)
    there = {item.item_id for item in led.items}
    return [*led.items, *(item for item in own.items if item.item_id not in there)]


async def lasting_reds(ctx: Context, items: Collection[ItemNow]) -> Sequence[Red]:
    return await ctx.uow.reds.lasting({each.task_id for each in items}) if items else []


def red_item(now: ItemNow, since: date, reds: Mapping[tuple[int, int], Red]) -> RedItem:
    red = reds.get((now.task_id, now.user_id))
    why = (red.id, red.motivo, red.motivo_at, red.helpers) if red else (None, None, None, ())
    red_id, motivo, motivo_at, helpers = why
    fields = msgspec.structs.asdict(now)
    return RedItem(**fields, since=since, red_id=red_id, motivo=motivo, motivo_at=motivo_at, helpers=helpers)

"""People whom one may make responsible for a task: a list to choose from, and those whom a person's words name.

This is what the chat offers and understands; whoever creates or changes a task is checked again.
"""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from core.application.use_case import Context, query
from core.base.calendar_time import ONE_DAY
from core.base.model import Nothing
from core.people import colleagues, schedules
from core.people.colleagues import Colleague
from core.people.working_time import Off, WhyOff
from core.records.drafts import ResolvedNames
from core.records.people import Actor
from core.work.assignments import may_assign
from core.work.tasks import check_people, require_within_reach


class AssignablePeople(Struct, frozen=True):
    """People to choose responsibles from, by name; `beyond` are responsibles whom the caller could not name now."""

    people: Sequence[Colleague]
    beyond: frozenset[int]


@query
async def assignable_people(ctx: Context, present: Sequence[int]) -> AssignablePeople:
    """List the people whom the caller may make responsible, and those who are at present."""
    offered = [person for person in await colleagues.list_colleagues(ctx) if within_reach(ctx.actor, person.id)]
    beyond = frozenset(present) - {person.id for person in offered}
    others = [colleagues.as_colleague(user) for user in await ctx.uow.users.by_ids(beyond)] if beyond else []
    return AssignablePeople(sorted([*offered, *others], key=colleagues.by_name), beyond)


@query
async def off_on(ctx: Context, people: Sequence[int], on: date) -> Mapping[int, WhyOff]:
    """Find the people among these who do not work on a date, and why; in their order."""
    off = await schedules.off_on(ctx, await ctx.uow.users.by_ids(people), on)
    return {person: off[person] for person in people if person in off}


@query
async def away_soon(ctx: Context, people: Sequence[int]) -> Mapping[int, WhyOff]:
    """Find the people among these who are away today or from tomorrow, and until when; in their order."""
    absences = await ctx.uow.absences.days_within(people, ctx.today, ctx.today + ONE_DAY)
    until = {each.user_id: each.last_day for each in absences}
    return {person: WhyOff(Off.ABSENCE, until=until[person]) for person in people if person in until}


@query
async def check_assignable(ctx: Context, person: int) -> Nothing:
    """Raise the error that making this person responsible for a task would raise, if any."""
    require_within_reach(ctx.actor, [person])
    await check_people(ctx, {person}, None, [person])
    return Nothing()


@query
async def resolve_names(ctx: Context, names: Sequence[str]) -> ResolvedNames:
    """The people whom names stand for, as far as the caller may make them responsible.

    A colleague whom the caller may not make responsible can be asked, if no other is named.
    """
    people = await colleagues.people_present(ctx)
    each = [(name, colleagues.named(people, colleagues.folded(name))) for name in names]
    known = [(name, person.id) for name, person in each if person]
    named = {person for _, person in known}
    if len(named) == 1 and len(known) == len(each) and not within_reach(ctx.actor, *named):
        return ResolvedNames(asked_user_id=named.pop())
    return ResolvedNames(
        user_ids=tuple(dict.fromkeys(person for _, person in known if within_reach(ctx.actor, person))),
        unknown=tuple(name for name, person in each if not person),
        beyond=tuple(name for name, person in known if not within_reach(ctx.actor, person)),
    )


def within_reach(actor: Actor, person: int) -> bool:
    return may_assign(actor, [person])

"""Taking back what was made of absences."""

from collections.abc import Sequence
from datetime import date

from core.application.use_case import Context
from core.base.calendar_time import local_date
from core.base.errors import Code, Conflict, NotFound
from core.messages.outbox import release_held
from core.people.absence_news import Days, tell_of_absences, tell_of_hours
from core.people.absences import cancel_absence, visible_absence
from core.records.journal import ThingChange
from core.records.people import Absence


async def undo_absences(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Cancel those that were made, and have the others as they were. The caller may write them.

    Raises `Conflict` where they would be over, or lie on days that another one has by now.
    """
    await undo_hours(ctx, [each for each in changes if each.now["startsAt"]])
    changes = [each for each in changes if not each.now["startsAt"]]
    for person in sorted({change.now["userId"] for change in changes}):
        before = await ctx.uow.absences.days_within([person], ctx.today, date.max)
        await tell_of_absences(ctx, person, before, touched=days_in(changes, person))
    for change in changes:
        if change.made:
            await take_away(ctx, change.id)
    for absence in [await put_back_absence(ctx, change) for change in changes if not change.made]:
        if await ctx.uow.absences.days_within([absence.user_id], absence.first_day, absence.last_day) != [absence]:
            raise Conflict(Code.ABSENCE_CHANGED)
        await release_held(ctx, absence.user_id)


async def undo_hours(ctx: Context, changes: Sequence[ThingChange]) -> None:
    """Cancel absences of some hours that were made, and have the others as they were."""
    for change in changes:
        if change.made:
            await cancel_absence(ctx, change.id)
            continue
        absence = await put_back_absence(ctx, change)
        await tell_of_hours(ctx, absence)
        await release_held(ctx, absence.user_id)


def days_in(changes: Sequence[ThingChange], person: int) -> Sequence[Days]:
    """The days of a person's absences as they are, and as they were where they were not made."""
    theirs = [change for change in changes if change.now["userId"] == person]
    states = [change.now for change in theirs] + [{**each.now, **each.before} for each in theirs if not each.made]
    return [(date.fromisoformat(each["firstDay"]), date.fromisoformat(each["lastDay"])) for each in states]


async def take_away(ctx: Context, absence_id: int) -> None:
    """Cancel one that was made, past days too if it was made today: nobody has been away by it on them."""
    absence = await visible_absence(ctx, absence_id)
    if local_date(absence.created_at, ctx.settings.zone) < ctx.today:
        await cancel_absence(ctx, absence_id)
        return
    await ctx.uow.absences.cancel([absence_id], ctx.now)
    await release_held(ctx, absence.user_id)


async def put_back_absence(ctx: Context, change: ThingChange) -> Absence:
    if "cancelledAt" in change.before:
        await ctx.uow.absences.restore([change.id])
    absence = await ctx.uow.absences.get(change.id)
    if absence is None:
        raise NotFound(Code.ABSENCE_NOT_FOUND, id=change.id)
    before = change.undone(absence)
    if before.last_day < ctx.today:
        raise Conflict(Code.ABSENCE_OVER, fecha=before.last_day)
    if before != absence:
        await ctx.uow.absences.update(before)
    return before

"""Corrections of what was just saved: each is one change, of which those concerned are told once."""

from collections.abc import Sequence
from datetime import date

from msgspec import UNSET, Struct, UnsetType

from core.application.use_case import Context, command
from core.base.calendar_time import Interval
from core.calendar.event_edits import EventMove, EventPerson, EventTexts, edit_texts, move_event, set_person
from core.people.absences import move_absence, move_hours
from core.people.users import names_told
from core.work.task_edits import TaskEdit, edited
from core.work.tasks import ResponsibleIds, get_task


class TaskCorrection(TaskEdit, frozen=True, kw_only=True):
    """New values of some of a task's fields, its responsibles among them; absent ones stay."""

    responsible_user_ids: ResponsibleIds | UnsetType = UNSET


class EventCorrection(Struct, frozen=True):
    """Another time or other texts of an event, and who takes part in it or no longer does; what is left out stays."""

    change: EventMove | EventTexts | None = None
    people: Sequence[EventPerson] = ()


@command
async def correct_task(ctx: Context, task_id: int, request: TaskCorrection) -> Sequence[str]:
    """Change a task as its card does. Returns the names of those who are told."""
    await edited(ctx, await get_task(ctx, task_id), request.changes())
    return await names_told(ctx)


@command
async def correct_absence(ctx: Context, absence_id: int, first_day: date, last_day: date) -> Sequence[str]:
    """Move an absence to other days. Returns the names of those who are told."""
    await move_absence(ctx, absence_id, first_day, last_day)
    return await names_told(ctx)


@command
async def correct_hours(ctx: Context, absence_id: int, hours: Interval) -> Sequence[str]:
    """Move an absence of some hours to another time. Returns the names of those who are told."""
    await move_hours(ctx, absence_id, hours)
    return await names_told(ctx)


@command
async def correct_event(ctx: Context, event_id: int, request: EventCorrection) -> Sequence[str]:
    """Change an event as its card does. Returns the names of those who are told."""
    for person in request.people:
        await set_person(ctx, event_id, person)
    match request.change:
        case EventMove() as move:
            await move_event(ctx, event_id, move)
        case EventTexts() as texts:
            await edit_texts(ctx, event_id, texts)
    return await names_told(ctx)

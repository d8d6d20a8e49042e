"""Birthdays in the calendar: one public all-day event for each active person whose birthday is known.

Due: people of the directory who have no event, or one that is not correct. Changed: the event is created, moved to the
next occurrence (today counts; 29 February is the 28th in other years), renamed, or deleted once the birthday is no
longer known. An event that an admin deleted is created again; other edits stay. It shows nobody's age. Sent: nothing.
"""

from collections.abc import Mapping
from datetime import date

import msgspec

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY
from core.base.date_times import start_of
from core.base.model import Language
from core.calendar.event_changes import move_reminders
from core.jobs.running import job
from core.language.i18n import text
from core.people.birthdays import next_occurrence
from core.people.users import active_people
from core.records.calendar import Event, EventType, NewEvent
from core.records.jobs import Counts, Job
from core.records.people import User

TYPE_CODE = "BIRTHDAY"
STATUS_ID = 1


@job(Job.BIRTHDAY_SYNC)
async def sync_birthdays(ctx: Context, _run_id: int) -> Counts:
    """Bring the birthdays in the calendar up to date with the directory; impossible without their event type."""
    event_type = await ctx.uow.event_types.by_code(TYPE_CODE)
    if event_type is None:
        return {"without_type": 1}
    kept = {birthday.user_id: birthday.event for birthday in await ctx.uow.birthdays.all()}
    wanted = {
        person.id: new_event(ctx, event_type, person, person.birthday)
        for person in (await active_people(ctx)).values()
        if person.birthday
    }
    created = {person: (await ctx.uow.events.add(wanted[person])).id for person in wanted if person not in kept}
    await ctx.uow.birthdays.keep(created)
    changed = await correct(ctx, kept, wanted)
    deleted = [event.id for person, event in kept.items() if person not in wanted]
    await ctx.uow.events.delete(deleted, ctx.now)
    return {"created": len(created), "changed": changed, "deleted": len(deleted)}


async def correct(ctx: Context, kept: Mapping[int, Event], wanted: Mapping[int, NewEvent]) -> int:
    changed = 0
    for person, event in kept.items():
        if person in wanted and (corrected := corrected_event(event, wanted[person])) != event:
            await ctx.uow.events.update(msgspec.structs.replace(corrected, updated_at=ctx.now))
            await move_reminders(ctx, event.id, corrected.start_datetime - event.start_datetime)
            changed += 1
    return changed


def corrected_event(event: Event, wanted: NewEvent) -> Event:
    """The event with the fields that this job maintains; people may have edited the others on purpose."""
    return msgspec.structs.replace(
        event,
        event_type_id=wanted.event_type_id,
        title=wanted.title,
        start_datetime=wanted.start_datetime,
        end_datetime=wanted.end_datetime,
    )


def new_event(ctx: Context, event_type: EventType, person: User, birthday: date) -> NewEvent:
    """A person's next birthday, from midnight to midnight in the business zone."""
    day = next_occurrence(birthday, ctx.today)
    return NewEvent(
        event_type_id=event_type.id,
        title=text(Language.ES, "calendar.birthday", name=person.display_name),
        start_datetime=start_of(day, ctx.settings.zone),
        end_datetime=start_of(day + ONE_DAY, ctx.settings.zone),
        is_public=True,
        status_id=STATUS_ID,
        created_at=ctx.now,
        updated_at=ctx.now,
    )

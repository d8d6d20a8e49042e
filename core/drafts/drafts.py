"""Drafts: kept until their owner saves them, drops them or lets them expire.

A draft is visible to its owner only. It promises nothing: it is checked when it is saved, by the use case that the REST
API calls, in the same transaction. A saved draft keeps the id of what it became, so that saving it again creates
nothing. The body is a tagged union, one Struct for each kind of draft.
"""

import msgspec
from msgspec import Struct

from core.application.access import Operation, Relation, require
from core.application.requests import build
from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound
from core.base.model import Nothing
from core.calendar.meetings import MeetingCreate, MeetingSeriesCreate, meeting_types, schedule_meeting, schedule_series
from core.calendar.slot_search import Obstacles, obstacles
from core.drafts import absence_drafts, event_drafts, file_drafts, series_drafts, task_drafts
from core.people.absences import AbsenceCreate, HoursRequest, cancel_as_seen, declare_absence, declare_hours
from core.records.calendar import Event
from core.records.drafts import (
    AbsenceDraft,
    CommentDraft,
    Draft,
    DraftBody,
    EventDraft,
    FileDraft,
    NewDraft,
    ReportDraft,
    SplitDraft,
    TaskDraft,
    TasksDraft,
)
from core.work.asked_tasks import AskRequest, ask_for_task
from core.work.daily_logs import DateRequest, OpenRequest, open_recent_log, reopen_log
from core.work.day_reports import check_lines, report
from core.work.splitting import SplitRequest, split_task
from core.work.task_rules import TaskRuleCreate, create_rule
from core.work.tasks import CommentRequest, TaskCreate, add_comment, create_task

OF_TASKS = (TaskDraft, TasksDraft)


class SavedDraft(Struct, frozen=True):
    """The id of what a draft became; `before`: it had been saved earlier."""

    id: int
    before: bool


@query
async def get_draft(ctx: Context, draft_id: int) -> Draft:
    """One of the caller's drafts, saved or not. Raises `NotFound` if it is missing, another's or expired."""
    draft = await ctx.uow.drafts.get(draft_id)
    if draft is None or draft.owner_user_id != ctx.actor.id:
        raise NotFound(Code.DRAFT_NOT_FOUND)
    require(ctx.actor, Operation.DRAFT_WRITE, {Relation.OWNER})
    if draft.saved_id is None and draft.age > ctx.settings.draft_hours:
        raise NotFound(Code.DRAFT_EXPIRED)
    return draft


async def open_draft(ctx: Context, draft_id: int) -> Draft:
    draft = await get_draft(ctx, draft_id)
    if draft.saved_id is not None:
        raise Conflict(Code.DRAFT_SAVED)
    return draft


@command
async def begin_draft(ctx: Context, body: DraftBody) -> Draft:
    """Begin a draft of the caller's."""
    require(ctx.actor, Operation.DRAFT_WRITE, {Relation.OWNER})
    return await ctx.uow.drafts.add(NewDraft(ctx.actor.id, body))


@command
async def change_draft(ctx: Context, draft_id: int, body: DraftBody) -> Draft:
    """Give the caller's draft another body of its kind; its expiry starts anew. Tasks may become an event."""
    draft = await open_draft(ctx, draft_id)
    if not (isinstance(body, TaskDraft | TasksDraft | EventDraft) and isinstance(draft.body, OF_TASKS)):
        draft.of(type(body))
    changed = msgspec.structs.replace(draft, body=body, age=0)
    await ctx.uow.drafts.update(changed)
    return changed


@command
async def drop_draft(ctx: Context, draft_id: int) -> Nothing:
    """Delete the caller's draft."""
    draft = await open_draft(ctx, draft_id)
    await ctx.uow.drafts.delete(draft.id)
    return Nothing()


@command
async def save_draft(ctx: Context, draft_id: int, *, anyway: bool = False) -> SavedDraft:
    """Create what the caller's draft describes, once; `anyway`: in spite of conflicts. Raises what creating raises."""
    draft = await get_draft(ctx, draft_id)
    if draft.saved_id is not None:
        return SavedDraft(draft.saved_id, before=True)
    saved_id = await create_from(ctx, draft.body, anyway=anyway)
    await ctx.uow.drafts.update(msgspec.structs.replace(draft, saved_id=saved_id))
    return SavedDraft(saved_id, before=False)


async def create_from(ctx: Context, body: DraftBody, *, anyway: bool) -> int:
    match body:
        case TaskDraft():
            return await make_task(ctx, body)
        case TasksDraft():
            return await make_tasks(ctx, body)
        case EventDraft():
            make = make_event if body.repeats is None else make_series
            return (await make(ctx, body, anyway=anyway)).id
        case FileDraft():
            return await make_events(ctx, body)
        case SplitDraft():
            return (await split_task(ctx, body.task_id, build(SplitRequest, {"partes": list(body.parts)}))).task.id
        case _:
            return await create_of_day(ctx, body, anyway=anyway)


async def create_of_day(ctx: Context, body: ReportDraft | AbsenceDraft | CommentDraft, *, anyway: bool) -> int:
    match body:
        case ReportDraft():
            return await make_report(ctx, body, anyway=anyway)
        case AbsenceDraft():
            return await make_absence(ctx, body)
        case CommentDraft():
            request = build(CommentRequest, {"comentario": body.words})
            return (await add_comment(ctx, body.task_id, request, body.files)).id


async def make_absence(ctx: Context, body: AbsenceDraft) -> int:
    """Declare a draft's absence. Returns its id; of several people's, that of the first."""
    if body.hours:
        return (await declare_hours(ctx, build(HoursRequest, absence_drafts.hour_fields(body, body.hours)))).id
    if other := body.instead:
        await cancel_as_seen(ctx, other.id, other.first_day, other.last_day)
    made = [
        await declare_absence(ctx, build(AbsenceCreate, absence_drafts.fields(body) | {"userId": person}))
        for person in (body.user_id, *body.others)
    ]
    return made[0].absence.id


async def make_task(ctx: Context, body: TaskDraft) -> int:
    """Make a draft's task. Returns its id, or that of the first of its rule or of what a colleague is asked to take."""
    if body.asked_user_id is not None:
        return (await ask_for_task(ctx, build(AskRequest, task_drafts.asked_fields(body)))).id
    if body.repeats is not None:
        request = build(TaskRuleCreate, task_drafts.rule_fields(body, body.repeats))
        return (await create_rule(ctx, request)).task_id
    return (await create_task(ctx, build(TaskCreate, task_drafts.fields(body)))).id


async def make_tasks(ctx: Context, body: TasksDraft) -> int:
    """Make several tasks, all or none. Returns the id of the first."""
    made = [await make_task(ctx, each) for each in body.wanted]
    if not made:
        raise Invalid.at("tasks", FieldCode.EMPTY)
    return made[0]


async def make_event(ctx: Context, body: EventDraft, *, anyway: bool) -> Event:
    """Make the event of a draft. Raises `Conflict` if not everybody can come, unless `anyway`.

    Raises `Invalid` if there is no event type that it could have, or it is in the past and nobody has said so.
    """
    await check_event(ctx, body)
    request = build(MeetingCreate, event_drafts.fields(body, ctx.now))
    if not anyway and (await event_conflicts(ctx, body)).anything:
        raise Conflict(Code.EVENT_CONFLICTS)
    return (await schedule_meeting(ctx, request)).event


async def make_events(ctx: Context, body: FileDraft) -> int:
    """Make a file's events, whose conflicts were shown when they were chosen. Returns the id of the first."""
    made = [await make_event(ctx, each, anyway=True) for each in file_drafts.chosen_events(body)]
    if not made:
        raise Invalid.at("events", FieldCode.EMPTY)
    return made[0].id


async def make_report(ctx: Context, body: ReportDraft, *, anyway: bool) -> int:
    if body.opens:
        log = await open_recent_log(ctx, build(OpenRequest, {"fecha": body.fecha}))
        if log.closed_at is not None:
            await reopen_log(ctx, log.id, build(DateRequest, {"fecha": body.fecha}))
    checked = await check_lines(ctx, body.fecha, body.lines)
    lines = [each.line for each in checked if each.applies or not anyway]
    return (await report(ctx, body.fecha, lines, send=body.send, close=body.close)).id


async def make_series(ctx: Context, body: EventDraft, *, anyway: bool) -> Event:
    """Make a draft's series, and return its first event. Raises as `make_event`; `Invalid` if it has no date."""
    await check_event(ctx, body)
    outlook = await series_drafts.series_outlook(ctx, body)
    if outlook is None or not outlook.plan.times:
        raise Invalid.at("endsOn", FieldCode.NO_OCCURRENCES)
    request = build(MeetingSeriesCreate, series_drafts.fields(body, outlook.plan, ctx.now))
    if not anyway and outlook.anything:
        raise Conflict(Code.EVENT_CONFLICTS)
    return await schedule_series(ctx, request)


async def check_event(ctx: Context, body: EventDraft) -> None:
    if not await meeting_types(ctx):
        raise Invalid.at("eventTypeId", FieldCode.REQUIRED)
    if body.asks_whether_past(ctx.now):
        raise Invalid.at("startDatetime", FieldCode.PAST)


@query
async def event_conflicts(ctx: Context, body: EventDraft) -> Obstacles:
    """Find what conflicts with the draft's time, as far as the caller may see it; nothing while it has no time."""
    return await obstacles(ctx, body.user_ids, body.time) if body.time else Obstacles((), ())

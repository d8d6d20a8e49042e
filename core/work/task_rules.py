"""Task rules: tasks that are made again and again, on weekdays or on a day of each month.

A rule makes its first task at once, and each next one on the date of the task before (`rule_making`).
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import ONE_DAY
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound, raise_if_any
from core.base.model import Int32, Priority, RecurrenceType, Request, TaskWords
from core.base.paging import WHOLE, Page
from core.base.recurrence import Recurrence, anchored, fields_of_other_type, recurrence_of
from core.calendar.recurrence import DayOfMonth
from core.records.people import Actor, User
from core.records.tokens import Scope
from core.records.work import RuleState, TaskRule
from core.work.rule_dates import RuleDate, rule_dates
from core.work.rule_making import holiday_calendars, next_date, save
from core.work.tasks import (
    ResponsibleIds,
    TaskCreate,
    check_newcomers,
    create_task,
    new_leader,
    newcomers,
    require_leader_within_reach,
    require_within_reach,
)

ONLY_OF_SERIES = frozenset({"rrule"})
FARTHEST_START = 366 * ONE_DAY

Weekdays = Annotated[list[Annotated[int, Meta(ge=1, le=7)]], Meta(max_length=7)]
TaskCount = Annotated[int, Meta(ge=1, le=1000)]


class TaskRuleCreate(Request, frozen=True, kw_only=True):
    """A new rule: its tasks, on which days, and until when or how often. Null means that a field is absent."""

    NOT_TAKEN = ONLY_OF_SERIES

    descripcion: TaskWords
    recurrence_type: RecurrenceType
    weekdays: Weekdays | None = None
    day_of_month: DayOfMonth | None = None
    occurrence_count: TaskCount | None = None
    starts_on: date | None = None
    ends_on: date | None = None
    leader_user_id: Int32 | None = None
    responsible_user_ids: ResponsibleIds | None = None
    prioridad: Priority | None = None


class TaskRuleUpdate(Request, frozen=True, kw_only=True):
    """A change of a rule, for the tasks to come: absent fields stay, null clears a field that may be empty."""

    NOT_TAKEN = frozenset({"startsOn", *ONLY_OF_SERIES})

    descripcion: TaskWords | UnsetType = UNSET
    recurrence_type: RecurrenceType | UnsetType = UNSET
    weekdays: Weekdays | UnsetType | None = UNSET
    day_of_month: DayOfMonth | UnsetType | None = UNSET
    occurrence_count: TaskCount | UnsetType | None = UNSET
    ends_on: date | UnsetType | None = UNSET
    leader_user_id: Int32 | UnsetType | None = UNSET
    responsible_user_ids: ResponsibleIds | UnsetType = UNSET
    prioridad: Priority | UnsetType = UNSET
    paused: bool | UnsetType = UNSET


class RuleView(Struct, frozen=True):
    """A rule for the card of its task: the date of the next one, and whether the reader may change the rule."""

    rule: TaskRule
    following: RuleDate | None
    writable: bool


@needs(Scope.TASKS_WRITE)
@command
async def create_rule(ctx: Context, request: TaskRuleCreate) -> TaskRule:
    """Create a rule and its first task. The caller is its creator and, if nobody is named, its responsible."""
    starts_on = request.starts_on or ctx.today
    if starts_on < ctx.today:
        raise Invalid.at("startsOn", FieldCode.PAST)
    if starts_on > ctx.today + FARTHEST_START:
        raise Invalid.at("startsOn", FieldCode.TOO_FAR_AHEAD, fecha=ctx.today + FARTHEST_START)
    recurrence = recurrence_of(request)
    raise_if_any(fields_of_other_type(recurrence))
    recurrence = anchored(recurrence, starts_on)
    responsibles = await ctx.uow.users.by_ids(request.responsible_user_ids or [ctx.actor.id])
    holidays = holiday_calendars(ctx, responsibles)
    first = next(rule_dates(ctx.settings, holidays, recurrence, starts_on, ctx.today), None)
    if first is None:
        raise Invalid.at("endsOn", FieldCode.NO_OCCURRENCES)
    task = await create_task(
        ctx,
        TaskCreate(
            descripcion=request.descripcion,
            fecha_cumplir=first.due,
            leader_user_id=request.leader_user_id,
            responsible_user_ids=request.responsible_user_ids,
            prioridad=request.prioridad,
        ),
    )
    return await ctx.uow.task_rules.add(
        TaskRule(
            id=0,
            descripcion=request.descripcion,
            prioridad=task.prioridad,
            leader_user_id=request.leader_user_id,
            responsible_user_ids=task.responsible_user_ids,
            recurrence_type=recurrence.recurrence_type,
            weekdays=list(recurrence.weekdays),
            day_of_month=recurrence.day_of_month,
            occurrence_count=recurrence.occurrence_count,
            ends_on=recurrence.ends_on,
            starts_on=starts_on,
            state=RuleState.ACTIVE,
            last_on=first.on,
            task_id=task.id,
            task_count=1,
            created_by_user_id=ctx.actor.id,
            created_at=ctx.now,
            updated_at=ctx.now,
        )
    )


@needs(Scope.TASKS_READ)
@query
async def list_rules(ctx: Context, page: Page = WHOLE) -> Sequence[TaskRule]:
    """List the rules that the caller may see and that have not ended, by id."""
    return await ctx.uow.task_rules.list(ctx.actor, page)


@needs(Scope.TASKS_READ)
@query
async def get_rule(ctx: Context, rule_id: int) -> TaskRule:
    """One rule, ended or not. Raises `NotFound` if it is missing or hidden from the caller."""
    rule = await ctx.uow.task_rules.get(rule_id)
    if rule is None or not visible(ctx.actor, rule):
        raise NotFound(Code.RULE_NOT_FOUND, id=rule_id)
    return rule


@query
async def rule_of_task(ctx: Context, task_id: int) -> RuleView | None:
    """The rule that made a task, if it has not ended and the caller may see it."""
    rule = await ctx.uow.task_rules.of_task(task_id)
    if rule is None or rule.state is RuleState.ENDED or not visible(ctx.actor, rule):
        return None
    return view_of(ctx, rule, await responsibles_of(ctx, [rule]))


@query
async def my_rules(ctx: Context) -> Sequence[RuleView]:
    """The rules that the caller made or works by and that have not ended, by id."""
    rules = [
        rule
        for rule in await ctx.uow.task_rules.list(ctx.actor)
        if ctx.actor.id in (rule.created_by_user_id, *rule.responsible_user_ids)
    ]
    responsibles = await responsibles_of(ctx, rules)
    return [view_of(ctx, rule, responsibles) for rule in rules]


async def responsibles_of(ctx: Context, rules: Sequence[TaskRule]) -> Mapping[int, User]:
    ids = {person for rule in rules for person in rule.responsible_user_ids}
    return {user.id: user for user in await ctx.uow.users.by_ids(ids)} if ids else {}


def view_of(ctx: Context, rule: TaskRule, responsibles: Mapping[int, User]) -> RuleView:
    writable = may(ctx.actor, Operation.RULE_WRITE, relations_to(ctx.actor, rule))
    return RuleView(rule, next_date(ctx, rule, responsibles), writable)


@query
async def first_dates(
    ctx: Context, recurrence: Recurrence, starts_on: date, people: Collection[int], most: int
) -> Sequence[RuleDate]:
    """The first dates, at most `most`, of a task that these people are to repeat from a day on."""
    count = min(most, recurrence.occurrence_count or most)
    holidays = holiday_calendars(ctx, await ctx.uow.users.by_ids(people or [ctx.actor.id]))
    found = rule_dates(ctx.settings, holidays, anchored(recurrence, starts_on), max(starts_on, ctx.today), ctx.today)
    return list(islice(found, count))


@needs(Scope.TASKS_WRITE)
@command
async def update_rule(ctx: Context, rule_id: int, request: TaskRuleUpdate) -> TaskRule:
    """Change what a rule makes, or when; pause or resume it. Resuming a rule whose creator has left takes it over."""
    rule = await get_rule(ctx, rule_id)
    require(ctx.actor, Operation.RULE_WRITE, relations_to(ctx.actor, rule))
    if rule.state is RuleState.ENDED:
        raise Conflict(Code.RULE_ENDED, id=rule_id)
    changed = merged(rule, request)
    await check_people_of(ctx, rule, changed, request.responsible_user_ids or ())
    creator = await ctx.uow.users.get(rule.created_by_user_id)
    if request.paused is False and not (creator and creator.is_active):
        changed = msgspec.structs.replace(changed, created_by_user_id=ctx.actor.id)
    return await save(ctx, rule, changed)


@needs(Scope.TASKS_WRITE)
@command
async def end_rule(ctx: Context, rule_id: int) -> TaskRule:
    """End a rule for good; its tasks stay. Ending it again is no error."""
    rule = await get_rule(ctx, rule_id)
    require(ctx.actor, Operation.RULE_WRITE, relations_to(ctx.actor, rule))
    return await save(ctx, rule, msgspec.structs.replace(rule, state=RuleState.ENDED))


async def check_people_of(ctx: Context, rule: TaskRule, changed: TaskRule, sent: Sequence[int]) -> None:
    """Raise where the caller may not give the rule's tasks to whom the change names."""
    require_within_reach(ctx.actor, newcomers(rule, changed))
    await check_newcomers(ctx, rule, changed, sent)
    await require_leader_within_reach(ctx, new_leader(rule, changed), changed.responsible_user_ids)


def merged(rule: TaskRule, request: TaskRuleUpdate) -> TaskRule:
    """The rule with what a request changes. Raises `Invalid` if it has a field of the other type of recurrence."""
    changes = request.changes()
    if changes.get("recurrence_type", rule.recurrence_type) is not rule.recurrence_type:
        changes = {"weekdays": None, "day_of_month": None, **changes}
    if "weekdays" in changes:
        changes["weekdays"] = changes["weekdays"] or []
    if "responsible_user_ids" in changes:
        changes["responsible_user_ids"] = list(dict.fromkeys(changes["responsible_user_ids"]))
    paused = changes.pop("paused", rule.state is RuleState.PAUSED)
    if paused is not (rule.state is RuleState.PAUSED):
        changes["state"] = RuleState.PAUSED if paused else RuleState.ACTIVE
    changed = msgspec.structs.replace(rule, **changes)
    raise_if_any(fields_of_other_type(changed.recurrence))
    whole = anchored(changed.recurrence, rule.last_on)
    return msgspec.structs.replace(changed, weekdays=list(whole.weekdays), day_of_month=whole.day_of_month)


def visible(actor: Actor, rule: TaskRule) -> bool:
    """Return whether the actor may read a rule; the store's list filter says the same in SQL."""
    return may(actor, Operation.RULE_READ, relations_to(actor, rule))


def relations_to(actor: Actor, rule: TaskRule) -> set[Relation]:
    leads_responsibles = not actor.team.isdisjoint(rule.responsible_user_ids)
    return relations_that_hold(
        {
            Relation.CREATOR: rule.created_by_user_id == actor.id,
            Relation.RESPONSIBLE: actor.id in rule.responsible_user_ids,
            Relation.LEADER: rule.leader_user_id == actor.id or leads_responsibles,
        }
    )

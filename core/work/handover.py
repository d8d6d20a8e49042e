"""Handover of what somebody who leaves has in hand, to a colleague: one transaction, and one message to each concerned.

It passes on open tasks of which the person is responsible or leader, the events still to come that they created and
that concern others, and the rules of tasks in which they are named. What is theirs alone in the calendar stays theirs.
They are told, too. All of it is one unit of the journal, which is taken back as such.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from core.application.access import Operation, Relation, relations_that_hold, require
from core.application.use_case import Context, command, query
from core.base.calendar_time import INSTANT
from core.base.errors import Code, Conflict, FieldCode, Invalid
from core.base.model import Int32, ParticipationStatus, Request, Role, Semaforo
from core.calendar.event_state import is_ahead, takes_place
from core.calendar.events import find_visible
from core.messages.outbox import new_message
from core.people.colleagues import Colleague, as_colleague, colleagues_by_name, people_present
from core.people.users import by_id
from core.records.calendar import Event
from core.records.messages import MessageKind, NewMessage, Params
from core.records.people import Actor, User
from core.records.work import RuleState, Task, TaskRule
from core.work.assignments import may_assign
from core.work.rule_making import save as save_rule
from core.work.task_rules import visible as visible_rule
from core.work.tasks import get_task, readable, require_within_reach, save_and_tell

REDS_READ = timedelta(days=366)
"""The time back in which the red of somebody who had a task may have ended."""


class HandoverRequest(Request, frozen=True, kw_only=True):
    """The colleague to whom all that a person has in hand is passed on."""

    to_user_id: Int32


class InHand(Struct, frozen=True):
    """The things that a person has in hand: tasks by due date, events by time, rules by date.

    `progress`: percentages by task.
    """

    person: Colleague
    tasks: Sequence[Task]
    events: Sequence[Event]
    rules: Sequence[TaskRule]
    progress: Mapping[int, int] = {}

    @property
    def is_empty(self) -> bool:
        return not (self.tasks or self.events or self.rules)


class LeftBehind(Struct, frozen=True):
    """The progress of somebody with a task that is not theirs any more, and why it was red, where it was."""

    name: str
    porcentaje: int
    motivo: str | None


class Handover(Struct, frozen=True):
    """The things that a person has in hand, and the people to whom the caller may pass them on, by name."""

    in_hand: InHand
    successors: Sequence[Colleague]


@query
async def view_handover(ctx: Context, user_id: int) -> Handover:
    person = await person_in_charge(ctx, user_id)
    people = [each for each in await people_present(ctx) if each.id != user_id and may_assign(ctx.actor, [each.id])]
    return Handover(await in_hand(ctx, person), colleagues_by_name(people))


@command
async def hand_over_all(ctx: Context, user_id: int, request: HandoverRequest) -> InHand:
    """Pass on what a person has in hand. Returns what that was. Raises `Conflict` where it is nothing."""
    person = await person_in_charge(ctx, user_id)
    successor = await successor_of(ctx, person, request.to_user_id)
    found = await in_hand(ctx, person)
    if found.is_empty:
        raise Conflict(Code.NOTHING_IN_HAND, name=person.display_name)
    told: dict[int, list[int]] = defaultdict(list)
    for task in found.tasks:
        passed = passed_task(task, person.id, successor.id)
        concerned = {*task.responsible_user_ids, *filter(None, [task.created_by_user_id]), successor.id} - {person.id}
        await save_and_tell(ctx, task, passed, {*concerned, person.id})
        if passed.responsible_user_ids == task.responsible_user_ids:
            concerned = {successor.id}
        for each in concerned:
            told[each].append(task.id)
    await pass_events(ctx, found.events, person.id, successor.id)
    for rule in found.rules:
        await save_rule(ctx, rule, passed_rule(rule, person.id, successor.id))
    told.setdefault(successor.id, [])
    told[person.id] = [task.id for task in found.tasks]
    await ctx.uow.outbox.add([*messages(ctx, found, successor.id, told)])
    ctx.audit(f"handed over user={person.id} to={successor.id}")
    return found


async def person_in_charge(ctx: Context, user_id: int) -> User:
    """Somebody whose work the caller may pass on. Raises `NotFound` or `Forbidden`."""
    person = await by_id(ctx, user_id)
    require(ctx.actor, Operation.HANDOVER, relations_to(ctx.actor, person))
    return person


def relations_to(actor: Actor, person: User) -> set[Relation]:
    """Return the actor's relations to a person whose work is passed on; one who has left is still led."""
    return relations_that_hold({Relation.LEADER: person.leader_user_id == actor.id})


async def successor_of(ctx: Context, person: User, user_id: int) -> User:
    """An active colleague within the caller's reach. Raises `Invalid` where it is not one."""
    successor = await ctx.uow.users.get(user_id)
    if successor is None or successor.role is Role.SERVICE or successor.id == person.id:
        raise Invalid.at("toUserId", FieldCode.UNKNOWN_ID, value=user_id)
    if not successor.is_active:
        raise Invalid.at("toUserId", FieldCode.INACTIVE_USER, value=user_id)
    require_within_reach(ctx.actor, [user_id])
    return successor


async def in_hand(ctx: Context, person: User) -> InHand:
    theirs = Actor(msgspec.structs.replace(person, role=Role.MEMBER))
    tasks = [
        task
        for task in await ctx.uow.tasks.list(theirs)
        if task.is_open and person.id in {task.leader_user_id, *task.responsible_user_ids}
    ]
    rules = [rule for rule in await ctx.uow.task_rules.list(theirs) if rule.state is not RuleState.ENDED]
    return InHand(
        as_colleague(person),
        sorted(tasks, key=lambda task: (task.fecha_cumplir, task.id)),
        await events_in_hand(ctx, theirs),
        sorted(rules, key=lambda rule: (rule.last_on, rule.id)),
        await reported(ctx, person.id, tasks),
    )


async def reported(ctx: Context, person: int, tasks: Sequence[Task]) -> Mapping[int, int]:
    """The percentages that a person has reported last, by task."""
    latest = await ctx.uow.daily_logs.previous(person, [task.id for task in tasks], date.max) if tasks else ()
    return {each.task_id: each.porcentaje for each in latest}


async def events_in_hand(ctx: Context, theirs: Actor) -> Sequence[Event]:
    ahead = [
        event
        for event in await ctx.uow.events.list(theirs, start=ctx.now)
        if event.created_by_user_id == theirs.id and event.start_datetime > ctx.now and takes_place(ctx, event)
    ]
    with_others = {
        each.event_id
        for each in await ctx.uow.participants.of_events([event.id for event in ahead])
        if each.user_id != theirs.id
    }
    shared = [event for event in ahead if event.is_public or event.id in with_others]
    return sorted(shared, key=lambda event: (event.start_datetime, event.id))


def passed_task(task: Task, person: int, successor: int) -> Task:
    people = in_place_of(task, person, successor)
    return msgspec.structs.replace(
        task,
        responsible_user_id=people[0],
        responsible_user_ids=people,
        leader_user_id=successor if task.leader_user_id == person else task.leader_user_id,
    )


def passed_rule(rule: TaskRule, person: int, successor: int) -> TaskRule:
    return msgspec.structs.replace(
        rule,
        responsible_user_ids=in_place_of(rule, person, successor),
        leader_user_id=successor if rule.leader_user_id == person else rule.leader_user_id,
        created_by_user_id=successor if rule.created_by_user_id == person else rule.created_by_user_id,
    )


def in_place_of(thing: Task | TaskRule, person: int, successor: int) -> Sequence[int]:
    return list(dict.fromkeys(successor if each == person else each for each in thing.responsible_user_ids))


async def pass_events(ctx: Context, events: Sequence[Event], person: int, successor: int) -> None:
    """Make the successor the creator of events, who takes part where the person did.

    All events of a series get the creator, over or not, since its first event's creator may change the series.
    """
    series = dict.fromkeys(event.series_id for event in events if event.series_id is not None)
    whole = [seen.event for each in series for seen in await ctx.uow.series.seen(each, person)]
    for event in {each.id: each for each in (*events, *whole)}.values():
        changed = msgspec.structs.replace(event, created_by_user_id=successor, updated_at=ctx.now)
        await ctx.uow.events.update(changed)
    for row in await ctx.uow.participants.of_events([event.id for event in events]):
        if row.user_id == person:
            taken = msgspec.structs.replace(row, user_id=successor, updated_at=ctx.now)
            if not await ctx.uow.participants.update(taken, ParticipationStatus.ACCEPTED):
                await ctx.uow.participants.delete(row.id, ctx.now)


def messages(ctx: Context, found: InHand, successor: int, told: Mapping[int, Sequence[int]]) -> Sequence[NewMessage]:
    """Make a message to each concerned but the caller, of what concerns them: of all to the successor and the person.

    The person, who may no longer read it, is told its titles, one a line, in the order of the ids.
    """
    about = {"person_id": found.person.id, "to_user_id": successor, "by_user_id": ctx.actor.id}
    occasion = f"{found.person.id}:{ctx.now.isoformat()}"
    more = {
        "event_ids": [event.id for event in found.events],
        "rule_ids": [rule.id for rule in found.rules],
    }
    of_tasks, of_rules = [task.descripcion for task in found.tasks], [rule.descripcion for rule in found.rules]
    words = [*of_tasks, *(event.title for event in found.events), *of_rules]
    titles = "\n".join(" ".join(each.split()) for each in words)
    extra: dict[int, Params] = {successor: more, found.person.id: {**more, "titles": titles}}
    return [
        new_message(
            ctx,
            MessageKind.HANDED_OVER,
            person,
            occasion,
            {**about, "task_ids": list(tasks), **extra.get(person, {})},
        )
        for person, tasks in sorted(told.items())
        if person != ctx.actor.id
    ]


class PassedIds(Struct, frozen=True):
    """The ids of what was passed on, as a message has them."""

    tasks: Sequence[int]
    events: Sequence[int]
    rules: Sequence[int]


def passed_ids(params: Params) -> PassedIds:
    found = (params.get(name, ()) for name in ("task_ids", "event_ids", "rule_ids"))
    return PassedIds(*([] if isinstance(each, int | str) else each for each in found))


@query
async def passed_on(ctx: Context, user_id: int, to_user_id: int, ids: PassedIds) -> InHand | None:
    """Find what of a handover is still with its new owner and may be read by the caller; None if nothing."""
    person = await by_id(ctx, user_id)
    tasks = [
        task
        for task in await ctx.uow.tasks.by_ids(ids.tasks)
        if task.is_open
        and to_user_id in {task.leader_user_id, *task.responsible_user_ids}
        and await readable(ctx, task)
    ]
    events = [
        seen.event for each in ids.events if (seen := await find_visible(ctx, each)) and is_ahead(ctx, seen.event)
    ]
    rules = [rule for each in ids.rules if (rule := await ctx.uow.task_rules.get(each))]
    found = InHand(
        as_colleague(person),
        sorted(tasks, key=lambda task: (task.fecha_cumplir, task.id)),
        [event for event in events if event.created_by_user_id == to_user_id],
        [rule for rule in rules if rule.state is not RuleState.ENDED and visible_rule(ctx.actor, rule)],
        await reported(ctx, person.id, tasks) if ctx.actor.id == to_user_id else {},
    )
    return None if found.is_empty else found


@query
async def left_behind(ctx: Context, task_id: int) -> LeftBehind | None:
    """Find where the last of others who had the caller's task left it, until the caller reports on it themselves."""
    task = await get_task(ctx, task_id)
    if ctx.actor.id not in task.responsible_user_ids:
        return None
    left = next(iter(await ctx.uow.daily_logs.left_by_others([task_id])), None)
    own = (await reported(ctx, ctx.actor.id, [task])).get(task_id, 0)
    if left is None or own not in (0, left.porcentaje):
        return None
    motivo = None
    if left.semaforo is Semaforo.ROJO:
        reds = await ctx.uow.reds.lasting_within([left.user_id, ctx.actor.id], ctx.now - REDS_READ, ctx.now + INSTANT)
        motivo = next((red.motivo for red in reversed(reds) if red.task_id == task_id), None)
    if not (left.porcentaje or motivo):
        return None
    (person,) = await ctx.uow.users.by_ids([left.user_id])
    return LeftBehind(person.display_name, left.porcentaje, motivo)

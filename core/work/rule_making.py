"""Making the next task of a rule: on the date of the last one, or once the rule no longer has to wait.

A rule waits while as many of its tasks are open as `rule_open_tasks` allows; dates that pass meanwhile are skipped. It
makes a task as its creator would make it then; where that is not possible any more, it is paused and they are told.
"""

from collections.abc import Collection, Iterable, Mapping

import msgspec

from core.application.use_case import Context
from core.base.calendar_time import ONE_DAY
from core.base.model import TaskStatus
from core.messages.outbox import new_message
from core.people.public_holidays import calendar_of
from core.records.messages import MessageKind
from core.records.people import Actor, User
from core.records.work import NewTask, RuleState, Task, TaskRule
from core.work.assignments import default_leader, may_assign
from core.work.day_items import add_task
from core.work.rule_dates import RuleDate, rule_dates
from core.work.task_news import tell_assigned


async def make_tasks(ctx: Context) -> int:
    """Make the next task of each rule whose day has come. Returns how many."""
    made = [await make_next(ctx, rule) for rule in await ctx.uow.task_rules.due(ctx.today)]
    return sum(made)


async def make_awaited(ctx: Context, task: Task) -> None:
    """Make the next task of a rule that waits until this one is closed or deleted."""
    rule = await ctx.uow.task_rules.of_task(task.id)
    if rule is not None and rule.state is RuleState.WAITING:
        await make_next(ctx, rule)


async def make_next(ctx: Context, rule: TaskRule) -> bool:
    """Make the next task of a rule if there is to be one and there may be; else the rule ends, waits or is paused."""
    users = {user.id: user for user in await ctx.uow.users.by_ids(people_of(rule))}
    following = next_date(ctx, rule, users)
    if following is None:
        await save(ctx, rule, msgspec.structs.replace(rule, state=RuleState.ENDED))
        return False
    if await ctx.uow.task_rules.count_open(rule.id) >= ctx.settings.rule_open_tasks:
        await save(ctx, rule, msgspec.structs.replace(rule, state=RuleState.WAITING))
        return False
    present = {user.id for user in users.values() if user.is_active}
    responsibles = [person for person in rule.responsible_user_ids if person in present]
    creator = Actor(users[rule.created_by_user_id], frozenset(await ctx.uow.users.team_ids(rule.created_by_user_id)))
    if creator.id not in present or not responsibles or not may_assign(creator, responsibles):
        return await pause(ctx, rule, users)
    as_creator = msgspec.structs.replace(ctx, actor=creator)
    leads = rule.leader_user_id in present
    task = await add_task(
        ctx,
        NewTask(
            descripcion=rule.descripcion,
            leader_user_id=rule.leader_user_id if leads else await default_leader(as_creator, responsibles[0]),
            responsible_user_ids=responsibles,
            fecha_solicitud=ctx.today,
            fecha_cumplir=following.due,
            estatus=TaskStatus.PENDIENTE,
            prioridad=rule.prioridad,
            created_by_user_id=creator.id,
            created_at=ctx.now,
            updated_at=ctx.now,
        ),
    )
    await tell_assigned(as_creator, task, responsibles)
    count = rule.task_count + 1
    made = msgspec.structs.replace(
        rule, state=RuleState.ACTIVE, last_on=following.on, task_id=task.id, task_count=count
    )
    await save(ctx, rule, made)
    return True


async def pause(ctx: Context, rule: TaskRule, users: Mapping[int, User]) -> bool:
    """Pause a rule that can make no task, and tell its creator or, if they have left, its leader. Always False."""
    await save(ctx, rule, msgspec.structs.replace(rule, state=RuleState.PAUSED))
    leaders = [rule.leader_user_id, *(users[person].leader_user_id for person in rule.responsible_user_ids)]
    candidates = [each for each in (rule.created_by_user_id, *leaders) if each is not None]
    active = {user.id for user in await ctx.uow.users.by_ids(candidates) if user.is_active}
    if told := [each for each in candidates if each in active][:1]:
        about, occasion = {"rule_id": rule.id}, f"{rule.id}:{ctx.now.isoformat()}"
        await ctx.uow.outbox.add([new_message(ctx, MessageKind.RULE_PAUSED, told[0], occasion, about)])
    return False


async def save(ctx: Context, rule: TaskRule, changed: TaskRule) -> TaskRule:
    """Save a rule as changed. A change that changes nothing keeps updatedAt."""
    if changed == rule:
        return rule
    saved = msgspec.structs.replace(changed, updated_at=ctx.now)
    await ctx.uow.task_rules.update(saved)
    return saved


def next_date(ctx: Context, rule: TaskRule, users: Mapping[int, User]) -> RuleDate | None:
    """The date of the next task, from today on; None after the last one. `users`: at least its responsibles, by id."""
    if rule.occurrence_count is not None and rule.task_count >= rule.occurrence_count:
        return None
    start = max(ctx.today, rule.last_on + ONE_DAY)
    holidays = holiday_calendars(ctx, [users[person] for person in rule.responsible_user_ids if person in users])
    return next(rule_dates(ctx.settings, holidays, rule.recurrence, start, start), None)


def holiday_calendars(ctx: Context, people: Iterable[User]) -> Collection[str]:
    """The calendars of public holidays of some people, everybody's where there are none."""
    return {calendar_of(person, ctx.settings) for person in people} or {ctx.settings.holidays}


def people_of(rule: TaskRule) -> set[int]:
    return {*rule.responsible_user_ids, rule.created_by_user_id, *filter(None, [rule.leader_user_id])}

"""Messages of the outbox as they are sent: what each kind says now, or why it is not sent any more.

The sender calls `draw_push` with the recipient's context, sends the panel and has `Memory.remember_subject` remember
the screen, so that replies and buttons are understood; an open question stays open. Everything is read at that moment:
what was deleted, done or reassigned since the message was queued is not sent.

Messages to a linked group are drawn for the group's viewer (`GROUP_PUSHES`).
"""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date

from msgspec import Struct

from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day
from bot.chat.callbacks.late import Late
from bot.chat.callbacks.reminders import ReminderCard
from bot.chat.callbacks.summary import Summary
from bot.chat.callbacks.surveys import Survey
from bot.chat.callbacks.task_moves import Move, MoveAnswered, MoveAsked
from bot.chat.callbacks.tasks import CommentPrompt, TaskList
from bot.chat.callbacks.team import Team
from bot.chat.context import REFUSALS, ChatContext
from bot.chat.handlers import task_moves
from bot.chat.handlers.day import date_request
from bot.chat.handlers.late import draw_late
from bot.chat.handlers.reminders import draw_reminder
from bot.chat.handlers.summary import draw_summary
from bot.chat.handlers.surveys import survey_model
from bot.chat.panels import pushes as panels
from bot.chat.panels.components import Panel
from bot.chat.panels.groups import in_group
from bot.chat.panels.surveys import survey_panel
from bot.chat.panels.task_moves import asked_panel
from core.base.model import TaskStatus
from core.calendar import agenda
from core.delivery import nudges
from core.delivery.nudges import DayStep
from core.people import colleagues, users
from core.records.messages import Message, MessageKind, Reason
from core.records.work import DailyLog, DailyLogState, Task
from core.work import daily_logs, day_overview, late_tasks, tasks
from core.work.daily_logs import DayView
from core.work.tasks import WORKABLE


class Push(Struct, frozen=True):
    """A message to send, and the screen that is remembered for it."""

    screen: Screen
    panel: Panel


PushDrawer = Callable[[ChatContext, Message], Awaitable[Push]]


class NothingToSendError(Exception):
    """A message that is not sent any more, and why."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason


async def draw_push(ctx: ChatContext, message: Message) -> Push | Reason:
    """A message as its recipient, who is the actor, reads it now; or why it is not sent any more."""
    in_private = message.group_chat_id is None
    try:
        push = await (PUSHES if in_private else GROUP_PUSHES)[message.kind](ctx, message)
    except NothingToSendError as nothing:
        return nothing.reason
    except REFUSALS:
        return Reason.GONE
    return push if in_private else Push(push.screen, in_group(ctx.scene, push.screen, push.panel))


def require(holds: object, reason: Reason = Reason.GONE) -> None:
    if not holds:
        raise NothingToSendError(reason)


def int_param(message: Message, name: str) -> int:
    value = message.params[name]
    assert isinstance(value, int)  # noqa: S101 as it was written
    return value


async def draw_promoted(ctx: ChatContext, message: Message) -> Push:
    ids = message.params["task_ids"]
    mine = await ctx.run(tasks.my_open_tasks)
    theirs = [task for task in mine if isinstance(ids, list) and task.id in ids and task.estatus in WORKABLE]
    require(theirs)
    return Push(TaskList(), panels.promoted_panel(ctx.scene, theirs))


async def draw_reminder_push(ctx: ChatContext, message: Message) -> Push:
    screen = ReminderCard(int_param(message, "event_id"))
    require(not (await ctx.run(agenda.event_details, screen.event)).cancelled)
    return Push(screen, await draw_reminder(ctx, screen))


async def draw_survey_push(ctx: ChatContext, message: Message) -> Push:
    screen = Survey(int_param(message, "task_id"))
    model = await survey_model(ctx, screen.task)
    require(model.task.estatus is not TaskStatus.CERRADA, Reason.DONE)
    require(model.open and model.task.fecha_cumplir < ctx.today)
    return Push(screen, survey_panel(ctx.scene, model, screen))


async def draw_digest(ctx: ChatContext, message: Message) -> Push:
    todays_date(ctx, message)
    late = await ctx.run(late_tasks.late_tasks)
    require(late.own or late.team, Reason.DONE)
    return Push(Late(), await draw_late(ctx, Late()))


async def draw_assigned(ctx: ChatContext, message: Message) -> Push:
    task = await own_task(ctx, message)
    require(task.estatus is not TaskStatus.CERRADA, Reason.DONE)
    by = await display_name(ctx, int_param(message, "by_user_id"))
    return Push(CommentPrompt(task.id), panels.assigned_panel(ctx.scene, task, by))


async def draw_commented(ctx: ChatContext, message: Message) -> Push:
    task = await own_task(ctx, message)
    comment = await ctx.run(tasks.get_comment, task.id, int_param(message, "comment_id"))
    by = await display_name(ctx, comment.created_by_user_id)
    return Push(CommentPrompt(task.id), panels.commented_panel(ctx.scene, task, comment, by))


async def own_task(ctx: ChatContext, message: Message) -> Task:
    task = await ctx.run(tasks.get_task, int_param(message, "task_id"))
    require(task.is_active and ctx.actor.id in task.responsible_user_ids)
    return task


async def display_name(ctx: ChatContext, person: int) -> str:
    return (await ctx.run(users.display_names, [person])).get(person, "")


async def draw_birthdays(ctx: ChatContext, message: Message) -> Push:
    today = todays_date(ctx, message)
    people = await ctx.run(colleagues.birthdays_today)
    require(people)
    others = [person for person in people if person.id != ctx.actor.id]
    panel = panels.birthdays_panel(ctx.scene, others, own=len(others) < len(people))
    return Push(Day(today), panel)


def step_prompt(wanted: DayStep) -> PushDrawer:
    async def ask(ctx: ChatContext, message: Message) -> Push:
        day = await todays_day(ctx, message)
        step = nudges.step_asked_about(wanted, day.log)
        if step is None:
            raise NothingToSendError(Reason.DONE if day.log else Reason.GONE)
        return Push(Day(day.fecha), panels.step_panel(ctx.scene, day, step))

    return ask


async def draw_nudge(ctx: ChatContext, message: Message) -> Push:
    day = await todays_day(ctx, message)
    step = next_step(day.log)
    by = await display_name(ctx, int_param(message, "by_user_id"))
    return Push(Day(day.fecha), panels.step_panel(ctx.scene, day, step, by))


async def draw_group_nudge(ctx: ChatContext, message: Message) -> Push:
    fecha = todays_date(ctx, message)
    people = await ctx.run(day_overview.team_day, date_request(fecha))
    person = next((each for each in people if each.user.id == message.user_id), None)
    if person is None:
        raise NothingToSendError(Reason.GONE)
    step = next_step(person.log)
    by = await display_name(ctx, int_param(message, "by_user_id"))
    return Push(Team(fecha), panels.nudge_panel(ctx.scene, person.user, step, by))


def todays_date(ctx: ChatContext, message: Message) -> date:
    """The day that a message is about, which must be today."""
    fecha = date.fromordinal(int_param(message, "day"))
    require(fecha == ctx.today)
    return fecha


async def todays_day(ctx: ChatContext, message: Message) -> DayView:
    return await ctx.run(daily_logs.my_day, date_request(todays_date(ctx, message)))


def next_step(log: DailyLogState | DailyLog | None) -> DayStep:
    step = nudges.next_step(log)
    if step is None:
        raise NothingToSendError(Reason.DONE)
    return step


async def draw_summary_push(ctx: ChatContext, message: Message) -> Push:
    todays_date(ctx, message)
    screen = Summary(own=not ctx.leads)
    return Push(screen, await draw_summary(ctx, screen))


async def draw_move_asked(ctx: ChatContext, message: Message) -> Push:
    screen = MoveAsked(
        int_param(message, "absence_id"),
        int_param(message, "task_id"),
        int_param(message, "before"),
        *requested_move(message),
    )
    model = await task_moves.load_request(ctx, screen)
    require(model.open, Reason.DONE if model.fulfilled else Reason.GONE)
    return Push(screen, asked_panel(ctx.scene, model, screen))


async def draw_move_answered(ctx: ChatContext, message: Message) -> Push:
    accepted = int_param(message, "accepted") > 0
    screen = MoveAnswered(
        int_param(message, "task_id"), int_param(message, "by_user_id"), *requested_move(message), accepted
    )
    return Push(screen, await task_moves.draw_answered(ctx, screen))


def requested_move(message: Message) -> tuple[Move, int]:
    return (
        (Move.DAY, int_param(message, "day"))
        if "day" in message.params
        else (Move.PERSON, int_param(message, "person_id"))
    )


PUSHES: Mapping[MessageKind, PushDrawer] = {
    MessageKind.PLANNING_PROMOTED: draw_promoted,
    MessageKind.REMINDER: draw_reminder_push,
    MessageKind.OVERDUE_SURVEY: draw_survey_push,
    MessageKind.OVERDUE_DIGEST: draw_digest,
    MessageKind.TASK_ASSIGNED: draw_assigned,
    MessageKind.TASK_COMMENTED: draw_commented,
    MessageKind.BIRTHDAYS: draw_birthdays,
    MessageKind.OPEN_PROMPT: step_prompt(DayStep.OPEN),
    MessageKind.AVANCE_PROMPT: step_prompt(DayStep.AVANCE),
    MessageKind.CLOSE_PROMPT: step_prompt(DayStep.CLOSE),
    MessageKind.NUDGE: draw_nudge,
    MessageKind.TEAM_SUMMARY: draw_summary_push,
    MessageKind.MOVE_ASKED: draw_move_asked,
    MessageKind.MOVE_ANSWERED: draw_move_answered,
}

GROUP_PUSHES: Mapping[MessageKind, PushDrawer] = {
    MessageKind.NUDGE: draw_group_nudge,
    MessageKind.TEAM_SUMMARY: draw_summary_push,
}
"""The kinds that a linked group may be sent; whom one is about is the message's `user_id`, not the actor."""

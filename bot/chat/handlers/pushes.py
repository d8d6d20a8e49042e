"""Messages of the outbox as they are written to their person: what each says now, or why it is not said any more.

Whoever sends asks `push` for a message with a turn of its recipient, sends the panel, and has `Memory.note` remember
its view: replies and buttons are understood as those of any other message, and a question that waits for an answer goes
on waiting. What is told is read from the store at that very time: what was deleted, done or taken away since is not.

What is told in a linked group is drawn with the group's eyes (`GROUP_PUSHES`), for everybody in it to read.
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
from core.records.messages import Message, MessageKind, Params, Reason
from core.records.work import Task
from core.work import daily_logs, day_overview, late_tasks, tasks
from core.work.daily_logs import DayView
from core.work.tasks import WORKABLE


class Push(Struct, frozen=True):
    """A message to send, and the view that it is remembered by."""

    screen: Screen
    panel: Panel


PushOrReason = Push | Reason


async def draw_push(ctx: ChatContext, message: Message) -> PushOrReason:
    """A message as its recipient, whose turn it is, reads it now; or why there is nothing to tell any more."""
    try:
        if message.group_chat_id is None:
            return await PUSHES[message.kind](ctx, message.params)
        told = await GROUP_PUSHES[message.kind](ctx, message)
    except REFUSALS:
        return Reason.GONE
    return Push(told.screen, in_group(ctx.scene, told.screen, told.panel)) if isinstance(told, Push) else told


def int_param(params: Params, name: str) -> int:
    value = params[name]
    assert isinstance(value, int)  # noqa: S101 as it was written
    return value


async def draw_promoted(ctx: ChatContext, params: Params) -> PushOrReason:
    ids = params["task_ids"]
    mine = await ctx.run(tasks.my_open_tasks)
    theirs = [task for task in mine if isinstance(ids, list) and task.id in ids and task.estatus in WORKABLE]
    return Push(TaskList(), panels.promoted_panel(ctx.scene, theirs)) if theirs else Reason.GONE


async def draw_reminder_push(ctx: ChatContext, params: Params) -> PushOrReason:
    screen = ReminderCard(int_param(params, "event_id"))
    if (await ctx.run(agenda.event_details, screen.event)).cancelled:
        return Reason.GONE
    return Push(screen, await draw_reminder(ctx, screen))


async def draw_survey_push(ctx: ChatContext, params: Params) -> PushOrReason:
    screen = Survey(int_param(params, "task_id"))
    model = await survey_model(ctx, screen.task)
    if model.task.estatus is TaskStatus.CERRADA:
        return Reason.DONE
    if not model.open or model.task.fecha_cumplir >= ctx.today:
        return Reason.GONE
    return Push(screen, survey_panel(ctx.scene, model, screen))


async def draw_digest(ctx: ChatContext, params: Params) -> PushOrReason:
    """What is late, of theirs and of the people they lead; one that waited for longer than its day makes way."""
    if date.fromordinal(int_param(params, "day")) != ctx.today:
        return Reason.GONE
    late = await ctx.run(late_tasks.late_tasks)
    return Push(Late(), await draw_late(ctx, Late())) if late.own or late.team else Reason.DONE


async def draw_assigned(ctx: ChatContext, params: Params) -> PushOrReason:
    task = await own_task(ctx, params)
    if task is None or task.estatus is TaskStatus.CERRADA:
        return Reason.DONE if task else Reason.GONE
    by = await display_name(ctx, int_param(params, "by_user_id"))
    return Push(CommentPrompt(task.id), panels.assigned_panel(ctx.scene, task, by))


async def draw_commented(ctx: ChatContext, params: Params) -> PushOrReason:
    task = await own_task(ctx, params)
    if task is None:
        return Reason.GONE
    comment = await ctx.run(tasks.get_comment, task.id, int_param(params, "comment_id"))
    by = await display_name(ctx, comment.created_by_user_id)
    return Push(CommentPrompt(task.id), panels.commented_panel(ctx.scene, task, comment, by))


async def own_task(ctx: ChatContext, params: Params) -> Task | None:
    task = await ctx.run(tasks.get_task, int_param(params, "task_id"))
    return task if task.is_active and ctx.actor.id in task.responsible_user_ids else None


async def display_name(ctx: ChatContext, person: int) -> str:
    return (await ctx.run(users.display_names, [person])).get(person, "")


async def draw_birthdays(ctx: ChatContext, params: Params) -> PushOrReason:
    if date.fromordinal(int_param(params, "day")) != ctx.today:
        return Reason.GONE
    people = await ctx.run(colleagues.birthdays_today)
    others = [person for person in people if person.id != ctx.actor.id]
    if not people:
        return Reason.GONE
    panel = panels.birthdays_panel(ctx.scene, others, own=len(others) < len(people))
    return Push(Day(ctx.today), panel)


def step_prompt(wanted: DayStep) -> Callable[[ChatContext, Params], Awaitable[PushOrReason]]:
    async def ask(ctx: ChatContext, params: Params) -> PushOrReason:
        day = await todays_day(ctx, params)
        if day is None:
            return Reason.GONE
        step = nudges.step_asked_about(wanted, day.log)
        if step is None:
            return Reason.DONE if day.log else Reason.GONE
        return Push(Day(day.fecha), panels.step_panel(ctx.scene, day, step))

    return ask


async def draw_nudge(ctx: ChatContext, params: Params) -> PushOrReason:
    day = await todays_day(ctx, params)
    if day is None:
        return Reason.GONE
    step = nudges.next_step(day.log)
    if step is None:
        return Reason.DONE
    by = await display_name(ctx, int_param(params, "by_user_id"))
    return Push(Day(day.fecha), panels.step_panel(ctx.scene, day, step, by))


async def draw_group_nudge(ctx: ChatContext, message: Message) -> PushOrReason:
    fecha = date.fromordinal(int_param(message.params, "day"))
    people = await ctx.run(day_overview.team_day, date_request(fecha)) if fecha == ctx.today else ()
    person = next((each for each in people if each.user.id == message.user_id), None)
    if person is None:
        return Reason.GONE
    step = nudges.next_step(person.log)
    if step is None:
        return Reason.DONE
    by = await display_name(ctx, int_param(message.params, "by_user_id"))
    return Push(Team(fecha), panels.nudge_panel(ctx.scene, person.user, step, by))


async def todays_day(ctx: ChatContext, params: Params) -> DayView | None:
    """Their day that a message is about, while it is today."""
    fecha = date.fromordinal(int_param(params, "day"))
    if fecha != ctx.today:
        return None
    return await ctx.run(daily_logs.my_day, date_request(fecha))


async def draw_summary_push(ctx: ChatContext, params: Params) -> PushOrReason:
    if date.fromordinal(int_param(params, "day")) != ctx.today:
        return Reason.GONE
    screen = Summary(own=not ctx.leads)
    return Push(screen, await draw_summary(ctx, screen))


async def draw_group_summary(ctx: ChatContext, message: Message) -> PushOrReason:
    return await draw_summary_push(ctx, message.params)


async def draw_move_asked(ctx: ChatContext, params: Params) -> PushOrReason:
    screen = MoveAsked(
        int_param(params, "absence_id"),
        int_param(params, "task_id"),
        int_param(params, "before"),
        *requested_move(params),
    )
    model = await task_moves.load_request(ctx, screen)
    if not model.open:
        return Reason.DONE if model.fulfilled else Reason.GONE
    return Push(screen, asked_panel(ctx.scene, model, screen))


async def draw_move_answered(ctx: ChatContext, params: Params) -> PushOrReason:
    accepted = int_param(params, "accepted") > 0
    screen = MoveAnswered(
        int_param(params, "task_id"), int_param(params, "by_user_id"), *requested_move(params), accepted
    )
    return Push(screen, await task_moves.draw_answered(ctx, screen))


def requested_move(params: Params) -> tuple[Move, int]:
    return (Move.DAY, int_param(params, "day")) if "day" in params else (Move.PERSON, int_param(params, "person_id"))


PUSHES: Mapping[MessageKind, Callable[[ChatContext, Params], Awaitable[PushOrReason]]] = {
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

GROUP_PUSHES: Mapping[MessageKind, Callable[[ChatContext, Message], Awaitable[PushOrReason]]] = {
    MessageKind.NUDGE: draw_group_nudge,
    MessageKind.TEAM_SUMMARY: draw_group_summary,
}
"""What can be told in a linked group: drawn with its eyes, so the message itself says of whom it is (`user_id`)."""

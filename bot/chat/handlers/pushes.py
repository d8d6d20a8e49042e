"""Drawing the messages of the outbox when they are sent: what each kind says now, or why it is not sent any more.

The sender calls `draw_push` with the recipient's context, sends the panel and has `Memory.remember_subject` remember
the screen, so that replies and buttons are understood; an open question stays open. Everything is read at that moment:
what was deleted, done or reassigned since the message was queued is not sent.

Messages to a linked group are drawn for the group's viewer (`GROUP_PUSHES`).
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from bot.chat.callbacks.absences import Move, MoveAnswered, MoveAsked
from bot.chat.callbacks.agenda import ReminderCard
from bot.chat.callbacks.calendars import OwnCalendars
from bot.chat.callbacks.day import Day
from bot.chat.callbacks.red import RedCard
from bot.chat.callbacks.surveys import Survey, SurveyList
from bot.chat.callbacks.tasks import CommentPrompt, TaskList
from bot.chat.callbacks.team import Late, PeriodSummaryOf, Person, Summary, Team
from bot.chat.context import REFUSALS, ChatContext
from bot.chat.handlers import absences, asked_tasks, groups, own_reminders, proposals, task_nudges, tokens
from bot.chat.handlers.comments import attachments_of
from bot.chat.handlers.day import date_request
from bot.chat.handlers.invitations import (
    draw_cancelled,
    draw_changed,
    draw_declined,
    draw_invited,
    draw_restored,
)
from bot.chat.handlers.late import draw_late
from bot.chat.handlers.pushing import (
    NothingToSendError,
    Push,
    PushDrawer,
    description_in,
    display_name,
    int_param,
    name_of_doer,
    require,
)
from bot.chat.handlers.summary import draw_summary, read_period
from bot.chat.handlers.surveys import survey_list, survey_model
from bot.chat.panels import pushes as panels
from bot.chat.panels import red as red_panels
from bot.chat.panels.absences import asked_panel
from bot.chat.panels.agenda import reminder_panel
from bot.chat.panels.groups import in_all_languages, in_group
from bot.chat.panels.handover import handed_over_panel, taken_over_panel
from bot.chat.panels.period_summary import period_panel
from bot.chat.panels.surveys import survey_panel
from core.base.calendar_time import ONE_DAY
from core.base.errors import NotFound
from core.base.model import Role, TaskStatus
from core.calendar import outside_calendars, reminders
from core.delivery import ledger, nudges, snoozes, surveys, webhooks
from core.delivery.nudges import DayStep
from core.messages.outbox import messages_of
from core.people import absence_news, colleagues, users
from core.records.messages import Message, MessageKind, Outcome, Reason
from core.records.work import RuleState, Task
from core.work import (
    daily_logs,
    day_overview,
    followers,
    handover,
    history,
    red_help,
    red_news,
    splitting,
    task_rules,
    tasks,
)
from core.work.daily_logs import DayView
from core.work.tasks import WORKABLE


async def draw_push(ctx: ChatContext, message: Message, *, first: bool = False) -> Push | Reason:
    """The message as it reads now for its recipient, the actor, or why it is not sent; the `first` one greets."""
    try:
        if message.group_chat_id is not None:
            return await draw_for_group(ctx, message)
        push = await PUSHES[message.kind](ctx, message)
    except NothingToSendError as nothing:
        return nothing.reason
    except REFUSALS:
        return Reason.GONE
    greets = first and message.kind not in GREETING
    return Push(push.screen, panels.first_panel(ctx.scene, push.panel, ctx.actor.user)) if greets else push


async def draw_for_group(ctx: ChatContext, message: Message) -> Push:
    """The message in each language of the group's people. Raises as the drawing of its kind does."""

    async def draw(ctx: ChatContext) -> Push:
        push = await GROUP_PUSHES[message.kind](ctx, message)
        return Push(push.screen, in_group(ctx.scene, push.screen, push.panel))

    found = await ctx.in_each_language(draw)
    return Push(found[0].screen, in_all_languages([each.panel for each in found]))


async def draw_promoted(ctx: ChatContext, message: Message) -> Push:
    theirs = [task for task in await own_open_tasks(ctx, message) if task.estatus in WORKABLE]
    return Push(TaskList(), panels.promoted_panel(ctx.scene, require(theirs)))


async def own_open_tasks(ctx: ChatContext, message: Message) -> Sequence[Task]:
    """The open tasks of the reader among the several that a message is about."""
    ids = message.params["task_ids"]
    return [task for task in await ctx.run(tasks.my_open_tasks) if isinstance(ids, list) and task.id in ids]


async def draw_reminder_push(ctx: ChatContext, message: Message) -> Push:
    """Draw a reminder of an event; nothing once the event is over, or the reminder is for another time."""
    screen = ReminderCard(int_param(message, "event_id"))
    reminder = await ctx.run(snoozes.event_reminder, screen.event)
    event, now = reminder.details.event, ctx.pipeline.clock.now()
    require(not reminder.details.cancelled)
    require(event.end_datetime > now, Reason.OVER)
    require(event.start_datetime > now or message.outcome is Outcome.WAITING)
    if "reminder_id" in message.params:
        due = await ctx.run(reminders.still_due, event.id, int_param(message, "reminder_id"), message.due_at)
        require(due)
    return Push(screen, reminder_panel(ctx.scene, reminder))


async def draw_survey_push(ctx: ChatContext, message: Message) -> Push:
    several = message.params.get("task_ids")
    if isinstance(several, list):
        return await draw_surveys(ctx, several)
    screen = Survey(int_param(message, "task_id"))
    model = await survey_model(ctx, screen.task)
    require(model.task.estatus is not TaskStatus.CERRADA, Reason.DONE)
    require(model.open and model.task.fecha_cumplir < ctx.today)
    return Push(screen, survey_panel(ctx.scene, model, screen))


async def draw_surveys(ctx: ChatContext, task_ids: Sequence[int]) -> Push:
    screen = SurveyList(ctx.today.toordinal())
    asked = await ctx.run(surveys.asked_about, task_ids)
    require(any(each.task.is_open for each in asked), Reason.DONE)
    return Push(screen, await survey_list(ctx, asked, screen))


async def draw_digest(ctx: ChatContext, message: Message) -> Push:
    """Draw what is late; nothing where its person was asked about all of it today."""
    todays_date(ctx, message)
    screen = Late(unasked=True)
    late = await ctx.run(surveys.unasked_late_tasks)
    if not (late.own or late.team):
        raise NothingToSendError(Reason.ASKED if late.asked else Reason.DONE)
    return Push(screen, await draw_late(ctx, screen))


async def draw_assigned(ctx: ChatContext, message: Message) -> Push:
    if "task_ids" in message.params:
        theirs, by = require(await own_open_tasks(ctx, message)), await name_of_doer(ctx, message)
        return Push(TaskList(), panels.several_assigned_panel(ctx.scene, theirs, by))
    task = await own_task(ctx, message)
    require(task.estatus is not TaskStatus.CERRADA, Reason.DONE)
    by = await name_of_doer(ctx, message)
    others = any(person != ctx.actor.id for person in task.responsible_user_ids)
    passed_on = task.created_at < message.created_at and not others
    left = await ctx.run(handover.left_behind, task.id)
    return Push(CommentPrompt(task.id), panels.assigned_panel(ctx.scene, task, by, left, passed_on=passed_on))


async def draw_handed_over(ctx: ChatContext, message: Message) -> Push:
    """The message about a handover: what its new owner still has of it, as far as the reader may see it."""
    person, to = (int_param(message, name) for name in ("person_id", "to_user_id"))
    if person == ctx.actor.id:
        own = {task.id for task in await ctx.run(tasks.my_open_tasks)}
        passed = handover.passed_ids(message.params)
        require(own.isdisjoint(passed.tasks))
        names = await ctx.names_of({to, int_param(message, "by_user_id")})
        by = names.get(int_param(message, "by_user_id"), "")
        titles = str(message.params.get("titles", "")).split("\n")
        return Push(TaskList(), taken_over_panel(ctx.scene, passed, titles, names.get(to, ""), by))
    held = require(await ctx.run(handover.passed_on, person, to, handover.passed_ids(message.params)))
    name = "" if to == ctx.actor.id else await display_name(ctx, to)
    return Push(TaskList(), handed_over_panel(ctx.scene, held, name))


async def draw_commented(ctx: ChatContext, message: Message) -> Push:
    task = await ctx.run(tasks.get_task, int_param(message, "task_id"))
    first = int_param(message, "comment_id")
    comments = await ctx.run(tasks.news_from, task.id, first, panels.COMMENTS_TOLD)
    require(comments)
    await require_not_muted(ctx, task)
    names = await ctx.names_of(comment.created_by_user_id for comment in comments)
    files = await attachments_of(ctx, comments)
    return Push(CommentPrompt(task.id), panels.commented_panel(ctx.scene, task, comments, names, files))


async def draw_comment_withdrawn(ctx: ChatContext, message: Message) -> Push:
    task = await ctx.run(tasks.get_task, int_param(message, "task_id"))
    await require_not_muted(ctx, task)
    return Push(CommentPrompt(task.id), panels.withdrawn_panel(ctx.scene, task, await name_of_doer(ctx, message)))


async def draw_task_changed(ctx: ChatContext, message: Message) -> Push:
    task_id, earlier = int_param(message, "task_id"), message.params["people"]
    before = earlier if isinstance(earlier, list) else []
    try:
        task = await ctx.run(tasks.get_task, task_id)
    except NotFound:
        require(ctx.actor.id in before)
        return await draw_taken_away(ctx, message)
    people = {*before, *task.responsible_user_ids}
    require(ctx.actor.id in {*people, task.created_by_user_id, task.leader_user_id})
    await require_not_muted(ctx, task)
    require(panels.changed_values(message.params, task), Reason.DONE)
    by = await ctx.run(history.last_changed_by, task.id, int_param(message, "at"))
    doers = {person for person in by.values() if person is not None}
    names = await ctx.names_of(people | doers)
    parts = (await ctx.run(splitting.place_in_split, task.id)).parts
    return Push(CommentPrompt(task.id), panels.changed_panel(ctx.scene, message.params, task, names, by, parts))


async def draw_taken_away(ctx: ChatContext, message: Message) -> Push:
    task_id = int_param(message, "task_id")
    taken = await ctx.run(history.taken_away, task_id, int_param(message, "at"))
    people = [person for person in (taken.by, *taken.to) if person is not None] if taken else []
    names = await ctx.names_of(people)
    panel = panels.taken_away_panel(ctx.scene, task_id, description_in(message), taken, names)
    return Push(TaskList(), panel)


async def require_not_muted(ctx: ChatContext, task: Task) -> None:
    require(not (await ctx.run(followers.get_mute, task.id)).muted, Reason.MUTED)


async def draw_rule_paused(ctx: ChatContext, message: Message) -> Push:
    rule = await ctx.run(task_rules.get_rule, int_param(message, "rule_id"))
    require(rule.state is RuleState.PAUSED, Reason.DONE)
    return Push(CommentPrompt(rule.task_id), panels.rule_paused_panel(ctx.scene, rule))


async def draw_red_push(ctx: ChatContext, message: Message) -> Push:
    """A red that goes on, or the end of one."""
    view = await ctx.run(red_help.view_red, int_param(message, "red_id"))
    require(message.kind is MessageKind.RED_ENDED or view.red.ended_at is None, Reason.DONE)
    return Push(RedCard(view.red.id), red_panels.card_panel(ctx.scene, view, description_in(message)))


async def draw_red_answered(ctx: ChatContext, message: Message) -> Push:
    view = await ctx.run(red_help.view_red, int_param(message, "red_id"))
    by = await name_of_doer(ctx, message)
    on_it = int_param(message, "on_it") > 0
    known = description_in(message)
    return Push(CommentPrompt(view.red.task_id), red_panels.answered_panel(ctx.scene, view, by, known, on_it=on_it))


async def draw_red_taken(ctx: ChatContext, message: Message) -> Push:
    view = await ctx.run(red_help.view_red, int_param(message, "red_id"))
    require(view.red.ended_at is None, Reason.DONE)
    by = await name_of_doer(ctx, message)
    return Push(RedCard(view.red.id), red_panels.taken_panel(ctx.scene, view, by))


async def draw_red_unheard(ctx: ChatContext, message: Message) -> Push:
    """A correction: somebody did not hear of one's red; nothing where it has reached them since."""
    view = await ctx.run(red_help.view_red, int_param(message, "red_id"))
    names = await ctx.run(red_news.unheard_by, view.red, int_param(message, "user_id"))
    require(names)
    return Push(CommentPrompt(view.red.task_id), red_panels.unheard_panel(ctx.scene, view, names))


async def own_task(ctx: ChatContext, message: Message) -> Task:
    task = await ctx.run(tasks.get_task, int_param(message, "task_id"))
    require(task.is_active and ctx.actor.id in task.responsible_user_ids)
    return task


async def draw_joined(ctx: ChatContext, message: Message) -> Push:
    """Draw who has joined; nothing where they have left again, or somebody else leads them."""
    person = int_param(message, "person_id")
    require(person in ctx.actor.team)
    names = await ctx.run(users.names_within_reach, [person])
    require(names)
    return Push(Person(ctx.today, person), panels.joined_panel(ctx.scene, names[person]))


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
        step = require(nudges.step_asked_about(wanted, day.log), Reason.DONE if day.log else Reason.GONE)
        now = ctx.pipeline.clock.now()
        panel = panels.prompt_panel(ctx.scene, day, step, ctx.actor.user, now)
        if step is DayStep.OPEN:
            panel = panels.with_away(ctx.scene, panel, await ctx.run(absence_news.away_today))
        return Push(Day(day.fecha), panel)

    return ask


async def draw_nudge(ctx: ChatContext, message: Message) -> Push:
    day = await todays_day(ctx, message)
    step = require(nudges.next_step(day.log), Reason.DONE)
    by = await name_of_doer(ctx, message)
    return Push(Day(day.fecha), panels.nudged_panel(ctx.scene, day, step, by))


async def draw_group_nudge(ctx: ChatContext, message: Message) -> Push:
    fecha = todays_date(ctx, message)
    people = await ctx.run(day_overview.team_day, date_request(fecha))
    person = require(next((each for each in people if each.user.id == message.user_id), None))
    step = require(nudges.next_step(person.log), Reason.DONE)
    by = await name_of_doer(ctx, message)
    return Push(Team(fecha), panels.nudge_panel(ctx.scene, person.user, step, by))


def todays_date(ctx: ChatContext, message: Message) -> date:
    """The day that a message is about, which must be today."""
    fecha = date.fromordinal(int_param(message, "day"))
    require(fecha == ctx.today)
    return fecha


async def todays_day(ctx: ChatContext, message: Message) -> DayView:
    return await ctx.run(daily_logs.my_day, date_request(todays_date(ctx, message)))


async def draw_summary_push(ctx: ChatContext, message: Message) -> Push:
    todays_date(ctx, message)
    screen = Summary(own=not ctx.leads)
    return Push(screen, await draw_summary(ctx, screen))


async def draw_period_push(ctx: ChatContext, message: Message) -> Push:
    """The latest week or month that is over, if there is anything to tell of it."""
    first, last = (date.fromordinal(int_param(message, name)) for name in ("first", "last"))
    require(ctx.today - last <= last - first + ONE_DAY, Reason.LATE)
    screen = PeriodSummaryOf(first, last)
    found = await read_period(ctx, screen)
    require(not found.is_empty)
    return Push(screen, period_panel(ctx.scene, found, screen))


async def draw_move_asked(ctx: ChatContext, message: Message) -> Push:
    absence, task, before = (int_param(message, name) for name in ("absence_id", "task_id", "before"))
    screen = MoveAsked(absence, task, before, *requested_move(message))
    model = await absences.load_request(ctx, screen)
    require(model.open, Reason.DONE if model.fulfilled else Reason.GONE)
    return Push(screen, asked_panel(ctx.scene, model, screen))


async def draw_move_answered(ctx: ChatContext, message: Message) -> Push:
    accepted = int_param(message, "accepted") > 0
    screen = MoveAnswered(
        int_param(message, "task_id"), int_param(message, "by_user_id"), *requested_move(message), accepted
    )
    return Push(screen, await absences.draw_answered(ctx, screen, description_in(message)))


async def draw_missed(ctx: ChatContext, message: Message) -> Push:
    """Draw what still holds of messages that were withheld, in one."""
    texts, task_ids = dict[str, None](), dict[int, None]()
    for each in await ctx.run(ledger.own_messages, messages_of(message)):
        push = await draw_push(ctx, each)
        if isinstance(push, Push):
            texts[push.panel.html] = None
            if "task_id" in each.params:
                task_ids[int_param(each, "task_id")] = None
    require(texts)
    return Push(Day(ctx.today), panels.missed_panel(ctx.scene, list(texts), list(task_ids)))


async def draw_not_sent(ctx: ChatContext, message: Message) -> Push:
    return Push(Day(ctx.today), panels.not_sent_panel(ctx.scene, MessageKind(str(message.params["of"]))))


async def draw_backup_failed(ctx: ChatContext, message: Message) -> Push:
    require(ctx.actor.role is Role.ADMIN)
    last = message.params.get("last")
    at = datetime.fromisoformat(str(last)) if last else None
    return Push(Day(ctx.today), panels.backup_failed_panel(ctx.scene, str(message.params["why"]), at))


async def draw_webhook_stopped(ctx: ChatContext, message: Message) -> Push:
    """Draw that a webhook was stopped; nothing once it was resumed, paused or deleted."""
    stopped = require(await ctx.run(webhooks.stopped_webhook, int_param(message, "webhook_id")))
    return Push(Day(ctx.today), panels.webhook_stopped_panel(ctx.scene, stopped))


async def draw_calendar_unread(ctx: ChatContext, message: Message) -> Push:
    """Draw that an outside calendar cannot be read; nothing once it was read or removed."""
    calendar = require(await ctx.run(outside_calendars.unread_calendar, int_param(message, "calendar_id")))
    return Push(OwnCalendars(), panels.calendar_unread_panel(ctx.scene, calendar))


def requested_move(message: Message) -> tuple[Move, int]:
    if "day" in message.params:
        return Move.DAY, int_param(message, "day")
    return Move.PERSON, int_param(message, "person_id")


PUSHES: Mapping[MessageKind, PushDrawer] = {
    MessageKind.PLANNING_PROMOTED: draw_promoted,
    MessageKind.REMINDER: draw_reminder_push,
    MessageKind.OWN_REMINDER: own_reminders.draw_push,
    MessageKind.OVERDUE_SURVEY: draw_survey_push,
    MessageKind.OVERDUE_DIGEST: draw_digest,
    MessageKind.TASK_ASSIGNED: draw_assigned,
    MessageKind.HANDED_OVER: draw_handed_over,
    MessageKind.TASK_COMMENTED: draw_commented,
    MessageKind.COMMENT_WITHDRAWN: draw_comment_withdrawn,
    MessageKind.TASK_CHANGED: draw_task_changed,
    MessageKind.RED: draw_red_push,
    MessageKind.RED_ANSWERED: draw_red_answered,
    MessageKind.RED_TAKEN: draw_red_taken,
    MessageKind.RED_ENDED: draw_red_push,
    MessageKind.RED_UNHEARD: draw_red_unheard,
    MessageKind.JOINED: draw_joined,
    MessageKind.TASK_ASKED: asked_tasks.draw_asked,
    MessageKind.ASKED_ANSWERED: asked_tasks.draw_asked,
    MessageKind.ASKED_WITHDRAWN: asked_tasks.draw_withdrawn,
    MessageKind.RULE_PAUSED: draw_rule_paused,
    MessageKind.BIRTHDAYS: draw_birthdays,
    MessageKind.OPEN_PROMPT: step_prompt(DayStep.OPEN),
    MessageKind.AVANCE_PROMPT: step_prompt(DayStep.AVANCE),
    MessageKind.CLOSE_PROMPT: step_prompt(DayStep.CLOSE),
    MessageKind.NUDGE: draw_nudge,
    MessageKind.TASK_NUDGE: task_nudges.draw_task_nudge,
    MessageKind.NUDGE_ANSWERED: task_nudges.draw_answered,
    MessageKind.ABSENCE_CHANGED: absences.draw_changed,
    MessageKind.OWN_ABSENCE_CHANGED: absences.draw_own_changed,
    MessageKind.HOURS_AWAY: absences.draw_hours,
    MessageKind.TEAM_SUMMARY: draw_summary_push,
    MessageKind.PERIOD_SUMMARY: draw_period_push,
    MessageKind.EVENT_INVITED: draw_invited,
    MessageKind.SERIES_INVITED: draw_invited,
    MessageKind.EVENT_CHANGED: draw_changed,
    MessageKind.EVENT_CANCELLED: draw_cancelled,
    MessageKind.EVENT_RESTORED: draw_restored,
    MessageKind.EVENT_LEFT: draw_cancelled,
    MessageKind.EVENT_DECLINED: draw_declined,
    MessageKind.MOVE_ASKED: draw_move_asked,
    MessageKind.MOVE_ANSWERED: draw_move_answered,
    MessageKind.MISSED: draw_missed,
    MessageKind.NOT_SENT: draw_not_sent,
    MessageKind.TOKEN_EXPIRES: tokens.draw_expiring,
    MessageKind.BACKUP_FAILED: draw_backup_failed,
    MessageKind.GROUP_ENDED: groups.draw_ended,
    MessageKind.GROUP_SILENT: groups.draw_silent,
    MessageKind.WEBHOOK_STOPPED: draw_webhook_stopped,
    MessageKind.CALENDAR_UNREAD: draw_calendar_unread,
    MessageKind.PROPOSED: proposals.draw_proposed,
}

GREETING = frozenset({MessageKind.OPEN_PROMPT})
"""The kinds that greet by themselves."""

GROUP_PUSHES: Mapping[MessageKind, PushDrawer] = {
    MessageKind.NUDGE: draw_group_nudge,
    MessageKind.TEAM_SUMMARY: draw_summary_push,
}
"""The kinds that a linked group may be sent; the person concerned is the message's `user_id`, not the actor."""

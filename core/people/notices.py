"""One's own notices: what the service tells a person by itself and when, as they have chosen it.

`switched_off` says of any message whether its person does not want it; only `core.delivery.sending` asks.
"""

from collections.abc import Iterator, Mapping
from datetime import time
from typing import Annotated

from msgspec import Meta, structs

from core.application.use_case import Context, command, needs, query
from core.base.errors import FieldCode, FieldError, raise_if_any
from core.base.model import Request
from core.base.paging import OrderedPage
from core.base.settings import Settings
from core.messages.outbox import release_held
from core.people.quiet_hours import is_quiet, quiet_hours
from core.people.schedules import TimeOfDay
from core.records.messages import Message, MessageKind
from core.records.people import ChosenNotices, NoticeKind, Notices
from core.records.tokens import Scope

LONGEST_MINUTES = 7 * 24 * 60
COMMENTS_READ = 10
ALWAYS_ON = frozenset(
    {
        NoticeKind.DAY_PROMPTS,
        NoticeKind.LATE_TASKS,
        NoticeKind.NUDGES,
        NoticeKind.REQUESTS,
        NoticeKind.REMINDERS,
    }
)
KIND_OF: Mapping[MessageKind, NoticeKind] = {
    MessageKind.RED: NoticeKind.REDS,
    MessageKind.RED_TAKEN: NoticeKind.REDS,
    MessageKind.RED_ENDED: NoticeKind.REDS,
    MessageKind.TASK_COMMENTED: NoticeKind.COMMENTS,
    MessageKind.COMMENT_WITHDRAWN: NoticeKind.COMMENTS,
    MessageKind.TASK_CHANGED: NoticeKind.TASK_CHANGES,
    MessageKind.PLANNING_PROMOTED: NoticeKind.TASK_CHANGES,
    MessageKind.EVENT_INVITED: NoticeKind.EVENTS,
    MessageKind.SERIES_INVITED: NoticeKind.EVENTS,
    MessageKind.EVENT_CHANGED: NoticeKind.EVENTS,
    MessageKind.EVENT_CANCELLED: NoticeKind.EVENTS,
    MessageKind.EVENT_RESTORED: NoticeKind.EVENTS,
    MessageKind.EVENT_LEFT: NoticeKind.EVENTS,
    MessageKind.EVENT_DECLINED: NoticeKind.EVENTS,
    MessageKind.OVERDUE_DIGEST: NoticeKind.DAY_SUMMARIES,
    MessageKind.TEAM_SUMMARY: NoticeKind.DAY_SUMMARIES,
    MessageKind.PERIOD_SUMMARY: NoticeKind.PERIOD_SUMMARIES,
    MessageKind.ABSENCE_CHANGED: NoticeKind.ABSENCES,
    MessageKind.HOURS_AWAY: NoticeKind.ABSENCES,
    MessageKind.BIRTHDAYS: NoticeKind.BIRTHDAYS,
    MessageKind.OPEN_PROMPT: NoticeKind.DAY_PROMPTS,
    MessageKind.AVANCE_PROMPT: NoticeKind.DAY_PROMPTS,
    MessageKind.CLOSE_PROMPT: NoticeKind.DAY_PROMPTS,
    MessageKind.OVERDUE_SURVEY: NoticeKind.LATE_TASKS,
    MessageKind.NUDGE: NoticeKind.NUDGES,
    MessageKind.TASK_NUDGE: NoticeKind.NUDGES,
    MessageKind.NUDGE_ANSWERED: NoticeKind.REQUESTS,
    MessageKind.TASK_ASSIGNED: NoticeKind.REQUESTS,
    MessageKind.HANDED_OVER: NoticeKind.REQUESTS,
    MessageKind.TASK_ASKED: NoticeKind.REQUESTS,
    MessageKind.ASKED_ANSWERED: NoticeKind.REQUESTS,
    MessageKind.ASKED_WITHDRAWN: NoticeKind.REQUESTS,
    MessageKind.MOVE_ASKED: NoticeKind.REQUESTS,
    MessageKind.MOVE_ANSWERED: NoticeKind.REQUESTS,
    MessageKind.RED_ANSWERED: NoticeKind.REQUESTS,
    MessageKind.RED_UNHEARD: NoticeKind.REQUESTS,
    MessageKind.RULE_PAUSED: NoticeKind.REQUESTS,
    MessageKind.OWN_ABSENCE_CHANGED: NoticeKind.REQUESTS,
    MessageKind.PROPOSED: NoticeKind.REMINDERS,
    MessageKind.REMINDER: NoticeKind.REMINDERS,
    MessageKind.OWN_REMINDER: NoticeKind.REMINDERS,
    MessageKind.MISSED: NoticeKind.REMINDERS,
    MessageKind.JOINED: NoticeKind.REMINDERS,
    MessageKind.NOT_SENT: NoticeKind.REMINDERS,
    MessageKind.TOKEN_EXPIRES: NoticeKind.REMINDERS,
    MessageKind.BACKUP_FAILED: NoticeKind.REMINDERS,
    MessageKind.GROUP_ENDED: NoticeKind.REMINDERS,
    MessageKind.GROUP_SILENT: NoticeKind.REMINDERS,
    MessageKind.WEBHOOK_STOPPED: NoticeKind.REMINDERS,
    MessageKind.CALENDAR_UNREAD: NoticeKind.REMINDERS,
}


class NoticesRequest(Request, frozen=True, kw_only=True):
    """All of one's own notices. What is absent or null is as the installation has it; nothing is off by itself.

    `off`: the kinds not to be told. `openAt`, `avanceAt` and `closeAt` (HH:MM by one's own clock): when one is asked
    about one's day, outside the quiet hours and in this order. `quietStarts` and `quietEnds`: between them only
    reminders of events come; equal ones are none. `lunchStarts` and `lunchEnds`: between them only what is urgent
    comes; both or none.
    """

    default_reminder_minutes: Annotated[int, Meta(ge=0, le=LONGEST_MINUTES)] | None = None
    off: list[NoticeKind] | None = None
    open_at: TimeOfDay | None = None
    avance_at: TimeOfDay | None = None
    close_at: TimeOfDay | None = None
    quiet_starts: TimeOfDay | None = None
    quiet_ends: TimeOfDay | None = None
    lunch_starts: TimeOfDay | None = None
    lunch_ends: TimeOfDay | None = None


@needs(Scope.PEOPLE_READ)
@query
async def own_notices(ctx: Context) -> Notices:
    """Get one's own notices; what one has not chosen is as the installation has it."""
    chosen, settings = await chosen_notices(ctx), ctx.settings
    minutes, quiet = chosen.default_reminder_minutes, quiet_hours(settings, chosen)
    return Notices(
        settings.default_reminder_minutes if minutes is None else minutes,
        chosen.off,
        written(chosen.open_at) if chosen.open_at else None,
        written(chosen.avance_at) if chosen.avance_at else None,
        written(chosen.close_at) if chosen.close_at else None,
        written(quiet.starts),
        written(quiet.ends),
        written(chosen.lunch_starts) if chosen.lunch_starts else None,
        written(chosen.lunch_ends) if chosen.lunch_ends else None,
    )


@query
async def chosen_notices(ctx: Context) -> ChosenNotices:
    """Return what the caller has chosen to be told and when."""
    return (await ctx.uow.notices.of_people([ctx.actor.id])).get(ctx.actor.id, ChosenNotices())


@needs(Scope.PEOPLE_WRITE)
@command
async def set_notices(ctx: Context, request: NoticesRequest) -> Notices:
    """Replace one's own notices. Kinds on which somebody relies cannot be off: `relied_on`."""
    chosen = ChosenNotices(
        request.default_reminder_minutes,
        request.off or (),
        *(
            None if each is None else time.fromisoformat(each)
            for each in (
                request.open_at,
                request.avance_at,
                request.close_at,
                request.quiet_starts,
                request.quiet_ends,
                request.lunch_starts,
                request.lunch_ends,
            )
        ),
    )
    return await choose_notices(ctx, chosen)


@command
async def choose_notices(ctx: Context, chosen: ChosenNotices) -> Notices:
    """Set the caller's notices from parsed values.

    Raises `Invalid` for a kind that cannot be off, and for an impossible time of a prompt or of lunch.
    """
    relied_on = [place for place, kind in enumerate(chosen.off) if kind in ALWAYS_ON]
    raise_if_any(
        (FieldError(f"off[{place}]", FieldCode.RELIED_ON) for place in relied_on),
        prompt_faults(ctx.settings, chosen),
        lunch_faults(chosen),
    )
    off = [kind for kind in NoticeKind if kind in chosen.off]
    await ctx.uow.notices.set(ctx.actor.id, structs.replace(chosen, off=off))
    await release_held(ctx, ctx.actor.id)
    return await own_notices(ctx)


def prompt_faults(settings: Settings, chosen: ChosenNotices) -> Iterator[FieldError]:
    """Prompts that are not in the order of the day, or come while it is quiet and so would wait."""
    quiet = quiet_hours(settings, chosen)
    prompts = {"openAt": chosen.open_at, "avanceAt": chosen.avance_at, "closeAt": chosen.close_at}
    before: tuple[str, time] | None = None
    for name, at in prompts.items():
        if at is None:
            continue
        if is_quiet(quiet, at):
            starts, ends = written(quiet.starts), written(quiet.ends)
            yield FieldError(name, FieldCode.IN_QUIET_HOURS, {"starts": starts, "ends": ends})
        elif before and at <= before[1]:
            yield FieldError(name, FieldCode.NOT_AFTER, {"other": before[0]})
        before = name, at


def lunch_faults(chosen: ChosenNotices) -> Iterator[FieldError]:
    """A lunch of which one end is missing, or that does not end after it starts."""
    starts, ends = chosen.lunch_starts, chosen.lunch_ends
    if starts is None and ends is not None:
        yield FieldError("lunchStarts", FieldCode.REQUIRED_WITH, {"other": "lunchEnds"})
    elif starts is not None and ends is None:
        yield FieldError("lunchEnds", FieldCode.REQUIRED_WITH, {"other": "lunchStarts"})
    elif starts is not None and ends is not None and ends <= starts:
        yield FieldError("lunchEnds", FieldCode.NOT_AFTER, {"other": "lunchStarts"})


async def switched_off(ctx: Context, message: Message, chosen: ChosenNotices) -> bool:
    """Return whether a person has turned off the kind of a message; not for a red that they are asked to help with.

    Comments by a leader or a helper on a lasting red of the person's count as news of the red.
    """
    if message.group_chat_id is not None:
        return False
    if message.kind is MessageKind.TASK_COMMENTED and await is_about_own_red(ctx, message):
        return NoticeKind.REDS in chosen.off
    if KIND_OF[message.kind] not in chosen.off:
        return False
    if KIND_OF[message.kind] is not NoticeKind.REDS:
        return True
    red_id = message.params["red_id"]
    red = await ctx.uow.reds.get(red_id) if isinstance(red_id, int) else None
    return red is None or message.user_id not in {helper.user_id for helper in red.helpers if not helper.declines}


async def is_about_own_red(ctx: Context, message: Message) -> bool:
    """Return whether a message's comment is by a leader or helper, on a task with a lasting red of its recipient."""
    task_id, comment_id = message.params.get("task_id"), message.params.get("comment_id")
    if not (isinstance(task_id, int) and isinstance(comment_id, int)):
        return False
    own = [red for red in await ctx.uow.reds.lasting([task_id]) if red.user_id == message.user_id]
    if not own:
        return False
    comments = await ctx.uow.tasks.comments(task_id, OrderedPage(after_id=comment_id - 1, limit=COMMENTS_READ))
    (task,), (person,) = await ctx.uow.tasks.by_ids([task_id]), await ctx.uow.users.by_ids([message.user_id])
    helpers = {helper.user_id for red in own for helper in red.helpers}
    concerned = {task.leader_user_id, person.leader_user_id, *helpers} - {person.id}
    return any(comment.created_by_user_id in concerned for comment in comments)


def written(at: time) -> str:
    return f"{at:%H:%M}"

"""Proposals: what an assistant would do in its person's name where others see it, done once the person confirms it.

A proposal is a message of theirs with two buttons, good for a day. It is tried before it is sent, so that what would be
refused is told to the assistant; and it is done by the rules and permissions of the moment in which it is confirmed.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any
from uuid import uuid4

import msgspec
from msgspec import Struct

from core.application.requests import build
from core.application.scopes import require_scopes
from core.application.use_case import Context, UseCase, command, needs, query
from core.base.calendar_time import ONE_DAY, local_date
from core.base.date_times import as_written
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound
from core.base.model import Int32, Model, Nothing, Request
from core.calendar import meetings
from core.calendar.meetings import MeetingCreate
from core.delivery import task_nudges
from core.delivery.task_nudges import TaskNudgeRequest
from core.messages.outbox import new_message
from core.people import absences, users
from core.people.absences import HoursRequest
from core.records.messages import Message, MessageKind
from core.records.people import Actor
from core.records.tokens import AccessToken, Scope
from core.work import splitting, task_requests, tasks
from core.work.splitting import SplitRequest
from core.work.task_requests import DueDateRequest, HandOverRequest, TaskRequestOutcome
from core.work.tasks import CommentRequest, TaskCreate

MOST_WAITING = 10
LONGEST_TEXT = 2000
"""The longest description of a task: it is shown whole before it is confirmed."""

SCOPE = "proposal"


class ProposalKind(StrEnum):
    TASK = "task"
    COMMENT = "comment"
    EVENT = "event"
    HAND_OVER = "hand_over"
    DUE_DATE = "due_date"
    QUESTION = "question"
    HOURS_AWAY = "hours_away"
    SPLIT = "split"


class TaskCommentRequest(CommentRequest, frozen=True, kw_only=True):
    """A comment, and the task that it is on."""

    task_id: Int32


class TaskHandOver(HandOverRequest, frozen=True, kw_only=True):
    """A task, and the person who is to have it."""

    task_id: Int32


class TaskDueDate(DueDateRequest, frozen=True, kw_only=True):
    """A task, the date on which it is to be due, and perhaps why."""

    task_id: Int32


class TaskQuestion(TaskNudgeRequest, frozen=True, kw_only=True):
    """A task, and the responsible to be asked how it is going."""

    task_id: Int32


class TaskParts(SplitRequest, frozen=True, kw_only=True):
    """A task, and the titles of the parts into which it is split."""

    task_id: Int32


AboutTask = TaskCommentRequest | TaskHandOver | TaskDueDate | TaskQuestion | TaskParts


class Proposed(Model, frozen=True):
    """A proposal that was sent to its person."""

    kind: ProposalKind


class Done(Struct, frozen=True):
    """The outcome of a proposal: what it created, or that its person declined it.

    `asked_id`: the request that it made of the colleague `asked_of`, who has to answer it first. `absences_of`: the
    person whose absence it noted.
    """

    confirmed: bool
    task_id: int | None = None
    event_id: int | None = None
    on: date | None = None
    asked_id: int | None = None
    asked_of: int | None = None
    absences_of: int | None = None


class ProposalView(Struct, frozen=True):
    """A proposal as its person reads it: whose idea it is, what it is, and what has become of it, if anything has.

    `names`: of all whom it names. `task`: the title of the task that it is about, empty if they may not see it.
    """

    kind: ProposalKind
    assistant: str
    request: Request
    names: Mapping[int, str]
    task: str
    expired: bool
    done: Done | None


async def make_task(ctx: Context, request: Any) -> Done:
    return Done(confirmed=True, task_id=(await tasks.create_task(ctx, request)).id)


async def make_comment(ctx: Context, request: Any) -> Done:
    await tasks.add_comment(ctx, request.task_id, CommentRequest(comentario=request.comentario))
    return Done(confirmed=True, task_id=request.task_id)


async def make_event(ctx: Context, request: Any) -> Done:
    event = (await meetings.schedule_meeting(ctx, request)).event
    return Done(confirmed=True, event_id=event.id, on=local_date(event.start_datetime, ctx.settings.zone))


async def make_handed_over(ctx: Context, request: Any) -> Done:
    return outcome(await task_requests.hand_over(ctx, request.task_id, request))


async def make_due_date(ctx: Context, request: Any) -> Done:
    return outcome(await task_requests.ask_for_date(ctx, request.task_id, request))


def outcome(made: TaskRequestOutcome) -> Done:
    if made.asked is None:
        return Done(confirmed=True, task_id=made.task.id)
    return Done(confirmed=True, asked_id=made.asked.id, asked_of=made.asked.user_id)


async def make_question(ctx: Context, request: Any) -> Done:
    await task_nudges.nudge_about(ctx, request.task_id, request)
    return Done(confirmed=True, task_id=request.task_id)


async def make_hours_away(ctx: Context, request: Any) -> Done:
    return Done(confirmed=True, absences_of=(await absences.declare_hours(ctx, request)).user_id)


async def make_split(ctx: Context, request: Any) -> Done:
    return Done(confirmed=True, task_id=(await splitting.split_task(ctx, request.task_id, request)).task.id)


class Proposable(Struct, frozen=True):
    """Something that may be proposed: its request, how it is made, and the use case whose scopes a token needs."""

    request: type[Request]
    make: Callable[[Context, Any], Awaitable[Done]]
    use_case: UseCase[..., Any]


PROPOSABLE: Mapping[ProposalKind, Proposable] = {
    ProposalKind.TASK: Proposable(TaskCreate, make_task, tasks.create_task),
    ProposalKind.COMMENT: Proposable(TaskCommentRequest, make_comment, tasks.add_comment),
    ProposalKind.EVENT: Proposable(MeetingCreate, make_event, meetings.schedule_meeting),
    ProposalKind.HAND_OVER: Proposable(TaskHandOver, make_handed_over, task_requests.hand_over),
    ProposalKind.DUE_DATE: Proposable(TaskDueDate, make_due_date, task_requests.ask_for_date),
    ProposalKind.QUESTION: Proposable(TaskQuestion, make_question, task_nudges.nudge_about),
    ProposalKind.SPLIT: Proposable(TaskParts, make_split, splitting.split_task),
    ProposalKind.HOURS_AWAY: Proposable(HoursRequest, make_hours_away, absences.declare_hours),
}


def needs_confirmation(caller: Actor, token: AccessToken | None, request: Request) -> bool:
    """Return whether others would see what is asked, and the token may not do so without asking its person."""
    scopes = token.scopes if token else None
    unattended = scopes is not None and Scope.MCP_UNATTENDED in scopes
    of_oneself = isinstance(request, TaskCreate) and {caller.id}.issuperset(named_in(request))
    return not (unattended or of_oneself)


class TriedError(Exception):
    """Raised by an attempt that nothing refuses, so that all that it wrote is rolled back."""


@needs()
@command
async def attempt(ctx: Context, kind: ProposalKind, request: Request) -> Nothing:
    """Do what is proposed, and roll it back. Raises the error that refuses it, else `TriedError`."""
    require_scopes(ctx.token, PROPOSABLE[kind].use_case.scopes)
    await PROPOSABLE[kind].make(ctx, request)
    raise TriedError


@needs()
@command
async def propose(ctx: Context, kind: ProposalKind, request: Request) -> Proposed:
    """Ask the caller in the chat whether to do it. Raises `Conflict` if they have no chat, or are asked too much."""
    require_scopes(ctx.token, PROPOSABLE[kind].use_case.scopes)
    if isinstance(request, TaskCreate) and len(request.descripcion) > LONGEST_TEXT:
        raise Invalid.at("descripcion", FieldCode.TOO_LONG, limit=LONGEST_TEXT)
    if ctx.actor.user.telegram_user_id is None:
        raise Conflict(Code.PROPOSAL_NOT_LINKED)
    waiting = [each for each in await ctx.uow.outbox.waiting(ctx.actor.id) if each.kind is MessageKind.PROPOSED]
    if len(waiting) >= MOST_WAITING:
        raise Conflict(Code.TOO_MANY_PROPOSALS, limit=MOST_WAITING)
    token = await ctx.uow.tokens.get(ctx.token.id) if ctx.token else None
    occasion = uuid4().hex
    about = {
        "proposal": kind,
        "request": msgspec.json.encode(request, enc_hook=as_written).decode(),
        "assistant": token.name if token else "",
        "occasion": occasion,
    }
    await ctx.uow.outbox.add([new_message(ctx, MessageKind.PROPOSED, ctx.actor.id, occasion, about)])
    return Proposed(kind)


@query
async def view_proposal(ctx: Context, message_id: int) -> ProposalView:
    """A proposal for its card. Raises `NotFound` unless it is the caller's own."""
    message = await own_proposal(ctx, message_id)
    kind, request = read(message)
    done = await done_of(ctx, message)
    asked = [done.asked_of] if done and done.asked_of else []
    return ProposalView(
        kind,
        str(message.params["assistant"]),
        request,
        await users.display_names(ctx, [*named_in(request), *asked]),
        await description_of(ctx, request.task_id) if isinstance(request, AboutTask) else "",
        is_expired(ctx, message),
        done,
    )


@command
async def answer_proposal(ctx: Context, message_id: int, *, confirmed: bool) -> Done:
    """Do what is proposed, or not. The first answer stands. Raises `NotFound` if it is too old or not the caller's."""
    message = await own_proposal(ctx, message_id)
    if done := await done_of(ctx, message):
        return done
    if is_expired(ctx, message):
        raise NotFound(Code.DRAFT_EXPIRED)
    kind, request = read(message)
    done = await PROPOSABLE[kind].make(ctx, request) if confirmed else Done(confirmed=False)
    occasion = str(message.params["occasion"])
    await ctx.uow.idempotency_keys.add(SCOPE, occasion, b"", msgspec.json.encode(done))
    return done


async def own_proposal(ctx: Context, message_id: int) -> Message:
    message = await ctx.uow.outbox.get(message_id)
    if message is None or message.user_id != ctx.actor.id or message.kind is not MessageKind.PROPOSED:
        raise NotFound(Code.DRAFT_EXPIRED)
    return message


async def description_of(ctx: Context, task_id: int) -> str:
    try:
        return (await tasks.get_task(ctx, task_id)).descripcion
    except NotFound:
        return ""


async def done_of(ctx: Context, message: Message) -> Done | None:
    """Return the outcome of a proposal; None if it is not answered. Known only while it may be answered."""
    found = await ctx.uow.idempotency_keys.get(SCOPE, str(message.params["occasion"]))
    return msgspec.json.decode(found[1], type=Done) if found else None


def is_expired(ctx: Context, message: Message) -> bool:
    return message.created_at + ONE_DAY <= ctx.now


def read(message: Message) -> tuple[ProposalKind, Request]:
    kind = ProposalKind(str(message.params["proposal"]))
    return kind, build(PROPOSABLE[kind].request, msgspec.json.decode(str(message.params["request"])))


def named_in(request: Request) -> Sequence[int]:
    """The people whom a proposal names."""
    match request:
        case TaskCreate():
            named = {*(request.responsible_user_ids or ()), request.leader_user_id}
            return sorted(each for each in named if each is not None)
        case MeetingCreate():
            return request.participant_user_ids
        case TaskHandOver() | TaskQuestion():
            return [request.user_id]
        case HoursRequest(user_id=int(person)):
            return [person]
    return ()

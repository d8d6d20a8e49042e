"""Requests to colleagues about tasks: to take a new one, to take one over, or for another due date; and the answers.

A request waits until the colleague answers it. A yes makes a new task theirs, with the person who asked as its creator,
or does what was asked with an existing task (`core.work.agreed`); a no tells that person, with words if there are
any. Where the person who asked has left, or the task is not as it was, it cannot be answered any more.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

import msgspec
from msgspec import Struct

from core.application.access import Operation, Relation, may, relations_that_hold, require
from core.application.use_case import Context, command, needs, query
from core.base.calendar_time import local_date
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound, raise_if_any
from core.base.model import Comment2000, Int32, Nothing, Priority, Request, TaskStatus, TaskWords
from core.base.paging import WHOLE, Page
from core.messages.outbox import key_of, mark_answered, new_message, tell
from core.people.colleagues import people_present
from core.people.named_people import people_errors
from core.records.messages import MessageKind, Params
from core.records.tokens import Scope
from core.records.work import AskedFor, AskedState, AskedTask, NewTask, PreviousItem, Task
from core.work.agreed import fulfil, how_far, task_if_it_stands
from core.work.assignments import default_leader
from core.work.day_items import add_task
from core.work.tasks import check_dates, readable


class AskRequest(Request, frozen=True, kw_only=True):
    """A task that a colleague is asked to do, and by when."""

    user_id: Int32
    descripcion: TaskWords
    fecha_cumplir: date
    prioridad: Priority | None = None


class AskedAnswer(Request, frozen=True, kw_only=True):
    """The caller's yes or no, perhaps with words for the person who asks; `fecha_cumplir`: another date than asked."""

    accepted: bool
    respuesta: Comment2000 | None = None
    fecha_cumplir: date | None = None


class AskedView(Struct, frozen=True):
    """A request for a panel: the names of its two people; `open`: it can still be answered.

    `task`: the task that it is about, if that exists; `far`: how far it is; `reads`: the reader may read it.
    """

    asked: AskedTask
    names: Mapping[int, str]
    open: bool
    task: Task | None = None
    far: PreviousItem | None = None
    reads: bool = False


@needs(Scope.TASKS_WRITE)
@command
async def ask_for_task(ctx: Context, request: AskRequest) -> AskedTask:
    """Ask another colleague to take a task; they are told."""
    check_dates(ctx.today, request.fecha_cumplir)
    raise_if_any(await people_errors(ctx, [("userId", request.user_id)], active=True))
    if request.user_id not in {user.id for user in await people_present(ctx)} - {ctx.actor.id}:
        raise Invalid.at("userId", FieldCode.UNKNOWN_ID, value=request.user_id)
    return await new_asked(
        ctx,
        AskedTask(
            id=0,
            created_by_user_id=ctx.actor.id,
            user_id=request.user_id,
            descripcion=request.descripcion,
            fecha_cumplir=request.fecha_cumplir,
            prioridad=request.prioridad or Priority.MEDIA,
            created_at=ctx.now,
            state=AskedState.WAITING,
            respuesta=None,
            answered_at=None,
            task_id=None,
        ),
    )


async def new_asked(ctx: Context, new: AskedTask) -> AskedTask:
    """Add a request, of which the person asked is told."""
    asked = await ctx.uow.asked_tasks.add(new)
    await tell(ctx, MessageKind.TASK_ASKED, [asked.user_id], str(asked.id), {"asked_id": asked.id})
    return asked


@needs(Scope.TASKS_READ)
@query
async def list_asked(ctx: Context, page: Page = WHOLE) -> Sequence[AskedTask]:
    """List the requests that the caller made or was made, by id."""
    return await ctx.uow.asked_tasks.of_person(ctx.actor.id, page)


@needs(Scope.TASKS_READ)
@query
async def get_asked(ctx: Context, asked_id: int) -> AskedTask:
    """A request. Raises `NotFound` for all but its two people, admins and integrations."""
    asked = await ctx.uow.asked_tasks.get(asked_id)
    if asked is None or not may(ctx.actor, Operation.ASKED_READ, relations_to(ctx, asked)):
        raise NotFound(Code.ASKED_NOT_FOUND, id=asked_id)
    return asked


@query
async def view_asked(ctx: Context, asked_id: int) -> AskedView:
    asked = await get_asked(ctx, asked_id)
    people = await ctx.uow.users.by_ids({asked.created_by_user_id, asked.user_id})
    present = all(user.is_active for user in people)
    names = {user.id: user.display_name for user in people}
    waits = present and asked.state is AskedState.WAITING
    task = await ctx.uow.tasks.get(asked.task_id) if asked.task_id is not None else None
    if task is None:
        return AskedView(asked, names, waits)
    stands = asked.asks_for is AskedFor.NEW_TASK or await task_if_it_stands(ctx, asked) is not None
    far = await how_far(ctx, task, asked.created_by_user_id) if asked.asks_for is AskedFor.HAND_OVER else None
    return AskedView(asked, names, waits and stands, task, far, await readable(ctx, task))


@needs(Scope.TASKS_WRITE)
@command
async def answer_asked(ctx: Context, asked_id: int, request: AskedAnswer) -> AskedTask:
    """Agree to what one is asked, or decline it; the person who asked is told.

    A no without words waits `news_wait_minutes` for them. The same answer again changes nothing but adds words. Raises
    `Conflict` if it has another answer, if the person who asked has left, or if the task has changed so that it cannot
    be done.
    """
    asked = await get_asked(ctx, asked_id)
    require(ctx.actor, Operation.ASKED_ANSWER, relations_to(ctx, asked))
    state = AskedState.ACCEPTED if request.accepted else AskedState.DECLINED
    if asked.state is not AskedState.WAITING:
        return await add_words(ctx, asked, state, request.respuesta)
    if request.fecha_cumplir is not None and asked.asks_for is not AskedFor.DUE_DATE:
        raise Invalid.at("fechaCumplir", FieldCode.ONLY_OF_A_DATE)
    asker = await ctx.uow.users.get(asked.created_by_user_id)
    if asker is None or not asker.is_active:
        raise Conflict(Code.ASKER_GONE, id=asked_id)
    await mark_answered(ctx, [MessageKind.TASK_ASKED], str(asked_id))
    answered = msgspec.structs.replace(asked, state=state, answered_at=ctx.now, respuesta=request.respuesta)
    if request.accepted:
        new = asked.asks_for is AskedFor.NEW_TASK
        task = await make_task(ctx, asked) if new else await fulfil(ctx, asked, request.fecha_cumplir)
        answered = msgspec.structs.replace(answered, task_id=task.id)
        if asked.asks_for is AskedFor.DUE_DATE:
            answered = msgspec.structs.replace(answered, fecha_cumplir=task.fecha_cumplir)
    await ctx.uow.asked_tasks.update(answered)
    await tell_answer(ctx, answered, str(asked_id), wait=not request.accepted and request.respuesta is None)
    return answered


@needs(Scope.TASKS_WRITE)
@command
async def withdraw_asked(ctx: Context, asked_id: int) -> Nothing:
    """Withdraw a request, as its author; the person asked is told, if they were. Raises `Conflict` once answered."""
    asked = await get_asked(ctx, asked_id)
    require(ctx.actor, Operation.ASKED_WITHDRAW, relations_to(ctx, asked))
    if asked.state is not AskedState.WAITING:
        raise Conflict(Code.ASKED_ANSWERED, id=asked_id)
    await withdraw(ctx, asked)
    return Nothing()


async def withdraw(ctx: Context, asked: AskedTask, *, tells: bool = True) -> None:
    """Withdraw a request that waits; the person asked is told if they were told of it, unless it is asked anew."""
    await ctx.uow.asked_tasks.withdraw(asked.id, ctx.now)
    if tells and await ctx.uow.outbox.reached(key_of(MessageKind.TASK_ASKED, str(asked.id)), [asked.user_id]):
        about: Params = {"by_user_id": ctx.actor.id, "description": asked.descripcion}
        await tell(ctx, MessageKind.ASKED_WITHDRAWN, [asked.user_id], str(asked.id), about)


async def make_task(ctx: Context, asked: AskedTask) -> Task:
    return await add_task(
        ctx,
        NewTask(
            descripcion=asked.descripcion,
            leader_user_id=await default_leader(ctx, asked.user_id),
            responsible_user_ids=[asked.user_id],
            fecha_solicitud=local_date(asked.created_at, ctx.settings.zone),
            fecha_cumplir=asked.fecha_cumplir,
            estatus=TaskStatus.PENDIENTE,
            prioridad=asked.prioridad,
            created_by_user_id=asked.created_by_user_id,
            created_at=ctx.now,
            updated_at=ctx.now,
        ),
    )


async def add_words(ctx: Context, asked: AskedTask, state: AskedState, respuesta: str | None) -> AskedTask:
    """Add words to a request answered in that way without any, in the same message if that is unsent."""
    if asked.state is not state or (respuesta is not None and asked.respuesta not in (None, respuesta)):
        raise Conflict(Code.ASKED_ANSWERED, id=asked.id)
    if respuesta is None or asked.respuesta is not None:
        return asked
    explained = msgspec.structs.replace(asked, respuesta=respuesta)
    await ctx.uow.asked_tasks.update(explained)
    key = key_of(MessageKind.ASKED_ANSWERED, str(asked.id))
    if await ctx.uow.outbox.reached(key, [asked.created_by_user_id]):
        await tell_answer(ctx, explained, f"{asked.id}:why", wait=False)
    else:
        await ctx.uow.outbox.hasten([f"{key}{asked.created_by_user_id}"], ctx.now)
    return explained


async def tell_answer(ctx: Context, asked: AskedTask, occasion: str, *, wait: bool) -> None:
    due = ctx.now + timedelta(minutes=ctx.settings.news_wait_minutes) if wait else None
    about, person = {"asked_id": asked.id}, asked.created_by_user_id
    message = new_message(ctx, MessageKind.ASKED_ANSWERED, person, occasion, about, due_at=due)
    await ctx.uow.outbox.add([message])


def relations_to(ctx: Context, asked: AskedTask) -> set[Relation]:
    return relations_that_hold(
        {
            Relation.CREATOR: asked.created_by_user_id == ctx.actor.id,
            Relation.SUBJECT: asked.user_id == ctx.actor.id,
        }
    )

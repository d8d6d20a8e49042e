"""Answers to the invitation to an event: whether a person who takes part in it will come (RFC 5545's PARTSTAT).

A person answers for themselves, until the event is over, and may change the answer. Those who see an event see every
answer. A declined event makes the person neither busy nor reminded; its creator is told of it at once, with the time
that the person proposes instead, if any (the COUNTER of RFC 5546, 3.2.7): nothing moves before the creator moves it.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.date_times import DateTime
from core.base.errors import Code, FieldCode, FieldError, raise_if_any
from core.base.model import ParticipationStatus, Request
from core.base.paging import WHOLE, Page
from core.calendar.event_news import tell_declined
from core.calendar.event_state import require_ahead
from core.calendar.events import relations_to, visible_event
from core.records.calendar import Event, ParticipantResponse
from core.records.tokens import Scope


class ResponseRequest(Request, frozen=True, kw_only=True):
    """An answer to an invitation; `proposed_start`: when the event might begin instead, only with a no."""

    response: ParticipationStatus
    proposed_start: DateTime | None = None


@needs(Scope.EVENTS_READ)
@query
async def list_responses(ctx: Context, event_id: int, page: Page = WHOLE) -> Sequence[ParticipantResponse]:
    """List the answers to the invitation to an event, by the id of the participation."""
    await visible_event(ctx, event_id)
    return await ctx.uow.participants.responses([event_id], page)


@query
async def own_response(ctx: Context, event_id: int) -> ParticipantResponse:
    """Get the caller's answer to the invitation to an event."""
    return (await answered_event(ctx, event_id))[1]


@needs(Scope.EVENTS_WRITE)
@command
async def set_response(ctx: Context, event_id: int, request: ResponseRequest) -> ParticipantResponse:
    """Answer the invitation to an event that the caller takes part in."""
    event, before = await answered_event(ctx, event_id)
    require_ahead(ctx, event)
    written = request.proposed_start
    proposed = written.instant("proposedStart", ctx.settings.zone) if written else None
    raise_if_any(proposal_errors(ctx, event, request.response, proposed))
    if before.response is request.response and proposed is None:
        return before
    await ctx.uow.participants.respond([event_id], ctx.actor.id, request.response)
    if request.response is ParticipationStatus.DECLINED:
        await tell_declined(ctx, event, proposed=proposed)
    return ParticipantResponse(before.id, event_id, ctx.actor.id, request.response)


async def answered_event(ctx: Context, event_id: int) -> tuple[Event, ParticipantResponse]:
    """An event and the caller's answer to its invitation. Raises `Forbidden` if they do not take part in it."""
    seen = await visible_event(ctx, event_id)
    require(ctx.actor, Operation.EVENT_RESPOND, relations_to(ctx.actor, seen), code=Code.NOT_TAKING_PART)
    answers = await ctx.uow.participants.responses([event_id])
    return seen.event, next(answer for answer in answers if answer.user_id == ctx.actor.id)


def proposal_errors(
    ctx: Context, event: Event, response: ParticipationStatus, proposed: datetime | None
) -> Iterator[FieldError]:
    """Another time goes with a no, is to come, is not when the event begins, and has a creator to propose it to."""
    if proposed is None:
        return
    is_told = response is ParticipationStatus.DECLINED and event.created_by_user_id not in (None, ctx.actor.id)
    if not is_told or proposed == event.start_datetime:
        yield FieldError("proposedStart", FieldCode.NO_PROPOSAL)
    elif proposed <= ctx.now:
        yield FieldError("proposedStart", FieldCode.PAST)

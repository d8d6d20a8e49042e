"""Answers to the invitation to an event: whether a person who takes part in it will come (RFC 5545's PARTSTAT).

A person answers for themselves, until the event is over, and may change the answer. Those who see an event see every
answer. A declined event makes the person neither busy nor reminded; its creator is told of it at once.
"""

from collections.abc import Sequence

from core.application.access import Operation, require
from core.application.use_case import Context, command, needs, query
from core.base.errors import Code
from core.base.model import ParticipationStatus, Request
from core.base.paging import WHOLE, Page
from core.calendar.event_news import tell_declined
from core.calendar.event_state import require_ahead
from core.calendar.events import relations_to, visible_event
from core.records.calendar import Event, ParticipantResponse
from core.records.tokens import Scope


class ResponseRequest(Request, frozen=True, kw_only=True):
    """An answer to an invitation."""

    response: ParticipationStatus


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
    if before.response is request.response:
        return before
    await ctx.uow.participants.respond([event_id], ctx.actor.id, request.response)
    if request.response is ParticipationStatus.DECLINED:
        await tell_declined(ctx, event)
    return ParticipantResponse(before.id, event_id, ctx.actor.id, request.response)


async def answered_event(ctx: Context, event_id: int) -> tuple[Event, ParticipantResponse]:
    """An event and the caller's answer to its invitation. Raises `Forbidden` if they do not take part in it."""
    seen = await visible_event(ctx, event_id)
    require(ctx.actor, Operation.EVENT_RESPOND, relations_to(ctx.actor, seen), code=Code.NOT_TAKING_PART)
    answers = await ctx.uow.participants.responses([event_id])
    return seen.event, next(answer for answer in answers if answer.user_id == ctx.actor.id)

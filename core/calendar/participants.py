"""Participants of an event. Each record has a person of the directory, a customer, or both.

Those who may change an event decide who takes part in it; those who see an event see its participants.
"""

from collections.abc import Sequence

import msgspec

from core.application.use_case import Context, command, needs, query
from core.base.errors import Code, Conflict, FieldCode, Invalid, NotFound
from core.base.model import Int32, Nothing, ParticipationStatus, Reference, Request
from core.base.paging import WHOLE, Page
from core.calendar.event_news import tell_invited, tell_left_out
from core.calendar.events import find_visible, require_attachable, require_move, require_write
from core.people.named_people import require_person
from core.records.calendar import NewParticipant, Participant, SeenEvent
from core.records.tokens import Scope


class ParticipantRequest(Request, frozen=True, kw_only=True):
    """All fields of a participation: a person, a customer or both. A field that is absent or null is cleared."""

    event_id: Int32
    user_id: Int32 | None = None
    customer_id: Reference | None = None


async def seen_participant(ctx: Context, participant_id: int) -> tuple[Participant, SeenEvent]:
    participant = await ctx.uow.participants.get(participant_id)
    seen = await find_visible(ctx, participant.event_id) if participant else None
    if participant is None or seen is None:
        raise NotFound(Code.PARTICIPANT_NOT_FOUND, id=participant_id)
    return participant, seen


@query
async def get_participant(ctx: Context, participant_id: int) -> Participant:
    """Get one participation."""
    participant, _ = await seen_participant(ctx, participant_id)
    return participant


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_participants(ctx: Context, page: Page = WHOLE) -> Sequence[Participant]:
    """List the participations in visible events, by id."""
    return await ctx.uow.participants.list(ctx.actor, page)


@needs(Scope.EVENTS_READ)
@query(stale_ok=True)
async def list_of_person(ctx: Context, user_id: int, page: Page = WHOLE) -> Sequence[Participant]:
    """List one person's participations in visible events, by id; none if nobody has that id."""
    if user_id < 1:
        raise NotFound(Code.USER_NOT_FOUND, username=user_id)
    return await ctx.uow.participants.list(ctx.actor, page, user_id=user_id)


@needs(Scope.EVENTS_WRITE)
@command
async def create_participant(ctx: Context, request: ParticipantRequest) -> Participant:
    """Add a participant to an event. Whoever adds themselves has accepted."""
    require_somebody(request)
    event = await require_attachable(ctx, request.event_id)
    if request.user_id is not None:
        await require_person(ctx, request.user_id)
    new = NewParticipant(**msgspec.structs.asdict(request), created_at=ctx.now, updated_at=ctx.now)
    added = await ctx.uow.participants.add(new, first_response(ctx, new.user_id))
    if added is None:
        raise Conflict(Code.PARTICIPANT_TAKEN, id=request.event_id)
    if added.user_id is not None and added.user_id != ctx.actor.id:
        await tell_invited(ctx, event, [added.user_id])
    return added


@needs(Scope.EVENTS_WRITE)
@command
async def replace_participant(ctx: Context, participant_id: int, request: ParticipantRequest) -> Participant:
    """Replace a participation, perhaps in another event. If nothing changes, updatedAt stays."""
    require_somebody(request)
    participant, seen = await seen_participant(ctx, participant_id)
    event = await require_move(ctx, seen, request.event_id)
    if request.user_id is not None:
        await require_person(ctx, request.user_id)
    changed = msgspec.structs.replace(participant, **msgspec.structs.asdict(request))
    if changed == participant:
        return participant
    saved = msgspec.structs.replace(changed, updated_at=ctx.now)
    same = (saved.event_id, saved.user_id) == (participant.event_id, participant.user_id)
    if not await ctx.uow.participants.update(saved, None if same else first_response(ctx, saved.user_id)):
        raise Conflict(Code.PARTICIPANT_TAKEN, id=request.event_id)
    if same:
        return saved
    if participant.user_id is not None:
        await tell_left_out(ctx, [seen.event], participant.user_id)
    if saved.user_id is not None:
        await tell_invited(ctx, event, [saved.user_id])
    return saved


@needs(Scope.EVENTS_WRITE)
@command
async def delete_participant(ctx: Context, participant_id: int) -> Nothing:
    """Remove a participant from an event; the same may be added again."""
    participant, seen = await seen_participant(ctx, participant_id)
    require_write(ctx.actor, seen)
    await ctx.uow.participants.delete(participant.id, ctx.now)
    if participant.user_id is not None:
        await tell_left_out(ctx, [seen.event], participant.user_id)
    return Nothing()


def first_response(ctx: Context, user_id: int | None) -> ParticipationStatus:
    """The response of a new participant: accepted if the caller adds themselves, else not given yet."""
    return ParticipationStatus.ACCEPTED if user_id == ctx.actor.id else ParticipationStatus.NEEDS_ACTION


def require_somebody(request: ParticipantRequest) -> None:
    if request.user_id is None and request.customer_id is None:
        raise Invalid.at("userId", FieldCode.REQUIRED_WITHOUT, other="customerId")

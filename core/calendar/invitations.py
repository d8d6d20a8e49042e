"""Invitations as shown to the invited person: an event, or the events left of a series, and what conflicts."""

from collections.abc import Sequence
from datetime import datetime

from msgspec import Struct

from core.application.use_case import Context, command, query
from core.base.errors import Code, Conflict
from core.base.model import ParticipationStatus
from core.calendar.agenda import EventDetails, event_details
from core.calendar.event_news import tell_declined
from core.calendar.event_state import is_ahead
from core.calendar.events import visible_event
from core.calendar.responses import ResponseRequest, own_response, set_response
from core.calendar.series import visible_series
from core.calendar.slot_search import Obstacles, obstacles, taken_at
from core.records.calendar import Event, ParticipantResponse


class Invitation(Struct, frozen=True):
    """An invitation of the caller: to an event, or to `left`, the events of a series that are not over, in order.

    `details` are those of the event, or of the first that is left. `answer` is the caller's, None if it differs from
    event to event; `open` while it may be changed.
    """

    details: EventDetails
    left: Sequence[Event]
    answer: ParticipationStatus | None
    obstacles: Obstacles
    open: bool


@query
async def event_invitation(ctx: Context, event_id: int) -> Invitation:
    """The caller's invitation to one event. Raises `Forbidden` if they do not take part in it."""
    details = await event_details(ctx, event_id)
    answer = (await own_response(ctx, event_id)).response
    event = details.event
    when = event.times
    found = await obstacles(ctx, [ctx.actor.id], when, event_id) if details.ahead else Obstacles((), ())
    return Invitation(details, [event], answer, found, details.ahead)


@query
async def series_invitation(ctx: Context, series_id: int) -> Invitation:
    """The caller's invitation to a series. Raises `Conflict` if they take part in no event that is left."""
    left = await own_events_left(ctx, series_id)
    said = await ctx.uow.participants.responses([event.id for event in left])
    answers = {answer.response for answer in said if answer.user_id == ctx.actor.id}
    ids = {event.id for event in left}
    times = [event.times for event in left]
    found = [row for row in await taken_at(ctx, [ctx.actor.id], times) if row.conflicting_event_id not in ids]
    answer = answers.pop() if len(answers) == 1 else None
    return Invitation(await event_details(ctx, left[0].id), left, answer, Obstacles(found, ()), open=True)


@command
async def answer_as_shown(
    ctx: Context, event_id: int, request: ResponseRequest, shown: datetime
) -> ParticipantResponse:
    """Answer an invitation. Raises `Conflict` unless the event begins when the caller was `shown`, to the minute."""
    answered = await set_response(ctx, event_id, request)
    event = (await visible_event(ctx, event_id)).event
    if event.start_datetime.replace(second=0, microsecond=0) != shown:
        raise Conflict(Code.INVITATION_MOVED, id=event_id)
    return answered


@command
async def answer_series(ctx: Context, series_id: int, request: ResponseRequest) -> int:
    """Answer the invitation to every event of a series that is left. Returns how many there are."""
    left = await own_events_left(ctx, series_id)
    ids = [event.id for event in left]
    before = [each.response for each in await ctx.uow.participants.responses(ids) if each.user_id == ctx.actor.id]
    await ctx.uow.participants.respond(ids, ctx.actor.id, request.response)
    if request.response is ParticipationStatus.DECLINED and {*before} != {ParticipationStatus.DECLINED}:
        await tell_declined(ctx, left[0], whole_series=True)
    return len(left)


async def own_events_left(ctx: Context, series_id: int) -> Sequence[Event]:
    """The events of a series that are not over and in which the caller takes part. Raises `Conflict` if none."""
    left = [
        each.event for each in await visible_series(ctx, series_id) if each.participates and is_ahead(ctx, each.event)
    ]
    if not left:
        raise Conflict(Code.SERIES_OVER)
    return sorted(left, key=lambda event: (event.start_datetime, event.id))

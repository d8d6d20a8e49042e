"""The state of an event: whether it takes place, and whether it is still to come or under way."""

from core.application.use_case import Context
from core.base.errors import Code, Conflict
from core.records.calendar import Event, NewEvent


def takes_place(ctx: Context, event: Event | NewEvent) -> bool:
    """Return whether an event is neither cancelled nor inactive."""
    return event.is_active and event.status_id not in ctx.settings.cancelled_status_ids


def is_ahead(ctx: Context, event: Event | NewEvent) -> bool:
    """Return whether an event takes place and is not over."""
    return takes_place(ctx, event) and event.end_datetime > ctx.now


def require_ahead(ctx: Context, event: Event) -> None:
    """Raise `Conflict` if the event is over or does not take place."""
    if not takes_place(ctx, event):
        raise Conflict(Code.EVENT_CALLED_OFF, id=event.id)
    if event.end_datetime <= ctx.now:
        raise Conflict(Code.EVENT_OVER, id=event.id)

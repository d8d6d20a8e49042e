"""One's own notices: what the service does for a person by itself, as they have chosen it."""

from typing import Annotated

from msgspec import Meta

from core.application.use_case import Context, command, query
from core.base.model import Request
from core.records.people import ChosenNotices, Notices

LONGEST_MINUTES = 7 * 24 * 60


class NoticesRequest(Request, frozen=True, kw_only=True):
    """All of one's own notices. What is absent or null is as the installation has it."""

    default_reminder_minutes: Annotated[int, Meta(ge=0, le=LONGEST_MINUTES)] | None = None


@query
async def own_notices(ctx: Context) -> Notices:
    """Get one's own notices; what one has not chosen is as the installation has it."""
    chosen = await ctx.uow.notices.get(ctx.actor.id) or ChosenNotices()
    minutes = chosen.default_reminder_minutes
    return Notices(ctx.settings.default_reminder_minutes if minutes is None else minutes)


@command
async def set_notices(ctx: Context, request: NoticesRequest) -> Notices:
    """Replace one's own notices."""
    await ctx.uow.notices.set(ctx.actor.id, ChosenNotices(request.default_reminder_minutes))
    return await own_notices(ctx)

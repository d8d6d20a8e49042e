"""The tasks that were closed, are stuck and are next, for a meeting."""

from bot.chat.callbacks.team import MeetingOf
from bot.chat.context import ChatContext, Handlers
from bot.chat.panels.components import Panel
from bot.chat.panels.meeting import meeting_panel
from core.application.requests import build
from core.work import meeting
from core.work.meeting import MeetingRequest


async def draw_meeting(ctx: ChatContext, screen: MeetingOf) -> Panel:
    """Three lists in one message. Raises `Forbidden` for a person whom the caller does not lead."""
    fields: dict[str, object] = {"desde": screen.first, "hasta": screen.last}
    fields |= {"userId": screen.user} if screen.user else {}
    fields |= {"q": screen.words} if screen.words else {}
    found = await ctx.run(meeting.meeting, build(MeetingRequest, fields))
    rows = [*found.closed, *found.stuck, *found.next]
    people = {person for row in rows for person in row.responsible_user_ids}.union([screen.user] if screen.user else [])
    names = await ctx.names_of(people)
    return meeting_panel(ctx.scene, found, screen, names)


HANDLERS = Handlers(screens={MeetingOf: draw_meeting})

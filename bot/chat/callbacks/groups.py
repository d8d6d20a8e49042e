"""Group chats linked to a team."""

from typing import Annotated

from msgspec import Meta

from bot.chat.callbacks.callback_data import Action, Screen
from core.base.model import Int32

GroupId = Annotated[int, Meta(ge=-(2**63), le=-1)]


class MyGroups(Screen, frozen=True, tag="gm"):
    """The groups that one has linked."""


class GroupState(Screen, frozen=True, tag="gs"):
    """The team that a group shows, and its summary of each day: drawn in the group itself."""


class LinkGroup(Action, frozen=True, tag="GL"):
    """Link this group to the team of the leader who presses it."""

    origin = GroupState
    leader: Int32


class SetGroupSummary(Action, frozen=True, tag="GD"):
    """Send this group the summary of each day, or do not."""

    origin = GroupState
    on: bool


class UnlinkGroup(Action, frozen=True, tag="GU"):
    """End the link of one of one's groups."""

    origin = MyGroups
    chat_id: GroupId

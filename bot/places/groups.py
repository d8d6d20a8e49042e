"""Group chats linked to a team."""

from typing import Annotated

from msgspec import Meta

from bot.places.form import Press, View
from core.model import Int32

GroupId = Annotated[int, Meta(ge=-(2**63), le=-1)]


class MyGroups(View, frozen=True, tag="gm"):
    """The groups that one has linked."""


class GroupState(View, frozen=True, tag="gs"):
    """What a group shows, in the group itself."""


class LinkGroup(Press, frozen=True, tag="GL"):
    """Yes, link this group to the team of this leader, who presses it."""

    leader: Int32

    def place(self) -> View:
        """What the group shows."""
        return GroupState()


class UnlinkGroup(Press, frozen=True, tag="GU"):
    """End the link of one of one's groups."""

    chat_id: GroupId

    def place(self) -> View:
        """One's groups."""
        return MyGroups()


PLACES = (MyGroups, GroupState, LinkGroup, UnlinkGroup)

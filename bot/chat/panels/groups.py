"""The link of a group, and what of other panels a group may be shown."""

from collections.abc import Sequence
from datetime import time

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import AskFor, Screen
from bot.chat.callbacks.groups import GroupState, LinkGroup, SetGroupSummary, UnlinkGroup
from bot.chat.callbacks.presence import PresenceOf
from bot.chat.callbacks.tasks import ClosedWithin, DueWithin, TaskCard, TaskFilter, TheirTasks
from bot.chat.callbacks.team import (
    Late,
    MeetingOf,
    PeriodSummaryOf,
    Person,
    RedList,
    Summary,
    SummaryRows,
    Team,
    TeamMonth,
    TeamRange,
    TeamWeek,
    WorkloadOf,
)
from bot.chat.commands import SHOWN_IN_GROUPS
from bot.chat.panels.components import (
    CAPTION_UNITS,
    Button,
    Copy,
    Link,
    Panel,
    Row,
    Scene,
    escape,
    label,
    name_html,
    units_of,
)
from core.base.calendar_time import local_date
from core.base.date_times import instant_at
from core.records.people import Group, User

TITLE_UNITS = 32
OF_THE_TEAM = (Team, Person, TeamWeek, TeamMonth, TeamRange, RedList, Late, PresenceOf, DueWithin, ClosedWithin)
"""Screens that never show anything of a person's own."""


def link_question_panel(scene: Scene, leader: User) -> Panel:
    yes = scene.button("link_group", LinkGroup(leader.id))
    return Panel(
        scene.say("group_link_ask", name=name_html(leader.display_name)),
        [[yes, scene.button("no_link", GroupState())]],
    )


def state_panel(scene: Scene, leader: User, group: Group, summary_at: time, *, here: bool) -> Panel:
    """Say what a group shows, and whether it is sent the summary of each day, which its leader switches.

    `here`: what nobody asked for goes to the topic that shows this, not to another one.
    """
    at = scene.time(instant_at(scene.today, summary_at, scene.zone), scene.zone)
    on = group.summary_since is not None
    lines = [
        scene.say("group_state", name=name_html(leader.display_name)),
        "",
        *(scene.say(f"help_{name}") for name in (*SHOWN_IN_GROUPS, "desvincular")),
        *(["", scene.say("group_summary_on" if here else "group_summary_elsewhere", time=at)] if on else []),
    ]
    switch_on = [scene.button("group_summary_on", SetGroupSummary(on=True), time=at)]
    switch_off = [scene.button("group_summary_off", SetGroupSummary(on=False))]
    switches = [*([] if on and here else [switch_on]), *([switch_off] if on else [])]
    return Panel("\n".join(lines), [private_row(scene), *switches])


def ended_panel(scene: Scene, title: str, by: str, *, removed: bool) -> Panel:
    """Tell that somebody took the bot out of a group, perhaps nobody knows who (`by` is empty), or unlinked it."""
    about = {"title": name_html(title), "name": name_html(by)}
    if not removed:
        return Panel(scene.say("push_group_unlinked", **about))
    key = "push_group_removed" if by else "push_group_removed_by_nobody"
    return Panel(scene.say(key, **about), [[Link(scene.say("button_add_to_group"), "link", to_group=True)]])


def silent_panel(scene: Scene, group: Group, what: str) -> Panel:
    """Tell that a group did not take a message."""
    return Panel(scene.say("push_group_silent", title=name_html(group.title), what=what))


def in_private_panel(scene: Scene, words: str, start: str = "") -> Panel:
    return Panel(escape(words), [private_row(scene, start)])


def private_row(scene: Scene, start: str = "") -> Row:
    return [Link(scene.say("button_in_private"), start)]


def in_group(scene: Scene, screen: Screen, panel: Panel) -> Panel:
    """A panel as a group may have it: buttons lead only where the group may look, and a task's change is private."""

    def stays(button: Button | Link | Copy) -> bool:
        if not isinstance(button, Button):
            return isinstance(button, Link)
        return isinstance(button.callback, Screen) and may_be_shown(button.callback)

    rows = [[button for button in row if stays(button)] for row in panel.rows]
    more = [private_row(scene, f"t{screen.task}")] if isinstance(screen, TaskCard) else []
    return Panel(panel.html, [*more, *rows], panel.picture)


def in_all_languages(panels: Sequence[Panel]) -> Panel:
    """Make one panel of its versions by language, with the buttons of the first; a picture has room for one caption."""
    first, *others = panels
    html = LANGUAGES_APART.join(each.html for each in panels)
    if not others or (first.picture and units_of(html) > CAPTION_UNITS):
        return first
    return replace(first, html=html)


LANGUAGES_APART = "\n\n· · ·\n\n"


def may_be_shown(screen: Screen) -> bool:
    """Return whether a linked group may be shown a screen: none of a person's own, and none that asks anything."""
    match screen:
        case MeetingOf(user=user, words=words):
            return not (user or words)
        case Summary(own=own) | PeriodSummaryOf(own=own) | SummaryRows(own=own) | WorkloadOf(own=own):
            return not own
        case TheirTasks(which=which):
            return which is not TaskFilter.REPEATED
        case TaskCard(ask=AskFor.NOTHING, user=user):
            return user != 0
        case _:
            return isinstance(screen, OF_THE_TEAM)


def my_groups_panel(scene: Scene, groups: Sequence[Group]) -> Panel:
    lines = [
        f"• <b>{name_html(group.title)}</b> · {scene.say('group_since', date=scene.short(day))}"
        for group in groups
        for day in [local_date(group.linked_at, scene.zone)]
    ]
    head = [scene.say("groups_title"), *lines, ""] if groups else [scene.say("groups_none"), ""]
    ends = [
        [scene.button("unlink_group", UnlinkGroup(group.chat_id), title=label(group.title, TITLE_UNITS))]
        for group in groups
    ]
    add = Link(scene.say("button_add_to_group"), "link", to_group=True)
    return Panel("\n".join([*head, scene.say("groups_how")]), [*ends, [add]])

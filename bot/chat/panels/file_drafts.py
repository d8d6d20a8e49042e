"""The events of a calendar file, before those that are chosen are saved."""

from collections.abc import Sequence

from bot.chat.callbacks.drafts import DraftCard, Field, SetField
from bot.chat.panels import drafts as frame
from bot.chat.panels.agenda import place_lines
from bot.chat.panels.calendars import unreadable_text
from bot.chat.panels.components import Button, Panel, Row, Scene, escape, in_rows, pages
from bot.chat.panels.conflicts import span_text
from core.base.calendar_time import Interval
from core.drafts.file_drafts import event_of
from core.records.calendar import AvailabilityConflict
from core.records.calendar_files import FileEvents, LeftOut
from core.records.drafts import FileDraft

EVENTS_A_PAGE, EVENTS_A_ROW = 8, 4
TITLE_UNITS, NAME_UNITS = 100, 60


def file_panel(scene: Scene, screen: DraftCard, body: FileDraft, taken: Sequence[AvailabilityConflict]) -> Panel:
    """Show a page of the events, with those ticked that are chosen."""
    page, shown, turning = pages(range(len(body.found.events)), screen, EVENTS_A_PAGE, "at")
    lines = [line for place in shown for line in ("", *event_lines(scene, body, place, taken))]
    title = scene.say("ics_draft", name=scene.user_text(body.name, NAME_UNITS))
    notes = [*left_out_lines(scene, body.found), *zone_lines(scene, body.found)]
    text = frame.card_text(scene, title, lines, notes, "")
    several = len(body.found.events) > 1
    return Panel(
        text,
        [
            *(choice_rows(scene, screen.draft, body, shown, page) if several else []),
            turning,
            frame.save_row(scene, screen.draft, complete=bool(body.chosen), words=save_text(scene, body)),
        ],
    )


def save_text(scene: Scene, body: FileDraft) -> str:
    return scene.say("button_save_events", count=len(body.chosen)) if len(body.found.events) > 1 else ""


def choice_rows(scene: Scene, draft: int, body: FileDraft, shown: Sequence[int], page: int) -> list[Row]:
    """A button for each event, by its number, and one for all of them or none."""
    buttons = [
        Button(mark(body, place) + f" {place + 1}", SetField(draft, Field.EVENTS, number_of(body, place), page))
        for place in shown
    ]
    everything = "ics_none" if len(body.chosen) == len(body.found.events) else "ics_all"
    return [*in_rows(buttons, EVENTS_A_ROW), [scene.button(everything, SetField(draft, Field.EVENTS, 0, page))]]


def number_of(body: FileDraft, place: int) -> int:
    """The value of an event's button, for `with_choice`: its number, negative if it is chosen."""
    return -(place + 1) if place in body.chosen else place + 1


def mark(body: FileDraft, place: int) -> str:
    return "✅" if place in body.chosen else "⬜"


def event_lines(scene: Scene, body: FileDraft, place: int, taken: Sequence[AvailabilityConflict]) -> list[str]:
    event = event_of(body, place)
    when = event.time
    number = f"{mark(body, place)} {place + 1}. " if len(body.found.events) > 1 else ""
    return [
        f"{number}<b>{scene.user_text(event.title, TITLE_UNITS)}</b>",
        *([f"🕘 {escape(span_text(scene, when, scene.clock))}"] if when else []),
        *place_lines(scene, event.location, is_virtual=event.is_virtual),
        *([scene.say("ics_event_taken")] if when and any(meets(each, when) for each in taken) else []),
    ]


def meets(row: AvailabilityConflict, when: Interval) -> bool:
    return row.start_datetime < when.end and when.start < row.end_datetime


def left_out_lines(scene: Scene, found: FileEvents) -> list[str]:
    """A line for each reason for which events of a file are left out."""
    return [left_out_line(scene, found, why) for why in LeftOut if why in found.left_out]


def left_out_line(scene: Scene, found: FileEvents, why: LeftOut) -> str:
    """Say how many events are left out for a reason; of those that could not be read, also titles and days."""
    count = found.left_out[why]
    if why is LeftOut.UNREADABLE:
        return f"{unreadable_text(scene, count, found.unreadable)}."
    return scene.say(f"ics_left_{why}", count=count)


def zone_lines(scene: Scene, found: FileEvents) -> list[str]:
    zones = ", ".join(scene.user_text(zone, NAME_UNITS) for zone in found.unknown_zones)
    return [scene.say("ics_zone_unknown", zones=zones)] if zones else []

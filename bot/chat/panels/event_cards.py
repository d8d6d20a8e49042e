"""The changes of an event from its card: what is asked, and the answers there are."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.callbacks.callback_data import MINUTE, instant_of_minute, minute_number
from bot.chat.callbacks.event_cards import (
    CancelEvent,
    EventEdit,
    EventPart,
    MoveEvent,
    SetEventPerson,
    SetEventReminder,
)
from bot.chat.panels.components import Button, Panel, Row, Scene, Style, escape
from bot.chat.panels.conflicts import conflict_lines, span_text
from bot.chat.panels.event_drafts import REMINDERS
from bot.chat.panels.pickers import DAYTIME, day_choice, half_hour_rows, people_rows
from bot.chat.panels.times import length
from core.base.calendar_time import Days, Interval, local_date
from core.base.date_times import instant_at, of_whole_days, whole_days
from core.calendar.event_edits import EditableEvent, minutes_of
from core.calendar.slot_search import Obstacles
from core.people.colleagues import Colleague
from core.records.calendar import Event


class EditModel(Struct, frozen=True):
    """An event being changed, with what the question needs: free slots, people, what conflicts with a new time.

    `told`: somebody else takes part who is told when it is cancelled.
    """

    editable: EditableEvent
    now: datetime
    slots: Sequence[Interval] = ()
    people: Sequence[Colleague] = ()
    names: Mapping[int, str] = {}
    obstacles: Obstacles = Obstacles((), ())
    told: bool = False

    @property
    def event(self) -> Event:
        return self.editable.event


def edit_panel(scene: Scene, model: EditModel, screen: EventEdit) -> Panel:
    event = model.event
    head = f"<b>{scene.user_text(event.title)}</b> · {escape(span_text(scene, event.times, scene.clock))}"
    series = screen.series and model.editable.left > 1
    scope = [scene.say("whole_series", count=model.editable.left)] if series else []
    lines = [head, *scope, "", *question_lines(scene, model, screen)]
    answers = ANSWERS[screen.ask](scene, model, screen) if screen.ask in ANSWERS else []
    back = [scene.button("back_to_event", EventEdit(event.id))]
    chooses = screen.ask is EventPart.CONFIRM
    return Panel("\n".join(lines), [*answers, scope_row(scene, model, screen), back], chooses=chooses)


def question_lines(scene: Scene, model: EditModel, screen: EventEdit) -> list[str]:
    if screen.ask is EventPart.MOVE and not model.slots:
        return [scene.say("ask_edit_DAY")]
    if screen.ask is EventPart.CANCEL and not model.told:
        return [scene.say("ask_edit_CANCEL_alone")]
    if screen.ask is not EventPart.CONFIRM:
        return [scene.say(f"ask_edit_{screen.ask.name}")]
    start = instant_of_minute(screen.at)
    when = span_text(scene, Interval(start, start + screen.minutes * MINUTE), scene.clock)
    warnings = conflict_lines(scene, model.obstacles, model.names, scene.clock, local_date(start, scene.clock))
    past = [scene.say("event_past")] if start <= model.now else []
    return [scene.say("move_to", when=escape(when)), *past, *warnings]


def slot_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    slots = [[slot_button(scene, model, screen, slot)] for slot in model.slots]
    return [*slots, [scene.button("other_day", replace(screen, ask=EventPart.DAY, at=0))]]


def slot_button(scene: Scene, model: EditModel, screen: EventEdit, slot: Interval) -> Button:
    words = span_text(scene, slot, scene.clock)
    minute, minutes = minute_number(slot.start), minutes_of(model.event)
    if screen.series:
        return Button(words, replace(screen, ask=EventPart.CONFIRM, at=minute, minutes=minutes))
    return Button(words, move_action(model, screen, minute, minutes))


def move_action(model: EditModel, screen: EventEdit, start: int, minutes: int) -> MoveEvent:
    was = minute_number(model.event.start_datetime)
    return MoveEvent(model.event.id, screen.series, start, minutes, was)


def day_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    days = whole_days(model.event.times, scene.zone)

    def chosen(day: date) -> EventEdit:
        if days is None:
            return replace(screen, ask=EventPart.HOUR, at=day.toordinal())
        start, end = of_whole_days(Days(day, day + (days.last - days.first)), scene.zone)
        return replace(screen, ask=EventPart.CONFIRM, at=minute_number(start), minutes=(end - start) // MINUTE)

    present = local_date(model.event.start_datetime, scene.clock)
    return day_choice(scene, screen, chosen, present, first=scene.today)


def hour_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    """Half hours of the daytime on the chosen day."""
    day = date.fromordinal(screen.at)

    def chosen(hour: time) -> EventEdit:
        start = minute_number(instant_at(day, hour, scene.clock))
        return replace(screen, ask=EventPart.CONFIRM, at=start, minutes=minutes_of(model.event))

    return half_hour_rows(scene, DAYTIME, chosen)


def reminder_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    remind = partial(SetEventReminder, model.event.id, screen.series)
    none = Button(scene.say("event_no_reminder"), remind(-1))
    return [[none, *(Button(f"⏰ {length(scene, each)}", remind(each)) for each in REMINDERS)]]


def confirm_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    move = move_action(model, screen, screen.at, screen.minutes)
    other = replace(screen, ask=EventPart.MOVE, at=0, minutes=0)
    warned = model.obstacles.anything or instant_of_minute(screen.at) <= model.now
    key = "move_anyway" if warned else "move_event"
    return [[scene.button(key, move), scene.button("other_times", other)]]


def person_rows(_scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    people = {person.id: person.display_name for person in model.people}
    return people_rows(people, model.editable.user_ids, screen, partial(SetEventPerson, model.event.id, screen.series))


def cancel_rows(scene: Scene, model: EditModel, screen: EventEdit) -> list[Row]:
    return [[scene.button("cancel_event", CancelEvent(model.event.id, screen.series)).styled(Style.DANGER)]]


ANSWERS: Mapping[EventPart, Callable[[Scene, EditModel, EventEdit], list[Row]]] = {
    EventPart.MOVE: slot_rows,
    EventPart.DAY: day_rows,
    EventPart.HOUR: hour_rows,
    EventPart.CONFIRM: confirm_rows,
    EventPart.PEOPLE: person_rows,
    EventPart.REMINDER: reminder_rows,
    EventPart.CANCEL: cancel_rows,
}
"""The answers there are to a question that is not only answered in words."""


def scope_row(scene: Scene, model: EditModel, screen: EventEdit) -> Row:
    """Return the button that turns from the one event to all left of its series, or back, where there are more."""
    if model.editable.left == 1 or screen.ask is EventPart.CONFIRM:
        return []
    other = replace(screen, series=not screen.series, at=0)
    if screen.series:
        return [scene.button("only_this", other)]
    return [scene.button("all_left", other, count=model.editable.left)]

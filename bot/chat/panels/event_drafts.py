"""The card of an event draft: what is known, what conflicts, and a choice for each field."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.chat.callbacks.drafts import AddPerson, DraftCard, Field, Free, SetField
from bot.chat.panels import drafts as frame
from bot.chat.panels import series_drafts
from bot.chat.panels.agenda import kind_line, place_lines, type_name
from bot.chat.panels.agenda import names_text as several_names
from bot.chat.panels.components import (
    Button,
    Panel,
    Row,
    Scene,
    escape,
    in_rows,
    label,
    name_of,
    pages,
    same_clock,
    ticked,
)
from bot.chat.panels.conflicts import conflict_lines, names_html, span_text
from bot.chat.panels.drafts import doubt_lines, notes_text
from bot.chat.panels.pickers import DAYTIME, day_choice, half_hour_rows, minute_of_day, people_rows
from bot.chat.panels.times import clock_time, duration, hours_within, length, reminder_lead
from core.base.calendar_time import ONE_DAY, Interval, local_date
from core.calendar.slot_search import Obstacles
from core.drafts.event_drafts import next_day
from core.drafts.series_drafts import SeriesOutlook
from core.language.i18n import zone_city
from core.language.phrases.model import ALL_DAY, Note
from core.people.colleagues import Colleague
from core.records.calendar import EventType
from core.records.drafts import EventDraft, MissingEventField

LENGTHS = (15, 30, 45, 60, 90, 120)
REMINDERS = (10, 60, 24 * 60)
MORE_REMINDERS = (0, 5, 10, 15, 30, 60, 2 * 60, 24 * 60, 2 * 24 * 60, 3 * 24 * 60, 7 * 24 * 60)
NO_REMINDER = -1
TYPES_A_PAGE, LENGTHS_A_ROW, REMINDERS_A_ROW = 8, 3, 3
ALL_DAY_REMINDERS = (15 * 60, 39 * 60)
"""Reminders of whole days, in minutes before: at nine in the morning one and two days before."""
FIELDS = (Field.TITLE, Field.DAY, Field.HOUR, Field.LENGTH, Field.PEOPLE, Field.PLACE, Field.KIND, Field.REMINDER)
ASKED = {
    MissingEventField.TITLE: Field.TITLE,
    MissingEventField.DAY: Field.DAY,
    MissingEventField.HOUR: Field.HOUR,
    MissingEventField.KIND: Field.KIND,
}


class EventModel(Struct, frozen=True):
    """A draft with what its card tells: names by id of all who may be named, and which of the people invited have left.

    `slots` only where other times are looked for; `unsure` are those whom a name may mean that is not clear.
    """

    id: int
    body: EventDraft
    now: datetime
    people: Sequence[Colleague]
    names: Mapping[int, str]
    types: Sequence[EventType]
    obstacles: Obstacles
    slots: Sequence[Interval] = ()
    series: SeriesOutlook | None = None
    unsure: Sequence[Colleague] = ()

    @property
    def clock(self) -> ZoneInfo:
        return ZoneInfo(self.body.zone)

    @property
    def event_type(self) -> EventType | None:
        return next((each for each in self.types if each.id == self.body.event_type_id), None)

    @property
    def obstructed(self) -> bool:
        return (self.series or self.obstacles).anything

    @property
    def day_clock(self) -> ZoneInfo:
        """The zone whose dates are shown: whole days are the team's."""
        return ZoneInfo(self.body.team_zone or self.body.zone) if self.body.all_day else self.clock

    @property
    def savable(self) -> bool:
        """True where nothing is missing or asked about any more, and a series has dates."""
        body = self.body
        dated = self.series is None or bool(self.series.plan.times)
        return not body.missing and dated and not body.asks_whether_past(self.now)

    def meant(self, reader: int) -> Sequence[Colleague]:
        known = (*self.body.user_ids, *self.body.left_out, reader)
        return frame.meant_people(self.body.title, self.people, known, self.unsure)

    @property
    def gone(self) -> Sequence[int]:
        """The people invited who are not there any more."""
        present = {person.id for person in self.people}
        return [person for person in self.body.user_ids if person not in present]


def event_panel(scene: Scene, model: EventModel, screen: DraftCard) -> Panel:
    question, rows = question_and_rows(scene, model, screen)
    text = frame.card_text(
        scene, scene.say("draft_event"), card_lines(scene, model), hint_lines(scene, model), question
    )
    back = [frame.back_row(scene, model.id, drop=bool(model.body.missing))] if question else []
    found = [[scene.button("back_to_free", Free(model.id))]] if model.body.sought else []
    return Panel(text, [*rows, *back, *found])


def question_and_rows(scene: Scene, model: EventModel, screen: DraftCard) -> tuple[str, Sequence[Row]]:
    if screen.field not in CHOICES:
        return "", card_rows(scene, model)
    question, choices = CHOICES[screen.field]
    if screen.field is Field.KIND and not model.types:
        return scene.say("event_no_types"), []
    none = screen.field is Field.SLOT and not model.slots
    return scene.say("event_no_slots" if none else f"ask_event_{question}"), choices(scene, model, screen)


# What the card says


def card_lines(scene: Scene, model: EventModel) -> list[str]:
    body = model.body
    title = f"<b>{scene.user_text(body.title)}</b>" if body.title else scene.say("event_lacks_title")
    return [
        title,
        *day_lines(scene, model),
        f"🕘 {hours_text(scene, model)}",
        *said_clock_lines(scene, model),
        *business_clock_lines(scene, model),
        scene.say("event_draft_people", names=people_text(scene, model)),
        *place_lines(scene, body.location, is_virtual=body.is_virtual),
        *([] if body.missing else detail_lines(scene, model)),
    ]


def detail_lines(scene: Scene, model: EventModel) -> list[str]:
    return [
        kind_line(scene, model.event_type) if model.event_type else scene.say("event_lacks_kind"),
        scene.say("event_public" if model.body.is_public else "event_private"),
        reminder_line(scene, model),
    ]


def day_lines(scene: Scene, model: EventModel) -> list[str]:
    if model.series:
        return series_drafts.rule_lines(scene, model.series.plan, model.day_clock)
    return [f"📅 {day_text(scene, model.body)}", *([scene.say("series_drafted")] if model.body.repeats else [])]


def day_text(scene: Scene, body: EventDraft) -> str:
    if body.day is None:
        return scene.say("event_lacks_day")
    days = body.all_day and body.last_day and escape(scene.days(body.day, body.last_day))
    return (days or scene.long(body.day)) + notes_text(scene, body.day_notes)


def hours_text(scene: Scene, model: EventModel) -> str:
    body, when = model.body, model.body.time
    if body.all_day:
        return scene.say("event_all_day")
    lasts = duration(body.minutes)
    if body.starts is None:
        within = f" · {hours_within(scene, body.within)}" if body.within != ALL_DAY else ""
        return f"{scene.say('event_lacks_hour')}{within} · {lasts}"
    shown = span_text(scene, when, model.clock, body.day) if when else clock_time(scene, body.starts)
    notes = [each for each in body.hour_notes if each is not Note.OTHER_ZONE or not body.said_zone]
    return f"{escape(shown)}{notes_text(scene, notes)} · {lasts}"


def said_clock_lines(scene: Scene, model: EventModel) -> list[str]:
    """The times by the clock by which the hour was said, where one's own shows another."""
    body, when = model.body, model.body.time
    if not body.said_zone or when is None:
        return []
    there = ZoneInfo(body.said_zone)
    if when.start.astimezone(there).utcoffset() == when.start.astimezone(model.clock).utcoffset():
        return []
    city, said = (escape(zone_city(scene.language, zone.key)) for zone in (model.clock, there))
    return [scene.say("event_clocks", city=city, team=said, times=escape(span_text(scene, when, there, body.day)))]


def business_clock_lines(scene: Scene, model: EventModel) -> list[str]:
    when = model.body.time
    if when is None or same_clock(scene, model.clock, when.start) or model.body.said_zone == scene.zone.key:
        return []
    if model.body.all_day:
        return [scene.say("event_days_of_team", team=escape(zone_city(scene.language, scene.zone.key)))]
    city, team = (escape(zone_city(scene.language, zone.key)) for zone in (model.clock, scene.zone))
    theirs = escape(span_text(scene, when, scene.zone, model.body.day))
    return [scene.say("event_clocks", city=city, team=team, times=theirs)]


def people_text(scene: Scene, model: EventModel) -> str:
    if not model.body.user_ids:
        return scene.say("event_nobody")
    people = sorted(model.body.user_ids, key=lambda person: person != scene.reader)
    return several_names(scene, [name_of(model.names, person) for person in people])


def reminder_line(scene: Scene, model: EventModel) -> str:
    minutes = model.body.remind_minutes
    if minutes is None:
        return scene.say("event_no_reminder")
    key = "event_reminder" if is_ahead(model, minutes) else "event_reminder_passed"
    return scene.say(key, when=escape(reminder_text(scene, model, minutes)))


def reminder_text(scene: Scene, model: EventModel, minutes: int) -> str:
    """Say how long before the event one is reminded; of whole days that do not repeat, when."""
    body = model.body
    at = body.time.start - timedelta(minutes=minutes) if body.all_day and body.time and not body.repeats else None
    if at is None:
        return reminder_lead(scene, minutes)
    return f"{scene.short(local_date(at, scene.zone))}, {scene.time(at, scene.zone)}"


def hint_lines(scene: Scene, model: EventModel) -> list[str]:
    body = model.body
    return [
        *past_lines(scene, model),
        *([scene.say("event_skipped")] if body.skipped else []),
        *([] if model.types or body.missing else [scene.say("event_no_types")]),
        *(series_lines(scene, model, model.series) if model.series else []),
        *(conflict_lines(scene, model.obstacles, model.names, model.clock, body.day) if body.day else []),
        *([scene.say("event_gone", names=names_html(scene, model.names, model.gone))] if model.gone else []),
        *(scene.say(f"event_remark_{remark}") for remark in body.remarks),
        *frame.unknown_lines(scene, body.unknown),
        *frame.meant_lines(scene, "event_draft_meant", model.meant(scene.reader)),
        *doubt_lines(scene, body.doubts),
    ]


def series_lines(scene: Scene, model: EventModel, series: SeriesOutlook) -> list[str]:
    repeats = model.body.repeats
    exact = repeats is None or not repeats.inexact or (repeats.rrule and series.plan.said.rrule)
    return [
        *series_drafts.hint_lines(scene, series.plan, model.day_clock, inexact=not exact),
        *series_drafts.obstacle_lines(scene, series, model.names, model.day_clock),
    ]


def past_lines(scene: Scene, model: EventModel) -> list[str]:
    """Ask whether a time that has passed is meant, or say that it is."""
    when = model.body.time
    if model.body.asks_whether_past(model.now):
        said = {name: past_day_text(scene, model, day) for name, day in past_choices(model)}
        return [scene.say("event_past_ask", **said)]
    return [scene.say("event_past")] if when and when.start <= model.now and not model.body.all_day else []


def past_choices(model: EventModel) -> list[tuple[str, date]]:
    """The next day with the draft's hour, and the day in the past."""
    body = model.body
    return [("ahead", next_day(body, model.now)), *([("said", body.day)] if body.day else [])]


def past_day_text(scene: Scene, model: EventModel, day: date) -> str:
    """«mañana, 10:00»; of whole days «mañana»."""
    today = local_date(model.now, model.clock)
    names = {today - ONE_DAY: "day_yesterday", today: "day_today", today + ONE_DAY: "day_tomorrow"}
    said = scene.say(names[day]) if day in names else scene.short(day)
    return f"{said}, {clock_time(scene, model.body.starts)}" if model.body.starts and not model.body.all_day else said


# What can be done


def card_rows(scene: Scene, model: EventModel) -> list[Row]:
    body = model.body
    other = scene.button("other_times", DraftCard(model.id, Field.SLOT))
    public = scene.button(
        "private" if body.is_public else "public", SetField(model.id, Field.PUBLIC, int(not body.is_public))
    )
    fields = [*(Field.LAST_DAY if each is Field.LENGTH and body.all_day else each for each in FIELDS)]
    if body.repeats:
        fields = [*(Field.END if each is Field.LAST_DAY else each for each in fields)]
        fields += [] if Field.END in fields else [Field.END]
    *corrections, last = frame.correction_rows(scene, model.id, fields)
    once = scene.button("only_once", SetField(model.id, Field.ONCE, 1))
    meant = model.meant(scene.reader)
    uninvited = scene.say("button_save_uninvited") if meant and not model.obstructed else ""
    return [
        *(past_rows(scene, model) if body.asks_whether_past(model.now) else []),
        *frame.meant_rows(scene, meant, partial(AddPerson, model.id)),
        frame.save_row(scene, model.id, complete=model.savable, anyway=model.obstructed, words=uninvited),
        *([[once]] if body.repeats else []),
        *([[other]] if model.obstructed and not (body.all_day or body.repeats) else []),
        *([several_days_row(scene, model)] if body.last_day and not body.all_day else []),
        reminder_buttons(scene, model, REMINDERS),
        *corrections,
        [*last, public],
    ]


def past_rows(scene: Scene, model: EventModel) -> list[Row]:
    (_, ahead), *said = past_choices(model)
    return [
        [Button(past_day_text(scene, model, ahead), SetField(model.id, Field.DAY, ahead.toordinal()))],
        *(
            [scene.button("really_past", SetField(model.id, Field.PAST, 1), said=past_day_text(scene, model, day))]
            for _, day in said
        ),
    ]


def all_day_button(scene: Scene, model: EventModel) -> Button:
    """Return the button that takes the draft's days whole."""
    return Button(scene.say("button_all_day") + days_behind(scene, model), SetField(model.id, Field.ALL_DAY, 1))


def several_days_row(scene: Scene, model: EventModel) -> Row:
    """Return the buttons that take the days that were said whole, or as a series on each of them."""
    words = scene.say("button_each_day") + days_behind(scene, model)
    each = [Button(words, SetField(model.id, Field.EACH_DAY, 1))] if model.body.starts else []
    return [all_day_button(scene, model), *each]


def days_behind(scene: Scene, model: EventModel) -> str:
    body = model.body
    return f" · {scene.days(body.day, body.last_day)}" if body.day and body.last_day else ""


def reminder_buttons(scene: Scene, model: EventModel, reminders: Sequence[int]) -> list[Button]:
    offered = ALL_DAY_REMINDERS if model.body.all_day else reminders
    return [
        no_reminder_button(scene, model),
        *(reminder_button(scene, model, each) for each in offered if is_ahead(model, each)),
    ]


def reminder_rows(scene: Scene, model: EventModel, _: DraftCard) -> list[Row]:
    return in_rows(reminder_buttons(scene, model, MORE_REMINDERS), REMINDERS_A_ROW)


def is_ahead(model: EventModel, minutes: int) -> bool:
    """Return whether one could still be reminded `minutes` before the event, as far as its time is known."""
    body = model.body
    return body.time is None or body.repeats is not None or body.reminder(minutes, model.now) is not None


def no_reminder_button(scene: Scene, model: EventModel) -> Button:
    words = ticked(scene.say("event_no_reminder"), model.body.remind_minutes is None)
    return Button(words, SetField(model.id, Field.REMINDER, NO_REMINDER))


def reminder_button(scene: Scene, model: EventModel, minutes: int) -> Button:
    words = length(scene, minutes) if minutes else scene.say("event_at_start")
    words = reminder_text(scene, model, minutes) if model.body.all_day and not model.body.repeats else words
    marked = ticked(f"⏰ {words}", model.body.remind_minutes == minutes)
    return Button(marked, SetField(model.id, Field.REMINDER, minutes))


def day_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    today = local_date(model.now, model.clock)
    return day_choice(scene, screen, frame.sets_day(screen), model.body.day, first=today)


def last_day_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    body = model.body
    return day_choice(scene, screen, frame.sets_day(screen), body.last_day or body.day, first=body.day or scene.today)


def end_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    body = model.body
    present = model.series and model.series.plan.said.ends_on
    return day_choice(scene, screen, frame.sets_day(screen), present or body.day, first=body.day or scene.today)


def hour_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    """Half hours of the part of the day that was typed, of the daytime without one, or of the whole day."""
    whole, part = screen.at > 0, model.body.within
    within = ALL_DAY if whole else DAYTIME if part == ALL_DAY else part
    hours = half_hour_rows(scene, within, lambda hour: SetField(model.id, Field.HOUR, minute_of_day(hour)))
    others = [] if whole else [scene.button("other_hours", DraftCard(model.id, Field.HOUR, 1))]
    return [*hours, [*others, all_day_button(scene, model)]]


def length_rows(_scene: Scene, model: EventModel, _: DraftCard) -> list[Row]:
    words = {each: ticked(duration(each), each == model.body.minutes) for each in LENGTHS}
    buttons = [Button(text, SetField(model.id, Field.LENGTH, each)) for each, text in words.items()]
    return in_rows(buttons, LENGTHS_A_ROW)


def person_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    """Everybody by name, those invited marked; those who have left can be taken out."""
    present = sorted((person.id for person in model.people), key=lambda person: person != scene.reader)
    names = {person: name_of(model.names, person) for person in (*model.gone, *present)}
    return people_rows(names, model.body.user_ids, screen, frame.sets_person(screen))


def place_rows(scene: Scene, model: EventModel, _: DraftCard) -> list[Row]:
    virtual = model.body.is_virtual
    switch = scene.button("on_the_spot" if virtual else "virtual", SetField(model.id, Field.VIRTUAL, int(not virtual)))
    nowhere = [scene.button("no_place", SetField(model.id, Field.PLACE, 0))] if model.body.location else []
    return [[switch, *nowhere]]


def type_rows(scene: Scene, model: EventModel, screen: DraftCard) -> list[Row]:
    _, shown, turning = pages(model.types, screen, TYPES_A_PAGE, "at")
    words = {each.id: ticked(label(type_name(scene, each)), each.id == model.body.event_type_id) for each in shown}
    return [*([Button(text, SetField(model.id, Field.KIND, each))] for each, text in words.items()), turning]


def slot_rows(scene: Scene, model: EventModel, _: DraftCard) -> list[Row]:
    return [[frame.slot_button(scene, model.id, slot, model.clock)] for slot in model.slots]


CHOICES: Mapping[Field, tuple[str, Callable[[Scene, EventModel, DraftCard], Sequence[Row]]]] = {
    Field.TITLE: ("title", lambda _scene, _model, _screen: ()),
    Field.DAY: ("day", day_rows),
    Field.LAST_DAY: ("last_day", last_day_rows),
    Field.END: ("end", end_rows),
    Field.HOUR: ("hour", hour_rows),
    Field.LENGTH: ("length", length_rows),
    Field.PEOPLE: ("people", person_rows),
    Field.PLACE: ("place", place_rows),
    Field.KIND: ("kind", type_rows),
    Field.REMINDER: ("reminder", reminder_rows),
    Field.SLOT: ("slot", slot_rows),
}
"""The question for each field, and the buttons to answer it."""

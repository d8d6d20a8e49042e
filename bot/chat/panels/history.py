"""The history of a thing: who changed what, when and how; and the buttons to take it back."""

import html
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from msgspec import Struct

from bot.chat.callbacks.absences import AbsenceCard
from bot.chat.callbacks.callback_data import Screen
from bot.chat.callbacks.day import Day, Today
from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.history import CardHistory, HistoryOf, Undo, UndoOld
from bot.chat.callbacks.tasks import TaskCard
from bot.chat.callbacks.team import Person
from bot.chat.panels.components import (
    LIGHTS,
    NO_ISOLATES,
    TAG,
    Button,
    Panel,
    Scene,
    Style,
    escape,
    in_rows,
    name_html,
    percentage,
)
from core.base.model import Semaforo
from core.language.i18n import catalogue
from core.records.journal import Entity
from core.work.history import PEOPLE, HistoryChange, HistoryLine, HistoryView

CHANGES_A_PAGE = 6
BUTTONS_A_ROW = 3
LINES_A_STEP = 8
VALUE_UNITS = 80
UNSAID = frozenset(
    {"fechaCierre", "deletedAt", "createdAt", "isDeleted", "cancelledAt", "endedAt", "createdByUserId", "sent"}
)
"""The fields that follow from others, or that say what became of the thing."""

TASKS = frozenset({"splitInto", "partOfTaskId"})
DATES = frozenset({"fechaSolicitud", "fechaCumplir", "firstDay", "lastDay", "fecha", "startsOn", "endsOn"})
INSTANTS = frozenset(
    {"startDatetime", "endDatetime", "remindAt", "avanceAt", "closedAt", "openedAt", "startsAt", "endsAt"}
)
BACK = {HistoryOf.TASK: TaskCard, HistoryOf.EVENT: EventEdit, HistoryOf.ABSENCE: AbsenceCard}


class Reading(Struct, frozen=True):
    """A reader of values, with the names that they stand for."""

    scene: Scene
    names: Mapping[int, str]
    types: Mapping[int, str]
    cancelled: Collection[int]
    of: HistoryOf | None = None

    def value(self, field: str, value: Any) -> str:
        """A field's value in words, as HTML."""
        if value is None or value == "":
            return "–"
        if isinstance(value, bool):
            return self.scene.say("yes" if value else "no")
        if field in PEOPLE or field in TASKS:
            names = self.names if field in PEOPLE else {}
            numbers = value if isinstance(value, list) else [value]
            return ", ".join(name_html(names.get(number, f"#{number}")) for number in numbers)
        if field in DATES:
            return self.scene.short(date.fromisoformat(value))
        if field in INSTANTS:
            return escape(self.scene.when(datetime.fromisoformat(value), self.scene.clock))
        return self.of_field(field, value)

    def of_field(self, field: str, value: Any) -> str:
        match field:
            case "estatus":
                return self.scene.say(f"status_{value}")
            case "prioridad":
                return self.scene.say(f"priority_button_{value}")
            case "response":
                return self.scene.say(f"answer_{value}")
            case "semaforo":
                return LIGHTS[Semaforo(value)]
            case "porcentaje":
                return percentage(self.scene.language, value)
        return self.of_event(field, value)

    def of_event(self, field: str, value: Any) -> str:
        if field == "statusId":
            return self.scene.say("event_status_off" if value in self.cancelled else "event_status_on")
        words = self.types.get(value, f"#{value}") if field == "eventTypeId" else value
        return self.scene.user_text(words, VALUE_UNITS) if isinstance(words, str) else escape(str(words))

    def plain(self, field: str, value: Any) -> str:
        """A value as plain text, for a notice."""
        return as_plain(self.value(field, value))


def as_plain(said: str) -> str:
    """Return words in HTML as plain text."""
    return html.unescape(TAG.sub("", said)).translate(NO_ISOLATES)


def with_undo(scene: Scene, panel: Panel, change: int) -> Panel:
    """A panel with the offer to take back what was just done."""
    return Panel(panel.html, [*panel.rows, [scene.button("undo", Undo(change))]], panel.picture)


def history_panel(scene: Scene, view: HistoryView, screen: CardHistory) -> Panel:
    reading = Reading(scene, view.names, view.types, view.cancelled, screen.of)
    title = f"<b>{title_text(scene, screen)}</b>"
    lines = [line_text(reading, line, place) for place, line in enumerate(view.lines, 1)]
    asked = [line for line in view.lines if line.undo is not None and line.undo == screen.sure]
    if asked:
        return sure_panel(reading, title, asked[0], screen)
    undo = [
        Button(f"↩ {place}", CardHistory(screen.of, screen.thing, screen.before, line.undo))
        for place, line in enumerate(view.lines, 1)
        if line.undo is not None
    ]
    hint = [scene.say("history_hint")] if undo else []
    older = [scene.button("history_older", CardHistory(screen.of, screen.thing, view.older))] if view.older else []
    newest = [scene.button("history_newest", CardHistory(screen.of, screen.thing))] if screen.before else []
    back = [scene.button("history_back", back_of(scene, view, screen))]
    shown = lines or [scene.say("history_none")]
    return Panel("\n\n".join([title, *shown, *hint]), [*in_rows(undo, BUTTONS_A_ROW), [*newest, *older], back])


def title_text(scene: Scene, screen: CardHistory) -> str:
    if screen.of is HistoryOf.TASK:
        return scene.say("task_history", id=screen.thing)
    return scene.say(f"history_of_{screen.of.name}")


def sure_panel(reading: Reading, title: str, line: HistoryLine, screen: CardHistory) -> Panel:
    scene = reading.scene
    undo = UndoOld(screen.of, screen.thing, screen.before, screen.sure)
    sure = scene.button("undo_sure", undo).styled(Style.DANGER)
    keep = scene.button("not_now", CardHistory(screen.of, screen.thing, screen.before))
    return Panel("\n\n".join([title, line_text(reading, line), scene.say("ask_undo")]), [[sure, keep]])


def back_of(scene: Scene, view: HistoryView, screen: CardHistory) -> Screen:
    """The card, where there is one: that of a task is there also when it is deleted. Of a day, the day."""
    if screen.of is HistoryOf.DAY:
        fecha, person = date.fromisoformat(view.thing["fecha"]), view.thing["userId"]
        return Day(fecha) if person == scene.reader else Person(fecha, person)
    return BACK[screen.of](screen.thing) if screen.of is HistoryOf.TASK or not view.gone else Today()


def line_text(reading: Reading, line: HistoryLine, place: int = 0) -> str:
    """Say who, how and when; below, what: «prioridad: Media → Alta»."""
    scene, change = reading.scene, line.changes[0].change
    actor = change.actor_user_id
    who = scene.say("history_service") if actor is None else reading.value("userId", actor)
    number = f"{place}. " if place else ""
    when = escape(scene.when(change.at, scene.clock))
    head = f"{number}<b>{who}</b> · {scene.say(f'via_{change.via}')} · {when}"
    undoes = [] if change.undoes is None else [scene.say("history_undoes")]
    said = [text for each in reversed(line.changes) for text in what_lines(reading, each)]
    more = [scene.say("history_more", count=len(said) - LINES_A_STEP)] if len(said) > LINES_A_STEP else []
    return "\n".join([head, *undoes, *said[:LINES_A_STEP], *more])


def what_lines(reading: Reading, made: HistoryChange) -> Sequence[str]:
    change, scene = made.change, reading.scene
    key = f"chat.history_{change.kind.replace('.', '_')}"
    if key in catalogue(scene.language):
        return [scene.say(key.removeprefix("chat."), what=subject(reading, made))]
    item_of_day = change.entity is Entity.ITEM and reading.of is not HistoryOf.TASK
    about = [subject(reading, made)] if item_of_day or change.entity is Entity.PARTICIPANT else []
    return [*about, *field_lines(reading, change.changed)]


def subject(reading: Reading, made: HistoryChange) -> str:
    """Say what a change is about, where that is not the thing of the history."""
    given = {name: value for name, (_, value) in made.change.changed.items() if value is not None}
    values = {**given, **made.thing}
    match made.change.entity:
        case Entity.PARTICIPANT if values.get("userId") is None:
            return f"#{values.get('customerId')}"
        case Entity.PARTICIPANT | Entity.VISIBILITY:
            return reading.value("userId", values.get("userId"))
        case Entity.REMINDER:
            return reading.value("remindAt", values.get("remindAt"))
        case Entity.ITEM:
            return f"#{values.get('taskId')}"
        case Entity.COMMENT:
            words = values.get("comentario")
            return reading.scene.say("comment_gone") if words is None else reading.value("comentario", words)
    return ""


def field_lines(reading: Reading, changed: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    for field, (before, after) in changed.items():
        if field not in UNSAID:
            name = reading.scene.say(f"change_{field}")
            yield f"{name}: {reading.value(field, before)} → {reading.value(field, after)}"

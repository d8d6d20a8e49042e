"""The card of an absence draft: its days, how many are worked, what it joins, and corrections."""

from collections.abc import Sequence
from datetime import date, timedelta

from msgspec import Struct

from bot.chat.callbacks.drafts import DraftCard, Field
from bot.chat.panels import drafts as frame
from bot.chat.panels.absences import absence_title, hours_line, length_text, reason_line
from bot.chat.panels.components import Panel, Row, Scene, escape, listed, name_html
from bot.chat.panels.drafts import doubt_lines, notes_text
from bot.chat.panels.pickers import day_choice
from core.people.absences import MOST_DAYS
from core.people.colleagues import Colleague
from core.records.drafts import AbsenceDraft
from core.work.absence_outlook import AbsencePreview

NAMES_SHOWN = 12
QUESTIONS = {Field.DAY: "ask_absence_until", Field.TITLE: "ask_absence_reason"}


class AbsenceDraftModel(Struct, frozen=True):
    """A draft with what it would become: None while its days are not known or, because of a `fault`, cannot be kept."""

    id: int
    body: AbsenceDraft
    person: Colleague
    own: bool
    preview: AbsencePreview | None
    fault: str = ""
    names: Sequence[str] = ()


def absence_draft_panel(scene: Scene, model: AbsenceDraftModel, screen: DraftCard) -> Panel:
    body = model.body
    parts = [*([escape(model.fault)] if model.fault else []), *doubt_lines(scene, body.doubts)]
    hint = "absence_draft_hint" if model.own else "absence_draft_hint_theirs"
    question = scene.say(QUESTIONS.get(screen.field, hint))
    whose = absence_title(scene, model.person, own=model.own)
    reason = [reason_line(scene, body.reason)] if body.reason else []
    then = ", ".join(dates_text(scene, *each) for each in body.then)
    after = [scene.say("absence_then", days=then)] if then else []
    if other := body.instead:
        after.append(scene.say("absence_instead", days=dates_text(scene, other.first_day, other.last_day)))
    people = [f"👥 {listed([scene.say('event_you'), *map(name_html, model.names)], NAMES_SHOWN, scene)}"]
    when = [hours_line(scene, body.hours)] if body.hours else days_lines(scene, model)
    facts = [*when, *(people if model.names else []), *reason, *after]
    text = frame.card_text(scene, whose, facts, parts, question)
    if screen.field is Field.DAY:
        back = frame.back_row(scene, model.id, drop=body.last_day is None)
        return Panel(text, [*last_day_rows(scene, body, screen), back])
    if screen.field is Field.TITLE:
        return Panel(text, [frame.back_row(scene, model.id)])
    until = scene.button("absence_until", DraftCard(model.id, Field.DAY))
    reason_button = scene.button("absence_reason", DraftCard(model.id, Field.TITLE))
    save = frame.save_row(scene, model.id, complete=model.preview is not None or body.hours is not None)
    return Panel(text, [save, [reason_button] if body.hours else [until, reason_button]])


def days_lines(scene: Scene, model: AbsenceDraftModel) -> list[str]:
    body = model.body
    if body.last_day is None:
        return [f"🗓 {scene.say('absence_from', date=scene.short(body.first_day))}{notes_text(scene, body.notes)}"]
    text = f"🗓 {dates_text(scene, body.first_day, body.last_day)}{notes_text(scene, body.notes)}"
    if model.preview is None:
        return [text]
    joined = [dates_text(scene, each.first_day, each.last_day) for each in model.preview.joined]
    look = model.preview.outlook
    if not joined:
        return [text, length_text(scene, look)]
    key = "absence_joins" if body.user_id == scene.reader else "absence_joins_theirs"
    return [text, scene.say(key, joined=", ".join(joined)), length_text(scene, look)]


def dates_text(scene: Scene, first: date, last: date) -> str:
    if first == last:
        return escape(scene.short(first))
    return f"{scene.short(first)} – {scene.short(last)}"


def last_day_rows(scene: Scene, body: AbsenceDraft, screen: DraftCard) -> list[Row]:
    last = body.first_day + timedelta(days=MOST_DAYS - 1)
    first = max(body.first_day, scene.today)
    return day_choice(scene, screen, frame.sets_day(screen), body.last_day, first=first, last=last)

"""The card of a task draft: what is known, what was left out, and a choice for each field."""

from collections.abc import Mapping, Sequence
from functools import partial

from msgspec import Struct

from bot.chat.callbacks.drafts import AddPerson, DraftCard, Field, SetField
from bot.chat.panels import drafts as frame
from bot.chat.panels.components import Button, Panel, Row, Scene, label, listed, name_html, name_of
from bot.chat.panels.conflicts import off_lines
from bot.chat.panels.drafts import doubt_lines, notes_text
from bot.chat.panels.pickers import due_rows, people_rows, priority_rows
from bot.chat.panels.recurrence import date_text, repeats_text
from bot.chat.panels.tasks import DESCRIPTION_UNITS, NAMES_SHOWN
from core.base.model import Priority
from core.base.recurrence import anchored
from core.people.colleagues import Colleague
from core.people.working_time import WhyOff
from core.records.drafts import MissingTaskField, TaskDraft
from core.work.assigning import AssignablePeople
from core.work.rule_dates import RuleDate

ASKED = {MissingTaskField.DESCRIPTION: Field.TITLE, MissingTaskField.DUE: Field.DAY}
QUESTIONS = {
    Field.TITLE: "ask_description",
    Field.DAY: "ask_due",
    Field.PEOPLE: "ask_people",
    Field.PRIORITY: "ask_priority",
}
LEFT_UNITS, ASKED_UNITS = 60, 20
DATES_SHOWN = 3


class TaskDraftModel(Struct, frozen=True):
    """A draft with the people that its responsibles may be chosen from, those it has among them.

    `asked` is the name of the colleague who is asked to take it; `off`: who does not work on its due date, and why;
    `dates`: the first ones of what repeats.
    """

    id: int
    body: TaskDraft
    choice: AssignablePeople
    asked: str = ""
    off: Mapping[int, WhyOff] = {}
    dates: Sequence[RuleDate] = ()

    @property
    def meant(self) -> Sequence[Colleague]:
        """People whom the description seems to name, and to whom it may be given."""
        return frame.meant_people(self.body.descripcion, self.choice.people, self.body.responsible_user_ids)

    @property
    def known(self) -> Mapping[int, str]:
        asked = {} if self.body.asked_user_id is None else {self.body.asked_user_id: self.asked}
        return asked | {person.id: person.display_name for person in self.choice.people}

    def names(self, people: Sequence[int]) -> str:
        return listed([name_html(name_of(self.known, each)) for each in people], NAMES_SHOWN)


def task_draft_panel(scene: Scene, model: TaskDraftModel, screen: DraftCard) -> Panel:
    question = scene.say(QUESTIONS.get(screen.field, "task_draft_hint"))
    text = frame.card_text(scene, scene.say("draft_task"), card_lines(scene, model), hint_lines(scene, model), question)
    if screen.field not in QUESTIONS:
        return Panel(text, card_rows(scene, model))
    return Panel(text, [*choice_rows(scene, model, screen), frame.back_row(scene, model.id)])


def card_lines(scene: Scene, model: TaskDraftModel) -> list[str]:
    body = model.body
    words = scene.user_block(body.descripcion, DESCRIPTION_UNITS)
    return [
        "",
        words if body.descripcion.strip() else scene.say("task_lacks_description"),
        "",
        *due_lines(scene, model),
        f"❗ {scene.say(f'priority_{body.prioridad}')}",
        people_text(scene, model),
    ]


def due_lines(scene: Scene, model: TaskDraftModel) -> list[str]:
    body = model.body
    if body.repeats is None:
        return [f"📅 {due_text(scene, body)}"]
    rule = anchored(body.repeats, body.fecha_cumplir) if body.fecha_cumplir else body.repeats
    often = f"🔁 {scene.say('repeats', often=repeats_text(scene, rule))}"
    if body.fecha_cumplir is None:
        return [often, f"📅 {due_text(scene, body)}"]
    dates = " · ".join(date_text(scene, each) for each in model.dates)
    return [often, f"📅 {scene.say('repeats_first', dates=dates) if dates else scene.say('repeats_no_dates')}"]


def people_text(scene: Scene, model: TaskDraftModel) -> str:
    if model.body.asked_user_id is not None:
        return f"🙋 {scene.say('task_draft_asks', name=name_html(model.asked))}"
    return f"👥 {scene.say('task_responsibles', names=model.names(model.body.responsible_user_ids))}"


def due_text(scene: Scene, body: TaskDraft) -> str:
    if body.fecha_cumplir is None:
        return scene.say("task_lacks_due")
    due = scene.say("due", date=scene.short(body.fecha_cumplir)) + notes_text(scene, body.notes)
    if body.since is None:
        return due
    days = scene.days(body.since, body.fecha_cumplir)
    return f"{due} <i>({scene.say('task_draft_last_of', days=days)})</i>"


def hint_lines(scene: Scene, model: TaskDraftModel) -> list[str]:
    body = model.body
    gone = [person for person in body.responsible_user_ids if person in model.choice.beyond]
    left = scene.user_text(body.left, LEFT_UNITS)
    others = ", ".join(scene.user_text(f"@{name}", LEFT_UNITS) for name in body.beyond[:NAMES_SHOWN])
    inexact = scene.user_text(body.inexact, LEFT_UNITS)
    return [
        *([scene.say("repeats_inexact", words=inexact)] if body.inexact else []),
        *([scene.say("repeats_not_asked")] if body.repeats and body.asked_user_id is not None else []),
        *([scene.say("task_draft_past")] if is_past(scene, body) else off_lines(scene, model.off, model.known)),
        *([scene.say("task_draft_gone", names=model.names(gone))] if gone else []),
        *([scene.say("task_draft_beyond", names=others)] if others else []),
        *frame.unknown_lines(scene, body.unknown),
        *frame.meant_lines(scene, "task_draft_meant", model.meant),
        *([scene.say("task_draft_left", words=left)] if body.left else []),
        *doubt_lines(scene, body.doubts),
    ]


def is_past(scene: Scene, body: TaskDraft) -> bool:
    return body.fecha_cumplir is not None and body.fecha_cumplir < scene.today


def card_rows(scene: Scene, model: TaskDraftModel) -> list[Row]:
    body = model.body
    dated = model.dates or not body.repeats
    ready = not body.missing and dated and not is_past(scene, body) and not model.choice.beyond

    def correct(key: str, field: Field) -> Button:
        return Button(scene.say(key), DraftCard(model.id, field))

    asks = body.asked_user_id is not None
    alone = len(model.choice.people) <= 1 and not asks
    ask = scene.say("button_ask_person", name=label(model.asked, ASKED_UNITS)) if asks else ""
    return [
        *frame.meant_rows(scene, model.meant, partial(AddPerson, model.id)),
        frame.save_row(scene, model.id, complete=ready, words=ask),
        [correct("button_description", Field.TITLE), correct("button_due", Field.DAY)],
        [*([] if alone else [correct("button_people", Field.PEOPLE)]), correct("button_priority", Field.PRIORITY)],
        [scene.button("only_once", SetField(model.id, Field.ONCE, 1))] if body.repeats else [],
    ]


def choice_rows(scene: Scene, model: TaskDraftModel, screen: DraftCard) -> list[Row]:
    body, levels = model.body, list(Priority)
    match screen.field:
        case Field.DAY:
            return due_rows(scene, screen, frame.sets_day(screen), body.fecha_cumplir, scene.today)
        case Field.PEOPLE:
            people = {person.id: person.display_name for person in model.choice.people}
            chosen = () if body.asked_user_id is not None else body.responsible_user_ids
            return people_rows(people, chosen, screen, frame.sets_person(screen))
        case Field.PRIORITY:
            return priority_rows(
                scene, body.prioridad, lambda level: SetField(model.id, Field.PRIORITY, levels.index(level))
            )
        case _:
            return []

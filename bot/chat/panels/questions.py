"""The way a question in words was read, and the choice where it may be read in several ways."""

from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from bot.chat.callbacks.callback_data import Action
from bot.chat.panels.agenda_range import TITLE_UNITS, hours_text
from bot.chat.panels.answers import YES
from bot.chat.panels.components import BUTTON_UNITS, Button, Panel, Row, Scene, escape, shorten
from core.base.calendar_time import ONE_DAY, Days
from core.calendar.agenda import AgendaEntry
from core.language.questions.model import OF_A_DAY, Question, Topic, Who

MOST_EVENTS = 6
PEOPLE_ASKED = {Topic.TASKS, Topic.TASKS_LATE, Topic.TASKS_PLANNED, Topic.TASKS_CLOSED, Topic.DUE, Topic.RED}
"""Topics that are named with the people asked about ("of the team")."""
OF_SOMEBODY = {
    Topic.NEXT_EVENT: "question_with_person",
    Topic.PRESENT: "question_present",
    Topic.WHO_IS: "question_who_is",
    Topic.WORKLOAD: "question_load_of",
}
"""The texts that name a person with a topic, where it is not "of somebody"."""
WITHOUT_DAYS = frozenset((Topic.TASKS, Topic.TASKS_LATE, Topic.TASKS_PLANNED, Topic.TASKS_REPEATED))
"""Topics that are answered as of today, whatever days are said."""


def reading_text(scene: Scene, asked: Question, name: str = "") -> str:
    """Say how a question was read: «quién falta de abrir hoy»."""
    if asked.topic is Topic.SUMMARY and asked.days in (None, Days(scene.today, scene.today)):
        return scene.say("question_summary_today")
    when = [] if asked.days is None or asked.topic in WITHOUT_DAYS else [days_text(scene, asked.days)]
    return " ".join([what_text(scene, asked, name), *when])


def what_text(scene: Scene, asked: Question, name: str) -> str:
    if asked.topic is Topic.PROGRESS and name and asked.days and asked.days.first != asked.days.last:
        return scene.say("question_of_person", what=scene.say(f"topic_{Topic.SUMMARY}"), name=name)
    if asked.topic in OF_A_DAY and asked.who in (Who.ME, Who.NAMED):
        return scene.say("question_day_of", name=name) if name else scene.say("question_own_day")
    if asked.topic is Topic.TASK:
        return scene.say("task_number", id=asked.number)
    what = scene.say(topic_key(scene, asked))
    if name:
        key = OF_SOMEBODY.get(asked.topic, "question_of_person")
        return scene.say(key, what=what, name=name, count=max(len(asked.people), 1))
    if asked.topic not in PEOPLE_ASKED or asked.who not in (Who.ME, Who.TEAM):
        return what
    return scene.say("question_of_me" if asked.who is Who.ME else "question_of_team", what=what)


def topic_key(scene: Scene, asked: Question) -> str:
    if asked.topic is Topic.WORKLOAD and asked.who is Who.ME:
        return "topic_WORKLOAD_own"
    then = asked.topic is Topic.RED and asked.days is not None and asked.days.first < scene.today
    return "topic_RED_then" if then else f"topic_{asked.topic}"


def days_text(scene: Scene, days: Days) -> str:
    if days.first != days.last:
        return scene.say("question_on_days", days=scene.days(days.first, days.last))
    near = {
        scene.today - ONE_DAY: "question_yesterday",
        scene.today: "question_today",
        scene.today + ONE_DAY: "question_tomorrow",
    }
    key = near.get(days.first)
    return scene.say(key) if key else scene.say("question_on_day", date=scene.short(days.first))


def events_text(scene: Scene, fecha: date, entries: Sequence[AgendaEntry]) -> str:
    """A day's events as plain lines above its panel, the first few of them."""
    lines = [f"📅 {hours_text(scene, fecha, each)} · {shorten(each.event.title, TITLE_UNITS)}" for each in entries]
    more = [scene.say("question_more_events", count=len(lines) - MOST_EVENTS)] if len(lines) > MOST_EVENTS else []
    return "\n".join([*lines[:MOST_EVENTS], *more])


def choice_panel(question: str, choices: Sequence[Button], notes: Sequence[str] = ()) -> Panel:
    """A question, `notes` on it as lines of HTML, and a button for each answer; a yes presses the only change."""
    changes = [each for each in choices if isinstance(each.callback, Action)]
    only = changes[0] if len(changes) == 1 and not changes[0].answers else None
    rows: list[Row] = [
        [replace(each, label=shorten(each.label, BUTTON_UNITS), answers=YES if each is only else each.answers)]
        for each in choices
    ]
    return Panel("\n".join([escape(question), *notes]), rows, chooses=True)

"""How a question in words was read, and the choice where it may be read in several ways."""

from collections.abc import Sequence

from bot.chat.panels.components import BUTTON_UNITS, Button, Panel, Row, Scene, escape, shorten
from core.base.calendar_time import ONE_DAY, Days
from core.language.questions.model import OF_A_DAY, Question, Topic, Who

PEOPLE_ASKED = {Topic.TASKS, Topic.TASKS_LATE, Topic.TASKS_PLANNED, Topic.TASKS_CLOSED, Topic.DUE, Topic.RED}
"""Topics of which it is said whose they are."""
WITHOUT_DAYS = frozenset((Topic.TASKS, Topic.TASKS_CLOSED, Topic.TASKS_LATE, Topic.TASKS_PLANNED, Topic.TASKS_REPEATED))
"""Topics that are answered as of today, whatever days are said."""

NEAR_DAYS = {-ONE_DAY: "question_yesterday", 0 * ONE_DAY: "question_today", ONE_DAY: "question_tomorrow"}


def reading_text(scene: Scene, asked: Question, name: str = "") -> str:
    """What is asked for, in the words of the chat: «quién falta de abrir hoy»."""
    when = [] if asked.days is None or asked.topic in WITHOUT_DAYS else [days_text(scene, asked.days)]
    return " ".join([what_text(scene, asked, name), *when])


def what_text(scene: Scene, asked: Question, name: str) -> str:
    if asked.topic in OF_A_DAY and asked.who in (Who.ME, Who.NAMED):
        return scene.say("question_day_of", name=name) if name else scene.say("question_own_day")
    if asked.topic is Topic.TASK:
        return scene.say("task_number", id=asked.number)
    what = scene.say(f"topic_{asked.topic}")
    if name and asked.topic is Topic.NEXT_EVENT:
        return scene.say("question_with_person", what=what, name=name)
    if name:
        return scene.say("question_of_person", what=what, name=name)
    if asked.topic not in PEOPLE_ASKED or asked.who not in (Who.ME, Who.TEAM):
        return what
    return scene.say("question_of_me" if asked.who is Who.ME else "question_of_team", what=what)


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


def choice_panel(question: str, choices: Sequence[Button]) -> Panel:
    rows: list[Row] = [[Button(shorten(each.label, BUTTON_UNITS), each.callback)] for each in choices]
    return Panel(escape(question), rows)
